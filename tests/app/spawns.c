/* SPDX-License-Identifier: MIT */
/* What a new process is given; programs that are not there; which process this
 * is. */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#if __GLIBC_PREREQ(2, 36)
#include <sys/pidfd.h>
#endif
#include <sys/resource.h>
#include <ulimit.h>
#include <unistd.h>

#include "tests/app/expect.h"

int capget(cap_user_header_t head, cap_user_data_t data);

static char *argv[] = {"no", "such", NULL}, *envp[] = {"A=b", NULL};
static posix_spawn_file_actions_t actions;
static posix_spawnattr_t attr;

static void attributes(void)
{
	posix_spawn_file_actions_init(&actions);
	expect("posix_spawn_file_actions_init(file_actions=PTR) = 0");
	posix_spawn_file_actions_addopen(&actions, 5, "file",
					 O_WRONLY | O_CREAT, 0640);
	expect("posix_spawn_file_actions_addopen(file_actions=PTR, fd=5, "
	       "path=\"file\", oflag=O_WRONLY|O_CREAT, mode=0640) = 0");
	posix_spawn_file_actions_addclose(&actions, 6);
	expect("posix_spawn_file_actions_addclose(file_actions=PTR, fd=6) = 0");
	posix_spawn_file_actions_adddup2(&actions, 5, 7);
	expect("posix_spawn_file_actions_adddup2(file_actions=PTR, fd=5, "
	       "newfd=7) = 0");
	posix_spawn_file_actions_addchdir_np(&actions, "/");
	expect("posix_spawn_file_actions_addchdir_np(actions=PTR, path=\"/\") "
	       "= 0");
	posix_spawn_file_actions_addfchdir_np(&actions, 5);
	expect("posix_spawn_file_actions_addfchdir_np(actions=PTR, fd=5) = 0");
#if __GLIBC_PREREQ(2, 34)
	posix_spawn_file_actions_addclosefrom_np(&actions, 9);
	expect("posix_spawn_file_actions_addclosefrom_np(actions=PTR, from=9) "
	       "= 0");
#endif
#if __GLIBC_PREREQ(2, 35)
	posix_spawn_file_actions_addtcsetpgrp_np(&actions, 0);
	expect("posix_spawn_file_actions_addtcsetpgrp_np(actions=PTR, tcfd=0) "
	       "= 0");
#endif
}

static void how(void)
{
	struct sched_param param = {0};
	sigset_t set;
	short flags;
	int policy;

	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	posix_spawnattr_init(&attr);
	expect("posix_spawnattr_init(attr=PTR) = 0");
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP |
						POSIX_SPAWN_SETSIGMASK);
	expect("posix_spawnattr_setflags(attr=PTR, "
	       "flags=POSIX_SPAWN_SETPGROUP|POSIX_SPAWN_SETSIGMASK) = 0");
	posix_spawnattr_getflags(&attr, &flags);
	expect("posix_spawnattr_getflags(attr=PTR, "
	       "flags=POSIX_SPAWN_SETPGROUP|POSIX_SPAWN_SETSIGMASK) = 0");
	posix_spawnattr_setpgroup(&attr, 0);
	expect("posix_spawnattr_setpgroup(attr=PTR, pgroup=0) = 0");
	posix_spawnattr_setsigdefault(&attr, &set);
	expect("posix_spawnattr_setsigdefault(attr=PTR, sigdefault={SIGPIPE}) "
	       "= 0");
	posix_spawnattr_setsigmask(&attr, &set);
	expect("posix_spawnattr_setsigmask(attr=PTR, sigmask={SIGPIPE}) = 0");
	posix_spawnattr_getsigmask(&attr, &set);
	expect("posix_spawnattr_getsigmask(attr=PTR, sigmask={SIGPIPE}) = 0");
	posix_spawnattr_setschedpolicy(&attr, SCHED_RR);
	expect("posix_spawnattr_setschedpolicy(attr=PTR, schedpolicy=SCHED_RR) "
	       "= 0");
	posix_spawnattr_getschedpolicy(&attr, &policy);
	expect("posix_spawnattr_getschedpolicy(attr=PTR, schedpolicy=SCHED_RR) "
	       "= 0");
	posix_spawnattr_setschedparam(&attr, &param);
	expect("posix_spawnattr_setschedparam(attr=PTR, "
	       "schedparam={sched_priority=0}) = 0");
	posix_spawnattr_getschedparam(&attr, &param);
	expect("posix_spawnattr_getschedparam(attr=PTR, "
	       "schedparam={sched_priority=0}) = 0");
}

static void refused(void)
{
	pid_t pid;

	posix_spawnp(&pid, "/no/such", &actions, &attr, argv, envp);
	expect("posix_spawnp(file=\"/no/such\", file_actions=PTR, attrp=PTR, "
	       "argv=[\"no\", \"such\"], envp=[\"A=b\"]) = 20 ENOTDIR");
	posix_spawn_file_actions_destroy(&actions);
	expect("posix_spawn_file_actions_destroy(file_actions=PTR) = 0");
	posix_spawnattr_destroy(&attr);
	expect("posix_spawnattr_destroy(attr=PTR) = 0");
	execv("/no/such", argv);
	expect("execv(pathname=\"/no/such\", argv=[\"no\", \"such\"]) = -1 "
	       "ENOENT");
	execvp("/no/such", argv);
	expect("execvp(file=\"/no/such\", argv=[\"no\", \"such\"]) = -1 "
	       "ENOENT");
	execvpe("/no/such", argv, envp);
	expect("execvpe(file=\"/no/such\", argv=[\"no\", \"such\"], "
	       "envp=[\"A=b\"]) = -1 ENOENT");
	fexecve(-1, argv, envp);
	expect("fexecve(fd=-1, argv=[\"no\", \"such\"], envp=[\"A=b\"]) = -1 "
	       "EINVAL");
#if __GLIBC_PREREQ(2, 34)
	execveat(AT_FDCWD, "/no/such", argv, envp, AT_SYMLINK_NOFOLLOW);
	expect("execveat(dirfd=AT_FDCWD, pathname=\"/no/such\", argv=[\"no\", "
	       "\"such\"], envp=[\"A=b\"], flags=AT_SYMLINK_NOFOLLOW) = -1 "
	       "ENOENT");
#endif
}

static void ids(void)
{
	gid_t r, e, s;
	pid_t id;

	getresgid(&r, &e, &s);
	expect("getresgid(rgid=%u, egid=%u, sgid=%u) = 0", r, e, s);
	/* 0 where the leader is outside of this namespace of processes */
	id = getpgrp();
	expect("getpgrp() = %s", id ? "PID" : "0");
	id = getsid(0);
	expect("getsid(pid=0) = %s", id ? "PID" : "0");
	gettid();
	expect("gettid() = PID");
	setuid(-1);
	expect("setuid(uid=4294967295) = -1 EINVAL");
	seteuid(-1);
	expect("seteuid(euid=4294967295) = -1 EINVAL");
	setgid(-1);
	expect("setgid(gid=4294967295) = -1 EINVAL");
	setegid(-1);
	expect("setegid(egid=4294967295) = -1 EINVAL");
	setreuid(-1, -1);
	expect("setreuid(ruid=4294967295, euid=4294967295) = 0");
	setregid(-1, -1);
	expect("setregid(rgid=4294967295, egid=4294967295) = 0");
	setresgid(-1, -1, -1);
	expect("setresgid(rgid=4294967295, egid=4294967295, sgid=4294967295) = "
	       "0");
	setpgid(-5, 0);
	expect("setpgid(pid=-5, pgid=0) = -1 EINVAL");
}

static void scheduling(void)
{
	struct sched_param param = {99};

	sched_setparam(0, &param);
	expect("sched_setparam(pid=0, param={sched_priority=99}) = -1 EINVAL");
	sched_get_priority_min(SCHED_RR);
	expect("sched_get_priority_min(policy=SCHED_RR) = 1");
	ulimit(99);
	expect("ulimit(cmd=99) = -1 EINVAL");
}

static void rights(void)
{
	struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct data[2];
	pid_t parent;

	capget(&head, data);
	expect("capget(hdrp={version=_LINUX_CAPABILITY_VERSION_3, pid=0}, "
	       "datap=[{effective=%#x, permitted=%#x, inheritable=%#x}, "
	       "{effective=%#x, permitted=%#x, inheritable=%#x}]) = 0",
	       data[0].effective, data[0].permitted, data[0].inheritable,
	       data[1].effective, data[1].permitted, data[1].inheritable);
	clone(NULL, NULL, CLONE_VM | CLONE_PARENT_SETTID | SIGCHLD, NULL,
	      &parent);
	expect("clone(fn=NULL, stack=NULL, flags=SIGCHLD|CLONE_VM|"
	       "CLONE_PARENT_SETTID, arg=NULL, parent_tid=PTR) = ?");
	unshare(CLONE_FS | CLONE_FILES);
	expect("unshare(flags=CLONE_FS|CLONE_FILES) = 0");
	setns(-1, CLONE_NEWNET);
	expect("setns(fd=-1, nstype=CLONE_NEWNET) = -1 EBADF");
#if __GLIBC_PREREQ(2, 36)
	int fd = pidfd_open(getpid(), 0);

	expect("pidfd_open(pid=PID, flags=0) = %d", fd);
	pidfd_send_signal(fd, SIGCHLD, NULL, 0);
	expect("pidfd_send_signal(pidfd=%d, sig=SIGCHLD, info=NULL, flags=0) = "
	       "0",
	       fd);
	pidfd_getfd(-1, 1, 0);
	expect("pidfd_getfd(pidfd=-1, targetfd=1, flags=0) = -1 EBADF");
	close(fd);
#endif
}

int main(void)
{
	attributes();
	how();
	refused();
	ids();
	scheduling();
	rights();
	return 0;
}
