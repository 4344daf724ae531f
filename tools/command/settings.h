/* SPDX-License-Identifier: MIT */
/*
 * The file of settings (writer/setting.h) of `fxtrace record`: a key is an
 * option that is a variable. What is said elsewhere, by an option or in the
 * environment, is left as it is.
 */
#ifndef TOOLS_COMMAND_SETTINGS_H
#define TOOLS_COMMAND_SETTINGS_H

#include "tools/command/cmd.h"

/* The option that names the file: a variable, but no key of it. */
#define SETTINGS_OPTION "config"

/*
 * Puts the file's settings into the environment, and takes the file's name
 * (FXTRACE_CONFIG) out: what is started finds them there.
 * cmd   whose options the keys are
 * Ends the process with one line on stderr: with status 2 if the file is
 * malformed, with die()'s if it cannot be read.
 */
void settings_load(const struct cmd *cmd, const char *path);

/*
 * Writes what the environment has for options of cmd, unless that is what they
 * are without it, each below its help. The file is replaced when it is whole.
 * Ends the process as settings_load does.
 */
void settings_save(const struct cmd *cmd, const char *path);

#endif
