/* SPDX-License-Identifier: MIT */
/*
 * How many bytes a call moved, as far as its values say. If its result is a
 * ssize_t (read, sendmsg, getrandom ...), that result. Else the untyped memory
 * of its arguments (fwrite, memcpy, glBufferData ...), each with its true size.
 * Texts, structs and arrays are not counted.
 */
#ifndef TOOLS_FD_MOVED_H
#define TOOLS_FD_MOVED_H

#include "tools/reader/calls.h"

uint64_t moved_bytes(const struct fxr_world *world,
		     const struct fxr_call *call);

#endif
