/* SPDX-License-Identifier: MIT */
/*
 * The rows of a call: its own, those of its arguments, and its stack's.
 */
#include "tools/base/daytime.h"
#include "tools/client/state.h"
#include "tools/convert/sqlite/database.h"
#include "tools/convert/sqlite/value.h"

enum { CALL_COLUMNS = 19, ARG_COLUMNS = 9, FRAME_COLUMNS = 8 };

static void put_row(struct database *d, enum large_table table, uint64_t rowid,
		    struct row *row)
{
	struct fxr_text record = row_record(row);

	btree_put(&d->tables[table], rowid, (const unsigned char *)record.bytes,
		  record.n_bytes);
}

static struct fxr_text text_of(const char *text)
{
	return fxr_text(text, strlen(text));
}

/* Before it was shortened, or withheld. */
static void set_size(struct row *row, int at, const struct fxtrace_value *value)
{
	bool is_cut = value->is_withheld;

	if (value->kind == FXTRACE_TEXT || value->kind == FXTRACE_BYTES)
		is_cut = value->true_size != value->n_bytes;
	if (value->kind == FXTRACE_LIST || value->kind == FXTRACE_RECORD)
		is_cut = value->true_size != value->n_items;
	if (is_cut && value->true_size != UINT64_MAX)
		row_uint(row, at, value->true_size);
}

/* object: what a descriptor is, or "" */
static void put_arg(struct database *d, uint64_t number, size_t position,
		    struct fxr_text name, const struct fxtrace_value *value,
		    const char *object)
{
	struct row *row = &d->row;
	uint64_t blob = 0;

	if (value->kind == FXTRACE_BYTES)
		blob = database_blob(d, fxr_text(value->bytes, value->n_bytes));
	row_begin(row, ARG_COLUMNS);
	row_uint(row, 0, number);
	row_uint(row, 1, position);
	row_text(row, 2, name);
	row_value(row, d->at->archive, (struct value_columns){3, 7, 8}, value);
	if (blob)
		row_uint(row, 4, blob);
	set_size(row, 5, value);
	row_name(row, 6, text_of(object));
	put_row(d, ARGS, 0, row);
}

/* Each member is a row: "st.st_mode". Returns the position behind them. */
static size_t put_group(struct database *d, uint64_t number, size_t position,
			const struct fxtrace_arg *arg)
{
	const struct fxtrace_value *group = arg->value;

	for (size_t i = 0; i < group->n_items; i++) {
		const struct fxtrace_value *item = group->items[i];

		pen_put(&d->name, arg->name);
		if (strcmp(arg->name, "...") != 0)
			pen_format(&d->name, ".%s", item->name);
		put_arg(d, number, position++, pen_take(&d->name), item,
			i ? "" : arg->object);
	}
	return position;
}

static void put_args(struct database *d, const struct fxtrace_call *call)
{
	size_t position = 0;

	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxtrace_arg *arg = call->args[i];

		if (arg->is_group)
			position = put_group(d, call->number, position, arg);
		else
			put_arg(d, call->number, position++, text_of(arg->name),
				arg->value, arg->object);
	}
}

static void put_frame(struct database *d, uint64_t stack, size_t position,
		      const struct fxtrace_frame *frame)
{
	struct row *row = &d->row;

	row_begin(row, FRAME_COLUMNS);
	row_uint(row, 0, stack);
	row_uint(row, 1, position);
	row_name(row, 2, text_of(frame->function));
	row_name(row, 3, text_of(frame->file));
	if (frame->line)
		row_uint(row, 4, frame->line);
	row_name(row, 5, text_of(frame->module));
	row_uint(row, 6, *frame->module ? frame->offset : frame->address);
	row_uint(row, 7, frame->is_inlined);
	put_row(d, FRAMES, 0, row);
}

/* The number of the call's stack in the table, from 1; 0: none. */
static uint64_t stack_row(struct database *d)
{
	struct source *at = d->at;
	uint64_t number = fxtrace_stack_number(at->archive);
	const struct fxtrace_frame *frames;
	size_t n;

	if (!number)
		return 0;
	at->stacks = fxr_grow(at->stacks, &at->stacks_space, number + 1,
			      sizeof(*at->stacks));
	if (at->stacks[number])
		return at->stacks[number];
	frames = fxtrace_stack(at->archive, &n, NULL);
	at->stacks[number] = ++d->n_stacks;
	for (size_t i = 0; i < n; i++)
		put_frame(d, d->n_stacks, i, &frames[i]);
	return d->n_stacks;
}

/* Most calls begin in the same second as the one before. */
static void put_date(struct database *d, struct pen *out, uint64_t ns)
{
	uint64_t second = ns / 1000000000, us = ns / 1000 % 1000000;

	if (!d->date.n_bytes || second != d->second) {
		d->date.n_bytes = 0;
		daytime_put_date(&d->date, ns, 0);
		d->date.n_bytes -= strlen("123456Z");
		d->second = second;
	}
	pen_bytes(out, d->date.bytes, d->date.n_bytes);
	pen_digits(out, us, 6);
	pen_byte(out, 'Z');
}

/* NULL if the archive does not know the time of day. */
static void set_time(struct database *d, struct row *row, int at,
		     uint64_t begin_ns)
{
	int64_t ns = fxtrace_time_of_day(d->at->archive, begin_ns);
	size_t from = row->text.n_bytes;

	if (ns == INT64_MIN)
		return;
	put_date(d, &row->text, (uint64_t)ns);
	row_printed(row, at, from);
}

/* As schema.c numbers them. */
static unsigned marks_of(const struct fxtrace_call *call)
{
	return (call->is_late ? 1u : 0) | (call->is_cut ? 2u : 0) |
	       (call->is_fake ? 4u : 0) | (call->has_no_begin ? 8u : 0);
}

/* Whose it is, and when. */
static void set_moment(struct database *d, struct row *row,
		       const struct fxtrace_call *call,
		       const struct nested *nested)
{
	const struct source *at = d->at;

	if (nested->depth)
		row_uint(row, 1, nested[-1].number);
	row_uint(row, 2, at->first_thread + call->thread->index);
	row_uint(row, 3, at->functions[call->function->index]);
	row_uint(row, 4, call->begin_ns);
	if (call->has_end) {
		row_uint(row, 5, call->end_ns);
		row_uint(row, 6, call->end_ns - call->begin_ns);
	}
	row_word(row, 7, state_word(call->state));
	row_uint(row, 8, marks_of(call));
	set_time(d, row, 16, call->begin_ns);
}

void database_put_call(struct database *d, const struct fxtrace_call *call,
		       const struct nested *nested)
{
	struct row *row = &d->row;
	uint64_t stack = stack_row(d);

	row_begin(row, CALL_COLUMNS);
	set_moment(d, row, call, nested);
	if (call->result) {
		row_value(row, d->at->archive,
			  (struct value_columns){9, 17, 18}, call->result);
		row_name(row, 10, text_of(call->object));
	}
	row_name(row, 11, text_of(call->error));
	if (call->text)
		row_string(row, 12, fxr_text(call->text, call->n_text_bytes));
	if (call->frame >= 0)
		row_uint(row, 13, (uint64_t)call->frame);
	if (call->sequence)
		row_uint(row, 14, call->sequence);
	if (stack)
		row_uint(row, 15, stack);
	/* the number is the rowid, and NULL in the record */
	put_row(d, CALLS, call->number, row);
	put_args(d, call);
}
