/* SPDX-License-Identifier: MIT */
/*
 * The library without OpenGL, to be compared with the whole one (see
 * bench/start.sh). It has what the rest calls of OpenGL, in place of all of
 * preload/gl and the generated wrappers.
 */
#include "preload/gl/driver/api.h"
#include "preload/gl/driver/library.h"
#include "preload/call/preload.h"

struct fxp_api fxp_gl;

void fxp_gl_reserve(void)
{
}

void fxp_gl_fill_in(void)
{
}

void fxp_gl_register(void)
{
}

int fxp_gl_function(const char *name)
{
	(void)name;
	return -1;
}

void *fxp_gl_real(unsigned function, bool *stays)
{
	(void)function;
	*stays = false;
	return NULL;
}

void fxp_gl_unloaded(void)
{
}

void *fxp_gl_ours(void *found, const char *name, enum fxp_gl_found how)
{
	(void)name;
	(void)how;
	return found;
}

void *fxp_gl_several_real(unsigned function, void *real)
{
	(void)function;
	return real;
}

void *fxp_gl_several_noted(unsigned function)
{
	(void)function;
	return NULL;
}

int64_t fxp_gl_measure(unsigned what, const int64_t *args)
{
	(void)what;
	(void)args;
	return 0;
}
