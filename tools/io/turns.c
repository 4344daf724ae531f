/* SPDX-License-Identifier: MIT */
/*
 * See turns.h.
 */
#include "tools/io/turns.h"

#include <stdlib.h>

static struct turns_line *line_of(struct turns *turns, uint64_t turn)
{
	uint32_t at = fxr_map_find(&turns->index, turn, 0, 0);

	if (at == FXR_NONE) {
		at = (uint32_t)turns->n_lines++;
		turns->lines = fxr_grow(turns->lines, &turns->lines_capacity,
					turns->n_lines, sizeof(*turns->lines));
		fxr_map_put(&turns->index, turn, 0, 0, at);
	}
	return &turns->lines[at];
}

void turns_join(struct turns *turns, struct schedule_item *item)
{
	struct turns_line *line = line_of(turns, item->turn);
	struct schedule_item *before = line->last;

	/* mostly it is the last one, as it began last */
	while (before && before->turn_ns > item->turn_ns)
		before = before->earlier;
	item->earlier = before;
	item->later = before ? before->later : line->first;
	*(item->earlier ? &item->earlier->later : &line->first) = item;
	*(item->later ? &item->later->earlier : &line->last) = item;
}

void turns_leave(struct turns *turns, struct schedule_item *item)
{
	struct turns_line *line = line_of(turns, item->turn);

	*(item->earlier ? &item->earlier->later : &line->first) = item->later;
	*(item->later ? &item->later->earlier : &line->last) = item->earlier;
}

bool turns_is_first(struct turns *turns, const struct schedule_item *item)
{
	return line_of(turns, item->turn)->first == item;
}

void turns_fini(struct turns *turns)
{
	fxr_map_fini(&turns->index);
	free(turns->lines);
}
