/* SPDX-License-Identifier: MIT */
/*
 * Groups of calls, see by.h. Groups that the world counts have its numbers;
 * others are found by two numbers and a text.
 */
#include "tools/sum/by.h"

#include <string.h>

#include "tools/print/backtrace.h"
#include "tools/reader/frames.h"
#include "tools/fd/handled.h"

bool by_needs_values(enum by_what what)
{
	return what == BY_FILE || what == BY_FD;
}

bool by_is_brief(enum by_what what)
{
	return what == BY_FUNCTION || what == BY_THREAD || what == BY_PROCESS ||
	       what == BY_ERRNO;
}

void by_init(struct by *by, enum by_what what, struct fxr_world *world,
	     const char *debug_path)
{
	*by = (struct by){.what = what, .world = world};
	if (by_needs_values(what))
		by->handled = handled_open(world);
	if (what == BY_CALLER)
		by->stacks = backtrace_open(world, debug_path);
}

void by_fini(struct by *by)
{
	handled_close(by->handled);
	backtrace_close(by->stacks);
	fxr_free(by->groups);
	fxr_map_fini(&by->map);
	fxr_map_fini(&by->callers);
	fxr_arena_fini(&by->texts);
	pen_fini(&by->name);
}

void by_take(struct by *by, const struct fxr_call *call)
{
	if (by->handled)
		handled_take(by->handled, call);
}

static bool is_same(const struct by_group *a, const struct by_group *b)
{
	return a->process == b->process && a->is_known == b->is_known &&
	       a->number == b->number && fxr_is_same(a->text, b->text) &&
	       fxr_is_same(a->module, b->module);
}

/* The number of an equal group; made if need be. */
static uint32_t group_of(struct by *by, const struct by_group *like)
{
	uint64_t hash = fxr_hash(like->text.bytes, like->text.n_bytes) ^
			fxr_hash(like->module.bytes, like->module.n_bytes) * 3;
	uint64_t place = (uint64_t)like->process << 1 | like->is_known;
	struct by_group *made;
	uint32_t found;

	/* texts of the same hash follow one another */
	while ((found = fxr_map_find(&by->map, place, like->number, hash)) !=
	       FXR_NONE) {
		if (is_same(&by->groups[found], like))
			return found;
		hash++;
	}
	found = (uint32_t)by->n_groups++;
	fxr_map_put(&by->map, place, like->number, hash, found);
	by->groups = fxr_grow(by->groups, &by->space, by->n_groups,
			      sizeof(*by->groups));
	made = &by->groups[found];
	*made = *like;
	made->text = fxr_arena_text(&by->texts, like->text);
	made->module = fxr_arena_text(&by->texts, like->module);
	return found;
}

static uint32_t process_of(const struct by *by, uint32_t thread)
{
	return (uint32_t)(fxr_process_of(by->world,
					 &by->world->threads[thread]) -
			  by->world->processes);
}

static uint32_t thread_of(const struct by *by, const struct fxr_call *call)
{
	return (uint32_t)(call->thread - by->world->threads);
}

static uint32_t group_of_handled(struct by *by, const struct fxr_call *call)
{
	struct by_group group = {.text = {"", 0}};
	struct handled_one one = handled_find(by->handled, call);

	if (one.text)
		group.text = fxr_text(one.text, strlen(one.text));
	if (by->what == BY_FILE)
		group.is_known = one.text;
	else if (one.is_open) {
		group.is_known = true;
		group.process = process_of(by, thread_of(by, call));
		group.number = one.number;
		group.is_address = one.is_stream;
	} else
		group.text = fxr_text("", 0);
	return group_of(by, &group);
}

static uint32_t group_of_frame(struct by *by, const struct fxr_call *call)
{
	struct by_group group = {.text = {"", 0},
				 .process =
					 process_of(by, thread_of(by, call))};

	if (call->has_frame) {
		group.is_known = true;
		group.number = call->frame;
	}
	return group_of(by, &group);
}

static uint32_t new_caller(struct by *by, const struct fxr_call *call)
{
	const struct backtrace *stack = backtrace_of(by->stacks, call);
	struct by_group group = {.text = {"", 0}, .module = {"", 0}};

	if (stack) {
		backtrace_put_name(&by->name, &stack->frames[0]);
		group.is_known = true;
		group.text = pen_take(&by->name);
		group.module = stack->frames[0].module;
	}
	return group_of(by, &group);
}

/* Each stack is decoded once. */
static uint32_t group_of_caller(struct by *by, const struct fxr_call *call)
{
	uint32_t provider = call->thread->provider, edition, found;

	if (call->stack.kind != FXR_VALUE_UINT)
		return new_caller(by, call);
	edition = backtrace_edition(by->stacks, call);
	found = fxr_map_find(&by->callers, provider, call->stack.as.u64,
			     edition);
	if (found != FXR_NONE)
		return found;
	found = new_caller(by, call);
	fxr_map_put(&by->callers, provider, call->stack.as.u64, edition, found);
	return found;
}

static uint32_t group_of_errno(struct by *by, struct fxr_text error)
{
	struct by_group group = {.text = error, .is_known = error.n_bytes};

	return group_of(by, &group);
}

uint32_t by_thread_group(const struct by *by, uint32_t thread)
{
	if (by->what == BY_THREAD)
		return thread;
	return by->what == BY_PROCESS ? process_of(by, thread) : FXR_NONE;
}

uint32_t by_brief_group(struct by *by, const struct fxr_brief *call)
{
	switch (by->what) {
	case BY_FUNCTION:
		return call->name;
	case BY_THREAD:
		return call->thread;
	case BY_PROCESS:
		return process_of(by, call->thread);
	default:
		return group_of_errno(by, call->error);
	}
}

uint32_t by_group(struct by *by, const struct fxr_call *call)
{
	switch (by->what) {
	case BY_FUNCTION:
		return (uint32_t)(call->name - by->world->names);
	case BY_THREAD:
		return thread_of(by, call);
	case BY_PROCESS:
		return process_of(by, thread_of(by, call));
	case BY_ERRNO:
		return group_of_errno(by, call->error);
	case BY_FRAME:
		return group_of_frame(by, call);
	case BY_CALLER:
		return group_of_caller(by, call);
	default:
		return group_of_handled(by, call);
	}
}
