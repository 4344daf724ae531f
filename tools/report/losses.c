/* SPDX-License-Identifier: MIT */
/*
 * Missing calls, see losses.h.
 */
#include "tools/report/losses.h"

#include "tools/base/die.h"
#include "tools/base/human.h"

void losses_say(uint64_t n_overwritten, uint64_t n_calls, uint64_t n_ends)
{
	if (n_overwritten)
		say("%s overwritten by later ones (circular mode), and not "
		    "counted",
		    human_things(n_overwritten, "call").text);
	if (n_calls)
		say("%s lost for want of space, and not counted",
		    human_things(n_calls, "call").text);
	if (n_ends)
		say("%s of calls lost for want of space",
		    human_things(n_ends, "end").text);
}
