/* SPDX-License-Identifier: MIT */
/* Descriptors, flag sets, memory read and written, enums, errno. */
#include <fcntl.h>
#include <unistd.h>

#include "tests/app/expect.h"

static char *volatile nowhere = (char *)8;

int main(void)
{
	char bytes[64];
	int dir, fd;

	fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0644);
	expect("open(pathname=\"file\", flags=O_RDWR|O_CREAT|O_TRUNC, "
	       "mode=0644) = %d",
	       fd);
	expect("write(fd=%d, buf=\"a\\tb\\000c\", count=5) = %zd", fd,
	       write(fd, "a\tb\0c", 5));
	expect("lseek(fd=%d, offset=-3, whence=SEEK_END) = %ld", fd,
	       lseek(fd, -3, SEEK_END));
	expect("read(fd=%d, buf=\"b\\000c\", count=64) = %zd", fd,
	       read(fd, bytes, sizeof(bytes)));
	expect("read(fd=%d, buf=\"\", count=64) = %zd", fd,
	       read(fd, bytes, sizeof(bytes)));
	lseek(fd, 0, 77);
	expect("lseek(fd=%d, offset=0, whence=77) = -1 EINVAL", fd);
	expect("close(fd=%d) = %d", fd, close(fd));
	close(fd);
	expect("close(fd=%d) = -1 EBADF", fd);
	open("no/such", O_RDONLY);
	expect("open(pathname=\"no/such\", flags=O_RDONLY) = -1 ENOENT");
	dir = open(".", O_DIRECTORY);
	expect("open(pathname=\".\", flags=O_RDONLY|O_DIRECTORY) = %d", dir);
	openat(AT_FDCWD, "no/such", O_RDONLY);
	expect("openat(dirfd=AT_FDCWD, pathname=\"no/such\", "
	       "flags=O_RDONLY) = -1 ENOENT");
	fd = openat(dir, "file", O_WRONLY | O_APPEND | O_CLOEXEC);
	expect("openat(dirfd=%d, pathname=\"file\", "
	       "flags=O_WRONLY|O_APPEND|O_CLOEXEC) = %d",
	       dir, fd);
	read(-1, bytes, 7);
	expect("read(fd=-1, count=7) = -1 EBADF");
	write(fd, nowhere, 9);
	expect("write(fd=%d, buf=PTR, count=9) = -1 EFAULT", fd);
	return 0;
}
