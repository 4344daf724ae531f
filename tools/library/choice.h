/* SPDX-License-Identifier: MIT */
/*
 * Which calls fxtrace_next delivers, by the texts in the options.
 */
#ifndef TOOLS_LIBRARY_CHOICE_H
#define TOOLS_LIBRARY_CHOICE_H

#include "tools/fd/handled.h"
#include "tools/select/filter.h"

struct fxtrace_archive;

/* All zero: any call. */
struct library_choice {
	struct filter_words words; /* of the options */
	struct filter *filter;	   /* NULL: it is not open */
	struct concern *concern;   /* NULL: of any file */
	bool is_any;		   /* each call is delivered */
};

/* The user's texts are copied. False, with the archive's error: one makes no
 * sense, or there is no memory. */
bool library_choice_take(struct fxtrace_archive *archive);

/* Once the archive's world is whole. Sets the archive's error if that does not
 * know the time of day. */
void library_choice_open(struct fxtrace_archive *archive);
void library_choice_close(struct fxtrace_archive *archive);

/* Whether calls of the function are delivered, or else needed to know what
 * others are about. */
bool library_choice_needs(const struct fxtrace_archive *archive,
			  const char *category, const char *name);

/* Whether the archive's current call is delivered. Takes it: all calls
 * must be passed. */
bool library_choice_has(struct fxtrace_archive *archive);

#endif
