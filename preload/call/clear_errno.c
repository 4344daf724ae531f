/* SPDX-License-Identifier: MIT */
/*
 * errno around calls that report failure by nothing else.
 */
#include "preload/call/preload.h"

#include "preload/symbol/error.h"

int fxp_error_clear(void)
{
	int *error = fxp_error_address();
	int before = *error;

	*error = 0;
	return before;
}

void fxp_error_settle(int before)
{
	int *error = fxp_error_address();

	if (!*error)
		*error = before;
}
