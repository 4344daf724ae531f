/* SPDX-License-Identifier: MIT */
/*
 * The archives of a recording without a manager. The first process writes
 * NAME.fxt. Each further process of the tree writes NAME.PID.fxt or
 * NAME.PID.N.fxt next to it. Older files of such names are recognized by their
 * time.
 */
#include "tools/manager/outcome.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/archive/finish.h"
#include "tools/select/groups.h"
#include "tools/base/human.h"
#include "tools/manager/missing.h"
#include "tools/archive/inproc.h"
#include "tools/archive/output.h"
#include "tools/base/older.h"

/* Sums over the archives of a recording. */
struct sums {
	const struct outcome *outcome;
	char first[PATH_MAX]; /* an archive's name, for the summary */
	unsigned n_archives;
	unsigned n_failed;
	unsigned n_recovered;
	unsigned n_running;
	uint32_t running_pid; /* one of them */
	uint64_t n_bytes;
	uint64_t n_buffer_bytes; /* of the largest buffer that dropped calls */
	struct finish_report total;
	struct missing missing;
};

static void add_report(struct finish_report *total,
		       const struct finish_report *one)
{
	total->n_calls += one->n_calls;
	total->n_lost += one->n_lost;
	total->n_lost_ends += one->n_lost_ends;
	total->n_overwritten += one->n_overwritten;
	total->n_cut += one->n_cut;
	total->n_left_out += one->n_left_out;
	total->n_undescribed += one->n_undescribed;
	total->n_broken += one->n_broken;
	total->n_broken_bytes += one->n_broken_bytes;
	total->is_rate_guess |= one->is_rate_guess;
}

/* The recorder reserves space for calls of the program's last moments. Whether
 * most of a whole archive is such filler. */
static bool is_mostly_filler(const struct inproc *archive,
			     const struct finish_report *report)
{
	return report->n_broken == 0 &&
	       archive->size_bytes / 2 > report->file_bytes;
}

/* Counts the archive. Rewrites it if its process could not finish it or if it
 * would shrink much. */
static bool finish_archive(struct sums *sums, struct inproc *archive,
			   struct finish_report *report)
{
	bool is_finished = inproc_is_finished(archive);
	bool is_live = inproc_is_live(archive);

	if (is_finished || is_live) {
		if (!finish_count(archive, report))
			return false;
		if (!is_live && is_mostly_filler(archive, report))
			return finish_write(archive, archive->path, false,
					    report);
	}
	if (is_live && !is_finished) {
		sums->n_running++;
		sums->running_pid = archive->control.pid;
	}
	if (is_finished || is_live)
		return true;
	/* else it was not allowed to finish it (seccomp) */
	if (archive->control.state != FXW_ENDED)
		sums->n_recovered++;
	return finish_write(archive, archive->path, false, report);
}

/* The size on disk: the archive of a running process is mostly a hole. */
static uint64_t size_bytes(const char *path)
{
	uint64_t n_blocks;
	struct stat st;

	if (stat(path, &st))
		return 0;
	n_blocks = (uint64_t)st.st_blocks;
	return n_blocks * 512 < (uint64_t)st.st_size ? n_blocks * 512
						     : (uint64_t)st.st_size;
}

static void take_archive(struct sums *sums, const char *path)
{
	struct finish_report report;
	struct inproc archive;
	uint64_t n_buffer_bytes;

	if (!inproc_open(&archive, path)) {
		/* such as a snapshot that somebody has given such a name */
		if (inproc_is_foreign(&archive))
			return;
		say("%s: %s", path, archive.error);
		sums->n_failed++;
		return;
	}
	n_buffer_bytes = archive.header.total_bytes;
	if (!finish_archive(sums, &archive, &report)) {
		say("%s: %s", path, archive.error);
		sums->n_failed++;
	} else {
		if (sums->n_archives++ == 0)
			snprintf(sums->first, sizeof(sums->first), "%s", path);
		add_report(&sums->total, &report);
		missing_add(&sums->missing, &archive.control);
		if (report.n_lost && n_buffer_bytes > sums->n_buffer_bytes)
			sums->n_buffer_bytes = n_buffer_bytes;
		sums->n_bytes += size_bytes(path);
	}
	inproc_close(&archive);
}

/* Is `name` STEM.PID.fxt or STEM.PID.N.fxt? */
static bool is_descendant(const char *name, const char *stem, size_t n_stem)
{
	if (strncmp(name, stem, n_stem) != 0)
		return false;
	name += n_stem;
	for (int i = 0; i < 2; i++) {
		if (name[0] != '.' || !isdigit((unsigned char)name[1]))
			return false;
		name += 1 + strspn(name + 1, "0123456789");
		if (strcmp(name, ".fxt") == 0)
			return true;
	}
	return false;
}

static bool is_from_now_on(const char *path, const struct timespec *start)
{
	struct stat st;

	if (lstat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	return st.st_mtim.tv_sec > start->tv_sec ||
	       (st.st_mtim.tv_sec == start->tv_sec &&
		st.st_mtim.tv_nsec >= start->tv_nsec);
}

/* For scandir's filter, which has no context argument. */
static const struct outcome *current_outcome;

static int is_ours(const struct dirent *entry)
{
	const char *name = strrchr(current_outcome->output, '/') + 1;

	return is_descendant(entry->d_name, name, older_stem(name));
}

/* Collects all names first: finishing an archive changes the folder. */
static void take_descendants(struct sums *sums)
{
	const char *output = sums->outcome->output;
	int n_folder = (int)(strrchr(output, '/') + 1 - output);
	char path[PATH_MAX];
	struct dirent **entries;
	int n;

	snprintf(path, sizeof(path), "%.*s", n_folder, output);
	current_outcome = sums->outcome;
	n = scandir(path, &entries, is_ours, versionsort);
	for (int i = 0; i < n; i++) {
		if ((size_t)snprintf(path, sizeof(path), "%.*s%s", n_folder,
				     output,
				     entries[i]->d_name) < sizeof(path) &&
		    is_from_now_on(path, &sums->outcome->start))
			take_archive(sums, path);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

/* A buffer that would have been much larger: a power of two. */
static uint64_t larger_buffer(uint64_t n_bytes)
{
	uint64_t n = 1;

	while (n < n_bytes)
		n *= 2;
	return n * 4;
}

static void report_undescribed(uint64_t n)
{
	if (n)
		say("%s of functions, types or modules found no space: record "
		    "with a larger --buffer",
		    human_things(n, "description").text);
}

static void report_losses(const struct sums *sums)
{
	const struct finish_report *total = &sums->total;

	if (total->n_lost)
		say("%s dropped for lack of space: record with --buffer "
		    "%lluM",
		    human_things(total->n_lost, "call").text,
		    (unsigned long long)larger_buffer(sums->n_buffer_bytes) >>
			    20);
	if (total->n_overwritten)
		say("%s overwritten by newer ones (circular mode)",
		    human_things(total->n_overwritten, "call").text);
	if (total->n_lost_ends)
		say("the end of %s dropped for lack of space",
		    human_things(total->n_lost_ends, "call").text);
	report_undescribed(total->n_undescribed);
	if (total->n_left_out)
		say("%s left out by filters: fxtrace info lists them",
		    human_things(total->n_left_out, "call").text);
	if (total->n_cut)
		say("%s cut short: --string-max and --blob-max allow more",
		    human_things(total->n_cut, "value").text);
	if (total->n_broken)
		say("%s of damaged records were left out",
		    human_bytes(total->n_broken_bytes).text);
	if (total->is_rate_guess)
		say("a process died too soon to measure its clock's rate; "
		    "this machine's is used");
}

static void report_state(const struct sums *sums)
{
	if (sums->n_recovered == 1)
		say("a process was killed; its archive was finished here");
	else if (sums->n_recovered)
		say("%u processes were killed; their archives were finished "
		    "here",
		    sums->n_recovered);
	if (sums->n_running == 1)
		say("process %u is still running: what it records from now on "
		    "is not counted",
		    sums->running_pid);
	else if (sums->n_running)
		say("%u processes are still running (one is %u): what they "
		    "record from now on is not counted",
		    sums->n_running, sums->running_pid);
}

static void report_groups(const struct outcome *outcome)
{
	const char *calls = getenv("FXTRACE_CALLS");
	char groups[256];

	groups_off(groups, sizeof(groups));
	if (outcome->is_verbose && groups[0] && !(calls && *calls))
		say("not requested, not recorded: %s; add them with "
		    "--calls +%.*s",
		    groups, (int)strcspn(groups, " "), groups);
}

static void report_archives(const struct sums *sums)
{
	const char *path = output_below_here(sums->first);
	char more[64] = "";

	if (sums->n_archives > 1)
		snprintf(more, sizeof(more), " and %u more next to it",
			 sums->n_archives - 1);
	say("%s%s: %s, %s", path, more,
	    human_things(sums->total.n_calls, "call").text,
	    human_bytes(sums->n_bytes).text);
}

static void report_nothing(const struct sums *sums)
{
	const struct outcome *outcome = sums->outcome;

	if (sums->n_failed)
		return; /* already reported */
	if (outcome->obstacle)
		say("nothing was recorded: %s %s", outcome->program,
		    outcome->obstacle);
	else
		say("nothing was recorded: %s made no archive",
		    outcome->program);
}

void outcome_report_session(const char *name,
			    const struct manager_report *report)
{
	if (!name)
		say("%s of %s, not kept: -o FILE would",
		    human_things(report->n_calls, "call").text,
		    human_things(report->n_processes, "program").text);
	else
		say("%s: %s of %s, %s", name,
		    human_things(report->n_calls, "call").text,
		    human_things(report->n_processes, "program").text,
		    human_bytes(report->n_bytes).text);
	if (report->n_lost)
		say("%s dropped for lack of space: record with a larger "
		    "--buffer (and --on-full block, the default)",
		    human_things(report->n_lost, "call").text);
	if (report->n_overwritten)
		say("%s overwritten by newer ones (circular mode)",
		    human_things(report->n_overwritten, "call").text);
	if (report->n_lost_ends)
		say("the end of %s dropped for lack of space",
		    human_things(report->n_lost_ends, "call").text);
	report_undescribed(report->n_undescribed);
	if (report->n_unwritten)
		say("%s could not be written",
		    human_things(report->n_unwritten, "call").text);
	if (report->n_left_out)
		say(name ? "%s left out by filters: fxtrace info lists them"
			 : "%s left out by filters",
		    human_things(report->n_left_out, "call").text);
	if (report->n_cut)
		say("%s cut short: --string-max and --blob-max allow more",
		    human_things(report->n_cut, "value").text);
	if (report->n_broken)
		say("%s of damaged records were left out",
		    human_bytes(report->n_broken_bytes).text);
	if (report->n_left)
		say("%u process%s still running: what happened there after "
		    "that "
		    "is not recorded",
		    report->n_left, report->n_left == 1 ? " was" : "es were");
}

/* The name of the archive that a manager wrote, if it did. */
static const char *name_of(const struct outcome *outcome)
{
	if (outcome->is_unwritten)
		return NULL;
	return outcome->name ? outcome->name
			     : output_below_here(outcome->output);
}

bool outcome_report_managed(const struct outcome *outcome,
			    const struct manager_report *report)
{
	static struct sums sums;

	sums.outcome = outcome;
	take_descendants(&sums);
	if (report->error)
		say("%s: %s", outcome->name ?: outcome->output,
		    strerror(report->error));
	if (outcome->quiet)
		return !report->error && sums.n_failed == 0;
	if (report->n_processes) {
		outcome_report_session(name_of(outcome), report);
		report_groups(outcome);
	} else if (!sums.n_archives) {
		report_nothing(&sums);
	}
	if (sums.n_archives) {
		report_archives(&sums);
		report_losses(&sums);
		report_state(&sums);
	}
	missing_report(&sums.missing, report);
	return !report->error && sums.n_failed == 0;
}

bool outcome_report(const struct outcome *outcome)
{
	static struct sums sums;
	struct stat st;

	sums.outcome = outcome;
	if (lstat(outcome->output, &st) == 0)
		take_archive(&sums, outcome->output);
	take_descendants(&sums);
	if (outcome->quiet)
		return sums.n_failed == 0;
	if (sums.n_archives) {
		report_archives(&sums);
		report_losses(&sums);
		report_groups(outcome);
		report_state(&sums);
		missing_report(&sums.missing, NULL);
	} else {
		report_nothing(&sums);
	}
	return sums.n_failed == 0;
}
