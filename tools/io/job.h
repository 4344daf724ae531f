/* SPDX-License-Identifier: MIT */
/*
 * An operation (op.h) as work for a lane: a copy that outlives the call. It has
 * the replay's files in place of the recording's.
 */
#ifndef TOOLS_IO_JOB_H
#define TOOLS_IO_JOB_H

#include "tools/io/file.h"
#include "tools/io/op.h"
#include "tools/io/schedule.h"

struct io_job {
	struct schedule_item item;
	uint64_t number;      /* of the call */
	const char *function; /* borrowed from the archive */
	size_t function_index;
	uint64_t process; /* whose call it is */
	enum io_act act;
	bool is_stream; /* acts on a FILE or a DIR */
	bool is_file;	/* acts on file[0] rather than on path[0] */
	struct io_file *file[2], *made[2], *dir[2];
	const char *path[2], *relative[2], *target, *format;
	int flags, command, whence;
	unsigned rename_flags;
	mode_t mode; /* less the recorded mask */
	bool has_size;
	uint64_t size;
	bool has_offset[2];
	int64_t offset[2];
	bool has_times;
	struct timespec times[2];
	const char *data; /* n_data of data_size bytes are recorded */
	size_t n_data;
	uint64_t data_size;
	bool has_status;
	struct stat status;
	uint64_t n_names, names; /* of a folder: how many, sum of hashes */
	int64_t result;
	int error;
	/* Made only if this file was opened, by an earlier job */
	struct io_file *after;
	/* Files that were no longer open in the recording when it was done:
	 * dropped with it */
	struct io_file *released;
};

/* A copy of the operation without its files. */
struct io_job *io_job_new(struct io_ops *ops, const struct io_op *op,
			  mode_t mask);
/* Drops its files: it is done, and others may wait for them to be closed. */
void io_job_release(struct io_job *job);
/* Drops its references, and frees it. */
void io_job_free(struct io_job *job);

/* The hash of a name; hashes are summed. */
uint64_t io_job_hash(const char *name);

#endif
