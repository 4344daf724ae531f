/* SPDX-License-Identifier: MIT */
/*
 * What the page has of each call in addition to its columns: text and memory in
 * chunks. A chunk is unpacked only when one of its calls is shown or searched.
 * It consists of
 *
 * 	n (4 bytes, little endian), n bytes of text, memory
 *
 * The text of a call ends with NUL. It is lines, each ended by a newline:
 * - NAME=VALUE of an argument, as `fxtrace dump` shows it;
 * - =VALUE for the result;
 * - #N=FRAME for each frame of its stack, innermost first.
 *
 * A line that ends with WORDS_MARK, once or more, has as many pieces of memory.
 * They follow one another in the order of their marks:
 *
 * 	size, true size, n (numbers as in section.h), n bytes of its name; bytes
 */
#ifndef TOOLS_TIMELINE_WORDS_H
#define TOOLS_TIMELINE_WORDS_H

#include "tools/print/backtrace.h"
#include "tools/print/print.h"

#define WORDS_MARK '\1'

struct words {
	struct print print;	   /* its pen is `line` */
	uint64_t max_bytes;	   /* of a piece of memory */
	struct backtraces *stacks; /* NULL: they are left out */
	struct pen line, text, memory;
};

/* Adds the next call's text and memory to the chunk. */
void words_take(struct words *words, const struct fxr_call *call);
void words_fini(struct words *words);

#endif
