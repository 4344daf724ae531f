/* SPDX-License-Identifier: MIT */
/*
 * Ends without begins on a full disk, see strays.h.
 */
#include "tools/manager/strays.h"

#include <stdbool.h>
#include <unistd.h>

#include "tools/archive/pairing.h"
#include "writer/fxt.h"

struct noting {
	struct pairing pairing;
	const struct chunk *chunk; /* the chunk whose records are examined */
};

/* Records are known by their addresses. */
static void note_call(void *context, uint64_t *record)
{
	struct noting *noting = context;

	if (!pairing_is_call(record[0]))
		return;
	pairing_add(&noting->pairing, record, noting->chunk->provider_id,
		    (uintptr_t)record);
	noting->pairing.events[noting->pairing.n - 1].is_gone =
		!noting->chunk->is_written;
}

/* The record's offset in the file. False: it is not in the file. */
static bool find_offset(const struct chunk *chunks, const uint64_t *offs,
			const uint64_t *record, off_t *off)
{
	for (; chunks; chunks = chunks->next, offs++)
		if (chunks->is_written && record >= chunks->words &&
		    record < chunks->words + chunks->n_words) {
			*off = (off_t)(*offs +
				       (uint64_t)(record - chunks->words) * 8);
			return true;
		}
	return false;
}

void strays_blank(int fd, struct chunk *chunks, const uint64_t *offs)
{
	struct noting noting = {.chunk = NULL};

	for (struct chunk *chunk = chunks, *next; chunk; chunk = next) {
		next = chunk->next;
		chunk->next = NULL;
		noting.chunk = chunk;
		chunk_each_record(chunk, note_call, &noting);
		chunk->next = next;
	}
	pairing_match(&noting.pairing);
	for (size_t i = 0; i < noting.pairing.n; i++) {
		const struct pairing_event *event = &noting.pairing.events[i];
		const uint64_t *record = (uint64_t *)(uintptr_t)event->place;
		uint64_t filler = fxt_filler_header(*record >> 4 & 0xfff);
		off_t off;

		/* else its begin is in an earlier save */
		if (event->is_stray && event->is_begun &&
		    find_offset(chunks, offs, record, &off))
			(void)!pwrite(fd, &filler, sizeof(filler), off);
	}
	pairing_free(&noting.pairing);
}
