/* SPDX-License-Identifier: MIT */
/*
 * Comma-separated values, RFC 4180: a heading, then one line for each call.
 * Arguments and result are as `fxtrace dump` prints them. A value that contains
 * a comma, a quote or the end of a line is quoted.
 */
#include "tools/convert/convert.h"
#include "tools/print/print.h"

/* Characters that require quotes. */
static bool is_special(char c)
{
	return c == ',' || c == '"' || c == '\r' || c == '\n';
}

static void put_quoted(struct pen *out, struct fxr_text text)
{
	pen_byte(out, '"');
	for (size_t i = 0; i < text.n_bytes; i++) {
		if (text.bytes[i] == '"')
			pen_byte(out, '"');
		pen_byte(out, text.bytes[i]);
	}
	pen_byte(out, '"');
}

/* A field, followed by a comma. */
static void put_text(struct pen *out, struct fxr_text text)
{
	size_t n = 0;

	while (n < text.n_bytes && !is_special(text.bytes[n]))
		n++;
	if (n == text.n_bytes)
		pen_bytes(out, text.bytes, n);
	else
		put_quoted(out, text);
	pen_byte(out, ',');
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
	if (fxr_has_duration(call))
		pen_uint(out, call->end_ns - call->begin_ns);
	pen_byte(out, ',');
}

/* field: prints values before they become fields. */
static void put_call(struct pen *out, const struct print *field,
		     const struct fxr_call *call)
{
	put_times(out, call);
	put_number(out, call->thread->pid);
	put_number(out, call->thread->tid);
	put_text(out, convert_process_name(field->world, call->thread));
	put_text(out, convert_thread_name(field->world, call->thread));
	put_text(out, call->name->category);
	put_text(out, call->name->name);
	print_call_args(field, call);
	put_text(out, pen_take(field->out));
	if (call->has_ret)
		print_value(field, &call->ret);
	put_text(out, pen_take(field->out));
	put_text(out, call->error);
	pen_put(out, print_state(call));
	pen_put(out, "\r\n");
}

static bool write_csv(struct convert_output *output)
{
	struct pen out = {.out = output->out}, text = {0};
	const struct print field = {.out = &text, .world = output->world};
	static struct fxr_call call;

	pen_put(&out, "number,begin_ns,duration_ns,pid,tid,process,thread,"
		      "category,name,args,ret,errno,state\r\n");
	while (!ferror(output->out) && convert_next(output->calls, &call))
		put_call(&out, &field, &call);
	pen_flush(&out);
	pen_fini(&out);
	pen_fini(&text);
	return true;
}

const struct convert_format convert_csv = {
	.name = "csv",
	.suffixes = ".csv",
	.purpose = "comma-separated values, a heading and one call a line",
	.is_packable = true,
	.write = write_csv,
};
