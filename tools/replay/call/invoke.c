/* SPDX-License-Identifier: MIT */
/*
 * Calls through libffi, see invoke.h.
 */
#include "tools/replay/call/invoke.h"

#include <ffi.h>
#include <stdlib.h>
#include <string.h>

#include "tools/reader/memory.h"

struct invoke {
	ffi_cif cif;
	struct invoke_type ret;
	size_t n;
	ffi_type *types[INVOKE_MAX];
};

static ffi_type *integer_of(const struct invoke_type *type)
{
	switch (type->size) {
	case 1:
		return type->is_signed ? &ffi_type_sint8 : &ffi_type_uint8;
	case 2:
		return type->is_signed ? &ffi_type_sint16 : &ffi_type_uint16;
	case 4:
		return type->is_signed ? &ffi_type_sint32 : &ffi_type_uint32;
	case 8:
		return type->is_signed ? &ffi_type_sint64 : &ffi_type_uint64;
	default:
		return NULL;
	}
}

static ffi_type *type_of(const struct invoke_type *type)
{
	switch (type->class) {
	case INVOKE_VOID:
		return &ffi_type_void;
	case INVOKE_INT:
		return integer_of(type);
	case INVOKE_FLOAT:
		return type->size == 4	 ? &ffi_type_float
		       : type->size == 8 ? &ffi_type_double
					 : &ffi_type_longdouble;
	case INVOKE_POINTER:
		return &ffi_type_pointer;
	}
	return NULL;
}

static ffi_status prepare_cif(struct invoke *invoke, size_t n_fixed,
			      ffi_type *ret)
{
	unsigned n = (unsigned)invoke->n;

	if (n_fixed < n)
		return ffi_prep_cif_var(&invoke->cif, FFI_DEFAULT_ABI,
					(unsigned)n_fixed, n, ret,
					invoke->types);
	return ffi_prep_cif(&invoke->cif, FFI_DEFAULT_ABI, n, ret,
			    invoke->types);
}

struct invoke *invoke_new(const struct invoke_type *ret,
			  const struct invoke_type *params, size_t n,
			  size_t n_fixed)
{
	struct invoke *invoke = fxr_new(1, sizeof(*invoke));
	ffi_type *ret_type = type_of(ret);
	bool is_known = ret_type && n <= INVOKE_MAX;

	invoke->ret = *ret;
	invoke->n = n;
	for (size_t i = 0; i < n && is_known; i++) {
		invoke->types[i] = type_of(&params[i]);
		is_known = invoke->types[i] && params[i].class != INVOKE_VOID;
	}
	if (is_known && prepare_cif(invoke, n_fixed, ret_type) == FFI_OK)
		return invoke;
	free(invoke);
	return NULL;
}

void invoke_free(struct invoke *invoke)
{
	free(invoke);
}

/* libffi extends results smaller than a register by their sign. */
static void widen_result(const struct invoke_type *type,
			 struct invoke_value *ret)
{
	unsigned bits = 8 * type->size;

	if (type->class == INVOKE_VOID)
		*ret = (struct invoke_value){{0}};
	if (type->class == INVOKE_FLOAT && type->size == 4)
		ret->words[0] &= UINT32_MAX;
	if (type->class != INVOKE_INT || bits >= 64)
		return;
	ret->words[0] &= (1ull << bits) - 1;
	if (type->is_signed && ret->words[0] >> (bits - 1))
		ret->words[0] |= UINT64_MAX << bits;
}

void invoke_call(const struct invoke *invoke, void (*function)(void),
		 const struct invoke_value *values, struct invoke_value *ret)
{
	void *at[INVOKE_MAX];

	for (size_t i = 0; i < invoke->n; i++)
		at[i] = (void *)(uintptr_t)values[i].words;
	/* libffi writes to its arguments, but not to these */
	ffi_call((ffi_cif *)(uintptr_t)&invoke->cif, function, ret->words, at);
	widen_result(&invoke->ret, ret);
}
