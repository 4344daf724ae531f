/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Pictures that are the same each time, one per frame, from memory of every
 * kind that OpenGL reads. A replay of its recording can draw them again. It
 * draws without a display, or in a window.
 *	drawn [glx]
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
	NO_OPENGL = 77,
	SIDE = 64,
	TRIANGLES = 4,
	FLOAT = 0x1406,
	UBYTE = 0x1401,
	USHORT = 0x1403,
	ARRAY_BUFFER = 0x8892,
	ELEMENT_BUFFER = 0x8893,
	UNPACK_BUFFER = 0x88ec,
	STATIC_DRAW = 0x88e4,
	VERTEX_ARRAY = 0x8074,
	COLOR_ARRAY = 0x8076,
	TEXCOORD_ARRAY = 0x8078,
	TEXTURE_2D = 0xde1,
	RGBA = 0x1908,
};

static void *(*find)(const char *name);
static void *display, *surface;
static unsigned long window; /* 0: the surface */

#define CALL(ret, name, types, ...) ((ret(*) types)find(#name))(__VA_ARGS__)

static int make_current_surface(void)
{
	static const int config_list[] = {0x3040, 8, 0x3033, 1, 0x3038};
	static const int sizes[] = {0x3057, SIDE, 0x3056, SIDE, 0x3038};
	void *egl = dlopen("libEGL.so.1", RTLD_NOW), *config, *context;
	int n = 0;

	if (!egl)
		return 0;
	find = (void *(*)(const char *))dlsym(egl, "eglGetProcAddress");
	display =
		CALL(void *, eglGetPlatformDisplay,
		     (unsigned, void *, const intptr_t *), 0x31dd, NULL, NULL);
	if (!display ||
	    !CALL(unsigned, eglInitialize, (void *, int *, int *), display,
		  NULL, NULL) ||
	    !CALL(unsigned, eglChooseConfig,
		  (void *, const int *, void **, int, int *), display,
		  config_list, &config, 1, &n) ||
	    !n || !CALL(unsigned, eglBindAPI, (unsigned), 0x30a2))
		return 0;
	context = CALL(void *, eglCreateContext,
		       (void *, void *, void *, const int *), display, config,
		       NULL, NULL);
	surface = CALL(void *, eglCreatePbufferSurface,
		       (void *, void *, const int *), display, config, sizes);
	return context && surface &&
	       CALL(unsigned, eglMakeCurrent, (void *, void *, void *, void *),
		    display, surface, surface, context);
}

static int make_current_window(void)
{
	int list[] = {4, 5, 8, 1, 9, 1, 10, 1, 0};
	void *x11 = dlopen("libX11.so.6", RTLD_NOW), *info;
	void *gl = dlopen("libGL.so.1", RTLD_NOW), *context;

	if (!x11 || !gl)
		return 0;
	find = (void *(*)(const char *))dlsym(gl, "glXGetProcAddressARB");
	display = ((void *(*)(const char *))dlsym(x11, "XOpenDisplay"))(NULL);
	if (!display)
		return 0;
	window = ((unsigned long (*)(
		void *, unsigned long, int, int, unsigned, unsigned, unsigned,
		unsigned long, unsigned long))dlsym(x11,
						    "XCreateSimpleWindow"))(
		display,
		((unsigned long (*)(void *))dlsym(x11, "XDefaultRootWindow"))(
			display),
		0, 0, SIDE, SIDE, 0, 0, 0);
	((int (*)(void *, unsigned long))dlsym(x11, "XMapWindow"))(display,
								   window);
	((int (*)(void *, int))dlsym(x11, "XSync"))(display, 0);
	info = CALL(void *, glXChooseVisual, (void *, int, int *), display, 0,
		    list);
	if (!info)
		return 0;
	context = CALL(void *, glXCreateContext, (void *, void *, void *, int),
		       display, info, NULL, 1);
	return context &&
	       CALL(int, glXMakeCurrent, (void *, unsigned long, void *),
		    display, window, context);
}

static void begin(float shade)
{
	CALL(void, glClearColor, (float, float, float, float), shade, 0.25f,
	     0.5f, 1);
	CALL(void, glClear, (unsigned), 0x4000);
}

/* Ends a frame: one picture. */
static void end(void)
{
	if (window)
		CALL(void, glXSwapBuffers, (void *, unsigned long), display,
		     window);
	else
		CALL(unsigned, eglSwapBuffers, (void *, void *), display,
		     surface);
}

static void enable(unsigned array, int is_on)
{
	if (is_on)
		CALL(void, glEnableClientState, (unsigned), array);
	else
		CALL(void, glDisableClientState, (unsigned), array);
}

static void bind(unsigned target, unsigned buffer)
{
	CALL(void, glBindBuffer, (unsigned, unsigned), target, buffer);
}

static void pointer(const char *name, int size, unsigned type, int stride,
		    const void *at)
{
	((void (*)(int, unsigned, int, const void *))find(name))(size, type,
								 stride, at);
}

static void draw(int first, int count)
{
	CALL(void, glDrawArrays, (unsigned, int, int), TRIANGLES, first, count);
}

static const float corners[] = {9,     9,     9,    9,	  9,	 9,
				-0.8f, -0.8f, 0.8f, -1,	  0,	 0.9f,
				-0.9f, 0.2f,  0.1f, 0.7f, -0.5f, -0.9f};
static const unsigned char colors[] = {
	1,   1,	  1,  1,   2,  2,   2,	 2,   3,   3,  3,   3,
	250, 10,  30, 255, 20, 240, 60,	 255, 9,   90, 200, 255,
	255, 255, 0,  255, 0,  255, 255, 255, 255, 0,  255, 255};

/* Elements from the third on; then indices; then several draws at once. A
 * buffer that is bound meanwhile has nothing to do with it. */
static void client_arrays(void)
{
	static const uint16_t indices[] = {3, 4, 8, 5, 6, 7};
	const int counts[] = {3, 3};
	const void *lists[] = {indices, indices + 3};

	begin(0);
	enable(VERTEX_ARRAY, 1);
	enable(COLOR_ARRAY, 1);
	pointer("glVertexPointer", 2, FLOAT, 0, corners);
	pointer("glColorPointer", 4, UBYTE, 4, colors);
	bind(ARRAY_BUFFER, 77);
	draw(3, 3);
	bind(ARRAY_BUFFER, 0);
	end();
	CALL(void, glDrawElements, (unsigned, int, unsigned, const void *),
	     TRIANGLES, 3, USHORT, indices);
	end();
	CALL(void, glMultiDrawElements,
	     (unsigned, const int *, unsigned, const void *const *, int),
	     TRIANGLES, counts, USHORT, lists, 2);
	end();
	enable(COLOR_ARRAY, 0);
}

/* What is written to a buffer that is mapped, and stays so. */
static void mapped(void)
{
	float *to;

	begin(0.3f);
	bind(ARRAY_BUFFER, 7);
	CALL(void, glBufferData, (unsigned, long, const void *, unsigned),
	     ARRAY_BUFFER, sizeof(corners), NULL, STATIC_DRAW);
	to = CALL(void *, glMapBuffer, (unsigned, unsigned), ARRAY_BUFFER,
		  0x88b9);
	memcpy(to, corners, sizeof(corners));
	CALL(unsigned char, glUnmapBuffer, (unsigned), ARRAY_BUFFER);
	pointer("glVertexPointer", 2, FLOAT, 0, NULL);
	draw(3, 3);
	end();
	bind(ARRAY_BUFFER, 8);
	CALL(void, glBufferStorage, (unsigned, long, const void *, unsigned),
	     ARRAY_BUFFER, sizeof(corners), corners, 0xc2);
	to = CALL(void *, glMapBufferRange, (unsigned, long, long, unsigned),
		  ARRAY_BUFFER, 0, sizeof(corners), 0xc2);
	pointer("glVertexPointer", 2, FLOAT, 0, NULL);
	for (unsigned i = 0; i < 3; i++) {
		begin(0.4f);
		to[6] = -1 + 0.4f * (float)i;
		draw(3, 3);
		end();
	}
	CALL(unsigned char, glUnmapBuffer, (unsigned), ARRAY_BUFFER);
	bind(ARRAY_BUFFER, 0);
	enable(VERTEX_ARRAY, 0);
}

static unsigned shader(unsigned kind, const char *const *lines, int n)
{
	unsigned name = CALL(unsigned, glCreateShader, (unsigned), kind);
	const int lengths[] = {-1, (int)strlen(lines[1])};

	CALL(void, glShaderSource,
	     (unsigned, int, const char *const *, const int *), name, n, lines,
	     lengths);
	CALL(void, glCompileShader, (unsigned), name);
	return name;
}

/* Attributes: bytes that mean 0 to 1, and a uniform. */
static void shaded(void)
{
	static const char *const vertex[] = {
		"#version 130\nin vec2 place; in vec4 color;\n",
		"flat out vec4 c; void main() { gl_Position = vec4(place, 0.0,"
		" 1.0); c = color; }"};
	static const char *const fragment[] = {
		"#version 130\nflat in vec4 c; uniform vec4 more;\n",
		"void main() { gl_FragColor = c + more; }"};
	unsigned program = CALL(unsigned, glCreateProgram, (void));

	begin(0.6f);
	CALL(void, glAttachShader, (unsigned, unsigned), program,
	     shader(0x8b31, vertex, 2));
	CALL(void, glAttachShader, (unsigned, unsigned), program,
	     shader(0x8b30, fragment, 2));
	CALL(void, glBindAttribLocation, (unsigned, unsigned, const char *),
	     program, 0, "place");
	CALL(void, glBindAttribLocation, (unsigned, unsigned, const char *),
	     program, 3, "color");
	CALL(void, glLinkProgram, (unsigned), program);
	CALL(void, glUseProgram, (unsigned), program);
	CALL(void, glUniform4f, (int, float, float, float, float),
	     CALL(int, glGetUniformLocation, (unsigned, const char *), program,
		  "more"),
	     0, 0.25f, 0, 0);
	CALL(void, glVertexAttribPointer,
	     (unsigned, int, unsigned, unsigned char, int, const void *), 0, 2,
	     FLOAT, 0, 8, corners);
	CALL(void, glVertexAttribPointer,
	     (unsigned, int, unsigned, unsigned char, int, const void *), 3, 4,
	     UBYTE, 1, 0, colors);
	for (unsigned i = 0; i < 6; i += 3)
		CALL(void, glEnableVertexAttribArray, (unsigned), i);
	draw(3, 3);
	end();
	draw(6, 3);
	end();
	CALL(void, glUseProgram, (unsigned), 0);
	for (unsigned i = 0; i < 6; i += 3)
		CALL(void, glDisableVertexAttribArray, (unsigned), i);
}

static void texture(const void *pixels)
{
	CALL(void, glTexImage2D,
	     (unsigned, int, int, int, int, int, unsigned, unsigned,
	      const void *),
	     TEXTURE_2D, 0, RGBA, 4, 4, 0, RGBA, UBYTE, pixels);
	draw(3, 3);
	end();
}

/* Parts of a larger picture, then from a buffer, then a pattern of bits. */
static void textured(void)
{
	static unsigned char pixels[16 * 16 * 4], bits[128];

	for (unsigned i = 0; i < sizeof(pixels); i++)
		pixels[i] = (unsigned char)(i * i / 3);
	for (unsigned i = 0; i < sizeof(bits); i++)
		bits[i] = (unsigned char)(i * 37);
	begin(0.8f);
	CALL(void, glColor4ubv, (const unsigned char *), colors + 24);
	CALL(void, glEnable, (unsigned), TEXTURE_2D);
	CALL(void, glTexParameteri, (unsigned, unsigned, int), TEXTURE_2D,
	     0x2801, 0x2600);
	CALL(void, glTexParameteri, (unsigned, unsigned, int), TEXTURE_2D,
	     0x2800, 0x2600);
	CALL(void, glPixelStorei, (unsigned, int), 0xcf2, 16);
	enable(VERTEX_ARRAY, 1);
	enable(TEXCOORD_ARRAY, 1);
	pointer("glVertexPointer", 2, FLOAT, 0, corners);
	pointer("glTexCoordPointer", 2, FLOAT, 0, corners);
	texture(pixels + 40);
	bind(UNPACK_BUFFER, 9);
	CALL(void, glBufferData, (unsigned, long, const void *, unsigned),
	     UNPACK_BUFFER, sizeof(pixels), pixels, STATIC_DRAW);
	texture((void *)400);
	bind(UNPACK_BUFFER, 0);
	CALL(void, glDisable, (unsigned), TEXTURE_2D);
	CALL(void, glPixelStorei, (unsigned, int), 0xcf2, 0);
	CALL(void, glPolygonStipple, (const unsigned char *), bits);
	CALL(void, glEnable, (unsigned), 0x0b42);
	draw(6, 3);
	end();
}

int main(int argc, char **argv)
{
	(void)argv;
	if (!(argc > 1 ? make_current_window() : make_current_surface())) {
		puts("no OpenGL here");
		return NO_OPENGL;
	}
	CALL(void, glViewport, (int, int, int, int), 0, 0, SIDE, SIDE);
	bind(ARRAY_BUFFER, 77);
	CALL(void, glBufferData, (unsigned, long, const void *, unsigned),
	     ARRAY_BUFFER, 4, colors, STATIC_DRAW);
	bind(ARRAY_BUFFER, 0);
	end(); /* a replay's window has its size from here on */
	client_arrays();
	mapped();
	shaded();
	textured();
	return 0;
}
