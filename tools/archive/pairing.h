/* SPDX-License-Identifier: MIT */
/*
 * Which ends of calls have their begins, known from the nesting of each
 * thread's calls. For archives whose oldest records are gone.
 */
#ifndef TOOLS_ARCHIVE_PAIRING_H
#define TOOLS_ARCHIVE_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A call's begin, end, or both in one. */
struct pairing_event {
	uint64_t thread; /* provider and thread, mixed into a number */
	uint64_t ticks;
	uint64_t place; /* the caller's number of the record */
	uint8_t type;	/* enum fxt_event_type */
	bool is_gone;	/* its record will not be there */
	bool is_stray;	/* out: an end without its begin */
	bool is_begun;	/* out: its begin was added, but is gone */
};

struct pairing {
	struct pairing_event *events;
	size_t n, capacity;
};

/* Whether a record with this header is a call's. */
bool pairing_is_call(uint64_t head);

/* Whether a sound record was emitted alongside a thread's calls, and is removed
 * with them: flows, async events, counters, messages. Its second word is its
 * time. */
bool pairing_is_alongside(const uint64_t *record);

/* Adds a sound record of a call. Dies if memory runs out. */
void pairing_add(struct pairing *pairing, const uint64_t *record,
		 uint32_t provider, uint64_t place);

/* Finds the strays; orders events by place. */
void pairing_match(struct pairing *pairing);

void pairing_free(struct pairing *pairing);

#endif
