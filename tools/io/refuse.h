/* SPDX-License-Identifier: MIT */
/*
 * Which operations of a recording are not replayed.
 */
#ifndef TOOLS_IO_REFUSE_H
#define TOOLS_IO_REFUSE_H

#include "tools/io/op.h"

/* NULL: the operation is to be made (if the tag of its object is a file). "":
 * nothing to do. Else the reason for skipping it, which is the kind that it is
 * counted under. */
const char *io_refusal(const struct io_op *op);

/* Whether a path is in the kernel's own file systems. */
bool io_is_special(const char *path);

#endif
