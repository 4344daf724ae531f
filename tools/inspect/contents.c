/* SPDX-License-Identifier: MIT */
/*
 * Each content once, see contents.h.
 */
#include "tools/inspect/contents.h"

#include <inttypes.h>
#include <sha2.h>

#include "tools/inspect/forms.h"
#include "tools/inspect/stock.h"

_Static_assert(CONTENTS_SUM_WORDS * 8 == SHA256_DIGEST_LENGTH, "of a sum");

struct contents {
	struct stock *store;
	uint64_t max_bytes;
	struct fxr_map map; /* 192 bits of the sum to the number */
	struct content *list;
	size_t capacity;
};

struct contents *contents_open(uint64_t max_bytes, uint64_t max_all_bytes)
{
	struct contents *contents = fxr_new(1, sizeof(*contents));

	contents->store = stock_open(max_all_bytes);
	contents->max_bytes = max_bytes;
	return contents;
}

static bool is_sound(const struct content *what)
{
	uint64_t n = image_form_pixel_bytes(what->form);
	uint64_t sizes[] = {what->width, what->height, what->depth};

	if (what->form.number == IMAGE_NONE)
		return !what->width && !what->height && !what->depth;
	for (size_t i = 0; i < 3 && n; i++)
		n = sizes[i] > UINT64_MAX / n ? 0 : n * sizes[i];
	return n && n == what->n_bytes;
}

/* The struct has padding, so its members are summed one by one. */
void content_sum(const struct content *what, const void *bytes,
		 uint64_t words[CONTENTS_SUM_WORDS])
{
	char head[64] = {0};
	SHA2_CTX context;

	snprintf(head, sizeof(head), "%.4s %u %d %d %u %u %u",
		 what->form.channels, what->form.number,
		 what->form.is_normalized, what->form.is_srgb, what->width,
		 what->height, what->depth);
	SHA256Init(&context);
	SHA256Update(&context, (const uint8_t *)head, sizeof(head));
	SHA256Update(&context, bytes, what->n_bytes);
	SHA256Final((uint8_t *)words, &context);
}

const char *contents_put(struct contents *contents, const struct content *what,
			 const void *bytes, uint32_t *number)
{
	uint64_t words[CONTENTS_SUM_WORDS];
	const char *why;

	if (!is_sound(what))
		return "its size is not that of its form";
	if (what->n_bytes > contents->max_bytes)
		return "it is larger than a content may be";
	content_sum(what, bytes, words);
	*number = fxr_map_find(&contents->map, words[0], words[1], words[2]);
	if (*number != FXR_NONE)
		return NULL;
	why = stock_put(contents->store, bytes, what->n_bytes, number);
	if (why)
		return why;
	contents->list = fxr_grow(contents->list, &contents->capacity,
				  *number + 1u, sizeof(*contents->list));
	contents->list[*number] = *what;
	fxr_map_put(&contents->map, words[0], words[1], words[2], *number);
	return NULL;
}

uint32_t contents_n(const struct contents *contents)
{
	return stock_n(contents->store);
}

const struct content *contents_what(const struct contents *contents,
				    uint32_t number)
{
	return &contents->list[number];
}

bool contents_get(const struct contents *contents, uint32_t number, void *to)
{
	return stock_get(contents->store, number, to);
}

void content_put(struct pen *out, const struct content *what)
{
	forms_put(out, what->form);
	pen_format(out,
		   ",\"width\":%" PRIu32 ",\"height\":%" PRIu32
		   ",\"depth\":%" PRIu32 ",\"bytes\":%" PRIu64,
		   what->width, what->height, what->depth, what->n_bytes);
}

static void write_list(const struct contents *contents, FILE *out)
{
	struct pen text = {0};

	pen_byte(&text, '[');
	for (uint32_t i = 0; i < contents_n(contents); i++) {
		pen_put(&text, i ? ",{" : "{");
		content_put(&text, &contents->list[i]);
		pen_byte(&text, '}');
	}
	pen_byte(&text, ']');
	forms_write(&text, out, "contents");
	pen_fini(&text);
}

void contents_write(struct contents *contents, FILE *out)
{
	stock_write(contents->store, out, "content", NULL, 0);
	write_list(contents, out);
}

void contents_close(struct contents *contents)
{
	stock_close(contents->store);
	fxr_map_fini(&contents->map);
	fxr_free(contents->list);
	fxr_free(contents);
}
