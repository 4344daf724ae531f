/* SPDX-License-Identifier: MIT */
/*
 * The list of what is not to be recorded.
 */
#include "writer/redact.h"

#include "tests/tap.h"

static void whole_functions(void)
{
	ok(fxw_redact_names("getenv", "getenv", "name"));
	ok(fxw_redact_names("getenv", "getenv", "ret"));
	ok(!fxw_redact_names("getenv", "setenv", "name"));
	ok(!fxw_redact_names("getenv", "getenv2", "name"));
}

static void arguments(void)
{
	ok(fxw_redact_names("getenv:ret", "getenv", "ret"));
	ok(!fxw_redact_names("getenv:ret", "getenv", "name"));
	ok(fxw_redact_names("printf:...", "printf", "..."));
	ok(!fxw_redact_names("printf:...", "printf", "format"));
}

static void globs(void)
{
	ok(fxw_redact_names("*:password", "login", "password"));
	ok(fxw_redact_names("*printf*:...", "__snprintf_chk", "..."));
	ok(fxw_redact_names("get*:*a*e", "getpwnam", "name"));
	ok(!fxw_redact_names("get*:*a*e", "getpwnam", "named"));
	ok(fxw_redact_names("wr?te:b?f", "write", "buf"));
	ok(!fxw_redact_names("wr?te:b?f", "wrte", "buf"));
	ok(fxw_redact_names("*", "any", "thing"));
	ok(fxw_redact_names("a*b*c", "aXbYbZc", ""));
}

static void lists(void)
{
	ok(fxw_redact_names("a:b,write:buf,c", "write", "buf"));
	ok(fxw_redact_names("a:b,write:buf,c", "c", "x"));
	ok(!fxw_redact_names("a:b,write:buf,c", "a", "buf"));
	ok(!fxw_redact_names(NULL, "a", "b"));
}

static void well_formed(void)
{
	is_str(fxw_redact_check("a"), NULL);
	is_str(fxw_redact_check("getenv:ret,write:buf,*:password"), NULL);
	is_str(fxw_redact_check("printf:..."), NULL);
}

static void malformed(void)
{
	is_str(fxw_redact_check(""), "has an empty item");
	is_str(fxw_redact_check("a,,b"), "has an empty item");
	is_str(fxw_redact_check("a,"), "has an empty item");
	is_str(fxw_redact_check(":a"),
	       "has an item without function or argument");
	is_str(fxw_redact_check("a:"),
	       "has an item without function or argument");
	is_str(fxw_redact_check("a b"), "has an item that no argument can fit");
	is_str(fxw_redact_check("a:b:c"),
	       "has an item that no argument can fit");
	is_str(fxw_redact_check("[ab]"),
	       "has an item that no argument can fit");
}

static const struct tap_test tests[] = {
	{"a function's name means all of its values", whole_functions},
	{"an argument's name means that one", arguments},
	{"both may be globs", globs},
	{"any item of a list counts", lists},
	{"lists are found well formed", well_formed},
	{"malformed lists are reported", malformed},
};
TAP_MAIN(tests)
