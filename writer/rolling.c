/* SPDX-License-Identifier: MIT */
/*
 * Space in the rolling buffers, see rolling.h.
 *
 * A turn is one compare-and-swap of {sequence s, offset} into {s + 1, 0}. It
 * may be made when nobody writes to the other buffer any more. That one was
 * revoked when `live` became s. So `live` is raised first, and then comes the
 * barrier. After it, a thread inside a span of that buffer has pinned the span
 * (pin.c). Hand-out skips a pinned span, however long the thread stays.
 *
 * Threads that turn at the same time do the same work: one wins, the others
 * find its turn done. Words that several threads write during a turn only ever
 * grow.
 */
#include "writer/rolling.h"

#include <linux/membarrier.h>

#include "writer/damage.h"
#include "writer/pin.h"
#include "writer/stream.h"
#include "writer/sys.h"

/* A call that finds buffer after buffer full is lost: others are that fast. */
#define MAX_TURNS 8

void fxw_rolling_go_live(struct fxw_control *control, uint32_t sequence)
{
	uint32_t *live = &control->live;
	uint32_t old = __atomic_load_n(live, __ATOMIC_RELAXED);

	/* pairs with the load in fxw_window_enter, over the barrier below */
	for (unsigned i = 0;
	     i < FXW_TRIES_MAX && old && old < sequence &&
	     !__atomic_compare_exchange_n(live, &old, sequence, false,
					  __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
	     i++)
		;
}

/* After it, a writer is seen inside, or sees what `live` says. */
static bool pass_barrier(void)
{
	if (fxw_engine.fences) {
		fxw_fence();
		return true;
	}
	return !fxw_engine.no_system_calls &&
	       sys_membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0) == 0;
}

/* Offset of n free words behind what was handed out, if there are so many. */
static bool find_space(const struct fxw_control *control,
		       struct fxw_region *region, uint64_t alloc, uint32_t n,
		       uint32_t *off)
{
	uint32_t sequence = fxw_sequence(alloc);
	uint32_t limit =
		__atomic_load_n(&region->limit_words, __ATOMIC_RELAXED);

	*off = fxw_offset_words(alloc);
	/* acquire: pairs with fxw_raise_to in may_recycle() */
	if (fxw_engine.streams)
		*off = fxw_stream_skip(control, fxw_lap_buffer(sequence), *off,
				       n, limit);
	else if (__atomic_load_n(&region->pins_sequence, __ATOMIC_ACQUIRE) ==
		 sequence)
		*off = fxw_pins_skip(sequence, *off, n);
	if (n > limit || *off > limit - n)
		return false;
	if (fxw_region_back(region, *off + n))
		return true;
	/* The disk is full: the buffer ends here, in all laps to come. */
	if (!fxw_engine.no_system_calls && fxw_may_turn())
		__atomic_store_n(&region->limit_words,
				 region->populated_words / FXW_UNIT_WORDS *
					 FXW_UNIT_WORDS,
				 __ATOMIC_RELAXED);
	return false;
}

/* Makes the lap of the sequence known. The thread that turned to it may not
 * have done so yet. The next turn makes this lap the older one, and a reader
 * believes lap_first of that. */
static void publish_lap(struct fxw_control *control, uint32_t sequence)
{
	unsigned buffer = fxw_lap_buffer(sequence);
	/* in this order: the other one's value is at least as new */
	uint32_t first =
		__atomic_load_n(&control->lap_first[buffer], __ATOMIC_ACQUIRE);
	uint32_t other =
		__atomic_load_n(&control->lap_first[!buffer], __ATOMIC_RELAXED);

	/* else it is known, or somebody has turned once more */
	if (first < other && other < sequence)
		fxw_raise_to(&control->lap_first[buffer], sequence);
}

static void publish_turn(struct fxw_control *control, struct fxw_header *header,
			 uint32_t before, uint32_t sequence)
{
	fxw_raise_to(&control->lap_first[fxw_lap_buffer(sequence)], sequence);
	__atomic_fetch_add(&header->wrapped_count, sequence - before,
			   __ATOMIC_RELAXED);
}

/* Whether the buffer of the sequence, which begins a lap, may be overwritten:
 * nobody writes there, or hand-out will see who does. */
static bool may_recycle(struct fxw_control *control, uint32_t sequence)
{
	/* the second sequence is the first of a buffer that was never used */
	if (sequence <= 2)
		return true;
	if (fxw_engine.streams) {
		if (fxw_stream_is_free(control, sequence))
			return true;
		fxw_stream_request(control, sequence - 1);
		return false;
	}
	fxw_rolling_go_live(control, sequence - 1);
	if (!pass_barrier())
		return false;
	if (fxw_pins_any(sequence))
		fxw_raise_to(&fxw_rolling_of(sequence)->pins_sequence,
			     sequence);
	return true;
}

/* Turns from *alloc to the other buffer, or finds that somebody has. False: n
 * words would find no space there, or a turn is not allowed. */
static bool turn_buffer(struct fxw_control *control, uint64_t *alloc,
			uint32_t n)
{
	/* before the exchange, see take_in_turns */
	struct fxw_header *header =
		*(struct fxw_header *volatile *)&fxw_engine.header;
	uint32_t before = fxw_sequence(*alloc);
	uint32_t sequence = before + 1;
	struct fxw_region *region = fxw_rolling_of(sequence);

	/* the disk has no space for the other buffer: this one once more */
	if (n > __atomic_load_n(&region->limit_words, __ATOMIC_RELAXED) &&
	    fxw_engine.overwrites)
		region = fxw_rolling_of(++sequence);
	if (!fxw_may_turn() ||
	    n > __atomic_load_n(&region->limit_words, __ATOMIC_RELAXED) ||
	    !may_recycle(control, sequence))
		return false;
	if (sequence > 2)
		publish_lap(control, before);
	if (!__atomic_compare_exchange_n(&control->alloc, alloc,
					 fxw_alloc_word(sequence, 0), false,
					 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return true;
	*alloc = fxw_alloc_word(sequence, 0);
	fxw_rolling_go_live(control, sequence);
	publish_turn(control, header, before, sequence);
	if (fxw_engine.streams)
		fxw_stream_request(control, sequence);
	fxw_engine_tick();
	return true;
}

bool fxw_rolling_turn_from(struct fxw_control *control, uint32_t sequence)
{
	uint64_t alloc = __atomic_load_n(&control->alloc, __ATOMIC_ACQUIRE);

	/* again while others only take space from it meanwhile */
	for (unsigned i = 0;
	     i < FXW_TRIES_MAX && fxw_sequence(alloc) == sequence &&
	     turn_buffer(control, &alloc, 0);
	     i++)
		;
	return fxw_sequence(alloc) != sequence;
}

bool fxw_rolling_is_too_large(uint32_t n_words)
{
	for (unsigned i = 0; i < 2; i++)
		if (n_words <=
		    __atomic_load_n(&fxw_engine.rolling[i].limit_words,
				    __ATOMIC_RELAXED))
			return false;
	return true;
}

static uint64_t *take_in_turns(uint32_t *n_words, uint32_t *sequence)
{
	/* Loaded once: a handler that interrupts us may fork. Then the child
	 * continues with its parent's, which has memory behind it (engine.h),
	 * not with its own archive, which has other sequences. */
	struct fxw_control *control =
		*(struct fxw_control *volatile *)&fxw_engine.control;
	uint64_t *alloc = &control->alloc;
	uint64_t seen = fxw_sequence_seen();
	/* acquire: pairs with the release in fxw_region_open */
	uint64_t old = __atomic_load_n(alloc, __ATOMIC_ACQUIRE);
	uint32_t n = (*n_words + FXW_UNIT_WORDS - 1) / FXW_UNIT_WORDS *
		     FXW_UNIT_WORDS;
	unsigned n_turns = 0;

	for (unsigned i = 0; fxw_sequence(old) && i < FXW_TRIES_MAX; i++) {
		struct fxw_region *region = fxw_rolling_of(fxw_sequence(old));
		uint32_t off;

		if (!fxw_alloc_is_sound(old, seen)) {
			fxw_damage();
			return NULL;
		}
		if (!find_space(control, region, old, n, &off)) {
			if (n_turns++ == MAX_TURNS ||
			    !turn_buffer(control, &old, n))
				return NULL;
			continue;
		}
		if (!__atomic_compare_exchange_n(
			    alloc, &old,
			    fxw_alloc_word(fxw_sequence(old), off + n), false,
			    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			continue;
		/* the thread that turned may not have come so far yet */
		fxw_rolling_go_live(control, fxw_sequence(old));
		*n_words = n;
		*sequence = fxw_sequence(old);
		return region->words + off;
	}
	return NULL;
}

uint64_t *fxw_rolling_take(uint32_t *n_words, uint32_t *sequence)
{
	return fxw_engine.takes_turns ? take_in_turns(n_words, sequence)
				      : fxw_region_take(&fxw_engine.rolling[0],
							n_words, sequence);
}

/* The thread that turned to the sequence that is being written may not have
 * published it yet. Once it is closed nothing else says that its lap exists. */
static void publish_current_lap(struct fxw_control *control, uint64_t alloc)
{
	uint32_t first[2];
	unsigned current = fxw_lap_state(control->lap_first, alloc, 0, first);

	fxw_raise_to(&control->lap_first[current], first[current]);
}

uint32_t fxw_rolling_close(void)
{
	struct fxw_control *control = fxw_engine.control;
	uint64_t old = __atomic_load_n(&control->alloc, __ATOMIC_ACQUIRE);
	uint64_t capacity = fxw_engine.layout.rolling_bytes / 8;
	unsigned tries = 0;

	do {
		if (fxw_engine.takes_turns && fxw_sequence(old))
			publish_current_lap(control, old);
	} while (tries++ < FXW_TRIES_MAX &&
		 !__atomic_compare_exchange_n(
			 &control->alloc, &old,
			 fxw_alloc_word(0, fxw_offset_words(old)), false,
			 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
	fxw_engine.last_sequence = fxw_sequence(old);
	return fxw_offset_words(old) < capacity ? fxw_offset_words(old)
						: (uint32_t)capacity;
}

void fxw_rolling_open(uint32_t off_words)
{
	/* the next one of the same buffer */
	fxw_engine.last_sequence += fxw_engine.takes_turns ? 2 : 1;
	fxw_region_open(fxw_rolling_of(fxw_engine.last_sequence),
			fxw_engine.last_sequence, off_words);
	__atomic_store_n(&fxw_engine.control->live, fxw_engine.last_sequence,
			 __ATOMIC_RELEASE);
}
