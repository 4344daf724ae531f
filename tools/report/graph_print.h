/* SPDX-License-Identifier: MIT */
/*
 * A tree of calls as lines: indented, or JSON.
 */
#ifndef TOOLS_REPORT_GRAPH_PRINT_H
#define TOOLS_REPORT_GRAPH_PRINT_H

#include "tools/report/graph.h"

struct graph_print {
	const struct graph *graph; /* linked */
	struct pen *out;
	double min_percent;  /* of all time: nodes with less are left out */
	uint64_t n_left_out; /* out: those, with all below them */
};

void graph_print(struct graph_print *print);
void graph_print_json(struct graph_print *print);

#endif
