/* SPDX-License-Identifier: MIT */
/*
 * Reconstructs arguments, see args.h.
 */
#include "tools/replay/call/args.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/number.h"
#include "tools/replay/call/args_memory.h"
#include "tools/replay/call/output_space.h"

#define N_SYMBOLS 1024u
#define SYMBOL_BYTES 48u

/* The number of a name, from the last lookup. */
struct args_symbol {
	const struct fxr_type *type;
	size_t n_bytes;
	char text[SYMBOL_BYTES];
	uint64_t number;
};

static struct args_symbol *symbol_at(struct args_maker *maker,
				     const struct fxr_value *value)
{
	struct fxr_text text = value->as.text;
	uint64_t hash =
		(uintptr_t)value->type ^ text.n_bytes * 0x9e3779b97f4a7c15u;

	if (!maker->symbols)
		maker->symbols = fxr_new(N_SYMBOLS, sizeof(*maker->symbols));
	for (size_t i = 0; i < text.n_bytes; i++)
		hash = (hash ^ (unsigned char)text.bytes[i]) * 0x100000001b3u;
	return &maker->symbols[hash >> 40 & (N_SYMBOLS - 1)];
}

static bool symbol_number(struct args_maker *maker,
			  const struct fxr_value *value, uint64_t *number)
{
	struct fxr_text text = value->as.text;
	struct args_symbol *at;

	if (text.n_bytes > SYMBOL_BYTES)
		return fxr_number(maker->types, value, number);
	at = symbol_at(maker, value);
	if (at->type == value->type && at->n_bytes == text.n_bytes &&
	    !memcmp(at->text, text.bytes, text.n_bytes)) {
		*number = at->number;
		return true;
	}
	if (!fxr_number(maker->types, value, number))
		return false;
	*at = (struct args_symbol){.type = value->type,
				   .n_bytes = text.n_bytes,
				   .number = *number};
	memcpy(at->text, text.bytes, text.n_bytes);
	return true;
}

bool args_number(struct args_maker *maker, const struct fxr_value *value,
		 uint64_t *number)
{
	if (value->kind == FXR_VALUE_SYMBOL)
		return symbol_number(maker, value, number);
	if (value->kind == FXR_VALUE_DOUBLE) {
		*number = (uint64_t)(int64_t)value->as.f64;
		return true;
	}
	return fxr_number(maker->types, value, number);
}

static bool set_trouble(struct args *args, size_t param, const char *why)
{
	if (!args->trouble) {
		args->trouble = why;
		args->trouble_param = param;
	}
	return false;
}

/* Assigns the recorded values to the parameters. */
static void sort_out(struct args *args)
{
	const struct fxr_call *call = args->call;

	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];

		if (arg->param >= args->plan->n)
			continue;
		if (arg->is_address)
			args->address[arg->param] = arg;
		else if (arg->is_after)
			args->after[arg->param] = arg;
		else if (!args->before[arg->param])
			args->before[arg->param] = arg;
	}
}

static bool make_number(struct args_maker *maker, struct args *args, size_t i)
{
	const struct plan_value *param = &args->plan->params[i];
	const struct fxr_arg *arg = args->before[i];
	uint64_t number;

	if (!arg)
		return set_trouble(args, i, "its value was not recorded");
	if (!args_number(maker, &arg->value, &number))
		return set_trouble(args, i, "its value is no number");
	if (param->handle)
		number = maker->handle(maker->context, param->handle, number);
	else if (arg->declared && arg->declared->class == FXG_HANDLE)
		number = maker->handle(maker->context, arg->declared, number);
	else if (arg->value.kind == FXR_VALUE_POINTER && number)
		args->raw |= 1u << i; /* its type may come from an archive with
					 fewer types */
	args_set(args, i, number);
	return true;
}

static bool make_float(struct args_maker *maker, struct args *args, size_t i)
{
	const struct fxr_arg *arg = args->before[i];

	if (!arg)
		return set_trouble(args, i, "its value was not recorded");
	if (!args_put_float(maker, args->plan->params[i].as.size, &arg->value,
			    args->values[i].words))
		return set_trouble(args, i, "its value is no number");
	return true;
}

/* A pointer to memory that has no value in the archive. */
static bool make_address(struct args_maker *maker, struct args *args, size_t i,
			 const struct fxr_value *value)
{
	const struct plan_value *param = &args->plan->params[i];
	uint64_t number = value->as.u64;

	if (param->handle && param->type->class == FXG_HANDLE)
		number = maker->handle(maker->context, param->handle, number);
	else if (number)
		args->raw |= 1u << i;
	args_set(args, i, number);
	return true;
}

/* Other files have the address of an output where its memory is not known. */
static void settle_output(struct args *args, size_t i,
			  const struct fxr_type *type)
{
	const struct fxr_arg *arg = args->before[i];

	if (!arg || arg->value.kind != FXR_VALUE_POINTER ||
	    type->class != FXG_PTR || type->dir != FXG_OUT)
		return;
	args->address[i] = arg;
	args->before[i] = NULL;
}

static bool make_pointer(struct args_maker *maker, struct args *args, size_t i)
{
	const struct fxr_arg *arg = args->before[i];
	const struct fxr_type *type = args->plan->params[i].type;

	if (arg && arg->declared)
		type = arg->declared;
	settle_output(args, i, type);
	arg = args->before[i];
	if (arg && arg->value.kind == FXR_VALUE_NULL && !arg->value.is_withheld)
		return true;
	if (arg && arg->value.kind == FXR_VALUE_POINTER)
		return make_address(maker, args, i, &arg->value);
	if (arg && arg->value.is_withheld)
		return set_trouble(args, i, "its value was withheld");
	if (!arg && args->address[i] && type->class != FXG_PTR)
		return make_address(maker, args, i, &args->address[i]->value);
	return args_make_memory(maker, args, i, type)
		       ? true
		       : set_trouble(args, i,
				     "its memory cannot be made again");
}

/* Clears only what the function has: most have few parameters. */
static void begin_args(struct args *args, const struct plan *plan,
		       const struct fxr_call *call)
{
	args->plan = plan;
	args->call = call;
	args->raw = args->blank = 0;
	args->trouble = NULL;
	args->trouble_param = 0;
	args->ret = (struct invoke_value){{0}};
	for (size_t i = 0; i < plan->n; i++) {
		args->values[i] = (struct invoke_value){{0}};
		args->before[i] = args->after[i] = args->address[i] = NULL;
		args->bytes[i] = 0;
		args->is_out[i] = false;
	}
}

bool args_make(struct args_maker *maker, const struct plan *plan,
	       const struct fxr_call *call, struct args *args)
{
	begin_args(args, plan, call);
	if (plan->trouble)
		return set_trouble(args, 0, plan->trouble);
	sort_out(args);
	/* numbers first: the sizes of memory depend on them */
	for (size_t i = 0; i < plan->n; i++)
		if (plan->params[i].as.class == INVOKE_INT)
			(void)make_number(maker, args, i);
		else if (plan->params[i].as.class == INVOKE_FLOAT)
			(void)make_float(maker, args, i);
	for (size_t i = 0; i < plan->n && plan->has_pointers && !args->trouble;
	     i++)
		if (plan->params[i].as.class == INVOKE_POINTER)
			(void)make_pointer(maker, args, i);
	if (!args->trouble && plan->has_pointers)
		args_make_space(maker, args);
	return !args->trouble;
}

void args_fini(struct args_maker *maker)
{
	free(maker->symbols);
	maker->symbols = NULL;
}
