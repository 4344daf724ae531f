/* SPDX-License-Identifier: MIT */
/*
 * Which files the recorded processes had mapped to be shared, and where: what
 * is written through them is told by address.
 */
#ifndef TOOLS_IO_MAPPINGS_H
#define TOOLS_IO_MAPPINGS_H

#include "tools/io/file.h"
#include "tools/io/op.h"

struct mappings;

/* world: borrowed until close. Never NULL. */
struct mappings *mappings_open(const struct fxr_world *world);
void mappings_close(struct mappings *mappings);

/* Takes IO_MAP, IO_REMAP and IO_UNMAP; others do nothing. file: what IO_MAP
 * maps, or NULL. */
void mappings_take(struct mappings *mappings, const struct io_op *op,
		   struct io_file *file);

/* What the operation's process (or its parent, before it forked) has mapped at
 * op->address; held for the caller. NULL = not known. */
struct io_file *mappings_find(const struct mappings *mappings,
			      const struct io_op *op);

#endif
