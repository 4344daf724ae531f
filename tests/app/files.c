/* SPDX-License-Identifier: MIT */
/* More of descriptors: positions, vectors, copies, pipes, commands, poll. */
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tests/app/expect.h"

static char *volatile nowhere = (char *)8;

static int blocks(void)
{
	char bytes[16];
	int fd = creat("file", 0600);

	expect("creat(pathname=\"file\", mode=0600) = %d", fd);
	expect("pwrite(fd=%d, buf=\"abcdef\", count=6, offset=2) = %zd", fd,
	       pwrite(fd, "abcdef", 6, 2));
	pwrite(fd, nowhere, 5, 0);
	expect("pwrite(fd=%d, buf=PTR, count=5, offset=0) = -1 EFAULT", fd);
	pread(fd, bytes, 3, 0);
	expect("pread(fd=%d, count=3, offset=0) = -1 EBADF", fd);
	close(fd);
	fd = open("file", O_RDWR);
	expect("pread(fd=%d, buf=\"ef\", count=16, offset=6) = %zd", fd,
	       pread(fd, bytes, sizeof(bytes), 6));
	expect("pread64(fd=%d, buf=\"\", count=16, offset=9) = %zd", fd,
	       pread64(fd, bytes, sizeof(bytes), 9));
	return fd;
}

static void vectors(int fd)
{
	char bytes[4];
	struct iovec v[2] = {{bytes, 1}, {bytes + 1, 3}};

	expect("readv(fd=%d, iov=[{iov_base=\"\\000\", iov_len=1}, "
	       "{iov_base=\"\\000ab\", iov_len=3}], iovcnt=2) = %zd",
	       fd, readv(fd, v, 2));
	expect("writev(fd=%d, iov=[{iov_base=\"\\000\", iov_len=1}], "
	       "iovcnt=1) = %zd",
	       fd, writev(fd, v, 1));
	expect("writev(fd=%d, iov=[], iovcnt=0) = %zd", fd, writev(fd, v, 0));
	writev(fd, (struct iovec *)nowhere, 1);
	expect("writev(fd=%d, iov=PTR, iovcnt=1) = -1 EFAULT", fd);
}

static void copies(int fd)
{
	int pair[2], copy = dup(fd);

	expect("dup(oldfd=%d) = %d", fd, copy);
	expect("dup2(oldfd=%d, newfd=30) = %d", fd, dup2(fd, 30));
	expect("dup3(oldfd=%d, newfd=31, flags=O_CLOEXEC) = %d", fd,
	       dup3(fd, 31, O_CLOEXEC));
	dup2(-1, 3);
	expect("dup2(oldfd=-1, newfd=3) = -1 EBADF");
	pipe(pair);
	expect("pipe(pipefd=[%d, %d]) = 0", pair[0], pair[1]);
	pipe2(pair, O_NONBLOCK);
	expect("pipe2(pipefd=[%d, %d], flags=O_NONBLOCK) = 0", pair[0],
	       pair[1]);
	pipe((int *)nowhere);
	expect("pipe() = -1 EFAULT");
}

static void commands(int fd)
{
	struct winsize size;
	int n;

	expect("fcntl(fd=%d, cmd=F_SETFD, arg=FD_CLOEXEC) = %d", fd,
	       fcntl(fd, F_SETFD, FD_CLOEXEC));
	fcntl(fd, F_GETFD);
	expect("fcntl(fd=%d, cmd=F_GETFD) = FD_CLOEXEC", fd);
	expect("fcntl(fd=%d, cmd=F_DUPFD, arg=40) = %d", fd,
	       fcntl(fd, F_DUPFD, 40));
	fcntl(fd, 99, 1);
	expect("fcntl(fd=%d, cmd=99, arg=0x1) = -1 EINVAL", fd);
	ioctl(fd, TIOCGWINSZ, &size);
	expect("ioctl(fd=%d, request=TIOCGWINSZ) = -1 ENOTTY", fd);
	ioctl(fd, FIONREAD, &n);
	expect("ioctl(fd=%d, request=FIONREAD, arg=%d) = 0", fd, n);
	expect("ioctl(fd=%d, request=FIOCLEX) = %d", fd, ioctl(fd, FIOCLEX));
	isatty(fd);
	expect("isatty(fd=%d) = 0 ENOTTY", fd);
}

static void waits(int fd)
{
	struct pollfd fds[2] = {{fd, POLLIN | POLLPRI, POLLERR},
				{-1, POLLOUT | 0x40, 0}};

	expect("poll(fds=[{fd=%d, events=POLLIN|POLLPRI, revents=POLLERR}, "
	       "{fd=-1, events=POLLOUT|POLLRDNORM, revents=0}] => [{fd=%d, "
	       "events=POLLIN|POLLPRI, revents=POLLIN}, {fd=-1, "
	       "events=POLLOUT|POLLRDNORM, revents=0}], nfds=2, timeout=-1) = "
	       "%d",
	       fd, fd, poll(fds, 2, -1));
	expect("poll(fds=NULL => NULL, nfds=0, timeout=1) = %d",
	       poll(NULL, 0, 1));
	poll((struct pollfd *)nowhere, 1, 1);
	expect("poll(fds=PTR, nfds=1, timeout=1) = -1 EFAULT");
	expect("poll(fds=[] => [], nfds=0, timeout=0) = %d",
	       poll((struct pollfd *)nowhere, 0, 0));
}

int main(void)
{
	int fd = blocks();

	vectors(fd);
	copies(fd);
	commands(fd);
	waits(fd);
	return 0;
}
