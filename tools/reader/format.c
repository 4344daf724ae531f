/* SPDX-License-Identifier: MIT */
/*
 * The values behind "...", see format.h.
 */
#include "tools/reader/format.h"

#include <string.h>

#define LIST FXR_VARARGS

static const struct fxr_value *find_list(const struct fxr_call *call)
{
	size_t i = call->n_args;

	while (i--)
		if (call->args[i].param == FXR_NONE &&
		    fxr_is(call->args[i].name, LIST) &&
		    call->args[i].value.kind == FXR_VALUE_ARRAY)
			return &call->args[i].value;
	return NULL;
}

static const struct fxr_arg *find_format(const struct fxr_call *call)
{
	const struct fxr_function *f = call->function;
	size_t i;

	if (!f || (f->varargs != FXG_VA_PRINTF && f->varargs != FXG_VA_SCANF))
		return NULL;
	for (i = 0; i < call->n_args; i++)
		if (call->args[i].param == f->varargs_k &&
		    !call->args[i].is_address && !call->args[i].is_after &&
		    call->args[i].value.kind == FXR_VALUE_STRING)
			return &call->args[i];
	return NULL;
}

bool fxr_format_open(struct fxr_format *format, const struct fxr_call *call)
{
	const struct fxr_arg *arg = find_format(call);
	const struct fxr_value *list = arg ? find_list(call) : NULL;

	if (!list)
		return false;
	*format = (struct fxr_format){
		.text = arg->value.as.text,
		.is_cut = arg->has_size,
		.values = list->as.list.items,
		.n_values = list->as.list.n,
	};
	format->walk = (struct fxw_format){
		.at = format->text.bytes,
		.n_units = format->text.n_bytes,
		.unit_bytes = 1,
		.is_scanf = call->function->varargs == FXG_VA_SCANF,
	};
	return true;
}

/* The value at a position, or the next one. */
static struct fxr_value *take_value(struct fxr_format *format,
				    unsigned position)
{
	size_t i = position ? position - 1 : format->n_taken++;

	return i < format->n_values ? &format->values[i] : NULL;
}

enum fxw_found fxr_format_next(struct fxr_format *format,
			       struct fxr_conversion *found)
{
	const struct fxw_conversion *c = &found->conversion;
	size_t begin = format->walk.next;
	enum fxw_found what;

	*found = (struct fxr_conversion){0};
	what = fxw_conversion_next(&format->walk, &found->conversion);
	found->before = fxr_text(
		format->text.bytes + begin,
		(what == FXW_FOUND_END ? format->walk.next : c->begin) - begin);
	if (what != FXW_FOUND_ONE)
		return what;
	if (c->takes_width)
		found->width = take_value(format, c->width_at);
	if (c->takes_precision)
		found->precision = take_value(format, c->precision_at);
	if (c->takes != FXW_TAKES_NOTHING && !c->is_skipped)
		found->value = take_value(format, c->value_at);
	return what;
}

/* How an integer of n bytes is shown. */
static const struct fxr_type *integer(enum fxg_show show, unsigned n_bytes)
{
#define TYPE(n, how)                                                           \
	{                                                                      \
		.is_known = true, .class = FXG_INT, .size = n, .show = how     \
	}
#define TYPES(how)                                                             \
	{                                                                      \
		TYPE(1, how), TYPE(2, how), TYPE(4, how), TYPE(8, how)         \
	}
	static const struct fxr_type hex[] = TYPES(FXG_HEX);
	static const struct fxr_type oct[] = TYPES(FXG_OCT);
	static const struct fxr_type character[] = TYPES(FXG_CHAR);
	unsigned i = n_bytes >= 8 ? 3 : n_bytes / 2;

	switch (show) {
	case FXG_HEX:
		return &hex[i];
	case FXG_OCT:
		return &oct[i];
	default:
		return &character[i];
	}
}

static void settle_integer(struct fxr_value *value,
			   const struct fxw_conversion *c)
{
	if (c->takes == FXW_TAKES_CHAR)
		value->type = integer(FXG_CHAR, c->n_bytes);
	else if (c->letter == 'x' || c->letter == 'X')
		value->type = integer(FXG_HEX, c->n_bytes);
	else if (c->letter == 'o')
		value->type = integer(FXG_OCT, c->n_bytes);
}

static void settle_value(struct fxr_value *value,
			 const struct fxw_conversion *c, bool is_scanf)
{
	static const struct fxr_type single = {
		.is_known = true, .class = FXG_FLOAT, .size = 4};

	if (value->kind == FXR_VALUE_INT || value->kind == FXR_VALUE_UINT)
		settle_integer(value, c);
	else if (value->kind == FXR_VALUE_DOUBLE && is_scanf && c->n_bytes == 4)
		value->type = &single;
	else if (value->kind == FXR_VALUE_BYTES &&
		 c->takes == FXW_TAKES_LONG_DOUBLE &&
		 value->as.text.n_bytes == 16)
		value->kind = FXR_VALUE_LONG_DOUBLE;
}

/* [the rest of a string, its size] */
static void settle_string(struct fxr_value *value)
{
	const struct fxr_value *part = value->as.list.items;
	uint64_t true_bytes;

	if (value->kind != FXR_VALUE_ARRAY || value->as.list.n != 2 ||
	    part[0].kind != FXR_VALUE_STRING || part[1].kind != FXR_VALUE_UINT)
		return;
	true_bytes = part[1].as.u64;
	*value = part[0];
	if (true_bytes > value->true_bytes)
		value->true_bytes = true_bytes;
}

void fxr_format_settle(struct fxr_call *call)
{
	const struct fxr_value *list = find_list(call);
	struct fxr_format format;
	struct fxr_conversion found;
	size_t i;

	if (!list)
		return;
	for (i = 0; i < list->as.list.n; i++)
		settle_string(&list->as.list.items[i]);
	if (!fxr_format_open(&format, call))
		return;
	while (fxr_format_next(&format, &found) == FXW_FOUND_ONE)
		if (found.value)
			settle_value(found.value, &found.conversion,
				     format.walk.is_scanf);
}
