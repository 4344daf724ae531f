/* SPDX-License-Identifier: MIT */
/*
 * Two calls, value by value, see change.h.
 */
#include "tools/diff/change.h"

#include <stdio.h>
#include <string.h>

#include "tools/print/print.h"

/* Nested lists that are compared item by item. */
#define MAX_DEPTH 8u
/* Longer texts are not searched for names. */
#define MAX_TEXT_BYTES 4096u

struct finder {
	struct changes *changes;
	struct canon *const *canons;
	const struct fxr_call *const *calls;
	/* how many digits more the ids in the second call's texts have */
	int64_t n_longer;
};

static void put_change(struct finder *finder, struct fxr_text name,
		       const struct fxr_value *a, const struct fxr_value *b)
{
	struct changes *changes = finder->changes;

	if (changes->n == CHANGE_MAX) {
		changes->n_more++;
		return;
	}
	changes->items[changes->n++] =
		(struct change){.name = fxr_arena_text(&changes->arena, name),
				.values = {a, b}};
}

static bool is_list(const struct fxr_value *value)
{
	return value->kind == FXR_VALUE_STRUCT ||
	       value->kind == FXR_VALUE_ARRAY;
}

static struct fxr_text item_name(struct changes *changes, struct fxr_text name,
				 const struct fxr_value *list, size_t index)
{
	char digits[32];
	struct fxr_text part = list->as.list.items[index].name;
	size_t n;
	char *joined;

	if (list->kind == FXR_VALUE_ARRAY)
		part = fxr_text(digits, (size_t)snprintf(digits, sizeof(digits),
							 "[%zu]", index));
	n = name.n_bytes + part.n_bytes + 1;
	joined = fxr_arena_alloc(&changes->arena, n);
	n = name.n_bytes;
	memcpy(joined, name.bytes, n);
	if (list->kind == FXR_VALUE_STRUCT)
		joined[n++] = '.';
	memcpy(joined + n, part.bytes, part.n_bytes);
	return fxr_text(joined, n + part.n_bytes);
}

static void find_inside(struct finder *finder, struct fxr_text name,
			const struct fxr_value *a, const struct fxr_value *b,
			unsigned depth);

static bool is_text(const struct fxr_value *value)
{
	return value->kind == FXR_VALUE_STRING ||
	       (value->kind == FXR_VALUE_BYTES &&
		value->as.text.n_bytes <= MAX_TEXT_BYTES);
}

static bool is_alias(struct finder *finder, const struct fxr_value *a,
		     const struct fxr_value *b)
{
	return is_text(a) && is_text(b) &&
	       aliases_match(&finder->changes->aliases, a->as.text, b->as.text);
}

/* A number, if the value is nothing else. */
static bool is_number(const struct fxr_value *value, uint64_t *number)
{
	switch (value->kind) {
	case FXR_VALUE_NULL:
		*number = 0;
		return !value->is_withheld;
	case FXR_VALUE_BOOL:
		*number = value->as.boolean;
		return true;
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
	case FXR_VALUE_POINTER:
		*number = value->as.u64;
		return true;
	default:
		return false;
	}
}

/* Whether two values are equal in archives that express them differently. A
 * number may be of another kind; of an address, only one archive may have the
 * target. */
static bool is_plain(const struct fxr_value *a, const struct fxr_value *b)
{
	uint64_t x, y;

	if (!is_number(a, &x) || !is_number(b, &y))
		return false;
	return x == y ||
	       (x && y && a->kind == FXR_VALUE_POINTER &&
		b->kind == FXR_VALUE_POINTER && (!a->type || !b->type));
}

/* Whether the latest canonical bytes of both sides are equal. */
static bool is_same(const struct finder *finder, struct fxr_text a,
		    struct fxr_text b)
{
	return canon_is_same(finder->canons[0], a, finder->canons[1], b);
}

/* Items that differ; the additional items of one list are one of them. */
static void find_items(struct finder *finder, struct fxr_text name,
		       const struct fxr_value *a, const struct fxr_value *b,
		       unsigned depth)
{
	size_t n_a = a->as.list.n, n_b = b->as.list.n;
	size_t n = n_a > n_b ? n_a : n_b;

	for (size_t i = 0; i < n && !finder->changes->n_more; i++) {
		const struct fxr_value *x =
			i < n_a ? &a->as.list.items[i] : NULL;
		const struct fxr_value *y =
			i < n_b ? &b->as.list.items[i] : NULL;
		struct fxr_text part;

		if (x && y &&
		    is_same(finder, canon_item(finder->canons[0], a, i),
			    canon_item(finder->canons[1], b, i)))
			continue;
		if (x && y && (is_plain(x, y) || is_alias(finder, x, y)))
			continue;
		part = item_name(finder->changes, name, x ? a : b, i);
		if (x && y)
			find_inside(finder, part, x, y, depth + 1);
		else
			put_change(finder, part, x, y);
	}
}

/* The values differ: as a whole, or in some parts. */
static void find_inside(struct finder *finder, struct fxr_text name,
			const struct fxr_value *a, const struct fxr_value *b,
			unsigned depth)
{
	bool is_leaf = a->kind != b->kind || !is_list(a) || depth == MAX_DEPTH;

	if (is_leaf)
		put_change(finder, name, a, b);
	else
		find_items(finder, name, a, b, depth);
}

static const struct fxr_arg *same_arg(const struct fxr_call *call, size_t hint,
				      const struct fxr_arg *wanted)
{
	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxr_arg *arg =
			&call->args[(hint + i) % call->n_args];

		if (fxr_is_same(arg->name, wanted->name))
			return arg;
	}
	return NULL;
}

/* Whether a constant of the call contains this. */
static bool has_constant(const struct fxr_call *call, const char *constant)
{
	size_t n = strlen(constant);

	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxr_value *value = &call->args[i].value;

		if (value->kind == FXR_VALUE_SYMBOL &&
		    memmem(value->as.text.bytes, value->as.text.n_bytes,
			   constant, n))
			return true;
	}
	return !n;
}

/* Whether two values that differ are equivalent names. */
static bool is_name(struct finder *finder, struct fxr_text name,
		    const struct fxr_value *a, const struct fxr_value *b)
{
	const struct fxr_call *const *calls = finder->calls;
	const char *constant;

	if (!is_text(a) || !is_text(b))
		return false;
	if (varying_has_name(calls[0]->name->name.bytes, name, &constant) &&
	    has_constant(calls[0], constant) &&
	    has_constant(calls[1], constant))
		return aliases_learn(&finder->changes->aliases, a->as.text,
				     b->as.text);
	return is_alias(finder, a, b);
}

/* Whether two numbers differ as the lengths of texts do whose ids have
 * different numbers of digits. */
static bool is_length(const struct finder *finder, const struct fxr_value *a,
		      const struct fxr_value *b)
{
	uint64_t x, y;

	return finder->n_longer && is_number(a, &x) && is_number(b, &y) &&
	       y - x == (uint64_t)finder->n_longer;
}

static void find_n_longer(struct finder *finder)
{
	const struct fxr_call *a = finder->calls[0], *b = finder->calls[1];

	for (size_t i = 0; i < a->n_args; i++) {
		const struct fxr_arg *x = &a->args[i];
		const struct fxr_arg *y = same_arg(b, i, x);

		if (y && is_same(finder, canon_arg(finder->canons[0], x),
				 canon_arg(finder->canons[1], y)))
			finder->n_longer += canon_n_longer(finder->canons[0],
							   finder->canons[1]);
	}
}

static void find_args(struct finder *finder)
{
	const struct fxr_call *a = finder->calls[0], *b = finder->calls[1];

	for (size_t i = 0; i < a->n_args; i++) {
		const struct fxr_arg *x = &a->args[i];
		const struct fxr_arg *y = same_arg(b, i, x);

		if (y && (is_same(finder, canon_arg(finder->canons[0], x),
				  canon_arg(finder->canons[1], y)) ||
			  is_plain(&x->value, &y->value) ||
			  is_length(finder, &x->value, &y->value) ||
			  is_name(finder, x->name, &x->value, &y->value)))
			continue;
		if (y)
			find_inside(finder, x->name, &x->value, &y->value, 0);
		else if (canon_arg(finder->canons[0], x).n_bytes)
			put_change(finder, x->name, &x->value, NULL);
	}
	for (size_t i = 0; i < b->n_args; i++)
		if (!same_arg(a, i, &b->args[i]) &&
		    canon_arg(finder->canons[1], &b->args[i]).n_bytes)
			put_change(finder, b->args[i].name, NULL,
				   &b->args[i].value);
}

static const struct fxr_value *ret_of(const struct fxr_call *call)
{
	return call->has_ret ? &call->ret : NULL;
}

/* A word as a value; NULL: there is none. */
static const struct fxr_value *make_word(struct changes *changes, size_t i,
					 struct fxr_text text)
{
	changes->made[i] = (struct fxr_value){.kind = FXR_VALUE_SYMBOL};
	changes->made[i].as.text = text;
	return text.n_bytes ? &changes->made[i] : NULL;
}

static void find_results(struct finder *finder)
{
	struct changes *changes = finder->changes;
	const struct fxr_call *a = finder->calls[0], *b = finder->calls[1];
	const char *states[2] = {print_state(a), print_state(b)};

	if (!is_same(finder, canon_ret(finder->canons[0]),
		     canon_ret(finder->canons[1])) &&
	    !(a->has_ret && b->has_ret &&
	      (is_plain(&a->ret, &b->ret) ||
	       is_length(finder, &a->ret, &b->ret))) &&
	    !(a->has_ret && b->has_ret &&
	      is_name(finder, fxr_text("ret", 3), &a->ret, &b->ret)))
		put_change(finder, fxr_text("ret", 3), ret_of(a), ret_of(b));
	if (!is_same(finder, canon_error(finder->canons[0]),
		     canon_error(finder->canons[1])))
		put_change(finder, fxr_text("errno", 5),
			   make_word(changes, 0, a->error),
			   make_word(changes, 1, b->error));
	if (!is_same(finder, canon_state(finder->canons[0]),
		     canon_state(finder->canons[1])))
		put_change(finder, fxr_text("state", 5),
			   make_word(changes, 2,
				     fxr_text(states[0], strlen(states[0]))),
			   make_word(changes, 3,
				     fxr_text(states[1], strlen(states[1]))));
}

static void find_object(struct finder *finder, uint16_t place)
{
	const struct fxr_call *a = finder->calls[0], *b = finder->calls[1];
	const struct fxr_arg *x;
	const struct fxr_arg *y;
	size_t n = finder->changes->n;

	if (place == CANON_RET) {
		put_change(finder, fxr_text("ret", 3), ret_of(a), ret_of(b));
	} else if (place < a->n_args) {
		x = &a->args[place];
		y = same_arg(b, place, x);
		put_change(finder, x->name, &x->value, y ? &y->value : NULL);
	}
	if (finder->changes->n > n)
		finder->changes->items[n].is_object = true;
}

void changes_find(struct changes *changes, struct canon *const canons[2],
		  const struct fxr_call *const calls[2], uint32_t function,
		  const uint16_t *place)
{
	struct finder finder = {changes, canons, calls, 0};

	changes->n = changes->n_more = 0;
	fxr_arena_reset(&changes->arena);
	for (unsigned s = 0; s < 2; s++)
		canon_aim(canons[s], calls[s], function);
	find_n_longer(&finder);
	find_args(&finder);
	find_results(&finder);
	if (place)
		find_object(&finder, *place);
}

void changes_fini(struct changes *changes)
{
	fxr_arena_fini(&changes->arena);
	aliases_fini(&changes->aliases);
}
