/* SPDX-License-Identifier: MIT */
/*
 * The memory that a replayed call may access. An archive is untrusted: it can
 * describe a function in any way. Before a call is made, its arguments must fit
 * our own description of the function, from the tables in this binary. So it
 * has integers, floating-point numbers and pointers where we expect them.
 * Behind each pointer is the replay's memory, as large as our own description
 * says.
 */
#ifndef TOOLS_REPLAY_CALL_BOUNDS_H
#define TOOLS_REPLAY_CALL_BOUNDS_H

#include "gen/gen.h"
#include "tools/replay/call/args.h"

struct bounds {
	const struct fxg_table *table;
	const struct fxg_function *function; /* NULL: not in the table */
};

/* Our description of a function, by its exact name. Borrows the table. */
struct bounds bounds_find(const struct fxg_table *table, const char *name);

/*
 * Whether a plan, made of the archive's description, passes arguments as our
 * description does. Returns NULL, or why the function must not be called.
 * Nested pointers that the archive gives as plain numbers are refused, unless
 * has_rule says that the caller replaces such memory itself.
 */
const char *bounds_refusal(const struct bounds *bounds,
			   const struct fxr_types *types,
			   const struct plan *plan, bool has_rule);

/*
 * Makes the arguments of args_make fit our description. Integers have its
 * width. Inputs have at least the bytes that are read (zeros where the archive
 * has fewer, or the call is refused if the maker measures). Outputs have at
 * least the bytes that are written, or guarded memory if only the call knows
 * their number. Pointers that args->raw marks are not changed: the caller
 * decides about them. Clears args->blank. needs_inputs: an input of unknown
 * size is refused, too. Returns NULL, or why the call must not be made.
 */
const char *bounds_apply(const struct bounds *bounds, struct args_maker *maker,
			 struct args *args, bool needs_inputs);

/* Gives guarded memory to an output that args->raw marks, or to an input if our
 * description says how many bytes the call would read. So it does if the maker
 * measures that it reads none. For calls that fail before. */
bool bounds_stand_in(const struct bounds *bounds,
		     const struct args_maker *maker, struct args *args,
		     size_t i);

/* Our name of a parameter, "" if there is none. */
const char *bounds_param(const struct bounds *bounds, size_t param);
/* Our type of a parameter; void if there is none. */
const struct fxg_type *bounds_type(const struct bounds *bounds, size_t param);

#endif
