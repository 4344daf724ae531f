/* SPDX-License-Identifier: MIT */
/*
 * What clicks mean, see browse.h.
 */
#include <string.h>

#include "tools/browse/browse.h"

/* The key of the last line's words that are at the column: "Enter call", "q
 * quit". */
static int key_at(const char *keys, unsigned column)
{
	unsigned at = 1; /* there is a space in front */

	while (*keys) {
		const char *end = strstr(keys, "  ");
		unsigned n =
			(unsigned)(end ? (size_t)(end - keys) : strlen(keys));

		if (column >= at && column < at + n)
			return !strncmp(keys, "Enter ", 6) ? PRESSED_ENTER
			       : !strncmp(keys, "Esc ", 4) ? PRESSED_ESCAPE
							   : *keys;
		keys = end ? end + 2 : keys + n;
		at += n + 2;
	}
	return PRESSED_NONE;
}

int mouse_click(struct browse *browse, struct scroll *place, const char *keys,
		bool has_heading)
{
	unsigned line, column, first = has_heading ? 2 : 1;
	uint64_t row;

	display_clicked(&line, &column);
	if (line + 1 == display_lines())
		return key_at(keys, column);
	if (has_heading && line == 1)
		sums_heading_click(browse, column);
	if (line < first || line + 2 >= display_lines() ||
	    browse_is_text(browse))
		return PRESSED_NONE;
	row = place->top + (line - first);
	if (row >= place->n)
		return PRESSED_NONE;
	if (row == place->at)
		return PRESSED_ENTER;
	place->at = row;
	return PRESSED_NONE;
}

void mouse_switch(struct browse *browse)
{
	display_take_mouse(!display_has_mouse());
	browse_say(browse, display_has_mouse()
				   ? "the mouse chooses rows"
				   : "the mouse selects text; m changes that");
}
