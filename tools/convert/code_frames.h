/* SPDX-License-Identifier: MIT */
/*
 * The program's frames of many calls, each once: for formats that refer to
 * frames by number.
 */
#ifndef TOOLS_CONVERT_CODE_FRAMES_H
#define TOOLS_CONVERT_CODE_FRAMES_H

#include "tools/base/pen.h"
#include "tools/library/reader.h"

struct code_frame {
	struct fxr_text name; /* the function, else the place */
	struct fxr_text file; /* of the source; empty: unknown */
	uint32_t line;	      /* 0: unknown */
};

/* All zero is an empty list. */
struct code_frames {
	/* Frames of one function at different lines differ. Else files and
	 * lines are left out. Set it first. */
	bool has_lines;
	struct code_frame *items;
	size_t n, space;
	/* of this file alone */
	struct fxr_map map;
	struct fxr_arena arena;
	struct pen key;
};

/* The number of a frame of the archive's current stack. */
uint32_t code_frame_of(struct code_frames *frames,
		       struct fxtrace_archive *archive,
		       const struct fxtrace_frame *frame);
void code_frames_fini(struct code_frames *frames);

#endif
