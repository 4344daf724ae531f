/* SPDX-License-Identifier: MIT */
/*
 * Memory that ends right before an unmapped page, so that reading or writing
 * one byte behind it crashes the test instead of passing unseen. Only the end
 * is guarded; in front of the buffer is up to a page of 0xa5 bytes.
 */
#ifndef TESTS_GUARD_H
#define TESTS_GUARD_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static inline size_t guard_page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* Bytes of whole pages that hold n_bytes, at least one page. */
static inline size_t guard_space_bytes(size_t n_bytes)
{
	size_t page = guard_page_bytes();

	return n_bytes ? (n_bytes + page - 1) / page * page : page;
}

/*
 * n_bytes (0 or more) of memory, filled with 0xa5. Aligned to 8 if n_bytes is
 * a multiple of 8. Never NULL: aborts if there is no memory. To be given to
 * guard_free(), or left to the end of the test.
 */
static inline void *guard_alloc(size_t n_bytes)
{
	size_t space = guard_space_bytes(n_bytes);
	char *map =
		mmap(NULL, space + guard_page_bytes(), PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED ||
	    mprotect(map + space, guard_page_bytes(), PROT_NONE))
		abort();
	memset(map, 0xa5, space);
	return map + space - n_bytes;
}

/* A guarded copy of n_bytes at from. */
static inline void *guard_copy(const void *from, size_t n_bytes)
{
	void *copy = guard_alloc(n_bytes);

	if (n_bytes)
		memcpy(copy, from, n_bytes);
	return copy;
}

/* Gives back what guard_alloc(n_bytes) or guard_copy(..., n_bytes) returned. */
static inline void guard_free(void *memory, size_t n_bytes)
{
	size_t space = guard_space_bytes(n_bytes);

	munmap((char *)memory + n_bytes - space, space + guard_page_bytes());
}

#endif
