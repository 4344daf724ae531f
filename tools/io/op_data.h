/* SPDX-License-Identifier: MIT */
/*
 * The data of an operation: bytes, times, the result of a stat, names of a
 * folder.
 */
#ifndef TOOLS_IO_OP_DATA_H
#define TOOLS_IO_OP_DATA_H

#include "tools/io/op.h"

/* Fills in data, status, times and target. */
void io_op_data(struct fxr_world *world, struct fxr_arena *arena,
		struct io_op *op);

/* See io_op_entry. */
bool io_entry_of(const struct fxr_world *world, struct fxr_arena *arena,
		 const struct io_op *op, size_t n, struct io_entry *entry);

#endif
