/* SPDX-License-Identifier: MIT */
/*
 * Nothing in a folder, in the paths or in the way of time leads an operation
 * out of the box. Next to the folder is a tree. It must stay as it is, to the
 * times of its inodes, and no part of it may be met.
 */
#include "tools/io/box.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/tap.h"

#define NOBODY 65534
#define MAX_INODES 16
#define N_DEEP 10000
#define N_ROUNDS 500
#define MAX_SWAPS 200000

static char dir[64];
static struct box box;
static struct stat inodes[MAX_INODES]; /* of the tree outside */
static unsigned n_inodes, n_met, n_known;
static uint64_t print_before;

static const char *at(const char *name)
{
	static char texts[2][PATH_MAX];
	static unsigned turn;

	snprintf(texts[++turn % 2], PATH_MAX, "%s/%s", dir, name);
	return texts[turn % 2];
}

static uint64_t mix(uint64_t sum, const void *bytes, size_t n)
{
	const unsigned char *byte = bytes;

	while (n--)
		sum = (sum ^ *byte++) * 0x100000001b3u;
	return sum;
}

/* Names, contents, attributes; the time of the last change shows all else. */
static uint64_t print_sum;

static int print_one(const char *path, const struct stat *st, int kind,
		     struct FTW *where)
{
	char text[256];
	ssize_t n = 0;
	int fd;

	(void)where;
	print_sum = mix(print_sum, path, strlen(path));
	print_sum = mix(print_sum, &st->st_ino, sizeof(st->st_ino));
	print_sum = mix(print_sum, &st->st_mode, sizeof(st->st_mode));
	print_sum = mix(print_sum, &st->st_nlink, sizeof(st->st_nlink));
	print_sum = mix(print_sum, &st->st_size, sizeof(st->st_size));
	print_sum = mix(print_sum, &st->st_mtim, sizeof(st->st_mtim));
	print_sum = mix(print_sum, &st->st_ctim, sizeof(st->st_ctim));
	if (kind == FTW_F && S_ISREG(st->st_mode)) {
		fd = open(path, O_RDONLY);
		n = read(fd, text, sizeof(text));
		close(fd);
	}
	print_sum = mix(print_sum, text, n > 0 ? (size_t)n : 0);
	if (n_inodes < MAX_INODES)
		inodes[n_inodes++] = *st;
	return 0;
}

static uint64_t print_outside(void)
{
	print_sum = 1;
	n_inodes = 0;
	nftw(at("out"), print_one, 20, FTW_PHYS);
	return print_sum;
}

static void put_file(const char *name, const char *text)
{
	int fd = open(at(name), O_CREAT | O_WRONLY | O_TRUNC, 0666);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		ok(false, "%s: %s", name, strerror(errno));
	close(fd);
}

static void put_link(const char *target, const char *name)
{
	if (symlink(target, at(name)))
		ok(false, "%s: %s", name, strerror(errno));
}

/* Else the attacks are not made: they would be on this machine. */
static bool is_box(void)
{
	struct stat st;

	return box_stat(&box, "/", true, &st) == 0 &&
	       st.st_ino != inodes[0].st_ino &&
	       box_stat(&box, "/proc/self", true, &st) == -ENOENT &&
	       box_stat(&box, at("out"), true, &st) == -ENOENT &&
	       box_stat(&box, "/../out", true, &st) == -ENOENT;
}

static void enter(void)
{
	char error[256] = "";

	/* in memory if that can be: a journal would be waited for */
	snprintf(dir, sizeof(dir), "%s/fxtrace-box-XXXXXX",
		 access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
	if (!mkdtemp(dir))
		exit(1);
	umask(0);
	mkdir(at("in"), 0777);
	mkdir(at("out"), 0777);
	mkdir(at("out/sub"), 0777);
	put_file("out/secret", "secret");
	put_file("out/sub/file", "another");
	put_link("secret", "out/link");
	print_before = print_outside();
	if (!ok(box_open(&box, at("in"), error, sizeof(error)), "%s", error) ||
	    !ok(is_box()))
		exit(1);
}

static void leave(void)
{
	char command[128];

	is_u64(print_outside(), print_before);
	is_u64(n_met, 0);
	box_close(&box);
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	if (system(command))
		diag("%s stays", dir);
}

/* A file that an operation has come to. */
static void meet(const char *path, const struct stat *st)
{
	for (unsigned i = 0; i < n_inodes; i++)
		if (st->st_ino == inodes[i].st_ino &&
		    st->st_dev == inodes[i].st_dev && n_met++ < 5)
			diag("%s leads out", path);
	n_known++;
}

static void attack_open(const char *path)
{
	static const int ways[] = {
		O_RDONLY,
		O_RDWR,
		O_WRONLY | O_APPEND,
		O_RDWR | O_CREAT,
		O_RDWR | O_CREAT | O_TRUNC,
		O_RDWR | O_CREAT | O_EXCL,
		O_RDONLY | O_DIRECTORY,
		O_PATH,
		O_RDWR | O_TMPFILE,
		O_WRONLY | O_TRUNC | O_NOFOLLOW,
	};
	struct stat st;

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		int fd = box_file(&box, path, ways[i], 0666);

		if (fd < 0)
			continue;
		if (fstat(fd, &st) == 0)
			meet(path, &st);
		(void)!write(fd, "evil", 4);
		(void)!fchmod(fd, 0775);
		close(fd);
	}
}

/* What finds or changes a file. */
static void attack_file(const char *path)
{
	char target[PATH_MAX];
	struct stat st;

	for (int follow = 0; follow < 2; follow++) {
		if (box_stat(&box, path, follow, &st) == 0)
			meet(path, &st);
		box_access(&box, path, W_OK, follow);
		box_chmod(&box, path, 0775, follow);
		box_utimens(&box, path, NULL, follow);
	}
	box_readlink(&box, path, target, sizeof(target));
	box_truncate(&box, path, 2);
	attack_open(path);
}

/* What makes or takes away a name. */
static void attack_name(const char *path)
{
	box_mkdir(&box, path, 0777);
	box_mkfifo(&box, path, 0666);
	box_symlink(&box, "target", path);
	box_link(&box, "/f", path, true);
	box_link(&box, path, "/n1", false);
	box_link(&box, path, "/n2", true);
	box_rename(&box, "/f", path, RENAME_NOREPLACE);
	box_rename(&box, path, "/f", RENAME_EXCHANGE);
	box_rename(&box, "/d", path, 0);
	box_rename(&box, path, "/n3", 0);
	box_rmdir(&box, path);
	box_unlink(&box, path);
	box_remove(&box, path);
}

/* Everything that there is, and what is met by it. */
static void attack(const char *path)
{
	attack_file(path);
	attack_name(path);
	attack_file("/n1");
	attack_file("/n2");
	attack_file("/n3/secret");
}

static void populate(void)
{
	char command[256], target[PATH_MAX];

	snprintf(command, sizeof(command), "rm -rf %s/in/* %s/in/.[!.]*", dir,
		 dir);
	if (system(command))
		ok(false, "%s", command);
	put_file("in/f", "file");
	mkdir(at("in/d"), 0777);
	put_link(at("out"), "in/absolute");
	put_link("../out", "in/relative");
	snprintf(target, sizeof(target), "../../../../../../../..%s/out", dir);
	put_link(target, "in/far");
	put_link("..", "in/up");
	put_link("up/../up/out", "in/upper");
	put_link("/proc/self/root", "in/root");
	put_link("/proc", "in/proc");
	put_link("/proc/self/fd", "in/fds");
	put_link("/proc/self/cwd/../out", "in/cwd");
	put_link("c1", "in/c0");
	put_link("d/../c2", "in/c1");
	put_link("/c3/", "in/c2");
	put_link("../d/../../out", "in/c3");
	put_link("loop2", "in/loop1");
	put_link("/loop1", "in/loop2");
	put_link("../out", "in/new\nline");
	put_link("../../out/", "in/d/deeper");
	put_link("../out/secret", "in/file");
	put_link("../out/none", "in/none");
	put_link(at("out/none"), "in/d/none");
}

static const char *const leads[] = {
	"absolute",	  "relative", "far",  "up/out", "upper",  "c0",
	"new\nline",	  "d/deeper", "cwd",  "..",	"../out", "../../out",
	"d/../../out",	  "loop1",    "file", "none",	"d/none", "root",
	"./up/./..//out",
};

static const char *const ends[] = {"",	    "/",       "/.",
				   "/..",   "/secret", "/sub/file",
				   "/new",  "/new/",   "/sub/../secret",
				   "/link", "/none"};

static void links(void)
{
	char path[PATH_MAX];

	enter();
	for (size_t i = 0; i < sizeof(leads) / sizeof(leads[0]); i++)
		for (size_t j = 0; j < sizeof(ends) / sizeof(ends[0]); j++) {
			populate();
			snprintf(path, sizeof(path), "/%s%s", leads[i],
				 ends[j]);
			attack(path);
		}
	ok(n_known > 0);
	leave();
}

static void outside_by_name(void)
{
	char path[2 * PATH_MAX];
	int out, in;

	enter();
	populate();
	out = open(at("out"), O_RDONLY | O_DIRECTORY);
	in = open(at("in"), O_RDONLY | O_DIRECTORY);
	ok(out >= 0 && in >= 0 && fchdir(in) == 0);
	snprintf(path, sizeof(path), "/root%s", at("out/secret"));
	attack(path);
	attack(at("out/secret"));
	snprintf(path, sizeof(path), "/fds/%d/secret", out);
	attack(path);
	snprintf(path, sizeof(path), "/proc/self/fd/%d/secret", out);
	attack(path);
	snprintf(path, sizeof(path), "/proc/%d/root%s", getpid(),
		 at("out/secret"));
	attack(path);
	is_i64(box_file(&box, "/etc/passwd", O_RDONLY, 0), -ENOENT);
	is_i64(box_file(&box, "/proc/self/exe", O_RDONLY, 0), -ELOOP);
	close(out);
	close(in);
	leave();
}

/* The kernel's own /proc, and the tree outside, in the folder itself. */
static void mounts(void)
{
	char path[2 * PATH_MAX];
	uid_t user = geteuid();

	enter();
	populate();
	mkdir(at("in/mount"), 0777);
	mkdir(at("in/sys"), 0777);
	if (unshare(CLONE_NEWNS | (user ? CLONE_NEWUSER : 0)) ||
	    mount("", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount(at("out"), at("in/mount"), NULL, MS_BIND, NULL) ||
	    mount("/proc", at("in/sys"), NULL, MS_BIND | MS_REC, NULL)) {
		leave();
		skip("no separate mounts");
	}
	/* as of now: the folder that is open had none of them */
	box_close(&box);
	ok(box_open(&box, at("in"), NULL, 0));
	is_i64(box_file(&box, "/mount/secret", O_RDWR, 0), -EXDEV);
	is_i64(box_file(&box, "/sys/self/exe", O_RDONLY, 0), -EXDEV);
	attack("/mount");
	attack("/mount/secret");
	attack("/mount/new");
	snprintf(path, sizeof(path), "/sys/self/root%s", at("out/secret"));
	attack(path);
	is_i64(box_rename(&box, "/mount", "/d/m", 0), -EBUSY);
	umount2(at("in/mount"), MNT_DETACH);
	umount2(at("in/sys"), MNT_DETACH);
	leave();
}

static void special_files(void)
{
	static const int ways[] = {O_RDONLY, O_RDWR, O_WRONLY | O_CREAT,
				   O_WRONLY | O_TRUNC, O_PATH};
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int listener = socket(AF_UNIX, SOCK_STREAM, 0);

	enter();
	snprintf(name.sun_path, sizeof(name.sun_path), "%s", at("in/socket"));
	is_i64(bind(listener, (void *)&name, sizeof(name)), 0);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		is_i64(box_file(&box, "/socket", ways[i], 0666), -ENXIO);
	if (mknod(at("in/zero"), S_IFCHR | 0666, makedev(1, 5)) == 0) {
		put_link("zero", "in/also");
		for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
			is_i64(box_file(&box, "/also", ways[i], 0666), -ENXIO);
	}
	close(listener);
	leave();
}

/* A path of n times the text. */
static const char *times(const char *text, size_t n)
{
	static char path[5 * N_DEEP];
	size_t n_text = strlen(text);

	for (size_t i = 0; i < n; i++)
		memcpy(path + i * n_text, text, n_text);
	path[n * n_text] = '\0';
	return path;
}

static void too_long(const char *path)
{
	struct stat st;
	char target[8];

	is_i64(box_file(&box, path, O_RDONLY, 0), -ENAMETOOLONG);
	is_i64(box_file(&box, path, O_RDWR | O_CREAT, 0666), -ENAMETOOLONG);
	is_i64(box_mkdir(&box, path, 0777), -ENAMETOOLONG);
	is_i64(box_unlink(&box, path), -ENAMETOOLONG);
	is_i64(box_rmdir(&box, path), -ENAMETOOLONG);
	is_i64(box_rename(&box, path, "/x", 0), -ENAMETOOLONG);
	is_i64(box_rename(&box, "/f", path, 0), -ENAMETOOLONG);
	is_i64(box_link(&box, "/f", path, true), -ENAMETOOLONG);
	is_i64(box_link(&box, path, "/x", true), -ENAMETOOLONG);
	is_i64(box_symlink(&box, path, "/x"), -ENAMETOOLONG);
	is_i64(box_symlink(&box, "x", path), -ENAMETOOLONG);
	is_i64(box_stat(&box, path, true, &st), -ENAMETOOLONG);
	is_i64(box_readlink(&box, path, target, 8), -ENAMETOOLONG);
	is_i64(box_chmod(&box, path, 0777, true), -ENAMETOOLONG);
	is_i64(box_truncate(&box, path, 0), -ENAMETOOLONG);
}

static void deep(void)
{
	struct stat st;
	int fd;

	enter();
	populate();
	fd = open(at("in"), O_PATH | O_DIRECTORY);
	for (int i = 0; i < N_DEEP; i++) {
		int next;

		mkdirat(fd, "a", 0777);
		if (i == 1999)
			symlinkat(times("../", 1300), fd, "up");
		next = openat(fd, "a", O_PATH | O_DIRECTORY);
		close(fd);
		fd = next;
	}
	ok(fd >= 0, "%d folders", N_DEEP);
	close(fd);
	too_long(times("/a", N_DEEP));
	too_long(times("/..", N_DEEP));
	is_i64(box_mkdir(&box, times("/", 4095), 0777), -EEXIST);
	too_long(times("/", 4096));
	is_i64(box_stat(&box, times("/a", 2047), true, &st), 0);
	is_i64(box_stat(&box, times("/..", 1365), true, &st), 0);
	is_i64(box_symlink(&box, times("a/", 2040), "/jump"), 0);
	is_i64(box_stat(&box, "/jump/jump", true, &st), -ENOENT);
	is_i64(box_stat(&box, "/jump/a/a/a/a", true, &st), 0);
	is_i64(box_mkdir(&box, "/jump/b", 0777), 0);
	attack("/jump/../../../../out/secret");
	attack(times("/../out", 500));
	leave();
}

static void bad_names(void)
{
	static const char *const names[] = {
		"", "f", "../out/secret", "out", ".", "..", "./f"};
	struct stat st;

	enter();
	populate();
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const int wrong = *names[i] ? -EINVAL : -ENOENT;

		attack(names[i]);
		is_i64(box_stat(&box, names[i], true, &st), wrong);
		is_i64(box_file(&box, names[i], O_RDWR | O_CREAT, 0), wrong);
		is_i64(box_mkdir(&box, names[i], 0), wrong);
	}
	leave();
}

/* Exchanges two names until the test is through. */
static struct {
	atomic_bool is_over;
	char a[PATH_MAX], b[PATH_MAX];
	unsigned n_swaps;
} swap;

static void *swap_names(void *unused)
{
	while (!atomic_load(&swap.is_over) && swap.n_swaps < MAX_SWAPS) {
		renameat2(AT_FDCWD, swap.a, AT_FDCWD, swap.b, RENAME_EXCHANGE);
		swap.n_swaps++;
	}
	return unused;
}

static void against_swaps(const char *a, const char *b,
			  const char *const names[])
{
	pthread_t thread;

	snprintf(swap.a, sizeof(swap.a), "%s", at(a));
	snprintf(swap.b, sizeof(swap.b), "%s", at(b));
	pthread_create(&thread, NULL, swap_names, NULL);
	for (unsigned i = 0; i < N_ROUNDS; i++)
		for (unsigned j = 0; names[j]; j++) {
			attack_file(names[j]);
			box_mkdir(&box, names[j], 0777);
			box_rmdir(&box, names[j]);
			box_link(&box, "/f", names[j], true);
			box_rename(&box, names[j], "/n1", 0);
			box_unlink(&box, names[j]);
		}
	atomic_store(&swap.is_over, true);
	pthread_join(thread, NULL);
	ok(swap.n_swaps > 0);
	diag("%u exchanges", swap.n_swaps);
}

static void swapped_folders(void)
{
	static const char *const names[] = {"/here/secret", "/here/new", NULL};

	enter();
	populate();
	mkdir(at("in/here"), 0777);
	against_swaps("in/here", "in/relative", names);
	leave();
}

static void swapped_files(void)
{
	static const char *const names[] = {"/here", NULL};

	enter();
	populate();
	put_file("in/here", "");
	against_swaps("in/here", "in/none", names);
	leave();
}

/* A folder goes up while ".." is followed in it. */
static void moved_folders(void)
{
	static const char *const names[] = {
		"/d/1/2/../../../../out/secret", "/d/1/2/../../../out/new",
		"/d/1/2/3/../../../../../../out/new", NULL};

	enter();
	populate();
	mkdir(at("in/d/1"), 0777);
	mkdir(at("in/d/1/2"), 0777);
	mkdir(at("in/d/1/2/3"), 0777);
	mkdir(at("in/top"), 0777);
	against_swaps("in/d/1/2", "in/top", names);
	leave();
}

/* The test as somebody without rights, for whom links are not protected. */
static void as_another(void (*test)(void))
{
	if (geteuid())
		skip("the other tests are");
	if (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY) ||
	    chdir("/tmp"))
		skip("no other user here");
	test();
}

#define ANOTHER(name)                                                          \
	static void another_##name(void)                                       \
	{                                                                      \
		as_another(name);                                              \
	}
ANOTHER(links)
ANOTHER(outside_by_name)
ANOTHER(mounts)
ANOTHER(special_files)
ANOTHER(swapped_folders)
ANOTHER(swapped_files)
ANOTHER(moved_folders)

static const struct tap_test tests[] = {
	{"no link leads out", links},
	{"neither /proc nor a whole name leads out", outside_by_name},
	{"what is mounted inside is not entered", mounts},
	{"devices and sockets are never opened", special_files},
	{"folders 10,000 deep and paths as long are errors or inside", deep},
	{"names that do not begin at the root are none", bad_names},
	{"a folder that turns into a link leads nowhere", swapped_folders},
	{"a file that turns into a link leads nowhere", swapped_files},
	{"a folder that moves up leads no operation out", moved_folders},
	{"no link leads another user out", another_links},
	{"neither /proc nor a whole name leads another user out",
	 another_outside_by_name},
	{"what is mounted inside is not entered by another user",
	 another_mounts},
	{"another user never opens devices and sockets", another_special_files},
	{"for another user a folder that turns into a link leads nowhere",
	 another_swapped_folders},
	{"for another user a file that turns into a link leads nowhere",
	 another_swapped_files},
	{"a folder that moves up takes no other user out",
	 another_moved_folders},
};

TAP_MAIN(tests)
