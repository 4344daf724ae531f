/* SPDX-License-Identifier: MIT */
/* One or more calls of each kind that the other programs here do not make. */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>

#include "tests/app/expect.h"

static volatile int minus_one = -1;

static void files(void)
{
	struct timespec times[2] = {{1, 2}, {3, 4}};
	char name[] = "kinds-XXXXXX", text[20];
	int fd = mkstemp(name);

	expect("mkstemp(template=\"kinds-XXXXXX\" => \"%s\") = %d", name, fd);
	futimens(fd, times);
	expect("futimens(fd=%d, times=[{tv_sec=TIME, tv_nsec=2}, "
	       "{tv_sec=TIME, tv_nsec=4}]) = 0",
	       fd);
	posix_fallocate(fd, 0, 100);
	expect("posix_fallocate(fd=%d, offset=0, len=100) = 0", fd);
	lockf(fd, F_LOCK, 10);
	expect("lockf(fd=%d, cmd=F_LOCK, len=10) = 0", fd);
	symlinkat(name, AT_FDCWD, "kinds-link");
	expect("symlinkat(target=\"%s\", newdirfd=AT_FDCWD, "
	       "linkpath=\"kinds-link\") = 0",
	       name);
	readlinkat(AT_FDCWD, "kinds-link", text, sizeof(text));
	expect("readlinkat(dirfd=AT_FDCWD, pathname=\"kinds-link\", "
	       "buf=\"%s\", bufsiz=20) = 12",
	       name);
	renameat2(AT_FDCWD, "kinds-link", AT_FDCWD, name, RENAME_NOREPLACE);
	expect("renameat2(olddirfd=AT_FDCWD, oldpath=\"kinds-link\", "
	       "newdirfd=AT_FDCWD, newpath=\"%s\", flags=RENAME_NOREPLACE) = "
	       "-1 EEXIST",
	       name);
	faccessat(AT_FDCWD, name, R_OK | W_OK, AT_SYMLINK_NOFOLLOW);
	expect("faccessat(dirfd=AT_FDCWD, pathname=\"%s\", mode=R_OK|W_OK, "
	       "flags=AT_SYMLINK_NOFOLLOW) = 0",
	       name);
	getxattr(name, "user.none", text, sizeof(text));
	expect("getxattr(path=\"%s\", name=\"user.none\", size=20) = "
	       "-1 %s",
	       name, errno == ENODATA ? "ENODATA" : "EOPNOTSUPP");
}

static void descriptors(void)
{
	struct timespec soon = {0, 1000};
	struct pollfd one = {.fd = -1};
	uint64_t value = 3;
	sigset_t set;
	fd_set none;
	int fd = eventfd(5, EFD_NONBLOCK);

	expect("eventfd(count=5, flags=EFD_NONBLOCK) = %d", fd);
	eventfd_read(fd, &value);
	expect("eventfd_read(fd=%d, value=5) = 0", fd);
	inotify_add_watch(fd, "/", IN_CREATE | IN_ONLYDIR);
	expect("inotify_add_watch(fd=%d, pathname=\"/\", "
	       "mask=IN_CREATE|IN_ONLYDIR) = -1 EINVAL",
	       fd);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	ppoll(&one, 1, &soon, &set);
	expect("ppoll(fds=[{fd=-1, events=0, revents=0}] => [{fd=-1, "
	       "events=0, revents=0}], nfds=1, tmo_p={tv_sec=0, "
	       "tv_nsec=1000}, sigmask={SIGUSR1}) = 0");
	FD_ZERO(&none);
	pselect(1, &none, NULL, NULL, &soon, &set);
	expect("pselect(nfds=1, readfds={} => {}, writefds=NULL => NULL, "
	       "exceptfds=NULL => NULL, timeout={tv_sec=0, tv_nsec=1000}, "
	       "sigmask={SIGUSR1}) = 0");
}

static void processes(void)
{
	struct itimerval timer = {{1, 2}, {3000, 4}};
	struct sched_param param;
	struct utsname name;
	gid_t groups[1];
	uid_t id;

	setitimer(ITIMER_PROF, &timer, NULL);
	expect("setitimer(which=ITIMER_PROF, new_value={it_interval.tv_sec="
	       "TIME, it_interval.tv_usec=2, it_value.tv_sec=TIME, "
	       "it_value.tv_usec=4}, old_value=NULL) = 0");
	sched_getparam(0, &param);
	expect("sched_getparam(pid=0, param={sched_priority=0}) = 0");
	getresuid(&id, &id, &id);
	expect("getresuid(ruid=%u, euid=%u, suid=%u) = 0", id, id, id);
	getgroups(minus_one, groups);
	expect("getgroups(size=-1) = -1 EINVAL");
	uname(&name);
	expect("uname(buf={sysname=\"%s\", nodename=\"%s\", release=\"%s\", "
	       "version=\"%s\", machine=\"%s\", domainname=\"%s\"}) = 0",
	       name.sysname, name.nodename, name.release, name.version,
	       name.machine, name.domainname);
}

static void messages(void)
{
	struct {
		long type;
		char text[4];
	} message = {7, "abc"};
	struct sembuf up = {0, 2, IPC_NOWAIT};
	int queue = msgget(IPC_PRIVATE, 0600), set;

	expect("msgget(key=IPC_PRIVATE, msgflg=0600) = %d", queue);
	msgsnd(queue, &message, 4, 0);
	expect("msgsnd(msqid=%d, "
	       "msgp=\"\\007\\000\\000\\000\\000\\000\\000\\000"
	       "abc\\000\", msgsz=4, msgflg=0) = 0",
	       queue);
	msgrcv(queue, &message, 4, 7, 0);
	expect("msgrcv(msqid=%d, "
	       "msgp=\"\\007\\000\\000\\000\\000\\000\\000\\000"
	       "abc\\000\", msgsz=4, msgtyp=7, msgflg=0) = 4",
	       queue);
	msgctl(queue, IPC_RMID, NULL);
	set = semget(IPC_PRIVATE, 1, 0600);
	semop(set, &up, 1);
	expect("semop(semid=%d, sops=[{sem_num=0, sem_op=2, "
	       "sem_flg=IPC_NOWAIT}], "
	       "nsops=1) = 0",
	       set);
	semctl(set, 0, IPC_RMID);
}

int main(void)
{
	files();
	descriptors();
	processes();
	messages();
	return 0;
}
