/* SPDX-License-Identifier: MIT */
/*
 * Facts are stored and emitted; see fact.h.
 */
#include "preload/gl/state/fact.h"
#include "preload/gl/state/fact_archive.h"

#include "preload/gl/driver/const.h"
#include "preload/gl/state/query.h"
#include "preload/gl/state/viewport.h"
#include "preload/gl/driver/x11.h"
#include "writer/engine.h"

#define BUCKETS 64u

static struct fxp_gl_drawable *drawables[BUCKETS];

static unsigned bucket_of(uint64_t handle)
{
	return (unsigned)(handle ^ handle >> 6 ^ handle >> 12) % BUCKETS;
}

static struct fxp_gl_drawable *find_drawable(uint64_t display, uint64_t handle,
					     bool is_egl)
{
	/* acquire: pairs with the release in make_drawable() */
	struct fxp_gl_drawable *d = __atomic_load_n(
		&drawables[bucket_of(handle)], __ATOMIC_ACQUIRE);

	while (d && (d->handle != handle || d->display != display ||
		     d->is_egl != is_egl))
		d = d->next;
	return d;
}

/* A free place, taken for `handle`; or a new one. */
static struct fxp_gl_drawable *take_drawable(uint64_t handle)
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

/* The drawable, as yet without any knowledge of it. */
static struct fxp_gl_drawable *make_drawable(uint64_t display, uint64_t handle,
					     bool is_egl)
{
	struct fxp_gl_drawable *d = find_drawable(display, handle, is_egl);

	if (!handle)
		return NULL;
	if (!d)
		d = take_drawable(handle);
	if (!d)
		return NULL;
	d->display = display;
	d->is_egl = is_egl;
	d->is_fresh = true;
	d->config = 0;
	d->width = d->height = d->config_id = -1;
	d->known = FXP_GL_SIZE_UNKNOWN;
	d->render_buffer = 0;
	/* or the object that it was made for, see below */
	d->native = is_egl ? 0 : handle;
	d->viewport.is_known = false;
	d->archive = 0;
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
	d->archive = 0;
}

void fxp_gl_drawable_made(uint64_t display, uint64_t handle, bool is_egl,
			  uint64_t config, int32_t width, int32_t height)
{
	struct fxp_gl_drawable *d = make_drawable(display, handle, is_egl);

	if (!d)
		return;
	d->config = config;
	d->native = 0;
	if (width >= 0 && height >= 0)
		set_size(d, width, height, FXP_GL_SIZE_CREATED);
}

void fxp_gl_drawable_shows(uint64_t display, uint64_t handle, uint64_t native)
{
	struct fxp_gl_drawable *d = find_drawable(display, handle, false);

	if (d && handle)
		d->native = native;
}

void fxp_gl_drawable_gone(uint64_t display, uint64_t handle, bool is_egl)
{
	struct fxp_gl_drawable *d = find_drawable(display, handle, is_egl);

	if (d && handle)
		__atomic_store_n(&d->handle, 0, __ATOMIC_RELEASE);
}

static void emit_drawable(struct fxp_gl_drawable *d)
{
	if (!d || d->archive == fxp_gl_facts_archive())
		return;
	d->archive = fxp_gl_facts_archive();
	fxp_gl_event_drawable(d);
}

static bool query_surface(const struct fxp_gl_context *c,
			  struct fxp_gl_drawable *d)
{
	int32_t width, height;

	d->render_buffer = (uint32_t)fxp_gl_query_surface(d->display, d->handle,
							  EGL_RENDER_BUFFER);
	d->config_id =
		fxp_gl_query_surface(d->display, d->handle, EGL_CONFIG_ID);
	height = fxp_gl_query_surface(d->display, d->handle, EGL_HEIGHT);
	width = fxp_gl_query_surface(d->display, d->handle, EGL_WIDTH);
	if (width < 0 || height < 0) {
		/* another thread has just destroyed it: clears the error */
		(void)fxp_gl_query_config(true, d->display, c->config,
					  EGL_CONFIG_ID);
		return false;
	}
	set_size(d, width, height, FXP_GL_SIZE_QUERIED);
	return true;
}

/* False: its size is unknown. */
static bool query_size(const struct fxp_gl_context *c,
		       struct fxp_gl_drawable *d)
{
	int32_t width, height;

	if (d->is_egl)
		return query_surface(c, d);
	if (!d->native ||
	    !fxp_gl_x11_size(d->display, d->native, &width, &height))
		return false;
	set_size(d, width, height, FXP_GL_SIZE_QUERIED);
	return true;
}

/* Handles a drawable that is now current. is_new: the context gets its viewport
 * from it. */
static void use_drawable(struct fxp_gl_context *c, struct fxp_gl_drawable *d,
			 bool is_new)
{
	bool is_asked = (d->is_fresh || is_new) && query_size(c, d);

	d->is_fresh = false;
	if (is_new && d->known != FXP_GL_SIZE_VIEWPORT)
		fxp_gl_view_begin(c, d->width, d->height);
	if (is_new || is_asked)
		d->viewport = *fxp_gl_view(c);
}

static struct fxp_gl_drawable *known_drawable(uint64_t display, uint64_t handle,
					      bool is_egl)
{
	struct fxp_gl_drawable *d =
		handle ? find_drawable(display, handle, is_egl) : NULL;

	return d ? d : make_drawable(display, handle, is_egl);
}

void fxp_gl_facts_current(struct fxp_gl_context *c, uint64_t display,
			  uint64_t draw, uint64_t read)
{
	struct fxp_gl_drawable *d = known_drawable(display, draw, c->is_egl);
	bool is_new = c->is_seen && !c->has_drawn && d;
	enum fxp_gl_config_query ask =
		c->archive ? FXP_GL_CONFIG_QUERY : FXP_GL_CONFIG_QUERY_AGAIN;

	c->display = display;
	c->draw = draw;
	c->read = read;
	fxp_gl_facts_context(c);
	fxp_gl_config_emit(display, c->config, c->is_egl, ask);
	c->has_drawn |= d != NULL;
	for (unsigned i = 0; i < 2; i++) {
		if (d) {
			ask = d->is_fresh && d->config != c->config
				      ? FXP_GL_CONFIG_QUERY_AGAIN
				      : FXP_GL_CONFIG_QUERY;
			use_drawable(c, d, is_new && !i);
			fxp_gl_config_emit(display, d->config, c->is_egl, ask);
			emit_drawable(d);
		}
		d = read != draw && !i
			    ? known_drawable(display, read, c->is_egl)
			    : NULL;
	}
}

/* If X does not provide the size, the program's viewport is the only hint. */
static void guess_size(struct fxp_gl_drawable *d,
		       const struct fxp_gl_viewport *view)
{
	int32_t width, height;

	if (d->known != FXP_GL_SIZE_CREATED &&
	    fxp_gl_view_reach(view, &width, &height))
		set_size(d, width, height, FXP_GL_SIZE_VIEWPORT);
}

void fxp_gl_facts_swapped(uint64_t display, uint64_t handle, bool is_egl)
{
	struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_drawable *d = find_drawable(display, handle, is_egl);
	const struct fxp_gl_viewport *view;

	if (!c || !d || c->is_egl != is_egl || c->draw != handle ||
	    c->display != display || c->in_begin)
		return;
	view = fxp_gl_view(c);
	if (view->is_known && !fxp_gl_view_is(view, &d->viewport)) {
		d->viewport = *view;
		if (!query_size(c, d) && !is_egl)
			guess_size(d, view);
	}
	emit_drawable(d);
}

void fxp_gl_facts_again(struct fxp_gl_context *c)
{
	const uint64_t handles[] = {c->draw, c->read};

	if (c->archive == fxp_gl_facts_archive() || c->in_begin)
		return;
	fxp_gl_facts_context(c);
	fxp_gl_config_emit(c->display, c->config, c->is_egl,
			   FXP_GL_CONFIG_NO_QUERY);
	for (unsigned i = 0; i < 2; i++) {
		struct fxp_gl_drawable *d =
			handles[i] ? find_drawable(c->display, handles[i],
						   c->is_egl)
				   : NULL;

		if (!d)
			continue;
		fxp_gl_config_emit(c->display, d->config, c->is_egl,
				   FXP_GL_CONFIG_NO_QUERY);
		emit_drawable(d);
	}
}
