/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl -lpthread */
/*
 * Windows and pixmaps whose sizes the recorder queries from X, over our
 * connection. Prints what we see of it, which is nothing, and the sizes as
 * "size" lines, one for each that the archive must have. See ../gl-sizes.t.
 *	sizes stranger|gone|early|shown|locked|serials|events|quiet|handler
 */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/gl/glx.h"

#define NO_OPENGL 77

static void *config, *context;

/* As X has them. */
struct error {
	int type;
	void *display;
	unsigned long resource, serial;
	unsigned char error, request, minor;
};
struct display { /* what its header shows of a Display */
	char others[152];
	unsigned long request;
};

static int n_errors;
static struct error last_error;

static int on_error(void *of, struct error *error)
{
	(void)of;
	n_errors++;
	last_error = *error;
	return 0;
}

static void say_errors(void)
{
	X(int, XSync, void *, int)(display, 0);
	printf("%d errors, the last %d of %d\n", n_errors, last_error.error,
	       last_error.request);
	n_errors = 0;
}

static void say_size(int width, int height, const char *known)
{
	printf("size %dx%d %s\n", width, height, known);
}

static int prepare(void)
{
	x11 = dlopen("libX11.so.6", RTLD_NOW);
	gl = dlopen("libGL.so.1", RTLD_NOW);
	if (!x11 || !gl || !X(int, XInitThreads, void)())
		return 0;
	display = X(void *, XOpenDisplay, const char *)(NULL);
	config = display ? choose(1 | 2 | 4) : NULL;
	if (!config)
		return 0;
	X(void *, XSetErrorHandler, int (*)(void *, struct error *))(on_error);
	context = GLX(void *, glXCreateNewContext, void *, void *, int, void *,
		      int)(display, config, 0x8014, NULL, 1);
	return context != NULL;
}

static unsigned long window(void *of, unsigned width, unsigned height)
{
	unsigned long root = X(unsigned long, XDefaultRootWindow, void *)(of);
	unsigned long name =
		X(unsigned long, XCreateSimpleWindow, void *, unsigned long,
		  int, int, unsigned, unsigned, unsigned, unsigned long,
		  unsigned long)(of, root, 0, 0, width, height, 0, 0, 0);

	X(int, XMapWindow, void *, unsigned long)(of, name);
	X(int, XSync, void *, int)(of, 0);
	return name;
}

static void resize(void *of, unsigned long name, unsigned width,
		   unsigned height)
{
	X(int, XResizeWindow, void *, unsigned long, unsigned, unsigned)
	(of, name, width, height);
	X(int, XSync, void *, int)(of, 0);
}

static void destroy(void *of, unsigned long name)
{
	X(int, XDestroyWindow, void *, unsigned long)(of, name);
	X(int, XSync, void *, int)(of, 0);
}

static int make_current(unsigned long drawable)
{
	return GLX(int, glXMakeCurrent, void *, unsigned long,
		   void *)(display, drawable, context);
}

static void viewport(int width, int height)
{
	GLX(void, glViewport, int, int, int, int)(0, 0, width, height);
}

static void swap(unsigned long drawable)
{
	GLX(void, glXSwapBuffers, void *, unsigned long)(display, drawable);
}

/* Its number, as the macro and the function say. */
static unsigned long next_request(int is_macro)
{
	if (is_macro)
		return ((struct display *)display)->request + 1;
	return X(unsigned long, XNextRequest, void *)(display);
}

static int stranger(void)
{
	void *other = X(void *, XOpenDisplay, const char *)(NULL);
	unsigned long name = window(other, 120, 80);

	make_current(name);
	say_size(120, 80, "ASKED");
	resize(other, name, 200, 150);
	viewport(200, 100);
	swap(name);
	say_size(200, 150, "ASKED");
	say_errors();
	return 0;
}

static int gone(void)
{
	void *other = X(void *, XOpenDisplay, const char *)(NULL);
	unsigned long name = window(other, 120, 80);

	make_current(name);
	say_size(120, 80, "ASKED");
	destroy(other, name);
	viewport(60, 40);
	swap(name);
	say_size(60, 40, "VIEWPORT");
	say_errors();
	return 0;
}

/* Gone before it is made current. */
static int early(void)
{
	void *other = X(void *, XOpenDisplay, const char *)(NULL);
	unsigned long name = window(other, 120, 80);

	destroy(other, name);
	if (make_current(name))
		say_size(-1, -1, "UNKNOWN");
	say_errors();
	return 0;
}

static int shown(void)
{
	static const int sizes[] = {0x8041, 90, 0x8040, 70, 0};
	unsigned long first = window(display, 200, 100), name;
	unsigned long pixmap =
		X(unsigned long, XCreatePixmap, void *, unsigned long, unsigned,
		  unsigned, unsigned)(display, first, 33, 44, 24);
	void *visual = GLX(void *, glXGetVisualFromFBConfig, void *,
			   void *)(display, config);

	name = GLX(unsigned long, glXCreateWindow, void *, void *,
		   unsigned long, const int *)(display, config, first, NULL);
	make_current(name);
	say_size(200, 100, "ASKED");
	resize(display, first, 210, 110);
	viewport(210, 110);
	swap(name);
	say_size(210, 110, "ASKED");
	name = GLX(unsigned long, glXCreatePixmap, void *, void *,
		   unsigned long, const int *)(display, config, pixmap, NULL);
	if (make_current(name))
		say_size(33, 44, "ASKED");
	pixmap = X(unsigned long, XCreatePixmap, void *, unsigned long,
		   unsigned, unsigned, unsigned)(display, first, 35, 46, 24);
	name = GLX(unsigned long, glXCreateGLXPixmap, void *, void *,
		   unsigned long)(display, visual, pixmap);
	if (make_current(name))
		say_size(35, 46, "ASKED");
	name = GLX(unsigned long, glXCreatePbuffer, void *, void *,
		   const int *)(display, config, sizes);
	make_current(name);
	say_size(90, 70, "CREATED");
	say_errors();
	return 0;
}

static int is_over;

static void *busy(void *unused)
{
	(void)unused;
	while (!__atomic_load_n(&is_over, __ATOMIC_RELAXED)) {
		X(void, XLockDisplay, void *)(display);
		X(int, XNoOp, void *)(display);
		X(int, XSync, void *, int)(display, 0);
		X(void, XUnlockDisplay, void *)(display);
	}
	return NULL;
}

/* While another thread uses the display, and this one has it locked. */
static int locked(void)
{
	unsigned long name = window(display, 50, 50);
	pthread_t thread;

	pthread_create(&thread, NULL, busy, NULL);
	X(void, XLockDisplay, void *)(display);
	make_current(name);
	X(void, XUnlockDisplay, void *)(display);
	say_size(50, 50, "ASKED");
	for (int i = 1; i <= 20; i++) {
		resize(display, name, 50 + (unsigned)i, 50);
		viewport(50 + i, 50);
		if (i % 2)
			X(void, XLockDisplay, void *)(display);
		swap(name);
		if (i % 2)
			X(void, XUnlockDisplay, void *)(display);
		say_size(50 + i, 50, "ASKED");
	}
	__atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	say_errors();
	return 0;
}

/* The size of a window is queried: the current one's, or a new one's. */
static unsigned long query_size(unsigned long name, int size, int is_new)
{
	if (is_new) {
		name = window(display, (unsigned)size, 50);
		make_current(name);
	} else {
		resize(display, name, (unsigned)size, 50);
		viewport(size, 50);
		swap(name);
	}
	say_size(size, 50, "ASKED");
	return name;
}

/* Errors of ours, of requests that go out before the recorder's query or behind
 * it. They have the numbers that we got, by the macro or the function. */
static int serials(void)
{
	unsigned long name = query_size(0, 50, 1), serial = 0;

	for (int i = 0; i < 8; i++) {
		int is_behind = i & 2;

		if (is_behind)
			name = query_size(name, 60 + i, i & 4);
		serial = next_request(i & 1);
		X(int, XMapWindow, void *, unsigned long)(display, 1);
		if (!is_behind)
			name = query_size(name, 60 + i, i & 4);
		say_errors();
		printf("%s\n", last_error.serial == serial
				       ? "of the right number"
				       : "of another number");
	}
	return 0;
}

static int events(void)
{
	unsigned long name = window(display, 50, 50);
	char event[200];

	X(int, XSelectInput, void *, unsigned long, long)
	(display, name, 1L << 17);
	make_current(name);
	say_size(50, 50, "ASKED");
	for (int i = 1; i <= 3; i++) {
		X(int, XResizeWindow, void *, unsigned long, unsigned, unsigned)
		(display, name, 50 + (unsigned)i, 50);
		viewport(50 + i, 50);
		swap(name);
		say_size(50 + i, 50, "ASKED");
		X(int, XSync, void *, int)(display, 0);
		while (X(int, XPending, void *)(display)) {
			X(int, XNextEvent, void *, void *)(display, event);
			printf("event %d: %d\n", *(int *)event,
			       *(int *)(event + 56));
		}
	}
	say_errors();
	return 0;
}

/* The same viewport again and again. */
static int quiet(void)
{
	unsigned long name = window(display, 50, 50), before;

	make_current(name);
	say_size(50, 50, "ASKED");
	viewport(40, 40);
	swap(name);
	swap(name);
	before = next_request(0);
	for (int i = 0; i < 10; i++) {
		viewport(40, 40);
		swap(name);
	}
	printf("%lu requests\n", next_request(0) - before);
	say_errors();
	return 0;
}

static volatile unsigned n_handled;

static void on_alarm(int signo)
{
	(void)signo;
	(void)getppid();
	n_handled++;
}

/* A handler makes calls all the time. */
static int handler(void)
{
	const struct itimerval soon = {{0, 150}, {0, 150}}, never = {0};
	struct sigaction action = {.sa_handler = on_alarm,
				   .sa_flags = SA_RESTART};
	unsigned long name = window(display, 50, 50);

	sigaction(SIGALRM, &action, NULL);
	make_current(name);
	setitimer(ITIMER_REAL, &soon, NULL);
	for (int i = 1; i <= 300; i++) {
		viewport(50 + i, 50);
		swap(name);
	}
	setitimer(ITIMER_REAL, &never, NULL);
	printf("%u handled\n", n_handled);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(void);
	} cases[] = {
		{"stranger", stranger}, {"gone", gone},
		{"early", early},	{"shown", shown},
		{"locked", locked},	{"serials", serials},
		{"events", events},	{"quiet", quiet},
		{"handler", handler},
	};

	if (argc < 2 || !prepare())
		return NO_OPENGL;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (!strcmp(argv[1], cases[i].name))
			return cases[i].run();
	return 2;
}
