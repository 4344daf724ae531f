/* SPDX-License-Identifier: MIT */
/*
 * Jobs that several lanes make at once on the same pipes, files and streams:
 * what they get, and, under the thread sanitizer, that they may.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/tap.h"
#include "tools/io/act.h"

#define N_LANES 4u
#define N_ROUNDS 300u

static struct io_stage stage;
static char dir[64];
static struct schedule_lane *lanes[N_LANES];
static _Atomic unsigned n_made, n_skipped, n_different;
static uint64_t now;

/* In place of the decoder's. */
bool io_op_entry(struct io_ops *ops, const struct io_op *op, size_t n,
		 struct io_entry *entry)
{
	(void)ops;
	(void)op;
	(void)n;
	(void)entry;
	return false;
}

static void run(void *context, struct schedule_item *item)
{
	struct io_job *job = (struct io_job *)item;
	char difference[IO_DIFFERENCE_BYTES];
	struct io_result result;

	(void)context;
	io_act(&stage, job, &result);
	n_made++;
	n_skipped += result.skipped != NULL;
	n_different += !result.skipped && !io_same(job, &result, difference);
	free(result.data);
	io_job_release(job);
}

static void drop(void *context, struct schedule_item *item)
{
	(void)context;
	io_job_free((struct io_job *)item);
}

static void begin(void)
{
	static const struct schedule_user user = {.run = run, .drop = drop};
	char error[512];

	strcpy(dir, "/tmp/lanes.XXXXXX");
	ok(mkdtemp(dir) && box_open(&stage.box, dir, error, sizeof(error)));
	n_made = n_skipped = n_different = 0;
	stage.schedule = schedule_open(&user);
	for (size_t i = 0; i < N_LANES; i++)
		lanes[i] = schedule_lane(stage.schedule);
}

static void end(void)
{
	char name[80];

	schedule_close(stage.schedule);
	box_close(&stage.box);
	snprintf(name, sizeof(name), "%s/file", dir);
	(void)unlink(name);
	(void)rmdir(dir);
}

/* All of one time overlap. */
static struct io_job *job_of(enum io_act act, struct io_file *file,
			     const char *data)
{
	struct io_job *job = calloc(1, sizeof(*job));

	job->act = act;
	job->function = "";
	job->is_file = true;
	job->file[0] = io_file_hold(file);
	job->data = data;
	job->n_data = data ? strlen(data) : 0;
	job->data_size = job->n_data;
	job->item.begin_ns = now;
	job->item.end_ns = now + 1;
	return job;
}

static void put_job(struct io_job *job, size_t lane)
{
	schedule_put(stage.schedule, lanes[lane], &job->item);
}

static void make_pipe(struct io_file *ends[2])
{
	struct io_job *job;

	now += 2;
	job = job_of(IO_PIPE, NULL, NULL);
	for (unsigned i = 0; i < 2; i++) {
		ends[i] = io_file_new("pipe");
		job->made[i] = io_file_hold(ends[i]);
	}
	put_job(job, 0);
	now += 2;
}

static void drop_both(struct io_file *ends[2])
{
	io_file_drop(ends[0]);
	io_file_drop(ends[1]);
}

/* Two write what two read, while one of them waits. */
static void pipes(void)
{
	struct io_file *ends[2];

	begin();
	make_pipe(ends);
	for (size_t i = 0; i < N_ROUNDS; i++, now += 2)
		for (size_t k = 0; k < N_LANES; k++)
			put_job(job_of(k % 2 ? IO_WRITE : IO_READ, ends[k % 2],
				       "text"),
				k);
	drop_both(ends);
	end();
	is_u64(n_made, N_LANES * N_ROUNDS + 1);
	is_u64(n_skipped, 0);
	is_u64(n_different, 0);
}

/* They scan what one writes. */
static void scans(void)
{
	struct io_file *ends[2];
	struct io_job *job;

	begin();
	make_pipe(ends);
	for (size_t i = 0; i < N_ROUNDS; i++, now += 2)
		for (size_t k = 0; k < N_LANES; k++) {
			job = job_of(k ? IO_SCAN : IO_WRITE, ends[!k],
				     k ? NULL : "1 2 3 ");
			job->is_stream = k;
			job->format = "%d";
			job->result = k > 0;
			put_job(job, k);
		}
	drop_both(ends);
	end();
	is_u64(n_skipped, 0);
	is_u64(n_different, 0);
}

/* All wait for one that never comes, and get a message. */
static void broken(void)
{
	struct io_file *ends[2];

	begin();
	make_pipe(ends);
	for (size_t i = 0; i < 20; i++, now += 2)
		for (size_t k = 0; k < N_LANES; k++)
			put_job(job_of(IO_READ, ends[0], "text"), k);
	schedule_close(stage.schedule);
	drop_both(ends);
	box_close(&stage.box);
	(void)rmdir(dir);
	is_u64(n_skipped, 20 * N_LANES);
}

/* A file and its stream, which one closes while others go on. */
static void streams(void)
{
	struct io_job *job;

	begin();
	for (size_t i = 0; i < N_ROUNDS / 10; i++) {
		struct io_file *file = io_file_new("file");

		job = job_of(IO_OPEN, NULL, NULL);
		job->is_file = false;
		job->path[0] = "/file";
		job->flags = O_RDWR | O_CREAT;
		job->mode = 0600;
		job->made[0] = io_file_hold(file);
		put_job(job, 0);
		now += 2;
		for (size_t k = 0; k < 40; k++) {
			job = job_of(k % 5 ? IO_WRITE : IO_FLUSH, file, "text");
			job->is_stream = true;
			put_job(job, k % N_LANES);
		}
		put_job(job_of(IO_CLOSE, file, NULL), 1);
		now += 2;
		io_file_drop(file);
	}
	end();
	is_u64(n_skipped, 0);
	is_u64(n_different, 0);
}

/* A folder that several read from. */
static void folders(void)
{
	struct io_file *file = io_file_new("/");
	struct io_job *job;

	begin();
	job = job_of(IO_OPEN_FOLDER, NULL, NULL);
	job->is_file = false;
	job->path[0] = "/";
	job->made[0] = io_file_hold(file);
	put_job(job, 0);
	for (size_t i = 0; i < N_ROUNDS; i++) {
		now += i % 3 ? 0 : 2;
		job = job_of(i % 7 ? IO_READ_FOLDER : IO_REWIND_FOLDER, file,
			     NULL);
		job->is_stream = true;
		job->n_names = 1;
		put_job(job, i % N_LANES);
	}
	io_file_drop(file);
	end();
	is_u64(n_made, N_ROUNDS + 1);
	is_u64(n_skipped, 0);
}

static const struct tap_test tests[] = {
	{"lanes write and read one pipe", pipes},
	{"and scan what comes through it", scans},
	{"all that wait at a broken pipe get a message", broken},
	{"they read one folder", folders},
	{"a stream is several lanes' until the last has done", streams},
};
TAP_MAIN(tests)
