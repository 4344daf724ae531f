/* SPDX-License-Identifier: MIT */
#include "tools/replay/stage/stage.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/replay/stage/egl.h"
#include "tools/replay/stage/glx.h"

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

bool stage_has_extension(const char *extensions, const char *name)
{
	size_t n = strlen(name);

	while (extensions && *extensions) {
		size_t word = strcspn(extensions, " ");

		if (word == n && !memcmp(extensions, name, n))
			return true;
		extensions += word;
		extensions += strspn(extensions, " ");
	}
	return false;
}

static bool start_driver(struct stage *stage, enum stage_way way, char *note)
{
	static const char *const names[] = {"libGL.so.1", "libGLESv2.so.2",
					    "libOpenGL.so.0"};
	const struct stage_driver *driver =
		way == STAGE_GLX ? &stage_glx_driver : &stage_egl_driver;

	if (way != STAGE_HEADLESS) {
		stage->x11 = stage_x11_open(note);
		if (!stage->x11)
			return false;
	}
	/* The code that Mesa 26 makes calls sinf by address 0, unless the
	 * program itself has libm. */
	(void)dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
	if (!driver->open(stage, note))
		return false;
	stage->driver = driver;
	for (int i = 0; i < 3; i++)
		stage->libraries[i] = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	return true;
}

struct stage *stage_open(enum stage_way way, char *note)
{
	struct stage *stage = calloc(1, sizeof(*stage));

	*note = '\0';
	if (!stage) {
		stage_note(note, "out of memory");
		return NULL;
	}
	if (start_driver(stage, way, note))
		return stage;
	stage_close(stage);
	return NULL;
}

void stage_close(struct stage *stage)
{
	if (!stage)
		return;
	if (stage->driver) {
		stage_leave(stage);
		while (stage->surfaces)
			stage_surface_free(stage, stage->surfaces);
		while (stage->contexts)
			stage_context_free(stage, stage->contexts);
		stage->driver->close(stage);
	}
	stage_x11_close(stage->x11);
	free(stage->configs);
	free(stage);
}

void stage_leave(struct stage *stage)
{
	char unused[STAGE_NOTE_BYTES];

	stage->driver->make_current(stage, (struct stage_bound){0}, unused);
	if (stage->driver->leave)
		stage->driver->leave(stage);
}

void *stage_proc(struct stage *stage, const char *name)
{
	void *at = stage->driver->proc(stage, name);

	for (int i = 0; !at && i < 3; i++)
		if (stage->libraries[i])
			at = dlsym(stage->libraries[i], name);
	return at;
}

bool stage_make_current(struct stage *stage, struct stage_surface *draw,
			struct stage_surface *read,
			struct stage_context *context, char *note)
{
	const struct stage_bound bound = {
		draw ? draw->handle : NULL,
		read ? read->handle : NULL,
		context ? context->handle : NULL,
	};

	*note = '\0';
	if (context && stage->driver->expect)
		stage->driver->expect(stage, context->api);
	if (!stage->driver->make_current(stage, bound, note))
		return false;
	if (draw && draw->window)
		stage->driver->hurry(stage, draw->handle);
	return true;
}

/* A context of its own is current for OpenGL's own word: EGL's data about
 * pbuffers is not reliable. */
static bool use_probe(struct stage *stage, struct stage_surface *surface)
{
	static const struct stage_wish wish = {.api = STAGE_GL};
	char unused[STAGE_NOTE_BYTES];

	if (!stage->probe)
		stage->probe =
			stage_context_new(stage, NULL, &wish, NULL, unused);
	return stage->probe && stage_make_current(stage, surface, surface,
						  stage->probe, unused);
}

static bool probe_back(struct stage *stage, struct stage_surface *surface)
{
	void (*get)(GLenum name, GLboolean * value);
	GLboolean is_double = surface->window != 0;

	*(void **)&get = stage_proc(stage, "glGetBooleanv");
	if (get && use_probe(stage, surface))
		get(GL_DOUBLEBUFFER, &is_double);
	return is_double;
}

static bool probe_pixels(struct stage *stage, struct stage_surface *surface)
{
	void (*read)(GLint x, GLint y, GLsizei width, GLsizei height,
		     GLenum format, GLenum type, void *pixels);
	GLenum (*get_error)(void);
	uint32_t pixel;

	*(void **)&read = stage_proc(stage, "glReadPixels");
	*(void **)&get_error = stage_proc(stage, "glGetError");
	if (!read || !get_error || !use_probe(stage, surface))
		return true;
	read(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
	return get_error() == GL_NO_ERROR;
}

bool stage_has_pixels(struct stage *stage, struct stage_surface *surface)
{
	struct stage_bound bound = stage->driver->current(stage);
	char unused[STAGE_NOTE_BYTES];
	bool has = probe_pixels(stage, surface);

	stage->driver->make_current(stage, bound, unused);
	return has;
}

bool stage_has_back(struct stage *stage, struct stage_surface *surface)
{
	struct stage_bound bound = stage->driver->current(stage);
	char unused[STAGE_NOTE_BYTES];

	if (surface->is_probed)
		return surface->has_back;
	surface->has_back = probe_back(stage, surface);
	surface->is_probed = true;
	stage->driver->make_current(stage, bound, unused);
	return surface->has_back;
}

bool stage_is_shared(const struct stage *stage)
{
	return stage->driver == &stage_glx_driver;
}

void stage_swap(struct stage *stage, struct stage_surface *surface)
{
	stage->driver->swap(stage, surface->handle);
}
