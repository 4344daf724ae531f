/* SPDX-License-Identifier: MIT */
/*
 * Flame graphs, see flame.h. Names may have any origin: controls and invalid
 * UTF-8 become escapes, characters with a meaning in XML an entity.
 */
#include "tools/report/flame.h"
#include "tools/base/utf8.h"

#include <stdlib.h>

#include "tools/print/print.h"

#define WIDTH 1200.0
#define MARGIN 10.0
#define INNER (WIDTH - 2 * MARGIN)
#define ROW 17u	   /* height of a frame, and the gap */
#define HEAD 44u   /* above all frames: title, buttons */
#define FOOT 30u   /* below: the frame under the mouse */
#define LETTER 7.3 /* width of one */
#define MAX_ROWS 1000u

/* A drawn frame and its position. */
struct frame {
	uint32_t node;
	double x, width;
	unsigned y;
};

/* Writes one character that XML allows, from the start of the bytes; returns
 * its length. */
static size_t put_character(struct pen *out, struct fxr_text text)
{
	size_t n = utf8_length(text);

	if (*text.bytes == '<')
		pen_put(out, "&lt;");
	else if (*text.bytes == '>')
		pen_put(out, "&gt;");
	else if (*text.bytes == '&')
		pen_put(out, "&amp;");
	else if (*text.bytes == '"')
		pen_put(out, "&quot;");
	else if (n == 3 && !memcmp(text.bytes, "\xef\xbf", 2) &&
		 (unsigned char)text.bytes[2] >= 0xbe)
		pen_put(out, "\xef\xbf\xbd"); /* U+FFFE, U+FFFF: not in XML */
	else
		pen_bytes(out, text.bytes, n ? n : 1);
	return n ? n : 1;
}

/* At most n_max characters of it; two dots if there are more. */
static void put_cut(struct pen *out, struct fxr_text text, size_t n_max)
{
	size_t n = 0, n_all = 0;

	for (size_t i = 0; i < text.n_bytes; i++)
		n_all += ((unsigned char)text.bytes[i] & 0xc0) != 0x80;
	for (; text.n_bytes && (n < n_max - 2 || n_all <= n_max); n++) {
		size_t n_bytes = put_character(out, text);

		text.bytes += n_bytes;
		text.n_bytes -= n_bytes;
	}
	if (text.n_bytes)
		pen_put(out, "..");
}

static void put_text(struct pen *out, struct fxr_text text)
{
	put_cut(out, text, SIZE_MAX);
}

/* A name without controls and bytes that are no text. */
static struct fxr_text clean_name(struct fxr_text name, struct pen *text)
{
	print_name(text, name);
	return pen_take(text);
}

/* Warm colors, the same for the same name. */
static void put_color(struct pen *out, struct fxr_text name)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < name.n_bytes; i++)
		hash = (hash ^ (unsigned char)name.bytes[i]) * 16777619u;
	pen_format(out, "hsl(%u,%u%%,%u%%)", hash % 50 + 5, hash / 50 % 25 + 65,
		   hash / 1250 % 14 + 58);
}

/* "read: 12 calls, 1.2ms (3.4 %), 1.1ms in itself" */
static void put_tip(const struct flame *flame, uint32_t index,
		    struct fxr_text name)
{
	const struct graph_node *node = &flame->graph->nodes[index];
	uint64_t all = flame->graph->nodes[0].weight;
	uint64_t n = node->kind == GRAPH_CALL ? node->n_calls : node->n_below;
	struct pen *out = flame->out;

	put_text(out, name);
	pen_put(out, ": ");
	if (node->kind != GRAPH_PROGRAM) {
		pen_uint(out, n);
		pen_put(out, n == 1 ? " call, " : " calls, ");
	}
	print_duration(out, node->total_ns);
	pen_format(out, " (%.2f %%)",
		   all ? 100.0 * (double)node->weight / (double)all : 0.0);
	if (node->kind == GRAPH_CALL && node->self_ns != node->total_ns) {
		pen_put(out, ", in itself ");
		print_duration(out, node->self_ns);
	}
}

static void put_frame(const struct flame *flame, const struct frame *frame,
		      struct pen *label, struct pen *text)
{
	struct fxr_text name =
		clean_name(graph_label(flame->graph, frame->node, label), text);
	struct pen *out = flame->out;

	pen_format(out, "<g class=\"f\" data-d=\"%u\" data-n=\"",
		   flame->graph->nodes[frame->node].depth);
	put_text(out, name);
	pen_put(out, "\"><title>");
	put_tip(flame, frame->node, name);
	pen_format(out,
		   "</title><rect x=\"%.6f\" y=\"%u\" width=\"%.6f\" "
		   "height=\"%u\" rx=\"1\" fill=\"",
		   frame->x, frame->y, frame->width, ROW - 1);
	put_color(out, name);
	pen_put(out, "\"/>");
	if (frame->width >= 3 * LETTER + 6) {
		pen_format(out, "<text x=\"%.6f\" y=\"%u\">", frame->x + 3,
			   frame->y + 12);
		put_cut(out, name, (size_t)((frame->width - 6) / LETTER));
		pen_put(out, "</text>");
	}
	pen_put(out, "</g>\n");
}

/* Whether a node is wide enough, and not too far up. */
static bool is_shown(const struct flame *flame, uint32_t index)
{
	const struct graph_node *node = &flame->graph->nodes[index];
	double all = (double)flame->graph->nodes[0].weight;

	if (!index)
		return true;
	return node->weight && node->depth < MAX_ROWS &&
	       100.0 * (double)node->weight >= flame->min_percent * all;
}

/* Counts the rows, and the nodes that are left out. */
static unsigned count_rows(struct flame *flame)
{
	const struct graph *graph = flame->graph;
	unsigned n = 0;
	bool is_below = true;

	flame->n_left_out = 0;
	for (uint32_t i = 0; i != FXR_NONE;
	     i = graph_next(graph, i, is_below)) {
		is_below = is_shown(flame, i);
		flame->n_left_out += !is_below;
		if (is_below && graph->nodes[i].depth >= n)
			n = graph->nodes[i].depth + 1;
	}
	return n;
}

/* Each node is placed behind its earlier siblings: ends has the end of the last
 * node in each row. */
static void put_frames(struct flame *flame, unsigned rows, double *ends)
{
	const struct graph *graph = flame->graph;
	double all = (double)graph->nodes[0].weight;
	struct pen label = {.out = NULL}, text = {.out = NULL};
	bool is_below = true;

	ends[0] = MARGIN;
	for (uint32_t i = 0; i != FXR_NONE;
	     i = graph_next(graph, i, is_below)) {
		const struct graph_node *node = &graph->nodes[i];
		struct frame frame = {.node = i};

		is_below = is_shown(flame, i);
		if (!is_below)
			continue;
		frame.x = ends[node->depth];
		frame.width = all ? INNER * (double)node->weight / all : INNER;
		frame.y = HEAD + (rows - 1 - node->depth) * ROW;
		put_frame(flame, &frame, &label, &text);
		ends[node->depth] += frame.width;
		ends[node->depth + 1] = frame.x;
	}
	pen_fini(&label);
	pen_fini(&text);
}

static void put_head(const struct flame *flame, unsigned height)
{
	struct pen *out = flame->out, text = {.out = NULL};
	struct fxr_text title =
		clean_name(fxr_text(flame->title, strlen(flame->title)), &text);

	pen_format(out,
		   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
		   "height=\"%u\" viewBox=\"0 0 %.0f %u\">\n<title>",
		   WIDTH, height, WIDTH, height);
	put_text(out, title);
	pen_put(out, "</title>\n<style>text{font:12px monospace;fill:#111;"
		     "pointer-events:none}.title{font-size:15px}.b,.f{cursor:"
		     "pointer}.b{pointer-events:all;fill:#0645ad}.f:hover rect{"
		     "stroke:#111}.d{opacity:.5}.m rect{fill:#c4f}</style>\n"
		     "<rect width=\"100%\" height=\"100%\" fill=\"#fdfaf3\"/>\n"
		     "<text class=\"title\" x=\"600\" y=\"20\" "
		     "text-anchor=\"middle\">");
	put_text(out, title);
	pen_format(out,
		   "</text>\n<text class=\"b reset\" x=\"%.0f\" y=\"36\" "
		   "display=\"none\">Reset zoom</text>\n<text class=\"b "
		   "search\" x=\"%.0f\" y=\"36\" text-anchor=\"end\">Search"
		   "</text>\n<text class=\"info\" x=\"%.0f\" y=\"%u\"> </text>"
		   "\n<text class=\"matched\" x=\"%.0f\" y=\"%u\" "
		   "text-anchor=\"end\"> </text>\n",
		   MARGIN, WIDTH - MARGIN, MARGIN, height - 10, WIDTH - MARGIN,
		   height - 10);
	pen_fini(&text);
	if (flame->n_left_out)
		pen_format(out,
			   "<text x=\"600\" y=\"36\" text-anchor=\"middle\">"
			   "%llu narrower than %g%% left out</text>\n",
			   (unsigned long long)flame->n_left_out,
			   flame->min_percent);
}

void flame_write(struct flame *flame)
{
	unsigned rows = count_rows(flame);
	double *ends = fxr_new((size_t)rows + 2, sizeof(*ends));

	put_head(flame, HEAD + rows * ROW + FOOT);
	put_frames(flame, rows, ends);
	pen_put(flame->out, "<script><![CDATA[\n");
	pen_put(flame->out, flame_script);
	pen_put(flame->out, "]]></script>\n</svg>\n");
	free(ends);
}
