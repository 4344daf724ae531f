/* SPDX-License-Identifier: MIT */
/*
 * What descriptors are, where threads and processes overlap in time, calls
 * failed, or not all is known; tests/cli/fdnames.t has the functions.
 */
#include "tools/fd/descriptors.h"

#include <string.h>

#include "tests/build_archive.h"
#include "tests/tap.h"
#include "writer/wire.h"

enum { INT = 1, TEXT };

static struct build b;
static struct fxr_reader *reader;
static struct fxr_calls *calls;
static struct descriptors *descriptors;

static void begin(void)
{
	static const struct build_param path[] = {{"pathname", TEXT}, {0}};
	static const struct build_param fd[] = {{"fd", INT}, {0}};

	build_begin(&b);
	build_int(&b, INT, "int", 4, true, FXG_DEC);
	build_str(&b, TEXT);
	build_function(&b, 1, "open", INT, path, 0);
	build_function(&b, 2, "close", INT, fd, 0);
	build_function(&b, 3, "read", INT, fd, 0);
	build_function(&b, 4, "fork", INT, path + 1, 0);
}

static void fact(const char *name)
{
	build_event(&b, FXT_EVENT_INSTANT, 0, FXW_CATEGORY_FACT, name, 1);
}

static void began_with(int fd, const char *target)
{
	arg_i32(&b, "fd", fd);
	arg_string(&b, "target", target);
	fact("descriptor");
}

static void opened(uint64_t from, uint64_t to, const char *path, int fd)
{
	arg_string(&b, "pathname", path);
	arg_i32(&b, "ret", fd);
	build_call(&b, from, to, "open");
}

static void closed(uint64_t from, uint64_t to, int fd, const char *error)
{
	arg_i32(&b, "fd", fd);
	arg_i32(&b, "ret", error ? -1 : 0);
	if (error)
		arg_string(&b, "errno", error);
	build_call(&b, from, to, "close");
}

static void used(uint64_t at)
{
	build_call(&b, at, at + 1, "read");
}

/* What fd is at each call of read, with commas between. */
static const char *seen(int fd)
{
	static struct fxr_calls_options options;
	static struct fxr_call call;
	static char text[512];

	*text = '\0';
	reader = fxr_open_memory(b.words, build_bytes(&b));
	calls = fxr_calls_open(reader, &options);
	descriptors = descriptors_open(fxr_calls_world(calls));
	while (fxr_calls_next(calls, &call)) {
		const char *name;

		descriptors_take(descriptors, &call);
		if (!fxr_is(call.name->name, "read"))
			continue;
		name = descriptors_fd(descriptors, fd, false);
		strcat(text, *text ? "," : "");
		strcat(text, name ? name : "-");
	}
	descriptors_close(descriptors);
	fxr_calls_close(calls);
	fxr_close(reader);
	build_free(&b);
	return text;
}

static void from_the_start(void)
{
	begin();
	began_with(0, "/dev/null");
	used(10);
	is_str(seen(0), "/dev/null");
}

static void open_at_its_end(void)
{
	begin();
	opened(10, 50, "/a", 3);
	b.tid = 102;
	used(20);
	used(60);
	is_str(seen(3), "-,/a");
}

static void close_at_its_begin(void)
{
	begin();
	opened(1, 2, "/a", 3);
	closed(10, 50, 3, NULL);
	b.tid = 102;
	used(5);
	used(15);
	opened(20, 30, "/b", 3);
	used(40);
	used(60);
	is_str(seen(3), "/a,-,/b,/b");
}

static void failures(void)
{
	begin();
	opened(1, 2, "/a", 3);
	closed(3, 4, 3, "EIO");
	opened(5, 6, "/b", 3);
	closed(7, 8, 3, "EBADF");
	used(9);
	is_str(seen(3), "/b");
}

static void processes(void)
{
	begin();
	opened(1, 2, "/a", 3);
	b.pid = b.tid = 200;
	used(5);
	opened(6, 7, "/b", 3);
	used(8);
	b.pid = 100, b.tid = 101;
	used(9);
	is_str(seen(3), "-,/b,/a");
}

/* The child's first call comes before fork has returned in the parent, which
 * closes what the child has. */
static void children(void)
{
	begin();
	opened(1, 2, "/a", 3);
	arg_i32(&b, "ret", 200);
	build_call(&b, 10, 50, "fork");
	closed(51, 52, 3, NULL);
	b.pid = b.tid = 200;
	used(20);
	used(60);
	is_str(seen(3), "/a,/a");
}

static void losses(void)
{
	begin();
	opened(1, 2, "/a", 3);
	used(10);
	used(25);
	used(40);
	opened(50, 51, "/b", 3);
	used(60);
	arg_u64(&b, "count", 7);
	arg_u64(&b, "thread", 101);
	arg_u64(&b, "first_ticks", 20);
	arg_u64(&b, "last_ticks", 30);
	build_event(&b, FXT_EVENT_INSTANT, 30, FXW_CATEGORY_LOSS, "lost", 1);
	is_str(seen(3), "/a,-,-,/b");
}

static void overwritten(void)
{
	begin();
	began_with(3, "/a");
	used(10);
	opened(20, 21, "/b", 3);
	used(30);
	arg_u64(&b, "count", 7);
	build_event(&b, FXT_EVENT_INSTANT, 5, FXW_CATEGORY_LOSS,
		    FXW_EVENT_OVERWRITTEN, 1);
	is_str(seen(3), "-,/b");
}

static void not_chosen(void)
{
	begin();
	arg_string(&b, "calls", "open,read,dup?");
	fact("config");
	opened(1, 2, "/a", 3);
	used(10);
	is_str(seen(3), "-");
}

static void chosen(void)
{
	begin();
	arg_string(&b, "calls", "open,read,dup?,close");
	fact("config");
	opened(1, 2, "/a", 3);
	used(10);
	is_str(seen(3), "/a");
}

static const struct tap_test tests[] = {
	{"a process has what it began with", from_the_start},
	{"what is opened is there from the call's end on", open_at_its_end},
	{"what is closed is gone from the call's begin on", close_at_its_begin},
	{"only a close that knew the descriptor closes", failures},
	{"processes have their own", processes},
	{"a child has what its parent had when it forked", children},
	{"nothing of before is known once calls were lost", losses},
	{"nothing of the start is known where calls were overwritten",
	 overwritten},
	{"nothing is known where close was not recorded", not_chosen},
	{"a choice that has close and dup is enough", chosen},
};

TAP_MAIN(tests)
