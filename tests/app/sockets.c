/* SPDX-License-Identifier: MIT */
/* Addresses that do not fit, messages that do not, names of hosts. */
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/app/expect.h"

static void *volatile nowhere = (void *)8;

/* Who calls is always unnamed: two bytes of address. */
static void accepts(int server)
{
	struct sockaddr_un from;
	socklen_t n;
	int fd;

	n = sizeof(from);
	fd = accept(server, (struct sockaddr *)&from, &n);
	expect("accept(sockfd=%d, addr={AF_UNIX}, addrlen=110 => 2) = %d",
	       server, fd);
	n = 1;
	fd = accept4(server, (struct sockaddr *)&from, &n, SOCK_CLOEXEC);
	expect("accept4(sockfd=%d, addr=\"\\001\", addrlen=1 => 2, "
	       "flags=SOCK_CLOEXEC) = %d",
	       server, fd);
	fd = accept(server, NULL, NULL);
	expect("accept(sockfd=%d, addr=NULL, addrlen=NULL => NULL) = %d",
	       server, fd);
	accept(server, (struct sockaddr *)&from, nowhere);
	expect("accept(sockfd=%d, addrlen=PTR) = -1 EFAULT", server);
	accept(server, (struct sockaddr *)&from, &n);
	expect("accept(sockfd=%d, addrlen=2) = -1 EAGAIN", server);
}

static void servers(void)
{
	struct sockaddr_un name = {AF_UNIX, "s"};
	int server = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);

	expect("bind(sockfd=%d, addr={AF_UNIX \"s\"}, addrlen=3) = %d", server,
	       bind(server, (struct sockaddr *)&name, 3));
	expect("listen(sockfd=%d, backlog=9) = %d", server, listen(server, 9));
	for (int i = 0; i < 4; i++)
		connect(socket(AF_UNIX, SOCK_STREAM, 0),
			(struct sockaddr *)&name, 3);
	accepts(server);
	bind(-1, nowhere, 9);
	expect("bind(sockfd=-1, addr=PTR, addrlen=9) = -1 EBADF");
}

/* A message longer than the buffer; and where it comes from. */
static void messages(void)
{
	struct sockaddr_in to = {.sin_family = AF_INET}, from;
	int a = socket(AF_INET, SOCK_DGRAM, 0);
	int b = socket(AF_INET, SOCK_DGRAM, 0);
	socklen_t n = sizeof(to);
	char buffer[8];

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	bind(a, (struct sockaddr *)&to, n);
	getsockname(a, (struct sockaddr *)&to, &n);
	expect("bind(sockfd=4, addr={AF_INET 127.0.0.1:0}, addrlen=16) = 0");
	sendto(b, "question", 8, MSG_NOSIGNAL, (struct sockaddr *)&to, n);
	expect("sendto(sockfd=%d, buf=\"question\", len=8, "
	       "flags=MSG_NOSIGNAL, dest_addr={AF_INET 127.0.0.1:%d}, "
	       "addrlen=16) = 8",
	       b, ntohs(to.sin_port));
	expect("recv(sockfd=%d, buf=\"que\", len=3, flags=MSG_PEEK|MSG_TRUNC) "
	       "= %zd",
	       a, recv(a, buffer, 3, MSG_PEEK | MSG_TRUNC));
	n = 4;
	recvfrom(a, buffer, 8, 0, (struct sockaddr *)&from, &n);
	expect("recvfrom(sockfd=%d, buf=\"question\", len=8, flags=0, "
	       "src_addr={AF_INET sin_port=%d}, addrlen=4 => 16) = 8",
	       a, ntohs(from.sin_port));
	sendto(b, "", 0, 0, (struct sockaddr *)&to, 16);
	expect("sendto(sockfd=%d, buf=\"\", len=0, flags=0, "
	       "dest_addr={AF_INET 127.0.0.1:%d}, addrlen=16) = 0",
	       b, ntohs(to.sin_port));
	expect("recvfrom(sockfd=%d, buf=\"\", len=8, flags=MSG_DONTWAIT, "
	       "src_addr=NULL) = %zd",
	       a, recvfrom(a, buffer, 8, MSG_DONTWAIT, NULL, nowhere));
	recv(a, buffer, 8, MSG_DONTWAIT);
	expect("recv(sockfd=%d, len=8, flags=MSG_DONTWAIT) = -1 EAGAIN", a);
}

/* TCP throws away what it shall truncate: it never looks at the
 * buffer, which may be no memory. */
static void streams(void)
{
	struct sockaddr_in to = {.sin_family = AF_INET};
	int server = socket(AF_INET, SOCK_STREAM, 0);
	int client = socket(AF_INET, SOCK_STREAM, 0), fd;
	void *closed =
		mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	socklen_t n = sizeof(to);

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	listen(server, 1);
	expect("listen(sockfd=%d, backlog=1) = 0", server);
	getsockname(server, (struct sockaddr *)&to, &n);
	connect(client, (struct sockaddr *)&to, n);
	fd = accept(server, NULL, NULL);
	expect("accept(sockfd=%d, addr=NULL, addrlen=NULL => NULL) = %d",
	       server, fd);
	expect("send(sockfd=%d, buf=\"gone\", len=4, flags=0) = %zd", client,
	       send(client, "gone", 4, 0));
	expect("recv(sockfd=%d, buf=PTR, len=4, flags=MSG_TRUNC|MSG_WAITALL) = "
	       "%zd",
	       fd, recv(fd, closed, 4, MSG_TRUNC | MSG_WAITALL));
}

static void hosts(void)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE,
				 .ai_family = AF_INET,
				 .ai_socktype = SOCK_STREAM};
	struct addrinfo *list;
	char name[300];

	getaddrinfo("127.0.0.1", NULL, &hints, &list);
	expect("getaddrinfo(node=\"127.0.0.1\", service=NULL, "
	       "hints={ai_flags=AI_PASSIVE|AI_NUMERICHOST, ai_family=AF_INET, "
	       "ai_socktype=SOCK_STREAM, ai_protocol=IPPROTO_IP, "
	       "ai_addrlen=0, ai_addr=NULL, ai_canonname=NULL}, "
	       "res=[{ai_flags=AI_PASSIVE|AI_NUMERICHOST, "
	       "ai_family=AF_INET, ai_socktype=SOCK_STREAM, "
	       "ai_protocol=IPPROTO_TCP, ai_addrlen=16, "
	       "ai_addr={AF_INET 127.0.0.1:0}, ai_canonname=NULL}]) = 0");
	freeaddrinfo(list);
	expect("freeaddrinfo(res=PTR) = void");
	getaddrinfo("no number", "80", &hints, &list);
	expect("getaddrinfo(node=\"no number\", service=\"80\", "
	       "hints={ai_flags=AI_PASSIVE|AI_NUMERICHOST, ai_family=AF_INET, "
	       "ai_socktype=SOCK_STREAM, ai_protocol=IPPROTO_IP, "
	       "ai_addrlen=0, ai_addr=NULL, ai_canonname=NULL}) = "
	       "EAI_NONAME");
	gethostname(name, sizeof(name));
	expect("gethostname(name=\"%s\", len=300) = 0", name);
	gethostname(name, 1);
	expect("gethostname(len=1) = -1 ENAMETOOLONG");
}

int main(void)
{
	servers();
	for (int fd = 3; fd < 40; fd++)
		close(fd);
	open("/dev/null", O_RDONLY);
	messages();
	streams();
	hosts();
	return 0;
}
