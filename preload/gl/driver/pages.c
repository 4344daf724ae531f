/* SPDX-License-Identifier: MIT */
#include "preload/gl/driver/pages.h"

#include <sys/mman.h>

#include "writer/engine.h"
#include "writer/sys.h"

#define CHUNK_BYTES (256u * 1024)

struct chunk {
	size_t used_bytes;
};

static struct chunk *chunk;
static uint32_t n_freed; /* how often pages were unmapped */
void *fxp_gl_pages(uint64_t n_bytes)
{
	void *p;

	if (fxw_engine.no_system_calls || !n_bytes || n_bytes > INT64_MAX)
		return NULL;
	p = sys_mmap(NULL, n_bytes, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	/* acquire: pairs with the release below */
	(void)__atomic_load_n(&n_freed, __ATOMIC_ACQUIRE);
	return sys_mapped(p) ? p : NULL;
}

void fxp_gl_pages_free(void *p, uint64_t n_bytes)
{
	if (!p || fxw_engine.no_system_calls)
		return;
	/* another thread may get the same pages: our uses of them are ordered
	 * before its uses, as the kernel orders them anyway */
	(void)__atomic_add_fetch(&n_freed, 1, __ATOMIC_RELEASE);
	(void)sys_munmap(p, n_bytes);
}

void *fxp_gl_alloc(size_t n_bytes)
{
	n_bytes = (n_bytes + 15) & ~(size_t)15;
	for (;;) {
		/* acquire: pairs with the release below */
		struct chunk *c = __atomic_load_n(&chunk, __ATOMIC_ACQUIRE);
		struct chunk *fresh;
		size_t at = CHUNK_BYTES;

		if (c)
			at = __atomic_fetch_add(&c->used_bytes, n_bytes,
						__ATOMIC_RELAXED);
		if (at + n_bytes <= CHUNK_BYTES)
			return (char *)c + at;
		fresh = n_bytes > CHUNK_BYTES / 2 ? NULL
						  : fxp_gl_pages(CHUNK_BYTES);
		if (!fresh)
			return NULL;
		/* relaxed: no other thread has it yet. But a late thread's
		 * chunk may have had the same address. */
		__atomic_store_n(&fresh->used_bytes, 16, __ATOMIC_RELAXED);
		if (!__atomic_compare_exchange_n(&chunk, &c, fresh, false,
						 __ATOMIC_RELEASE,
						 __ATOMIC_RELAXED))
			fxp_gl_pages_free(fresh, CHUNK_BYTES);
	}
}
