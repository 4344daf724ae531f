/* SPDX-License-Identifier: MIT */
/*
 * Facts, kept and told; see gl_fact.h.
 */
#include "preload/gl_fact.h"

#include "preload/gl_const.h"
#include "preload/gl_self.h"
#include "writer/engine.h"

#define BUCKETS 64u

static struct fxp_gl_drawable *drawables[BUCKETS];

uint64_t fxp_gl_facts_archive(void)
{
	return ((uint64_t)fxw_engine.generation << 32 | fxw_generation()) + 1;
}

static unsigned bucket_of(uint64_t handle)
{
	return (unsigned)(handle ^ handle >> 6 ^ handle >> 12) % BUCKETS;
}

static struct fxp_gl_drawable *find(uint64_t display, uint64_t handle,
				    bool is_egl)
{
	/* acquire: pairs with the release in fresh() */
	struct fxp_gl_drawable *d = __atomic_load_n(
		&drawables[bucket_of(handle)], __ATOMIC_ACQUIRE);

	while (d && (d->handle != handle || d->display != display ||
		     d->is_egl != is_egl))
		d = d->next;
	return d;
}

/* One that is not in use any more, taken for `handle`; or a new one. */
static struct fxp_gl_drawable *take(uint64_t handle)
{
	struct fxp_gl_drawable **head = &drawables[bucket_of(handle)];
	struct fxp_gl_drawable *d = __atomic_load_n(head, __ATOMIC_ACQUIRE);

	for (; d; d = d->next) {
		uint64_t nobody = 0;

		/* acquire: pairs with the release in fxp_gl_drawable_gone */
		if (__atomic_compare_exchange_n(&d->handle, &nobody, handle,
						false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return d;
	}
	d = fxp_gl_alloc(sizeof(*d));
	if (!d)
		return NULL;
	d->handle = handle;
	d->next = __atomic_load_n(head, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(head, &d->next, d, false,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	return d;
}

/* The drawable as it is when nothing is known of it. */
static struct fxp_gl_drawable *fresh(uint64_t display, uint64_t handle,
				     bool is_egl)
{
	struct fxp_gl_drawable *d = find(display, handle, is_egl);

	if (!handle)
		return NULL;
	if (!d)
		d = take(handle);
	if (!d)
		return NULL;
	d->display = display;
	d->is_egl = is_egl;
	d->is_fresh = true;
	d->config = 0;
	d->width = d->height = d->config_id = -1;
	d->known = FXP_GL_SIZE_UNKNOWN;
	d->render_buffer = 0;
	for (unsigned i = 0; i < 4; i++)
		d->viewport[i] = -1;
	d->told = 0;
	return d;
}

static void set_size(struct fxp_gl_drawable *d, int32_t width, int32_t height,
		     enum fxp_gl_known known)
{
	if (width == d->width && height == d->height)
		return;
	d->width = width;
	d->height = height;
	d->known = known;
	d->told = 0;
}

void fxp_gl_drawable_made(uint64_t display, uint64_t handle, bool is_egl,
			  uint64_t config, int32_t width, int32_t height)
{
	struct fxp_gl_drawable *d = fresh(display, handle, is_egl);

	if (!d)
		return;
	d->config = config;
	if (width >= 0 && height >= 0)
		set_size(d, width, height, FXP_GL_SIZE_CREATED);
}

void fxp_gl_drawable_gone(uint64_t display, uint64_t handle, bool is_egl)
{
	struct fxp_gl_drawable *d = find(display, handle, is_egl);

	if (d && handle)
		__atomic_store_n(&d->handle, 0, __ATOMIC_RELEASE);
}

static void tell_drawable(struct fxp_gl_drawable *d)
{
	if (!d || d->told == fxp_gl_facts_archive())
		return;
	d->told = fxp_gl_facts_archive();
	fxp_gl_event_drawable(d);
}

static void ask_size(const struct fxp_gl_context *c, struct fxp_gl_drawable *d)
{
	int32_t width, height;

	d->render_buffer = (uint32_t)fxp_gl_ask_surface(d->display, d->handle,
							EGL_RENDER_BUFFER);
	d->config_id = fxp_gl_ask_surface(d->display, d->handle, EGL_CONFIG_ID);
	height = fxp_gl_ask_surface(d->display, d->handle, EGL_HEIGHT);
	width = fxp_gl_ask_surface(d->display, d->handle, EGL_WIDTH);
	if (width >= 0 && height >= 0)
		set_size(d, width, height, FXP_GL_SIZE_ASKED);
	else /* another thread has just destroyed it: no error may stay */
		(void)fxp_gl_ask_config(true, d->display, c->config,
					EGL_CONFIG_ID);
}

static bool read_viewport(const struct fxp_gl_context *c, int32_t *viewport)
{
	for (unsigned i = 0; i < 4; i++)
		viewport[i] = -1;
	return fxp_gl_ask_values(c, GL_VIEWPORT, viewport) && viewport[2] > 0 &&
	       viewport[3] > 0;
}

/* A drawable that is current now. is_new: the context has its viewport from it.
 */
static void look_at(struct fxp_gl_context *c, struct fxp_gl_drawable *d,
		    bool is_new)
{
	int32_t viewport[4];

	if (d->is_egl && d->is_fresh)
		ask_size(c, d);
	if (is_new && read_viewport(c, viewport)) {
		for (unsigned i = 0; i < 4; i++)
			d->viewport[i] = viewport[i];
		if (!d->is_egl)
			set_size(d, viewport[2], viewport[3],
				 FXP_GL_SIZE_NEW_CONTEXT);
		else if (viewport[2] != d->width || viewport[3] != d->height)
			ask_size(c, d);
	}
	d->is_fresh = false;
}

static struct fxp_gl_drawable *known(uint64_t display, uint64_t handle,
				     bool is_egl)
{
	struct fxp_gl_drawable *d =
		handle ? find(display, handle, is_egl) : NULL;

	return d ? d : fresh(display, handle, is_egl);
}

void fxp_gl_facts_current(struct fxp_gl_context *c, uint64_t display,
			  uint64_t draw, uint64_t read)
{
	struct fxp_gl_drawable *d = known(display, draw, c->is_egl);
	bool is_new = c->is_seen && !c->has_drawn && d;
	enum fxp_gl_config_ask ask =
		c->told ? FXP_GL_CONFIG_ASK : FXP_GL_CONFIG_ASK_ANEW;

	c->display = display;
	c->draw = draw;
	c->read = read;
	fxp_gl_facts_context(c);
	fxp_gl_config_tell(display, c->config, c->is_egl, ask);
	if (is_new && !c->config && (!d || !d->config))
		fxp_gl_facts_framebuffer(c);
	c->has_drawn |= d != NULL;
	for (unsigned i = 0; i < 2; i++) {
		if (d) {
			ask = d->is_fresh && d->config != c->config
				      ? FXP_GL_CONFIG_ASK_ANEW
				      : FXP_GL_CONFIG_ASK;
			look_at(c, d, is_new && !i);
			fxp_gl_config_tell(display, d->config, c->is_egl, ask);
			tell_drawable(d);
		}
		d = read != draw && !i ? known(display, read, c->is_egl) : NULL;
	}
}

/* Of X's drawables the program's viewport is all there is to see, as far as it
 * is about them. */
static void guess_size(const struct fxp_gl_context *c,
		       struct fxp_gl_drawable *d, const int32_t *viewport)
{
	if (d->known == FXP_GL_SIZE_CREATED || c->framebuffer)
		return;
	set_size(d, viewport[0] + viewport[2], viewport[1] + viewport[3],
		 FXP_GL_SIZE_VIEWPORT);
}

void fxp_gl_facts_swapped(uint64_t display, uint64_t handle, bool is_egl)
{
	struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_drawable *d = find(display, handle, is_egl);
	int32_t viewport[4];

	if (!c || !d || c->is_egl != is_egl || c->draw != handle ||
	    c->display != display || !read_viewport(c, viewport))
		return;
	for (unsigned i = 0; i < 4; i++) {
		if (viewport[i] == d->viewport[i])
			continue;
		for (i = 0; i < 4; i++)
			d->viewport[i] = viewport[i];
		if (is_egl)
			ask_size(c, d);
		else
			guess_size(c, d, viewport);
	}
	tell_drawable(d);
}

void fxp_gl_facts_again(struct fxp_gl_context *c)
{
	const uint64_t handles[] = {c->draw, c->read};

	if (c->told == fxp_gl_facts_archive() || c->in_begin)
		return;
	fxp_gl_facts_context(c);
	fxp_gl_config_tell(c->display, c->config, c->is_egl,
			   FXP_GL_CONFIG_NO_ASK);
	for (unsigned i = 0; i < 2; i++) {
		struct fxp_gl_drawable *d =
			handles[i] ? find(c->display, handles[i], c->is_egl)
				   : NULL;

		if (!d)
			continue;
		fxp_gl_config_tell(c->display, d->config, c->is_egl,
				   FXP_GL_CONFIG_NO_ASK);
		tell_drawable(d);
	}
}
