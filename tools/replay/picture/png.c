/* SPDX-License-Identifier: MIT */
/*
 * PNG with exact values, see png.h.
 */
#include "tools/replay/picture/png.h"

#include <errno.h>
#include <png.h>

/* Larger ones are refused by libpng, and by most who read them. */
#define MAX_SIDE 1000000u
/* Drawn pictures shrink little more by higher ones, which take far longer. */
#define LEVEL 3

struct image {
	struct image_form form;
	uint32_t width, height;
	const uint8_t *bytes;
};

/* The kind of PNG; -1: it has none for these channels. */
static int kind_of(const char *channels)
{
	if (!strcmp(channels, "RGBA"))
		return PNG_COLOR_TYPE_RGB_ALPHA;
	if (!strcmp(channels, "RGB"))
		return PNG_COLOR_TYPE_RGB;
	if (!strcmp(channels, "LA"))
		return PNG_COLOR_TYPE_GRAY_ALPHA;
	return strlen(channels) == 1 ? PNG_COLOR_TYPE_GRAY : -1;
}

bool png_can(struct image_form form, uint32_t width, uint32_t height)
{
	return image_form_pixel_bytes(form) && kind_of(form.channels) >= 0 &&
	       (form.number == IMAGE_U8 || form.number == IMAGE_U16) && width &&
	       height && width <= MAX_SIDE && height <= MAX_SIDE;
}

static void on_error(png_structp png, png_const_charp text)
{
	snprintf(png_get_error_ptr(png), 128, "%s",
		 errno ? strerror(errno) : text);
	png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
	(void)png;
	(void)text;
}

static void write_rows(png_structp png, png_infop info,
		       const struct image *image)
{
	bool is_wide = image->form.number == IMAGE_U16;
	size_t row = (size_t)image->width * image_form_pixel_bytes(image->form);

	png_set_compression_level(png, LEVEL);
	png_set_filter(png, 0, PNG_FILTER_NONE);
	png_set_IHDR(png, info, image->width, image->height, is_wide ? 16 : 8,
		     kind_of(image->form.channels), PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_write_info(png, info);
	if (is_wide) /* PNG has the upper byte first */
		png_set_swap(png);
	for (uint32_t y = image->height; y--;)
		png_write_row(png, image->bytes + y * row);
	png_write_end(png, info);
}

static bool write_png(png_structp png, png_infop info, FILE *out,
		      const struct image *image)
{
	if (setjmp(png_jmpbuf(png)))
		return false;
	png_init_io(png, out);
	write_rows(png, info, image);
	return true;
}

const char *png_write_exact(FILE *out, struct image_form form, uint32_t width,
			    uint32_t height, const void *bytes)
{
	static char error[128];
	const struct image image = {form, width, height, bytes};
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, error,
						  on_error, on_warning);
	png_infop info = png ? png_create_info_struct(png) : NULL;
	bool is_done;

	if (!info) {
		png_destroy_write_struct(&png, NULL);
		return "there is no memory for it";
	}
	errno = 0;
	is_done = write_png(png, info, out, &image);
	png_destroy_write_struct(&png, &info);
	return is_done ? NULL : error;
}
