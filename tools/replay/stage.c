/* SPDX-License-Identifier: MIT */
#include "tools/replay/stage.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/replay/stage_config.h"
#include "tools/replay/stage_type.h"

/* More than one GPU has, with the CPU. */
#define N_DEVICES_MAX 16

void stage_note(char *note, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	(void)vsnprintf(note, STAGE_NOTE_BYTES, format, list);
	va_end(list);
}

void stage_note_more(char *note, const char *format, ...)
{
	size_t n = strlen(note);
	va_list list;

	if (n && n + 2 < STAGE_NOTE_BYTES) {
		memcpy(note + n, "; ", 3);
		n += 2;
	}
	va_start(list, format);
	(void)vsnprintf(note + n, STAGE_NOTE_BYTES - n, format, list);
	va_end(list);
}

/* Takes the display, if there is one and OpenGL or OpenGL ES with it. */
static bool take(struct stage *stage, EGLDisplay display)
{
	EGLint major = 0, minor = 0;

	if (display == EGL_NO_DISPLAY ||
	    !stage->egl.initialize(display, &major, &minor))
		return false;
	stage->display = display;
	stage->minor = major > 1 ? 5 : minor;
	stage->extensions = stage->egl.query_string(display, EGL_EXTENSIONS);
	if ((stage->egl.bind_api(EGL_OPENGL_API) ||
	     stage->egl.bind_api(EGL_OPENGL_ES_API)) &&
	    stage_config_read(stage))
		return true;
	free(stage->configs);
	stage->configs = NULL;
	stage->egl.terminate(display);
	stage->display = EGL_NO_DISPLAY;
	return false;
}

static bool take_device(struct stage *stage)
{
	EGLBoolean (*query)(EGLint room, EGLDeviceEXT * devices, EGLint * n);
	EGLDeviceEXT devices[N_DEVICES_MAX];
	EGLint n = 0;

	*(void **)&query = stage->egl.get_proc("eglQueryDevicesEXT");
	if (!query || !query(N_DEVICES_MAX, devices, &n))
		return false;
	for (int i = 0; i < n; i++)
		if (take(stage,
			 stage->egl.get_platform_display(
				 EGL_PLATFORM_DEVICE_EXT, devices[i], NULL)))
			return true;
	return false;
}

static bool take_headless(struct stage *stage)
{
	const char *client =
		stage->egl.query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS);

	if (stage->egl.get_platform_display &&
	    stage_egl_has(client, "EGL_MESA_platform_surfaceless") &&
	    take(stage, stage->egl.get_platform_display(
				EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL)))
		return true;
	if (stage->egl.get_platform_display &&
	    stage_egl_has(client, "EGL_EXT_platform_device") &&
	    take_device(stage))
		return true;
	return take(stage, stage->egl.get_display(NULL));
}

static bool take_x11(struct stage *stage)
{
	Display *native = stage_x11_display(stage->x11);

	return take(stage, stage->egl.get_platform_display
				   ? stage->egl.get_platform_display(
					     EGL_PLATFORM_X11_KHR, native, NULL)
				   : stage->egl.get_display(native));
}

static bool start(struct stage *stage, bool is_headless, char *note)
{
	static const char *const names[] = {"libGL.so.1", "libGLESv2.so.2",
					    "libOpenGL.so.0"};

	if (!stage_egl_load(&stage->egl, note))
		return false;
	if (!is_headless) {
		stage->x11 = stage_x11_open(note);
		if (!stage->x11)
			return false;
	}
	if (is_headless ? !take_headless(stage) : !take_x11(stage)) {
		stage_note(note, "EGL has no display with OpenGL: %s",
			   stage_egl_error(&stage->egl));
		return false;
	}
	for (int i = 0; i < 3; i++)
		stage->libraries[i] = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	return true;
}

struct stage *stage_open(bool is_headless, char *note)
{
	struct stage *stage = calloc(1, sizeof(*stage));

	*note = '\0';
	if (!stage) {
		stage_note(note, "out of memory");
		return NULL;
	}
	if (start(stage, is_headless, note))
		return stage;
	stage_close(stage);
	return NULL;
}

/* Libraries are not closed: drivers do not bear it. */
void stage_close(struct stage *stage)
{
	if (!stage)
		return;
	if (stage->display != EGL_NO_DISPLAY) {
		stage_leave(stage);
		while (stage->surfaces)
			stage_surface_free(stage, stage->surfaces);
		while (stage->contexts)
			stage_context_free(stage, stage->contexts);
		stage->egl.terminate(stage->display);
		stage->egl.release_thread();
	}
	stage_x11_close(stage->x11);
	free(stage->configs);
	free(stage);
}

void stage_leave(struct stage *stage)
{
	stage->egl.make_current(stage->display, EGL_NO_SURFACE, EGL_NO_SURFACE,
				EGL_NO_CONTEXT);
	stage->egl.release_thread();
}

void *stage_proc(struct stage *stage, const char *name)
{
	void *at = stage->egl.get_proc(name);

	if (!at)
		at = dlsym(stage->egl.library, name);
	for (int i = 0; !at && i < 3; i++)
		if (stage->libraries[i])
			at = dlsym(stage->libraries[i], name);
	return at;
}

bool stage_make_current(struct stage *stage, struct stage_surface *draw,
			struct stage_surface *read,
			struct stage_context *context, char *note)
{
	*note = '\0';
	if (context)
		stage->egl.bind_api(context->api == STAGE_GL
					    ? EGL_OPENGL_API
					    : EGL_OPENGL_ES_API);
	if (!stage->egl.make_current(
		    stage->display, draw ? draw->handle : EGL_NO_SURFACE,
		    read ? read->handle : EGL_NO_SURFACE,
		    context ? context->handle : EGL_NO_CONTEXT)) {
		stage_note(note, "eglMakeCurrent: %s",
			   stage_egl_error(&stage->egl));
		return false;
	}
	/* as fast as the calls come */
	if (draw && draw->window)
		stage->egl.swap_interval(stage->display, 0);
	return true;
}

/* Asks OpenGL itself: what EGL says of pbuffers is what they should have. */
static bool probe(struct stage *stage, struct stage_surface *surface)
{
	static const struct stage_wish wish = {.api = STAGE_GL};
	char unused[STAGE_NOTE_BYTES];
	void (*get)(GLenum name, GLboolean * value);
	GLboolean is_double = surface->window != 0;

	if (!stage->probe)
		stage->probe =
			stage_context_new(stage, NULL, &wish, NULL, unused);
	*(void **)&get = stage_proc(stage, "glGetBooleanv");
	if (stage->probe && get &&
	    stage_make_current(stage, surface, surface, stage->probe, unused))
		get(GL_DOUBLEBUFFER, &is_double);
	return is_double;
}

bool stage_has_back(struct stage *stage, struct stage_surface *surface)
{
	EGLContext context = stage->egl.get_current_context();
	EGLSurface draw = stage->egl.get_current_surface(EGL_DRAW);
	EGLSurface read = stage->egl.get_current_surface(EGL_READ);

	if (surface->is_probed)
		return surface->has_back;
	surface->has_back = probe(stage, surface);
	surface->is_probed = true;
	stage->egl.make_current(stage->display, draw, read, context);
	return surface->has_back;
}

void stage_swap(struct stage *stage, struct stage_surface *surface)
{
	stage->egl.swap_buffers(stage->display, surface->handle);
}
