/* SPDX-License-Identifier: MIT */
/*
 * What the descriptors and streams of each process are, at each call: from the
 * descriptors that it began with and the calls since. Nothing is recorded for
 * it. Calls are taken in the order in which they began; what one does to
 * descriptors holds from its end on (a close: from its begin), over all threads
 * of its process. A call that failed does nothing.
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

/* Takes the next call; it is the current one until the next is taken. */
void descriptors_take(struct descriptors *descriptors,
		      const struct fxr_call *call);

/* The end of a call is to be shown that was taken when it had none: what it
 * does is not known to the tables. */
void descriptors_resume(struct descriptors *descriptors,
			const struct fxr_call *call);

/*
 * What a descriptor of the current call's process is: when the call began or,
 * with is_result, when it ended. NULL = not known, or closed. The text lives
 * until the next call is taken.
 */
const char *descriptors_fd(struct descriptors *descriptors, int64_t fd,
			   bool is_result);
/* The same of the stream (FILE *, DIR *) at an address. */
const char *descriptors_stream(struct descriptors *descriptors,
			       uint64_t address, bool is_result);
/* The current folder. */
const char *descriptors_folder(struct descriptors *descriptors);

/*
 * The same as objects (object.h), which copies of a descriptor share, over
 * fork, and over exec by number: for those that keep something with them.
 * Borrowed until the next call is taken; NULL = not known. With is_result,
 * DESCRIPTORS_CHILDS is what the program has that popen has started.
 */
#define DESCRIPTORS_CHILDS UINT64_MAX
struct object *descriptors_object(struct descriptors *descriptors,
				  enum fd_shelf shelf, uint64_t key,
				  bool is_result);

/* What the current call, if it is posix_spawn, has done in its child, or may
 * have, if it failed. Borrowed until the next call is taken. */
const struct fd_steps *descriptors_steps(const struct descriptors *descriptors);

/* What the current call does to descriptors by its begin is done now, rather
 * than when the next call is taken. */
void descriptors_settle(struct descriptors *descriptors);

/*
 * For those who know more of processes than that they make calls: changes up to
 * a time are made, and the images that begin and end then are told. The time of
 * what was done last is `now`. There is no current call then.
 */
void descriptors_go(struct descriptors *descriptors, uint64_t ns);
uint64_t descriptors_now(const struct descriptors *descriptors);
void descriptors_begin(struct descriptors *descriptors,
		       const struct fxr_process *process);
void descriptors_unexpect(struct descriptors *descriptors, uint64_t parent,
			  uint64_t key);
/* The process image is no more. */
void descriptors_end(struct descriptors *descriptors, uint32_t provider,
		     uint64_t pid);

#endif
