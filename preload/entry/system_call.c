/* SPDX-License-Identifier: MIT */
/*
 * Calls of libc's syscall(), see system_call.h. The shape is that of a
 * generated wrapper. What that would know, the table says here: the parameters'
 * types, and which of them are saved.
 */
#include "preload/entry/system_call.h"

#include <stdbool.h>

#include "preload/entry/custom.h"
#include "preload/process/first_call.h"

extern const uint16_t fxg_libc_system_calls[]
	__attribute__((visibility("hidden")));

/* The number, six arguments, the result, and what is saved of them. */
#define SLOTS (1u + 6u + 1u + 3u)

/* The function that the number is recorded as. */
static unsigned function_of(uint64_t number)
{
	const struct fxg_table *table = fxp_libc.table;
	unsigned known = number < table->n_system_calls
				 ? fxg_libc_system_calls[number]
				 : 0;

	return (known ? known : table->other_system_call) - 1;
}

static bool is_on(unsigned function)
{
	/* acquire: pairs with the release in set_state */
	if (__atomic_load_n(&fxp_libc_slots[function].state,
			    __ATOMIC_ACQUIRE) == FXP_COLD)
		fxp_first_call_fake(&fxp_libc, function);
	return fxp_is_on(fxp_libc_slots, function);
}

/* The integer that values of the type are, or NULL. */
static const struct fxg_type *integer_of(const struct fxg_type *type)
{
	if (type->class == FXG_ENUM || type->class == FXG_FLAGS ||
	    type->class == FXG_HANDLE || type->class == FXG_SET)
		type = &fxp_libc.table->types[type->base];
	return type->class == FXG_INT ? type : NULL;
}

/* The upper half of a narrow argument holds anything. */
static uint64_t extended(uint64_t word, const struct fxg_type *type)
{
	unsigned unused_bits;

	type = integer_of(type);
	if (!type || type->size == 0 || type->size >= 8)
		return word;
	unused_bits = 64 - type->size * 8;
	word <<= unused_bits;
	return type->flags & FXG_SIGNED
		       ? (uint64_t)((int64_t)word >> unused_bits)
		       : word >> unused_bits;
}

static uint64_t saved(uint64_t word, const struct fxg_type *type)
{
	const struct fxg_type *target =
		type->class == FXG_PTR
			? integer_of(&fxp_libc.table->types[type->base])
			: NULL;

	return target ? fxp_keep((const void *)(uintptr_t)word, target->size,
				 target->flags & FXG_SIGNED)
		      : 0;
}

/* Makes words of the arguments, which are in their slots. */
static __attribute__((noinline)) void complete(uint64_t *slot,
					       const struct fxg_function *f)
{
	const struct fxg_table *table = fxp_libc.table;
	const struct fxg_param *params = &table->params[f->first_param];
	unsigned at = f->n_params + 1;

	for (unsigned i = 0; i < f->n_params; i++)
		slot[i] = extended(slot[i], &table->types[params[i].type]);
	for (unsigned i = 0; i < f->n_params && at < SLOTS; i++)
		if (f->saved >> i & 1)
			slot[at++] =
				saved(slot[i], &table->types[params[i].type]);
}

/* Has the arguments of syscall(). The last one is there only if the caller has
 * passed it: libc reads it always, too. */
static long record(long number, long a, long b, long c, long d, long e, long f)
{
	long (*real)(long, long, long, long, long, long, long) =
		fxp_custom_real(FXP_FN_libc_syscall);
	unsigned function = function_of((uint64_t)number);
	const struct fxg_function *described =
		&fxp_libc.table->functions[function];
	struct fxp_call call;
	/* an unnamed one has its number first */
	uint64_t all[1 + SLOTS] = {FXP_WORD(number), FXP_WORD(a), FXP_WORD(b),
				   FXP_WORD(c),	     FXP_WORD(d), FXP_WORD(e),
				   FXP_WORD(f)};
	uint64_t *slot = all + (function != FXP_FN_libc_SYS_other);
	long result;

	complete(slot, described);
	fxp_custom_begin(&call, function, slot);
	result = real(number, a, b, c, d, e, f);
	slot[described->n_params] = extended(
		FXP_WORD(result), &fxp_libc.table->types[described->ret_type]);
	fxp_end(&call, slot);
	return result;
}

void *fxp_system_call_recorder(uint64_t number)
{
	return is_on(function_of(number)) ? (void *)(uintptr_t)record : NULL;
}
