/* SPDX-License-Identifier: MIT */
/* OpenGL ES without a window: found by dlopen, dlsym and eglGetProcAddress;
 * constants by name, numbers that are none, floats, handles, sets, memory. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#include "tests/app/expect.h"

#define NO_OPENGL 77

static void *(*address_of)(const char *name);

#define EGL(result, name, ...) ((result(*)(__VA_ARGS__))address_of("egl" #name))
#define GL(name, ...) ((void (*)(__VA_ARGS__))address_of("gl" #name))

/* A context without a surface, current. */
static int make_current(void)
{
	static const int32_t config_list[] = {0x3040, 4, 0x3033, 1, 0x3038};
	static const int32_t context_list[] = {0x3098, 2, 0x3038};
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

static void state(void)
{
	GL(ClearColor, float, float, float, float)(0, 0.25f, 1, -2.5f);
	expect("glClearColor(red=0, green=0.25, blue=1, alpha=-2.5) = void");
	GL(Enable, unsigned)(0x0b71);
	expect("glEnable(cap=GL_DEPTH_TEST) = void");
	GL(Enable, unsigned)(0x1234);
	expect("glEnable(cap=0x1234) = void");
	((unsigned (*)(void))address_of("glGetError"))();
	expect("glGetError() = GL_INVALID_ENUM");
	((unsigned (*)(void))address_of("glGetError"))();
	expect("glGetError() = GL_NO_ERROR");
	GL(BlendFunc, unsigned, unsigned)(1, 0);
	expect("glBlendFunc(sfactor=GL_ONE, dfactor=GL_ZERO) = void");
	GL(DepthMask, unsigned char)(1);
	expect("glDepthMask(flag=true) = void");
	GL(Viewport, int, int, int, int)(0, -1, 8, 9);
	expect("glViewport(x=0, y=-1, width=8, height=9) = void");
	GL(Clear, unsigned)(0x4100);
	expect("glClear(mask=GL_DEPTH_BUFFER_BIT|GL_COLOR_BUFFER_BIT) = void");
}

static void objects(void)
{
	unsigned names[2] = {0, 0};

	GL(GenTextures, int, unsigned *)(2, names);
	expect("glGenTextures(n=2, textures=[%u, %u]) = void", names[0],
	       names[1]);
	GL(BindTexture, unsigned, unsigned)(0x0de1, names[1]);
	expect("glBindTexture(target=GL_TEXTURE_2D, texture=%u) = void",
	       names[1]);
	GL(DeleteTextures, int, const unsigned *)(2, names);
	expect("glDeleteTextures(n=2, textures=[%u, %u]) = void", names[0],
	       names[1]);
	GL(BindAttribLocation, unsigned, unsigned, const char *)(0, 3, "at");
	expect("glBindAttribLocation(program=0, index=3, name=\"at\") = void");
}

/* What a number means follows from the name before it. */
static void parameters(void)
{
	static const float repeat[] = {10497};
	unsigned name = 0;
	void *at = NULL;
	float number = 0;
	int value = 0;

	GL(GenTextures, int, unsigned *)(1, &name);
	expect("glGenTextures(n=1, textures=[%u]) = void", name);
	GL(BindTexture, unsigned, unsigned)(0x0de1, name);
	expect("glBindTexture(target=GL_TEXTURE_2D, texture=%u) = void", name);
	GL(TexParameteri, unsigned, unsigned, int)(0x0de1, 0x2802, 0x812f);
	expect("glTexParameteri(target=GL_TEXTURE_2D, "
	       "pname=GL_TEXTURE_WRAP_S, param=GL_CLAMP_TO_EDGE) = void");
	GL(TexParameteri, unsigned, unsigned, int)(0x0de1, 0x2802, 77);
	expect("glTexParameteri(target=GL_TEXTURE_2D, "
	       "pname=GL_TEXTURE_WRAP_S, param=77) = void");
	GL(TexParameterf, unsigned, unsigned, float)(0x0de1, 0x2801, 9728);
	expect("glTexParameterf(target=GL_TEXTURE_2D, "
	       "pname=GL_TEXTURE_MIN_FILTER, param=GL_NEAREST) = void");
	GL(TexParameterf, unsigned, unsigned, float)(0x0de1, 0x2801, 0.5f);
	expect("glTexParameterf(target=GL_TEXTURE_2D, "
	       "pname=GL_TEXTURE_MIN_FILTER, param=0.5) = void");
	GL(TexParameterfv, unsigned, unsigned, const float *)
	(0x0de1, 0x2803, repeat);
	expect("glTexParameterfv(target=GL_TEXTURE_2D, "
	       "pname=GL_TEXTURE_WRAP_T, params=[GL_REPEAT]) = void");
	GL(GetTexParameterfv, unsigned, unsigned, float *)
	(0x0de1, 0x2803, &number);
	expect("glGetTexParameterfv(target=GL_TEXTURE_2D, "
	       "pname=GL_TEXTURE_WRAP_T, params=[GL_REPEAT]) = void");
	GL(GetTexParameteriv, unsigned, unsigned, int *)
	(0x0de1, 0x2801, &value);
	expect("glGetTexParameteriv(target=GL_TEXTURE_2D, "
	       "pname=GL_TEXTURE_MIN_FILTER, params=[GL_NEAREST]) = void");
	GL(GetIntegerv, unsigned, int *)(0x84e0, &value);
	expect("glGetIntegerv(pname=GL_ACTIVE_TEXTURE, data=[GL_TEXTURE0]) = "
	       "void");
	GL(GetIntegerv, unsigned, int *)(0x8069, &value);
	expect("glGetIntegerv(pname=GL_TEXTURE_BINDING_2D, data=[%u]) = void",
	       name);
	GL(GetVertexAttribPointerv, unsigned, unsigned, void **)
	(0, 0x8645, &at);
	expect("glGetVertexAttribPointerv(index=0, "
	       "pname=GL_VERTEX_ATTRIB_ARRAY_POINTER, pointer=NULL) = void");
	GL(PixelStorei, unsigned, int)(0x0cf5, 1);
	expect("glPixelStorei(pname=GL_UNPACK_ALIGNMENT, param=1) = void");
}

int main(void)
{
	void *egl = dlopen("libEGL.so.1", RTLD_NOW);

	if (egl)
		address_of = (void *(*)(const char *))dlsym(
			egl, "eglGetProcAddress");
	/* where it makes no difference to anybody what is there without GL */
	if (!address_of || !make_current())
		return NO_OPENGL;
	state();
	objects();
	parameters();
	return 0;
}
