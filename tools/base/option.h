/* SPDX-License-Identifier: MIT */
/*
 * A command of fxtrace and its options, as data, and their parser. Help, man
 * pages and completions are made from the same tables, so nothing about a
 * command is written twice. The parser accepts these forms:
 * - `--name ARG`, `--name=ARG`, `--name`, `--no-name` (FLAG and SWITCH);
 * - `-xARG`, `-x ARG`, `-xyz` (letters without argument together);
 * - `--` ends options, `-` alone is an operand.
 * A long name may not be shortened: scripts must not break when an option is
 * added.
 */
#ifndef TOOLS_BASE_OPTION_H
#define TOOLS_BASE_OPTION_H

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
 * `value` is unchanged if the option is not given: initialise it with the
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
	/* Words that the argument may be, "block drop", or NULL. Others are
	 * refused, except for those that `check` accepts. */
	const char *choices;
	/* Checks the argument as text; returns NULL or what is wrong with it,
	 * in words that may follow "--name ARG: ". NULL = anything is valid. */
	const char *(*check)(const char *text);
};

struct cmd {
	const char *name;
	const char *synopsis; /* after the name: "[options] [FILE...]" */
	const char *purpose;  /* one line, imperative, no full stop */
	/* Paragraphs between empty lines, each on one line (wrapped when it is
	 * shown). A line that begins with two spaces is shown as it is. */
	const char *description;
	const struct option *options; /* may be NULL */
	bool stops_at_operand; /* what follows the first operand is not ours */
	bool escapes_itself;   /* colours what it shows, and escapes the rest */
	/* Called with the options in place. argv[0] is the first operand,
	 * argv[argc] is NULL. Returns the exit status. */
	int (*run)(const struct cmd *cmd, int argc, char **argv);
};

/* Results of option_parse other than a number of operands. */
enum {
	OPTION_WRONG = -1, /* error says why */
	OPTION_HELP = -2,  /* --help or -h was given */
};

/*
 * Stores the options of argv in their values and gathers the operands.
 * cmd     its table
 * argc    words in argv
 * argv    the words after the command's name, ended by NULL; reordered: the
 *         operands come first afterwards, again ended by NULL
 * error   receives a message without prefix and newline
 * Returns the number of operands, OPTION_WRONG or OPTION_HELP. Values of
 * options before a wrong one have been set.
 */
int option_parse(const struct cmd *cmd, int argc, char **argv, char *error,
		 size_t error_bytes);

/* Reads "10", "0x10"; false if it is no number or does not fit. */
bool option_number(const char *text, uint64_t *number);

/* Reads "10", "64K", "4M", "2G"; false if it is no size or does not fit. */
bool option_size(const char *text, uint64_t *bytes);

/* Whether the text may be the option's argument, or a switch's value as its
 * variable has it (yes, no, 1, 0). If not, why says what is expected; it may
 * follow "--name ARG: ". */
bool option_fits(const struct option *option, const char *text, char *why,
		 size_t why_bytes);

/* Whether a switch's value is yes. */
bool option_is_yes(const char *text);

/* Name of the environment variable of an option: "FXTRACE_STRING_MAX". */
void option_variable(const struct option *option, char *name,
		     size_t name_bytes);

#endif
