/* SPDX-License-Identifier: MIT */
/*
 * The linker's error as it is read from libc, against dlerror.
 */
#include "preload/symbol/dl_error.h"

#include <dlfcn.h>
#include <errno.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "preload/symbol/symbol.h"
#include "tests/tap.h"

static bool is_kept(void)
{
	return strverscmp(gnu_get_libc_version(), "2.34") >= 0;
}

static enum fxp_dl_state read_error(struct fxp_dl_error *error)
{
	return fxp_dl_error_read(&errno, error);
}

static void failed_open(void)
{
	struct fxp_dl_error error;
	char text[256];

	dlopen("/none/x.so", RTLD_NOW);
	if (!is_kept()) {
		is_u64(read_error(&error), FXP_DL_UNKNOWN);
		skip("this libc does not keep it there");
	}
	is_u64(read_error(&error), FXP_DL_ERROR);
	is_u64(read_error(&error), FXP_DL_ERROR);
	is_u64((uint64_t)error.code, ENOENT);
	snprintf(text, sizeof(text), "%s: %s: %s", error.object, error.text,
		 strerror(error.code));
	is_str(dlerror(), text);
}

static void after_dlerror(void)
{
	struct fxp_dl_error error;

	dlopen("/none/x.so", RTLD_NOW);
	dlerror();
	is_u64(read_error(&error),
	       is_kept() ? FXP_DL_RETURNED : FXP_DL_UNKNOWN);
}

static void success(void)
{
	struct fxp_dl_error error;
	void *libc;

	dlopen("/none/x.so", RTLD_NOW);
	libc = dlopen("libc.so.6", RTLD_NOW);
	is_u64(read_error(&error), is_kept() ? FXP_DL_NONE : FXP_DL_UNKNOWN);
	dlsym(libc, "none");
	if (is_kept())
		is_u64(read_error(&error), FXP_DL_ERROR);
	dlsym(libc, "abs");
	is_u64(read_error(&error), is_kept() ? FXP_DL_NONE : FXP_DL_UNKNOWN);
	ok(!dlerror());
}

static void sandbox(void)
{
	struct fxp_dl_error error;

	dlopen("/none/x.so", RTLD_NOW);
	fxp_object_quiet(true);
	is_u64(read_error(&error), FXP_DL_UNKNOWN);
	fxp_object_quiet(false);
}

static const struct tap_test tests[] = {
	{"a failed dlopen's error is what dlerror returns", failed_open},
	{"what dlerror has returned is no error of a call", after_dlerror},
	{"a call that succeeds leaves no error", success},
	{"in a sandbox it is unknown", sandbox},
};
TAP_MAIN(tests)
