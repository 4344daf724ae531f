/* SPDX-License-Identifier: MIT */
/*
 * Writers of textures, see origins.h.
 *
 * A texture has a generation, and an image of it a list of calls. A call that
 * makes all of the texture begins a new generation: what was before is gone.
 */
#include "tools/inspect/origins.h"

#include <fnmatch.h>

#include "tools/inspect/attached.h"

enum kind {
	NONE,
	PART,	/* of an image */
	WHOLE,	/* an image, all of it */
	ALL,	/* all images of a texture */
	MIPMAP, /* all levels but the first */
	DELETE,
};

/* What a call writes to is in its parameters: a texture, or what is bound to a
 * target. The first pattern that fits counts. */
static const struct pattern {
	const char *text;
	enum kind kind;
} patterns[] = {
	{"glDeleteTextures*", DELETE},
	{"glTexImage*", WHOLE},
	{"glCompressedTexImage*", WHOLE},
	{"glCopyTexImage*", WHOLE},
	{"glTextureImage*", WHOLE},
	{"glCompressedTextureImage*", WHOLE},
	{"glCopyTextureImage*", WHOLE},
	{"glTexSubImage*", PART},
	{"glCompressedTexSubImage*", PART},
	{"glCopyTexSubImage*", PART},
	{"glTextureSubImage*", PART},
	{"glCompressedTextureSubImage*", PART},
	{"glCopyTextureSubImage*", PART},
	{"glCopyImageSubData*", PART},
	{"glClearTex*Image*", PART},
	{"glTexStorage*", ALL},
	{"glTextureStorage*", ALL},
	{"glTextureView*", ALL},
	{"glTexBuffer*", ALL},
	{"glTextureBuffer*", ALL},
	{"glEGLImageTargetTex*", ALL},
	{"glGenerate*Mipmap*", MIPMAP},
};

/* Targets with what is bound to them. */
static const struct target {
	GLenum first, last, binding;
} targets[] = {
	{GL_TEXTURE_1D, GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D},
	{GL_TEXTURE_2D, GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D},
	{GL_TEXTURE_3D, GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D},
	{GL_TEXTURE_RECTANGLE, GL_TEXTURE_RECTANGLE,
	 GL_TEXTURE_BINDING_RECTANGLE},
	{GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP},
	{GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z,
	 GL_TEXTURE_BINDING_CUBE_MAP},
	{GL_TEXTURE_1D_ARRAY, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY},
	{GL_TEXTURE_2D_ARRAY, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY},
	{GL_TEXTURE_BUFFER, GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER},
	{GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY,
	 GL_TEXTURE_BINDING_CUBE_MAP_ARRAY},
	{GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE,
	 GL_TEXTURE_BINDING_2D_MULTISAMPLE},
	{GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_2D_MULTISAMPLE_ARRAY,
	 GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY},
	{GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_EXTERNAL_OES,
	 GL_TEXTURE_BINDING_EXTERNAL_OES},
};

/* Places of a generation: images, and what is many of them at once. */
#define EVERY_FACE 0xffu
#define EVERY_LEVEL 0xffffu
#define ABOVE_FIRST 0xfffeu

struct writers {
	struct origin last[ORIGINS_KEPT]; /* a ring: by n_written */
	uint64_t n_written;
	uint64_t since; /* the place of the last call that wrote all of it */
};

struct origins {
	struct fxr_map textures; /* group and name to a generation, 1 ... */
	struct fxr_map images;	 /* generation and place to writers */
	struct writers *writers;
	size_t n_writers, writers_capacity;
	uint32_t n_generations;
	uint64_t n; /* of all calls that wrote */
};

struct origins *origins_open(void)
{
	return fxr_new(1, sizeof(struct origins));
}

unsigned origins_kind(const char *function)
{
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		if (!fnmatch(patterns[i].text, function, 0))
			return patterns[i].kind;
	return NONE;
}

static void begin_generation(struct origins *origins, uint32_t group,
			     uint32_t texture)
{
	fxr_map_put(&origins->textures, group, texture, 0,
		    ++origins->n_generations);
}

static uint64_t place(uint32_t level, uint32_t face)
{
	return (uint64_t)level << 8 | face;
}

static const struct writers *find(const struct origins *origins,
				  uint32_t generation, uint64_t at)
{
	uint32_t i = fxr_map_find(&origins->images, generation, at, 0);

	return i == FXR_NONE ? NULL : &origins->writers[i];
}

static struct writers *find_or_make(struct origins *origins,
				    const struct origins_image *image)
{
	uint64_t at = place(image->level, image->face);
	uint32_t generation, i;

	generation = fxr_map_find(&origins->textures, image->group,
				  image->texture, 0);
	if (generation == FXR_NONE) {
		begin_generation(origins, image->group, image->texture);
		generation = origins->n_generations;
	}
	i = fxr_map_find(&origins->images, generation, at, 0);
	if (i != FXR_NONE)
		return &origins->writers[i];
	i = (uint32_t)origins->n_writers++;
	origins->writers =
		fxr_grow(origins->writers, &origins->writers_capacity,
			 origins->n_writers, sizeof(*origins->writers));
	origins->writers[i] = (struct writers){.n_written = 0};
	fxr_map_put(&origins->images, generation, at, 0, i);
	return &origins->writers[i];
}

static void put(struct origins *origins, const struct play_view *view,
		const struct origins_image *image, bool is_whole, bool is_drawn)
{
	struct writers *writers = find_or_make(origins, image);

	if (is_whole) {
		writers->n_written = 0;
		writers->since = origins->n;
	}
	writers->last[writers->n_written++ % ORIGINS_KEPT] =
		(struct origin){view->call->number, origins->n,
				view->call->name->name.bytes, is_drawn};
}

/* 0: none that is known. */
static uint32_t bound_texture(const struct procs *gl, GLenum target)
{
	for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
		GLint name = 0;

		if (target < targets[i].first || target > targets[i].last)
			continue;
		gl->GetIntegerv(targets[i].binding, &name);
		return (uint32_t)name;
	}
	return 0;
}

static uint32_t face_of(uint64_t target)
{
	if (target < GL_TEXTURE_CUBE_MAP_POSITIVE_X ||
	    target > GL_TEXTURE_CUBE_MAP_NEGATIVE_Z)
		return EVERY_FACE;
	return (uint32_t)(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X);
}

static bool find_image(const struct play_view *view, unsigned kind,
		       struct origins_image *image)
{
	uint64_t target = 0, texture = 0, level;

	/* a unit that the call names is not looked at */
	if (view_argument(view, "texunit", &target))
		return false;
	(void)view_argument(view, "dstTarget", &target);
	(void)view_argument(view, "target", &target);
	if (!view_argument(view, "dstName", &texture) &&
	    !view_argument(view, "texture", &texture))
		texture = bound_texture(view->gl, (GLenum)target);
	else if ((GLenum)target == GL_RENDERBUFFER)
		return false;
	*image = (struct origins_image){view->group, (uint32_t)texture,
					EVERY_LEVEL, face_of(target)};
	if (kind == MIPMAP)
		image->level = ABOVE_FIRST;
	else if (kind != ALL && (view_argument(view, "dstLevel", &level) ||
				 view_argument(view, "level", &level)))
		image->level = (uint32_t)level;
	return texture != 0;
}

static void forget(struct origins *origins, const struct play_view *view)
{
	uint64_t n = 0, address = 0;
	const GLuint *names;

	if (!view_argument(view, "n", &n) ||
	    !view_argument(view, "textures", &address) || (int32_t)n <= 0)
		return;
	names = (const GLuint *)(uintptr_t)address;
	for (uint32_t i = 0; names && i < (uint32_t)n; i++)
		if (fxr_map_find(&origins->textures, view->group, names[i],
				 0) != FXR_NONE)
			begin_generation(origins, view->group, names[i]);
}

void origins_made(struct origins *origins, const struct play_view *view,
		  unsigned kind)
{
	struct origins_image image;

	if (kind == DELETE) {
		forget(origins, view);
		return;
	}
	if (find_image(view, kind, &image)) {
		origins->n++;
		if (kind == ALL)
			begin_generation(origins, image.group, image.texture);
		put(origins, view, &image, kind == WHOLE, false);
	}
	/* what no version has was none of the program's errors */
	(void)view->gl->GetError();
}

static bool has_color_mask(const struct procs *gl)
{
	GLboolean writes[4] = {0};

	gl->GetBooleanv(GL_COLOR_WRITEMASK, writes);
	return writes[0] || writes[1] || writes[2] || writes[3];
}

void origins_drawn(struct origins *origins, const struct play_view *view,
		   unsigned aspects)
{
	struct attached list[ATTACHED_MAX];
	size_t n;

	n = attached_list(view->gl, list);
	if (!has_color_mask(view->gl))
		aspects &= ~(1u << IMAGE_COLOR);
	origins->n++;
	for (size_t i = 0; i < n; i++) {
		struct origins_image image = {view->group, list[i].object,
					      list[i].level,
					      face_of(list[i].face)};

		if (list[i].type == GL_TEXTURE &&
		    aspects & 1u << list[i].aspect)
			put(origins, view, &image, false, true);
	}
}

/* NULL: all it has was before. */
static const struct writers *newer(const struct writers *writers,
				   uint64_t since)
{
	if (!writers || !writers->n_written ||
	    writers->last[(writers->n_written - 1) % ORIGINS_KEPT].n < since)
		return NULL;
	return writers;
}

/* The newest of those that are there; NULL: none is left. */
static const struct origin *take_newest(const struct writers *const *from,
					uint64_t *left, size_t n)
{
	const struct origin *best = NULL;
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		const struct origin *last;

		if (!from[i] || !left[i] ||
		    from[i]->n_written - left[i] >= ORIGINS_KEPT)
			continue;
		last = &from[i]->last[(left[i] - 1) % ORIGINS_KEPT];
		if (!best || last->n > best->n) {
			best = last;
			at = i;
		}
	}
	if (best)
		left[at]--;
	return best;
}

unsigned origins_find(const struct origins *origins,
		      const struct origins_image *image, struct origin *to,
		      uint64_t *n)
{
	uint32_t generation = fxr_map_find(&origins->textures, image->group,
					   image->texture, 0);
	const struct origin *origin;
	const struct writers *from[5];
	uint64_t left[5];
	unsigned n_found = 0;

	*n = 0;
	if (generation == FXR_NONE)
		return 0;
	from[0] = find(origins, generation, place(image->level, image->face));
	from[1] = find(origins, generation, place(image->level, EVERY_FACE));
	from[2] = find(origins, generation, place(EVERY_LEVEL, EVERY_FACE));
	from[3] = image->level ? find(origins, generation,
				      place(ABOVE_FIRST, EVERY_FACE))
			       : NULL;
	from[4] = image->level ? find(origins, generation,
				      place(ABOVE_FIRST, image->face))
			       : NULL;
	for (size_t i = 0; i < 5; i++) {
		from[i] = newer(from[i], from[0] ? from[0]->since : 0);
		left[i] = from[i] ? from[i]->n_written : 0;
		*n += left[i];
	}
	while (n_found < ORIGINS_KEPT &&
	       (origin = take_newest(from, left, 5)) != NULL)
		to[n_found++] = *origin;
	return n_found;
}

void origins_close(struct origins *origins)
{
	fxr_map_fini(&origins->textures);
	fxr_map_fini(&origins->images);
	fxr_free(origins->writers);
	fxr_free(origins);
}
