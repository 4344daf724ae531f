/* SPDX-License-Identifier: MIT */
/*
 * errno around calls that report failure by nothing else.
 */
#include "preload/call/preload.h"

#include "preload/symbol/error.h"
#include "writer/thread.h"

/* The thread's state has it, if there is one. */
static int *place(void)
{
	struct fxw_thread *t = fxw_self;
	/* once: a handler may fork, and the child's state is new */
	int *error = t ? *(int *const volatile *)&t->error : NULL;

	return error ? error : fxp_error_address();
}

int fxp_error_clear(void)
{
	int *error = place();
	int before = *error;

	*error = 0;
	return before;
}

void fxp_error_settle(int before)
{
	int *error = place();

	if (!*error)
		*error = before;
}
