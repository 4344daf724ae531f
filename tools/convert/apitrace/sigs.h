/* SPDX-License-Identifier: MIT */
/*
 * The signatures of an apitrace file that is being written: what the archive
 * says about functions and types, each once.
 */
#ifndef TOOLS_CONVERT_APITRACE_SIGS_H
#define TOOLS_CONVERT_APITRACE_SIGS_H

#include "tools/convert/apitrace/pack.h"

/* All zero = no signatures. */
struct apitrace_sigs {
	struct fxr_arena arena;
	struct fxr_map map;
	struct apitrace_sig **all;
	size_t n, space;
	uint64_t n_functions, n_copies, n_enums, n_bitmasks, n_structs,
		n_frames;
};

/* Of an ENUM or FLAGS: the names that the archive has; NULL: none. */
struct apitrace_sig *apitrace_sigs_enum(struct apitrace_sigs *sigs,
					const struct fxr_type *type);
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
					  const struct fxr_type *type);
struct apitrace_sig *apitrace_sigs_function(struct apitrace_sigs *sigs,
					    struct fxr_text name,
					    const struct fxr_text *params,
					    size_t n_params);
/* The same of a function with its own parameters, which are params, and no
 * others. */
struct apitrace_sig *apitrace_sigs_declared(struct apitrace_sigs *sigs,
					    const struct fxr_function *function,
					    const struct fxr_text *params);
/* Of a frame of a stack: module, function, file, line and offset between tabs,
 * as parse.h has them. */
struct apitrace_sig *apitrace_sigs_frame(struct apitrace_sigs *sigs,
					 struct fxr_text line);
void apitrace_sigs_fini(struct apitrace_sigs *sigs);

#endif
