/* SPDX-License-Identifier: MIT */
/*
 * Names that shims know, see shim_names.h. A shim's table is not exported, but
 * its texts are in the file, each ended by NUL. Functions of C are also
 * symbols; those of C++ have a mangled symbol, and are known by "::" or "(".
 */
#include "tools/command/shim_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/elf/image.h"

/* No name is longer. */
#define MAX_TEXT_BYTES 1024

static bool is_printable(unsigned char byte)
{
	return byte >= ' ' && byte != 0x7f;
}

/* The text at the end of n bytes, whatever is before it. */
static const char *text_of(const char *bytes, size_t n)
{
	const char *text = bytes + n;

	while (text > bytes && is_printable((unsigned char)text[-1]))
		text--;
	return text;
}

static void try_text(struct names *names, const struct image *image,
		     const char *text)
{
	bool is_function = image_has_symbol(image, text) ||
			   strstr(text, "::") || strchr(text, '(');

	names_try(names,
		  &(struct select_function){.category = text,
					    .group = text,
					    .classes = "",
					    .name = is_function ? text : ""});
}

static void try_file(struct names *names, const char *path)
{
	FILE *file = fopen(path, "re");
	struct image image;
	char *bytes = NULL;
	size_t space = 0;
	ssize_t n;

	if (!file)
		return; /* library_preload reports it */
	image_init(&image, path);
	while ((n = getdelim(&bytes, &space, '\0', file)) > 0) {
		const char *text = text_of(bytes, strlen(bytes));

		if (*text && strlen(text) < MAX_TEXT_BYTES)
			try_text(names, &image, text);
	}
	free(bytes);
	image_fini(&image);
	fclose(file);
}

static bool is_shim(const char *path)
{
	struct image image;
	bool found;

	image_init(&image, path);
	/* libfxtrace.so has it, too, and the version of what it exports */
	found = image_has_symbol(&image, "fxtrace_register") &&
		!image_has_symbol(&image, "FXTRACE_0");
	image_fini(&image);
	return found;
}

void shim_names_try_loaded(struct names *names, const struct fxr_types *types)
{
	for (size_t i = 0; i < types->n_modules; i++) {
		char *path = strndup(types->modules[i].path.bytes,
				     types->modules[i].path.n_bytes);

		if (!path)
			die("out of memory");
		if (is_shim(path))
			try_file(names, path);
		free(path);
	}
}

void shim_names_try(struct names *names, const struct option_list *shims)
{
	for (size_t i = 0; i < shims->n; i++)
		try_file(names, shims->items[i]);
}
