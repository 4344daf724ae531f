/* SPDX-License-Identifier: MIT */
/*
 * Copies a circular provider, see flight.h.
 *
 * Spans are copied backwards, from where the provider writes now to where they
 * are oldest: it comes the other way round, over the oldest calls first. A span
 * that it may have written to before the copy was done is worth nothing, and
 * neither is what is older; the rest is an unbroken row of the newest calls.
 * Words are loaded in order, so a record whose header is there is there;
 * last_ticks makes sure that no end is taken whose begin was
 * passed by before it was there. Ends whose begins are gone become complete
 * events if they name them (writer/lap.h), or go. Names are copied last: they
 * hold all that the calls refer to.
 */
#include "tools/manager/flight.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tools/die.h"
#include "tools/pairing.h"
#include "tools/refs.h"
#include "writer/lap.h"

#define SPAN_MAX_WORDS (63u * FXW_UNIT_WORDS)
_Static_assert(SPAN_MAX_WORDS < CHUNK_WORDS, "a span fits a chunk");
#define PAGE_BYTES 4096u
/* Of a large buffer that nothing was stored in, so much is left out at once. */
#define HOLE_WORDS (1u << 17)
#define LOOKS 1000u

/* A list that grows. */
struct list {
	struct chunk *first, **last;
};

static void list_add(struct list *list, struct chunk *chunk)
{
	if (!chunk)
		return;
	chunk->next = NULL;
	*list->last = chunk;
	list->last = &chunk->next;
}

/* A copy being made. */
struct copy {
	const struct provider *provider;
	struct told *told;
	uint32_t sequence;     /* that was being written at the beginning */
	uint32_t lap_first[2]; /* by buffer; 0 = it was never used */
	uint32_t to[2];	       /* words of each that are still to be copied */
	bool is_torn;	       /* the oldest part was written to meanwhile */
	struct list calls;
	struct gather gather;
};

/* acquire: pairs with the exchanges of turn() and take_in_turns() */
static uint64_t alloc_now(const struct provider *provider)
{
	return __atomic_load_n(&provider->lent.control->alloc,
			       __ATOMIC_ACQUIRE);
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Which laps there are, and how far they reach. */
static void look_at_laps(struct copy *copy)
{
	const struct lent *lent = &copy->provider->lent;
	uint32_t told[2];
	uint64_t alloc;
	unsigned current, n_tries = 0;

	/* What a lap began with is told before the next one begins; this is of
	 * the two that are there now. One that changes it all the time is up to
	 * no good. */
	do {
		alloc = alloc_now(copy->provider);
		for (unsigned i = 0; i < 2; i++)
			told[i] = __atomic_load_n(&lent->control->lap_first[i],
						  __ATOMIC_ACQUIRE);
		copy->sequence = (uint32_t)(alloc >> 32);
	} while (alloc_now(copy->provider) >> 32 != copy->sequence &&
		 ++n_tries < LOOKS);
	current = fxw_lap_state(told, alloc, 0, copy->lap_first);
	copy->to[current] = least((uint32_t)alloc, lent->rolling_words);
	copy->to[!current] = lent->rolling_words;
}

/* Whether the provider cannot have written to what lies from this word on, in
 * the lap behind the one that we copy. */
static bool is_intact(const struct copy *copy, unsigned buffer, uint32_t from)
{
	uint64_t alloc = alloc_now(copy->provider);
	uint32_t sequence = (uint32_t)(alloc >> 32);
	/* the next one that is written into this buffer */
	uint32_t next = copy->sequence +
			(fxw_lap_buffer(copy->sequence) == buffer ? 2 : 1);

	return sequence < next || (sequence == next && (uint32_t)alloc <= from);
}

/* In ascending order, one by one. */
static void copy_words(uint64_t *to, const uint64_t *from, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		/* acquire: a record's body behind its header; pairs with the
		 * release in fxw_commit */
		to[i] = __atomic_load_n(&from[i], __ATOMIC_ACQUIRE);
}

/* The records of one span; false: the provider was faster. */
static bool take_span(struct copy *copy, unsigned buffer, uint32_t at,
		      const uint64_t *words, uint32_t n)
{
	uint64_t *room = gather_room(&copy->gather, n);

	if (!room) {
		list_add(&copy->calls, gather_take(&copy->gather));
		room = gather_room(&copy->gather, n);
	}
	copy_words(room, words, n);
	if (!is_intact(copy, buffer, at))
		return false;
	(void)gather_sift(&copy->gather, room, n);
	return true;
}

/* Words of the span that begins there, 0 = none does. */
static uint32_t find_span(const struct copy *copy, unsigned buffer, uint32_t at,
			  const uint64_t *words)
{
	uint64_t stamp[FXW_STAMP_WORDS];
	uint32_t n;

	copy_words(stamp, words + at, FXW_STAMP_WORDS);
	n = fxw_lap_span(stamp, at / FXW_UNIT_WORDS, copy->provider->lent.nonce,
			 copy->lap_first[buffer]);
	return n % FXW_UNIT_WORDS || n > SPAN_MAX_WORDS ||
			       n > copy->to[buffer] - at
		       ? 0
		       : n;
}

/* Where a hole in the buffer begins that reaches up to `at`, about. */
static uint32_t find_hole(const struct lent *lent, uint64_t off, uint32_t at)
{
	while (at > HOLE_WORDS &&
	       lent_memory(lent, off + (at - HOLE_WORDS) * 8ull) >=
		       off + at * 8ull)
		at -= HOLE_WORDS;
	return at;
}

/* Spans from the last one down to the first, until one is spoilt. off: of the
 * buffer in the lent memory */
static void take_spans(struct copy *copy, unsigned buffer,
		       const uint64_t *words, uint64_t off)
{
	uint64_t page_off = UINT64_MAX;
	bool is_memory = false;

	for (uint32_t at = copy->to[buffer] / FXW_UNIT_WORDS * FXW_UNIT_WORDS;
	     at && !copy->is_torn;) {
		uint64_t unit_off;
		uint32_t n;

		at -= FXW_UNIT_WORDS;
		unit_off = off + at * 8ull;
		/* where nothing was ever stored a look would make memory */
		if (unit_off / PAGE_BYTES != page_off) {
			page_off = unit_off / PAGE_BYTES;
			is_memory = lent_memory(&copy->provider->lent,
						unit_off) == unit_off;
		}
		if (!is_memory) {
			at = find_hole(&copy->provider->lent, off, at);
			continue;
		}
		n = find_span(copy, buffer, at, words);
		if (!n)
			continue;
		if (!take_span(copy, buffer, at, words + at + FXW_STAMP_WORDS,
			       n - FXW_STAMP_WORDS))
			copy->is_torn = true;
		/* no span reaches into the next: else a liar could make 63
		 * copies of each word */
		copy->to[buffer] = at;
	}
}

static void copy_buffer(struct copy *copy, unsigned buffer)
{
	const struct lent *lent = &copy->provider->lent;
	uint64_t n_bytes = lent->rolling_words * 8ull;
	uint64_t off = lent->rolling_off + buffer * n_bytes;
	uint64_t before = off % PAGE_BYTES;
	uint8_t *map;

	if (!copy->lap_first[buffer] || copy->is_torn)
		return;
	map = mmap(NULL, n_bytes + before, PROT_READ, MAP_SHARED, lent->fd,
		   (off_t)(off - before));
	if (map == MAP_FAILED) {
		gather_broken(&copy->gather, lent->rolling_words);
		return;
	}
	take_spans(copy, buffer, (const uint64_t *)(map + before), off);
	munmap(map, n_bytes + before);
}

static void copy_calls(struct copy *copy, struct gather_counts *counts)
{
	unsigned current;

	look_at_laps(copy);
	current = fxw_lap_buffer(copy->sequence);
	copy->gather = (struct gather){
		.provider_id = copy->provider->id,
		.told = copy->told,
		.counts = counts,
		.last_ticks = copy->gather.last_ticks,
		.lap_first = copy->lap_first,
	};
	copy_buffer(copy, current);
	copy_buffer(copy, !current);
	list_add(&copy->calls, gather_take(&copy->gather));
}

/* Does something with each record of the chunks. */
static void each_record(struct chunk *chunks,
			void (*see)(void *context, uint64_t *record),
			void *context)
{
	for (; chunks; chunks = chunks->next)
		for (uint32_t at = 0; at < chunks->n_words;
		     at += chunks->words[at] >> 4 & 0xfff)
			see(context, &chunks->words[at]);
}

/* Records are known to the pairing by their addresses. */
static void note_call(void *context, uint64_t *record)
{
	if (pairing_is_call(record[0]))
		pairing_add(context, record, 0, (uintptr_t)record);
}

/* Of a lap that is there in part, ends have lost begins that they do not name.
 */
static void drop_strays(struct chunk *chunks)
{
	struct pairing pairing = {0};

	each_record(chunks, note_call, &pairing);
	pairing_match(&pairing);
	for (size_t i = 0; i < pairing.n; i++) {
		uint64_t *record =
			(uint64_t *)(uintptr_t)pairing.events[i].place;

		if (pairing.events[i].is_stray)
			*record = fxt_filler_header(*record >> 4 & 0xfff);
	}
	pairing_free(&pairing);
}

struct dropping {
	uint64_t since_ticks;
	uint64_t n_calls; /* dropped */
};

static void drop_if_older(void *context, uint64_t *record)
{
	struct dropping *dropping = context;

	if (!pairing_is_call(record[0]) || record[1] >= dropping->since_ticks)
		return;
	dropping->n_calls += fxt_is_call(record[0]);
	*record = fxt_filler_header(*record >> 4 & 0xfff);
}

/* Calls that began before that moment. Returns how many. */
static uint64_t drop_before(struct chunk *chunks, uint64_t since_ticks)
{
	struct dropping dropping = {.since_ticks = since_ticks};

	for (; chunks; chunks = chunks->next) {
		struct chunk *next = chunks->next;
		uint64_t n_before = dropping.n_calls;

		chunks->next = NULL;
		each_record(chunks, drop_if_older, &dropping);
		chunks->n_calls -= dropping.n_calls - n_before;
		chunks->next = next;
	}
	return dropping.n_calls;
}

static void note_refs(void *context, uint64_t *record)
{
	refs_note(context, record);
}

static void drop_if_unused(void *context, uint64_t *record)
{
	if ((record[0] & 15) == FXT_RECORD_STRING && !refs_has(context, record))
		*record = fxt_filler_header(*record >> 4 & 0xfff);
}

/* Strings that nothing names. */
static void drop_unused(struct chunk *names, struct chunk *calls)
{
	struct refs refs = {0};

	each_record(names, note_refs, &refs);
	each_record(calls, note_refs, &refs);
	each_record(names, drop_if_unused, &refs);
}

static void copy_names(const struct copy *copy, struct list *names,
		       struct gather_counts *counts)
{
	const struct lent *lent = &copy->provider->lent;
	struct gather gather = {
		.provider_id = copy->provider->id,
		.told = copy->told,
		.counts = counts,
		.last_ticks = UINT64_MAX,
	};
	struct durable durable;
	uint32_t end = (uint32_t)__atomic_load_n(&lent->control->durable_alloc,
						 __ATOMIC_ACQUIRE);

	if (!durable_init(&durable))
		die("out of memory");
	while (!durable_collect(&durable, lent, &gather, end))
		list_add(names, gather_take(&gather));
	list_add(names, gather_take(&gather));
	durable_fini(&durable);
}

static struct chunk **last_of(struct chunk **at)
{
	while (*at)
		at = &(*at)->next;
	return at;
}

void flight_take(const struct provider *provider, uint64_t last_ticks,
		 uint64_t rate, struct flight *flight)
{
	/* before the copy: what is made meanwhile is not overwritten */
	uint64_t n_made = lent_n_calls(&provider->lent);
	struct list names = {.last = &names.first};
	struct copy copy = {.provider = provider};

	*flight = (struct flight){0};
	copy.gather.last_ticks = last_ticks;
	copy.calls.last = &copy.calls.first;
	copy.told = told_new();
	copy_calls(&copy, &flight->counts);
	flight->counts.n_calls -=
		drop_before(copy.calls.first, provider->since_ticks);
	n_made -= n_made < provider->n_before ? n_made : provider->n_before;
	if (copy.is_torn || provider->since_ticks)
		drop_strays(copy.calls.first);
	copy_names(&copy, &names, &flight->counts);
	if (provider->forgets_names)
		drop_unused(names.first, copy.calls.first);
	flight->n_overwritten = n_made > flight->counts.n_calls
					? n_made - flight->counts.n_calls
					: 0;
	flight->first = provider_intro(provider->id, provider->lent.name);
	*last_of(&flight->first) = names.first;
	*last_of(&flight->first) = copy.calls.first;
	*last_of(&flight->first) =
		provider_tell(provider, copy.told, flight->n_overwritten, rate,
			      &flight->losses);
	free(copy.told);
}
