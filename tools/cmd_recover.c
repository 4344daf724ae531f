/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace recover`: finishes the archives of programs that were killed, by
 * default in place.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cmd.h"
#include "tools/die.h"
#include "tools/finish.h"
#include "tools/human.h"
#include "tools/inproc.h"
#include "tools/mend.h"

static struct {
	const char *output;
	bool force;
} chosen;

static const struct option options[] = {
	{.name = "output",
	 .letter = 'o',
	 .kind = OPTION_STRING,
	 .value = &chosen.output,
	 .arg = "OUT",
	 .help = "write the finished archive here and leave FILE alone"},
	{.name = "force",
	 .letter = 'f',
	 .kind = OPTION_FLAG,
	 .value = &chosen.force,
	 .help = "even if the program still seems to write it"},
	{0},
};

static void tell(const char *path, const struct finish_report *report)
{
	say("%s: recovered %s, %s", path,
	    human_things(report->n_calls, "call").text,
	    human_bytes(report->file_bytes).text);
	if (report->n_lost)
		say("%s: %s had found no room", path,
		    human_things(report->n_lost, "call").text);
	if (report->n_overwritten)
		say("%s: %s, older ones, had made room for them (circular "
		    "mode)",
		    path, human_things(report->n_overwritten, "call").text);
	if (report->n_broken)
		say("%s: left out %s of damage in %s", path,
		    human_bytes(report->n_broken_bytes).text,
		    human_things(report->n_broken, "place").text);
	if (report->is_rate_guess)
		say("%s: the program died too soon to tell its clock's rate; "
		    "took this machine's",
		    path);
}

/* Where the finished archive goes: a link stays a link. */
static const char *target(const char *path, char *real)
{
	if (chosen.output)
		return chosen.output;
	return realpath(path, real) ? real : path;
}

static bool recover_open(struct inproc *archive)
{
	const char *path = archive->path;
	struct finish_report report;
	char real[PATH_MAX];

	if (inproc_is_finished(archive) && !chosen.output) {
		say("%s: is finished already", path);
		return true;
	}
	if (!chosen.force && inproc_is_live(archive)) {
		say("%s: process %u is still writing it (--force finishes it "
		    "anyway)",
		    path, archive->control.pid);
		return false;
	}
	if (!finish_write(archive, target(path, real), &report)) {
		say("%s: %s", path, archive->error);
		return false;
	}
	tell(chosen.output ? chosen.output : path, &report);
	return true;
}

/* Not the archive of a process: a manager's, maybe. */
static bool recover_managed(const struct inproc *archive, const char *path)
{
	char real[PATH_MAX], error[256];
	uint64_t n_cut;

	if (!inproc_is_foreign(archive)) {
		say("%s: %s", path, archive->error);
		return false;
	}
	if (!mend(path, target(path, real), &n_cut, error, sizeof(error))) {
		say("%s: %s", path, error);
		return false;
	}
	if (n_cut)
		say("%s: cut off %s behind the last whole record", path,
		    human_bytes(n_cut).text);
	else
		say("%s: is whole already", path);
	return true;
}

static bool recover(const char *path)
{
	struct inproc archive;
	bool is_done;

	if (!inproc_open(&archive, path))
		return recover_managed(&archive, path);
	is_done = recover_open(&archive);
	inproc_close(&archive);
	return is_done;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	int status = EXIT_SUCCESS;

	if (argc == 0)
		usage(cmd, "recover: FILE is missing");
	if (chosen.output && argc > 1)
		usage(cmd, "recover: --output goes with one FILE only");
	if (chosen.output && !*chosen.output)
		usage(cmd, "recover: --output: the name is empty");
	for (int i = 0; i < argc; i++)
		if (!recover(argv[i]))
			status = EXIT_FAILURE;
	return status;
}

const struct cmd cmd_recover = {
	.name = "recover",
	.synopsis = "[options] FILE...",
	.purpose = "finish archives whose programs were killed",
	.description =
		"A program that is killed leaves an archive that holds "
		"everything it had recorded, but is not finished: it has its "
		"full size, with gaps, and its tick rate is provisional. "
		"`dump` and `info` read it as it is; other readers need it "
		"finished. `fxtrace record` does that by itself for programs "
		"that it started.\n"
		"\n"
		"An archive whose manager was killed is cut behind its last "
		"whole record.\n"
		"\n"
		"Each FILE is replaced by its finished form, at once and "
		"only if all went well. A finished archive is left as it is.",
	.options = options,
	.run = run,
};
