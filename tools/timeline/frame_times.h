/* SPDX-License-Identifier: MIT */
/*
 * The times at which OpenGL's frames ended (tools/reader/frames.h), by process.
 */
#ifndef TOOLS_TIMELINE_FRAME_TIMES_H
#define TOOLS_TIMELINE_FRAME_TIMES_H

#include "tools/base/pen.h"
#include "tools/reader/calls.h"

struct frame_times;

/* Whether calls of the function must be taken. */
bool frame_times_need(const char *category, const char *name);

/* Never NULL. */
struct frame_times *frame_times_open(struct fxr_world *world);
void frame_times_close(struct frame_times *times);

/* Takes the calls in order, at least all that end frames. begin_ns: on the
 * page */
void frame_times_take(struct frame_times *times, const struct fxr_call *call,
		      uint64_t begin_ns);

/* {"process":INDEX,"first":NUMBER,"ends":[NS, ...]}, ...: the number of the
 * first frame that was taken, and the ends of that one and those after it.
 * first_process  the index of the first of the world's
 * comma          what is before the next of a list: "", and then "," */
void frame_times_put(const struct frame_times *times, size_t first_process,
		     const char **comma, struct pen *out);

#endif
