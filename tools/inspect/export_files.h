/* SPDX-License-Identifier: MIT */
/*
 * Pictures as files of a new folder, each once. NAME.raw has the bytes, rows as
 * in OpenGL. NAME.png is there if PNG has exactly these values. An equal
 * picture, of the same form and size, is that of the earlier file.
 */
#ifndef TOOLS_INSPECT_EXPORT_FILES_H
#define TOOLS_INSPECT_EXPORT_FILES_H

#include "tools/base/new_folder.h"
#include "tools/base/pen.h"
#include "tools/inspect/contents.h"

struct export_files;

/* folder: borrowed until close */
struct export_files *export_files_open(const struct new_folder *folder);

/* Writes a picture, or finds it. Returns the number of its file. Exits if it
 * cannot be written. name: without ending; others than letters, digits, '-' and
 * '_' become '-'. */
uint32_t export_files_put(struct export_files *files, const char *name,
			  const struct content *what, const void *bytes);
/* "NAME.raw", borrowed until the next one is put. */
const char *export_files_name(const struct export_files *files,
			      uint32_t number);
/* Of all files. */
uint64_t export_files_n_bytes(const struct export_files *files);
uint64_t export_files_n(const struct export_files *files);

/* {"NAME.raw":{"png":"NAME.png","channels":"RGBA", ...}, ...}: content_put;
 * png: null if there is none */
void export_files_list(const struct export_files *files, struct pen *out);
void export_files_close(struct export_files *files);

/* Creates a file, and closes it. They exit, with what to do, if it cannot be
 * made or if not all of it could be written. */
FILE *export_create(const struct new_folder *folder, const char *name);
/* Returns how many bytes it has. */
uint64_t export_finish(const struct new_folder *folder, const char *name,
		       FILE *out);

#endif
