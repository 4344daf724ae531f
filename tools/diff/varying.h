/* SPDX-License-Identifier: MIT */
/*
 * Values that differ from run to run though the program does the same: by
 * varying.def, and by the user's own words.
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
 * How the value with the name `value` is compared, in calls of the function.
 * function  any number for its name, which ends with NUL
 */
enum varying_how varying_value(struct varying *varying, uint32_t function,
			       const char *name, struct fxr_text value);
enum varying_how varying_space(struct fxr_text space);
/* Whether the value is a file name that may have been made up. *constant: if a
 * constant of the call contains this. */
bool varying_has_name(const char *function, struct fxr_text value,
		      const char **constant);
/* Whether the file of that name has another content each time. */
bool varying_has_file(struct varying *varying, const char *name);
/* Whether a string of an array is not the program's. */
bool varying_has_text(struct fxr_text text);

#endif
