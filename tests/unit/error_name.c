/* SPDX-License-Identifier: MIT */
/* Names of errno's values, on any libc, against those that glibc has. */
#include "tools/base/error_name.h"

#include <errno.h>
#include <string.h>

#include "tests/tap.h"

#define ERROR_MAX 4095

static void names(void)
{
	is_str(error_name(ENOENT), "ENOENT");
	is_str(error_text(ENOENT), "No such file or directory");
}

static void nothing(void)
{
	is_str(error_name(-1), NULL);
	is_str(error_name(ERROR_MAX), NULL);
	is_str(error_text(ERROR_MAX), NULL);
}

static void all(void)
{
#if __GLIBC_PREREQ(2, 32)
	for (int i = -1; i <= ERROR_MAX; i++) {
		is_str(error_name(i), strerrorname_np(i));
		is_str(error_text(i), strerrordesc_np(i));
	}
#else
	skip("this libc names no errors");
#endif
}

static const struct tap_test tests[] = {
	{"an error has a name and a text", names},
	{"other numbers have none", nothing},
	{"all names and texts are glibc's", all},
};
TAP_MAIN(tests)
