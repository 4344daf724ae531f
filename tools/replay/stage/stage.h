/* SPDX-License-Identifier: MIT */
/*
 * The window system of a replay: contexts and surfaces in the place of those
 * that were recorded. There are three ways, each for recordings of GLX and of
 * EGL alike:
 *
 * - headless, by EGL without an X server: every surface is a pbuffer of EGL's
 *   surfaceless platform, else of a device, else of whatever display EGL has;
 * - windows on the X server of $DISPLAY, by EGL;
 * - the same by GLX, which alone has accumulation buffers, windows with one
 *   buffer, pbuffers with two, and stereo.
 *
 * Windows have exactly the size that is asked for, out of the window manager's
 * reach. libEGL.so.1, libGL.so.1 and libX11.so.6 are opened when needed.
 *
 * What a replay must know:
 * - In EGL a pbuffer of Mesa has one buffer, also where the format says two
 *   (stage_has_back): GL_FRONT to desktop OpenGL. Mesa 22.3 takes GL_BACK for
 *   that one, as OpenGL ES has to.
 * - Contexts go with surfaces of any format (EGL_KHR_no_config_context and the
 *   like of GLX; without it, with those of their own format).
 * - Pictures are the same in all three ways, and the same as those of a GLX
 *   window of the recorded program, bit by bit, where the format is the same.
 *   This was tried with Mesa 22.3's llvmpipe: lit, textured, blended, smooth
 *   and stencilled shapes of OpenGL 4.5 (compatibility) and shaders of OpenGL
 *   ES 2; 8 bits a channel with and without alpha; 16, 24 and 32 bits of depth;
 *   0 and 4 samples; sRGB and not. What GL_DEPTH_BITS and the like say is what
 *   the configuration says. Alpha or none makes another picture.
 *
 * Threads: a context is current in the thread that made it so, and each thread
 * has its own; but two threads may not be in here at once.
 */
#ifndef TOOLS_REPLAY_STAGE_STAGE_H
#define TOOLS_REPLAY_STAGE_STAGE_H

#include <stdbool.h>

/* Room that each `note` must have: a text that says what failed, or what is not
 * as it was wished. */
#define STAGE_NOTE_BYTES 256

struct stage;
struct stage_context;
struct stage_surface;

enum stage_way { STAGE_WINDOWS, STAGE_HEADLESS, STAGE_GLX };
enum stage_api { STAGE_GL, STAGE_GLES };
enum stage_kind { STAGE_WINDOW, STAGE_PBUFFER };

/* What a surface shall be like. Bits of each channel; -1: does not matter; of
 * depth also STAGE_MOST: as many as there are. */
#define STAGE_MOST (-2)
struct stage_format {
	int red, green, blue, alpha, depth, stencil;
	int samples; /* 0 and 1: not multisampled */
	int accum_red, accum_green, accum_blue, accum_alpha;
	bool is_double, is_stereo;
	bool is_srgb;  /* a drawable that can be drawn to as sRGB */
	bool is_float; /* channels of floating point */
};

/* What a context shall be like. */
struct stage_wish {
	enum stage_api api;
	int major, minor; /* 0, 0: whatever is given */
	/* GL_CONTEXT_CORE_PROFILE_BIT or GL_CONTEXT_COMPATIBILITY_PROFILE_BIT,
	 * 0: whatever is given; nothing for OpenGL ES */
	unsigned profile;
	unsigned flags; /* GL_CONTEXT_FLAG_*_BIT */
};

/* Opens the display, which lives until stage_close. Returns NULL, with the
 * reason in `note`, if there is no library, no X server or no OpenGL. */
struct stage *stage_open(enum stage_way way, char *note);

/* Frees the stage and all that was made on it. No context may be current in
 * another thread. NULL-safe. */
void stage_close(struct stage *stage);

/* Makes none current in this thread and gives back what EGL keeps for it: to
 * be called by each thread before it ends. */
void stage_leave(struct stage *stage);

/* The address of a function of OpenGL or OpenGL ES; NULL: there is none. Not
 * NULL does not say that the driver has it: libglvnd has an address for
 * every name that begins with "gl". */
void *stage_proc(struct stage *stage, const char *name);

/* Makes a context, which is current nowhere. `format`, which may be NULL, is
 * that of the surfaces it is for, where contexts depend on it. It shares with
 * `share`, if not NULL. What cannot be had as wished comes as near as possible:
 * the flags go first, then the version falls, at last the profile changes.
 * `note` is "" or says what is not as wished. Returns NULL, with the reason in
 * `note`, if there is no context of this API. */
struct stage_context *stage_context_new(struct stage *stage,
					const struct stage_format *format,
					const struct stage_wish *wish,
					struct stage_context *share,
					char *note);

/* The context goes when no thread has it current any more. NULL-safe. */
void stage_context_free(struct stage *stage, struct stage_context *context);

/* Makes a surface of this size in pixels, 1 at least; a pbuffer if the stage is
 * headless, whatever the kind is. Of the configurations that there are, those
 * with channels of the exact sizes come first, then those with as many samples,
 * then depth and stencil of the exact sizes or larger ones. `note` as above. */
struct stage_surface *stage_surface_new(struct stage *stage,
					const struct stage_format *format,
					int width, int height,
					enum stage_kind kind, char *note);

/* NULL-safe. If it is current, it must be so in this thread: then no surface is
 * from now on, and the context stays. */
void stage_surface_free(struct stage *stage, struct stage_surface *surface);

/* Gives the surface another size, in pixels; what was drawn is lost. If it is
 * current, it must be so in this thread, and stays it. Returns false, with the
 * reason in `note`, if it has its old size. */
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

/* Whether desktop OpenGL has GL_BACK with this surface, and draws to it until
 * it is told otherwise. Else GL_BACK may be an error and is to be taken for
 * GL_FRONT where the framebuffer is 0. Asked first, it may cost a context. */
bool stage_has_back(struct stage *stage, struct stage_surface *surface);

/* Shows what was drawn; a pbuffer's pixels stay as they are. The surface must
 * be current in this thread. */
void stage_swap(struct stage *stage, struct stage_surface *surface);

#endif
