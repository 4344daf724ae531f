/* SPDX-License-Identifier: MIT */
/*
 * Missing calls, see losses.h.
 */
#include "tools/archive/losses.h"

/* Losses that a process counted, and was killed before it could record them. */
static uint64_t count_unreported(const struct fxr_reader *reader,
				 const struct fxr_world *world)
{
	const struct fxw_control *control = fxr_control(reader);
	uint64_t n_reported = world->n_lost_calls + world->n_lost_ends, n;

	if (!control)
		return 0;
	n = control->n_lost_unslotted + control->n_lost_ends_unslotted;
	for (unsigned i = 0; i < FXW_SLOTS; i++)
		n += control->slots[i].n_lost + control->slots[i].n_lost_ends;
	return n > n_reported ? n - n_reported : 0;
}

struct losses losses_of(const struct fxr_reader *reader,
			const struct fxr_world *world)
{
	struct losses losses = {
		.n_calls =
			world->n_lost_calls + count_unreported(reader, world),
		.n_ends = world->n_lost_ends,
	};

	for (uint32_t i = 0; i < fxr_n_providers(reader); i++)
		losses.n_overwritten += fxr_provider(reader, i)->n_overwritten;
	return losses;
}
