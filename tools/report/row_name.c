/* SPDX-License-Identifier: MIT */
/*
 * Names of rows, see row_name.h.
 */
#include "tools/report/row_name.h"

#include <string.h>

#include "tools/base/readable.h"

#define N_BYS (FXTRACE_BY_CALLER + 1)

static const char *const names[] = {
	[FXTRACE_BY_FUNCTION] = "function",
	[FXTRACE_BY_THREAD] = "thread",
	[FXTRACE_BY_PROCESS] = "process",
	[FXTRACE_BY_FILE] = "file",
	[FXTRACE_BY_FD] = "fd",
	[FXTRACE_BY_ERRNO] = "errno",
	[FXTRACE_BY_FRAME] = "frame",
	[FXTRACE_BY_CALLER] = "caller",
	[N_BYS] = NULL,
};

const char *row_by_name(enum fxtrace_by by)
{
	return names[by];
}

bool row_find_by(const char *name, enum fxtrace_by *by)
{
	for (unsigned i = FXTRACE_BY_FUNCTION; names[i]; i++) {
		if (strcmp(names[i], name) != 0)
			continue;
		*by = (enum fxtrace_by)i;
		return true;
	}
	return false;
}

static struct row_field number_field(uint64_t number)
{
	return (struct row_field){.kind = ROW_NUMBER, .number = number};
}

static struct row_field text_field(const char *text)
{
	return (struct row_field){.kind = *text ? ROW_TEXT : ROW_NOTHING,
				  .text = fxr_text(text, strlen(text))};
}

size_t row_keys(enum fxtrace_by by, const char *keys[ROW_MAX_FIELDS])
{
	static const char *const all[N_BYS][ROW_MAX_FIELDS] = {
		[FXTRACE_BY_FUNCTION] = {"category", "name", "class"},
		[FXTRACE_BY_THREAD] = {"pid", "tid", "process", "thread"},
		[FXTRACE_BY_PROCESS] = {"pid", "process"},
		[FXTRACE_BY_FILE] = {"file"},
		[FXTRACE_BY_FD] = {"pid", "process", "fd", "file"},
		[FXTRACE_BY_ERRNO] = {"errno"},
		[FXTRACE_BY_FRAME] = {"pid", "process", "frame"},
		[FXTRACE_BY_CALLER] = {"caller", "module"},
	};
	size_t n = 0;

	for (; n < ROW_MAX_FIELDS && all[by][n]; n++)
		keys[n] = all[by][n];
	return n;
}

static void thread_fields(const struct fxtrace_thread *thread,
			  struct row_field *fields)
{
	fields[0] = number_field(thread->process->pid);
	fields[1] = number_field(thread->tid);
	fields[2] = text_field(thread->process->name);
	fields[3] = text_field(thread->name);
}

static void function_fields(const struct fxtrace_row *row,
			    struct row_field *fields)
{
	fields[0] = text_field(row->function->category);
	fields[1] = text_field(row->function->name);
	fields[2] = text_field(row->is_waiting ? "waiting" : "call");
}

/* Of processes, and what belongs to one. */
static void process_fields(const struct fxtrace_row *row, enum fxtrace_by by,
			   struct row_field *fields)
{
	if (row->process) {
		fields[0] = number_field(row->process->pid);
		fields[1] = text_field(row->process->name);
	}
	if (row->has_number)
		fields[2] = number_field(row->number);
	if (row->is_address)
		fields[2].kind = ROW_ADDRESS;
	if (by == FXTRACE_BY_FD)
		fields[3] = text_field(row->text);
}

void row_fields(const struct fxtrace_row *row, enum fxtrace_by by,
		struct row_field fields[ROW_MAX_FIELDS])
{
	memset(fields, 0, ROW_MAX_FIELDS * sizeof(*fields));
	switch (by) {
	case FXTRACE_BY_FUNCTION:
		function_fields(row, fields);
		break;
	case FXTRACE_BY_THREAD:
		thread_fields(row->thread, fields);
		break;
	case FXTRACE_BY_PROCESS:
	case FXTRACE_BY_FD:
	case FXTRACE_BY_FRAME:
		process_fields(row, by, fields);
		break;
	default:
		fields[0] = text_field(row->text);
		fields[1] = text_field(row->module);
	}
}

static void put_text(struct pen *out, struct fxr_text name)
{
	if (name.n_bytes)
		print_name(out, name);
	else
		pen_byte(out, '-');
}

/* "100 sh" */
static void put_process(struct pen *out, const struct row_field *fields)
{
	pen_uint(out, fields[0].number);
	if (!fields[1].text.n_bytes)
		return;
	pen_byte(out, ' ');
	print_name(out, fields[1].text);
}

static void put_thread(struct pen *out, const struct row_field *fields)
{
	pen_uint(out, fields[0].number);
	pen_byte(out, '/');
	pen_uint(out, fields[1].number);
	pen_byte(out, ' ');
	print_name(out,
		   fields[3].text.n_bytes ? fields[3].text : fields[2].text);
}

/* "100 sh: 3</etc/hosts>"; streams are addresses. */
static void put_fd(struct pen *out, const struct row_field *fields)
{
	uint64_t number = fields[2].number;

	if (fields[2].kind == ROW_NOTHING) {
		pen_byte(out, '-');
		return;
	}
	put_process(out, fields);
	pen_put(out, ": ");
	if (fields[2].kind == ROW_ADDRESS)
		pen_hex(out, number);
	else
		pen_uint(out, number);
	if (!fields[3].text.n_bytes)
		return;
	pen_byte(out, '<');
	print_name(out, fields[3].text);
	pen_byte(out, '>');
}

static void put_frame(struct pen *out, const struct row_field *fields)
{
	put_process(out, fields);
	pen_put(out, ": ");
	if (fields[2].kind == ROW_NOTHING)
		pen_byte(out, '-');
	else
		pen_uint(out, fields[2].number);
}

/* "main (/usr/bin/prog)" */
static void put_caller(struct pen *out, const struct row_field *fields)
{
	put_text(out, fields[0].text);
	if (!fields[1].text.n_bytes)
		return;
	pen_put(out, " (");
	print_name(out, fields[1].text);
	pen_byte(out, ')');
}

void row_put(const struct fxtrace_row *row, enum fxtrace_by by, struct pen *out)
{
	struct row_field fields[ROW_MAX_FIELDS];

	row_fields(row, by, fields);
	switch (by) {
	case FXTRACE_BY_THREAD:
		put_thread(out, fields);
		break;
	case FXTRACE_BY_PROCESS:
		put_process(out, fields);
		break;
	case FXTRACE_BY_FD:
		put_fd(out, fields);
		break;
	case FXTRACE_BY_FRAME:
		put_frame(out, fields);
		break;
	case FXTRACE_BY_FUNCTION:
		put_text(out, fields[1].text);
		break;
	case FXTRACE_BY_CALLER:
		put_caller(out, fields);
		break;
	default:
		put_text(out, fields[0].text);
	}
}
