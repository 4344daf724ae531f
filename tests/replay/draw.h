/* SPDX-License-Identifier: MIT */
/*
 * What the programs of this folder draw with: OpenGL found by name, contexts
 * and drawables of GLX or EGL. The checksums of the pictures are the same each
 * time. A replay of a recording has to make the same pictures.
 */
#ifndef TESTS_REPLAY_DRAW_H
#define TESTS_REPLAY_DRAW_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gl_registry.h"

enum {
	NO_OPENGL = 77,
	FRAMES = 10,
	SIDE = 32, /* of a tile; a picture has 4 x 3 */
	COLUMNS = 4,
	ROWS = 3,
	WIDTH = COLUMNS * SIDE,
	HEIGHT = ROWS * SIDE,
	PICTURE_BYTES = 4 * 512 * 512, /* at most */
};

#define UNUSED __attribute__((unused))
#define F(ret, name, ...) static UNUSED ret (*name)(__VA_ARGS__);
#include "tests/replay/functions.def"
#undef F

/* Where functions are found, and what a drawable belongs to. */
static struct {
	void *library, *x11;
	void *(*address)(const char *name);
	void *display, *config;
	unsigned api; /* of EGL */
	int is_egl;
	int only; /* this scene, or -1 */
} way;

struct drawable {
	unsigned long id; /* of X, or an EGL surface's address */
	int width, height, is_pbuffer;
};

#define X(ret, name, ...) ((ret(*)(__VA_ARGS__))dlsym(way.x11, #name))

static inline void *function(const char *name)
{
	void *found = dlsym(way.library, name);

	return found ? found : way.address(name);
}

static inline void find_functions(void)
{
#define F(ret, name, ...) name = (ret(*)(__VA_ARGS__))function(#name);
#include "tests/replay/functions.def"
#undef F
}

static inline uint32_t crc(const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	uint32_t c = ~0u;

	while (n--) {
		c ^= *p++;
		for (int i = 0; i < 8; i++)
			c = c >> 1 ^ (c & 1 ? 0xedb88320 : 0);
	}
	return ~c;
}

static inline uint8_t *noise(void *bytes, size_t n, uint32_t seed)
{
	uint8_t *p = bytes;

	for (size_t i = 0; i < n; i++) {
		seed = seed * 1664525 + 1013904223;
		p[i] = seed >> 24;
	}
	return p;
}

/* Displays, and what is chosen of them. */

static inline int open_egl(void)
{
	const int list[] = {EGL_RENDERABLE_TYPE,
			    way.api == EGL_OPENGL_API ? EGL_OPENGL_BIT
						      : EGL_OPENGL_ES2_BIT,
			    EGL_SURFACE_TYPE,
			    EGL_PBUFFER_BIT,
			    EGL_RED_SIZE,
			    8,
			    EGL_ALPHA_SIZE,
			    8,
			    EGL_DEPTH_SIZE,
			    24,
			    EGL_STENCIL_SIZE,
			    8,
			    EGL_NONE};
	int n = 0;

	way.library = dlopen("libEGL.so.1", RTLD_NOW);
	if (!way.library)
		return 0;
	way.address = (void *(*)(const char *))dlsym(way.library,
						     "eglGetProcAddress");
	find_functions();
	way.display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL,
					    NULL);
	return way.display && eglInitialize(way.display, NULL, NULL) &&
	       eglBindAPI(way.api) &&
	       eglChooseConfig(way.display, list, &way.config, 1, &n) && n;
}

static inline int attribute_of(void *config, int name)
{
	int value = -1;

	glXGetFBConfigAttrib(way.display, config, name, &value);
	return value;
}

/* One that windows of the default visual have. */
static inline int open_glx(void)
{
	static const int list[] = {GLX_DRAWABLE_TYPE,
				   GLX_WINDOW_BIT | GLX_PBUFFER_BIT,
				   GLX_DOUBLEBUFFER,
				   1,
				   GLX_DEPTH_SIZE,
				   24,
				   GLX_STENCIL_SIZE,
				   8,
				   0};
	GLXFBConfig *configs;
	void *visual;
	int n = 0, id;

	way.library = dlopen("libGL.so.1", RTLD_NOW);
	way.x11 = dlopen("libX11.so.6", RTLD_NOW);
	if (!way.library || !way.x11)
		return 0;
	way.address = (void *(*)(const char *))dlsym(way.library,
						     "glXGetProcAddressARB");
	find_functions();
	X(int, XInitThreads, void)();
	way.display = X(void *, XOpenDisplay, const char *)(NULL);
	if (!way.display)
		return 0;
	visual = X(void *, XDefaultVisual, void *, int)(way.display, 0);
	id = (int)X(unsigned long, XVisualIDFromVisual, void *)(visual);
	configs = glXChooseFBConfig(way.display, 0, list, &n);
	for (int i = 0; i < n && !way.config; i++)
		if (attribute_of(configs[i], GLX_VISUAL_ID) == id)
			way.config = configs[i];
	return way.config != NULL;
}

/* glx, or without a display: egl, es */
static inline int open_way(const char *name)
{
	way.is_egl = strcmp(name, "glx") != 0;
	way.api = strcmp(name, "es") ? EGL_OPENGL_API : EGL_OPENGL_ES_API;
	return way.is_egl ? open_egl() : open_glx();
}

/* list: for GLX or EGL, or NULL; an EGL context of ES names its version. */
static inline void *new_context(void *share, const int *list)
{
	if (way.is_egl) {
		eglBindAPI(way.api);
		return eglCreateContext(way.display, way.config, share, list);
	}
	return list ? (void *)glXCreateContextAttribsARB(
			      way.display, way.config, share, 1, list)
		    : (void *)glXCreateNewContext(way.display, way.config,
						  GLX_RGBA_TYPE, share, 1);
}

static inline struct drawable new_pbuffer(int width, int height)
{
	const int glx[] = {GLX_PBUFFER_WIDTH, width, GLX_PBUFFER_HEIGHT, height,
			   0};
	const int egl[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE};
	struct drawable made = {0, width, height, 1};

	if (way.is_egl)
		made.id = (unsigned long)eglCreatePbufferSurface(
			way.display, way.config, egl);
	else
		made.id = glXCreatePbuffer(way.display, way.config, glx);
	return made;
}

/* A window; with EGL there are none here, a pbuffer does. */
static inline struct drawable new_window(int width, int height)
{
	struct drawable made = {0, width, height, 0};

	if (way.is_egl)
		return new_pbuffer(width, height);
	made.id = X(unsigned long, XCreateSimpleWindow, void *, unsigned long,
		    int, int, unsigned, unsigned, unsigned, unsigned long,
		    unsigned long)(
		way.display,
		X(unsigned long, XDefaultRootWindow, void *)(way.display), 0, 0,
		(unsigned)width, (unsigned)height, 0, 0, 0);
	X(int, XMapWindow, void *, unsigned long)(way.display, made.id);
	X(int, XSync, void *, int)(way.display, 0);
	return made;
}

static inline int use(struct drawable at, void *context)
{
	if (!way.is_egl)
		return glXMakeCurrent(way.display, at.id, context);
	return (int)eglMakeCurrent(way.display, (void *)at.id, (void *)at.id,
				   context);
}

/* Mesa's GLX, without a driver, cannot do that with pbuffers. */
static inline void swap(struct drawable at)
{
	if (way.is_egl)
		eglSwapBuffers(way.display, (void *)at.id);
	else if (at.is_pbuffer)
		glFinish();
	else
		glXSwapBuffers(way.display, at.id);
}

/* Pictures. */

/* The checksum of what has been drawn: nothing else reads all of it. */
static inline uint32_t checksum(struct drawable at)
{
	size_t n = (size_t)(at.width * at.height * 4);
	uint8_t *pixels = calloc(1, n);
	uint32_t sum;

	glReadPixels(0, 0, at.width, at.height, GL_RGBA, GL_UNSIGNED_BYTE,
		     pixels);
	sum = crc(pixels, n);
	free(pixels);
	return sum;
}

/* Ends a frame. */
static inline void show(unsigned frame, struct drawable at)
{
	GLenum error;

	printf("frame %u %08x\n", frame, checksum(at));
	while ((error = glGetError()))
		printf("error %#x\n", error);
	fflush(stdout);
	swap(at);
}

/* From now on, the i-th tile is drawn in. */
static inline void tile(int i)
{
	glEnable(GL_SCISSOR_TEST);
	glViewport(i % COLUMNS * SIDE, i / COLUMNS * SIDE, SIDE, SIDE);
	glScissor(i % COLUMNS * SIDE, i / COLUMNS * SIDE, SIDE, SIDE);
}

static inline GLuint new_shader(GLenum kind, const char *text)
{
	GLuint shader = glCreateShader(kind);
	char log[1000] = "";
	int is_good = 0;

	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
	if (!is_good) {
		glGetShaderInfoLog(shader, sizeof(log), NULL, log);
		printf("shader: %s\n", log);
	}
	return shader;
}

static inline void link_program(GLuint program)
{
	char log[1000] = "";
	int is_good = 0;

	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &is_good);
	if (!is_good) {
		glGetProgramInfoLog(program, sizeof(log), NULL, log);
		printf("program: %s\n", log);
	}
}

/* Without a fragment shader (NULL), for vertices only. */
static inline GLuint unlinked_program(const char *vertex, const char *fragment)
{
	GLuint program = glCreateProgram();
	GLuint shader = new_shader(GL_VERTEX_SHADER, vertex);

	glAttachShader(program, shader);
	glDeleteShader(shader);
	if (fragment) {
		shader = new_shader(GL_FRAGMENT_SHADER, fragment);
		glAttachShader(program, shader);
		glDeleteShader(shader);
	}
	return program;
}

static inline GLuint new_program(const char *vertex, const char *fragment)
{
	GLuint program = unlinked_program(vertex, fragment);

	link_program(program);
	return program;
}

/*
 * A program that draws FRAMES pictures: what there is to be drawn, tile by
 * tile, each in the state that a context begins with.
 */
typedef void scene(int frame);

static inline void draw_scenes(int frame, scene *const *scenes, int n_scenes,
			       int is_old)
{
	for (int i = 0; i < n_scenes; i++) {
		if (way.only >= 0 && i != way.only)
			continue;
		if (is_old) {
			glPushAttrib(GL_ALL_ATTRIB_BITS);
			glPushClientAttrib(GL_CLIENT_ALL_ATTRIB_BITS);
			glPushMatrix();
		}
		tile(i % (COLUMNS * ROWS));
		glClearColor((float)i / (float)n_scenes, 0.25f,
			     (float)frame / FRAMES, 1);
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT |
			GL_STENCIL_BUFFER_BIT);
		scenes[i](frame);
		if (is_old) {
			glPopMatrix();
			glPopClientAttrib();
			glPopAttrib();
		}
	}
}

struct program {
	const char *way; /* glx, egl, es */
	const int *list; /* what its context shall be, or NULL */
	void (*prepare)(void);
	scene *const *scenes;
	int n_scenes, is_old; /* in a compatibility context */
};

static inline int draw_program(const struct program *it)
{
	struct drawable at;
	void *context;

	if (!open_way(it->way))
		return NO_OPENGL;
	context = new_context(NULL, it->list);
	at = new_window(WIDTH, HEIGHT);
	if (!context || !at.id || !use(at, context))
		return NO_OPENGL;
	it->prepare();
	for (int i = 0; i < FRAMES; i++) {
		glDisable(GL_SCISSOR_TEST);
		glClear(GL_COLOR_BUFFER_BIT);
		draw_scenes(i, it->scenes, it->n_scenes, it->is_old);
		show((unsigned)i, at);
	}
	return 0;
}

/*
 * A whole program for compatibility contexts: glx or egl by its argument. With
 * another one, the number of the only scene. That finds the place where two
 * pictures are not the same.
 */
static inline int draw_old(int argc, char **argv, void (*prepare)(void),
			   scene *const *scenes, int n_scenes)
{
	way.only = argc > 2 ? atoi(argv[2]) : -1;
	return draw_program(&(struct program){argc > 1 ? argv[1] : "glx", NULL,
					      prepare, scenes, n_scenes, 1});
}

/* The same for OpenGL ES, always by EGL, of this version, or what the second
 * argument says. */
static inline int draw_es(int argc, char **argv, int version,
			  void (*prepare)(void), scene *const *scenes,
			  int n_scenes)
{
	const int list[] = {EGL_CONTEXT_CLIENT_VERSION,
			    argc > 2 ? atoi(argv[2]) : version, EGL_NONE};

	way.only = argc > 1 ? atoi(argv[1]) : -1;
	return draw_program(
		&(struct program){"es", list, prepare, scenes, n_scenes, 0});
}

#endif
