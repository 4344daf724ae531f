/* SPDX-License-Identifier: MIT */
/*
 * Pictures of what is drawn to, see drawn.h.
 */
#include "tools/inspect/drawn.h"

#include <fnmatch.h>
#include <inttypes.h>

#include "tools/base/json.h"
#include "tools/inspect/attached.h"

/* A picture of another size or form is that of another attachment. */
struct seen {
	uint32_t number; /* in tiles */
	struct image_form form;
	uint32_t width, height;
	uint64_t frame;
	uint64_t n_changes[2]; /* enum drawn_change: how many, when */
};

/* What changes images without a draw that is looked at. */
static const struct changer {
	const char *function; /* with any suffix of an extension */
	enum drawn_change change;
} changers[] = {
	{"glTex*Image*", DRAWN_OBJECTS},
	{"glTexStorage*", DRAWN_OBJECTS},
	{"glTexPage*", DRAWN_OBJECTS},
	{"glTextureStorage*", DRAWN_OBJECTS},
	{"glTextureView*", DRAWN_OBJECTS},
	{"glMultiTex*Image*", DRAWN_OBJECTS},
	{"glCompressed*", DRAWN_OBJECTS},
	{"glCopyTex*", DRAWN_OBJECTS},
	{"glCopyMultiTex*", DRAWN_OBJECTS},
	{"glCopyImage*", DRAWN_OBJECTS},
	{"glGenerate*Mipmap*", DRAWN_OBJECTS},
	{"glClearTex*", DRAWN_OBJECTS},
	{"glInvalidateTex*", DRAWN_OBJECTS},
	{"glDeleteTextures*", DRAWN_OBJECTS},
	{"glDeleteRenderbuffers*", DRAWN_OBJECTS},
	{"gl*RenderbufferStorage*", DRAWN_OBJECTS},
	{"glEGLImage*", DRAWN_OBJECTS},
	{"glDispatch*", DRAWN_OBJECTS},
	{"*BindTexImage*", DRAWN_OBJECTS},
	{"*ReleaseTexImage*", DRAWN_OBJECTS},
	{"glInvalidate*Framebuffer*", DRAWN_ALL},
	{"glDiscardFramebuffer*", DRAWN_ALL},
	{"glXSwap*", DRAWN_ALL},
	{"glXCopySubBuffer*", DRAWN_ALL},
	{"eglSwapBuffers*", DRAWN_ALL},
	{"eglPostSubBuffer*", DRAWN_ALL},
};

struct drawn {
	struct tiles *tiles;
	struct fxr_map map; /* from where it is to its index */
	struct seen *seen;
	size_t n_seen, seen_capacity;
	struct image image;
	bool has_object;
	uint64_t n_changes[2];	   /* enum drawn_change */
	const struct reach *reach; /* NULL: everything */
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

void drawn_reach(struct drawn *drawn, const struct reach *reach)
{
	drawn->reach = reach;
}

int drawn_change_by(const char *function)
{
	for (size_t i = 0; i < sizeof(changers) / sizeof(changers[0]); i++)
		if (!fnmatch(changers[i].function, function, 0))
			return (int)changers[i].change;
	return -1;
}

void drawn_changed(struct drawn *drawn, enum drawn_change change)
{
	drawn->n_changes[change]++;
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

/* from: the part that was read; NULL: all of it. Returns NULL, or why not. */
static const char *keep(struct reading *reading, struct seen *seen,
			const struct attachment_part *from, bool is_there)
{
	struct drawn *drawn = reading->drawn;
	const struct image *image = &drawn->image;
	const struct tiles_part part = {.x = from ? from->x : 0,
					.y = from ? from->y : 0,
					.width = image->width,
					.height = image->height,
					.pixels = image->bytes};
	const char *why;

	if (!from && (!is_there || !is_same(seen, image))) {
		why = tiles_attachment(drawn->tiles, image->form, image->width,
				       image->height, &seen->number);
		if (why)
			return why;
		seen->form = image->form;
		seen->width = image->width;
		seen->height = image->height;
	}
	why = tiles_put(drawn->tiles, seen->number, reading->at, &part);
	seen->frame = why ? 0 : reading->view->frame + 1;
	memcpy(seen->n_changes, drawn->n_changes, sizeof(seen->n_changes));
	return why;
}

/* Whether it still is as it was read. */
static bool is_as_read(const struct reading *reading, const struct seen *seen)
{
	const struct drawn *drawn = reading->drawn;
	const struct play_view *view = reading->view;

	if (seen->frame != view->frame + 1 ||
	    seen->n_changes[DRAWN_ALL] != drawn->n_changes[DRAWN_ALL])
		return false;
	if (drawn->has_object)
		return seen->n_changes[DRAWN_OBJECTS] ==
		       drawn->n_changes[DRAWN_OBJECTS];
	return !view->width ||
	       (seen->width == view->width && seen->height == view->height);
}

/* A window without stencil is nothing that is missing. */
static bool is_missing(const struct reading *reading,
		       const struct target *target, const char *why)
{
	if (!reading->drawn->has_object && target->aspect != IMAGE_COLOR &&
	    !strcmp(why, "nothing is attached there"))
		return false;
	return strncmp(why, "it has no ", 10) != 0;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Of an image that is known, what the draw can have changed. False: nothing. */
static bool find_part(const struct reading *reading, const struct seen *seen,
		      struct attachment_part *part)
{
	const struct drawn *drawn = reading->drawn;
	const struct reach *reach = drawn->reach;

	if (!(reach->aspects & 1u << part->aspect))
		return false;
	if (drawn->has_object && attachment_is_sampled(reading->view->gl))
		return true;
	part->width = seen->width;
	part->height = seen->height;
	if (!reach->has_box)
		return true;
	if (reach->x >= seen->width || reach->y >= seen->height)
		return false;
	part->x = reach->x;
	part->y = reach->y;
	part->width = least(reach->width, seen->width - reach->x);
	part->height = least(reach->height, seen->height - reach->y);
	return part->width && part->height;
}

/* NULL: it is read, or was it before. */
static const char *read_part(struct reading *reading,
			     const struct target *target)
{
	struct drawn *drawn = reading->drawn;
	const struct play_view *view = reading->view;
	struct attachment_part part = {.of = target->of,
				       .aspect = target->aspect};
	bool is_there;
	struct seen *seen = find(drawn, target, &is_there);
	bool is_known = is_there && is_as_read(reading, seen);
	bool is_part = is_known && drawn->reach && !reading->is_new;
	const char *why;

	if (is_known && reading->is_new)
		return NULL;
	/* the window's size is known */
	if (!drawn->has_object) {
		part.width = view->width;
		part.height = view->height;
	}
	if (is_part && !find_part(reading, seen, &part))
		return tiles_put(drawn->tiles, seen->number, reading->at,
				 &(struct tiles_part){0});
	why = attachment_read(&drawn->image, view->gl, &part);
	if (why) {
		seen->frame = 0; /* the draw may have changed it */
		return why;
	}
	return keep(reading, seen, is_part ? &part : NULL,
		    is_there && seen->width);
}

static void read_target(struct reading *reading, const struct target *target)
{
	const char *why = read_part(reading, target);
	bool is_there;

	if (why && is_missing(reading, target, why))
		put_why(reading, target, why);
	if (why || !reading->list)
		return;
	put_name(reading, target);
	pen_format(reading->list, ",\"attachment\":%" PRIu32 "}",
		   find(reading->drawn, target, &is_there)->number);
}

/* The one of several buffers that is read. */
static uint64_t window_buffer(struct reading *reading)
{
	const struct procs *gl = reading->view->gl;
	GLint buffer;

	/* OpenGL ES has the back buffer */
	if (gl->is_es)
		return GL_BACK;
	buffer = get(gl, GL_DRAW_BUFFER);
	switch (buffer) {
	case GL_FRONT_AND_BACK:
	case GL_LEFT:
	case GL_RIGHT:
		/* nobody has looked at the others */
		if (!reading->is_new)
			drawn_changed(reading->drawn, DRAWN_ALL);
		return get(gl, GL_DOUBLEBUFFER) ? GL_BACK : GL_FRONT;
	default:
		return (uint64_t)buffer;
	}
}

static void read_window(struct reading *reading)
{
	static const char *const names[] = {"color", "depth", "stencil"};
	struct target target = {.of = ATTACHMENT_DRAWN};
	uint64_t buffer = window_buffer(reading);

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
