/* SPDX-License-Identifier: MIT */
/*
 * Frames. Some functions end a frame (FXG_F_FRAME_END in their description:
 * swaps). Each call of one, by any thread, ends its process's frame where the
 * call begins. A call belongs to the frame in which it began. Calls inside a
 * call that ends a frame, in its thread, belong to that frame, too, and end
 * none. Numbers count from 0 in each process image.
 */
#ifndef TOOLS_READER_FRAMES_H
#define TOOLS_READER_FRAMES_H

#include "tools/reader/world.h"

/* Frames of each process whose calls are counted one by one. */
#define FXR_MAX_FRAMES (1u << 22)

/*
 * The frame of a call that begins, next in the order of begins.
 * thread  its thread's index in the world
 * name    its function's
 * ends    out: whether the call ends that frame
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

/* Whether the thread's process has ended any frame so far. */
static inline bool fxr_has_frames(const struct fxr_world *world,
				  const struct fxr_thread *thread)
{
	return thread->process &&
	       world->processes[thread->process - 1].frames.n_ended;
}

/* Counts of a process's frames. */
struct fxr_frame_calls {
	uint64_t n_frames;
	uint64_t least, median, most; /* calls in each frame */
	uint64_t n_behind;	      /* calls after the last one */
};

/* To be called once all calls have begun. Sorts the counts of the frames. */
struct fxr_frame_calls fxr_frame_calls(struct fxr_frames *frames);

#endif
