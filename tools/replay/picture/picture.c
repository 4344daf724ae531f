/* SPDX-License-Identifier: MIT */
/*
 * Pictures as bytes and files, see picture.h.
 */
#include "tools/replay/picture/picture.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/base/replace.h"

void picture_crop(struct picture *picture, uint32_t width, uint32_t height)
{
	uint32_t was = picture->width;

	if (height < picture->height)
		picture->height = height;
	if (width >= was)
		return;
	for (size_t y = 1; y < picture->height; y++)
		memmove(picture->pixels + y * width * 4,
			picture->pixels + y * was * 4, (size_t)width * 4);
	picture->width = width;
}

void picture_free(struct picture *picture)
{
	image_free(&picture->source);
	free(picture->pixels);
	*picture = (struct picture){0};
}

static void drop_alpha(uint8_t *to, const uint8_t *from, size_t n_pixels)
{
	for (size_t i = 0; i < n_pixels; i++) {
		to[3 * i] = from[4 * i];
		to[3 * i + 1] = from[4 * i + 1];
		to[3 * i + 2] = from[4 * i + 2];
	}
}

/* The user requested the file, so it gets normal permissions. */
static void let_read(FILE *file)
{
	mode_t mask = umask(0);

	umask(mask);
	(void)!fchmod(fileno(file), 0666 & ~mask);
}

static bool write_image(const struct picture *picture, FILE *out, char *error,
			size_t error_bytes)
{
	size_t n = (size_t)picture->width * picture->height;
	png_image image = {
		.version = PNG_IMAGE_VERSION,
		.width = picture->width,
		.height = picture->height,
		.format = PNG_FORMAT_RGB,
		.flags = PNG_IMAGE_FLAG_FAST,
	};
	uint8_t *rows = malloc(3 * n);
	bool is_done;

	if (!rows) {
		snprintf(error, error_bytes, "no memory for %ux%u pixels",
			 picture->width, picture->height);
		return false;
	}
	drop_alpha(rows, picture->pixels, n);
	/* a negative row stride: the last row is the first */
	is_done = png_image_write_to_stdio(
		&image, out, 0, rows, -(png_int_32)(3 * picture->width), NULL);
	if (!is_done)
		snprintf(error, error_bytes, "%s%s%s", image.message,
			 errno ? ": " : "", errno ? strerror(errno) : "");
	png_image_free(&image);
	free(rows);
	return is_done;
}

bool picture_write_png(const struct picture *picture, const char *path,
		       char *error, size_t error_bytes)
{
	struct replace file;
	char why[200] = "";
	bool is_done;

	if (!replace_begin(&file, path, -1, why, sizeof(why))) {
		snprintf(error, error_bytes,
			 "%s: is its folder there and may you write to it?",
			 why);
		return false;
	}
	let_read(file.out);
	errno = 0;
	is_done = write_image(picture, file.out, why, sizeof(why));
	is_done = replace_end(&file, is_done, why, sizeof(why));
	if (!is_done)
		snprintf(error, error_bytes,
			 "%s: %s: is there space on its disk?", path, why);
	return is_done;
}

bool picture_name(char *path, size_t path_bytes, const char *folder,
		  const char *what, uint64_t number)
{
	int n_digits = strcmp(what, "frame") == 0 ? 6 : 7;

	return (size_t)snprintf(path, path_bytes, "%s/%s-%0*llu.png", folder,
				what, n_digits,
				(unsigned long long)number) < path_bytes;
}
