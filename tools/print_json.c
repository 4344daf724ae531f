/* SPDX-License-Identifier: MIT */
/*
 * A call as one line of JSON, always valid UTF-8. What is no text becomes an
 * object {"base64": ..., "bytes": ...}. See print.h; the keys are documented in
 * cmd_dump.c.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/print.h"
#include "tools/print_type.h"

static void put_text(FILE *out, const char *text)
{
	fputs_unlocked(text, out);
}

/* What stands between a string's quotes; what is not UTF-8 is replaced. */
static bool is_plain(char c)
{
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

static void json_letters(FILE *out, struct fxr_text text)
{
	while (text.n_bytes) {
		unsigned char byte = (unsigned char)*text.bytes;
		size_t n = 0;

		while (n < text.n_bytes && is_plain(text.bytes[n]))
			n++;
		if (!n) {
			n = print_utf8(text);
			if (!n)
				put_text(out, "\\ufffd");
			else if (byte < ' ' || byte == 0x7f)
				fprintf(out, "\\u%04x", byte);
			else if (byte == '"' || byte == '\\')
				fprintf(out, "\\%c", byte);
			else
				fwrite_unlocked(text.bytes, 1, n, out);
			n = n ? n : 1;
		} else {
			fwrite_unlocked(text.bytes, 1, n, out);
		}
		text = fxr_text(text.bytes + n, text.n_bytes - n);
	}
}

static void json_string(FILE *out, struct fxr_text text)
{
	putc_unlocked('"', out);
	json_letters(out, text);
	putc_unlocked('"', out);
}

static bool is_utf8(struct fxr_text text)
{
	size_t n;

	while (text.n_bytes && (n = print_utf8(text)))
		text = fxr_text(text.bytes + n, text.n_bytes - n);
	return !text.n_bytes;
}

static void json_bytes(FILE *out, struct fxr_text bytes)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i;

	put_text(out, "{\"base64\":\"");
	for (i = 0; i < bytes.n_bytes; i += 3) {
		size_t n = bytes.n_bytes - i;
		unsigned char b[3] = {0};
		unsigned bits;

		memcpy(b, bytes.bytes + i, n < 3 ? n : 3);
		bits = (unsigned)b[0] << 16 | (unsigned)b[1] << 8 | b[2];
		putc_unlocked(digits[bits >> 18], out);
		putc_unlocked(digits[bits >> 12 & 63], out);
		putc_unlocked(n > 1 ? digits[bits >> 6 & 63] : '=', out);
		putc_unlocked(n > 2 ? digits[bits & 63] : '=', out);
	}
	fprintf(out, "\",\"bytes\":%zu}", bytes.n_bytes);
}

static void json_double(FILE *out, double number, bool is_float)
{
	if (isnan(number))
		put_text(out, "\"NaN\"");
	else if (isinf(number))
		put_text(out, number < 0 ? "\"-Infinity\"" : "\"Infinity\"");
	else
		print_double(out, number, is_float);
}

static void json_printed(const struct print *print,
			 const struct fxr_value *value);

static void json_list(const struct print *print, const struct fxr_value *value)
{
	bool is_struct = value->kind == FXR_VALUE_STRUCT;
	FILE *out = print->out;
	size_t i;

	if (print_bare(value) != value) {
		print_value_json(print, print_bare(value));
		return;
	}
	if (print_is_address(value)) {
		json_printed(print, value);
		return;
	}
	putc_unlocked(is_struct ? '{' : '[', out);
	for (i = 0; i < value->as.list.n; i++) {
		const struct fxr_value *item = &value->as.list.items[i];

		if (i)
			putc_unlocked(',', out);
		if (is_struct) {
			json_string(out, item->name);
			putc_unlocked(':', out);
		}
		print_value_json(print, item);
	}
	putc_unlocked(is_struct ? '}' : ']', out);
}

/* The value as the text printer shows it, as a string. */
static void json_printed(const struct print *print,
			 const struct fxr_value *value)
{
	struct print inner = *print;
	char *text = NULL;
	size_t n_bytes = 0;

	inner.out = open_memstream(&text, &n_bytes);
	if (!inner.out) {
		put_text(print->out, "null");
		return;
	}
	print_value(&inner, value);
	fclose(inner.out);
	json_string(print->out, fxr_text(text, n_bytes));
	free(text);
}

static bool has_name(const struct fxr_type *type, uint64_t number)
{
	size_t i;

	for (i = 0; i < type->n_enumerators; i++)
		if ((number & type->enumerators[i].mask) ==
		    type->enumerators[i].value)
			return true;
	return false;
}

/* Constants and flag sets go through the text printer; what may be a constant
 * and is none is a number like others, unless it is told in hex. */
static void json_integer(const struct print *print,
			 const struct fxr_value *value)
{
	unsigned class = value->type ? value->type->class : FXG_INT;
	FILE *out = print->out;
	enum fxg_show show = print_show(print->world, value->type);
	bool is_named =
		class == FXG_FLAGS || show == FXG_IPV4 || show == FXG_DEVICE ||
		show == FXG_WAIT ||
		(class == FXG_ENUM && value->type->n_enumerators &&
		 (show != FXG_DEC || has_name(value->type, value->as.u64))) ||
		(print->is_stable && value->as.i64 > 0 &&
		 print_is_volatile(print->world, value->type));

	if (is_named) {
		json_printed(print, value);
	} else if (show == FXG_PORT) {
		print_shown_number(out, show, value->as.u64);
	} else if (value->kind == FXR_VALUE_INT) {
		print_int(out, value->as.i64);
	} else {
		print_uint(out, value->as.u64);
	}
}

static void json_pointer(const struct print *print, const struct fxr_type *type,
			 uint64_t address)
{
	struct fxr_value value = {FXR_VALUE_POINTER, .type = type,
				  .as.u64 = address};

	if (type && type->class == FXG_FUNC && type->show == FXG_SIGNAL &&
	    address + 1 <= 3)
		json_printed(print, &value);
	else if (!address)
		put_text(print->out, "null");
	else if (print->is_stable)
		put_text(print->out, "\"PTR\"");
	else
		fprintf(print->out, "\"0x%" PRIx64 "\"", address);
}

/* A constant by its name, if the number is one. */
static void json_number(const struct print *print,
			const struct fxr_value *value)
{
	if (print_has_constant(value))
		json_printed(print, value);
	else
		json_double(print->out, value->as.f64,
			    value->type && value->type->size == 4);
}

void print_value_json(const struct print *print, const struct fxr_value *value)
{
	FILE *out = print->out;

	switch (value->kind) {
	case FXR_VALUE_NULL:
		put_text(out, "null");
		break;
	case FXR_VALUE_BOOL:
		put_text(out, value->as.boolean ? "true" : "false");
		break;
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
		json_integer(print, value);
		break;
	case FXR_VALUE_DOUBLE:
		json_number(print, value);
		break;
	case FXR_VALUE_SYMBOL:
		json_string(out, value->as.text);
		break;
	case FXR_VALUE_STRING:
		if (is_utf8(value->as.text))
			json_string(out, value->as.text);
		else
			json_bytes(out, value->as.text);
		break;
	case FXR_VALUE_LONG_DOUBLE:
	case FXR_VALUE_BYTES:
		json_bytes(out, value->as.text);
		break;
	case FXR_VALUE_POINTER:
		json_pointer(print, value->type, value->as.u64);
		break;
	case FXR_VALUE_KOID:
		print_uint(out, value->as.u64);
		break;
	case FXR_VALUE_ARRAY:
	case FXR_VALUE_STRUCT:
		json_list(print, value);
		break;
	}
}

static void json_key(FILE *out, struct fxr_text name, bool is_first)
{
	if (!is_first)
		putc_unlocked(',', out);
	json_string(out, name);
	putc_unlocked(':', out);
}

static bool is_same_group(const struct fxr_arg *a, const struct fxr_arg *b)
{
	return a->member.n_bytes && b->member.n_bytes &&
	       a->is_after == b->is_after && fxr_is_same(a->base, b->base);
}

/* The parameter's name, with its ' if it has one. */
static struct fxr_text group_name(const struct fxr_arg *arg)
{
	return fxr_text(arg->name.bytes, arg->base.n_bytes + arg->is_after);
}

static void json_size(FILE *out, const struct fxr_arg *arg)
{
	if (!arg->has_size)
		return;
	put_text(out, ",\"");
	json_letters(out, arg->base);
	fprintf(out, "%s.size\":%" PRIu64, arg->is_after ? "'" : "",
		arg->true_size);
}

/* Names and values between commas. */
static void json_args(const struct print *print, const struct fxr_call *call)
{
	FILE *out = print->out;
	size_t i;

	for (i = 0; i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];
		bool is_joined = i && is_same_group(arg - 1, arg);
		bool goes_on =
			i + 1 < call->n_args && is_same_group(arg, arg + 1);

		if (arg->member.n_bytes && !is_joined) {
			json_key(out, group_name(arg), !i);
			putc_unlocked('{', out);
		}
		if (arg->member.n_bytes)
			json_key(out, arg->member, !is_joined);
		else
			json_key(out, arg->name, !i);
		print_value_json(print, &arg->value);
		if (arg->member.n_bytes && !goes_on)
			putc_unlocked('}', out);
		json_size(out, arg);
	}
}

void print_args_json(const struct print *print, const struct fxr_call *call)
{
	FILE *out = print->out;

	putc_unlocked('{', out);
	json_args(print, call);
	if (call->has_ret) {
		json_key(out, fxr_text("ret", 3), !call->n_args);
		print_value_json(print, &call->ret);
	}
	if (call->error.n_bytes) {
		json_key(out, fxr_text("errno", 5),
			 !call->n_args && !call->has_ret);
		json_string(out, call->error);
	}
	putc_unlocked('}', out);
}

/* What printf made. */
static void json_text(const struct print *print, const struct fxr_call *call)
{
	struct fxr_text text;
	bool is_whole;

	if (!print_formatted(print, call, &text, &is_whole))
		return;
	put_text(print->out, ",\"text\":");
	if (is_utf8(text))
		json_string(print->out, text);
	else
		json_bytes(print->out, text);
	if (!is_whole)
		put_text(print->out, ",\"text_cut\":true");
}

static void json_count(FILE *out, const char *key, uint64_t number)
{
	put_text(out, key);
	print_uint(out, number);
}

static void json_times(FILE *out, const struct fxr_call *call)
{
	json_count(out, ",\"begin_ns\":", call->begin_ns);
	if (call->has_end && call->end_ns >= call->begin_ns) {
		json_count(out, ",\"end_ns\":", call->end_ns);
		json_count(out,
			   ",\"duration_ns\":", call->end_ns - call->begin_ns);
	}
	json_count(out, ",\"pid\":", call->thread->pid);
	json_count(out, ",\"tid\":", call->thread->tid);
}

static void json_named(FILE *out, const char *key, struct fxr_text text)
{
	if (!text.n_bytes)
		return;
	put_text(out, ",\"");
	put_text(out, key);
	put_text(out, "\":");
	json_string(out, text);
}

static void json_marks(FILE *out, unsigned marks)
{
	static const char *const names[] = {"late", "cut", "fake"};
	const char *comma = "";
	unsigned i;

	if (!marks)
		return;
	put_text(out, ",\"marks\":[");
	for (i = 0; i < 3; i++) {
		if (!(marks >> i & 1))
			continue;
		fprintf(out, "%s\"%s\"", comma, names[i]);
		comma = ",";
	}
	putc_unlocked(']', out);
}

const char *print_state(const struct fxr_call *call)
{
	static const char *const states[] = {"done", "unfinished", "abandoned",
					     "no_return", "replaced"};

	return states[call->state];
}

void print_call_json(const struct print *print, const struct fxr_call *call)
{
	FILE *out = print->out;

	json_count(out, "{\"number\":", call->number);
	if (!print->is_stable)
		json_times(out, call);
	json_named(out, "process",
		   fxr_world_object(print->world, call->thread->provider,
				    FXT_OBJECT_PROCESS, call->thread->pid));
	json_named(out, "thread",
		   fxr_world_object(print->world, call->thread->provider,
				    FXT_OBJECT_THREAD, call->thread->tid));
	if (call->has_frame)
		json_count(out, ",\"frame\":", call->frame);
	json_named(out, "category", call->name->category);
	put_text(out, ",\"name\":");
	json_string(out, call->name->name);
	put_text(out, ",\"state\":\"");
	put_text(out, print_state(call));
	putc_unlocked('"', out);
	json_marks(out, call->marks);
	if (call->seq && !print->is_stable)
		json_count(out, ",\"seq\":", call->seq);
	put_text(out, ",\"args\":{");
	json_args(print, call);
	putc_unlocked('}', out);
	json_text(print, call);
	if (call->has_ret) {
		put_text(out, ",\"ret\":");
		print_value_json(print, &call->ret);
	}
	print_names_json(print, call, json_string);
	json_named(out, "errno", call->error);
	put_text(out, "}\n");
}
