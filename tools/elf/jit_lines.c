/* SPDX-License-Identifier: MIT */
/*
 * Lines of compiled code, see jit_lines.h. V8 and LLVM add the size of an ELF
 * header to addresses, for perf's sake. And up to node 20, V8 may write freed
 * memory in place of a file's name, of the same length, with zeros in it. So a
 * name ends at the first zero that has a plausible entry behind it.
 */
#include "tools/elf/jit_lines.h"

#include <stdlib.h>

#define HEAD_BYTES 16u	/* address of the code, number of entries */
#define ENTRY_BYTES 16u /* address, line, column; then the file's name */
#define ELF_HEADER_BYTES 0x40u
/* Entries are aligned by zeros behind the last one. */
#define MAX_PADDING 8u

struct cursor {
	const struct jit_code *code;
	const char *at, *end;
	size_t n_left;	/* entries */
	size_t n_tries; /* ends of names that may still be tried */
	struct fxr_text file;
};

static bool is_in_code(const struct cursor *c, const char *entry)
{
	uint64_t address = jit_u64(entry, c->code->is_swapped);

	return address - c->code->start <= c->code->n_bytes + ELF_HEADER_BYTES;
}

/* Whether an entry, or the record's end, may be there. */
static bool is_plausible(const struct cursor *c, const char *next)
{
	if (c->n_left == 1)
		return (size_t)(c->end - next) < MAX_PADDING;
	return (size_t)(c->end - next) > ENTRY_BYTES && is_in_code(c, next);
}

/* The zero that ends the name, or NULL. */
static const char *end_of_name(struct cursor *c, const char *name)
{
	const char *first = memchr(name, 0, (size_t)(c->end - name));
	const char *end = first;

	while (end && c->n_tries) {
		if (is_plausible(c, end + 1))
			return end;
		c->n_tries--;
		end = memchr(end + 1, 0, (size_t)(c->end - end - 1));
	}
	return first;
}

/* Sets the file of an entry. False: it is unknown. */
static bool take_file(struct cursor *c, struct fxr_arena *arena,
		      struct fxr_text name)
{
	if (name.n_bytes == 1 && (unsigned char)*name.bytes == 0xff)
		return c->file.n_bytes; /* the same again */
	if (!name.n_bytes || memchr(name.bytes, 0, name.n_bytes)) {
		/* freed memory, as long as the script's name */
		if (name.n_bytes && name.n_bytes != c->code->file.n_bytes)
			return false;
		c->file = c->code->file;
	} else if (!fxr_is_same(name, c->file)) {
		c->file = fxr_arena_text(arena,
					 fxr_cut_text(name, FXR_NAME_BYTES));
	}
	return c->file.n_bytes;
}

/* Takes one entry. False: there is none. */
static bool take_entry(struct cursor *c, struct fxr_arena *arena,
		       struct jit_lines *lines)
{
	const char *entry = c->at, *name = entry + ENTRY_BYTES, *end;
	struct jit_line line = {.order = (uint32_t)lines->n};

	if (!c->n_left || (size_t)(c->end - entry) <= ENTRY_BYTES)
		return false;
	end = end_of_name(c, name);
	if (!end)
		return false;
	line.off = jit_u64(entry, c->code->is_swapped) - c->code->start;
	line.line = jit_u32(entry + 8, c->code->is_swapped);
	if (take_file(c, arena, fxr_text(name, (size_t)(end - name))) &&
	    line.line && is_in_code(c, entry)) {
		line.file = c->file;
		lines->lines[lines->n++] = line;
	}
	c->at = end + 1;
	c->n_left--;
	return true;
}

static int by_off(const void *a, const void *b)
{
	const struct jit_line *x = a, *y = b;

	if (x->off != y->off)
		return x->off < y->off ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Whether addresses have an ELF header added. Code of LLVM has a line where it
 * begins; Java's need not. */
static bool has_header(const struct jit_lines *lines,
		       const struct jit_code *code)
{
	uint64_t first = lines->n ? lines->lines[0].off : 0;

	return first >= ELF_HEADER_BYTES &&
	       (code->is_v8 || first == ELF_HEADER_BYTES ||
		lines->lines[lines->n - 1].off >= code->n_bytes);
}

struct jit_lines jit_lines_parse(struct fxr_arena *arena, const char *bytes,
				 size_t n_bytes, const struct jit_code *code)
{
	struct cursor c = {
		code, bytes + HEAD_BYTES, bytes + n_bytes, 0, n_bytes, {0}};
	struct jit_lines lines = {0};
	size_t n_most;

	if (n_bytes < HEAD_BYTES + ENTRY_BYTES ||
	    jit_u64(bytes, code->is_swapped) != code->start)
		return lines;
	n_most = (n_bytes - HEAD_BYTES) / (ENTRY_BYTES + 1);
	c.n_left = jit_u64(bytes + 8, code->is_swapped);
	if (c.n_left > n_most)
		c.n_left = n_most;
	lines.lines =
		fxr_arena_alloc(arena, (c.n_left + 1) * sizeof(*lines.lines));
	while (take_entry(&c, arena, &lines))
		;
	if (lines.n)
		qsort(lines.lines, lines.n, sizeof(*lines.lines), by_off);
	if (has_header(&lines, code))
		for (size_t i = 0; i < lines.n; i++)
			lines.lines[i].off -= ELF_HEADER_BYTES;
	return lines;
}

const struct jit_line *jit_lines_find(const struct jit_lines *lines,
				      uint64_t off)
{
	size_t from = 0, to = lines->n;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (lines->lines[middle].off <= off)
			from = middle + 1;
		else
			to = middle;
	}
	return from ? &lines->lines[from - 1] : NULL;
}
