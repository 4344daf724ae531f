/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * What programs hand to OpenGL and ought not to. It is no data, sizes below
 * zero, calls without a context or after one that failed, and lengths that were
 * never set. OpenGL itself survives all of it. With a further argument pointers
 * lead nowhere if OpenGL does not read there, so that any other reader dies.
 * Prints what OpenGL reports, and how it left what it was given. Status 77:
 * there is no OpenGL here.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_OPENGL 77
#define UNSET 0x7ffffff1

static void *(*find)(const char *name);

/* What OpenGL must not look at: memory, or nothing at all. */
static uint8_t memory[1 << 16];
static void *where = memory;

/* A function of OpenGL that returns nothing, or a number, or an address. */
#define GL(name, ...) ((void (*)(__VA_ARGS__))(uintptr_t)find("gl" #name))
#define GLU(name, ...) ((unsigned (*)(__VA_ARGS__))(uintptr_t)find("gl" #name))
#define GLP(name, ...) ((void *(*)(__VA_ARGS__))(uintptr_t)find("gl" #name))
#define EGL(result, name, ...)                                                 \
	((result(*)(__VA_ARGS__))(uintptr_t)find("egl" #name))

typedef int I;
typedef unsigned U;
typedef intptr_t N;
typedef void *P;
typedef const char *S;

static void *display, *config;

static void *context_of(int is_es)
{
	static const int32_t es[] = {0x3098, 3, 0x3038}, gl[] = {0x3038};

	EGL(U, BindAPI, U)(is_es ? 0x30a0 : 0x30a2);
	return EGL(P, CreateContext, P, P, P,
		   const int32_t *)(display, config, NULL, is_es ? es : gl);
}

static int make_current(int is_es)
{
	const int32_t list[] = {0x3040, is_es ? 4 : 8, 0x3033, 1, 0x3038};
	int32_t n = 0;
	void *context;

	display =
		EGL(P, GetPlatformDisplay, U, P, const N *)(0x31dd, NULL, NULL);
	if (!display || !EGL(U, Initialize, P, P, P)(display, NULL, NULL) ||
	    !EGL(U, ChooseConfig, P, const int32_t *, P, I,
		 P)(display, list, &config, 1, &n) ||
	    !n)
		return 0;
	context = context_of(is_es);
	return context &&
	       EGL(U, MakeCurrent, P, P, P, P)(display, NULL, NULL, context);
}

/* All errors since the last time. */
static void error(const char *what)
{
	U (*get)(void) = GLU(GetError, void);
	U e = get();

	printf("%s:", what);
	for (int n = 0; e && n < 4; n++, e = get())
		printf(" %#x", e);
	puts("");
}

static U shader(U kind, const char *text)
{
	U s = GLU(CreateShader, U)(kind);

	GL(ShaderSource, U, I, const S *, P)(s, 1, &text, NULL);
	GL(CompileShader, U)(s);
	return s;
}

static U program(const char *fragment)
{
	U p = GLU(CreateProgram, void)();

	GL(AttachShader, U, U)
	(p, shader(0x8b31, "attribute vec4 at;"
			   "void main() { gl_Position = at; }"));
	GL(AttachShader, U, U)(p, shader(0x8b30, fragment));
	GL(LinkProgram, U)(p);
	return p;
}

static const char good[] = "precision mediump float; uniform vec4 c;"
			   "void main() { gl_FragColor = c; }";

/* Nothing is where data might be. */
static void null_data(void)
{
	U name = 0, texture = 0, p = program(good);
	I n = UNSET;
	char text[16] = "untouched";

	GL(GenBuffers, I, U *)(1, &name);
	GL(BindBuffer, U, U)(0x8892, name);
	GL(BufferData, U, N, P, U)(0x8892, 64, NULL, 0x88e4);
	error("buffer data");
	GL(BufferSubData, U, N, N, P)(0x8892, 0, 0, NULL);
	error("part of a buffer");
	GL(GenTextures, I, U *)(1, &texture);
	GL(BindTexture, U, U)(0x0de1, texture);
	GL(TexImage2D, U, I, I, I, I, I, U, U, P)
	(0x0de1, 0, 0x1908, 4, 4, 0, 0x1908, 0x1401, NULL);
	GL(CompressedTexImage2D, U, I, U, I, I, I, I, P)
	(0x0de1, 1, 0x9274, 2, 2, 0, 8, NULL);
	error("textures");
	GL(ObjectLabel, U, U, I, P)(0x82e0, name, -1, NULL);
	error("a label that is none");
	GL(ObjectLabel, U, U, I, P)(0x82e0, name, 5, NULL);
	error("one with a length");
	GL(GetObjectLabel, U, U, I, P, P)(0x82e0, name, 16, &n, NULL);
	error("a label's length");
	printf("%d\n", n);
	GL(GetObjectLabel, U, U, I, P, P)(0x82e0, name, 16, NULL, text);
	error("a label without its length");
	printf("\"%s\"\n", text);
	GL(GetShaderInfoLog, U, I, P, P)(1, 0, NULL, NULL);
	GL(GetAttachedShaders, U, I, P, P)(p, 0, NULL, NULL);
	GL(GenTextures, I, P)(0, NULL);
	GL(DeleteTextures, I, P)(0, NULL);
	GL(DeleteBuffers, I, P)(0, where);
	error("nothing of nothing");
	GL(DebugMessageCallback, P, P)(NULL, NULL);
	GL(DebugMessageControl, U, U, U, I, P, unsigned char)
	(0x1100, 0x1100, 0x1100, 0, NULL, 1);
	error("debugging");
	printf("%u\n", GLU(GetDebugMessageLog, U, I, P, P, P, P, P,
			   P)(0, 0, NULL, NULL, NULL, NULL, NULL, NULL));
	error("messages");
}

/* There is less than nothing. */
static void negative_sizes(void)
{
	U p = program(good), name = 0;
	char text[16] = "untouched";
	I n = UNSET;

	GL(GenTextures, I, P)(-1, where);
	GL(DeleteTextures, I, P)(-2, where);
	GL(GenBuffers, I, P)(-2147483647 - 1, where);
	error("names");
	GL(GenBuffers, I, U *)(1, &name);
	GL(BindBuffer, U, U)(0x8892, name);
	GL(BufferData, U, N, P, U)(0x8892, -1, where, 0x88e4);
	GL(BufferData, U, N, P, U)(0x8892, INTPTR_MIN, where, 0x88e4);
	GL(BufferSubData, U, N, N, P)(0x8892, 0, -8, where);
	GL(BufferSubData, U, N, N, P)(0x8892, -8, 8, where);
	error("buffers");
	printf("%p\n", GLP(MapBufferRange, U, N, N, U)(0x8892, -1, 4, 2));
	error("maps");
	GL(TexImage2D, U, I, I, I, I, I, U, U, P)
	(0x0de1, 0, 0x1908, -4, 4, 0, 0x1908, 0x1401, where);
	GL(TexSubImage2D, U, I, I, I, I, I, U, U, P)
	(0x0de1, 0, 0, 0, -4, -4, 0x1908, 0x1401, where);
	GL(CompressedTexImage2D, U, I, U, I, I, I, I, P)
	(0x0de1, 0, 0x9274, -4, 4, 0, 8, where);
	GL(CompressedTexImage2D, U, I, U, I, I, I, I, P)
	(0x0de1, 0, 0x9274, 4, 4, 0, -8, where);
	GL(ReadPixels, I, I, I, I, U, U, P)
	(0, 0, -1, 4, 0x1908, 0x1401, where);
	error("pixels");
	GL(UseProgram, U)(p);
	GL(Uniform4fv, I, I, P)(0, -1, where);
	GL(UniformMatrix4fv, I, I, unsigned char, P)(0, -3, 0, where);
	error("uniforms");
	GL(DrawArrays, U, I, I)(4, 0, -3);
	GL(DrawArrays, U, I, I)(4, -3, 3);
	GL(DrawElements, U, I, U, P)(4, -3, 0x1401, where);
	error("draws");
	GL(ShaderSource, U, I, P, P)(1, -1, where, where);
	GL(GetProgramInfoLog, U, I, P, P)(p, -1, &n, text);
	GL(GetActiveUniform, U, U, I, P, P, P, P)
	(p, 0, -1, NULL, where, where, where);
	GL(GetAttachedShaders, U, I, P, P)(p, -1, NULL, where);
	error("strings");
	printf("%#x \"%s\"\n", n, text);
	GL(InvalidateFramebuffer, U, I, P)(0x8d40, -1, where);
	GL(DrawBuffers, I, P)(-1, where);
	error("lists of enums");
}

/* The same without any context: what is called does nothing. */
static void without_context(void)
{
	U names[4] = {7, 8}, p;
	float values[4] = {0};
	I n = UNSET;
	const char *text = "void main() {}";

	GL(GenTextures, I, U *)(2, names);
	GL(GetIntegerv, U, P)(0x0ba2, names);
	GL(GetFloatv, U, P)(0x0b00, values);
	printf("%u %u %g\n", names[0], names[1], (double)values[0]);
	printf("%p %p\n", GLP(GetString, U)(0x1f02),
	       GLP(MapBufferRange, U, N, N, U)(0x8892, 0, 64, 2));
	p = GLU(CreateProgram, void)();
	GL(ShaderSource, U, I, P, P)(p, 1, &text, NULL);
	GL(GetProgramResourceName, U, U, U, I, P, P)
	(p, 0x92e1, 0, 16, &n, where);
	printf("%u %#x\n", p, n);
	GL(TexImage2D, U, I, I, I, I, I, U, U, P)
	(0x0de1, 0, 0x1908, 64, 64, 0, 0x1908, 0x1401, where);
	GL(BufferData, U, N, P, U)(0x8892, 4096, where, 0x88e4);
	GL(VertexAttribPointer, U, I, U, unsigned char, I, P)
	(0, 4, 0x1406, 0, 0, where);
	GL(EnableVertexAttribArray, U)(0);
	GL(DrawArrays, U, I, I)(4, 0, 3000);
	GL(DrawElements, U, I, U, P)(4, 300, 0x1405, where);
	GL(ReadPixels, I, I, I, I, U, U, P)
	(0, 0, 64, 64, 0x1908, 0x1401, where);
	GL(Clear, U)(0x4000);
	GL(UnmapBuffer, U)(0x8892);
	GL(NoSuchFunction, U)(1);
	printf("%#x\n", GLU(GetError, void)());
}

/* Programs go on as if it had not failed. */
static void after_failure(void)
{
	U bad = program("nonsense"), name = 0;
	I n = UNSET, m = UNSET;
	char text[16] = "untouched";
	const char *source = "void main() {}";

	printf("%p\n", GLP(MapBufferRange, U, N, N, U)(0x8892, 0, 64, 2));
	GL(FlushMappedBufferRange, U, N, N)(0x8892, 0, 64);
	GL(UnmapBuffer, U)(0x8892);
	error("no buffer is bound");
	GL(GenBuffers, I, U *)(1, &name);
	GL(BindBuffer, U, U)(0x8892, name);
	GL(BufferData, U, N, P, U)(0x8892, 16, NULL, 0x88e4);
	printf("%p\n", GLP(MapBufferRange, U, N, N, U)(0x8892, 8, 16, 2));
	GL(UnmapBuffer, U)(0x8892);
	error("more is mapped than there is");
	GL(UseProgram, U)(bad);
	GL(Uniform4fv, I, I, P)(0, 1, where);
	GL(GetUniformfv, U, I, P)(bad, 0, where);
	printf("%d\n", (I)GLU(GetUniformLocation, U, S)(bad, "c"));
	error("a program that is not linked");
	GL(ShaderSource, U, I, P, P)
	(GLU(CreateShader, U)(0x1234), 1, &source, NULL);
	GL(CompileShader, U)(0);
	error("no shader");
	GL(GetProgramResourceName, U, U, U, I, P, P)
	(bad, 0x92e1, 0, 16, &n, text);
	GL(GetActiveUniform, U, U, I, P, P, P, P)
	(bad, 99, 16, &m, &m, &m, text);
	GL(GetAttachedShaders, U, I, P, P)(0xffff, 16, &m, where);
	error("names of it");
	printf("%#x %#x \"%s\"\n", n, m, text);
	printf("%u\n", EGL(U, MakeCurrent, P, P, P, P)(display, NULL, NULL,
						       (P)&source));
	printf("%p\n", EGL(P, CreateContext, P, P, P, P)((P)&source, config,
							 NULL, NULL));
	error("not made current");
}

/* More than there can be. */
static void huge_sizes(void)
{
	U name = 0;

	GL(GenBuffers, I, U *)(1, &name);
	GL(BindBuffer, U, U)(0x8892, name);
	GL(BufferData, U, N, P, U)(0x8892, (N)1 << 60, where, 0x88e4);
	GL(BufferSubData, U, N, N, P)(0x8892, 0, (N)1 << 60, where);
	error("sizes");
}

/* Lengths that are never set: before, or after an error. */
static void unset_length(void)
{
	static char text[64];
	U p = program(good);
	I n = UNSET, values[4] = {UNSET, UNSET, UNSET, UNSET};
	U what[2] = {0x92f9, 0x92fa};

	strcpy(text, "untouched");
	GL(GetProgramResourceName, U, U, U, I, P, P)
	(p, 0x92e1, 0xffff, 8, &n, where);
	GL(GetProgramResourceName, U, U, U, I, P, P)
	(0, 0x92e1, 0, 8, &n, where);
	GL(GetProgramResourceiv, U, U, U, I, P, I, P, P)
	(p, 0x92e1, 0xffff, 2, what, 4, &n, where);
	error("resources");
	GL(GetShaderInfoLog, U, I, P, P)(0xffff, 8, &n, where);
	GL(GetProgramInfoLog, U, I, P, P)(0xffff, 8, &n, where);
	GL(GetShaderSource, U, I, P, P)(0xffff, 8, &n, where);
	GL(GetActiveAttrib, U, U, I, P, P, P, P)
	(p, 0xffff, 8, &n, values, values, where);
	GL(GetTransformFeedbackVarying, U, U, I, P, P, P, P)
	(p, 0xffff, 8, &n, values, values, where);
	GL(GetActiveUniformBlockName, U, U, I, P, P)
	(p, 0xffff, 8, &n, where);
	GL(GetObjectLabel, U, U, I, P, P)(0x82e0, 0xffff, 8, &n, where);
	GL(GetSynciv, P, U, I, P, P)(where, 0x9114, 4, &n, where);
	GL(GetProgramBinary, U, I, P, P, P)(0xffff, 8, &n, values, where);
	error("logs, names, labels");
	printf("%#x %#x\n", n, values[0]);
	GL(GetProgramResourceName, U, U, U, I, P, P)
	(p, 0x92e1, 0, 64, NULL, text);
	error("no length at all");
	printf("\"%s\"\n", text);
	GL(GetProgramResourceName, U, U, U, I, P, P)
	(p, 0x92e1, 0, 2, &n, text);
	printf("%d \"%s\"\n", n, text);
	error("one that cuts");
}

static const struct way {
	const char *name;
	void (*run)(void);
} ways[] = {
	{"null", null_data},	  {"negative", negative_sizes},
	{"after", after_failure}, {"huge", huge_sizes},
	{"length", unset_length}, {"none", without_context},
};

static int is(const char *a, const char *b)
{
	return !strcmp(a, b);
}

static int is_untouched(void)
{
	for (size_t i = 0; i < sizeof(memory); i++)
		if (memory[i] != (uint8_t)i)
			return 0;
	return 1;
}

/* opengl es|gl WAY [nowhere], or egl|glx none [nowhere]: without a context */
int main(int argc, char **argv)
{
	const char *api = argc > 2 ? argv[1] : "";
	void *library =
		dlopen(is(api, "glx") ? "libGL.so.1" : "libEGL.so.1", RTLD_NOW);

	if (!*api || !library)
		return NO_OPENGL;
	*(void **)&find = dlsym(library, is(api, "glx") ? "glXGetProcAddressARB"
							: "eglGetProcAddress");
	for (size_t i = 0; i < sizeof(memory); i++)
		memory[i] = (uint8_t)i;
	if (argc > 3)
		where = (void *)(uintptr_t)0x10;
	if (!is(argv[2], "none") && !make_current(is(api, "es")))
		return NO_OPENGL;
	for (unsigned i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (is(ways[i].name, argv[2]))
			ways[i].run();
	puts(is_untouched() ? "untouched" : "written to");
	return 0;
}
