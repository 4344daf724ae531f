/* SPDX-License-Identifier: MIT */
/*
 * One lap of a rolling buffer, copied span by span as it grows (writer/lap.h):
 * what was taken of each span is remembered, so that every record is taken
 * once, whenever and however often one looks.
 */
#ifndef TOOLS_MANAGER_LAPCOPY_H
#define TOOLS_MANAGER_LAPCOPY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/gather.h"
#include "tools/manager/lent.h"

/* A span, at its first unit. */
struct lap_span {
	uint16_t n_words; /* 0 = no stamp seen yet */
	uint16_t n_taken; /* stamp included */
};

struct lap {
	uint32_t sequence;
	uint32_t n_units;
	uint32_t n_still;	/* units of which all was taken */
	struct lap_span *spans; /* one for each unit */
};

/* Begins with the first lap of the sequence. False: no memory. */
bool lap_init(struct lap *lap, uint32_t sequence, uint32_t n_words);
void lap_fini(struct lap *lap);

/* Goes on to the next lap of the same buffer: nothing is taken of it. */
void lap_turn(struct lap *lap);

/*
 * Takes what is new in the first n_words of the buffer.
 * is_still  nobody writes there any more, but to spans that are held; then no
 *           record is too young to be taken
 * Returns false when the chunk is full: call again once it is gone.
 */
bool lap_collect(struct lap *lap, const struct lent *lent,
		 struct gather *gather, uint32_t n_words, bool is_still);

/* The same for one span of that sequence, which begins with the unit. */
bool lap_collect_span(const struct lent *lent, struct gather *gather,
		      uint32_t sequence, uint32_t unit, struct lap_span *span);

#endif
