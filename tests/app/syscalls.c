/* SPDX-License-Identifier: MIT */
/* System calls by number, as the functions of their names; and prctl: as many
 * arguments as each takes. */
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "tests/app/expect.h"

/* What the kernel fills in, and what it changes. */
static void structures(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	socklen_t n_bytes = sizeof(address);
	struct timespec time = {0, 1000};
	int fd = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_WRONLY);
	int pair[2];

	expect("SYS_openat(dirfd=AT_FDCWD, pathname=\"/dev/null\", "
	       "flags=O_WRONLY) = %d",
	       fd);
	expect("SYS_write(fd=%d, buf=\"bytes\", count=5) = %ld", fd,
	       syscall(SYS_write, fd, "bytes", 5L));
	syscall(SYS_nanosleep, &time, NULL);
	expect("SYS_nanosleep(req={tv_sec=0, tv_nsec=1000}) = 0");
	syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, pair);
	expect("SYS_socketpair(domain=AF_UNIX, type=SOCK_STREAM, protocol=0, "
	       "sv=[%d, %d]) = 0",
	       pair[0], pair[1]);
	syscall(SYS_getsockname, pair[0], &address, &n_bytes);
	expect("SYS_getsockname(sockfd=%d, addr={AF_UNIX}, "
	       "addrlen=110 => %d) = 0",
	       pair[0], (int)n_bytes);
	syscall(SYS_write, fd, (void *)8, 0L);
	expect("SYS_write(fd=%d, buf=\"\", count=0) = 0", fd);
	syscall(SYS_read, pair[0], (void *)8, 1L << 62);
	expect("SYS_read(fd=%d, count=4611686018427387904) = -1 EFAULT",
	       pair[0]);
}

/* Two returns into one frame: only the number and the arguments. */
static void jumps(void)
{
	int status;
	long child = syscall(SYS_clone, SIGCHLD, 0L, 0L, 0L, 0L);

	if (!child)
		_exit(7);
	syscall(SYS_wait4, child, &status, 0, NULL);
	expect("syscall(number=SYS_clone, a=0x11, b=0, c=0, d=0, e=0) = ?");
	expect("SYS_wait4(pid=PID, wstatus=exited 7, options=0, rusage=NULL) "
	       "= PID");
}

int main(void)
{
	char name[16];
	int number;

	syscall(SYS_getpid, 7, 7);
	expect("SYS_getpid() = PID");
	syscall(SYS_close, 0x5ffffffffL); /* only the lower half counts */
	expect("SYS_close(fd=-1) = -1 EBADF");
	syscall(SYS_lseek, -1L, 0x20L, SEEK_END);
	expect("SYS_lseek(fd=-1, offset=32, whence=SEEK_END) = -1 EBADF");
	syscall(SYS_mmap, 0L, 0L, PROT_READ, MAP_PRIVATE, -1L, 0x3000);
	expect("SYS_mmap(addr=NULL, length=0, prot=PROT_READ, "
	       "flags=MAP_PRIVATE, fd=-1, offset=12288) = -1 EBADF");
#ifdef SYS_openat2
	syscall(SYS_openat2, -1L, 0L, 0L, 0L);
	expect("SYS_openat2(a=0xffffffffffffffff, b=0, c=0, d=0) = -1 EINVAL");
#endif
	syscall(SYS_futex, 0L, 1L, 2L, 0L, 0L, 0L);
	expect("SYS_futex(a=0, b=0x1, c=0x2, d=0, e=0, f=0) = -1 EFAULT");
	syscall(1999, 1, 2, 3, 4, 5, 6);
	expect("SYS_other(number=1999, a=0x1, b=0x2, c=0x3, d=0x4, e=0x5, "
	       "f=0x6) = -1 ENOSYS");
	structures();
	jumps();
	expect("prctl(option=PR_GET_DUMPABLE) = %d",
	       prctl(PR_GET_DUMPABLE, 9, 9, 9, 9));
	expect("prctl(option=PR_SET_NAME, arg2=\"counted\") = %d",
	       prctl(PR_SET_NAME, "counted"));
	prctl(PR_GET_NAME, name);
	expect("prctl(option=PR_GET_NAME, arg2=\"%s\") = 0", name);
	expect("prctl(option=PR_SET_TIMERSLACK, arg2=0x7) = %d",
	       prctl(PR_SET_TIMERSLACK, 7L));
	expect("prctl(option=PR_SET_PDEATHSIG, arg2=SIGHUP) = %d",
	       prctl(PR_SET_PDEATHSIG, SIGHUP));
	prctl(PR_GET_PDEATHSIG, &number);
	expect("prctl(option=PR_GET_PDEATHSIG, arg2=SIGHUP) = 0");
	expect("prctl(option=PR_CAPBSET_READ, arg2=CAP_KILL) = %d",
	       prctl(PR_CAPBSET_READ, CAP_KILL));
	prctl(PR_SET_MM, 77, 1L, 2L, 0L);
	expect("prctl(option=PR_SET_MM, arg2=0x4d, arg3=0x1, arg4=0x2) = -1 "
	       "%s",
	       geteuid() ? "EPERM" : "EINVAL");
	return 0;
}
