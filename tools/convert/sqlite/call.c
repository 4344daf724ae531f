/* SPDX-License-Identifier: MIT */
/*
 * The rows of a call: its own, those of its arguments, and its stack's.
 */
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

/* What a descriptor is. */
static void set_object(const struct database *d, struct row *row, int at,
		       const struct fxr_call *call, const struct fxr_arg *arg)
{
	const char *name = print_find_name(&d->at->print, call, arg);

	if (name)
		row_word(row, at, name);
}

static void put_arg(struct database *d, const struct fxr_call *call, size_t i)
{
	const struct fxr_arg *arg = &call->args[i];
	struct fxr_value value = arg->value;
	struct row *row = &d->row;
	uint64_t blob = 0;

	if (value.kind == FXR_VALUE_BYTES)
		blob = database_blob(d, value.as.text);
	value.is_withheld |= arg->has_size && value.kind == FXR_VALUE_NULL;
	row_begin(row, ARG_COLUMNS);
	row_uint(row, 0, call->number);
	row_uint(row, 1, i);
	row_text(row, 2, arg->name);
	row_value(row, &d->at->plain, (struct value_columns){3, 7, 8}, &value);
	if (blob)
		row_uint(row, 4, blob);
	if (arg->has_size && arg->true_size != UINT64_MAX)
		row_uint(row, 5, arg->true_size);
	set_object(d, row, 6, call, arg);
	put_row(d, ARGS, 0, row);
}

static void put_frame(struct database *d, uint64_t stack, size_t position,
		      const struct backtrace_frame *frame)
{
	struct row *row = &d->row;

	row_begin(row, FRAME_COLUMNS);
	row_uint(row, 0, stack);
	row_uint(row, 1, position);
	row_name(row, 2, frame->function);
	row_name(row, 3, frame->file);
	if (frame->line)
		row_uint(row, 4, frame->line);
	row_name(row, 5, frame->module);
	row_uint(row, 6, frame->module.n_bytes ? frame->off : frame->address);
	row_uint(row, 7, frame->is_inlined);
	put_row(d, FRAMES, 0, row);
}

/* The number of the call's stack, from 1, whose rows exist; 0: none. A stack
 * that is stored in the call itself gets separate rows each time. */
static uint64_t stack_row(struct database *d, const struct fxr_call *call)
{
	bool is_shared = call->stack.kind == FXR_VALUE_UINT;
	uint64_t id = is_shared ? call->stack.as.u64 : 0;
	uint32_t provider = call->thread->provider, known = FXR_NONE;
	uint32_t edition = backtrace_edition(d->at->stacks, call);
	const struct backtrace *stack;

	if (is_shared)
		known = fxr_map_find(&d->at->stack_map, provider, id, edition);
	if (known != FXR_NONE)
		return known;
	stack = backtrace_of(d->at->stacks, call);
	if (!stack || d->n_stacks >= FXR_NONE - 1)
		return 0;
	d->n_stacks++;
	for (size_t i = 0; i < stack->n; i++)
		put_frame(d, d->n_stacks, i, &stack->frames[i]);
	if (is_shared)
		fxr_map_put(&d->at->stack_map, provider, id, edition,
			    (uint32_t)d->n_stacks);
	return d->n_stacks;
}

/* NULL if the archive does not know the time of day. */
static void set_time(const struct database *d, struct row *row, int at,
		     uint64_t ns)
{
	size_t from = row->text.n_bytes;

	print_utc(&row->text, d->at->print.world, ns);
	if (row->text.n_bytes > from)
		row_printed(row, at, from);
}

/* Whose it is, and when. */
static void set_moment(const struct database *d, struct row *row,
		       const struct fxr_call *call, const struct nested *nested)
{
	const struct source *at = d->at;

	if (nested->depth)
		row_uint(row, 1, nested[-1].number);
	row_uint(row, 2,
		 at->first_thread +
			 (size_t)(call->thread - at->world->threads));
	row_uint(row, 3, at->functions[call->name - at->world->names]);
	row_uint(row, 4, call->begin_ns);
	if (fxr_shows_duration(call)) {
		row_uint(row, 5, call->end_ns);
		row_uint(row, 6, call->end_ns - call->begin_ns);
	}
	row_word(row, 7, print_state(call));
	row_uint(row, 8, call->marks);
	set_time(d, row, 16, call->begin_ns);
}

void database_put_call(struct database *d, const struct fxr_call *call,
		       const struct nested *nested)
{
	struct row *row = &d->row;
	uint64_t stack = stack_row(d, call);
	struct fxr_text text;
	bool is_whole;

	row_begin(row, CALL_COLUMNS);
	set_moment(d, row, call, nested);
	if (call->has_ret) {
		row_value(row, &d->at->plain, (struct value_columns){9, 17, 18},
			  &call->ret);
		set_object(d, row, 10, call, NULL);
	}
	row_name(row, 11, call->error);
	if (print_formatted(&d->at->print, call, &text, &is_whole))
		row_string(row, 12, text);
	if (call->has_frame)
		row_uint(row, 13, call->frame);
	if (call->seq)
		row_uint(row, 14, call->seq);
	if (stack)
		row_uint(row, 15, stack);
	/* the number is the rowid, and NULL in the record */
	put_row(d, CALLS, call->number, row);
	for (size_t i = 0; i < call->n_args; i++)
		put_arg(d, call, i);
}
