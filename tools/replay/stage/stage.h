/* SPDX-License-Identifier: MIT */
/*
 * The window system of a replay: contexts and surfaces in place of the recorded
 * ones. There are three ways, each for recordings of GLX and of EGL alike:
 *
 * - headless, by EGL without an X server: every surface is a pbuffer of EGL's
 *   surfaceless platform, else of a device, else of any display of EGL;
 * - windows on the X server of $DISPLAY, by EGL;
 * - the same by GLX, which alone has accumulation buffers, windows with one
 *   buffer, pbuffers with two, and stereo.
 *
 * Windows have exactly the requested size and are not controlled by the window
 * manager. libEGL.so.1, libGL.so.1 and libX11.so.6 are opened when needed.
 *
 * What a replay must take into account:
 * - In EGL a pbuffer of Mesa has one buffer, even if the format has two
 *   (stage_has_back): GL_FRONT to desktop OpenGL. Mesa 22.3 accepts GL_BACK for
 *   that one, as OpenGL ES requires.
 * - Contexts work with surfaces of any format (EGL_KHR_no_config_context and
 *   its counterpart in GLX). Without the extension, they need surfaces of their
 *   own format.
 * - If the format is the same, pictures of all three ways are identical, bit by
 *   bit, to those of a GLX window of the recorded program. This was tested with
 *   Mesa 22.3's llvmpipe. The tests were lit, textured, blended, smooth and
 *   stencilled shapes of OpenGL 4.5 (compatibility), and shaders of OpenGL ES
 *   2. The formats were 8 bits per channel with and without alpha; 16, 24 and
 *   32 bits of depth; 0 and 4 samples; sRGB and not. GL_DEPTH_BITS and the like
 *   have the configuration's values. Alpha or none changes the picture.
 *
 * Threads: a context is current in the thread that made it so, and each thread
 * has its own. But two threads may not be in here at once.
 */
#ifndef TOOLS_REPLAY_STAGE_STAGE_H
#define TOOLS_REPLAY_STAGE_STAGE_H

#include <stdbool.h>

/* The size of each `note`: a text that says what failed, or what differs from
 * the wish. */
#define STAGE_NOTE_BYTES 256

struct stage;
struct stage_context;
struct stage_surface;

enum stage_way { STAGE_WINDOWS, STAGE_HEADLESS, STAGE_GLX };
enum stage_api { STAGE_GL, STAGE_GLES };
enum stage_kind { STAGE_WINDOW, STAGE_PBUFFER };

/* The requested format of a surface. Bits of each channel; -1: any. For depth
 * also STAGE_MOST: as many as there are. */
#define STAGE_MOST (-2)
struct stage_format {
	int red, green, blue, alpha, depth, stencil;
	int samples; /* 0 and 1: not multisampled */
	int accum_red, accum_green, accum_blue, accum_alpha;
	bool is_double, is_stereo;
	bool is_srgb;  /* a drawable that can be drawn to as sRGB */
	bool is_float; /* channels of floating point */
};

/* The requested properties of a context. */
struct stage_wish {
	enum stage_api api;
	int major, minor; /* 0, 0: any version */
	/* GL_CONTEXT_CORE_PROFILE_BIT or GL_CONTEXT_COMPATIBILITY_PROFILE_BIT,
	 * 0: any; unused for OpenGL ES */
	unsigned profile;
	unsigned flags; /* GL_CONTEXT_FLAG_*_BIT */
};

/* Opens the display, which lives until stage_close. Returns NULL, with the
 * reason in `note`, if there is no library, no X server or no OpenGL. */
struct stage *stage_open(enum stage_way way, char *note);

/* Frees the stage and all objects made on it. No context may be current in
 * another thread. NULL-safe. */
void stage_close(struct stage *stage);

/* Makes no context current in this thread and frees EGL's data for it. Each
 * thread calls it before it ends. */
void stage_leave(struct stage *stage);

/* The address of a function of OpenGL or OpenGL ES; NULL: there is none. An
 * address does not mean that the driver supports it: libglvnd has one for every
 * name that begins with "gl". */
void *stage_proc(struct stage *stage, const char *name);

/* Makes a context, which is current nowhere. `format`, which may be NULL, is
 * that of its surfaces, if contexts depend on it. It shares with `share`, if
 * not NULL. The context is as near to the wish as possible: the flags are
 * dropped first, then the version is lowered, at last the profile changes.
 * `note` is "" or lists the differences. Returns NULL, with the reason in
 * `note`, if there is no context of this API. */
struct stage_context *stage_context_new(struct stage *stage,
					const struct stage_format *format,
					const struct stage_wish *wish,
					struct stage_context *share,
					char *note);

/* The context is freed when it is no longer current in any thread.
 * NULL-safe. */
void stage_context_free(struct stage *stage, struct stage_context *context);

/* Makes a surface of this size in pixels, 1 at least; a pbuffer if the stage is
 * headless, whatever the kind is. Configurations with channels of the exact
 * sizes come first. Then come those with as many samples, then those with depth
 * and stencil of the exact sizes or larger ones. `note` as above. */
struct stage_surface *stage_surface_new(struct stage *stage,
					const struct stage_format *format,
					int width, int height,
					enum stage_kind kind, char *note);

/* NULL-safe. If it is current, it must be so in this thread. Then no surface is
 * current any more, and the context stays current. */
void stage_surface_free(struct stage *stage, struct stage_surface *surface);

/* Gives the surface another size, in pixels; its contents are lost. If it is
 * current, it must be so in this thread, and it stays current. Returns false,
 * with the reason in `note`, if the size is unchanged. */
bool stage_surface_resize(struct stage *stage, struct stage_surface *surface,
			  int width, int height, char *note);

/* The size in pixels. */
void stage_surface_size(const struct stage_surface *surface, int *width,
			int *height);

/* Makes the context current in this thread. Without surfaces (both NULL) it
 * can draw to framebuffer objects only; all NULL: none is current. Returns
 * false, with the reason in `note`, if nothing has changed. */
bool stage_make_current(struct stage *stage, struct stage_surface *draw,
			struct stage_surface *read,
			struct stage_context *context, char *note);

/* Whether a surface may be current in several threads at once. */
bool stage_is_shared(const struct stage *stage);

/* Whether desktop OpenGL has GL_BACK with this surface, and draws to it by
 * default. Else GL_BACK may be an error and is to be replaced by GL_FRONT if
 * the framebuffer is 0. The first call may create a context. */
bool stage_has_back(struct stage *stage, struct stage_surface *surface);

/* Presents what was drawn; a pbuffer's pixels do not change. The surface must
 * be current in this thread. */
void stage_swap(struct stage *stage, struct stage_surface *surface);

#endif
