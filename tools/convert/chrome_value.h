/* SPDX-License-Identifier: MIT */
/*
 * Ids and times of trace events as numbers of an archive. Both may be texts or
 * numbers, and numbers that an archive does not have.
 */
#ifndef TOOLS_CONVERT_CHROME_VALUE_H
#define TOOLS_CONVERT_CHROME_VALUE_H

#include "tools/convert/chrome_event.h"

/* The same hash in every run: a user may search another file for an id. */
uint64_t chrome_hash(struct fxr_text text);

/* Whether it is a number as ids are: decimal, or hexadecimal behind 0x. */
bool chrome_is_number(struct fxr_text text);
/* A pid, tid or bind_id. What is not a number has 31 bits of its hash. */
uint64_t chrome_id(const struct chrome_scalar *value);
/* The same with 63 bits. */
uint64_t chrome_long_id(const struct chrome_scalar *value);
/* Whether the decimal number is the same value in JSON. */
bool chrome_is_plain_id(const struct chrome_scalar *value);

/* Microseconds as nanoseconds; negative times become 0. */
uint64_t chrome_ns(const struct chrome_scalar *value);
/* Where an event ends, not before it begins. */
uint64_t chrome_end_ns(const struct chrome_scalar *time,
		       const struct chrome_scalar *duration);
/* Whether the value is a number of nanoseconds, and which. */
bool chrome_exact_ns(const struct chrome_scalar *value, uint64_t *ns);

#endif
