/* SPDX-License-Identifier: MIT */
/*
 * The part of a call's values that an XRay log has: the leading arguments that
 * are numbers.
 */
#ifndef TOOLS_CONVERT_XRAY_ARGS_H
#define TOOLS_CONVERT_XRAY_ARGS_H

#include "tools/convert/xray/xray.h"
#include "tools/library/reader.h"

/* On an event's end: the call ended with a jump into another function. */
#define XRAY_TAIL_EXIT_NAME "tail_exit"

/* As many as an archive has of one call. */
#define XRAY_MAX_ARGS 30u

/* values: capacity XRAY_MAX_ARGS. Returns how many were stored. */
size_t xray_args(const struct fxtrace_call *call, uint64_t *values);

enum xray_action xray_args_exit(const struct fxtrace_call *call);

#endif
