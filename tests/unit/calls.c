/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_CALLS: which functions a list chooses, and which lists are refused.
 */
#include "preload/config/calls.h"

#include <stdlib.h>
#include <string.h>

#include "tests/guard.h"
#include "tests/tap.h"

static bool match(const char *list, const char *name, const char *category,
		  const char *group, bool is_default)
{
	struct fxp_names names = {name, category, group, "file desc"};

	return fxp_calls_match(list, &names, is_default);
}

/* A function of the libc that is recorded by default, and one that is not. */
static bool picks_read(const char *list)
{
	return match(list, "read", "libc:io", "fdio", true);
}

static bool picks_memcpy(const char *list)
{
	return match(list, "memcpy", "libc:mem", "memstr", false);
}

static void no_list(void)
{
	ok(picks_read(NULL));
	ok(!picks_memcpy(NULL));
}

static void plain_items(void)
{
	ok(picks_read("read"));
	ok(picks_read("write,read"));
	ok(!picks_read("write"));
	ok(!picks_read("rea"));
	ok(!picks_read("readv"));
	ok(picks_memcpy("memcpy,read"));
}

static void system_calls(void)
{
	ok(match("syscall", "SYS_read", "libc:io", "fdio", true));
	ok(match("SYS_r*", "SYS_read", "libc:io", "fdio", true));
	ok(match("+syscall", "SYS_futex", "libc:proc", "", false));
	ok(!match("-syscall", "SYS_read", "libc:io", "fdio", true));
	ok(!match("read", "SYS_read", "libc:io", "fdio", true));
	ok(!match("syscall", "SYSTEM", "libc:io", "fdio", true));
	ok(!match("syscall", "SYS", "libc:io", "fdio", true));
}

static void globs(void)
{
	ok(picks_read("*"));
	ok(picks_read("r*"));
	ok(picks_read("*d"));
	ok(picks_read("r*d"));
	ok(picks_read("*e*a*"));
	ok(picks_read("????"));
	ok(picks_read("re?d*"));
	ok(!picks_read("???"));
	ok(!picks_read("?????"));
	ok(!picks_read("*x*"));
	ok(!picks_read("r*a"));
}

static void sets(void)
{
	ok(picks_read("[rw]*"));
	ok(picks_read("[p-s]ead"));
	ok(picks_read("rea[!a-c]"));
	ok(picks_read("rea[^a-c]"));
	ok(!picks_read("rea[!a-d]"));
	ok(!picks_read("[wx]ead"));
	ok(!picks_read("read[d]"));
	ok(picks_read("*[e]*[d]"));
	ok(match("a[]x]b", "a]b", "libc", "", false));
	ok(!fxp_calls_check("+%time-read"));
	ok(match("%time-read", "time", "libc:time", "time-read", false));
	ok(match("a[x-]b", "a-b", "libc", "", false));
}

static void categories(void)
{
	ok(picks_read("%libc"));
	ok(picks_read("%libc:io"));
	ok(picks_read("%libc:*"));
	ok(!picks_read("%libc:time"));
	ok(!picks_read("%lib"));
	ok(!picks_read("%io"));
	ok(!picks_read("%gl"));
	ok(match("%gl", "glClear", "gl", "", false));
	ok(!match("%gl", "glXWaitX", "glx", "", false));
}

static void groups(void)
{
	ok(picks_memcpy("%memstr"));
	ok(picks_memcpy("+%memstr"));
	ok(!picks_read("%memstr"));
}

static void classes(void)
{
	ok(picks_read("%desc"));
	ok(picks_read("%file"));
	ok(picks_memcpy("+%fi?e"));
	ok(!picks_read("%fil"));
	ok(!picks_read("%des"));
	ok(!picks_read("%filedesc"));
	ok(!picks_read("-%desc"));
}

static void changes(void)
{
	ok(picks_read("+memcpy"));
	ok(picks_memcpy("+memcpy"));
	ok(!picks_read("-read"));
	ok(!picks_memcpy("-read"));
	ok(picks_read("-write"));
	ok(picks_memcpy("+*"));
	ok(picks_read("+*"));
	ok(!picks_read("-*"));
	ok(!picks_read("-%libc:io,+memcpy"));
}

static void mixed(void)
{
	ok(picks_read("%libc,-write"));
	ok(!picks_read("%libc,-read"));
	ok(!picks_read("memcpy,-write"));
	ok(picks_read("-*,read"));
	ok(!picks_memcpy("+write,read"));
}

static void last_item(void)
{
	ok(picks_read("-read,+read"));
	ok(!picks_read("+read,-read"));
	ok(!picks_read("read,-r*"));
	ok(picks_read("-%libc,+re*"));
}

static bool picks_more(const char *list, bool default_on)
{
	struct fxp_names names = {"read", "libc:io", "fdio", ""};

	return fxp_calls_match_more(list, &names, default_on);
}

static void more(void)
{
	ok(picks_more(NULL, true));
	ok(!picks_more(NULL, false));
	ok(picks_more("write", true));
	ok(!picks_more("write", false));
	ok(picks_more("write,read", false));
	ok(!picks_more("write,-read", true));
	ok(!picks_more("-read", true));
}

static void refused(void)
{
	ok(fxp_calls_check(""));
	ok(fxp_calls_check(","));
	ok(fxp_calls_check("read,"));
	ok(fxp_calls_check(",read"));
	ok(fxp_calls_check("read,,write"));
	ok(fxp_calls_check("+"));
	ok(fxp_calls_check("read,-"));
	ok(fxp_calls_check("%"));
	ok(fxp_calls_check("+%"));
	ok(fxp_calls_check("re[ad"));
	ok(fxp_calls_check("re["));
	ok(fxp_calls_check("re[]"));
	ok(fxp_calls_check("re[!]"));
	ok(fxp_calls_check("[a,b]"));
	ok(fxp_calls_check("read, write"));
	ok(fxp_calls_check("++read"));
	ok(fxp_calls_check("%%libc"));
}

static void accepted(void)
{
	is_str(fxp_calls_check("read"), NULL);
	is_str(fxp_calls_check("+*"), NULL);
	is_str(fxp_calls_check("%libc,-%libc:time,+clock_*"), NULL);
	is_str(fxp_calls_check("__open_2,[a-z]?*[!x],-*64"), NULL);
}

static void many_stars(void)
{
	char name[4000], list[200];
	size_t i;

	memset(name, 'a', sizeof(name));
	name[sizeof(name) - 1] = 0;
	for (i = 0; i + 2 < sizeof(list); i += 2)
		memcpy(list + i, "*a", 2);
	list[i] = 'b';
	list[i + 1] = 0;
	ok(!match(list, name, "libc", "", false));
}

/* Any bytes are judged within their bounds, and what is refused never gets
 * to the matcher. */
static void any_bytes(void)
{
	static const char letters[] = "ra*?[]!-+%,:";
	char *list;
	unsigned run, i, n;

	srand(1);
	for (run = 0; run < 20000; run++) {
		n = (unsigned)rand() % 12;
		list = guard_alloc(n + 1);
		for (i = 0; i < n; i++)
			list[i] =
				letters[(size_t)rand() % (sizeof(letters) - 1)];
		list[n] = 0;
		if (!fxp_calls_check(list))
			(void)picks_read(list);
		guard_free(list, n + 1);
	}
	ok(run == 20000);
}

static const struct tap_test tests[] = {
	{"without a list the default decides", no_list},
	{"plain items choose exactly these", plain_items},
	{"`syscall` is every system call that it makes, too", system_calls},
	{"stars and question marks fit any bytes", globs},
	{"sets fit their members, negated ones the others", sets},
	{"a category means itself and its parts", categories},
	{"a group means its functions", groups},
	{"a class means its functions", classes},
	{"signed items alone change the default", changes},
	{"signed items together with plain ones start from nothing", mixed},
	{"the last item that fits decides", last_item},
	{"a list may leave what is chosen without it", more},
	{"malformed lists are refused", refused},
	{"well-formed lists are accepted", accepted},
	{"a hundred stars are matched in no time", many_stars},
	{"no list makes the matcher read outside it", any_bytes},
};
TAP_MAIN(tests)
