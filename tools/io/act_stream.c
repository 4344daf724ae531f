/* SPDX-License-Identifier: MIT */
/*
 * Operations on streams and folders. See act.h. Data of a stream on a pipe is
 * in act_data.c: libc would block, and nothing could wake it.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/io/act.h"
#include "tools/io/scan.h"

#define MAX_AT_ONCE ((uint64_t)1 << 30)

static const char dropped[] = "bytes that a process dropped at its end";
#define TURN_US 1000u

static void read_stream(struct io_stage *stage, struct io_job *job,
			FILE *stream, struct io_result *result)
{
	size_t want = (size_t)job->data_size, got = 0;
	int c;

	(void)stage;
	result->data = malloc(want + 2);
	if (!result->data) {
		io_boxed(result, -ENOMEM);
		return;
	}
	clearerr(stream);
	if (want)
		got = fread(result->data, 1, want, stream);
	else if ((c = getc(stream)) != EOF) /* there was nothing left */
		got = ungetc(c, stream) != EOF;
	result->n_data = got;
	result->value = (int64_t)got;
	if (!got && ferror(stream))
		io_returned(result, -1);
}

/* Which process has written the last bytes that are buffered. */
static void note_writer(struct io_job *job, uint64_t n)
{
	struct io_file *file = job->file[0];

	if (file->writer != job->process)
		file->n_last = 0;
	file->writer = job->process;
	file->n_last += n;
}

/* The process ended before the buffered bytes were written. */
static void drop_waiting(struct io_job *job, FILE *stream,
			 struct io_result *result)
{
	struct io_file *file = job->file[0];

	pthread_mutex_lock(&file->writing);
	flockfile(stream);
	if (file->writer == job->process && job->size <= file->n_last &&
	    job->size <= __fpending(stream)) {
		stream->_IO_write_ptr -= job->size;
		file->n_last -= job->size;
	} else {
		result->skipped = dropped;
	}
	funlockfile(stream);
	pthread_mutex_unlock(&file->writing);
}

static void write_stream(struct io_job *job, FILE *stream,
			 struct io_result *result)
{
	size_t n;
	uint64_t left = job->data_size - job->n_data;

	pthread_mutex_lock(&job->file[0]->writing);
	n = fwrite(job->data, 1, job->n_data, stream);
	note_writer(job, n);
	pthread_mutex_unlock(&job->file[0]->writing);
	io_returned(result, n < job->n_data ? -1 : (int64_t)n);
	/* what the recording truncated is a hole */
	if (!result->error && left && left < INT64_MAX &&
	    !fseeko(stream, (off_t)left - 1, SEEK_CUR) &&
	    putc('\0', stream) != EOF)
		result->value += (int64_t)left;
}

/* Reads names under the file's lock; the result of reading goes to *value. */
static void read_names(const struct io_job *job, struct io_file *file,
		       DIR *folder, int64_t *value)
{
	struct dirent *entry;
	uint64_t i;

	file->n_names[0] += job->n_names;
	file->names[0] += job->names;
	/* at the recorded end, read all that there is here */
	for (i = 0; i < job->n_names || !job->n_names; i++) {
		entry = file->is_at_end ? NULL : readdir(folder);
		if (!entry)
			break;
		file->n_names[1]++;
		file->names[1] += io_job_hash(entry->d_name);
	}
	file->is_at_end |= i < job->n_names || !job->n_names;
	if (!job->n_names)
		*value = file->n_names[0] != file->n_names[1] ||
			 file->names[0] != file->names[1];
}

static void read_folder(const struct io_job *job, struct io_file *file,
			struct io_result *result)
{
	DIR *folder = io_file_folder(file);

	if (!folder) {
		io_returned(result, -1);
		return;
	}
	pthread_mutex_lock(&file->lock);
	read_names(job, file, folder, &result->value);
	pthread_mutex_unlock(&file->lock);
}

static void rewind_folder(struct io_file *file)
{
	DIR *folder = io_file_folder(file);

	pthread_mutex_lock(&file->lock);
	if (folder)
		rewinddir(folder);
	memset(file->n_names, 0, sizeof(file->n_names));
	memset(file->names, 0, sizeof(file->names));
	file->is_at_end = false;
	pthread_mutex_unlock(&file->lock);
}

/* Acts on folders by descriptor and by DIR. */
static bool act_on_folder(struct io_job *job, struct io_result *result)
{
	struct io_file *file = job->file[0];

	if (job->act == IO_READ_FOLDER)
		read_folder(job, file, result);
	else if (job->act == IO_REWIND_FOLDER)
		rewind_folder(file);
	else
		return false;
	return true;
}

static void act_on_stream(struct io_stage *stage, struct io_job *job,
			  FILE *stream, struct io_result *result)
{
	switch (job->act) {
	case IO_READ:
		read_stream(stage, job, stream, result);
		break;
	case IO_SCAN:
		result->value = io_scan(stream, job->format);
		break;
	case IO_PUT_BACK:
		io_returned(result,
			    job->n_data ? ungetc((unsigned char)job->data[0],
						 stream)
					: -1);
		break;
	case IO_SEEK:
		io_returned(result,
			    fseeko(stream, job->offset[0], job->whence));
		break;
	case IO_TELL:
		io_returned(result, ftello(stream));
		break;
	case IO_REWIND:
		rewind(stream);
		break;
	case IO_FLUSH:
		io_returned(result, fflush(stream));
		break;
	case IO_DROP:
		drop_waiting(job, stream, result);
		break;
	default:
		write_stream(job, stream, result);
	}
}

/* Returns 0 if no lane is left to write to it. */
static ssize_t read_pipe(void *context, struct io_file *file, char *to,
			 size_t n)
{
	struct io_stage *stage = context;
	ssize_t got;

	while ((got = read(file->fd, to, n)) < 0 &&
	       (errno == EAGAIN || errno == EWOULDBLOCK))
		if (!io_await_end(stage, file, POLLIN))
			return 0;
	return got;
}

/* The stream that a job uses; NULL with errno set. */
static FILE *stream_of(struct io_stage *stage, struct io_file *file)
{
	return file->is_pipe ? io_file_pipe_stream(file, read_pipe, stage)
			     : io_file_stream(file);
}

/* Pipes have no stream unless an unknown number of bytes was read from them. */
static bool has_stream(const struct io_job *job)
{
	struct io_file *file = job->file[0];

	if (!file->is_pipe)
		return true;
	return job->act == IO_SCAN || job->act == IO_PUT_BACK ||
	       (job->act == IO_READ && io_file_has_stream(file));
}

static bool needs_stream(enum io_act act)
{
	return act == IO_READ || act == IO_SCAN || act == IO_PUT_BACK ||
	       act == IO_SEEK || act == IO_TELL || act == IO_REWIND ||
	       act == IO_FLUSH || act == IO_DROP || act == IO_WRITE ||
	       act == IO_WRITE_LINE;
}

/* Whether the stream can be had without waiting. Another lane may use a pipe's
 * stream while it waits for the other end: nothing could end a wait for libc's
 * lock. */
static bool is_mine(void *file)
{
	if (!pthread_mutex_trylock(&((struct io_file *)file)->turn))
		return true;
	usleep(TURN_US);
	return false;
}

/* Whether nothing was read although the recording read something. */
static bool has_missed(const struct io_job *job, const struct io_result *result)
{
	if (job->act == IO_SCAN)
		return result->value == EOF && job->result != EOF;
	return job->act == IO_READ && job->data_size && !result->n_data;
}

static void act_in_turn(struct io_stage *stage, struct io_job *job,
			FILE *stream, struct io_result *result)
{
	struct io_file *file = job->file[0];

	if (pthread_mutex_trylock(&file->turn) &&
	    !schedule_wait_for(stage->schedule, is_mine, file)) {
		io_lonely(result);
		return;
	}
	act_on_stream(stage, job, stream, result);
	pthread_mutex_unlock(&file->turn);
	if (file->is_broken || has_missed(job, result))
		io_lonely(result);
}

bool io_act_stream(struct io_stage *stage, struct io_job *job,
		   struct io_result *result)
{
	FILE *stream;

	if (job->file[0] && act_on_folder(job, result))
		return true;
	if (job->act == IO_CLOSE && job->file[0])
		io_file_flush(job->file[0]);
	if (job->act == IO_DROP && job->file[0]->is_pipe)
		result->skipped = dropped;
	if (result->skipped || !needs_stream(job->act) || !has_stream(job))
		return result->skipped;
	stream = stream_of(stage, job->file[0]);
	if (!stream)
		io_returned(result, -1);
	else if (job->data_size > MAX_AT_ONCE)
		result->skipped = "more than 1 GiB at once";
	else if (!job->file[0]->is_pipe)
		act_on_stream(stage, job, stream, result);
	else
		act_in_turn(stage, job, stream, result);
	return true;
}
