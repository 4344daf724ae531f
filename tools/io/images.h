/* SPDX-License-Identifier: MIT */
/*
 * The recorded processes (images, between exec and exec) while they are
 * replayed: a lane for each thread, and each process's umask.
 */
#ifndef TOOLS_IO_IMAGES_H
#define TOOLS_IO_IMAGES_H

#include "tools/io/op.h"
#include "tools/io/schedule.h"

struct images;

/* Both borrowed until close. Never NULL. */
struct images *images_open(struct fxr_world *world, struct schedule *schedule);
void images_close(struct images *images);

/* The lane of a thread; made at the first call. */
struct schedule_lane *images_lane(struct images *images,
				  const struct fxr_thread *thread);

/* The umask of the thread's process: the one that it set, else its initial one,
 * else 022. */
mode_t images_mask(struct images *images, const struct fxr_thread *thread);
void images_set_mask(struct images *images, const struct fxr_thread *thread,
		     mode_t mask);

/* Begins the images whose first call is not after `ns`, and ends those that
 * make no further call. Their descriptors are closed then, unless another
 * program goes on with them. */
void images_until(struct images *images, struct io_ops *ops, uint64_t ns);

/* The process's program begins at once, with its descriptors. */
void images_spawned(struct images *images, struct io_ops *ops, uint64_t pid);
/* The same for a child whose pid the operation does not have; it has the
 * argument, NULL = any. False: it is not recorded. */
bool images_expected(struct images *images, struct io_ops *ops,
		     const struct io_op *op, const char *argument);

#endif
