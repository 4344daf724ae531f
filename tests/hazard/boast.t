#!/bin/bash
# SPDX-License-Identifier: MIT
# A library behind the recorder whose functions claim to have filled more than
# they were given. The recorder does not read what lies behind a buffer.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

plan 3

cat >boast.c <<'C'
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#define MORE (1 << 20)
struct iovec;
struct timespec;

ssize_t read(int fd, void *b, size_t n) { return n + MORE; }
ssize_t pread(int fd, void *b, size_t n, off_t o) { return n + MORE; }
ssize_t pread64(int fd, void *b, size_t n, off_t o) { return n + 9; }
ssize_t readv(int fd, const struct iovec *v, int n) { return MORE; }
ssize_t recv(int fd, void *b, size_t n, int f) { return n + MORE; }
ssize_t recvmsg(int fd, void *m, int f) { return MORE; }
int recvmmsg(int fd, void *m, unsigned n, int f, struct timespec *t)
{
	return n + MORE;
}
ssize_t getrandom(void *b, size_t n, unsigned f) { return n + MORE; }
size_t fread(void *b, size_t s, size_t n, FILE *f) { return n + MORE; }
size_t __fread_chk(void *b, size_t l, size_t s, size_t n, FILE *f)
{
	return n + MORE;
}
ssize_t readlink(const char *p, char *b, size_t n) { return n + MORE; }
ssize_t readlinkat(int d, const char *p, char *b, size_t n)
{
	return n + MORE;
}
ssize_t getdents64(int fd, void *b, size_t n) { return n + MORE; }
int epoll_wait(int fd, void *e, int n, int t) { return n + MORE; }
ssize_t mq_receive(int q, char *b, size_t n, unsigned *p) { return n + MORE; }
ssize_t msgrcv(int q, void *b, size_t n, long t, int f) { return n + MORE; }
ssize_t getxattr(const char *p, const char *k, void *b, size_t n)
{
	return n + MORE;
}
int getgroups(int n, gid_t *g) { return n + MORE; }
int getloadavg(double *a, int n) { return n + MORE; }
size_t strftime(char *b, size_t n, const char *f, const void *t)
{
	return n + MORE;
}
C
gcc -w -shared -fPIC -fno-builtin -o boast.so boast.c

cat >listen.c <<'C'
#include <dirent.h>
#include <mqueue.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

/* n bytes, with no memory behind them */
static void *buffer_at_end(size_t n)
{
	char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(p + 4096, 4096);
	return p + 4096 - n;
}

int main(void)
{
	char *p = buffer_at_end(40);
	struct iovec v = {p, 40};
	struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
	struct mmsghdr *mm = buffer_at_end(sizeof(*mm));
	FILE *f = fopen("/dev/null", "r");
	struct tm tm = {0};

	mm->msg_hdr = m;
	printf("%zd\n", read(0, p, 40));
	printf("%zd\n", pread(0, p, 40, 0));
	printf("%zd\n", pread64(0, p, 40, 0));
	printf("%zd\n", readv(0, &v, 1));
	printf("%zd\n", recv(0, p, 40, 0));
	printf("%zd\n", recvmsg(0, &m, 0));
	printf("%d\n", recvmmsg(0, mm, 1, 0, NULL));
	printf("%zd\n", getrandom(p, 40, 0));
	printf("%zd\n", fread(p, 8, 5, f));
	printf("%zd\n", readlink("x", p, 40));
	printf("%zd\n", readlinkat(0, "x", p, 40));
	printf("%zd\n", getdents64(0, p, 40));
	printf("%d\n", epoll_wait(
		0, buffer_at_end(sizeof(struct epoll_event)), 1, 0));
	printf("%zd\n", mq_receive(0, p, 40, NULL));
	printf("%zd\n", msgrcv(0, buffer_at_end(48), 40, 0, 0));
	printf("%zd\n", getxattr("x", "y", p, 40));
	printf("%d\n", getgroups(10, buffer_at_end(40)));
	printf("%d\n", getloadavg(buffer_at_end(40), 5));
	printf("%zu\n", strftime(p, 40, "%Y", &tm));
	printf("still there\n");
	return 0;
}
C
gcc -w -O1 -U_FORTIFY_SOURCE -D_GNU_SOURCE -o listen listen.c -lrt

# printed SETTING...: what the program prints when it is recorded so
printed() {
	rm -rf fxt && mkdir fxt
	timeout -s KILL 60 env LD_PRELOAD="$lib:./boast.so" \
		FXTRACE_OUTPUT="$tmp/fxt/" "$@" ./listen 2>&1
}
want=$(LD_PRELOAD=./boast.so ./listen)
is "$(printed)" "$want" 'what lies behind a buffer is not read'
is "$(printed FXTRACE_CALLS='+*')" "$want" 'nor with every function recorded'
unset FXTRACE_MODE
is "$(printed FXTRACE_FOR_REPLAY=yes FXTRACE_CALLS='+*')" "$want" \
	'nor with whole values'
