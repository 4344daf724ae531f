/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace trim`: a part of an archive as an archive.
 */
#include <string.h>

#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/select/select.h"
#include "tools/trim/numbers.h"
#include "tools/trim/trim.h"
#include "writer/redact.h"

static struct {
	const char *calls, *compress, *redact;
	struct filter_words filter;
	bool overwrite;
} chosen;

/* Functions, or calls by their numbers. */
static const char *check_calls(const char *text)
{
	if (*text >= '0' && *text <= '9')
		return numbers_are(text)
			       ? NULL
			       : "not numbers (4, 2-7, 2-, several between "
				 "commas)";
	return select_check(text);
}

static const struct option options[] = {
	{ROW_CALLS("keep only these: " CALLS_GLOBS
		   "; or of the calls' numbers: 4, 2-7, 2-",
		   check_calls),
	 .value = &chosen.calls, .fallback = "all"},
	{ROW_FRAMES("keep only these", "; and of the calls of OpenGL before "
				       "them what they need to be drawn again"),
	 .value = &chosen.filter.frames},
	{ROW_PROCESS("keep only these"), .value = &chosen.filter.processes},
	{ROW_THREAD("keep only these"), .value = &chosen.filter.threads},
	{ROW_PATH("keep only calls"), .value = &chosen.filter.paths},
	{ROW_SINCE("keep only what"), .value = &chosen.filter.since},
	{ROW_UNTIL("keep only what"), .value = &chosen.filter.until},
	{.name = "redact",
	 .kind = OPTION_STRING,
	 .value = &chosen.redact,
	 .arg = "LIST",
	 .help = "take these values out, but for their sizes: "
		 "FUNCTION:ARGUMENT or FUNCTION as for record; or of facts "
		 "process:argv, process:exe, process:cwd, process:session, "
		 "descriptor:target and module:path",
	 .fallback = "none",
	 .check = fxw_redact_check},
	{ROW_COMPRESS("OUT", "; every command reads all of them"),
	 .value = &chosen.compress, .fallback = "by OUT's name: .gz, .zst"},
	{ROW_OVERWRITE("OUT"), .value = &chosen.overwrite},
	{0},
};

/* The options that choose calls, as text for the archive. */
static const char *choice_text(void)
{
	static char text[TRIM_TEXT_BYTES];
	const struct {
		const char *name, *value;
	} all[] = {{"calls", chosen.calls},
		   {"frames", chosen.filter.frames},
		   {"process", chosen.filter.processes},
		   {"thread", chosen.filter.threads},
		   {"path", chosen.filter.paths},
		   {"since", chosen.filter.since},
		   {"until", chosen.filter.until},
		   {"redact", chosen.redact}};
	size_t n = 0;

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (all[i].value && n < sizeof(text))
			n += (size_t)snprintf(text + n, sizeof(text) - n,
					      "%s%s %s", n ? ", " : "",
					      all[i].name, all[i].value);
	return text;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	struct trim_settings settings = {.filter = chosen.filter,
					 .text = choice_text(),
					 .redact = chosen.redact};
	struct convert_job job = {.to = &trim_format,
				  .context = &settings,
				  .overwrite = chosen.overwrite};

	if (argc != 2)
		usage(cmd, "takes the names of two files, IN and OUT");
	if (chosen.calls && numbers_are(chosen.calls))
		settings.numbers = chosen.calls;
	else
		settings.calls = chosen.calls;
	listed_check(cmd, "--calls", settings.calls, argv[0]);
	job.in = argv[0];
	job.out = argv[1];
	job.packing = pack_wanted(chosen.compress, job.out);
	return convert_run(&job);
}

const struct cmd cmd_trim = {
	.name = "trim",
	.synopsis = "[options] IN OUT",
	.purpose = "make a smaller archive of a part of one",
	.description =
		"Copies the calls that the options choose, which narrow one "
		"another, with all that they need to be read: names, types, "
		"memory in pieces, stacks, facts and losses of their "
		"processes, flows, counters and asynchronous events of their "
		"time. What is kept stays as it was, byte for byte. Calls get "
		"new numbers, and frames count from 0. The archive says what "
		"it was trimmed to, and info, dump and replay show it.\n"
		"\n"
		"With --frames, alone or with --process, the calls of OpenGL, "
		"GLX and EGL before the frames are kept, too, except those "
		"that nothing in the frames depends on. These are queries, "
		"what was drawn to windows if the frames begin by clearing "
		"them, state that is set again before it is used, and textures "
		"that the frames do not show. What is not known to be "
		"unnecessary is kept, all of it where several threads draw. So "
		"fxtrace replay draws the frames as it does those of the whole "
		"archive. If they draw upon the pictures of earlier frames, "
		"these are kept as well, and are the first frames of OUT.\n"
		"\n"
		"All other options cut regardless of what OpenGL needs.\n"
		"\n"
		"--redact cleans an archive before it is given away. Of a "
		"value its size remains, as if record --redact had withheld "
		"it. Names of streams and folders and what OpenGL's objects "
		"are called go as a whole, and so do messages. So does what "
		"printf makes of withheld arguments, and a name of a thread "
		"that is such a value. A value that other arguments have as "
		"well remains there: list these, too.\n"
		"\n"
		"- is standard input or output. IN may be compressed (gzip, "
		"zstd), and OUT is if its name ends in .gz or .zst. OUT is "
		"written under another name first, and gets its own only if "
		"all of IN could be read. An older OUT is kept as OUT~1, OUT~2 "
		"and so on. OUT may be IN.",
	.options = options,
	.run = run,
};
