/* SPDX-License-Identifier: MIT */
/*
 * The state of a context, which a replay has as JSON, as paths and values.
 * Members are NAME.NAME, elements of lists NAME[INDEX]. The index is the
 * element's own, of its member `unit` or `index`. An element whose `name` is a
 * text is a member of that name. Lists of numbers and texts are values.
 */
#ifndef TOOLS_INSPECT_FLAT_H
#define TOOLS_INSPECT_FLAT_H

#include "tools/inspect/states.h"
#include "tools/replay/state/state.h"

struct json_object;

/* A part of the state (state_each), to be freed by json_object_put; NULL: it is
 * damaged. */
struct json_object *flat_parse(enum state_place place, const char *json,
			       size_t n_bytes);
/* Sets all paths of it, in the section that is being set. */
void flat_set(struct states *states, enum state_place place,
	      struct json_object *part);

/* A member's integer or text, 0 or NULL if it has none. */
int64_t flat_integer(struct json_object *object, const char *name);
const char *flat_string(struct json_object *object, const char *name);

#endif
