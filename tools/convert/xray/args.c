/* SPDX-License-Identifier: MIT */
/*
 * Values as the numbers that were passed, see args.h. The library has converted
 * the names of constants back to numbers.
 */
#include "tools/convert/xray/args.h"

#include "tools/reader/memory.h"

static bool is_tail_exit(const struct fxtrace_arg *arg)
{
	return fxr_is(fxr_text(arg->name, arg->n_name_bytes),
		      XRAY_TAIL_EXIT_NAME);
}

static bool number_of(const struct fxtrace_value *value, uint64_t *number)
{
	*number = value->number;
	if (value->kind == FXTRACE_NULL) /* memory that is withheld is, too */
		return value->has_number || !value->is_withheld ||
		       value->true_size != UINT64_MAX;
	return value->has_number || value->kind == FXTRACE_OBJECT;
}

/* The number that was passed as parameter `index`. */
static bool find_param(const struct fxtrace_call *call, size_t index,
		       uint64_t *number)
{
	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxtrace_arg *arg = call->args[i];

		if (arg->parameter == (int32_t)index && !arg->is_after &&
		    !arg->is_group && number_of(arg->value, number))
			return true;
	}
	return false;
}

/* Stores the leading numbers of some values behind the n that are there. False:
 * one of them is no number. */
static bool take_numbers(const struct fxtrace_value *const *from, size_t n_from,
			 uint64_t *values, size_t *n)
{
	for (size_t i = 0; i < n_from; i++) {
		if (*n == XRAY_MAX_ARGS || !number_of(from[i], &values[*n]))
			return false;
		++*n;
	}
	return true;
}

/* Of a function without a signature, in the order of the archive. */
static size_t take_all(const struct fxtrace_call *call, uint64_t *values)
{
	size_t n = 0;

	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxtrace_arg *arg = call->args[i];

		if (is_tail_exit(arg))
			continue;
		if (!(arg->is_group
			      ? take_numbers(arg->value->items,
					     arg->value->n_items, values, &n)
			      : take_numbers(&arg->value, 1, values, &n)))
			break;
	}
	return n;
}

size_t xray_args(const struct fxtrace_call *call, uint64_t *values)
{
	size_t n = 0;

	if (!call->is_described)
		return take_all(call, values);
	while (n < XRAY_MAX_ARGS && find_param(call, n, &values[n]))
		n++;
	return n;
}

enum xray_action xray_args_exit(const struct fxtrace_call *call)
{
	for (size_t i = 0; i < call->n_args; i++)
		if (is_tail_exit(call->args[i]))
			return XRAY_TAIL_EXIT;
	return XRAY_EXIT;
}
