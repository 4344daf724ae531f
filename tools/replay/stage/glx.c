/* SPDX-License-Identifier: MIT */
#include "tools/replay/stage/glx.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define N_ATTRIBUTES_MAX 16

struct glx {
	void *library;
	Display *display;
	int screen;
	const char *extensions; /* owned by Xlib */
	void *(*get_proc)(const GLubyte *name);
	const char *(*query_extensions)(Display *display, int screen);
	GLXFBConfig *(*get_configs)(Display *display, int screen, int *n);
	int (*get_config_attrib)(Display *display, GLXFBConfig config, int name,
				 int *value);
	GLXContext (*create_new_context)(Display *display, GLXFBConfig config,
					 int render_type, GLXContext share,
					 Bool is_direct);
	void (*destroy_context)(Display *display, GLXContext context);
	XID(*create_window)
	(Display *display, GLXFBConfig config, XID window,
	 const int *attributes);
	void (*destroy_window)(Display *display, XID window);
	XID(*create_pbuffer)
	(Display *display, GLXFBConfig config, const int *attributes);
	void (*destroy_pbuffer)(Display *display, XID pbuffer);
	Bool (*make_current)(Display *display, XID draw, XID read,
			     GLXContext context);
	GLXContext (*get_current_context)(void);
	XID (*get_current_draw)(void);
	XID (*get_current_read)(void);
	void (*swap_buffers)(Display *display, XID drawable);
	/* of extensions: NULL where there is none */
	GLXContext (*create_context)(Display *display, GLXFBConfig config,
				     GLXContext share, Bool is_direct,
				     const int *attributes);
	void (*swap_interval)(Display *display, XID drawable, int interval);
};

static const struct {
	const char *name;
	size_t offset; /* in struct glx */
} functions[] = {
#define FUNCTION(name, field)                                                  \
	{                                                                      \
#name, offsetof(struct glx, field)                             \
	}
	FUNCTION(glXGetProcAddressARB, get_proc),
	FUNCTION(glXQueryExtensionsString, query_extensions),
	FUNCTION(glXGetFBConfigs, get_configs),
	FUNCTION(glXGetFBConfigAttrib, get_config_attrib),
	FUNCTION(glXCreateNewContext, create_new_context),
	FUNCTION(glXDestroyContext, destroy_context),
	FUNCTION(glXCreateWindow, create_window),
	FUNCTION(glXDestroyWindow, destroy_window),
	FUNCTION(glXCreatePbuffer, create_pbuffer),
	FUNCTION(glXDestroyPbuffer, destroy_pbuffer),
	FUNCTION(glXMakeContextCurrent, make_current),
	FUNCTION(glXGetCurrentContext, get_current_context),
	FUNCTION(glXGetCurrentDrawable, get_current_draw),
	FUNCTION(glXGetCurrentReadDrawable, get_current_read),
	FUNCTION(glXSwapBuffers, swap_buffers),
#undef FUNCTION
};

static stage_handle handle_of(XID id)
{
	return (stage_handle)(uintptr_t)id;
}

static XID id_of(stage_handle handle)
{
	return (XID)(uintptr_t)handle;
}

static bool load_glx(struct glx *glx, char *note)
{
	glx->library = dlopen("libGL.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!glx->library) {
		stage_note(note, "%s", dlerror());
		return false;
	}
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		void *at = dlsym(glx->library, functions[i].name);

		if (!at) {
			stage_note(note, "libGL.so.1 has no %s",
				   functions[i].name);
			return false;
		}
		memcpy((char *)glx + functions[i].offset, &at, sizeof(at));
	}
	return true;
}

static bool has_extension(const struct glx *glx, const char *extension)
{
	return stage_has_extension(glx->extensions, extension);
}

static void load_extensions(struct glx *glx)
{
	void *at;

	glx->extensions = glx->query_extensions(glx->display, glx->screen);
	if (has_extension(glx, "GLX_ARB_create_context_profile")) {
		at = glx->get_proc(
			(const GLubyte *)"glXCreateContextAttribsARB");
		memcpy(&glx->create_context, &at, sizeof(at));
	}
	if (has_extension(glx, "GLX_EXT_swap_control")) {
		at = glx->get_proc((const GLubyte *)"glXSwapIntervalEXT");
		memcpy(&glx->swap_interval, &at, sizeof(at));
	}
}

/* 0 if GLX does not know the attribute. */
static int value_of(const struct glx *glx, GLXFBConfig config, int name)
{
	int value = 0;

	return glx->get_config_attrib(glx->display, config, name, &value)
		       ? 0
		       : value;
}

static struct stage_format format_of(const struct glx *glx, GLXFBConfig config)
{
	int renders = value_of(glx, config, GLX_RENDER_TYPE);

	return (struct stage_format){
		.red = value_of(glx, config, GLX_RED_SIZE),
		.green = value_of(glx, config, GLX_GREEN_SIZE),
		.blue = value_of(glx, config, GLX_BLUE_SIZE),
		.alpha = value_of(glx, config, GLX_ALPHA_SIZE),
		.depth = value_of(glx, config, GLX_DEPTH_SIZE),
		.stencil = value_of(glx, config, GLX_STENCIL_SIZE),
		.samples = value_of(glx, config, GLX_SAMPLES),
		.accum_red = value_of(glx, config, GLX_ACCUM_RED_SIZE),
		.accum_green = value_of(glx, config, GLX_ACCUM_GREEN_SIZE),
		.accum_blue = value_of(glx, config, GLX_ACCUM_BLUE_SIZE),
		.accum_alpha = value_of(glx, config, GLX_ACCUM_ALPHA_SIZE),
		.is_double = value_of(glx, config, GLX_DOUBLEBUFFER),
		.is_stereo = value_of(glx, config, GLX_STEREO),
		.is_srgb =
			value_of(glx, config, GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB),
		.is_float = renders & GLX_RGBA_FLOAT_BIT_ARB,
	};
}

static void read_config(const struct glx *glx, GLXFBConfig config,
			struct stage_config *to)
{
	int kinds = value_of(glx, config, GLX_DRAWABLE_TYPE);
	int renders = value_of(glx, config, GLX_RENDER_TYPE);
	bool is_plain = renders & (GLX_RGBA_BIT | GLX_RGBA_FLOAT_BIT_ARB) &&
			!value_of(glx, config, GLX_LEVEL);
	VisualID visual = (VisualID)value_of(glx, config, GLX_VISUAL_ID);

	*to = (struct stage_config){
		.handle = config,
		.format = format_of(glx, config),
		.has_windows = is_plain && visual && kinds & GLX_WINDOW_BIT,
		.has_pbuffers = is_plain && kinds & GLX_PBUFFER_BIT,
		.is_slow = value_of(glx, config, GLX_CONFIG_CAVEAT) != GLX_NONE,
		.visual = visual,
	};
}

static bool read_configs(struct stage *stage)
{
	struct glx *glx = stage->own;
	int n = 0;
	GLXFBConfig *list = glx->get_configs(glx->display, glx->screen, &n);

	if (!list || n <= 0)
		return false;
	stage->configs = calloc((size_t)n, sizeof(*stage->configs));
	if (!stage->configs)
		n = 0;
	for (int i = 0; i < n; i++)
		read_config(glx, list[i], stage->configs + i);
	stage_x11_free(stage->x11, list);
	stage->n_configs = n;
	return n > 0;
}

/* Libraries are not closed: drivers do not support that. */
static void close_display(struct stage *stage)
{
	free(stage->own);
}

static bool open_display(struct stage *stage, char *note)
{
	struct glx *glx = calloc(1, sizeof(*glx));

	if (!glx) {
		stage_note(note, "out of memory");
		return false;
	}
	stage->own = glx;
	glx->display = stage_x11_display(stage->x11);
	glx->screen = stage_x11_screen(stage->x11);
	if (load_glx(glx, note)) {
		if (read_configs(stage)) {
			load_extensions(glx);
			stage->is_config_free =
				glx->create_context &&
				has_extension(glx, "GLX_EXT_no_config_context");
			return true;
		}
		stage_note(note, "the X server has no GLX");
	}
	close_display(stage);
	return false;
}

static void *find_proc(struct stage *stage, const char *name)
{
	struct glx *glx = stage->own;

	return glx->get_proc((const GLubyte *)name);
}

struct attributes {
	int list[N_ATTRIBUTES_MAX * 2 + 1];
	int n;
};

static void add_attribute(struct attributes *a, int name, int value)
{
	a->list[a->n++] = name;
	a->list[a->n++] = value;
}

static void add_all(const struct glx *glx, const struct stage_try *try,
		    struct attributes *a)
{
	unsigned bits = 0, flags = try->flags;
	bool is_es = try->api == STAGE_GLES;

	if (!try->config)
		add_attribute(a, GLX_SCREEN, glx->screen);
	/* OpenGL ES requires a version */
	if (try->version || is_es) {
		int version = try->version ? try->version : 200;

		add_attribute(a, GLX_CONTEXT_MAJOR_VERSION_ARB, version / 100);
		add_attribute(a, GLX_CONTEXT_MINOR_VERSION_ARB, version % 100);
	}
	if (is_es)
		add_attribute(a, GLX_CONTEXT_PROFILE_MASK_ARB,
			      GLX_CONTEXT_ES_PROFILE_BIT_EXT);
	else if (try->profile)
		add_attribute(a, GLX_CONTEXT_PROFILE_MASK_ARB,
			      (int)try->profile);
	if (flags & GL_CONTEXT_FLAG_DEBUG_BIT)
		bits |= GLX_CONTEXT_DEBUG_BIT_ARB;
	if (flags & GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT)
		bits |= GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB;
	if (flags & GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT)
		bits |= GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB;
	if (bits)
		add_attribute(a, GLX_CONTEXT_FLAGS_ARB, (int)bits);
	if (flags & GL_CONTEXT_FLAG_NO_ERROR_BIT)
		add_attribute(a, GLX_CONTEXT_OPENGL_NO_ERROR_ARB, True);
	a->list[a->n] = 0;
}

/* An old GLX creates only contexts without attributes. */
static GLXContext create_context(const struct glx *glx,
				 const struct stage_try *try)
{
	struct attributes a = {.n = 0};

	if (glx->create_context) {
		add_all(glx, try, &a);
		return glx->create_context(glx->display, try->config,
					   try->share, True, a.list);
	}
	if (try->api == STAGE_GLES || try->flags || try->profile)
		return NULL;
	return glx->create_new_context(glx->display, try->config, GLX_RGBA_TYPE,
				       try->share, True);
}

static stage_handle context_new(struct stage *stage,
				const struct stage_try *try, char *note)
{
	struct glx *glx = stage->own;
	GLXContext context;

	stage_x11_begin(stage->x11);
	context = create_context(glx, try);
	if (stage_x11_done(stage->x11, "make a context", note) && context)
		return context;
	if (context)
		glx->destroy_context(glx->display, context);
	else
		stage_note(note, "GLX has no such context");
	return NULL;
}

static void context_free(struct stage *stage, stage_handle context)
{
	struct glx *glx = stage->own;

	glx->destroy_context(glx->display, context);
}

static stage_handle surface_new(struct stage *stage,
				const struct stage_surface *surface, char *note)
{
	const int attributes[] = {GLX_PBUFFER_WIDTH, surface->width,
				  GLX_PBUFFER_HEIGHT, surface->height, 0};
	struct glx *glx = stage->own;
	GLXFBConfig config = surface->config->handle;
	XID drawable;

	stage_x11_begin(stage->x11);
	drawable = surface->window ? glx->create_window(glx->display, config,
							surface->window, NULL)
				   : glx->create_pbuffer(glx->display, config,
							 attributes);
	if (!stage_x11_done(stage->x11, "make a drawable", note))
		return NULL;
	return handle_of(drawable);
}

static void surface_free(struct stage *stage, stage_handle surface,
			 bool is_window)
{
	struct glx *glx = stage->own;

	if (is_window)
		glx->destroy_window(glx->display, id_of(surface));
	else
		glx->destroy_pbuffer(glx->display, id_of(surface));
}

static bool make_current(struct stage *stage, struct stage_bound bound,
			 char *note)
{
	struct glx *glx = stage->own;

	if (glx->make_current(glx->display, id_of(bound.draw),
			      id_of(bound.read), bound.context))
		return true;
	stage_note(note, "glXMakeContextCurrent: the driver would not");
	return false;
}

static struct stage_bound current_bound(struct stage *stage)
{
	struct glx *glx = stage->own;

	return (struct stage_bound){handle_of(glx->get_current_draw()),
				    handle_of(glx->get_current_read()),
				    glx->get_current_context()};
}

static void disable_sync(struct stage *stage, stage_handle window)
{
	struct glx *glx = stage->own;

	if (glx->swap_interval)
		glx->swap_interval(glx->display, id_of(window), 0);
}

static void swap_buffers(struct stage *stage, stage_handle surface)
{
	struct glx *glx = stage->own;

	glx->swap_buffers(glx->display, id_of(surface));
}

const struct stage_driver stage_glx_driver = {
	.open = open_display,
	.close = close_display,
	.proc = find_proc,
	.context_new = context_new,
	.context_free = context_free,
	.surface_new = surface_new,
	.surface_free = surface_free,
	.make_current = make_current,
	.current = current_bound,
	.hurry = disable_sync,
	.swap = swap_buffers,
};
