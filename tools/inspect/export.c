/* SPDX-License-Identifier: MIT */
/*
 * The folder for scripts, see export.h.
 */
#include "tools/inspect/export.h"

#include <inttypes.h>

#include "tools/base/die.h"
#include "tools/inspect/capture_state.h"
#include "tools/inspect/export_draws.h"

#define MOST_LEFT_OUT 1024u
#define LIST_NAME "inspect.json"

struct export
{
	const struct capture *capture;
	const struct export_words *words;
	const struct new_folder *folder;
	struct export_files *files;
	struct pen out; /* the list */
	uint32_t every;
};

static uint64_t n_bytes_so_far(const struct export *export)
{
	off_t n = ftello(export->out.out);

	return export_files_n_bytes(export->files) + export->out.n_bytes +
	       (n > 0 ? (uint64_t)n : 0);
}

/* It becomes too large, and with fewer pictures it may not. */
static bool is_too_large(const struct export *export)
{
	return export->every < MOST_LEFT_OUT &&
	       n_bytes_so_far(export) > export->words->max_bytes;
}

static void put_head(struct export *export)
{
	const struct export_words *words = export->words;
	struct pen *out = &export->out;

	pen_put(out, "{\"about\":{");
	capture_put_about(export->capture, out, words->title, words->fault);
	pen_format(out, "},\n\"pictures\":{\"every\":%" PRIu32, export->every);
	if (export->every > 1)
		pen_format(out,
			   ",\"why\":\"larger than --max-size: pictures of "
			   "every %" PRIu32 ". draw only\"",
			   export->every);
	pen_put(out, "},\n\"frames\":[");
	strip_put(export->capture->strip, out, true);
	pen_put(out, "],\n\"calls\":");
	if (export->capture->rows)
		call_rows_put(export->capture->rows, out);
	else
		pen_put(out, "[]");
}

/* All contents become files, whose numbers are their own. false: too large */
static bool put_contents(struct export *export)
{
	const struct contents *contents = export->capture->contents;
	char *bytes = NULL, name[32];
	size_t capacity = 0;
	uint32_t i;

	for (i = 0; i < contents_n(contents) && !is_too_large(export); i++) {
		const struct content *what = contents_what(contents, i);

		bytes = fxr_grow_bare(bytes, &capacity, what->n_bytes + 1, 1);
		if (!contents_get(contents, i, bytes))
			die("the temporary file cannot be read");
		snprintf(name, sizeof(name), "content-%" PRIu32, i);
		(void)export_files_put(export->files, name, what, bytes);
	}
	fxr_free(bytes);
	return i == contents_n(contents);
}

static bool is_shown(const struct export *export, uint32_t draw)
{
	return !draw || draw + 1 == export->capture->n_draws ||
	       (draw + 1) % export->every == 0;
}

static bool put_draws(struct export *export)
{
	uint32_t n = export->capture->n_draws, i;
	struct export_draws *draws =
		export_draws_open(export->capture, export->files);

	pen_put(&export->out, ",\n\"draws\":[");
	for (i = 0; i < n && !is_too_large(export); i++) {
		pen_put(&export->out, i ? ",\n" : "\n");
		export_draws_put(draws, &export->out, i, is_shown(export, i));
	}
	pen_byte(&export->out, ']');
	export_draws_close(draws);
	return i == n;
}

/* All of the folder; false: it is too large. */
static bool put_all(struct export *export)
{
	put_head(export);
	if (!put_contents(export) || !put_draws(export))
		return false;
	pen_put(&export->out, ",\n\"files\":");
	export_files_list(export->files, &export->out);
	pen_put(&export->out, "}\n");
	return !is_too_large(export);
}

/* With pictures of every k-th draw. counts: of what was written */
static bool try(struct export *export, struct export_counts *counts)
{
	FILE *list = export_create(export->folder, LIST_NAME);
	bool is_done;

	export->files = export_files_open(export->folder);
	export->out = (struct pen){.out = list};
	is_done = put_all(export);
	pen_flush(&export->out);
	pen_fini(&export->out);
	counts->every = export->every;
	counts->n_bytes = export_files_n_bytes(export->files) +
			  export_finish(export->folder, LIST_NAME, list);
	counts->n_files = export_files_n(export->files) + 1;
	export_files_close(export->files);
	return is_done;
}

struct export_counts export_write(const struct capture *capture,
				  const char *path,
				  const struct export_words *words)
{
	static struct new_folder folder; /* it is removed at exit, too */
	struct export export = {.capture = capture,
				.words = words,
				.folder = &folder,
				.every = 1};
	struct export_counts counts;
	char error[PATH_MAX + 128];

	if (!new_folder_begin(&folder, path, error, sizeof(error)))
		die("%s", error);
	while (!try(&export, &counts)) {
		new_folder_clear(&folder);
		export.every *= 2;
	}
	if (!new_folder_end(&folder, true, error, sizeof(error)))
		die("%s", error);
	return counts;
}
