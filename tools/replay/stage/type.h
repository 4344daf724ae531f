/* SPDX-License-Identifier: MIT */
/*
 * What the parts of a stage share; no other file includes it. A driver contains
 * what EGL and GLX do differently. The common part, such as the choice of a
 * configuration or of a version, is implemented once for any driver.
 */
#ifndef TOOLS_REPLAY_STAGE_TYPE_H
#define TOOLS_REPLAY_STAGE_TYPE_H

#include "tools/replay/stage/stage.h"
#include "tools/replay/stage/x11.h"

/* EGL's handles are pointers; GLX's drawables are numbers of that width. */
typedef void *stage_handle;

/* A kind of surface that the driver can make. */
struct stage_config {
	stage_handle handle;
	struct stage_format format; /* each size is known */
	bool is_any_double;	    /* unknown, as for pbuffers */
	bool is_any_srgb;	    /* surfaces may be sRGB, or not */
	bool has_windows, has_pbuffers;
	bool is_slow;
	unsigned n_lacks; /* the number of APIs, of OpenGL and OpenGL ES, that
			     it does not support */
	VisualID visual;  /* of windows */
};

/* The properties of a context to try. version: major x 100 + minor, 0: any. */
struct stage_try {
	enum stage_api api;
	int version;
	unsigned profile, flags;
	stage_handle config; /* NULL: for all */
	stage_handle share;  /* NULL: with none */
};

/* The current objects of a thread. */
struct stage_bound {
	stage_handle draw, read, context;
};

struct stage_driver {
	/* Opens the display, fills the configurations (and `own`). False, with
	 * the reason in `note`, if that is not possible: then it is closed. */
	bool (*open)(struct stage *stage, char *note);
	void (*close)(struct stage *stage);
	void *(*proc)(struct stage *stage, const char *name);
	/* NULL, with the reason in `note`, if there is no such context. */
	stage_handle (*context_new)(struct stage *stage,
				    const struct stage_try *try, char *note);
	void (*context_free)(struct stage *stage, stage_handle context);
	/* NULL, with the reason in `note`, if there is no such surface. */
	stage_handle (*surface_new)(struct stage *stage,
				    const struct stage_surface *surface,
				    char *note);
	void (*surface_free)(struct stage *stage, stage_handle surface,
			     bool is_window);
	/* False, with the reason in `note`, if nothing has changed. */
	bool (*make_current)(struct stage *stage, struct stage_bound bound,
			     char *note);
	struct stage_bound (*current)(struct stage *stage);
	/* The thread's next contexts are of this API; NULL: not needed. */
	void (*expect)(struct stage *stage, enum stage_api api);
	/* Disables waiting for the screen in the current window. */
	void (*hurry)(struct stage *stage, stage_handle window);
	void (*swap)(struct stage *stage, stage_handle surface);
	/* The thread, which has no context, is about to end. NULL: nothing to
	 * do. */
	void (*leave)(struct stage *stage);
};

struct stage {
	const struct stage_driver *driver;
	void *own;	       /* private data of the driver */
	struct stage_x11 *x11; /* NULL: headless */
	struct stage_config *configs;
	int n_configs;
	bool is_sampling_tried; /* whether pbuffers of samples have pixels */
	bool is_config_free; /* contexts work with any configuration's surfaces
			      */
	void *libraries[3];  /* the last ones to look up functions in */
	struct stage_context *contexts;
	struct stage_surface *surfaces;
	struct stage_context *probe; /* of stage_has_back and stage_has_pixels,
					NULL: not yet made */
};

struct stage_context {
	struct stage_context *next;
	stage_handle handle;
	enum stage_api api;
};

struct stage_surface {
	struct stage_surface *next;
	stage_handle handle;
	const struct stage_config *config;
	int width, height;
	XID window; /* 0: a pbuffer */
	bool is_srgb;
	bool is_probed, has_back; /* has_back holds if is_probed */
};

/* Whether a pixel of a new surface can be read. */
bool stage_has_pixels(struct stage *stage, struct stage_surface *surface);

/* Writes the text; what is too long is cut. */
void stage_note(char *note, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Appends a sentence to what the note has. */
void stage_note_more(char *note, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Whether a list of extensions has this one. NULL-safe. */
bool stage_has_extension(const char *extensions, const char *name);

#endif
