/* SPDX-License-Identifier: MIT */
/*
 * What a replay needs to know of contexts, drawables and configurations beside
 * the calls that made them: kept while they are there, and told in the archive
 * by events of calls that nobody made (gen/api/gl/facts.api).
 *
 * Sizes are asked for when a drawable is made current that is new, or with a
 * context that is, and at swaps if the viewport has changed since, as the
 * program's own calls tell (viewport.h): EGL's surfaces by eglQuerySurface,
 * while the program's last call of EGL is known to have succeeded, X's windows
 * and pixmaps past GLX (preload/gl/driver/x11.h). Where X cannot be asked, they
 * are as large as the viewport reaches. Pbuffers of GLX are as large as they
 * were made.
 *
 * Drawables are found by their handles and may be any thread's, as in
 * state.h: they are never freed, their places are taken again.
 */
#ifndef PRELOAD_GL_STATE_FACT_H
#define PRELOAD_GL_STATE_FACT_H

#include "preload/gl/state/state.h"

/* How the size is known: as platform.h numbers them, without those of old. */
enum fxp_gl_known {
	FXP_GL_SIZE_UNKNOWN,
	FXP_GL_SIZE_CREATED,
	FXP_GL_SIZE_QUERIED,
	FXP_GL_SIZE_VIEWPORT = 4,
};

struct fxp_gl_drawable {
	struct fxp_gl_drawable *next; /* of those with this hash, for ever */
	uint64_t handle;	      /* 0: the place is free */
	uint64_t display;
	bool is_egl;
	bool is_fresh;	 /* nobody has made it current yet */
	uint64_t config; /* 0: not known */
	int32_t width, height;
	enum fxp_gl_known known;
	int32_t config_id;	/* of EGL */
	uint32_t render_buffer; /* of EGL */
	uint64_t native;	/* of X: what is asked for its size, or 0 */
	struct fxp_gl_viewport viewport; /* when it was asked last */
	uint64_t told;			 /* in which archive; 0: it is not */
};

/* Attributes of a configuration, in the order of platform.h. */
#define FXP_GL_N_ATTRIBUTES 26u
struct fxp_gl_config {
	struct fxp_gl_config *next;
	uint64_t display, handle;
	bool is_egl;
	uint64_t told;
	int32_t values[FXP_GL_N_ATTRIBUTES];
};

/* What a context is: as its creation said (no texts then), or as it says itself
 * while it is current. */
struct fxp_gl_self {
	int32_t major, minor;
	uint32_t profile, flags;
	const char *version, *renderer;
};

/* A drawable has been made. width -1: of a size that nobody has said. */
void fxp_gl_drawable_made(uint64_t display, uint64_t handle, bool is_egl,
			  uint64_t config, int32_t width, int32_t height);
/* It stands for a window or pixmap of X's. */
void fxp_gl_drawable_shows(uint64_t display, uint64_t handle, uint64_t native);
void fxp_gl_drawable_gone(uint64_t display, uint64_t handle, bool is_egl);

/* The thread has just made its context current with these, or none (0). */
void fxp_gl_facts_current(struct fxp_gl_context *c, uint64_t display,
			  uint64_t draw, uint64_t read);

/* The drawable's buffers have just been swapped, with success. */
void fxp_gl_facts_swapped(uint64_t display, uint64_t handle, bool is_egl);

/* config.c: tells of a configuration, 0: none, what this archive lacks. */
enum fxp_gl_config_query {
	FXP_GL_CONFIG_NO_QUERY,	   /* only of what is known */
	FXP_GL_CONFIG_QUERY,	   /* of one that is not known */
	FXP_GL_CONFIG_QUERY_AGAIN, /* of any */
};
void fxp_gl_config_emit(uint64_t display, uint64_t handle, bool is_egl,
			enum fxp_gl_config_query how);

/* Any call of the thread's with a current context: tells what this archive
 * lacks of it. */
void fxp_gl_facts_again(struct fxp_gl_context *c);

/* fact_self.c: tells what this archive lacks of the current context. */
void fxp_gl_facts_context(struct fxp_gl_context *c);

/* What a context that is met is, and whether it says so: its version and kind
 * are then those of c, too. */
bool fxp_gl_facts_self(struct fxp_gl_context *c, struct fxp_gl_self *self);

/* fact_event.c: the events. */
void fxp_gl_event_context(const struct fxp_gl_context *c,
			  const struct fxp_gl_self *self);
void fxp_gl_event_config(const struct fxp_gl_config *config);
void fxp_gl_event_drawable(const struct fxp_gl_drawable *drawable);
/* red, green, blue, alpha, depth, stencil, samples (-1: not known), double
 * buffer, stereo */
#define FXP_GL_FRAMEBUFFER_VALUES 9u
void fxp_gl_event_framebuffer(const struct fxp_gl_context *c,
			      const int32_t *values);

#endif
