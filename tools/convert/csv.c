/* SPDX-License-Identifier: MIT */
/*
 * Comma-separated values, RFC 4180: a heading, then one line per call.
 * Arguments and result look as `fxtrace dump` prints them. A value with a
 * comma, a quote or the end of a line in it is quoted.
 */
#include <string.h>

#include "tools/base/csv.h"
#include "tools/base/daytime.h"
#include "tools/client/state.h"
#include "tools/convert/rows.h"

/* How fields are written. */
struct csv {
	struct pen out;
	struct fxtrace_archive *archive; /* of the current call */
	bool for_spreadsheet;
};

/* A field, and the comma behind it. NULL: empty. */
static void put_bytes(struct csv *csv, const char *text, size_t n_bytes)
{
	if (text)
		csv_text(&csv->out, fxr_text(text, n_bytes),
			 csv->for_spreadsheet);
	pen_byte(&csv->out, ',');
}

static void put_text(struct csv *csv, const char *text)
{
	put_bytes(csv, text, strlen(text));
}

static void put_number(struct csv *csv, uint64_t number)
{
	pen_uint(&csv->out, number);
	pen_byte(&csv->out, ',');
}

static void put_times(struct csv *csv, const struct fxtrace_call *call)
{
	put_number(csv, call->number);
	put_number(csv, call->begin_ns);
	if (call->has_end)
		pen_uint(&csv->out, call->end_ns - call->begin_ns);
	pen_byte(&csv->out, ',');
}

static void put_who(struct csv *csv, const struct fxtrace_thread *thread)
{
	put_number(csv, thread->process->pid);
	put_number(csv, thread->tid);
	put_text(csv, thread->process->name);
	put_text(csv, thread->name);
}

static void put_values(struct csv *csv)
{
	size_t n_bytes;
	const char *text = fxtrace_args_text(csv->archive, &n_bytes);

	put_bytes(csv, text, n_bytes);
	text = fxtrace_result_text(csv->archive, &n_bytes);
	put_bytes(csv, text, n_bytes);
}

static void put_place(struct csv *csv, const struct fxtrace_call *call)
{
	int64_t ns = fxtrace_time_of_day(csv->archive, call->begin_ns);

	if (ns != INT64_MIN)
		daytime_put_date(&csv->out, (uint64_t)ns, 0);
	pen_byte(&csv->out, ',');
	csv_text(&csv->out,
		 fxr_text(fxtrace_totals(csv->archive)->host,
			  strlen(fxtrace_totals(csv->archive)->host)),
		 csv->for_spreadsheet);
	pen_put(&csv->out, "\r\n");
}

static void put_call(struct csv *csv, const struct fxtrace_call *call)
{
	put_times(csv, call);
	put_who(csv, call->thread);
	put_text(csv, call->function->category);
	put_text(csv, call->function->name);
	put_values(csv);
	put_text(csv, call->error);
	pen_put(&csv->out, state_word(call->state));
	pen_byte(&csv->out, ',');
	put_place(csv, call);
}

static bool write_csv(struct convert_output *output)
{
	struct csv csv = {.out = {.out = output->out},
			  .for_spreadsheet = output->for_spreadsheet};
	const struct fxtrace_call *call;

	pen_put(&csv.out, "number,begin_ns,duration_ns,pid,tid,process,thread,"
			  "category,name,args,ret,errno,state,time,host\r\n");
	while ((call = rows_next(output, &csv.archive)))
		put_call(&csv, call);
	pen_flush(&csv.out);
	pen_fini(&csv.out);
	return true;
}

const struct convert_format convert_csv = {
	.name = "csv",
	.suffixes = ".csv",
	.purpose = "comma-separated values, a heading and one call a line",
	.is_packable = true,
	.takes_several = true,
	.write_rows = write_csv,
};
