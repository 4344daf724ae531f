/* SPDX-License-Identifier: MIT */
/*
 * What a call returned, against what the recorded one did.
 */
#ifndef TOOLS_REPLAY_CALL_RESULT_H
#define TOOLS_REPLAY_CALL_RESULT_H

#include "tools/replay/call/args.h"

#define RESULT_TEXT_BYTES 320

/* What is compared of a returned pointer: whether it is one. */
enum result {
	RESULT_SAME,
	RESULT_DIFFERENT,
	RESULT_UNKNOWN, /* nothing was recorded that can be compared */
};

/* The call's own result; text: what differs. */
enum result result_of_ret(struct args_maker *maker, const struct args *args,
			  char text[RESULT_TEXT_BYTES]);

/* What parameter i, an output, was left with. */
enum result result_of_out(struct args_maker *maker, const struct args *args,
			  size_t i, char text[RESULT_TEXT_BYTES]);

/* What was recorded of output i, `left`, as memory; NULL: it cannot be
 * compared. It lives as long as the call's arguments. */
const void *result_recorded(struct args_maker *maker, const struct args *args,
			    size_t i, const struct fxr_arg *left,
			    size_t *n_bytes);

#endif
