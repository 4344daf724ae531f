/* SPDX-License-Identifier: MIT */
#include "tools/replay/stage/x11.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/replay/stage/type.h"

/* Xlib's struct, as in its <X11/Xlib.h> and <X11/X.h>. */
struct window_attributes {
	Pixmap background_pixmap;
	unsigned long background_pixel;
	Pixmap border_pixmap;
	unsigned long border_pixel;
	int bit_gravity, win_gravity, backing_store;
	unsigned long backing_planes, backing_pixel;
	Bool save_under;
	long event_mask, do_not_propagate_mask;
	Bool override_redirect;
	Colormap colormap;
	XID cursor;
};
_Static_assert(offsetof(struct window_attributes, colormap) == 96 &&
		       sizeof(struct window_attributes) == 112,
	       "laid out as Xlib's XSetWindowAttributes");

struct error_event {
	int type;
	Display *display;
	XID resource;
	unsigned long serial;
	unsigned char error, request, minor;
};
_Static_assert(offsetof(struct error_event, error) == 32,
	       "laid out as Xlib's XErrorEvent");

typedef int on_error(Display *display, struct error_event *event);

enum {
	VISUAL_ID_MASK = 1,
	ALLOC_NONE = 0,
	INPUT_OUTPUT = 1,
	CW_BORDER_PIXEL = 1 << 3,
	CW_OVERRIDE_REDIRECT = 1 << 9,
	CW_COLORMAP = 1 << 13,
};

struct stage_x11 {
	void *library;
	Display *display;
	Status (*init_threads)(void);
	Display *(*open_display)(const char *name);
	int (*close_display)(Display *display);
	on_error *(*set_error_handler)(on_error *handler);
	int (*screen)(Display *display);
	Window (*root)(Display *display);
	XVisualInfo *(*get_visual_info)(Display *display, long mask,
					XVisualInfo *like, int *n);
	int (*free)(void *data);
	Colormap (*create_colormap)(Display *display, Window window,
				    Visual *visual, int alloc);
	Window (*create_window)(Display *display, Window parent, int x, int y,
				unsigned width, unsigned height,
				unsigned border, int depth, unsigned class,
				Visual *visual, unsigned long mask,
				struct window_attributes *attributes);
	int (*map_raised)(Display *display, Window window);
	int (*resize_window)(Display *display, Window window, unsigned width,
			     unsigned height);
	int (*destroy_window)(Display *display, Window window);
	int (*sync)(Display *display, Bool discard);
	on_error *handler_before;
};

static const struct {
	const char *name;
	size_t offset; /* in struct stage_x11 */
} functions[] = {
#define FUNCTION(name, field)                                                  \
	{                                                                      \
#name, offsetof(struct stage_x11, field)                       \
	}
	FUNCTION(XInitThreads, init_threads),
	FUNCTION(XOpenDisplay, open_display),
	FUNCTION(XCloseDisplay, close_display),
	FUNCTION(XSetErrorHandler, set_error_handler),
	FUNCTION(XDefaultScreen, screen),
	FUNCTION(XDefaultRootWindow, root),
	FUNCTION(XGetVisualInfo, get_visual_info),
	FUNCTION(XFree, free),
	FUNCTION(XCreateColormap, create_colormap),
	FUNCTION(XCreateWindow, create_window),
	FUNCTION(XMapRaised, map_raised),
	FUNCTION(XResizeWindow, resize_window),
	FUNCTION(XDestroyWindow, destroy_window),
	FUNCTION(XSync, sync),
#undef FUNCTION
};

/* The server's last error, 0: none. Xlib's handler has no context argument. */
static int last_error;

static int note_error(Display *display, struct error_event *event)
{
	(void)display;
	__atomic_store_n(&last_error, event->error, __ATOMIC_RELAXED);
	return 0;
}

static bool load_x11(struct stage_x11 *x11, char *note)
{
	x11->library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
	if (!x11->library) {
		stage_note(note, "%s", dlerror());
		return false;
	}
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		void *at = dlsym(x11->library, functions[i].name);

		if (!at) {
			stage_note(note, "libX11.so.6 has no %s",
				   functions[i].name);
			return false;
		}
		memcpy((char *)x11 + functions[i].offset, &at, sizeof(at));
	}
	return true;
}

struct stage_x11 *stage_x11_open(char *note)
{
	struct stage_x11 *x11 = calloc(1, sizeof(*x11));

	if (!x11) {
		stage_note(note, "out of memory");
		return NULL;
	}
	if (!load_x11(x11, note))
		goto out;
	(void)x11->init_threads(); /* of old versions of Xlib, else it is done
				      already */
	x11->display = x11->open_display(NULL);
	if (!x11->display) {
		const char *name = getenv("DISPLAY");

		stage_note(note, "no X server on display \"%s\"",
			   name ? name : "");
		goto out;
	}
	x11->handler_before = x11->set_error_handler(note_error);
	return x11;
out:
	stage_x11_close(x11);
	return NULL;
}

/* The library stays loaded: drivers have registered functions for exit. */
void stage_x11_close(struct stage_x11 *x11)
{
	if (!x11)
		return;
	if (x11->display) {
		x11->close_display(x11->display);
		x11->set_error_handler(x11->handler_before);
	}
	free(x11);
}

Display *stage_x11_display(const struct stage_x11 *x11)
{
	return x11->display;
}

int stage_x11_screen(const struct stage_x11 *x11)
{
	return x11->screen(x11->display);
}

void stage_x11_free(struct stage_x11 *x11, void *data)
{
	if (data)
		x11->free(data);
}

void stage_x11_begin(struct stage_x11 *x11)
{
	x11->sync(x11->display, False);
	__atomic_store_n(&last_error, 0, __ATOMIC_RELAXED);
}

bool stage_x11_done(struct stage_x11 *x11, const char *what, char *note)
{
	int error;

	x11->sync(x11->display, False);
	error = __atomic_load_n(&last_error, __ATOMIC_RELAXED);
	if (error)
		stage_note(note, "the X server would not %s: error %d", what,
			   error);
	return !error;
}

XID stage_x11_window(struct stage_x11 *x11, VisualID visual, int width,
		     int height, char *note)
{
	struct window_attributes attributes = {.override_redirect = True};
	XVisualInfo like = {.visualid = visual}, *found;
	Window root = x11->root(x11->display), window;
	int n = 0;

	stage_x11_begin(x11);
	found = x11->get_visual_info(x11->display, VISUAL_ID_MASK, &like, &n);
	if (!found || !n) {
		stage_note(note, "the X server has no visual %#lx", visual);
		return 0;
	}
	attributes.colormap = x11->create_colormap(x11->display, root,
						   found->visual, ALLOC_NONE);
	window = x11->create_window(
		x11->display, root, 0, 0, (unsigned)width, (unsigned)height, 0,
		found->depth, INPUT_OUTPUT, found->visual,
		CW_BORDER_PIXEL | CW_OVERRIDE_REDIRECT | CW_COLORMAP,
		&attributes);
	x11->free(found);
	x11->map_raised(x11->display, window);
	return stage_x11_done(x11, "make a window", note) ? window : 0;
}

bool stage_x11_resize(struct stage_x11 *x11, XID window, int width, int height,
		      char *note)
{
	stage_x11_begin(x11);
	x11->resize_window(x11->display, window, (unsigned)width,
			   (unsigned)height);
	return stage_x11_done(x11, "resize a window", note);
}

void stage_x11_destroy(struct stage_x11 *x11, XID window)
{
	x11->destroy_window(x11->display, window);
	x11->sync(x11->display, False);
}
