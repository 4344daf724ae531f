/* SPDX-License-Identifier: MIT */
/*
 * Snappy's raw format (format_description.txt of snappy), both ways: a varint
 * with the length, then literals and copies. Copies repeat bytes from up to 64
 * KiB before. It is implemented here because the library is C++: every start of
 * a manager would load the C++ runtime.
 */
#ifndef TOOLS_CONVERT_SNAPPY_H
#define TOOLS_CONVERT_SNAPPY_H

#include <stdbool.h>
#include <stddef.h>

/* Larger data is not packed at once. */
#define SNAPPY_MAX_BYTES (1u << 24)

/* Capacity that packing n bytes may need. */
#define SNAPPY_SPACE(n) (32 + (n) + (n) / 6)

/* n_bytes: at most SNAPPY_MAX_BYTES. Returns the number of bytes at `to`. */
size_t snappy_pack(const void *from, size_t n_bytes, void *to);

/* The unpacked length that the packed bytes give; false: they do not. */
bool snappy_length(const void *from, size_t n_bytes, size_t *n_unpacked);

/*
 * to  space for snappy_length's result
 * Returns how many bytes were unpacked: fewer than that if the packed ones are
 * damaged or truncated.
 */
size_t snappy_unpack(const void *from, size_t n_bytes, void *to, size_t space);

#endif
