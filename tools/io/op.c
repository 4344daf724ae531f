/* SPDX-License-Identifier: MIT */
/*
 * See op.h.
 */
#include "tools/io/op.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/select/catalogue.h"
#include "tools/io/op_data.h"
#include "tools/io/op_value.h"
#include "tools/reader/number.h"

/* The act of a function, once it was looked up. */
struct known_function {
	bool is_known;
	const struct io_rule *rule; /* or NULL */
};

struct io_ops {
	struct fxr_world *world;
	struct descriptors *descriptors;
	struct known_function
		*known_function; /* by the number of the function's name */
	size_t known_function_capacity;
	struct fxr_arena arena; /* of one operation */
};

struct io_ops *io_ops_open(struct fxr_world *world)
{
	struct io_ops *ops = fxr_new(1, sizeof(*ops));

	ops->world = world;
	ops->descriptors = descriptors_open(world);
	return ops;
}

void io_ops_close(struct io_ops *ops)
{
	if (!ops)
		return;
	descriptors_close(ops->descriptors);
	fxr_arena_fini(&ops->arena);
	free(ops->known_function);
	free(ops);
}

static const struct io_rule *rule_of(const char *category, const char *name)
{
	const char *described = catalogue_described(category, name);

	if (strncmp(category, "libc:", 5) != 0)
		return NULL;
	return io_rule_find(described ? described : name);
}

bool io_ops_need(void *context, struct fxr_text category, struct fxr_text name)
{
	(void)context;
	/* both are copies that end with a NUL */
	if (rule_of(category.bytes, name.bytes) ||
	    descriptors_need(category.bytes, name.bytes))
		return true;
	/* the only evidence of a vfork child may be its exec */
	return !strncmp(name.bytes, "exec", 4) &&
	       !strcmp(category.bytes, "libc:proc");
}

static const struct io_rule *rule_of_call(struct io_ops *ops,
					  const struct fxr_name *name)
{
	size_t i = (size_t)(name - ops->world->names);
	struct known_function *known_function;

	ops->known_function =
		fxr_grow(ops->known_function, &ops->known_function_capacity,
			 i + 1, sizeof(*known_function));
	known_function = &ops->known_function[i];
	if (!known_function->is_known) {
		known_function->rule =
			rule_of(name->category.bytes, name->name.bytes);
		known_function->is_known = true;
	}
	return known_function->rule;
}

static void take_result(const struct io_ops *ops, struct io_op *op)
{
	const struct fxr_call *call = op->call;
	uint64_t number = 0;

	op->is_done = (call->state == FXR_CALL_DONE ||
		       call->state == FXR_CALL_JUMPED) &&
		      call->has_end && !(call->marks & FXR_MARK_LATE);
	op->error = io_error_number(call->error);
	if (call->has_ret && call->ret.kind == FXR_VALUE_POINTER)
		op->result = call->ret.as.u64 && call->ret.as.u64 != UINT64_MAX
				     ? 0
				     : -1;
	else if (call->has_ret && call->ret.kind == FXR_VALUE_NULL)
		op->result = -1;
	else if (call->has_ret &&
		 fxr_number(&ops->world->types, &call->ret, &number))
		op->result = (int64_t)number;
}

/* The object of a descriptor or a stream. */
static struct object *object_behind(struct io_ops *ops, const struct io_op *op,
				    enum io_part part, enum fd_shelf shelf)
{
	uint64_t key;

	if (!io_number(ops->world, op, part, &key))
		return NULL;
	if (shelf == FD_DESCRIPTORS && (int32_t)key < 0)
		return NULL;
	return descriptors_object(ops->descriptors, shelf,
				  shelf == FD_DESCRIPTORS ? (uint32_t)key : key,
				  false);
}

static bool has_part(const struct io_op *op, enum io_part part)
{
	return io_rule_param(op->rule, part) >= 0;
}

/* The stdin or stdout that puts and getchar use. */
static struct object *implied_object(struct io_ops *ops, const struct io_op *op)
{
	enum io_act act = op->rule->act;

	if (act != IO_READ && act != IO_SCAN && act != IO_WRITE &&
	    act != IO_WRITE_LINE)
		return NULL;
	return descriptors_object(ops->descriptors, FD_DESCRIPTORS,
				  act == IO_WRITE || act == IO_WRITE_LINE,
				  false);
}

static void take_files(struct io_ops *ops, struct io_op *op)
{
	if (has_part(op, IO_FD))
		op->file[0] = object_behind(ops, op, IO_FD, FD_DESCRIPTORS);
	else if (has_part(op, IO_STREAM))
		op->file[0] = object_behind(ops, op, IO_STREAM, FD_STREAMS);
	else
		op->file[0] = implied_object(ops, op);
	op->file[1] = object_behind(ops, op, IO_FD2, FD_DESCRIPTORS);
	op->dir[0] = object_behind(ops, op, IO_DIR, FD_DESCRIPTORS);
	op->dir[1] = object_behind(ops, op, IO_DIR2, FD_DESCRIPTORS);
}

/* Whether a folder's descriptor was passed. */
static bool has_folder(const struct io_ops *ops, const struct io_op *op,
		       enum io_part part)
{
	uint64_t fd;

	return io_number(ops->world, op, part, &fd) && (int32_t)fd >= 0;
}

static const char *path_from(struct io_ops *ops, const char *folder,
			     const char *name)
{
	size_t n_folder, n_name = strlen(name);
	char *whole;

	if (*name == '/')
		return name;
	if (!folder || *folder != '/')
		return NULL;
	n_folder = strlen(folder);
	if (n_folder >= PATH_MAX)
		return NULL; /* it was truncated */
	whole = fxr_arena_alloc(&ops->arena, n_folder + n_name + 2);
	memcpy(whole, folder, n_folder);
	if (!n_name)
		return whole; /* AT_EMPTY_PATH */
	whole[n_folder] = '/';
	memcpy(whole + n_folder + 1, name, n_name);
	return whole;
}

/* The absolute name, from its folder's path. */
static const char *whole_path(struct io_ops *ops, const struct io_op *op,
			      unsigned n, const char *name)
{
	bool has_dir = has_folder(ops, op, n ? IO_DIR2 : IO_DIR);
	const char *folder = descriptors_folder(ops->descriptors);

	if (has_dir)
		folder = op->dir[n] ? object_text(op->dir[n]) : NULL;
	return path_from(ops, folder, name);
}

/* The name that it made from its template is only in the result. */
static bool is_mkdtemp(const struct io_op *op)
{
	return op->rule->act == IO_MAKE_FOLDER &&
	       io_rule_param(op->rule, IO_MODE) < 0 && op->call->has_ret &&
	       op->call->ret.kind == FXR_VALUE_STRING;
}

static void take_path(struct io_ops *ops, struct io_op *op, unsigned n)
{
	/* the name made from a template */
	bool is_after = op->rule->act == IO_TEMPORARY;
	struct fxr_text text = {0};
	char *name;

	if (!n && is_mkdtemp(op))
		text = op->call->ret.as.text;
	else if (!io_text(op, n ? IO_PATH2 : IO_PATH, is_after, &text))
		return;
	name = fxr_arena_copy(&ops->arena, text.bytes, text.n_bytes);
	if (strncmp(op->rule->name, "shm_", 4) == 0) {
		char *whole = fxr_arena_alloc(&ops->arena, text.n_bytes + 16);

		snprintf(whole, text.n_bytes + 16, "/dev/shm/%s",
			 name + (*name == '/'));
		name = whole;
	}
	op->relative[n] = name;
	op->path[n] = whole_path(ops, op, n, name);
}

static void take_text(struct io_ops *ops, const struct io_op *op,
		      enum io_part part, const char **to)
{
	struct fxr_text text;

	if (io_text(op, part, false, &text))
		*to = fxr_arena_copy(&ops->arena, text.bytes, text.n_bytes);
}

static void take_offset(const struct io_ops *ops, struct io_op *op, unsigned n)
{
	uint64_t number;

	op->has_offset[n] =
		io_has(op, n ? IO_OFFSET2 : IO_OFFSET) &&
		io_number(ops->world, op, n ? IO_OFFSET2 : IO_OFFSET, &number);
	if (op->has_offset[n])
		op->offset[n] = (int64_t)number;
}

static void take_numbers(const struct io_ops *ops, struct io_op *op)
{
	uint64_t number;

	if (io_number(ops->world, op, IO_FLAGS, &op->flags) &&
	    op->rule->act == IO_OPEN)
		op->flags = io_open_flags(ops->world, op, op->flags);
	(void)io_number(ops->world, op, IO_COMMAND, &op->command);
	(void)io_number(ops->world, op, IO_ADDRESS, &op->address);
	if (io_number(ops->world, op, IO_MODE, &number))
		op->mode = (mode_t)number;
	(void)io_number(ops->world, op, IO_SIZE, &op->size);
	op->items = 1;
	(void)io_number(ops->world, op, IO_ITEMS, &op->items);
	if (io_number(ops->world, op, IO_WHENCE, &number))
		op->whence = (int)number;
	take_offset(ops, op, 0);
	take_offset(ops, op, 1);
}

/* The tables hold results under the number that the call returned. */
static struct object *result_of(struct io_ops *ops, enum fd_shelf shelf,
				uint64_t key)
{
	return descriptors_object(ops->descriptors, shelf, key, true);
}

/* A stream, and the descriptors of its program. */
static void take_popened(struct io_ops *ops, struct io_op *op)
{
	bool is_write = *op->mode_text == 'w';

	op->made[is_write] = result_of(ops, FD_STREAMS, op->call->ret.as.u64);
	op->made[!is_write] =
		result_of(ops, FD_DESCRIPTORS, DESCRIPTORS_CHILDS);
}

static void take_made(struct io_ops *ops, struct io_op *op)
{
	uint64_t ends[2];
	bool is_stream = op->call->ret.kind == FXR_VALUE_POINTER;

	switch (op->rule->act) {
	case IO_OPEN:
	case IO_OPEN_FOLDER:
	case IO_TEMPORARY:
	case IO_ANONYMOUS:
		if (op->is_done && op->call->has_ret && !op->error &&
		    op->result >= 0)
			op->made[0] = result_of(
				ops, is_stream ? FD_STREAMS : FD_DESCRIPTORS,
				op->call->ret.as.u64);
		break;
	case IO_PIPE:
		if (!op->is_done || op->error)
			break;
		if (op->mode_text)
			take_popened(ops, op);
		if (op->mode_text || !io_pair(op, ends))
			break;
		op->made[0] = result_of(ops, FD_DESCRIPTORS, ends[0]);
		op->made[1] = result_of(ops, FD_DESCRIPTORS, ends[1]);
		break;
	default:
		break;
	}
}

bool io_ops_take(struct io_ops *ops, const struct fxr_call *call,
		 struct io_op *op)
{
	const struct io_rule *rule = rule_of_call(ops, call->name);

	fxr_arena_reset(&ops->arena);
	descriptors_take(ops->descriptors, call);
	if (!rule)
		return false;
	*op = (struct io_op){.rule = rule, .call = call};
	take_result(ops, op);
	take_files(ops, op);
	take_path(ops, op, 0);
	take_path(ops, op, 1);
	take_text(ops, op, IO_TARGET, &op->target);
	take_text(ops, op, IO_MODE_TEXT, &op->mode_text);
	take_text(ops, op, IO_FORMAT, &op->format);
	take_numbers(ops, op);
	take_made(ops, op);
	io_op_data(ops->world, &ops->arena, op);
	return true;
}

/* A step looks like a separate call of open or chdir. */
static void take_step(struct io_ops *ops, const struct fd_step *step,
		      struct io_op *op)
{
	const char *folder = step->folder ? object_text(step->folder) : NULL;

	op->relative[0] =
		fxr_arena_copy(&ops->arena, step->path, strlen(step->path));
	op->path[0] = path_from(ops, folder, op->relative[0]);
	op->flags = io_open_flags(ops->world, op, step->flags);
	op->mode = (mode_t)step->mode;
	op->made[0] = step->made;
	/* a descriptor's folder may have been renamed since */
	if (object_tag(step->folder))
		op->dir[0] = step->folder;
}

bool io_ops_step(struct io_ops *ops, const struct io_op *spawn, size_t n,
		 struct io_op *op)
{
	const struct fd_steps *steps = descriptors_steps(ops->descriptors);
	bool is_open;

	if (n >= steps->n)
		return false;
	is_open = steps->items[n].act == FD_ADD_OPEN;
	*op = (struct io_op){.rule = io_rule_find(is_open ? "open" : "chdir"),
			     .call = spawn->call,
			     .is_done = true,
			     .is_maybe = spawn->error,
			     .items = 1};
	take_step(ops, &steps->items[n], op);
	return true;
}

bool io_ops_is_whole(const struct io_ops *ops)
{
	return descriptors_steps(ops->descriptors)->is_whole;
}

void io_ops_apply(struct io_ops *ops)
{
	descriptors_settle(ops->descriptors);
}

struct object *io_ops_descriptor(struct io_ops *ops, int fd)
{
	return fd < 0 ? NULL
		      : descriptors_object(ops->descriptors, FD_DESCRIPTORS,
					   (uint64_t)fd, false);
}

uint64_t io_ops_spawned(const struct io_ops *ops)
{
	return descriptors_steps(ops->descriptors)->pid;
}

void io_ops_go(struct io_ops *ops, uint64_t ns)
{
	descriptors_go(ops->descriptors, ns);
}

uint64_t io_ops_now(const struct io_ops *ops)
{
	return descriptors_now(ops->descriptors);
}

void io_ops_begin(struct io_ops *ops, const struct fxr_process *process)
{
	descriptors_begin(ops->descriptors, process);
}

void io_ops_unexpect(struct io_ops *ops, const struct io_op *op)
{
	bool is_popen = op->rule->act == IO_PIPE;

	descriptors_unexpect(ops->descriptors, op->call->thread->pid,
			     is_popen ? op->call->ret.as.u64 : 0);
}

void io_ops_end(struct io_ops *ops, uint32_t provider, uint64_t pid)
{
	descriptors_end(ops->descriptors, provider, pid);
}

bool io_op_entry(struct io_ops *ops, const struct io_op *op, size_t n,
		 struct io_entry *entry)
{
	return io_entry_of(ops->world, &ops->arena, op, n, entry);
}
