/* SPDX-License-Identifier: MIT */
/*
 * Copies a circular buffer, see ringcopy.h.
 *
 * Spans are copied backwards, from the provider's write position to the oldest
 * ones. The provider moves towards them from the other end and overwrites the
 * oldest calls first. A span that it may have written to before the copy was
 * done is invalid, and so is everything older. The rest is a contiguous
 * sequence of the newest calls. A record's header is copied before its body, so
 * a record with a header is complete. last_ticks ensures that no end is taken
 * whose begin was skipped before it was committed. Ends whose begins are gone
 * become complete events if they refer to them (writer/lap.h), or are dropped.
 */
#include "tools/manager/ringcopy.h"

#include <sys/mman.h>

#include "tools/archive/pairing.h"
#include "writer/lap.h"

#define SPAN_MAX_WORDS (63u * FXW_UNIT_WORDS)
_Static_assert(SPAN_MAX_WORDS < CHUNK_WORDS, "a span fits a chunk");
#define PAGE_BYTES 4096u
/* Of a large unused buffer, this much is skipped at once. */
#define HOLE_WORDS (1u << 17)
#define LOOKS 1000u

/* A copy in progress. */
struct copy {
	const struct lent *lent;
	struct gather *gather;
	uint32_t sequence;     /* current at the beginning */
	uint32_t lap_first[2]; /* by buffer; 0 = never used */
	uint32_t to[2];	       /* words of each that are still to be copied */
	bool is_torn;	       /* the oldest part was written to meanwhile */
	bool is_gone;	       /* it cannot be read any more */
	struct chunk **last;
};

/* One of the two buffers. */
struct view {
	unsigned buffer;
	uint64_t off;		/* in the lent memory */
	const uint64_t *mapped; /* NULL = read through the source */
};

static void keep_chunk(struct copy *copy)
{
	struct chunk *chunk = gather_take(copy->gather);

	if (!chunk)
		return;
	chunk->next = NULL;
	*copy->last = chunk;
	copy->last = &chunk->next;
}

/* 0 once it cannot be read any more. */
static uint64_t alloc_now(struct copy *copy)
{
	uint64_t alloc = 0;

	copy->is_gone |= !lent_alloc(copy->lent, &alloc);
	return alloc;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Determines the existing laps and their lengths. */
static void read_laps(struct copy *copy)
{
	uint32_t lap_first[2] = {0};
	uint64_t alloc;
	unsigned current, n_tries = 0;

	/* The first position of a lap is published before the next lap begins;
	 * this is for the two current ones. A provider that changes it all the
	 * time is malicious. */
	do {
		alloc = alloc_now(copy);
		copy->is_gone |= !lent_lap_first(copy->lent, lap_first);
		copy->sequence = (uint32_t)(alloc >> 32);
	} while (alloc_now(copy) >> 32 != copy->sequence && ++n_tries < LOOKS);
	current = fxw_lap_state(lap_first, alloc, 0, copy->lap_first);
	copy->to[current] = least((uint32_t)alloc, copy->lent->rolling_words);
	copy->to[!current] = copy->lent->rolling_words;
}

/* Whether the provider cannot have written from this word on, in the lap after
 * the one that we copy. */
static bool is_intact(struct copy *copy, unsigned buffer, uint32_t from)
{
	uint64_t alloc = alloc_now(copy);
	uint32_t sequence = (uint32_t)(alloc >> 32);
	/* the next one that is written into this buffer */
	uint32_t next = copy->sequence +
			(fxw_lap_buffer(copy->sequence) == buffer ? 2 : 1);

	return !copy->is_gone && (sequence < next || (sequence == next &&
						      (uint32_t)alloc <= from));
}

/* In ascending order, one by one. */
static void copy_words(uint64_t *to, const uint64_t *from, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		/* acquire: a record's body after its header; pairs with the
		 * release in fxw_commit */
		to[i] = __atomic_load_n(&from[i], __ATOMIC_ACQUIRE);
}

/* Reads words from word `at` on. Returns how many of them are valid. */
static uint32_t read_words(struct copy *copy, const struct view *view,
			   uint32_t at, uint64_t *to, uint32_t n)
{
	uint64_t off = view->off + at * 8ull;

	if (view->mapped) {
		copy_words(to, view->mapped + at, n);
		return n;
	}
	if (lent_read(copy->lent, to, n * 8ull, off)) {
		/* again: the bodies, after the headers' commits */
		n = (uint32_t)gather_committed(to, n);
		if (lent_read(copy->lent, to, n * 8ull, off))
			return n;
	}
	copy->is_gone = true;
	return 0;
}

/* The records of one span; false: the provider has overwritten it. */
static bool take_span(struct copy *copy, const struct view *view, uint32_t at,
		      uint32_t n)
{
	uint32_t from = at + FXW_STAMP_WORDS;
	uint64_t *space = gather_capacity(copy->gather, n - FXW_STAMP_WORDS);

	if (!space) {
		keep_chunk(copy);
		space = gather_capacity(copy->gather, n - FXW_STAMP_WORDS);
	}
	n = read_words(copy, view, from, space, n - FXW_STAMP_WORDS);
	if (!is_intact(copy, view->buffer, at))
		return false;
	(void)gather_sift(copy->gather, space, n);
	return true;
}

/* Words of the span that begins there, 0 = none does. */
static uint32_t find_span(struct copy *copy, const struct view *view,
			  uint32_t at)
{
	uint64_t stamp[FXW_STAMP_WORDS];
	uint32_t n;

	if (view->mapped)
		copy_words(stamp, view->mapped + at, FXW_STAMP_WORDS);
	else if (!lent_read(copy->lent, stamp, sizeof(stamp),
			    view->off + at * 8ull))
		copy->is_gone = true;
	if (copy->is_gone)
		return 0;
	n = fxw_lap_span(stamp, at / FXW_UNIT_WORDS, copy->lent->nonce,
			 copy->lap_first[view->buffer]);
	return n % FXW_UNIT_WORDS || n > SPAN_MAX_WORDS ||
			       n > copy->to[view->buffer] - at
		       ? 0
		       : n;
}

/* The approximate begin of a hole in the buffer that ends at `at`. */
static uint32_t find_hole(const struct lent *lent, uint64_t off, uint32_t at)
{
	while (at > HOLE_WORDS &&
	       lent_memory(lent, off + (at - HOLE_WORDS) * 8ull) >=
		       off + at * 8ull)
		at -= HOLE_WORDS;
	return at;
}

/* Takes spans from the last one down to the first, until one is invalid. */
static void take_spans(struct copy *copy, const struct view *view)
{
	uint32_t *to = &copy->to[view->buffer];
	uint64_t page_off = UINT64_MAX;
	bool is_memory = false;

	for (uint32_t at = *to / FXW_UNIT_WORDS * FXW_UNIT_WORDS;
	     at && !copy->is_torn && !copy->is_gone;) {
		uint64_t unit_off;
		uint32_t n;

		at -= FXW_UNIT_WORDS;
		unit_off = view->off + at * 8ull;
		/* reading where nothing was ever stored would allocate
		 * memory */
		if (unit_off / PAGE_BYTES != page_off) {
			page_off = unit_off / PAGE_BYTES;
			is_memory =
				lent_memory(copy->lent, unit_off) == unit_off;
		}
		if (!is_memory) {
			at = find_hole(copy->lent, view->off, at);
			continue;
		}
		n = find_span(copy, view, at);
		if (!n)
			continue;
		if (!take_span(copy, view, at, n))
			copy->is_torn = true;
		/* no span overlaps the next: else a malicious program could
		 * cause 63 copies of each word */
		*to = at;
	}
}

static void copy_buffer(struct copy *copy, unsigned buffer)
{
	const struct lent *lent = copy->lent;
	uint64_t n_bytes = lent->rolling_words * 8ull;
	struct view view = {.buffer = buffer,
			    .off = lent->rolling_off + buffer * n_bytes};
	uint64_t before = view.off % PAGE_BYTES;
	uint8_t *map;

	if (!copy->lap_first[buffer] || copy->is_torn || copy->is_gone)
		return;
	if (lent->source.read) {
		take_spans(copy, &view);
		return;
	}
	map = mmap(NULL, n_bytes + before, PROT_READ, MAP_SHARED, lent->fd,
		   (off_t)(view.off - before));
	if (map == MAP_FAILED) {
		gather_broken(copy->gather, lent->rolling_words);
		return;
	}
	view.mapped = (const uint64_t *)(map + before);
	take_spans(copy, &view);
	munmap(map, n_bytes + before);
}

bool ringcopy_take(const struct lent *lent, struct gather *gather,
		   struct ringcopy *ring)
{
	struct copy copy = {
		.lent = lent, .gather = gather, .last = &ring->calls};
	unsigned current;

	*ring = (struct ringcopy){0};
	read_laps(&copy);
	current = fxw_lap_buffer(copy.sequence);
	gather->lap_first = copy.lap_first;
	copy_buffer(&copy, current);
	copy_buffer(&copy, !current);
	keep_chunk(&copy);
	gather->lap_first = NULL;
	ring->is_torn = copy.is_torn;
	return !copy.is_gone;
}

/* The pairing knows records by their addresses. */
static void note_call(void *context, uint64_t *record)
{
	if (pairing_is_call(record[0]))
		pairing_add(context, record, 0, (uintptr_t)record);
}

void ringcopy_drop_strays(struct chunk *chunks)
{
	struct pairing pairing = {0};

	chunk_each_record(chunks, note_call, &pairing);
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

	if ((!pairing_is_call(record[0]) && !pairing_is_alongside(record)) ||
	    record[1] >= dropping->since_ticks)
		return;
	dropping->n_calls += fxt_is_call(record[0]);
	*record = fxt_filler_header(*record >> 4 & 0xfff);
}

uint64_t ringcopy_drop_before(struct chunk *chunks, uint64_t since_ticks)
{
	struct dropping dropping = {.since_ticks = since_ticks};

	for (; chunks; chunks = chunks->next) {
		struct chunk *next = chunks->next;
		uint64_t n_before = dropping.n_calls;

		chunks->next = NULL;
		chunk_each_record(chunks, drop_if_older, &dropping);
		chunks->n_calls -= dropping.n_calls - n_before;
		chunks->next = next;
	}
	return dropping.n_calls;
}
