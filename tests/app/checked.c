/* SPDX-License-Identifier: MIT */
/* What programs call that are compiled with -D_FORTIFY_SOURCE. */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/app/expect.h"

ssize_t __read_chk(int fd, void *buf, size_t nbytes, size_t buflen);
ssize_t __pread_chk(int fd, void *buf, size_t nbytes, off_t offset,
		    size_t bufsize);
ssize_t __readlink_chk(const char *pathname, char *buf, size_t len,
		       size_t buflen);
char *__getcwd_chk(char *buf, size_t size, size_t buflen);
size_t __fread_chk(void *ptr, size_t ptrlen, size_t size, size_t nmemb,
		   FILE *stream);
char *__fgets_chk(char *s, size_t slen, int size, FILE *stream);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __snprintf_chk(char *str, size_t size, int flag, size_t slen,
		   const char *format, ...);
int __sprintf_chk(char *str, int flag, size_t slen, const char *format, ...);
int __poll_chk(struct pollfd *fds, nfds_t nfds, int timeout, size_t fdslen);
ssize_t __recv_chk(int sockfd, void *buf, size_t len, size_t buflen, int flags);
ssize_t __recvfrom_chk(int sockfd, void *buf, size_t len, size_t buflen,
		       int flags, struct sockaddr *addr, socklen_t *addrlen);
int __gethostname_chk(char *name, size_t len, size_t namelen);

static char text[64];

static void streams(void)
{
	FILE *f = fopen("file", "w+");

	expect("__fprintf_chk(stream=PTR, flag=1, format=\"%%s\\n%%d\", "
	       "...=[\"a\", 12], text=\"a\\n12\") = %d",
	       __fprintf_chk(f, 1, "%s\n%d", "a", 12));
	rewind(f);
	__fgets_chk(text, 64, 20, f);
	expect("__fgets_chk(s=\"a\\n\", slen=64, size=20, stream=PTR) = PTR");
	expect("__fread_chk(ptr=\"12\", ptrlen=64, size=1, nmemb=9, "
	       "stream=PTR) = %zu",
	       __fread_chk(text, 64, 1, 9, f));
	expect("__snprintf_chk(str=\"1\", size=2, flag=1, slen=64, "
	       "format=\"%%d\", ...=[123]) = %d",
	       __snprintf_chk(text, 2, 1, 64, "%d", 123));
	expect("__sprintf_chk(str=\"123\", flag=1, slen=64, "
	       "format=\"%%d\", ...=[123]) = %d",
	       __sprintf_chk(text, 1, 64, "%d", 123));
}

static void descriptors(void)
{
	struct pollfd poll_in = {.fd = -1};
	int fd = open("file", O_RDONLY);

	expect("__read_chk(fd=%d, buf=\"a\\n1\", nbytes=3, buflen=64) = %zd",
	       fd, __read_chk(fd, text, 3, 64));
	expect("__pread_chk(fd=%d, buf=\"\\n12\", nbytes=9, offset=1, "
	       "bufsize=64) = %zd",
	       fd, __pread_chk(fd, text, 9, 1, 64));
	expect("__poll_chk(fds=[{fd=-1, events=0, revents=0}] => [{fd=-1, "
	       "events=0, revents=0}], nfds=1, timeout=0, fdslen=8) = %d",
	       __poll_chk(&poll_in, 1, 0, 8));
	__recv_chk(fd, text, 9, 64, MSG_PEEK);
	expect("__recv_chk(sockfd=%d, len=9, buflen=64, flags=MSG_PEEK) = -1 "
	       "ENOTSOCK",
	       fd);
	__recvfrom_chk(fd, text, 9, 64, 0, NULL, NULL);
	expect("__recvfrom_chk(sockfd=%d, len=9, buflen=64, flags=0) = -1 "
	       "ENOTSOCK",
	       fd);
}

int main(void)
{
	streams();
	descriptors();
	symlink("target", "link");
	expect("__readlink_chk(pathname=\"link\", buf=\"target\", len=64, "
	       "buflen=64) = %zd",
	       __readlink_chk("link", text, 64, 64));
	chdir("/");
	__getcwd_chk(text, 64, 64);
	expect("__getcwd_chk(buf=\"/\", size=64, buflen=64) = \"/\"");
	__gethostname_chk(text, 64, 64);
	expect("__gethostname_chk(name=\"%s\", len=64, namelen=64) = 0", text);
	return 0;
}
