/* SPDX-License-Identifier: MIT */
/*
 * Calls as apitrace's events, see call.h. An event's arguments are known by
 * their place in the signature. Values of the archive that the prototype does
 * not have (variable arguments, errno) get places after the prototype's. They
 * use a signature of the same name, which only such calls have.
 */
#include "tools/print/backtrace.h"
#include "tools/convert/apitrace/call.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/select.h"

#define MAX_PARAMS (64 + FXR_MAX_CALL_ARGS)
/* Values of a buffer that OpenGL fills later. */
#define MAX_SPACE 65536u

/* Arguments of a call that form one value: one argument, or the members of a
 * struct. */
struct run {
	const struct fxr_arg *first;
	size_t n;
	uint64_t place;
};

struct maker {
	struct apitrace_values *values;
	const struct fxr_call *call;
	const struct apitrace_instead *instead;
	struct apitrace_call *made;
	struct fxr_text params[MAX_PARAMS];
	size_t n_params, n_declared;
};

const struct fxr_arg *apitrace_call_arg(const struct fxr_call *call,
					const char *name)
{
	for (size_t i = 0; i < call->n_args; i++)
		if (fxr_is(call->args[i].name, name))
			return &call->args[i];
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

/* The type that the parameter has in this call. */
static const struct fxr_type *declared(const struct maker *maker,
				       uint32_t param)
{
	const struct fxr_function *function = maker->call->function;
	const struct fxr_types *types = maker->values->types;

	if (!function || param >= function->n_params)
		return NULL;
	return fxr_select(types, maker->call,
			  fxr_type_find(types, function->provider,
					function->params[param].type));
}

/* Whether the call produced the value, rather than received it. */
static bool is_result(const struct maker *maker, const struct fxr_arg *arg)
{
	const struct fxr_type *type = declared(maker, arg->param);

	if (arg->is_address)
		return false;
	return arg->is_after ||
	       (type && (type->class == FXG_PTR || type->class == FXG_STR) &&
		type->dir == FXG_OUT);
}

/* Apitrace's replay derives the size of this memory from its contents. */
static void put_capacity(struct maker *maker, const struct fxr_arg *arg)
{
	const struct fxr_call *call = maker->call;
	const struct fxr_arg *size = apitrace_call_arg(call, "size");
	struct apitrace_pack *leave = &maker->made->leave;
	uint64_t n;

	if ((!fxr_is(call->name->name, "glSelectBuffer") &&
	     !fxr_is(call->name->name, "glFeedbackBuffer")) ||
	    arg->value.kind != FXR_VALUE_POINTER || !size ||
	    !fxr_number(maker->values->types, &size->value, &n) ||
	    n > MAX_SPACE)
		return;
	apitrace_pack_byte(leave, APITRACE_CALL_ARG);
	apitrace_pack_varint(leave, arg->param);
	apitrace_pack_byte(leave, APITRACE_ARRAY);
	apitrace_pack_varint(leave, n);
	while (n--)
		apitrace_pack_uint(leave, 0);
}

static size_t run_end(const struct fxr_call *call, size_t from)
{
	const struct fxr_arg *first = &call->args[from];
	size_t to = from + 1;

	while (first->member.n_bytes && to < call->n_args &&
	       call->args[to].member.n_bytes &&
	       call->args[to].is_after == first->is_after &&
	       fxr_is_same(call->args[to].base, first->base))
		to++;
	return to;
}

/* Whether the value is empty because the address did not lead to the program's
 * memory. */
static bool is_elsewhere(const struct fxr_arg *arg)
{
	const struct fxr_value *value = &arg->value;

	return !arg->has_size &&
	       (value->kind == FXR_VALUE_BYTES ||
		value->kind == FXR_VALUE_STRING) &&
	       !value->as.text.n_bytes;
}

/* Whether the run is written rather than the one next to it. NAME@ is written
 * if nothing else was recorded, NAME if the address is of no use. */
static bool is_wanted(const struct maker *maker, size_t from)
{
	const struct fxr_call *call = maker->call;
	const struct fxr_arg *arg = &call->args[from];
	const struct fxr_arg *next = from + 1 < call->n_args ? arg + 1 : NULL;

	if (arg->is_address && call->has_ret && fxr_is(arg->base, "ret"))
		return false;
	if (arg->is_address) {
		if (!next || arg->is_after || next->is_address ||
		    !fxr_is_same(next->base, arg->base))
			return !arg->is_after;
		return is_result(maker, next) || is_elsewhere(next);
	}
	return !from || !arg[-1].is_address || !is_elsewhere(arg) ||
	       !fxr_is_same(arg[-1].base, arg->base) || !arg[-1].value.as.u64;
}

/* The place of an argument that the prototype does not have. */
static uint64_t extra_place(struct maker *maker, struct fxr_text name)
{
	for (size_t i = maker->n_declared; i < maker->n_params; i++)
		if (fxr_is_same(maker->params[i], name))
			return i;
	if (maker->n_params == MAX_PARAMS)
		return MAX_PARAMS - 1;
	maker->params[maker->n_params] = name;
	return maker->n_params++;
}

static void put_members(struct maker *maker, struct apitrace_pack *pack,
			const struct run *run)
{
	struct fxr_value *items = fxr_new(run->n, sizeof(*items));
	const struct fxr_type *type = declared(maker, run->first->param);
	struct fxr_value whole = {.kind = FXR_VALUE_STRUCT, .type = type};

	for (size_t i = 0; i < run->n; i++) {
		items[i] = run->first[i].value;
		items[i].name = run->first[i].member;
	}
	whole.as.list.items = items;
	whole.as.list.n = run->n;
	apitrace_value_put(maker->values, pack, type, &whole);
	free(items);
}

/* Apitrace's replay expects bytes as numbers for these calls only. */
static bool is_numbers(const struct fxr_call *call, const struct fxr_arg *arg)
{
	return arg->value.kind == FXR_VALUE_BYTES &&
	       fxr_is(call->name->name, "glPolygonStipple");
}

static void put_numbers(struct apitrace_pack *pack, struct fxr_text bytes)
{
	apitrace_pack_byte(pack, APITRACE_ARRAY);
	apitrace_pack_varint(pack, bytes.n_bytes);
	for (size_t i = 0; i < bytes.n_bytes; i++)
		apitrace_pack_uint(pack, (unsigned char)bytes.bytes[i]);
}

static void put_run(struct maker *maker, const struct run *run)
{
	const struct fxr_arg *arg = run->first;
	struct apitrace_pack *pack = is_result(maker, arg)
					     ? &maker->made->leave
					     : &maker->made->enter;

	apitrace_pack_byte(pack, APITRACE_CALL_ARG);
	apitrace_pack_varint(pack, run->place);
	maker->values->n_cut += arg->has_size;
	if (maker->instead && maker->instead->param == arg->param &&
	    arg->param != FXR_NONE)
		apitrace_pack_all(pack, &maker->instead->value);
	else if (arg->member.n_bytes)
		put_members(maker, pack, run);
	else if (is_numbers(maker->call, arg))
		put_numbers(pack, arg->value.as.text);
	else
		apitrace_value_put(
			maker->values, pack,
			arg->is_address ? NULL : declared(maker, arg->param),
			&arg->value);
}

/* Writes one of module, function, file, line and offset between tabs, which
 * none of them contains. */
static void put_field(struct pen *out, struct fxr_text text)
{
	for (size_t i = 0; i < text.n_bytes; i++)
		pen_byte(out, text.bytes[i] == '\t' || text.bytes[i] == '\n'
				      ? ' '
				      : text.bytes[i]);
	pen_byte(out, '\t');
}

static void put_frame(struct maker *maker, struct apitrace_pack *pack,
		      const struct backtrace_frame *frame)
{
	static struct pen line;

	put_field(&line, frame->module);
	put_field(&line, frame->function);
	put_field(&line, frame->file);
	if (frame->line)
		pen_uint(&line, frame->line);
	pen_byte(&line, '\t');
	pen_uint(&line, frame->module.n_bytes ? frame->off : frame->address);
	apitrace_pack_ref(pack, apitrace_sigs_frame(maker->values->sigs,
						    pen_take(&line)));
}

/* Writes the stack as apitrace recorded it. Returns its number of frames. */
static size_t put_lines(struct maker *maker, struct apitrace_pack *pack,
			struct fxr_text left)
{
	size_t n = 0;

	while (left.n_bytes) {
		const char *end = memchr(left.bytes, '\n', left.n_bytes);
		size_t length = end ? (size_t)(end - left.bytes) : left.n_bytes;

		apitrace_pack_ref(pack, apitrace_sigs_frame(
						maker->values->sigs,
						fxr_text(left.bytes, length)));
		length += end != NULL;
		left = fxr_text(left.bytes + length, left.n_bytes - length);
		n++;
	}
	return n;
}

static void put_stack(struct maker *maker)
{
	struct apitrace_pack *pack = &maker->made->enter, frames = {0};
	const struct backtrace *stack =
		backtrace_of(maker->values->stacks, maker->call);
	size_t n = 0;

	if (!stack)
		return;
	if (stack->lines.n_bytes)
		n = put_lines(maker, &frames, stack->lines);
	else
		for (; n < stack->n; n++)
			put_frame(maker, &frames, &stack->frames[n]);
	apitrace_pack_byte(pack, APITRACE_CALL_BACKTRACE);
	apitrace_pack_varint(pack, n);
	apitrace_pack_all(pack, &frames);
	apitrace_pack_free(&frames);
}

static void put_args(struct maker *maker)
{
	const struct fxr_call *call = maker->call;

	for (size_t from = 0, to; from < call->n_args; from = to) {
		struct run run = {.first = &call->args[from]};

		to = run_end(call, from);
		if (!is_wanted(maker, from))
			continue;
		run.n = to - from;
		run.place = run.first->param;
		if (run.first->param >= maker->n_declared)
			run.place = extra_place(maker, run.first->base);
		put_run(maker, &run);
		put_capacity(maker, run.first);
	}
}

static void put_error(struct maker *maker)
{
	struct apitrace_pack *leave = &maker->made->leave;
	static const char name[] = "errno";
	uint64_t place;

	if (!maker->call->error.n_bytes)
		return;
	place = extra_place(maker, fxr_text(name, sizeof(name) - 1));
	apitrace_pack_byte(leave, APITRACE_CALL_ARG);
	apitrace_pack_varint(leave, place);
	apitrace_pack_byte(leave, APITRACE_STRING);
	apitrace_pack_text(leave, maker->call->error);
}

static void put_ret(struct maker *maker)
{
	const struct fxr_call *call = maker->call;
	const struct fxr_function *function = call->function;
	const struct fxr_type *type = NULL;

	if (!call->has_ret)
		return;
	if (function)
		type = fxr_type_find(maker->values->types, function->provider,
				     function->ret);
	apitrace_pack_byte(&maker->made->leave, APITRACE_CALL_RET);
	apitrace_value_put(maker->values, &maker->made->leave, type,
			   &call->ret);
}

/* The places that the prototype has. */
static void take_params(struct maker *maker)
{
	const struct fxr_function *function = maker->call->function;
	size_t n = function ? function->n_params : 0;

	if (n > MAX_PARAMS - FXR_MAX_CALL_ARGS)
		n = MAX_PARAMS - FXR_MAX_CALL_ARGS;
	for (size_t i = 0; i < n; i++)
		maker->params[i] = function->params[i].name;
	maker->n_params = maker->n_declared = n;
}

static struct apitrace_sig *signature(const struct maker *maker)
{
	struct apitrace_sigs *sigs = maker->values->sigs;
	const struct fxr_call *call = maker->call;

	if (call->function && maker->n_params == maker->n_declared &&
	    maker->n_declared == call->function->n_params)
		return apitrace_sigs_declared(sigs, call->function,
					      maker->params);
	return apitrace_sigs_function(sigs, call->name->name, maker->params,
				      maker->n_params);
}

void apitrace_call_make(struct apitrace_values *values,
			const struct fxr_call *call, unsigned thread,
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
	put_ret(&maker);
	args = made->enter; /* now known: the function's signature */
	made->enter = (struct apitrace_pack){0};
	apitrace_call_begin(&made->enter, thread, signature(&maker),
			    call->marks & FXR_MARK_FAKE);
	apitrace_pack_all(&made->enter, &args);
	apitrace_pack_byte(&made->enter, APITRACE_CALL_END);
	apitrace_pack_byte(&made->leave, APITRACE_CALL_END);
	apitrace_pack_free(&args);
	made->has_leave = call->has_end && (call->state == FXR_CALL_DONE ||
					    call->state == FXR_CALL_JUMPED ||
					    call->state == FXR_CALL_REPLACED);
}
