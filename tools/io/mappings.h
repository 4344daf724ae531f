/* SPDX-License-Identifier: MIT */
/*
 * The shared file mappings of the recorded processes, and their addresses:
 * writes through them are recorded by address.
 */
#ifndef TOOLS_IO_MAPPINGS_H
#define TOOLS_IO_MAPPINGS_H

#include "tools/io/file.h"
#include "tools/io/op.h"

struct mappings;

/* world: borrowed until close. Never NULL. */
struct mappings *mappings_open(const struct fxr_world *world);
void mappings_close(struct mappings *mappings);

/* Takes IO_MAP, IO_REMAP and IO_UNMAP; ignores other acts. file: of IO_MAP, or
 * NULL. */
void mappings_take(struct mappings *mappings, const struct io_op *op,
		   struct io_file *file);

/* The file that the operation's process (or its parent, before the fork) has
 * mapped at op->address; held for the caller. NULL = unknown. */
struct io_file *mappings_find(const struct mappings *mappings,
			      const struct io_op *op);

#endif
