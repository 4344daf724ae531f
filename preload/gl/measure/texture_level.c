/* SPDX-License-Identifier: MIT */
/*
 * Readback of textures' levels: their sizes, from the calls that made them, or
 * from queries of the program, see state_size.h.
 */
#include "preload/gl/size/block.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/measure/state_size.h"
#include "preload/gl/state/texture.h"
#include "preload/gl/state/call_id.h"
#include "writer/bytes.h"

/* n_bytes of a level that is not compressed, by a query of the program. */
#define NOT_COMPRESSED (-1)

static bool has_level(const struct fxp_gl_texture *t, int64_t level)
{
	return t && level >= 0 && level < FXP_GL_N_LEVELS;
}

static int32_t smaller(int32_t size, int64_t level)
{
	return size >> level > 1 ? size >> level : size > 0;
}

/* Whether the texture can have that level. */
static bool is_deep(const struct fxp_gl_texture *t, int64_t level)
{
	const struct fxp_gl_level *first = &t->levels[0];

	return first->width >> level ||
	       (t->kind != FXP_GL_1D_ARRAY && first->height >> level) ||
	       (t->kind == FXP_GL_3D && first->depth >> level);
}

/* A level, as the calls made it. Old GL generates smaller levels than the first
 * itself (GL_GENERATE_MIPMAP). Such a level has the size that it must have. If
 * it does not exist, nothing is written. */
static struct fxp_gl_level level_of(const struct fxp_gl_texture *t,
				    int64_t level)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_level l = t->levels[level], first = t->levels[0];

	if (l.width || l.height || c->is_core || t->is_immutable ||
	    t->kind == FXP_GL_RECTANGLE || !is_deep(t, level))
		return l;
	l.width = smaller(first.width, level);
	l.height = t->kind == FXP_GL_1D_ARRAY ? first.height
					      : smaller(first.height, level);
	l.depth = t->kind == FXP_GL_3D ? smaller(first.depth, level)
				       : first.depth;
	l.format = first.format;
	return l;
}

/* The image that is read. Sizes that its kind of texture lacks are 1. */
static struct fxp_gl_box box_of(const struct fxp_gl_texture *t, int64_t level,
				bool is_whole)
{
	struct fxp_gl_level l = level_of(t, level);
	struct fxp_gl_box box = {l.width, l.height, l.depth, 2};

	if (t->kind == FXP_GL_1D)
		box.height = 1;
	if (t->kind != FXP_GL_3D && t->kind != FXP_GL_2D_ARRAY &&
	    t->kind != FXP_GL_CUBE_ARRAY)
		box.depth = 1;
	/* all faces are read if the texture is named */
	if (t->kind == FXP_GL_CUBE && is_whole)
		box.depth = 6;
	if (box.depth > 1 || t->kind == FXP_GL_3D ||
	    t->kind == FXP_GL_2D_ARRAY || t->kind == FXP_GL_CUBE_ARRAY)
		box.dimensions = 3;
	return box;
}

static bool is_known(const struct fxp_gl_box *box)
{
	return box->width > 0 && box->height > 0 && box->depth > 0;
}

/* An unknown level. All the space may be written if the texture was made
 * elsewhere. The same holds if its call may have failed.
 * Otherwise the level does not exist. */
static int64_t unknown_bytes(const struct fxp_gl_context *c,
			     const struct fxp_gl_texture *t, uint64_t level,
			     int64_t space)
{
	if (c->in_begin || c->bound[FXP_GL_T_PACK])
		return 0;
	if (!t || !t->object.is_there)
		return c->is_seen ? 0 : space;
	if (level < FXP_GL_N_LEVELS && t->levels[level].width < 0)
		return space;
	return t->levels[0].width > 0 ? 0 : space;
}

static int64_t level_bytes(const struct fxp_gl_texture *t, unsigned target,
			   int64_t level, unsigned format, unsigned type,
			   int64_t space)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_box box;

	if (!has_level(t, level))
		return unknown_bytes(c, t, (uint64_t)level, space);
	box = box_of(t, level, !target);
	return is_known(&box) ? fxp_gl_pack_bytes(format, type, &box)
			      : unknown_bytes(c, t, (uint64_t)level, space);
}

int64_t fxp_gl_level_bytes(unsigned target, int64_t level, unsigned format,
			   unsigned type, int64_t space)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	return c ? level_bytes(fxp_gl_texture_bound(c, target), target, level,
			       format, type, space)
		 : 0;
}

int64_t fxp_gl_named_level_bytes(uint32_t texture, int64_t level,
				 unsigned format, unsigned type, int64_t space)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	return c ? level_bytes(fxp_gl_texture_named(c, texture), 0, level,
			       format, type, space)
		 : 0;
}

static struct fxp_gl_texture *texture_at(const struct fxp_gl_context *c,
					 const struct fxp_gl_where *where)
{
	return where->is_unit
		       ? fxp_gl_texture_in_unit(c, where->name - GL_TEXTURE0,
						where->target)
		       : fxp_gl_texture_named(c, where->name);
}

int64_t fxp_gl_target_level_bytes(const struct fxp_gl_where *where,
				  int64_t level, unsigned format, unsigned type)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	return c ? level_bytes(texture_at(c, where), where->target, level,
			       format, type, 0)
		 : 0;
}

/* Whether it is compressed, or may be, with blocks of unknown size. */
static bool is_chosen(const struct fxp_gl_context *c,
		      const struct fxp_gl_texture *t, int64_t level)
{
	struct fxp_gl_level l = level_of(t, level);

	if (l.width <= 0 && !l.format)
		return unknown_bytes(c, t, (uint64_t)level, 1);
	return !c->in_begin && fxp_gl_block_is_chosen(l.format);
}

static int64_t compressed_bytes(const struct fxp_gl_texture *t, bool is_whole,
				int64_t level, int64_t space)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_block block;
	struct fxp_gl_box box;
	int64_t n_bytes;

	if (!has_level(t, level))
		return unknown_bytes(c, t, (uint64_t)level, space);
	box = box_of(t, level, false);
	block = fxp_gl_block_of(level_of(t, level).format);
	n_bytes = t->levels[level].n_bytes;
	if (c->bound[FXP_GL_T_PACK] || n_bytes == NOT_COMPRESSED)
		return 0;
	if (!n_bytes)
		n_bytes = fxp_gl_block_bytes(&block, box.width, box.height,
					     box.depth);
	if (!n_bytes) /* GL may have selected its own compression */
		return is_chosen(c, t, level) ? space : 0;
	return fxp_gl_compressed_bytes(&c->pack, n_bytes, &box) *
	       (is_whole && t->kind == FXP_GL_CUBE ? 6 : 1);
}

int64_t fxp_gl_compressed_level(unsigned target, int64_t level, int64_t space)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	return c ? compressed_bytes(fxp_gl_texture_bound(c, target), false,
				    level, space)
		 : 0;
}

int64_t fxp_gl_named_compressed_level(uint32_t texture, int64_t level,
				      int64_t space)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	return c ? compressed_bytes(fxp_gl_texture_named(c, texture), true,
				    level, space)
		 : 0;
}

int64_t fxp_gl_target_compressed(const struct fxp_gl_where *where,
				 int64_t level)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	return c ? compressed_bytes(texture_at(c, where), false, level, 0) : 0;
}

int64_t fxp_gl_compressed_region(uint32_t texture, int64_t level,
				 const struct fxp_gl_box *box, int64_t space)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	const struct fxp_gl_texture *t =
		c ? fxp_gl_texture_named(c, texture) : NULL;
	struct fxp_gl_block block = {0};

	if (!c || c->bound[FXP_GL_T_PACK] || box->width <= 0 ||
	    box->height <= 0 || box->depth <= 0)
		return 0;
	if (!has_level(t, level))
		return unknown_bytes(c, t, (uint64_t)level, space);
	block = fxp_gl_block_of(level_of(t, level).format);
	if (!block.bytes)
		return is_chosen(c, t, level) ? space : 0;
	return fxp_gl_compressed_bytes(
		&c->pack,
		fxp_gl_block_bytes(&block, box->width, box->height, box->depth),
		box);
}

/* Adds what the calls that made it have not shown. */
static void set_value(struct fxp_gl_level *l, uint64_t pname, int32_t value)
{
	int32_t *known = NULL;

	switch (pname) {
	case GL_TEXTURE_WIDTH:
		known = &l->width;
		break;
	case GL_TEXTURE_HEIGHT:
		known = &l->height;
		break;
	case GL_TEXTURE_DEPTH:
		known = &l->depth;
		break;
	case GL_TEXTURE_COMPRESSED_IMAGE_SIZE:
		known = &l->n_bytes;
		break;
	case GL_TEXTURE_COMPRESSED:
		if (!value && !l->n_bytes)
			l->n_bytes = NOT_COMPRESSED;
		return;
	case GL_TEXTURE_INTERNAL_FORMAT:
		if (!l->format || fxp_gl_block_of((unsigned)value).bytes)
			l->format = (uint32_t)value;
		return;
	default:
		return;
	}
	if (value > 0 && (!*known || *known == NOT_COMPRESSED))
		*known = value;
}

/* slot: level, name, the value's address */
static void add_queried(const struct fxp_gl_context *c,
			struct fxp_gl_texture *t, const uint64_t *slot,
			bool is_float)
{
	const void *p = (const void *)(uintptr_t)slot[2];
	union {
		uint32_t word;
		float number;
	} value;

	if (!t || slot[0] >= FXP_GL_N_LEVELS || c->in_begin || !p ||
	    !fxp_gl_is_there(p, 4))
		return;
	value.word = fxw_load4(p);
	if (is_float && !(value.number >= 0 && value.number < 2e9f))
		return;
	set_value(&t->levels[slot[0]], slot[1],
		  is_float ? (int32_t)value.number : (int32_t)value.word);
}

bool fxp_gl_track_level(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_QUERIED_LEVEL:
	case FXP_GL_W_QUERIED_LEVEL_F:
		add_queried(c, fxp_gl_texture_bound(c, slot[0]), slot + 1,
			    what == FXP_GL_W_QUERIED_LEVEL_F);
		return true;
	case FXP_GL_W_QUERIED_NAMED_LEVEL:
	case FXP_GL_W_QUERIED_NAMED_LEVEL_F:
		add_queried(c, fxp_gl_texture_named(c, slot[0]), slot + 1,
			    what == FXP_GL_W_QUERIED_NAMED_LEVEL_F);
		return true;
	case FXP_GL_W_QUERIED_TARGET_LEVEL:
		add_queried(c, fxp_gl_texture_named(c, slot[0]), slot + 2,
			    false);
		return true;
	case FXP_GL_W_QUERIED_UNIT_LEVEL:
		add_queried(c,
			    fxp_gl_texture_in_unit(c, slot[0] - GL_TEXTURE0,
						   slot[1]),
			    slot + 2, false);
		return true;
	default:
		return false;
	}
}
