/* SPDX-License-Identifier: MIT */
/*
 * Tiles with versions, see tiles.h. The last picture of each attachment is kept
 * whole, to be compared with the next one.
 */
#include "tools/inspect/tiles.h"

#include "tools/inspect/stock.h"
#include "tools/inspect/tiles_state.h"

struct tiles *tiles_open(uint64_t max_bytes, uint64_t max_last_bytes)
{
	struct tiles *tiles = fxr_new(1, sizeof(*tiles));

	tiles->store = stock_open(max_bytes);
	tiles->max_last_bytes = max_last_bytes;
	return tiles;
}

const char *tiles_attachment(struct tiles *tiles, struct image_form form,
			     uint32_t width, uint32_t height, uint32_t *number)
{
	uint64_t pixel = image_form_pixel_bytes(form);
	struct attachment *attachment;

	if (!pixel || !width || !height)
		return "it has no pixels";
	if ((uint64_t)width * height > tiles->max_last_bytes / pixel ||
	    tiles->last_bytes + width * height * pixel > tiles->max_last_bytes)
		return "all attachments together are too large";
	if (tiles->n == FXR_NONE)
		return "there are too many";
	tiles->last_bytes += width * height * pixel;
	*number = (uint32_t)tiles->n++;
	tiles->list = fxr_grow(tiles->list, &tiles->capacity, tiles->n,
			       sizeof(*tiles->list));
	attachment = &tiles->list[*number];
	*attachment = (struct attachment){
		.form = form,
		.width = width,
		.height = height,
		.pixel_bytes = (uint32_t)pixel,
		.n_x = (width - 1) / TILES_SIDE + 1,
		.n_y = (height - 1) / TILES_SIDE + 1,
	};
	attachment->last = fxr_new((size_t)width * height, pixel);
	attachment->tiles = fxr_new((size_t)attachment->n_x * attachment->n_y,
				    sizeof(*attachment->tiles));
	return NULL;
}

struct box tiles_box(const struct attachment *a, uint32_t tile)
{
	struct box box = {.x = tile % a->n_x * TILES_SIDE,
			  .y = tile / a->n_x * TILES_SIDE};

	box.width =
		a->width - box.x < TILES_SIDE ? a->width - box.x : TILES_SIDE;
	box.height =
		a->height - box.y < TILES_SIDE ? a->height - box.y : TILES_SIDE;
	return box;
}

/* What a part has of a tile. */
static struct box common(const struct box *tile, const struct tiles_part *part)
{
	uint32_t right = tile->x + tile->width, top = tile->y + tile->height;
	struct box box = *tile;

	if (box.x < part->x)
		box.x = part->x;
	if (box.y < part->y)
		box.y = part->y;
	if (right > part->x + part->width)
		right = part->x + part->width;
	if (top > part->y + part->height)
		top = part->y + part->height;
	box.width = right - box.x;
	box.height = top - box.y;
	return box;
}

static char *last_at(const struct attachment *a, uint32_t x, uint32_t y)
{
	return a->last + ((size_t)y * a->width + x) * a->pixel_bytes;
}

/* Copies what differs into the last picture; whether anything does. */
static bool update(const struct attachment *a, const struct box *box,
		   const struct tiles_part *part)
{
	size_t row = (size_t)box->width * a->pixel_bytes;
	bool is_changed = false;

	for (uint32_t y = box->y; y < box->y + box->height; y++) {
		const char *from = (const char *)part->pixels +
				   ((size_t)(y - part->y) * part->width +
				    box->x - part->x) *
					   a->pixel_bytes;

		if (!memcmp(last_at(a, box->x, y), from, row))
			continue;
		memcpy(last_at(a, box->x, y), from, row);
		is_changed = true;
	}
	return is_changed;
}

/* An equal tile that is there already. */
static bool find(struct tiles *tiles, uint64_t hash, const char *bytes,
		 size_t n_bytes, uint32_t *item)
{
	char other[TILES_SIDE * TILES_SIDE * 16];

	*item = fxr_map_find(&tiles->map, hash, n_bytes, 0);
	return *item != FXR_NONE && stock_get(tiles->store, *item, other) &&
	       !memcmp(bytes, other, n_bytes);
}

static const char *keep(struct tiles *tiles, const char *bytes, size_t n_bytes,
			uint32_t *item)
{
	uint64_t hash = fxr_hash(bytes, n_bytes);
	const char *why;

	if (find(tiles, hash, bytes, n_bytes, item))
		return NULL;
	why = stock_put(tiles->store, bytes, n_bytes, item);
	if (!why)
		fxr_map_put(&tiles->map, hash, n_bytes, 0, *item);
	return why;
}

static const char *put_version(struct tiles *tiles, struct attachment *a,
			       uint32_t index, uint32_t draw)
{
	char bytes[TILES_SIDE * TILES_SIDE * 16];
	struct box box = tiles_box(a, index);
	size_t row = (size_t)box.width * a->pixel_bytes;
	struct tile *tile = &a->tiles[index];
	const char *why;
	uint32_t item;

	for (uint32_t y = 0; y < box.height; y++)
		memcpy(bytes + y * row, last_at(a, box.x, box.y + y), row);
	why = keep(tiles, bytes, row * box.height, &item);
	if (why)
		return why;
	if (tile->n && tile->list[tile->n - 1].draw == draw) {
		tile->list[tile->n - 1].item = item;
		return NULL;
	}
	tile->list = fxr_grow_bare(tile->list, &tile->capacity, tile->n + 1,
				   sizeof(*tile->list));
	tile->list[tile->n++] = (struct version){draw, item};
	tiles->n_versions++;
	return NULL;
}

static const char *put_part(struct tiles *tiles, struct attachment *a,
			    uint32_t draw, const struct tiles_part *part)
{
	uint32_t right = (part->x + part->width - 1) / TILES_SIDE;
	uint32_t top = (part->y + part->height - 1) / TILES_SIDE;
	const char *why;

	for (uint32_t y = part->y / TILES_SIDE; y <= top; y++) {
		for (uint32_t x = part->x / TILES_SIDE; x <= right; x++) {
			uint32_t index = y * a->n_x + x;
			struct box tile = tiles_box(a, index);
			struct box box = common(&tile, part);

			if (!update(a, &box, part) && a->is_begun)
				continue;
			why = put_version(tiles, a, index, draw);
			if (why)
				return why;
		}
	}
	return NULL;
}

static const char *check(const struct attachment *a, uint32_t draw,
			 const struct tiles_part *part)
{
	if (a->why)
		return a->why;
	if (a->is_begun && draw < a->last_draw)
		return "draws do not come in their order";
	if (part->x > a->width || part->width > a->width - part->x ||
	    part->y > a->height || part->height > a->height - part->y)
		return "it is not a part of its attachment";
	if (!a->is_begun &&
	    (part->width != a->width || part->height != a->height))
		return "the first picture is not whole";
	return NULL;
}

const char *tiles_put(struct tiles *tiles, uint32_t attachment, uint32_t draw,
		      const struct tiles_part *part)
{
	struct attachment *a = &tiles->list[attachment];
	const char *why = check(a, draw, part);

	if (a->why)
		return why;
	if (!why && part->width && part->height)
		why = put_part(tiles, a, draw, part);
	if (why) {
		a->why = why;
		a->until = draw;
		return why;
	}
	a->is_begun = true;
	a->last_draw = draw;
	return NULL;
}

/* The version that is seen after a draw; NULL: none. */
static const struct version *seen(const struct tile *tile, uint32_t draw)
{
	size_t low = 0, high = tile->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (tile->list[middle].draw <= draw)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &tile->list[low - 1] : NULL;
}

uint32_t tiles_changed(const struct tiles *tiles, uint32_t attachment,
		       uint32_t draw, const char **why)
{
	const struct attachment *a = &tiles->list[attachment];
	uint32_t last = 0;

	*why = a->why && draw >= a->until ? a->why : NULL;
	if (*why)
		return FXR_NONE;
	for (uint32_t i = 0; i < a->n_x * a->n_y; i++) {
		const struct version *version = seen(&a->tiles[i], draw);

		if (!version)
			return FXR_NONE;
		if (version->draw > last)
			last = version->draw;
	}
	return last;
}

uint32_t tiles_n(const struct tiles *tiles)
{
	return (uint32_t)tiles->n;
}

void tiles_size(const struct tiles *tiles, uint32_t attachment,
		struct image_form *form, uint32_t *width, uint32_t *height)
{
	const struct attachment *a = &tiles->list[attachment];

	*form = a->form;
	*width = a->width;
	*height = a->height;
}

bool tiles_picture(const struct tiles *tiles, uint32_t attachment,
		   uint32_t draw, void *pixels)
{
	const struct attachment *a = &tiles->list[attachment];
	char bytes[TILES_SIDE * TILES_SIDE * 16];

	if (a->why && draw >= a->until)
		return false;
	for (uint32_t i = 0; i < a->n_x * a->n_y; i++) {
		const struct version *version = seen(&a->tiles[i], draw);
		struct box box = tiles_box(a, i);
		size_t row = (size_t)box.width * a->pixel_bytes;

		if (!version || !stock_get(tiles->store, version->item, bytes))
			return false;
		for (uint32_t y = 0; y < box.height; y++)
			memcpy((char *)pixels +
				       ((size_t)(box.y + y) * a->width +
					box.x) *
					       a->pixel_bytes,
			       bytes + y * row, row);
	}
	return true;
}

bool tiles_history(const struct tiles *tiles, uint32_t attachment, uint32_t x,
		   uint32_t y, tiles_take *take, void *context)
{
	const struct attachment *a = &tiles->list[attachment];
	uint32_t index = y / TILES_SIDE * a->n_x + x / TILES_SIDE;
	const struct tile *tile = &a->tiles[index];
	char bytes[TILES_SIDE * TILES_SIDE * 16], before[16];
	struct box box = tiles_box(a, index);
	const char *pixel =
		bytes +
		((size_t)(y - box.y) * box.width + x - box.x) * a->pixel_bytes;

	for (size_t i = 0; i < tile->n; i++) {
		if (a->why && tile->list[i].draw >= a->until)
			break;
		if (!stock_get(tiles->store, tile->list[i].item, bytes))
			return false;
		if (!i || memcmp(before, pixel, a->pixel_bytes))
			take(context, tile->list[i].draw, i ? before : NULL,
			     pixel);
		memcpy(before, pixel, a->pixel_bytes);
	}
	return true;
}

uint64_t tiles_n_versions(const struct tiles *tiles)
{
	return tiles->n_versions;
}

uint64_t tiles_n_bytes(const struct tiles *tiles)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < stock_n(tiles->store); i++)
		n += stock_bytes(tiles->store, i);
	return n;
}

void tiles_close(struct tiles *tiles)
{
	for (size_t i = 0; i < tiles->n; i++) {
		struct attachment *a = &tiles->list[i];

		for (uint32_t k = 0; k < a->n_x * a->n_y; k++)
			fxr_free(a->tiles[k].list);
		fxr_free(a->tiles);
		fxr_free(a->last);
	}
	stock_close(tiles->store);
	fxr_map_fini(&tiles->map);
	fxr_free(tiles->list);
	fxr_free(tiles);
}
