/* SPDX-License-Identifier: MIT */
/*
 * Memory from values: the targets of a call's pointers.
 */
#ifndef TOOLS_REPLAY_CALL_ARGS_MEMORY_H
#define TOOLS_REPLAY_CALL_ARGS_MEMORY_H

#include "tools/replay/call/args.h"

/* Writes a floating-point number of size 4, 8 or 16; false: it is not one. */
bool args_put_float(struct args_maker *maker, unsigned size,
		    const struct fxr_value *value, void *at);

/* Writes a value of the type to n_bytes of zeros; false: it does not match. */
bool args_put(struct args_maker *maker, const struct fxr_type *type,
	      const struct fxr_value *value, void *at, size_t n_bytes);

/* Builds the target of parameter i, a pointer of this type, as it was before
 * the call, if the call reads it. Outputs are left to args_make_space. False:
 * not possible. */
bool args_make_memory(struct args_maker *maker, struct args *args, size_t i,
		      const struct fxr_type *type);

/* The offset of a struct's member, which may be one of an inner struct ("a.b"),
 * and its size. False: there is none, or it is not a whole number of bytes. */
bool args_member(const struct fxr_types *types, const struct fxr_type *type,
		 struct fxr_text name, size_t *off, size_t *n_bytes);

/* The size of one element of a pointer or string type, 1 if it is memory. */
size_t args_unit(const struct fxr_types *types, const struct fxr_type *type);

/* Replaces recorded handles in an array of them; unit: 4 or 8 bytes. */
void args_map_handles(struct args_maker *maker, const struct fxr_type *handle,
		      void *at, size_t n_bytes);

#endif
