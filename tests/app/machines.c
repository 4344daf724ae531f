/* SPDX-License-Identifier: MIT */
/* What the machine says of itself, its tables of file systems, and orders that
 * the kernel refuses. They change nothing, even as root. */
#include <errno.h>
#include <fcntl.h>
#include <fstab.h>
#include <mntent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#ifdef __x86_64__
#include <sys/io.h>
#endif
#include <sys/mount.h>
#include <sys/quota.h>
#include <sys/random.h>
#include <sys/reboot.h>
#include <sys/swap.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "tests/app/expect.h"

#if __GLIBC_PREREQ(2, 32)
#define REFUSED strerrorname_np(errno)
#else
#define REFUSED                                                                \
	(errno == EPERM	   ? "EPERM"                                           \
	 : errno == ENOENT ? "ENOENT"                                          \
	 : errno == ENOSYS ? "ENOSYS"                                          \
			   : "EINVAL")
#endif

int init_module(const void *image, unsigned long len, const char *values);
int delete_module(const char *name, unsigned int flags);
int pivot_root(const char *new_root, const char *put_old);

static volatile size_t too_long = 1000;

static void figures(void)
{
	char text[200];
	volatile long n;

	n = sysconf(_SC_PAGESIZE);
	expect("sysconf(name=_SC_PAGESIZE) = %ld", n);
	sysconf(-1);
	expect("sysconf(name=-1) = -1 EINVAL");
	confstr(_CS_PATH, text, sizeof(text));
	expect("confstr(name=_CS_PATH, buf=\"%s\", size=200) = %zu", text,
	       strlen(text) + 1);
	getauxval(AT_PAGESZ);
	expect("getauxval(type=AT_PAGESZ) = 0x%lx", n);
	n = get_nprocs();
	expect("get_nprocs() = %ld", n);
	n = get_nprocs_conf();
	expect("get_nprocs_conf() = %ld", n);
	n = get_phys_pages();
	expect("get_phys_pages() = %ld", n);
	n = getpagesize();
	expect("getpagesize() = %ld", n);
	getdomainname(text, sizeof(text));
	expect("getdomainname(name=\"%s\", len=200) = 0", text);
	getentropy(text, 0);
	expect("getentropy(buffer=\"\", length=0) = 0");
	setdomainname("long", too_long);
	expect("setdomainname(name=\"long\", len=1000) = -1 %s", REFUSED);
	sethostname("long", too_long);
	expect("sethostname(name=\"long\", len=1000) = -1 %s", REFUSED);
}

static void tables(void)
{
	struct mntent one = {"none", "/there", "tmpfs", "ro,noexec", 1, 2}, two;
	char text[200];
	FILE *f;

	f = setmntent("machines-table", "w+");
	expect("setmntent(filename=\"machines-table\", type=\"w+\") = PTR");
	addmntent(f, &one);
	expect("addmntent(stream=PTR, mnt={mnt_fsname=\"none\", "
	       "mnt_dir=\"/there\", mnt_type=\"tmpfs\", "
	       "mnt_opts=\"ro,noexec\", mnt_freq=1, mnt_passno=2}) = 0");
	rewind(f);
	getmntent(f);
	expect("getmntent(stream=PTR) = {mnt_fsname=\"none\", "
	       "mnt_dir=\"/there\", mnt_type=\"tmpfs\", "
	       "mnt_opts=\"ro,noexec\", mnt_freq=1, mnt_passno=2}");
	rewind(f);
	getmntent_r(f, &two, text, sizeof(text));
	expect("getmntent_r(streamp=PTR, mntbuf={mnt_fsname=\"none\", "
	       "mnt_dir=\"/there\", mnt_type=\"tmpfs\", "
	       "mnt_opts=\"ro,noexec\", mnt_freq=1, mnt_passno=2}, buf=PTR, "
	       "buflen=200) = PTR");
	hasmntopt(&two, "noexec");
	expect("hasmntopt(mnt={mnt_fsname=\"none\", mnt_dir=\"/there\", "
	       "mnt_type=\"tmpfs\", mnt_opts=\"ro,noexec\", mnt_freq=1, "
	       "mnt_passno=2}, opt=\"noexec\") = \"noexec\"");
	getmntent(f);
	expect("getmntent(stream=PTR) = NULL");
	endmntent(f);
	expect("endmntent(streamp=PTR) = 1");
	unlink("machines-table");
}

static void mounts(void)
{
	mount("none", "/no/such", "tmpfs", MS_RDONLY | MS_NOSUID, NULL);
	expect("mount(source=\"none\", target=\"/no/such\", "
	       "filesystemtype=\"tmpfs\", mountflags=MS_RDONLY|MS_NOSUID, "
	       "data=NULL) = -1 %s",
	       REFUSED);
	umount("/no/such");
	expect("umount(target=\"/no/such\") = -1 %s", REFUSED);
	umount2("/no/such", MNT_DETACH | UMOUNT_NOFOLLOW);
	expect("umount2(target=\"/no/such\", flags=MNT_DETACH|UMOUNT_NOFOLLOW) "
	       "= -1 %s",
	       REFUSED);
	pivot_root("/no/such", "/no/such/old");
	expect("pivot_root(new_root=\"/no/such\", put_old=\"/no/such/old\") = "
	       "-1 %s",
	       REFUSED);
	swapon("/no/such", SWAP_FLAG_PREFER);
	expect("swapon(path=\"/no/such\", swapflags=SWAP_FLAG_PREFER) = -1 %s",
	       REFUSED);
	swapoff("/no/such");
	expect("swapoff(path=\"/no/such\") = -1 %s", REFUSED);
#if __GLIBC_PREREQ(2, 36)
	fsopen("no-such-kind", FSOPEN_CLOEXEC);
	expect("fsopen(fs_name=\"no-such-kind\", flags=FSOPEN_CLOEXEC) = -1 %s",
	       REFUSED);
	fsconfig(-1, FSCONFIG_SET_STRING, "key", "value", 0);
	expect("fsconfig(fd=-1, cmd=FSCONFIG_SET_STRING, key=\"key\", "
	       "value=\"value\", aux=0) = -1 %s",
	       REFUSED);
	fsmount(-1, FSMOUNT_CLOEXEC, MOUNT_ATTR_RDONLY);
	expect("fsmount(fd=-1, flags=FSMOUNT_CLOEXEC, "
	       "ms_flags=MOUNT_ATTR_RDONLY) = -1 %s",
	       REFUSED);
	fspick(AT_FDCWD, "/no/such", FSPICK_CLOEXEC);
	expect("fspick(dfd=AT_FDCWD, path=\"/no/such\", flags=FSPICK_CLOEXEC) "
	       "= -1 %s",
	       REFUSED);
	open_tree(AT_FDCWD, "/no/such", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
	expect("open_tree(dfd=AT_FDCWD, filename=\"/no/such\", "
	       "flags=OPEN_TREE_CLONE|OPEN_TREE_CLOEXEC) = -1 %s",
	       REFUSED);
	move_mount(-1, "", AT_FDCWD, "/no", MOVE_MOUNT_F_EMPTY_PATH);
	expect("move_mount(from_dfd=-1, from_pathname=\"\", to_dfd=AT_FDCWD, "
	       "to_pathname=\"/no\", flags=MOVE_MOUNT_F_EMPTY_PATH) = -1 %s",
	       REFUSED);
#endif
}

static void orders(void)
{
#if __GLIBC_PREREQ(2, 36)
	struct mount_attr attr = {.attr_set = MOUNT_ATTR_RDONLY};

	mount_setattr(-1, "no/such", AT_RECURSIVE, &attr, sizeof(attr));
	expect("mount_setattr(dfd=-1, path=\"no/such\", flags=AT_RECURSIVE, "
	       "uattr={attr_set=MOUNT_ATTR_RDONLY, attr_clr=0, propagation=0, "
	       "userns_fd=0}, usize=32) = -1 %s",
	       REFUSED);
#endif
	init_module("none", 4, "");
	expect("init_module(module_image=\"none\", len=4, param_values=\"\") = "
	       "-1 %s",
	       REFUSED);
	delete_module("no-such-module", O_NONBLOCK);
	expect("delete_module(name=\"no-such-module\", flags=O_NONBLOCK) = -1 "
	       "%s",
	       REFUSED);
	reboot(0x12345);
	expect("reboot(cmd=74565) = -1 %s", REFUSED);
#ifdef __x86_64__
	ioperm(1 << 20, 1, 1);
	expect("ioperm(from=1048576, num=1, turn_on=1) = -1 %s", REFUSED);
#endif
	quotactl(-1, "/no/such", 0, NULL);
	expect("quotactl(cmd=-1, special=\"/no/such\", id=0, addr=NULL) = -1 "
	       "%s",
	       REFUSED);
}

int main(void)
{
	figures();
	tables();
	mounts();
	orders();
	return 0;
}
