/* SPDX-License-Identifier: MIT */
/* What programs ought not to hand to OpenGL. What has no size has no bytes, and
 * what is not there is NULL. Nothing is made up of what a failed call has not
 * returned. */
#include <dlfcn.h>
#include <stdint.h>

#include "tests/app/expect.h"

#define NO_OPENGL 77
#define UNSET 0x7ffffff1

static void *(*address_of)(const char *name);

#define EGL(result, name, ...) ((result(*)(__VA_ARGS__))address_of("egl" #name))
#define GL(result, name, ...) ((result(*)(__VA_ARGS__))address_of("gl" #name))

static uint8_t memory[4096];

static int make_current(void)
{
	static const int32_t config_list[] = {0x3040, 4, 0x3033, 1, 0x3038};
	static const int32_t context_list[] = {0x3098, 3, 0x3038};
	void *display, *context, *config;
	int32_t n = 0;

	display = EGL(void *, GetPlatformDisplay, unsigned, void *,
		      const intptr_t *)(0x31dd, NULL, NULL);
	if (!display ||
	    !EGL(unsigned, Initialize, void *, int32_t *,
		 int32_t *)(display, NULL, NULL) ||
	    !EGL(unsigned, BindAPI, unsigned)(0x30a0) ||
	    !EGL(unsigned, ChooseConfig, void *, const int32_t *, void **,
		 int32_t, int32_t *)(display, config_list, &config, 1, &n) ||
	    !n)
		return 0;
	context = EGL(void *, CreateContext, void *, void *, void *,
		      const int32_t *)(display, config, NULL, context_list);
	return context && EGL(unsigned, MakeCurrent, void *, void *, void *,
			      void *)(display, NULL, NULL, context);
}

static void error(const char *name)
{
	GL(unsigned, GetError, void)();
	expect("glGetError() = %s", name);
}

static void without_context(void)
{
	unsigned names[2] = {7, 8};

	GL(void, GenTextures, int, unsigned *)(2, names);
	expect("glGenTextures(n=2, textures=[7, 8]) = void");
	GL(void *, GetString, unsigned)(0x1f02);
	expect("glGetString(name=GL_VERSION) = NULL");
	GL(void *, MapBufferRange, unsigned, intptr_t, intptr_t, unsigned)
	(0x8892, 0, 64, 2);
	expect("glMapBufferRange(target=GL_ARRAY_BUFFER, offset=0, length=64, "
	       "access=GL_MAP_WRITE_BIT) = NULL");
	error("GL_NO_ERROR");
}

static unsigned no_data(void)
{
	unsigned name = 0;

	GL(void, GenBuffers, int, unsigned *)(1, &name);
	expect("glGenBuffers(n=1, buffers=[%u]) = void", name);
	GL(void, BindBuffer, unsigned, unsigned)(0x8892, name);
	expect("glBindBuffer(target=GL_ARRAY_BUFFER, buffer=%u) = void", name);
	GL(void, BufferData, unsigned, intptr_t, const void *, unsigned)
	(0x8892, 64, NULL, 0x88e4);
	expect("glBufferData(target=GL_ARRAY_BUFFER, size=64, data=NULL, "
	       "usage=GL_STATIC_DRAW) = void");
	GL(void, ObjectLabel, unsigned, unsigned, int, const char *)
	(0x82e0, name, -1, NULL);
	expect("glObjectLabel(identifier=GL_BUFFER, name=%u, length=-1, "
	       "label=NULL) = void",
	       name);
	error("GL_NO_ERROR");
	return name;
}

static void negative_sizes(void)
{
	GL(void, GenTextures, int, void *)(-1, memory);
	expect("glGenTextures(n=-1, textures=[]) = void");
	error("GL_INVALID_VALUE");
	GL(void, BufferData, unsigned, intptr_t, const void *, unsigned)
	(0x8892, INTPTR_MIN, memory, 0x88e4);
	expect("glBufferData(target=GL_ARRAY_BUFFER, "
	       "size=-9223372036854775808, data=\"\", "
	       "usage=GL_STATIC_DRAW) = void");
	error("GL_INVALID_VALUE");
	GL(void, BufferSubData, unsigned, intptr_t, intptr_t, const void *)
	(0x8892, 0, -8, memory);
	expect("glBufferSubData(target=GL_ARRAY_BUFFER, offset=0, size=-8, "
	       "data=\"\") = void");
	error("GL_INVALID_VALUE");
	GL(void, Uniform4fv, int, int, const void *)(0, -1, memory);
	expect("glUniform4fv(location=0, count=-1, value=[]) = void");
	GL(unsigned, GetError, void)(); /* whichever comes first */
	expect("glGetError() = GL_INVALID_OPERATION");
}

static void unset_length(unsigned buffer)
{
	unsigned program = GL(unsigned, CreateProgram, void)();
	int n = UNSET;

	expect("glCreateProgram() = %u", program);
	GL(void, GetProgramResourceName, unsigned, unsigned, unsigned, int,
	   int *, void *)
	(program, 0x92e1, 0, 8, &n, memory);
	expect("glGetProgramResourceName(program=%u, "
	       "programInterface=GL_UNIFORM, index=0, bufSize=8, length=%d, "
	       "name=\"\") = void",
	       program, UNSET);
	error("GL_INVALID_VALUE");
	GL(void, GetObjectLabel, unsigned, unsigned, int, int *, void *)
	(0x82e0, buffer + 99, 8, &n, memory);
	expect("glGetObjectLabel(identifier=GL_BUFFER, name=%u, bufSize=8, "
	       "length=%d, label=\"\") = void",
	       buffer + 99, UNSET);
	error("GL_INVALID_VALUE");
}

static void after_failure(void)
{
	GL(void *, MapBufferRange, unsigned, intptr_t, intptr_t, unsigned)
	(0x8892, 60, 8, 2);
	expect("glMapBufferRange(target=GL_ARRAY_BUFFER, offset=60, length=8, "
	       "access=GL_MAP_WRITE_BIT) = NULL");
	error("GL_INVALID_VALUE");
	GL(void, FlushMappedBufferRange, unsigned, intptr_t, intptr_t)
	(0x8892, 0, 8);
	expect("glFlushMappedBufferRange(target=GL_ARRAY_BUFFER, offset=0, "
	       "length=8) = void");
	GL(unsigned char, UnmapBuffer, unsigned)(0x8892);
	expect("glUnmapBuffer(target=GL_ARRAY_BUFFER) = false");
	error("GL_INVALID_OPERATION");
}

int main(void)
{
	void *egl = dlopen("libEGL.so.1", RTLD_NOW);

	if (egl)
		address_of = (void *(*)(const char *))dlsym(
			egl, "eglGetProcAddress");
	if (!address_of)
		return NO_OPENGL;
	without_context();
	if (!make_current())
		return NO_OPENGL;
	unset_length(no_data());
	negative_sizes();
	after_failure();
	return 0;
}
