/* SPDX-License-Identifier: MIT */
/* Globs of paths, as --path takes them. */
#include "writer/path_globs.h"

#include <string.h>

#include "tests/tap.h"

static bool fit(const char *list, const char *path)
{
	return fxw_path_globs_fit(list, path, strlen(path));
}

static void absolute(void)
{
	ok(fit("/etc/hosts", "/etc/hosts"));
	ok(!fit("/etc/hosts", "/etc/hosts.allow"));
	ok(!fit("/etc/hosts", "/srv/etc/hosts"));
	ok(!fit("/etc", "/etc/hosts"));
	ok(!fit("/etc/hosts", "/srv//etc/hosts"));
}

static void ends(void)
{
	ok(fit("hosts", "/etc/hosts"));
	ok(fit("etc/hosts", "/etc/hosts"));
	ok(fit("hosts", "hosts"));
	ok(!fit("hosts", "/etc/ghosts"));
	ok(!fit("tc/hosts", "/etc/hosts"));
	ok(!fit("hosts", ""));
	/* what is behind the path is no part of it */
	ok(!fxw_path_globs_fit("b", "a/b", 1));
	ok(!fxw_path_globs_fit("b*", "a/b", 1));
}

static void globs(void)
{
	ok(fit("/etc/*", "/etc/ssl/certs/a.pem"));
	ok(fit("*.pem", "/etc/ssl/certs/a.pem"));
	ok(fit("?.pem", "/etc/ssl/certs/a.pem"));
	ok(!fit("?.pem", "/etc/ssl/certs/aa.pem"));
}

static void lists(void)
{
	ok(fit("/a,/b,/c", "/b"));
	ok(fit("/a,/b,/c", "/c"));
	ok(!fit("/a,/b,/c", "/a,/b"));
	ok(!fit("/a,/b,/c", "/d"));
}

static void malformed(void)
{
	ok(fxw_path_globs_check(""));
	ok(fxw_path_globs_check(",a"));
	ok(fxw_path_globs_check("a,"));
	ok(fxw_path_globs_check("a,,b"));
	is_str(fxw_path_globs_check("a,b"), NULL);
}

static void is_clean(const char *path, const char *want)
{
	char text[64];
	size_t n = strlen(path);

	memcpy(text, path, n + 1);
	n = fxw_path_clean(text, n);
	is_mem(text, want, n);
	is_u64(n, strlen(want));
}

static void cleaned(void)
{
	is_clean("/a/b", "/a/b");
	is_clean("/a/./b/../c", "/a/c");
	is_clean("//a///b//", "/a/b");
	is_clean("/..", "/");
	is_clean("/../../a/..", "/");
	is_clean("/a/b/../../c/.", "/c");
	is_clean("/.a/..b/c..", "/.a/..b/c..");
	is_clean("/", "/");
	is_clean("", "");
}

static const struct tap_test tests[] = {
	{"a path without . and .. is by its text", cleaned},
	{"a glob that begins with a slash fits whole paths", absolute},
	{"any other fits the end of a path, from a component on", ends},
	{"stars and question marks fit slashes, too", globs},
	{"one of a list is enough", lists},
	{"an empty item is malformed", malformed},
};
TAP_MAIN(tests)
