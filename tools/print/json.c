/* SPDX-License-Identifier: MIT */
/*
 * A call as one line of JSON, always valid UTF-8. Bytes that are no text become
 * an object {"base64": ..., "bytes": ...}. See print.h; cmd_dump.c documents
 * the keys.
 */
#include <math.h>

#include "tools/base/json.h"
#include "tools/print/print.h"
#include "tools/print/type.h"

/* What JSON has no form of, between these two: an object that no text and no
 * constant of a program is. For viewers it is a text. */
static void odd_begin(const struct print *print, const char *begin)
{
	if (!print->is_for_viewers)
		pen_put(print->out, begin);
	pen_byte(print->out, '"');
}

static void odd_end(const struct print *print)
{
	pen_put(print->out, print->is_for_viewers ? "\"" : "\"}");
}

static void json_no_number(const struct print *print, const char *text)
{
	odd_begin(print, "{\"float\":");
	pen_put(print->out, text);
	odd_end(print);
}

static void json_double(const struct print *print, double number, bool is_float)
{
	struct pen *out = print->out;

	if (isnan(number))
		json_no_number(print, "NaN");
	else if (isinf(number))
		json_no_number(print, number < 0 ? "-Infinity" : "Infinity");
	else if (number == 0 && signbit(number))
		pen_put(out,
			"-0.0"); /* -0 is an integer to many readers, and 0 */
	else
		print_double(out, number, is_float);
}

static void json_printed(const struct print *print,
			 const struct fxr_value *value);

static void json_list(const struct print *print, const struct fxr_value *value)
{
	bool is_struct = value->kind == FXR_VALUE_STRUCT;
	struct pen *out = print->out;
	size_t i;

	if (print_bare(value) != value) {
		print_value_json(print, print_bare(value));
		return;
	}
	if (print_is_address(value)) {
		json_printed(print, value);
		return;
	}
	pen_byte(out, is_struct ? '{' : '[');
	for (i = 0; i < value->as.list.n; i++) {
		const struct fxr_value *item = &value->as.list.items[i];

		if (i)
			pen_byte(out, ',');
		if (is_struct) {
			json_string(out, item->name);
			pen_byte(out, ':');
		}
		print_value_json(print, item);
	}
	pen_byte(out, is_struct ? '}' : ']');
}

/* The value as the text printer shows it, as a string. */
static void json_printed(const struct print *print,
			 const struct fxr_value *value)
{
	/* printers of text do not call this again */
	struct pen *text = &print_space(print)->text;
	struct print inner = *print;

	inner.out = text;
	print_value(&inner, value);
	json_string(print->out, pen_take(text));
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

/* An integer of an enum that is no constant is a plain number, unless it is
 * shown in hex. */
bool print_is_named(const struct print *print, const struct fxr_value *value)
{
	const struct fxr_type *type = value->type;
	enum fxg_show show = print_show(print->world, type);
	unsigned class = type ? type->class : FXG_INT;

	return class == FXG_FLAGS || show == FXG_IPV4 || show == FXG_DEVICE ||
	       show == FXG_WAIT ||
	       (class == FXG_ENUM && type->n_enumerators &&
		(show != FXG_DEC || has_name(type, value->as.u64))) ||
	       (print->is_stable && value->as.i64 > 0 &&
		print_is_volatile(print->world, type));
}

static void json_integer(const struct print *print,
			 const struct fxr_value *value)
{
	struct pen *out = print->out;
	enum fxg_show show = print_show(print->world, value->type);

	if (print_is_named(print, value)) {
		json_printed(print, value);
	} else if (show == FXG_PORT) {
		print_shown_number(out, show, value->as.u64);
	} else if (value->kind == FXR_VALUE_INT) {
		pen_int(out, value->as.i64);
	} else {
		pen_uint(out, value->as.u64);
	}
}

static void json_address(const struct print *print, uint64_t address)
{
	odd_begin(print, "{\"address\":");
	if (print->is_stable)
		pen_put(print->out, "PTR");
	else
		pen_hex(print->out, address);
	odd_end(print);
}

/* SIG_DFL, SIG_IGN, SIG_HOLD and SIG_ERR. */
bool print_is_handler(const struct fxr_value *value)
{
	const struct fxr_type *type = value->type;

	return type && type->class == FXG_FUNC && type->show == FXG_SIGNAL &&
	       value->as.u64 + 1 <= 3;
}

static void json_pointer(const struct print *print,
			 const struct fxr_value *value)
{
	if (print_is_handler(value))
		json_printed(print, value);
	else if (!value->as.u64)
		pen_put(print->out, "null");
	else
		json_address(print, value->as.u64);
}

/* A constant by its name, if the number is one. */
static void json_number(const struct print *print,
			const struct fxr_value *value)
{
	if (print_has_constant(value))
		json_printed(print, value);
	else
		json_double(print, value->as.f64,
			    value->type && value->type->size == 4);
}

void print_value_json(const struct print *print, const struct fxr_value *value)
{
	struct pen *out = print->out;

	switch (value->kind) {
	case FXR_VALUE_NULL:
		pen_put(out, "null");
		break;
	case FXR_VALUE_BOOL:
		pen_put(out, value->as.boolean ? "true" : "false");
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
		if (json_is_text(value->as.text))
			json_string(out, value->as.text);
		else
			json_bytes(out, value->as.text);
		break;
	case FXR_VALUE_LONG_DOUBLE:
	case FXR_VALUE_BYTES:
		json_bytes(out, value->as.text);
		break;
	case FXR_VALUE_POINTER:
		json_pointer(print, value);
		break;
	case FXR_VALUE_KOID:
		pen_uint(out, value->as.u64);
		break;
	case FXR_VALUE_ARRAY:
	case FXR_VALUE_STRUCT:
		json_list(print, value);
		break;
	}
}

static void json_key(struct pen *out, struct fxr_text name, bool is_first)
{
	if (!is_first)
		pen_byte(out, ',');
	json_string(out, name);
	pen_byte(out, ':');
}

static void json_size(struct pen *out, const struct fxr_arg *arg)
{
	if (!arg->has_size)
		return;
	pen_put(out, ",\"");
	json_letters(out, arg->base);
	pen_put(out, arg->is_after ? "'.size\":" : ".size\":");
	pen_uint(out, arg->true_size);
}

/* Names and values between commas. */
static void json_args(const struct print *print, const struct fxr_call *call)
{
	struct pen *out = print->out;
	size_t i;

	for (i = 0; i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];
		bool is_joined = i && fxr_is_joined(arg - 1, arg);
		bool goes_on =
			i + 1 < call->n_args && fxr_is_joined(arg, arg + 1);

		if (arg->member.n_bytes && !is_joined) {
			json_key(out, fxr_joined_name(arg), !i);
			pen_byte(out, '{');
		}
		if (arg->member.n_bytes)
			json_key(out, arg->member, !is_joined);
		else
			json_key(out, arg->name, !i);
		print_value_json(print, &arg->value);
		if (arg->member.n_bytes && !goes_on)
			pen_byte(out, '}');
		json_size(out, arg);
	}
}

void print_args_json(const struct print *print, const struct fxr_call *call)
{
	struct pen *out = print->out;

	pen_byte(out, '{');
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
	pen_byte(out, '}');
}

/* The text that printf made. */
static void json_text(const struct print *print, const struct fxr_call *call)
{
	struct fxr_text text;
	bool is_whole;

	if (!print_formatted(print, call, &text, &is_whole))
		return;
	pen_put(print->out, ",\"text\":");
	if (json_is_text(text))
		json_string(print->out, text);
	else
		json_bytes(print->out, text);
	if (!is_whole)
		pen_put(print->out, ",\"text_cut\":true");
}

static void json_count(struct pen *out, const char *key, uint64_t number)
{
	pen_put(out, key);
	pen_uint(out, number);
}

static void json_times(struct pen *out, const struct fxr_call *call)
{
	json_count(out, ",\"begin_ns\":", call->begin_ns);
	if (fxr_shows_duration(call)) {
		json_count(out, ",\"end_ns\":", call->end_ns);
		json_count(out,
			   ",\"duration_ns\":", call->end_ns - call->begin_ns);
	}
}

static void json_named(struct pen *out, const char *key, struct fxr_text text)
{
	if (!text.n_bytes)
		return;
	pen_put(out, ",\"");
	pen_put(out, key);
	pen_put(out, "\":");
	json_string(out, text);
}

static void json_marks(struct pen *out, unsigned marks)
{
	static const char *const names[] = {"late", "cut", "fake", "no_begin"};
	const char *comma = "";
	unsigned i;

	if (!marks)
		return;
	pen_put(out, ",\"marks\":[");
	for (i = 0; i < 4; i++) {
		if (!(marks >> i & 1))
			continue;
		pen_format(out, "%s\"%s\"", comma, names[i]);
		comma = ",";
	}
	pen_byte(out, ']');
}

const char *print_state(const struct fxr_call *call)
{
	static const char *const states[] = {"done",	  "unfinished",
					     "abandoned", "no_return",
					     "replaced",  "jumped"};

	return states[call->state];
}

uint64_t print_seen_pid(const struct fxr_world *world,
			const struct fxr_thread *thread)
{
	uint32_t index;

	if (!world || !world->has_seen_pids)
		return 0;
	index = fxr_map_find(&world->process_map, thread->provider, thread->pid,
			     0);
	return index == FXR_NONE ? 0 : world->processes[index].seen_pid;
}

static void put_thread(struct pen *out, const struct print *print,
		       const struct fxr_call *call)
{
	const struct fxr_thread *thread = call->thread;
	uint64_t seen_pid = print_seen_pid(print->world, thread);

	if (!print->is_stable) {
		json_count(out, ",\"pid\":", thread->pid);
		json_count(out, ",\"tid\":", thread->tid);
		if (seen_pid)
			json_count(out, ",\"seen_pid\":", seen_pid);
	}
	json_named(out, "process",
		   fxr_world_process_name(print->world, thread->provider,
					  thread->pid));
	json_named(out, "thread",
		   fxr_world_thread_name(print->world, thread->provider,
					 thread->pid, thread->tid));
}

static void put_function(struct pen *out, const struct print *print,
			 const struct fxr_call *call)
{
	(void)print;
	json_named(out, "category", call->name->category);
	pen_put(out, ",\"name\":");
	json_string(out, call->name->name);
	pen_put(out, ",\"state\":\"");
}

/* The output of `put`, which is the same for all calls of this index. */
static void json_head(const struct print *print, const struct fxr_call *call,
		      struct heads *heads, size_t index,
		      void (*put)(struct pen *out, const struct print *print,
				  const struct fxr_call *call))
{
	struct fxr_text text = heads_find(heads, index);
	struct pen pen = {0};

	if (!text.bytes) {
		put(&pen, print, call);
		text = heads_keep(heads, index, pen_take(&pen));
		pen_fini(&pen);
	}
	pen_bytes(print->out, text.bytes, text.n_bytes);
}

static void json_who(const struct print *print, const struct fxr_call *call)
{
	size_t index = (size_t)(call->thread - print->world->threads);

	if (print->heads)
		json_head(print, call, &print->heads->threads, index,
			  put_thread);
	else
		put_thread(print->out, print, call);
}

static void json_what(const struct print *print, const struct fxr_call *call)
{
	size_t index = (size_t)(call->name - print->world->names);

	if (print->heads)
		json_head(print, call, &print->heads->names, index,
			  put_function);
	else
		put_function(print->out, print, call);
}

/* When by the clock, and where. */
static void json_place(const struct print *print, const struct fxr_call *call)
{
	const struct fxr_wall *wall = &print->world->wall;

	if (fxr_wall_is_known(wall)) {
		pen_put(print->out, ",\"time\":\"");
		print_utc(print->out, print->world, call->begin_ns);
		pen_byte(print->out, '"');
	}
	json_named(print->out, "host", wall->host);
}

void print_call_json(const struct print *print, const struct fxr_call *call)
{
	struct pen *out = print->out;

	json_count(out, "{\"number\":", call->number);
	if (!print->is_stable)
		json_times(out, call);
	json_who(print, call);
	if (call->has_frame)
		json_count(out, ",\"frame\":", call->frame);
	json_what(print, call);
	pen_put(out, print_state(call));
	pen_byte(out, '"');
	json_marks(out, call->marks);
	if (call->seq && !print->is_stable)
		json_count(out, ",\"seq\":", call->seq);
	pen_put(out, ",\"args\":{");
	json_args(print, call);
	pen_byte(out, '}');
	json_text(print, call);
	if (call->has_ret) {
		pen_put(out, ",\"ret\":");
		print_value_json(print, &call->ret);
	}
	print_names_json(print, call);
	json_named(out, "errno", call->error);
	if (print->put_more)
		print->put_more(print, call);
	if (!print->is_stable)
		json_place(print, call);
	pen_put(out, "}\n");
}
