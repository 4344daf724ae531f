/* SPDX-License-Identifier: MIT */
/*
 * Bytes that are read and written through descriptors. See act.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include "tools/io/act.h"

#define MAX_AT_ONCE ((uint64_t)1 << 30)
#define ZEROS_BYTES 65536u

static bool would_wait(const struct io_file *file)
{
	return file->is_pipe && (errno == EAGAIN || errno == EWOULDBLOCK);
}

/* If more was requested than was read, one byte more: the recording's end of
 * file is checked. */
static size_t n_requested(const struct io_job *job)
{
	if (job->file[0]->is_pipe)
		return job->data_size ? (size_t)job->data_size : 1;
	if (job->has_size && job->size <= job->data_size)
		return (size_t)job->size;
	return (size_t)job->data_size + (job->has_size || !job->data_size);
}

static ssize_t read_once(const struct io_job *job, char *to, size_t n,
			 size_t n_before)
{
	if (job->act == IO_READ_AT)
		return pread(job->file[0]->fd, to, n,
			     job->offset[0] + (off_t)n_before);
	return read(job->file[0]->fd, to, n);
}

static void read_data(struct io_stage *stage, struct io_job *job,
		      struct io_result *result)
{
	size_t want, got = 0;
	ssize_t n = 0;

	if (job->data_size > MAX_AT_ONCE) {
		result->skipped = "more than 1 GiB at once";
		return;
	}
	want = n_requested(job);
	result->data = malloc(want + 1);
	if (!result->data) {
		io_boxed(result, -ENOMEM);
		return;
	}
	while (got < want) {
		n = read_once(job, result->data + got, want - got, got);
		if (n < 0 && would_wait(job->file[0])) {
			if (!io_await(stage, job->file[0], POLLIN, result))
				return;
		} else if (n <= 0) {
			break;
		} else {
			got += (size_t)n;
		}
	}
	if (!got && job->data_size && job->file[0]->is_pipe) {
		io_lonely(result);
		return;
	}
	io_returned(result, got ? (int64_t)got : n);
	result->n_data = got;
	if (got > job->data_size && job->act == IO_READ &&
	    !job->file[0]->is_pipe)
		(void)lseek(job->file[0]->fd, (off_t)(job->data_size - got),
			    SEEK_CUR);
}

static ssize_t write_once(const struct io_job *job, const char *from, size_t n,
			  uint64_t n_before)
{
	if (job->act == IO_WRITE_AT)
		return pwrite(job->file[0]->fd, from, n,
			      job->offset[0] + (off_t)n_before);
	return write(job->file[0]->fd, from, n);
}

/* Writes the bytes that the recording truncated: a hole in a file, zeros to a
 * pipe. */
static ssize_t write_gap(const struct io_job *job, uint64_t done)
{
	static const char zeros[ZEROS_BYTES];
	uint64_t left = job->data_size - done;
	off_t end;

	if (job->file[0]->is_pipe)
		return write(job->file[0]->fd, zeros,
			     left < ZEROS_BYTES ? (size_t)left : ZEROS_BYTES);
	if (left > INT64_MAX)
		return 0;
	end = job->act == IO_WRITE_AT
		      ? job->offset[0] + (off_t)job->data_size
		      : lseek(job->file[0]->fd, (off_t)left, SEEK_CUR);
	if (end < 0 || lseek(job->file[0]->fd, 0, SEEK_END) < 0)
		return -1;
	if (lseek(job->file[0]->fd, 0, SEEK_END) < end &&
	    ftruncate(job->file[0]->fd, end))
		return -1;
	if (job->act == IO_WRITE)
		(void)lseek(job->file[0]->fd, end, SEEK_SET);
	return (ssize_t)left;
}

/* Of a write that failed no bytes are left to try again. It may have begun
 * before the last reader ended. */
static ssize_t fail_again(struct io_stage *stage, struct io_file *pipe)
{
	if (!io_await_end(stage, pipe, 0))
		return 0;
	errno = EPIPE;
	return -1;
}

static void write_data(struct io_stage *stage, struct io_job *job,
		       struct io_result *result)
{
	uint64_t done = 0;
	ssize_t n = 0;

	do {
		n = done < job->n_data || !job->data_size
			    ? write_once(job, job->data + done,
					 job->n_data - (size_t)done, done)
			    : write_gap(job, done);
		if (n < 0 && would_wait(job->file[0])) {
			if (!io_await(stage, job->file[0], POLLOUT, result))
				return;
		} else if (n < 0 && errno == EPIPE && !job->error) {
			/* a stream's bytes stayed in its buffer */
			result->value = (int64_t)job->data_size;
			if (!job->is_stream)
				io_lonely(result);
			return;
		} else if (n <= 0) {
			break;
		} else {
			done += (uint64_t)n;
		}
	} while (done < job->data_size);
	if (n >= 0 && job->error == EPIPE && job->file[0]->is_pipe)
		n = fail_again(stage, job->file[0]);
	io_returned(result,
		    done && (n >= 0 || !job->error) ? (int64_t)done : n);
}

static ssize_t move_once(const struct io_job *job, off_t *from, off_t *to,
			 size_t n)
{
	int in = job->file[0]->fd, out = job->file[1]->fd;

	if (!strncmp(job->function, "sendfile", 8))
		return sendfile(out, in, from, n);
	if (!strcmp(job->function, "splice"))
		return splice(in, from, out, to, n, SPLICE_F_NONBLOCK);
	return copy_file_range(in, from, out, to, n, 0);
}

/* Waits for the one of both files that blocks. */
static bool await_either(struct io_stage *stage, struct io_job *job,
			 struct io_result *result)
{
	if (job->file[1]->is_pipe &&
	    !io_await(stage, job->file[1], POLLOUT, result))
		return false;
	return !job->file[0]->is_pipe ||
	       io_await(stage, job->file[0], POLLIN, result);
}

static void move_data(struct io_stage *stage, struct io_job *job,
		      struct io_result *result)
{
	uint64_t want = job->result > 0 ? (uint64_t)job->result : job->size;
	off_t offsets[2] = {job->offset[0], job->offset[1]};
	uint64_t done = 0;
	ssize_t n = 0;

	while (done < want) {
		uint64_t left = want - done;

		n = move_once(
			job, job->has_offset[0] ? &offsets[0] : NULL,
			job->has_offset[1] ? &offsets[1] : NULL,
			(size_t)(left < MAX_AT_ONCE ? left : MAX_AT_ONCE));
		if (n < 0 && errno == EAGAIN) {
			if (!await_either(stage, job, result))
				return;
		} else if (n <= 0) {
			break;
		} else {
			done += (uint64_t)n;
		}
	}
	io_returned(result, done ? (int64_t)done : n);
}

/* The memory of a mapping is within the file and never extends it: the last
 * page exceeds the file's end. */
static void write_mapped(struct io_job *job, struct io_result *result)
{
	struct stat status;
	uint64_t left, n = job->n_data;

	if (!job->file[0]) {
		result->skipped = "files written through memory, unknown";
		return;
	}
	io_returned(result, fstat(job->file[0]->fd, &status));
	if (result->error || job->offset[0] < 0 ||
	    status.st_size <= job->offset[0])
		return;
	left = (uint64_t)(status.st_size - job->offset[0]);
	if (n > left)
		n = left;
	io_returned(result, pwrite(job->file[0]->fd, job->data, (size_t)n,
				   job->offset[0]));
}

bool io_act_data(struct io_stage *stage, struct io_job *job,
		 struct io_result *result)
{
	if (job->act == IO_MOVE) {
		move_data(stage, job, result);
		return true;
	}
	if (job->act == IO_MAP_WRITTEN) {
		write_mapped(job, result);
		return true;
	}
	if (job->is_stream && !(job->file[0] && job->file[0]->is_pipe))
		return false;
	if (job->act == IO_READ && job->is_stream &&
	    io_file_has_stream(job->file[0]))
		return false;
	switch (job->act) {
	case IO_READ:
	case IO_READ_AT:
		read_data(stage, job, result);
		return true;
	case IO_WRITE:
	case IO_WRITE_AT:
	case IO_WRITE_LINE:
		write_data(stage, job, result);
		return true;
	default:
		return false;
	}
}
