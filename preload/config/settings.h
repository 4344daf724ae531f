/* SPDX-License-Identifier: MIT */
/*
 * The file that FXTRACE_CONFIG names (writer/setting.h), for a program that
 * was started without `fxtrace record`. Its settings stand for variables that
 * the environment lacks; what is started later finds them there, as the file
 * may be another one by then, or out of reach.
 * Nothing allocates, locks, prints or changes errno. After our relocation.
 */
#ifndef PRELOAD_CONFIG_SETTINGS_H
#define PRELOAD_CONFIG_SETTINGS_H

#include <stdbool.h>

#include "preload/config/config.h"

/*
 * Reads the file, once; a second call finds what the first one did.
 * envp   the environment, NULL-terminated, may be NULL
 * what   out: "FILE" or "FILE:LINE", where it is malformed
 * Returns envp if no file is named, else a copy with the file's settings
 * behind; NULL: there is no such file, or it is malformed, and *why tells it.
 */
char *const *fxp_settings_read(char *const *envp, const char **what,
			       const char **why);

/* Where the variable that the configuration is refused for (bad_name) was read
 * from the file: "FILE:LINE: NAME"; the name itself if it was not. */
const char *fxp_settings_place(const char *name, char *const *envp);

/* Puts the file's settings into libc's environ itself, in place of
 * FXTRACE_CONFIG. Once, from the constructor. */
void fxp_settings_export(char ***environment);

#endif
