/* SPDX-License-Identifier: MIT */
/* Terminals, and waiting with a mask of signals; names of the network. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <netdb.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "gen/api/libc/speeds.h"
#include "tests/app/expect.h"
#include "tests/app/pty.h"

#ifdef __B38400 /* since glibc 2.42 there are two: this one has a description  \
		 */
__asm__(".symver cfgetospeed, cfgetospeed@GLIBC_2.2.5");
#endif

#define SETTINGS                                                               \
	"c_iflag=ICRNL|IXON, c_oflag=OPOST|ONLCR, "                            \
	"c_cflag=B38400|CS8|CREAD%s, "                                         \
	"c_lflag=ISIG|ICANON|ECHO|ECHOE|ECHOK|ECHOCTL|ECHOKE|IEXTEN, "         \
	"c_line=0, c_cc=[3, 28, 127, 21, 4, 0, 1, 0, 17, 19, 26, 0, 18, 15, "  \
	"23, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "            \
	"c_ispeed=%u, c_ospeed=%u"
/* since glibc 2.42 the input's speed is there, too */
#define SPEEDS                                                                 \
	settings.c_cflag &CIBAUD ? "|0xf0000" : "", settings.c_ispeed,         \
		settings.c_ospeed

static void terminals(void)
{
	struct winsize size = {3, 4, 0, 0};
	struct termios settings;
	int master, slave;

#if __GLIBC_PREREQ(2, 34)
	openpty(&master, &slave, NULL, NULL, &size);
	expect("openpty(amaster=%d, aslave=%d, name=NULL, termp=NULL, "
	       "winp={ws_row=3, ws_col=4, ws_xpixel=0, ws_ypixel=0}) = 0",
	       master, slave);
#else
	make_pty(&master, &slave, &size);
#endif
	tcgetattr(slave, &settings);
	expect("tcgetattr(fd=%d, termios_p={" SETTINGS "}) = 0", slave, SPEEDS);
	tcsetattr(slave, TCSADRAIN, &settings);
	expect("tcsetattr(fd=%d, optional_actions=TCSADRAIN, "
	       "termios_p={" SETTINGS "}) = 0",
	       slave, SPEEDS);
	cfgetospeed(&settings);
	expect("cfgetospeed(termios_p={" SETTINGS "}) = B38400", SPEEDS);
	tcflush(slave, TCIOFLUSH);
	expect("tcflush(fd=%d, queue_selector=TCIOFLUSH) = 0", slave);
	tcflow(slave, TCOON);
	expect("tcflow(fd=%d, action=TCOON) = 0", slave);
	tcgetpgrp(slave);
	expect("tcgetpgrp(fd=%d) = -1 ENOTTY", slave);
	expect("ptsname(fd=%d) = \"%s\"", master, ptsname(master));
	expect("ttyname(fd=%d) = \"%s\"", slave, ttyname(slave));
	ttyname(-1);
	expect("ttyname(fd=-1) = NULL EBADF");
}

static void waiting(void)
{
	struct timespec none = {0, 0};
	struct epoll_event event;
	struct pollfd p = {0, POLLIN, 0};
	int fd = epoll_create1(0), null = open("/dev/null", O_RDONLY);
	sigset_t set;
	fd_set in;

	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	p.fd = null;
	ppoll(&p, 1, &none, &set);
	expect("ppoll(fds=[{fd=%d, events=POLLIN, revents=0}] => [{fd=%d, "
	       "events=POLLIN, revents=POLLIN}], nfds=1, tmo_p={tv_sec=0, "
	       "tv_nsec=0}, sigmask={SIGHUP}) = 1",
	       null, null);
	FD_ZERO(&in);
	FD_SET(null, &in);
	sigfillset(&set);
	pselect(null + 1, &in, NULL, NULL, &none, &set);
	expect("pselect(nfds=%d, readfds={%d} => {%d}, writefds=NULL => NULL, "
	       "exceptfds=NULL => NULL, timeout={tv_sec=0, tv_nsec=0}, "
	       "sigmask=~{32 33}) = 1",
	       null + 1, null, null);
	epoll_pwait(fd, &event, 1, 0, NULL);
	expect("epoll_pwait(epfd=%d, events=[], maxevents=1, timeout=0, "
	       "sigmask=NULL) = 0",
	       fd);
}

static void network(void)
{
	struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(80)};
	char host[64], service[16], name[IF_NAMESIZE];

	inet_pton(AF_INET, "127.0.0.1", &in.sin_addr);
	expect("inet_pton(af=AF_INET, src=\"127.0.0.1\", "
	       "dst=\"\\177\\000\\000\\001\") = 1");
	inet_ntop(AF_INET, &in.sin_addr, host, sizeof(host));
	expect("inet_ntop(af=AF_INET, src=\"\\177\\000\\000\\001\", dst=PTR, "
	       "size=64) = \"127.0.0.1\"");
	(void)inet_addr("1.2.3.4");
	expect("inet_addr(cp=\"1.2.3.4\") = 1.2.3.4");
	getnameinfo((struct sockaddr *)&in, sizeof(in), host, sizeof(host),
		    service, sizeof(service), NI_NUMERICHOST | NI_NUMERICSERV);
	expect("getnameinfo(addr={AF_INET 127.0.0.1:80}, addrlen=16, "
	       "host=\"127.0.0.1\", hostlen=64, serv=\"80\", servlen=16, "
	       "flags=NI_NUMERICHOST|NI_NUMERICSERV) = 0");
	if_nametoindex("lo");
	expect("if_nametoindex(ifname=\"lo\") = 1");
	if_indextoname(1, name);
	expect("if_indextoname(ifindex=1, ifname=\"lo\") = PTR");
	if_nametoindex("no such");
	expect("if_nametoindex(ifname=\"no such\") = 0 ENODEV");
	expect("gai_strerror(errcode=EAI_AGAIN) = \"%s\"",
	       gai_strerror(EAI_AGAIN));
}

int main(void)
{
	terminals();
	waiting();
	network();
	return 0;
}
