/* SPDX-License-Identifier: MIT */
/*
 * Help made from the command tables: text for the terminal (help.c), the man
 * page and the README's lists (help_pages.c). All of it goes to `out` and
 * depends on nothing but the tables: same tables, same bytes.
 */
#ifndef TOOLS_COMMAND_HELP_H
#define TOOLS_COMMAND_HELP_H

#include <stdio.h>

#include "tools/command/cmd.h"

/* One paragraph about fxtrace, and one about its exit status. */
extern const char help_about[];
extern const char help_status[];

/* Every command with its purpose: `fxtrace help`. */
void help_overview(FILE *out);

/* Everything about one command: `fxtrace help CMD`. */
void help_command(FILE *out, const struct cmd *cmd);

/* fxtrace(1) in roff. */
void help_man(FILE *out);

/* Markdown: the commands and the variables. */
void help_readme(FILE *out);

/* A script that completes command lines (help_completion.c).
 * shell  "bash" or "zsh" */
void help_completion(FILE *out, const char *shell);

#endif
