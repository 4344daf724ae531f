/* SPDX-License-Identifier: MIT */
/*
 * Streaming decompression of gzip and zstd. A file may consist of several
 * members or frames.
 */
#ifndef TOOLS_READER_INFLATE_H
#define TOOLS_READER_INFLATE_H

#include <stddef.h>

enum fxr_packing {
	FXR_PACKING_NONE,
	FXR_PACKING_GZIP, /* RFC 1952: 1f 8b */
	FXR_PACKING_ZSTD, /* RFC 8878: 28 b5 2f fd, skippable 5x 2a 4d 18 */
};

/* The packing that the first bytes (up to 4) indicate. */
enum fxr_packing fxr_packing_of(const void *head, size_t n_bytes);

/* Puts up to n_bytes of compressed data at `to`; 0 = no more. */
typedef size_t fxr_pull(void *context, void *to, size_t n_bytes);

struct fxr_inflate;

struct fxr_inflate *fxr_inflate_open(enum fxr_packing packing, fxr_pull *pull,
				     void *context);
/* Up to n_bytes of the original; 0 at the end or in trouble. */
size_t fxr_inflate(struct fxr_inflate *inflate, void *to, size_t n_bytes);
/* What is wrong with the compressed data, or NULL. It unpacks to no more than a
 * thousand times its size, behind the first 256 MB. */
#define FXR_INFLATE_CUT "the compressed data is cut off"
const char *fxr_inflate_trouble(const struct fxr_inflate *inflate);
void fxr_inflate_close(struct fxr_inflate *inflate);

#endif
