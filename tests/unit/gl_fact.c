/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * What is recorded of contexts, drawables and configurations, and when.
 */
#include <stdio.h>
#include <string.h>

#include "preload/gl/driver/const.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"
#include "writer/engine.h"

#define COMPATIBLE "4.5 (Compatibility Profile) Mesa"
#define DISPLAY 0xd1
#define CONFIG 0xc0
#define CONTEXT 0x70

/* The kinds of what was recorded since the last time. */
static const char *recorded(void)
{
	static char kinds[GL_EVENTS_MAX + 1];
	unsigned n;

	for (n = 0; n < n_gl_facts && n < GL_EVENTS_MAX; n++)
		kinds[n] = gl_facts[n].kind;
	kinds[n] = '\0';
	n_gl_facts = 0;
	return kinds;
}

/* Of the last drawable that was recorded: "WIDTHxHEIGHT KNOWN". */
static const char *size(void)
{
	static char text[40];
	const struct fxp_gl_drawable *d = NULL;

	for (unsigned i = 0; i < n_gl_facts; i++)
		if (gl_facts[i].kind == 'd')
			d = &gl_facts[i].drawable;
	n_gl_facts = 0;
	if (!d)
		return "none";
	snprintf(text, sizeof(text), "%dx%d %d", d->width, d->height, d->known);
	return text;
}

/* As large is the window of that name, if X says it. */
static void window(uint64_t name, int width, int height)
{
	gl_window_name = name;
	gl_window[0] = width;
	gl_window[1] = height;
}

static void viewport(int64_t x, int64_t y, int64_t width, int64_t height)
{
	GL(VIEWPORT, (uint64_t)x, (uint64_t)y, (uint64_t)width,
	   (uint64_t)height);
}

static void make_glx(uint64_t context, uint64_t drawable)
{
	GL(GLX_MAKE_CURRENT, DISPLAY, drawable, context, 1);
}

static void new_glx(uint64_t context, uint64_t share)
{
	GL(GLX_CREATE_NEW_CONTEXT, DISPLAY, CONFIG, GLX_RGBA_TYPE, share, 1,
	   context);
}

static void context_once(void)
{
	gl_version = COMPATIBLE;
	new_glx(CONTEXT, 0);
	new_glx(CONTEXT + 1, CONTEXT);
	is_str(recorded(), "");
	make_glx(CONTEXT + 1, 0);
	is_u64(gl_facts[0].context->handle, CONTEXT + 1);
	is_u64(gl_facts[0].context->share, CONTEXT);
	is_u64(gl_facts[0].context->config, CONFIG);
	is_u64(gl_facts[0].context->render_type, GLX_RGBA_TYPE);
	ok(gl_facts[0].context->is_seen);
	is_i64(gl_facts[0].self.major, 0);
	is_i64(gl_facts[0].self.minor, 0);
	ok(!gl_facts[0].self.version && !gl_facts[0].self.renderer);
	is_u64(gl_facts[1].config.handle, CONFIG);
	is_i64(gl_facts[1].config.values[6], CONFIG * 1000 + GLX_RED_SIZE);
	is_str(recorded(), "cg");
	make_glx(CONTEXT + 1, 0);
	make_glx(0, 0);
	make_glx(CONTEXT + 1, 0);
	is_str(recorded(), "");
	make_glx(CONTEXT, 0);
	is_str(recorded(), "c"); /* of the same configuration */
}

static void reopened(void)
{
	gl_version = COMPATIBLE;
	new_glx(CONTEXT, 0);
	make_glx(CONTEXT, 0);
	new_glx(CONTEXT + 1, 0);
	make_glx(CONTEXT + 1, 0);
	is_str(recorded(), "cgc");
	gl_attributes = 1; /* by the same handle, but not the same */
	new_glx(CONTEXT + 2, 0);
	make_glx(CONTEXT + 2, 0);
	is_i64(gl_facts[1].config.values[6], CONFIG * 1000 + GLX_RED_SIZE + 1);
	is_str(recorded(), "cg");
	make_glx(CONTEXT, 0);
	is_str(recorded(), "");
}

/* Makes one by GLX, then current. */
static const struct gl_fact *by_glx(const int32_t *list)
{
	static uint64_t handle = CONTEXT;

	n_gl_facts = 0;
	GL(GLX_CREATE_CONTEXT_ATTRIBS, DISPLAY, CONFIG, 0, 1, AT(list),
	   ++handle);
	make_glx(handle, 0);
	return &gl_facts[0];
}

static const struct gl_fact *by_egl(uint64_t api, const int32_t *list)
{
	static uint64_t handle = CONTEXT + 100;

	n_gl_facts = 0;
	GL(EGL_BIND_API, api, 1);
	GL(EGL_CREATE_CONTEXT, DISPLAY, CONFIG, 0, AT(list), ++handle);
	GL(EGL_MAKE_CURRENT, DISPLAY, 0, 0, handle, 1);
	return &gl_facts[0];
}

/* "MAJOR.MINOR PROFILE FLAGS API", and nothing was queried. */
static const char *as_recorded(const struct gl_fact *fact)
{
	static char text[60];

	ok(fact->kind == 'c' && fact->context->is_seen);
	ok(!gl_were_texts_queried() && !gl_was_queried(GL_CONTEXT_FLAGS) &&
	   !gl_was_queried(GL_CONTEXT_PROFILE_MASK));
	snprintf(text, sizeof(text), "%d.%d %x %x %d", fact->self.major,
		 fact->self.minor, fact->self.profile, fact->self.flags,
		 fact->context->api);
	return text;
}

#define LIST(...) ((const int32_t[]){__VA_ARGS__, 0, 0})
#define EGL_LIST(...) ((const int32_t[]){__VA_ARGS__, EGL_NONE})

static void created_by_glx(void)
{
	const struct gl_fact *fact = by_glx(NULL);

	gl_version = COMPATIBLE;
	is_u64(fact->context->render_type, GLX_RGBA_TYPE);
	is_str(as_recorded(fact), "0.0 0 0 0");
	is_str(as_recorded(by_glx(LIST(GLX_CONTEXT_MAJOR_VERSION_ARB, 3,
				       GLX_CONTEXT_MINOR_VERSION_ARB, 3))),
	       "3.3 1 0 0");
	ok(fxp_gl_current()->is_core);
	is_str(as_recorded(by_glx(LIST(GLX_CONTEXT_MAJOR_VERSION_ARB, 4,
				       GLX_CONTEXT_PROFILE_MASK_ARB, 2,
				       GLX_CONTEXT_FLAGS_ARB, 1))),
	       "4.0 2 2 0");
	ok(!fxp_gl_current()->is_core);
	/* no profile before 3.2 */
	is_str(as_recorded(by_glx(LIST(GLX_CONTEXT_MAJOR_VERSION_ARB, 3,
				       GLX_CONTEXT_PROFILE_MASK_ARB, 1,
				       GLX_CONTEXT_FLAGS_ARB, 2 | 4))),
	       "3.0 0 5 0");
	ok(!fxp_gl_current()->is_core);
	is_str(as_recorded(by_glx(LIST(GLX_CONTEXT_MINOR_VERSION_ARB, 4,
				       GLX_CONTEXT_OPENGL_NO_ERROR_ARB, 1))),
	       "1.4 0 8 0");
	is_str(as_recorded(by_glx(LIST(GLX_CONTEXT_PROFILE_MASK_ARB, 4,
				       GLX_CONTEXT_MAJOR_VERSION_ARB, 2))),
	       "2.0 0 0 2");
}

static void created_by_egl(void)
{
	gl_version = COMPATIBLE;
	is_str(as_recorded(by_egl(EGL_OPENGL_API, NULL)), "0.0 0 0 0");
	is_str(as_recorded(by_egl(EGL_OPENGL_ES_API, NULL)), "1.0 0 0 1");
	is_str(as_recorded(by_egl(EGL_OPENGL_ES_API,
				  EGL_LIST(EGL_CONTEXT_MAJOR_VERSION, 3,
					   EGL_CONTEXT_MINOR_VERSION, 1,
					   EGL_CONTEXT_FLAGS_KHR, 1))),
	       "3.1 0 2 2");
	is_str(as_recorded(
		       by_egl(EGL_OPENGL_API,
			      EGL_LIST(EGL_CONTEXT_MAJOR_VERSION, 3,
				       EGL_CONTEXT_MINOR_VERSION, 2,
				       EGL_CONTEXT_OPENGL_DEBUG, 1,
				       EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, 0,
				       EGL_CONTEXT_OPENGL_ROBUST_ACCESS, 1))),
	       "3.2 1 6 0");
	is_str(as_recorded(
		       by_egl(EGL_OPENGL_API,
			      EGL_LIST(EGL_CONTEXT_MAJOR_VERSION, 3,
				       EGL_CONTEXT_MINOR_VERSION, 3,
				       EGL_CONTEXT_OPENGL_PROFILE_MASK, 2,
				       EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, 1,
				       EGL_CONTEXT_OPENGL_NO_ERROR_KHR, 1))),
	       "3.3 2 9 0");
}

/* Its making was not observed. */
static void meet(uint64_t handle, const char *version)
{
	gl_version = version;
	n_gl_facts = 0;
	make_glx(handle, 0);
}

static void versions(void)
{
	meet(CONTEXT, "OpenGL ES-CM 1.1 Mesa");
	is_u64(fxp_gl_current()->api, FXP_GL_API_ES1);
	is_u64(fxp_gl_current()->version, 11);
	meet(CONTEXT + 1, "OpenGL ES 3.2 Mesa");
	is_u64(fxp_gl_current()->api, FXP_GL_API_ES2);
	is_u64(fxp_gl_current()->version, 32);
	ok(!gl_was_queried(GL_CONTEXT_PROFILE_MASK));
	gl_says = (const struct gl_said[]){
		{GL_CONTEXT_PROFILE_MASK, {GL_CONTEXT_CORE_PROFILE_BIT}},
		{GL_CONTEXT_FLAGS, {2}},
		{0}};
	meet(CONTEXT + 2, "3.3 (Core Profile) Mesa");
	ok(fxp_gl_current()->is_core);
	is_u64(gl_facts[0].self.profile, GL_CONTEXT_CORE_PROFILE_BIT);
	is_u64(gl_facts[0].self.flags, 2);
	is_str(gl_facts[0].self.version, "3.3 (Core Profile) Mesa");
	ok(!gl_facts[0].context->is_seen);
	meet(CONTEXT + 3, "nonsense");
	is_str(recorded(), "");
}

static void surfaces(void)
{
	gl_version = COMPATIBLE;
	gl_surface[0] = 640;
	gl_surface[1] = 480;
	GL(EGL_CREATE_SURFACE, DISPLAY, CONFIG, 1, 0, 0x50);
	GL(EGL_CREATE_CONTEXT, DISPLAY, CONFIG, 0, 0, CONTEXT);
	GL(EGL_MAKE_CURRENT, DISPLAY, 0x50, 0x50, CONTEXT, 0); /* failed */
	is_str(recorded(), "");
	GL(EGL_MAKE_CURRENT, DISPLAY, 0x50, 0x50, CONTEXT, 1);
	is_u64(gl_facts[2].drawable.config, CONFIG);
	is_i64(gl_facts[2].drawable.config_id, 7);
	is_str(size(), "640x480 2");
	gl_surface[0] = 800; /* and that is unknown, as yet */
	GL(EGL_SWAP, DISPLAY, 0x50, 1);
	is_str(recorded(), "");
	viewport(0, 0, 800, 480);
	GL(EGL_SWAP, DISPLAY, 0x50, 0); /* failed */
	is_str(recorded(), "");
	GL(EGL_SWAP, DISPLAY, 0x50, 1);
	is_str(size(), "800x480 2");
	viewport(0, 0, 100, 100);
	GL(EGL_SWAP_DAMAGE, DISPLAY, 0x50, 0, 0, 1);
	is_str(recorded(), ""); /* it is as large as it was */
	is_u64(n_gl_surface_queries, 3);
	viewport(0, 0, 100, 100);
	GL(EGL_SWAP, DISPLAY, 0x50, 1);
	is_u64(n_gl_surface_queries, 3);
	ok(!gl_was_queried(GL_VIEWPORT));
}

static void windows(void)
{
	gl_version = COMPATIBLE;
	window(0x20, 300, 200);
	new_glx(CONTEXT, 0);
	make_glx(CONTEXT, 0x20);
	is_str(size(), "300x200 2");
	make_glx(CONTEXT, 0x21); /* it is not there: unknown */
	is_str(size(), "-1x-1 0");
	make_glx(CONTEXT, 0x20);
	make_glx(CONTEXT, 0x21);
	is_str(recorded(), "");
	is_u64(n_gl_window_queries, 2);
	new_glx(CONTEXT + 1, 0);
	window(0x21, 50, 60);
	make_glx(CONTEXT + 1, 0x21);
	is_str(size(), "50x60 2");
	ok(!gl_was_queried(GL_VIEWPORT));
}

static void resized(void)
{
	gl_version = COMPATIBLE;
	window(0x20, 300, 200);
	new_glx(CONTEXT, 0);
	make_glx(CONTEXT, 0);
	make_glx(CONTEXT, 0x20);
	is_str(size(), "300x200 2");
	viewport(0, 0, 300, 200); /* what it was */
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_u64(n_gl_window_queries, 1);
	window(0x20, 310, 210);
	viewport(0, 0, 305, 205);
	GL(GLX_SWAP, DISPLAY, 0x99); /* not current */
	is_str(size(), "none");
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "310x210 2");
	viewport(0, 0, 305, 205);
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_u64(n_gl_window_queries, 2);
	viewport(0, 0, 400, -1); /* an error */
	GL(BEGIN, GL_TRIANGLES);
	viewport(0, 0, 400, 300);
	GL(END, 0);
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_u64(n_gl_window_queries, 2);
}

static void shown(void)
{
	gl_version = COMPATIBLE;
	new_glx(CONTEXT, 0);
	GL(GLX_CREATE_WINDOW, DISPLAY, CONFIG, 0x20, 0, 0x50);
	GL(GLX_CREATE_PIXMAP, DISPLAY, 0, 0x21, 0x51);
	GL(GLX_CREATE_PIXMAP_MESA, DISPLAY, 0, 0x22, 0, 0x52);
	GL(GLX_CREATE_PIXMAP_SGIX, DISPLAY, CONFIG + 1, 0x23, 0x53);
	for (uint64_t i = 0; i < 4; i++) {
		window(0x20 + i, 30 + (int)i, 20);
		make_glx(CONTEXT, 0x50 + i);
		is_u64(gl_facts[n_gl_facts - 1].drawable.config,
		       i == 0	? CONFIG
		       : i == 3 ? CONFIG + 1
				: 0);
		is_i64(gl_facts[n_gl_facts - 1].drawable.width, 30 + (int)i);
		is_i64(gl_facts[n_gl_facts - 1].drawable.known,
		       FXP_GL_SIZE_QUERIED);
	}
}

static void viewports(void)
{
	const uint32_t name = 5;

	gl_version = COMPATIBLE;
	new_glx(CONTEXT, 0);
	make_glx(CONTEXT, 0x20);
	is_str(size(), "-1x-1 0");
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "none");
	viewport(0, 0, 300, 200);
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "300x200 4");
	/* it is not about the window */
	GL(BIND_FRAMEBUFFER, GL_FRAMEBUFFER, 5);
	viewport(0, 0, 1024, 1024);
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "none");
	GL(BIND_FRAMEBUFFER, 0x8ca8, 0); /* to read from: it draws as ever */
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "none");
	viewport(10, 20, 400, 399);
	GL(DELETE_FRAMEBUFFERS, 1, AT(&name));
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "410x419 4");
	viewport(10, 20, 2000000000, 399);
	GL(GLX_SWAP, DISPLAY, 0x20);
	viewport(-10, 0, 5, 5);
	GL(GLX_SWAP, DISPLAY, 0x20);
	viewport(0, 0, 0, 10);
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "none");
}

/* The bits of floats. */
#define F(x)                                                                   \
	((union {                                                              \
		 float f;                                                      \
		 uint32_t bits;                                                \
	 }){.f = (x)}                                                          \
		 .bits)

static void indexed(void)
{
	static const float two[2][4] = {{0, 0, 30.4f, 20.5f}, {0, 0, 9, 9}};

	gl_version = COMPATIBLE;
	new_glx(CONTEXT, 0);
	make_glx(CONTEXT, 0x20);
	n_gl_facts = 0;
	GL(VIEWPORT_INDEXED, 0, F(1.5f), F(-2), F(100.25f), F(70000000));
	GL(VIEWPORT_INDEXED, 0, F(1.4f), F(-2), F(100.5f), F(64));
	GL(VIEWPORT_INDEXED, 1, F(0), F(0), F(900), F(900));
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "102x62 4");
	GL(VIEWPORT_ARRAY, 1, 1, AT(two));
	GL(VIEWPORT_ARRAY, 0, 0, AT(two));
	GL(VIEWPORT_ARRAY, 0, 2, AT(NULL));
	GL(VIEWPORT_INDEXED_V, 1, AT(two));
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "none");
	GL(VIEWPORT_ARRAY, 0, 2, AT(two));
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "30x21 4");
	GL(VIEWPORT_INDEXED_V, 0, AT(two[1]));
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "9x9 4");
}

static void popped(void)
{
	gl_version = COMPATIBLE;
	window(0x20, 30, 20);
	new_glx(CONTEXT, 0);
	make_glx(CONTEXT, 0x20);
	GL(PUSH_ATTRIB, GL_VIEWPORT_BIT);
	GL(PUSH_ATTRIB, GL_LIST_BIT);
	viewport(0, 0, 300, 200);
	GL(POP_ATTRIB, 0);
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_u64(n_gl_window_queries, 2);
	GL(POP_ATTRIB, 0);
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_u64(n_gl_window_queries, 3);
}

static void listed(void)
{
	static float v[4] = {0, 0, 40, 30};

	gl_version = COMPATIBLE;
	new_glx(CONTEXT, 0);
	make_glx(CONTEXT, 0x20);
	n_gl_facts = 0;
	GL(NEW_LIST, 1, GL_COMPILE);
	viewport(0, 0, 300, 200);
	GL(END_LIST, 0);
	GL(NEW_LIST, 2, GL_COMPILE);
	GL(VIEWPORT_INDEXED_V, 0, AT(v));
	GL(VIEWPORT_INDEXED, 1, F(0), F(0), F(900), F(900));
	GL(END_LIST, 0);
	v[2] = 50; /* the list has what it was */
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "none");
	GL(CALL_LIST, 1);
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "300x200 4");
	GL(CALL_LIST, 2);
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "40x30 4");
	GL(NEW_LIST, 3, GL_COMPILE_AND_EXECUTE);
	viewport(0, 0, 60, 50);
	GL(END_LIST, 0);
	GL(GLX_SWAP, DISPLAY, 0x20);
	is_str(size(), "60x50 4");
}

static void pbuffers(void)
{
	static const int32_t list[] = {GLX_PBUFFER_HEIGHT, 70,
				       GLX_PBUFFER_WIDTH, 90, 0};
	static const int32_t large[] = {GLX_PBUFFER_HEIGHT,
					70,
					GLX_PBUFFER_WIDTH,
					90,
					GLX_LARGEST_PBUFFER,
					1,
					0};

	gl_version = COMPATIBLE;
	new_glx(CONTEXT, 0);
	make_glx(CONTEXT, 0x20);
	GL(GLX_CREATE_PBUFFER, DISPLAY, CONFIG + 1, AT(list), 0x30);
	GL(GLX_CREATE_PBUFFER, DISPLAY, CONFIG, AT(large), 0x31);
	n_gl_facts = 0;
	GL(GLX_MAKE_CONTEXT_CURRENT, DISPLAY, 0x30, 0x31, CONTEXT, 1);
	is_u64(gl_facts[0].config.handle, CONFIG + 1);
	is_i64(gl_facts[1].drawable.width, 90);
	is_i64(gl_facts[1].drawable.height, 70);
	is_i64(gl_facts[1].drawable.known, FXP_GL_SIZE_CREATED);
	is_i64(gl_facts[2].drawable.width, -1);
	is_i64(gl_facts[2].drawable.known, FXP_GL_SIZE_UNKNOWN);
	is_str(recorded(), "gdd");
	/* forgotten: another one has its number */
	GL(GLX_DESTROY_DRAWABLE, DISPLAY, 0x30);
	make_glx(CONTEXT, 0x30);
	is_str(size(), "-1x-1 0");
}

static void displays(void)
{
	gl_version = COMPATIBLE;
	window(0x20, 300, 200);
	new_glx(CONTEXT, 0);
	make_glx(CONTEXT, 0x20);
	window(0x20, 30, 20);
	new_glx(CONTEXT + 1, 0);
	GL(GLX_MAKE_CURRENT, DISPLAY + 1, 0x20, CONTEXT + 1, 1);
	is_str(size(), "30x20 2");
	make_glx(CONTEXT, 0x20);
	is_str(size(), "none");
}

static void framebuffers(void)
{
	const struct {
		void *visual;
		unsigned long id;
		int screen, depth, kind;
		unsigned long masks[3];
		int colormap_size, bits_per_rgb;
	} info = {NULL, 0x21, 0, 16, 4, {0xf800, 0x7e0, 0x1f}, 64, 6};

	gl_version = COMPATIBLE;
	GL(GLX_CREATE_CONTEXT, DISPLAY, AT(&info), 0, 1, CONTEXT);
	make_glx(CONTEXT, 0x20);
	is_i64(gl_facts[1].framebuffer[1], 6);
	ok(gl_facts[1].context->handle == CONTEXT);
	is_str(recorded(), "cfd");
	ok(!gl_were_texts_queried());
	fxw_session.generation += 4;
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	is_str(recorded(), "cfd");
	/* it is an FBConfig's */
	GL(GLX_VISUAL_OF_CONFIG, DISPLAY, CONFIG, AT(&info));
	GL(GLX_CREATE_CONTEXT, DISPLAY, AT(&info), 0, 1, CONTEXT + 1);
	make_glx(CONTEXT + 1, 0);
	is_u64(gl_facts[0].context->config, CONFIG);
	is_str(recorded(), "cg");
}

static void archives(void)
{
	gl_version = COMPATIBLE;
	new_glx(CONTEXT, 0);
	GL(GLX_CREATE_WINDOW, DISPLAY, CONFIG, 5, 0, 0x20);
	make_glx(CONTEXT, 0x20);
	is_str(recorded(), "cgd");
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	is_str(recorded(), "");
	fxw_session.generation += 4; /* another choice of calls */
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	is_str(recorded(), "cgd");
	fxw_engine.generation++; /* a forked child */
	GL(BEGIN, GL_TRIANGLES);
	is_str(recorded(), "");
	GL(END, 0);
	is_str(recorded(), "cgd");
}

static void many(void)
{
	gl_version = COMPATIBLE;
	for (unsigned i = 1; i < 5000; i++) {
		GL(EGL_CREATE_PBUFFER, DISPLAY, CONFIG, 0, i * 64);
		GL(EGL_DESTROY_SURFACE, DISPLAY, i * 64, 1);
	}
	for (unsigned i = 1; i < 500; i++)
		GL(EGL_CREATE_PBUFFER, DISPLAY, CONFIG + i, 0, i * 64);
	GL(EGL_CREATE_CONTEXT, DISPLAY, 0, 0, 0, CONTEXT);
	GL(EGL_MAKE_CURRENT, DISPLAY, 64, 499 * 64, CONTEXT, 1);
	is_str(recorded(), "cgdgd");
	is_u64(gl_facts[2].drawable.config, CONFIG + 1);
	is_u64(gl_facts[4].drawable.config, CONFIG + 499);
}

static const struct tap_test tests[] = {
	{"a context and its configuration are recorded once", context_once},
	{"a configuration that has changed behind its handle is recorded again",
	 reopened},
	{"a context of GLX is what its creation said", created_by_glx},
	{"one of EGL is, too, whatever its flags are called", created_by_egl},
	{"a context that is met is what it says that it is", versions},
	{"a surface's size is queried, again if the viewport has changed",
	 surfaces},
	{"X is queried for a window's size once, or when a new context has it",
	 windows},
	{"a window's size is queried again if the viewport has changed",
	 resized},
	{"what GLX has made for a window or pixmap is as large as that", shown},
	{"where X does not say it, a window is as large as the viewport",
	 viewports},
	{"viewports by their index count if it is the first", indexed},
	{"glPopAttrib brings back a viewport", popped},
	{"a viewport in a list is set when the list is called", listed},
	{"a pbuffer is as large as it was made, unless it is the largest",
	 pbuffers},
	{"drawables of two displays are two", displays},
	{"without a configuration the visual is recorded", framebuffers},
	{"everything is recorded again for another archive, but not between "
	 "glBegin and glEnd",
	 archives},
	{"drawables come and go", many},
};

TAP_MAIN(tests)
