/* SPDX-License-Identifier: MIT */
/*
 * Memory from values: what a pointer of a call pointed to.
 */
#ifndef TOOLS_REPLAY_CALL_ARGS_MEMORY_H
#define TOOLS_REPLAY_CALL_ARGS_MEMORY_H

#include "tools/replay/call/args.h"

/* Writes a floating-point number of size 4, 8 or 16; false: it is none. */
bool args_put_float(struct args_maker *maker, unsigned size,
		    const struct fxr_value *value, void *at);

/* Writes a value of the type to n_bytes of zeros; false: it is none of it. */
bool args_put(struct args_maker *maker, const struct fxr_type *type,
	      const struct fxr_value *value, void *at, size_t n_bytes);

/* What parameter i, a pointer of this type, pointed to before the call, if it
 * is read: to memory of ours. Outputs are left to args_make_room. False: it
 * cannot be made. */
bool args_make_memory(struct args_maker *maker, struct args *args, size_t i,
		      const struct fxr_type *type);

/* Where a member of a struct stands, which may be one of an inner struct
 * ("a.b"), and its bytes. False: there is none, or it is no whole bytes. */
bool args_member(const struct fxr_types *types, const struct fxr_type *type,
		 struct fxr_text name, size_t *off, size_t *n_bytes);

/* Bytes of one of what a pointer or string type is about, 1 if it is memory. */
size_t args_unit(const struct fxr_types *types, const struct fxr_type *type);

/* Replaces recorded handles in an array of them; unit: 4 or 8 bytes. */
void args_map_handles(struct args_maker *maker, const struct fxr_type *handle,
		      void *at, size_t n_bytes);

#endif
