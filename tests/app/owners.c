/* SPDX-License-Identifier: MIT */
/* Owners, modes, lengths, locks and links of files; who we are. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/app/expect.h"

static void by_descriptor(int fd)
{
	expect("ftruncate(fd=%d, length=5) = %d", fd, ftruncate(fd, 5));
	expect("fsync(fd=%d) = %d", fd, fsync(fd));
	expect("fdatasync(fildes=%d) = %d", fd, fdatasync(fd));
	expect("flock(fd=%d, operation=LOCK_EX|LOCK_NB) = %d", fd,
	       flock(fd, LOCK_EX | LOCK_NB));
	expect("fchmod(fd=%d, mode=0640) = %d", fd, fchmod(fd, 0640));
	expect("fchown(fd=%d, owner=4294967295, group=4294967295) = %d", fd,
	       fchown(fd, -1, -1));
}

static void by_name(void)
{
	char *name;

	expect("truncate(path=\"file\", length=3) = %d", truncate("file", 3));
	expect("chmod(pathname=\"file\", mode=0600) = %d", chmod("file", 0600));
	chown("no/such", 1, 2);
	expect("chown(pathname=\"no/such\", owner=1, group=2) = -1 ENOENT");
	expect("link(oldpath=\"file\", newpath=\"other\") = %d",
	       link("file", "other"));
	expect("symlink(target=\"/usr/..\", linkpath=\"link\") = %d",
	       symlink("/usr/..", "link"));
	expect("realpath(path=\"link\", resolved_path=NULL) = \"%s\"",
	       name = realpath("link", NULL));
	name = realpath("no/such", NULL);
	expect("realpath(path=\"no/such\", resolved_path=NULL) = NULL ENOENT");
	expect("remove(pathname=\"link\") = %d", remove("link"));
	(void)name;
}

static void a_folder(void)
{
	DIR *dir = fdopendir(open(".", O_DIRECTORY));

	expect("fdopendir(fd=4) = PTR");
	rewinddir(dir);
	expect("rewinddir(dirp=PTR) = void");
	dir = fdopendir(-1);
	expect("fdopendir(fd=-1) = NULL EBADF");
}

static void ourselves(void)
{
	static char entry[] = "OWNER=me";

	umask(022);
	expect("umask(mask=022) = 02");
	expect("getuid() = %u", getuid());
	expect("geteuid() = %u", geteuid());
	expect("getgid() = %u", getgid());
	expect("getegid() = %u", getegid());
	expect("putenv(string=\"OWNER=me\") = %d", putenv(entry));
	expect("unsetenv(name=\"OWNER\") = %d", unsetenv("OWNER"));
	expect("usleep(usec=1) = %d", usleep(1));
	expect("sleep(seconds=0) = %u", sleep(0));
}

int main(void)
{
	expect("umask(mask=02) = %#o", umask(02));
	by_descriptor(creat("file", 0600));
	by_name();
	a_folder();
	ourselves();
	return 0;
}
