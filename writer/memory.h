/* SPDX-License-Identifier: MIT */
/*
 * Memory that a forked child finds zeroed. The recorder knows by it that it
 * runs in a child, so it records nothing where the kernel cannot do this.
 */
#ifndef WRITER_MEMORY_H
#define WRITER_MEMORY_H

#include <stddef.h>

/*
 * Zeroed memory of n_bytes that fork wipes in the child (MADV_WIPEONFORK, Linux
 * 4.14; sandboxes may refuse it).
 * Returns NULL and sets *error to -errno if that is not to be had.
 * Any thread, any signal handler.
 */
void *fxw_memory_wiped(size_t n_bytes, int *error);

#endif
