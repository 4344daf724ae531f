/* SPDX-License-Identifier: MIT */
/*
 * An array that grows in a temporary file: its pages need no memory once they
 * are not looked at.
 */
#ifndef TOOLS_BROWSE_MAPPED_H
#define TOOLS_BROWSE_MAPPED_H

#include <stddef.h>
#include <stdint.h>

struct mapped {
	int fd;
	size_t item_bytes;
	unsigned char *items;
	uint64_t n, capacity;
	uint64_t n_mapped; /* bytes */
};

/* Dies if there can be no temporary file. */
void mapped_open(struct mapped *mapped, size_t item_bytes);

/* n more, all zero; the first one, borrowed until more are put. Dies if the
 * folder for temporary files has no space. */
void *mapped_put(struct mapped *mapped, uint64_t n);

static inline void *mapped_at(const struct mapped *mapped, uint64_t at)
{
	return mapped->items + at * mapped->item_bytes;
}

/* Forgets all items. */
void mapped_clear(struct mapped *mapped);

/* Also of what is all zero. */
void mapped_close(struct mapped *mapped);

#endif
