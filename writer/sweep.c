/* SPDX-License-Identifier: MIT */
/*
 * One pass over the rolling buffers, see sweep.h.
 */
#include "writer/sweep.h"

#include <sys/mman.h>

#include "writer/rolling.h"
#include "writer/sys.h"
#include "writer/thread.h"
#include "writer/thread_list.h"

#define PAGE_BYTES 4096u

struct sweep {
	struct fxw_region *region;
	uint32_t lap_first[2];
	uint64_t n_calls;
};

static void sweep_span(struct sweep *sweep, uint64_t *word, uint32_t n_words)
{
	struct fxw_late late;

	for (uint32_t at = FXW_STAMP_WORDS; at < n_words;) {
		uint64_t header = word[at];
		uint32_t size = (uint32_t)(header >> 4 & 0xfff);

		if (size == 0 || size > n_words - at)
			return; /* the program has written here */
		if (fxw_late_find(word + at, size, &late))
			(void)fxw_late_settle(
				word + at, size, &late,
				fxw_late_is_gone(&late, sweep->lap_first));
		/* it may be a complete event now */
		sweep->n_calls += fxt_is_call(word[at]);
		at += size;
	}
}

/* A record of the program's own making whose size does not fit would be worse
 * than none. So spans that are no chain are covered, too. */
static bool is_chain(const uint64_t *word, uint32_t n_words)
{
	uint32_t at = 0;

	while (at < n_words) {
		uint32_t size = (uint32_t)(word[at] >> 4 & 0xfff);

		if (size == 0)
			return false;
		at += size;
	}
	return at == n_words;
}

static uint32_t span_at(const struct sweep *sweep, uint32_t at, uint32_t to)
{
	const uint64_t *word = sweep->region->words + at;
	unsigned buffer = (unsigned)(sweep->region - fxw_engine.rolling);
	uint32_t n = fxw_lap_span(word, at / FXW_UNIT_WORDS, fxw_engine.nonce,
				  sweep->lap_first[buffer]);

	return n && n <= to - at && n % FXW_UNIT_WORDS == 0 && is_chain(word, n)
		       ? n
		       : 0;
}

/*
 * Filler headers over [from, to), each into memory that is there. One a unit
 * where spans may have been handed out. Nobody waits for a thread that is
 * stopped before it has begun its span. If it begins the span after all, the
 * memory behind that is still covered.
 */
static bool cover_gap(struct fxw_region *region, uint32_t from, uint32_t to)
{
	while (from < to) {
		uintptr_t page = (uintptr_t)(region->words + from) &
				 ~(uintptr_t)(PAGE_BYTES - 1);
		bool is_there = from < region->populated_words;
		uint32_t n = is_there ? FXW_UNIT_WORDS : FXT_RECORD_MAX_WORDS;

		if (n > to - from)
			n = to - from;
		if (!is_there && !fxw_engine.is_allocated &&
		    sys_madvise((void *)page, PAGE_BYTES,
				MADV_POPULATE_WRITE) != 0)
			return false;
		fxw_region_pad(region, from, from + n);
		from += n;
	}
	return true;
}

static bool sweep_buffer(struct sweep *sweep, uint32_t to)
{
	uint32_t gap = 0, at = 0;

	while (at < to) {
		uint32_t n = at < sweep->region->populated_words
				     ? span_at(sweep, at, to)
				     : 0;

		if (n) {
			if (gap < at && !cover_gap(sweep->region, gap, at))
				return false;
			sweep_span(sweep, sweep->region->words + at, n);
			gap = at + n;
		}
		at += n ? n : FXW_UNIT_WORDS;
	}
	return gap >= to || cover_gap(sweep->region, gap, to);
}

bool fxw_sweep_rest(struct fxw_region *region, uint32_t from, uint32_t to)
{
	uintptr_t first = (uintptr_t)(region->words + from);
	uintptr_t last = (uintptr_t)(region->words + to);

	first = (first + PAGE_BYTES - 1) & ~(uintptr_t)(PAGE_BYTES - 1);
	last &= ~(uintptr_t)(PAGE_BYTES - 1);
	/* old calls that nobody can read any more need no disk; on a file
	 * system that cannot make holes they stay, as filler */
	if (first < last && !fxw_engine.is_allocated)
		(void)sys_madvise((void *)first, last - first, MADV_REMOVE);
	if (region->populated_words > from && !fxw_engine.is_allocated)
		region->populated_words = from;
	return cover_gap(region, from, to);
}

/* Calls recorded so far, by all threads. */
static uint64_t calls_recorded(void)
{
	const struct fxw_slot *slot;
	uint64_t n = 0;

	for (uint32_t i = 0; (slot = fxw_slot_used(i)); i++)
		n += slot->n_calls;
	for (struct fxw_thread *t = fxw_threads_first(); t; t = t->next)
		if (t->slot == &t->own_slot)
			n += t->own_slot.n_calls;
	return n;
}

bool fxw_sweep(uint32_t used)
{
	struct fxw_control *control = fxw_engine.control;
	unsigned current = fxw_lap_buffer(fxw_engine.last_sequence);
	uint64_t n_calls = calls_recorded();
	struct sweep sweep = {
		.lap_first = {control->lap_first[0], control->lap_first[1]},
	};

	for (unsigned i = 0; i < 2; i++) {
		uint32_t to = (uint32_t)(fxw_engine.layout.rolling_bytes / 8);

		if (!control->lap_first[i])
			continue;
		sweep.region = &fxw_engine.rolling[i];
		if (!sweep_buffer(&sweep, i == current ? used : to))
			return false;
	}
	control->n_overwritten =
		n_calls > sweep.n_calls ? n_calls - sweep.n_calls : 0;
	return true;
}

static void restore_span(uint64_t *word, uint32_t n_words)
{
	for (uint32_t at = FXW_STAMP_WORDS; at < n_words;) {
		uint32_t size = (uint32_t)(word[at] >> 4 & 0xfff);
		uint32_t restored;

		if (size == 0 || size > n_words - at)
			return; /* the program has written here */
		restored = fxw_late_restore(word + at, n_words - at);
		at += restored ? restored : size;
	}
}

void fxw_sweep_back(void)
{
	struct fxw_control *control = fxw_engine.control;
	struct sweep sweep = {
		.lap_first = {control->lap_first[0], control->lap_first[1]},
	};

	for (unsigned i = 0; i < 2; i++) {
		uint32_t to = fxw_engine.rolling[i].populated_words;

		sweep.region = &fxw_engine.rolling[i];
		for (uint32_t at = 0, n; control->lap_first[i] && at < to;
		     at += n ? n : FXW_UNIT_WORDS) {
			n = span_at(&sweep, at, to);
			restore_span(sweep.region->words + at, n);
		}
	}
}
