/* SPDX-License-Identifier: MIT */
/*
 * Names of groups, see by.h.
 */
#include "tools/print/print.h"
#include "tools/report/by.h"
#include "tools/select/catalogue.h"

static struct by_field number_field(uint64_t number)
{
	return (struct by_field){.kind = BY_NUMBER, .number = number};
}

static struct by_field text_field(struct fxr_text text)
{
	return (struct by_field){.kind = text.n_bytes ? BY_TEXT : BY_NOTHING,
				 .text = text};
}

size_t by_keys(enum by_what what, const char *keys[BY_MAX_FIELDS])
{
	static const char *const all[BY_N_WHATS][BY_MAX_FIELDS] = {
		[BY_FUNCTION] = {"category", "name", "class"},
		[BY_THREAD] = {"pid", "tid", "process", "thread"},
		[BY_PROCESS] = {"pid", "process"},
		[BY_FILE] = {"file"},
		[BY_FD] = {"pid", "process", "fd", "file"},
		[BY_ERRNO] = {"errno"},
		[BY_FRAME] = {"pid", "process", "frame"},
		[BY_CALLER] = {"caller", "module"},
	};
	size_t n = 0;

	for (; n < BY_MAX_FIELDS && all[what][n]; n++)
		keys[n] = all[what][n];
	return n;
}

static void process_fields(const struct by *by, uint32_t index,
			   struct by_field *fields)
{
	const struct fxr_process *process = &by->world->processes[index];

	fields[0] = number_field(process->pid);
	fields[1] =
		text_field(fxr_world_object(by->world, process->provider,
					    FXT_OBJECT_PROCESS, process->pid));
}

static void thread_fields(const struct by *by, uint32_t index,
			  struct by_field *fields)
{
	const struct fxr_thread *thread = &by->world->threads[index];

	fields[0] = number_field(thread->pid);
	fields[1] = number_field(thread->tid);
	fields[2] = text_field(fxr_world_object(
		by->world, thread->provider, FXT_OBJECT_PROCESS, thread->pid));
	fields[3] = text_field(fxr_world_object(
		by->world, thread->provider, FXT_OBJECT_THREAD, thread->tid));
}

/* Of groups that the world does not count. */
static void group_fields(const struct by *by, const struct by_group *group,
			 struct by_field *fields)
{
	bool has_process =
		by->what == BY_FRAME || (by->what == BY_FD && group->is_known);

	if (has_process)
		process_fields(by, group->process, fields);
	if (by->what == BY_FD)
		fields[3] = text_field(group->text);
	if (by->what == BY_CALLER)
		fields[1] = text_field(group->module);
	if (by->what != BY_FD && by->what != BY_FRAME)
		fields[0] = text_field(group->text);
	else if (group->is_known)
		fields[2] = number_field(group->number);
	if (group->is_address)
		fields[2].kind = BY_ADDRESS;
}

/* Names are copies with a NUL behind them. */
static struct fxr_text class_of(const struct fxr_name *name)
{
	return catalogue_waits(name->category.bytes, name->name.bytes)
		       ? fxr_text("waiting", 7)
		       : fxr_text("call", 4);
}

void by_fields(const struct by *by, uint32_t group,
	       struct by_field fields[BY_MAX_FIELDS])
{
	const struct fxr_world *world = by->world;

	memset(fields, 0, BY_MAX_FIELDS * sizeof(*fields));
	switch (by->what) {
	case BY_FUNCTION:
		fields[0] = text_field(world->names[group].category);
		fields[1] = text_field(world->names[group].name);
		fields[2] = text_field(class_of(&world->names[group]));
		break;
	case BY_THREAD:
		thread_fields(by, group, fields);
		break;
	case BY_PROCESS:
		process_fields(by, group, fields);
		break;
	default:
		group_fields(by, &by->groups[group], fields);
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
static void put_process(struct pen *out, const struct by_field *fields)
{
	pen_uint(out, fields[0].number);
	if (!fields[1].text.n_bytes)
		return;
	pen_byte(out, ' ');
	print_name(out, fields[1].text);
}

static void put_thread(struct pen *out, const struct by_field *fields)
{
	pen_uint(out, fields[0].number);
	pen_byte(out, '/');
	pen_uint(out, fields[1].number);
	pen_byte(out, ' ');
	print_name(out,
		   fields[3].text.n_bytes ? fields[3].text : fields[2].text);
}

/* "100 sh: 3</etc/hosts>"; streams are addresses. */
static void put_fd(struct pen *out, const struct by_field *fields)
{
	uint64_t number = fields[2].number;

	if (fields[2].kind == BY_NOTHING) {
		pen_byte(out, '-');
		return;
	}
	put_process(out, fields);
	pen_put(out, ": ");
	if (fields[2].kind == BY_ADDRESS)
		pen_hex(out, number);
	else
		pen_uint(out, number);
	if (!fields[3].text.n_bytes)
		return;
	pen_byte(out, '<');
	print_name(out, fields[3].text);
	pen_byte(out, '>');
}

static void put_frame(struct pen *out, const struct by_field *fields)
{
	put_process(out, fields);
	pen_put(out, ": ");
	if (fields[2].kind == BY_NOTHING)
		pen_byte(out, '-');
	else
		pen_uint(out, fields[2].number);
}

/* "main (/usr/bin/prog)" */
static void put_caller(struct pen *out, const struct by_field *fields)
{
	put_text(out, fields[0].text);
	if (!fields[1].text.n_bytes)
		return;
	pen_put(out, " (");
	print_name(out, fields[1].text);
	pen_byte(out, ')');
}

void by_put(const struct by *by, uint32_t group, struct pen *out)
{
	struct by_field fields[BY_MAX_FIELDS];

	by_fields(by, group, fields);
	switch (by->what) {
	case BY_THREAD:
		put_thread(out, fields);
		break;
	case BY_PROCESS:
		put_process(out, fields);
		break;
	case BY_FD:
		put_fd(out, fields);
		break;
	case BY_FRAME:
		put_frame(out, fields);
		break;
	case BY_FUNCTION:
		put_text(out, fields[1].text);
		break;
	case BY_CALLER:
		put_caller(out, fields);
		break;
	default:
		put_text(out, fields[0].text);
	}
}
