/* SPDX-License-Identifier: MIT */
/*
 * One lap of a rolling buffer, copied span by span as it grows (writer/lap.h).
 * It remembers the part of each span that was taken. So every record is taken
 * exactly once, whenever and however often a pass is made.
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
	uint32_t n_still;	/* leading units that were taken completely */
	struct lap_span *spans; /* one for each unit */
};

/* Begins with the first lap of the sequence. False: no memory. */
bool lap_init(struct lap *lap, uint32_t sequence, uint32_t n_words);
void lap_fini(struct lap *lap);

/* Continues with the next lap of the same buffer: nothing of it is taken. */
void lap_turn(struct lap *lap);

/* Goes on where the ledger says that a former manager has come to: of a lap
 * that was just begun by lap_init; of one span. */
void lap_resume(struct lap *lap, const struct lent *lent,
		const struct ledger *ledger, const struct ledger_part *part);
void lap_resume_span(const struct lent *lent, uint32_t sequence, uint32_t unit,
		     uint32_t n_taken, struct lap_span *span);

/*
 * Takes what is new in the first n_words of the buffer.
 * is_still  nobody writes there any more, except to held spans; then no
 *           record is too young to be taken
 * Returns false when the chunk is full: call again once it was taken.
 */
bool lap_collect(struct lap *lap, const struct lent *lent,
		 struct gather *gather, uint32_t n_words, bool is_still);

/* The same for one span of that sequence, which begins with the unit. */
bool lap_collect_span(const struct lent *lent, struct gather *gather,
		      uint32_t sequence, uint32_t unit, struct lap_span *span);

#endif
