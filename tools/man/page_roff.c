/* SPDX-License-Identifier: MIT */
/*
 * Texts as roff, for the man macros of groff and mandoc; tables for tbl.
 */
#include "tools/man/page.h"

#include <ctype.h>
#include <string.h>

enum { LONG_CELL = 20 };

/* Characters that roff would show as others, or take for itself. */
static const char *escape(char c)
{
	switch (c) {
	case '-':
		return "\\-";
	case '\\':
		return "\\e";
	case '`':
		return "\\(ga";
	case '\'':
		return "\\(aq";
	case '^':
		return "\\(ha";
	case '~':
		return "\\(ti";
	case '"':
		return "\\(dq";
	default:
		return NULL;
	}
}

static void put_char(FILE *out, char c)
{
	if (escape(c))
		fputs(escape(c), out);
	else
		fputc(c, out);
}

void roff_plain(FILE *out, const char *text, size_t n)
{
	if (n && text[0] == '.')
		fputs("\\&", out);
	for (size_t i = 0; i < n; i++)
		put_char(out, text[i]);
}

/* Filled text, without the end of its last line; code is bold. */
static void roff_words(FILE *out, const char *text, size_t n)
{
	bool is_code = false, is_start = true;

	while (n && isspace((unsigned char)text[n - 1]))
		n--;
	for (size_t i = 0; i < n; i++) {
		bool is_blank = isspace((unsigned char)text[i]);

		if (is_start && text[i] == '.')
			fputs("\\&", out);
		if (text[i] == '`') {
			fputs(is_code ? "\\fR" : "\\fB", out);
			is_code = !is_code;
		} else if (!is_blank || !is_start) {
			put_char(out, text[i]);
		}
		is_start = text[i] == '\n' || (is_start && is_blank);
	}
}

static void roff_line(FILE *out, const struct block *block)
{
	roff_words(out, block->text, block->n);
	fputc('\n', out);
}

static void roff_code(FILE *out, const struct block *block)
{
	const char *end = block->text + block->n;

	fputs(".RS 4\n.nf\n", out);
	for (const char *at = block->text; at < end;) {
		size_t n = strcspn(at, "\n");

		roff_plain(out, at, n);
		fputs(n ? "\n" : "\\&\n", out);
		at += n + 1;
	}
	fputs(".fi\n.RE\n", out);
}

/* Which columns hold cells that are to be filled; returns their number. */
static size_t long_columns(const struct block *block, bool *is_long)
{
	const char *at = block->text;
	char *cells[TABLE_COLUMNS];
	size_t n, most = 0;

	memset(is_long, 0, TABLE_COLUMNS * sizeof(*is_long));
	while ((n = row_next(&at, block->text + block->n, cells))) {
		for (size_t i = 0; i < n; i++)
			is_long[i] |= plain_length(cells[i]) > LONG_CELL;
		most = n > most ? n : most;
		row_free(cells, n);
	}
	return most;
}

static void roff_row(FILE *out, char **cells, size_t n, const bool *is_long)
{
	for (size_t i = 0; i < n; i++) {
		bool is_block = is_long[i] && *cells[i];

		fputs(i ? "\t" : "", out);
		fputs(is_block ? "T{\n" : "", out);
		roff_words(out, cells[i], strlen(cells[i]));
		fputs(is_block ? "\nT}" : "", out);
	}
	fputc('\n', out);
}

static void roff_table(FILE *out, const struct block *block)
{
	const char *at = block->text;
	char *cells[TABLE_COLUMNS];
	bool is_long[TABLE_COLUMNS];
	size_t columns = long_columns(block, is_long);
	size_t n;

	fputs(".TS\n", out);
	for (size_t i = 0; i < columns; i++)
		fputs(i ? " lb" : "lb", out);
	fputc('\n', out);
	for (size_t i = 0; i < columns; i++)
		fprintf(out, "%s%s", i ? " l" : "l", is_long[i] ? "x" : "");
	fputs(".\n", out);
	while ((n = row_next(&at, block->text + block->n, cells))) {
		roff_row(out, cells, n, is_long);
		row_free(cells, n);
	}
	fputs(".TE\n", out);
}

static void roff_heading(FILE *out, const struct block *block)
{
	bool is_section = block->level == 2;

	fputs(is_section ? ".SH " : ".SS ", out);
	for (size_t i = 0; i < block->n; i++)
		fputc(is_section ? toupper((unsigned char)block->text[i])
				 : block->text[i],
		      out);
	fputc('\n', out);
}

void page_roff(FILE *out, const char *text)
{
	struct block block = {0};
	bool is_behind_heading = false;

	while (block_next(&text, &block)) {
		if (block.kind == BLOCK_ITEM)
			fputs(".IP \\(bu 2\n", out);
		else if (block.kind != BLOCK_HEADING && !is_behind_heading)
			fputs(".PP\n", out);
		if (block.kind == BLOCK_HEADING)
			roff_heading(out, &block);
		else if (block.kind == BLOCK_CODE)
			roff_code(out, &block);
		else if (block.kind == BLOCK_TABLE)
			roff_table(out, &block);
		else
			roff_line(out, &block);
		is_behind_heading = block.kind == BLOCK_HEADING;
	}
}
