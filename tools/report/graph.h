/* SPDX-License-Identifier: MIT */
/*
 * Calls as a graph: below a process and its thread, or below another kind of
 * group, each function with those that it called. A node is all calls of a
 * function that were made along the same path.
 */
#ifndef TOOLS_REPORT_GRAPH_H
#define TOOLS_REPORT_GRAPH_H

#include "tools/base/pen.h"
#include "tools/reader/calls.h"

enum graph_kind {
	GRAPH_ALL, /* the root */
	GRAPH_PROCESS,
	GRAPH_THREAD,
	GRAPH_FRAME, /* a function of the program, on the path to a call */
	GRAPH_CALL,
	GRAPH_PROGRAM, /* time outside of calls */
};

struct graph_node {
	enum graph_kind kind;
	uint32_t what; /* number of the process, thread or name in the world, or
			  of a frame's name here */
	uint32_t parent, depth;	   /* of the root: FXR_NONE, 0 */
	uint64_t n_calls, n_below; /* with those of all nodes below */
	uint64_t total_ns, self_ns;
	uint64_t weight;      /* its share, with all below it */
	uint32_t first, next; /* child, sibling; FXR_NONE: none */
};

/* Nodes below each other: their parents come first. */
struct graph {
	const struct fxr_world *world;
	struct graph_node *nodes; /* the root first */
	/* total_ns of calls is their own until graph_link adds those below, as
	 * it does for all other nodes */
	bool is_own;
	size_t n, space;
	struct fxr_map map;
	struct fxr_text *names; /* of frames */
	size_t n_names, names_capacity;
	struct fxr_map name_map;
	struct fxr_arena texts;
};

void graph_init(struct graph *graph, const struct fxr_world *world);
void graph_fini(struct graph *graph);

/* The node of that kind below the parent; made if need be. */
uint32_t graph_child(struct graph *graph, uint32_t parent, enum graph_kind kind,
		     uint32_t what);

/* The number of a frame's name. */
uint32_t graph_name(struct graph *graph, struct fxr_text name);

enum graph_order { GRAPH_LARGEST_FIRST, GRAPH_BY_NAME };
/* To be called once all calls are there: weighs nodes, by their own time or
 * number of calls, and links children in that order. The time of a node that is
 * no call is that of all below it. */
void graph_link(struct graph *graph, bool is_by_count, enum graph_order order);

/* The node after this one in a walk over all linked ones; with is_below, those
 * below it first. FXR_NONE: it was the last. */
uint32_t graph_next(const struct graph *graph, uint32_t node, bool is_below);

/* A node's name. Borrowed from the pen, until something else is put. */
struct fxr_text graph_label(const struct graph *graph, uint32_t node,
			    struct pen *text);

#endif
