/* SPDX-License-Identifier: MIT */
/*
 * The plain names of functions.
 */
#include "writer/plain.h"

#include <string.h>

#include "tests/tap.h"

static void becomes(const char *name, const char *want)
{
	struct fxw_plain plain;
	char got[256] = "";

	for (; fxw_plainer(name, &plain); name = plain.name)
		strcat(strcat(got, *got ? " " : ""), plain.name);
	is_str(got, want);
}

static void headers(void)
{
	becomes("open64", "open");
	becomes("__open64_2", "open64 open");
	becomes("__openat_2", "openat");
	becomes("__isoc99_sscanf", "sscanf");
	becomes("__isoc23_strtoul_l", "strtoul_l");
	becomes("__printf_chk", "printf");
	becomes("__pread64_chk", "pread64 pread");
	becomes("__fxstatat64", "fstatat64 fstatat");
	becomes("__xstat", "stat");
	becomes("__lxstat64", "lstat64 lstat");
	becomes("__xmknodat", "mknodat");
	becomes("__xpg_strerror_r", "strerror_r");
	becomes("__sysv_signal", "signal");
	becomes("__libc_malloc", "malloc");
	becomes("_IO_getc", "getc");
	becomes("__sigsetjmp", "sigsetjmp");
	becomes("_setjmp", "setjmp");
	becomes("readdir64_r", "readdir_r");
	becomes("preadv64v2", "preadv2");
	becomes("lockf64", "lockf");
}

static void others(void)
{
	becomes("read", "");
	becomes("_exit", ""); /* another function */
	becomes("sinf64", "");
	becomes("dup2", "");
	becomes("a64l", "");
	becomes("log2", "");
	becomes("64", "");
	becomes("__", "");
	becomes("", "");
	becomes("glUniform1i64vARB", "");
	becomes("__a_name_that_is_as_long_as_no_name_of_a_function", "");
}

static const struct tap_test tests[] = {
	{"what headers and compilers make of a name leads back to it", headers},
	{"another function's name stays what it is", others},
};
TAP_MAIN(tests)
