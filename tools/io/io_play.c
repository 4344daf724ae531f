/* SPDX-License-Identifier: MIT */
/*
 * See io_play.h. The archive is read in the order in which calls began. Each
 * call becomes a job for its thread's lane. The replay's file for a recorded
 * descriptor is found through objects, which the descriptor tables share.
 */
#include "tools/io/io_play.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/base/die.h"
#include "tools/io/act.h"
#include "tools/io/images.h"
#include "tools/io/mappings.h"
#include "tools/io/refuse.h"
#include "tools/io/account.h"

#define MAX_BLOB_BYTES (1ull << 30)

struct io_play {
	struct io_stage stage;
	struct account *account;
	struct io_ops *ops;
	struct images *images;
	struct mappings *mappings;
	double pace;
	uint64_t first_ns, started_ns;
	/* Released by the tables since the last job, older ones first. A
	 * separate lane drops them, so that it does not block a lane that it
	 * waits for */
	struct io_file *released, **next_released;
	struct schedule_lane *closer;
	uint64_t last_ns; /* time of the last job */
};

static struct io_play *own; /* for callbacks without a context */

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void wait_for_time(const struct io_play *play, const struct io_job *job)
{
	uint64_t ns = play->started_ns +
		      (uint64_t)((double)(job->item.begin_ns - play->first_ns) *
				 play->pace);
	struct timespec until = {.tv_sec = (time_t)(ns / 1000000000u),
				 .tv_nsec = (long)(ns % 1000000000u)};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL))
		;
}

static void make_operation(struct io_play *play, struct io_job *job)
{
	char difference[IO_DIFFERENCE_BYTES], name[PATH_MAX] = "";
	struct account_made made = {.number = job->number,
				    .function = job->function};
	struct io_result result;
	uint64_t begin_ns;

	if (play->pace > 0)
		wait_for_time(play, job);
	if (job->file[0])
		snprintf(name, sizeof(name), "%s", job->file[0]->name);
	else if (job->path[0])
		snprintf(name, sizeof(name), "%s", job->path[0]);
	begin_ns = now_ns();
	io_act(&play->stage, job, &result);
	made.replayed_ns = now_ns() - begin_ns;
	made.recorded_ns = job->item.end_ns - job->item.begin_ns;
	made.file = *name ? name : NULL;
	if (job->function && result.skipped) {
		account_skip(play->account, result.skipped);
	} else if (job->function) {
		if (!io_same(job, &result, difference))
			made.difference = difference;
		account_add(play->account, &made);
	}
	free(result.data);
}

static void run_job(void *context, struct schedule_item *item)
{
	struct io_job *job = (struct io_job *)item;

	if (!job->after || job->after->fd >= 0)
		make_operation(context, job);
	io_job_release(job);
}

static void drop_job(void *context, struct schedule_item *item)
{
	(void)context;
	io_job_free((struct io_job *)item);
}

/* The tables have no more descriptors of this file. */
static void release_file(void *tag)
{
	struct io_file *file = tag;

	if (!own) {
		io_file_drop(file);
		return;
	}
	file->next_released = NULL;
	file->released_ns = io_ops_now(own->ops);
	*own->next_released = file;
	own->next_released = &file->next_released;
}

static struct io_file *take_released(struct io_play *play)
{
	struct io_file *first = play->released;

	play->released = NULL;
	play->next_released = &play->released;
	return first;
}

/* A replay file for a file that the recording has opened. */
static struct io_file *file_for(struct object *made)
{
	struct io_file *file;

	if (!made || object_tag(made))
		return NULL;
	file = io_file_new(object_text(made));
	object_set_tag(made, file, release_file);
	return io_file_hold(file);
}

static struct io_file *file_of(const struct object *object)
{
	return io_file_hold(object_tag(object));
}

/* linkat's way to name an unnamed file: /proc/self/fd/N. */
static struct io_file *linked_file(struct io_play *play, const struct io_op *op)
{
	int fd;

	if (op->rule->act != IO_LINK || !op->relative[0] ||
	    sscanf(op->relative[0], "/proc/self/fd/%d", &fd) != 1)
		return NULL;
	return file_of(io_ops_descriptor(play->ops, fd));
}

static void put_job(struct io_play *play, struct io_job *job,
		    const struct fxr_call *call)
{
	play->last_ns = job->item.begin_ns;
	schedule_put(play->stage.schedule,
		     images_lane(play->images, call->thread), &job->item);
}

static struct io_job *job_of(struct io_play *play, const struct io_op *op)
{
	struct io_job *job = io_job_new(
		play->ops, op, images_mask(play->images, op->call->thread));

	for (unsigned i = 0; i < 2; i++) {
		job->file[i] = file_of(op->file[i]);
		job->dir[i] = file_of(op->dir[i]);
		job->made[i] = file_for(op->made[i]);
	}
	return job;
}

/* Jobs that read bytes written by others, or write bytes for others, take
 * turns. The key is the name, since each process may open the file itself. A
 * reader waits for writers: it has read what was there at its end. A writer
 * wrote at some time before its end, and others may have continued then, so its
 * begin counts. A write by a stream waited for its lock, so its end counts. */
static void take_turn(struct io_job *job, const struct io_op *op)
{
	uint64_t name;

	if (!object_tag(op->file[0]))
		return;
	name = io_job_hash(object_text(op->file[0])) | 1;
	switch (op->rule->act) {
	case IO_READ:
	case IO_SCAN:
		job->item.turn = name;
		job->item.turn_ns = job->item.end_ns;
		break;
	case IO_WRITE:
	case IO_WRITE_LINE:
		job->item.turn = name + 1;
		job->item.turn_ns = io_rule_param(op->rule, IO_FD) < 0
					    ? job->item.end_ns
					    : job->item.begin_ns;
		break;
	default:
		break;
	}
}

static void put_op(struct io_play *play, const struct io_op *op)
{
	struct io_job *job = job_of(play, op);

	take_turn(job, op);
	if (!job->file[0] && op->rule->act == IO_MAP_WRITTEN)
		job->file[0] = mappings_find(play->mappings, op);
	else if (!job->file[0])
		job->file[0] = linked_file(play, op);
	if (job->act == IO_CLOSE) {
		io_ops_apply(play->ops); /* op->file may be freed */
		job->released = take_released(play);
	}
	/* a program that popen starts runs before popen returns */
	if (op->rule->act == IO_PIPE && op->mode_text)
		job->item.end_ns = job->item.begin_ns;
	put_job(play, job, op->call);
}

/* Closes the files that the tables released between calls, at exactly that
 * time. Other processes wait for the end of a pipe's data. */
static void put_released(struct io_play *play)
{
	struct io_file *file = take_released(play), *next;
	struct io_job *job;

	for (; file; file = next) {
		next = file->next_released;
		file->next_released = NULL;
		job = fxr_new(1, sizeof(*job));
		job->act = IO_CLOSE;
		job->is_file = true;
		job->released = file;
		if (play->last_ns < file->released_ns)
			play->last_ns = file->released_ns;
		job->item.begin_ns = job->item.end_ns = play->last_ns;
		job->item.n_bytes = sizeof(*job);
		schedule_put(play->stage.schedule, play->closer, &job->item);
	}
}

/* A child's file actions before its program begins are made when the call
 * began, since the child runs before the call ends. If the call failed, as many
 * as possible are made, and not compared. */
static void put_steps(struct io_play *play, const struct io_op *spawn)
{
	struct io_file *last = NULL;
	struct io_job *job;
	const char *kind;
	struct io_op op;

	if (spawn->error == EAGAIN || spawn->error == ENOMEM)
		return; /* no child existed */
	if (!io_ops_is_whole(play->ops))
		account_skip(play->account, "what programs were started with, "
					    "not known");
	for (size_t n = 0; io_ops_step(play->ops, spawn, n, &op); n++) {
		kind = io_refusal(&op);
		if (kind)
			account_skip(play->account, kind);
		if (kind)
			continue;
		job = job_of(play, &op);
		job->item.end_ns = job->item.begin_ns;
		if (op.is_maybe) {
			job->function = NULL;
			job->after = io_file_hold(last);
			last = job->made[0] ? job->made[0] : last;
		}
		put_job(play, job, op.call);
	}
}

static void put_spawned(struct io_play *play, const struct io_op *spawn)
{
	uint64_t pid = io_ops_spawned(play->ops);

	put_steps(play, spawn);
	if (pid)
		images_spawned(play->images, play->ops, pid);
	else if (!spawn->error)
		(void)images_expected(play->images, play->ops, spawn, NULL);
	put_released(play);
}

static void take_call(struct io_play *play, const struct fxr_call *call)
{
	struct io_op op;
	const char *kind;

	bool is_op;

	images_until(play->images, play->ops, call->begin_ns);
	is_op = io_ops_take(play->ops, call, &op);
	put_released(play);
	if (!is_op)
		return;
	if (op.rule->act == IO_UMASK && op.is_done)
		images_set_mask(play->images, call->thread, op.mode);
	if (op.rule->act == IO_SPAWN && op.is_done)
		put_spawned(play, &op);
	mappings_take(play->mappings, &op, object_tag(op.file[0]));
	kind = io_refusal(&op);
	if (kind && *kind)
		account_skip(play->account, kind);
	if (!kind)
		put_op(play, &op);
	else if (op.rule->act == IO_CLOSE)
		io_ops_apply(play->ops);
	if (op.rule->act == IO_PIPE && op.mode_text && !kind)
		(void)images_expected(play->images, play->ops, &op, op.target);
	if (op.rule->act == IO_SHELL && op.is_done && op.target &&
	    !images_expected(play->images, play->ops, &op, op.target))
		account_skip(play->account, "programs started within libc");
}

/* Warns first if contents are missing. */
static void report_missing(const char *path)
{
	struct fxr_reader *reader = archive_open(path, true);
	struct fxr_calls_options how = {.is_wanted = io_ops_need,
					.progress = archive_progress,
					.max_blob_bytes = MAX_BLOB_BYTES};
	struct fxr_calls *calls = fxr_calls_open(reader, &how);
	struct io_ops *ops = io_ops_open(fxr_calls_world(calls));
	static struct fxr_call call;
	uint64_t n = 0, first = 0;
	struct io_op op;

	archive_progress_end();
	while (fxr_calls_totals(calls)->n_cut && fxr_calls_next(calls, &call))
		if (io_ops_take(ops, &call, &op) && op.is_done &&
		    op.data.n_bytes < op.data_size && !n++)
			first = call.number;
	if (n)
		say("%s: of %llu calls, call %llu the first, not all bytes "
		    "were recorded: there will be holes. `fxtrace record "
		    "--for-replay` records them whole",
		    path, (unsigned long long)n, (unsigned long long)first);
	io_ops_close(ops);
	fxr_calls_close(calls);
	fxr_close(reader);
}

static void open_stage(struct io_play *play, const struct io_settings *settings)
{
	struct schedule_user user = {
		.run = run_job, .drop = drop_job, .context = play};
	char error[512], link[64];
	ssize_t n;

	if (!box_open(&play->stage.box, settings->dir, error, sizeof(error)))
		die("%s", error);
	snprintf(link, sizeof(link), "/proc/self/fd/%d",
		 play->stage.box.root_fd);
	n = readlink(link, play->stage.root, sizeof(play->stage.root) - 1);
	if (n <= 0)
		die("%s: the kernel does not say where it is", settings->dir);
	play->stage.schedule = schedule_open(&user);
	play->account = account_open();
	play->pace = settings->pace;
	play->started_ns = now_ns();
}

static int print_report(const struct io_play *play,
			const struct io_settings *settings)
{
	account_print(play->account, stdout);
	flush_stdout();
	if (!account_n_made(play->account)) {
		say("no operation was made");
		return 1;
	}
	if (settings->is_strict && account_n_skipped(play->account))
		return 1;
	return account_n_different(play->account) ? 1 : 0;
}

static void play_all(struct io_play *play, struct fxr_calls *calls)
{
	static struct fxr_call call;

	play->first_ns = fxr_calls_totals(calls)->first_ns;
	play->ops = io_ops_open(fxr_calls_world(calls));
	play->images =
		images_open(fxr_calls_world(calls), play->stage.schedule);
	play->mappings = mappings_open(fxr_calls_world(calls));
	own = play;
	(void)take_released(play);
	play->closer = schedule_lane(play->stage.schedule);
	while (fxr_calls_next(calls, &call))
		take_call(play, &call);
	images_until(play->images, play->ops, UINT64_MAX);
	put_released(play);
	schedule_close(play->stage.schedule);
	own = NULL; /* files that are still open are closed now */
	mappings_close(play->mappings);
	io_ops_close(play->ops);
	images_close(play->images);
}

int io_play(const char *path, const struct io_settings *settings)
{
	static struct io_play play;
	struct fxr_reader *reader;
	struct fxr_calls_options how = {.is_wanted = io_ops_need,
					.progress = archive_progress,
					.max_blob_bytes = MAX_BLOB_BYTES};
	struct fxr_calls *calls;
	int status;

	signal(SIGPIPE, SIG_IGN); /* EPIPE instead, if it was recorded */
	open_stage(&play, settings);
	report_missing(path);
	reader = archive_open(path, true);
	calls = fxr_calls_open(reader, &how);
	archive_progress_end();
	play_all(&play, calls);
	status = print_report(&play, settings);
	status |= archive_status(path, reader, calls);
	account_close(play.account);
	fxr_calls_close(calls);
	fxr_close(reader);
	box_close(&play.stage.box);
	return status;
}
