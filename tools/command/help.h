/* SPDX-License-Identifier: MIT */
/*
 * Help made from the command tables and the texts of tools/man: text for the
 * terminal (help.c), man pages and the README's list (help_pages.c). All of it
 * goes to `out` and depends on nothing else: same tables, same bytes.
 */
#ifndef TOOLS_COMMAND_HELP_H
#define TOOLS_COMMAND_HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/command/cmd.h"
#include "tools/man/page.h"

/* One paragraph about fxtrace, and one about its exit status. */
extern const char help_about[];
extern const char help_status[];

/* The row of --help, which every command has. */
extern const struct option help_option;

/* Whether options of the command are also variables. */
bool help_has_variables(const struct cmd *cmd);

/* Every command with its purpose, and the topics: `fxtrace help`. */
void help_overview(FILE *out);

/* A command's purpose and options: `fxtrace CMD --help`. */
void help_command(FILE *out, const struct cmd *cmd);

/* The same and all else about it: `fxtrace help CMD`. */
void help_page(FILE *out, const struct cmd *cmd);

/* A topic: `fxtrace help TOPIC`. */
void help_topic(FILE *out, const struct page *page);

/* In roff: fxtrace(1), a command's page, a topic's. */
void help_man(FILE *out);
void help_man_command(FILE *out, const struct cmd *cmd);
void help_man_topic(FILE *out, const struct page *page);

/* The names of all man pages, fxtrace-record.1, one per line. */
void help_list(FILE *out);

/* Markdown: the commands. */
void help_readme(FILE *out);

/* The words, with a space between them. next: as triggers_error */
void help_put_words(FILE *out, const char *(*next)(uint32_t *at));

/* A script that completes command lines (help_completion.c, help_fish.c).
 * shell  "bash", "zsh" or "fish" */
void help_completion(FILE *out, const char *shell);
void help_completion_fish(FILE *out);
/* What an option's argument may be, or a command's operand: words between
 * spaces, or a kind: @calls, @files, @folders, @session, @control, @program,
 * @topics, @nothing. */
const char *help_argument_kind(const struct option *option);
const char *help_operand_kind(const struct cmd *cmd);

#endif
