/* SPDX-License-Identifier: MIT */
/*
 * Programs that this process starts and that cannot be recorded: facts of the
 * archive (FXW_EVENT_UNRECORDED). Any thread, any signal handler, a vfork
 * child. Nothing allocates from the program's heap or changes errno.
 */
#ifndef PRELOAD_SCHEMA_UNRECORDED_H
#define PRELOAD_SCHEMA_UNRECORDED_H

#include "preload/config/executed.h"

/* What is known of a program that is about to be started. */
struct fxp_started {
	enum fxp_bar bar;
	uint32_t place; /* among the programs of this process */
};

/*
 * Looks at the file that an exec or a spawn names, and emits the fact.
 * folder  a descriptor, or AT_FDCWD
 * name    the program's; NULL if it is the descriptor
 * search  value of PATH, or NULL
 */
struct fxp_started fxp_unrecorded_start(enum fxp_naming naming, int folder,
					const char *name, const char *search);

/* The call has failed: there is no such program. */
void fxp_unrecorded_failed(const struct fxp_started *started);

/* Emits all counts that were not emitted. Before the process ends. */
void fxp_unrecorded_emit(void);

/* A forked child starts with an empty list. */
void fxp_unrecorded_forget(void);

#endif
