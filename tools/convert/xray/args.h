/* SPDX-License-Identifier: MIT */
/*
 * What of a call's values a log of XRay has: numbers, from the first argument
 * on up to one that is none.
 */
#ifndef TOOLS_CONVERT_XRAY_ARGS_H
#define TOOLS_CONVERT_XRAY_ARGS_H

#include "tools/convert/xray/xray.h"
#include "tools/reader/calls.h"

/* Of an event's end: the call was left by a jump into another function. */
#define XRAY_TAIL_EXIT_NAME "tail_exit"

/* values: room for FXR_MAX_CALL_ARGS. Returns how many there are. */
size_t xray_args(const struct fxr_call *call, uint64_t *values);

enum xray_action xray_args_exit(const struct fxr_call *call);

#endif
