/* SPDX-License-Identifier: MIT */
/*
 * A set of records of an archive, by their offsets: a bit for each word. The
 * bits are in a file without a name, so memory does not grow with the archive.
 */
#ifndef TOOLS_TRIM_MARKS_H
#define TOOLS_TRIM_MARKS_H

#include <stdbool.h>
#include <stdint.h>

struct marks {
	unsigned char *bits;
	uint64_t n_bytes; /* of bits */
};

/* archive_bytes: offsets are below it. False: no space for the file; errno. */
bool marks_init(struct marks *marks, uint64_t archive_bytes);
/* off: multiple of 8; one behind the archive is ignored */
void marks_put(struct marks *marks, uint64_t off);
bool marks_has(const struct marks *marks, uint64_t off);
void marks_fini(struct marks *marks);

#endif
