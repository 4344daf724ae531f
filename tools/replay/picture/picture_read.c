/* SPDX-License-Identifier: MIT */
/*
 * Makes pictures of exact values, see picture.h.
 */
#include "tools/replay/picture/picture.h"

#include <stdlib.h>
#include <string.h>

#include "tools/replay/look/attachment.h"

/* Numbers of eight bits, as far as a picture has them. */
static uint8_t as_byte(const struct image_form *form, const uint8_t *at)
{
	int32_t i;
	uint32_t u;
	uint16_t wide;
	int16_t narrow;
	float f;

	switch (form->number) {
	case IMAGE_U8:
		return *at;
	case IMAGE_I8:
		i = *(const int8_t *)at;
		return (uint8_t)(i < 0 ? 0 : i * 255 / 127);
	case IMAGE_U16:
		memcpy(&wide, at, sizeof(wide));
		return (uint8_t)((wide * 255u + 32767) / 65535);
	case IMAGE_I16:
		memcpy(&narrow, at, sizeof(narrow));
		return (uint8_t)(narrow < 0 ? 0 : narrow * 255 / 32767);
	case IMAGE_I32:
		memcpy(&i, at, sizeof(i));
		return (uint8_t)(i < 0 ? 0 : i > 255 ? 255 : i);
	case IMAGE_U32:
		memcpy(&u, at, sizeof(u));
		return (uint8_t)(u > 255 ? 255 : u);
	default:
		memcpy(&f, at, sizeof(f));
		/* NaN is neither */
		return (uint8_t)(f >= 1	  ? 255
				 : f >= 0 ? (int)(f * 255 + 0.5f)
					  : 0);
	}
}

/* A missing color is black, missing alpha opaque. */
static void put_pixel(const struct image_form *form, unsigned number_bytes,
		      const uint8_t *from, uint8_t *to)
{
	static const char order[] = "RGBA";

	memcpy(to, (const uint8_t[]){0, 0, 0, 255}, 4);
	for (size_t i = 0; form->channels[i]; i++) {
		const char *at = strchr(order, form->channels[i]);

		to[at ? at - order : 0] =
			as_byte(form, from + i * number_bytes);
	}
}

static void put_colors(const struct image *image, uint8_t *to)
{
	const struct image_form *form = &image->form;
	unsigned pixel_bytes = image_form_pixel_bytes(*form);
	unsigned number_bytes = pixel_bytes / (unsigned)strlen(form->channels);
	size_t n = image->n_bytes / pixel_bytes;

	if (form->number == IMAGE_U8 && !strcmp(form->channels, "RGBA")) {
		memcpy(to, image->bytes, image->n_bytes);
		return;
	}
	if (form->number == IMAGE_U8 && !strcmp(form->channels, "RGB")) {
		for (size_t i = 0; i < n; i++) {
			memcpy(to + 4 * i, image->bytes + 3 * i, 3);
			to[4 * i + 3] = 255;
		}
		return;
	}
	for (size_t i = 0; i < n; i++)
		put_pixel(form, number_bytes, image->bytes + i * pixel_bytes,
			  to + 4 * i);
}

/* The nearest one is black, the farthest white. What is farther than all, as
 * after a clear, is white, too. */
static void shade(const float *depths, size_t n, uint8_t *pixels)
{
	float least = 1, most = 0;

	for (size_t i = 0; i < n; i++) {
		if (depths[i] < least)
			least = depths[i];
		if (depths[i] > most && depths[i] < 1)
			most = depths[i];
	}
	for (size_t i = 0; i < n; i++) {
		float at = most > least ? (depths[i] - least) / (most - least)
					: depths[i];

		memset(pixels + 4 * i, at >= 1 ? 255 : (int)(at * 255 + 0.5f),
		       3);
		pixels[4 * i + 3] = 255;
	}
}

static float depth_at(const struct image *image, size_t i)
{
	const void *bytes = image->bytes;

	switch (image->form.number) {
	case IMAGE_U16:
		return ((const uint16_t *)bytes)[i] / 65535.0f;
	case IMAGE_U32:
		return (float)(((const uint32_t *)bytes)[i] / 4294967295.0);
	default:
		return ((const float *)bytes)[i];
	}
}

static const char *put_depths(const struct image *image, uint8_t *to)
{
	size_t n = (size_t)image->width * image->height;
	float *depths = malloc(n * sizeof(*depths));

	if (!depths)
		return "there is no memory for the picture";
	for (size_t i = 0; i < n; i++)
		depths[i] = depth_at(image, i);
	shade(depths, n, to);
	free(depths);
	return NULL;
}

static const char *fill(struct picture *picture)
{
	const struct image *image = &picture->source;
	size_t n = (size_t)image->width * image->height * 4;
	uint8_t *pixels;

	if (n > picture->capacity) {
		pixels = realloc(picture->pixels, n);
		if (!pixels)
			return "there is no memory for the picture";
		picture->pixels = pixels;
		picture->capacity = n;
	}
	picture->width = image->width;
	picture->height = image->height;
	if (image->form.channels[0] == 'D')
		return put_depths(image, picture->pixels);
	put_colors(image, picture->pixels);
	return NULL;
}

const char *picture_read(struct picture *picture, const struct procs *gl,
			 unsigned of, uint32_t width, uint32_t height)
{
	struct attachment_part part = {
		.of = of, .width = width, .height = height};
	const char *why;

	/* without colors, depth is what is drawn */
	if (of == ATTACHMENT_DRAWN && !attachment_has_color(gl))
		part.aspect = IMAGE_DEPTH;
	why = attachment_read(&picture->source, gl, &part);
	return why ? why : fill(picture);
}
