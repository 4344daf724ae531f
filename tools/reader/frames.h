/* SPDX-License-Identifier: MIT */
/*
 * Frames. A function whose description says so (FXG_F_FRAME_END: swaps) ends
 * one of its process with every call that any thread makes, where that call
 * begins. A call belongs to the frame in which it began; what is called inside
 * of one that ends a frame, in its thread, belongs to the same frame as that,
 * and ends none. Numbers count from 0 in each process image.
 */
#ifndef TOOLS_READER_FRAMES_H
#define TOOLS_READER_FRAMES_H

#include "tools/reader/world.h"

/* Frames whose calls are counted one by one, of each process. */
#define FXR_MAX_FRAMES (1u << 22)

/*
 * The frame of a call that begins, next in the order of begins.
 * thread  its thread's index in the world
 * name    its function's
 * ends    out: whether it ends that frame
 */
uint64_t fxr_frame(struct fxr_world *world, uint32_t thread, uint32_t name,
		   bool *ends);

/* The process of a thread; made if need be. Borrowed until the next call. */
static inline struct fxr_process *fxr_process_of(struct fxr_world *world,
						 struct fxr_thread *thread)
{
	struct fxr_process *process;

	if (!thread->process) {
		process =
			fxr_world_process(world, thread->provider, thread->pid);
		thread->process = (uint32_t)(process - world->processes) + 1;
	}
	return &world->processes[thread->process - 1];
}

/* Whether the thread's process has ended any so far. */
static inline bool fxr_has_frames(const struct fxr_world *world,
				  const struct fxr_thread *thread)
{
	return thread->process &&
	       world->processes[thread->process - 1].frames.n_ended;
}

/* What is told of a process's frames. */
struct fxr_frame_calls {
	uint64_t n_frames;
	uint64_t least, median, most; /* calls in one of them */
	uint64_t n_behind;	      /* calls after the last one */
};

/* Once all calls have begun. Sorts what is kept of the frames. */
struct fxr_frame_calls fxr_frame_calls(struct fxr_frames *frames);

#endif
