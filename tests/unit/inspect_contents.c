/* SPDX-License-Identifier: MIT */
/*
 * Contents of `fxtrace inspect`: each once, and back as they were put.
 */
#include "tools/inspect/contents.h"

#include <stdlib.h>

#include "tests/tap.h"

#define MAX_BYTES ((uint64_t)1 << 20)

static const struct image_form rgba = {"RGBA", IMAGE_U8, true, false};

static uint32_t put(struct contents *contents, struct content what,
		    const void *bytes)
{
	uint32_t number = 12345;

	ok(!contents_put(contents, &what, bytes, &number));
	return number;
}

static void once(void)
{
	struct contents *c = contents_open(MAX_BYTES, MAX_BYTES);
	struct content what = {rgba, 4, 2, 1, 32};
	char bytes[32] = "some pixels";
	struct content other = what;

	is_u64(put(c, what, bytes), 0);
	is_u64(put(c, what, bytes), 0);
	other.form.is_srgb = true;
	is_u64(put(c, other, bytes), 1);
	other = (struct content){rgba, 2, 4, 1, 32};
	is_u64(put(c, other, bytes), 2);
	is_u64(put(c, (struct content){.n_bytes = 32}, bytes), 3);
	bytes[31] = 1;
	is_u64(put(c, what, bytes), 4);
	bytes[31] = 0;
	is_u64(put(c, what, bytes), 0);
	is_u64(contents_n(c), 5);
	is_u64(contents_what(c, 2)->height, 4);
	contents_close(c);
}

/* Bytes that differ for each seed. */
static void fill(unsigned char *bytes, size_t n, uint32_t seed)
{
	for (size_t i = 0; i < n; i++) {
		seed = seed * 1664525u + 1013904223u;
		bytes[i] = (unsigned char)(seed >> 24);
	}
}

static void back(void)
{
	static const size_t sizes[] = {0,      1,      100000, 262143,
				       262144, 262145, 7,      1000000};
	struct contents *c = contents_open(MAX_BYTES, 8 * MAX_BYTES);
	unsigned char *bytes = malloc(MAX_BYTES), *got = malloc(MAX_BYTES);
	struct content what = {0};

	for (uint32_t i = 0; i < 24; i++) {
		what.n_bytes = sizes[i % 8];
		fill(bytes, what.n_bytes, i + 1);
		/* there are only so few of 0 bytes */
		put(c, what, bytes);
	}
	is_u64(contents_n(c), 22);
	for (uint32_t i = 1; i < 8; i++) {
		fill(bytes, sizes[i], i + 1);
		is_u64(contents_what(c, i)->n_bytes, sizes[i]);
		ok(contents_get(c, i, got));
		is_mem(got, bytes, sizes[i]);
	}
	fill(bytes, sizes[7], 24);
	ok(contents_get(c, 21, got));
	is_mem(got, bytes, sizes[7]);
	contents_close(c);
	free(bytes);
	free(got);
}

static void refused(void)
{
	struct contents *c = contents_open(1000, 1500);
	char bytes[1001] = "";
	struct content what = {.n_bytes = 1001};
	uint32_t number;

	is_str(contents_put(c, &what, bytes, &number),
	       "it is larger than a content may be");
	what.n_bytes = 1000;
	is_u64(put(c, what, bytes), 0);
	what.n_bytes = 501;
	is_str(contents_put(c, &what, bytes, &number),
	       "there is no more space for it");
	what.n_bytes = 500;
	is_u64(put(c, what, bytes), 1);
	what.n_bytes = 1000;
	is_u64(put(c, what, bytes), 0);
	contents_close(c);
}

static void sizes(void)
{
	struct contents *c = contents_open(MAX_BYTES, MAX_BYTES);
	const struct content wrong[] = {
		{rgba, 2, 2, 1, 15},
		{rgba, 2, 2, 0, 0},
		{rgba, 0x80000000u, 0x80000000u, 4, 0},
		{{"RGBA", IMAGE_N_NUMBERS, false, false}, 1, 1, 1, 4},
		{{"", IMAGE_U8, false, false}, 1, 1, 1, 1},
		{{"", IMAGE_NONE, false, false}, 1, 1, 1, 1},
	};
	uint32_t number;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		is_str(contents_put(c, &wrong[i], "0123456789abcdef", &number),
		       "its size is not that of its form");
	is_u64(contents_n(c), 0);
	contents_close(c);
}

static const struct tap_test tests[] = {
	{"contents are the same by form, size and bytes", once},
	{"what was put comes back, of any size", back},
	{"too large ones are refused, and known ones never", refused},
	{"so are those whose size is not that of their form", sizes},
};
TAP_MAIN(tests)
