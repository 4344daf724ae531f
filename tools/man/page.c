/* SPDX-License-Identifier: MIT */
/*
 * See page.h: the texts, one after the other with a NUL between them, and
 * the blocks and rows in them.
 */
#include "tools/man/page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extern const char man_pages[];
extern const char man_pages_end[];

/* "# fxtrace-calls(7): purpose" */
static void read_title(const char *line, struct page *page)
{
	const char *name = line + strcspn(line, "-\n");
	const char *section = line + strcspn(line, "(\n");
	const char *purpose = line + strcspn(line, ":\n");

	memset(page, 0, sizeof(*page));
	snprintf(page->name, sizeof(page->name), "%.*s",
		 section > name ? (int)(section - name - 1) : 0, name + 1);
	page->section = *section == '(' ? section[1] : '1';
	if (*purpose == ':')
		snprintf(page->purpose, sizeof(page->purpose), "%.*s",
			 (int)strcspn(purpose + 2, "\n"), purpose + 2);
	page->text = line + strcspn(line, "\n");
}

/* Page number i (from 0). */
static bool page_at(size_t i, struct page *page)
{
	const char *at = man_pages;

	while (i-- && at < man_pages_end)
		at += strlen(at) + 1;
	if (at >= man_pages_end)
		return false;
	read_title(at, page);
	return true;
}

bool page_topic_at(size_t i, struct page *page)
{
	for (size_t k = 0; page_at(k, page); k++)
		if (page->section != '1' && !i--)
			return true;
	return false;
}

bool page_find(const char *name, struct page *page)
{
	for (size_t i = 0; page_at(i, page); i++)
		if (strcmp(page->name, name) == 0)
			return true;
	return false;
}

static const char *line_end(const char *at)
{
	return at + strcspn(at, "\n");
}

static const char *line_next(const char *at)
{
	at = line_end(at);
	return at + (*at == '\n');
}

static bool begins(const char *at, const char *mark)
{
	return strncmp(at, mark, strlen(mark)) == 0;
}

/* Whether a line belongs to no paragraph or item before it. */
static bool is_break(const char *at)
{
	return *at == '\n' || *at == '\0' || *at == '|' || *at == '#' ||
	       begins(at, "- ") || begins(at, "```");
}

static const char *take_code(const char *at, struct block *block)
{
	block->kind = BLOCK_CODE;
	block->text = at = line_next(at);
	while (*at && !begins(at, "```"))
		at = line_next(at);
	block->n = (size_t)(at - block->text);
	return line_next(at);
}

static const char *take_lines(const char *at, struct block *block)
{
	bool is_table = block->kind == BLOCK_TABLE;

	block->text = at;
	do
		at = line_next(at);
	while (is_table ? *at == '|' : !is_break(at));
	block->n = (size_t)(at - block->text);
	return at;
}

static const char *take_heading(const char *at, struct block *block)
{
	block->kind = BLOCK_HEADING;
	block->level = (unsigned)strspn(at, "#");
	block->text = at + block->level + 1;
	block->n = (size_t)(line_end(at) - block->text);
	return line_next(at);
}

bool block_next(const char **at, struct block *block)
{
	*at += strspn(*at, "\n");
	if (!**at)
		return false;
	if (**at == '#') {
		*at = take_heading(*at, block);
	} else if (begins(*at, "```")) {
		*at = take_code(*at, block);
	} else if (begins(*at, "- ")) {
		block->kind = BLOCK_ITEM;
		*at = take_lines(*at + 2, block);
	} else {
		block->kind = **at == '|' ? BLOCK_TABLE : BLOCK_PARAGRAPH;
		*at = take_lines(*at, block);
	}
	return true;
}

/* A cell from `at` on, which a | ends, without the blanks around it and without
 * the backslash before a |. */
static const char *take_cell(const char *at, const char *end, char **cell)
{
	char *to = *cell = malloc((size_t)(end - at) + 1);

	if (!to)
		abort();
	at += strspn(at, " ");
	for (; at < end && *at != '|'; at++) {
		at += *at == '\\' && at[1] == '|';
		*to++ = *at;
	}
	while (to > *cell && to[-1] == ' ')
		to--;
	*to = '\0';
	return at < end ? at + 1 : end;
}

size_t row_next(const char **at, const char *end, char *cells[TABLE_COLUMNS])
{
	size_t n = 0;
	const char *line = *at;
	const char *stop;

	if (begins(line, "|---"))
		line = line_next(line);
	if (line >= end)
		return 0;
	stop = line_end(line);
	*at = line_next(line);
	for (line++; line < stop && n < TABLE_COLUMNS; n++)
		line = take_cell(line, stop, &cells[n]);
	return n;
}

void row_free(char **cells, size_t n)
{
	while (n--)
		free(cells[n]);
}

size_t plain_length(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text != '`';
	return n;
}

bool page_has_table(const char *text)
{
	struct block block = {0};

	while (block_next(&text, &block))
		if (block.kind == BLOCK_TABLE)
			return true;
	return false;
}
