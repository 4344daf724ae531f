/* SPDX-License-Identifier: MIT */
/*
 * Names of objects, see names.h.
 */
#include "tools/replay/call/names.h"

#include <stdlib.h>

#define N_SPACES (sizeof(((struct names *)0)->spaces) / sizeof(struct fxr_text))

uint32_t names_space(struct names *names, struct fxr_text space)
{
	for (uint32_t i = 0; i < names->n_spaces; i++)
		if (fxr_is_same(names->spaces[i], space))
			return i + 1;
	if (names->n_spaces == N_SPACES)
		return 0;
	names->spaces[names->n_spaces++] = space;
	return (uint32_t)names->n_spaces;
}

void names_put(struct names *names, uint32_t space, uint64_t scope,
	       uint64_t recorded, uint64_t replayed)
{
	uint64_t where = (uint64_t)space << 48 ^ scope;
	uint32_t at = fxr_map_find(&names->map, where, recorded, 0);

	if (at == FXR_NONE) {
		if (recorded == replayed)
			return;
		at = (uint32_t)names->n++;
		names->replayed = fxr_grow(names->replayed, &names->space,
					   names->n, sizeof(*names->replayed));
		fxr_map_put(&names->map, where, recorded, 0, at);
	}
	names->replayed[at] = replayed;
}

bool names_find(const struct names *names, uint32_t space, uint64_t scope,
		uint64_t recorded, uint64_t *replayed)
{
	uint32_t at;

	if (!names->n)
		return false;
	at = fxr_map_find(&names->map, (uint64_t)space << 48 ^ scope, recorded,
			  0);
	if (at == FXR_NONE)
		return false;
	*replayed = names->replayed[at];
	return true;
}

void names_fini(struct names *names)
{
	free(names->replayed);
	fxr_map_fini(&names->map);
	*names = (struct names){0};
}
