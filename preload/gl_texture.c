/* SPDX-License-Identifier: MIT */
/*
 * How large textures' levels are, as far as their calls say it: so much is what
 * reading one back writes. See gl_state.h for threads and handlers.
 */
#include "preload/gl_ask.h"
#include "preload/gl_buffer.h"
#include "preload/gl_const.h"
#include "preload/gl_event.h"
#include "preload/gl_known.h"
#include "preload/gl_track.h"
#include "writer/bytes.h"

/* Names that GL gives to nobody: of the textures that are there without one. */
#define UNNAMED 0xfffffff0u

/* is_face: one of a cube's */
static enum fxp_gl_kind kind_of(uint64_t target, bool *is_face)
{
	*is_face = target - GL_TEXTURE_CUBE_MAP_POSITIVE_X < 6;
	switch (target) {
	case GL_TEXTURE_1D:
		return FXP_GL_1D;
	case GL_TEXTURE_2D:
		return FXP_GL_2D;
	case GL_TEXTURE_3D:
		return FXP_GL_3D;
	case GL_TEXTURE_RECTANGLE:
		return FXP_GL_RECTANGLE;
	case GL_TEXTURE_CUBE_MAP:
		return FXP_GL_CUBE;
	case GL_TEXTURE_1D_ARRAY:
		return FXP_GL_1D_ARRAY;
	case GL_TEXTURE_2D_ARRAY:
		return FXP_GL_2D_ARRAY;
	case GL_TEXTURE_CUBE_MAP_ARRAY:
		return FXP_GL_CUBE_ARRAY;
	default:
		return *is_face ? FXP_GL_CUBE : FXP_GL_N_KINDS;
	}
}

/* The texture of that name; a new one becomes of that kind, and stays so. */
static struct fxp_gl_texture *of_kind(const struct fxp_gl_context *c,
				      uint32_t name, enum fxp_gl_kind kind)
{
	struct fxp_gl_texture *t =
		fxp_gl_make(&c->group->textures, name, sizeof(*t));

	if (t && !t->object.is_there) {
		t->object.is_there = true;
		t->kind = kind;
	}
	return t;
}

/* What is bound in a unit. */
static struct fxp_gl_texture *bound_in(const struct fxp_gl_context *c,
				       uint64_t unit, uint64_t target)
{
	bool is_face;
	enum fxp_gl_kind kind = kind_of(target, &is_face);
	uint32_t name;

	if (kind == FXP_GL_N_KINDS || unit >= FXP_GL_N_TEXTURE_UNITS)
		return NULL;
	name = c->textures[unit][kind];
	return of_kind(c, name ? name : UNNAMED + (uint32_t)kind, kind);
}

static struct fxp_gl_texture *bound(const struct fxp_gl_context *c,
				    uint64_t target)
{
	return bound_in(c, c->texture_unit, target);
}

static struct fxp_gl_texture *named(const struct fxp_gl_context *c,
				    uint64_t name)
{
	return fxp_gl_find(&c->group->textures, (uint32_t)name);
}

/* The same, which its target may make to be one of that kind. */
static struct fxp_gl_texture *named_as(const struct fxp_gl_context *c,
				       uint64_t name, uint64_t target)
{
	bool is_face;
	enum fxp_gl_kind kind = kind_of(target, &is_face);

	return kind == FXP_GL_N_KINDS || !(uint32_t)name
		       ? NULL
		       : of_kind(c, (uint32_t)name, kind);
}

static void set_level(struct fxp_gl_texture *t, uint64_t level,
		      const uint64_t *sizes, unsigned n_sizes, uint64_t n_bytes)
{
	int32_t size[3] = {1, 1, 1};

	if (!t || level >= FXP_GL_N_LEVELS)
		return;
	for (unsigned i = 0; i < n_sizes; i++) {
		size[i] = (int32_t)sizes[i];
		if (size[i] < 0)
			return;
	}
	t->levels[level].width = size[0];
	t->levels[level].height = size[1];
	t->levels[level].depth = size[2];
	t->levels[level].n_bytes = (int32_t)n_bytes;
}

static uint64_t half(int32_t size)
{
	return size > 1 ? (uint64_t)size / 2 : 1;
}

/* All levels from the first one on; layers do not shrink. */
static void set_smaller(struct fxp_gl_texture *t, uint64_t n_levels)
{
	if (!t || !t->levels[0].width)
		return;
	for (uint64_t i = 1; i < n_levels && i < FXP_GL_N_LEVELS; i++) {
		uint64_t sizes[3] = {half(t->levels[i - 1].width),
				     half(t->levels[i - 1].height),
				     half(t->levels[i - 1].depth)};

		if (t->kind == FXP_GL_1D_ARRAY)
			sizes[1] = (uint64_t)t->levels[0].height;
		if (t->kind != FXP_GL_3D)
			sizes[2] = (uint64_t)t->levels[0].depth;
		set_level(t, i, sizes, 3, 0);
	}
}

/* From the size of the first level down to one pixel. */
static uint64_t all_levels(const struct fxp_gl_texture *t)
{
	int32_t size = t ? t->levels[0].width : 0;
	uint64_t n = 1;

	if (t && t->levels[0].height > size && t->kind != FXP_GL_1D_ARRAY)
		size = t->levels[0].height;
	if (t && t->kind == FXP_GL_3D && t->levels[0].depth > size)
		size = t->levels[0].depth;
	for (; size > 1; size /= 2)
		n++;
	return n;
}

/* levels, format, sizes */
static void set_storage(struct fxp_gl_texture *t, const uint64_t *slot,
			unsigned n_sizes)
{
	set_level(t, 0, slot + 2, n_sizes, 0);
	set_smaller(t, slot[0]);
}

static void create(struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[1], slot[2]);
	bool is_face;
	enum fxp_gl_kind kind = kind_of(slot[0], &is_face);

	for (int32_t i = 0; names && i < (int32_t)slot[1]; i++) {
		if (kind < FXP_GL_N_KINDS)
			(void)of_kind(c, names[i], kind);
	}
}

static void delete_names(struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[0], slot[1]);

	for (int32_t i = 0; names && i < (int32_t)slot[0]; i++) {
		struct fxp_gl_texture *t = named(c, names[i]);
		uint32_t *at = &c->textures[0][0];

		if (!t)
			continue;
		fxp_gl_texture_drop(t);
		for (unsigned j = 0;
		     j < FXP_GL_N_TEXTURE_UNITS * FXP_GL_N_KINDS; j++)
			if (at[j] == names[i])
				at[j] = 0;
	}
}

/* A texture has the kind that it was bound as first; GL takes no other. */
static void bind_in(struct fxp_gl_context *c, uint64_t unit, uint64_t target,
		    uint32_t name)
{
	bool is_face;
	enum fxp_gl_kind kind = kind_of(target, &is_face);
	const struct fxp_gl_texture *t;

	if (kind == FXP_GL_N_KINDS || is_face || c->in_begin ||
	    unit >= FXP_GL_N_TEXTURE_UNITS || c->textures[unit][kind] == name)
		return;
	t = name ? of_kind(c, name, kind) : NULL;
	if (!t || t->kind == kind)
		c->textures[unit][kind] = name;
}

/* As what it is; 0: nothing is bound there any more. */
static void bind_unit(struct fxp_gl_context *c, uint64_t unit, uint32_t name)
{
	const struct fxp_gl_texture *t = named(c, name);

	if (unit >= FXP_GL_N_TEXTURE_UNITS)
		return;
	if (!name)
		fxw_zero(c->textures[unit], sizeof(c->textures[unit]));
	else if (t && t->object.is_there)
		c->textures[unit][t->kind] = name;
}

/* first, count, names or NULL */
static void bind_units(struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[1], slot[2]);
	int32_t n = (int32_t)slot[1];

	if (slot[2] && !names)
		return;
	for (int32_t i = 0; i < n && i < (int32_t)FXP_GL_N_TEXTURE_UNITS; i++)
		bind_unit(c, slot[0] + (uint64_t)i, names ? names[i] : 0);
}

static bool track_names(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_ACTIVE_TEXTURE:
		if (slot[0] - GL_TEXTURE0 < FXP_GL_N_TEXTURE_UNITS)
			c->texture_unit = (uint32_t)slot[0] - GL_TEXTURE0;
		return true;
	case FXP_GL_W_BIND_TEXTURE:
		bind_in(c, c->texture_unit, slot[0], (uint32_t)slot[1]);
		return true;
	case FXP_GL_W_BIND_MULTI_TEXTURE:
		bind_in(c, slot[0] - GL_TEXTURE0, slot[1], (uint32_t)slot[2]);
		return true;
	case FXP_GL_W_BIND_TEXTURE_UNIT:
		bind_unit(c, slot[0], (uint32_t)slot[1]);
		return true;
	case FXP_GL_W_BIND_TEXTURES:
		bind_units(c, slot);
		return true;
	case FXP_GL_W_CREATE_TEXTURES:
		create(c, slot);
		return true;
	case FXP_GL_W_DELETE_TEXTURES:
		delete_names(c, slot);
		return true;
	default:
		return false;
	}
}

static bool track_storage(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot)
{
	struct fxp_gl_texture *t;

	switch (what) {
	case FXP_GL_W_TEX_STORAGE1D:
	case FXP_GL_W_TEX_STORAGE2D:
	case FXP_GL_W_TEX_STORAGE3D:
		set_storage(bound(c, slot[0]), slot + 1,
			    what - FXP_GL_W_TEX_STORAGE1D + 1);
		return true;
	case FXP_GL_W_TEXTURE_STORAGE1D:
	case FXP_GL_W_TEXTURE_STORAGE2D:
	case FXP_GL_W_TEXTURE_STORAGE3D:
		set_storage(named(c, slot[0]), slot + 1,
			    what - FXP_GL_W_TEXTURE_STORAGE1D + 1);
		return true;
	case FXP_GL_W_NAMED_STORAGE1D:
	case FXP_GL_W_NAMED_STORAGE2D:
	case FXP_GL_W_NAMED_STORAGE3D:
		set_storage(named_as(c, slot[0], slot[1]), slot + 2,
			    what - FXP_GL_W_NAMED_STORAGE1D + 1);
		return true;
	case FXP_GL_W_GENERATE_UNIT_MIPMAP:
		t = bound_in(c, slot[0] - GL_TEXTURE0, slot[1]);
		set_smaller(t, all_levels(t));
		return true;
	case FXP_GL_W_GENERATE_MIPMAP:
	case FXP_GL_W_GENERATE_TEXTURE_MIPMAP:
		t = what == FXP_GL_W_GENERATE_MIPMAP ? bound(c, slot[0])
						     : named(c, slot[0]);
		set_smaller(t, all_levels(t));
		return true;
	case FXP_GL_W_EGL_IMAGE_TARGET: /* made elsewhere: not known */
		t = bound(c, slot[0]);
		if (t)
			fxw_zero(t->levels, sizeof(t->levels));
		return true;
	default:
		return track_names(c, what, slot);
	}
}

/* A level's sizes, by how many there are; slot: the level, its format, sizes
 * and what follows. */
static bool set_image(struct fxp_gl_texture *t, unsigned what,
		      const uint64_t *slot)
{
	unsigned n;

	switch (what) {
	case FXP_GL_W_TEX_IMAGE1D:
	case FXP_GL_W_TEX_IMAGE2D:
	case FXP_GL_W_TEX_IMAGE3D:
		n = what - FXP_GL_W_TEX_IMAGE1D + 1;
		set_level(t, slot[0], slot + 2, n, 0);
		return true;
	case FXP_GL_W_COMPRESSED_IMAGE1D:
	case FXP_GL_W_COMPRESSED_IMAGE2D:
	case FXP_GL_W_COMPRESSED_IMAGE3D:
		n = what - FXP_GL_W_COMPRESSED_IMAGE1D + 1;
		set_level(t, slot[0], slot + 2, n, slot[3 + n]);
		return true;
	default: /* copies: their place in the buffer, then their sizes */
		n = what - FXP_GL_W_COPY_IMAGE1D + 1;
		set_level(t, slot[0], slot + 4, n, 0);
		return true;
	}
}

/* How many numbers there are for each way to say which texture is meant. */
#define N_IMAGES (FXP_GL_W_COPY_IMAGE2D - FXP_GL_W_TEX_IMAGE1D + 1)

bool fxp_gl_track_texture(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot)
{
	unsigned i = what - FXP_GL_W_TEX_IMAGE1D;

	if (i >= 3 * N_IMAGES)
		return track_storage(c, what, slot);
	if (c->in_begin)
		return true;
	if (i < N_IMAGES) /* target */
		return set_image(bound(c, slot[0]), what, slot + 1);
	what = FXP_GL_W_TEX_IMAGE1D + i % N_IMAGES;
	if (i < 2 * N_IMAGES) /* name, target */
		return set_image(named_as(c, slot[0], slot[1]), what, slot + 2);
	return set_image(bound_in(c, slot[0] - GL_TEXTURE0, slot[1]), what,
			 slot + 2);
}

/* A level whose making was not seen, as of an image that was made elsewhere:
 * GL knows it. target 0: of the texture's name. */
static void learn_level(struct fxp_gl_context *c, struct fxp_gl_texture *t,
			unsigned target, int64_t level)
{
	uint32_t name = t->object.name;
	uint64_t sizes[3];

	if (t->levels[level].width)
		return;
	sizes[0] = (uint64_t)fxp_gl_ask_level(c, target, name, level,
					      GL_TEXTURE_WIDTH);
	sizes[1] = (uint64_t)fxp_gl_ask_level(c, target, name, level,
					      GL_TEXTURE_HEIGHT);
	sizes[2] = (uint64_t)fxp_gl_ask_level(c, target, name, level,
					      GL_TEXTURE_DEPTH);
	if (sizes[0])
		set_level(t, (uint64_t)level, sizes, 3, 0);
}

static struct fxp_gl_texture *texture_at(const struct fxp_gl_context *c,
					 const struct fxp_gl_where *where)
{
	return where->is_unit
		       ? bound_in(c, where->name - GL_TEXTURE0, where->target)
		       : named(c, where->name);
}

static int64_t level_bytes(struct fxp_gl_context *c, struct fxp_gl_texture *t,
			   unsigned target, int64_t level, unsigned format,
			   unsigned type)
{
	struct fxp_gl_box box = {.dimensions = 2};

	if (!t || level < 0 || level >= FXP_GL_N_LEVELS)
		return 0;
	learn_level(c, t, target, level);
	box.width = t->levels[level].width;
	box.height = t->levels[level].height;
	box.depth = t->levels[level].depth;
	/* by its name all faces are read */
	if (t->kind == FXP_GL_CUBE && !target)
		box.depth = 6;
	if (box.depth > 1 || t->kind == FXP_GL_3D ||
	    t->kind == FXP_GL_2D_ARRAY || t->kind == FXP_GL_CUBE_ARRAY)
		box.dimensions = 3;
	return fxp_gl_pack_bytes(format, type, &box);
}

int64_t fxp_gl_level_bytes(unsigned target, int64_t level, unsigned format,
			   unsigned type)
{
	struct fxp_gl_context *c = fxp_gl_current();

	return c ? level_bytes(c, bound(c, target), target, level, format, type)
		 : 0;
}

int64_t fxp_gl_named_level_bytes(uint32_t texture, int64_t level,
				 unsigned format, unsigned type)
{
	struct fxp_gl_context *c = fxp_gl_current();

	return c ? level_bytes(c, named(c, texture), 0, level, format, type)
		 : 0;
}

/* As far as it is known: GL is not asked, since another texture is bound. */
static bool is_known(const struct fxp_gl_texture *t, int64_t level)
{
	return t && level >= 0 && level < FXP_GL_N_LEVELS &&
	       t->levels[level].width;
}

int64_t fxp_gl_target_level_bytes(const struct fxp_gl_where *where,
				  int64_t level, unsigned format, unsigned type)
{
	struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_texture *t = c ? texture_at(c, where) : NULL;

	return is_known(t, level)
		       ? level_bytes(c, t, where->target, level, format, type)
		       : 0;
}

/* Of a level that was not given compressed, but may be: GL says so. */
static int64_t ask_compressed(struct fxp_gl_context *c,
			      const struct fxp_gl_texture *t, unsigned target,
			      int64_t level)
{
	uint32_t name = t->object.name;

	if (!fxp_gl_ask_level(c, target, name, level, GL_TEXTURE_COMPRESSED))
		return 0;
	return fxp_gl_ask_level(c, target, name, level,
				GL_TEXTURE_COMPRESSED_IMAGE_SIZE);
}

static int64_t compressed_bytes(struct fxp_gl_context *c,
				struct fxp_gl_texture *t, unsigned target,
				int64_t level)
{
	struct fxp_gl_box box = {.dimensions = 2};
	int64_t n_bytes;

	if (!t || level < 0 || level >= FXP_GL_N_LEVELS ||
	    c->bound[FXP_GL_T_PACK])
		return 0;
	learn_level(c, t, target, level);
	box.width = t->levels[level].width;
	box.height = t->levels[level].height;
	box.depth = t->levels[level].depth;
	if (t->kind == FXP_GL_3D || t->kind == FXP_GL_2D_ARRAY ||
	    t->kind == FXP_GL_CUBE_ARRAY)
		box.dimensions = 3;
	n_bytes = t->levels[level].n_bytes;
	if (!n_bytes)
		n_bytes = ask_compressed(c, t, target, level);
	return fxp_gl_compressed_bytes(&c->pack, n_bytes, &box);
}

int64_t fxp_gl_compressed_level(unsigned target, int64_t level)
{
	struct fxp_gl_context *c = fxp_gl_current();

	return c ? compressed_bytes(c, bound(c, target), target, level) : 0;
}

int64_t fxp_gl_named_compressed_level(uint32_t texture, int64_t level)
{
	struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_texture *t = c ? named(c, texture) : NULL;

	return t ? compressed_bytes(c, t, 0, level) *
			       (t->kind == FXP_GL_CUBE ? 6 : 1)
		 : 0;
}

int64_t fxp_gl_target_compressed(const struct fxp_gl_where *where,
				 int64_t level)
{
	struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_texture *t = c ? texture_at(c, where) : NULL;

	return is_known(t, level) && t->levels[level].n_bytes
		       ? compressed_bytes(c, t, where->target, level)
		       : 0;
}

int64_t fxp_gl_compressed_region(uint32_t texture, int64_t level,
				 const struct fxp_gl_box *box)
{
	/* by kind: any target tells the same of a format */
	static const uint16_t targets[FXP_GL_N_KINDS] = {
		GL_TEXTURE_1D,	     GL_TEXTURE_2D,
		GL_TEXTURE_3D,	     GL_TEXTURE_RECTANGLE,
		GL_TEXTURE_CUBE_MAP, GL_TEXTURE_1D_ARRAY,
		GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY};
	struct fxp_gl_context *c = fxp_gl_current();
	const struct fxp_gl_texture *t = c ? named(c, texture) : NULL;
	struct fxp_gl_blocks blocks;
	int64_t format;

	if (!t || c->bound[FXP_GL_T_PACK] || box->width <= 0 ||
	    box->height <= 0 || box->depth <= 0)
		return 0;
	format = fxp_gl_ask_level(c, 0, texture, level,
				  GL_TEXTURE_INTERNAL_FORMAT);
	if (!format ||
	    !fxp_gl_ask_blocks(c, targets[t->kind], (unsigned)format, &blocks))
		return 0;
	return fxp_gl_compressed_bytes(
		&c->pack,
		(box->width + blocks.width - 1) / blocks.width *
			((box->height + blocks.height - 1) / blocks.height) *
			box->depth * blocks.bytes,
		box);
}
