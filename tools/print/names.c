/* SPDX-License-Identifier: MIT */
/*
 * Names of descriptors and objects, for their numbers. See print.h,
 * descriptors.h and labels.h.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/base/json.h"
#include "tools/fd/handled.h"
#include "tools/print/print.h"

static bool is_out(const struct print *print, const struct fxr_call *call,
		   const struct fxr_arg *arg)
{
	const struct fxr_function *function = call->function;
	const struct fxr_type *type;

	if (arg->is_after)
		return true;
	if (!function || arg->param >= function->n_params)
		return false;
	type = fxr_type_find(&print->world->types, function->provider,
			     function->params[arg->param].type);
	return type && type->class == FXG_PTR && type->dir == FXG_OUT;
}

void print_names_aim(const struct print *print, const struct fxr_call *call,
		     const struct fxr_arg *arg)
{
	if (!print->names)
		return;
	print->names->call = call;
	print->names->arg = arg;
}

static bool is_result(const struct print *print)
{
	const struct print_names *names = print->names;

	return !names->arg || is_out(print, names->call, names->arg);
}

static const char *find_name(const struct print *print,
			     const struct fxr_value *value)
{
	struct print_names *names = print->names;
	const struct fxr_type *type = value->type;

	if (!type || type->class != FXG_HANDLE)
		return NULL;
	if (fxr_is(type->space, "fd") &&
	    (value->kind == FXR_VALUE_INT || value->kind == FXR_VALUE_UINT))
		return descriptors_fd(names->descriptors, value->as.i64,
				      is_result(print));
	if ((fxr_is(type->space, "FILE") || fxr_is(type->space, "DIR")) &&
	    value->kind == FXR_VALUE_POINTER)
		return descriptors_stream(names->descriptors, value->as.u64,
					  is_result(print));
	return NULL;
}

static void put_name(const struct print *print, const char *text)
{
	if (!text)
		return;
	print_color(print, PRINT_OBJECT);
	pen_byte(print->out, '<');
	print_name(print->out, fxr_text(text, strlen(text)));
	pen_byte(print->out, '>');
	print_color(print, PRINT_PLAIN);
}

void print_name_of(const struct print *print, const struct fxr_value *value)
{
	const struct print_names *names = print->names;
	const char *name = find_name(print, value);

	put_name(print, name ?: labels_find(names->labels, names->call, value));
}

static const char *find_folder(const struct print *print,
			       const struct fxr_arg *arg)
{
	const struct fxr_value *value = &arg->value;
	struct descriptors *descriptors = print->names->descriptors;

	if (!handled_is_folder(arg->base) ||
	    (value->type && value->type->class == FXG_HANDLE))
		return NULL;
	if (value->kind == FXR_VALUE_SYMBOL &&
	    fxr_is(value->as.text, "AT_FDCWD"))
		return descriptors_folder(descriptors);
	if (value->kind == FXR_VALUE_INT)
		return descriptors_fd(descriptors, value->as.i64, false);
	return NULL;
}

void print_name_of_arg(const struct print *print, const struct fxr_arg *arg)
{
	if (print->names)
		put_name(print, find_folder(print, arg));
}

const char *print_find_name(const struct print *print,
			    const struct fxr_call *call,
			    const struct fxr_arg *arg)
{
	const struct fxr_value *value = arg ? &arg->value : &call->ret;
	const char *name = arg ? find_folder(print, arg) : NULL;

	print_names_aim(print, call, arg);
	if (!name)
		name = find_name(print, value);
	return name ? name : labels_find(print->names->labels, call, value);
}

/* Names that were printed already: each call has few. */
struct printed_names {
	uint64_t keys[16];
	unsigned n;
};

/* Whether there is a new name to print, and space for it. */
static bool is_new(struct printed_names *printed, uint64_t key,
		   const char *text)
{
	const unsigned space = sizeof(printed->keys) / sizeof(printed->keys[0]);

	for (unsigned i = 0; i < printed->n; i++)
		if (printed->keys[i] == key)
			return false;
	if (!text || printed->n == space)
		return false;
	printed->keys[printed->n++] = key;
	return true;
}

static void put_number_name(const struct print *print,
			    struct printed_names *printed, uint64_t key,
			    bool is_address, const char *text)
{
	if (!is_new(printed, key, text))
		return;
	pen_put(print->out, printed->n > 1 ? "," : ",\"fd_names\":{");
	pen_byte(print->out, '"');
	is_address ? pen_hex(print->out, key) : pen_uint(print->out, key);
	pen_put(print->out, "\":");
	json_string(print->out, fxr_text(text, strlen(text)));
}

static void put_number_names(const struct print *print,
			     struct printed_names *printed,
			     const struct fxr_value *value)
{
	bool is_list = value->kind == FXR_VALUE_ARRAY ||
		       value->kind == FXR_VALUE_STRUCT;

	for (size_t i = 0; is_list && i < value->as.list.n; i++)
		put_number_names(print, printed, &value->as.list.items[i]);
	if (!is_list)
		put_number_name(print, printed, value->as.u64,
				value->kind == FXR_VALUE_POINTER,
				find_name(print, value));
}

/* "gl:texture 5":"brick wall" */
static void put_labels(const struct print *print, struct printed_names *printed,
		       const struct fxr_value *value)
{
	const struct print_names *names = print->names;
	bool is_list = value->kind == FXR_VALUE_ARRAY;
	const char *text;
	struct fxr_text space;

	for (size_t i = 0; is_list && i < value->as.list.n; i++)
		put_labels(print, printed, &value->as.list.items[i]);
	text = is_list ? NULL : labels_find(names->labels, names->call, value);
	if (!text)
		return;
	space = value->type->space;
	if (!is_new(printed,
		    value->as.u64 ^ fxr_hash(space.bytes, space.n_bytes), text))
		return;
	pen_put(print->out, printed->n > 1 ? ",\"" : ",\"labels\":{\"");
	print_name(print->out, space);
	pen_format(print->out,
		   value->kind == FXR_VALUE_POINTER ? " 0x%" PRIx64 "\":"
						    : " %" PRIu64 "\":",
		   value->as.u64);
	json_string(print->out, fxr_text(text, strlen(text)));
}

static void print_labels_json(const struct print *print,
			      const struct fxr_call *call)
{
	struct printed_names printed;

	if (!print->names->labels)
		return;
	printed.n = 0;
	for (size_t i = 0; i < call->n_args; i++)
		put_labels(print, &printed, &call->args[i].value);
	if (call->has_ret)
		put_labels(print, &printed, &call->ret);
	if (printed.n)
		pen_byte(print->out, '}');
}

void print_names_json(const struct print *print, const struct fxr_call *call)
{
	struct printed_names printed;

	if (!print->names)
		return;
	printed.n = 0; /* the keys are not read */
	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];

		print_names_aim(print, call, arg);
		put_number_names(print, &printed, &arg->value);
		if (arg->value.kind == FXR_VALUE_INT)
			put_number_name(print, &printed, arg->value.as.u64,
					false, find_folder(print, arg));
	}
	print_names_aim(print, call, NULL);
	if (call->has_ret)
		put_number_names(print, &printed, &call->ret);
	if (printed.n)
		pen_byte(print->out, '}');
	print_labels_json(print, call);
}
