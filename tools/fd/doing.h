/* SPDX-License-Identifier: MIT */
/*
 * The values of a call that affects descriptors, by the numbers of its
 * parameters (rule.h; FD_NO: there is none).
 */
#ifndef TOOLS_FD_DOING_H
#define TOOLS_FD_DOING_H

#include "tools/fd/rule.h"
#include "tools/reader/calls.h"

#define FD_DOING_PATH 4095u /* bytes of text, without NUL */

struct descriptors;

struct fd_doing {
	struct descriptors *descriptors;
	const struct fxr_call *call;
	const struct fd_rule *rule;
};

/* The value of parameter number n, before or after the call; NULL = none. */
const struct fxr_value *fd_doing_value(const struct fd_doing *doing, int n,
				       bool is_after);
bool fd_doing_is_number(const struct fxr_value *value);

/* A descriptor or stream: a parameter, or the return value. */
bool fd_doing_number(const struct fd_doing *doing, int n, uint64_t *number);
bool fd_doing_returned(const struct fd_doing *doing, uint64_t *number);

/* Copies at most space - 1 bytes of a text parameter. A text that was cut ends
 * with "...". */
bool fd_doing_text(const struct fd_doing *doing, int n, bool is_after,
		   char *text, size_t space);

/* Not before its begin. */
uint64_t fd_doing_end_ns(const struct fd_doing *doing);

#endif
