/* SPDX-License-Identifier: MIT */
/*
 * Foreign files that are packed with gzip or zstd, which is not part of their
 * format: browsers and Perfetto save trace events so.
 */
#ifndef TOOLS_CONVERT_UNPACKED_H
#define TOOLS_CONVERT_UNPACKED_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct unpacked;

/* The first unpacked bytes of a file with these first bytes: unchanged if it is
 * not packed. Returns how many there are, at most `capacity`. */
size_t unpacked_head(const unsigned char *bytes, size_t n_bytes,
		     unsigned char *to, size_t capacity);

/* A file at its beginning, which may be a pipe; borrowed until close, never
 * NULL. */
struct unpacked *unpacked_open(FILE *in);
/* Its bytes, unpacked if needed. */
FILE *unpacked_stream(struct unpacked *unpacked);
/* What is wrong with the packed data, NULL: nothing so far. */
const char *unpacked_trouble(const struct unpacked *unpacked);
/* How many packed bytes were read. */
uint64_t unpacked_off(const struct unpacked *unpacked);
void unpacked_close(struct unpacked *unpacked);

#endif
