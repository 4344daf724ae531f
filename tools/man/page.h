/* SPDX-License-Identifier: MIT */
/*
 * The texts of the manual that no option table holds: the *.md files of this
 * folder, linked into the command. record.md has what fxtrace-record(1) says
 * beyond its options, calls.md is all of fxtrace-calls(7).
 *
 * A text is Markdown, of which this much is known. Its first line is
 * "# NAME(SECTION)" or "# NAME(SECTION): PURPOSE". Then there are headings
 * (##, ###), paragraphs, items that begin with "- ", tables, blocks between ```
 * lines, and `code` within a line. A | in a table's cell is written \|, also in
 * code.
 */
#ifndef TOOLS_MAN_PAGE_H
#define TOOLS_MAN_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct page {
	char name[32];	   /* "record", "calls": without fxtrace- */
	char section;	   /* '1' or '7' */
	char purpose[128]; /* of a topic; empty if it is a command's */
	const char *text;  /* all lines but the first; ends with NUL */
};

enum block_kind {
	BLOCK_HEADING,
	BLOCK_PARAGRAPH,
	BLOCK_ITEM,
	BLOCK_CODE,
	BLOCK_TABLE,
};

/* A piece of a text, without the marks that show its kind. */
struct block {
	enum block_kind kind;
	unsigned level; /* 2 or 3: of the heading, or of the one above */
	const char *text;
	size_t n;
};

enum { TABLE_COLUMNS = 8 };

/* Topic number i (from 0), in the manual's order; false after the last one. */
bool page_topic_at(size_t i, struct page *page);

/* The page of a command or topic. */
bool page_find(const char *name, struct page *page);

/* Takes the next block of a text from *at on; false at its end. `block` must
 * be zeroed before the first call and is handed in again. */
bool block_next(const char **at, struct block *block);

/* Takes the cells of a table's next row, which are to be freed (row_free);
 * returns their number, 0 after the last one. The line below the heading is
 * left out. */
size_t row_next(const char **at, const char *end, char *cells[TABLE_COLUMNS]);
void row_free(char **cells, size_t n);

/* The length that text of a line has without the marks of code. */
size_t plain_length(const char *text);

/* For the terminal. page_text shows a text, with headings at the margin.
 * page_wrap writes words from column `at` on, wrapped at 79, and ends the line.
 * Further lines are indented by `indent`. */
void page_text(FILE *out, const char *text);
void page_wrap(FILE *out, const char *text, size_t at, size_t indent);

/* For man: page_roff writes the same text, roff_plain n bytes without marks. */
void page_roff(FILE *out, const char *text);
void roff_plain(FILE *out, const char *text, size_t n);

/* Whether a page must begin with the line that makes man call tbl. */
bool page_has_table(const char *text);

#endif
