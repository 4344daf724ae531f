/* SPDX-License-Identifier: MIT */
/*
 * Whether the program's memory may be read: one query to the kernel for each
 * page. See readable.h.
 */
#include "preload/runtime/readable.h"

#include <errno.h>
#include <sys/mman.h>

#include "preload/symbol/peek.h"
#include "writer/bytes.h"
#include "writer/thread.h"

#define PAGE_BYTES 4096u
/* Buffers of up to so many pages are remembered by page. */
#define FEW_PAGES 8u
#define GROUP_PAGES 32u
/* Pages in one query, if the kernel cannot check a range. */
#define BATCH 8u

static bool query_page(const void *p)
{
	return !fxw_engine.no_system_calls && fxp_peek_page(p);
}

/* Remembers that the page at `page` is readable, for this call. */
static void add_verified(struct fxp_source *s, uintptr_t page)
{
	uint32_t i = 0;

	while (i < s->n_proofs && s->proof[i].high != page)
		i++;
	if (i == s->n_proofs) {
		i = s->n_proofs < FXP_PROOFS ? s->n_proofs++ : 0;
		s->proof[i].low = page;
	}
	s->proof[i].high = page + PAGE_BYTES;
}

void fxp_was_read(struct fxp_source *s, const void *p)
{
	add_verified(s, (uintptr_t)p & ~(uintptr_t)(PAGE_BYTES - 1));
}

bool fxp_readable(struct fxp_source *s, const void *p, size_t n)
{
	uintptr_t at = (uintptr_t)p, end = at + n;

	if (end < at)
		return false;
	/* Thousands of GL calls use the same pages. In a sandbox the pointers
	 * are trusted. */
	if (s->table && s->table->is_whole)
		return fxw_engine.no_system_calls || fxp_known_readable(p, n);
	while (at < end) {
		uintptr_t page = at & ~(uintptr_t)(PAGE_BYTES - 1);
		uint32_t i = 0;

		while (i < s->n_proofs &&
		       (at < s->proof[i].low || at >= s->proof[i].high))
			i++;
		if (i < s->n_proofs) {
			at = s->proof[i].high;
			continue;
		}
		if (!query_page((const void *)at))
			return false;
		add_verified(s, page);
		at = page + PAGE_BYTES;
	}
	return true;
}

/* Whether the pages from `at` on, at most BATCH, can be read. */
static bool query_batch(uintptr_t at, unsigned n)
{
	char bytes[BATCH];
	struct iovec local = {bytes, n}, remote[BATCH];

	for (unsigned i = 0; i < n; i++, at += PAGE_BYTES)
		remote[i] = (struct iovec){(void *)at, 1};
	return sys_process_vm_readv(sys_getpid(), &local, 1, remote, n) ==
	       (long)n;
}

bool fxp_query_range(const void *p, size_t n)
{
	uintptr_t at = (uintptr_t)p & ~(uintptr_t)(PAGE_BYTES - 1);
	uintptr_t end = (uintptr_t)p + n;

	if (end < (uintptr_t)p || fxw_engine.no_system_calls)
		return false;
	/* since Linux 5.14; it does not work for memory of devices */
	if (!sys_madvise((void *)at, end - at, MADV_POPULATE_READ))
		return true;
	while (at < end) {
		uint64_t n_pages = (end - at + PAGE_BYTES - 1) / PAGE_BYTES;
		unsigned n_now = n_pages < BATCH ? (unsigned)n_pages : BATCH;

		if (!query_batch(at, n_now))
			return false;
		at += n_now * PAGE_BYTES;
	}
	return true;
}

/* A large buffer. If an earlier call has verified it, it is still readable as
 * long as it is mapped. The kernel knows that without touching its pages. */
static bool known_range(const void *p, size_t n)
{
	uintptr_t low = (uintptr_t)p & ~(uintptr_t)(PAGE_BYTES - 1);
	uintptr_t end = (uintptr_t)p + n;
	struct fxw_range *range = fxw_self->verified_ranges;

	for (unsigned i = 0; i < FXW_VERIFIED_RANGES; i++)
		if (range[i].low <= low && end <= range[i].end &&
		    !sys_msync((void *)low, end - low, MS_ASYNC))
			return true;
	if (!fxp_query_range(p, n))
		return false;
	range[fxw_self->next_range++ % FXW_VERIFIED_RANGES] =
		(struct fxw_range){low, end};
	return true;
}

/* A group and its pages are one word, so a handler cannot come between them. */
static bool known_page(uintptr_t page, uint32_t n_unmaps)
{
	uintptr_t number = page / PAGE_BYTES, group = number / GROUP_PAGES;
	uint64_t bit = 1ull << (number % GROUP_PAGES);
	uint64_t *known =
		&fxw_self->verified_pages[group % FXW_VERIFIED_GROUPS];
	uint64_t word = *known;

	if (__builtin_expect(word >> GROUP_PAGES == group && word & bit, 1))
		return true;
	if (!query_page((const void *)page))
		return false;
	if (word >> GROUP_PAGES != group)
		word = (uint64_t)group << GROUP_PAGES;
	/* memory above 2^49 is not remembered */
	if (word >> GROUP_PAGES == group)
		*known = word | bit;
	/* a handler has taken memory away meanwhile: the next look forgets */
	if (__atomic_load_n(&fxw_engine.n_unmaps, __ATOMIC_RELAXED) != n_unmaps)
		fxw_self->verified_unmaps = n_unmaps;
	return true;
}

/*
 * The same for a buffer of a call that succeeded. The kernel has most likely
 * read it (not if it went to /dev/null), and programs write from the same pages
 * again and again. So pages that an earlier call has verified count.
 */
bool fxp_known_readable(const void *p, size_t n)
{
	uintptr_t page = (uintptr_t)p & ~(uintptr_t)(PAGE_BYTES - 1);
	uintptr_t end = (uintptr_t)p + n;
	uint32_t n_unmaps =
		__atomic_load_n(&fxw_engine.n_unmaps, __ATOMIC_RELAXED);

	if (end < (uintptr_t)p || !fxw_self) /* NULL: forked just now */
		return false;
	if (__builtin_expect(fxw_self->verified_unmaps != n_unmaps, 0)) {
		fxw_zero(fxw_self->verified_pages,
			 sizeof(fxw_self->verified_pages));
		fxw_zero(fxw_self->verified_ranges,
			 sizeof(fxw_self->verified_ranges));
		fxw_self->verified_unmaps = n_unmaps;
	}
	if (n > FEW_PAGES * PAGE_BYTES)
		return known_range(p, n);
	for (; page < end; page += PAGE_BYTES)
		if (!known_page(page, n_unmaps))
			return false;
	return true;
}

bool fxp_string_length(struct fxp_source *s, const char *p, size_t max,
		       enum fxp_verification how, size_t *n_bytes)
{
	size_t n = 0;

	if (how == FXP_TRUST) {
		*n_bytes = fxw_length_max(p, max);
		return true;
	}
	while (n < max) {
		size_t piece =
			PAGE_BYTES - ((uintptr_t)(p + n) & (PAGE_BYTES - 1));
		size_t found;

		if (how == FXP_QUERY ? !fxp_readable(s, p + n, 1)
				     : !fxp_known_readable(p + n, 1))
			break;
		if (piece > max - n)
			piece = max - n;
		found = fxw_length_max(p + n, piece);
		n += found;
		if (found < piece) {
			*n_bytes = n;
			return true;
		}
	}
	*n_bytes = n;
	return n > 0;
}
