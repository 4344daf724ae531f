/* SPDX-License-Identifier: MIT */
/*
 * From calls to a graph, see grow.h.
 */
#include "tools/report/grow.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fd/descriptors.h"
#include "tools/fd/handled.h"
#include "tools/archive/archive.h"
#include "tools/archive/losses.h"
#include "tools/print/backtrace.h"
#include "tools/print/print.h"
#include "tools/select/catalogue.h"
#include "tools/archive/nesting.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/reader/brief.h"
#include "tools/reader/frames.h"
#include "tools/report/losses.h"

static const char *const bys[] = {[GROW_BY_THREAD] = "thread",
				  [GROW_BY_PROCESS] = "process",
				  [GROW_BY_ALL] = "all",
				  [GROW_BY_STACK] = "stack"};

enum grow_by grow_by(const char *text)
{
	unsigned by = GROW_BY_STACK;

	while (by && strcmp(bys[by], text) != 0)
		by--;
	return (enum grow_by)by;
}

const char *grow_check_by(const char *text)
{
	return strcmp(bys[grow_by(text)], text) == 0
		       ? NULL
		       : "expected thread, process, all or stack";
}

double grow_percent(const char *text)
{
	char *end;
	double percent = strtod(text, &end);

	/* strtod takes signs, names and hexadecimals, too */
	if (!*text || *end || text[strspn(text, "0123456789.")] ||
	    percent > 100)
		return -1;
	return percent;
}

const char *grow_check_percent(const char *text)
{
	return grow_percent(text) < 0 ? "not a share in per cent (5, 0.01)"
				      : NULL;
}

/* Marks of calls: their node, or that of a call around them, if any; and
 * whether they have none themselves. */
#define SKIPPED (1u << 31)
#define NO_NODE (SKIPPED - 1)

/* Of a thread, the time outside of its calls so far. */
struct span {
	uint64_t end_ns; /* of its last outermost call */
	uint64_t between_ns;
	bool has_calls;
};

/* Whether calls of that name are left out because they wait. */
static bool is_skipped(struct grow *grow, size_t name)
{
	return grow->leaves_waiting_out &&
	       waiting_has(&grow->waiting, grow->world, name) &&
	       !waiting_is_named(grow->list, grow->world->names[name].name);
}

static void skip_times(struct grow *grow, uint64_t self_ns)
{
	grow->n_waiting++;
	grow->waiting_ns += self_ns;
}

static void add_times(void *context, const struct nested *call)
{
	struct grow *grow = context;
	uint64_t ns = call->end_ns - call->begin_ns;
	uint64_t self_ns = ns > call->inner_ns ? ns - call->inner_ns : 0;
	struct graph_node *node;

	if (call->mark & SKIPPED) {
		skip_times(grow, self_ns);
		return;
	}
	node = &grow->graph.nodes[call->mark];
	node->self_ns += self_ns;
	/* an inner call has a stack, and a place, of its own */
	node->total_ns += grow->graph.is_own ? self_ns : ns;
}

static void free_reading(struct grow *grow)
{
	graph_fini(&grow->graph);
	waiting_fini(&grow->waiting);
	free(grow->spans);
	if (grow->calls) {
		fxr_calls_close(grow->calls);
	} else {
		fxr_world_fini(grow->world);
		free(grow->world);
	}
	fxr_close(grow->reader);
}

/* The node above a thread's outermost calls. */
static uint32_t base_of_thread(struct grow *grow, uint32_t index)
{
	struct fxr_world *world = grow->world;
	const struct fxr_process *process =
		fxr_process_of(world, &world->threads[index]);
	uint32_t base = 0;

	if (grow->by == GROW_BY_ALL)
		return base;
	base = graph_child(&grow->graph, base, GRAPH_PROCESS,
			   (uint32_t)(process - world->processes));
	if (grow->by != GROW_BY_THREAD)
		return base;
	return graph_child(&grow->graph, base, GRAPH_THREAD, index);
}

static uint32_t base_of(struct grow *grow, const struct fxr_call *call)
{
	return base_of_thread(grow,
			      (uint32_t)(call->thread - grow->world->threads));
}

/* The time of a thread outside of its calls. */
static void add_program(struct grow *grow, uint32_t thread, uint64_t ns)
{
	struct graph_node *node;
	uint32_t at;

	if (!ns || grow->has_no_program)
		return;
	at = graph_child(&grow->graph, base_of_thread(grow, thread),
			 GRAPH_PROGRAM, 0);
	node = &grow->graph.nodes[at];
	node->total_ns += ns;
	node->self_ns += ns;
}

/* The node of the calling function, below those of the path to it. */
static uint32_t new_way(struct grow *grow, const struct fxr_call *call)
{
	const struct backtrace *stack = backtrace_of(grow->stacks, call);
	struct graph *graph = &grow->graph;
	struct pen name = {.out = NULL};
	uint32_t at = base_of(grow, call);

	if (!stack)
		return FXR_NONE;
	if (stack->end != BACKTRACE_WHOLE)
		at = graph_child(graph, at, GRAPH_FRAME,
				 graph_name(graph, fxr_text("...", 3)));
	for (size_t i = stack->n; i--;) {
		backtrace_put_name(&name, &stack->frames[i]);
		at = graph_child(graph, at, GRAPH_FRAME,
				 graph_name(graph, pen_take(&name)));
	}
	pen_fini(&name);
	return at;
}

/* Each stack is decoded once. FXR_NONE: the call has none. */
static uint32_t way_of(struct grow *grow, const struct fxr_call *call)
{
	uint32_t thread = (uint32_t)(call->thread - grow->world->threads);
	uint32_t edition, found;

	if (call->stack.kind != FXR_VALUE_UINT)
		return new_way(grow, call);
	edition = backtrace_edition(grow->stacks, call);
	found = fxr_map_find(&grow->ways, thread, call->stack.as.u64, edition);
	if (found != FXR_NONE)
		return found;
	found = new_way(grow, call);
	if (found != FXR_NONE)
		fxr_map_put(&grow->ways, thread, call->stack.as.u64, edition,
			    found);
	return found;
}

/* The node of the innermost call around it that has one, or NO_NODE. */
static uint32_t around(const struct nested *nested)
{
	return nested->depth ? nested[-1].mark & ~SKIPPED : NO_NODE;
}

/* The node above a call. */
static uint32_t outer_of(struct grow *grow, const struct nested *nested,
			 const struct fxr_call *call)
{
	uint32_t way = FXR_NONE, outer = around(nested);

	if (grow->stacks)
		way = way_of(grow, call);
	grow->n_without += way == FXR_NONE;
	if (way != FXR_NONE)
		return way;
	return outer != NO_NODE ? outer : base_of(grow, call);
}

static uint32_t add_call(struct grow *grow, uint32_t outer,
			 const struct fxr_call *call)
{
	uint32_t node =
		graph_child(&grow->graph, outer, GRAPH_CALL,
			    (uint32_t)(call->name - grow->world->names));

	grow->graph.nodes[node].n_calls++;
	return node;
}

/* Notes the time since the thread's last outermost call. */
static void note_between(struct grow *grow, const struct fxr_call *call,
			 const struct nested *nested)
{
	size_t thread = (size_t)(call->thread - grow->world->threads);
	struct span *span;

	if (nested->depth)
		return;
	if (thread >= grow->n_spans) {
		grow->n_spans = grow->world->n_threads;
		grow->spans = fxr_grow(grow->spans, &grow->spans_capacity,
				       grow->n_spans, sizeof(*grow->spans));
	}
	span = &grow->spans[thread];
	if (span->has_calls && call->begin_ns > span->end_ns)
		span->between_ns += call->begin_ns - span->end_ns;
	span->end_ns = nested->end_ns;
	span->has_calls = true;
}

static void take_call(struct grow *grow, struct nested *nested,
		      const struct fxr_call *call)
{
	note_between(grow, call, nested);
	if (is_skipped(grow, (size_t)(call->name - grow->world->names))) {
		nested->mark = around(nested) | SKIPPED;
		return;
	}
	nested->mark = add_call(grow, outer_of(grow, nested, call), call);
	grow->n_open += !call->has_end &&
			!fxr_never_returns(call->function, call->name->name);
}

/* Calls that only --path needs are read, too. */
static bool is_listed(const struct grow *grow, const struct fxr_call *call)
{
	return !grow->words.paths ||
	       catalogue_is_listed(grow->list, call->name->category,
				   call->name->name);
}

static void take_all(struct grow *grow)
{
	struct fxr_world *world = grow->world;
	uint64_t last_ns = fxr_calls_totals(grow->calls)->last_ns;
	struct nesting *nesting = nesting_open(world, last_ns, add_times, grow);
	struct concern *concern = concern_open(world, grow->words.paths);
	static struct fxr_call call;

	filter_bind(grow->filter, world, last_ns);
	while (fxr_calls_next(grow->calls, &call)) {
		if (concern_has(concern, &call) && is_listed(grow, &call) &&
		    filter_has(grow->filter, world, &call, last_ns))
			take_call(grow, nesting_take(nesting, &call), &call);
		else
			grow->n_left_out++;
	}
	nesting_close(nesting);
	concern_close(concern);
	for (uint32_t i = 0; i < grow->n_spans; i++)
		if (!grow->n_left_out && !grow->list)
			add_program(grow, i, grow->spans[i].between_ns);
}

/* mark: the call's node */
static void add_brief(void *context, const struct fxr_brief *call)
{
	struct grow *grow = context;
	struct graph_node *node;

	if (call->mark & SKIPPED) {
		skip_times(grow, call->lasted_ns - call->lasted_inner_ns);
		return;
	}
	node = &grow->graph.nodes[call->mark];
	node->total_ns += call->lasted_ns;
	node->self_ns += call->lasted_ns - call->lasted_inner_ns;
	grow->n_open += !call->has_end && !call->never_returns;
}

static uint32_t enter_brief(void *context, uint32_t outer,
			    const struct fxr_call *part)
{
	struct grow *grow = context;

	outer = outer == FXR_NONE ? NO_NODE : outer & ~SKIPPED;
	if (is_skipped(grow, (size_t)(part->name - grow->world->names)))
		return outer | SKIPPED;
	return add_call(grow, outer == NO_NODE ? base_of(grow, part) : outer,
			part);
}

static void add_brief_life(void *context, const struct fxr_brief_life *life)
{
	add_program(context, life->thread, life->between_ns);
}

/* In one pass; false: the options or the archive do not allow it. */
static bool is_brief(struct grow *grow)
{
	const struct fxr_brief_options how = {.context = grow,
					      .enter = enter_brief,
					      .take = add_brief,
					      .live = add_brief_life,
					      .progress = archive_progress};

	if (grow->by == GROW_BY_STACK || grow->list ||
	    filter_chooses(&grow->words) || !archive_is_file(grow->path))
		return false;
	grow->reader = archive_open(grow->path, false);
	grow->world = fxr_new(1, sizeof(*grow->world));
	fxr_world_init(grow->world, grow->reader);
	graph_init(&grow->graph, grow->world);
	if (fxr_brief(grow->reader, grow->world, &how))
		return true;
	grow->n_open = grow->n_waiting = grow->waiting_ns = 0;
	free_reading(grow);
	return false;
}

static bool is_wanted(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	const struct grow *grow = context;

	/* both are copies with a NUL behind them */
	return catalogue_is_meant(grow->list, category.bytes, name.bytes) ||
	       (grow->words.paths &&
		descriptors_need(category.bytes, name.bytes));
}

void grow_graph(struct grow *grow)
{
	const struct fxr_calls_options how = {.progress = archive_progress,
					      .is_wanted = is_wanted,
					      .context = grow,
					      .is_brief = !grow->words.paths};

	grow->filter = filter_open(&grow->words);
	if (!is_brief(grow)) {
		grow->reader = archive_open(grow->path, true);
		grow->calls = fxr_calls_open(grow->reader, &how);
		grow->world = fxr_calls_world(grow->calls);
		archive_progress_end();
		graph_init(&grow->graph, grow->world);
		grow->graph.is_own = grow->by == GROW_BY_STACK;
		if (grow->by == GROW_BY_STACK)
			grow->stacks =
				backtrace_open(grow->world, grow->debug_path);
		take_all(grow);
	}
	archive_refuse(grow->path, grow->reader);
}

int grow_end(struct grow *grow)
{
	int status;

	const struct losses losses = losses_of(grow->reader, grow->world);

	losses_say(losses.n_overwritten, losses.n_calls, losses.n_ends);
	if (grow->n_open)
		say("%s without an end: each lasts as long as the one around "
		    "it, or as its process, or the recording",
		    human_things(grow->n_open, "call").text);
	if (grow->n_waiting) {
		struct pen text = {.out = NULL};
		struct fxr_text time;

		print_duration(&text, grow->waiting_ns);
		time = pen_take(&text);
		say("%s, %.*s, of functions that wait left out: --wait shows "
		    "%s",
		    human_things(grow->n_waiting, "call").text,
		    (int)time.n_bytes, time.bytes,
		    grow->n_waiting == 1 ? "it" : "them");
		pen_fini(&text);
	}
	if (grow->stacks && grow->n_without)
		say("%s without a stack (fxtrace record --stack)",
		    human_things(grow->n_without, "call").text);
	status = archive_status(grow->path, grow->reader, grow->calls);
	backtrace_close(grow->stacks);
	fxr_map_fini(&grow->ways);
	filter_close(grow->filter);
	free_reading(grow);
	return status;
}
