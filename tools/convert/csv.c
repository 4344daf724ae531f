/* SPDX-License-Identifier: MIT */
/*
 * Comma-separated values, RFC 4180: a heading, then one line per call.
 * Arguments and result look as `fxtrace dump` prints them. A value with a
 * comma, a quote or the end of a line in it is quoted.
 */
#include "tools/base/csv.h"
#include "tools/convert/convert.h"
#include "tools/print/print.h"

/* How fields are written. */
struct csv {
	struct pen out;
	struct print field; /* where values are printed before */
	bool for_spreadsheet;
};

/* A field, and the comma behind it. */
static void put_text(struct csv *csv, struct fxr_text text)
{
	csv_text(&csv->out, text, csv->for_spreadsheet);
	pen_byte(&csv->out, ',');
}

static void put_number(struct pen *out, uint64_t number)
{
	pen_uint(out, number);
	pen_byte(out, ',');
}

static void put_times(struct pen *out, const struct fxr_call *call)
{
	put_number(out, call->number);
	put_number(out, call->begin_ns);
	if (fxr_shows_duration(call))
		pen_uint(out, call->end_ns - call->begin_ns);
	pen_byte(out, ',');
}

static void put_call(struct csv *csv, const struct fxr_call *call)
{
	const struct print *field = &csv->field;
	struct pen *out = &csv->out;

	put_times(out, call);
	put_number(out, call->thread->pid);
	put_number(out, call->thread->tid);
	put_text(csv, convert_process_name(field->world, call->thread));
	put_text(csv, convert_thread_name(field->world, call->thread));
	put_text(csv, call->name->category);
	put_text(csv, call->name->name);
	print_call_args(field, call);
	put_text(csv, pen_take(field->out));
	if (call->has_ret)
		print_value(field, &call->ret);
	put_text(csv, pen_take(field->out));
	put_text(csv, call->error);
	pen_put(out, print_state(call));
	pen_byte(out, ',');
	print_utc(out, field->world, call->begin_ns);
	pen_byte(out, ',');
	csv_text(out, field->world->wall.host, csv->for_spreadsheet);
	pen_put(out, "\r\n");
}

static bool write_csv(struct convert_output *output)
{
	struct pen text = {0};
	struct csv csv = {.out = {.out = output->out},
			  .field = {.out = &text},
			  .for_spreadsheet = output->for_spreadsheet};
	const struct fxr_call *call;
	size_t part;

	pen_put(&csv.out, "number,begin_ns,duration_ns,pid,tid,process,thread,"
			  "category,name,args,ret,errno,state,time,host\r\n");
	while (!ferror(output->out) && (call = convert_row(output, &part))) {
		csv.field.world = convert_world(output, part);
		put_call(&csv, call);
	}
	pen_flush(&csv.out);
	pen_fini(&csv.out);
	pen_fini(&text);
	return true;
}

const struct convert_format convert_csv = {
	.name = "csv",
	.suffixes = ".csv",
	.purpose = "comma-separated values, a heading and one call a line",
	.is_packable = true,
	.takes_several = true,
	.write = write_csv,
};
