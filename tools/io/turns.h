/* SPDX-License-Identifier: MIT */
/*
 * Turns: for each turn the items that are not done, by their turn_ns. Under the
 * schedule's lock.
 */
#ifndef TOOLS_IO_TURNS_H
#define TOOLS_IO_TURNS_H

#include "tools/io/schedule.h"
#include "tools/reader/memory.h"

struct turns_line {
	struct schedule_item *first, *last;
};

/* All zero = no turns. */
struct turns {
	struct fxr_map index; /* of lines, by schedule_item.turn */
	struct turns_line *lines;
	size_t n_lines, lines_capacity;
};

/* Only for items with a turn. */
void turns_join(struct turns *turns, struct schedule_item *item);
void turns_leave(struct turns *turns, struct schedule_item *item);
bool turns_is_first(struct turns *turns, const struct schedule_item *item);
void turns_fini(struct turns *turns);

#endif
