/* SPDX-License-Identifier: MIT */
/*
 * The file that FXTRACE_CONFIG names (writer/setting.h), for a program that
 * was started without `fxtrace record`. Its settings replace variables that the
 * environment lacks. Programs that are started later inherit them, because the
 * file may have changed by then, or be out of reach.
 * Nothing allocates, locks, prints or changes errno. After our relocation.
 */
#ifndef PRELOAD_CONFIG_SETTINGS_H
#define PRELOAD_CONFIG_SETTINGS_H

#include <stdbool.h>

#include "preload/config/config.h"

/*
 * Reads the file, once. A second call returns the same result.
 * envp   the environment, NULL-terminated, may be NULL.
 * what   out: "FILE" or "FILE:LINE", where it is malformed.
 * Returns envp if no file is named, else a copy that ends with the file's
 * settings. NULL: there is no such file, or it is malformed, and *why says why.
 */
char *const *fxp_settings_read(char *const *envp, const char **what,
			       const char **why);

/* The place in the file of the rejected variable (bad_name), as
 * "FILE:LINE: NAME". The name itself if it is not from the file. */
const char *fxp_settings_place(const char *name, char *const *envp);

/* Puts the file's settings into libc's environ itself, in place of
 * FXTRACE_CONFIG. Once, from the constructor. */
void fxp_settings_export(char ***environment);

#endif
