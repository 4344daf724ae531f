/* SPDX-License-Identifier: MIT */
/* Folders: entries, links, the current one; names relative to others. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "tests/app/expect.h"

static char *volatile nowhere = (char *)8;

static void entries(void)
{
	struct dirent *e;
	DIR *dir = opendir("folder");

	expect("opendir(name=\"folder\") = PTR");
	while ((e = readdir(dir)))
		expect("readdir(dirp=PTR) = {d_ino=%lu, d_off=%ld, "
		       "d_reclen=%u, d_type=%s, d_name=\"%s\"}",
		       e->d_ino, e->d_off, e->d_reclen,
		       e->d_type == DT_LNK ? "DT_LNK" : "DT_DIR", e->d_name);
	expect("readdir(dirp=PTR) = NULL");
	expect("closedir(dirp=PTR) = %d", closedir(dir));
	opendir("no/such");
	expect("opendir(name=\"no/such\") = NULL ENOENT");
}

static void expect_stat(const char *call, const struct stat *st)
{
	expect("%s, statbuf={st_dev=%u:%u, st_ino=%lu, "
	       "st_nlink=%lu, st_mode=%s|0%o, st_uid=%u, st_gid=%u, "
	       "st_rdev=%u:%u, "
	       "st_size=%ld, st_blksize=%ld, st_blocks=%ld, "
	       "st_atim={tv_sec=TIME, tv_nsec=%ld}, "
	       "st_mtim={tv_sec=TIME, tv_nsec=%ld}, "
	       "st_ctim={tv_sec=TIME, tv_nsec=%ld}}) = 0",
	       call, major(st->st_dev), minor(st->st_dev), st->st_ino,
	       (unsigned long)st->st_nlink,
	       S_ISLNK(st->st_mode) ? "S_IFLNK" : "S_IFDIR",
	       st->st_mode & 07777, st->st_uid, st->st_gid, major(st->st_rdev),
	       minor(st->st_rdev), st->st_size, (long)st->st_blksize,
	       st->st_blocks, st->st_atim.tv_nsec, st->st_mtim.tv_nsec,
	       st->st_ctim.tv_nsec);
}

static void links(int dir)
{
	char call[64], target[8];
	struct stat st;

	expect("readlink(pathname=\"folder/link\", buf=\"no/such\", bufsiz=8) "
	       "= %zd",
	       readlink("folder/link", target, 8));
	expect("readlink(pathname=\"folder/link\", buf=\"no/\", bufsiz=3) = "
	       "%zd",
	       readlink("folder/link", target, 3));
	readlink("folder", target, 8);
	expect("readlink(pathname=\"folder\", bufsiz=8) = -1 EINVAL");
	lstat("folder/link", &st);
	expect_stat("lstat(pathname=\"folder/link\"", &st);
	fstat(dir, &st);
	snprintf(call, sizeof(call), "fstat(fd=%d", dir);
	expect_stat(call, &st);
	fstatat(dir, "absent", &st, AT_SYMLINK_NOFOLLOW);
	expect("fstatat(dirfd=%d, pathname=\"absent\", "
	       "flags=AT_SYMLINK_NOFOLLOW) = -1 ENOENT",
	       dir);
	fstat(dir, (struct stat *)nowhere);
	expect("fstat(fd=%d) = -1 EFAULT", dir);
}

static void names(int dir)
{
	expect("mkdirat(dirfd=%d, pathname=\"in\", mode=0700) = %d", dir,
	       mkdirat(dir, "in", 0700));
	expect("rename(oldpath=\"folder/in\", newpath=\"folder/on\") = %d",
	       rename("folder/in", "folder/on"));
	expect("access(pathname=\"folder/on\", mode=R_OK|X_OK) = %d",
	       access("folder/on", R_OK | X_OK));
	access("folder/in", F_OK);
	expect("access(pathname=\"folder/in\", mode=F_OK) = -1 ENOENT");
	expect("unlinkat(dirfd=%d, pathname=\"on\", flags=AT_REMOVEDIR) = %d",
	       dir, unlinkat(dir, "on", AT_REMOVEDIR));
	expect("unlinkat(dirfd=AT_FDCWD, pathname=\"folder/link\", flags=0) = "
	       "%d",
	       unlinkat(AT_FDCWD, "folder/link", 0));
	expect("rmdir(pathname=\"folder\") = %d", rmdir("folder"));
	rmdir("folder");
	expect("rmdir(pathname=\"folder\") = -1 ENOENT");
}

static void current(void)
{
	char here[4096];

	expect("chdir(path=\"/\") = %d", chdir("/"));
	getcwd(here, sizeof(here));
	expect("getcwd(buf=\"/\", size=4096) = \"/\"");
	getcwd(NULL, 0);
	expect("getcwd(buf=NULL, size=0) = \"/\"");
	getcwd(here, 1);
	expect("getcwd(size=1) = NULL ERANGE");
}

int main(void)
{
	int dir;

	mkdir("folder", 0755);
	symlink("no/such", "folder/link");
	entries();
	dir = open("folder", O_DIRECTORY);
	links(dir);
	names(dir);
	current();
	return 0;
}
