/* SPDX-License-Identifier: MIT */
/*
 * The calls that a filter chooses, as dump's options say it. They are looked
 * for a little at a time, so that keys are heard meanwhile.
 */
#ifndef TOOLS_BROWSE_FOUND_H
#define TOOLS_BROWSE_FOUND_H

#include "tools/browse/indexed.h"
#include "tools/select/filter.h"

struct found_words {
	const char *calls; /* a list as of select.h; NULL: all */
	struct filter_words filter;
};

struct found;

/* words: valid, borrowed until close. NULL: an option needs what the archive
 * does not know, *why says it. */
struct found *found_open(struct indexed *indexed,
			 const struct found_words *words, const char **why);
void found_close(struct found *found);

/* Looks on for some milliseconds. False: all calls were looked at. */
bool found_step(struct found *found);
bool found_is_done(const struct found *found);

/* How many there are so far, and their numbers, which rise. */
uint64_t found_n(const struct found *found);
uint64_t found_number(const struct found *found, uint64_t i);
/* The place of the first one that is not below the number. */
uint64_t found_place(const struct found *found, uint64_t number);
/* Which number is looked at next. */
uint64_t found_next(const struct found *found);

#endif
