/* SPDX-License-Identifier: MIT */
/*
 * Texts that are given by an array of pointers. The recorder emits them before
 * the call, text by text (gen/api/gl/fake.api). Archives from other files have
 * them as values of the call.
 */
#include <string.h>

#include "tools/replay/gl/rules.h"

#define MAX_TEXTS (1u << 20)

static bool take_string(struct gl *gl, struct gl_call *call)
{
	struct gl_thread *thread = gl->thread;
	size_t i = gl_param(call, "string");

	if (i == INVOKE_MAX)
		return false;
	thread->strings =
		fxr_grow(thread->strings, &thread->strings_capacity,
			 thread->n_strings + 1, sizeof(*thread->strings));
	thread->strings[thread->n_strings++] =
		(struct gl_emitted){.index = gl_number(gl, call, "index"),
				    .bytes = gl_copy_bytes(gl, call, i),
				    .n_bytes = call->args.bytes[i]};
	return true;
}

/* The texts of a call. */
struct texts {
	const void **pointers;
	size_t *n_bytes;
	uint64_t n;
};

static void take_emitted(struct gl *gl, struct texts *texts)
{
	for (size_t k = 0; k < gl->thread->n_strings; k++) {
		const struct gl_emitted *one = &gl->thread->strings[k];

		if (one->index >= texts->n)
			continue;
		texts->pointers[one->index] = one->bytes;
		texts->n_bytes[one->index] = one->n_bytes;
	}
}

/* Copies of the values, each with a NUL behind it. */
static void take_values(struct gl *gl, const struct fxr_value *list,
			struct texts *texts)
{
	for (size_t k = 0; k < list->as.list.n && k < texts->n; k++) {
		const struct fxr_value *item = &list->as.list.items[k];

		if (item->kind != FXR_VALUE_STRING &&
		    item->kind != FXR_VALUE_BYTES)
			continue;
		texts->pointers[k] = fxr_arena_copy(
			&gl->arena, item->as.text.bytes, item->as.text.n_bytes);
		texts->n_bytes[k] = item->as.text.n_bytes;
	}
}

/* Whether all texts are there, as long as the call's lengths say. A length
 * below 0 says that the text ends at its NUL. */
static bool are_whole(const struct gl_call *call, const struct texts *texts)
{
	size_t i = gl_param(call, "length");
	const char *lengths = NULL;

	if (i != INVOKE_MAX)
		lengths = args_pointer(&call->args, i);
	for (uint64_t k = 0; k < texts->n; k++) {
		int32_t length = -1;

		if (lengths && (k + 1) * sizeof(length) > call->args.bytes[i])
			return false;
		if (lengths)
			memcpy(&length, lengths + k * sizeof(length),
			       sizeof(length));
		if (!texts->pointers[k] ||
		    (length > 0 && (size_t)length > texts->n_bytes[k]))
			return false;
	}
	return true;
}

/* The parameter with the first of these names; INVOKE_MAX: there is none. */
static size_t param_of(const struct gl_call *call, const char *const *names)
{
	for (; *names; names++)
		if (gl_param(call, *names) != INVOKE_MAX)
			return gl_param(call, *names);
	return INVOKE_MAX;
}

static bool give_strings(struct gl *gl, struct gl_call *call)
{
	static const char *const names[] = {
		"string", "strings", "uniformNames", "varyings", "path", NULL};
	static const char *const counts[] = {"count", "uniformCount", NULL};
	size_t i = param_of(call, names), n = param_of(call, counts);
	const struct fxr_arg *value;
	struct texts texts;

	if (i == INVOKE_MAX || n == INVOKE_MAX)
		return true;
	texts.n = gl_count(call, n);
	if (texts.n > MAX_TEXTS)
		return gl_fail(gl, call, "it has too many texts");
	texts.pointers = fxr_arena_alloc(
		&gl->arena, (texts.n + 1) * sizeof(*texts.pointers));
	texts.n_bytes =
		fxr_arena_alloc(&gl->arena, (texts.n + 1) * sizeof(size_t));
	take_emitted(gl, &texts);
	value = call->args.before[i];
	if (!gl->thread->n_strings && value &&
	    value->value.kind == FXR_VALUE_ARRAY)
		take_values(gl, &value->value, &texts);
	if (!are_whole(call, &texts))
		return gl_fail(gl, call,
			       "the archive does not have all of its texts");
	args_set_pointer(&call->args, i, texts.pointers);
	call->args.raw &= ~(1u << i);
	return true;
}

const struct gl_rule gl_text_rules[] = {
	{"fxtrace_string", take_string, NULL},
	{"glShaderSource", give_strings, NULL},
	{"glCreateShaderProgramv", give_strings, NULL},
	{"glTransformFeedbackVaryings", give_strings, NULL},
	{"glGetUniformIndices", give_strings, NULL},
	{"glCompileShaderInclude", give_strings, NULL},
	{0},
};
