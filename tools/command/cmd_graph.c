/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace graph`: which calls were made inside which.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>

#include "tools/archive/archive.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/report/grow.h"
#include "tools/report/graph_print.h"
#include "tools/select/select.h"

static struct {
	const char *calls, *by, *min, *debug_path;
	bool is_json;
	struct filter_words filter;
} chosen = {.by = "thread", .min = "0"};

static const struct option options[] = {
	{ROW_GROW_BY("a tree"), .value = &chosen.by},
	{ROW_CALLS("show only these: " CALLS_GLOBS, select_check),
	 .value = &chosen.calls, .fallback = "all"},
	ROWS_FILTER(chosen.filter, "show only"),
	{ROW_DEBUG_PATH("with --by stack: "), .value = &chosen.debug_path},
	{ROW_GROW_MIN, .value = &chosen.min, .fallback = "0"},
	{ROW_JSON("node"), .value = &chosen.is_json},
	{0},
};

static void print_graph(const struct grow *grow)
{
	struct pen out = {.out = stdout};
	struct graph_print how = {.graph = &grow->graph,
				  .out = &out,
				  .min_percent = grow_percent(chosen.min)};

	if (chosen.is_json)
		graph_print_json(&how);
	else
		graph_print(&how);
	pen_flush(&out);
	pen_fini(&out);
	flush_stdout();
	if (how.n_left_out)
		say("%s below %s%% left out, with what they called",
		    human_things(how.n_left_out, "call path").text, chosen.min);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	static struct grow grow;

	grow.path = archive_path(cmd, argc, argv);
	grow.list = chosen.calls;
	listed_check(cmd, "--calls", chosen.calls, grow.path);
	grow.words = chosen.filter;
	grow.by = grow_by(chosen.by);
	grow.debug_path = chosen.debug_path;
	/* if the reader stops, EPIPE says so, see flush_stdout */
	signal(SIGPIPE, SIG_IGN);
	grow_graph(&grow);
	graph_link(&grow.graph, false, GRAPH_LARGEST_FIRST);
	print_graph(&grow);
	return grow_end(&grow);
}

const struct cmd cmd_graph = {
	.name = "graph",
	.synopsis = "[options] [FILE]",
	.purpose = "show which calls were made inside which",
	.description =
		"Prints calls as a graph: below each thread the functions that "
		"it called, and indented below these what was called inside "
		"them, by callbacks (of qsort, pthread_once, OpenGL's debug "
		"messages) or handlers of signals. Calls that were made on the "
		"same way are one line: their total time, its share of all "
		"threads' time in per cent, the time in themselves (without "
		"what is below), and their number:\n"
		"\n"
		"     total       %      self      count  call\n"
		"     1.2ms  100.0%       0ns        150  all\n"
		"     1.2ms  100.0%       0ns        150    sort 100\n"
		"     1.2ms  100.0%       0ns        150      sort 100\n"
		"     1.1ms   91.7%   300.0us          3        qsort\n"
		"   800.0us   66.7%   800.0us        147          strcmp\n"
		"\n"
		"[program] is the time of a thread outside of its calls. It "
		"is not known, and not shown, if options leave calls out.\n"
		"\n"
		"What takes the most time comes first. A call without an end "
		"lasts as long as the one around it, or as its process, or the "
		"recording. If options leave calls out, those inside them move "
		"up.\n"
		"\n"
		"--by stack shows the program's own functions that lead to "
		"each call, from the outermost one on, if it was recorded with "
		"its stack (record --stack). The time of each function is that "
		"of the calls that it led to. A stack that was cut begins with "
		"three dots.\n"
		"\n"
		"With --json each line is an object: id, parent (its id; the "
		"root has none), kind (all, process, thread, frame, call), "
		"name, count (of what is no call, all calls below), total_ns, "
		"self_ns, percent.\n"
		"\n" ARCHIVE_OPERAND,
	.options = options,
	.run = run,
};
