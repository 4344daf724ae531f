/* SPDX-License-Identifier: MIT */
/* What the parts of a stage share; nobody else includes it. */
#ifndef STAGE_TYPE_H
#define STAGE_TYPE_H

#include "tools/replay/stage.h"
#include "tools/replay/stage_egl.h"
#include "tools/replay/stage_x11.h"

struct stage {
	struct stage_egl egl;
	struct stage_x11 *x11; /* NULL: headless */
	EGLDisplay display;
	EGLint minor;		/* of EGL 1.x */
	const char *extensions; /* of the display; EGL's */
	EGLConfig *configs;
	int n_configs;
	/* where other functions than EGL's own are looked for, last */
	void *libraries[3];
	struct stage_context *contexts;
	struct stage_surface *surfaces;
	struct stage_context *probe; /* of stage_has_back, NULL: not yet made */
};

struct stage_context {
	struct stage_context *next;
	EGLContext handle;
	enum stage_api api;
};

struct stage_surface {
	struct stage_surface *next;
	EGLSurface handle;
	EGLConfig config;
	int width, height;
	XID window; /* 0: a pbuffer */
	bool is_srgb;
	bool is_probed, has_back; /* has_back holds if is_probed */
};

/* Writes the text; what is too long is cut. */
void stage_note(char *note, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Appends a sentence to what the note has. */
void stage_note_more(char *note, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
