/* SPDX-License-Identifier: MIT */
/*
 * Pictures as files, see export_files.h.
 */
#include "tools/inspect/export_files.h"

#include <ctype.h>
#include <errno.h>

#include "tools/base/die.h"
#include "tools/replay/picture/png.h"

#define NAME_BYTES 64

struct file {
	char name[NAME_BYTES]; /* with the ending */
	bool has_png;
	struct content what;
};

struct export_files {
	const struct new_folder *folder;
	struct fxr_map map; /* 192 bits of the sum to the number */
	struct file *list;
	size_t n, capacity;
	uint64_t n_bytes, n_files;
};

struct export_files *export_files_open(const struct new_folder *folder)
{
	struct export_files *files = fxr_new(1, sizeof(*files));

	files->folder = folder;
	return files;
}

static _Noreturn void die_of(const struct new_folder *folder, const char *name,
			     const char *why)
{
	die("%s/%s: %s: is there space on its disk, and may you write there?",
	    folder->path, name, why);
}

FILE *export_create(const struct new_folder *folder, const char *name)
{
	FILE *out = new_folder_file(folder, name);

	if (!out)
		die_of(folder, name, strerror(errno));
	errno = 0;
	return out;
}

uint64_t export_finish(const struct new_folder *folder, const char *name,
		       FILE *out)
{
	bool has_failed = ferror(out) || fflush(out);
	off_t n_bytes = has_failed ? -1 : ftello(out);

	if (n_bytes < 0 || fclose(out))
		die_of(folder, name, strerror(errno ? errno : EIO));
	return (uint64_t)n_bytes;
}

static void write_raw(struct export_files *files, const struct file *file,
		      const void *bytes)
{
	FILE *out = export_create(files->folder, file->name);

	if (file->what.n_bytes)
		(void)!fwrite(bytes, 1, file->what.n_bytes, out);
	files->n_bytes += export_finish(files->folder, file->name, out);
	files->n_files++;
}

/* The ending is as long as that of the other file. */
static void as_png(const struct file *file, char *name)
{
	size_t n = strlen(file->name) - 3;

	memcpy(name, file->name, n);
	memcpy(name + n, "png", sizeof("png"));
}

static void write_png(struct export_files *files, const struct file *file,
		      const void *bytes)
{
	const struct content *what = &file->what;
	char name[NAME_BYTES];
	const char *why;
	FILE *out;

	as_png(file, name);
	out = export_create(files->folder, name);
	why = png_write_exact(out, what->form, what->width, what->height,
			      bytes);
	if (why)
		die_of(files->folder, name, why);
	files->n_bytes += export_finish(files->folder, name, out);
	files->n_files++;
}

static void set_name(struct file *file, const char *name)
{
	snprintf(file->name, sizeof(file->name) - 4, "%s", name);
	for (char *at = file->name; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '_')
			*at = '-';
	strcat(file->name, ".raw");
}

uint32_t export_files_put(struct export_files *files, const char *name,
			  const struct content *what, const void *bytes)
{
	uint64_t words[CONTENTS_SUM_WORDS];
	struct file *file;
	uint32_t number;

	content_sum(what, bytes, words);
	number = fxr_map_find(&files->map, words[0], words[1], words[2]);
	if (number != FXR_NONE)
		return number;
	number = (uint32_t)files->n++;
	files->list = fxr_grow(files->list, &files->capacity, files->n,
			       sizeof(*files->list));
	file = &files->list[number];
	*file = (struct file){.what = *what};
	set_name(file, name);
	file->has_png = what->depth == 1 &&
			png_can(what->form, what->width, what->height);
	write_raw(files, file, bytes);
	if (file->has_png)
		write_png(files, file, bytes);
	fxr_map_put(&files->map, words[0], words[1], words[2], number);
	return number;
}

const char *export_files_name(const struct export_files *files, uint32_t number)
{
	return files->list[number].name;
}

uint64_t export_files_n_bytes(const struct export_files *files)
{
	return files->n_bytes;
}

uint64_t export_files_n(const struct export_files *files)
{
	return files->n_files;
}

void export_files_list(const struct export_files *files, struct pen *out)
{
	char png[NAME_BYTES];

	pen_byte(out, '{');
	for (size_t i = 0; i < files->n; i++) {
		const struct file *file = &files->list[i];

		as_png(file, png);
		pen_format(out, "%s\"%s\":{\"png\":", i ? ",\n" : "\n",
			   file->name);
		if (file->has_png)
			pen_format(out, "\"%s\",", png);
		else
			pen_put(out, "null,");
		content_put(out, &file->what);
		pen_byte(out, '}');
	}
	pen_byte(out, '}');
}

void export_files_close(struct export_files *files)
{
	fxr_map_fini(&files->map);
	fxr_free(files->list);
	fxr_free(files);
}
