/* SPDX-License-Identifier: MIT */
/*
 * The row of `fxtrace top` that a call belongs to, as a text. Numbers of groups
 * would differ: each copy of a circular session has a world of its own.
 */
#ifndef TOOLS_TOP_GROUPED_H
#define TOOLS_TOP_GROUPED_H

#include "tools/reader/calls.h"
#include "tools/sum/by.h"

struct grouped;

/* world: borrowed until close.
 * what   BY_FUNCTION, BY_THREAD, BY_PROCESS, BY_FILE or BY_ERRNO */
struct grouped *grouped_open(struct fxr_world *world, enum by_what what);
void grouped_close(struct grouped *grouped); /* NULL: nothing */

/*
 * Takes the next step of a call: all of them, wanted or not, in their order. A
 * file and an error are known for certain when the call has ended. Returns
 * the row's name, empty if the call has none. It lives until the next step.
 */
struct fxr_text grouped_name(struct grouped *grouped,
			     const struct fxr_call *call);

/* Whether the row of a call is known only when it has ended. */
bool grouped_is_late(enum by_what what);

#endif
