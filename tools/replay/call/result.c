/* SPDX-License-Identifier: MIT */
/*
 * Results compared, see result.h.
 */
#include "tools/replay/call/result.h"

#include <stdio.h>
#include <string.h>

#include "tools/replay/call/args_memory.h"

/* Functions whose result has only a meaningful sign. */
static bool is_order(struct fxr_text name)
{
	static const char *const names[] = {
		"strcmp",	"strncmp",     "strcasecmp", "strncasecmp",
		"memcmp",	"bcmp",	       "strcoll",    "strcoll_l",
		"wcscmp",	"wcsncmp",     "wcscoll",    "wmemcmp",
		"wcscasecmp",	"wcsncasecmp", "strverscmp", "strcasecmp_l",
		"strncasecmp_l"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (fxr_is(name, names[i]))
			return true;
	return false;
}

static int sign(int64_t number)
{
	return (number > 0) - (number < 0);
}

static enum result compare_integer(struct args_maker *maker,
				   const struct args *args, char *text)
{
	const struct invoke_type *as = &args->plan->ret.as;
	uint64_t was, is = args->ret.words[0];
	uint64_t mask = as->size < 8 ? (1ull << 8 * as->size) - 1 : UINT64_MAX;

	if (!args_number(maker, &args->call->ret, &was))
		return RESULT_UNKNOWN;
	if ((was & mask) == (is & mask) ||
	    (is_order(args->call->name->name) &&
	     sign((int64_t)was) == sign((int64_t)is)))
		return RESULT_SAME;
	snprintf(text, RESULT_TEXT_BYTES, "it returned %lld, now %lld",
		 (long long)was, (long long)is);
	return RESULT_DIFFERENT;
}

static enum result compare_float(struct args_maker *maker,
				 const struct args *args, char *text)
{
	unsigned size = args->plan->ret.as.size;
	size_t n_bytes = size == 16 ? 10 : size;
	uint64_t was[2] = {0};

	if (!args_put_float(maker, size, &args->call->ret, was))
		return RESULT_UNKNOWN;
	if (!memcmp(was, args->ret.words, n_bytes))
		return RESULT_SAME;
	snprintf(text, RESULT_TEXT_BYTES,
		 "it returned 0x%016llx, now 0x%016llx (the number's bits)",
		 (unsigned long long)was[0],
		 (unsigned long long)args->ret.words[0]);
	return RESULT_DIFFERENT;
}

static enum result compare_string(const struct args *args, char *text)
{
	const char *is = (const char *)(uintptr_t)args->ret.words[0];
	struct fxr_text was = args->call->ret.as.text;

	if (!strncmp(is, was.bytes, was.n_bytes) &&
	    (args->call->ret.true_bytes > was.n_bytes || !is[was.n_bytes]))
		return RESULT_SAME;
	snprintf(text, RESULT_TEXT_BYTES,
		 "it returned \"%.*s\", now \"%.100s\"",
		 (int)(was.n_bytes < 100 ? was.n_bytes : 100), was.bytes, is);
	return RESULT_DIFFERENT;
}

static enum result compare_pointer(const struct args *args, char *text)
{
	const struct fxr_value *was = &args->call->ret;
	bool is_null = !args->ret.words[0];

	if (was->kind == FXR_VALUE_NULL && was->is_withheld)
		return RESULT_UNKNOWN;
	if (is_null != (was->kind == FXR_VALUE_NULL)) {
		snprintf(text, RESULT_TEXT_BYTES, "it returned %s, now %s",
			 is_null ? "a pointer" : "NULL",
			 is_null ? "NULL" : "a pointer");
		return RESULT_DIFFERENT;
	}
	if (was->kind == FXR_VALUE_STRING && args->plan->ret.type->size <= 1)
		return compare_string(args, text);
	return RESULT_SAME;
}

enum result result_of_ret(struct args_maker *maker, const struct args *args,
			  char text[RESULT_TEXT_BYTES])
{
	if (!args->call->has_ret)
		return RESULT_UNKNOWN;
	switch (args->plan->ret.as.class) {
	case INVOKE_INT:
		return compare_integer(maker, args, text);
	case INVOKE_FLOAT:
		return compare_float(maker, args, text);
	case INVOKE_POINTER:
		return compare_pointer(args, text);
	case INVOKE_VOID:
		break;
	}
	return RESULT_UNKNOWN;
}

const void *result_recorded(struct args_maker *maker, const struct args *args,
			    size_t i, const struct fxr_arg *left,
			    size_t *n_bytes)
{
	const struct fxr_type *type = left->declared;
	size_t unit;
	char *made;

	if (left->value.kind == FXR_VALUE_BYTES ||
	    left->value.kind == FXR_VALUE_STRING) {
		*n_bytes = left->value.as.text.n_bytes;
		return left->value.as.text.bytes;
	}
	if (!type || type->class != FXG_PTR || left->member.n_bytes)
		return NULL;
	unit = args_unit(maker->types, type);
	*n_bytes = unit * (left->value.kind == FXR_VALUE_ARRAY
				   ? left->value.as.list.n
				   : 1);
	if (!*n_bytes || *n_bytes > args->bytes[i])
		return NULL;
	made = fxr_arena_alloc(maker->arena, *n_bytes);
	return args_put(maker, fxr_type_base(maker->types, type), &left->value,
			made, *n_bytes)
		       ? made
		       : NULL;
}

/* A struct that was recorded member by member. */
static enum result compare_members(struct args_maker *maker,
				   const struct args *args, size_t i,
				   bool is_after, char *text)
{
	const struct fxr_type *type =
		fxr_type_target(maker->types, args->plan->params[i].type);
	const unsigned char *is = args_pointer(args, i);
	enum result result = RESULT_UNKNOWN;

	for (size_t k = 0; k < args->call->n_args; k++) {
		const struct fxr_arg *arg = &args->call->args[k];
		uint64_t was[2] = {0};
		size_t off, n_bytes;

		if (arg->param != i || arg->is_after != is_after ||
		    !args_member(maker->types, type, arg->member, &off,
				 &n_bytes) ||
		    n_bytes > sizeof(was) || off > args->bytes[i] ||
		    n_bytes > args->bytes[i] - off ||
		    !args_put(maker, arg->value.type, &arg->value, was,
			      n_bytes))
			continue;
		if (result == RESULT_UNKNOWN)
			result = RESULT_SAME;
		if (!memcmp(was, is + off, n_bytes))
			continue;
		snprintf(text, RESULT_TEXT_BYTES, "%.*s differs: it was 0x%llx",
			 (int)arg->name.n_bytes, arg->name.bytes,
			 (unsigned long long)was[0]);
		return RESULT_DIFFERENT;
	}
	return result;
}

enum result result_of_out(struct args_maker *maker, const struct args *args,
			  size_t i, char text[RESULT_TEXT_BYTES])
{
	const struct fxr_arg *left =
		args->after[i] ? args->after[i] : args->before[i];
	const unsigned char *was, *is = args_pointer(args, i);
	size_t n_bytes = 0, at = 0, n = 0;

	if (!left || left->value.kind == FXR_VALUE_NULL ||
	    left->value.kind == FXR_VALUE_POINTER)
		return RESULT_UNKNOWN;
	if (left->member.n_bytes)
		return compare_members(maker, args, i, left->is_after, text);
	was = result_recorded(maker, args, i, left, &n_bytes);
	if (!was || n_bytes > args->bytes[i])
		return RESULT_UNKNOWN;
	for (size_t k = n_bytes; k--;)
		if (was[k] != is[k]) {
			at = k;
			n++;
		}
	if (!n)
		return RESULT_SAME;
	snprintf(text, RESULT_TEXT_BYTES,
		 "%.*s: %zu of %zu bytes differ, the first at %zu: it was "
		 "0x%02x, now 0x%02x",
		 (int)left->base.n_bytes, left->base.bytes, n, n_bytes, at,
		 was[at], is[at]);
	return RESULT_DIFFERENT;
}
