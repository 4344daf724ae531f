/* SPDX-License-Identifier: MIT */
/*
 * Functions of interpreters: the CODE entries of writer/wire.h. Stacks lead to
 * them. Damaged ones are left out.
 */
#ifndef TOOLS_READER_CODES_H
#define TOOLS_READER_CODES_H

#include "tools/reader/memory.h"

struct fxr_bytes;

/* A function. Its texts live as long as its archive's types. */
struct fxr_code {
	struct fxr_text language, name, file;
	uint32_t first_line;
	/* The table of its language; empty: addresses have the lines. */
	struct fxr_text lines;
};

/* All zero = empty. */
struct fxr_codes {
	struct fxr_arena arena;
	struct fxr_map map;
	struct fxr_code *items;
	size_t n, space;
};

/* A CODE entry of the provider; `body` is bad if it is none. If several have
 * one id, the first counts. */
void fxr_codes_put(struct fxr_codes *codes, uint32_t provider, uint32_t id,
		   struct fxr_bytes *body);

/* The function that a stack's address (with FXW_STACK_CODE) is in; NULL: the
 * archive does not have it. */
const struct fxr_code *fxr_codes_find(const struct fxr_codes *codes,
				      uint32_t provider, uint64_t address);

/* The line of the instruction at that address; 0: not known. */
uint32_t fxr_code_line(const struct fxr_code *code, uint64_t address);

void fxr_codes_fini(struct fxr_codes *codes);

#endif
