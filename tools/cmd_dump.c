/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace dump`: the calls of an archive in the order in which they began, as
 * text or JSON lines, or its records as they stand.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/archive.h"
#include "tools/catalogue.h"
#include "tools/cmd.h"
#include "tools/die.h"
#include "tools/print.h"
#include "tools/select.h"

static struct {
	const char *calls;
	bool is_json, is_raw, is_stable, has_blobs;
} chosen;

static const struct option options[] = {
	{.name = "calls",
	 .letter = 'c',
	 .kind = OPTION_STRING,
	 .value = &chosen.calls,
	 .arg = "LIST",
	 .help = "show only these: comma list of function globs and %category, "
		 "- excludes, + adds",
	 .fallback = "all",
	 .check = select_check},
	{.name = "json",
	 .letter = 'j',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_json,
	 .help = "one call a line as a JSON object"},
	{.name = "raw",
	 .letter = 'r',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_raw,
	 .help = "every record in the order of the file, with its offset"},
	{.name = "stable",
	 .letter = 's',
	 .kind = OPTION_FLAG,
	 .value = &chosen.is_stable,
	 .help = "leave out times, addresses and process and thread ids, to "
		 "compare runs"},
	{.name = "blobs",
	 .letter = 'b',
	 .kind = OPTION_FLAG,
	 .value = &chosen.has_blobs,
	 .help = "show memory whole, as a hexdump below the call"},
	{0},
};

static bool is_wanted(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	(void)context;
	/* both are copies with a NUL behind them */
	return select_has(
		chosen.calls,
		&(struct select_function){
			.category = category.bytes,
			.name = name.bytes,
			.group = catalogue_group(category.bytes, name.bytes),
			.is_default = true});
}

static int dump_raw(const char *path)
{
	struct fxr_reader *reader = archive_open(path, false);
	struct print print = {.out = stdout};
	static struct fxr_record record;
	int status;

	while (!fxr_next(reader, &record) && !ferror(stdout))
		print_record(&print, reader, &record);
	flush_stdout();
	status = archive_status(path, reader, NULL);
	fxr_close(reader);
	return status;
}

static int dump_calls(const char *path)
{
	struct fxr_reader *reader = archive_open(path, true);
	struct fxr_calls_options how = {
		.is_wanted = chosen.calls ? is_wanted : NULL,
		.progress = archive_progress,
	};
	struct print print = {.out = stdout,
			      .is_stable = chosen.is_stable,
			      .has_blobs = chosen.has_blobs};
	static struct fxr_call call;
	struct fxr_calls *calls;
	int status;

	if (chosen.is_json || chosen.has_blobs)
		how.max_blob_bytes = 256u << 20;
	calls = fxr_calls_open(reader, &how);
	archive_progress_end();
	print.world = fxr_calls_world(calls);
	while (!ferror(stdout) && fxr_calls_next(calls, &call)) {
		if (chosen.is_json)
			print_call_json(&print, &call);
		else
			print_call(&print, &call);
	}
	flush_stdout();
	status = archive_status(path, reader, calls);
	fxr_calls_close(calls);
	fxr_close(reader);
	return status;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = archive_path(cmd, argc, argv);

	if (chosen.is_raw && (chosen.is_json || chosen.calls))
		usage(cmd, "--raw shows records, so it goes with neither "
			   "--json nor --calls");
	setvbuf(stdout, NULL, _IOFBF, 256 << 10);
	return chosen.is_raw ? dump_raw(path) : dump_calls(path);
}

const struct cmd cmd_dump = {
	.name = "dump",
	.synopsis = "[options] [FILE]",
	.purpose = "print the calls of an archive",
	.description =
		"Prints a call a line, over all processes and threads in the "
		"order in which calls began:\n"
		"\n"
		"  12 0.000123 100/101 read(fd=3, buf=\"abc\", count=9) = 3 "
		"<1.2us>\n"
		"\n"
		"that is its number, seconds since the session's start, "
		"process "
		"and thread, the arguments in prototype order, the result and "
		"how long it took. After the result of a failed call stands "
		"the "
		"error; a call that has no end in the archive has = ? and the "
		"reason. X => Y is a value before and after the call, "
		"...[N] one that has N bytes or elements in all.\n"
		"\n"
		"FILE may be compressed (gzip, zstd), or - for standard input. "
		"Without FILE the newest *.fxt of the current directory is "
		"taken. If the archive is damaged, what stands before the "
		"fault "
		"is printed and the status is 1.\n"
		"\n"
		"With --json each line is one call, an object with these keys: "
		"number; begin_ns, end_ns, duration_ns (since the session's "
		"start; without an end only begin_ns); pid, tid; process, "
		"thread (names, if known); category, name; state (done, "
		"unfinished, abandoned, no_return, replaced); marks (late, "
		"cut, "
		"fake; only if there are any); args (an object in prototype "
		"order); ret; errno (only if the call failed). Constants, flag "
		"sets and addresses are strings; memory and text that is not "
		"UTF-8 are objects with base64 and bytes (their number); NAME' "
		"is what the call made of NAME, NAME@ its address, NAME.size "
		"the true size of a value that was cut.",
	.options = options,
	.run = run,
};
