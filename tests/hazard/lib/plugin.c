/* SPDX-License-Identifier: MIT */
/* A plugin that only its opener's RUNPATH finds; it calls libc itself. */
#include <stdlib.h>

int plugin_answer(void);
int plugin_answer(void)
{
	return getenv("NO_SUCH_VARIABLE") ? 0 : 42;
}
