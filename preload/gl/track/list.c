/* SPDX-License-Identifier: MIT */
/*
 * Display lists: a call that is compiled into one takes effect each time that
 * the list is called. Only calls that change tracked state are stored. A list's
 * draws have read their memory when it was compiled.
 *
 * GL executes some calls at once even then, so these are not stored. They are
 * about buffers, arrays, client state, the pixel store, and names, storage and
 * mipmaps of textures.
 */
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/size/size.h"
#include "preload/gl/track/track.h"
#include "preload/gl/state/viewport.h"
#include "writer/bytes.h"

#define MAX_SLOTS 10u
/* Stored calls of one list; lists of one glCallLists in a list. */
#define MAX_CALLS 100000u

/* Calls for images. Their parameters: those that select the texture, then level
 * and format, then sizes and border. An image from memory then has the layout
 * of that. A copy has its place before the sizes. */
static int image_slots(unsigned what)
{
	unsigned n_images = FXP_GL_W_COPY_IMAGE2D - FXP_GL_W_TEX_IMAGE1D + 1;
	unsigned i = what - FXP_GL_W_TEX_IMAGE1D;
	int n_names = i < n_images ? 1 : 2;

	if (i >= 3 * n_images)
		return -1;
	what = FXP_GL_W_TEX_IMAGE1D + i % n_images;
	if (what <= FXP_GL_W_TEX_IMAGE3D)
		return n_names + 5 + (int)(what - FXP_GL_W_TEX_IMAGE1D) + 1;
	if (what <= FXP_GL_W_COMPRESSED_IMAGE3D)
		return n_names + 4 + (int)(what - FXP_GL_W_COMPRESSED_IMAGE1D) +
		       1;
	return n_names + 5 + (int)(what - FXP_GL_W_COPY_IMAGE1D) + 1;
}

static bool is_followed(uint64_t what)
{
	return what == GL_PRIMITIVE_RESTART ||
	       what == GL_PRIMITIVE_RESTART_FIXED_INDEX ||
	       (what >= GL_VERTEX_ARRAY && what <= GL_SECONDARY_COLOR_ARRAY);
}

static int mode_slots(unsigned what, const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_ENABLE:
	case FXP_GL_W_DISABLE:
		return is_followed(slot[0]) ? 1 : 0;
	case FXP_GL_W_IMAGING_HISTOGRAM:
		return 2;
	case FXP_GL_W_IMAGING_TABLE:
		return 3;
	case FXP_GL_W_IMAGING_FILTER2D:
		return 4;
	case FXP_GL_W_IMAGING_COPY1D:
	case FXP_GL_W_MAP1:
		return 5;
	case FXP_GL_W_IMAGING_COPY2D:
		return 6;
	case FXP_GL_W_MAP2:
		return 9;
	default:
		return image_slots(what);
	}
}

/* The number of a call's parameters that are stored in lists. 0: it goes into
 * lists, but changes no tracked state. -1: it is executed at once. */
static int n_slots(unsigned what, const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_BEGIN:
	case FXP_GL_W_END:
	case FXP_GL_W_POP_ATTRIB:
	case FXP_GL_W_PUSH_ATTRIB:
	case FXP_GL_W_CALL_LIST:
	case FXP_GL_W_LIST_BASE:
	case FXP_GL_W_USE_PROGRAM:
	case FXP_GL_W_ACTIVE_TEXTURE:
		return 1;
	case FXP_GL_W_BIND_TEXTURE:
	case FXP_GL_W_PIXEL_MAP:
		return 2;
	case FXP_GL_W_BIND_MULTI_TEXTURE:
		return 3;
	default:
		return mode_slots(what, slot);
	}
}

/* The first block of a chain that has space, or a new one. */
static struct fxp_gl_list_block *block_with_space(struct fxp_gl_context *c,
						  unsigned n)
{
	struct fxp_gl_list_block **at =
		c->list_last ? &c->list_last : &c->list_first;

	while (*at && (*at)->n_words + n > FXP_GL_LIST_WORDS)
		at = &(*at)->next;
	if (!*at)
		*at = fxp_gl_alloc(sizeof(**at));
	return c->list_last = *at ? *at : c->list_last;
}

static void append_call(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot, unsigned n)
{
	struct fxp_gl_list_block *block;

	if (c->n_list_calls >= MAX_CALLS)
		return;
	block = block_with_space(c, n + 1);
	if (!block || block->n_words + n + 1 > FXP_GL_LIST_WORDS)
		return; /* no memory */
	c->n_list_calls++;
	block->words[block->n_words] = what | n << 24;
	for (unsigned i = 0; i < n; i++)
		block->words[block->n_words + 1 + i] = (uint32_t)slot[i];
	block->n_words += n + 1;
}

/* The end of a glBegin in the list itself: the caller need not see both. */
static bool ends_own(struct fxp_gl_context *c)
{
	struct fxp_gl_list_block *block = c->list_last;

	if (!block || block->n_words < 2 ||
	    block->words[block->n_words - 2] != (FXP_GL_W_BEGIN | 1u << 24))
		return false;
	block->n_words -= 2;
	c->n_list_calls--;
	return true;
}

/* The i-th name of glCallLists. Names of two and more bytes begin with the
 * highest byte. FXP_GL_W_CALL_LISTS in a list is one of them. */
static uint32_t name_at(const uint8_t *p, unsigned type)
{
	uint32_t word;
	int exponent;

	switch (type) {
	case GL_BYTE:
		return (uint32_t)(int8_t)p[0];
	case GL_UNSIGNED_BYTE:
		return p[0];
	case GL_SHORT:
		return (uint32_t)(int16_t)(p[0] | p[1] << 8);
	case GL_UNSIGNED_SHORT:
		return (uint32_t)(p[0] | p[1] << 8);
	case GL_2_BYTES:
		return (uint32_t)(p[0] << 8 | p[1]);
	case GL_3_BYTES:
		return (uint32_t)(p[0] << 16 | p[1] << 8 | p[2]);
	case GL_4_BYTES:
		return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
		       (uint32_t)p[2] << 8 | p[3];
	case GL_FLOAT: /* by its bits: floating point is the program's */
		word = fxw_load4(p);
		exponent = (int)(word >> 23 & 0xff) - 127;
		if (exponent < 0 || exponent > 30 || word >> 31)
			return 0;
		word = (word & 0x7fffff) | 0x800000;
		return exponent < 23 ? word >> (23 - exponent)
				     : word << (exponent - 23);
	default:
		return fxw_load4(p);
	}
}

static void append_names(struct fxp_gl_context *c, const uint64_t *slot)
{
	int64_t bytes = fxp_gl_list_name_bytes((unsigned)slot[1]);
	const uint8_t *p = (const uint8_t *)(uintptr_t)slot[2];
	int64_t n = (int32_t)slot[0];

	if (n <= 0 || !bytes || !fxp_gl_is_there(p, (uint64_t)(n * bytes)))
		return;
	for (int64_t i = 0; i < n && i < MAX_CALLS; i++) {
		uint64_t name = name_at(p + i * bytes, (unsigned)slot[1]);

		append_call(c, FXP_GL_W_CALL_LISTS, &name, 1);
	}
}

bool fxp_gl_list_store(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot)
{
	bool is_end = what == FXP_GL_W_END || what == FXP_GL_W_POP_ATTRIB;
	static const uint64_t none[1];
	uint64_t viewport[4];
	bool sets;
	int n;

	if (what == FXP_GL_W_CALL_LISTS) {
		append_names(c, slot);
		return c->list_mode == GL_COMPILE;
	}
	if (fxp_gl_viewport_of(what, slot, viewport, &sets)) {
		if (sets)
			append_call(c, FXP_GL_W_VIEWPORT, viewport, 4);
		return c->list_mode == GL_COMPILE;
	}
	n = n_slots(what, slot);
	if (n < 0)
		return false;
	if (n && !(what == FXP_GL_W_END && ends_own(c)))
		append_call(c, what, is_end ? none : slot, (unsigned)n);
	return c->list_mode == GL_COMPILE;
}

static void start_list(struct fxp_gl_context *c, uint64_t name, uint64_t mode)
{
	if (c->list_mode || !name || c->in_begin ||
	    (mode != GL_COMPILE && mode != GL_COMPILE_AND_EXECUTE))
		return;
	c->list_mode = (uint32_t)mode;
	c->list_name = (uint32_t)name;
	c->n_list_calls = 0;
	fxp_gl_list_clear(c->list_first);
	c->list_last = c->list_first;
}

/* From now on the list has its name. The blocks of that name's old list are
 * used for the next one. */
static void finish_list(struct fxp_gl_context *c)
{
	struct fxp_gl_names *lists = &c->group->lists;
	struct fxp_gl_list_block *first;
	struct fxp_gl_display_list *list;

	if (!c->list_mode || c->in_begin)
		return;
	c->list_mode = 0;
	list = c->n_list_calls ? fxp_gl_make_in(c->group, lists, c->list_name,
						sizeof(*list))
			       : fxp_gl_find(lists, c->list_name);
	if (!list)
		return;
	c->group->has_lists = true;
	first = list->first;
	list->first = c->list_first;
	c->list_first = first;
	c->list_last = NULL;
}

static void enter_list(struct fxp_gl_context *c, uint32_t name, unsigned *depth)
{
	const struct fxp_gl_display_list *list =
		*depth < FXP_GL_LIST_DEPTH ? fxp_gl_find(&c->group->lists, name)
					   : NULL;

	if (!list || !list->first)
		return;
	c->list_calls[*depth].block = list->first;
	c->list_calls[*depth].at = 0;
	++*depth;
}

/* The next call of a list, or false: its end. */
static bool next_call(struct fxp_gl_context *c, unsigned depth, unsigned *what,
		      uint64_t *slot)
{
	struct fxp_gl_list_block **block = &c->list_calls[depth - 1].block;
	uint32_t *at = &c->list_calls[depth - 1].at;
	uint32_t word;

	while (*block && *at >= (*block)->n_words) {
		*block = (*block)->next;
		*at = 0;
	}
	if (!*block)
		return false;
	word = (*block)->words[(*at)++ % FXP_GL_LIST_WORDS];
	*what = word & 0xffffff;
	for (unsigned i = 0; i < word >> 24 && i < MAX_SLOTS; i++)
		slot[i] = (*block)->words[(*at)++ % FXP_GL_LIST_WORDS];
	return true;
}

/* No recursion: the size of the stack is unknown. */
static void call_list(struct fxp_gl_context *c, uint32_t name)
{
	uint64_t slot[MAX_SLOTS] = {0};
	unsigned depth = 0, what;

	enter_list(c, name, &depth);
	c->is_in_list = true;
	while (depth) {
		if (!next_call(c, depth, &what, slot))
			depth--;
		else if (what == FXP_GL_W_CALL_LIST)
			enter_list(c, (uint32_t)slot[0], &depth);
		else if (what == FXP_GL_W_CALL_LISTS)
			enter_list(c, c->list_base + (uint32_t)slot[0], &depth);
		else
			fxp_gl_track_now(c, what, slot);
	}
	c->is_in_list = false;
}

static void call_several(struct fxp_gl_context *c, const uint64_t *slot)
{
	int64_t bytes = fxp_gl_list_name_bytes((unsigned)slot[1]);
	const uint8_t *p = (const uint8_t *)(uintptr_t)slot[2];
	int64_t n = (int32_t)slot[0];

	if (n <= 0 || !bytes || !fxp_gl_is_there(p, (uint64_t)(n * bytes)))
		return;
	for (int64_t i = 0; i < n; i++)
		call_list(c, c->list_base +
				     name_at(p + i * bytes, (unsigned)slot[1]));
}

/* Clears the list if its name is one of n from `first` on. */
static void clear_if_in(struct fxp_gl_object *o, uint32_t first, int64_t n)
{
	uint32_t name = __atomic_load_n(&o->name, __ATOMIC_RELAXED);

	if (name - first >= n || !fxp_gl_end_name(o, name))
		return;
	fxp_gl_list_clear(((struct fxp_gl_display_list *)o)->first);
	fxp_gl_vacate(o);
}

/* Clears n lists from the name `first` on. */
static void clear_lists(struct fxp_gl_context *c, uint32_t first, int64_t n)
{
	struct fxp_gl_names *lists = &c->group->lists;

	for (unsigned i = 0; n > 0 && i < FXP_GL_BUCKETS; i++)
		for (struct fxp_gl_object *o = lists->heads[i]; o; o = o->next)
			clear_if_in(o, first, n);
}

bool fxp_gl_track_list(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_NEW_LIST:
		start_list(c, slot[0], slot[1]);
		return true;
	case FXP_GL_W_END_LIST:
		finish_list(c);
		return true;
	case FXP_GL_W_CALL_LIST:
		if (c->group->has_lists)
			call_list(c, (uint32_t)slot[0]);
		return true;
	case FXP_GL_W_CALL_LISTS:
		if (c->group->has_lists)
			call_several(c, slot);
		return true;
	case FXP_GL_W_DELETE_LISTS:
		if (c->group->has_lists && !c->in_begin)
			clear_lists(c, (uint32_t)slot[0], (int32_t)slot[1]);
		return true;
	case FXP_GL_W_LIST_BASE:
		if (!c->in_begin)
			c->list_base = (uint32_t)slot[0];
		return true;
	default:
		return false;
	}
}
