/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * An OpenGL that gives other names than the recorded one. Objects and display
 * lists have higher numbers, and uniforms and uniform blocks are elsewhere. A
 * replay must not care. It comes between the replay and EGL, by dlsym.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

enum { BURNT = 3, SHIFT = 40 };

typedef void *(*look_up)(void *library, const char *name);
typedef void *(*get_proc)(const char *name);

static get_proc real_get;

static void *real_dlsym(void *library, const char *name)
{
	static look_up real;

	if (!real)
		*(void **)(void *)&real =
			dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
	if (!real)
		*(void **)(void *)&real =
			dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
	return real(library, name);
}

static void *real(const char *name)
{
	return real_get(name);
}

/* Some names are gone before the caller gets his. */
#define GEN(name)                                                              \
	static void name(int n, unsigned *names)                               \
	{                                                                      \
		void (*gen)(int, unsigned *) = real(#name);                    \
		unsigned burnt[BURNT];                                         \
		gen(BURNT, burnt);                                             \
		gen(n, names);                                                 \
	}
#define GENS(X)                                                                \
	X(glGenBuffers)                                                        \
	X(glGenFramebuffers)                                                   \
	X(glGenProgramPipelines)                                               \
	X(glGenProgramsARB)                                                    \
	X(glGenQueries)                                                        \
	X(glGenRenderbuffers)                                                  \
	X(glGenSamplers)                                                       \
	X(glGenTextures)                                                       \
	X(glGenTransformFeedbacks)                                             \
	X(glGenVertexArrays)                                                   \
	X(glCreateBuffers)                                                     \
	X(glCreateFramebuffers)
GENS(GEN)

static void glCreateTextures(unsigned target, int n, unsigned *names)
{
	void (*create)(unsigned, int, unsigned *) = real("glCreateTextures");
	unsigned burnt[BURNT];

	create(target, BURNT, burnt);
	create(target, n, names);
}

static unsigned glGenLists(int range)
{
	unsigned (*gen)(int) = real("glGenLists");

	gen(BURNT);
	return gen(range);
}

static unsigned glCreateShader(unsigned type)
{
	unsigned (*create)(unsigned) = real("glCreateShader");

	create(type);
	return create(type);
}

static unsigned glCreateProgram(void)
{
	unsigned (*create)(void) = real("glCreateProgram");

	create();
	return create();
}

static unsigned glCreateShaderObjectARB(unsigned type)
{
	unsigned (*create)(unsigned) = real("glCreateShaderObjectARB");

	create(type);
	return create(type);
}

static unsigned glCreateProgramObjectARB(void)
{
	unsigned (*create)(void) = real("glCreateProgramObjectARB");

	create();
	return create();
}

static int moved(int location)
{
	return location < 0 ? location : location + SHIFT;
}

/* A program that has never looked it up says where it is by itself. */
static int place(int location)
{
	return location >= SHIFT ? location - SHIFT : location;
}

static int glGetUniformLocation(unsigned program, const char *name)
{
	int (*get)(unsigned, const char *) = real("glGetUniformLocation");

	return moved(get(program, name));
}

#define UNIFORM(name, types, values)                                           \
	static void name types                                                 \
	{                                                                      \
		void(*set) types = real(#name);                                \
		location = place(location);                                    \
		set values;                                                    \
	}
#define VECTOR(name, type)                                                     \
	UNIFORM(name, (int location, int n, const type *v), (location, n, v))
#define MATRIX(name)                                                           \
	UNIFORM(name, (int location, int n, unsigned char t, const float *v),  \
		(location, n, t, v))
UNIFORM(glUniform1f, (int location, float a), (location, a))
UNIFORM(glUniform1i, (int location, int a), (location, a))
UNIFORM(glUniform1ui, (int location, unsigned a), (location, a))
UNIFORM(glUniform2d, (int location, double a, double b), (location, a, b))
UNIFORM(glUniform2f, (int location, float a, float b), (location, a, b))
UNIFORM(glUniform2ui, (int location, unsigned a, unsigned b), (location, a, b))
UNIFORM(glUniform3f, (int location, float a, float b, float c),
	(location, a, b, c))
UNIFORM(glUniform4f, (int location, float a, float b, float c, float d),
	(location, a, b, c, d))
VECTOR(glUniform1fv, float)
VECTOR(glUniform2fv, float)
VECTOR(glUniform3fv, float)
VECTOR(glUniform4fv, float)
VECTOR(glUniform3iv, int)
MATRIX(glUniformMatrix2x3fv)
MATRIX(glUniformMatrix3fv)
MATRIX(glUniformMatrix4fv)
UNIFORM(glProgramUniform1f, (unsigned program, int location, float a),
	(program, location, a))
UNIFORM(glProgramUniform2f, (unsigned program, int location, float a, float b),
	(program, location, a, b))
UNIFORM(glGetUniformfv, (unsigned program, int location, float *v),
	(program, location, v))

/* Programs whose attributes somebody has put where he wants them. */
static unsigned char is_bound[4096];

static void glBindAttribLocation(unsigned program, unsigned at,
				 const char *name)
{
	void (*bind)(unsigned, unsigned, const char *) =
		real("glBindAttribLocation");

	is_bound[program % sizeof(is_bound)] = 1;
	bind(program, at, name);
}

/* Those of other programs are in another order. */
static void glLinkProgram(unsigned program)
{
	void (*link)(unsigned) = real("glLinkProgram");
	void (*bind)(unsigned, unsigned, const char *) =
		real("glBindAttribLocation");
	void (*get)(unsigned, unsigned, int, int *, int *, unsigned *, char *) =
		real("glGetActiveAttrib");
	void (*get_parameter)(unsigned, unsigned, int *) =
		real("glGetProgramiv");
	int n = 0;

	link(program);
	if (is_bound[program % sizeof(is_bound)])
		return;
	get_parameter(program, 0x8b89 /* GL_ACTIVE_ATTRIBUTES */, &n);
	for (int i = 0; i < n; i++) {
		char name[64];
		int length, size;
		unsigned type;

		get(program, (unsigned)i, sizeof(name), &length, &size, &type,
		    name);
		if (strncmp(name, "gl_", 3) != 0)
			bind(program, 15 - (unsigned)i, name);
	}
	link(program);
}

static unsigned glGetUniformBlockIndex(unsigned program, const char *name)
{
	unsigned (*get)(unsigned, const char *) =
		real("glGetUniformBlockIndex");
	unsigned index = get(program, name);

	return index == ~0u ? index : index + SHIFT;
}

static void glUniformBlockBinding(unsigned program, unsigned index,
				  unsigned binding)
{
	void (*bind)(unsigned, unsigned, unsigned) =
		real("glUniformBlockBinding");

	bind(program, (unsigned)place((int)index), binding);
}

static void *my_get(const char *name)
{
	static const struct {
		const char *name;
		void *function;
	} ours[] = {
#define OURS(name) {#name, (void *)name},
		GENS(OURS) OURS(glCreateTextures) OURS(glGenLists) OURS(glCreateShader) OURS(
			glCreateProgram) OURS(glCreateShaderObjectARB) OURS(glCreateProgramObjectARB)
			OURS(glGetUniformLocation) OURS(glUniform1f) OURS(glUniform1i) OURS(
				glUniform1ui) OURS(glUniform2d) OURS(glUniform2f)
				OURS(glUniform2ui) OURS(glUniform3f) OURS(glUniform4f) OURS(
					glUniform1fv) OURS(glUniform2fv) OURS(glUniform3fv)
					OURS(glUniform4fv) OURS(glUniform3iv) OURS(
						glUniformMatrix2x3fv) OURS(glUniformMatrix3fv)
						OURS(glUniformMatrix4fv) OURS(
							glProgramUniform1f) OURS(glProgramUniform2f)
							OURS(glGetUniformfv) OURS(
								glGetUniformBlockIndex)
								OURS(glUniformBlockBinding) OURS(
									glBindAttribLocation)
									OURS(glLinkProgram)};

	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		if (!strcmp(name, ours[i].name) && real_get(name))
			return ours[i].function;
	return real_get(name);
}

void *dlsym(void *library, const char *name)
{
	void *found = real_dlsym(library, name);

	if (strcmp(name, "eglGetProcAddress") != 0 || !found)
		return found;
	*(void **)(void *)&real_get = found;
	return (void *)my_get;
}
