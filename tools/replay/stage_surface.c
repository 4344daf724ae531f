/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "tools/replay/stage_config.h"
#include "tools/replay/stage_type.h"

/* EGL's part of a surface, at its present size. */
static EGLSurface create(struct stage *stage,
			 const struct stage_surface *surface, char *note)
{
	const EGLint attributes[] = {
		EGL_WIDTH,
		surface->width,
		EGL_HEIGHT,
		surface->height,
		surface->is_srgb ? EGL_GL_COLORSPACE : EGL_NONE,
		EGL_GL_COLORSPACE_SRGB,
		EGL_NONE,
	};
	EGLSurface handle = surface->window
				    ? stage->egl.create_window(
					      stage->display, surface->config,
					      surface->window, attributes + 4)
				    : stage->egl.create_pbuffer(stage->display,
								surface->config,
								attributes);

	if (handle == EGL_NO_SURFACE)
		stage_note(note, "a %s of %d x %d pixels: %s",
			   surface->window ? "window" : "pbuffer",
			   surface->width, surface->height,
			   stage_egl_error(&stage->egl));
	return handle;
}

/* As sRGB if the format says so and the configuration can. */
static EGLSurface create_srgb(struct stage *stage,
			      struct stage_surface *surface, char *note)
{
	char refused[STAGE_NOTE_BYTES];
	EGLSurface handle;

	if (surface->is_srgb) {
		handle = create(stage, surface, refused);
		if (handle != EGL_NO_SURFACE)
			return handle;
		surface->is_srgb = false;
		stage_note_more(note, "no surface that is drawn to as sRGB");
	}
	return create(stage, surface, note);
}

static void tell(const struct stage *stage, const struct stage_format *format,
		 enum stage_kind kind, char *note)
{
	if (format->accum_red > 0 || format->accum_green > 0 ||
	    format->accum_blue > 0 || format->accum_alpha > 0)
		stage_note_more(note, "no surface with accumulation buffers");
	if (format->is_stereo)
		stage_note_more(note, "no stereo surface");
	if (!format->is_double && kind == STAGE_WINDOW && stage->x11)
		stage_note_more(note, "no window with a single buffer");
}

static bool fill(struct stage *stage, struct stage_surface *surface,
		 const struct stage_format *format, bool is_window, char *note)
{
	surface->config = stage_config_nearest(stage, format, is_window, note);
	if (!surface->config) {
		stage_note(note, "EGL has no configuration for %s",
			   is_window ? "windows" : "pbuffers");
		return false;
	}
	if (is_window) {
		surface->window = stage_x11_window(
			stage->x11,
			(VisualID)stage_config_value(stage, surface->config,
						     EGL_NATIVE_VISUAL_ID),
			surface->width, surface->height, note);
		if (!surface->window)
			return false;
	}
	surface->handle = create_srgb(stage, surface, note);
	return surface->handle != EGL_NO_SURFACE;
}

struct stage_surface *stage_surface_new(struct stage *stage,
					const struct stage_format *format,
					int width, int height,
					enum stage_kind kind, char *note)
{
	struct stage_surface *surface = calloc(1, sizeof(*surface));

	*note = '\0';
	if (!surface) {
		stage_note(note, "out of memory");
		return NULL;
	}
	surface->width = width > 0 ? width : 1;
	surface->height = height > 0 ? height : 1;
	surface->is_srgb =
		format->is_srgb &&
		(stage->minor >= 5 ||
		 stage_egl_has(stage->extensions, "EGL_KHR_gl_colorspace"));
	if (!fill(stage, surface, format, stage->x11 && kind == STAGE_WINDOW,
		  note)) {
		if (surface->window)
			stage_x11_destroy(stage->x11, surface->window);
		free(surface);
		return NULL;
	}
	tell(stage, format, kind, note);
	surface->next = stage->surfaces;
	stage->surfaces = surface;
	return surface;
}

/* Where this thread has the old surface current, it gets the new one. */
static bool replace_current(struct stage *stage, EGLSurface old, EGLSurface new,
			    char *note)
{
	EGLContext context = stage->egl.get_current_context();
	EGLSurface draw = stage->egl.get_current_surface(EGL_DRAW);
	EGLSurface read = stage->egl.get_current_surface(EGL_READ);

	if (context == EGL_NO_CONTEXT || (draw != old && read != old))
		return true;
	/* without a surface there is neither */
	if (draw == old || new == EGL_NO_SURFACE)
		draw = new;
	if (read == old || new == EGL_NO_SURFACE)
		read = new;
	if (stage->egl.make_current(stage->display, draw, read, context))
		return true;
	stage_note(note, "eglMakeCurrent: %s", stage_egl_error(&stage->egl));
	return false;
}

void stage_surface_free(struct stage *stage, struct stage_surface *surface)
{
	char unused[STAGE_NOTE_BYTES];

	if (!surface)
		return;
	for (struct stage_surface **at = &stage->surfaces; *at;
	     at = &(*at)->next)
		if (*at == surface) {
			*at = surface->next;
			break;
		}
	if (!replace_current(stage, surface->handle, EGL_NO_SURFACE, unused))
		stage->egl.make_current(stage->display, EGL_NO_SURFACE,
					EGL_NO_SURFACE, EGL_NO_CONTEXT);
	stage->egl.destroy_surface(stage->display, surface->handle);
	if (surface->window)
		stage_x11_destroy(stage->x11, surface->window);
	free(surface);
}

static bool resize_pbuffer(struct stage *stage, struct stage_surface *surface,
			   char *note)
{
	EGLSurface old = surface->handle, new = create(stage, surface, note);

	if (new == EGL_NO_SURFACE)
		return false;
	if (!replace_current(stage, old, new, note)) {
		stage->egl.destroy_surface(stage->display, new);
		return false;
	}
	stage->egl.destroy_surface(stage->display, old);
	surface->handle = new;
	return true;
}

/* Drivers find out about a window's size at a time of their own; its surface
 * has it at once only if it is new, which needs the old one gone. */
static bool resize_window(struct stage *stage, struct stage_surface *surface,
			  char *note)
{
	EGLContext context = stage->egl.get_current_context();
	EGLSurface draw = stage->egl.get_current_surface(EGL_DRAW);
	EGLSurface read = stage->egl.get_current_surface(EGL_READ);
	EGLSurface old = surface->handle;
	bool is_current = context && (draw == old || read == old);

	if (!stage_x11_resize(stage->x11, surface->window, surface->width,
			      surface->height, note))
		return false;
	if (!replace_current(stage, old, EGL_NO_SURFACE, note))
		return false;
	stage->egl.destroy_surface(stage->display, old);
	surface->handle = create(stage, surface, note);
	if (surface->handle == EGL_NO_SURFACE)
		return false;
	if (!is_current)
		return true;
	draw = draw == old ? surface->handle : draw;
	read = read == old ? surface->handle : read;
	if (stage->egl.make_current(stage->display, draw, read, context))
		return true;
	stage_note(note, "eglMakeCurrent: %s", stage_egl_error(&stage->egl));
	return false;
}

bool stage_surface_resize(struct stage *stage, struct stage_surface *surface,
			  int width, int height, char *note)
{
	int old_width = surface->width, old_height = surface->height;

	*note = '\0';
	width = width > 0 ? width : 1;
	height = height > 0 ? height : 1;
	if (width == old_width && height == old_height)
		return true;
	surface->width = width;
	surface->height = height;
	if (surface->window ? resize_window(stage, surface, note)
			    : resize_pbuffer(stage, surface, note))
		return true;
	surface->width = old_width;
	surface->height = old_height;
	return false;
}

void stage_surface_size(const struct stage_surface *surface, int *width,
			int *height)
{
	*width = surface->width;
	*height = surface->height;
}
