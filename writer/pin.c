/* SPDX-License-Identifier: MIT */
/*
 * Looks through all threads for pinned spans, see pin.h. Rare: once a turn,
 * and for every span of a lap that found one.
 */
#include "writer/pin.h"

#include "writer/thread_list.h"

struct range {
	uint32_t from, to; /* words */
};

/* What level i of the thread pins in the buffer of `sequence`. */
static bool pinned(const struct fxw_thread *t, unsigned i, uint32_t sequence,
		   struct range *range)
{
	const struct fxw_slot *slot = t->slot;
	uint32_t of, place;

	/* acquire: pairs with the stores of inside in thread.h and thread.c;
	 * once it says AWAY, nothing is stored into that span any more */
	if (!slot ||
	    __atomic_load_n(&slot->inside[i], __ATOMIC_ACQUIRE) != FXW_WRITING)
		return false;
	of = __atomic_load_n(&slot->sequence[i], __ATOMIC_RELAXED);
	place = __atomic_load_n(&t->places[i], __ATOMIC_RELAXED);
	range->from = fxw_place_at(place);
	range->to = range->from + fxw_place_words(place);
	return of && of != sequence &&
	       fxw_lap_buffer(of) == fxw_lap_buffer(sequence);
}

bool fxw_pins_any(uint32_t sequence)
{
	struct range range;

	for (struct fxw_thread *t = fxw_threads_first(); t; t = t->next)
		for (unsigned i = 0; i < FXW_LEVELS; i++)
			if (pinned(t, i, sequence, &range))
				return true;
	return false;
}

/* End of a pinned span that [from, to) touches, or 0. */
static uint32_t touched(uint32_t sequence, uint32_t from, uint32_t to)
{
	struct range range;

	for (struct fxw_thread *t = fxw_threads_first(); t; t = t->next)
		for (unsigned i = 0; i < FXW_LEVELS; i++)
			if (pinned(t, i, sequence, &range) && range.from < to &&
			    from < range.to)
				return range.to;
	return 0;
}

uint32_t fxw_pins_skip(uint32_t sequence, uint32_t off_words, uint32_t n_words)
{
	uint32_t end;

	while ((end = touched(sequence, off_words, off_words + n_words)))
		off_words = end;
	return off_words;
}
