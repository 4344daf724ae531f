/* SPDX-License-Identifier: MIT */
/*
 * Names of archives.
 */
#include "preload/config/path.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/tap.h"

static const struct fxp_session first;

static const char *named(const char *output, uint32_t pid, const char *comm,
			 uint32_t n)
{
	if (!fxp_path_name(&first, output, pid, comm) || !fxp_path_try(n))
		return NULL;
	return fxp_path.archive;
}

static void defaults(void)
{
	ok(chdir("/tmp") == 0);
	is_str(named(NULL, 42, "ls", 0), "/tmp/ls.42.fxt");
	ok(chdir("/") == 0);
	is_str(named(NULL, 42, "ls", 0), "/ls.42.fxt");
}

static void patterns(void)
{
	is_str(named("/x/%p-%c-%p.fxt", 7, "sh", 0), "/x/7-sh-7.fxt");
	is_str(named("/x/%q%", 7, "sh", 0), "/x/%q%");
	is_str(named("/x/%%p%%%p", 7, "sh", 0), "/x/%p%7");
	is_str(named("/x/%c.fxt", 7, "kworker/0:1", 0), "/x/kworker_0:1.fxt");
	is_str(named("/x/0", 4294967295u, "a", 0), "/x/0");
	is_str(named("/x/%p", 4294967295u, "a", 0), "/x/4294967295");
}

static void folders(void)
{
	is_str(named("/x/", 7, "sh", 0), "/x/sh.7.fxt");
	ok(chdir("/tmp") == 0);
	is_str(named("sub/", 7, "sh", 0), "/tmp/sub/sh.7.fxt");
	is_str(named("a.fxt", 7, "sh", 0), "/tmp/a.fxt");
}

static void next_names(void)
{
	is_str(named("/x/a.fxt", 7, "sh", 1), "/x/a.1.fxt");
	is_str(named("/x/a.fxt", 7, "sh", 12), "/x/a.12.fxt");
	is_str(named("/x/a", 7, "sh", 3), "/x/a.3");
	is_str(named("/x/.fxt", 7, "sh", 1), "/x/.1.fxt");
}

static void descendants(void)
{
	struct fxp_session joined = {.is_joined = true, .base = "/x/first"};

	ok(fxp_path_name(&joined, "ignored", 99, "sh"));
	ok(fxp_path_try(0));
	is_str(fxp_path.archive, "/x/first.99.fxt");
	ok(fxp_path_try(2));
	is_str(fxp_path.archive, "/x/first.99.2.fxt");
}

static void too_long(void)
{
	static char name[FXP_PATH_BYTES + 10];

	memset(name, 'a', FXP_PATH_BYTES + 5);
	name[0] = '/';
	ok(!fxp_path_name(&first, name, 1, "x"));
	/* fits as it is, but not with a number */
	name[FXP_PATH_BYTES - 1] = 0;
	ok(fxp_path_name(&first, name, 1, "x"));
	ok(fxp_path_try(0));
	ok(!fxp_path_try(1));
}

static const struct tap_test tests[] = {
	{"the default is comm.pid.fxt in the current folder", defaults},
	{"%p, %c and %% are replaced, everything else stays", patterns},
	{"a trailing slash names a folder, a relative name is made absolute",
	 folders},
	{"a number goes before the suffix", next_names},
	{"a descendant's archive lies next to the first one's", descendants},
	{"a name too long is refused and not cut", too_long},
};
TAP_MAIN(tests)
