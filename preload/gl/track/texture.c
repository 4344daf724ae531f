/* SPDX-License-Identifier: MIT */
/*
 * Calls that give textures images and storage, and the resulting sizes of their
 * levels, see preload/gl/state/texture.h.
 */
#include "preload/gl/size/block.h"
#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/size/image.h"
#include "preload/gl/state/texture.h"
#include "preload/gl/track/track.h"
#include "writer/bytes.h"

/* An unknown level: GL may have accepted a call, or not. */
#define DOUBTED_LEVEL                                                          \
	((struct fxp_gl_level){.width = -1, .height = -1, .depth = -1})

static enum fxp_gl_verdict least_of(enum fxp_gl_verdict a,
				    enum fxp_gl_verdict b)
{
	return a < b ? a : b;
}

/* Whether the texture may get such a new image. It cannot if it has storage,
 * provided that GL has accepted that. With a compressed format, GLs differ. */
static enum fxp_gl_verdict may_change(const struct fxp_gl_texture *t,
				      const struct fxp_gl_image *image)
{
	const struct fxp_gl_level *first = &t->levels[0];

	if (image->kind != t->kind)
		return FXP_GL_REFUSED;
	if (!t->is_immutable || fxp_gl_block_of(first->format).bytes ||
	    (first->format && fxp_gl_block_is_chosen(first->format)))
		return FXP_GL_TAKEN;
	return first->width < 0 ? FXP_GL_DOUBTED : FXP_GL_REFUSED;
}

static struct fxp_gl_image image_of(const struct fxp_gl_context *c,
				    const struct fxp_gl_texture *t,
				    uint64_t target, const uint64_t *sizes,
				    unsigned n_sizes)
{
	struct fxp_gl_image image = {
		.is_plain = c->is_core || c->api != FXP_GL_API_GL,
		.n_sizes = n_sizes,
		.size = {1, 1, 1},
	};

	image.kind = target ? fxp_gl_texture_kind(target, &image.is_face)
			    : (enum fxp_gl_kind)t->kind;
	for (unsigned i = 0; i < n_sizes; i++)
		image.size[i] = (int32_t)sizes[i];
	return image;
}

/* Sets a level if GL has accepted its image. In doubt the level is unknown. */
static void set_level(struct fxp_gl_texture *t,
		      const struct fxp_gl_image *image, uint64_t format,
		      enum fxp_gl_verdict verdict)
{
	struct fxp_gl_level *l = &t->levels[image->level % FXP_GL_N_LEVELS];
	const int32_t *size = image->size;

	if (verdict == FXP_GL_REFUSED || image->level >= FXP_GL_N_LEVELS)
		return;
	t->made &= ~(1u << image->level);
	/* smaller levels were generated from the old one */
	if (l->width > 0 && (l->width != size[0] || l->height != size[1] ||
			     l->depth != size[2]))
		t->made |= ~1u << image->level;
	*l = (struct fxp_gl_level){.width = size[0],
				   .height = size[1],
				   .depth = size[2],
				   .format = (uint32_t)format};
	if (verdict == FXP_GL_DOUBTED)
		*l = DOUBTED_LEVEL;
}

static int32_t half_size(int32_t size)
{
	return size > 1 ? size / 2 : 1;
}

/* The next smaller level; layers do not shrink. */
static struct fxp_gl_level smaller_level(const struct fxp_gl_texture *t,
					 const struct fxp_gl_level *l)
{
	if (l->width < 0)
		return *l;
	return (struct fxp_gl_level){
		.width = half_size(l->width),
		.height = t->kind == FXP_GL_1D_ARRAY ? l->height
						     : half_size(l->height),
		.depth = t->kind == FXP_GL_3D ? half_size(l->depth) : l->depth,
		.format = l->format};
}

/* The number of levels from a first one down to one pixel; the maximum if its
 * size is unknown. */
static uint64_t n_below(const struct fxp_gl_texture *t,
			const struct fxp_gl_level *l)
{
	int32_t size = l->width;
	uint64_t n = 0;

	if (size < 0)
		return FXP_GL_N_LEVELS;
	if (l->height > size && t->kind != FXP_GL_1D_ARRAY)
		size = l->height;
	if (t->kind == FXP_GL_3D && l->depth > size)
		size = l->depth;
	for (; size > 1; size /= 2)
		n++;
	return n;
}

static bool is_same(const struct fxp_gl_level *a, const struct fxp_gl_level *b)
{
	return a->width == b->width && a->height == b->height &&
	       a->depth == b->depth && a->format == b->format;
}

/* GL generates levels from its base level on. That is the first existing one,
 * or a later one. It ends at one pixel, or at a level that the program has set.
 * If that matters, sizes are unknown. A texture with storage gets no new
 * levels. */
static void generate_levels(struct fxp_gl_texture *t)
{
	uint64_t first = 0, n;

	if (!t || t->is_immutable || t->kind == FXP_GL_RECTANGLE)
		return;
	while (first < FXP_GL_N_LEVELS - 1 && !t->levels[first].width)
		first++;
	n = n_below(t, &t->levels[first]);
	for (uint64_t i = first + 1; i <= first + n && i < FXP_GL_N_LEVELS;
	     i++) {
		struct fxp_gl_level *l = &t->levels[i];
		struct fxp_gl_level made = smaller_level(t, l - 1);

		if (!l->width)
			t->made |= 1u << i;
		*l = (t->made & 1u << i) || is_same(l, &made) ? made
							      : DOUBTED_LEVEL;
	}
}

/* levels, format, sizes; target 0: the texture's own */
static void set_storage(const struct fxp_gl_context *c,
			struct fxp_gl_texture *t, uint64_t target,
			const uint64_t *slot, unsigned n_sizes)
{
	struct fxp_gl_image image;
	enum fxp_gl_verdict verdict;

	if (!t || !t->object.is_there || t->object.name >= FXP_GL_UNNAMED ||
	    c->in_begin)
		return;
	image = image_of(c, t, target, slot + 2, n_sizes);
	verdict = least_of(fxp_gl_image_levels(&image, (uint32_t)slot[0]),
			   fxp_gl_image_storage(image.kind, (unsigned)slot[1]));
	verdict = least_of(verdict, may_change(t, &image));
	if (verdict == FXP_GL_REFUSED)
		return;
	set_level(t, &image, slot[1], verdict);
	for (uint64_t i = 1; i < (uint32_t)slot[0] && i < FXP_GL_N_LEVELS; i++)
		t->levels[i] = smaller_level(t, &t->levels[i - 1]);
	t->is_immutable = true;
}

/* Layers of a texture's level, including faces. */
static int64_t layers_of(const struct fxp_gl_texture *t, uint64_t level)
{
	switch (t->kind) {
	case FXP_GL_1D_ARRAY:
		return t->levels[level].height;
	case FXP_GL_2D_ARRAY:
	case FXP_GL_CUBE_ARRAY:
		return t->levels[level].depth;
	case FXP_GL_CUBE:
		return 6;
	default:
		return 1;
	}
}

/* Sets a level of a view of n_layers layers. */
static void set_view_level(struct fxp_gl_texture *t, uint64_t i,
			   const struct fxp_gl_level *from, int64_t n_layers)
{
	struct fxp_gl_level *l = &t->levels[i];
	uint32_t format = l->format;

	*l = *from;
	l->format = format;
	l->n_bytes = 0;
	if (t->kind == FXP_GL_1D)
		l->height = 1;
	else if (t->kind == FXP_GL_1D_ARRAY)
		l->height = (int32_t)n_layers;
	if (t->kind == FXP_GL_2D_ARRAY || t->kind == FXP_GL_CUBE_ARRAY)
		l->depth = (int32_t)n_layers;
	else if (t->kind != FXP_GL_3D)
		l->depth = 1;
}

/* slot: texture, target, original texture, format, first level, levels, first
 * layer, layers: at most as many as the original has of both */
static void set_view(struct fxp_gl_context *c, const uint64_t *slot)
{
	const struct fxp_gl_texture *from = fxp_gl_texture_named(c, slot[2]);
	struct fxp_gl_texture *t = fxp_gl_texture_named_as(c, slot[0], slot[1]);
	uint64_t first = (uint32_t)slot[4], n = (uint32_t)slot[5];
	int64_t n_layers;

	if (!t || !from || t == from || c->in_begin || t->levels[0].width)
		return;
	t->is_immutable = true;
	for (uint64_t i = 0; i < n && first + i < FXP_GL_N_LEVELS; i++) {
		n_layers = layers_of(from, first + i) - (uint32_t)slot[6];
		if (n_layers > (uint32_t)slot[7])
			n_layers = (uint32_t)slot[7];
		if (!from->levels[first + i].width || n_layers <= 0)
			return;
		t->levels[i].format = (uint32_t)slot[3];
		set_view_level(t, i, &from->levels[first + i], n_layers);
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
		set_storage(c, fxp_gl_texture_bound(c, slot[0]), slot[0],
			    slot + 1, what - FXP_GL_W_TEX_STORAGE1D + 1);
		return true;
	case FXP_GL_W_TEXTURE_STORAGE1D:
	case FXP_GL_W_TEXTURE_STORAGE2D:
	case FXP_GL_W_TEXTURE_STORAGE3D:
		set_storage(c, fxp_gl_texture_named(c, slot[0]), 0, slot + 1,
			    what - FXP_GL_W_TEXTURE_STORAGE1D + 1);
		return true;
	case FXP_GL_W_NAMED_STORAGE1D:
	case FXP_GL_W_NAMED_STORAGE2D:
	case FXP_GL_W_NAMED_STORAGE3D:
		set_storage(c, fxp_gl_texture_named_as(c, slot[0], slot[1]),
			    slot[1], slot + 2,
			    what - FXP_GL_W_NAMED_STORAGE1D + 1);
		return true;
	case FXP_GL_W_GENERATE_UNIT_MIPMAP:
		generate_levels(fxp_gl_texture_in_unit(c, slot[0] - GL_TEXTURE0,
						       slot[1]));
		return true;
	case FXP_GL_W_GENERATE_MIPMAP:
	case FXP_GL_W_GENERATE_TEXTURE_MIPMAP:
		t = what == FXP_GL_W_GENERATE_MIPMAP
			    ? fxp_gl_texture_bound(c, slot[0])
			    : fxp_gl_texture_named(c, slot[0]);
		generate_levels(t);
		return true;
	case FXP_GL_W_TEXTURE_VIEW:
		set_view(c, slot);
		return true;
	case FXP_GL_W_EGL_IMAGE_TARGET: /* made elsewhere: unknown */
		t = fxp_gl_texture_bound(c, slot[0]);
		if (t)
			fxw_zero(t->levels, sizeof(t->levels));
		return true;
	default:
		return fxp_gl_track_level(c, what, slot) ||
		       fxp_gl_track_texture_name(c, what, slot);
	}
}

/* If a buffer is bound for that, GL rejects parts that are not inside it. Calls
 * of a list had their bytes when it was compiled. */
static bool is_in_source(const struct fxp_gl_context *c, uint64_t offset,
			 int64_t n_bytes)
{
	const struct fxp_gl_buffer *b =
		c->is_in_list ? NULL
			      : fxp_gl_bound_buffer(c, GL_PIXEL_UNPACK_BUFFER);

	if (!b || b->n_bytes <= 0 || n_bytes <= 0)
		return true;
	if (b->mapping.address && !(b->mapping.access & GL_MAP_PERSISTENT_BIT))
		return false;
	return n_bytes <= b->n_bytes &&
	       offset <= (uint64_t)(b->n_bytes - n_bytes);
}

/* Pixels; slot: border, format, type, address */
static enum fxp_gl_verdict judge_pixels(const struct fxp_gl_context *c,
					struct fxp_gl_image *image,
					unsigned internal, const uint64_t *slot)
{
	const struct fxp_gl_box box = {image->size[0], image->size[1],
				       image->size[2], image->n_sizes};

	if (c->bound[FXP_GL_T_UNPACK] &&
	    !is_in_source(c, slot[3],
			  fxp_gl_image_bytes(&c->unpack, (unsigned)slot[1],
					     (unsigned)slot[2], &box)))
		return FXP_GL_REFUSED;
	image->border = (int32_t)slot[0];
	return least_of(fxp_gl_image_fits(image),
			fxp_gl_image_pixels(image->kind, internal,
					    (unsigned)slot[1],
					    (unsigned)slot[2]));
}

/* Blocks, which have no borders. GL accepts only whole images of them; slot:
 * border, bytes, address */
static enum fxp_gl_verdict judge_blocks(const struct fxp_gl_context *c,
					const struct fxp_gl_image *image,
					unsigned internal, const uint64_t *slot)
{
	struct fxp_gl_block block = fxp_gl_block_of(internal);
	int64_t n_bytes = fxp_gl_block_bytes(&block, image->size[0],
					     image->size[1], image->size[2]);

	if ((int32_t)slot[0] || (int32_t)slot[1] < 0 ||
	    (block.bytes && n_bytes != (int32_t)slot[1]) ||
	    (c->bound[FXP_GL_T_UNPACK] &&
	     !is_in_source(c, slot[2], (int32_t)slot[1])))
		return FXP_GL_REFUSED;
	return least_of(fxp_gl_image_fits(image),
			fxp_gl_image_blocks(image->kind, internal));
}

static enum fxp_gl_verdict judge_copy(struct fxp_gl_image *image,
				      unsigned internal, uint64_t border)
{
	image->border = (int32_t)border;
	return least_of(fxp_gl_image_fits(image), fxp_gl_image_copy(internal));
}

/* A level's sizes, by their number; slot: the level, its format, sizes and the
 * rest. A copy has its place in the framebuffer before the sizes. */
static bool set_image(const struct fxp_gl_context *c, struct fxp_gl_texture *t,
		      uint64_t target, unsigned what, const uint64_t *slot)
{
	bool is_copy = what >= FXP_GL_W_COPY_IMAGE1D;
	bool is_blocks = !is_copy && what >= FXP_GL_W_COMPRESSED_IMAGE1D;
	unsigned first = is_copy     ? FXP_GL_W_COPY_IMAGE1D
			 : is_blocks ? FXP_GL_W_COMPRESSED_IMAGE1D
				     : FXP_GL_W_TEX_IMAGE1D;
	const uint64_t *sizes = slot + (is_copy ? 4 : 2);
	const uint64_t *behind = sizes + (what - first + 1);
	unsigned format = (unsigned)slot[1];
	enum fxp_gl_verdict verdict;
	struct fxp_gl_image image;

	if (!t)
		return true;
	image = image_of(c, t, target, sizes, what - first + 1);
	image.level = (uint32_t)slot[0];
	if (is_copy)
		verdict = judge_copy(&image, format, behind[0]);
	else if (is_blocks)
		verdict = judge_blocks(c, &image, format, behind);
	else
		verdict = judge_pixels(c, &image, format, behind);
	verdict = least_of(verdict, may_change(t, &image));
	set_level(t, &image, format, verdict);
	if (is_blocks && verdict == FXP_GL_TAKEN &&
	    image.level < FXP_GL_N_LEVELS)
		t->levels[image.level].n_bytes = (int32_t)behind[1];
	return true;
}

/* How many numbers there are for each way to select a texture. */
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
		return set_image(c, fxp_gl_texture_bound(c, slot[0]), slot[0],
				 what, slot + 1);
	what = FXP_GL_W_TEX_IMAGE1D + i % N_IMAGES;
	if (i < 2 * N_IMAGES) /* name, target */
		return set_image(c,
				 fxp_gl_texture_named_as(c, slot[0], slot[1]),
				 slot[1], what, slot + 2);
	return set_image(
		c, fxp_gl_texture_in_unit(c, slot[0] - GL_TEXTURE0, slot[1]),
		slot[1], what, slot + 2);
}
