/* SPDX-License-Identifier: MIT */
/*
 * The frames of CPython 3.11 to 3.14 that a thread runs, for stacks of calls.
 * One function of the interpreter runs many frames of Python. It has left a
 * mark in its own frame on the stack. So a walk knows exactly where they
 * belong.
 *
 * All is read from the interpreter's memory; nothing of it is called. Offsets
 * are those of its version: of 3.11 and 3.12 from a table of ours, of later
 * ones from the interpreter's own (CPython, Include/internal/pycore_runtime.h,
 * _Py_DebugOffsets). With another version there are no such frames.
 *
 * Any thread, any signal handler, but for fxp_python_look. Nothing allocates,
 * locks or changes errno. The kernel is queried about memory before it is read.
 */
#ifndef PRELOAD_UNWIND_PYTHON_H
#define PRELOAD_UNWIND_PYTHON_H

#include <stdbool.h>
#include <stdint.h>

/* Where a walk is in a thread's frames of Python. */
struct fxp_python {
	uintptr_t mark;	 /* in the frame of who runs those from `frame` on */
	uintptr_t frame; /* the innermost one that was not taken yet */
	uintptr_t outer; /* 3.11, 3.12: the next mark */
	uint32_t
		n_left; /* steps: memory that leads in a circle ends the walk */
};

/* Not in any frame. */
#define FXP_PYTHON_NONE UINTPTR_MAX

/* Looks for an interpreter among the loaded objects. At start, and whenever
 * there are more objects, by one thread at a time. Makes system calls. */
void fxp_python_look(void);

/* Whether there is one. */
bool fxp_python_is_there(void);

/* Begins with the calling thread's innermost frame. */
void fxp_python_begin(struct fxp_python *p);

/* Takes the next of the frames that belong to the mark: its address as in
 * archives (FXW_STACK_CODE). False: there was none more, the mark is the next
 * one. An address of 0: the archive has nothing about its function. */
bool fxp_python_take(struct fxp_python *p, uint64_t *address);

/* Goes on to the next mark. */
void fxp_python_skip(struct fxp_python *p);

#endif
