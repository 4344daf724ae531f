/* SPDX-License-Identifier: MIT */
/*
 * What the page tells of each call besides its columns, as text and memory in
 * chunks, which are unpacked only when one of their calls is looked at or
 * searched. A chunk is
 *
 *	n (4 bytes, little endian), n bytes of text, memory
 *
 * The text of a call ends with NUL; it is lines, ended by a newline:
 * NAME=VALUE of an argument as `fxtrace dump` shows it, and one that begins
 * with = for the result; #N=FRAME are those of its stack, innermost first. A
 *line that ends with WORDS_MARK, once or more, has as many pieces of memory,
 *which follow one another in the order of their marks:
 *
 *	size, true size, n (numbers as in section.h), n bytes of its name; bytes
 */
#ifndef TOOLS_TIMELINE_WORDS_H
#define TOOLS_TIMELINE_WORDS_H

#include "tools/print/backtrace.h"
#include "tools/print/print.h"

#define WORDS_MARK '\1'

struct words {
	struct print print;	   /* its pen is `line` */
	uint64_t max_bytes;	   /* of a piece of memory */
	struct backtraces *stacks; /* NULL: they are not told */
	struct pen line, text, memory;
};

/* Adds what there is to tell of the next call to the chunk. */
void words_take(struct words *words, const struct fxr_call *call);
void words_fini(struct words *words);

#endif
