/* SPDX-License-Identifier: MIT */
/*
 * Reads the state of draws again, see states.h.
 */
#include "tools/inspect/states_read.h"

struct cursor {
	const unsigned char *at;
};

static uint64_t number(struct cursor *cursor)
{
	uint64_t value = 0;
	unsigned shift = 0;

	do
		value |= (uint64_t)(*cursor->at & 127) << shift;
	while (shift += 7, *cursor->at++ & 128);
	return value;
}

static void apply(struct cursor *cursor, uint32_t *values)
{
	uint64_t n = number(cursor), path = 0, value;

	for (uint64_t i = 0; i < n; i++) {
		path += number(cursor);
		value = number(cursor);
		values[path++] = value ? (uint32_t)(value - 1) : FXR_NONE;
	}
}

/* The values after a draw of a block. */
static void read_block(const char *bytes, uint64_t n_draws, uint32_t draw,
		       uint32_t *values)
{
	struct cursor cursor = {(const unsigned char *)bytes};
	uint64_t at = 0;

	for (uint64_t i = 0; i < n_draws; i++) {
		at += number(&cursor);
		if (at > draw)
			break;
		apply(&cursor, values);
	}
}

/* The block that has the draw; the last one may not be in the store yet. */
static bool find(const struct states *states, uint32_t draw, uint32_t *values)
{
	uint32_t n_kept = stock_n(states->blocks);
	size_t low = 0, high = states->n_blocks;
	struct cursor cursor;
	bool is_read;
	char *bytes;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (states->firsts[middle] <= draw)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return false;
	if (low > n_kept) {
		read_block(states->block.bytes, states->n_draws, draw, values);
		return states->n_draws;
	}
	bytes = fxr_new(1, stock_bytes(states->blocks, (uint32_t)low - 1));
	is_read = stock_get(states->blocks, (uint32_t)low - 1, bytes);
	cursor.at = (const unsigned char *)bytes;
	if (is_read) {
		uint64_t n = number(&cursor);

		read_block((const char *)cursor.at, n, draw, values);
	}
	fxr_free(bytes);
	return is_read;
}

/* The value of each path after the draw, or NULL. */
static uint32_t *values_at(const struct states *states, uint32_t draw)
{
	uint32_t *values = fxr_new(states->n_paths + 1, sizeof(*values));

	for (size_t i = 0; i < states->n_paths; i++)
		values[i] = FXR_NONE;
	if (states->is_begun && draw <= states->last_draw &&
	    find(states, draw, values))
		return values;
	fxr_free(values);
	return NULL;
}

static struct fxr_text text_of(const struct states *states, uint32_t value)
{
	return value == FXR_NONE ? fxr_text(NULL, 0)
				 : states->value_texts.list[value];
}

bool states_difference(const struct states *states, uint32_t before,
		       uint32_t after, states_take *take, void *context)
{
	uint32_t *a = values_at(states, before);
	uint32_t *b = values_at(states, after);
	bool is_known = a && b;

	for (size_t i = 0; is_known && i < states->n_paths; i++)
		if (a[i] != b[i])
			take(context, states->path_texts.list[i],
			     text_of(states, a[i]), text_of(states, b[i]));
	fxr_free(a);
	fxr_free(b);
	return is_known;
}

bool states_at(const struct states *states, uint32_t draw, states_take *take,
	       void *context)
{
	uint32_t *values = values_at(states, draw);

	if (!values)
		return false;
	for (size_t i = 0; i < states->n_paths; i++)
		if (values[i] != FXR_NONE)
			take(context, states->path_texts.list[i],
			     fxr_text(NULL, 0), text_of(states, values[i]));
	fxr_free(values);
	return true;
}
