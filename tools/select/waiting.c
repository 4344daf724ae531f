/* SPDX-License-Identifier: MIT */
/*
 * Functions that wait, see waiting.h.
 */
#include "tools/select/waiting.h"

#include <string.h>

#include "tools/select/catalogue.h"

enum known { NOT_LOOKED_UP, WAITS, DOES_NOT };

bool waiting_has(struct waiting *waiting, const struct fxr_world *world,
		 size_t name)
{
	const struct fxr_name *of = &world->names[name];

	if (name >= waiting->n) {
		waiting->n = world->n_names;
		waiting->known = fxr_grow(waiting->known, &waiting->capacity,
					  waiting->n, 1);
	}
	/* both are copies with a NUL behind them */
	if (waiting->known[name] == NOT_LOOKED_UP)
		waiting->known[name] =
			catalogue_waits(of->category.bytes, of->name.bytes)
				? WAITS
				: DOES_NOT;
	return waiting->known[name] == WAITS;
}

void waiting_fini(struct waiting *waiting)
{
	fxr_free(waiting->known);
	*waiting = (struct waiting){0};
}

bool waiting_is_named(const char *list, struct fxr_text name)
{
	while (list && *list) {
		size_t n;

		list += *list == '+';
		n = strcspn(list, ",");
		if (n == name.n_bytes && memcmp(list, name.bytes, n) == 0)
			return true;
		list += n + (list[n] == ',');
	}
	return false;
}
