/* SPDX-License-Identifier: MIT */
/*
 * Parameters whose type follows from another one's value.
 */
#ifndef TOOLS_READER_SELECT_H
#define TOOLS_READER_SELECT_H

#include "tools/reader/calls.h"

/* Whether other arguments decide the type of a value of this declared type. */
bool fxr_is_chosen(const struct fxr_type *type);
/*
 * The type of a parameter in the call, chosen by the arguments that it has so
 * far. Returns the declared type itself if it is no UNION with a selector.
 * NULL: unknown.
 */
const struct fxr_type *fxr_select(const struct fxr_types *types,
				  const struct fxr_call *call,
				  const struct fxr_type *type);
/* The same when nothing has been chosen. */
const struct fxr_type *fxr_select_none(const struct fxr_types *types,
				       const struct fxr_type *type);

#endif
