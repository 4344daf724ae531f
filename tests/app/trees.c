/* SPDX-License-Identifier: MIT */
/* Trees of files: walked, scanned, named. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "tests/app/expect.h"

static void expect_entry(const char *call, const FTSENT *e)
{
	expect("%s{fts_accpath=\"%s\", fts_path=\"%s\", fts_errno=%d, "
	       "fts_level=%d, fts_info=%s, fts_ino=%lu, fts_dev=%u:%u, "
	       "fts_nlink=%lu}",
	       call, e->fts_accpath, e->fts_path, e->fts_errno, e->fts_level,
	       e->fts_info == FTS_D ? "FTS_D" : "FTS_DP", e->fts_ino,
	       (unsigned)(e->fts_dev >> 8 & 0xfff),
	       (unsigned)(e->fts_dev & 0xff), (unsigned long)e->fts_nlink);
}

static void walk(void)
{
	char *paths[] = {"tree", NULL};
	FTSENT *entry;
	FTS *fts;

	fts = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	expect("fts_open(path_argv=[\"tree\"], "
	       "options=FTS_NOCHDIR|FTS_PHYSICAL, compar=NULL) = PTR");
	entry = fts_read(fts);
	expect_entry("fts_read(ftsp=PTR) = ", entry);
	fts_set(fts, entry, FTS_SKIP);
	expect("fts_set(ftsp=PTR, f=PTR, instr=FTS_SKIP) = 0");
	entry = fts_read(fts);
	expect_entry("fts_read(ftsp=PTR) = ", entry);
	fts_read(fts);
	expect("fts_read(ftsp=PTR) = NULL");
	fts_close(fts);
	expect("fts_close(ftsp=PTR) = 0");
}

static int stop(const char *path, const struct stat *st, int kind)
{
	return path[0] == 't' && st->st_size >= 0 && kind == FTW_D ? 5 : 0;
}

static int stop_there(const char *path, const struct stat *st, int kind,
		      struct FTW *where)
{
	return where->level == 0 ? stop(path, st, kind) : 0;
}

static void visits(void)
{
	struct dirent **names;
	volatile int order;
	int n;

	ftw("tree", stop, 3);
	expect("ftw(dirpath=\"tree\", func=PTR, descriptors=3) = 5");
	nftw("tree", stop_there, 3, FTW_PHYS | FTW_MOUNT);
	expect("nftw(dirpath=\"tree\", func=PTR, descriptors=3, "
	       "flags=FTW_PHYS|FTW_MOUNT) = 5");
	nftw("no/such", stop_there, 3, FTW_DEPTH);
	expect("nftw(dirpath=\"no/such\", func=PTR, descriptors=3, "
	       "flags=FTW_DEPTH) = -1 ENOENT");
	n = scandir("tree", &names, NULL, NULL);
	expect("scandir(dirp=\"tree\", namelist=PTR, selector=NULL, cmp=NULL) "
	       "= 2");
	order = alphasort((void *)names, (void *)names);
	expect("alphasort(a=PTR, b=PTR) = 0");
	order = versionsort((void *)names, (void *)names);
	expect("versionsort(a=PTR, b=PTR) = 0");
	(void)order;
	while (n > 0)
		free(names[--n]);
	free(names);
	scandirat(AT_FDCWD, "no/such", &names, NULL, versionsort);
	expect("scandirat(dirfd=AT_FDCWD, dirp=\"no/such\", selector=NULL, "
	       "cmp=PTR) = -1 ENOENT");
}

static void folders(void)
{
	char name[] = "tree/XXXXXX", file[] = "tree/fXXXXXX",
	     end[] = "tree/XXXXXX.c", two[] = "tree/XXXXXX.h";
	DIR *dir;
	long at;
	int fd;

	dir = opendir("tree");
	at = telldir(dir);
	expect("telldir(dirp=PTR) = %ld", at);
	seekdir(dir, at);
	expect("seekdir(dirp=PTR, loc=%ld) = void", at);
	fd = dirfd(dir);
	expect("dirfd(dirp=PTR) = %d", fd);
	closedir(dir);
	mkdtemp(name);
	expect("mkdtemp(template=\"tree/XXXXXX\") = \"%s\"", name);
	rmdir(name);
	fd = mkostemp(file, O_CLOEXEC);
	expect("mkostemp(template=\"tree/fXXXXXX\" => \"%s\", flags=O_CLOEXEC) "
	       "= %d",
	       file, fd);
	unlink(file);
	close(fd);
	fd = mkstemps(end, 2);
	expect("mkstemps(template=\"tree/XXXXXX.c\" => \"%s\", suffixlen=2) = "
	       "%d",
	       end, fd);
	unlink(end);
	close(fd);
	fd = mkostemps(two, 2, O_APPEND);
	expect("mkostemps(template=\"tree/XXXXXX.h\" => \"%s\", suffixlen=2, "
	       "flags=O_APPEND) = %d",
	       two, fd);
	unlink(two);
	close(fd);
}

static void names(void)
{
	char *here, *full, text[4096];

	here = get_current_dir_name();
	expect("get_current_dir_name() = \"%s\"", here);
	full = canonicalize_file_name("tree");
	expect("canonicalize_file_name(path=\"tree\") = \"%s\"", full);
	realpath("no/such", text);
	expect("realpath(path=\"no/such\", resolved_path=PTR) = NULL ENOENT");
	free(full);
	free(here);
	mkfifo("tree/no/such", 0600);
	expect("mkfifo(pathname=\"tree/no/such\", mode=0600) = -1 ENOENT");
	mknodat(AT_FDCWD, "tree", S_IFIFO | 0600, 0);
	expect("mknodat(dirfd=AT_FDCWD, pathname=\"tree\", mode=S_IFIFO|0600, "
	       "dev=0:0) = -1 EEXIST");
	lchmod("no/such", 0600);
	expect("lchmod(pathname=\"no/such\", mode=0600) = -1 %s",
	       __GLIBC_PREREQ(2, 32) ? "ENOENT" : "ENOSYS");
	euidaccess("tree", R_OK | X_OK);
	expect("euidaccess(pathname=\"tree\", mode=R_OK|X_OK) = 0");
	pathconf("tree", _PC_NO_TRUNC);
	expect("pathconf(path=\"tree\", name=_PC_NO_TRUNC) = 1");
	fpathconf(-1, _PC_PIPE_BUF);
	expect("fpathconf(fd=-1, name=_PC_PIPE_BUF) = -1 EBADF");
	chroot("no/such");
	expect("chroot(path=\"no/such\") = -1 ENOENT");
	syncfs(-1);
	expect("syncfs(fd=-1) = -1 EBADF");
}

static void times(void)
{
	struct timeval both[2] = {{1, 2}, {3, 4}};
	char value[4];

	futimes(-1, both);
	expect("futimes(fd=-1, times=[{tv_sec=TIME, tv_usec=2}, {tv_sec=TIME, "
	       "tv_usec=4}]) = -1 EBADF");
	lutimes("no/such", NULL);
	expect("lutimes(filename=\"no/such\", times=NULL) = -1 ENOENT");
	futimesat(AT_FDCWD, "tree/no", both);
	expect("futimesat(dirfd=AT_FDCWD, pathname=\"tree/no\", "
	       "times=[{tv_sec=TIME, tv_usec=2}, {tv_sec=TIME, tv_usec=4}]) = "
	       "-1 ENOENT");
	fstatfs(-1, (void *)value);
	expect("fstatfs(fd=-1) = -1 EBADF");
	fstatvfs(-1, (void *)value);
	expect("fstatvfs(fd=-1) = -1 EBADF");
	lgetxattr("no/such", "user.x", value, 4);
	expect("lgetxattr(path=\"no/such\", name=\"user.x\", size=4) = -1 "
	       "ENOENT");
	setxattr("no/such", "user.x", "1", 1, XATTR_CREATE);
	expect("setxattr(path=\"no/such\", name=\"user.x\", value=\"1\", "
	       "size=1, flags=XATTR_CREATE) = -1 ENOENT");
	lsetxattr("no/such", "user.x", "1", 1, 0);
	expect("lsetxattr(path=\"no/such\", name=\"user.x\", value=\"1\", "
	       "size=1, flags=0) = -1 ENOENT");
	listxattr("no/such", NULL, 0);
	expect("listxattr(path=\"no/such\", size=0) = -1 ENOENT");
	llistxattr("no/such", value, 4);
	expect("llistxattr(path=\"no/such\", size=4) = -1 ENOENT");
	removexattr("no/such", "user.x");
	expect("removexattr(path=\"no/such\", name=\"user.x\") = -1 ENOENT");
	lremovexattr("no/such", "user.x");
	expect("lremovexattr(path=\"no/such\", name=\"user.x\") = -1 ENOENT");
}

int main(void)
{
	mkdir("tree", 0700);
	walk();
	visits();
	folders();
	names();
	times();
	rmdir("tree");
	return 0;
}
