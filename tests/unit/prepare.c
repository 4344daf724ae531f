/* SPDX-License-Identifier: MIT */
/*
 * What operations show of the files that were there before: operations as a
 * recording would have them, and the tree that is made of them.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/tap.h"
#include "tools/io/learn.h"
#include "tools/io/populate.h"

static char dir[64], reports[2000];
static struct box box;
static struct store store;
static struct tree tree;
static struct learn learn;
static struct populate_counts counts;
static const struct io_entry *entries; /* that the next readdir reads */

/* In place of the decoder's. */
bool io_op_entry(struct io_ops *ops, const struct io_op *op, size_t n,
		 struct io_entry *entry)
{
	(void)ops;
	(void)op;
	*entry = entries[n];
	return entry->name;
}

static void begin(void)
{
	char error[256] = "";

	strcpy(dir, "/tmp/fxtrace-prepare-XXXXXX");
	if (!mkdtemp(dir) ||
	    !ok(box_open(&box, dir, error, sizeof(error)), "%s", error) ||
	    !ok(store_open(&store, &box) == 0))
		exit(1);
	tree_init(&tree);
	learn = (struct learn){.tree = &tree, .store = &store};
}

static void report(void *context, const char *name, const char *what)
{
	size_t n = strlen(reports);

	(void)context;
	snprintf(reports + n, sizeof(reports) - n, "%s %s\n", name, what);
}

/* Makes the tree; what went wrong or "". */
static const char *created(void)
{
	static char error[PATH_MAX + 200];
	struct populate populate = {.tree = &tree,
				    .store = &store,
				    .box = &box,
				    .report_problem = report};

	*error = '\0';
	ok(populate_all(&populate, error, sizeof(error)) == !*error);
	populate_clear(&populate);
	store_close(&store);
	counts = populate.counts;
	tree_fini(&tree);
	return error;
}

static void end(void)
{
	char command[128];

	box_close(&box);
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	if (system(command))
		diag("%s stays", dir);
}

/* A call that went well, or failed: result -1 with the error. */
static struct io_op call(const char *function, int64_t result, int error)
{
	return (struct io_op){.rule = io_rule_find(function),
			      .is_done = true,
			      .items = 1,
			      .result = result,
			      .error = error};
}

static struct io_op named(const char *function, const char *path,
			  int64_t result, int error)
{
	struct io_op op = call(function, result, error);

	op.path[0] = op.relative[0] = path;
	return op;
}

static void take_op(const struct io_op *op)
{
	learn_take(&learn, op);
}

static void found(const char *path)
{
	struct io_op op = named("access", path, 0, 0);

	take_op(&op);
}

static void missing(const char *path)
{
	struct io_op op = named("lstat", path, -1, ENOENT);

	take_op(&op);
}

static void simple(const char *function, const char *path)
{
	struct io_op op = named(function, path, 0, 0);

	take_op(&op);
}

static void pair(const char *function, const char *from, const char *to)
{
	struct io_op op = named(function, from, 0, 0);

	op.path[1] = op.relative[1] = to;
	take_op(&op);
}

static struct stat *status(mode_t mode, off_t size)
{
	static struct stat st;

	st = (struct stat){.st_mode = mode,
			   .st_size = size,
			   .st_nlink = 1,
			   .st_ino = 1,
			   .st_mtim = {.tv_sec = 1000, .tv_nsec = 5}};
	return &st;
}

static void looked(const char *function, const char *path,
		   const struct stat *st)
{
	struct io_op op = named(function, path, 0, 0);

	op.has_status = true;
	op.status = *st;
	take_op(&op);
}

static struct object *opened(const char *path, int flags)
{
	struct io_op op = named("open", path, 3, 0);
	struct object *object = object_new(path, strlen(path));

	op.flags = (uint64_t)flags;
	op.made[0] = object;
	take_op(&op);
	return object;
}

/* What is open is no longer. */
static void closed(struct object *object)
{
	struct io_op op = call("close", 0, 0);

	op.file[0] = object;
	take_op(&op);
	object_drop(object);
}

static void moved(const char *function, struct object *file, const char *bytes,
		  uint64_t size)
{
	struct io_op op = call(function, (int64_t)strlen(bytes), 0);

	op.file[0] = file;
	op.data = fxr_text(bytes, strlen(bytes));
	op.data_size = strlen(bytes);
	op.size = size;
	take_op(&op);
}

static void moved_at(const char *function, struct object *file,
		     const char *bytes, int64_t off)
{
	struct io_op op = call(function, (int64_t)strlen(bytes), 0);

	op.file[0] = file;
	op.data = fxr_text(bytes, strlen(bytes));
	op.data_size = op.size = strlen(bytes);
	op.has_offset[0] = true;
	op.offset[0] = off;
	take_op(&op);
}

static void sought(struct object *file, int64_t off, int whence, int64_t result)
{
	struct io_op op = call("lseek", result, 0);

	op.file[0] = file;
	op.has_offset[0] = true;
	op.offset[0] = off;
	op.whence = whence;
	take_op(&op);
}

static void linked(const char *path, const char *target)
{
	struct io_op op = named("readlink", path, (int64_t)strlen(target), 0);

	op.target = target;
	op.size = PATH_MAX;
	take_op(&op);
}

/* What was made. */
static const char *made_type(const char *path)
{
	struct stat st;

	if (box_stat(&box, path, false, &st))
		return "nothing";
	return S_ISREG(st.st_mode)    ? "file"
	       : S_ISDIR(st.st_mode)  ? "folder"
	       : S_ISLNK(st.st_mode)  ? "link"
	       : S_ISFIFO(st.st_mode) ? "fifo"
				      : "other";
}

static const char *made_bytes(const char *path)
{
	static char text[4096];
	int fd = box_file(&box, path, O_RDONLY, 0);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (n < 0)
		return NULL;
	close(fd);
	text[n] = '\0';
	for (ssize_t i = 0; i < n; i++)
		if (!text[i])
			text[i] = '.';
	return text;
}

static const char *made_target(const char *path)
{
	static char text[256];
	ssize_t n = box_readlink(&box, path, text, sizeof(text) - 1);

	if (n < 0)
		return NULL;
	text[n] = '\0';
	return text;
}

static void names(void)
{
	begin();
	found("/a/b/c");
	missing("/a/b/none");
	missing("/never/there");
	simple("mkdir", "/new");
	found("/new/file");
	closed(opened("/new/other", O_CREAT | O_WRONLY));
	simple("chdir", "/x/../y/");
	simple("unlink", "/gone");
	simple("unlink", "/new/other");
	simple("rmdir", "/a/old");
	found("/a/./b/../d");
	is_str(created(), "");
	is_str(made_type("/a/b/c"), "file");
	is_str(made_type("/a/b/none"), "nothing");
	is_str(made_type("/never"), "nothing");
	is_str(made_type("/new"), "nothing");
	is_str(made_type("/x"), "folder");
	is_str(made_type("/y"), "folder");
	is_str(made_type("/gone"), "file");
	is_str(made_type("/a/old"), "folder");
	is_str(made_type("/a/d"), "file");
	is_u64(counts.n_files, 3);
	is_u64(counts.n_folders, 5);
	end();
}

static void bytes(void)
{
	struct object *file;

	begin();
	file = opened("/f", O_RDWR);
	moved("read", file, "abcde", 5);
	moved("write", file, "WRITE", 5);
	moved_at("pread", file, "deWRIxxx", 3); /* 3, 4 again; 8 to 10 own */
	moved_at("pread", file, "0123", 16);
	looked("stat", "/f", status(S_IFREG | 0640, 30));
	closed(file);
	is_str(created(), "");
	is_str(made_bytes("/f"), "abcde.....x.....0123..........");
	is_u64(counts.n_holes, 1);
	is_u64(counts.n_lacking, 0);
	is_u64(counts.n_bytes, 10);
	end();
}

static void ends(void)
{
	struct object *file;

	begin();
	file = opened("/read", O_RDONLY);
	moved("read", file, "abc", 3);
	moved("read", file, "de", 100);
	closed(file);
	file = opened("/sought", O_RDONLY);
	sought(file, -2, SEEK_END, 8);
	moved("read", file, "ij", 2);
	closed(file);
	file = opened("/appended", O_WRONLY | O_APPEND);
	moved("write", file, "xyz", 3);
	looked("stat", "/appended", status(S_IFREG | 0644, 7));
	closed(file);
	file = opened("/both", O_CREAT | O_RDWR | O_APPEND);
	moved("write", file, "xyz", 3);
	moved_at("pread", file, "12345xyz", 0);
	closed(file);
	is_str(created(), "");
	is_str(made_bytes("/both"), "12345");
	is_str(made_bytes("/read"), "abcde");
	is_str(made_bytes("/sought"), "........ij");
	is_str(made_bytes("/appended"), "....");
	is_u64(counts.n_whole, 1);
	is_u64(counts.n_sizes, 1);
	end();
}

static void streams(void)
{
	struct io_op op;
	struct object *file;

	begin();
	op = named("fopen", "/f", 0, 0);
	op.mode_text = "r";
	op.made[0] = file = object_new("/f", 2);
	take_op(&op);
	moved("fgets", file, "one\n", 0);
	moved("getc", file, "t", 0);
	op = call("ungetc", 'q', 0);
	op.file[0] = file;
	take_op(&op);
	moved("getc", file, "q", 0);
	moved("fgets", file, "wo\n", 0);
	op = call("fgets", -1, 0);
	op.file[0] = file;
	take_op(&op);
	op = call("fseek", 0, 0);
	op.file[0] = file;
	op.whence = SEEK_END;
	take_op(&op);
	closed(file);
	is_str(created(), "");
	is_str(made_bytes("/f"), "one\ntwo\n");
	is_u64(counts.n_whole, 1);
	end();
}

static void renames(void)
{
	struct object *file;

	begin();
	pair("rename", "/a", "/b");
	file = opened("/b", O_RDONLY);
	moved("read", file, "was a", 10);
	closed(file);
	pair("rename", "/old", "/new");
	file = opened("/new/f", O_RDONLY);
	moved("read", file, "was old", 10);
	closed(file);
	closed(opened("/made", O_CREAT | O_EXCL | O_WRONLY));
	pair("rename", "/made", "/over");
	found("/over");
	pair("link", "/proc/self/fd/5", "/nameless");
	found("/nameless");
	is_str(created(), "");
	is_str(made_bytes("/a"), "was a");
	is_str(made_type("/b"), "nothing");
	is_str(made_bytes("/old/f"), "was old");
	is_str(made_type("/new"), "nothing");
	is_str(made_type("/over"), "nothing");
	is_str(made_type("/nameless"), "nothing");
	end();
}

static void links(void)
{
	struct object *file;

	begin();
	file = opened("/etc/local", O_RDONLY);
	moved("read", file, "zone", 10);
	closed(file);
	linked("/etc/local", "../usr/zone");
	linked("/bin", "usr/bin");
	file = opened("/bin/../lib/f", O_RDONLY);
	moved("read", file, "lib", 10);
	closed(file);
	looked("lstat", "/odd", status(S_IFLNK | 0777, 5));
	simple("symlink", "/made");
	linked("/loop", "loop");
	found("/loop/x");
	linked("/cut", "/tmp/and so on");
	is_str(created(), "");
	is_str(made_target("/etc/local"), "../usr/zone");
	is_str(made_bytes("/usr/zone"), "zone");
	is_str(made_target("/bin"), "usr/bin");
	is_str(made_bytes("/usr/lib/f"), "lib");
	is_str(made_type("/odd"), "link");
	is_str(made_type("/made"), "nothing");
	is_str(made_target("/loop"), "loop");
	is_str(reports, "/odd leads to where the archive does not say\n");
	end();
}

static void real_paths(void)
{
	struct io_op op = named("realpath", "/bin/x/sh", 0, 0);

	begin();
	op.target = "/usr/bin/x/sh";
	take_op(&op);
	is_str(created(), "");
	is_str(made_target("/bin"), "/usr/bin");
	is_str(made_type("/usr/bin/x"), "folder");
	end();
}

static void maybe(void)
{
	struct object *file;

	begin();
	file = opened("/new", O_CREAT | O_RDWR);
	looked("stat", "/new", status(S_IFREG | 0644, 0));
	moved("write", file, "text", 4);
	moved_at("pread", file, "text", 0);
	looked("stat", "/new", status(S_IFREG | 0644, 4));
	closed(file);
	file = opened("/old", O_CREAT | O_RDWR);
	moved("read", file, "data", 4);
	closed(file);
	file = opened("/long", O_CREAT | O_RDWR);
	moved("write", file, "text", 4);
	looked("stat", "/long", status(S_IFREG | 0644, 9));
	closed(file);
	closed(opened("/cut", O_CREAT | O_TRUNC | O_RDWR));
	closed(opened("/was", O_TRUNC | O_RDWR));
	is_str(created(), "");
	is_str(made_type("/new"), "nothing");
	is_str(made_bytes("/old"), "data");
	is_str(made_bytes("/long"), ".........");
	is_str(made_type("/cut"), "nothing");
	is_str(made_bytes("/was"), "");
	end();
}

static void types(void)
{
	static const struct io_entry list[] = {
		{".", DT_DIR},	{"..", DT_DIR},	   {"sub", DT_DIR},
		{"l", DT_LNK},	{"p", DT_FIFO},	   {"f", DT_REG},
		{"s", DT_SOCK}, {"u", DT_UNKNOWN}, {"a/b", DT_REG},
		{NULL, 0}};
	struct io_op op = named("opendir", "/list", 0, 0);

	begin();
	op.made[0] = object_new("/list", 5);
	take_op(&op);
	op.file[0] = op.made[0];
	op = (struct io_op){.rule = io_rule_find("readdir"),
			    .is_done = true,
			    .file = {op.file[0]}};
	entries = list;
	take_op(&op);
	object_drop(op.file[0]);
	op = named("mkdir", "/there", -1, EEXIST);
	take_op(&op);
	op = named("open", "/folder", -1, EISDIR);
	op.flags = O_WRONLY;
	take_op(&op);
	op = named("opendir", "/plain", -1, ENOTDIR);
	take_op(&op);
	op = named("stat", "/way/to", -1, ENOTDIR);
	take_op(&op);
	op = named("rmdir", "/full", -1, ENOTEMPTY);
	take_op(&op);
	is_str(created(), "");
	is_str(made_type("/list/sub"), "folder");
	is_str(made_type("/list/l"), "link");
	is_str(made_type("/list/p"), "fifo");
	is_str(made_type("/list/f"), "file");
	is_str(made_type("/list/s"), "nothing");
	is_str(made_type("/list/u"), "file");
	is_str(made_type("/there"), "folder");
	is_str(made_type("/folder"), "folder");
	is_str(made_type("/plain"), "file");
	is_str(made_type("/way"), "file");
	is_i64(box_rmdir(&box, "/full"), -ENOTEMPTY);
	is_u64(counts.n_unmade, 1);
	end();
}

static void hard_links(void)
{
	struct stat st = *status(S_IFREG | 0644, 4);
	struct object *file;
	struct stat a, b2;

	st.st_nlink = 2;
	begin();
	looked("stat", "/a", &st);
	looked("stat", "/b", &st);
	file = opened("/b", O_RDONLY);
	moved("read", file, "both", 4);
	closed(file);
	is_str(created(), "");
	is_str(made_bytes("/a"), "both");
	is_i64(box_stat(&box, "/a", true, &a), 0);
	is_i64(box_stat(&box, "/b", true, &b2), 0);
	is_u64(a.st_ino, b2.st_ino);
	end();
}

static void attributes(void)
{
	struct io_op op;
	struct stat st;

	begin();
	looked("stat", "/early", status(S_IFREG | 06755, 0));
	op = named("chmod", "/early", 0, 0);
	take_op(&op);
	looked("stat", "/early", status(S_IFREG | 0600, 0));
	op = named("chmod", "/late", 0, 0);
	take_op(&op);
	looked("stat", "/late", status(S_IFREG | 0600, 0));
	looked("stat", "/d", status(S_IFDIR | 0711, 0));
	found("/d/f");
	is_str(created(), "");
	box_stat(&box, "/early", true, &st);
	is_u64(st.st_mode, S_IFREG | 0755);
	is_i64(st.st_mtim.tv_sec, 1000);
	is_i64(st.st_mtim.tv_nsec, 5);
	box_stat(&box, "/late", true, &st);
	is_u64(st.st_mode, S_IFREG | 0644);
	box_stat(&box, "/d", true, &st);
	is_u64(st.st_mode, S_IFDIR | 0711);
	is_i64(st.st_mtim.tv_sec, 1000);
	end();
}

/* Who is root is refused nothing, and cannot be. */
static void refused(void)
{
	struct io_op op;
	struct stat st;

	if (!geteuid() && (setgid(65534) || setuid(65534)))
		skip("no other user here");
	begin();
	op = named("open", "/secret", -1, EACCES);
	take_op(&op);
	op = named("access", "/fixed", -1, EACCES);
	op.mode = W_OK;
	take_op(&op);
	is_str(created(), "");
	is_i64(box_file(&box, "/secret", O_RDONLY, 0), -EACCES);
	box_stat(&box, "/fixed", true, &st);
	is_u64(st.st_mode, S_IFREG | 0444);
	end();
}

static void system_files(void)
{
	begin();
	found("/proc/self/exe");
	found("/sys/x");
	found("/dev/null");
	found("/dev/shm/x");
	found("/a/../proc/1");
	found("/a/proc/1");
	is_str(created(), "");
	is_str(made_type("/proc/self"), "nothing");
	is_str(made_type("/sys/x"), "nothing");
	is_str(made_type("/dev/null"), "nothing");
	is_str(made_type("/dev/shm/x"), "file");
	is_str(made_type("/proc/1"), "nothing");
	is_str(made_type("/a/proc/1"), "file");
	end();
}

static void kept(void)
{
	struct object *file;

	begin();
	is_i64(box_mkdir(&box, "/d", 0700), 0);
	close(box_file(&box, "/d/f", O_CREAT | O_WRONLY, 0600));
	file = opened("/d/f", O_RDONLY);
	moved("read", file, "text", 4);
	closed(file);
	found("/d/g");
	is_str(created(), "");
	is_str(made_bytes("/d/f"), "");
	is_str(made_type("/d/g"), "file");
	is_u64(counts.n_kept, 2);
	end();
}

static void in_the_way(void)
{
	begin();
	is_i64(box_symlink(&box, "/elsewhere", "/d"), 0);
	is_i64(box_mkdir(&box, "/elsewhere", 0700), 0);
	found("/a");
	found("/d/f");
	is_str(created(),
	       "/d: is there already, as a symbolic link, and was a folder");
	is_str(made_type("/a"), "nothing");
	is_str(made_type("/elsewhere/f"), "nothing");
	end();
}

static void lacking(void)
{
	struct io_op op = call("read", 100, 0);
	struct object *file;

	begin();
	file = opened("/f", O_RDONLY);
	op.file[0] = file;
	op.data = fxr_text("0123456789", 10);
	op.data_size = op.size = 100;
	take_op(&op);
	moved("read", file, "rest", 10);
	closed(file);
	is_str(created(), "");
	is_str(reports,
	       "/f was mapped or read, and not all of it is in the archive\n");
	is_u64(counts.n_lacking, 1);
	ok(strncmp(made_bytes("/f"), "0123456789...", 13) == 0);
	end();
}

static void mapped(void)
{
	struct object *file;
	struct io_op op;

	begin();
	file = opened("/f", O_RDONLY);
	looked("stat", "/f", status(S_IFREG | 0644, 12));
	op = call("mmap", 0, 0);
	op.file[0] = file;
	op.size = 4096;
	op.has_offset[0] = true;
	take_op(&op);
	moved_at("fxtrace_mapped", file, "held", 0);
	op = call("fxtrace_mapped", 0, 0);
	op.file[0] = file;
	op.has_offset[0] = true;
	op.offset[0] = 4;
	op.size = op.data_size = 6;
	take_op(&op);
	closed(file);
	file = opened("/none", O_RDONLY);
	looked("stat", "/none", status(S_IFREG | 0644, 12));
	op = call("mmap", 0, 0);
	op.file[0] = file;
	op.size = 12;
	op.has_offset[0] = true;
	take_op(&op);
	closed(file);
	is_str(created(), "");
	is_str(made_bytes("/f"), "held........");
	is_u64(counts.n_bytes, 10);
	is_u64(counts.n_lacking, 2);
	ok(strstr(reports, "/f was mapped or read") &&
	   strstr(reports, "/none was mapped or read"));
	end();
}

static void hostile(void)
{
	static char deep[PATH_MAX];
	struct object *file;
	struct io_op op;

	begin();
	looked("stat", "/huge", status(S_IFREG | 0644, INT64_MAX));
	file = opened("/far", O_RDWR);
	moved_at("pread", file, "x", INT64_MAX);
	moved_at("pread", file, "x", INT64_MIN);
	sought(file, INT64_MIN, SEEK_END, INT64_MAX);
	moved("read", file, "y", UINT64_MAX);
	moved("write", file, "y", UINT64_MAX);
	op = call("ftruncate", 0, 0);
	op.file[0] = file;
	op.size = UINT64_MAX;
	take_op(&op);
	closed(file);
	for (size_t i = 0; i + 3 < sizeof(deep); i += 2)
		memcpy(deep + i, "/a", 3);
	found(deep);
	simple("unlink", "/");
	simple("rmdir", "/..");
	pair("rename", "/", "/x");
	pair("rename", "/x/y", "/x/y/z");
	pair("rename", "/x/y/z", "/x/y");
	found("/x/y/z/../../..");
	linked("/up", "../../../../etc");
	found("/up/passwd");
	found("");
	found("/.fxtrace-links/0");
	simple("symlink", "/");
	(void)created();
	is_str(made_type("/etc/passwd"), "file");
	ok(access(dir, F_OK) == 0);
	ok(counts.n_files > 0);
	end();
}

static const struct tap_test tests[] = {
	{"what was found is made, and what was not is not", names},
	{"bytes that were read are where they were, but for those written "
	 "before",
	 bytes},
	{"sizes come from the ends that were met", ends},
	{"streams are read from where they are", streams},
	{"what was renamed is where it was", renames},
	{"links lead to where they led, and files are behind them", links},
	{"a real path shows a link", real_paths},
	{"what O_CREAT opened was there if something shows it", maybe},
	{"lists and errors show types", types},
	{"names of one file are that again", hard_links},
	{"modes and times are those before the recording changed them",
	 attributes},
	{"what was refused is so for another user", refused},
	{"the system's own files are not made", system_files},
	{"what is in the folder already stays", kept},
	{"nothing is made if something else is in the way", in_the_way},
	{"what the archive lacks is reported", lacking},
	{"what is mapped is learned, and reported where it cannot be", mapped},
	{"sizes, offsets, names and loops can be anything", hostile},
};

TAP_MAIN(tests)
