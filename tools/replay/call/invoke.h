/* SPDX-License-Identifier: MIT */
/*
 * One call of a function whose type is known at run time only, through libffi.
 * Only invoke.c uses libffi.
 */
#ifndef TOOLS_REPLAY_CALL_INVOKE_H
#define TOOLS_REPLAY_CALL_INVOKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parameters of a function that can be called. */
#define INVOKE_MAX 32u
/* 64-bit words of the largest value: a long double has two. */
#define INVOKE_WORDS 2u

enum invoke_class {
	INVOKE_VOID, /* as a result only */
	INVOKE_INT,
	INVOKE_FLOAT, /* of 4, 8 or 16 bytes */
	INVOKE_POINTER,
};

struct invoke_type {
	enum invoke_class class;
	unsigned size; /* bytes; of INT 1, 2, 4 or 8 */
	bool is_signed;
};

/* A value as it is passed: an integer in the low bytes, a float's bits, a
 * pointer. */
struct invoke_value {
	uint64_t words[INVOKE_WORDS];
};

struct invoke;

/*
 * Prepares calls of that type. n: up to INVOKE_MAX. n_fixed: those before
 * "...", n if there is none. NULL: libffi cannot call it. Free with
 * invoke_free.
 */
struct invoke *invoke_new(const struct invoke_type *ret,
			  const struct invoke_type *params, size_t n,
			  size_t n_fixed);
void invoke_free(struct invoke *invoke);

/*
 * Makes the call.
 * values  those of the parameters, borrowed for the call.
 * ret     out: the result, an integer widened to 64 bits; 0 for void.
 * Any thread, several at once.
 */
void invoke_call(const struct invoke *invoke, void (*function)(void),
		 const struct invoke_value *values, struct invoke_value *ret);

#endif
