/* SPDX-License-Identifier: MIT */
/*
 * Compares the result of a call with the recorded one.
 */
#ifndef TOOLS_REPLAY_CALL_RESULT_H
#define TOOLS_REPLAY_CALL_RESULT_H

#include "tools/replay/call/args.h"

#define RESULT_TEXT_BYTES 320

/* For a returned pointer, only whether it is one is compared. */
enum result {
	RESULT_SAME,
	RESULT_DIFFERENT,
	RESULT_UNKNOWN, /* nothing comparable was recorded */
};

/* Compares the call's own result; text: the difference. */
enum result result_of_ret(struct args_maker *maker, const struct args *args,
			  char text[RESULT_TEXT_BYTES]);

/* Compares the final value of parameter i, an output. */
enum result result_of_out(struct args_maker *maker, const struct args *args,
			  size_t i, char text[RESULT_TEXT_BYTES]);

/* The recorded value of output i as memory; NULL: it cannot be compared. It
 * lives as long as the call's arguments. */
const void *result_recorded(struct args_maker *maker, const struct args *args,
			    size_t i, const struct fxr_arg *left,
			    size_t *n_bytes);

#endif
