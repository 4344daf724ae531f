/* SPDX-License-Identifier: MIT */
/*
 * Entries of stacks and what they lead to: they leave space for names and
 * signatures.
 *
 * Any thread, any signal handler. Nothing allocates, locks or changes errno.
 */
#ifndef PRELOAD_UNWIND_EMIT_H
#define PRELOAD_UNWIND_EMIT_H

#include "writer/record.h"

/* Writes an entry into the durable region; false: there is no space for it. */
bool fxp_emit_entry(fxw_build *build, const void *what);

#endif
