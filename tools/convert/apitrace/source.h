/* SPDX-License-Identifier: MIT */
/*
 * The bytes of an apitrace file that is being read, packed with snappy, gzip,
 * zstd or brotli. Brotli has no magic number, so it is tried last. One buffer's
 * bytes are in memory. The first error is sticky.
 */
#ifndef TOOLS_CONVERT_APITRACE_SOURCE_H
#define TOOLS_CONVERT_APITRACE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define APITRACE_TROUBLE_BYTES 256u

struct apitrace_source;

/* in: at its beginning, borrowed until close. Never NULL. */
struct apitrace_source *apitrace_source_open(FILE *in);
/* Up to n_bytes; fewer only at the end or after an error. */
size_t apitrace_source_read(struct apitrace_source *source, void *to,
			    size_t n_bytes);
/* The next byte, -1: there is none. */
int apitrace_source_byte(struct apitrace_source *source);
/* The offset of the next byte in the unpacked data. */
uint64_t apitrace_source_off(const struct apitrace_source *source);
/* What is wrong with the container; NULL = nothing, or it is only truncated. */
const char *apitrace_source_trouble(const struct apitrace_source *source);
/* Whether the container is truncated. */
bool apitrace_source_is_cut(const struct apitrace_source *source);
void apitrace_source_close(struct apitrace_source *source);

/* Whether a file with these first bytes appears to be one of them. */
bool apitrace_source_probe(const unsigned char *bytes, size_t n_bytes);

#endif
