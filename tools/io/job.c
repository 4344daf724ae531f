/* SPDX-License-Identifier: MIT */
/*
 * See job.h. A job is one allocation: texts and data follow the struct.
 */
#include "tools/io/job.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "tools/reader/memory.h"

struct packing {
	char *to;
};

static const char *pack_bytes(struct packing *packing, const char *bytes,
			      size_t n)
{
	char *to = packing->to;

	if (!bytes)
		return NULL;
	memcpy(to, bytes, n);
	to[n] = '\0';
	packing->to += n + 1;
	return to;
}

static size_t space(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

static const char *pack_text(struct packing *packing, const char *text)
{
	return text ? pack_bytes(packing, text, strlen(text)) : NULL;
}

uint64_t io_job_hash(const char *name)
{
	return fxr_hash(name, strlen(name));
}

/* The open flags of fopen's mode. */
static int flags_of_text(const char *text)
{
	bool is_both = strchr(text, '+');
	int flags = is_both ? O_RDWR : *text == 'r' ? O_RDONLY : O_WRONLY;

	if (*text == 'w')
		flags |= O_CREAT | O_TRUNC;
	if (*text == 'a')
		flags |= O_CREAT | O_APPEND;
	if (strchr(text, 'x'))
		flags |= O_EXCL;
	return flags;
}

static bool is_creat(const struct io_op *op)
{
	return op->rule->act == IO_OPEN && !op->mode_text &&
	       io_rule_param(op->rule, IO_FLAGS) < 0;
}

/* Flags and mode of opening functions; of all others as they were passed. */
static void take_flags(struct io_job *job, const struct io_op *op, mode_t mask)
{
	job->flags = (int)op->flags;
	job->rename_flags = (unsigned)op->flags;
	job->mode = op->mode;
	if (op->mode_text) {
		job->flags = flags_of_text(op->mode_text);
		job->mode = 0666;
	} else if (op->rule->act == IO_TEMPORARY) {
		job->flags = O_RDWR | O_CREAT | O_EXCL | (int)op->flags;
		job->mode = 0600;
	} else if (is_creat(op)) {
		job->flags = O_WRONLY | O_CREAT | O_TRUNC;
	} else if (op->rule->act == IO_MAKE_FOLDER &&
		   io_rule_param(op->rule, IO_MODE) < 0) {
		job->mode = 0700; /* mkdtemp */
	}
	if (op->rule->act != IO_SET_MODE && op->rule->act != IO_ACCESS)
		job->mode &= ~mask;
}

static void take_names(struct io_job *job, struct io_ops *ops,
		       const struct io_op *op)
{
	struct io_entry entry;

	while (op->rule->act == IO_READ_FOLDER &&
	       io_op_entry(ops, op, job->n_names, &entry)) {
		job->n_names++;
		job->names += io_job_hash(entry.name);
	}
}

static void take_numbers(struct io_job *job, const struct io_op *op)
{
	job->command = (int)op->command;
	job->whence = op->whence;
	job->has_size = io_rule_param(op->rule, IO_SIZE) >= 0;
	job->size = op->size;
	for (unsigned i = 0; i < 2; i++) {
		job->has_offset[i] = op->has_offset[i];
		job->offset[i] = op->offset[i];
		job->times[i] = op->times[i];
	}
	job->has_times = op->has_times;
	job->has_status = op->has_status;
	job->status = op->status;
	job->data_size = op->data_size;
	job->result = op->result;
	job->error = op->error;
}

struct io_job *io_job_new(struct io_ops *ops, const struct io_op *op,
			  mode_t mask)
{
	const struct fxr_call *call = op->call;
	size_t n_bytes = sizeof(struct io_job) + op->data.n_bytes + 1 +
			 space(op->target) + space(op->format);
	struct packing packing;
	struct io_job *job;

	for (unsigned i = 0; i < 2; i++)
		n_bytes += space(op->path[i]) + space(op->relative[i]);
	job = fxr_new(1, n_bytes);
	packing.to = (char *)(job + 1);
	job->item.begin_ns = call->begin_ns;
	job->item.end_ns =
		call->end_ns > call->begin_ns ? call->end_ns : call->begin_ns;
	job->item.n_bytes = n_bytes;
	job->number = call->number;
	job->process = (uint64_t)call->thread->provider << 32 |
		       (uint32_t)call->thread->pid;
	job->function = call->name->name.bytes;
	job->act = op->rule->act;
	job->is_stream = io_rule_param(op->rule, IO_STREAM) >= 0 ||
			 op->mode_text || io_rule_param(op->rule, IO_FD) < 0;
	job->is_file = io_rule_param(op->rule, IO_PATH) < 0;
	for (unsigned i = 0; i < 2; i++) {
		job->path[i] = pack_text(&packing, op->path[i]);
		job->relative[i] = pack_text(&packing, op->relative[i]);
	}
	job->target = pack_text(&packing, op->target);
	job->format = pack_text(&packing, op->format);
	job->data = pack_bytes(&packing, op->data.bytes, op->data.n_bytes);
	job->n_data = op->data.n_bytes;
	take_numbers(job, op);
	take_flags(job, op, mask);
	take_names(job, ops, op);
	return job;
}

static void drop_file(struct io_file **file)
{
	io_file_drop(*file);
	*file = NULL;
}

void io_job_release(struct io_job *job)
{
	struct io_file *next;

	for (unsigned i = 0; i < 2; i++) {
		drop_file(&job->file[i]);
		drop_file(&job->made[i]);
		drop_file(&job->dir[i]);
	}
	drop_file(&job->after);
	for (; job->released; job->released = next) {
		next = job->released->next_released;
		io_file_drop(job->released);
	}
}

void io_job_free(struct io_job *job)
{
	io_job_release(job);
	free(job);
}
