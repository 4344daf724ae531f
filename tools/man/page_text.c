/* SPDX-License-Identifier: MIT */
/*
 * Texts for the terminal: 80 columns, no colour, the same on a terminal and in
 * a pipe.
 */
#include "tools/man/page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 79, GAP = 2, NARROW = 8 };

/* A block's text without marks of code, each run of blanks one blank. */
static char *plain(const char *text, size_t n)
{
	char *copy = malloc(n + 1);
	char *to = copy;

	if (!copy)
		abort();
	for (size_t i = 0; i < n; i++) {
		if (text[i] == '`')
			continue;
		if (!isspace((unsigned char)text[i]))
			*to++ = text[i];
		else if (to > copy && to[-1] != ' ')
			*to++ = ' ';
	}
	*to = '\0';
	return copy;
}

void page_wrap(FILE *out, const char *text, size_t at, size_t indent)
{
	const char *gap = "";

	while (*(text += strspn(text, " "))) {
		size_t n = strcspn(text, " ");

		if (*gap && at + 1 + n > WIDTH) {
			fprintf(out, "\n%*s", (int)indent, "");
			at = indent;
			gap = "";
		}
		fprintf(out, "%s%.*s", gap, (int)n, text);
		at += strlen(gap) + n;
		gap = " ";
		text += n;
	}
	fputc('\n', out);
}

/* A line of a cell's text that is at most `width` wide, unless its first word
 * is wider. *text then points after it. */
static size_t cell_line(const char **text, size_t width)
{
	const char *from = *text += strspn(*text, " ");
	size_t n = strcspn(from, " ");

	for (size_t next = n; from[next]; n = next) {
		next += 1 + strcspn(from + next + 1, " ");
		if (next > width)
			break;
	}
	*text = from + n;
	return n;
}

static void put_row(FILE *out, char **cells, size_t n, const size_t *widths,
		    size_t indent)
{
	const char *at[TABLE_COLUMNS];
	bool is_more = true;

	for (size_t i = 0; i < n; i++)
		at[i] = cells[i];
	while (is_more) {
		size_t blanks = indent;

		is_more = false;
		for (size_t i = 0; i < n; i++) {
			size_t length = cell_line(&at[i], widths[i]);

			if (length)
				fprintf(out, "%*s%.*s", (int)blanks, "",
					(int)length, at[i] - length);
			blanks = (length ? 0 : blanks) + GAP + widths[i] -
				 (length < widths[i] ? length : widths[i]);
			is_more |= at[i][strspn(at[i], " ")] != '\0';
		}
		fputc('\n', out);
	}
}

/* The columns' widths. The widest ones are cut until a row fits into `space`.
 */
static void measure_columns(const struct block *block, size_t space,
			    size_t *widths)
{
	const char *at = block->text;
	char *cells[TABLE_COLUMNS];
	size_t n;

	memset(widths, 0, TABLE_COLUMNS * sizeof(*widths));
	while ((n = row_next(&at, block->text + block->n, cells))) {
		for (size_t i = 0; i < n; i++)
			if (plain_length(cells[i]) > widths[i])
				widths[i] = plain_length(cells[i]);
		row_free(cells, n);
	}
	for (;;) {
		size_t sum = 0, widest = 0;

		for (size_t i = 0; i < TABLE_COLUMNS; i++) {
			sum += widths[i] ? widths[i] + GAP : 0;
			widest = widths[i] > widths[widest] ? i : widest;
		}
		if (sum <= space + GAP || widths[widest] <= NARROW)
			return;
		widths[widest]--;
	}
}

static void put_table(FILE *out, const struct block *block, size_t indent)
{
	const char *at = block->text;
	size_t widths[TABLE_COLUMNS];
	char *cells[TABLE_COLUMNS];
	size_t n;

	measure_columns(block, WIDTH - indent, widths);
	while ((n = row_next(&at, block->text + block->n, cells))) {
		for (size_t i = 0; i < n; i++) {
			char *shown = plain(cells[i], strlen(cells[i]));

			free(cells[i]);
			cells[i] = shown;
		}
		put_row(out, cells, n, widths, indent);
		row_free(cells, n);
	}
}

static void put_code(FILE *out, const struct block *block, size_t indent)
{
	const char *end = block->text + block->n;

	for (const char *at = block->text; at < end;) {
		int n = (int)strcspn(at, "\n");

		fprintf(out, "%*s%.*s\n", n ? (int)indent : 0, "", n, at);
		at += n + 1;
	}
}

static void put_words(FILE *out, const struct block *block, size_t indent)
{
	char *words = plain(block->text, block->n);
	bool is_heading = block->kind == BLOCK_HEADING;

	fprintf(out, "%*s", (int)indent, "");
	if (block->kind == BLOCK_ITEM) {
		fputs("- ", out);
		indent += 2;
	}
	if (is_heading)
		fprintf(out, "%s:\n", words);
	else
		page_wrap(out, words, indent, indent);
	free(words);
}

void page_text(FILE *out, const char *text)
{
	struct block block = {0};
	enum block_kind before = BLOCK_HEADING;

	for (bool is_first = true; block_next(&text, &block);
	     is_first = false) {
		size_t indent = block.level ? 2 * (block.level - 1) : 0;

		if (!is_first &&
		    (block.kind == BLOCK_HEADING || before != BLOCK_HEADING))
			fputc('\n', out);
		if (block.kind == BLOCK_HEADING)
			put_words(out, &block, indent - 2);
		else if (block.kind == BLOCK_CODE)
			put_code(out, &block, indent + 2);
		else if (block.kind == BLOCK_TABLE)
			put_table(out, &block, indent);
		else
			put_words(out, &block, indent);
		before = block.kind;
	}
}
