/* SPDX-License-Identifier: MIT */
/*
 * Facts of contexts, drawables and configurations that a replay needs in
 * addition to the calls that made them. They are stored as long as these exist,
 * and emitted as events of synthetic calls (gen/api/gl/facts.api).
 *
 * A size is queried when a new drawable is made current, or any drawable with a
 * new context. It is also queried at swaps if the program's own calls have
 * changed the viewport since (viewport.h). Surfaces of EGL are queried by
 * eglQuerySurface, while the program's last call of EGL is known to have
 * succeeded. Windows and pixmaps of X are queried without GLX
 * (preload/gl/driver/x11.h). If X cannot be queried, they are as large as the
 * viewport. Pbuffers of GLX have the size that they were made with.
 *
 * Drawables are found by their handles and may be any thread's, as in state.h:
 * they are never freed, but their places are reused.
 */
#ifndef PRELOAD_GL_STATE_FACT_H
#define PRELOAD_GL_STATE_FACT_H

#include "preload/gl/state/state.h"

/* The source of the size: numbers of platform.h, but for its oldest ones. */
enum fxp_gl_known {
	FXP_GL_SIZE_UNKNOWN,
	FXP_GL_SIZE_CREATED,
	FXP_GL_SIZE_QUERIED,
	FXP_GL_SIZE_VIEWPORT = 4,
};

struct fxp_gl_drawable {
	struct fxp_gl_drawable *next; /* of those with this hash, permanent */
	uint64_t handle;	      /* 0: the place is free */
	uint64_t display;
	bool is_egl;
	bool is_fresh;	 /* it has never been current */
	uint64_t config; /* 0: not known */
	int32_t width, height;
	enum fxp_gl_known known;
	int32_t config_id;		 /* of EGL */
	uint32_t render_buffer;		 /* of EGL */
	uint64_t native;		 /* of X: queried for its size, or 0 */
	struct fxp_gl_viewport viewport; /* at the last query */
	uint64_t archive;		 /* that it was emitted into; 0: none */
};

/* Attributes of a configuration, in the order of platform.h. */
#define FXP_GL_N_ATTRIBUTES 26u
struct fxp_gl_config {
	struct fxp_gl_config *next;
	uint64_t display, handle;
	bool is_egl;
	uint64_t archive; /* the same */
	int32_t values[FXP_GL_N_ATTRIBUTES];
};

/* The kind of a context: as its creation defines it (then without texts), or by
 * queries while it is current. */
struct fxp_gl_self {
	int32_t major, minor;
	uint32_t profile, flags;
	const char *version, *renderer;
};

/* A drawable has been made. width -1: its size is unknown. */
void fxp_gl_drawable_made(uint64_t display, uint64_t handle, bool is_egl,
			  uint64_t config, int32_t width, int32_t height);
/* It was made for a window or pixmap of X. */
void fxp_gl_drawable_shows(uint64_t display, uint64_t handle, uint64_t native);
void fxp_gl_drawable_gone(uint64_t display, uint64_t handle, bool is_egl);

/* The thread has just made its context current with these, or none (0). */
void fxp_gl_facts_current(struct fxp_gl_context *c, uint64_t display,
			  uint64_t draw, uint64_t read);

/* The drawable's buffers have just been swapped, with success. */
void fxp_gl_facts_swapped(uint64_t display, uint64_t handle, bool is_egl);

/* config.c: emits a configuration, 0: none, unless this archive has it. */
enum fxp_gl_config_query {
	FXP_GL_CONFIG_NO_QUERY,	   /* only if it is known */
	FXP_GL_CONFIG_QUERY,	   /* queries if it is not known */
	FXP_GL_CONFIG_QUERY_AGAIN, /* always queries */
};
void fxp_gl_config_emit(uint64_t display, uint64_t handle, bool is_egl,
			enum fxp_gl_config_query how);

/* At any call of the thread with a current context: emits the facts that this
 * archive lacks. */
void fxp_gl_facts_again(struct fxp_gl_context *c);

/* fact_self.c: emits the facts of the context that this archive lacks. */
void fxp_gl_facts_context(struct fxp_gl_context *c);

/* Queries the kind of a context whose creation was not seen, and sets version
 * and kind of c. False: the query failed. */
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
