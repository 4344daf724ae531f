/* SPDX-License-Identifier: MIT */
/*
 * The frames of a call's recorded backtrace, with module, function, source file
 * and line of each. Archives of fxtrace have addresses, which are looked up in
 * the files that were loaded (symbols.h). Archives made from apitrace's files
 * have its own data.
 *
 * Not thread-safe.
 */
#ifndef TOOLS_PRINT_BACKTRACE_H
#define TOOLS_PRINT_BACKTRACE_H

#include "tools/print/code_names.h"
#include "tools/print/print.h"

/* Why a stack has no more frames. */
enum backtrace_end {
	BACKTRACE_WHOLE, /* the outermost one is there */
	BACKTRACE_CUT,	 /* no more were requested */
	BACKTRACE_LOST,	 /* the recorder could not unwind further */
};

/* Texts live until close; empty: unknown. */
struct backtrace_frame {
	struct fxr_text function; /* as in the source */
	struct fxr_text module;	  /* path of the file */
	struct fxr_text file;	  /* of the source */
	struct fxr_text language; /* that is interpreted; empty: machine code */
	uint64_t address;	  /* in the process; 0: unknown */
	uint64_t off;		  /* in the module; with a module only */
	uint32_t line;		  /* 0: unknown */
	bool is_inlined;     /* into the frame that follows: same address */
	bool is_interrupted; /* by a signal at this place, which made no call */
};

struct backtrace {
	const struct backtrace_frame *frames; /* innermost first */
	size_t n;
	enum backtrace_end end;
	/* Of an archive from apitrace: its own form, one line for each frame.
	 * Tabs separate module, function, file, line and offset. */
	struct fxr_text lines;
};

struct backtraces;

/* world: borrowed. debug_path: see symbols.h. */
struct backtraces *backtrace_open(const struct fxr_world *world,
				  const char *debug_path);

/* Who hears of damaged files of runtimes, see code_names_warn_to. */
void backtrace_warn_to(struct backtraces *stacks, code_names_warn *warn,
		       void *context);

/* The call's backtrace, borrowed until the next call of this; NULL: the archive
 * has none. */
const struct backtrace *backtrace_of(struct backtraces *stacks,
				     const struct fxr_call *call);

/* Calls with the same stack id of a provider have the same frames if they have
 * the same edition. A runtime puts other code where some was. The first call of
 * an edition needs backtrace_of. */
uint32_t backtrace_edition(struct backtraces *stacks,
			   const struct fxr_call *call);

/* FUNCTION at FILE:LINE (MODULE+0xOFF), as far as known; is_stable: without
 * what differs from run to run. */
void backtrace_put(struct pen *out, const struct backtrace_frame *frame,
		   bool is_stable);

/* One line for each frame of the call's stack, below the call's own; nothing if
 * it has no stack. */
void backtrace_print(struct backtraces *stacks, const struct print *print,
		     const struct fxr_call *call);

/* For print.put_more; print.more: the stacks. The keys are `stack`, a list of
 * frames, and `stack_end` if the last frame is not the outermost one. */
void backtrace_print_json(const struct print *print,
			  const struct fxr_call *call);

/* The frame's name in a list of callers: the function, else MODULE+0xOFF, else
 * the address. */
void backtrace_put_name(struct pen *out, const struct backtrace_frame *frame);

void backtrace_close(struct backtraces *stacks);

#endif
