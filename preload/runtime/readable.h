/* SPDX-License-Identifier: MIT */
/*
 * A pointer that the program passed to a call may be invalid. The call then
 * fails as it should, but reading it ourselves would kill the program.
 */
#ifndef PRELOAD_RUNTIME_READABLE_H
#define PRELOAD_RUNTIME_READABLE_H

#include "preload/runtime/source.h"

/* The call has read the byte at p: its page needs no query. */
void fxp_was_read(struct fxp_source *s, const void *p);

/* Whether [p, p + n) can be read, by a query for each page. */
bool fxp_readable(struct fxp_source *s, const void *p, size_t n);

/* How it is known that memory is readable. */
enum fxp_verification {
	FXP_TRUST, /* the call itself has read or written it */
	FXP_QUERY, /* a query to the kernel */
	FXP_KNOWN, /* a query to the kernel, by this call or an earlier one */
};

/* Length of the string at p, at most max and as far as it is verified. False:
 * not readable at all. */
bool fxp_string_length(struct fxp_source *s, const char *p, size_t max,
		       enum fxp_verification how, size_t *n_bytes);

/* Whether [p, p + n) can be read. Pages that an earlier call has verified
 * count: for buffers of calls that succeeded. */
bool fxp_known_readable(const void *p, size_t n);

/* Whether [p, p + n) can be read, by one query for all pages. If so, they are
 * present afterwards. For threads that remember nothing. */
bool fxp_query_range(const void *p, size_t n);

#endif
