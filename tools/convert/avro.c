/* SPDX-License-Identifier: MIT */
/*
 * Apache Avro's object container files: one record for each call, all with the
 * schema of call.avsc. libavro writes the container and packs its blocks. A
 * record's bytes are put here, as section "Binary Encoding" of the
 * specification says, since libavro's own values cost more than the call.
 */
#include <avro.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/json.h"
#include "tools/base/utf8.h"
#include "tools/convert/convert.h"
#include "tools/print/backtrace.h"
#include "tools/print/print.h"
#include "tools/print/type.h"

/* call.avsc, see avro_schema.S. Unions are of null and one other type, since
 * all engines read these. */
extern const char avro_schema[] __attribute__((visibility("hidden")));

/* Of one block, which is packed as a whole: it ends behind the record that
 * makes it as large. libavro's buffer takes the largest record, too; memory is
 * there once it is used. */
#define BLOCK_BYTES (256u << 10)
#define BUFFER_BYTES (1u << 30)

/* An archive whose calls are put. */
struct source {
	struct print print; /* without what descriptors are */
	struct print named;
	struct print_names names;
	struct backtraces *stacks;
};

struct avro {
	struct pen out;	 /* of the record */
	struct pen text; /* the output of the printers */
	struct source *sources;
	size_t n_sources;
	struct source *at;
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

static void put_name(struct pen *out, struct fxr_text text)
{
	if (put_is_there(out, text.n_bytes))
		put_string(out, text);
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

static enum member member_of(const struct fxr_value *value)
{
	switch (value->kind) {
	case FXR_VALUE_NULL:
	case FXR_VALUE_SYMBOL:
		return MEMBER_NONE;
	case FXR_VALUE_BOOL:
		return MEMBER_BOOL;
	case FXR_VALUE_INT:
		return MEMBER_INT;
	case FXR_VALUE_UINT:
	case FXR_VALUE_KOID:
		return value->as.u64 > INT64_MAX ? MEMBER_UINT : MEMBER_INT;
	case FXR_VALUE_DOUBLE:
		return MEMBER_FLOAT;
	case FXR_VALUE_STRING:
		return json_is_text(value->as.text) ? MEMBER_TEXT
						    : MEMBER_BYTES;
	case FXR_VALUE_LONG_DOUBLE:
	case FXR_VALUE_BYTES:
		return MEMBER_BYTES;
	case FXR_VALUE_POINTER:
		return value->as.u64 ? MEMBER_ADDRESS : MEMBER_NONE;
	case FXR_VALUE_ARRAY:
		return MEMBER_LIST;
	case FXR_VALUE_STRUCT:
		return MEMBER_RECORD;
	}
	return MEMBER_NONE;
}

/* Its JSON; valid until the printers' next text. */
static struct fxr_text json_of(struct avro *avro, const struct fxr_value *value)
{
	print_value_json(&avro->at->print, value);
	return pen_take(&avro->text);
}

/* How a value is shown that is a number too, "O_RDWR|O_CREAT"; empty: as that
 * number. Valid until the printers' next text. */
static struct fxr_text shown(struct avro *avro, const struct fxr_value *value)
{
	const struct print *print = &avro->at->print;
	bool is_integer =
		value->kind == FXR_VALUE_INT || value->kind == FXR_VALUE_UINT;

	if (value->kind == FXR_VALUE_SYMBOL)
		return value->as.text;
	if (!(is_integer && print_is_named(print, value)) &&
	    !(value->kind == FXR_VALUE_POINTER && print_is_handler(value)) &&
	    !(value->kind == FXR_VALUE_DOUBLE && print_has_constant(value)))
		return fxr_text("", 0);
	print_value(print, value);
	return pen_take(&avro->text);
}

/* The members of call.avsc's Value, in its order. true_size: UINT64_MAX:
 * it is not known, or as there is. */
static void put_value(struct avro *avro, const struct fxr_value *value,
		      uint64_t true_size, const char *object)
{
	enum member member = member_of(value);
	struct pen *out = &avro->out;

	if (put_is_there(out, member == MEMBER_BOOL))
		put_boolean(out, value->as.boolean);
	if (put_is_there(out, member == MEMBER_INT))
		put_long(out, value->as.i64);
	if (put_is_there(out, member == MEMBER_UINT))
		put_digits(out, value->as.u64);
	if (put_is_there(out, member == MEMBER_FLOAT))
		put_double(out, value->as.f64);
	put_name(out, shown(avro, value));
	if (put_is_there(out, member == MEMBER_TEXT))
		put_bytes(out, value->as.text);
	if (put_is_there(out, member == MEMBER_BYTES))
		put_bytes(out, value->as.text);
	put_optional(out, member == MEMBER_ADDRESS, value->as.u64);
	if (put_is_there(out, member == MEMBER_LIST))
		put_bytes(out, json_of(avro, value));
	if (put_is_there(out, member == MEMBER_RECORD))
		put_bytes(out, json_of(avro, value));
	put_optional(out, true_size != UINT64_MAX, true_size);
	put_boolean(out, value->kind == FXR_VALUE_NULL && value->is_withheld);
	put_name(out, object ? text_of(object) : fxr_text("", 0));
}

/* Of a string or memory that was cut. */
static uint64_t size_of(const struct fxr_value *value)
{
	bool is_text = value->kind == FXR_VALUE_STRING ||
		       value->kind == FXR_VALUE_BYTES;

	if (value->kind == FXR_VALUE_NULL && value->is_withheld)
		return value->true_bytes;
	return is_text && value->true_bytes > value->as.text.n_bytes
		       ? value->true_bytes
		       : UINT64_MAX;
}

static void put_arg(struct avro *avro, const struct fxr_call *call,
		    const struct fxr_arg *arg, const struct fxr_value *value)
{
	struct fxr_value its = *value;
	uint64_t size = size_of(value);

	if (arg->has_size) {
		size = arg->true_size;
		its.is_withheld |= its.kind == FXR_VALUE_NULL;
	}
	put_value(avro, &its, size,
		  print_find_name(&avro->at->named, call, arg));
}

/* n arguments that are members of one parameter, as a record. */
static void put_group(struct avro *avro, const struct fxr_call *call,
		      const struct fxr_arg *args, size_t n)
{
	struct fxr_value items[FXR_MAX_CALL_ARGS];
	struct fxr_value group = fxr_joined_value(args, n, items);

	put_string(&avro->out, fxr_joined_name(args));
	put_arg(avro, call, args, &group);
}

/* As a map: blocks of a number and as many pairs, the last one of none. */
static void put_args(struct avro *avro, const struct fxr_call *call)
{
	struct pen *out = &avro->out;

	for (size_t i = 0, to; i < call->n_args; i = to) {
		const struct fxr_arg *arg = &call->args[i];

		to = fxr_joined_end(call, i);
		put_long(out, 1);
		if (arg->member.n_bytes) {
			put_group(avro, call, arg, to - i);
		} else {
			put_string(out, arg->name);
			put_arg(avro, call, arg, &arg->value);
		}
	}
	put_long(out, 0);
}

static void put_result(struct avro *avro, const struct fxr_call *call)
{
	static const struct fxr_value nothing = {.kind = FXR_VALUE_NULL};
	const struct fxr_value *value = call->has_ret ? &call->ret : &nothing;

	put_boolean(&avro->out, call->has_ret);
	put_value(avro, value, size_of(value),
		  call->has_ret ? print_find_name(&avro->at->named, call, NULL)
				: NULL);
}

/* --- calls --- */

static void put_marks(struct pen *out, unsigned marks)
{
	static const char *const names[] = {"late", "cut", "fake", "no_begin"};

	for (unsigned i = 0; i < 4; i++) {
		if (!(marks >> i & 1))
			continue;
		put_long(out, 1);
		put_bytes(out, text_of(names[i]));
	}
	put_long(out, 0);
}

static void put_who(struct avro *avro, const struct fxr_call *call)
{
	const struct fxr_world *world = avro->at->print.world;
	const struct fxr_thread *thread = call->thread;
	uint64_t seen_pid = print_seen_pid(world, thread);
	struct pen *out = &avro->out;

	put_number(out, thread->pid);
	put_number(out, seen_pid ? seen_pid : thread->pid);
	put_number(out, thread->tid);
	put_name(out, convert_process_name(world, thread));
	put_name(out, convert_thread_name(world, thread));
	put_optional(out, call->has_frame, call->frame);
}

/* printf's text: as text, or else as bytes. */
static void put_text(struct avro *avro, const struct fxr_call *call)
{
	struct pen *out = &avro->out;
	bool is_whole = true, is_text;
	struct fxr_text text;
	bool is_there =
		print_formatted(&avro->at->print, call, &text, &is_whole);

	is_text = is_there && json_is_text(text);
	if (put_is_there(out, is_text))
		put_bytes(out, text);
	if (put_is_there(out, is_there && !is_text))
		put_bytes(out, text);
	put_boolean(out, !is_whole);
}

static void put_frame(struct pen *out, const struct backtrace_frame *frame)
{
	put_name(out, frame->function);
	put_name(out, frame->file);
	put_optional(out, frame->line, frame->line);
	put_name(out, frame->language);
	put_name(out, frame->module);
	put_optional(out, frame->module.n_bytes, frame->off);
	put_optional(out, frame->address, frame->address);
	put_boolean(out, frame->is_inlined);
	put_boolean(out, frame->is_interrupted);
}

static void put_stack(struct avro *avro, const struct fxr_call *call)
{
	static const char *const ends[] = {"", "cut", "lost"};
	const struct backtrace *stack = backtrace_of(avro->at->stacks, call);
	struct pen *out = &avro->out;

	for (size_t i = 0; stack && i < stack->n; i++) {
		put_long(out, 1);
		put_frame(out, &stack->frames[i]);
	}
	put_long(out, 0);
	put_name(out, text_of(stack ? ends[stack->end] : ""));
}

static void put_place(struct avro *avro, const struct fxr_call *call)
{
	const struct fxr_wall *wall = &avro->at->print.world->wall;
	struct pen *out = &avro->out;

	if (put_is_there(out, fxr_wall_is_known(wall)))
		put_number(out, fxr_wall_ns(wall, call->begin_ns) / 1000);
	put_name(out, wall->host);
}

/* The members of call.avsc's Call, in its order. */
static void put_call(struct avro *avro, const struct fxr_call *call)
{
	bool has_end = fxr_shows_duration(call);
	struct pen *out = &avro->out;

	put_number(out, call->number);
	put_number(out, call->begin_ns);
	put_optional(out, has_end, call->end_ns);
	put_optional(out, has_end, call->end_ns - call->begin_ns);
	put_who(avro, call);
	put_string(out, call->name->category);
	put_string(out, call->name->name);
	put_long(out, call->state);
	put_marks(out, call->marks);
	put_optional(out, call->seq, call->seq);
	put_args(avro, call);
	put_result(avro, call);
	put_name(out, call->error);
	put_text(avro, call);
	put_stack(avro, call);
	put_place(avro, call);
}

/* --- the file --- */

static void open_source(struct avro *avro, struct fxr_world *world, size_t i)
{
	struct source *source = &avro->sources[i];

	source->names.descriptors = descriptors_open(world);
	source->names.labels = labels_open();
	source->stacks = backtrace_open(world, NULL);
	source->print = source->named =
		(struct print){.out = &avro->text, .world = world};
	source->named.names = &source->names;
}

static void close_source(struct source *source)
{
	backtrace_close(source->stacks);
	descriptors_close(source->names.descriptors);
	labels_close(source->names.labels);
}

static bool put_calls(struct convert_output *output, struct avro *avro,
		      avro_file_writer_t writer)
{
	const struct fxr_call *call;
	size_t part, n_bytes = 0;

	while ((call = convert_row(output, &part))) {
		struct fxr_text record;

		avro->at = &avro->sources[part];
		descriptors_take(avro->at->names.descriptors, call);
		put_call(avro, call);
		labels_take(avro->at->names.labels, call);
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
	struct avro avro = {.n_sources = convert_n_parts(output)};
	avro_file_writer_t writer;
	bool is_done = open_writer(output, &writer);

	avro.sources = fxr_new(avro.n_sources, sizeof(*avro.sources));
	for (size_t i = 0; i < avro.n_sources; i++)
		open_source(&avro, convert_world(output, i), i);
	if (is_done) {
		is_done = put_calls(output, &avro, writer);
		is_done &= !avro_file_writer_close(writer);
	}
	if (!is_done && !ferror(output->out))
		snprintf(output->error, sizeof(output->error), "libavro: %s",
			 avro_strerror());
	for (size_t i = 0; i < avro.n_sources; i++)
		close_source(&avro.sources[i]);
	fxr_free(avro.sources);
	pen_fini(&avro.out);
	pen_fini(&avro.text);
	return is_done || ferror(output->out);
}

const struct convert_format convert_avro = {
	.name = "avro",
	.suffixes = ".avro",
	.purpose = "Apache Avro, one typed record for each call",
	.takes_several = true,
	.write = write_avro,
};
