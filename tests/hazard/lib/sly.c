/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Preloaded to a replay, it changes the width of lines with each glClear: who
 * looks at the state should notice.
 */
#include "tests/hazard/lib/replaced.h"

static void (*real_clear)(unsigned mask);
static void (*line_width)(float width);

static void sly_clear(unsigned mask)
{
	static int n;

	real_clear(mask);
	if (line_width)
		line_width((float)(1 + ++n % 2));
}

void *replaced(const char *name, void *found)
{
	if (found && !strcmp(name, "glLineWidth"))
		line_width = (void (*)(float))found;
	if (!found || strcmp(name, "glClear") != 0)
		return found;
	real_clear = (void (*)(unsigned))found;
	if (real_address)
		(void)replaced("glLineWidth", real_address("glLineWidth"));
	return (void *)sly_clear;
}
