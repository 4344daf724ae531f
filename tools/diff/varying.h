/* SPDX-License-Identifier: MIT */
/*
 * Which values differ from run to run though the program does the same: what
 * varying.def says, and what the user adds to it.
 */
#ifndef TOOLS_DIFF_VARYING_H
#define TOOLS_DIFF_VARYING_H

#include <stdbool.h>

#include "tools/reader/memory.h"

enum varying_how {
	VARYING_UNSAID, /* no row */
	VARYING_IGNORED,
	VARYING_EXACT,
	VARYING_OBJECT,
};

struct varying;

/*
 * words  NAME or NAME:VALUE, both globs, that are ignored; borrowed until close
 * Never NULL.
 */
struct varying *varying_open(const char *const *words, size_t n_words);
void varying_close(struct varying *varying);

/* For an option's check: NULL, or what is wrong with such a word. */
const char *varying_check(const char *word);

/* Whether calls of the function are left out. name ends with NUL. */
bool varying_has_call(const struct varying *varying, const char *name);

/*
 * How the value called `value` of calls of the function is compared.
 * function  any number that stands for its name, which ends with NUL
 */
enum varying_how varying_value(struct varying *varying, uint32_t function,
			       const char *name, struct fxr_text value);
enum varying_how varying_space(struct fxr_text space);
/* Whether the value is a file name that may have been made up. *constant: if a
 * constant of the call has this in it. */
bool varying_has_name(const char *function, struct fxr_text value,
		      const char **constant);
/* Whether the file called so holds something else each time. */
bool varying_has_file(struct varying *varying, const char *name);
/* Whether a string of an array is not the program's. */
bool varying_has_text(struct fxr_text text);

#endif
