/* SPDX-License-Identifier: MIT */
/*
 * The two maps of objects.h.
 */
#include "tools/diff/objects.h"

#include <stdlib.h>

/* The number of a handle; FXR_NONE: it is new. */
static uint32_t number_of(const struct objects *objects, unsigned side,
			  uint32_t scope, const struct canon_object *object)
{
	uint32_t number = fxr_map_find(&objects->maps[side], object->value,
				       scope, object->space);

	return number == FXR_NONE || objects->is_over[number] ? FXR_NONE
							      : number;
}

static void add_pair(struct objects *objects, uint32_t scope,
		     const struct canon_object *a, const struct canon_object *b)
{
	const struct canon_object *both[2] = {a, b};

	for (unsigned side = 0; side < 2; side++) {
		uint32_t old = number_of(objects, side, scope, both[side]);

		if (old != FXR_NONE)
			objects->is_over[old] = true;
	}
	objects->is_over = fxr_grow(objects->is_over, &objects->space,
				    objects->n + 1, sizeof(bool));
	for (unsigned side = 0; side < 2; side++)
		fxr_map_put(&objects->maps[side], both[side]->value, scope,
			    both[side]->space, objects->n);
	objects->n++;
}

bool objects_match(struct objects *objects, uint32_t scope,
		   const struct canon_object *a, const struct canon_object *b)
{
	uint32_t x = number_of(objects, 0, scope, a);
	uint32_t y = number_of(objects, 1, scope, b);

	if (a->space != b->space)
		return false;
	if (x == y && x != FXR_NONE)
		return true;
	if (x == y || (a->is_made && b->is_made)) {
		add_pair(objects, scope, a, b);
		return true;
	}
	return false;
}

void objects_fini(struct objects *objects)
{
	fxr_map_fini(&objects->maps[0]);
	fxr_map_fini(&objects->maps[1]);
	free(objects->is_over);
}
