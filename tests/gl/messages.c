/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Listens to OpenGL's debug messages: with one callback and two parameters,
 * in two contexts, with one that is refused, and with 70 callbacks. Prints each
 * message, who got it and what OpenGL says is set, see ../messages.t.
 */
#include "tests/gl/gl.h"

typedef void got(GLenum source, GLenum type, GLuint id, GLenum severity,
		 GLsizei length, const char *message, const void *user);

static void hear(unsigned listener, GLuint id, GLsizei length,
		 const char *message, const void *user)
{
	printf("log %u: %.*s\n", id, (int)length, message);
	printf("listener %u, parameter %s\n", listener, (const char *)user);
}

#define LISTENER(n)                                                            \
	static void listener_##n(GLenum source, GLenum type, GLuint id,        \
				 GLenum severity, GLsizei length,              \
				 const char *message, const void *user)        \
	{                                                                      \
		(void)source, (void)type, (void)severity;                      \
		hear(1##n - 100, id, length, message, user);                   \
	}
#define TEN(each, n)                                                           \
	each(n##0) each(n##1) each(n##2) each(n##3) each(n##4) each(n##5)      \
		each(n##6) each(n##7) each(n##8) each(n##9)
#define ALL(each)                                                              \
	TEN(each, 0)                                                           \
	TEN(each, 1)                                                           \
	TEN(each, 2) TEN(each, 3) TEN(each, 4) TEN(each, 5) TEN(each, 6)
ALL(LISTENER)
#define NAME(n) listener_##n,
static got *const listeners[] = {ALL(NAME)};
#define N_LISTENERS (sizeof(listeners) / sizeof(listeners[0]))

static void print_set(const char *when)
{
	F(void, glGetPointerv, GLenum, void **);
	void *function = NULL, *user = NULL;
	unsigned i = 0;

	glGetPointerv(0x8244, &function);
	glGetPointerv(0x8245, &user);
	while (i < N_LISTENERS && function != (void *)listeners[i])
		i++;
	printf("%s: %s %u, parameter %s\n", when,
	       function ? "listener" : "nothing", i,
	       user ? (const char *)user : "none");
}

static void set(const char *name, unsigned listener, const char *user)
{
	void (*set_callback)(got *, const void *) =
		(void (*)(got *, const void *))find(name);

	set_callback(listeners[listener], user);
}

static void insert(GLuint id, const char *text)
{
	F(void, glDebugMessageInsert, GLenum, GLenum, GLuint, GLenum, GLsizei,
	  const char *);

	glDebugMessageInsert(0x824a, 0x8251, id, 0x9146, -1, text);
}

static void enable(void)
{
	F(void, glEnable, GLenum);

	glEnable(0x92e0); /* debug output, */
	glEnable(0x8242); /* within calls */
}

static void two_parameters(void)
{
	set("glDebugMessageCallback", 0, "first");
	print_set("set");
	insert(1, "one");
	set("glDebugMessageCallback", 0, "second");
	print_set("set again");
	insert(2, "two");
	set("glDebugMessageCallbackARB", 0, "third");
	print_set("set by another name");
	insert(3, "three");
	/* any library: libEGL's functions are then looked for again */
	dlclose(dlopen("libutil.so.1", RTLD_NOW));
	insert(9, "a library has gone");
}

/* Between these OpenGL refuses it. */
static void refused(void)
{
	F(void, glBegin, GLenum);
	F(void, glEnd, void);
	F(void, glGetPointerv, GLenum, void **);
	F(GLenum, glGetError, void);
	void *function = &function;

	glBegin(4);
	set("glDebugMessageCallback", 1, "refused");
	glGetPointerv(0x8244, &function);
	glEnd();
	printf("error %x, pointer is as it was %d\n", glGetError(),
	       function == (void *)&function);
	print_set("after what was refused");
	insert(4, "four");
}

static void two_contexts(void)
{
	F(unsigned, eglChooseConfig, void *, const int *, void **, int, int *);
	F(void *, eglCreateContext, void *, void *, void *, const int *);
	F(unsigned, eglMakeCurrent, void *, void *, void *, void *);
	F(void *, eglGetCurrentSurface, int);
	const int list[] = {0x3040, 8, 0x3033, 1, 0x3038};
	void *surface = eglGetCurrentSurface(0x3059), *config, *other;
	int n;

	eglChooseConfig(egl_display, list, &config, 1, &n);
	other = eglCreateContext(egl_display, config, NULL, NULL);
	eglMakeCurrent(egl_display, surface, surface, other);
	enable();
	print_set("in the other context");
	set("glDebugMessageCallback", 2, "other");
	print_set("set there");
	insert(5, "five");
	eglMakeCurrent(egl_display, surface, surface, egl_context);
	print_set("back in the first");
	insert(6, "six");
	eglMakeCurrent(egl_display, surface, surface, other);
	print_set("in the other again");
	insert(7, "seven");
	eglMakeCurrent(egl_display, surface, surface, egl_context);
}

static void many(void)
{
	char users[N_LISTENERS][8];

	for (unsigned i = 0; i < N_LISTENERS; i++) {
		snprintf(users[i], sizeof(users[i]), "%u", i);
		set("glDebugMessageCallback", i, users[i]);
		print_set("one of many");
		insert(100 + i, "many");
	}
}

static void hear_egl(unsigned error, const char *command, int type,
		     const char *thread, const char *object,
		     const char *message)
{
	(void)type, (void)thread, (void)object, (void)message;
	printf("egl log %x %s\n", error, command);
}

/* Something happens to the recorder between a callback and its message. */
static int wait_between(void)
{
	F(const char *, eglQueryString, void *, int);
	F(void *, eglCreateContext, void *, void *, void *, const int *);
	const char *has = eglQueryString(NULL, 0x3055);
	int has_egl = has && strstr(has, "EGL_KHR_debug");

	set("glDebugMessageCallback", 0, "waits");
	if (has_egl)
		((int (*)(void *, const void *))find(
			"eglDebugMessageControlKHR"))((void *)hear_egl, NULL);
	printf("set\n");
	fflush(stdout);
	(void)getchar();
	dlclose(dlopen("libutil.so.1", RTLD_NOW));
	insert(1, "behind");
	if (has_egl)
		(void)eglCreateContext(egl_display, (void *)8, NULL, NULL);
	return 0;
}

int main(int argc, char **argv)
{
	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	enable();
	if (argc > 1 && !strcmp(argv[1], "wait"))
		return wait_between();
	two_parameters();
	refused();
	two_contexts();
	many();
	((void (*)(got *, const void *))find("glDebugMessageCallback"))(NULL,
									NULL);
	print_set("nothing is set");
	insert(8, "it goes unheard");
	return 0;
}
