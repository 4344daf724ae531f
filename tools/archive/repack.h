/* SPDX-License-Identifier: MIT */
/*
 * Writes an archive again and continues it, packed as the original was.
 */
#ifndef TOOLS_ARCHIVE_REPACK_H
#define TOOLS_ARCHIVE_REPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/archive/pack.h"

struct repack {
	FILE *out;	   /* borrowed; errors stay in it */
	struct pack *pack; /* NULL = none */
	char *piece;	   /* of the next frame */
	size_t n_piece;
};

/* Whether the file is gzip or zstd. */
bool repack_is_packed(const char *path);

/* Begins with an empty archive. Dies if memory runs out. */
void repack_open(struct repack *repack, enum packing packing, FILE *out);

/*
 * Begins with the first n_bytes (unpacked) of the archive `from`. Returns false
 * if they cannot be read; repack_end must be called all the same. Dies if
 * memory runs out.
 */
bool repack_begin(struct repack *repack, const char *from, uint64_t n_bytes,
		  FILE *out);

void repack_put(struct repack *repack, const void *bytes, size_t n_bytes);

/* Writes the rest. */
void repack_end(struct repack *repack);

#endif
