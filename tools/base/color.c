/* SPDX-License-Identifier: MIT */
/*
 * See color.h.
 */
#include "tools/base/color.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool color_is_wanted(const char *when)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (strcmp(when, "auto") != 0)
		return strcmp(when, "always") == 0;
	return isatty(STDOUT_FILENO) && !(no_color && *no_color) && term &&
	       strcmp(term, "dumb") != 0;
}
