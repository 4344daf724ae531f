/* SPDX-License-Identifier: MIT */
/*
 * What of a recording is not done again.
 */
#ifndef TOOLS_IO_REFUSE_H
#define TOOLS_IO_REFUSE_H

#include "tools/io/op.h"

/* NULL: the operation is to be made (of files that an object's tag stands for).
 * "": there is nothing to do for it. Else why it is not made, as the kind of
 * things that it is counted under. */
const char *io_refusal(const struct io_op *op);

/* Whether a path is of the kernel's own file systems rather than of files. */
bool io_is_special(const char *path);

#endif
