/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace timeline`: an archive's calls as a page for browsers.
 */
#include "tools/command/cmd.h"
#include "tools/command/page_job.h"
#include "tools/command/shared_options.h"
#include "tools/select/select.h"

static struct page_words chosen = {.blob_max = PAGE_BLOB_BYTES};

static const struct option options[] = {
	{ROW_OUTPUT("FILE", "the page; - is standard output"),
	 .value = &chosen.output, .fallback = "NAME.html here for NAME.fxt"},
	{ROW_CALLS("show only these: " CALLS_GLOBS, select_check),
	 .value = &chosen.calls, .fallback = "all"},
	ROWS_OUTCOME(chosen.filter, "show only"),
	ROWS_FILTER(chosen.filter, "show only"),
	{ROW_DEBUG_PATH(""), .value = &chosen.debug_path},
	{.name = "blob-max",
	 .kind = OPTION_SIZE,
	 .value = &chosen.blob_max,
	 .arg = "SIZE",
	 .help = "how much memory of one value the page has",
	 .fallback = "4K"},
	{0},
};

static int run(const struct cmd *cmd, int argc, char **argv)
{
	return page_write(cmd, &chosen, argc, argv);
}

const struct cmd cmd_timeline = {
	.name = "timeline",
	.synopsis = "[options] [-o FILE] [FILE...]",
	.purpose = "make a page for browsers that shows calls over time",
	.description =
		"Writes one HTML file that needs nothing else, and fetches "
		"nothing. It has the calls of every thread on a track of its "
		"own, and below them the calls made inside them. It has frames "
		"of OpenGL with their times, requests, counters, losses, "
		"messages of the "
		"recorder, "
		"a table of calls, and sums of those in view or selected. Of "
		"each call it shows arguments and result as dump does, memory "
		"in hex and as text, and the stack, if it was recorded. The "
		"page finds functions by name, "
		"and text in arguments and results.\n"
		"\n"
		"  wheel        zoom          /         search\n"
		"  drag         move          n N       next and previous match"
		"\n"
		"  shift+drag   select it     + - 0     zoom in, out, all\n"
		"  click        what it is    ?         all keys\n"
		"\n"
		"Several FILEs become one page: their calls by the time of "
		"day, and processes with their hosts. Times are then since the "
		"start of the first session. Archives of one boot of one "
		"machine are ordered by its clock. The page is named after the "
		"first FILE.\n"
		"\n"
		"Options that choose calls narrow one another, as those of "
		"dump do. A page of a million calls has some tens of MB at "
		"most. " ARCHIVE_OPERAND " The page says so.",
	.options = options,
	.run = run,
};
