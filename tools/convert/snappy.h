/* SPDX-License-Identifier: MIT */
/*
 * Snappy's raw format (format_description.txt of snappy), both ways: a varint
 * of the length, then literals and copies of what stood up to 64 KiB before.
 * Here because the library is C++, whose runtime every start of a manager
 * would load.
 */
#ifndef TOOLS_CONVERT_SNAPPY_H
#define TOOLS_CONVERT_SNAPPY_H

#include <stdbool.h>
#include <stddef.h>

/* More than this is not packed at once. */
#define SNAPPY_MAX_BYTES (1u << 24)

/* Room that packing n bytes may need. */
#define SNAPPY_SPACE(n) (32 + (n) + (n) / 6)

/* n_bytes, at most SNAPPY_MAX_BYTES; returns how many there are at `to`. */
size_t snappy_pack(const void *from, size_t n_bytes, void *to);

/* What the packed bytes say that they hold; false: they say nothing. */
bool snappy_length(const void *from, size_t n_bytes, size_t *n_unpacked);

/*
 * to  room for what snappy_length says
 * Returns how many bytes were unpacked: fewer than that if the packed ones are
 * damaged or cut.
 */
size_t snappy_unpack(const void *from, size_t n_bytes, void *to, size_t space);

#endif
