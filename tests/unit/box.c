/* SPDX-License-Identifier: MIT */
/*
 * A box does what the kernel does for a program that has the folder for its
 * root: the same calls on the same tree, there by chroot, have the same results
 * and leave the same tree.
 */
#include "tools/io/box.h"

#include <asm/unistd.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tap.h"

#define MAX_RESULTS 20000

static char dir[64];
static struct box box;

static void clear(void)
{
	char command[256];

	snprintf(command, sizeof(command), "chmod -R u+rwx %s; rm -rf %s", dir,
		 dir);
	if (*dir && system(command))
		diag("%s stays", dir);
}

static void enter(void)
{
	char error[256] = "";

	/* in memory if that can be: a journal would be waited for */
	snprintf(dir, sizeof(dir), "%s/fxtrace-box-XXXXXX",
		 access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
	if (!mkdtemp(dir) || chmod(dir, 0755) ||
	    !ok(box_open(&box, dir, error, sizeof(error)), "%s", error))
		exit(1);
}

static void leave(void)
{
	box_close(&box);
	clear();
}

/* What is at a name of the folder, from outside. */
static struct stat *seen(const char *name)
{
	static struct stat st;
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return lstat(path, &st) ? NULL : &st;
}

static void modes(void)
{
	umask(027);
	enter();
	close(box_file(&box, "/f", O_CREAT | O_WRONLY, 07666));
	is_u64(seen("f")->st_mode, S_IFREG | 01666);
	is_i64(box_mkdir(&box, "/d", 07777), 0);
	is_u64(seen("d")->st_mode, S_IFDIR | 01777);
	is_i64(box_mkfifo(&box, "/p", 06622), 0);
	is_u64(seen("p")->st_mode, S_IFIFO | 0622);
	is_i64(box_chmod(&box, "/f", 07755, true), 0);
	is_u64(seen("f")->st_mode, S_IFREG | 01755);
	box_close(&box);
	is_u64(umask(0), 027);
	clear();
}

static void times(void)
{
	static const struct timespec when[2] = {{.tv_sec = 5},
						{.tv_sec = 7, .tv_nsec = 9}};

	enter();
	close(box_file(&box, "/f", O_CREAT | O_WRONLY, 0666));
	is_i64(box_symlink(&box, "/f", "/l"), 0);
	is_i64(box_utimens(&box, "/l", when, false), 0);
	is_i64(seen("l")->st_mtim.tv_sec, 7);
	ok(seen("f")->st_mtim.tv_sec > 7);
	is_i64(box_utimens(&box, "/l", when, true), 0);
	is_i64(seen("f")->st_mtim.tv_sec, 7);
	is_i64(seen("f")->st_mtim.tv_nsec, 9);
	is_i64(box_utimens(&box, "/l", NULL, true), 0);
	ok(seen("f")->st_mtim.tv_sec > 7);
	leave();
}

static void fifos(void)
{
	int reader, writer;
	char byte = 0;

	enter();
	is_i64(box_mkfifo(&box, "/p", 0600), 0);
	is_i64(box_file(&box, "/p", O_WRONLY | O_NONBLOCK, 0), -ENXIO);
	writer = box_file(&box, "/p", O_WRONLY, 0);
	ok(writer >= 0 && fcntl(writer, F_GETFL) & O_NONBLOCK);
	reader = box_file(&box, "/p", O_RDONLY, 0);
	ok(reader >= 0 && write(writer, "x", 1) == 1);
	is_i64(read(reader, &byte, 1), 1);
	is_u64((unsigned char)byte, 'x');
	close(writer);
	is_i64(read(reader, &byte, 1), 0);
	close(reader);
	leave();
}

/* Links, each to the next one: /1 to /2 ... to /f, which is not there. What the
 * box and the kernel make of creating it by the first of n. */
static void chain(unsigned n, int *ours, int *kernels)
{
	char name[32], target[32], path[PATH_MAX];

	enter();
	for (unsigned i = 1; i <= n; i++) {
		snprintf(name, sizeof(name), "/%u", i);
		snprintf(target, sizeof(target), i < n ? "%u" : "f", i + 1);
		is_i64(box_symlink(&box, target, name), 0);
	}
	*ours = box_file(&box, "/1", O_CREAT | O_WRONLY, 0666);
	is_u64(*ours >= 0, seen("f") != NULL);
	if (*ours >= 0)
		close(*ours);
	snprintf(path, sizeof(path), "%s/f", dir);
	unlink(path);
	snprintf(path, sizeof(path), "%s/1", dir);
	*kernels = open(path, O_CREAT | O_WRONLY, 0666);
	if (*kernels >= 0)
		close(*kernels);
	else
		*kernels = -errno;
	leave();
}

static void long_chains(void)
{
	for (unsigned n = 38; n <= 42; n++) {
		int ours, kernels;

		chain(n, &ours, &kernels);
		ok(ours < 0 ? ours == kernels : kernels >= 0,
		   "%u links: %d, the kernel's %d", n, ours, kernels);
	}
}

static void nameless(void)
{
	int fd;

	enter();
	is_i64(box_mkdir(&box, "/d", 0777), 0);
	fd = box_file(&box, "/d", O_TMPFILE | O_RDWR, 06640);
	if (fd == -EOPNOTSUPP) {
		leave();
		skip("no files without names here");
	}
	ok(fd >= 0 && write(fd, "abc", 3) == 3);
	is_i64(box_link_file(&box, fd, "/d/../../f"), 0);
	is_i64(seen("f")->st_size, 3);
	is_u64(seen("f")->st_mode, S_IFREG | 0640);
	is_i64(box_link_file(&box, fd, "/f"), -EEXIST);
	is_i64(box_link_file(&box, fd, "/d/.."), -EEXIST);
	leave();
}

static void descriptors(void)
{
	int fd;

	enter();
	fd = box_file(&box, "/f", O_CREAT | O_RDWR | O_DIRECT | O_ASYNC, 0600);
	ok(fd >= 0 && !(fcntl(fd, F_GETFL) & (O_DIRECT | O_ASYNC)));
	is_i64(fcntl(fd, F_GETFD), FD_CLOEXEC);
	close(fd);
	fd = box_file(&box, "/f", O_WRONLY | O_APPEND, 0);
	ok(fd >= 0 && fcntl(fd, F_GETFL) & O_APPEND);
	close(fd);
	leave();
}

static void broken_folders(void)
{
	char error[256];

	ok(!box_open(&box, "/no/such", error, sizeof(error)));
	is_str(error, "/no/such: No such file or directory");
	ok(!box_open(&box, "/proc/self/exe", error, sizeof(error)));
	is_str(error, "/proc/self/exe: Not a directory");
}

static void without_openat2(int reason)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat2, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)reason),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
	const struct sock_fprog program = {.len = 4, .filter = code};
	char error[256] = "";
	mode_t mask = umask(022);

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		skip("no filters on system calls");
	ok(!box_open(&box, "/tmp", error, sizeof(error)));
	ok(strstr(error, "openat2 (Linux 5.6) is missing or forbidden"), "%s",
	   error);
	is_u64(umask(mask), 022);
}

static void old_kernels(void)
{
	without_openat2(ENOSYS);
}

static void forbidden(void)
{
	without_openat2(EPERM);
}

/* The kernel's side: in a root of its own; results, then trees, go to memory
 * that both see. */
struct both {
	long kernel[MAX_RESULTS], box[MAX_RESULTS];
};

static struct both *both;
static long *results;
static unsigned n_results;
static bool is_kernel;

static long result(long returned)
{
	return returned < 0 ? -errno : returned;
}

static void opened(int fd)
{
	struct stat st;

	if (fd >= 0 && fstat(fd, &st) == 0) {
		close(fd);
		fd = (int)st.st_mode;
	}
	results[n_results++] = fd;
}

/* An operation by its number, on a path and another. False: no such. */
static bool name_call(unsigned n, const char *a, const char *b, long *got)
{
#define CALL(native, boxed) (*got = is_kernel ? result(native) : (boxed))
	char text[PATH_MAX] = "";
	struct stat st = {0};

	switch (n) {
	case 0:
		return CALL(mkdir(a, 0755), box_mkdir(&box, a, 0755)), true;
	case 1:
		return CALL(rmdir(a), box_rmdir(&box, a)), true;
	case 2:
		return CALL(unlink(a), box_unlink(&box, a)), true;
	case 3:
		return CALL(remove(a), box_remove(&box, a)), true;
	case 4:
		return CALL(symlink(b, a), box_symlink(&box, b, a)), true;
	case 5:
		return CALL(mkfifo(a, 0640), box_mkfifo(&box, a, 0640)), true;
	case 6:
		CALL(readlink(a, text, sizeof(text)),
		     box_readlink(&box, a, text, sizeof(text)));
		*got = *got > 0 ? *got * 256 + text[0] : *got;
		return true;
	case 7:
		CALL(stat(a, &st), box_stat(&box, a, true, &st));
		*got = *got ? *got : st.st_mode;
		return true;
	case 8:
		CALL(lstat(a, &st), box_stat(&box, a, false, &st));
		*got = *got ? *got : st.st_mode;
		return true;
	case 9:
		CALL(access(a, W_OK), box_access(&box, a, W_OK, true));
		return true;
	case 10:
		CALL(chmod(a, 0711), box_chmod(&box, a, 0711, true));
		return true;
	case 11:
		return CALL(truncate(a, 3), box_truncate(&box, a, 3)), true;
	case 12:
		CALL(utimensat(AT_FDCWD, a, NULL, AT_SYMLINK_NOFOLLOW),
		     box_utimens(&box, a, NULL, false));
		return true;
	}
	return false;
#undef CALL
}

static bool pair_call(unsigned n, const char *a, const char *b, long *got)
{
#define CALL(native, boxed) (*got = is_kernel ? result(native) : (boxed))
	switch (n) {
	case 0:
		return CALL(rename(a, b), box_rename(&box, a, b, 0)), true;
	case 1:
		CALL(renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_NOREPLACE),
		     box_rename(&box, a, b, RENAME_NOREPLACE));
		return true;
	case 2:
		CALL(renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE),
		     box_rename(&box, a, b, RENAME_EXCHANGE));
		return true;
	case 3:
		return CALL(link(a, b), box_link(&box, a, b, false)), true;
	case 4:
		CALL(linkat(AT_FDCWD, a, AT_FDCWD, b, AT_SYMLINK_FOLLOW),
		     box_link(&box, a, b, true));
		return true;
	}
	return false;
#undef CALL
}

static const int ways[] = {
	O_RDONLY,
	O_RDWR,
	O_RDONLY | O_DIRECTORY,
	O_RDONLY | O_NOFOLLOW,
	O_WRONLY | O_CREAT,
	O_WRONLY | O_CREAT | O_TRUNC,
	O_WRONLY | O_CREAT | O_EXCL,
	O_WRONLY | O_CREAT | O_NOFOLLOW,
	O_RDONLY | O_CREAT,
	O_PATH,
	O_PATH | O_NOFOLLOW,
	O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
};

static const char *const paths[] = {
	"/",	     "//",	"/.",	   "/..",     "/../..", "",
	"/f",	     "/f/",	"/f/.",	   "/f/x",    "/d",	"/d/",
	"/d/.",	     "/d/..",	"/d/../",  "/d/f",    "/d/./f", "/d/../f",
	"/../../f",  "/no",	"/no/",	   "/no/.",   "/no/..", "/no/x",
	"/e",	     "/e/",	"/lf",	   "/lf/",    "/ld",	"/ld/",
	"/ld/f",     "/ld/..",	"/ld/no",  "/lno",    "/lno/",	"/lout",
	"/lout/",    "/loop",	"/loop/",  "/loop/x", "/labs",	"/lup/f",
	"/chain0",   "/d/lrel", "/d/lnew", "/lslash", "/p",	"/a\nb",
	"/\xff\xfe", "/ld/lnew"};

#define N_PATHS (sizeof(paths) / sizeof(paths[0]))

static const char *in(const char *name)
{
	static char text[PATH_MAX];

	snprintf(text, sizeof(text), "%s%s", is_kernel ? "" : dir, name);
	return text;
}

static void put_file(const char *name, const char *text)
{
	int fd = open(in(name), O_CREAT | O_WRONLY | O_TRUNC, 0644);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		ok(false, "%s: %s", name, strerror(errno));
	close(fd);
}

static void put_link(const char *target, const char *name)
{
	if (symlink(target, in(name)))
		ok(false, "%s: %s", name, strerror(errno));
}

static void wipe(int folder)
{
	DIR *list = fdopendir(folder);
	struct dirent *entry;

	while (list && (entry = readdir(list))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (unlinkat(dirfd(list), entry->d_name, 0) == 0)
			continue;
		wipe(openat(dirfd(list), entry->d_name, O_RDONLY));
		unlinkat(dirfd(list), entry->d_name, AT_REMOVEDIR);
	}
	closedir(list);
}

static void populate(void)
{
	static const char *const links[][2] = {
		{"f", "/lf"},		{"d", "/ld"},
		{"no", "/lno"},		{"../../../../f", "/lout"},
		{"loop", "/loop"},	{"/d/f", "/labs"},
		{"d/..", "/lup"},	{"chain1", "/chain0"},
		{"/chain2", "/chain1"}, {"d/../new", "/chain2"},
		{"../f", "/d/lrel"},	{"../new", "/d/lnew"},
		{"new/", "/lslash"},
	};

	wipe(open(in("/"), O_RDONLY));
	umask(0);
	mkdir(in("/d"), 0755);
	mkdir(in("/e"), 0700);
	put_file("/f", "file");
	put_file("/d/f", "deeper");
	put_file("/a\nb", "");
	put_file("/\xff\xfe", "1");
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++)
		put_link(links[i][0], links[i][1]);
}

static uint64_t mixed(uint64_t sum, const char *text, const struct stat *st)
{
	for (; *text; text++)
		sum = (sum ^ (unsigned char)*text) * 0x100000001b3u;
	return (sum ^ st->st_mode ^ (uint64_t)st->st_nlink << 20 ^
		(S_ISREG(st->st_mode) ? (uint64_t)st->st_size << 32 : 0)) *
	       0x100000001b3u;
}

/* The sum of what the tree's names are, in any order. */
static uint64_t tree(int folder)
{
	DIR *list = fdopendir(folder);
	struct dirent *entry;
	uint64_t sum = 0;
	struct stat st;

	while (list && (entry = readdir(list))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		fstatat(dirfd(list), entry->d_name, &st, AT_SYMLINK_NOFOLLOW);
		sum += mixed(1, entry->d_name, &st);
		if (S_ISDIR(st.st_mode))
			sum += mixed(tree(openat(dirfd(list), entry->d_name,
						 O_RDONLY)),
				     entry->d_name, &st);
	}
	closedir(list);
	return sum;
}

static void print_tree(void)
{
	results[n_results++] = (long)tree(open(in("/"), O_RDONLY));
}

static void each_path(const char *path)
{
	long got;

	for (unsigned n = 0;; n++) {
		populate();
		if (!name_call(n, path, "d/target", &got))
			break;
		results[n_results++] = got;
		print_tree();
	}
	for (unsigned n = 0; n < sizeof(ways) / sizeof(ways[0]); n++) {
		populate();
		opened(is_kernel ? (int)result(open(path, ways[n], 0640))
				 : box_file(&box, path, ways[n], 0640));
		print_tree();
	}
}

static void each_pair(const char *a, const char *b)
{
	long got;

	for (unsigned n = 0;; n++) {
		populate();
		if (!pair_call(n, a, b, &got))
			break;
		results[n_results++] = got;
		print_tree();
	}
}

static void all_paths(void)
{
	for (size_t i = 0; i < N_PATHS; i++)
		each_path(paths[i]);
}

static void all_pairs(void)
{
	static const char *const some[] = {
		"/",	"/.",	"/d/..", "/f",	  "/f/",   "/d",   "/d/",
		"/d/f", "/no",	"/no/",	 "/e",	  "/lf",   "/lf/", "/ld",
		"/ld/", "/lno", "/lout", "/loop", "/labs", "/no/x"};
	const size_t n = sizeof(some) / sizeof(some[0]);

	for (size_t i = 0; i < n * n; i++)
		each_pair(some[i / n], some[i % n]);
}

static void in_kernel(void (*calls)(void))
{
	char root[80];

	is_kernel = true;
	results = both->kernel;
	snprintf(root, sizeof(root), "%s/kernel", dir);
	if ((geteuid() && unshare(CLONE_NEWUSER)) || mkdir(root, 0755) ||
	    chroot(root) || chdir("/"))
		_exit(77);
	calls();
	_exit(0);
}

/* The two sides, one after the other. */
static void as_the_kernel(void (*calls)(void))
{
	unsigned n_wrong = 0;
	int status = 0;
	pid_t child;

	both = mmap(NULL, sizeof(*both), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	enter();
	child = fork();
	if (child == 0)
		in_kernel(calls);
	waitpid(child, &status, 0);
	if (status == 77 << 8) {
		leave();
		skip("a separate root is not to be had");
	}
	is_i64(status, 0);
	results = both->box;
	calls();
	for (unsigned i = 0; i < n_results && n_wrong < 20; i++)
		if (both->kernel[i] != both->box[i]) {
			diag("result %u: kernel %ld, box %ld", i,
			     both->kernel[i], both->box[i]);
			n_wrong++;
		}
	ok(n_results > 1000);
	is_u64(n_wrong, 0);
	leave();
}

static void paths_as_kernel(void)
{
	as_the_kernel(all_paths);
}

static void pairs_as_kernel(void)
{
	as_the_kernel(all_pairs);
}

static const struct tap_test tests[] = {
	{"modes are the caller's, less what runs a file as its owner", modes},
	{"times are a file's or a link's", times},
	{"opening a pipe never waits", fifos},
	{"a file is made at the end of as many links as the kernel follows",
	 long_chains},
	{"files without a name get one", nameless},
	{"descriptors are closed by exec and keep how they were requested",
	 descriptors},
	{"what is no folder is refused by name", broken_folders},
	{"without openat2 there is no box, and it is said", old_kernels},
	{"where openat2 is forbidden there is no box", forbidden},
	{"each operation on each path does what the kernel does in a root",
	 paths_as_kernel},
	{"renames and links do what the kernel does in a root",
	 pairs_as_kernel},
};

TAP_MAIN(tests)
