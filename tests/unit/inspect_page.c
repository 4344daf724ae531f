/* SPDX-License-Identifier: MIT */
/*
 * Data of `fxtrace inspect` in a page. tests/inspect.t names a folder in
 * INSPECT_PAGE. Its browser compares what the page's own scripts read with the
 * bytes in elements of the class "expected", which are written as they are.
 * INSPECT_DRAWS is how many draws the large page has.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <zlib.h>

#include "tests/damage.h"
#include "tests/tap.h"
#include "tools/base/json.h"
#include "tools/inspect/contents.h"
#include "tools/inspect/states.h"
#include "tools/inspect/tiles.h"
#include "tools/page/section.h"

#define LARGE ((uint64_t)1 << 30)

enum { N_DRAWS = 120, N_TARGETS = 5, N_PATHS = 40 };

struct target {
	struct image_form form;
	uint32_t width, height;
	uint32_t number;
	unsigned char *now, *part;
	unsigned char pixels[N_DRAWS][16]; /* one of each draw */
};

static struct target targets[N_TARGETS] = {
	{.form = {"RGBA", IMAGE_U8, true, true}, .width = 200, .height = 130},
	{.form = {"D", IMAGE_F32, false, false}, .width = 64, .height = 64},
	{.form = {"RG", IMAGE_I16, false, false}, .width = 65, .height = 1},
	{.form = {"RGBA", IMAGE_F32, false, false}, .width = 70, .height = 66},
	{.form = {"RGB", IMAGE_U8, true, false}, .width = 37, .height = 90},
};

static uint64_t seed = 1;

static uint32_t any(uint32_t n)
{
	return (uint32_t)(damage_random(&seed) % n);
}

static void fill(unsigned char *bytes, size_t n)
{
	bool is_noise = any(3);
	unsigned char byte = (unsigned char)any(256);

	for (size_t i = 0; i < n; i++)
		bytes[i] = is_noise ? (unsigned char)any(256) : byte;
}

/* Bytes as they are: not by the sections that are tested. */
static void expect(FILE *out, struct fxr_text bytes, const char *what,
		   unsigned a, unsigned b)
{
	struct pen base64 = {0};
	struct fxr_text text;

	json_base64(&base64, bytes);
	text = pen_take(&base64);
	fprintf(out,
		"<script type=\"text/plain\" class=\"expected\" "
		"data-name=\"%s %u %u\">%.*s</script>\n",
		what, a, b, (int)text.n_bytes, text.bytes);
	pen_fini(&base64);
}

static FILE *page_open(const char *name)
{
	const char *folder = getenv("INSPECT_PAGE");
	char path[4096];

	if (!folder)
		return tmpfile();
	snprintf(path, sizeof(path), "%s/%s.html", folder, name);
	return fopen(path, "w+");
}

static void put_content(FILE *out, struct contents *contents,
			struct content what)
{
	size_t n_bytes = what.n_bytes;
	unsigned char *bytes = malloc(n_bytes + 1);
	struct pen line = {0};
	uint32_t number = 0;

	fill(bytes, n_bytes);
	if (contents_put(contents, &what, bytes, &number))
		ok(false, "content of %zu bytes", n_bytes);
	expect(out, fxr_text((char *)bytes, n_bytes), "content", number, 0);
	pen_format(&line, "%s %s %d %d %u %u %u", what.form.channels,
		   image_form_number(what.form), what.form.is_normalized,
		   what.form.is_srgb, what.width, what.height, what.depth);
	expect(out, pen_take(&line), "form", number, 0);
	pen_fini(&line);
	free(bytes);
}

static void put_contents(FILE *out)
{
	static const char channels[][5] = {"R",	 "RG", "RGB", "RGBA", "L",
					   "LA", "A",  "I",   "D",    "S"};
	static const uint64_t sizes[] = {0, 1, 70000, 3000000, 5};
	struct contents *contents = contents_open(LARGE, LARGE);

	for (unsigned i = 0; i < 5; i++)
		put_content(out, contents,
			    (struct content){.n_bytes = sizes[i]});
	for (unsigned i = 0; i < 10 * (IMAGE_N_NUMBERS - 1) * 4; i++) {
		struct content what = {.width = 1 + any(9),
				       .height = 1 + any(9),
				       .depth = 1 + any(3)};

		memcpy(what.form.channels, channels[i % 10], 5);
		what.form.number = (uint8_t)(1 + i / 10 % 7);
		what.form.is_normalized = i / 70 & 1;
		what.form.is_srgb = i / 140;
		what.n_bytes = (uint64_t)what.width * what.height * what.depth *
			       image_form_pixel_bytes(what.form);
		put_content(out, contents, what);
	}
	contents_write(contents, out);
	contents_close(contents);
}

/* Changes a rectangle, and puts it or the whole picture. */
static bool draw_on(struct tiles *tiles, struct target *t, uint32_t draw)
{
	uint32_t pixel = image_form_pixel_bytes(t->form);
	struct tiles_part part = {0, 0, t->width, t->height, t->part};
	size_t row;

	if (draw) {
		part.x = any(t->width);
		part.y = any(t->height);
		part.width = 1 + any(t->width - part.x);
		part.height = 1 + any(t->height - part.y);
	}
	row = (size_t)part.width * pixel;
	fill(t->part, row * part.height);
	for (uint32_t y = 0; y < part.height; y++)
		memcpy(t->now + ((part.y + y) * t->width + part.x) * pixel,
		       t->part + y * row, row);
	if (any(2))
		part = (struct tiles_part){0, 0, t->width, t->height, t->now};
	return !tiles_put(tiles, t->number, draw, &part);
}

/* Every draw's; every 7th and the last as pictures. */
static void expect_picture(FILE *out, struct target *t, uint32_t draw)
{
	uint32_t pixel = image_form_pixel_bytes(t->form);
	size_t n_bytes = (size_t)t->width * t->height * pixel;
	size_t at = ((size_t)t->height / 2 * t->width + t->width / 2) * pixel;

	memcpy(t->pixels[draw], t->now + at, pixel);
	if (draw % 7 == 0 || draw + 1 == N_DRAWS || draw % 8 == 7)
		expect(out, fxr_text((char *)t->now, n_bytes), "picture",
		       t->number, draw);
}

/* "DRAW HEX" a line: the draws that changed the pixel in the middle. */
static void expect_history(FILE *out, const struct target *t)
{
	uint32_t pixel = image_form_pixel_bytes(t->form);
	struct pen text = {0};

	for (uint32_t i = 0; i < N_DRAWS; i++) {
		if (i && !memcmp(t->pixels[i], t->pixels[i - 1], pixel))
			continue;
		pen_format(&text, "%u ", i);
		for (uint32_t k = 0; k < pixel; k++)
			pen_format(&text, "%02x", t->pixels[i][k]);
		pen_byte(&text, '\n');
	}
	expect(out, pen_take(&text), "history", t->number, 0);
	pen_fini(&text);
}

static void put_tiles(FILE *out, uint32_t every)
{
	struct tiles *tiles = tiles_open(LARGE, LARGE);
	bool is_good = true;

	for (size_t i = 0; i < N_TARGETS; i++) {
		struct target *t = &targets[i];
		size_t n = (size_t)t->width * t->height * 16;

		t->now = calloc(1, n);
		t->part = malloc(n);
		is_good &= !tiles_attachment(tiles, t->form, t->width,
					     t->height, &t->number);
	}
	for (uint32_t draw = 0; draw < N_DRAWS; draw++) {
		for (size_t i = 0; i < N_TARGETS; i++) {
			if (!draw || draw + 1 == N_DRAWS || any(2))
				is_good &= draw_on(tiles, &targets[i], draw);
			expect_picture(out, &targets[i], draw);
		}
	}
	ok(is_good);
	for (size_t i = 0; i < N_TARGETS; i++) {
		expect_history(out, &targets[i]);
		free(targets[i].now);
		free(targets[i].part);
	}
	tiles_write(tiles, out, every);
	tiles_close(tiles);
}

static const char *const words[] = {
	"", "GL_LESS", "</script><b>", "größe\n\"1\\", "0.5", "-1"};

static void put_line(void *context, struct fxr_text path,
		     struct fxr_text before, struct fxr_text after)
{
	struct pen *text = context;

	pen_bytes(text, path.bytes, path.n_bytes);
	pen_byte(text, '\1');
	pen_put(text, before.bytes ? "=" : "");
	pen_bytes(text, before.bytes, before.n_bytes);
	pen_byte(text, '\1');
	pen_put(text, after.bytes ? "=" : "");
	pen_bytes(text, after.bytes, after.n_bytes);
	pen_byte(text, '\2');
}

static void expect_states(FILE *out, struct states *states)
{
	struct pen text = {0};

	for (uint32_t i = 0; i < N_DRAWS; i += 9) {
		uint32_t other = any(N_DRAWS);

		states_at(states, i, put_line, &text);
		expect(out, pen_take(&text), "state", i, 0);
		states_difference(states, i, other, put_line, &text);
		expect(out, pen_take(&text), "difference", i, other);
	}
	pen_fini(&text);
}

static void put_states(FILE *out)
{
	struct states *states = states_open(LARGE);
	char path[40];

	for (uint32_t draw = 0; draw < N_DRAWS; draw++) {
		states_section(states, any(2));
		for (unsigned i = 0; i < N_PATHS; i++) {
			const char *word = words[any(6)];

			if (!any(4))
				continue;
			snprintf(path, sizeof(path), "%s/%u", words[i % 6], i);
			states_set(states, fxr_text(path, strlen(path)),
				   fxr_text(word, strlen(word)));
		}
		if (states_draw(states, draw))
			ok(false, "state of draw %u", draw);
	}
	expect_states(out, states);
	states_write(states, out);
	states_close(states);
}

static unsigned char of_base64(char c)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklm"
				      "nopqrstuvwxyz0123456789+/";
	const char *at = strchr(letters, c);

	return at ? (unsigned char)(at - letters) : 0;
}

/* The bytes of an element, which must be as many as it says. */
static bool is_packed(const char *element)
{
	const char *from = strchr(element, '>') + 1, *bytes;
	size_t n_letters = strcspn(from, "=<"), n = 0;
	unsigned char *packed = malloc(n_letters + 4), *got;
	uLongf n_got, n_want;
	bool is_good;

	bytes = strstr(element, "data-bytes=\"");
	n_want = n_got = bytes ? strtoul(bytes + 12, NULL, 10) : 0;
	got = malloc(n_want + 1);
	for (size_t i = 0; i + 1 < n_letters; i++) {
		unsigned pair =
			of_base64(from[i]) << 6 | of_base64(from[i + 1]);

		if (i % 4 != 3)
			packed[n++] = (unsigned char)(pair >> (4 - i % 4 * 2));
	}
	is_good = bytes && uncompress(got, &n_got, packed, n) == Z_OK &&
		  n_got == n_want;
	free(got);
	free(packed);
	return is_good;
}

/* How many sections the page has, all of them sound. */
static unsigned n_sections(FILE *page)
{
	char *line = NULL;
	size_t capacity = 0;
	unsigned n = 0;

	rewind(page);
	while (getline(&line, &capacity, page) > 0) {
		if (strstr(line, "class=\"expected\""))
			continue;
		if (!is_packed(line))
			return 0;
		n++;
	}
	free(line);
	return n;
}

static void whole(void)
{
	FILE *page = page_open("whole");

	if (!ok(page))
		return;
	put_contents(page);
	put_tiles(page, 1);
	put_states(page);
	/* chunks, versions, and JSON */
	ok(n_sections(page) > 8 + N_TARGETS + 3);
	ok(!fclose(page));
}

static void thin(void)
{
	FILE *page = page_open("thin");
	struct contents *contents = contents_open(LARGE, LARGE);
	struct states *states = states_open(LARGE);

	if (!ok(page))
		return;
	contents_write(contents, page);
	put_tiles(page, 8);
	states_write(states, page);
	ok(n_sections(page) > N_TARGETS + 3);
	ok(!fclose(page));
	contents_close(contents);
	states_close(states);
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A triangle of one color, as a program of 10,000 of them draws it. */
static void triangle(unsigned char *picture, uint32_t width, uint32_t height)
{
	uint32_t x0 = any(width - 32), y0 = any(height - 29);
	uint32_t color = any(0xffffff) | 0xff000000;

	for (uint32_t y = 0; y < 29; y++)
		for (uint32_t x = 0; x < 32 - y; x++)
			memcpy(picture + ((y0 + y) * width + x0 + x) * 4,
			       &color, 4);
}

static void large(void)
{
	enum { WIDTH = 1280, HEIGHT = 720 };
	const char *text = getenv("INSPECT_DRAWS");
	uint32_t n_draws = text ? (uint32_t)atoi(text) : 50, number = 0;
	unsigned char *picture = calloc(WIDTH * HEIGHT, 4);
	struct tiles_part part = {0, 0, WIDTH, HEIGHT, picture};
	struct tiles *tiles = tiles_open(TILES_MAX_BYTES, LARGE);
	const struct image_form form = {"RGBA", IMAGE_U8, true, false};
	FILE *page = page_open("large");
	struct contents *contents = contents_open(LARGE, LARGE);
	struct states *states = states_open(LARGE);
	double put_time, start = seconds();
	bool is_good = !tiles_attachment(tiles, form, WIDTH, HEIGHT, &number);

	for (uint32_t draw = 0; draw < n_draws; draw++) {
		triangle(picture, WIDTH, HEIGHT);
		is_good &= !tiles_put(tiles, number, draw, &part);
	}
	put_time = seconds() - start;
	start = seconds();
	contents_write(contents, page);
	tiles_write(tiles, page, 1);
	states_write(states, page);
	ok(is_good);
	diag("%u draws: %.2f s to put, %" PRIu64 " versions, %.1f MB of tiles; "
	     "%.2f s to write, %.1f MB in the page",
	     n_draws, put_time, tiles_n_versions(tiles),
	     (double)tiles_n_bytes(tiles) / 1e6, seconds() - start,
	     (double)ftell(page) / 1e6);
	fclose(page);
	tiles_close(tiles);
	contents_close(contents);
	states_close(states);
	free(picture);
}

static const struct tap_test tests[] = {
	{"each section of a page has the bytes that it says", whole},
	{"so has one of every eighth draw", thin},
	{"a page of many draws is written", large},
};
TAP_MAIN(tests)
