/* SPDX-License-Identifier: MIT */
/*
 * Room for what a call returns through its pointers: as much as the archive's
 * types say (`cap`), as the recorded call has left, or as another parameter of
 * the call says that there is; where none of them knows, more than any call
 * writes.
 */
#ifndef TOOLS_REPLAY_CALL_OUTPUT_SPACE_H
#define TOOLS_REPLAY_CALL_OUTPUT_SPACE_H

#include "tools/replay/call/args.h"

/* There is more room than was asked for: another version of a library may write
 * more. */
#define ARGS_SLACK_BYTES 256u

/* For all pointers that the call writes to; sets args->blank where nothing says
 * how much it is. */
void args_make_space(struct args_maker *maker, struct args *args);

/* Bytes that the archive says the value has, cut or not. */
size_t args_recorded_bytes(const struct fxr_types *types,
			   const struct fxr_type *type,
			   const struct fxr_arg *arg);

#endif
