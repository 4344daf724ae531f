/* SPDX-License-Identifier: MIT */
/*
 * The option parser, driven by a command's table (cmd.h). Forms understood:
 * --name ARG, --name=ARG, --name, --no-name (FLAG and SWITCH), -xARG, -x ARG,
 * -xyz (letters without argument together), `--` ends options, `-` alone is an
 * operand. A long name may not be shortened: scripts must not break when an
 * option is added.
 */
#ifndef TOOLS_BASE_OPTION_H
#define TOOLS_BASE_OPTION_H

#include "tools/command/cmd.h"

/* What option_parse returns instead of a number of operands. */
enum {
	OPTION_WRONG = -1, /* error says why */
	OPTION_HELP = -2,  /* --help or -h was given */
};

/*
 * Puts the options of argv into their values and gathers the operands.
 * cmd     its table
 * argc    words in argv
 * argv    the words after the command's name, ended by NULL; reordered: the
 *         operands stand first afterwards, again ended by NULL
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
 * variable has it (yes, no, 1, 0); if not, why says what is expected, in words
 * that may follow "--name ARG: ". */
bool option_fits(const struct option *option, const char *text, char *why,
		 size_t why_bytes);

/* Whether a switch's value is yes. */
bool option_is_yes(const char *text);

/* Name of the environment variable of an option: "FXTRACE_STRING_MAX". */
void option_variable(const struct option *option, char *name,
		     size_t name_bytes);

#endif
