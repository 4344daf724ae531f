/* SPDX-License-Identifier: MIT */
/*
 * Tiles in the page, see tiles.h.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/json.h"
#include "tools/inspect/forms.h"
#include "tools/inspect/stock.h"
#include "tools/inspect/tiles_state.h"
#include "tools/page/section.h"

struct writing {
	struct tiles *tiles;
	uint32_t every;
	uint32_t *number; /* of an item in the page; FXR_NONE: none yet */
	uint32_t *order;  /* the items in the order of the page */
	uint32_t n;
};

/* The first draw, from this one on, that a page of every k-th one shows: the
 * first of all is one of them. */
static uint64_t next_shown(const struct writing *w, uint64_t draw)
{
	return draw ? (draw + w->every) / w->every * w->every - 1 : 0;
}

/* The draws at which a page of every k-th one shows it: its first, or NONE. */
static uint64_t shown_from(const struct writing *w, const struct attachment *a,
			   const struct tile *tile, size_t i)
{
	uint64_t draw = tile->list[i].draw, end;

	if (a->why && draw >= a->until)
		return FXR_NONE;
	if (i + 1 == tile->n)
		return draw;
	end = tile->list[i + 1].draw;
	if (a->why && end >= a->until)
		return draw;
	return next_shown(w, draw) < end ? draw : FXR_NONE;
}

struct use {
	uint32_t draw, item;
};

static int by_draw(const void *a, const void *b)
{
	const struct use *x = a, *y = b;

	if (x->draw != y->draw)
		return x->draw < y->draw ? -1 : 1;
	return x->item < y->item ? -1 : x->item > y->item;
}

/* Numbers the tiles that this attachment is the first to show. */
static void number_tiles(struct writing *w, const struct attachment *a)
{
	struct use *list = NULL;
	size_t n = 0, capacity = 0;

	for (uint32_t t = 0; t < a->n_x * a->n_y; t++) {
		const struct tile *tile = &a->tiles[t];

		for (size_t i = 0; i < tile->n; i++) {
			if (shown_from(w, a, tile, i) == FXR_NONE)
				continue;
			list = fxr_grow_bare(list, &capacity, n + 1,
					     sizeof(*list));
			list[n++] = (struct use){tile->list[i].draw,
						 tile->list[i].item};
		}
	}
	if (n)
		qsort(list, n, sizeof(*list), by_draw);
	for (size_t i = 0; i < n; i++) {
		if (w->number[list[i].item] != FXR_NONE)
			continue;
		w->number[list[i].item] = w->n;
		w->order[w->n++] = list[i].item;
	}
	fxr_free(list);
}

static uint64_t zigzag(int64_t n)
{
	return n < 0 ? (uint64_t)-n * 2 - 1 : (uint64_t)n * 2;
}

static void put_tile(const struct writing *w, struct section *section,
		     const struct attachment *a, const struct tile *tile)
{
	uint32_t draw = 0, item = 0, number;
	size_t n = 0;

	for (size_t i = 0; i < tile->n; i++)
		n += shown_from(w, a, tile, i) != FXR_NONE;
	section_number(section, n);
	for (size_t i = 0; i < tile->n; i++) {
		if (shown_from(w, a, tile, i) == FXR_NONE)
			continue;
		number = w->number[tile->list[i].item];
		section_number(section, tile->list[i].draw - draw);
		section_number(section, zigzag((int64_t)number - item));
		draw = tile->list[i].draw;
		item = number;
	}
}

static void write_versions(const struct writing *w, FILE *out)
{
	struct section *section = section_open();
	char name[24];

	for (size_t i = 0; i < w->tiles->n; i++) {
		const struct attachment *a = &w->tiles->list[i];

		for (uint32_t t = 0; t < a->n_x * a->n_y; t++)
			put_tile(w, section, a, &a->tiles[t]);
		snprintf(name, sizeof(name), "%zu", i);
		section_write(section, out, "versions", name);
	}
	section_close(section);
}

static void put_attachment(struct pen *text, const struct attachment *a)
{
	pen_byte(text, '{');
	forms_put(text, a->form);
	pen_format(text,
		   ",\"width\":%" PRIu32 ",\"height\":%" PRIu32
		   ",\"last\":%" PRIu32,
		   a->width, a->height, a->last_draw);
	if (a->why) {
		pen_format(text, ",\"until\":%" PRIu32 ",\"why\":", a->until);
		json_string(text, fxr_text(a->why, strlen(a->why)));
	}
	pen_byte(text, '}');
}

static void write_list(const struct writing *w, FILE *out)
{
	struct pen text = {0};

	pen_format(&text,
		   "{\"every\":%" PRIu32 ",\"tiles\":%" PRIu32
		   ",\"attachments\":[",
		   w->every, w->n);
	for (size_t i = 0; i < w->tiles->n; i++) {
		if (i)
			pen_byte(&text, ',');
		put_attachment(&text, &w->tiles->list[i]);
	}
	pen_put(&text, "]}");
	forms_write(&text, out, "tiles");
	pen_fini(&text);
}

void tiles_write(struct tiles *tiles, FILE *out, uint32_t every)
{
	size_t n = stock_n(tiles->store) + (size_t)1;
	struct writing w = {.tiles = tiles, .every = every ? every : 1};

	w.number = fxr_new(n, sizeof(*w.number));
	w.order = fxr_new(n, sizeof(*w.order));
	for (size_t i = 0; i < n; i++)
		w.number[i] = FXR_NONE;
	for (size_t i = 0; i < tiles->n; i++)
		number_tiles(&w, &tiles->list[i]);
	stock_write(tiles->store, out, "tile", w.order, w.n);
	write_versions(&w, out);
	write_list(&w, out);
	fxr_free(w.number);
	fxr_free(w.order);
}
