/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_CALLERS: which modules a list chooses, and which lists are refused.
 */
#include "writer/callers.h"

#include "tests/tap.h"

static void globs(void)
{
	ok(fxw_callers_fit("libfoo.so*", "libfoo.so.1", false));
	ok(!fxw_callers_fit("libfoo.so*", "libfo.so.1", false));
	ok(fxw_callers_fit("lib?++.so.6", "libc++.so.6", false));
	ok(!fxw_callers_fit("libfoo.so", "", false));
}

static void program(void)
{
	ok(fxw_callers_fit("main", "ls", true));
	ok(fxw_callers_fit("ls", "ls", true));
	ok(!fxw_callers_fit("main", "ls", false));
	ok(fxw_callers_fit("main", "main", false));
	ok(!fxw_callers_fit("mai", "ls", true));
}

static void several(void)
{
	ok(fxw_callers_fit("main,liba*", "liba.so", false));
	ok(fxw_callers_fit("main,+liba*", "liba.so", false));
	ok(!fxw_callers_fit("lib*,-libc.*", "libc.so.6", false));
	ok(fxw_callers_fit("lib*,-libc.*", "libm.so.6", false));
	ok(fxw_callers_fit("-libc.*,+libc.so", "libc.so", false));
}

static void others(void)
{
	ok(fxw_callers_fit("-libc.so.6", "libm.so.6", false));
	ok(fxw_callers_fit("-libc.so.6", "", false));
	ok(!fxw_callers_fit("-libc.so.6", "libc.so.6", false));
	ok(!fxw_callers_fit("-main", "ls", true));
}

static void malformed(void)
{
	ok(!fxw_callers_check("main,lib foo.so,-x"));
	ok(fxw_callers_check(""));
	ok(fxw_callers_check("main,"));
	ok(fxw_callers_check(",main"));
	ok(fxw_callers_check("-"));
	ok(fxw_callers_check("/usr/lib/libfoo.so"));
}

static const struct tap_test tests[] = {
	{"globs fit names of files", globs},
	{"main is the program, which its name fits, too", program},
	{"the last item that fits decides", several},
	{"a list that begins with a minus is about all others", others},
	{"malformed lists are refused", malformed},
};
TAP_MAIN(tests)
