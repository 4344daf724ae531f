/* SPDX-License-Identifier: MIT */
/*
 * A command of fxtrace and its options, as data. From these tables come the
 * option parser (option.c), `fxtrace help`, the man page and the README's
 * lists (help.c, help_pages.c): nothing about a command is written twice.
 *
 * A command's file defines one `const struct cmd cmd_NAME`, declared here, and
 * the table in fxtrace.c lists it.
 */
#ifndef TOOLS_COMMAND_CMD_H
#define TOOLS_COMMAND_CMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an option's `value` points to. */
enum option_kind {
	OPTION_FLAG,   /* bool: --name true, --no-name false */
	OPTION_SWITCH, /* const char *: --name "1", --no-name "0", else as is */
	OPTION_STRING, /* const char *, borrowed from argv */
	OPTION_NUMBER, /* uint64_t, decimal or 0x */
	OPTION_SIZE,   /* uint64_t bytes, suffix K M G (powers of 1024) */
	OPTION_LIST,   /* struct option_list: may be given many times */
};

/* Arguments of a repeated option, in order; n = 0 to begin with. */
#define OPTION_LIST_MAX 64
struct option_list {
	size_t n;
	const char *items[OPTION_LIST_MAX];
};

/* One option. The table of a command ends with a row whose name is NULL.
 * `value` is left alone when the option is not given: initialise it with the
 * default. */
struct option {
	const char *name; /* long name without dashes */
	char letter;	  /* short name or 0 */
	enum option_kind kind;
	void *value;
	const char *arg;      /* argument's name, "FILE"; NULL: FLAG, SWITCH */
	const char *help;     /* a phrase, lower case, no full stop */
	const char *fallback; /* the default in words, or NULL */
	bool is_variable;     /* also FXTRACE_NAME in the traced program */
	/* Words that the argument may be, "block drop", or NULL: others are
	 * refused, but where `check` knows more. */
	const char *choices;
	/* Judges the argument as text; returns NULL or what is wrong with it,
	 * in words that may follow "--name ARG: ". NULL = anything goes. */
	const char *(*check)(const char *text);
};

struct cmd {
	const char *name;
	const char *synopsis; /* after the name: "[options] [FILE...]" */
	const char *purpose;  /* one line, imperative, no full stop */
	/* Paragraphs between empty lines, each on one line (wrapped where it
	 * is shown); a line that begins with two spaces stands as it is. */
	const char *description;
	const struct option *options; /* may be NULL */
	bool stops_at_operand; /* what follows the first operand is not ours */
	/* Called with the options in place. argv[0] is the first operand,
	 * argv[argc] is NULL. Returns the exit status. */
	int (*run)(const struct cmd *cmd, int argc, char **argv);
};

extern const struct cmd cmd_record;
extern const struct cmd cmd_dump;
extern const struct cmd cmd_info;
extern const struct cmd cmd_convert;
extern const struct cmd cmd_query;
extern const struct cmd cmd_leaks;
extern const struct cmd cmd_slow;
extern const struct cmd cmd_diff;
extern const struct cmd cmd_report;
extern const struct cmd cmd_graph;
extern const struct cmd cmd_flame;
extern const struct cmd cmd_timeline;
extern const struct cmd cmd_replay;
extern const struct cmd cmd_trim;
extern const struct cmd cmd_recover;
extern const struct cmd cmd_manager;
extern const struct cmd cmd_ps;
extern const struct cmd cmd_top;
extern const struct cmd cmd_ctl;
extern const struct cmd cmd_snapshot;
extern const struct cmd cmd_list;
extern const struct cmd cmd_shim;
extern const struct cmd cmd_doctor;
extern const struct cmd cmd_help;

/* All commands in the order they are shown, ended by NULL. */
extern const struct cmd *const cmd_table[];

/* The command called `name`, or NULL. */
const struct cmd *cmd_find(const char *name);

#endif
