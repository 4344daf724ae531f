/* SPDX-License-Identifier: MIT */
/*
 * Programs of a recording of which nothing is recorded: they did not join its
 * session, and left no archive of their own.
 */
#ifndef TOOLS_MANAGER_MISSING_H
#define TOOLS_MANAGER_MISSING_H

#include <stdint.h>

#include "tools/manager/manager.h"
#include "writer/wire.h"

/* What the archives say that processes have written alone. */
struct missing {
	uint64_t n_archives;
	uint64_t n_started; /* programs that their processes started */
};

/* control: the archive's */
void missing_add(struct missing *missing, const struct fxw_control *control);

/* How many programs there are.
 * report  of the session, or NULL: there was none, and the first archive is of
 *         the program that was recorded */
uint64_t missing_count(const struct missing *missing,
		       const struct manager_report *report);

/* Says so on stderr, if there are any. */
void missing_report(const struct missing *missing,
		    const struct manager_report *report);

#endif
