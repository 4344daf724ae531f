/* SPDX-License-Identifier: MIT */
/*
 * Tiles of `fxtrace inspect`, compared with pictures that are kept whole.
 */
#include "tools/inspect/tiles.h"

#include <stdlib.h>
#include <string.h>

#include "tests/damage.h"
#include "tests/tap.h"

#define LARGE ((uint64_t)1 << 30)

enum { WIDTH = 150, HEIGHT = 100, PIXEL = 4, N_DRAWS = 90 };
enum { BYTES = WIDTH * HEIGHT * PIXEL };

static const struct image_form rgba = {"RGBA", IMAGE_U8, true, false};
static uint64_t seed = 1;

static uint32_t any(uint32_t n)
{
	return (uint32_t)(damage_random(&seed) % n);
}

static struct tiles_part whole(const void *pixels)
{
	return (struct tiles_part){0, 0, WIDTH, HEIGHT, pixels};
}

static struct tiles *begin(void)
{
	struct tiles *tiles = tiles_open(LARGE, LARGE);
	uint32_t number = 7;

	ok(!tiles_attachment(tiles, rgba, WIDTH, HEIGHT, &number));
	is_u64(number, 0);
	return tiles;
}

/* Changes a part of the picture, and gives it as it is then. */
static struct tiles_part change(unsigned char *picture, unsigned char *pixels)
{
	struct tiles_part part = {.pixels = pixels};
	unsigned char fill = (unsigned char)any(4);
	bool is_noise = any(2);

	part.x = any(WIDTH);
	part.y = any(HEIGHT);
	part.width = 1 + any(WIDTH - part.x);
	part.height = 1 + any(HEIGHT - part.y);
	for (uint32_t y = 0; y < part.height; y++) {
		unsigned char *row =
			picture + ((part.y + y) * WIDTH + part.x) * PIXEL;

		for (uint32_t i = 0; i < part.width * PIXEL; i++)
			row[i] = is_noise ? (unsigned char)any(256) : fill;
		memcpy(pixels + y * part.width * PIXEL, row,
		       part.width * PIXEL);
	}
	return part;
}

static void pictures(void)
{
	static unsigned char kept[N_DRAWS][BYTES], picture[BYTES];
	static unsigned char pixels[BYTES], got[BYTES];
	struct tiles *tiles = begin();
	struct tiles_part part;

	for (uint32_t i = 0; i < N_DRAWS; i++) {
		part = change(picture, pixels);
		if (!i || any(2))
			part = whole(picture);
		/* every third draw has none */
		if (i % 3 || !i)
			ok(!tiles_put(tiles, 0, i, &part));
		else
			memcpy(picture, kept[i - 1], BYTES);
		memcpy(kept[i], picture, BYTES);
	}
	for (uint32_t i = 0; i < N_DRAWS; i++) {
		ok(tiles_picture(tiles, 0, i, got), "draw %u", i);
		is_mem(got, kept[i], BYTES);
	}
	ok(tiles_picture(tiles, 0, 0xffffffffu, got));
	is_mem(got, kept[N_DRAWS - 1], BYTES);
	tiles_close(tiles);
}

static void unchanged(void)
{
	static unsigned char picture[BYTES];
	struct tiles_part part = whole(picture);
	struct tiles *tiles = begin();

	for (uint32_t i = 0; i < 1000; i++)
		tiles_put(tiles, 0, i, &part);
	is_u64(tiles_n_versions(tiles), 6);
	/* 64x64, 22x64, 64x36, 22x36 */
	is_u64(tiles_n_bytes(tiles),
	       (4096 + 22 * 64 + 64 * 36 + 22 * 36) * PIXEL);
	picture[(64 * WIDTH + 64) * PIXEL] = 1;
	ok(!tiles_put(tiles, 0, 1000, &part));
	is_u64(tiles_n_versions(tiles), 7);
	picture[(64 * WIDTH + 64) * PIXEL] = 0;
	ok(!tiles_put(tiles, 0, 1001, &part));
	is_u64(tiles_n_versions(tiles), 8);
	is_u64(tiles_n_bytes(tiles),
	       (4096 + 22 * 64 + 2 * 64 * 36 + 22 * 36) * PIXEL);
	tiles_close(tiles);
}

struct seen {
	uint32_t draws[N_DRAWS];
	unsigned char before[N_DRAWS], after[N_DRAWS];
	uint32_t n;
};

static void see(void *context, uint32_t draw, const void *before,
		const void *after)
{
	struct seen *seen = context;

	seen->draws[seen->n] = draw;
	seen->before[seen->n] = before ? *(const unsigned char *)before : 255;
	seen->after[seen->n++] = *(const unsigned char *)after;
}

/* The first channel of a pixel, which few draws change. */
static void history(void)
{
	static unsigned char picture[BYTES];
	struct tiles_part part = whole(picture);
	struct seen want = {.n = 0}, got = {.n = 0};
	unsigned char *pixel = picture + (70 * WIDTH + 130) * PIXEL;
	struct tiles *tiles = begin();
	unsigned char before = 255;

	for (uint32_t i = 0; i < N_DRAWS; i++) {
		picture[any(BYTES)]++;
		*pixel = (unsigned char)any(3);
		if (*pixel != before)
			see(&want, i * 2, i ? &before : NULL, pixel);
		before = *pixel;
		ok(!tiles_put(tiles, 0, i * 2, &part));
	}
	ok(tiles_history(tiles, 0, 130, 70, see, &got));
	ok(got.n > 10 && got.n < N_DRAWS);
	is_u64(got.n, want.n);
	is_mem(got.draws, want.draws, sizeof(got.draws));
	is_mem(got.before, want.before, sizeof(got.before));
	is_mem(got.after, want.after, sizeof(got.after));
	tiles_close(tiles);
}

static void twice(void)
{
	static unsigned char picture[BYTES], got[BYTES];
	struct tiles_part part = whole(picture);
	struct tiles *tiles = begin();
	struct seen seen = {.n = 0};

	ok(!tiles_put(tiles, 0, 5, &part));
	*picture = 1;
	ok(!tiles_put(tiles, 0, 5, &part));
	ok(!tiles_picture(tiles, 0, 4, got));
	ok(tiles_picture(tiles, 0, 5, got));
	is_mem(got, picture, BYTES);
	ok(tiles_history(tiles, 0, 0, 0, see, &seen));
	is_u64(seen.n, 1);
	tiles_close(tiles);
}

/* One that is refused is over, and the others are not. */
static void wrong(void)
{
	static unsigned char picture[BYTES], got[BYTES];
	struct tiles_part part = whole(picture), small = {1, 0, 1, 1, picture};
	struct tiles_part outside = {1, 0, WIDTH, 1, picture};
	const char *order = "draws do not come in their order";
	struct tiles *tiles = begin();
	uint32_t b, c;

	ok(!tiles_attachment(tiles, rgba, WIDTH, HEIGHT, &b));
	ok(!tiles_attachment(tiles, rgba, WIDTH, HEIGHT, &c));
	is_str(tiles_put(tiles, b, 0, &small),
	       "the first picture is not whole");
	ok(!tiles_put(tiles, 0, 3, &part));
	is_str(tiles_put(tiles, 0, 2, &part), order);
	is_str(tiles_put(tiles, 0, 4, &part), order);
	ok(!tiles_put(tiles, c, 9, &part));
	is_str(tiles_put(tiles, c, 10, &outside),
	       "it is not a part of its attachment");
	ok(tiles_picture(tiles, c, 9, got));
	ok(!tiles_picture(tiles, c, 10, got));
	is_str(tiles_attachment(tiles, rgba, 0, 1, &b), "it has no pixels");
	tiles_close(tiles);
}

static void full(void)
{
	static unsigned char picture[BYTES], before[BYTES], got[BYTES];
	struct tiles *tiles = tiles_open(BYTES * 3, BYTES + 5);
	struct tiles_part part = whole(picture);
	const char *why = NULL;
	uint32_t number, draw;

	ok(!tiles_attachment(tiles, rgba, WIDTH, HEIGHT, &number));
	is_str(tiles_attachment(tiles, rgba, 1, 2, &number),
	       "all attachments together are too large");
	ok(!tiles_attachment(tiles, rgba, 1, 1, &number));
	for (draw = 0; draw < 50 && !why; draw++) {
		memcpy(before, picture, BYTES);
		for (size_t i = 0; i < BYTES; i++)
			picture[i] = (unsigned char)any(256);
		why = tiles_put(tiles, 0, draw, &part);
	}
	is_str(why, "there is no more space for it");
	is_u64(draw, 4);
	ok(tiles_picture(tiles, 0, 2, got));
	is_mem(got, before, BYTES);
	ok(!tiles_picture(tiles, 0, 3, got));
	tiles_close(tiles);
}

static const struct tap_test tests[] = {
	{"any draw's picture is what was put, whole or in parts", pictures},
	{"unchanged tiles cost nothing, equal ones are kept once", unchanged},
	{"a pixel's history has the draws that changed it", history},
	{"the last picture of a draw is its picture", twice},
	{"what is no picture of the attachment is refused", wrong},
	{"a full store refuses, and keeps earlier pictures", full},
};
TAP_MAIN(tests)
