/* SPDX-License-Identifier: MIT */
/*
 * Pictures of what is drawn to, see drawn.h.
 */
#include "tools/inspect/drawn.h"

#include <inttypes.h>

#include "tools/base/json.h"
#include "tools/inspect/attached.h"

/* A picture of another size or form is that of another attachment. */
struct seen {
	uint32_t number; /* in tiles */
	struct image_form form;
	uint32_t width, height;
	uint64_t frame;
};

struct drawn {
	struct tiles *tiles;
	struct fxr_map map; /* from where it is to its index */
	struct seen *seen;
	size_t n_seen, seen_capacity;
	struct image image;
	bool has_object;
};

/* A part of the framebuffer that is drawn to. */
struct target {
	const char *name;
	unsigned of;
	enum image_aspect aspect;
	uint64_t key[3];
};

struct reading {
	struct drawn *drawn;
	const struct play_view *view;
	uint32_t at;
	bool is_new;
	struct pen *list; /* NULL: none */
};

struct drawn *drawn_open(struct tiles *tiles)
{
	struct drawn *drawn = fxr_new(1, sizeof(*drawn));

	drawn->tiles = tiles;
	return drawn;
}

bool drawn_has_object(const struct drawn *drawn)
{
	return drawn->has_object;
}

static GLint get(const struct procs *gl, GLenum name)
{
	GLint value[4] = {0};

	gl->GetIntegerv(name, value);
	return value[0];
}

static void put_name(struct reading *reading, const struct target *target)
{
	struct pen *list = reading->list;

	pen_put(list, list->bytes[list->n_bytes - 1] == '[' ? "{\"name\":"
							    : ",{\"name\":");
	json_string(list, fxr_text(target->name, strlen(target->name)));
}

static void put_why(struct reading *reading, const struct target *target,
		    const char *why)
{
	if (!reading->list)
		return;
	put_name(reading, target);
	pen_put(reading->list, ",\"why\":");
	json_string(reading->list, fxr_text(why, strlen(why)));
	pen_byte(reading->list, '}');
}

static struct seen *find(struct drawn *drawn, const struct target *target,
			 bool *is_there)
{
	const uint64_t *key = target->key;
	uint32_t i = fxr_map_find(&drawn->map, key[0], key[1], key[2]);

	*is_there = i != FXR_NONE;
	if (*is_there)
		return &drawn->seen[i];
	i = (uint32_t)drawn->n_seen++;
	drawn->seen = fxr_grow(drawn->seen, &drawn->seen_capacity,
			       drawn->n_seen, sizeof(*drawn->seen));
	fxr_map_put(&drawn->map, key[0], key[1], key[2], i);
	return &drawn->seen[i];
}

static bool is_same(const struct seen *seen, const struct image *image)
{
	return image_form_is_same(seen->form, image->form) &&
	       seen->width == image->width && seen->height == image->height;
}

/* Returns NULL, or why not. */
static const char *keep(struct reading *reading, struct seen *seen,
			bool is_there)
{
	struct drawn *drawn = reading->drawn;
	const struct image *image = &drawn->image;
	const struct tiles_part part = {.width = image->width,
					.height = image->height,
					.pixels = image->bytes};
	const char *why;

	if (!is_there || !is_same(seen, image)) {
		why = tiles_attachment(drawn->tiles, image->form, image->width,
				       image->height, &seen->number);
		if (why)
			return why;
		seen->form = image->form;
		seen->width = image->width;
		seen->height = image->height;
	}
	seen->frame = reading->view->frame + 1;
	return tiles_put(drawn->tiles, seen->number, reading->at, &part);
}

static void read_target(struct reading *reading, const struct target *target)
{
	struct drawn *drawn = reading->drawn;
	const struct play_view *view = reading->view;
	struct attachment_part part = {.of = target->of,
				       .aspect = target->aspect};
	bool is_there;
	struct seen *seen = find(drawn, target, &is_there);
	const char *why;

	if (reading->is_new && is_there && seen->frame == view->frame + 1)
		return;
	/* the window's size is known */
	if (!drawn->has_object) {
		part.width = view->width;
		part.height = view->height;
	}
	why = attachment_read(&drawn->image, view->gl, &part);
	if (!why)
		why = keep(reading, seen, is_there && seen->width);
	if (why) {
		/* a window without stencil is nothing that is missing */
		if (strncmp(why, "it has no ", 10) != 0)
			put_why(reading, target, why);
	} else if (reading->list) {
		put_name(reading, target);
		pen_format(reading->list, ",\"attachment\":%" PRIu32 "}",
			   seen->number);
	}
}

static void read_window(struct reading *reading)
{
	static const char *const names[] = {"color", "depth", "stencil"};
	const struct procs *gl = reading->view->gl;
	struct target target = {.of = ATTACHMENT_DRAWN};
	/* OpenGL ES has the back buffer */
	uint64_t buffer =
		gl->is_es ? GL_BACK : (uint64_t)get(gl, GL_DRAW_BUFFER);

	for (unsigned i = 0; i < 3; i++) {
		target.aspect = (enum image_aspect)i;
		if (i == IMAGE_COLOR && buffer == GL_NONE)
			continue;
		target.name = names[i];
		target.key[0] = reading->view->drawable;
		target.key[1] = i == IMAGE_COLOR ? buffer : 0;
		target.key[2] = (uint64_t)i << 32;
		read_target(reading, &target);
	}
}

/* The image is the same in whichever framebuffer it is. */
static void read_object(struct reading *reading)
{
	struct attached list[ATTACHED_MAX];
	size_t n = attached_list(reading->view->gl, list);

	for (size_t i = 0; i < n; i++) {
		const struct attached *from = &list[i];
		struct target target = {
			.name = from->name,
			.of = from->of,
			.aspect = from->aspect,
			.key = {(uint64_t)from->type << 32 | from->object,
				(uint64_t)from->layer << 32 |
					from->level << 16 | from->face,
				(uint64_t)from->aspect << 32 |
					reading->view->group}};

		read_target(reading, &target);
	}
}

void drawn_read(struct drawn *drawn, const struct play_view *view, uint32_t at,
		bool is_new, struct pen *list)
{
	struct reading reading = {drawn, view, at, is_new, list};
	const struct procs *gl = view->gl;

	drawn->has_object = attached_framebuffer(gl) != 0;
	if (list)
		pen_byte(list, '[');
	if (drawn->has_object)
		read_object(&reading);
	else
		read_window(&reading);
	if (list)
		pen_byte(list, ']');
}

void drawn_close(struct drawn *drawn)
{
	fxr_map_fini(&drawn->map);
	fxr_free(drawn->seen);
	image_free(&drawn->image);
	fxr_free(drawn);
}
