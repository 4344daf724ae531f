/* SPDX-License-Identifier: MIT */
/*
 * Draws in inspect.json, see export_draws.h.
 */
#include "tools/inspect/export_draws.h"

#include <inttypes.h>
#include "tools/base/json_c.h"

#include "tools/base/die.h"
#include "tools/base/json.h"
#include "tools/inspect/capture_state.h"
#include "tools/inspect/flat.h"
#include "tools/inspect/states_read.h"

/* The last picture of an attachment that was put: most draws change few. */
struct known {
	uint32_t changed; /* the draw that made it; FXR_NONE: none yet */
	uint32_t file;
};

struct export_draws {
	const struct capture *capture;
	struct export_files *files;
	struct known *known;
	char *bytes; /* one picture */
	size_t capacity;
	struct pen labels; /* of a draw */
};

struct export_draws *export_draws_open(const struct capture *capture,
				       struct export_files *files)
{
	struct export_draws *draws = fxr_new(1, sizeof(*draws));
	uint32_t n = tiles_n(capture->tiles);

	draws->capture = capture;
	draws->files = files;
	draws->known = fxr_new((size_t)n + 1, sizeof(*draws->known));
	for (uint32_t i = 0; i < n; i++)
		draws->known[i].changed = FXR_NONE;
	return draws;
}

static void put_string(struct pen *out, const char *key, const char *text)
{
	pen_format(out, ",\"%s\":", key);
	json_string(out, fxr_text(text, strlen(text)));
}

/* Reads a picture back, and makes a file of it. */
static uint32_t put_file(struct export_draws *draws, uint32_t attachment,
			 uint32_t at, const char *name)
{
	const struct tiles *tiles = draws->capture->tiles;
	struct content what = {.depth = 1};

	tiles_size(tiles, attachment, &what.form, &what.width, &what.height);
	what.n_bytes = (uint64_t)what.width * what.height *
		       image_form_pixel_bytes(what.form);
	draws->bytes =
		fxr_grow_bare(draws->bytes, &draws->capacity, what.n_bytes, 1);
	if (!tiles_picture(tiles, attachment, at, draws->bytes))
		die("the temporary file cannot be read");
	return export_files_put(draws->files, name, &what, draws->bytes);
}

struct target {
	uint32_t draw, attachment;
	const char *name;
};

/* Puts the file's name, or null; whether it is there. why: why not, or NULL */
static bool put_picture(struct export_draws *draws, struct pen *out,
			const struct target *target, bool is_after,
			const char **why)
{
	const char *key = is_after ? "after" : "before";
	struct known *known = &draws->known[target->attachment];
	uint32_t at = 2 * target->draw + is_after;
	uint32_t changed = tiles_changed(draws->capture->tiles,
					 target->attachment, at, why);
	char name[48];

	if (changed == FXR_NONE) {
		pen_format(out, ",\"%s\":null", key);
		return false;
	}
	if (known->changed != changed) {
		snprintf(name, sizeof(name), "draw-%" PRIu32 "-%s-%s",
			 target->draw, target->name, key);
		known->file = put_file(draws, target->attachment, at, name);
		known->changed = changed;
	}
	put_string(out, key, export_files_name(draws->files, known->file));
	return true;
}

static void put_pictures(struct export_draws *draws, struct pen *out,
			 const struct target *target)
{
	const char *why;

	(void)put_picture(draws, out, target, false, &why);
	if (!put_picture(draws, out, target, true, &why))
		put_string(out, "why", why ? why : "it was not read");
}

static void put_attachment(struct export_draws *draws, struct pen *out,
			   uint32_t draw, struct json_object *item,
			   bool has_pictures)
{
	const char *name = flat_string(item, "name");
	const char *why = flat_string(item, "why");
	const struct target target = {
		.draw = draw,
		.attachment = (uint32_t)flat_integer(item, "attachment"),
		.name = name ? name : ""};

	pen_put(out, "{\"name\":");
	json_string(out, fxr_text(target.name, strlen(target.name)));
	if (!why && has_pictures) {
		put_pictures(draws, out, &target);
	} else {
		pen_put(out, ",\"before\":null,\"after\":null");
		put_string(out, "why",
			   why ? why : "left out, see \"pictures\"");
	}
	pen_byte(out, '}');
}

/* A set of attachments or textures, as drawn.c and bound.c have written it; to
 * be freed. */
static struct json_object *parse(struct fxr_text text)
{
	struct json_tokener *parser = json_tokener_new();
	struct json_object *list = NULL;

	if (parser && text.n_bytes <= INT32_MAX)
		list = json_tokener_parse_ex(parser, text.bytes,
					     (int)text.n_bytes);
	json_tokener_free(parser);
	if (!json_object_is_type(list, json_type_array))
		die("out of memory");
	return list;
}

static void put_attachments(struct export_draws *draws, struct pen *out,
			    uint32_t draw, bool has_pictures)
{
	const struct capture *capture = draws->capture;
	struct json_object *list =
		parse(capture->target_sets.list[capture->draws[draw].targets]);

	pen_put(out, ",\n\"attachments\":[");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		if (i)
			pen_byte(out, ',');
		put_attachment(draws, out, draw,
			       json_object_array_get_idx(list, i),
			       has_pictures);
	}
	pen_byte(out, ']');
	json_object_put(list);
}

/* The content becomes the name of its file. */
static void name_file(const struct export_draws *draws,
		      struct json_object *image)
{
	uint32_t content = (uint32_t)flat_integer(image, "content");

	if (!json_object_object_get_ex(image, "content", NULL))
		return;
	json_object_object_del(image, "content");
	json_object_object_add(image, "file",
			       json_object_new_string(export_files_name(
				       draws->files, content)));
}

static void put_textures(const struct export_draws *draws, struct pen *out,
			 uint32_t draw)
{
	const struct capture *capture = draws->capture;
	struct json_object *list = parse(
		capture->texture_sets.list[capture->draws[draw].textures]);
	struct json_object *images;
	const char *text;
	size_t n;

	for (size_t i = 0; i < json_object_array_length(list); i++) {
		if (!json_object_object_get_ex(
			    json_object_array_get_idx(list, i), "images",
			    &images))
			continue;
		for (size_t k = 0; k < json_object_array_length(images); k++)
			name_file(draws, json_object_array_get_idx(images, k));
	}
	text = json_object_to_json_string_length(
		list, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE,
		&n);
	pen_put(out, ",\n\"textures\":");
	pen_bytes(out, text, n);
	json_object_put(list);
}

struct stating {
	struct pen *out, *labels;
	bool is_begun;
};

static void put_member(struct pen *out, struct fxr_text path,
		       struct fxr_text value)
{
	json_string(out, path);
	pen_byte(out, ':');
	json_string(out, value);
}

static void take_value(void *context, struct fxr_text path,
		       struct fxr_text before, struct fxr_text after)
{
	static const char ending[] = ".label";
	const size_t n_ending = sizeof(ending) - 1;
	struct stating *stating = context;
	struct fxr_text object = path;

	(void)before;
	pen_byte(stating->out, stating->is_begun ? ',' : '{');
	put_member(stating->out, path, after);
	stating->is_begun = true;
	if (path.n_bytes <= n_ending || !after.n_bytes ||
	    memcmp(path.bytes + path.n_bytes - n_ending, ending, n_ending) != 0)
		return;
	object.n_bytes -= n_ending;
	if (stating->labels->n_bytes)
		pen_byte(stating->labels, ',');
	put_member(stating->labels, object, after);
}

static void put_state(struct export_draws *draws, struct pen *out,
		      uint32_t draw)
{
	const struct states *states = draws->capture->states;
	struct stating stating = {out, &draws->labels, false};
	const char *why = states->why;
	struct fxr_text labels;

	pen_put(out, ",\n\"state\":");
	if (states_at(states, draw, take_value, &stating)) {
		pen_put(out, stating.is_begun ? "}" : "{}");
	} else {
		pen_put(out, "null");
		put_string(out, "why", why ? why : "it was not read");
	}
	labels = pen_take(&draws->labels);
	pen_put(out, ",\n\"labels\":{");
	pen_bytes(out, labels.bytes, labels.n_bytes);
	pen_byte(out, '}');
}

void export_draws_put(struct export_draws *draws, struct pen *out,
		      uint32_t number, bool has_pictures)
{
	const struct capture *capture = draws->capture;
	const struct capture_draw *draw = &capture->draws[number];

	pen_format(out,
		   "{\"draw\":%" PRIu32 ",\"call\":%" PRIu64 ",\"function\":",
		   number, draw->call);
	json_string(out, capture->draw_functions.list[draw->function]);
	pen_format(out, ",\"frame\":%" PRIu64, draw->frame);
	put_attachments(draws, out, number, has_pictures);
	put_textures(draws, out, number);
	put_state(draws, out, number);
	pen_byte(out, '}');
}

void export_draws_close(struct export_draws *draws)
{
	pen_fini(&draws->labels);
	fxr_free(draws->known);
	fxr_free(draws->bytes);
	fxr_free(draws);
}
