/* SPDX-License-Identifier: MIT */
/* Waiting for many descriptors; options and names of sockets. */
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/app/expect.h"

static void selects(int fd)
{
	struct timeval second = {1, 0};
	fd_set in, out;

	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_SET(fd, &in);
	FD_SET(fd, &out);
	select(fd + 1, &in, &out, NULL, &second);
	expect("select(nfds=%d, readfds={%d} => {}, "
	       "writefds={%d} => {%d}, exceptfds=NULL => NULL, "
	       "timeout={tv_sec=TIME, tv_usec=0} => {tv_sec=%ld, tv_usec=%ld}) "
	       "= "
	       "1",
	       fd + 1, fd, fd, fd, second.tv_sec, second.tv_usec);
	select(-1, NULL, NULL, NULL, NULL);
	expect("select(nfds=-1, readfds=NULL, writefds=NULL, exceptfds=NULL, "
	       "timeout=NULL) = -1 EINVAL");
}

/* The data of an event is a union: its bytes. */
static void epolls(int fd)
{
	struct epoll_event event = {EPOLLOUT | EPOLLET, {.u64 = 7}}, got[3];
	int epoll = epoll_create1(EPOLL_CLOEXEC);

	expect("epoll_create1(flags=O_CLOEXEC) = %d", epoll);
	expect("epoll_ctl(epfd=%d, op=EPOLL_CTL_ADD, fd=%d, "
	       "event={events=EPOLLOUT|EPOLLET, "
	       "data=\"\\007\\000\\000\\000\\000\\000\\000\\000\"}) = %d",
	       epoll, fd, epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event));
	epoll_wait(epoll, got, 3, -1);
	expect("epoll_wait(epfd=%d, events=[{events=EPOLLOUT, "
	       "data=\"\\007\\000\\000\\000\\000\\000\\000\\000\"}], "
	       "maxevents=3, timeout=-1) = 1",
	       epoll);
	expect("epoll_wait(epfd=%d, events=[], maxevents=3, timeout=0) = %d",
	       epoll, epoll_wait(epoll, got, 3, 0));
	expect("epoll_ctl(epfd=%d, op=EPOLL_CTL_DEL, fd=%d) = %d", epoll, fd,
	       epoll_ctl(epoll, EPOLL_CTL_DEL, fd, (void *)8));
	epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event);
	expect("epoll_ctl(epfd=%d, op=EPOLL_CTL_MOD, fd=%d, "
	       "event={events=EPOLLOUT|EPOLLET, "
	       "data=\"\\007\\000\\000\\000\\000\\000\\000\\000\"}) = -1 "
	       "ENOENT",
	       epoll, fd);
}

static void options(int fd)
{
	struct sockaddr_un name;
	socklen_t n = sizeof(int);
	int value = 1;

	expect("setsockopt(sockfd=%d, level=SOL_SOCKET, optname=SO_PASSCRED, "
	       "optval=1, optlen=4) = %d",
	       fd, setsockopt(fd, SOL_SOCKET, SO_PASSCRED, &value, n));
	n = 1;
	getsockopt(fd, SOL_SOCKET, SO_PASSCRED, &value, &n);
	expect("getsockopt(sockfd=%d, level=SOL_SOCKET, optname=SO_PASSCRED, "
	       "optval=\"\\001\", optlen=1 => 1) = 0",
	       fd);
	getsockopt(fd, 99, 1, &value, &n);
	expect("getsockopt(sockfd=%d, level=99, optname=1, optlen=1) = -1 "
	       "EOPNOTSUPP",
	       fd);
	n = sizeof(name);
	getsockname(fd, (struct sockaddr *)&name, &n);
	expect("getsockname(sockfd=%d, addr={AF_UNIX}, addrlen=110 => 2) "
	       "= 0",
	       fd);
	n = 0;
	getpeername(fd, (struct sockaddr *)&name, &n);
	expect("getpeername(sockfd=%d, addr=\"\", addrlen=0 => 2) = 0", fd);
	expect("shutdown(sockfd=%d, how=SHUT_WR) = %d", fd,
	       shutdown(fd, SHUT_WR));
}

int main(void)
{
	int pair[2];

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	expect("socketpair(domain=AF_UNIX, type=SOCK_STREAM, protocol=0, "
	       "sv=[%d, %d]) = 0",
	       pair[0], pair[1]);
	selects(pair[0]);
	epolls(pair[0]);
	options(pair[0]);
	return 0;
}
