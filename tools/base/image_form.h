/* SPDX-License-Identifier: MIT */
/*
 * What the bytes of an image are: its channels, in their order in memory, and
 * how each number is stored. Rows are tight, the lowest one first, as OpenGL
 * has them. All zero is for bytes that are no image: buffers, text.
 */
#ifndef TOOLS_BASE_IMAGE_FORM_H
#define TOOLS_BASE_IMAGE_FORM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* In the order of the machine's bytes: little endian. */
enum image_number {
	IMAGE_NONE,
	IMAGE_U8,
	IMAGE_I8,
	IMAGE_U16,
	IMAGE_I16,
	IMAGE_U32,
	IMAGE_I32,
	IMAGE_F32,
	IMAGE_N_NUMBERS,
};

struct image_form {
	char channels[5];   /* "RGBA" "RG" "LA" "D" (depth) "S" (stencil) ... */
	uint8_t number;	    /* enum image_number */
	bool is_normalized; /* 255 of IMAGE_U8 is 1.0 */
	bool is_srgb;	    /* all channels but A */
};

/* 0: it is not valid. */
static inline unsigned image_form_pixel_bytes(struct image_form form)
{
	static const uint8_t sizes[IMAGE_N_NUMBERS] = {0, 1, 1, 2, 2, 4, 4, 4};
	size_t n = strnlen(form.channels, sizeof(form.channels));

	if (form.number >= IMAGE_N_NUMBERS || n == sizeof(form.channels))
		return 0;
	return (unsigned)n * sizes[form.number];
}

static inline bool image_form_is_same(struct image_form a, struct image_form b)
{
	return !strncmp(a.channels, b.channels, sizeof(a.channels)) &&
	       a.number == b.number && a.is_normalized == b.is_normalized &&
	       a.is_srgb == b.is_srgb;
}

/* "u8" "i8" ... "f32"; "" if it is none. */
static inline const char *image_form_number(struct image_form form)
{
	static const char *const names[IMAGE_N_NUMBERS] = {
		"", "u8", "i8", "u16", "i16", "u32", "i32", "f32"};

	return form.number < IMAGE_N_NUMBERS ? names[form.number] : "";
}

#endif
