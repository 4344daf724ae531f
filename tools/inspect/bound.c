/* SPDX-License-Identifier: MIT */
/*
 * Images of bound textures, see bound.h.
 */
#include "tools/inspect/bound.h"

#include <fnmatch.h>
#include <inttypes.h>
#include "tools/base/json_c.h"

#include "tools/base/json.h"
#include "tools/inspect/flat.h"
#include "tools/replay/look/texture.h"

static const struct kind {
	const char *text;
	GLenum target;
	unsigned n_faces;
} kinds[] = {
	{"GL_TEXTURE_1D", GL_TEXTURE_1D, 1},
	{"GL_TEXTURE_2D", GL_TEXTURE_2D, 1},
	{"GL_TEXTURE_3D", GL_TEXTURE_3D, 1},
	{"GL_TEXTURE_CUBE_MAP", GL_TEXTURE_CUBE_MAP, 6},
	{"GL_TEXTURE_RECTANGLE", GL_TEXTURE_RECTANGLE, 1},
	{"GL_TEXTURE_1D_ARRAY", GL_TEXTURE_1D_ARRAY, 1},
	{"GL_TEXTURE_2D_ARRAY", GL_TEXTURE_2D_ARRAY, 1},
	{"GL_TEXTURE_CUBE_MAP_ARRAY", GL_TEXTURE_CUBE_MAP_ARRAY, 1},
	{"GL_TEXTURE_BUFFER", GL_TEXTURE_BUFFER, 1},
	{"GL_TEXTURE_2D_MULTISAMPLE", GL_TEXTURE_2D_MULTISAMPLE, 1},
	{"GL_TEXTURE_2D_MULTISAMPLE_ARRAY", GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 1},
	{"GL_TEXTURE_EXTERNAL_OES", GL_TEXTURE_EXTERNAL_OES, 1},
};
#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* What writes to textures, with any suffix of an extension. Draws do so if a
 * texture is attached or bound as an image. */
static const char *const writers[] = {
	"glTex*Image*",	       "glTexStorage*",
	"glTexBuffer*",	       "glTexParameter*", /* GL_GENERATE_MIPMAP */
	"glTexSubImage*",      "glTexPage*",
	"glTexture*",	       "glMultiTex*Image*",
	"glMultiTexBuffer*",   "glMultiTexParameter*",
	"glCompressed*",       "glCopyTex*",
	"glCopyMultiTex*",     "glCopyImage*",
	"glGenerate*Mipmap*",  "glClearTex*",
	"glInvalidateTex*",    "glDeleteTextures*",
	"glEGLImage*",	       "glDispatch*",
	"glBuffer*Data*",      "glNamedBuffer*Data*",
	"glUnmap*Buffer*",     "glFlushMapped*",
	"glCallList*",	       "glBlit*Framebuffer*",
	"glBindImageTexture*", "glXBindTexImage*",
	"glXReleaseTexImage*", "eglBindTexImage*",
	"eglReleaseTexImage*", "memcpy",
};

struct texture {
	uint32_t unit, name, n_levels;
	const struct kind *kind;
	char *label; /* NULL: none */
};

/* What was read of an image. */
struct known {
	uint64_t n_written; /* when */
	bool is_there;	    /* the level has this aspect */
	uint32_t content;
	const char *why; /* NULL: it is there */
};

struct bound {
	struct contents *contents;
	const struct origins *origins;
	bool reads_always;
	struct texture *textures;
	size_t n, capacity;
	struct fxr_map map; /* image to its index in known */
	struct known *known;
	size_t n_known, known_capacity;
	uint64_t n_written, n_changes;
	struct image image;
};

struct bound *bound_open(struct contents *contents,
			 const struct origins *origins, bool reads_always)
{
	struct bound *bound = fxr_new(1, sizeof(*bound));

	bound->contents = contents;
	bound->origins = origins;
	bound->reads_always = reads_always;
	bound->n_written = 1;
	return bound;
}

uint64_t bound_stamp(const struct bound *bound)
{
	return bound->n_written + bound->n_changes;
}

static void forget(struct bound *bound)
{
	for (size_t i = 0; i < bound->n; i++)
		fxr_free(bound->textures[i].label);
	bound->n = 0;
}

void bound_clear(struct bound *bound)
{
	forget(bound);
	bound->n_changes++;
}

/* How many levels have a size, as far as the context returns it. */
static uint32_t levels_of(struct json_object *texture)
{
	struct json_object *sizes = NULL;

	json_object_object_get_ex(texture, "sizes", &sizes);
	if (!json_object_is_type(sizes, json_type_array))
		return 1;
	/* level 0 has no image then, and the page says so */
	return (uint32_t)json_object_array_length(sizes) ?: 1;
}

static char *copied(const char *text)
{
	size_t n = strlen(text) + 1;

	return memcpy(fxr_new(n, 1), text, n);
}

void bound_unit(struct bound *bound, struct json_object *unit)
{
	for (size_t i = 0; i < N_KINDS; i++) {
		struct json_object *object = NULL;
		struct texture *texture;
		const char *label;

		if (!json_object_object_get_ex(unit, kinds[i].text, &object) ||
		    !json_object_is_type(object, json_type_object))
			continue;
		bound->textures =
			fxr_grow(bound->textures, &bound->capacity,
				 bound->n + 1, sizeof(*bound->textures));
		texture = &bound->textures[bound->n++];
		label = flat_string(object, "label");
		*texture = (struct texture){
			.unit = (uint32_t)flat_integer(unit, "unit"),
			.name = (uint32_t)flat_integer(object, "name"),
			.n_levels = levels_of(object),
			.kind = &kinds[i]};
		if (label && *label)
			texture->label = copied(label);
	}
}

bool bound_is_written_by(const char *function)
{
	for (size_t i = 0; i < sizeof(writers) / sizeof(writers[0]); i++)
		if (!fnmatch(writers[i], function, 0))
			return true;
	return false;
}

void bound_written(struct bound *bound)
{
	bound->n_written++;
}

/* An image, and whose it is. */
struct reading {
	struct bound *bound;
	const struct play_view *view;
	struct texture_part part;
	struct pen *list;
};

static void read_again(const struct reading *reading, struct known *known)
{
	struct bound *bound = reading->bound;
	const struct procs *gl = reading->view->gl;
	const struct texture_part *part = &reading->part;
	const struct image *image = &bound->image;
	struct content what;

	known->n_written = bound->n_written;
	known->is_there = texture_has(gl, part);
	if (!known->is_there && part->aspect != IMAGE_COLOR)
		return;
	known->why = texture_read(&bound->image, gl, part);
	if (known->why)
		return;
	what = (struct content){image->form, image->width, image->height,
				image->depth, image->n_bytes};
	known->why = contents_put(bound->contents, &what, image->bytes,
				  &known->content);
}

static const struct known *read_image(const struct reading *reading)
{
	struct bound *bound = reading->bound;
	const struct texture_part *part = &reading->part;
	/* each context has its own texture 0 */
	uint32_t owner =
		part->name ? reading->view->group : reading->view->context;
	uint64_t key[] = {(uint64_t)part->target << 32 | part->name,
			  (uint64_t)part->face << 32 | (uint32_t)part->level,
			  (uint64_t)owner << 32 | part->aspect};
	uint32_t i = fxr_map_find(&bound->map, key[0], key[1], key[2]);
	struct known *known;

	if (i == FXR_NONE) {
		i = (uint32_t)bound->n_known++;
		bound->known = fxr_grow(bound->known, &bound->known_capacity,
					bound->n_known, sizeof(*bound->known));
		bound->known[i] = (struct known){0};
		fxr_map_put(&bound->map, key[0], key[1], key[2], i);
	}
	known = &bound->known[i];
	if (bound->reads_always || known->n_written != bound->n_written)
		read_again(reading, known);
	return known;
}

static void put_writers(const struct reading *reading)
{
	const struct origins_image image = {
		reading->view->group, reading->part.name,
		(uint32_t)reading->part.level, reading->part.face};
	struct origin origins[ORIGINS_KEPT];
	struct pen *list = reading->list;
	uint64_t n_writes;
	unsigned n = origins_find(reading->bound->origins, &image, origins,
				  &n_writes);

	if (!n)
		return;
	pen_format(list, ",\"writes\":%" PRIu64 ",\"writers\":[", n_writes);
	for (unsigned i = 0; i < n; i++) {
		pen_format(list, "%s[%" PRIu64 ",", i ? "," : "",
			   origins[i].call);
		json_string(list, fxr_text(origins[i].function,
					   strlen(origins[i].function)));
		pen_put(list, origins[i].is_drawn ? ",1]" : "]");
	}
	pen_byte(list, ']');
}

static void put_image(const struct reading *reading, const struct known *known)
{
	static const char *const aspects[] = {"", "depth", "stencil"};
	const struct texture_part *part = &reading->part;
	struct pen *list = reading->list;

	if (list->bytes[list->n_bytes - 1] != '[')
		pen_byte(list, ',');
	pen_format(list, "{\"level\":%d,\"face\":%u", (int)part->level,
		   part->face);
	if (part->aspect != IMAGE_COLOR)
		pen_format(list, ",\"aspect\":\"%s\"", aspects[part->aspect]);
	if (known->why) {
		pen_put(list, ",\"why\":");
		json_string(list, fxr_text(known->why, strlen(known->why)));
	} else {
		pen_format(list, ",\"content\":%" PRIu32, known->content);
	}
	put_writers(reading);
	pen_byte(list, '}');
}

/* Colors, or depth and stencil. Where there is neither, it says why. */
static void put_level(struct reading *reading)
{
	const struct known *known = read_image(reading);
	struct known color = *known;
	bool has_any = known->is_there;

	if (has_any)
		put_image(reading, known);
	for (unsigned i = IMAGE_DEPTH; i <= IMAGE_STENCIL; i++) {
		reading->part.aspect = (enum image_aspect)i;
		known = read_image(reading);
		if (known->is_there)
			put_image(reading, known);
		has_any |= known->is_there;
	}
	reading->part.aspect = IMAGE_COLOR;
	if (!has_any)
		put_image(reading, &color);
}

static void put_texture(struct reading *reading, const struct texture *texture)
{
	struct pen *list = reading->list;

	reading->part = (struct texture_part){.target = texture->kind->target,
					      .name = texture->name};
	pen_format(list,
		   "{\"unit\":%" PRIu32 ",\"target\":\"%s\",\"name\":%" PRIu32,
		   texture->unit, texture->kind->text, texture->name);
	if (texture->label) {
		pen_put(list, ",\"label\":");
		json_string(list,
			    fxr_text(texture->label, strlen(texture->label)));
	}
	pen_put(list, ",\"images\":[");
	for (unsigned face = 0; face < texture->kind->n_faces; face++)
		for (uint32_t i = 0; i < texture->n_levels; i++) {
			reading->part.face = face;
			reading->part.level = (GLint)i;
			put_level(reading);
		}
	pen_put(list, "]}");
}

void bound_read(struct bound *bound, const struct play_view *view,
		struct pen *list)
{
	struct reading reading = {.bound = bound, .view = view, .list = list};

	pen_byte(list, '[');
	for (size_t i = 0; i < bound->n; i++) {
		if (i)
			pen_byte(list, ',');
		put_texture(&reading, &bound->textures[i]);
	}
	pen_byte(list, ']');
}

void bound_close(struct bound *bound)
{
	forget(bound);
	fxr_map_fini(&bound->map);
	fxr_free(bound->textures);
	fxr_free(bound->known);
	image_free(&bound->image);
	fxr_free(bound);
}
