/* SPDX-License-Identifier: MIT */
/*
 * The archives' events that are not calls: flows (flows.h), requests
 * (requests.h) and counters (counters.h).
 */
#ifndef TOOLS_TIMELINE_EVENTS_H
#define TOOLS_TIMELINE_EVENTS_H

#include "tools/archive/merge.h"
#include "tools/base/pen.h"

/* Which processes the page shows, by their indices in its list. */
struct events_shown {
	const bool *is_shown; /* NULL: all */
	size_t n;	      /* those behind them are not shown */
};

/* ,"flows":...,"requests":...,"counters":... Reads files that have some once
 * more; standard input has none. */
void events_put(struct pen *out, struct merge *merge,
		const struct events_shown *shown);

#endif
