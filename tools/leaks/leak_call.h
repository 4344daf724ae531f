/* SPDX-License-Identifier: MIT */
/*
 * Values of a call as the rules of leaks need them.
 */
#ifndef TOOLS_LEAKS_LEAK_CALL_H
#define TOOLS_LEAKS_LEAK_CALL_H

#include "tools/reader/calls.h"

/* The value of parameter `param` after the call, or else before it, or of the
 * result (-1); NULL: it was not recorded. */
const struct fxr_value *leak_value(const struct fxr_call *call, int param);

/* Its value as a number; false: it is none. */
bool leak_number(const struct fxr_value *value, uint64_t *number);

/* The parameter of that name, NULL: there is none. */
const struct fxr_arg *leak_arg(const struct fxr_call *call, const char *name);

#endif
