/* SPDX-License-Identifier: MIT */
/*
 * A tree of calls as a flame graph: one SVG file that needs nothing else. A
 * script in it zooms, searches and describes the frame under the mouse.
 */
#ifndef TOOLS_REPORT_FLAME_H
#define TOOLS_REPORT_FLAME_H

#include "tools/report/graph.h"

struct flame {
	const struct graph *graph; /* linked */
	struct pen *out;
	const char *title;
	bool is_by_count;
	double min_percent;  /* of the whole: narrower ones are left out */
	uint64_t n_left_out; /* out: those, with all that is above them */
};

void flame_write(struct flame *flame);

/* The script, which contains no ]]>. */
extern const char flame_script[];

#endif
