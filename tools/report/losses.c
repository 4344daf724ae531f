/* SPDX-License-Identifier: MIT */
/*
 * Missing calls, see losses.h.
 */
#include "tools/report/losses.h"

#include "tools/base/die.h"
#include "tools/base/human.h"

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

void losses_report(const struct fxr_reader *reader,
		   const struct fxr_world *world)
{
	uint64_t n_overwritten = 0;
	uint64_t n_lost = world->n_lost_calls + count_unreported(reader, world);

	for (uint32_t i = 0; i < fxr_n_providers(reader); i++)
		n_overwritten += fxr_provider(reader, i)->n_overwritten;
	if (n_overwritten)
		say("%s overwritten by later ones (circular mode), and not "
		    "counted",
		    human_things(n_overwritten, "call").text);
	if (n_lost)
		say("%s lost for want of space, and not counted",
		    human_things(n_lost, "call").text);
	if (world->n_lost_ends)
		say("%s of calls lost for want of space",
		    human_things(world->n_lost_ends, "end").text);
}
