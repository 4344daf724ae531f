/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace browse`: the calls of an archive in a terminal.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/base/color.h"
#include "tools/base/die.h"
#include "tools/browse/browse.h"
#include "tools/browse/words.h"
#include "tools/command/cmd.h"
#include "tools/command/shared_options.h"
#include "tools/manager/sessions.h"

static struct {
	const char *filter, *color, *debug_path;
} chosen = {.color = "auto"};

static const struct option options[] = {
	{.name = "filter",
	 .letter = 'f',
	 .kind = OPTION_STRING,
	 .value = &chosen.filter,
	 .arg = "OPTIONS",
	 .help = "begin with these calls only: options of dump in one word, "
		 "'--errors --min-time 1ms', or a list as of --calls"},
	{ROW_DEBUG_PATH("of a call's stack: "), .value = &chosen.debug_path},
	{ROW_COLOR, .value = &chosen.color},
	{0},
};

/* The options of dump that choose calls. */
static struct found_words words;
static const struct option filter_options[] = {
	{ROW_CALLS("", select_check), .value = &words.calls},
	ROWS_OUTCOME(words.filter, ""),
	ROWS_FILTER(words.filter, ""),
	{.name = "grep",
	 .letter = 'g',
	 .kind = OPTION_STRING,
	 .value = &words.filter.pattern,
	 .arg = "REGEX",
	 .check = filter_check_pattern},
	{0},
};
static const struct cmd filter = {.name = "filter", .options = filter_options};

/* One word without an option is a list of functions. */
static bool parse_filter(char *text, struct found_words *result, char *why,
			 size_t why_bytes)
{
	char *all[WORDS_MAX + 1];
	int n = words_split(text, all), n_left;

	words = (struct found_words){0};
	if (n < 0) {
		snprintf(why, why_bytes,
			 "a quote is not closed, or there are too many words");
		return false;
	}
	n_left = option_parse(&filter, n, all, why, why_bytes);
	if (n_left == OPTION_HELP)
		snprintf(why, why_bytes, "? shows help");
	if (n_left == 1 && !words.calls) {
		const char *wrong = select_check(all[0]);

		if (wrong)
			snprintf(why, why_bytes, "%s: %s", all[0], wrong);
		words.calls = all[0];
		n_left = wrong ? OPTION_WRONG : 0;
	} else if (n_left > 0) {
		snprintf(why, why_bytes, "%s is no option of dump", all[0]);
	}
	*result = words;
	return n_left == 0;
}

/* The archive of a session that the operand names, if it is no file. */
static const char *session_archive(int argc, char **argv)
{
	static char path[4096];
	struct session_known *all;
	const struct session_known *session;

	if (argc != 1 || access(argv[0], F_OK) == 0 ||
	    strspn(argv[0], "0123456789") != strlen(argv[0]))
		return NULL;
	all = sessions_find();
	session = sessions_named(&all, argv[0]);
	if (!sessions_value(session, "archive", 0, path, sizeof(path)))
		die("session %s has no archive that could be read", argv[0]);
	sessions_free(all);
	return path;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	struct browse browse = {.debug_path = chosen.debug_path,
				.parse = parse_filter};
	char why[256] = "";

	browse.path = session_archive(argc, argv);
	if (!browse.path)
		browse.path = archive_path(cmd, argc, argv);
	if (!archive_is_file(browse.path))
		die("%s is no file; browse reads an archive at many places",
		    browse.path);
	if (chosen.filter &&
	    !listing_filter(&browse, chosen.filter, why, sizeof(why)))
		usage(cmd, "--filter %s: %s", chosen.filter, why);
	display_check();
	browse.loader = loader_open(browse.path);
	display_open(color_is_wanted(chosen.color));
	return browse_run(&browse);
}

const struct cmd cmd_browse = {
	.name = "browse",
	.synopsis = "[options] [FILE|SESSION]",
	.purpose = "look through the calls of an archive in a terminal",
	.description =
		"Shows an archive on the whole terminal, also over ssh, also "
		"without colours. The first calls are there at once, while the "
		"rest is read. Memory does not grow with the archive: where "
		"each call is is kept in a temporary file, about 72 bytes a "
		"call, in TMPDIR, /var/tmp or /tmp.\n"
		"\n"
		"There are four views. c has the calls in the order in which "
		"they began, each inside the calls around it. t has processes, "
		"their threads and their calls as a tree whose parts fold. r "
		"has the rows of fxtrace report, by function, file, errno and "
		"so on, sorted by any column, of the calls that a filter "
		"chooses. Enter shows a call whole: its arguments one by one, "
		"what its descriptors are, memory as a hexdump, and its stack. "
		"Of a report's row it shows the calls, and narrows the filter "
		"to them. Of a process or thread these include calls of the "
		"other programs that it was. The mouse works, too.\n"
		"\n"
		"/ searches for a regular expression. Without capitals in it, "
		"it fits both. n and N go on and back. f shows only some "
		"calls, "
		"by the options that dump has for that: --calls, --errors, "
		"--min-time, --since, --until, --process, --thread, --frames, "
		"--path, --grep. ? lists all keys.\n"
		"\n"
		"SESSION is the number of a session that fxtrace ps shows, or "
		"the id of one of its programs. Its archive is read again as "
		"it grows. So is a FILE that somebody writes to.\n"
		"\n"
		"What descriptors are is shown as dump shows it. In a large "
		"archive it takes a moment, as the calls before say it. / "
		"searches lines without it; f --path finds the calls of a "
		"file. " ARCHIVE_OPERAND,
	.options = options,
	.escapes_itself = true,
	.run = run,
};
