/* SPDX-License-Identifier: MIT */
/*
 * Goes through the calls of an archive and adds those that are meant to the
 * rows of their groups. All calls are read, whether meant or not: what is
 * called inside a call counts against it always.
 */
#ifndef GATHER_H
#define GATHER_H

#include "tools/filter.h"
#include "tools/report/by.h"
#include "tools/report/rows.h"

struct gather {
	struct fxr_calls *calls;
	struct by *by;
	struct filter *filter;
	const char *list; /* of functions, tools/select.h; NULL = all */
	struct rows rows;
};

void gather_all(struct gather *gather);

#endif
