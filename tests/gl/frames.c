/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl -lpthread */
/*
 * Frames and what goes with them, without a display: two threads with a
 * context and a drawable each, swaps, fences, queries, labels, messages. It
 * prints what the archive must hold, see ../frames.t.
 *	frames [FRAMES]
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_OPENGL = 77 };

typedef unsigned GLenum, GLuint;
typedef int GLint, GLsizei;

static void *(*find)(const char *name);
static void *display, *config;
static unsigned n_frames = 5;

#define F(ret, name, ...)                                                      \
	ret (*name)(__VA_ARGS__) = (ret(*)(__VA_ARGS__))find(#name)

static int open_display(void)
{
	void *egl = dlopen("libEGL.so.1", RTLD_NOW);
	const int config_list[] = {0x3040, 8, 0x3033, 1, 0x3038};
	int n = 0;

	if (!egl)
		return 0;
	find = (void *(*)(const char *))dlsym(egl, "eglGetProcAddress");
	F(void *, eglGetPlatformDisplay, GLenum, void *, const intptr_t *);
	F(unsigned, eglInitialize, void *, int *, int *);
	F(unsigned, eglChooseConfig, void *, const int *, void **, int, int *);
	display = eglGetPlatformDisplay(0x31dd, NULL, NULL); /* surfaceless */
	return display && eglInitialize(display, NULL, NULL) &&
	       eglChooseConfig(display, config_list, &config, 1, &n) && n;
}

/* A context for messages of a drawable of its own; that, or NULL. */
static void *make_current(void)
{
	F(unsigned, eglBindAPI, GLenum);
	F(void *, eglCreateContext, void *, void *, void *, const int *);
	F(void *, eglCreatePbufferSurface, void *, void *, const int *);
	F(unsigned, eglMakeCurrent, void *, void *, void *, void *);
	const int sizes[] = {0x3057, 64, 0x3056, 64, 0x3038};
	const int list[] = {0x31b0, 1, 0x3038}; /* debug */
	void *context, *surface;

	if (!eglBindAPI(0x30a2))
		return NULL;
	context = eglCreateContext(display, config, NULL, list);
	surface = eglCreatePbufferSurface(display, config, sizes);
	return context && surface &&
			       eglMakeCurrent(display, surface, surface,
					      context)
		       ? surface
		       : NULL;
}

static void draw_frames(void *surface)
{
	F(unsigned, eglSwapBuffers, void *, void *);
	F(void, glClear, GLenum);

	for (unsigned i = 0; i < n_frames; i++) {
		glClear(0x4000);
		eglSwapBuffers(display, surface);
	}
	glClear(0x4000);
	printf("drawable %#lx\n", (unsigned long)(uintptr_t)surface);
}

/* Fences of both libraries, and the ways in which each is seen signalled. */
static void fences(void)
{
	F(void *, glFenceSync, GLenum, GLuint);
	F(GLenum, glClientWaitSync, void *, GLuint, uint64_t);
	F(void, glWaitSync, void *, GLuint, uint64_t);
	F(void, glGetSynciv, void *, GLenum, GLsizei, GLsizei *, GLint *);
	F(void, glDeleteSync, void *);
	F(void, glFinish, void);
	F(void *, eglCreateSync, void *, GLenum, const intptr_t *);
	F(GLint, eglClientWaitSync, void *, void *, GLint, uint64_t);
	F(unsigned, eglDestroySync, void *, void *);
	GLint status = 0;
	void *sync;

	sync = glFenceSync(0x9117, 0);
	glWaitSync(sync, 0, ~0ull);
	glClientWaitSync(sync, 1, 1000000000);
	glClientWaitSync(sync, 1, 1000000000);
	glDeleteSync(sync);
	printf("fence glFenceSync glWaitSync glClientWaitSync=true\n");
	sync = glFenceSync(0x9117, 0);
	glFinish();
	glGetSynciv(sync, 0x9114, 1, NULL, &status);
	glDeleteSync(sync);
	printf("fence glFenceSync glGetSynciv=true\n");
	glDeleteSync(glFenceSync(0x9117, 0));
	printf("fence glFenceSync glDeleteSync=false\n");
	sync = eglCreateSync(display, 0x30f9, NULL);
	if (!sync)
		return;
	eglClientWaitSync(display, sync, 1, 1000000000);
	eglDestroySync(display, sync);
	printf("fence eglCreateSync eglClientWaitSync=true\n");
}

/* Queries, with results that are read, or not. */
static void queries(void)
{
	F(void, glGenQueries, GLsizei, GLuint *);
	F(void, glBeginQuery, GLenum, GLuint);
	F(void, glEndQuery, GLenum);
	F(void, glQueryCounter, GLuint, GLenum);
	F(void, glGetQueryObjectuiv, GLuint, GLenum, GLuint *);
	F(void, glGetQueryObjectui64v, GLuint, GLenum, uint64_t *);
	F(void, glDeleteQueries, GLsizei, const GLuint *);
	GLuint names[2], result = 0;
	uint64_t stamp;

	glGenQueries(2, names);
	glBeginQuery(0x8914, names[0]);
	glGetQueryObjectuiv(names[0], 0x8866, &result); /* an error */
	glEndQuery(0x8914);
	while (!result)
		glGetQueryObjectuiv(names[0], 0x8867, &result);
	glGetQueryObjectuiv(names[0], 0x8866, &result);
	printf("query GL_SAMPLES_PASSED glBeginQuery glEndQuery "
	       "glGetQueryObjectuiv\n");
	glQueryCounter(names[1], 0x8e28);
	glGetQueryObjectui64v(names[1], 0x8866, &stamp);
	printf("query GL_TIMESTAMP glQueryCounter glGetQueryObjectui64v\n");
	glBeginQuery(0x8914, names[0]);
	glEndQuery(0x8914);
	glDeleteQueries(2, names);
	printf("query GL_SAMPLES_PASSED glBeginQuery glEndQuery "
	       "glDeleteQueries\n");
}

static void labels(void)
{
	F(void, glGenTextures, GLsizei, GLuint *);
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glDeleteTextures, GLsizei, const GLuint *);
	F(void, glObjectLabel, GLenum, GLuint, GLsizei, const char *);
	F(void, glObjectPtrLabel, const void *, GLsizei, const char *);
	F(void *, glFenceSync, GLenum, GLuint);
	F(void, glDeleteSync, void *);
	void *sync = glFenceSync(0x9117, 0);
	GLuint name;

	glGenTextures(1, &name);
	glBindTexture(0x0de1, name);
	glObjectLabel(0x1702, name, -1, "brick wall");
	printf("label %u brick wall\n", name);
	glBindTexture(0x0de1, name);
	glDeleteTextures(1, &name);
	glBindTexture(0x0de1, name);
	glObjectPtrLabel(sync, 4, "done, or not");
	printf("label %#lx done\n", (unsigned long)(uintptr_t)sync);
	glObjectLabel(0x1702, name, 0, NULL);
	printf("label %u \n", name);
	glDeleteSync(sync);
	printf("fence glFenceSync glDeleteSync=false\n");
}

struct caller {
	const char *name;
	unsigned n_calls;
};

static const char *name_of(GLenum value)
{
	switch (value) {
	case 0x8246:
		return "GL_DEBUG_SOURCE_API";
	case 0x824a:
		return "GL_DEBUG_SOURCE_APPLICATION";
	case 0x824c:
		return "GL_DEBUG_TYPE_ERROR";
	case 0x8251:
		return "GL_DEBUG_TYPE_OTHER";
	case 0x9146:
		return "GL_DEBUG_SEVERITY_HIGH";
	case 0x9148:
		return "GL_DEBUG_SEVERITY_LOW";
	default:
		return "?";
	}
}

static void got_message(GLenum source, GLenum type, GLuint id, GLenum severity,
			GLsizei length, const char *message, const void *user)
{
	struct caller *caller = (struct caller *)(uintptr_t)user;

	caller->n_calls++;
	printf("log %s %s %s %u: ", name_of(source), name_of(type),
	       name_of(severity), id);
	for (GLsizei i = 0; i < length; i++)
		putchar(message[i] < 0 ? '?' : message[i]);
	putchar('\n');
}

/* Callbacks of the program's own, which it can query. */
static void messages(void)
{
	F(void, glEnable, GLenum);
	F(void, glDebugMessageCallback, void *, const void *);
	F(void, glDebugMessageInsert, GLenum, GLenum, GLuint, GLenum, GLsizei,
	  const char *);
	F(void, glGetPointerv, GLenum, void **);
	struct caller callers[2] = {{"first", 0}, {"second", 0}};
	void *function, *user;

	glEnable(0x92e0); /* debug output, */
	glEnable(0x8242); /* within calls */
	for (int i = 0; i < 2; i++) {
		glDebugMessageCallback((void *)got_message, &callers[i]);
		glDebugMessageInsert(0x824a, 0x8251, 7, 0x9146, -1, "hello");
		glDebugMessageInsert(0x824a, 0x824c, 8, 0x9146, 3, "\377abc");
		glGetPointerv(0x8244, &function);
		glGetPointerv(0x8245, &user);
		printf("%s: called %u times, has its own %d %d\n",
		       callers[i].name, callers[i].n_calls,
		       function == (void *)got_message, user == &callers[i]);
	}
	glEnable(0x1234); /* an error */
	glDebugMessageCallback(NULL, &callers[1]);
	glDebugMessageInsert(0x824a, 0x8251, 9, 0x9146, -1, "nobody hears");
	glGetPointerv(0x8244, &function);
	glGetPointerv(0x8245, &user);
	printf("nobody: has %d %d\n", !function, user == &callers[1]);
	glGetPointerv(0x8244, NULL);
}

static const char *name_of_egl(int value)
{
	switch (value) {
	case 0x33b9:
		return "EGL_DEBUG_MSG_CRITICAL_KHR";
	case 0x33ba:
		return "EGL_DEBUG_MSG_ERROR_KHR";
	case 0x33bb:
		return "EGL_DEBUG_MSG_WARN_KHR";
	case 0x3004:
		return "EGL_BAD_ATTRIBUTE";
	case 0x3005:
		return "EGL_BAD_CONFIG";
	case 0x3009:
		return "EGL_BAD_MATCH";
	case 0x300c:
		return "EGL_BAD_PARAMETER";
	case 0x300d:
		return "EGL_BAD_SURFACE";
	default:
		return "?";
	}
}

static unsigned n_got;

#define LISTENER(n)                                                            \
	static void listener_##n(unsigned error, const char *command,          \
				 int type, const char *thread,                 \
				 const char *object, const char *message)      \
	{                                                                      \
		n_got++;                                                       \
		printf(n > 7 ? "unheard " : "");                               \
		printf("egl_log %s %s %s", name_of_egl(type),                  \
		       name_of_egl((int)error), command);                      \
		if (thread)                                                    \
			printf(" thread=%#lx", (unsigned long)thread);         \
		if (object)                                                    \
			printf(" object=%#lx", (unsigned long)object);         \
		printf(message ? ": %s\n" : "%s\n", message ? message : "");   \
	}
LISTENER(0)
LISTENER(1)
LISTENER(2)
LISTENER(3)
LISTENER(4)
LISTENER(5)
LISTENER(6)
LISTENER(7)
LISTENER(8)

typedef int egl_control(void *callback, const intptr_t *list);
typedef unsigned egl_query(int attribute, void **value);

/* What EGL complains about. */
static void egl_errors(void)
{
	F(void *, eglCreateContext, void *, void *, void *, const int *);
	F(unsigned, eglDestroySurface, void *, void *);
	F(int, eglGetError, void);

	int errors[2];

	(void)eglCreateContext(display, (void *)8, NULL, NULL);
	errors[0] = eglGetError();
	(void)eglDestroySurface(display, (void *)8);
	errors[1] = eglGetError();
	printf("egl has %#x %#x\n", (unsigned)errors[0], (unsigned)errors[1]);
}

static void egl_query_all(egl_query *query, void *own)
{
	void *now = &now;
	intptr_t errors = 2, warnings = 2;

	query(0x33b8, &now);
	query(0x33ba, (void **)&errors);
	query(0x33bb, (void **)&warnings);
	printf("egl has its own %d, %ld %ld\n", now == own, (long)errors,
	       (long)warnings);
}

/* The same of EGL, which knows its listener by the function alone. */
static void egl_messages(void)
{
	F(const char *, eglQueryString, void *, int);
	F(int, eglLabelObjectKHR, void *, GLenum, void *, const void *);
	egl_control *control = (egl_control *)find("eglDebugMessageControlKHR");
	egl_query *query = (egl_query *)find("eglQueryDebugKHR");
	const char *has = eglQueryString(NULL, 0x3055);
	const intptr_t warn[] = {0x33bb, 1, 0x3038};
	const intptr_t wrong[] = {0x1234, 1, 0x3038};
	void *const listeners[] = {(void *)listener_2, (void *)listener_3,
				   (void *)listener_4, (void *)listener_5,
				   (void *)listener_6, (void *)listener_7,
				   (void *)listener_8};

	if (!has || !strstr(has, "EGL_KHR_debug"))
		return;
	egl_query_all(query, NULL);
	printf("egl sets %d\n", control((void *)listener_0, NULL));
	egl_errors();
	eglLabelObjectKHR(NULL, 0x33b0, NULL, (void *)0x7ead);
	eglLabelObjectKHR(display, 0x33b1, display, (void *)0xd15);
	printf("egl sets %#x\n", (unsigned)control((void *)listener_1, wrong));
	egl_query_all(query, (void *)listener_0);
	egl_errors();
	printf("egl sets %d\n", control((void *)listener_1, warn));
	egl_query_all(query, (void *)listener_1);
	egl_errors();
	printf("egl sets %d\n", control(NULL, NULL));
	egl_errors();
	egl_query_all(query, NULL);
	for (unsigned i = 0; i < sizeof(listeners) / sizeof(listeners[0]);
	     i++) {
		control(listeners[i], NULL);
		egl_errors();
	}
	egl_query_all(query, (void *)listener_8);
	printf("egl calls %u\n", n_got);
}

static void *other_thread(void *unused)
{
	void *surface = make_current();

	(void)unused;
	if (surface)
		draw_frames(surface);
	return surface;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	void *surface = NULL, *other = NULL;

	if (argc > 1)
		n_frames = (unsigned)atoi(argv[1]);
	if (open_display()) {
		egl_messages(); /* listens to the end: no word of ours */
		surface = make_current();
	}
	if (!surface) {
		printf("no context\n");
		return NO_OPENGL;
	}
	fences();
	queries();
	labels();
	messages();
	draw_frames(surface);
	if (pthread_create(&thread, NULL, other_thread, NULL))
		return 1;
	pthread_join(thread, &other);
	return !other;
}
