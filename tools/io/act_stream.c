/* SPDX-License-Identifier: MIT */
/*
 * Operations on streams and folders. See act.h. What goes through a stream on a
 * pipe is act_data.c's: libc would wait where nobody can end it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/io/act.h"

#define MAX_AT_ONCE ((uint64_t)1 << 30)

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

static void write_stream(const struct io_job *job, FILE *stream,
			 struct io_result *result)
{
	size_t n = fwrite(job->data, 1, job->n_data, stream);
	uint64_t left = job->data_size - job->n_data;

	io_returned(result, n < job->n_data ? -1 : (int64_t)n);
	/* what was cut is a hole */
	if (!result->error && left && left < INT64_MAX &&
	    !fseeko(stream, (off_t)left - 1, SEEK_CUR) &&
	    putc('\0', stream) != EOF)
		result->value += (int64_t)left;
}

static void read_folder(const struct io_job *job, struct io_file *file,
			struct io_result *result)
{
	DIR *folder = io_file_folder(file);
	struct dirent *entry;
	uint64_t i;

	if (!folder) {
		io_returned(result, -1);
		return;
	}
	file->n_names[0] += job->n_names;
	file->names[0] += job->names;
	/* at the recorded end all that there is here */
	for (i = 0; i < job->n_names || !job->n_names; i++) {
		entry = file->is_at_end ? NULL : readdir(folder);
		if (!entry)
			break;
		file->n_names[1]++;
		file->names[1] += io_job_hash(entry->d_name);
	}
	file->is_at_end |= i < job->n_names || !job->n_names;
	if (!job->n_names)
		result->value = file->n_names[0] != file->n_names[1] ||
				file->names[0] != file->names[1];
}

static void rewind_folder(struct io_file *file)
{
	DIR *folder = io_file_folder(file);

	if (folder)
		rewinddir(folder);
	memset(file->n_names, 0, sizeof(file->n_names));
	memset(file->names, 0, sizeof(file->names));
	file->is_at_end = false;
}

/* Of both kinds: a folder's descriptor, and a DIR. */
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
	default:
		write_stream(job, stream, result);
	}
}

static bool needs_stream(enum io_act act)
{
	return act == IO_READ || act == IO_PUT_BACK || act == IO_SEEK ||
	       act == IO_TELL || act == IO_REWIND || act == IO_FLUSH ||
	       act == IO_WRITE || act == IO_WRITE_LINE;
}

bool io_act_stream(struct io_stage *stage, struct io_job *job,
		   struct io_result *result)
{
	FILE *stream;

	if (job->file[0] && act_on_folder(job, result))
		return true;
	if (job->act == IO_CLOSE && job->file[0] && job->file[0]->stream)
		(void)fflush(job->file[0]->stream);
	if (!needs_stream(job->act) || job->file[0]->is_pipe)
		return false;
	stream = io_file_stream(job->file[0]);
	if (!stream)
		io_returned(result, -1);
	else if (job->data_size > MAX_AT_ONCE)
		result->skipped = "more than 1 GiB at once";
	else
		act_on_stream(stage, job, stream, result);
	return true;
}
