/* SPDX-License-Identifier: MIT */
/*
 * Why triggers had snapshots made, for people and as JSON.
 */
#ifndef TOOLS_PRINT_CAUSE_H
#define TOOLS_PRINT_CAUSE_H

#include "tools/print/print.h"

/* The i-th cause of the archive, without a newline:
 * RULE: call NUMBER took TIME: NAME(...) = RET
 * call  space for a call, as in the functions below. */
void print_cause(const struct print *print, struct fxr_calls *calls, size_t i,
		 struct fxr_call *call);

/* The same as one line {"snapshot":{...}}. */
void print_cause_json(const struct print *print, struct fxr_calls *calls,
		      size_t i, struct fxr_call *call);

/* Adds all causes to the archive's notices. */
void print_note_causes(struct fxr_calls *calls, struct fxr_call *call);

#endif
