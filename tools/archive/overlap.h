/* SPDX-License-Identifier: MIT */
/*
 * Calls of a circular buffer whose begins are overwritten. The buffer has them
 * as complete events, made of ends that name their begins. An archive that was
 * recovered from the same buffer before has some of those begins. Then it lacks
 * only the ends, or nothing.
 */
#ifndef TOOLS_ARCHIVE_OVERLAP_H
#define TOOLS_ARCHIVE_OVERLAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/archive/known.h"
#include "writer/fxt.h"

struct overlap;

/* For up to n_max complete events. Dies if memory runs out. */
struct overlap *overlap_new(size_t n_max);
void overlap_free(struct overlap *overlap);

bool overlap_is_complete(uint64_t head);

/* Adds a complete event, and its begin and end to `known`. Both must live as
 * long as `known`. Their numbers count up from 0. */
void overlap_add(struct overlap *overlap, struct known *known,
		 uint32_t provider_id, const uint64_t *record);

enum overlap_part {
	OVERLAP_ALL,  /* the archive has neither begin nor end */
	OVERLAP_END,  /* the begin */
	OVERLAP_NONE, /* both */
};

/* What the archive lacks of the event of that number. */
enum overlap_part overlap_missing(const struct overlap *overlap,
				  const struct known *known, size_t number);

/* Puts the complete event's end at `to`. Returns its words. */
size_t overlap_end(uint64_t to[FXT_RECORD_MAX_WORDS], const uint64_t *record);

#endif
