/* SPDX-License-Identifier: MIT */
/*
 * Functions of processes, their rights and limits, and of signals.
 */
#include <pthread.h>
#include <sched.h>
#include <grp.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ulimit.h>
#if __GLIBC_PREREQ(2, 36)
#include <sys/pidfd.h>
#endif

#include "tests/errors/try.h"

static char *no_words[] = {NULL};
static char *true_words[] = {"true", NULL};
static struct rlimit limit;
static struct rusage usage;
static siginfo_t info;
static sigset_t empty, usual;
static struct timespec no_time;
static cpu_set_t cpus;
static posix_spawn_file_actions_t actions;
static posix_spawnattr_t attributes;
static pid_t spawned;

static int exec_none(void)
{
	return execve(NO_PATH, no_words, no_words);
}

/* A child that is gone, and has not been waited for. */
static pid_t new_child(void)
{
	pid_t child = fork();

	if (!child)
		_exit(0);
	return child;
}

/* By functions that wait: it is pending. */
static const sigset_t *raised(void)
{
	sigemptyset(&usual);
	sigaddset(&usual, SIGUSR1);
	sigprocmask(SIG_BLOCK, &usual, NULL);
	raise(SIGUSR1);
	return &usual;
}

static void ignore(int number)
{
	(void)number;
}

/* A call that waits for ever, interrupted. The timer fires again and again: the
 * first time may come too soon. */
static int interrupted(int (*call)(void))
{
	static const struct itimerval often = {{0, 5000}, {0, 5000}}, never;
	int ret, error;

	signal(SIGALRM, ignore);
	siginterrupt(SIGALRM, 1);
	setitimer(ITIMER_REAL, &often, NULL);
	ret = call();
	error = errno;
	setitimer(ITIMER_REAL, &never, NULL);
	errno = error;
	return ret;
}

static int call_sigsuspend(void)
{
	return sigsuspend(&empty);
}

static int call_sigpause(void)
{
	return SYMBOL(int, sigpause, int)(0);
}

static int call_xpg_sigpause(void)
{
	return SYMBOL(int, __xpg_sigpause, int)(SIGUSR2);
}

static int call_internal_sigpause(void)
{
	return SYMBOL(int, __sigpause, int, int)(SIGUSR2, 1);
}

static pid_t new_vfork(void)
{
	pid_t child = vfork();

	if (!child)
		_exit(0);
	return child;
}

static int child_of_clone(void *arg)
{
	(void)arg;
	return 0;
}

FAILS(acct, acct(NO_PATH))
FAILS(arch_prctl, SYMBOL(int, arch_prctl, int, unsigned long)(-1, 0))
FAILS(capget, SYMBOL(int, capget, void *, void *)(BAD, NULL))
FAILS(capset, SYMBOL(int, capset, void *, void *)(BAD, NULL))
WORKS(clone, clone(child_of_clone, buffer + 60000, SIGCHLD, NULL))
WORKS(wait, wait(NULL))
FAILS(execve, exec_none())
FAILS(execv, execv(NO_PATH, no_words))
FAILS(execveat, execveat(NO_FD, "x", no_words, no_words, 0))
FAILS(execvp, execvp("no-such-program", no_words))
FAILS(execvpe, execvpe("no-such-program", no_words, no_words))
FAILS(fexecve, fexecve(NO_FD, no_words, no_words))
WORKS(fork, new_child())
WORKS(wait, wait(NULL))
FAILS(wait, wait(NULL))
FAILS(wait3, wait3(NULL, 0, &usage))
FAILS(wait4, wait4(NO_PID, NULL, 0, &usage))
FAILS(waitid, waitid(P_PID, NO_PID, &info, WEXITED))
FAILS(waitpid, waitpid(NO_PID, NULL, 0))
WORKS(_Fork, ({
	      pid_t child = SYMBOL(pid_t, _Fork, void)();

	      if (!child)
		      _exit(0);
	      child;
      }))
WORKS(fork, new_child())
WORKS(waitpid, waitpid(-1, NULL, 0))
FAILS(getgroups, getgroups(-1, NULL))
WORKS(getgroups, getgroups(0, NULL))
FAILS(__getgroups_chk, SYMBOL(int, __getgroups_chk, int, gid_t *,
			      size_t)(-1, (gid_t *)buffer, 99))
FAILS(getpgid, getpgid(NO_PID))
WORKS(getpgid, getpgid(0))
FAILS(getpriority, getpriority(-1, 0))
WORKS(getpriority, getpriority(PRIO_PROCESS, 0))
FAILS(getresgid, SYMBOL(int, getresgid, void *, void *, void *)(BAD, BAD, BAD))
WORKS(getresgid, getresgid((gid_t *)buffer, (gid_t *)buffer, (gid_t *)buffer))
FAILS(getresuid, SYMBOL(int, getresuid, void *, void *, void *)(BAD, BAD, BAD))
WORKS(getresuid, getresuid((uid_t *)buffer, (uid_t *)buffer, (uid_t *)buffer))
FAILS(getrlimit, getrlimit(-1, &limit))
WORKS(getrlimit, getrlimit(RLIMIT_NOFILE, &limit))
FAILS(getrusage, getrusage(-9, &usage))
WORKS(getrusage, getrusage(RUSAGE_SELF, &usage))
FAILS(getsid, getsid(NO_PID))
WORKS(getsid, getsid(0))
WORKS(nice, nice(0))
WORKS(personality, personality(0xffffffff))
FAILS(pidfd_open, pidfd_open(-1, 0))
WORKS(pidfd_open, pidfd_open(getpid(), 0))
FAILS(pidfd_send_signal, pidfd_send_signal(NO_FD, 0, NULL, 0))
FAILS(prctl, prctl(-1, 0, 0, 0, 0))
WORKS(prctl, prctl(PR_GET_DUMPABLE, 0, 0, 0, 0))
FAILS(prlimit, prlimit(NO_PID, RLIMIT_NOFILE, NULL, &limit))
WORKS(prlimit, prlimit(0, RLIMIT_NOFILE, NULL, &limit))
FAILS(ptrace, ptrace(PTRACE_DETACH, NO_PID, NULL, NULL))
FAILS(ptrace, ptrace(PTRACE_PEEKDATA, NO_PID, NULL, NULL))
FAILS(sched_get_priority_max, sched_get_priority_max(-1))
WORKS(sched_get_priority_max, sched_get_priority_max(SCHED_FIFO))
FAILS(sched_get_priority_min, sched_get_priority_min(-1))
WORKS(sched_get_priority_min, sched_get_priority_min(SCHED_FIFO))
FAILS(sched_getaffinity, sched_getaffinity(NO_PID, sizeof(cpus), &cpus))
WORKS(sched_getaffinity, sched_getaffinity(0, sizeof(cpus), &cpus))
FAILS(sched_setaffinity, sched_setaffinity(NO_PID, sizeof(cpus), &cpus))
WORKS(sched_setaffinity, sched_setaffinity(0, sizeof(cpus), &cpus))
FAILS(sched_getparam, sched_getparam(NO_PID, (struct sched_param *)buffer))
WORKS(sched_getparam, sched_getparam(0, (struct sched_param *)buffer))
FAILS(sched_setparam, sched_setparam(NO_PID, &(struct sched_param){0}))
WORKS(sched_setparam, sched_setparam(0, &(struct sched_param){0}))
FAILS(sched_getscheduler, sched_getscheduler(NO_PID))
WORKS(sched_getscheduler, sched_getscheduler(0))
FAILS(sched_setscheduler,
      sched_setscheduler(NO_PID, SCHED_OTHER, &(struct sched_param){0}))
WORKS(sched_setscheduler,
      sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0}))
FAILS(sched_rr_get_interval, sched_rr_get_interval(NO_PID, &no_time))
WORKS(sched_rr_get_interval, sched_rr_get_interval(0, &no_time))
FAILS(setegid, setegid((gid_t)-1))
WORKS(setegid, setegid(getegid()))
FAILS(seteuid, seteuid((uid_t)-1))
WORKS(seteuid, seteuid(geteuid()))
FAILS(setgid, setgid((gid_t)-1))
WORKS(setgid, setgid(getgid()))
FAILS(setuid, setuid((uid_t)-1))
WORKS(setuid, setuid(getuid()))
WORKS(setregid, setregid((gid_t)-1, (gid_t)-1))
WORKS(setreuid, setreuid((uid_t)-1, (uid_t)-1))
WORKS(setresgid, setresgid((gid_t)-1, (gid_t)-1, (gid_t)-1))
WORKS(setresuid, setresuid((uid_t)-1, (uid_t)-1, (uid_t)-1))
FAILS(setgroups, setgroups(1u << 20, (gid_t *)buffer))
FAILS(setns, setns(NO_FD, 0))
FAILS(setpgid, setpgid(NO_PID, 0))
FAILS(setpriority, setpriority(-1, 0, 0))
WORKS(setpriority, setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0)))
FAILS(setrlimit, setrlimit(-1, &limit))
WORKS(setrlimit, setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}))
FAILS(sigaltstack, sigaltstack(&(stack_t){.ss_flags = 99}, NULL))
WORKS(sigaltstack, sigaltstack(NULL, &(stack_t){0}))
FAILS(syscall, syscall(-1L))
WORKS(syscall, syscall(SYS_getpid))
WORKS(system, system("exit 3"))
FAILS(ulimit, ulimit(99))
WORKS(ulimit, ulimit(UL_GETFSIZE))
FAILS(unshare, unshare(0x1))
WORKS(unshare, unshare(0))
RETURNS(posix_spawn,
	posix_spawn(&spawned, NO_PATH, NULL, NULL, no_words, no_words))
RETURNS(posix_spawn,
	posix_spawn(&spawned, "/bin/true", NULL, NULL, true_words, no_words))
RETURNS(posix_spawnp, posix_spawnp(&spawned, "no-such-program", NULL, NULL,
				   no_words, no_words))
RETURNS(posix_spawn_file_actions_init, posix_spawn_file_actions_init(&actions))
RETURNS(posix_spawn_file_actions_addchdir_np,
	posix_spawn_file_actions_addchdir_np(&actions, "."))
RETURNS(posix_spawn_file_actions_addclose,
	posix_spawn_file_actions_addclose(&actions, -1))
RETURNS(posix_spawn_file_actions_addclosefrom_np,
	posix_spawn_file_actions_addclosefrom_np(&actions, -1))
RETURNS(posix_spawn_file_actions_adddup2,
	posix_spawn_file_actions_adddup2(&actions, -1, -1))
RETURNS(posix_spawn_file_actions_addfchdir_np,
	posix_spawn_file_actions_addfchdir_np(&actions, -1))
RETURNS(posix_spawn_file_actions_addopen,
	posix_spawn_file_actions_addopen(&actions, -1, "x", 0, 0))
RETURNS(posix_spawn_file_actions_addtcsetpgrp_np,
	posix_spawn_file_actions_addtcsetpgrp_np(&actions, -1))
RETURNS(posix_spawn_file_actions_destroy,
	posix_spawn_file_actions_destroy(&actions))
RETURNS(posix_spawnattr_init, posix_spawnattr_init(&attributes))
RETURNS(posix_spawnattr_setflags, posix_spawnattr_setflags(&attributes, ~0))
RETURNS(posix_spawnattr_setpgroup, posix_spawnattr_setpgroup(&attributes, 0))
RETURNS(posix_spawnattr_setschedparam,
	posix_spawnattr_setschedparam(&attributes, &(struct sched_param){0}))
RETURNS(posix_spawnattr_setschedpolicy,
	posix_spawnattr_setschedpolicy(&attributes, 99))
RETURNS(posix_spawnattr_setsigdefault,
	posix_spawnattr_setsigdefault(&attributes, &empty))
RETURNS(posix_spawnattr_setsigmask,
	posix_spawnattr_setsigmask(&attributes, &empty))
RETURNS(posix_spawnattr_destroy, posix_spawnattr_destroy(&attributes))

FAILS(kill, kill(NO_PID, 0))
WORKS(kill, kill(getpid(), 0))
FAILS(killpg, killpg(NO_PID, 0))
FAILS(killpg, killpg(-1, 0))
RETURNS(pthread_kill, pthread_kill(pthread_self(), 999))
RETURNS(pthread_kill, pthread_kill(pthread_self(), 0))
RETURNS(pthread_sigmask, pthread_sigmask(99, &empty, NULL))
RETURNS(pthread_sigmask, pthread_sigmask(SIG_BLOCK, &empty, NULL))
RETURNS(pthread_sigqueue,
	pthread_sigqueue(pthread_self(), 999, (union sigval){0}))
FAILS(raise, raise(999))
WORKS(raise, raise(0))
FAILS(sigaction, sigaction(SIGKILL, &(struct sigaction){0}, NULL))
WORKS(sigaction, sigaction(SIGUSR2, NULL, (struct sigaction *)buffer))
FAILS(sighold, SYMBOL(int, sighold, int)(999))
WORKS(sighold, SYMBOL(int, sighold, int)(SIGUSR2))
FAILS(sigignore, SYMBOL(int, sigignore, int)(999))
WORKS(sigignore, SYMBOL(int, sigignore, int)(SIGUSR2))
FAILS(siginterrupt, SYMBOL(int, siginterrupt, int, int)(999, 1))
FAILS(signal, signal(SIGKILL, SIG_IGN))
WORKS(signal, signal(SIGUSR2, SIG_DFL))
FAILS(sysv_signal, sysv_signal(SIGKILL, SIG_IGN))
WORKS(sysv_signal, sysv_signal(SIGUSR2, SIG_DFL))
FAILS(signalfd, signalfd(-1, &empty, ~0))
WORKS(signalfd, signalfd(-1, &empty, SFD_CLOEXEC))
FAILS(sigpending, SYMBOL(int, sigpending, void *)(BAD))
WORKS(sigpending, sigpending(&usual))
FAILS(sigprocmask, sigprocmask(99, &empty, NULL))
WORKS(sigprocmask, sigprocmask(SIG_BLOCK, &empty, NULL))
FAILS(sigqueue, sigqueue(NO_PID, 0, (union sigval){0}))
WORKS(sigqueue, sigqueue(getpid(), 0, (union sigval){0}))
FAILS(sigrelse, SYMBOL(int, sigrelse, int)(999))
WORKS(sigrelse, SYMBOL(int, sigrelse, int)(SIGUSR2))
FAILS(sigset, SYMBOL(sighandler_t, sigset, int, sighandler_t)(999, SIG_DFL))
WORKS(sigset, SYMBOL(sighandler_t, sigset, int, sighandler_t)(SIGUSR2, SIG_DFL))
FAILS(sigtimedwait, sigtimedwait(&empty, &info, &no_time))
WORKS(sigtimedwait, sigtimedwait(raised(), &info, NULL))
WORKS(sigwaitinfo, sigwaitinfo(raised(), &info))
RETURNS(sigwait, sigwait(raised(), (int *)buffer))
FAILS(tgkill, tgkill(NO_PID, NO_PID, 0))
WORKS(tgkill, tgkill(getpid(), gettid(), 0))
FAILS(pause, interrupted(pause))
FAILS(sigsuspend, interrupted(call_sigsuspend))
FAILS(sigpause, interrupted(call_sigpause))
FAILS(__xpg_sigpause, interrupted(call_xpg_sigpause))
FAILS(__sigpause, interrupted(call_internal_sigpause))
WORKS(vfork, new_vfork())
