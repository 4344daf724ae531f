/* SPDX-License-Identifier: MIT */
/*
 * Many items of one size that memory need not hold: appended, then read in any
 * order. All but the last page are in a temporary file without a name; recently
 * read pages are cached.
 */
#ifndef TOOLS_DIFF_SPOOL_H
#define TOOLS_DIFF_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spool {
	size_t item_bytes, n_in_page;
	uint64_t n;
	int fd; /* -1: all of it is in the last page */
	unsigned char *last;
	uint64_t last_page;
	struct spool_page *pages; /* read back */
	bool has_failed;	  /* the file could not be written or read */
};

void spool_init(struct spool *spool, size_t item_bytes);
void spool_fini(struct spool *spool);

void spool_put(struct spool *spool, const void *item);

/* Item `index`, which was put; valid until the next call of this. Zeros if it
 * cannot be read. */
const void *spool_get(struct spool *spool, uint64_t index);

#endif
