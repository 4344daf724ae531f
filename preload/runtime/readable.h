/* SPDX-License-Identifier: MIT */
/*
 * A pointer that the program handed to a call may be no memory at all, and the
 * call then fails as it should; reading it ourselves would kill the program.
 */
#ifndef PRELOAD_RUNTIME_READABLE_H
#define PRELOAD_RUNTIME_READABLE_H

#include "preload/runtime/source.h"

/* The call has read the byte at p: its page needs no question. */
void fxp_was_read(struct fxp_source *s, const void *p);

/* Whether [p, p + n) can be read, asking the kernel page by page. */
bool fxp_readable(struct fxp_source *s, const void *p, size_t n);

/* Who says that memory is there. */
enum fxp_verification {
	FXP_TRUST, /* the call itself: it has read or written it */
	FXP_QUERY, /* the kernel */
	FXP_KNOWN, /* the kernel, now or when an earlier call asked */
};

/* Length of the string at p, at most max and as far as the proof goes. False:
 * not readable at all. */
bool fxp_string_length(struct fxp_source *s, const char *p, size_t max,
		       enum fxp_verification proof, size_t *n_bytes);

/* Whether [p, p + n) can be read, where an earlier call's proof will do: for
 * buffers of calls that succeeded. */
bool fxp_known_readable(const void *p, size_t n);

/* Whether [p, p + n) can be read, asking the kernel for all pages at once;
 * those that can are present then. For threads that remember nothing. */
bool fxp_query_range(const void *p, size_t n);

#endif
