/* SPDX-License-Identifier: MIT */
/*
 * The signatures of an apitrace file that is being written: what the archive
 * says about functions and types, each once.
 */
#ifndef TOOLS_CONVERT_APITRACE_SIGS_H
#define TOOLS_CONVERT_APITRACE_SIGS_H

#include "tools/convert/apitrace/pack.h"
#include "tools/library/reader.h"

/* All zero = no signatures. */
struct apitrace_sigs {
	struct fxr_arena arena;
	struct fxr_map map;
	struct apitrace_sig **all;
	size_t n, space;
	uint64_t n_functions, n_copies, n_enums, n_bitmasks, n_structs,
		n_frames;
};

/* Of an enum or flags: the names that the archive has; NULL: none. */
struct apitrace_sig *apitrace_sigs_enum(struct apitrace_sigs *sigs,
					const struct fxtrace_type *type);
/* Of an enum with that one name. */
struct apitrace_sig *apitrace_sigs_constant(struct apitrace_sigs *sigs,
					    struct fxr_text name,
					    uint64_t number);
struct apitrace_sig *apitrace_sigs_struct(struct apitrace_sigs *sigs,
					  struct fxr_text name,
					  const struct fxr_text *members,
					  size_t n_members);
/* The same of a type's own members, all of them. */
struct apitrace_sig *apitrace_sigs_record(struct apitrace_sigs *sigs,
					  const struct fxtrace_type *type);
struct apitrace_sig *apitrace_sigs_function(struct apitrace_sigs *sigs,
					    struct fxr_text name,
					    const struct fxr_text *params,
					    size_t n_params);
/* The same of a function with its own parameters, which are params, and no
 * others. */
struct apitrace_sig *apitrace_sigs_declared(
	struct apitrace_sigs *sigs, const struct fxtrace_function *function,
	const struct fxr_text *params, size_t n_params);
/* Of a frame of a stack. */
struct apitrace_sig *apitrace_sigs_frame(struct apitrace_sigs *sigs,
					 const struct fxtrace_frame *frame);
void apitrace_sigs_fini(struct apitrace_sigs *sigs);

#endif
