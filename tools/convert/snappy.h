/* SPDX-License-Identifier: MIT */
/*
 * What is left of a chunk that snappy packed. libsnappy itself unpacks whole
 * ones only.
 */
#ifndef TOOLS_CONVERT_SNAPPY_H
#define TOOLS_CONVERT_SNAPPY_H

#include <stddef.h>

/*
 * from   packed bytes, which may be cut off.
 * to     space for the length that they give, snappy_uncompressed_length.
 * Returns how many bytes were unpacked: all of them, or those that were packed
 * before the cut. 0 if the packed bytes are damaged.
 */
size_t snappy_salvage(const void *from, size_t n_bytes, void *to, size_t space);

#endif
