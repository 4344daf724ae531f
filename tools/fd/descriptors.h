/* SPDX-License-Identifier: MIT */
/*
 * The descriptors and streams of each process at each call, from the
 * descriptors that it began with and its calls since. Nothing extra is
 * recorded. Calls are taken in the order in which they began. Their effect on
 * descriptors counts from their end on (a close: from its begin), over all
 * threads of the process. A failed call has no effect.
 *
 * A name is shown only where it is known: not if calls that close or replace
 * descriptors were not recorded, nor after calls were lost.
 */
#ifndef TOOLS_FD_DESCRIPTORS_H
#define TOOLS_FD_DESCRIPTORS_H

#include <stdbool.h>

#include "tools/fd/spawn.h"
#include "tools/reader/calls.h"

struct descriptors;

/* world: borrowed until close. Never NULL. */
struct descriptors *descriptors_open(struct fxr_world *world);
void descriptors_close(struct descriptors *descriptors);

/* Whether calls of the function must be taken. */
bool descriptors_need(const char *category, const char *name);

/* Takes the next call, which is the current one until the next is taken. */
void descriptors_take(struct descriptors *descriptors,
		      const struct fxr_call *call);

/* The end of a call will be shown that was taken without an end. The tables do
 * not know its effect. */
void descriptors_resume(struct descriptors *descriptors,
			const struct fxr_call *call);

/*
 * The name of a descriptor of the current call's process: when the call began
 * or, with is_result, when it ended. NULL = unknown, or closed. The text lives
 * until the next call is taken.
 */
const char *descriptors_fd(struct descriptors *descriptors, int64_t fd,
			   bool is_result);
/* The same for the stream (FILE *, DIR *) at an address. */
const char *descriptors_stream(struct descriptors *descriptors,
			       uint64_t address, bool is_result);
/* The current folder. */
const char *descriptors_folder(struct descriptors *descriptors);

/*
 * The same as objects (object.h), which copies of a descriptor share: over
 * fork, and over exec by number. For users who attach a tag to them. Borrowed
 * until the next call is taken; NULL = unknown. With is_result,
 * DESCRIPTORS_CHILDS is what the program has that popen has started.
 */
#define DESCRIPTORS_CHILDS UINT64_MAX
struct object *descriptors_object(struct descriptors *descriptors,
				  enum fd_shelf shelf, uint64_t key,
				  bool is_result);

/* If the current call is posix_spawn: what it has done in its child, or may
 * have done if it failed. Borrowed until the next call is taken. */
const struct fd_steps *descriptors_steps(const struct descriptors *descriptors);

/* Applies the effects of the current call's begin now, not when the next call
 * is taken. */
void descriptors_settle(struct descriptors *descriptors);

/*
 * For users that know more of processes than their calls: applies the changes
 * up to a time. They then report the images that begin and end. `now` is the
 * time of the last change. There is no current call then.
 */
void descriptors_go(struct descriptors *descriptors, uint64_t ns);
uint64_t descriptors_now(const struct descriptors *descriptors);
void descriptors_begin(struct descriptors *descriptors,
		       const struct fxr_process *process);
void descriptors_unexpect(struct descriptors *descriptors, uint64_t parent,
			  uint64_t key);
/* The process image has ended. */
void descriptors_end(struct descriptors *descriptors, uint32_t provider,
		     uint64_t pid);

#endif
