/* SPDX-License-Identifier: MIT */
/*
 * Hand-out of buffer space, see buffer.h.
 *
 * The word {sequence, offset} is changed by compare-and-swap only, and only if
 * the request fits. So the offset is exact and never passes the limit, and a
 * sequence of 0 (closed) refuses everybody. Two threads may populate the same
 * piece; that is harmless.
 */
#include "writer/buffer.h"

#include <sys/mman.h>

#include "writer/damage.h"
#include "writer/engine.h"
#include "writer/rolling.h"
#include "writer/sys.h"

#define PAGE_BYTES 4096u
#define LARGE_PAGE_BYTES (2u << 20)
#define LARGE_FROM_WORDS (LARGE_PAGE_BYTES / 8)
#define MAX_PIECE_WORDS (1u << 17) /* 1 MiB */
#define RESERVE_WORDS (1u << 21)   /* 16 MiB */
#define MIN_RESERVE_WORDS (1u << 12)
/* From about a millisecond to about a second, whatever the clock. */
#define MIN_PAUSE_TICKS (1ull << 20)
#define MAX_PAUSE_TICKS (1ull << 30)

static uint32_t min_words(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/*
 * A program that has filled 2 MiB will fill more: from here on the kernel may
 * use large pages. They take 1.3 us a page, against 4.2 with the page by page
 * advice that makes the first ones cheap (measured on ext4, Linux 6.18). Once a
 * region.
 */
static void expect_more(struct fxw_region *region, uint32_t from)
{
	uintptr_t first = (uintptr_t)(region->words + from);
	uintptr_t last = (uintptr_t)(region->words + region->limit_words);

	if (from < LARGE_FROM_WORDS ||
	    __atomic_exchange_n(&region->expects_more, 1, __ATOMIC_RELAXED))
		return;
	first = (first + LARGE_PAGE_BYTES - 1) &
		~(uintptr_t)(LARGE_PAGE_BYTES - 1);
	last &= ~(uintptr_t)(PAGE_BYTES - 1);
	if (first >= last)
		return;
	(void)sys_madvise((void *)first, last - first, MADV_NORMAL);
	(void)sys_madvise((void *)first, last - first, MADV_HUGEPAGE);
}

/* Memory behind the words from `from` up to `until`. */
static bool populate(struct fxw_region *region, uint32_t from, uint32_t until)
{
	uintptr_t first = (uintptr_t)(region->words + from);
	uintptr_t last = (uintptr_t)(region->words + until);

	first &= ~(uintptr_t)(PAGE_BYTES - 1);
	last = (last + PAGE_BYTES - 1) & ~(uintptr_t)(PAGE_BYTES - 1);
	return sys_madvise((void *)first, last - first, MADV_POPULATE_WRITE) ==
	       0;
}

/* Each failure takes the kernel as long as several calls of the program. So it
 * is not repeated by each call that is lost then. */
static void back_off(struct fxw_region *region)
{
	uint64_t pause =
		__atomic_load_n(&region->pause_ticks, __ATOMIC_RELAXED) * 2;

	if (pause < MIN_PAUSE_TICKS)
		pause = MIN_PAUSE_TICKS;
	if (pause > MAX_PAUSE_TICKS)
		pause = MAX_PAUSE_TICKS;
	__atomic_store_n(&region->pause_ticks, pause, __ATOMIC_RELAXED);
	__atomic_store_n(&region->retry_ticks, fxw_ticks() + pause,
			 __ATOMIC_RELAXED);
}

static bool is_backing_off(const struct fxw_region *region)
{
	uint64_t retry =
		__atomic_load_n(&region->retry_ticks, __ATOMIC_RELAXED);

	return __builtin_expect(retry != 0, 0) && fxw_ticks() < retry;
}

static bool populate_region(struct fxw_region *region, uint32_t to)
{
	uint32_t from =
		__atomic_load_n(&region->populated_words, __ATOMIC_RELAXED);
	uint32_t piece =
		__atomic_load_n(&region->piece_words, __ATOMIC_RELAXED);
	uint32_t limit =
		__atomic_load_n(&region->limit_words, __ATOMIC_RELAXED);
	uint32_t until =
		min_words(limit, (to > from + piece ? to : from + piece));

	if (from >= to)
		return true;
	if (fxw_engine.no_system_calls || is_backing_off(region))
		return false;
	expect_more(region, from);
	if (!populate(region, from, until)) {
		/* a full disk may have space for less */
		until = to;
		if (!populate(region, from, until)) {
			back_off(region);
			return false;
		}
	}
	__atomic_store_n(&region->pause_ticks, 0, __ATOMIC_RELAXED);
	/* Only grows: who finishes looks for spans up to here */
	fxw_raise_to(&region->populated_words, until);
	if (piece < MAX_PIECE_WORDS)
		__atomic_store_n(&region->piece_words, piece * 2,
				 __ATOMIC_RELAXED);
	fxw_engine_tick();
	return true;
}

bool fxw_region_back(struct fxw_region *region, uint32_t to)
{
	return to <= __atomic_load_n(&region->populated_words,
				     __ATOMIC_RELAXED) ||
	       populate_region(region, to);
}

void fxw_region_reserve(struct fxw_region *region)
{
	uint32_t limit =
		__atomic_load_n(&region->limit_words, __ATOMIC_RELAXED);
	uint32_t used = fxw_offset_words(
		__atomic_load_n(region->alloc, __ATOMIC_RELAXED));
	uint32_t n = RESERVE_WORDS;

	/* of what is left of a full disk, the most */
	while (used < limit && n >= MIN_RESERVE_WORDS &&
	       !fxw_region_back(region, used + min_words(limit - used, n))) {
		__atomic_store_n(&region->retry_ticks, 0, __ATOMIC_RELAXED);
		n /= 2;
	}
}

uint64_t *fxw_region_take(struct fxw_region *region, uint32_t *n_words,
			  uint32_t *sequence)
{
	/* acquire: the limit and the unit are as fxw_region_open left them;
	 * pairs with its release */
	uint64_t old = __atomic_load_n(region->alloc, __ATOMIC_ACQUIRE);
	uint32_t off, n;
	unsigned tries = 0;

	do {
		/* A finisher may change these two after closing the region:
		 * then the exchange below fails. */
		uint32_t unit =
			__atomic_load_n(&region->unit_words, __ATOMIC_RELAXED);
		uint32_t limit =
			__atomic_load_n(&region->limit_words, __ATOMIC_RELAXED);

		n = (*n_words + unit - 1) / unit * unit;
		off = fxw_offset_words(old);
		if (fxw_sequence(old) == 0 || n > limit || off > limit - n ||
		    tries++ == FXW_TRIES_MAX)
			return NULL;
		if (!fxw_region_back(region, off + n))
			return NULL;
	} while (!__atomic_compare_exchange_n(region->alloc, &old, old + n,
					      false, __ATOMIC_ACQ_REL,
					      __ATOMIC_ACQUIRE));
	*n_words = n;
	*sequence = fxw_sequence(old);
	return region->words + off;
}

uint32_t fxw_region_close(struct fxw_region *region)
{
	uint64_t old = __atomic_load_n(region->alloc, __ATOMIC_RELAXED);

	for (unsigned i = 0; i < FXW_TRIES_MAX &&
			     !__atomic_compare_exchange_n(
				     region->alloc, &old,
				     fxw_alloc_word(0, fxw_offset_words(old)),
				     false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
	     i++)
		;
	return min_words(fxw_offset_words(old), region->limit_words);
}

void fxw_region_limit(struct fxw_region *region, uint32_t limit_words,
		      uint32_t unit_words)
{
	__atomic_store_n(&region->limit_words, limit_words, __ATOMIC_RELAXED);
	__atomic_store_n(&region->unit_words, unit_words, __ATOMIC_RELAXED);
}

void fxw_region_open(struct fxw_region *region, uint32_t sequence,
		     uint32_t offset_words)
{
	/* release: the limit and the padding before it come first; pairs with
	 * the acquire in fxw_region_take */
	__atomic_store_n(region->alloc, fxw_alloc_word(sequence, offset_words),
			 __ATOMIC_RELEASE);
}

void fxw_region_pad(struct fxw_region *region, uint32_t from, uint32_t to)
{
	while (from < to) {
		uint32_t n = min_words(to - from, FXT_RECORD_MAX_WORDS);

		region->words[from] = fxt_filler_header(n);
		from += n;
	}
}

void fxw_region_unpad(struct fxw_region *region, uint32_t from, uint32_t to)
{
	while (from < to) {
		uint32_t n = (uint32_t)(region->words[from] >> 4 & 0xfff);

		/* what the filler covered is zero already: a kill in between
		 * leaves gaps, which a walk skips */
		region->words[from] = 0;
		from += n ? n : 1;
	}
}

void fxw_region_pad_gaps(struct fxw_region *region, uint32_t to)
{
	uint32_t at = 0;

	while (at < to) {
		uint32_t gap = at;
		uint64_t header = 0;

		/* acquire: pairs with the release of fxw_commit */
		while (gap < to &&
		       !(header = __atomic_load_n(&region->words[gap],
						  __ATOMIC_ACQUIRE)))
			gap++;
		fxw_region_pad(region, at, gap);
		at = gap + (header >> 4 & 0xfff ? header >> 4 & 0xfff : 1);
	}
}
