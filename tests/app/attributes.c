/* SPDX-License-Identifier: MIT */
/* Files by folder descriptor, their attributes, copies between descriptors,
 * what becomes of them. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "tests/app/bits.h"
#include "tests/app/expect.h"

static const struct bit statx_bits[] = {
	BIT(STATX_ATTR_COMPRESSED), BIT(STATX_ATTR_IMMUTABLE),
	BIT(STATX_ATTR_APPEND),	    BIT(STATX_ATTR_NODUMP),
	BIT(STATX_ATTR_ENCRYPTED),  BIT(STATX_ATTR_AUTOMOUNT),
	BIT(STATX_ATTR_MOUNT_ROOT), BIT(STATX_ATTR_VERITY),
	BIT(STATX_ATTR_DAX),
};

static void statuses(void)
{
	char has[300], knows[300];
	struct statx x;

	statx(AT_FDCWD, "/", AT_STATX_DONT_SYNC, STATX_BASIC_STATS, &x);
	expect("statx(dirfd=AT_FDCWD, pathname=\"/\", "
	       "flags=AT_STATX_DONT_SYNC, mask=STATX_BASIC_STATS, "
	       "statxbuf={stx_mask=STATX_BASIC_STATS%s%s, stx_blksize=%u, "
	       "stx_attributes=%s, stx_nlink=%u, stx_uid=0, stx_gid=0, "
	       "stx_mode=S_IFDIR|0755, stx_ino=%llu, stx_size=%llu, "
	       "stx_blocks=%llu, stx_attributes_mask=%s, "
	       "stx_atime={tv_sec=TIME, tv_nsec=%u}, stx_btime={tv_sec=%s, "
	       "tv_nsec=%u}, stx_ctime={tv_sec=TIME, tv_nsec=%u}, "
	       "stx_mtime={tv_sec=TIME, tv_nsec=%u}, stx_rdev_major=0, "
	       "stx_rdev_minor=0, stx_dev_major=%u, stx_dev_minor=%u}) = 0",
	       x.stx_mask & STATX_BTIME ? "|STATX_BTIME" : "",
	       x.stx_mask & STATX_MNT_ID ? "|STATX_MNT_ID" : "", x.stx_blksize,
	       BIT_NAMES(has, statx_bits, x.stx_attributes), x.stx_nlink,
	       x.stx_ino, x.stx_size, x.stx_blocks,
	       BIT_NAMES(knows, statx_bits, x.stx_attributes_mask),
	       x.stx_atime.tv_nsec, x.stx_btime.tv_sec ? "TIME" : "0",
	       x.stx_btime.tv_nsec, x.stx_ctime.tv_nsec, x.stx_mtime.tv_nsec,
	       x.stx_dev_major, x.stx_dev_minor);
}

static void names(int dir)
{
	char text[8];

	mknod("pipe", S_IFIFO | 0640, 0);
	expect("mknod(pathname=\"pipe\", mode=S_IFIFO|0640, dev=0:0) = 0");
	mkfifoat(dir, "pipe", 0600);
	expect("mkfifoat(dirfd=%d, pathname=\"pipe\", mode=0600) = -1 EEXIST",
	       dir);
	linkat(dir, "pipe", dir, "two", AT_SYMLINK_FOLLOW);
	expect("linkat(olddirfd=%d, oldpath=\"pipe\", newdirfd=%d, "
	       "newpath=\"two\", flags=AT_SYMLINK_FOLLOW) = 0",
	       dir, dir);
	symlinkat("target", dir, "link");
	expect("symlinkat(target=\"target\", newdirfd=%d, linkpath=\"link\") "
	       "= 0",
	       dir);
	readlinkat(dir, "link", text, sizeof(text));
	expect("readlinkat(dirfd=%d, pathname=\"link\", buf=\"target\", "
	       "bufsiz=8) = 6",
	       dir);
	renameat2(dir, "two", dir, "pipe", RENAME_NOREPLACE);
	expect("renameat2(olddirfd=%d, oldpath=\"two\", newdirfd=%d, "
	       "newpath=\"pipe\", flags=RENAME_NOREPLACE) = -1 EEXIST",
	       dir, dir);
	renameat(dir, "two", dir, "three");
	expect("renameat(olddirfd=%d, oldpath=\"two\", newdirfd=%d, "
	       "newpath=\"three\") = 0",
	       dir, dir);
	faccessat(dir, "three", R_OK | W_OK, AT_EACCESS);
	expect("faccessat(dirfd=%d, pathname=\"three\", mode=R_OK|W_OK, "
	       "flags=AT_EACCESS) = 0",
	       dir);
	fchmodat(dir, "three", 0611, 0);
	expect("fchmodat(dirfd=%d, pathname=\"three\", mode=0611, flags=0) = "
	       "0",
	       dir);
	fchownat(dir, "no", 1, 2, AT_SYMLINK_NOFOLLOW);
	expect("fchownat(dirfd=%d, pathname=\"no\", owner=1, group=2, "
	       "flags=AT_SYMLINK_NOFOLLOW) = -1 ENOENT",
	       dir);
	lchown("no", 1, 2);
	expect("lchown(pathname=\"no\", owner=1, group=2) = -1 ENOENT");
	fchdir(dir);
	expect("fchdir(fd=%d) = 0", dir);
}

static void attributes(int fd)
{
	char value[16];

	fsetxattr(fd, "user.a", "bc", 2, XATTR_CREATE);
	expect("fsetxattr(fd=%d, name=\"user.a\", value=\"bc\", size=2, "
	       "flags=XATTR_CREATE) = 0",
	       fd);
	fgetxattr(fd, "user.a", value, sizeof(value));
	expect("fgetxattr(fd=%d, name=\"user.a\", value=\"bc\", size=16) = 2",
	       fd);
	flistxattr(fd, value, sizeof(value));
	expect("flistxattr(fd=%d, list=\"user.a\\000\", size=16) = 7", fd);
	getxattr("no", "user.a", NULL, 0);
	expect("getxattr(path=\"no\", name=\"user.a\", size=0) = -1 ENOENT");
	fremovexattr(fd, "user.a");
	expect("fremovexattr(fd=%d, name=\"user.a\") = 0", fd);
}

static void contents(int fd)
{
	int other = memfd_create("other", MFD_CLOEXEC), ends[2];
	off_t off = 1;

	expect("memfd_create(name=\"other\", flags=MFD_CLOEXEC) = %d", other);
	fallocate(other, FALLOC_FL_KEEP_SIZE, 0, 4096);
	expect("fallocate(fd=%d, mode=FALLOC_FL_KEEP_SIZE, offset=0, "
	       "len=4096) = 0",
	       other);
	posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	expect("posix_fadvise(fd=%d, offset=0, len=0, "
	       "advice=POSIX_FADV_SEQUENTIAL) = 0",
	       fd);
	sendfile(other, fd, &off, 100);
	expect("sendfile(out_fd=%d, in_fd=%d, offset=1 => 4, count=100) = 3",
	       other, fd);
	pipe(ends);
	off = 0;
	splice(fd, &off, ends[1], NULL, 2, SPLICE_F_MOVE | SPLICE_F_MORE);
	expect("splice(fd_in=%d, off_in=0 => 2, fd_out=%d, off_out=NULL => "
	       "NULL, len=2, flags=SPLICE_F_MOVE|SPLICE_F_MORE) = 2",
	       fd, ends[1]);
	lockf(fd, F_TEST, 0);
	expect("lockf(fd=%d, cmd=F_TEST, len=0) = 0", fd);
	readahead(-1, 7, 8);
	expect("readahead(fd=-1, offset=7, count=8) = -1 EBADF");
}

static void events(void)
{
	int fd = eventfd(3, EFD_NONBLOCK);
	eventfd_t value;

	expect("eventfd(count=3, flags=EFD_NONBLOCK) = %d", fd);
	eventfd_read(fd, &value);
	expect("eventfd_read(fd=%d, value=3) = 0", fd);
	eventfd_write(fd, 9);
	expect("eventfd_write(fd=%d, value=9) = 0", fd);
	close(fd);
	fd = inotify_init1(IN_CLOEXEC);
	expect("inotify_init1(flags=IN_CLOEXEC) = %d", fd);
	inotify_add_watch(fd, "no", IN_CREATE | IN_DELETE | IN_ONESHOT);
	expect("inotify_add_watch(fd=%d, pathname=\"no\", "
	       "mask=IN_CREATE|IN_DELETE|IN_ONESHOT) = -1 ENOENT",
	       fd);
	inotify_rm_watch(fd, 5);
	expect("inotify_rm_watch(fd=%d, wd=5) = -1 EINVAL", fd);
}

static void entries(void)
{
	char buffer[512], name[] = "tmpXXXXXX";
	struct dirent64 *e = (struct dirent64 *)buffer, *f;
	int dir, fd;

	mkdir("empty", 0700);
	dir = open("empty", O_RDONLY);
	getdents64(dir, buffer, sizeof(buffer));
	f = (struct dirent64 *)(buffer + e->d_reclen);
	expect("getdents64(fd=%d, buffer=[{d_ino=%lu, d_off=%ld, d_reclen=24, "
	       "d_type=DT_DIR, d_name=\"%s\"}, {d_ino=%lu, d_off=%ld, "
	       "d_reclen=24, d_type=DT_DIR, d_name=\"%s\"}], length=512) = "
	       "48",
	       dir, e->d_ino, e->d_off, e->d_name, f->d_ino, f->d_off,
	       f->d_name);
	fd = mkstemp(name);
	expect("mkstemp(template=\"tmpXXXXXX\" => \"%s\") = %d", name, fd);
}

int main(void)
{
	int dir = open(".", O_RDONLY),
	    fd = open("file", O_RDWR | O_CREAT, 0600);

	write(fd, "abcd", 4);
	statuses();
	names(dir);
	attributes(fd);
	contents(fd);
	events();
	entries();
	return 0;
}
