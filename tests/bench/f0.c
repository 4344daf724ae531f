/* SPDX-License-Identifier: MIT */
/*
 * A shim that only forwards: what any interposition costs. Preloaded.
 */
/* BUILD: -shared -fPIC */
#include "tests/bench/shim.h"

#define FORWARD(ret, name, params, args)                                       \
	ret name params                                                        \
	{                                                                      \
		REAL(ret, name, params);                                       \
		return real args;                                              \
	}
#define FORWARD_VOID(name, params, args)                                       \
	void name params                                                       \
	{                                                                      \
		REAL(void, name, params);                                      \
		real args;                                                     \
	}

FUNCTIONS(FORWARD, FORWARD_VOID)
