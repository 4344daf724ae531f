/* SPDX-License-Identifier: MIT */
/*
 * Functions of files by path, and of folders.
 */
#include <dirent.h>
#include <fts.h>
#include <ftw.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <utime.h>

#include "tests/errors/try.h"

static struct stat status;
static struct statfs system_status;
static struct statvfs system_view;
static struct dirent **entries;
static DIR *folder, *gone_folder;
static FTS *tree;

static int visit(const char *path, const struct stat *s, int flag)
{
	(void)path;
	(void)s;
	(void)flag;
	return 0;
}

static int walk(const char *path, const struct stat *s, int flag, struct FTW *f)
{
	(void)f;
	return visit(path, s, flag);
}

/* A folder whose descriptor is closed. */
static DIR *open_gone(void)
{
	gone_folder = opendir(".");
	close(dirfd(gone_folder));
	return gone_folder;
}

static FTS *open_tree_of(const char *path)
{
	char *paths[] = {(char *)path, NULL};

	return fts_open(paths, FTS_PHYSICAL, NULL);
}

FAILS(__fxstat, SYMBOL(int, __fxstat, int, int, struct stat *)(1, -1, &status))
WORKS(__fxstat, SYMBOL(int, __fxstat, int, int, struct stat *)(1, 0, &status))
FAILS(__fxstatat, SYMBOL(int, __fxstatat, int, int, const char *, struct stat *,
			 int)(1, NO_FD, "x", &status, 0))
FAILS(__lxstat, SYMBOL(int, __lxstat, int, const char *,
		       struct stat *)(1, NO_PATH, &status))
FAILS(__xstat, SYMBOL(int, __xstat, int, const char *,
		      struct stat *)(1, NO_PATH, &status))
WORKS(__xstat,
      SYMBOL(int, __xstat, int, const char *, struct stat *)(1, "/", &status))
FAILS(__xmknod, SYMBOL(int, __xmknod, int, const char *, mode_t,
		       dev_t *)(0, NO_PATH, S_IFREG, &(dev_t){0}))
FAILS(__xmknodat, SYMBOL(int, __xmknodat, int, int, const char *, mode_t,
			 dev_t *)(0, NO_FD, "x", S_IFREG, &(dev_t){0}))
FAILS(__getcwd_chk,
      SYMBOL(char *, __getcwd_chk, char *, size_t, size_t)(buffer, 1, 9))
WORKS(__getcwd_chk,
      SYMBOL(char *, __getcwd_chk, char *, size_t, size_t)(buffer, 4096, 4096))
WORKS(__getwd_chk, SYMBOL(char *, __getwd_chk, char *, size_t)(buffer, 4096))
FAILS(__readlink_chk, SYMBOL(ssize_t, __readlink_chk, const char *, char *,
			     size_t, size_t)(NO_PATH, buffer, 9, 9))
FAILS(__readlinkat_chk,
      SYMBOL(ssize_t, __readlinkat_chk, int, const char *, char *, size_t,
	     size_t)(NO_FD, "x", buffer, 9, 9))
FAILS(__realpath_chk, SYMBOL(char *, __realpath_chk, const char *, char *,
			     size_t)(NO_PATH, buffer, 4096))
FAILS(access, access(NO_PATH, R_OK))
WORKS(access, access("/", R_OK))
FAILS(canonicalize_file_name, canonicalize_file_name(NO_PATH))
WORKS(canonicalize_file_name, canonicalize_file_name("/"))
FAILS(chdir, chdir(NO_PATH))
WORKS(chdir, chdir("."))
FAILS(chmod, chmod(NO_PATH, 0600))
WORKS(chmod, chmod("file", 0600))
FAILS(chown, chown(NO_PATH, 1, 1))
WORKS(chown, chown("file", (uid_t)-1, (gid_t)-1))
FAILS(chroot, chroot(NO_PATH))
FAILS(closedir, closedir(open_gone()))
WORKS(opendir, folder = opendir("."))
FAILS(opendir, opendir(NO_PATH))
WORKS(dirfd, dirfd(folder))
WORKS(readdir, readdir(folder))
FAILS(readdir, readdir(open_gone()))
WORKS(readdir_r, SYMBOL(int, readdir_r, DIR *, struct dirent *,
			struct dirent **)(folder, (struct dirent *)buffer,
					  &(struct dirent *){NULL}))
RETURNS(readdir_r,
	SYMBOL(int, readdir_r, DIR *, struct dirent *,
	       struct dirent **)(open_gone(), (struct dirent *)buffer,
				 &(struct dirent *){NULL}))
WORKS(telldir, telldir(folder))
WORKS(closedir, closedir(folder))
FAILS(euidaccess, euidaccess(NO_PATH, R_OK))
WORKS(euidaccess, euidaccess("/", R_OK))
FAILS(faccessat, faccessat(AT_FDCWD, NO_PATH, R_OK, 0))
WORKS(faccessat, faccessat(a_folder, "file", R_OK, 0))
FAILS(fchdir, fchdir(NO_FD))
WORKS(fchdir, fchdir(a_folder))
FAILS(fchmod, fchmod(NO_FD, 0600))
WORKS(fchmod, fchmod(a_file, 0600))
FAILS(fchmodat, fchmodat(NO_FD, "x", 0600, 0))
WORKS(fchmodat, fchmodat(a_folder, "file", 0600, 0))
FAILS(fchown, fchown(NO_FD, 1, 1))
WORKS(fchown, fchown(a_file, (uid_t)-1, (gid_t)-1))
FAILS(fchownat, fchownat(NO_FD, "x", 1, 1, 0))
WORKS(fchownat, fchownat(a_folder, "file", (uid_t)-1, (gid_t)-1, 0))
FAILS(fdopendir, fdopendir(a_file))
WORKS(fdopendir, fdopendir(open(".", O_RDONLY)))
FAILS(fgetxattr, fgetxattr(NO_FD, "user.x", buffer, 9))
FAILS(fgetxattr, fgetxattr(a_file, "user.none", buffer, 9))
FAILS(flistxattr, flistxattr(NO_FD, buffer, 9))
FAILS(fremovexattr, fremovexattr(NO_FD, "user.x"))
FAILS(fsetxattr, fsetxattr(NO_FD, "user.x", "v", 1, 0))
FAILS(getxattr, getxattr(NO_PATH, "user.x", buffer, 9))
FAILS(lgetxattr, lgetxattr(NO_PATH, "user.x", buffer, 9))
FAILS(listxattr, listxattr(NO_PATH, buffer, 9))
FAILS(llistxattr, llistxattr(NO_PATH, buffer, 9))
FAILS(removexattr, removexattr(NO_PATH, "user.x"))
FAILS(lremovexattr, lremovexattr(NO_PATH, "user.x"))
FAILS(setxattr, setxattr(NO_PATH, "user.x", "v", 1, 0))
FAILS(lsetxattr, lsetxattr(NO_PATH, "user.x", "v", 1, 0))
FAILS(fpathconf, fpathconf(NO_FD, _PC_LINK_MAX))
WORKS(fpathconf, fpathconf(a_file, _PC_LINK_MAX))
WORKS(fpathconf, fpathconf(a_file, _PC_SOCK_MAXBUF))
FAILS(pathconf, pathconf(NO_PATH, _PC_LINK_MAX))
WORKS(pathconf, pathconf("/", _PC_NAME_MAX))
FAILS(fstat, fstat(NO_FD, &status))
WORKS(fstat, fstat(a_file, &status))
FAILS(fstatat, fstatat(NO_FD, "x", &status, 0))
WORKS(fstatat, fstatat(a_folder, "file", &status, 0))
FAILS(fstatfs, fstatfs(NO_FD, &system_status))
WORKS(fstatfs, fstatfs(a_file, &system_status))
FAILS(fstatvfs, fstatvfs(NO_FD, &system_view))
WORKS(fstatvfs, fstatvfs(a_file, &system_view))
FAILS(fts_open, open_tree_of(""))
WORKS(fts_open, tree = open_tree_of("."))
FAILS(fts_set, fts_set(tree, NULL, 99))
FAILS(fts_children, fts_children(tree, 99))
WORKS(fts_read, fts_read(tree))
WORKS(fts_close, fts_close(tree))
FAILS(ftw, ftw(NO_PATH, visit, 3))
WORKS(ftw, ftw("file", visit, 3))
FAILS(nftw, nftw(NO_PATH, walk, 3, 0))
WORKS(nftw, nftw("file", walk, 3, 0))
FAILS(nftw64, nftw64(NO_PATH, (__nftw64_func_t)walk, 3, 0))
FAILS(futimens, futimens(NO_FD, NULL))
WORKS(futimens, futimens(a_file, NULL))
FAILS(futimes, futimes(NO_FD, NULL))
WORKS(futimes, futimes(a_file, NULL))
FAILS(futimesat, futimesat(NO_FD, "x", NULL))
WORKS(futimesat, futimesat(a_folder, "file", NULL))
WORKS(get_current_dir_name, get_current_dir_name())
FAILS(getcwd, getcwd(buffer, 1))
WORKS(getcwd, getcwd(buffer, 4096))
WORKS(getwd, SYMBOL(char *, getwd, char *)(buffer))
FAILS(getdents64, getdents64(NO_FD, buffer, sizeof(buffer)))
WORKS(getdents64, getdents64(a_folder, buffer, sizeof(buffer)))
FAILS(getdirentries, getdirentries(NO_FD, buffer, sizeof(buffer), &(off_t){0}))
FAILS(lchmod, lchmod(NO_PATH, 0600))
MAY_FAIL(lchmod, lchmod("file", 0600))
FAILS(lchown, lchown(NO_PATH, 1, 1))
WORKS(lchown, lchown("file", (uid_t)-1, (gid_t)-1))
FAILS(link, link(NO_PATH, "y"))
WORKS(link, link("file", "linked"))
FAILS(linkat, linkat(NO_FD, "x", NO_FD, "y", 0))
WORKS(linkat, linkat(a_folder, "file", a_folder, "linked2", 0))
FAILS(lstat, lstat(NO_PATH, &status))
WORKS(lstat, lstat("/", &status))
FAILS(lutimes, lutimes(NO_PATH, NULL))
WORKS(lutimes, lutimes("file", NULL))
FAILS(mkdir, mkdir(NO_PATH, 0700))
WORKS(mkdir, mkdir("made", 0700))
FAILS(mkdirat, mkdirat(NO_FD, "x", 0700))
WORKS(mkdirat, mkdirat(a_folder, "made2", 0700))
FAILS(mkdtemp, mkdtemp((char[]){"short"}))
WORKS(mkdtemp, mkdtemp((char[]){"foldXXXXXX"}))
FAILS(mkfifo, mkfifo(NO_PATH, 0600))
WORKS(mkfifo, mkfifo("fifo", 0600))
FAILS(mkfifoat, mkfifoat(NO_FD, "x", 0600))
WORKS(mkfifoat, mkfifoat(a_folder, "fifo2", 0600))
FAILS(mknod, mknod(NO_PATH, S_IFREG | 0600, 0))
WORKS(mknod, mknod("node", S_IFREG | 0600, 0))
FAILS(mknodat, mknodat(NO_FD, "x", S_IFREG | 0600, 0))
WORKS(mknodat, mknodat(a_folder, "node2", S_IFREG | 0600, 0))
FAILS(mkostemp, mkostemp((char[]){"short"}, O_CLOEXEC))
WORKS(mkostemp, mkostemp((char[]){"tempXXXXXX"}, O_CLOEXEC))
FAILS(mkostemps, mkostemps((char[]){"short"}, 0, O_CLOEXEC))
WORKS(mkostemps, mkostemps((char[]){"tempXXXXXX.c"}, 2, O_CLOEXEC))
FAILS(mkstemp, mkstemp((char[]){"short"}))
WORKS(mkstemp, mkstemp((char[]){"tempXXXXXX"}))
FAILS(mkstemps, mkstemps((char[]){"short"}, 0))
WORKS(mkstemps, mkstemps((char[]){"tempXXXXXX.c"}, 2))
FAILS(readlink, readlink(NO_PATH, buffer, 9))
WORKS(readlink, readlink("/proc/self/exe", buffer, 4096))
FAILS(readlinkat, readlinkat(NO_FD, "x", buffer, 9))
WORKS(readlinkat, readlinkat(AT_FDCWD, "/proc/self/exe", buffer, 4096))
FAILS(realpath, realpath(NO_PATH, buffer))
WORKS(realpath, realpath(".", buffer))
FAILS(rename, rename(NO_PATH, "y"))
WORKS(rename, rename("linked", "renamed"))
FAILS(renameat, renameat(NO_FD, "x", NO_FD, "y"))
WORKS(renameat, renameat(a_folder, "renamed", a_folder, "linked"))
FAILS(renameat2, renameat2(NO_FD, "x", NO_FD, "y", 0))
WORKS(renameat2, renameat2(a_folder, "linked", a_folder, "renamed", 0))
FAILS(remove, remove(NO_PATH))
WORKS(remove, remove("renamed"))
FAILS(revoke, revoke(NO_PATH))
FAILS(rmdir, rmdir(NO_PATH))
WORKS(rmdir, rmdir("made"))
FAILS(scandir, scandir(NO_PATH, &entries, NULL, alphasort))
WORKS(scandir, scandir(".", &entries, NULL, alphasort))
FAILS(scandirat, scandirat(NO_FD, "x", &entries, NULL, alphasort))
WORKS(scandirat, scandirat(a_folder, ".", &entries, NULL, alphasort))
FAILS(stat, stat(NO_PATH, &status))
WORKS(stat, stat("/", &status))
FAILS(statfs, statfs(NO_PATH, &system_status))
WORKS(statfs, statfs("/", &system_status))
FAILS(statvfs, statvfs(NO_PATH, &system_view))
WORKS(statvfs, statvfs("/", &system_view))
FAILS(statx, statx(NO_FD, "x", 0, STATX_ALL, (struct statx *)buffer))
WORKS(statx, statx(AT_FDCWD, "/", 0, STATX_ALL, (struct statx *)buffer))
FAILS(symlink, symlink("a", NO_PATH))
WORKS(symlink, symlink("a", "symbolic"))
FAILS(symlinkat, symlinkat("a", NO_FD, "x"))
WORKS(symlinkat, symlinkat("a", a_folder, "symbolic2"))
FAILS(syncfs, syncfs(NO_FD))
WORKS(tempnam, tempnam(".", "t"))
FAILS(truncate, truncate(NO_PATH, 5))
WORKS(truncate, truncate("file", 5))
FAILS(unlink, unlink(NO_PATH))
WORKS(unlink, unlink("symbolic"))
FAILS(unlinkat, unlinkat(NO_FD, "x", 0))
WORKS(unlinkat, unlinkat(a_folder, "symbolic2", 0))
FAILS(utime, utime(NO_PATH, NULL))
WORKS(utime, utime("file", NULL))
FAILS(utimensat, utimensat(NO_FD, "x", NULL, 0))
WORKS(utimensat, utimensat(a_folder, "file", NULL, 0))
FAILS(utimes, utimes(NO_PATH, NULL))
WORKS(utimes, utimes("file", NULL))
