/* SPDX-License-Identifier: MIT */
/* Terminals that a program makes itself, and how fast they are. */
#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include "tests/app/expect.h"

static void pairs(void)
{
	char name[40];
	int fd;

	fd = posix_openpt(O_RDWR | O_NOCTTY);
	expect("posix_openpt(flags=O_RDWR|O_NOCTTY) = %d", fd);
	grantpt(fd);
	expect("grantpt(fd=%d) = 0", fd);
	unlockpt(fd);
	expect("unlockpt(fd=%d) = 0", fd);
	ptsname_r(fd, name, sizeof(name));
	expect("ptsname_r(fd=%d, buf=\"%s\", buflen=40) = 0", fd, name);
	ptsname_r(fd, name, 2);
	expect("ptsname_r(fd=%d, buflen=2) = 34 ERANGE", fd);
	tcgetsid(fd);
	expect("tcgetsid(fd=%d) = -1 ENOTTY", fd);
	close(fd);
}

static void refused(void)
{
	char name[40];

	tcdrain(-1);
	expect("tcdrain(fd=-1) = -1 EBADF");
	tcsendbreak(-1, 0);
	expect("tcsendbreak(fd=-1, duration=0) = -1 EBADF");
	tcsetpgrp(-1, 1);
	expect("tcsetpgrp(fd=-1, pgrp=PID) = -1 EBADF");
	ttyname_r(-1, name, sizeof(name));
	expect("ttyname_r(fd=-1, buflen=40) = 9 EBADF");
	login_tty(-1);
	expect("login_tty(fd=-1) = -1 EBADF");
	ctermid(name);
	expect("ctermid(s=PTR) = \"/dev/tty\"");
}

static void sockets(void)
{
	struct mmsghdr one = {0};
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends))
		return;
	sockatmark(ends[0]);
	expect("sockatmark(sockfd=%d) = -1 EOPNOTSUPP", ends[0]);
	isfdtype(ends[0], 1);
	expect("isfdtype(fd=%d, fdtype=1) = 0", ends[0]);
	recvmmsg(ends[0], &one, 1, MSG_DONTWAIT, NULL);
	expect("recvmmsg(sockfd=%d, vlen=1, flags=MSG_DONTWAIT, timeout=NULL) "
	       "= -1 EAGAIN",
	       ends[0]);
}

int main(void)
{
	pairs();
	refused();
	sockets();
	return 0;
}
