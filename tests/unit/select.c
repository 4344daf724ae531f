/* SPDX-License-Identifier: MIT */
/*
 * Lists of functions, as `dump --calls` and others take them.
 */
#include "tools/select/select.h"

#include "tests/tap.h"

static bool has(const char *list, const char *name)
{
	return select_has(list, &(struct select_function){.category = "libc:io",
							  .name = name,
							  .group = "io-hot",
							  .is_default = true});
}

static void exactly(void)
{
	ok(has("read,write", "read"));
	ok(has("read,write", "write"));
	ok(!has("read,write", "pread"));
	ok(has("*read*", "pread64"));
	ok(has(" read ,\n", "read"));
}

static void signs(void)
{
	ok(has("-read", "write"));
	ok(!has("-read", "read"));
	ok(has("-*,+read", "read"));
	ok(!has("-*,+read", "write"));
	ok(has("+read", "write"));
	ok(has("+*", "write"));
}

static void mixed(void)
{
	ok(has("*,-read", "write"));
	ok(!has("*,-read", "read"));
	ok(!has("write,-read", "open"));
	ok(has("-read,read", "read"));
}

static void categories(void)
{
	ok(has("%libc", "read"));
	ok(has("%libc:io", "read"));
	ok(has("%io", "read"));
	ok(!has("%lib", "read"));
	ok(!has("%libc:i", "read"));
	ok(has("%libc:*", "read"));
	ok(select_has("%gl", &(struct select_function){.category = "gl",
						       .name = "glClear"}));
	ok(!select_has("%gl",
		       &(struct select_function){.category = "glx",
						 .name = "glXSwapBuffers"}));
	ok(!has("+%libc,-%io", "read"));
}

static void groups(void)
{
	ok(has("%io-hot", "read"));
	ok(has("%io-*", "read"));
	ok(!has("%io-ho", "read"));
	ok(!has("-%io-hot", "read"));
}

static void system_calls(void)
{
	ok(has("syscall", "SYS_read"));
	ok(has("SYS_*", "SYS_read"));
	ok(!has("read", "SYS_read"));
	ok(!has("-syscall", "SYS_read"));
	ok(!has("syscall", "SYSTEM"));
}

static void defaults(void)
{
	static const struct select_function quiet = {.category = "libc:x",
						     .name = "quiet"};

	ok(!select_has(NULL, &quiet));
	ok(!select_has("+other", &quiet));
	ok(select_has("+quiet", &quiet));
	ok(select_has("*", &quiet));
}

static void wrong(void)
{
	ok(!select_check("read,-%libc"));
	ok(select_check("") != 0);
	ok(select_check(" , ") != 0);
	ok(select_check("read,-") != 0);
	ok(select_check("%") != 0);
	ok(select_check("+%") != 0);
}

static const struct tap_test tests[] = {
	{"names and globs mean exactly these", exactly},
	{"signs change the default, which is everything", signs},
	{"later items win", mixed},
	{"a category means its family, itself or its last part", categories},
	{"a group is a category of its own", groups},
	{"`syscall` is every system call that it makes, too", system_calls},
	{"what is not meant by default takes a + or its name", defaults},
	{"an item without a name is wrong", wrong},
};

TAP_MAIN(tests)
