/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Listens to the debug messages of GL_AMD_debug_output, with two callbacks, and
 * prints what messages.c prints.
 */
#include <dlfcn.h>
#include <stdio.h>

typedef void got(unsigned id, unsigned category, unsigned severity, int length,
		 const char *message, void *user);

static void *gl;

#define CALL(name, types, ...) ((void(*) types)dlsym(gl, #name))(__VA_ARGS__)

static void hear(const char *who, unsigned id, int length, const char *message,
		 const void *user)
{
	printf("log %u: %.*s\n%s, parameter %s\n", id, length, message, who,
	       (const char *)user);
}

static void first(unsigned id, unsigned category, unsigned severity, int length,
		  const char *message, void *user)
{
	printf("%#x %#x\n", category, severity);
	hear("first", id, length, message, user);
}

static void second(unsigned id, unsigned category, unsigned severity,
		   int length, const char *message, void *user)
{
	printf("%#x %#x\n", category, severity);
	hear("second", id, length, message, user);
}

static void listen(got *callback, const char *user, unsigned id)
{
	void *function = NULL, *parameter = NULL;

	CALL(glDebugMessageCallbackAMD, (got *, void *), callback,
	     (void *)user);
	CALL(glGetPointerv, (unsigned, void **), 0x8244, &function);
	CALL(glGetPointerv, (unsigned, void **), 0x8245, &parameter);
	printf("has its own: %d %d\n", function == (void *)callback,
	       parameter == (void *)user);
	CALL(glDebugMessageInsertAMD,
	     (unsigned, unsigned, unsigned, int, const char *), 0x9150, 0x9146,
	     id, 0, "hello");
}

int main(void)
{
	gl = dlopen("libGL.so.1", RTLD_NOW);
	if (!gl)
		return 77;
	listen(first, "one", 1);
	listen(second, "two", 2);
	listen(first, "three", 3);
	return 0;
}
