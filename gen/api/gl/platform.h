/* SPDX-License-Identifier: MIT */
/*
 * C types of the window system and of Khronos' platform header, which the
 * registries name and do not define. They are as wide as those of Xlib's and
 * EGL's headers on this platform. Only what calls pass is needed of them.
 */
#ifndef GEN_API_GL_PLATFORM_H
#define GEN_API_GL_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

typedef int8_t khronos_int8_t;
typedef uint8_t khronos_uint8_t;
typedef int16_t khronos_int16_t;
typedef uint16_t khronos_uint16_t;
typedef int32_t khronos_int32_t;
typedef uint32_t khronos_uint32_t;
typedef int64_t khronos_int64_t;
typedef uint64_t khronos_uint64_t;
typedef intptr_t khronos_intptr_t;
typedef intptr_t khronos_ssize_t;
typedef float khronos_float_t;
typedef uint64_t khronos_utime_nanoseconds_t;
typedef int64_t khronos_stime_nanoseconds_t;

typedef unsigned long XID;
typedef unsigned long VisualID;
typedef XID Window;
typedef XID Pixmap;
typedef XID Font;
typedef XID Colormap;
typedef int Bool;
#define None 0L
#define False 0
#define True 1
#define Success 0
typedef int Status;
typedef struct _XDisplay Display;
typedef struct _XScreen Screen;
typedef struct _XVisual Visual;

enum {
	StaticGray,
	GrayScale,
	StaticColor,
	PseudoColor,
	TrueColor,
	DirectColor,
};

typedef struct {
	Visual *visual;
	VisualID visualid;
	int screen;
	int depth;
	int class;
	unsigned long red_mask;
	unsigned long green_mask;
	unsigned long blue_mask;
	int colormap_size;
	int bits_per_rgb;
} XVisualInfo;

/* One of a list of attributes, for the descriptions: key and value. */
struct attribute {
	int key, value;
};
struct attribute64 {
	intptr_t key, value;
};

/* of SGI's machines */
typedef struct _DMparams DMparams;
typedef void *DMbuffer;
typedef void *VLServer;
typedef int VLPath;
typedef int VLNode;

typedef int32_t EGLint;
typedef void *EGLNativeDisplayType;
typedef uintptr_t EGLNativePixmapType;
typedef uintptr_t EGLNativeWindowType;

/* What the recorder emits about configurations (facts.api): the values of
 * attributes in the order of its queries, -1 for missing ones. */
struct fxtrace_glx_config {
	int id, visual, visual_type, drawable_type, render_type;
	int buffer_size, red, green, blue, alpha, depth, stencil;
	int sample_buffers, samples, double_buffer, stereo, aux_buffers, level;
	int accum_red, accum_green, accum_blue, accum_alpha;
	int caveat, transparent_type, renderable, srgb;
};
struct fxtrace_egl_config {
	int id, native_visual, native_visual_type, surface_type;
	int renderable_type, conformant, color_buffer_type;
	int buffer_size, red, green, blue, alpha, depth, stencil;
	int sample_buffers, samples, luminance, alpha_mask, level;
	int caveat, transparent_type, native_renderable;
	int bind_to_texture_rgb, bind_to_texture_rgba;
	int min_swap_interval, max_swap_interval;
};

/* How the recorder knows a drawable's size. 3, in archives of old, was a new
 * context's viewport. */
#define FXTRACE_SIZE_UNKNOWN 0
#define FXTRACE_SIZE_CREATED 1	/* as it was made */
#define FXTRACE_SIZE_ASKED 2	/* of EGL, or of the X server */
#define FXTRACE_SIZE_VIEWPORT 4 /* the program's: as far as it draws */

#endif
