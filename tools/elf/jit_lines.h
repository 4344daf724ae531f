/* SPDX-License-Identifier: MIT */
/*
 * The lines of one piece of compiled code, a record of a jitdump file.
 */
#ifndef TOOLS_ELF_JIT_LINES_H
#define TOOLS_ELF_JIT_LINES_H

#include "tools/reader/memory.h"

/* A larger record is not read. */
#define JIT_LINES_MAX_BYTES (4u << 20)

struct jit_line {
	uint64_t off; /* in the code */
	struct fxr_text file;
	uint32_t line, order;
};

struct jit_lines {
	struct jit_line *lines; /* by off; in the order of the record */
	size_t n;
};

/* Whose lines they are. */
struct jit_code {
	uint64_t start, n_bytes;
	struct fxr_text file; /* by its name; may be empty */
	bool is_v8, is_swapped;
};

static inline uint32_t jit_u32(const char *bytes, bool is_swapped)
{
	uint32_t number;

	memcpy(&number, bytes, sizeof(number));
	return is_swapped ? __builtin_bswap32(number) : number;
}

static inline uint64_t jit_u64(const char *bytes, bool is_swapped)
{
	uint64_t number;

	memcpy(&number, bytes, sizeof(number));
	return is_swapped ? __builtin_bswap64(number) : number;
}

/* Parses what follows the record's header. Lines that make no sense are
 * dropped. */
struct jit_lines jit_lines_parse(struct fxr_arena *arena, const char *bytes,
				 size_t n_bytes, const struct jit_code *code);

/* The line of an offset in the code, or NULL. */
const struct jit_line *jit_lines_find(const struct jit_lines *lines,
				      uint64_t off);

#endif
