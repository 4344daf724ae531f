/* SPDX-License-Identifier: MIT */
/*
 * The keys, see browse.h.
 */
#include "tools/browse/browse.h"

static const char *const lines[] = {
	"Everywhere",
	"  arrows, j k, Page Up, Page Down, Space, Home g, End G: move",
	"  left, right: more of long lines (in the tree: fold and unfold)",
	"  c calls   t tree   r report   Tab the next of these",
	"  Enter     what the row is about",
	"  Esc       back    q quit    : the call of a number",
	"  /         search the calls for a regular expression",
	"  n N       the next and the previous one that it fits",
	"  mouse     a click chooses a row, another one opens it; the wheel "
	"moves",
	"  m         the mouse selects text instead, as the terminal does",
	"",
	"Calls",
	"  time since the session's start, duration, thread, call",
	"  f         show only some calls, by options as dump has them:",
	"            open*,-openat       functions",
	"            --errors            calls that failed",
	"            --min-time 1ms      slow ones",
	"            --process sh --thread 123 --path '/etc/*'",
	"            --since 1.5 --until 2 --frames 3-7 --grep 'fd=3'",
	"  F         show all again",
	"",
	"Tree",
	"  processes, their threads, and calls inside calls",
	"  + -       unfold and fold; - also goes to what is around",
	"",
	"Report",
	"  of the calls that the filter chooses",
	"  s S       sort by the next or previous column",
	"  b B       by function, thread, process, file, fd, errno, frame, "
	"caller",
	"  Enter     the calls of the row: it narrows the filter",
	"  f F       the filter, and none",
	"",
	"Call",
	"  ] [       the next and the previous one of the list",
	"  u         the call around it",
};

unsigned help_lines(void)
{
	return sizeof(lines) / sizeof(*lines);
}

void help_draw(struct browse *browse, uint64_t row)
{
	(void)browse;
	display_puts(*lines[row] == ' ' ? LOOK_PLAIN : LOOK_NAME, lines[row]);
}
