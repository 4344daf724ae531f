/* SPDX-License-Identifier: MIT */
/*
 * What was called inside what, summed up: each chain of nested calls of a
 * thread, outermost first, with what its innermost call did itself. A call that
 * was recorded with its stack is preceded by the program's frames. A call
 * without an end lasts until the end of the call around it, or of the
 * recording.
 */
#ifndef TOOLS_CONVERT_CHAINS_H
#define TOOLS_CONVERT_CHAINS_H

#include "tools/convert/code_frames.h"
#include "tools/client/around.h"
#include "tools/convert/rows.h"

/* In a chain's `what`: a frame of the program, by its index. */
#define CHAIN_IS_FRAME (1u << 31)

/* The last link, and the chain before it. */
struct chain {
	uint32_t parent; /* FXR_NONE = it begins with a thread */
	uint32_t what;	 /* thread, function or frame by its index */
	uint32_t thread;
	/* of the innermost call alone */
	uint64_t self_ns, n_calls, n_bytes;
};

struct chains {
	struct fxtrace_archive *archive;
	size_t n_functions;
	struct chain *items; /* parents come first */
	size_t n, space;
	struct code_frames frames;
	/* of this file alone */
	struct fxr_map map;
	struct fxr_map stacks; /* by thread and number */
};

/* has_lines: frames of one function that are at different lines differ. */
void chains_init(struct chains *chains, const struct convert_output *output,
		 bool has_lines);
void chains_fini(struct chains *chains);

/* Takes all calls of the output. */
void chains_gather(struct chains *chains, struct convert_output *output);

/* The chain behind another one; parent FXR_NONE: it is a thread's. */
uint32_t chains_link(struct chains *chains, uint32_t parent, uint32_t what);

/* The chain of the call's thread and of the program's frames if it has a
 * stack. */
uint32_t chains_outside(struct chains *chains, const struct fxtrace_call *call,
			bool *has_stack);

/* The name of a function or frame that is a link. */
struct fxr_text chains_name(const struct chains *chains, uint32_t what);

/* Formats with a whole chain for each item: calls that are nested deeply make a
 * file whose size is the square of the archive's. At most so many bytes; else
 * it is an error. */
uint64_t chains_max_bytes(const struct convert_output *output);
void chains_are_too_large(struct convert_output *output);

/*
 * The links of a chain behind its thread, innermost first.
 * path  out: their chains; space for chains->n
 * Returns how many.
 */
size_t chains_path(const struct chains *chains, uint32_t chain, uint32_t *path);

#endif
