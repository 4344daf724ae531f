/* SPDX-License-Identifier: MIT */
/*
 * Where calls were made: the frames of a recorded backtrace with module,
 * function, source file and line of each. Archives of fxtrace hold addresses,
 * which are looked up in the files that were loaded (symbols.h); those that
 * came from apitrace hold what it knew.
 *
 * Not thread-safe.
 */
#ifndef TOOLS_PRINT_BACKTRACE_H
#define TOOLS_PRINT_BACKTRACE_H

#include "tools/print/print.h"

/* Why a stack has no more frames. */
enum backtrace_end {
	BACKTRACE_WHOLE, /* the outermost one is there */
	BACKTRACE_CUT,	 /* no more were asked for */
	BACKTRACE_LOST,	 /* the recorder knew no way further */
};

/* Texts live until close; empty: not known. */
struct backtrace_frame {
	struct fxr_text function; /* as in the source */
	struct fxr_text module;	  /* path of the file */
	struct fxr_text file;	  /* of the source */
	uint64_t address;	  /* in the process; 0: not known */
	uint64_t off;	     /* as the module counts it; with a module only */
	uint32_t line;	     /* 0: not known */
	bool is_inlined;     /* into the frame that follows: same address */
	bool is_interrupted; /* here by a signal, not by a call */
};

struct backtrace {
	const struct backtrace_frame *frames; /* innermost first */
	size_t n;
	enum backtrace_end end;
	/* Of an archive that came from apitrace: how that had it, a line a
	 * frame, module, function, file, line and offset between tabs. */
	struct fxr_text lines;
};

struct backtraces;

/* world: borrowed. debug_path: see symbols.h. */
struct backtraces *backtrace_open(const struct fxr_world *world,
				  const char *debug_path);

/* Where the call was made, borrowed until the next call of this; NULL: its
 * archive does not say. */
const struct backtrace *backtrace_of(struct backtraces *stacks,
				     const struct fxr_call *call);

/* FUNCTION at FILE:LINE (MODULE+0xOFF), as much of it as is known; is_stable:
 * without what differs from run to run. */
void backtrace_put(struct pen *out, const struct backtrace_frame *frame,
		   bool is_stable);

/* A line for each frame of the call's stack, below the call's own; nothing if
 * it has none. */
void backtrace_print(struct backtraces *stacks, const struct print *print,
		     const struct fxr_call *call);

/* For print.put_more; print.more: the stacks. The keys are `stack`, a list of
 * frames, and `stack_end` if that is not the outermost one. */
void backtrace_print_json(const struct print *print,
			  const struct fxr_call *call);

/* What to call the frame in a list of callers: the function, else MODULE+0xOFF,
 * else the address. */
void backtrace_put_name(struct pen *out, const struct backtrace_frame *frame);

void backtrace_close(struct backtraces *stacks);

#endif
