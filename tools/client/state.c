/* SPDX-License-Identifier: MIT */
/*
 * States of calls, see state.h.
 */
#include "tools/client/state.h"

const char *state_word(enum fxtrace_state state)
{
	static const char *const words[] = {
		[FXTRACE_DONE] = "done",
		[FXTRACE_UNFINISHED] = "unfinished",
		[FXTRACE_ABANDONED] = "abandoned",
		[FXTRACE_NO_RETURN] = "no_return",
		[FXTRACE_REPLACED] = "replaced",
		[FXTRACE_JUMPED] = "jumped",
	};

	return words[state];
}
