/* SPDX-License-Identifier: MIT */
/*
 * Apache Avro's object container files: one record for each call, all with the
 * schema of call.avsc. libavro writes the container and packs its blocks. A
 * record's bytes are put here, as section "Binary Encoding" of the
 * specification says, since libavro's own values cost more than the call.
 */
#include <avro.h>
#include <inttypes.h>
#include <string.h>

#include "tools/base/json.h"
#include "tools/base/utf8.h"
#include "tools/convert/rows.h"

/* call.avsc, see avro_schema.S. Unions are of null and one other type, since
 * all engines read these. */
extern const char avro_schema[] __attribute__((visibility("hidden")));

/* Of one block, which is packed as a whole: it ends behind the record that
 * makes it as large. libavro's buffer takes the largest record, too; memory is
 * there once it is used. */
#define BLOCK_BYTES (256u << 10)
#define BUFFER_BYTES (1u << 30)

struct avro {
	struct pen out;			 /* of the record */
	struct fxtrace_archive *archive; /* of the current call */
};

/* --- the encoding --- */

static void put_long(struct pen *out, int64_t number)
{
	uint64_t rest = (uint64_t)number << 1 ^ (uint64_t)(number >> 63);

	for (; rest > 0x7f; rest >>= 7)
		pen_byte(out, (char)(rest | 0x80));
	pen_byte(out, (char)rest);
}

/* Two's complement: what is above 2^63 becomes negative. */
static void put_number(struct pen *out, uint64_t number)
{
	put_long(out, (int64_t)number);
}

static void put_boolean(struct pen *out, bool is_set)
{
	pen_byte(out, (char)is_set);
}

static void put_double(struct pen *out, double number)
{
	pen_bytes(out, &number, sizeof(number));
}

static void put_bytes(struct pen *out, struct fxr_text bytes)
{
	put_long(out, (int64_t)bytes.n_bytes);
	pen_bytes(out, bytes.bytes, bytes.n_bytes);
}

/* A name, which is UTF-8 mostly; what is not is replaced. */
static void put_string(struct pen *out, struct fxr_text text)
{
	struct pen sound = {0};

	if (json_is_text(text)) {
		put_bytes(out, text);
		return;
	}
	while (text.n_bytes) {
		size_t n = utf8_length(text);

		if (n)
			pen_bytes(&sound, text.bytes, n);
		else
			pen_put(&sound, "\xef\xbf\xbd");
		n += !n;
		text = fxr_text(text.bytes + n, text.n_bytes - n);
	}
	put_bytes(out, pen_take(&sound));
	pen_fini(&sound);
}

static struct fxr_text text_of(const char *text)
{
	return fxr_text(text, strlen(text));
}

/* Unions are of null and one other type. Whether it is there; then that
 * follows. */
static bool put_is_there(struct pen *out, bool is_there)
{
	put_long(out, is_there);
	return is_there;
}

static void put_optional(struct pen *out, bool is_there, uint64_t number)
{
	if (put_is_there(out, is_there))
		put_number(out, number);
}

/* NULL or "": it is not there. */
static void put_name(struct pen *out, const char *text)
{
	if (put_is_there(out, text && *text))
		put_string(out, text_of(text));
}

/* Above 2^63 - 1: in decimal digits, which no engine takes for another type. */
static void put_digits(struct pen *out, uint64_t number)
{
	char digits[24];
	int n = snprintf(digits, sizeof(digits), "%" PRIu64, number);

	put_bytes(out, fxr_text(digits, (size_t)n));
}

/* --- values --- */

/* What a value is: one member of it, or none (null). */
enum member {
	MEMBER_NONE,
	MEMBER_BOOL,
	MEMBER_INT,
	MEMBER_UINT,
	MEMBER_FLOAT,
	MEMBER_TEXT,
	MEMBER_BYTES,
	MEMBER_ADDRESS,
	MEMBER_LIST,
	MEMBER_RECORD,
};

static bool is_text(const char *bytes, size_t n_bytes)
{
	return json_is_text(fxr_text(bytes, n_bytes));
}

static enum member member_of(const struct fxtrace_value *value)
{
	static const enum member members[] = {
		[FXTRACE_BOOL] = MEMBER_BOOL,
		[FXTRACE_INT] = MEMBER_INT,
		[FXTRACE_DOUBLE] = MEMBER_FLOAT,
		[FXTRACE_LONG_DOUBLE] = MEMBER_BYTES,
		[FXTRACE_BYTES] = MEMBER_BYTES,
		[FXTRACE_ADDRESS] = MEMBER_ADDRESS,
		[FXTRACE_LIST] = MEMBER_LIST,
		[FXTRACE_RECORD] = MEMBER_RECORD,
		[FXTRACE_OBJECT] = MEMBER_NONE,
	};

	switch (value->kind) {
	case FXTRACE_UINT:
	case FXTRACE_OBJECT:
		return value->number > INT64_MAX ? MEMBER_UINT : MEMBER_INT;
	case FXTRACE_TEXT:
		return is_text(value->bytes, value->n_bytes) ? MEMBER_TEXT
							     : MEMBER_BYTES;
	default:
		return members[value->kind];
	}
}

/* How a value is shown that is a number too, "O_RDWR|O_CREAT"; else nothing. */
static void put_form(struct avro *avro, const struct fxtrace_value *value)
{
	const char *text = NULL;
	size_t n_bytes = value->n_bytes;

	if (value->kind == FXTRACE_SYMBOL)
		text = value->bytes;
	else if (value->has_form)
		text = fxtrace_value_text(avro->archive, value, &n_bytes);
	if (put_is_there(&avro->out, text && n_bytes))
		put_string(&avro->out, fxr_text(text, n_bytes));
}

/* What has a member of its own as JSON. */
static void put_json(struct avro *avro, const struct fxtrace_value *value,
		     bool is_there)
{
	size_t n_bytes = 0;
	const char *text =
		is_there ? fxtrace_value_json(avro->archive, value, &n_bytes)
			 : NULL;

	if (put_is_there(&avro->out, text))
		put_bytes(&avro->out, fxr_text(text, n_bytes));
}

/* Before it was cut, or withheld. */
static void put_size(struct pen *out, const struct fxtrace_value *value)
{
	bool is_cut = value->is_withheld;

	if (value->kind == FXTRACE_TEXT || value->kind == FXTRACE_BYTES)
		is_cut |= value->true_size != value->n_bytes;
	if (value->kind == FXTRACE_LIST || value->kind == FXTRACE_RECORD)
		is_cut |= value->true_size != value->n_items;
	put_optional(out, is_cut && value->true_size != UINT64_MAX,
		     value->true_size);
}

/* The members of call.avsc's Value, in its order. NULL: none. */
static void put_value(struct avro *avro, const struct fxtrace_value *value,
		      const char *object)
{
	static const struct fxtrace_value nothing = {.kind = FXTRACE_NULL};
	struct pen *out = &avro->out;
	enum member member;
	struct fxr_text bytes;

	value = value ?: &nothing;
	member = member_of(value);
	bytes = fxr_text(value->bytes, value->n_bytes);
	if (put_is_there(out, member == MEMBER_BOOL))
		put_boolean(out, value->number);
	if (put_is_there(out, member == MEMBER_INT))
		put_long(out, value->integer);
	if (put_is_there(out, member == MEMBER_UINT))
		put_digits(out, value->number);
	if (put_is_there(out, member == MEMBER_FLOAT))
		put_double(out, value->real);
	put_form(avro, value);
	if (put_is_there(out, member == MEMBER_TEXT))
		put_bytes(out, bytes);
	if (put_is_there(out, member == MEMBER_BYTES))
		put_bytes(out, bytes);
	put_optional(out, member == MEMBER_ADDRESS, value->number);
	put_json(avro, value, member == MEMBER_LIST);
	put_json(avro, value, member == MEMBER_RECORD);
	put_size(out, value);
	put_boolean(out, value->is_withheld);
	put_name(out, object);
}

/* As a map: blocks of a number and as many pairs, the last one of none. */
static void put_args(struct avro *avro, const struct fxtrace_call *call)
{
	struct pen *out = &avro->out;

	if (call->n_args)
		put_long(out, (int64_t)call->n_args);
	for (size_t i = 0; i < call->n_args; i++) {
		put_string(out, text_of(call->args[i]->name));
		put_value(avro, call->args[i]->value, call->args[i]->object);
	}
	put_long(out, 0);
}

static void put_result(struct avro *avro, const struct fxtrace_call *call)
{
	put_boolean(&avro->out, call->result);
	put_value(avro, call->result, call->object);
}

/* --- calls --- */

static void put_marks(struct pen *out, const struct fxtrace_call *call)
{
	const struct {
		const char *name;
		bool is_set;
	} marks[] = {{"late", call->is_late},
		     {"cut", call->is_cut},
		     {"fake", call->is_fake},
		     {"no_begin", call->has_no_begin}};

	for (unsigned i = 0; i < 4; i++) {
		if (!marks[i].is_set)
			continue;
		put_long(out, 1);
		put_bytes(out, text_of(marks[i].name));
	}
	put_long(out, 0);
}

static void put_who(struct avro *avro, const struct fxtrace_call *call)
{
	const struct fxtrace_process *process = call->thread->process;
	struct pen *out = &avro->out;

	put_number(out, process->pid);
	put_number(out, process->seen_pid);
	put_number(out, call->thread->tid);
	put_name(out, process->name);
	put_name(out, call->thread->name);
	put_optional(out, call->frame >= 0, (uint64_t)call->frame);
}

/* printf's text: as text, or else as bytes. */
static void put_text(struct pen *out, const struct fxtrace_call *call)
{
	struct fxr_text text = fxr_text(call->text, call->n_text_bytes);
	bool is_utf8 = call->text && json_is_text(text);

	if (put_is_there(out, is_utf8))
		put_bytes(out, text);
	if (put_is_there(out, call->text && !is_utf8))
		put_bytes(out, text);
	put_boolean(out, call->is_text_cut);
}

static void put_frame(struct pen *out, const struct fxtrace_frame *frame)
{
	put_name(out, frame->function);
	put_name(out, frame->file);
	put_optional(out, frame->line, frame->line);
	put_name(out, frame->language);
	put_name(out, frame->module);
	put_optional(out, *frame->module, frame->offset);
	put_optional(out, frame->address, frame->address);
	put_boolean(out, frame->is_inlined);
	put_boolean(out, frame->is_interrupted);
}

static void put_stack(struct avro *avro)
{
	static const char *const ends[] = {
		[FXTRACE_STACK_WHOLE] = "",
		[FXTRACE_STACK_CUT] = "cut",
		[FXTRACE_STACK_LOST] = "lost",
	};
	struct pen *out = &avro->out;
	size_t n;
	const struct fxtrace_frame *frames =
		fxtrace_stack(avro->archive, &n, NULL);

	if (n)
		put_long(out, (int64_t)n);
	for (size_t i = 0; i < n; i++)
		put_frame(out, &frames[i]);
	put_long(out, 0);
	put_name(out, ends[fxtrace_stack_end(avro->archive)]);
}

static void put_place(struct avro *avro, const struct fxtrace_call *call)
{
	int64_t ns = fxtrace_time_of_day(avro->archive, call->begin_ns);
	struct pen *out = &avro->out;

	if (put_is_there(out, ns != INT64_MIN))
		put_long(out, ns / 1000);
	put_name(out, fxtrace_totals(avro->archive)->host);
}

/* The members of call.avsc's Call, in its order. */
static void put_call(struct avro *avro, const struct fxtrace_call *call)
{
	struct pen *out = &avro->out;

	put_number(out, call->number);
	put_number(out, call->begin_ns);
	put_optional(out, call->has_end, call->end_ns);
	put_optional(out, call->has_end, call->end_ns - call->begin_ns);
	put_who(avro, call);
	put_string(out, text_of(call->function->category));
	put_string(out, text_of(call->function->name));
	put_long(out, call->state);
	put_marks(out, call);
	put_optional(out, call->sequence, call->sequence);
	put_args(avro, call);
	put_result(avro, call);
	put_name(out, call->error);
	put_text(out, call);
	put_stack(avro);
	put_place(avro, call);
}

/* --- the file --- */

static bool put_calls(struct convert_output *output, struct avro *avro,
		      avro_file_writer_t writer)
{
	const struct fxtrace_call *call;
	size_t n_bytes = 0;

	while ((call = rows_next(output, &avro->archive))) {
		struct fxr_text record;

		put_call(avro, call);
		record = pen_take(&avro->out);
		if (avro_file_writer_append_encoded(writer, record.bytes,
						    (int64_t)record.n_bytes))
			return false;
		n_bytes += record.n_bytes;
		if (n_bytes < BLOCK_BYTES)
			continue;
		if (avro_file_writer_sync(writer))
			return false;
		n_bytes = 0;
	}
	return true;
}

/* Opens the container with its schema, which it keeps. */
static bool open_writer(struct convert_output *output,
			avro_file_writer_t *writer)
{
	avro_schema_t schema;
	int status = avro_schema_from_json_length(avro_schema,
						  strlen(avro_schema), &schema);

	if (!status)
		status = avro_file_writer_create_with_codec_fp(
			output->out, output->path, 0, schema, writer, "deflate",
			BUFFER_BYTES);
	if (!status)
		avro_schema_decref(schema);
	return !status;
}

static bool write_avro(struct convert_output *output)
{
	struct avro avro = {.archive = NULL};
	avro_file_writer_t writer;
	bool is_done = open_writer(output, &writer);

	if (is_done) {
		is_done = put_calls(output, &avro, writer);
		is_done &= !avro_file_writer_close(writer);
	}
	if (!is_done && !ferror(output->out))
		snprintf(output->error, sizeof(output->error), "libavro: %s",
			 avro_strerror());
	pen_fini(&avro.out);
	return is_done || ferror(output->out);
}

const struct convert_format convert_avro = {
	.name = "avro",
	.suffixes = ".avro",
	.purpose = "Apache Avro, one typed record for each call",
	.takes_several = true,
	.write_rows = write_avro,
	.has_values = true,
	.has_names = true,
};
