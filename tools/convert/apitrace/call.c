/* SPDX-License-Identifier: MIT */
/*
 * Calls as apitrace's events, see call.h. An event's arguments are known by
 * their place in the signature. Values of the archive that the prototype does
 * not have (variable arguments, errno) get places after the prototype's. They
 * use a signature of the same name, which only such calls have.
 */
#include "tools/convert/apitrace/call.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DECLARED 64u
#define MAX_EXTRA 64u
#define MAX_PARAMS (MAX_DECLARED + MAX_EXTRA)
/* Values of a buffer that OpenGL fills later. */
#define MAX_SPACE 65536u

struct maker {
	struct apitrace_values *values;
	const struct fxtrace_call *call;
	const struct apitrace_instead *instead;
	struct apitrace_call *made;
	struct fxr_text params[MAX_PARAMS];
	size_t n_params, n_declared;
};

const struct fxtrace_arg *apitrace_call_arg(const struct fxtrace_call *call,
					    const char *name)
{
	for (size_t i = 0; i < call->n_args; i++)
		if (strcmp(call->args[i]->name, name) == 0)
			return call->args[i];
	return NULL;
}

void apitrace_call_begin(struct apitrace_pack *enter, unsigned thread,
			 struct apitrace_sig *function, bool is_fake)
{
	apitrace_pack_byte(enter, APITRACE_ENTER);
	apitrace_pack_varint(enter, thread);
	apitrace_pack_ref(enter, function);
	if (is_fake) {
		apitrace_pack_byte(enter, APITRACE_CALL_FLAGS);
		apitrace_pack_varint(enter, APITRACE_FLAG_FAKE);
	}
}

static struct fxr_text text_of(const char *word)
{
	return fxr_text(word, strlen(word));
}

/* The type that the parameter has in this call. */
static const struct fxtrace_type *declared(const struct maker *maker,
					   const struct fxtrace_arg *arg)
{
	return arg->parameter < 0
		       ? NULL
		       : fxtrace_type_of_parameter(maker->values->archive,
						   arg->parameter);
}

/* Whether the call produced the value, rather than received it. */
static bool is_result(const struct maker *maker, const struct fxtrace_arg *arg)
{
	const struct fxtrace_type *type = declared(maker, arg);

	if (arg->is_address)
		return false;
	return arg->is_after || (type && type->is_written && !type->is_read);
}

/* Apitrace's replay derives the size of this memory from its contents. */
static void put_capacity(struct maker *maker, const struct fxtrace_arg *arg)
{
	const struct fxtrace_call *call = maker->call;
	const struct fxtrace_arg *size = apitrace_call_arg(call, "size");
	struct apitrace_pack *leave = &maker->made->leave;
	uint64_t n;

	if ((strcmp(call->function->name, "glSelectBuffer") != 0 &&
	     strcmp(call->function->name, "glFeedbackBuffer") != 0) ||
	    !apitrace_is_address(arg->value) || !size ||
	    !apitrace_number(size->value, &n) || n > MAX_SPACE)
		return;
	apitrace_pack_byte(leave, APITRACE_CALL_ARG);
	apitrace_pack_varint(leave, (uint64_t)arg->parameter);
	apitrace_pack_byte(leave, APITRACE_ARRAY);
	apitrace_pack_varint(leave, n);
	while (n--)
		apitrace_pack_uint(leave, 0);
}

/* Whether the value is empty because the address did not lead to the program's
 * memory. */
static bool is_elsewhere(const struct fxtrace_arg *arg)
{
	const struct fxtrace_value *value = arg->value;

	return (value->kind == FXTRACE_BYTES || value->kind == FXTRACE_TEXT) &&
	       !value->n_bytes && !value->true_size;
}

static bool is_same(const struct fxtrace_arg *a, const struct fxtrace_arg *b)
{
	return strcmp(a->base, b->base) == 0;
}

/* Whether the argument is written rather than the one next to it. NAME@ is
 * written if nothing else was recorded, NAME if the address is of no use. */
static bool is_wanted(const struct maker *maker, size_t i)
{
	const struct fxtrace_call *call = maker->call;
	const struct fxtrace_arg *arg = call->args[i], *next, *former;

	if (arg->is_address && call->result && strcmp(arg->base, "ret") == 0)
		return false;
	if (arg->is_address) {
		next = i + 1 < call->n_args ? call->args[i + 1] : NULL;
		if (!next || arg->is_after || next->is_address ||
		    !is_same(next, arg))
			return !arg->is_after;
		return is_result(maker, next) || is_elsewhere(next);
	}
	former = i ? call->args[i - 1] : NULL;
	return !former || !former->is_address || !is_elsewhere(arg) ||
	       !is_same(former, arg) || !former->value->number;
}

/* The place of an argument that the prototype does not have. */
static uint64_t extra_place(struct maker *maker, const char *name)
{
	for (size_t i = maker->n_declared; i < maker->n_params; i++)
		if (fxr_is_same(maker->params[i], text_of(name)))
			return i;
	if (maker->n_params == MAX_PARAMS)
		return MAX_PARAMS - 1;
	maker->params[maker->n_params] = text_of(name);
	return maker->n_params++;
}

/* Apitrace's replay expects bytes as numbers for these calls only. */
static bool is_numbers(const struct fxtrace_call *call,
		       const struct fxtrace_arg *arg)
{
	return arg->value->kind == FXTRACE_BYTES &&
	       strcmp(call->function->name, "glPolygonStipple") == 0;
}

static void put_numbers(struct apitrace_pack *pack, struct fxr_text bytes)
{
	apitrace_pack_byte(pack, APITRACE_ARRAY);
	apitrace_pack_varint(pack, bytes.n_bytes);
	for (size_t i = 0; i < bytes.n_bytes; i++)
		apitrace_pack_uint(pack, (unsigned char)bytes.bytes[i]);
}

static uint64_t place_of(struct maker *maker, const struct fxtrace_arg *arg)
{
	return arg->parameter < 0 || (size_t)arg->parameter >= maker->n_declared
		       ? extra_place(maker, arg->base)
		       : (uint64_t)arg->parameter;
}

static void put_arg(struct maker *maker, const struct fxtrace_arg *arg)
{
	struct apitrace_pack *pack = is_result(maker, arg)
					     ? &maker->made->leave
					     : &maker->made->enter;
	const struct fxtrace_type *type =
		arg->is_address ? NULL : declared(maker, arg);

	apitrace_pack_byte(pack, APITRACE_CALL_ARG);
	apitrace_pack_varint(pack, place_of(maker, arg));
	if (maker->instead && maker->instead->parameter == arg->parameter &&
	    arg->parameter >= 0)
		apitrace_pack_all(pack, &maker->instead->value);
	else if (arg->is_group)
		apitrace_value_put_members(maker->values, pack, type,
					   arg->value);
	else if (is_numbers(maker->call, arg))
		put_numbers(pack, apitrace_bytes(arg->value));
	else
		apitrace_value_put(maker->values, pack, type, arg->value);
}

static void put_stack(struct maker *maker)
{
	struct apitrace_pack *pack = &maker->made->enter;
	struct apitrace_sigs *sigs = maker->values->sigs;
	const struct fxtrace_frame *frames;
	size_t n;

	if (!fxtrace_stack_number(maker->values->archive))
		return;
	frames = fxtrace_stack(maker->values->archive, &n, NULL);
	apitrace_pack_byte(pack, APITRACE_CALL_BACKTRACE);
	apitrace_pack_varint(pack, n);
	for (size_t i = 0; i < n; i++)
		apitrace_pack_ref(pack, apitrace_sigs_frame(sigs, &frames[i]));
}

static void put_args(struct maker *maker)
{
	const struct fxtrace_call *call = maker->call;

	for (size_t i = 0; i < call->n_args; i++) {
		if (!is_wanted(maker, i))
			continue;
		put_arg(maker, call->args[i]);
		put_capacity(maker, call->args[i]);
	}
}

static void put_error(struct maker *maker)
{
	struct apitrace_pack *leave = &maker->made->leave;
	uint64_t place;

	if (!maker->call->n_error_bytes)
		return;
	place = extra_place(maker, "errno");
	apitrace_pack_byte(leave, APITRACE_CALL_ARG);
	apitrace_pack_varint(leave, place);
	apitrace_pack_byte(leave, APITRACE_STRING);
	apitrace_pack_text(leave, fxr_text(maker->call->error,
					   maker->call->n_error_bytes));
}

static void put_result(struct maker *maker)
{
	struct apitrace_pack *leave = &maker->made->leave;

	if (!maker->call->result)
		return;
	apitrace_pack_byte(leave, APITRACE_CALL_RET);
	apitrace_value_put(
		maker->values, leave,
		fxtrace_type_of_parameter(maker->values->archive, -1),
		maker->call->result);
}

/* The places that the prototype has. */
static void take_params(struct maker *maker)
{
	const struct fxtrace_function *function = maker->call->function;
	size_t n_fixed = function->n_parameters;
	size_t n = n_fixed + function->n_optional;

	if (!maker->call->is_described)
		n = 0;
	if (n > MAX_DECLARED)
		n = MAX_DECLARED;
	for (size_t i = 0; i < n; i++)
		maker->params[i] = text_of(
			i < n_fixed ? function->parameters[i].name
				    : function->optional[i - n_fixed].name);
	maker->n_params = maker->n_declared = n;
}

static struct apitrace_sig *signature(const struct maker *maker)
{
	struct apitrace_sigs *sigs = maker->values->sigs;
	const struct fxtrace_function *function = maker->call->function;

	if (maker->call->is_described && maker->n_params == maker->n_declared)
		return apitrace_sigs_declared(sigs, function, maker->params,
					      maker->n_params);
	return apitrace_sigs_function(
		sigs, fxr_text(function->name, function->n_name_bytes),
		maker->params, maker->n_params);
}

void apitrace_call_make(struct apitrace_values *values,
			const struct fxtrace_call *call, unsigned thread,
			const struct apitrace_instead *instead,
			struct apitrace_call *made)
{
	struct maker maker; /* params: as many as take_params sets */
	struct apitrace_pack args;

	maker.values = values;
	maker.call = call;
	maker.instead = instead;
	maker.made = made;

	*made = (struct apitrace_call){0};
	take_params(&maker);
	put_stack(&maker);
	put_args(&maker);
	put_error(&maker);
	put_result(&maker);
	args = made->enter; /* now known: the function's signature */
	made->enter = (struct apitrace_pack){0};
	apitrace_call_begin(&made->enter, thread, signature(&maker),
			    call->is_fake);
	apitrace_pack_all(&made->enter, &args);
	apitrace_pack_byte(&made->enter, APITRACE_CALL_END);
	apitrace_pack_byte(&made->leave, APITRACE_CALL_END);
	apitrace_pack_free(&args);
	made->has_leave = call->is_ended && (call->state == FXTRACE_DONE ||
					     call->state == FXTRACE_JUMPED ||
					     call->state == FXTRACE_REPLACED);
}
