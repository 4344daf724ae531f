/* SPDX-License-Identifier: MIT */
/*
 * The file of settings (writer/setting.h) of `fxtrace record`: a key is an
 * option that is a variable. What an option or the environment sets is left as
 * it is.
 */
#ifndef TOOLS_COMMAND_SETTINGS_H
#define TOOLS_COMMAND_SETTINGS_H

#include "tools/command/cmd.h"

/* The option that names the file: a variable, but not a key of it. */
#define SETTINGS_OPTION "config"

/*
 * Puts the file's settings into the environment, where programs that are
 * started find them, and removes the file's name (FXTRACE_CONFIG).
 *
 * cmd   the command whose options are the keys
 *
 * On error ends the process with one line on stderr. The status is 2 if the
 * file is malformed, and die()'s if it cannot be read.
 */
void settings_load(const struct cmd *cmd, const char *path);

/*
 * Writes what the environment has for options of cmd, each below its help,
 * unless it is the default. The file is replaced when it is whole. Ends the
 * process as settings_load does.
 */
void settings_save(const struct cmd *cmd, const char *path);

#endif
