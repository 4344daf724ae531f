/* SPDX-License-Identifier: MIT */
/*
 * Copies a buffer without a manager, see leftover.h. A circular one is copied
 * as its manager would copy it (ringcopy.h). A streaming one has the current
 * lap and the previous one, in spans that may still grow. It may also have
 * spans of older laps, anywhere in either buffer, that the manager was still
 * reading (writer/wire.h, "held"). Only the archive shows what the manager had
 * taken of all these.
 */
#include "tools/manager/leftover.h"

#include <stdlib.h>

#include "tools/base/die.h"
#include "tools/manager/area.h"
#include "tools/manager/durable.h"
#include "tools/manager/lapcopy.h"
#include "tools/manager/ringcopy.h"
#include "writer/lap.h"

/* Without a manager a buffer turns once more at most. */
#define TRIES 8
/* Events younger than this are left out: the clocks of two cores and stores in
 * flight differ by less. */
#define SETTLES_PER_S 100000u

struct taking {
	struct leftover *leftover;
	const struct lent *lent;
	struct gather names, calls;
	struct chunk **last_name, **last_call;
};

static void store_chunk(struct gather *gather, struct chunk ***last)
{
	struct chunk *chunk = gather_take(gather);

	if (!chunk)
		return;
	chunk->next = NULL;
	**last = chunk;
	*last = &chunk->next;
}

static void take_lap(struct taking *taking, uint32_t sequence, uint32_t n_words)
{
	struct lap lap;

	if (!sequence || sequence < taking->calls.first_sequence)
		return;
	if (!lap_init(&lap, sequence, taking->lent->rolling_words))
		die("out of memory");
	while (!lap_collect(&lap, taking->lent, &taking->calls, n_words, false))
		store_chunk(&taking->calls, &taking->last_call);
	lap_fini(&lap);
}

/* The sequence in the stamp of a held span, 0 if there is none older than
 * `newest`: spans of that lap are copied with it. */
static uint32_t held_sequence(const struct lent *lent, unsigned buffer,
			      uint32_t unit, uint32_t newest)
{
	uint64_t off =
		lent->rolling_off + ((uint64_t)buffer * lent->rolling_words +
				     (uint64_t)unit * FXW_UNIT_WORDS) *
					    8;
	uint64_t word[FXW_STAMP_WORDS];
	uint32_t sequence;

	if (unit >= lent->rolling_words / FXW_UNIT_WORDS ||
	    !lent_read(lent, word, sizeof(word), off))
		return 0;
	sequence = (uint32_t)(word[1] >> 32);
	return sequence && sequence < newest &&
			       fxw_lap_buffer(sequence) == buffer
		       ? sequence
		       : 0;
}

static void take_held(struct taking *taking, unsigned buffer, uint32_t newest)
{
	const uint32_t *held = taking->leftover->control->held[buffer];

	for (unsigned i = 0; i < FXW_HELD; i++) {
		uint32_t unit = fxw_place_at(held[i]) / FXW_UNIT_WORDS;
		struct lap_span span = {0};
		uint32_t sequence =
			held[i] ? held_sequence(taking->lent, buffer, unit,
						newest)
				: 0;

		while (sequence && sequence >= taking->calls.first_sequence &&
		       !lap_collect_span(taking->lent, &taking->calls, sequence,
					 unit, &span))
			store_chunk(&taking->calls, &taking->last_call);
	}
}

static void take_names(struct taking *taking)
{
	uint32_t end_words = (uint32_t)taking->leftover->control->durable_alloc;
	struct durable durable;

	if (!durable_init(&durable))
		die("out of memory");
	while (!durable_collect(&durable, taking->lent, &taking->names,
				end_words))
		store_chunk(&taking->names, &taking->last_name);
	store_chunk(&taking->names, &taking->last_name);
	durable_fini(&durable);
}

/* Both laps, older records first. */
static void take_laps(struct taking *taking)
{
	struct fxw_control *control = taking->leftover->control;
	uint32_t sequence = (uint32_t)(control->alloc >> 32);
	uint32_t end_words = (uint32_t)control->alloc;

	taking->calls.first_sequence = control->first_sequence;
	for (unsigned buffer = 0; buffer < 2; buffer++)
		take_held(taking, buffer,
			  fxw_lap_buffer(sequence) == buffer ? sequence
							     : sequence - 1);
	take_lap(taking, sequence - 1, taking->lent->rolling_words);
	take_lap(taking, sequence, end_words);
	store_chunk(&taking->calls, &taking->last_call);
}

/* The records that are not overwritten. False: the process has ended. */
static bool take_ring(struct taking *taking)
{
	struct leftover *leftover = taking->leftover;
	uint64_t since_ticks = leftover->control->since_ticks;
	uint64_t n_made = lent_n_calls(taking->lent);
	uint64_t n_before = leftover->control->n_before;
	struct ringcopy ring;
	bool is_there = ringcopy_take(taking->lent, &taking->calls, &ring);

	leftover->overwrites = true;
	leftover->n_made = n_made - (n_before < n_made ? n_before : n_made);
	(void)ringcopy_drop_before(ring.calls, since_ticks);
	if (ring.is_torn || since_ticks)
		ringcopy_drop_strays(ring.calls);
	leftover->calls = ring.calls;
	return is_there;
}

/* The calls, followed by their names. False: the buffer cannot be read any
 * more. */
static bool take_all(struct taking *taking)
{
	if (!taking->lent->overwrites)
		take_laps(taking);
	else if (!take_ring(taking))
		return false;
	if (!lent_control(taking->lent, taking->leftover->control))
		return false;
	take_names(taking);
	return true;
}

static void begin_taking(struct taking *taking, uint32_t id, uint64_t rate)
{
	struct leftover *leftover = taking->leftover;
	struct area area = {.clock = taking->lent->clock,
			    .epoch_ticks = taking->lent->epoch_ticks};
	uint64_t last_ticks = area_ticks(&area) - rate / SETTLES_PER_S;

	leftover->emitted = emitted_new();
	taking->last_name = &leftover->names;
	taking->last_call = &leftover->calls;
	taking->names = taking->calls = (struct gather){
		.provider_id = id,
		.emitted = leftover->emitted,
		.counts = &leftover->counts,
		.last_ticks = UINT64_MAX,
	};
	taking->calls.last_ticks = last_ticks;
	leftover->control = malloc(sizeof(*leftover->control));
	if (!leftover->control)
		die("out of memory");
}

static bool take_once(struct leftover *leftover, const struct lent *lent,
		      uint32_t id, uint64_t rate, uint32_t *sequence)
{
	struct taking taking = {.leftover = leftover, .lent = lent};

	begin_taking(&taking, id,
		     rate); /* first of all: younger events are left out */
	if (!lent_control(lent, leftover->control))
		return false;
	*sequence = (uint32_t)(leftover->control->alloc >> 32);
	return *sequence == 0 || take_all(&taking);
}

const char *leftover_take(struct leftover *leftover, const struct lent *lent,
			  uint32_t id, uint64_t rate)
{
	for (unsigned i = 0; i < TRIES; i++) {
		uint32_t sequence = 0;

		*leftover = (struct leftover){0};
		if (!take_once(leftover, lent, id, rate, &sequence)) {
			leftover_free(leftover);
			return "it ended while it was read";
		}
		/* else the previous lap may have been overwritten meanwhile;
		 * then a circular copy is made */
		if (sequence &&
		    (lent->overwrites ||
		     (uint32_t)(leftover->control->alloc >> 32) == sequence))
			return NULL;
		leftover_free(leftover);
	}
	return "a buffer that is closed, or does not hold still";
}

static void free_all(struct chunk *chunk)
{
	while (chunk) {
		struct chunk *next = chunk->next;

		chunk_free(chunk);
		chunk = next;
	}
}

void leftover_free(struct leftover *leftover)
{
	free_all(leftover->names);
	free_all(leftover->calls);
	free(leftover->emitted);
	free(leftover->control);
	*leftover = (struct leftover){0};
}
