/* SPDX-License-Identifier: MIT */
/*
 * Lines of a graph, see graph_print.h.
 */
#include "tools/report/graph_print.h"

#include <stdio.h>

#include "tools/base/json.h"
#include "tools/print/print.h"

#define MAX_INDENT 100u /* levels: only malformed archives go deeper */

static double percent_of(const struct graph *graph, uint64_t ns)
{
	uint64_t all_ns = graph->nodes[0].total_ns;

	return all_ns ? 100.0 * (double)ns / (double)all_ns : 0.0;
}

/* Right-aligned in a column, with two spaces behind it. */
static void put_right(struct pen *out, struct fxr_text text, size_t width)
{
	for (size_t n = text.n_bytes; n < width; n++)
		pen_byte(out, ' ');
	pen_bytes(out, text.bytes, text.n_bytes);
	pen_put(out, "  ");
}

static void put_time(struct pen *out, uint64_t ns, struct pen *cell)
{
	print_duration(cell, ns);
	put_right(out, pen_take(cell), 8);
}

static void put_line(struct graph_print *print, uint32_t index,
		     struct pen *cell)
{
	const struct graph_node *node = &print->graph->nodes[index];
	uint32_t depth = node->depth < MAX_INDENT ? node->depth : MAX_INDENT;
	struct pen *out = print->out;

	put_time(out, node->total_ns, cell);
	pen_format(cell, "%.1f%%", percent_of(print->graph, node->total_ns));
	put_right(out, pen_take(cell), 6);
	put_time(out, node->self_ns, cell);
	if (node->kind == GRAPH_PROGRAM)
		pen_byte(cell, '-');
	else
		pen_uint(cell, node->kind == GRAPH_CALL ? node->n_calls
							: node->n_below);
	put_right(out, pen_take(cell), 9);
	for (uint32_t i = 0; i < depth; i++)
		pen_put(out, "  ");
	print_name(out, graph_label(print->graph, index, cell));
	pen_byte(out, '\n');
}

static void put_object(struct graph_print *print, uint32_t index,
		       struct pen *cell)
{
	static const char *const kinds[] = {
		[GRAPH_ALL] = "all",	   [GRAPH_PROCESS] = "process",
		[GRAPH_THREAD] = "thread", [GRAPH_FRAME] = "frame",
		[GRAPH_CALL] = "call",	   [GRAPH_PROGRAM] = "program"};
	const struct graph_node *node = &print->graph->nodes[index];
	struct pen *out = print->out;

	pen_put(out, "{\"id\":");
	pen_uint(out, index);
	if (index) {
		pen_put(out, ",\"parent\":");
		pen_uint(out, node->parent);
	}
	pen_format(out, ",\"kind\":\"%s\",\"name\":", kinds[node->kind]);
	json_string(out, graph_label(print->graph, index, cell));
	pen_put(out, ",\"count\":");
	pen_uint(out, node->kind == GRAPH_CALL ? node->n_calls : node->n_below);
	pen_put(out, ",\"total_ns\":");
	pen_uint(out, node->total_ns);
	pen_put(out, ",\"self_ns\":");
	pen_uint(out, node->self_ns);
	pen_format(out, ",\"percent\":%.3f}\n",
		   percent_of(print->graph, node->total_ns));
}

static void print_all(struct graph_print *print,
		      void (*put)(struct graph_print *print, uint32_t node,
				  struct pen *cell))
{
	const struct graph *graph = print->graph;
	struct pen cell = {.out = NULL};
	bool is_shown = true;

	print->n_left_out = 0;
	for (uint32_t i = 0; i != FXR_NONE;
	     i = graph_next(graph, i, is_shown)) {
		is_shown = !i || percent_of(graph, graph->nodes[i].total_ns) >=
					 print->min_percent;
		if (is_shown)
			put(print, i, &cell);
		else
			print->n_left_out++;
	}
	pen_fini(&cell);
}

void graph_print(struct graph_print *print)
{
	pen_put(print->out, "   total       %      self      count  call\n");
	print_all(print, put_line);
}

void graph_print_json(struct graph_print *print)
{
	print_all(print, put_object);
}
