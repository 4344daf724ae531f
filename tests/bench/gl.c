/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl -lpthread */
/*
 * What one call of OpenGL costs its thread, CPU time: the small ones that
 * programs make most, and uploads of 1 MiB. Without a display; gl.sh runs it
 * without and with the recorder, and under apitrace.
 *
 *	gl CALLS UPLOADS	prints "FUNCTION NS" for each function; for
 *				glUniform1f also what it costs each of two
 *				threads with a context of its own; without
 *				uploads the small calls of one thread alone
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MIB (1 << 20)

typedef void *(*find_fn)(const char *name);

/* What is called, by the names that OpenGL has for it. */
static void (*uniform_1f)(int, float);
static void (*attrib_4f)(unsigned, float, float, float, float);
static void (*enable)(unsigned);
static void (*uniform_matrix)(int, int, unsigned char, const float *);
static void (*tex_sub_image)(unsigned, int, int, int, int, int, unsigned,
			     unsigned, const void *);
static void (*buffer_sub_data)(unsigned, intptr_t, intptr_t, const void *);

static find_fn find;
static void *display;
static int n_calls, n_uploads;
static unsigned char *bytes;

/* A function of OpenGL by its name: what it is called through is generic. */
static void *function(const char *name)
{
	void *found = find(name);

	if (found)
		return found;
	fprintf(stderr, "gl: no %s\n", name);
	exit(77);
}

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static unsigned program(void)
{
	static const char *vertex =
		"uniform float a; uniform mat4 m; attribute vec4 p, q;"
		"void main() { gl_Position = m * p * a + q; }";
	unsigned (*create)(void) = function("glCreateProgram");
	unsigned (*shader)(unsigned) = function("glCreateShader");
	void (*source)(unsigned, int, const char **, const int *) =
		function("glShaderSource");
	void (*compile)(unsigned) = function("glCompileShader");
	void (*attach)(unsigned, unsigned) = function("glAttachShader");
	void (*link)(unsigned) = function("glLinkProgram");
	void (*use)(unsigned) = function("glUseProgram");
	unsigned p = create(), s = shader(0x8B31);

	source(s, 1, &vertex, NULL);
	compile(s);
	attach(p, s);
	link(p);
	use(p);
	return p;
}

/* The context that the thread's calls go to; there is no surface. */
static void begin_context(void)
{
	void *(*create)(void *, void *, void *, const int *) =
		function("eglCreateContext");
	unsigned (*bind)(unsigned) = function("eglBindAPI");
	unsigned (*current)(void *, void *, void *, void *) =
		function("eglMakeCurrent");

	bind(0x30A2);
	if (current(display, NULL, NULL, create(display, NULL, NULL, NULL)))
		return;
	fprintf(stderr, "gl: no context\n");
	exit(77);
}

static void small_uniform(void)
{
	for (int i = 0; i < n_calls; i++)
		uniform_1f(0, (float)i);
}

static void small_attrib(void)
{
	for (int i = 0; i < n_calls; i++)
		attrib_4f(1, (float)i, 1, 2, 3);
}

static void small_enable(void)
{
	for (int i = 0; i < n_calls; i++)
		enable(i & 1 ? 0x0B71 : 0x0BE2);
}

static void small_matrix(void)
{
	float m[16] = {1};

	for (int i = 0; i < n_calls; i++) {
		m[0] = (float)i;
		uniform_matrix(1, 1, 0, m);
	}
}

static void large_texture(void)
{
	for (int i = 0; i < n_uploads; i++)
		tex_sub_image(0x0DE1, 0, 0, 0, 512, 512, 0x1908, 0x1401, bytes);
}

static void large_buffer(void)
{
	for (int i = 0; i < n_uploads; i++)
		buffer_sub_data(0x8892, 0, MIB, bytes);
}

static void print_cost(const char *name, const char *what, int n,
		       void (*run)(void))
{
	uint64_t from = cpu_ns();

	run();
	printf("%s%s %.1f\n", name, what, (double)(cpu_ns() - from) / n);
}

static void *with_own_context(void *barrier)
{
	begin_context();
	program();
	pthread_barrier_wait(barrier);
	print_cost("glUniform1f", ",two", n_calls, small_uniform);
	pthread_barrier_wait(barrier);
	return NULL;
}

static void two_threads(void)
{
	pthread_barrier_t barrier;
	pthread_t threads[2];

	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, with_own_context, &barrier);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

static void uploads(void)
{
	void (*tex_image)(unsigned, int, int, int, int, int, unsigned, unsigned,
			  const void *) = function("glTexImage2D");
	void (*bind_buffer)(unsigned, unsigned) = function("glBindBuffer");
	void (*buffer_data)(unsigned, intptr_t, const void *, unsigned) =
		function("glBufferData");
	uint32_t seed = 1;

	tex_image(0x0DE1, 0, 0x1908, 512, 512, 0, 0x1908, 0x1401, NULL);
	bind_buffer(0x8892, 1);
	buffer_data(0x8892, MIB, NULL, 0x88E8);
	for (int i = 0; i < MIB; i++) {
		seed = seed * 1664525 + 1013904223;
		bytes[i] = seed >> 24;
	}
	print_cost("glTexSubImage2D", ",random", n_uploads, large_texture);
	print_cost("glBufferSubData", ",random", n_uploads, large_buffer);
	/* a third of it, for who compresses: words of 8 bytes, 64 of them */
	for (int i = 512; i < MIB; i += 8) {
		seed = seed * 1664525 + 1013904223;
		memcpy(bytes + i, bytes + (seed >> 26) * 8, 8);
	}
	print_cost("glTexSubImage2D", ",words", n_uploads, large_texture);
	print_cost("glBufferSubData", ",words", n_uploads, large_buffer);
}

static int begin(void)
{
	void *egl = dlopen("libEGL.so.1", RTLD_NOW);
	void *(*display_of)(unsigned, void *, const intptr_t *);
	unsigned (*initialize)(void *, int *, int *);

	if (!egl)
		return 0;
	find = (find_fn)dlsym(egl, "eglGetProcAddress");
	display_of = function("eglGetPlatformDisplay");
	initialize = function("eglInitialize");
	display = display_of(0x31DD, NULL, NULL);
	return initialize(display, NULL, NULL);
}

int main(int argc, char **argv)
{
	if (argc != 3 || !begin())
		return 77;
	n_calls = atoi(argv[1]);
	n_uploads = atoi(argv[2]);
	bytes = malloc(MIB);
	begin_context();
	program();
	uniform_1f = function("glUniform1f");
	attrib_4f = function("glVertexAttrib4f");
	enable = function("glEnable");
	uniform_matrix = function("glUniformMatrix4fv");
	tex_sub_image = function("glTexSubImage2D");
	buffer_sub_data = function("glBufferSubData");
	print_cost("glUniform1f", "", n_calls, small_uniform);
	print_cost("glVertexAttrib4f", "", n_calls, small_attrib);
	print_cost("glEnable", "", n_calls, small_enable);
	print_cost("glUniformMatrix4fv", "", n_calls, small_matrix);
	if (n_uploads) {
		uploads();
		two_threads();
	}
	return 0;
}
