/* SPDX-License-Identifier: MIT */
/*
 * Comma-separated values, RFC 4180: a heading, then a call a line. Arguments
 * and result stand as `fxtrace dump` prints them; a value that has a comma, a
 * quote or the end of a line in it stands between quotes.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/convert.h"
#include "tools/die.h"
#include "tools/print.h"

/* Text of a field that is printed first. */
struct field {
	FILE *out;
	char *text;
	size_t n_bytes;
};

static void put_field(FILE *out, const char *text, size_t n_bytes)
{
	bool is_plain = true;

	for (size_t i = 0; i < n_bytes && is_plain; i++)
		is_plain = !strchr(",\"\r\n", text[i]) || !text[i];
	if (is_plain) {
		fwrite_unlocked(text, 1, n_bytes, out);
		return;
	}
	putc_unlocked('"', out);
	for (size_t i = 0; i < n_bytes; i++) {
		if (text[i] == '"')
			putc_unlocked('"', out);
		putc_unlocked(text[i], out);
	}
	putc_unlocked('"', out);
}

static void put_text(FILE *out, struct fxr_text text)
{
	put_field(out, text.bytes, text.n_bytes);
	putc_unlocked(',', out);
}

/* What has been printed into the field since the last time. */
static void put_printed(FILE *out, struct field *field)
{
	if (fflush(field->out))
		die("out of memory");
	put_field(out, field->text, (size_t)ftello(field->out));
	putc_unlocked(',', out);
	rewind(field->out);
}

static void put_times(FILE *out, const struct fxr_call *call)
{
	fprintf(out, "%" PRIu64 ",%" PRIu64 ",", call->number, call->begin_ns);
	if (fxr_has_duration(call))
		fprintf(out, "%" PRIu64, call->end_ns - call->begin_ns);
	putc_unlocked(',', out);
}

static void put_call(const struct print *print, struct field *field,
		     const struct fxr_call *call)
{
	FILE *out = print->out;
	struct print inner = *print;

	inner.out = field->out;
	put_times(out, call);
	fprintf(out, "%" PRIu64 ",%" PRIu64 ",", call->thread->pid,
		call->thread->tid);
	put_text(out, convert_process_name(print->world, call->thread));
	put_text(out, convert_thread_name(print->world, call->thread));
	put_text(out, call->name->category);
	put_text(out, call->name->name);
	print_call_args(&inner, call);
	put_printed(out, field);
	if (call->has_ret)
		print_value(&inner, &call->ret);
	put_printed(out, field);
	put_text(out, call->error);
	fprintf(out, "%s\r\n", print_state(call));
}

static bool write_csv(struct convert_output *output)
{
	struct print print = {.out = output->out, .world = output->world};
	static struct fxr_call call;
	struct field field = {0};

	field.out = open_memstream(&field.text, &field.n_bytes);
	if (!field.out)
		die("out of memory");
	fputs("number,begin_ns,duration_ns,pid,tid,process,thread,category,"
	      "name,args,ret,errno,state\r\n",
	      output->out);
	while (!ferror(output->out) && convert_next(output->calls, &call))
		put_call(&print, &field, &call);
	fclose(field.out);
	free(field.text);
	return true;
}

const struct convert_format convert_csv = {
	.name = "csv",
	.suffixes = ".csv",
	.purpose = "comma-separated values, a heading and one call a line",
	.write = write_csv,
};
