/* SPDX-License-Identifier: MIT */
/*
 * A call from the records of its events, see fill.h.
 */
#include "tools/reader/fill.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/format.h"
#include "tools/reader/frames.h"
#include "tools/reader/join.h"

#define MAX_BLOB_BYTES (1u << 20)

static const struct fxr_function *find_function(struct fxr_filler *filler,
						uint32_t provider,
						uint32_t name)
{
	const struct fxr_types *types = &filler->world->types;
	const struct fxr_name *known = &filler->world->names[name];
	uint64_t a = fxr_map_find(&filler->functions, provider, name, 0);
	const struct fxr_function *function;
	uint32_t i;

	if (a != FXR_NONE)
		return a ? types->functions[a - 1] : NULL;
	function = fxr_function_find(types, provider, known->category,
				     known->name);
	for (i = 0; function && types->functions[i] != function;)
		i++;
	fxr_map_put(&filler->functions, provider, name, 0,
		    function ? i + 1 : 0);
	return function;
}

/* The signature of a name as this provider sees it. */
static const struct fxr_function *function_of(struct fxr_filler *filler,
					      uint32_t provider, uint32_t name)
{
	struct fxr_filled *recent =
		&filler->recent[(provider * 31 + name) % FXR_N_FILLED];

	if (recent->provider != provider + 1 || recent->name != name)
		*recent = (struct fxr_filled){
			provider + 1, name,
			find_function(filler, provider, name)};
	return recent->function;
}

/* The state of a call without an end, from what is known about its function. */
static enum fxr_call_state state_without_end(const struct fxr_call *call)
{
	if (call->function && call->function->flags & FXG_F_NORETURN)
		return FXR_CALL_NO_RETURN;
	if (fxr_is_exec(call->name->name))
		return FXR_CALL_REPLACED;
	return FXR_CALL_UNFINISHED;
}

static bool read_event(struct fxr_filler *filler, uint64_t off,
		       struct fxr_provider *provider, unsigned which)
{
	return fxr_read_at(filler->world->reader, off, provider,
			   filler->words[which], FXT_RECORD_MAX_WORDS,
			   &filler->record) &&
	       filler->record.type == FXT_RECORD_EVENT;
}

static bool join_events(struct fxr_filler *filler, struct fxr_call *call)
{
	struct fxr_provider *provider =
		fxr_provider(filler->world->reader, call->thread->provider);
	struct fxr_joiner joiner = {
		.world = filler->world,
		.arena = &filler->arena,
		.max_blob_bytes = filler->max_blob_bytes ?: MAX_BLOB_BYTES,
		.keeps_memory = filler->keeps_memory,
		.is_brief = filler->is_brief,
		.roles = filler->roles,
	};
	const struct fxt_event *event = &filler->record.as.event;

	if (call->begin_off) {
		if (!read_event(filler, call->begin_off, provider, 0))
			return false;
		if (event->type == FXT_EVENT_DURATION_COMPLETE)
			call->end_ns = fxr_ns(provider, event->tail);
		fxr_join(&joiner, call, &filler->record);
	}
	if (!call->has_end || call->end_off == call->begin_off)
		return true;
	if (!read_event(filler, call->end_off, provider, 1))
		return false;
	fxr_join(&joiner, call, &filler->record);
	return true;
}

bool fxr_fill(struct fxr_filler *filler, const struct fxr_entry *entry,
	      struct fxr_call *call)
{
	if (!filler->roles)
		filler->roles = fxr_join_roles();
	fxr_arena_reset(&filler->arena);
	call->number = entry->number;
	call->frame = entry->frame;
	call->begin_ns = entry->begin_ns;
	call->end_ns = entry->end_ns;
	call->has_end = entry->end_off;
	call->begin_off = entry->begin_off;
	call->end_off = entry->end_off;
	call->thread = &filler->world->threads[entry->thread];
	call->name = &filler->world->names[entry->name];
	call->has_frame = fxr_has_frames(filler->world, call->thread);
	call->function =
		function_of(filler, call->thread->provider, entry->name);
	call->marks = 0;
	call->seq = 0;
	call->stack.kind = FXR_VALUE_NULL;
	call->n_args = 0;
	call->has_ret = false;
	call->error = fxr_text("", 0);
	call->state = FXR_CALL_DONE;
	if (!call->has_end)
		call->state = state_without_end(call);
	if (!join_events(filler, call))
		return false;
	fxr_format_settle(call);
	/* a complete event of a function that never returns, such as exit */
	if (call->state == FXR_CALL_DONE && !call->has_ret && call->function &&
	    call->function->flags & FXG_F_NORETURN)
		call->state = FXR_CALL_NO_RETURN;
	else if (call->state == FXR_CALL_DONE &&
		 fxr_is_jump(call->function, call->has_ret))
		call->state = FXR_CALL_JUMPED;
	return true;
}

void fxr_filler_fini(struct fxr_filler *filler)
{
	fxr_arena_fini(&filler->arena);
	fxr_map_fini(&filler->functions);
	fxr_free(filler->roles);
}
