/* SPDX-License-Identifier: MIT */
/*
 * Contexts and surfaces are what was requested, headless and, where $DISPLAY
 * has an X server, as windows.
 */
#include "tools/replay/stage/stage.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gl_registry.h"
#include "tests/glx_has.h"
#include "tests/offscreen.h"
#include "tests/tap.h"

#define WIDTH 48
#define HEIGHT 32

static const struct stage_format plain = {
	.red = 8,
	.green = 8,
	.blue = 8,
	.alpha = 8,
	.depth = 24,
	.stencil = 8,
	.is_double = true,
};
static const struct stage_wish compat = {STAGE_GL, 4, 5, 2, 0};
static const struct stage_wish core = {STAGE_GL, 3, 3, 1, 0};
static const struct stage_wish es2 = {STAGE_GLES, 2, 0, 0, 0};

static struct stage *stage;
static char note[STAGE_NOTE_BYTES];

static void (*clear_color)(GLfloat r, GLfloat g, GLfloat b, GLfloat a);
static void (*clear)(GLbitfield mask);
static void (*read_pixels)(GLint x, GLint y, GLsizei width, GLsizei height,
			   GLenum format, GLenum type, void *pixels);
static void (*get_integers)(GLenum name, GLint *value);
static const char *(*get_string)(GLenum name);
static GLenum (*get_error)(void);
static void (*gen_textures)(GLsizei n, GLuint *names);
static void (*bind_texture)(GLenum target, GLuint name);
static void (*tex_image)(GLenum target, GLint level, GLint internal,
			 GLsizei width, GLsizei height, GLint border,
			 GLenum format, GLenum type, const void *pixels);
static void (*gen_framebuffers)(GLsizei n, GLuint *names);
static void (*bind_framebuffer)(GLenum target, GLuint name);
static void (*framebuffer_texture)(GLenum target, GLenum attachment,
				   GLenum textarget, GLuint name, GLint level);
static void (*finish)(void);
static void (*draw_buffer)(GLenum buffer);
static void (*read_buffer)(GLenum buffer);
static void (*enable)(GLenum what);
static void (*accum)(GLenum operation, GLfloat value);

static const struct {
	const char *name;
	void *pointer;
} functions[] = {
	{"glClearColor", &clear_color},
	{"glClear", &clear},
	{"glReadPixels", &read_pixels},
	{"glGetIntegerv", &get_integers},
	{"glGetString", &get_string},
	{"glGetError", &get_error},
	{"glGenTextures", &gen_textures},
	{"glBindTexture", &bind_texture},
	{"glTexImage2D", &tex_image},
	{"glGenFramebuffers", &gen_framebuffers},
	{"glBindFramebuffer", &bind_framebuffer},
	{"glFramebufferTexture2D", &framebuffer_texture},
	{"glFinish", &finish},
	{"glDrawBuffer", &draw_buffer},
	{"glReadBuffer", &read_buffer},
	{"glEnable", &enable},
	{"glAccum", &accum},
};

static void open_stage(enum stage_way way)
{
	setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
	if (way != STAGE_HEADLESS && !getenv("DISPLAY"))
		skip("no X server");
	stage = stage_open(way, note);
	if (!stage)
		skip(note);
	is_str(note, "");
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		void *at = stage_proc(stage, functions[i].name);

		ok(at != NULL, "%s", functions[i].name);
		memcpy(functions[i].pointer, &at, sizeof(at));
	}
}

static struct stage_context *context_of(const struct stage_wish *wish,
					struct stage_context *share)
{
	struct stage_context *context =
		stage_context_new(stage, &plain, wish, share, note);

	ok(context != NULL, "%s", note);
	is_str(note, "");
	return context;
}

static struct stage_surface *surface_of(const struct stage_format *format)
{
	struct stage_surface *surface = stage_surface_new(
		stage, format, WIDTH, HEIGHT, STAGE_WINDOW, note);

	ok(surface != NULL, "%s", note);
	is_str(note, "");
	return surface;
}

static void use(struct stage_surface *surface, struct stage_context *context)
{
	ok(stage_make_current(stage, surface, surface, context, note), "%s",
	   note);
}

static GLint integer(GLenum name)
{
	GLint value = -1;

	get_integers(name, &value);
	return value;
}

/* Clears, and returns the pixel at the upper right. */
static uint32_t cleared(GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha)
{
	uint32_t pixel = 0;

	clear_color(red, green, blue, alpha);
	clear(GL_COLOR_BUFFER_BIT);
	read_pixels(WIDTH - 1, HEIGHT - 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE,
		    &pixel);
	return pixel;
}

static void is_current(const struct stage_wish *wish)
{
	struct stage_context *context = context_of(wish, NULL);
	struct stage_surface *surface = surface_of(&plain);
	const char *version;

	use(surface, context);
	version = get_string(GL_VERSION);
	ok(version && !strstr(version, "OpenGL ES") == (wish->api == STAGE_GL));
	if (wish->major > 1)
		ok(integer(GL_MAJOR_VERSION) * 100 +
			   integer(GL_MINOR_VERSION) >=
		   wish->major * 100 + wish->minor);
	/* where the driver is set so, all contexts have old functions */
	if (wish->profile && !getenv("MESA_GL_VERSION_OVERRIDE"))
		is_i64(integer(GL_CONTEXT_PROFILE_MASK), wish->profile);
	if (wish->flags)
		is_i64(integer(GL_CONTEXT_FLAGS), wish->flags);
	is_u64(cleared(1, 0, 0.2f, 1), 0xff3300ff);
	is_u64(get_error(), GL_NO_ERROR);
}

static void all_settings(void)
{
	const struct stage_wish es1 = {STAGE_GLES, 1, 1, 0, 0};
	const struct stage_wish es3 = {STAGE_GLES, 3, 1, 0, 0};
	const struct stage_wish any = {STAGE_GL, 0, 0, 0, 0};
	const struct stage_wish old = {STAGE_GL, 2, 1, 0, 0};
	const struct stage_wish flags = {
		STAGE_GL, 4, 0, 1,
		GL_CONTEXT_FLAG_DEBUG_BIT |
			GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT |
			GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT};

	is_current(&compat);
	is_current(&core);
	if (offscreen_has(OFFSCREEN_ES1))
		is_current(&es1);
	is_current(&es2);
	is_current(&es3);
	is_current(&any);
	is_current(&old);
	is_current(&flags);
	stage_close(stage);
}

static void headless_settings(void)
{
	open_stage(STAGE_HEADLESS);
	all_settings();
}

static void window_settings(void)
{
	open_stage(STAGE_WINDOWS);
	all_settings();
}

static void glx_settings(void)
{
	open_stage(STAGE_GLX);
	all_settings();
}

static void too_much(void)
{
	const struct stage_wish much = {STAGE_GL, 4, 9, 1, 0};
	const struct stage_format odd = {.red = 3, .green = 3, .blue = 2};
	const struct stage_format deep = {.red = 8,
					  .green = 8,
					  .blue = 8,
					  .depth = 24,
					  .stencil = 8,
					  .accum_red = 16};
	struct stage_context *context;
	struct stage_surface *surface;

	open_stage(STAGE_HEADLESS);
	context = stage_context_new(stage, NULL, &much, NULL, note);
	ok(strstr(note, "no context of version 4.9 core, but 4."), "%s", note);
	surface = stage_surface_new(stage, &odd, WIDTH, HEIGHT, STAGE_PBUFFER,
				    note);
	ok(strstr(note, "no surface with 3 3 2 0 bits"), "%s", note);
	ok(stage_surface_new(stage, &deep, WIDTH, HEIGHT, STAGE_PBUFFER, note));
	is_str(note, "no surface with accumulation buffers");
	use(surface, context);
	if (!getenv("MESA_GL_VERSION_OVERRIDE"))
		is_i64(integer(GL_CONTEXT_PROFILE_MASK), 1);
	stage_close(stage);
}

static void most_depth(void)
{
	/* as the list of formats below finds them */
	static const int with_stencil[][2] = {{0, 32}, {8, 24}};
	struct stage_format format = {.red = 8,
				      .green = 8,
				      .blue = 8,
				      .depth = STAGE_MOST,
				      .is_double = true};
	struct stage_context *context;

	open_stage(STAGE_HEADLESS);
	context = context_of(&compat, NULL);
	for (unsigned i = 0; i < 2; i++) {
		format.stencil = with_stencil[i][0];
		use(surface_of(&format), context);
		is_i64(integer(GL_DEPTH_BITS), with_stencil[i][1]);
		is_str(note, "");
	}
	stage_close(stage);
}

static void formats_are(const struct stage_wish *wish, bool has_samples)
{
	static const int list[][7] = {
		{8, 8, 8, 0, 24, 8, 0}, {8, 8, 8, 8, 24, 8, 0},
		{5, 6, 5, 0, 16, 0, 0}, {8, 8, 8, 0, 24, 8, 4},
		{8, 8, 8, 8, 0, 0, 0},	{8, 8, 8, 8, 32, 0, 4},
		{8, 8, 8, 0, 24, 0, 0}, {10, 10, 10, 2, 24, 8, 0},
	};
	static const GLenum names[] = {
		GL_RED_BITS,   GL_GREEN_BITS,	GL_BLUE_BITS, GL_ALPHA_BITS,
		GL_DEPTH_BITS, GL_STENCIL_BITS, GL_SAMPLES};
	struct stage_context *context = context_of(wish, NULL);

	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++) {
		if (list[i][6] && !has_samples)
			continue;

		const struct stage_format format = {
			list[i][0],
			list[i][1],
			list[i][2],
			list[i][3],
			list[i][4],
			list[i][5],
			.samples = list[i][6],
			.is_double = true,
		};
		struct stage_surface *surface = stage_surface_new(
			stage, &format, WIDTH, HEIGHT, STAGE_PBUFFER, note);

		is_str(note, "");
		use(surface, context);
		for (int j = 0; j < 7; j++)
			ok(integer(names[j]) == list[i][j],
			   "%zu.%d: %d, not %d", i, j, integer(names[j]),
			   list[i][j]);
		stage_surface_free(stage, surface);
	}
}

static void formats(void)
{
	bool has_samples = offscreen_has_samples();

	open_stage(STAGE_HEADLESS);
	formats_are(&compat, has_samples);
	formats_are(&es2, has_samples);
	stage_close(stage);
}

/* A texture of one pixel that is read through a framebuffer. */
static GLuint new_texture(uint32_t pixel)
{
	GLuint name;

	gen_textures(1, &name);
	bind_texture(GL_TEXTURE_2D, name);
	tex_image(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
		  &pixel);
	finish();
	return name;
}

static uint32_t texture_pixel(GLuint name)
{
	uint32_t pixel = 0;
	GLuint framebuffer;

	bind_texture(GL_TEXTURE_2D, name);
	gen_framebuffers(1, &framebuffer);
	bind_framebuffer(GL_FRAMEBUFFER, framebuffer);
	framebuffer_texture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
			    name, 0);
	read_pixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
	return pixel;
}

static void sharing(void)
{
	struct stage_context *first, *second;
	struct stage_surface *surface;
	GLuint name;

	open_stage(STAGE_HEADLESS);
	first = context_of(&compat, NULL);
	second = context_of(&compat, first);
	surface = surface_of(&plain);
	use(surface, first);
	name = new_texture(0x12345678);
	use(NULL, second);
	is_u64(texture_pixel(name), 0x12345678);
	is_u64(get_error(), GL_NO_ERROR);
	use(NULL, NULL);
	stage_close(stage);
}

static struct together {
	struct stage_context *context;
	struct stage_surface *surface;
	pthread_barrier_t *barrier;
	GLuint name;	    /* made here */
	GLuint *other;	    /* made by the other thread */
	uint32_t pixels[2]; /* of the surface, of the other's texture */
} together[2];

/* The stage one after the other, OpenGL at once. */
static void *in_thread(void *argument)
{
	static pthread_mutex_t baton = PTHREAD_MUTEX_INITIALIZER;
	struct together *t = argument;
	float red = t == together;
	char own[STAGE_NOTE_BYTES];

	pthread_mutex_lock(&baton);
	stage_make_current(stage, t->surface, t->surface, t->context, own);
	pthread_mutex_unlock(&baton);
	t->name = new_texture(0x11111111u << (t == together));
	pthread_barrier_wait(t->barrier);
	t->pixels[0] = cleared(red, 1, 0, 1);
	t->pixels[1] = texture_pixel(*t->other);
	pthread_barrier_wait(t->barrier);
	pthread_mutex_lock(&baton);
	stage_leave(stage);
	pthread_mutex_unlock(&baton);
	return NULL;
}

static void threads_in(enum stage_way way)
{
	pthread_t thread[2];
	pthread_barrier_t barrier;

	open_stage(way);
	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 2; i++) {
		together[i].context =
			context_of(&core, i ? together[0].context : NULL);
		together[i].surface = surface_of(&plain);
		together[i].barrier = &barrier;
		together[i].other = &together[!i].name;
	}
	for (int i = 0; i < 2; i++)
		pthread_create(thread + i, NULL, in_thread, together + i);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	is_u64(together[0].pixels[0], 0xff00ffff);
	is_u64(together[1].pixels[0], 0xff00ff00);
	is_u64(together[0].pixels[1], 0x11111111);
	is_u64(together[1].pixels[1], 0x22222222);
	ok(together[0].name != together[1].name);
	use(together[1].surface, together[0].context);
	is_u64(cleared(0, 0, 0, 0), 0);
	stage_close(stage);
}

static void threads(void)
{
	threads_in(STAGE_HEADLESS);
}

static void window_threads(void)
{
	threads_in(STAGE_WINDOWS);
}

static void glx_threads(void)
{
	threads_in(STAGE_GLX);
}

static void resizes(const struct stage_wish *wish)
{
	struct stage_context *context = context_of(wish, NULL);
	struct stage_surface *surface = surface_of(&plain);
	uint32_t pixels[2] = {1, 1};
	int width, height;

	use(surface, context);
	is_u64(cleared(0, 1, 0, 1), 0xff00ff00);
	ok(stage_surface_resize(stage, surface, 200, 100, note), "%s", note);
	stage_surface_size(surface, &width, &height);
	is_i64(width, 200);
	is_i64(height, 100);
	is_u64(cleared(1, 1, 0, 1), 0xff00ffff);
	read_pixels(199, 99, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	read_pixels(200, 100, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels + 1);
	is_u64(pixels[0], 0xff00ffff);
	is_u64(pixels[1], 1);
	stage_swap(stage, surface);
	/* A new surface may be where the old one was. */
	for (int i = 1; i <= 20; i++) {
		ok(stage_surface_resize(stage, surface, 200 + i, 100, note),
		   "%s", note);
		is_u64(cleared(1, 1, 0, 1), 0xff00ffff);
	}
	ok(stage_surface_resize(stage, surface, WIDTH, HEIGHT, note), "%s",
	   note);
	is_u64(cleared(0, 0, 1, 1), 0xffff0000);
	read_pixels(WIDTH, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels + 1);
	is_u64(pixels[1], 1);
	is_u64(get_error(), GL_NO_ERROR);
	use(NULL, NULL);
}

static void headless_resizes(void)
{
	open_stage(STAGE_HEADLESS);
	resizes(&compat);
	resizes(&es2);
	stage_close(stage);
}

static void window_resizes(void)
{
	open_stage(STAGE_WINDOWS);
	resizes(&compat);
	resizes(&es2);
	stage_close(stage);
}

static void glx_resizes(void)
{
	open_stage(STAGE_GLX);
	resizes(&compat);
	resizes(&es2);
	stage_close(stage);
}

/* Behind a red front there is a green back, or nothing. */
static void back_is(void)
{
	struct stage_context *context = context_of(&compat, NULL);
	struct stage_surface *surface = surface_of(&plain);
	bool has_back;

	use(surface, context);
	has_back = stage_has_back(stage, surface);
	is_i64(integer(GL_DRAW_BUFFER), has_back ? GL_BACK : GL_FRONT);
	draw_buffer(GL_BACK);
	is_u64(cleared(0, 1, 0, 1), 0xff00ff00);
	draw_buffer(GL_FRONT);
	clear_color(1, 0, 0, 1);
	clear(GL_COLOR_BUFFER_BIT);
	draw_buffer(GL_NONE);
	read_buffer(GL_BACK);
	is_u64(cleared(0, 0, 0, 0), has_back ? 0xff00ff00 : 0xff0000ff);
	stage_close(stage);
}

static void headless_back(void)
{
	open_stage(STAGE_HEADLESS);
	back_is();
}

static void window_back(void)
{
	open_stage(STAGE_WINDOWS);
	back_is();
}

static void glx_back(void)
{
	open_stage(STAGE_GLX);
	back_is();
}

static void freed_surface_in(enum stage_way way)
{
	struct stage_context *context;
	struct stage_surface *surface;

	open_stage(way);
	context = context_of(&compat, NULL);
	surface = surface_of(&plain);
	use(surface, context);
	stage_surface_free(stage, surface);
	is_u64(texture_pixel(new_texture(0x12345678)), 0x12345678);
	stage_context_free(stage, context);
	stage_close(stage);
}

static void freed_surface(void)
{
	freed_surface_in(STAGE_HEADLESS);
}

static void glx_freed_surface(void)
{
	freed_surface_in(STAGE_GLX);
}

static void srgb(void)
{
	struct stage_format format = plain;

	open_stage(STAGE_HEADLESS);
	format.is_srgb = true;
	if (!offscreen_has_srgb()) {
		ok(stage_surface_new(stage, &format, WIDTH, HEIGHT,
				     STAGE_WINDOW, note));
		is_str(note, "no surface that is drawn to as sRGB");
		return;
	}
	use(surface_of(&format), context_of(&es2, NULL));
	is_u64(cleared(0.2f, 0.2f, 0.2f, 1), 0xff7c7c7c);
	use(surface_of(&plain), context_of(&es2, NULL));
	is_u64(cleared(0.2f, 0.2f, 0.2f, 1), 0xff333333);
	use(surface_of(&format), context_of(&compat, NULL));
	is_u64(cleared(0.2f, 0.2f, 0.2f, 1), 0xff333333);
	enable(GL_FRAMEBUFFER_SRGB);
	is_u64(cleared(0.2f, 0.2f, 0.2f, 1), 0xff7c7c7c);
	stage_close(stage);
}

/* What the screen shows there, as red, green and blue. */
static uint32_t on_screen(int x, int y)
{
	void *library = dlopen("libX11.so.6", RTLD_NOW);
	Display *(*open)(const char *name);
	Window (*root)(Display * display);
	void *(*get_image)(Display * display, XID drawable, int x, int y,
			   unsigned width, unsigned height, unsigned long mask,
			   int format);
	unsigned long (*get_pixel)(void *image, int x, int y);
	Display *display;
	void *image;

	*(void **)&open = dlsym(library, "XOpenDisplay");
	*(void **)&root = dlsym(library, "XDefaultRootWindow");
	*(void **)&get_image = dlsym(library, "XGetImage");
	*(void **)&get_pixel = dlsym(library, "XGetPixel");
	display = open(NULL);
	image = get_image(display, root(display), x, y, 1, 1, ~0ul, 2);
	return image ? get_pixel(image, 0, 0) & 0xffffff : 0;
}

static void shows(enum stage_way way)
{
	struct stage_context *context;
	struct stage_surface *surface;
	uint32_t pixel = 0;

	open_stage(way);
	context = context_of(&compat, NULL);
	surface =
		stage_surface_new(stage, &plain, 300, 200, STAGE_WINDOW, note);
	ok(surface != NULL, "%s", note);
	use(surface, context);
	is_u64(cleared(1, 0.2f, 0, 0.2f), 0x330033ff);
	stage_swap(stage, surface);
	finish();
	is_u64(on_screen(0, 0), 0xff3300);
	is_u64(on_screen(299, 199), 0xff3300);
	ok(on_screen(300, 199) != 0xff3300);
	ok(on_screen(299, 200) != 0xff3300);
	read_pixels(299, 199, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
	is_u64(pixel, 0x330033ff);
	stage_surface_free(stage, surface);
	ok(on_screen(0, 0) != 0xff3300);
	stage_close(stage);
}

static void windows(void)
{
	shows(STAGE_WINDOWS);
}

static void glx_windows(void)
{
	shows(STAGE_GLX);
}

static void glx_single(void)
{
	struct stage_format format = plain;
	struct stage_context *context;

	open_stage(STAGE_GLX);
	format.is_double = false;
	/* of the same format: else Mesa 20 shows nothing */
	context = stage_context_new(stage, &format, &compat, NULL, note);
	is_str(note, "");
	use(surface_of(&format), context);
	is_i64(integer(GL_DOUBLEBUFFER), false);
	is_u64(cleared(0, 1, 0.2f, 1), 0xff33ff00);
	finish();
	is_u64(on_screen(0, 0), 0x00ff33);
	stage_close(stage);
}

/* A red and a green picture, one on the other: whole ones, since Mesa takes
 * halves as if all were sRGB. */
static void glx_accumulates(void)
{
	struct stage_format format = plain;
	uint32_t pixel = 0;

	open_stage(STAGE_GLX);
	format.accum_red = format.accum_green = format.accum_blue = 16;
	if (!glx_has(GLX_HAS_ACCUM_RED, 16)) {
		ok(stage_surface_new(stage, &format, WIDTH, HEIGHT,
				     STAGE_WINDOW, note));
		is_str(note, "no surface with accumulation buffers");
		return;
	}
	use(surface_of(&format), context_of(&compat, NULL));
	is_i64(integer(GL_ACCUM_RED_BITS), 16);
	cleared(0.4f, 0, 0, 1);
	accum(GL_LOAD, 1);
	cleared(0, 0.4f, 0, 1);
	accum(GL_ACCUM, 1);
	accum(GL_RETURN, 1);
	read_pixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
	is_u64(pixel & 0xffffff, 0x006666);
	stage_close(stage);
}

/* Some versions of Mesa have configurations of samples whose pbuffers have no
 * pixels at all. */
static void samples(void)
{
	bool has_samples = offscreen_has_samples();
	struct stage_format format = plain;
	struct stage_surface *surface;

	open_stage(STAGE_HEADLESS);
	format.samples = 4;
	surface = stage_surface_new(stage, &format, WIDTH, HEIGHT, STAGE_WINDOW,
				    note);
	ok(surface);
	is_str(note,
	       has_samples ? "" : "no surface with 4 samples, but with 0");
	use(surface, context_of(&compat, NULL));
	is_u64(cleared(0.2f, 1, 0, 1), 0xff00ff33);
	is_u64(get_error(), GL_NO_ERROR);
	stage_close(stage);
}

static void no_server(void)
{
	open_stage(STAGE_HEADLESS);
	stage_close(stage);
	setenv("DISPLAY", ":no-such-display", 1);
	ok(!stage_open(STAGE_WINDOWS, note));
	ok(strstr(note, "no X server") || strstr(note, "libX11"), "%s", note);
}

static const struct tap_test tests[] = {
	{"headless there is every context that is wished", headless_settings},
	{"windows have every context that is wished", window_settings},
	{"windows of GLX have every context that is wished", glx_settings},
	{"what cannot be had is reported, and the nearest is taken", too_much},
	{"a surface has the very bits that are requested", formats},
	{"a surface has as much depth as there is, if that is requested",
	 most_depth},
	{"contexts share textures", sharing},
	{"two threads have a context each at once", threads},
	{"two threads have a window each at once", window_threads},
	{"two threads have a window of GLX each at once", glx_threads},
	{"headless a surface that is current is resized", headless_resizes},
	{"a window that is current is resized", window_resizes},
	{"a window of GLX that is current is resized", glx_resizes},
	{"whether there is a back buffer headless is known", headless_back},
	{"whether a window has a back buffer is known", window_back},
	{"whether a window of GLX has a back buffer is known", glx_back},
	{"a context outlives the surface that is current", freed_surface},
	{"a context outlives the window of GLX that is current",
	 glx_freed_surface},
	{"a surface is drawn to as sRGB where the format says so", srgb},
	{"a window shows what was drawn, in its very size", windows},
	{"a window of GLX shows what was drawn, in its very size", glx_windows},
	{"a window of GLX with one buffer shows what is drawn", glx_single},
	{"a window of GLX has an accumulation buffer", glx_accumulates},
	{"a surface of several samples has pixels, or has one sample", samples},
	{"without an X server there are no windows", no_server},
};

TAP_MAIN(tests)
