/* SPDX-License-Identifier: MIT */
/* Addresses by their family, as long as they are said to be; options by level
 * and name. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/app/expect.h"

static void internet(void)
{
	struct sockaddr_in in = {.sin_family = AF_INET,
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t n = sizeof(in);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	bind(fd, (struct sockaddr *)&in, sizeof(in));
	expect("bind(sockfd=%d, addr={AF_INET 127.0.0.1:0}, addrlen=16) = 0",
	       fd);
	getsockname(fd, (struct sockaddr *)&in, &n);
	expect("getsockname(sockfd=%d, addr={AF_INET 127.0.0.1:%d}, "
	       "addrlen=16 => 16) = 0",
	       fd, ntohs(in.sin_port));
	n = 4;
	getsockname(fd, (struct sockaddr *)&in, &n);
	expect("getsockname(sockfd=%d, addr={AF_INET sin_port=%d}, addrlen=4 "
	       "=> 16) = 0",
	       fd, ntohs(in.sin_port));
	close(fd);
}

static void internet6(void)
{
	struct sockaddr_in6 in6 = {.sin6_family = AF_INET6,
				   .sin6_port = htons(80),
				   .sin6_addr = IN6ADDR_LOOPBACK_INIT,
				   .sin6_scope_id = 7};

	bind(-1, (struct sockaddr *)&in6, sizeof(in6));
	expect("bind(sockfd=-1, addr={AF_INET6 [::1]:80 sin6_scope_id=7}, "
	       "addrlen=28) = -1 EBADF");
	in6.sin6_scope_id = 0;
	in6.sin6_addr = in6addr_any;
	sendto(-1, "x", 1, 0, (struct sockaddr *)&in6, sizeof(in6));
	expect("sendto(sockfd=-1, buf=\"x\", len=1, flags=0, "
	       "dest_addr={AF_INET6 [::]:80}, addrlen=28) = -1 EBADF");
}

static void unix_names(void)
{
	static const char name[] = "\0ab\"s";
	struct sockaddr_un un = {AF_UNIX, "no/such"};
	struct sockaddr any = {.sa_family = AF_AX25, .sa_data = "xy"};

	connect(-1, (struct sockaddr *)&un, sizeof(un));
	expect("connect(sockfd=-1, addr={AF_UNIX \"no/such\"}, addrlen=110) = "
	       "-1 EBADF");
	memcpy(un.sun_path, name, sizeof(name));
	connect(-1, (struct sockaddr *)&un,
		offsetof(struct sockaddr_un, sun_path) + 5);
	expect("connect(sockfd=-1, addr={AF_UNIX @ab\\\"s}, addrlen=7) = -1 "
	       "EBADF");
	connect(-1, (struct sockaddr *)&un, sizeof(sa_family_t));
	expect("connect(sockfd=-1, addr={AF_UNIX}, addrlen=2) = -1 EBADF");
	connect(-1, &any, 5);
	expect("connect(sockfd=-1, addr={AF_AX25 __ss_padding=[120, 121, 0]}, "
	       "addrlen=5) = -1 EBADF");
	connect(-1, &any, 1);
	expect("connect(sockfd=-1, addr=\"\\003\", addrlen=1) = -1 EBADF");
	connect(-1, NULL, 16);
	expect("connect(sockfd=-1, addr=NULL, addrlen=16) = -1 EBADF");
	connect(-1, (struct sockaddr *)8, 16);
	expect("connect(sockfd=-1, addr=PTR, addrlen=16) = -1 EBADF");
}

static void options(void)
{
	struct linger linger = {1, 5};
	int fd = socket(AF_INET, SOCK_STREAM, 0), value = 1;
	socklen_t n = sizeof(value);
	char name[16];

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
	expect("setsockopt(sockfd=%d, level=SOL_SOCKET, optname=SO_LINGER, "
	       "optval={l_onoff=1, l_linger=5}, optlen=8) = 0",
	       fd);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &value, sizeof(value));
	expect("setsockopt(sockfd=%d, level=SOL_TCP, optname=TCP_NODELAY, "
	       "optval=1, optlen=4) = 0",
	       fd);
	getsockopt(fd, SOL_SOCKET, SO_TYPE, &value, &n);
	expect("getsockopt(sockfd=%d, level=SOL_SOCKET, optname=SO_TYPE, "
	       "optval=SOCK_STREAM, optlen=4 => 4) = 0",
	       fd);
	getsockopt(fd, SOL_SOCKET, SO_ERROR, &value, &n);
	expect("getsockopt(sockfd=%d, level=SOL_SOCKET, optname=SO_ERROR, "
	       "optval=0, optlen=4 => 4) = 0",
	       fd);
	n = sizeof(name);
	setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
	expect("setsockopt(sockfd=%d, level=SOL_TCP, optname=TCP_CONGESTION, "
	       "optval=\"reno\", optlen=4) = 0",
	       fd);
	getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, &n);
	expect("getsockopt(sockfd=%d, level=SOL_TCP, optname=TCP_CONGESTION, "
	       "optval=\"reno\", optlen=16 => 16) = 0",
	       fd);
	setsockopt(fd, 4711, 12, "ab", 2);
	expect("setsockopt(sockfd=%d, level=4711, optname=12, optval=\"ab\", "
	       "optlen=2) = -1 ENOPROTOOPT",
	       fd);
	setsockopt(fd, SOL_SOCKET, 9999, &value, 4);
	expect("setsockopt(sockfd=%d, level=SOL_SOCKET, optname=9999, "
	       "optval=%d, optlen=4) = -1 ENOPROTOOPT",
	       fd, value);
	close(fd);
}

int main(void)
{
	internet();
	internet6();
	unix_names();
	options();
	return 0;
}
