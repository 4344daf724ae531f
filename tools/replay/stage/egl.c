/* SPDX-License-Identifier: MIT */
#include "tools/replay/stage/egl.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* More than the GPUs and the CPU of one machine. */
#define N_DEVICES_MAX 16
#define N_ATTRIBUTES_MAX 16

struct egl {
	void *library;
	EGLDisplay display;
	EGLint minor;		/* of EGL 1.x */
	const char *extensions; /* of the display; owned by EGL */
	bool has_srgb;
	void *(*get_proc)(const char *name);
	EGLint (*get_error)(void);
	EGLDisplay (*get_display)(void *native);
	/* of EGL 1.5: NULL where the library is older */
	EGLDisplay (*get_platform_display)(EGLenum platform, void *native,
					   const EGLAttrib *attributes);
	EGLBoolean (*initialize)(EGLDisplay display, EGLint *major,
				 EGLint *minor);
	EGLBoolean (*terminate)(EGLDisplay display);
	const char *(*query_string)(EGLDisplay display, EGLint name);
	EGLBoolean (*get_configs)(EGLDisplay display, EGLConfig *configs,
				  EGLint space, EGLint *n);
	EGLBoolean (*get_config_attrib)(EGLDisplay display, EGLConfig config,
					EGLint name, EGLint *value);
	EGLBoolean (*bind_api)(EGLenum api);
	EGLContext (*create_context)(EGLDisplay display, EGLConfig config,
				     EGLContext share,
				     const EGLint *attributes);
	EGLBoolean (*destroy_context)(EGLDisplay display, EGLContext context);
	EGLSurface (*create_pbuffer)(EGLDisplay display, EGLConfig config,
				     const EGLint *attributes);
	EGLSurface (*create_window)(EGLDisplay display, EGLConfig config,
				    XID window, const EGLint *attributes);
	EGLBoolean (*destroy_surface)(EGLDisplay display, EGLSurface surface);
	EGLBoolean (*make_current)(EGLDisplay display, EGLSurface draw,
				   EGLSurface read, EGLContext context);
	EGLContext (*get_current_context)(void);
	EGLSurface (*get_current_surface)(EGLint which);
	EGLBoolean (*swap_interval)(EGLDisplay display, EGLint interval);
	EGLBoolean (*swap_buffers)(EGLDisplay display, EGLSurface surface);
	EGLBoolean (*release_thread)(void);
};

static const struct {
	const char *name;
	size_t offset; /* in struct egl */
} functions[] = {
#define FUNCTION(name, field)                                                  \
	{                                                                      \
#name, offsetof(struct egl, field)                             \
	}
	FUNCTION(eglGetProcAddress, get_proc),
	FUNCTION(eglGetError, get_error),
	FUNCTION(eglGetDisplay, get_display),
	FUNCTION(eglInitialize, initialize),
	FUNCTION(eglTerminate, terminate),
	FUNCTION(eglQueryString, query_string),
	FUNCTION(eglGetConfigs, get_configs),
	FUNCTION(eglGetConfigAttrib, get_config_attrib),
	FUNCTION(eglBindAPI, bind_api),
	FUNCTION(eglCreateContext, create_context),
	FUNCTION(eglDestroyContext, destroy_context),
	FUNCTION(eglCreatePbufferSurface, create_pbuffer),
	FUNCTION(eglCreateWindowSurface, create_window),
	FUNCTION(eglDestroySurface, destroy_surface),
	FUNCTION(eglMakeCurrent, make_current),
	FUNCTION(eglGetCurrentContext, get_current_context),
	FUNCTION(eglGetCurrentSurface, get_current_surface),
	FUNCTION(eglSwapInterval, swap_interval),
	FUNCTION(eglSwapBuffers, swap_buffers),
	FUNCTION(eglReleaseThread, release_thread),
#undef FUNCTION
};

static bool load_egl(struct egl *egl, char *note)
{
	void *at;

	egl->library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!egl->library) {
		stage_note(note, "%s", dlerror());
		return false;
	}
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		at = dlsym(egl->library, functions[i].name);
		if (!at) {
			stage_note(note, "libEGL.so.1 has no %s",
				   functions[i].name);
			return false;
		}
		memcpy((char *)egl + functions[i].offset, &at, sizeof(at));
	}
	at = dlsym(egl->library, "eglGetPlatformDisplay");
	memcpy(&egl->get_platform_display, &at, sizeof(at));
	return true;
}

/* The thread's last error, which is cleared. */
static const char *error_name(const struct egl *egl)
{
	static const char *const names[] = {
		"no error",
		"EGL_NOT_INITIALIZED",
		"EGL_BAD_ACCESS",
		"EGL_BAD_ALLOC",
		"EGL_BAD_ATTRIBUTE",
		"EGL_BAD_CONFIG",
		"EGL_BAD_CONTEXT",
		"EGL_BAD_CURRENT_SURFACE",
		"EGL_BAD_DISPLAY",
		"EGL_BAD_MATCH",
		"EGL_BAD_NATIVE_PIXMAP",
		"EGL_BAD_NATIVE_WINDOW",
		"EGL_BAD_PARAMETER",
		"EGL_BAD_SURFACE",
		"EGL_CONTEXT_LOST",
	};
	unsigned i = (unsigned)egl->get_error() - EGL_SUCCESS;

	return i < sizeof(names) / sizeof(*names) ? names[i] : "unknown error";
}

/* 0 if EGL does not know the attribute. */
static EGLint value_of(const struct egl *egl, EGLConfig config, EGLint name)
{
	EGLint value = 0;

	if (!egl->get_config_attrib(egl->display, config, name, &value))
		(void)egl->get_error();
	return value;
}

static void read_config(const struct egl *egl, EGLConfig config,
			struct stage_config *to)
{
	EGLint kinds = value_of(egl, config, EGL_SURFACE_TYPE);
	EGLint apis = value_of(egl, config, EGL_RENDERABLE_TYPE);

	*to = (struct stage_config){
		.handle = config,
		.format = {.red = value_of(egl, config, EGL_RED_SIZE),
			   .green = value_of(egl, config, EGL_GREEN_SIZE),
			   .blue = value_of(egl, config, EGL_BLUE_SIZE),
			   .alpha = value_of(egl, config, EGL_ALPHA_SIZE),
			   .depth = value_of(egl, config, EGL_DEPTH_SIZE),
			   .stencil = value_of(egl, config, EGL_STENCIL_SIZE),
			   .samples = value_of(egl, config, EGL_SAMPLES),
			   .is_double = true},
		.is_any_double = true,
		.is_any_srgb = true,
		.has_windows = kinds & EGL_WINDOW_BIT,
		.has_pbuffers = kinds & EGL_PBUFFER_BIT,
		.is_slow = value_of(egl, config, EGL_CONFIG_CAVEAT) != EGL_NONE,
		.n_lacks =
			!(apis & EGL_OPENGL_BIT) + !(apis & EGL_OPENGL_ES2_BIT),
		.visual = (VisualID)value_of(egl, config, EGL_NATIVE_VISUAL_ID),
	};
	if (stage_has_extension(egl->extensions, "EGL_EXT_pixel_format_float"))
		to->format.is_float =
			value_of(egl, config, EGL_COLOR_COMPONENT_TYPE_EXT) ==
			EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT;
}

static bool read_configs(struct stage *stage)
{
	struct egl *egl = stage->own;
	EGLConfig *list = NULL;
	EGLint n = 0;

	if (!egl->get_configs(egl->display, NULL, 0, &n) || n <= 0)
		return false;
	list = calloc((size_t)n, sizeof(*list));
	stage->configs = calloc((size_t)n, sizeof(*stage->configs));
	if (!list || !stage->configs ||
	    !egl->get_configs(egl->display, list, n, &n))
		n = 0;
	for (int i = 0; i < n; i++)
		read_config(egl, list[i], stage->configs + i);
	free(list);
	stage->n_configs = n;
	return n > 0;
}

/* Uses the display, if it exists and supports OpenGL or OpenGL ES. */
static bool use_display(struct stage *stage, EGLDisplay display)
{
	struct egl *egl = stage->own;
	EGLint major = 0, minor = 0;

	if (display == EGL_NO_DISPLAY ||
	    !egl->initialize(display, &major, &minor))
		return false;
	egl->display = display;
	egl->minor = major > 1 ? 5 : minor;
	egl->extensions = egl->query_string(display, EGL_EXTENSIONS);
	if ((egl->bind_api(EGL_OPENGL_API) ||
	     egl->bind_api(EGL_OPENGL_ES_API)) &&
	    read_configs(stage))
		return true;
	free(stage->configs);
	stage->configs = NULL;
	egl->terminate(display);
	egl->display = EGL_NO_DISPLAY;
	return false;
}

static bool take_device(struct stage *stage)
{
	struct egl *egl = stage->own;
	EGLBoolean (*query)(EGLint space, EGLDeviceEXT * devices, EGLint * n);
	EGLDeviceEXT devices[N_DEVICES_MAX];
	EGLint n = 0;

	*(void **)&query = egl->get_proc("eglQueryDevicesEXT");
	if (!query || !query(N_DEVICES_MAX, devices, &n))
		return false;
	for (int i = 0; i < n; i++)
		if (use_display(stage, egl->get_platform_display(
					       EGL_PLATFORM_DEVICE_EXT,
					       devices[i], NULL)))
			return true;
	return false;
}

static bool take_headless(struct stage *stage)
{
	struct egl *egl = stage->own;
	const char *client = egl->query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS);

	if (egl->get_platform_display &&
	    stage_has_extension(client, "EGL_MESA_platform_surfaceless") &&
	    use_display(stage,
			egl->get_platform_display(EGL_PLATFORM_SURFACELESS_MESA,
						  NULL, NULL)))
		return true;
	if (egl->get_platform_display &&
	    stage_has_extension(client, "EGL_EXT_platform_device") &&
	    take_device(stage))
		return true;
	return use_display(stage, egl->get_display(NULL));
}

static bool take_x11(struct stage *stage)
{
	struct egl *egl = stage->own;
	Display *native = stage_x11_display(stage->x11);

	return use_display(
		stage, egl->get_platform_display
			       ? egl->get_platform_display(EGL_PLATFORM_X11_KHR,
							   native, NULL)
			       : egl->get_display(native));
}

/* Libraries are not closed: drivers do not support that. */
static void close_display(struct stage *stage)
{
	struct egl *egl = stage->own;

	if (egl->display != EGL_NO_DISPLAY) {
		egl->terminate(egl->display);
		egl->release_thread();
	}
	free(egl);
}

static bool open_display(struct stage *stage, char *note)
{
	struct egl *egl = calloc(1, sizeof(*egl));

	if (!egl) {
		stage_note(note, "out of memory");
		return false;
	}
	stage->own = egl;
	if (load_egl(egl, note)) {
		if (stage->x11 ? take_x11(stage) : take_headless(stage)) {
			egl->has_srgb =
				egl->minor >= 5 ||
				stage_has_extension(egl->extensions,
						    "EGL_KHR_gl_colorspace");
			stage->is_config_free = stage_has_extension(
				egl->extensions, "EGL_KHR_no_config_context");
			return true;
		}
		stage_note(note, "EGL has no display with OpenGL: %s",
			   error_name(egl));
	}
	close_display(stage);
	return false;
}

static void *find_proc(struct stage *stage, const char *name)
{
	struct egl *egl = stage->own;
	void *at = egl->get_proc(name);

	return at ? at : dlsym(egl->library, name);
}

struct attributes {
	EGLint list[N_ATTRIBUTES_MAX * 2 + 1];
	int n;
};

static void add_attribute(struct attributes *a, EGLint name, EGLint value)
{
	a->list[a->n++] = name;
	a->list[a->n++] = value;
}

static void add_flags(const struct egl *egl, unsigned flags,
		      struct attributes *a)
{
	bool is_debug = flags & GL_CONTEXT_FLAG_DEBUG_BIT;
	bool is_forward = flags & GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT;
	bool is_robust = flags & GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT;
	EGLint bits = 0;

	if (flags & GL_CONTEXT_FLAG_NO_ERROR_BIT)
		add_attribute(a, EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE);
	if (egl->minor >= 5) {
		if (is_debug)
			add_attribute(a, EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE);
		if (is_forward)
			add_attribute(a, EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE,
				      EGL_TRUE);
		if (is_robust)
			add_attribute(a, EGL_CONTEXT_OPENGL_ROBUST_ACCESS,
				      EGL_TRUE);
		return;
	}
	if (is_debug)
		bits |= EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR;
	if (is_forward)
		bits |= EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR;
	if (is_robust)
		bits |= EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR;
	if (bits)
		add_attribute(a, EGL_CONTEXT_FLAGS_KHR, bits);
}

static void expect_api(struct stage *stage, enum stage_api api)
{
	struct egl *egl = stage->own;

	egl->bind_api(api == STAGE_GL ? EGL_OPENGL_API : EGL_OPENGL_ES_API);
}

static stage_handle context_new(struct stage *stage,
				const struct stage_try *try, char *note)
{
	struct egl *egl = stage->own;
	struct attributes a = {.n = 0};
	EGLContext context;

	if (try->version) {
		add_attribute(&a, EGL_CONTEXT_MAJOR_VERSION,
			      try->version / 100);
		add_attribute(&a, EGL_CONTEXT_MINOR_VERSION,
			      try->version % 100);
	}
	if (try->profile)
		add_attribute(&a, EGL_CONTEXT_OPENGL_PROFILE_MASK,
			      (EGLint)try->profile);
	add_flags(egl, try->flags, &a);
	a.list[a.n] = EGL_NONE;
	expect_api(stage, try->api);
	context = egl->create_context(egl->display, try->config, try->share,
				      a.list);
	if (context == EGL_NO_CONTEXT)
		stage_note(note, "eglCreateContext: %s", error_name(egl));
	return context;
}

static void context_free(struct stage *stage, stage_handle context)
{
	struct egl *egl = stage->own;

	egl->destroy_context(egl->display, context);
}

static stage_handle surface_new(struct stage *stage,
				const struct stage_surface *surface, char *note)
{
	struct egl *egl = stage->own;
	EGLConfig config = surface->config->handle;
	struct attributes a = {.n = 0};
	EGLSurface handle = EGL_NO_SURFACE;

	if (!surface->window) {
		add_attribute(&a, EGL_WIDTH, surface->width);
		add_attribute(&a, EGL_HEIGHT, surface->height);
	}
	if (surface->is_srgb)
		add_attribute(&a, EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB);
	a.list[a.n] = EGL_NONE;
	if (!surface->is_srgb || egl->has_srgb)
		handle = surface->window
				 ? egl->create_window(egl->display, config,
						      surface->window, a.list)
				 : egl->create_pbuffer(egl->display, config,
						       a.list);
	if (handle == EGL_NO_SURFACE)
		stage_note(note, "a %s of %d x %d pixels: %s",
			   surface->window ? "window" : "pbuffer",
			   surface->width, surface->height, error_name(egl));
	return handle;
}

static void surface_free(struct stage *stage, stage_handle surface,
			 bool is_window)
{
	struct egl *egl = stage->own;

	(void)is_window;
	egl->destroy_surface(egl->display, surface);
}

static bool make_current(struct stage *stage, struct stage_bound bound,
			 char *note)
{
	struct egl *egl = stage->own;

	if (egl->make_current(egl->display, bound.draw, bound.read,
			      bound.context))
		return true;
	stage_note(note, "eglMakeCurrent: %s", error_name(egl));
	return false;
}

static struct stage_bound current_bound(struct stage *stage)
{
	struct egl *egl = stage->own;

	return (struct stage_bound){egl->get_current_surface(EGL_DRAW),
				    egl->get_current_surface(EGL_READ),
				    egl->get_current_context()};
}

static void disable_sync(struct stage *stage, stage_handle window)
{
	struct egl *egl = stage->own;

	(void)window;
	egl->swap_interval(egl->display, 0);
}

static void swap_buffers(struct stage *stage, stage_handle surface)
{
	struct egl *egl = stage->own;

	egl->swap_buffers(egl->display, surface);
}

static void release_thread(struct stage *stage)
{
	struct egl *egl = stage->own;

	egl->release_thread();
}

const struct stage_driver stage_egl_driver = {
	.open = open_display,
	.close = close_display,
	.proc = find_proc,
	.context_new = context_new,
	.context_free = context_free,
	.surface_new = surface_new,
	.surface_free = surface_free,
	.make_current = make_current,
	.current = current_bound,
	.expect = expect_api,
	.hurry = disable_sync,
	.swap = swap_buffers,
	.leave = release_thread,
};
