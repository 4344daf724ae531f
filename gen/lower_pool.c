/* SPDX-License-Identifier: MIT */
/*
 * Pools of a table: texts, each once, and which of them are strings.
 */
#include "gen/lower.h"

#include <string.h>

static unsigned bucket_of(const char *text)
{
	unsigned h = 5381;

	while (*text)
		h = h * 33 + (unsigned char)*text++;
	return h % FXG_TEXT_BUCKETS;
}

/* Index of a text's row + 1, 0 if it has none. */
static unsigned find_text(const struct fxg_tables *tables, const char *text)
{
	unsigned i = tables->buckets[bucket_of(text)];

	while (i && strcmp(tables->texts[i - 1].bytes, text))
		i = tables->texts[i - 1].next;
	return i;
}

/* Index of a text's row. */
static unsigned intern_text(struct fxg_tables *tables, const char *text)
{
	unsigned *bucket = &tables->buckets[bucket_of(text)];
	unsigned found = find_text(tables, text);
	struct fxg_text_row *row;

	if (found)
		return found - 1;
	tables->texts = fxg_grow(tables->arena, tables->texts, tables->n_texts,
				 sizeof(*row));
	row = &tables->texts[tables->n_texts++];
	row->bytes = text;
	row->off = tables->n_text_bytes;
	row->next = *bucket;
	*bucket = tables->n_texts;
	tables->n_text_bytes += (unsigned)strlen(text) + 1;
	return tables->n_texts - 1;
}

unsigned fxg_find_text(const struct fxg_tables *tables, const char *text)
{
	unsigned found = find_text(tables, fxg_shown_text(tables->api, text));

	return found ? tables->texts[found - 1].off : 0;
}

unsigned fxg_add_text(struct fxg_tables *tables, const char *text)
{
	unsigned i = intern_text(tables, fxg_shown_text(tables->api, text));

	return tables->texts[i].off;
}

unsigned fxg_add_string(struct fxg_tables *tables, const char *text)
{
	unsigned i = intern_text(tables, fxg_shown_text(tables->api, text));

	if (!tables->texts[i].string) {
		tables->strings = fxg_grow(tables->arena, tables->strings,
					   tables->n_strings, sizeof(unsigned));
		tables->strings[tables->n_strings++] = i;
		tables->texts[i].string = tables->n_strings;
	}
	return tables->texts[i].string - 1;
}

void fxg_add_row(struct fxg_tables *tables, struct fxg_row_list *list,
		 const char *init, const char *comment)
{
	list->rows = fxg_grow(tables->arena, list->rows, list->n,
			      sizeof(struct fxg_row));
	list->rows[list->n].init = init;
	list->rows[list->n++].comment = comment;
}

unsigned fxg_share_rows(struct fxg_row_list *list, unsigned first)
{
	unsigned n = list->n - first, at, i;

	for (at = 0; at + n <= first; at++) {
		for (i = 0; i < n; i++)
			if (strcmp(list->rows[at + i].init,
				   list->rows[first + i].init))
				break;
		if (i < n)
			continue;
		list->n = first;
		return at;
	}
	return first;
}
