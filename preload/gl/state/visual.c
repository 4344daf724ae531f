/* SPDX-License-Identifier: MIT */
/*
 * Visuals, see visual.h: a list that only grows, up to more visuals than any
 * server has. Any thread may set the values.
 */
#include "preload/gl/state/visual.h"

#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/fact.h"
#include "preload/gl/size/size.h"
#include "writer/bytes.h"

#define N_BUCKETS 64u
#define MAX_VISUALS 4096u

/* An XVisualInfo of Xlib. */
struct visual_info {
	void *visual;
	unsigned long id;
	int screen, depth, kind;
	unsigned long masks[3]; /* red, green, blue */
	int colormap_size, bits_per_rgb;
};
/* The kinds that have masks: TrueColor and DirectColor. */
#define KIND_TRUE 4
#define KIND_DIRECT 5

enum { RED, ALPHA = 3, DEPTH, STENCIL, SAMPLES, DOUBLE, STEREO, N_VALUES };
_Static_assert(N_VALUES == FXP_GL_FRAMEBUFFER_VALUES, "as they are emitted");

struct visual {
	struct visual *next;
	uint64_t display;
	uint32_t id;
	uint64_t config; /* 0: not known */
	/* GLX's answers, and the program's requests; -1: none */
	int32_t queried[N_VALUES], requested[N_VALUES];
};

static struct visual *visuals[N_BUCKETS];
static uint32_t n_visuals;

static const struct visual_info *info_at(uint64_t info)
{
	return (const struct visual_info *)(uintptr_t)info;
}

static struct visual **bucket_of(uint32_t id)
{
	return &visuals[(id ^ id >> 6) % N_BUCKETS];
}

static struct visual *find_visual(uint64_t display, uint32_t id)
{
	/* acquire: pairs with the release in make_visual() */
	struct visual *v = __atomic_load_n(bucket_of(id), __ATOMIC_ACQUIRE);

	while (v && (v->id != id || v->display != display))
		v = v->next;
	return v;
}

/* The visual of that id, a new one if there is none; NULL: no space. */
static struct visual *make_visual(uint64_t display, uint32_t id)
{
	struct visual *v = find_visual(display, id), **head = bucket_of(id);

	if (v || !id ||
	    __atomic_load_n(&n_visuals, __ATOMIC_RELAXED) >= MAX_VISUALS)
		return v;
	v = fxp_gl_alloc(sizeof(*v));
	if (!v)
		return NULL;
	__atomic_add_fetch(&n_visuals, 1, __ATOMIC_RELAXED);
	v->display = display;
	v->id = id;
	for (unsigned i = 0; i < N_VALUES; i++)
		v->queried[i] = v->requested[i] = -1;
	v->next = __atomic_load_n(head, __ATOMIC_RELAXED);
	/* Two threads may add the same one: one of the two is never found
	 * again. */
	while (!__atomic_compare_exchange_n(head, &v->next, v, false,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	return v;
}

static void store_value(int32_t *to, int32_t value)
{
	/* relaxed: racing threads store the same value */
	__atomic_store_n(to, value, __ATOMIC_RELAXED);
}

/* Which value a key of GLX is for; N_VALUES: none. */
static unsigned value_of(uint32_t key)
{
	switch (key) {
	case GLX_DOUBLEBUFFER:
		return DOUBLE;
	case GLX_STEREO:
		return STEREO;
	case GLX_SAMPLES:
		return SAMPLES;
	default:
		return key - GLX_RED_SIZE <= GLX_STENCIL_SIZE - GLX_RED_SIZE
			       ? key - GLX_RED_SIZE
			       : N_VALUES;
	}
}

/* The likely value for a requested minimum. GLX prefers none if it was not
 * requested, the smallest of stencil and samples, and the largest of depth and
 * alpha, which is unknown. */
static int32_t likely_value(unsigned i, int32_t least)
{
	return (i == ALPHA || i == DEPTH) && least ? -1 : least;
}

void fxp_gl_visual_chosen(uint64_t display, uint64_t info, uint64_t list)
{
	const char *p = (const char *)(uintptr_t)list;
	int64_t n = fxp_gl_list_length(p, FXP_GL_LIST_VISUAL, fxp_gl_is_there);
	struct visual *v =
		info ? make_visual(display, (uint32_t)info_at(info)->id) : NULL;
	int32_t least[N_VALUES] = {0};

	if (!v)
		return;
	for (int64_t i = 0; i + 1 < n; i++) {
		uint32_t key = fxw_load4(p + i * 4);
		unsigned at = value_of(key);
		uint32_t value = 1;

		if (!fxp_gl_is_single(FXP_GL_LIST_VISUAL, key))
			value = fxw_load4(p + ++i * 4);
		if (at < N_VALUES)
			least[at] = (int32_t)value;
	}
	/* the masks will have the values of colors */
	for (unsigned i = ALPHA; i < N_VALUES; i++)
		store_value(&v->requested[i], likely_value(i, least[i]));
	/* the old one may be of a display that was closed since */
	__atomic_store_n(&v->config, 0, __ATOMIC_RELAXED);
}

void fxp_gl_visual_is_of(uint64_t display, uint64_t info, uint64_t config)
{
	struct visual *v =
		info ? make_visual(display, (uint32_t)info_at(info)->id) : NULL;

	if (v)
		__atomic_store_n(&v->config, config, __ATOMIC_RELAXED);
}

void fxp_gl_visual_answer(uint64_t display, uint64_t info, uint32_t attribute,
			  uint64_t value)
{
	unsigned i = value_of(attribute);
	struct visual *v;

	if (i >= N_VALUES || !info || !value)
		return;
	v = make_visual(display, (uint32_t)info_at(info)->id);
	if (v)
		store_value(&v->queried[i],
			    (int32_t)fxw_load4((void *)(uintptr_t)value));
}

static int32_t bits_of(unsigned long mask)
{
	int32_t n = 0;

	for (; mask; mask &= mask - 1)
		n++;
	return n;
}

uint32_t fxp_gl_visual_given(uint64_t display, uint64_t info, uint64_t *config)
{
	const struct visual_info *from = info_at(info);
	struct visual *v;

	/* GLX has read only its beginning */
	if (!info || !fxp_gl_is_there(from, sizeof(*from)))
		return 0;
	v = make_visual(display, (uint32_t)from->id);
	if (!v)
		return (uint32_t)from->id;
	*config = __atomic_load_n(&v->config, __ATOMIC_RELAXED);
	for (unsigned i = 0; i < ALPHA; i++)
		if (from->kind == KIND_TRUE || from->kind == KIND_DIRECT)
			store_value(&v->requested[i], bits_of(from->masks[i]));
	return (uint32_t)from->id;
}

void fxp_gl_visual_values(uint64_t display, uint32_t id, int32_t *values)
{
	const struct visual *v = find_visual(display, id);

	for (unsigned i = 0; i < N_VALUES; i++) {
		values[i] =
			v ? __atomic_load_n(&v->queried[i], __ATOMIC_RELAXED)
			  : -1;
		if (v && values[i] < 0)
			values[i] = __atomic_load_n(&v->requested[i],
						    __ATOMIC_RELAXED);
	}
	values[DOUBLE] = values[DOUBLE] != 0;
	values[STEREO] = values[STEREO] > 0;
}
