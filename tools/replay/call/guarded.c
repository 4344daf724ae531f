/* SPDX-License-Identifier: MIT */
/*
 * Output memory of unknown size, see guarded.h.
 */
#include "tools/replay/call/guarded.h"

#include <string.h>
#include <sys/mman.h>

/* The written part and the inaccessible pages after it. */
#define STRIDE_BYTES (5 * GUARDED_BYTES)

/* Address space only: pages are allocated where a call writes. */
static char *reserve_space(void)
{
	char *space = mmap(NULL, GUARDED_MAX * STRIDE_BYTES, PROT_NONE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (space == MAP_FAILED)
		return NULL;
	for (unsigned i = 0; i < GUARDED_MAX; i++)
		if (mprotect(space + i * STRIDE_BYTES, GUARDED_BYTES,
			     PROT_READ | PROT_WRITE)) {
			munmap(space, GUARDED_MAX * STRIDE_BYTES);
			return NULL;
		}
	return space;
}

void *guarded_memory(unsigned i, size_t n_zero)
{
	static char *space;

	if (!space)
		space = reserve_space();
	if (!space || i >= GUARDED_MAX || n_zero > GUARDED_BYTES)
		return NULL;
	memset(space + i * STRIDE_BYTES, 0, n_zero);
	return space + i * STRIDE_BYTES;
}

const void *guarded_zeros(void)
{
	static char *zeros;
	char *space;

	if (zeros)
		return zeros;
	space = mmap(NULL, GUARDED_ZEROS + GUARDED_BYTES, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (space == MAP_FAILED)
		return NULL;
	if (mprotect(space, GUARDED_ZEROS, PROT_READ)) {
		munmap(space, GUARDED_ZEROS + GUARDED_BYTES);
		return NULL;
	}
	zeros = space;
	return zeros;
}
