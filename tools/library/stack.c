/* SPDX-License-Identifier: MIT */
/*
 * Stacks of calls, see reader.h.
 */
#include "tools/library/archive.h"

static void show_frame(struct fxtrace_archive *archive,
		       struct fxtrace_frame *its,
		       const struct backtrace_frame *frame)
{
	struct fxr_arena *arena = &archive->frame_arena;

	*its = (struct fxtrace_frame){
		.function = library_text(arena, frame->function),
		.file = library_text(arena, frame->file),
		.line = frame->line,
		.module = library_text(arena, frame->module),
		.language = library_text(arena, frame->language),
		.address = frame->address,
		.offset = frame->off,
		.is_inlined = frame->is_inlined,
		.is_interrupted = frame->is_interrupted,
	};
}

struct backtraces *library_stacks(struct fxtrace_archive *archive)
{
	const struct fxtrace_options *options = &archive->options;

	if (archive->stacks)
		return archive->stacks;
	archive->stacks = backtrace_open(archive->world, options->debug_path);
	backtrace_warn_to(archive->stacks, options->warn, options->context);
	return archive->stacks;
}

/* context: whether the last frame is the outermost */
static void show_stack(struct fxtrace_archive *archive, void *context)
{
	const struct backtrace *stack;

	fxr_arena_reset(&archive->frame_arena);
	stack = backtrace_of(library_stacks(archive), &archive->call);
	if (!stack)
		return;
	archive->frames = fxr_grow(archive->frames, &archive->frames_capacity,
				   stack->n + 1, sizeof(*archive->frames));
	for (size_t i = 0; i < stack->n; i++)
		show_frame(archive, &archive->frames[i], &stack->frames[i]);
	archive->n_frames = stack->n;
	archive->stack_end = stack->end;
	*(bool *)context = stack->end == BACKTRACE_WHOLE;
}

const struct fxtrace_frame *fxtrace_stack(struct fxtrace_archive *archive,
					  size_t *n_frames, bool *is_whole)
{
	bool whole = false;

	archive->n_frames = 0;
	archive->stack_end = BACKTRACE_WHOLE;
	if (archive->has_call && !library_run(archive, show_stack, &whole))
		archive->n_frames = 0;
	*n_frames = archive->n_frames;
	if (is_whole)
		*is_whole = whole;
	return archive->n_frames ? archive->frames : NULL;
}

/* The number that is kept for it, or a new one. A stack that is stored in the
 * call itself has one of its own. context: the number */
static void find_stack_number(struct fxtrace_archive *archive, void *context)
{
	const struct fxr_call *call = &archive->call;
	bool is_shared = call->stack.kind == FXR_VALUE_UINT;
	uint64_t id = is_shared ? call->stack.as.u64 : 0;
	struct backtraces *stacks = library_stacks(archive);
	uint32_t provider = call->thread->provider, known = FXR_NONE;
	uint32_t edition = backtrace_edition(stacks, call);
	uint64_t *number = context;

	if (is_shared)
		known = fxr_map_find(&archive->stack_map, provider, id,
				     edition);
	if (known != FXR_NONE || archive->own_stack) {
		*number = archive->own_stack ? archive->own_stack : known;
		return;
	}
	if (!backtrace_of(stacks, call) || archive->n_stacks >= FXR_NONE - 1)
		return;
	*number = ++archive->n_stacks;
	if (is_shared)
		fxr_map_put(&archive->stack_map, provider, id, edition,
			    (uint32_t)*number);
	else
		archive->own_stack = *number;
}

uint64_t fxtrace_stack_number(struct fxtrace_archive *archive)
{
	uint64_t number = 0;

	if (!archive->has_call || archive->call.stack.kind == FXR_VALUE_NULL)
		return 0;
	return library_run(archive, find_stack_number, &number) ? number : 0;
}

enum fxtrace_stack_end fxtrace_stack_end(const struct fxtrace_archive *archive)
{
	static const enum fxtrace_stack_end ends[] = {
		[BACKTRACE_WHOLE] = FXTRACE_STACK_WHOLE,
		[BACKTRACE_CUT] = FXTRACE_STACK_CUT,
		[BACKTRACE_LOST] = FXTRACE_STACK_LOST,
	};

	return ends[archive->stack_end];
}
