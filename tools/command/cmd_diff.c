/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace diff`: how two recordings of a program differ.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/select/catalogue.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/shared_options.h"
#include "tools/base/color.h"
#include "tools/base/die.h"
#include "tools/base/terminal.h"
#include "tools/base/human.h"
#include "tools/diff/compare.h"
#include "tools/base/pager.h"
#include "tools/select/select.h"

/* Exit statuses: 2 is a wrong command line. */
enum { ALIKE = 0, DIFFERENT = 1, FAILED = 3 };

static struct {
	const char *calls, *color;
	struct option_list ignored;
	struct filter_words filter;
	bool has_values, has_results, has_summary, is_json, has_pager;
	uint64_t n_context;
} chosen = {.color = "auto",
	    .has_values = true,
	    .has_results = true,
	    .has_pager = true,
	    .n_context = 3};

static const struct option options[] = {
	{ROW_CALLS("compare only these: " CALLS_GLOBS, select_check),
	 .value = &chosen.calls, .fallback = "all"},
	{ROW_PROCESS("compare only calls of these, in either archive"),
	 .value = &chosen.filter.processes},
	{ROW_THREAD("compare only calls of these, in either archive"),
	 .value = &chosen.filter.threads},
	{ROW_PATH("compare only calls"), .value = &chosen.filter.paths},
	{.name = "values",
	 .kind = OPTION_FLAG,
	 .value = &chosen.has_values,
	 .help = "compare arguments and results; --no-values compares only "
		 "which functions are called",
	 .fallback = "yes"},
	{.name = "results",
	 .kind = OPTION_FLAG,
	 .value = &chosen.has_results,
	 .help = "compare what calls return and store, errno, and how they "
		 "ended",
	 .fallback = "yes"},
	{.name = "ignore",
	 .letter = 'i',
	 .kind = OPTION_LIST,
	 .value = &chosen.ignored,
	 .arg = "NAME[:VALUE]",
	 .help = "leave out calls of these functions, or do not compare this "
		 "value of them: a parameter, a member of a struct, ret or "
		 "errno; both are globs",
	 .check = varying_check},
	{.name = "context",
	 .letter = 'U',
	 .kind = OPTION_NUMBER,
	 .value = &chosen.n_context,
	 .arg = "N",
	 .help = "how many equal calls to show before and after those that "
		 "differ",
	 .fallback = "3"},
	{.name = "summary",
	 .letter = 's',
	 .kind = OPTION_FLAG,
	 .value = &chosen.has_summary,
	 .help = "only count, by function"},
	{ROW_JSON("difference, with --summary one function,"),
	 .value = &chosen.is_json},
	{ROW_COLOR, .value = &chosen.color},
	{ROW_PAGER, .value = &chosen.has_pager},
	{0},
};

/* Whether calls of a function are compared. context: what is ignored. */
static bool is_chosen(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	return catalogue_is_listed(chosen.calls, category, name) &&
	       !varying_has_call(context, name.bytes);
}

/* Is compared, or is needed to know what descriptors are. */
static bool is_wanted(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	return is_chosen(context, category, name) ||
	       descriptors_need(category.bytes, name.bytes);
}

static bool is_alike(const struct tally_row *all)
{
	return !all->alone[0] && !all->alone[1] && !all->changed;
}

/* The last line: how many calls differ. */
static void put_sum(const struct compare *compare, struct pen *out)
{
	const struct tally_row *all = &compare->tally.all;

	if (is_alike(all))
		pen_format(out, "alike: %s\n",
			   human_plain(all->n[0], "call").text);
	else
		pen_format(out,
			   "different: %llu of %llu calls only in A, %llu of "
			   "%llu only in B, %llu changed\n",
			   (unsigned long long)all->alone[0],
			   (unsigned long long)all->n[0],
			   (unsigned long long)all->alone[1],
			   (unsigned long long)all->n[1],
			   (unsigned long long)all->changed);
}

static void put_tally(struct compare *compare, struct pen *out)
{
	const struct fxr_text *names = compare->names.names;

	if (chosen.has_summary && chosen.is_json)
		tally_print_json(&compare->tally, names, out);
	else if (chosen.has_summary)
		tally_print(&compare->tally, names, out);
	if (!chosen.is_json)
		put_sum(compare, out);
}

/* Whether both archives could be read as a whole; says what could not. */
static bool is_whole(const struct compare *compare, const struct report *report)
{
	bool is_whole = true;

	for (unsigned s = 0; s < 2; s++) {
		const struct side *side = &compare->sides[s];

		if (archive_status(side->path, side->reader, side->calls))
			is_whole = false;
		if (side_has_failed(side))
			say("the temporary files do not fit their folder "
			    "(TMPDIR)");
		is_whole = is_whole && !side_has_failed(side);
	}
	if (report->has_failed && is_whole)
		say("an archive has changed while it was read");
	return is_whole && !report->has_failed;
}

static int compare_both(struct compare *compare)
{
	struct report_how how = {.is_json = chosen.is_json,
				 .has_color = color_is_wanted(chosen.color),
				 .n_context = chosen.n_context};
	struct canon_how values = {.has_values = chosen.has_values,
				   .has_results = chosen.has_results};
	const struct fxr_calls_options choice = {.is_wanted = is_chosen,
						 .context = compare->varying};
	static struct report report;
	int status;

	compare_read(compare, values, &chosen.filter, &choice);
	compare_align(compare);
	report_init(&report, compare->sides, how);
	compare->has_report = !chosen.has_summary;
	if (chosen.has_pager)
		pager_open();
	compare_report(compare, &report);
	put_tally(compare, &report.out);
	pen_flush(&report.out);
	flush_stdout();
	status = is_alike(&compare->tally.all) ? ALIKE : DIFFERENT;
	if (!is_whole(compare, &report))
		status = FAILED;
	report_fini(&report);
	return status;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	static struct compare compare;
	struct fxr_calls_options how = {
		.is_wanted = is_wanted,
		.progress = archive_progress,
		.max_blob_bytes = 256u << 20,
	};
	int status;

	if (argc != 2)
		usage(cmd,
		      argc < 2 ? "two archives are needed"
			       : "two archives at a time, not also '%s'",
		      argv[argc < 2 ? argc : 2]);
	if (!strcmp(argv[0], "-") && !strcmp(argv[1], "-"))
		usage(cmd, "only one of both can be standard input");
	listed_check_all(cmd, "--calls", chosen.calls, argv, 2);
	die_with(FAILED);
	/* if the reader stops, EPIPE says so, see flush_stdout */
	signal(SIGPIPE, SIG_IGN);
	if (chosen.is_json || !color_is_wanted(chosen.color))
		terminal_guard();
	setvbuf(stdout, NULL, _IOFBF, 256 << 10);
	compare.varying = varying_open(chosen.ignored.items, chosen.ignored.n);
	how.context = compare.varying;
	for (unsigned s = 0; s < 2; s++)
		side_open(&compare.sides[s], argv[s], &how);
	status = compare_both(&compare);
	compare_fini(&compare);
	return status;
}

const struct cmd cmd_diff = {
	.name = "diff",
	.synopsis = "[options] A B",
	.purpose = "compare two archives call by call",
	.description =
		"Compares what two recordings of a program say that it called: "
		"before and after an upgrade, on two machines, with and "
		"without an option. Prints, for each thread in the order of A, "
		"which calls are only in A (-), only in B (+), or have other "
		"values (~). Below a changed call are the values that changed, "
		"from what to what. Long texts and memory are shown from where "
		"they differ on:\n"
		"\n"
		"  @@ -117 +118 @@ cat -100/100 +210/210\n"
		"   117 open(pathname=\"a\", flags=O_RDONLY) = 3\n"
		"  ~118 read(fd=3, buf=\"abc\", count=9) = 3\n"
		"      buf: \"abc\" => \"ab\"\n"
		"      ret: 3 => 2\n"
		"  +120 close(fd=3) = 0\n"
		"\n"
		"The line that begins with @@ has the number of the first call "
		"in A and in B, the process, and the thread if it has its own "
		"name. It ends with the ids of both in A and in B. Calls are "
		"shown as dump shows them, numbers included; + has B's. The "
		"last line says how many calls differ.\n"
		"\n"
		"Processes belong together if their parents do. They are "
		"matched by program and arguments, else by name, and by the "
		"order of their start. Threads are matched by name and the "
		"order in which they were made. If one has no counterpart, all "
		"its calls are listed.\n"
		"\n"
		"What differs from run to run is not compared: times, ids of "
		"processes and threads (also in texts, if they are a process's "
		"own or its parent's), addresses, inode and device numbers, "
		"link counts, and random data (what /dev/urandom gives). The "
		"object behind a handle (FILE *, an OpenGL texture) is "
		"compared. The call that makes it or first uses it says which "
		"object of A is which one of B. If a call uses another one, it "
		"has changed. Names of temporary files are compared likewise: "
		"once a call has made them, they are alike wherever they "
		"occur. Descriptors are compared by number.\n"
		"\n"
		"--ignore leaves out more: --ignore getenv --ignore "
		"'*stat*:st_size' --ignore 'write:buf' --ignore '*:errno'.\n"
		"\n"
		"With --json each line is an object: change (removed, added, "
		"changed), a and b (the call, as dump --json has it), values "
		"(of a changed one: name, a and b; is_object: it is another "
		"object; has_more: these are not all). With --summary: "
		"function, only_a, only_b, changed, all_a, all_b.\n"
		"\n"
		"Status: 0: alike. 1: different. 2: the command line is wrong. "
		"3: something is wrong with a file or the system; what comes "
		"before a fault in an archive has been compared.",
	.options = options,
	.escapes_itself = true,
	.run = run,
};
