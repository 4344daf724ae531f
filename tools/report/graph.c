/* SPDX-License-Identifier: MIT */
/*
 * Trees of calls, see graph.h.
 */
#include "tools/report/graph.h"

#include <stdlib.h>

static uint32_t add_node(struct graph *graph, const struct graph_node *node)
{
	uint32_t at = (uint32_t)graph->n++;

	graph->nodes = fxr_grow(graph->nodes, &graph->space, graph->n,
				sizeof(*graph->nodes));
	graph->nodes[at] = *node;
	graph->nodes[at].first = graph->nodes[at].next = FXR_NONE;
	return at;
}

void graph_init(struct graph *graph, const struct fxr_world *world)
{
	const struct graph_node root = {.kind = GRAPH_ALL, .parent = FXR_NONE};

	*graph = (struct graph){.world = world};
	add_node(graph, &root);
}

void graph_fini(struct graph *graph)
{
	free(graph->nodes);
	free(graph->names);
	fxr_map_fini(&graph->map);
	fxr_map_fini(&graph->name_map);
	fxr_arena_fini(&graph->texts);
}

uint32_t graph_name(struct graph *graph, struct fxr_text name)
{
	uint64_t hash = fxr_hash(name.bytes, name.n_bytes);
	uint32_t found;

	/* names of the same hash follow one another */
	for (;; hash++) {
		found = fxr_map_find(&graph->name_map, hash, 0, 0);
		if (found == FXR_NONE)
			break;
		if (fxr_is_same(graph->names[found], name))
			return found;
	}
	found = (uint32_t)graph->n_names++;
	graph->names = fxr_grow(graph->names, &graph->names_capacity,
				graph->n_names, sizeof(*graph->names));
	graph->names[found] = fxr_arena_text(&graph->texts, name);
	fxr_map_put(&graph->name_map, hash, 0, 0, found);
	return found;
}

uint32_t graph_child(struct graph *graph, uint32_t parent, enum graph_kind kind,
		     uint32_t what)
{
	uint32_t found = fxr_map_find(&graph->map, parent, kind, what);
	const struct graph_node node = {.kind = kind,
					.what = what,
					.parent = parent,
					.depth =
						graph->nodes[parent].depth + 1};

	if (found != FXR_NONE)
		return found;
	found = add_node(graph, &node);
	fxr_map_put(&graph->map, parent, kind, what, found);
	return found;
}

/* Each node's weight is its own and that of all nodes below it, which follow
 * it. */
static void weigh_nodes(struct graph *graph, bool is_by_count)
{
	for (size_t i = 0; i < graph->n; i++) {
		struct graph_node *node = &graph->nodes[i];

		node->n_below = node->n_calls;
		node->weight = is_by_count ? node->n_calls : node->self_ns;
	}
	for (size_t i = graph->n; --i;) {
		const struct graph_node *node = &graph->nodes[i];
		struct graph_node *parent = &graph->nodes[node->parent];

		parent->weight += node->weight;
		parent->n_below += node->n_below;
		if (parent->kind != GRAPH_CALL || graph->is_own)
			parent->total_ns += node->total_ns;
	}
}

struct fxr_text graph_label(const struct graph *graph, uint32_t index,
			    struct pen *text)
{
	const struct graph_node *node = &graph->nodes[index];
	const struct fxr_world *world = graph->world;
	struct fxr_text name = fxr_text("all", 3);
	uint64_t id = 0;

	if (node->kind == GRAPH_CALL)
		return world->names[node->what].name;
	if (node->kind == GRAPH_FRAME)
		return graph->names[node->what];
	if (node->kind == GRAPH_PROGRAM)
		return fxr_text("[program]", 9);
	if (node->kind == GRAPH_PROCESS) {
		const struct fxr_process *process =
			&world->processes[node->what];

		id = process->pid;
		name = fxr_world_process_name(world, process->provider, id);
	} else if (node->kind == GRAPH_THREAD) {
		const struct fxr_thread *thread = &world->threads[node->what];

		id = thread->tid;
		name = fxr_world_thread_name(world, thread->provider,
					     thread->pid, id);
	}
	pen_bytes(text, name.bytes, name.n_bytes);
	if (node->kind != GRAPH_ALL && name.n_bytes)
		pen_byte(text, ' ');
	if (node->kind != GRAPH_ALL)
		pen_uint(text, id);
	return pen_take(text);
}

struct sorting {
	const struct graph *graph;
	struct fxr_text *labels; /* NULL: the largest first */
};

static int compare_text(struct fxr_text a, struct fxr_text b)
{
	size_t n = a.n_bytes < b.n_bytes ? a.n_bytes : b.n_bytes;
	int order = n ? memcmp(a.bytes, b.bytes, n) : 0;

	if (order || a.n_bytes == b.n_bytes)
		return order;
	return a.n_bytes < b.n_bytes ? -1 : 1;
}

/* Backwards: the last one is linked first. */
static int by_order_backwards(const void *a, const void *b, void *context)
{
	const struct sorting *sorting = context;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	const struct graph_node *x = &sorting->graph->nodes[i];
	const struct graph_node *y = &sorting->graph->nodes[j];
	int order = 0;

	if (sorting->labels)
		order = compare_text(sorting->labels[j], sorting->labels[i]);
	if (order)
		return order;
	if (x->weight != y->weight)
		return x->weight < y->weight ? -1 : 1;
	return i < j ? 1 : -1;
}

static struct fxr_text *all_labels(const struct graph *graph,
				   struct fxr_arena *arena)
{
	struct fxr_text *labels = fxr_new(graph->n, sizeof(*labels));
	struct pen text = {.out = NULL};

	for (uint32_t i = 0; i < graph->n; i++)
		labels[i] = fxr_arena_text(arena, graph_label(graph, i, &text));
	pen_fini(&text);
	return labels;
}

void graph_link(struct graph *graph, bool is_by_count, enum graph_order order)
{
	struct fxr_arena arena = {.last = NULL};
	struct sorting sorting = {.graph = graph};
	uint32_t *sorted = fxr_new(graph->n, sizeof(*sorted));

	weigh_nodes(graph, is_by_count);
	if (order == GRAPH_BY_NAME)
		sorting.labels = all_labels(graph, &arena);
	for (uint32_t i = 0; i < graph->n; i++)
		sorted[i] = i;
	qsort_r(sorted + 1, graph->n - 1, sizeof(*sorted), by_order_backwards,
		&sorting);
	for (size_t i = 1; i < graph->n; i++) {
		struct graph_node *node = &graph->nodes[sorted[i]];
		struct graph_node *parent = &graph->nodes[node->parent];

		node->next = parent->first;
		parent->first = sorted[i];
	}
	free(sorting.labels);
	fxr_arena_fini(&arena);
	free(sorted);
}

uint32_t graph_next(const struct graph *graph, uint32_t node, bool is_below)
{
	const struct graph_node *nodes = graph->nodes;

	if (is_below && nodes[node].first != FXR_NONE)
		return nodes[node].first;
	while (node && nodes[node].next == FXR_NONE)
		node = nodes[node].parent;
	return node ? nodes[node].next : FXR_NONE;
}
