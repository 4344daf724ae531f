/* SPDX-License-Identifier: MIT */
/*
 * Begins and ends of complete events, see overlap.h. An event of a program's
 * thread is identified by its type, thread and time (known.h), so only these
 * are stored here.
 */
#include "tools/archive/overlap.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"

/* Header, time, and the thread unless the header names it. */
#define MARK_WORDS 4u

struct halves {
	uint64_t begin[MARK_WORDS], end[MARK_WORDS];
	size_t begin_number, end_number; /* numbers in `known` */
};

struct overlap {
	size_t n, n_max;
	struct halves halves[];
};

struct overlap *overlap_new(size_t n_max)
{
	struct overlap *overlap =
		malloc(sizeof(*overlap) + n_max * sizeof(*overlap->halves));

	if (!overlap)
		die("out of memory");
	*overlap = (struct overlap){.n_max = n_max};
	return overlap;
}

void overlap_free(struct overlap *overlap)
{
	free(overlap);
}

static unsigned type_of(uint64_t head)
{
	return head >> 16 & 15;
}

static uint64_t with_type(uint64_t head, uint64_t type)
{
	return (head & ~(15ull << 16)) | type << 16;
}

bool overlap_is_complete(uint64_t head)
{
	return (head & 15) == FXT_RECORD_EVENT &&
	       type_of(head) == FXT_EVENT_DURATION_COMPLETE;
}

static size_t n_words_of(uint64_t head)
{
	return head >> 4 & 0xfff;
}

/* A complete event's last word is the time of its end. */
void overlap_add(struct overlap *overlap, struct known *known,
		 uint32_t provider_id, const uint64_t *record)
{
	size_t n = n_words_of(record[0]);
	size_t n_mark = record[0] >> 24 & 0xff ? 2 : MARK_WORDS;
	struct halves *halves = &overlap->halves[overlap->n];

	if (overlap->n == overlap->n_max)
		return;
	overlap->n++;
	memcpy(halves->begin, record, n_mark * 8);
	memcpy(halves->end, record, n_mark * 8);
	halves->begin[0] = with_type(record[0], FXT_EVENT_DURATION_BEGIN);
	halves->end[0] = with_type(record[0], FXT_EVENT_DURATION_END);
	halves->end[1] = record[n - 1];
	halves->begin_number =
		known_add(known, provider_id, halves->begin, n_mark);
	halves->end_number = known_add(known, provider_id, halves->end, n_mark);
}

enum overlap_part overlap_missing(const struct overlap *overlap,
				  const struct known *known, size_t number)
{
	const struct halves *halves = &overlap->halves[number];

	if (number >= overlap->n ||
	    !known_is_there(known, halves->begin_number))
		return OVERLAP_ALL;
	return known_is_there(known, halves->end_number) ? OVERLAP_NONE
							 : OVERLAP_END;
}

size_t overlap_end(uint64_t to[FXT_RECORD_MAX_WORDS], const uint64_t *record)
{
	size_t n = n_words_of(record[0]) - 1;

	memcpy(to, record, n * 8);
	to[0] = (with_type(record[0], FXT_EVENT_DURATION_END) &
		 ~(0xfffull << 4)) |
		(uint64_t)n << 4;
	to[1] = record[n];
	return n;
}
