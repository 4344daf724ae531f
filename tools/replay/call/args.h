/* SPDX-License-Identifier: MIT */
/*
 * The arguments of a recorded call in the form that a function expects. The
 * targets of pointers are memory again, laid out by the types in the archive.
 * There is space for what the call returns through pointers.
 */
#ifndef TOOLS_REPLAY_CALL_ARGS_H
#define TOOLS_REPLAY_CALL_ARGS_H

#include "tools/replay/call/plan.h"

struct args_symbol;

/* The context of making arguments; ready if all is zero except types, arena and
 * handle. */
struct args_maker {
	const struct fxr_types *types;
	/* Provides the memory; the caller empties it after the call. */
	struct fxr_arena *arena;
	/* The replay's handle for a recorded one. */
	uint64_t (*handle)(void *context, const struct fxr_type *handle,
			   uint64_t recorded);
	/* What our own expressions measure (gen.h, FXG_X_CALL), by the state
	 * that the replay has; false: not known. NULL: nothing is. With it, an
	 * input with less memory than the call reads is refused. */
	bool (*measure)(void *context, unsigned what, const int64_t *args,
			unsigned n, int64_t *value);
	void *context;
	struct args_symbol *symbols; /* numbers of names that were looked up */
};

struct args {
	const struct plan *plan;
	const struct fxr_call *call;
	struct invoke_value values[INVOKE_MAX], ret;
	/* From the archive for each parameter, or NULL: `before` is its value,
	 * of an output the value after the call. `after` is the value after
	 * the call if it changed one. */
	const struct fxr_arg *before[INVOKE_MAX], *after[INVOKE_MAX];
	const struct fxr_arg *address[INVOKE_MAX];
	/* The size of the replay's memory that each points to, 0: none; and
	 * whether the call may write to it */
	size_t bytes[INVOKE_MAX];
	bool is_out[INVOKE_MAX];
	/* Bit i of parameter i: */
	uint32_t raw;	/* the recorded address is passed unchanged */
	uint32_t blank; /* no bytes were recorded, and the size is unknown */
	const char *trouble; /* why the call cannot be made, or NULL */
	size_t trouble_param;
};

/* Fills args. False: the call cannot be made, see trouble. */
bool args_make(struct args_maker *maker, const struct plan *plan,
	       const struct fxr_call *call, struct args *args);
void args_fini(struct args_maker *maker);

/* The number of a value, with names looked up; false: it has none. */
bool args_number(struct args_maker *maker, const struct fxr_value *value,
		 uint64_t *number);

/* The replay's memory for a parameter. */
static inline void *args_pointer(const struct args *args, size_t param)
{
	return (void *)(uintptr_t)args->values[param].words[0];
}
static inline void args_set(struct args *args, size_t param, uint64_t word)
{
	args->values[param].words[0] = word;
}
static inline void args_set_pointer(struct args *args, size_t param,
				    const void *p)
{
	args->values[param].words[0] = (uintptr_t)p;
}

#endif
