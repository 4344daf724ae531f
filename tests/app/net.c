/* SPDX-License-Identifier: MIT */
/* Sockets: enums, also two of one value in a call, a number with two bits, an
 * address as bytes. */
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "tests/app/expect.h"

int main(void)
{
	struct sockaddr_un address = {AF_UNIX, "no"};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	expect("socket(domain=AF_UNIX, type=SOCK_STREAM|SOCK_CLOEXEC, "
	       "protocol=0) = %d",
	       fd);
	connect(fd, (struct sockaddr *)&address, 5);
	expect("connect(sockfd=%d, addr={AF_UNIX \"no\"}, addrlen=5) = -1 "
	       "ENOENT",
	       fd);
	socket(99, SOCK_DGRAM, 7);
	expect("socket(domain=99, type=SOCK_DGRAM, protocol=7) = -1 "
	       "EAFNOSUPPORT");
	fd = socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP);
	expect("socket(domain=AF_INET, type=SOCK_DGRAM, "
	       "protocol=IPPROTO_UDP) = %d",
	       fd);
	fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	expect("socket(domain=AF_NETLINK, type=SOCK_RAW, "
	       "protocol=NETLINK_ROUTE) = %d",
	       fd);
	for (int i = 0; i < 3; i++) {
		fd = socket(AF_UNIX, SOCK_STREAM, 0);
		expect("socket(domain=AF_UNIX, type=SOCK_STREAM, "
		       "protocol=0) = %d",
		       fd);
	}
	return 0;
}
