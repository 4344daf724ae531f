/* SPDX-License-Identifier: MIT */
/*
 * Which memory of the program may be read: the kernel is asked, once a page.
 * See readable.h.
 */
#include "preload/readable.h"

#include "preload/peek.h"
#include "writer/bytes.h"
#include "writer/thread.h"

#define PAGE_BYTES 4096u

static bool ask(const void *p)
{
	char byte;

	return !fxw_engine.no_system_calls && fxp_peek(&byte, p, 1);
}

/* Remembers that the page at `page` is readable, for this call. */
static void prove(struct fxp_source *s, uintptr_t page)
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
	prove(s, (uintptr_t)p & ~(uintptr_t)(PAGE_BYTES - 1));
}

bool fxp_readable(struct fxp_source *s, const void *p, size_t n)
{
	uintptr_t at = (uintptr_t)p, end = at + n;

	if (end < at)
		return false;
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
		if (!ask((const void *)at))
			return false;
		prove(s, page);
		at = page + PAGE_BYTES;
	}
	return true;
}

/*
 * The same for a buffer of a call that succeeded: the kernel has most likely
 * read it (not if it went to /dev/null), and programs write from the same
 * pages again and again; so what was proven for an earlier call counts.
 */
bool fxp_known_readable(const void *p, size_t n)
{
	uintptr_t page = (uintptr_t)p & ~(uintptr_t)(PAGE_BYTES - 1);
	uintptr_t end = (uintptr_t)p + n;
	uint32_t n_unmaps =
		__atomic_load_n(&fxw_engine.n_unmaps, __ATOMIC_RELAXED);

	if (end < (uintptr_t)p || !fxw_self) /* NULL: forked just now */
		return false;
	if (__builtin_expect(fxw_self->proven_unmaps != n_unmaps, 0)) {
		fxw_zero(fxw_self->proven, sizeof(fxw_self->proven));
		fxw_self->proven_unmaps = n_unmaps;
	}
	for (; page < end; page += PAGE_BYTES) {
		uintptr_t *known =
			&fxw_self->proven[page / PAGE_BYTES % FXW_PROVEN];

		/* page 0 is what a new table holds, and never readable */
		if (__builtin_expect(*known == page && page, 1))
			continue;
		if (!ask((const void *)(page > (uintptr_t)p ? page
							    : (uintptr_t)p)))
			return false;
		*known = page;
	}
	return true;
}

bool fxp_string_length(struct fxp_source *s, const char *p, size_t max,
		       enum fxp_proof proof, size_t *n_bytes)
{
	size_t n = 0;

	if (proof == FXP_TRUST) {
		*n_bytes = fxw_length_max(p, max);
		return true;
	}
	while (n < max) {
		size_t piece =
			PAGE_BYTES - ((uintptr_t)(p + n) & (PAGE_BYTES - 1));
		size_t found;

		if (proof == FXP_ASK ? !fxp_readable(s, p + n, 1)
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
