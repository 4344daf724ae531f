/* SPDX-License-Identifier: MIT */
/* What is behind pointers in structs: pieces of memory as far as they were
 * transferred, names, control messages; pointers that lead nowhere. */
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/app/expect.h"

static void *volatile nowhere = (void *)8;
static volatile int less = -1;

static void pieces(void)
{
	struct iovec in[2], out[3] = {{"hello ", 6}, {"world", 5}, {NULL, 0}};
	char few[4], many[100], file[] = "pieces";
	int fd = open(file, O_RDWR | O_CREAT, 0600), n;

	writev(fd, out, 3);
	expect("writev(fd=%d, iov=[{iov_base=\"hello \", iov_len=6}, "
	       "{iov_base=\"world\", iov_len=5}, {iov_base=NULL, iov_len=0}], "
	       "iovcnt=3) = 11",
	       fd);
	in[0] = (struct iovec){few, sizeof(few)};
	in[1] = (struct iovec){many, sizeof(many)};
	memset(many, 'x', sizeof(many));
	n = (int)preadv(fd, in, 2, 2);
	expect("preadv(fd=%d, iov=[{iov_base=\"llo \", iov_len=4}, "
	       "{iov_base=\"world\", iov_len=100}], iovcnt=2, offset=2) = %d",
	       fd, n);
	readv(fd, in, 2);
	expect("readv(fd=%d, iov=[{iov_base=\"\", iov_len=4}, {iov_base=\"\", "
	       "iov_len=100}], iovcnt=2) = 0",
	       fd);
	close(fd);
	fd = open("/dev/null", O_WRONLY);
	out[1].iov_base = nowhere;
	writev(fd, out, 2); /* which is not read */
	expect("writev(fd=%d, iov=[{iov_base=\"hello \", iov_len=6}, "
	       "{iov_base=PTR, iov_len=5}], iovcnt=2) = 11",
	       fd);
	writev(fd, nowhere, 2);
	expect("writev(fd=%d, iov=PTR, iovcnt=2) = -1 EFAULT", fd);
	writev(fd, out, less);
	expect("writev(fd=%d, iov=[], iovcnt=-1) = -1 EINVAL", fd);
	close(fd);
}

/* A descriptor and two pieces; and what the other side gets of them. */
static void rights(int from, int to)
{
	struct iovec out = {"some", 4}, in;
	char control[CMSG_SPACE(sizeof(int))] = {0}, buffer[9];
	struct msghdr msg = {.msg_iov = &out,
			     .msg_iovlen = 1,
			     .msg_control = control,
			     .msg_controllen = sizeof(control)};
	struct cmsghdr *head = CMSG_FIRSTHDR(&msg);

	*head = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
	memcpy(CMSG_DATA(head), &from, sizeof(int));
	sendmsg(from, &msg, MSG_NOSIGNAL);
	expect("sendmsg(sockfd=%d, msg={msg_name=NULL, msg_namelen=0, "
	       "msg_iov=[{iov_base=\"some\", iov_len=4}], msg_iovlen=1, "
	       "msg_control=[{cmsg_len=20, cmsg_level=SOL_SOCKET, "
	       "cmsg_type=SCM_RIGHTS, fds=[%d]}], msg_controllen=24, "
	       "msg_flags=0}, flags=MSG_NOSIGNAL) = 4",
	       from, from);
	in = (struct iovec){buffer, sizeof(buffer)};
	msg.msg_iov = &in;
	recvmsg(to, &msg, 0);
	expect("recvmsg(sockfd=%d, msg={msg_name=NULL, msg_namelen=0, "
	       "msg_iov=[{iov_base=\"some\", iov_len=9}], msg_iovlen=1, "
	       "msg_control=[{cmsg_len=20, cmsg_level=SOL_SOCKET, "
	       "cmsg_type=SCM_RIGHTS, fds=[%d]}], msg_controllen=24, "
	       "msg_flags=0}, flags=0) = 4",
	       to, *(int *)CMSG_DATA(head));
}

static void names(void)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
	struct iovec out = {"x", 1};
	struct msghdr msg = {.msg_name = &to,
			     .msg_namelen = sizeof(to),
			     .msg_iov = &out,
			     .msg_iovlen = 1};
	struct mmsghdr two[2] = {{.msg_hdr = msg}, {.msg_hdr = msg}};

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	sendmsg(-1, &msg, 0);
	expect("sendmsg(sockfd=-1, msg={msg_name={AF_INET 127.0.0.1:9}, "
	       "msg_namelen=16, msg_iov=[{iov_base=\"x\", iov_len=1}], "
	       "msg_iovlen=1, msg_control=NULL, msg_controllen=0, "
	       "msg_flags=0}, flags=0) = -1 EBADF");
	two[1].msg_hdr.msg_iov = nowhere;
	two[1].msg_hdr.msg_name = NULL;
	sendmmsg(-1, two, 2, 0);
	expect("sendmmsg(sockfd=-1, msgvec=[{msg_hdr={msg_name={AF_INET "
	       "127.0.0.1:9}, msg_namelen=16, msg_iov=[{iov_base=\"x\", "
	       "iov_len=1}], msg_iovlen=1, msg_control=NULL, "
	       "msg_controllen=0, msg_flags=0}, msg_len=0}, "
	       "{msg_hdr={msg_name=NULL, msg_namelen=16, msg_iov=PTR, "
	       "msg_iovlen=1, msg_control=NULL, msg_controllen=0, "
	       "msg_flags=0}, msg_len=0}], vlen=2, flags=0) = -1 EBADF");
	sendmsg(-1, nowhere, 0);
	expect("sendmsg(sockfd=-1, msg=PTR, flags=0) = -1 EBADF");
}

int main(void)
{
	int pair[2];

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	pieces();
	rights(pair[0], pair[1]);
	names();
	return 0;
}
