/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace recover`: finishes the archives of programs that were killed, by
 * default in place.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/command/cmd.h"
#include "tools/command/shared_options.h"
#include "tools/base/die.h"
#include "tools/archive/finish.h"
#include "tools/base/human.h"
#include "tools/archive/inproc.h"
#include "tools/manager/mend.h"
#include "tools/archive/repack.h"

static struct {
	const char *output;
	bool force, overwrite;
} chosen;

static const struct option options[] = {
	{ROW_OUTPUT("OUT",
		    "write the finished archive here and leave FILE alone"),
	 .value = &chosen.output},
	{.name = "force",
	 .letter = 'f',
	 .kind = OPTION_FLAG,
	 .value = &chosen.force,
	 .help = "even if the program or its manager still seems to write "
		 "it"},
	{ROW_OVERWRITE("OUT"), .value = &chosen.overwrite},
	{0},
};

/* whose: "" or " of theirs" */
static void report_losses(const char *path, const char *whose, uint64_t n_lost,
			  uint64_t n_overwritten)
{
	if (n_lost)
		say("%s: %s%s found no space", path,
		    human_things(n_lost, "call").text, whose);
	if (n_overwritten)
		say("%s: %s%s, older ones, were overwritten (circular mode)",
		    path, human_things(n_overwritten, "call").text, whose);
}

static void report_recovered(const char *path,
			     const struct finish_report *report)
{
	say("%s: recovered %s, %s", path,
	    human_things(report->n_calls, "call").text,
	    human_bytes(report->file_bytes).text);
	report_losses(path, "", report->n_lost, report->n_overwritten);
	if (report->n_broken)
		say("%s: left out %s of damage in %s", path,
		    human_bytes(report->n_broken_bytes).text,
		    human_things(report->n_broken, "place").text);
	if (report->is_rate_guess)
		say("%s: the program died before it recorded its clock's rate; "
		    "used this machine's",
		    path);
}

/* Where the finished archive goes. */
static const char *target_path(const char *path)
{
	return chosen.output ? chosen.output : path;
}

/* FILE is replaced by its finished form; OUT is another file. */
static bool keeps_older(void)
{
	return chosen.output && !chosen.overwrite;
}

static bool recover_open(struct inproc *archive)
{
	const char *path = archive->path;
	struct finish_report report;
	bool is_cut = inproc_is_cut(archive);

	if (inproc_is_finished(archive) && !is_cut && !chosen.output) {
		say("%s: is finished already", path);
		return true;
	}
	if (!chosen.force && inproc_is_live(archive)) {
		say("%s: process %u is still writing it (--force finishes it "
		    "anyway)",
		    path, archive->control.pid);
		return false;
	}
	if (!finish_write(archive, target_path(path), keeps_older(), &report)) {
		say("%s: %s", path, archive->error);
		return false;
	}
	if (is_cut)
		say("%s: ended too early: it was cut off", path);
	report_recovered(chosen.output ? chosen.output : path, &report);
	return true;
}

/* What was appended to a manager's archive. */
static void report_added(const char *path, const struct mend_report *report)
{
	if (!report->is_added)
		return;
	say("%s: added %s of %s %s; what they do from now on is not recorded",
	    path, human_things(report->n_calls, "call").text,
	    human_count(report->n_processes).text,
	    report->n_processes == 1 ? "process that still runs"
				     : "processes that still run");
	report_losses(path, " of theirs", report->n_lost,
		      report->n_overwritten);
	if (report->n_broken_bytes)
		say("%s: left out %s of damage in their buffers", path,
		    human_bytes(report->n_broken_bytes).text);
}

/* Reports processes that still run and from which nothing was taken. Returns
 * whether all could be read. */
static bool report_left_out(const char *path, const struct orphans *orphans)
{
	bool is_complete = true;

	for (size_t i = 0; i < orphans->n; i++) {
		const struct orphan *orphan = &orphans->all[i];

		if (orphan->denied) {
			say("%s: process %u still runs, and what it holds may "
			    "not be read: %s (run recover as root, or as the "
			    "same user with kernel.yama.ptrace_scope=0)",
			    path, orphan->pid, strerror(orphan->denied));
			is_complete = false;
		} else if (orphan->refused) {
			say("%s: process %u still runs, and what it holds is "
			    "left out: %s",
			    path, orphan->pid, orphan->refused);
		}
	}
	return is_complete;
}

static bool report_mended(const char *path, const struct mend_report *report)
{
	if (report->is_cut)
		say("%s: cut off %s after the last whole record", path,
		    report->n_cut ? human_bytes(report->n_cut).text
				  : "what came");
	else if (report->is_unended && !report->is_added)
		say("%s: ended too early: it was cut off, or its session was "
		    "killed",
		    path);
	report_added(path, report);
	if (report->n_gone)
		say("%s: %s %s ended with their manager and its standby, and "
		    "what they recorded last is gone",
		    path, human_count(report->n_gone).text,
		    report->n_gone == 1 ? "process" : "processes");
	else if (!report->is_cut && !report->is_added && !report->is_unended)
		say("%s: is whole already", path);
	return report_left_out(path, &report->orphans);
}

/* A manager that was killed at once leaves an empty file. */
static bool is_empty(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0;
}

/* What is not the archive of a process may be a manager's. */
static bool recover_managed(const struct inproc *archive, const char *path)
{
	char error[256];
	struct mend_report report;
	bool is_done;

	if (!inproc_is_foreign(archive) && !repack_is_packed(path) &&
	    !is_empty(path)) {
		say("%s: %s", path, archive->error);
		return false;
	}
	is_done = mend(path, target_path(path), keeps_older(), chosen.force,
		       &report, error, sizeof(error));
	if (is_done)
		is_done = report_mended(path, &report);
	else
		say("%s: %s", path, error);
	mend_report_fini(&report);
	return is_done;
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
		"An archive whose manager was killed is cut after its last "
		"whole record. Its programs run on without the manager, and "
		"hold what it had not saved as long as they live. That is "
		"appended, with what they have lost since then. In circular "
		"mode, it is what they have not overwritten yet. The programs "
		"are not disturbed, and what they do from then on is not "
		"recorded. This reads their memory: as root, or as their user "
		"if the system lets users trace their own processes "
		"(kernel.yama.ptrace_scope=0).\n"
		"\n"
		"Each FILE is replaced by its finished form, at once and only "
		"if all went well. An older OUT is kept as OUT~1, OUT~2 and so "
		"on. A finished archive is left as it is. "
		"Of a link, the link is replaced, and what it leads to stays "
		"as it is.",
	.options = options,
	.run = run,
};
