/* SPDX-License-Identifier: MIT */
/*
 * Space for what a call returns through its pointers. Its size comes from the
 * archive's types (`cap`), from the recorded call's output, or from another
 * parameter. If none of them gives a size, it is guarded memory (guarded.h).
 */
#ifndef TOOLS_REPLAY_CALL_OUTPUT_SPACE_H
#define TOOLS_REPLAY_CALL_OUTPUT_SPACE_H

#include "tools/replay/call/args.h"

/* Extra bytes, since another version of a library may write more. */
#define ARGS_SLACK_BYTES 256u

/* For all pointers that the call writes to; sets args->blank if the size is
 * unknown. */
void args_make_space(struct args_maker *maker, struct args *args);

/* The value's size in the archive, truncated or not. */
size_t args_recorded_bytes(const struct fxr_types *types,
			   const struct fxr_type *type,
			   const struct fxr_arg *arg);

#endif
