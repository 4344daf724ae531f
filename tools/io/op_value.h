/* SPDX-License-Identifier: MIT */
/*
 * The values of a call by their parts in a file operation (rule.h).
 */
#ifndef TOOLS_IO_OP_VALUE_H
#define TOOLS_IO_OP_VALUE_H

#include "tools/io/op.h"

/* The part's value before the call, or after it; NULL = not in the archive. A
 * value that the call only returned counts as both. */
const struct fxr_value *io_value(const struct io_op *op, enum io_part part,
				 bool is_after);
/* Its argument: it has the true size of a truncated value. */
const struct fxr_arg *io_arg(const struct io_op *op, enum io_part part,
			     bool is_after);

/* Whether the parameter exists and is not a null pointer. */
bool io_has(const struct io_op *op, enum io_part part);

/* False: no such parameter, or not a number. */
bool io_number(const struct fxr_world *world, const struct io_op *op,
	       enum io_part part, uint64_t *number);

/* The flags of open(2), as this processor has them. */
uint64_t io_open_flags(struct fxr_world *world, const struct io_op *op,
		       uint64_t flags);

/* Text up to its end. False: no text, or it was truncated. */
bool io_text(const struct io_op *op, enum io_part part, bool is_after,
	     struct fxr_text *text);

/* The member of a struct, or of one that was recorded as single arguments. */
const struct fxr_value *io_member(const struct io_op *op, enum io_part part,
				  const char *name);
/* A number of a struct. */
bool io_member_number(const struct fxr_world *world,
		      const struct fxr_value *value, const char *name,
		      uint64_t *number);

/* Both descriptors of a pipe. */
bool io_pair(const struct io_op *op, uint64_t ends[2]);

/* "ENOENT" as a number. A name without a number is 0 if it is empty, else
 * EPROTO. */
int io_error_number(struct fxr_text name);

#endif
