/* SPDX-License-Identifier: MIT */
/*
 * See op_data.h.
 */
#include "tools/io/op_data.h"

#include <dirent.h>
#include <string.h>

#include "tools/io/op_value.h"
#include "tools/print/print.h"
#include "tools/reader/number.h"

/* Larger pieces of mappings do not occur. */
#define MAX_ZEROS ((uint64_t)1 << 20)

static bool is_bytes(const struct fxr_value *value)
{
	return value && (value->kind == FXR_VALUE_STRING ||
			 value->kind == FXR_VALUE_BYTES);
}

/* The target of the next pointer in an array of struct iovec, from item *at on;
 * NULL after the last. */
static const struct fxr_value *next_buffer(const struct fxr_value *list,
					   size_t *at)
{
	while (*at < list->as.list.n) {
		const struct fxr_value *item = &list->as.list.items[(*at)++];

		for (size_t i = 0;
		     item->kind == FXR_VALUE_STRUCT && i < item->as.list.n; i++)
			if (is_bytes(&item->as.list.items[i]))
				return &item->as.list.items[i];
	}
	return NULL;
}

/* The buffers, up to n bytes. */
static void join_buffers(struct fxr_arena *arena, const struct fxr_value *list,
			 uint64_t n, struct io_op *op)
{
	const struct fxr_value *buffer;
	size_t at, n_bytes = 0;
	char *to;

	for (at = 0; (buffer = next_buffer(list, &at));)
		n_bytes += buffer->as.text.n_bytes;
	to = fxr_arena_alloc(arena, n_bytes + 1);
	op->data = fxr_text(to, 0);
	op->data_size = n;
	for (at = 0; (buffer = next_buffer(list, &at));) {
		memcpy(to + op->data.n_bytes, buffer->as.text.bytes,
		       buffer->as.text.n_bytes);
		op->data.n_bytes += buffer->as.text.n_bytes;
		/* after a hole the rest is at other offsets */
		if (buffer->true_bytes > buffer->as.text.n_bytes)
			break;
	}
	if (op->data.n_bytes > n)
		op->data.n_bytes = (size_t)n;
}

/* How many bytes the call moved; streams count items, or return only
 * success. */
static uint64_t n_moved(const struct io_op *op, uint64_t known)
{
	bool is_counted = io_rule_param(op->rule, IO_SIZE) >= 0 ||
			  io_rule_param(op->rule, IO_FD) >= 0;

	if (op->result < 0 || !op->is_done)
		return 0;
	/* a synthetic call has no result */
	if (op->call->marks & FXR_MARK_FAKE)
		return op->size;
	if (!is_counted)
		return known;
	if (io_rule_param(op->rule, IO_ITEMS) >= 0)
		return op->size * (uint64_t)op->result;
	return (uint64_t)op->result;
}

/* Whether nothing was moved. getw's result shows it, which may be negative, and
 * so does the argument of __overflow. */
static bool is_end(const struct io_op *op, uint64_t number)
{
	if (!strcmp(op->rule->name, "__overflow") && (int32_t)number == -1)
		return true;
	return op->result == -1 ||
	       (op->result < 0 && strcmp(op->rule->name, "getw") != 0);
}

/* A single character, or an int by getw and putw: the argument, or the
 * result. */
static void take_character(const struct fxr_world *world,
			   struct fxr_arena *arena, struct io_op *op)
{
	bool is_word = !strcmp(op->rule->name, "getw") ||
		       !strcmp(op->rule->name, "putw");
	uint64_t number = (uint64_t)op->result;
	int word;
	char *to;

	(void)io_number(world, op, IO_CHARACTER, &number);
	if (is_end(op, number))
		return;
	to = fxr_arena_alloc(arena, sizeof(word) + 1);
	word = (int)number;
	memcpy(to, &word, sizeof(word));
	op->data = fxr_text(to, is_word ? sizeof(word) : 1);
	op->data_size = op->data.n_bytes;
}

/* A format without values is its own text, except for %%. */
static bool take_format(struct fxr_arena *arena, struct io_op *op)
{
	const struct fxr_call *call = op->call;
	const struct fxr_value *format = NULL;
	char *to;

	for (size_t i = 0; i < call->n_args; i++)
		if (fxr_is(call->args[i].name, "format"))
			format = &call->args[i].value;
	if (!is_bytes(format))
		return false;
	to = fxr_arena_copy(arena, format->as.text.bytes,
			    format->as.text.n_bytes);
	op->data = fxr_text(to, 0);
	for (const char *from = to; *from; from++) {
		if (*from == '%' && *++from != '%')
			return false;
		to[op->data.n_bytes++] = *from;
	}
	return true;
}

/* Printed text that contradicts the call's count is dropped. */
static void take_printed(struct fxr_world *world, struct fxr_arena *arena,
			 struct io_op *op)
{
	struct print print = {.world = world};
	bool is_whole = true;

	if (op->result < 0)
		return;
	op->data_size = (uint64_t)op->result;
	if (!print_formatted(&print, op->call, &op->data, &is_whole) &&
	    !take_format(arena, op))
		op->data.n_bytes = 0;
	if (!is_whole || op->data.n_bytes > op->data_size)
		op->data.n_bytes = 0;
}

/* Takes a mapping's bytes: a missing value means zeros. */
static void take_mapped(struct fxr_arena *arena, struct io_op *op)
{
	const struct fxr_value *value = io_value(op, IO_DATA, false);

	op->data_size = op->size;
	if (is_bytes(value))
		op->data = value->as.text;
	else if (op->size <= MAX_ZEROS)
		op->data = fxr_text(fxr_arena_alloc(arena, op->size + 1),
				    op->size);
	if (op->data.n_bytes > op->data_size)
		op->data.n_bytes = (size_t)op->data_size;
}

static void take_bytes(struct fxr_world *world, struct fxr_arena *arena,
		       struct io_op *op)
{
	const struct fxr_arg *arg = io_arg(op, IO_DATA, true);
	const struct fxr_value *value = arg ? &arg->value : NULL;
	uint64_t n;

	if (value && value->kind == FXR_VALUE_ARRAY && op->result >= 0) {
		join_buffers(arena, value, n_moved(op, 0), op);
	} else if (is_bytes(value)) {
		n = arg->has_size ? arg->true_size : value->true_bytes;
		n = n > value->as.text.n_bytes ? n : value->as.text.n_bytes;
		op->data = value->as.text;
		op->data_size = n_moved(op, n);
		if (op->data.n_bytes > op->data_size)
			op->data.n_bytes = (size_t)op->data_size;
	} else if (io_rule_param(op->rule, IO_DATA) >= 0) {
		op->data_size = n_moved(op, 0);
	} else if (op->rule->act == IO_WRITE &&
		   io_rule_param(op->rule, IO_CHARACTER) < 0) {
		take_printed(world, arena, op);
	} else {
		take_character(world, arena, op);
	}
}

/* Takes n bytes that the recorder emitted, which may be zeros. */
static void take_held(struct io_op *op)
{
	const struct fxr_value *value = io_value(op, IO_DATA, true);

	op->data_size = op->size;
	if (!is_bytes(value))
		return;
	op->data = value->as.text;
	if (op->data.n_bytes > op->data_size)
		op->data.n_bytes = (size_t)op->data_size;
}

/* puts writes a newline that its argument does not have. */
static void add_newline(struct fxr_arena *arena, struct io_op *op)
{
	char *to = fxr_arena_alloc(arena, op->data.n_bytes + 2);

	if (!op->data.bytes)
		return;
	memcpy(to, op->data.bytes, op->data.n_bytes);
	to[op->data.n_bytes] = '\n';
	op->data = fxr_text(to, op->data.n_bytes +
					(op->data.n_bytes == op->data_size));
	op->data_size++;
}

static uint64_t status_number(const struct fxr_world *world,
			      const struct io_op *op, const char *name)
{
	char long_name[32] = "stx_";
	uint64_t number = 0;
	const struct fxr_value *value = io_member(op, IO_STATUS, name);

	if (!value) {
		memcpy(long_name + 4, name + 3, strlen(name) - 2);
		value = io_member(op, IO_STATUS, long_name);
	}
	return value && fxr_number(&world->types, value, &number) ? number : 0;
}

static void take_status(const struct fxr_world *world, struct io_op *op)
{
	const struct fxr_value *when;
	uint64_t number;

	if (io_rule_param(op->rule, IO_STATUS) < 0 || !op->is_done ||
	    op->result != 0 ||
	    !(io_member(op, IO_STATUS, "st_mode") ||
	      io_member(op, IO_STATUS, "stx_mode")))
		return;
	op->has_status = true;
	op->status.st_mode = (mode_t)status_number(world, op, "st_mode");
	op->status.st_size = (off_t)status_number(world, op, "st_size");
	op->status.st_ino = status_number(world, op, "st_ino");
	op->status.st_dev = status_number(world, op, "st_dev");
	op->status.st_nlink = status_number(world, op, "st_nlink");
	when = io_member(op, IO_STATUS, "st_mtim");
	if (!when)
		when = io_member(op, IO_STATUS, "stx_mtime");
	if (when && io_member_number(world, when, "tv_sec", &number))
		op->status.st_mtim.tv_sec = (time_t)number;
	if (when && io_member_number(world, when, "tv_nsec", &number))
		op->status.st_mtim.tv_nsec = (long)number;
}

/* A struct timespec or timeval. */
static void take_time(const struct fxr_world *world,
		      const struct fxr_value *value, struct timespec *time)
{
	uint64_t number;

	if (io_member_number(world, value, "tv_sec", &number))
		time->tv_sec = (time_t)number;
	if (io_member_number(world, value, "tv_nsec", &number))
		time->tv_nsec = (long)number;
	else if (io_member_number(world, value, "tv_usec", &number))
		time->tv_nsec = (long)number * 1000;
}

static void take_times(const struct fxr_world *world, struct io_op *op)
{
	const struct fxr_value *value = io_value(op, IO_TIMES, false);
	const struct fxr_value *first = io_member(op, IO_TIMES, "actime");
	const struct fxr_value *second = io_member(op, IO_TIMES, "modtime");
	uint64_t number;

	if (value && value->kind == FXR_VALUE_ARRAY && value->as.list.n == 2) {
		op->has_times = true;
		take_time(world, &value->as.list.items[0], &op->times[0]);
		take_time(world, &value->as.list.items[1], &op->times[1]);
	} else if (first && second) {
		op->has_times = true;
		if (fxr_number(&world->types, first, &number))
			op->times[0].tv_sec = (time_t)number;
		if (fxr_number(&world->types, second, &number))
			op->times[1].tv_sec = (time_t)number;
	}
}

/* The target of a name: text in a buffer, or the result. */
static void take_target(struct fxr_arena *arena, struct io_op *op)
{
	const struct fxr_value *ret = &op->call->ret;

	if (op->rule->act == IO_READ_LINK && op->data.bytes)
		op->target =
			fxr_arena_copy(arena, op->data.bytes, op->data.n_bytes);
	if (op->rule->act == IO_REAL_PATH && op->call->has_ret && is_bytes(ret))
		op->target = fxr_arena_copy(arena, ret->as.text.bytes,
					    ret->as.text.n_bytes);
}

void io_op_data(struct fxr_world *world, struct fxr_arena *arena,
		struct io_op *op)
{
	switch (op->rule->act) {
	case IO_READ:
	case IO_READ_AT:
	case IO_SCANNED:
	case IO_WRITE:
	case IO_WRITE_AT:
	case IO_WRITE_LINE:
	case IO_READ_LINK:
	case IO_PUT_BACK:
		take_bytes(world, arena, op);
		break;
	case IO_MAP_WRITTEN:
		take_mapped(arena, op);
		break;
	case IO_HELD:
		take_held(op);
		break;
	case IO_READ_FOLDER:
		op->entry = io_value(op, IO_DATA, true);
		if (!op->entry && op->call->has_ret)
			op->entry = &op->call->ret;
		break;
	default:
		break;
	}
	if (op->rule->act == IO_WRITE_LINE)
		add_newline(arena, op);
	take_target(arena, op);
	take_status(world, op);
	take_times(world, op);
}

bool io_entry_of(const struct fxr_world *world, struct fxr_arena *arena,
		 const struct io_op *op, size_t n, struct io_entry *entry)
{
	const struct fxr_value *value = op->entry;
	uint64_t number;

	if (value && value->kind == FXR_VALUE_ARRAY)
		value = n < value->as.list.n ? &value->as.list.items[n] : NULL;
	else if (n)
		value = NULL;
	if (!value || value->kind != FXR_VALUE_STRUCT)
		return false;
	*entry = (struct io_entry){.name = NULL, .type = DT_UNKNOWN};
	for (size_t i = 0; i < value->as.list.n; i++) {
		const struct fxr_value *item = &value->as.list.items[i];

		if (fxr_is(item->name, "d_name") && is_bytes(item))
			entry->name =
				fxr_arena_copy(arena, item->as.text.bytes,
					       strnlen(item->as.text.bytes,
						       item->as.text.n_bytes));
	}
	if (io_member_number(world, value, "d_type", &number))
		entry->type = (int)number;
	return entry->name;
}
