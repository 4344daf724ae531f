/* SPDX-License-Identifier: MIT */
/*
 * How many bytes a call moved, as far as its values tell: what a function
 * returned whose result is a ssize_t (read, sendmsg, getrandom ...); else the
 * untyped memory that its arguments lead to (fwrite, memcpy, glBufferData ...),
 * each with its true size. Texts, structs and arrays are not counted.
 */
#ifndef TOOLS_REPORT_MOVED_H
#define TOOLS_REPORT_MOVED_H

#include "tools/reader/calls.h"

uint64_t moved_bytes(const struct fxr_world *world,
		     const struct fxr_call *call);

#endif
