/* SPDX-License-Identifier: MIT */
/*
 * What a replayed call may touch. An archive is untrusted: it can describe a
 * function in any way. Before a call is made, its arguments must fit our own
 * description of the function, from the tables in this binary: integers,
 * floating-point numbers and pointers where we know them, and memory of ours
 * behind each pointer, as large as our own description says.
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
 * Brings arguments that args_make has made within our description: integers
 * have their width, inputs at least the bytes that are read (zeros where the
 * archive has fewer), outputs at least the bytes that are written, or guarded
 * memory where only the call knows how many. Pointers that args->raw marks are
 * left as they are: the caller decides about them. Clears args->blank.
 * needs_inputs: an input of unknown size is refused, too.
 * Returns NULL, or why the call must not be made.
 */
const char *bounds_apply(const struct bounds *bounds, struct args_maker *maker,
			 struct args *args, bool needs_inputs);

/* Our name of a parameter, "" if there is none. */
const char *bounds_param(const struct bounds *bounds, size_t param);
/* Our type of a parameter; void if there is none. */
const struct fxg_type *bounds_type(const struct bounds *bounds, size_t param);

#endif
