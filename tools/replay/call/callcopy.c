/* SPDX-License-Identifier: MIT */
/*
 * Deep copies of calls, see callcopy.h.
 */
#include "tools/replay/call/callcopy.h"

#include <string.h>

static void *take_memory(struct callcopy *copy, size_t n_bytes)
{
	copy->n_bytes += n_bytes;
	return fxr_arena_alloc(&copy->arena, n_bytes);
}

static void copy_text(struct callcopy *copy, struct fxr_text *text)
{
	char *bytes;

	if (!text->n_bytes)
		return;
	bytes = take_memory(copy, text->n_bytes + 1);
	memcpy(bytes, text->bytes, text->n_bytes);
	text->bytes = bytes;
}

/* The decoder limits the depth of values. */
static void copy_value(struct callcopy *copy, struct fxr_value *value)
{
	const struct fxr_value *items = value->as.list.items;
	size_t n = value->as.list.n;

	copy_text(copy, &value->name);
	switch (value->kind) {
	case FXR_VALUE_LONG_DOUBLE:
	case FXR_VALUE_SYMBOL:
	case FXR_VALUE_STRING:
	case FXR_VALUE_BYTES:
		copy_text(copy, &value->as.text);
		break;
	case FXR_VALUE_ARRAY:
	case FXR_VALUE_STRUCT:
		if (!n)
			break;
		value->as.list.items = take_memory(copy, n * sizeof(*items));
		memcpy(value->as.list.items, items, n * sizeof(*items));
		for (size_t i = 0; i < n; i++)
			copy_value(copy, &value->as.list.items[i]);
		break;
	default:
		break;
	}
}

void callcopy_set(struct callcopy *copy, const struct fxr_call *call)
{
	size_t n_head = offsetof(struct fxr_call, args) +
			call->n_args * sizeof(call->args[0]);
	size_t tail = offsetof(struct fxr_call, n_args);
	struct fxr_call *to = &copy->call;

	fxr_arena_reset(&copy->arena);
	copy->n_bytes = sizeof(*copy);
	/* without the unused arguments */
	memcpy(to, call, n_head);
	memcpy((char *)to + tail, (const char *)call + tail,
	       sizeof(*call) - tail);
	for (size_t i = 0; i < to->n_args; i++) {
		copy_text(copy, &to->args[i].name);
		copy_text(copy, &to->args[i].base);
		copy_text(copy, &to->args[i].member);
		copy_value(copy, &to->args[i].value);
	}
	if (to->has_ret)
		copy_value(copy, &to->ret);
	copy_text(copy, &to->error);
}

void callcopy_fini(struct callcopy *copy)
{
	fxr_arena_fini(&copy->arena);
	copy->n_bytes = 0;
}
