/* SPDX-License-Identifier: MIT */
/*
 * See act.h.
 */
#include "tools/io/act.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/error_name.h"

/* Of two texts that differ, so much before the place. */
#define SHOWN_BEFORE 20u

void io_returned(struct io_result *result, int64_t value)
{
	result->value = value;
	result->error = value < 0 ? errno : 0;
}

void io_boxed(struct io_result *result, int64_t value)
{
	result->value = value < 0 ? -1 : value;
	result->error = value < 0 ? (int)-value : 0;
}

void io_lonely(struct io_result *result)
{
	result->skipped = "pipes whose other end is not in the recording";
}

bool io_await(struct io_stage *stage, struct io_file *file, short events,
	      struct io_result *result)
{
	if (io_await_end(stage, file, events))
		return true;
	io_lonely(result);
	return false;
}

bool io_await_end(struct io_stage *stage, struct io_file *file, short events)
{
	if (!file->is_broken &&
	    schedule_wait(stage->schedule, file->fd, events))
		return true;
	file->is_broken = true;
	return false;
}

void io_act(struct io_stage *stage, struct io_job *job,
	    struct io_result *result)
{
	*result = (struct io_result){.value = 0};
	if (io_act_path(stage, job, result) ||
	    io_act_data(stage, job, result) ||
	    ((job->is_stream || job->act == IO_READ_FOLDER) &&
	     io_act_stream(stage, job, result)))
		return;
	(void)io_act_file(stage, job, result);
}

static const char *shown_error(int error)
{
	const char *name = error ? error_name(error) : NULL;

	return name ? name : "no error";
}

static bool has_same_bytes(const struct io_job *job,
			   const struct io_result *result,
			   char text[IO_DIFFERENCE_BYTES])
{
	size_t i = 0;

	if (result->n_data != job->data_size) {
		snprintf(text, IO_DIFFERENCE_BYTES,
			 "%" PRIu64 " bytes, now %zu", job->data_size,
			 result->n_data);
		return false;
	}
	if (!job->n_data || !memcmp(job->data, result->data, job->n_data))
		return true;
	while (job->data[i] == result->data[i])
		i++;
	snprintf(text, IO_DIFFERENCE_BYTES,
		 "byte %zu of %zu was 0x%02x, is 0x%02x now", i, job->n_data,
		 (unsigned char)job->data[i], (unsigned char)result->data[i]);
	return false;
}

static bool has_same_status(const struct io_job *job,
			    const struct io_result *result,
			    char text[IO_DIFFERENCE_BYTES])
{
	const struct stat *was = &job->status, *is = &result->status;

	if (!job->has_status || S_ISCHR(was->st_mode) || S_ISBLK(was->st_mode))
		return true;
	if ((was->st_mode ^ is->st_mode) & S_IFMT) {
		snprintf(text, IO_DIFFERENCE_BYTES, "type was 0%o, is 0%o now",
			 was->st_mode & S_IFMT, is->st_mode & S_IFMT);
		return false;
	}
	if (!S_ISREG(was->st_mode) || was->st_size == is->st_size)
		return true;
	snprintf(text, IO_DIFFERENCE_BYTES, "size was %lld, is %lld now",
		 (long long)was->st_size, (long long)is->st_size);
	return false;
}

static bool has_same_text(const struct io_job *job,
			  const struct io_result *result,
			  char text[IO_DIFFERENCE_BYTES])
{
	const char *was = job->target, *is = result->data, *dots = "";
	size_t n_same = 0;

	if (!was || !is || !strcmp(was, is))
		return true;
	while (was[n_same] == is[n_same])
		n_same++;
	/* what both begin with is left out if it is long */
	if (n_same > SHOWN_BEFORE) {
		was += n_same - SHOWN_BEFORE;
		is += n_same - SHOWN_BEFORE;
		dots = "...";
	}
	snprintf(text, IO_DIFFERENCE_BYTES, "was %s%.50s, is %s%.50s now", dots,
		 was, dots, is);
	return false;
}

static bool has_same_value(const struct io_result *result, int64_t expected,
			   char text[IO_DIFFERENCE_BYTES])
{
	if (result->value == expected)
		return true;
	snprintf(text, IO_DIFFERENCE_BYTES,
		 "was %" PRId64 ", is %" PRId64 " now", expected,
		 result->value);
	return false;
}

bool io_same(const struct io_job *job, const struct io_result *result,
	     char text[IO_DIFFERENCE_BYTES])
{
	if (job->error != result->error) {
		snprintf(text, IO_DIFFERENCE_BYTES, "%s, now %s",
			 shown_error(job->error), shown_error(result->error));
		return false;
	}
	if (job->error)
		return true;
	switch (job->act) {
	case IO_READ:
	case IO_READ_AT:
		return has_same_bytes(job, result, text);
	case IO_WRITE:
	case IO_WRITE_AT:
	case IO_WRITE_LINE:
		return has_same_value(result, (int64_t)job->data_size, text);
	case IO_SCAN:
	case IO_SEEK:
	case IO_TELL:
	case IO_MOVE:
		return has_same_value(result, job->result, text);
	case IO_STAT:
	case IO_STAT_LINK:
		return has_same_status(job, result, text);
	case IO_READ_LINK:
	case IO_REAL_PATH:
		return has_same_text(job, result, text);
	case IO_READ_FOLDER:
		return has_same_value(result, 0, text);
	default:
		return true;
	}
}
