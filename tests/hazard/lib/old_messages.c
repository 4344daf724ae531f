/* SPDX-License-Identifier: MIT */
/*
 * Takes the place of libGL: one that has GL_AMD_debug_output and no context,
 * and calls a program's callback with what the program inserts.
 */
#include <stddef.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef void got(unsigned id, unsigned category, unsigned severity, int length,
		 const char *message, void *user);

static got *callback;
static void *parameter;

EXPORT void glDebugMessageCallbackAMD(got *set, void *user);
EXPORT void glDebugMessageCallbackAMD(got *set, void *user)
{
	callback = set;
	parameter = user;
}

EXPORT void glDebugMessageInsertAMD(unsigned category, unsigned severity,
				    unsigned id, int length,
				    const char *message);
EXPORT void glDebugMessageInsertAMD(unsigned category, unsigned severity,
				    unsigned id, int length,
				    const char *message)
{
	if (callback)
		callback(id, category, severity,
			 length ? length : (int)strlen(message), message,
			 parameter);
}

EXPORT void glGetPointerv(unsigned name, void **value);
EXPORT void glGetPointerv(unsigned name, void **value)
{
	if (name == 0x8244)
		*value = (void *)callback;
	else if (name == 0x8245)
		*value = parameter;
}
