/* SPDX-License-Identifier: MIT */
/*
 * Queries without our wrappers, see query.h.
 */
#include "preload/gl/state/query.h"

#include "preload/symbol/error.h"
#include "preload/gl/driver/api.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/real.h"

typedef const char *get_text(unsigned name);
typedef void get_values(unsigned name, int32_t *values);
typedef void get_attrib(unsigned index, unsigned name, int32_t *value);
typedef void get_attrib_pointer(unsigned index, unsigned name, void **value);
typedef void get_pointer(unsigned name, void **value);
typedef int get_glx_attribute(void *display, void *config, int attribute,
			      int *value);
typedef unsigned get_egl_attribute(void *display, void *object, int attribute,
				   int *value);

const char *fxp_gl_query_text(const struct fxp_gl_context *c, unsigned name)
{
	get_text *get = (get_text *)fxp_gl_query_real(FXP_FN_gl_glGetString);
	int *error = fxp_error_address(), before = *error;
	const char *text;

	if (!get || (c && c->in_begin))
		return NULL;
	text = get(name);
	*error = before;
	return text;
}

bool fxp_gl_query_values(const struct fxp_gl_context *c, unsigned name,
			 int32_t *values)
{
	get_values *get =
		(get_values *)fxp_gl_query_real(FXP_FN_gl_glGetIntegerv);
	int *error = fxp_error_address(), before = *error;

	if (!get || !c || c->in_begin)
		return false;
	get(name, values);
	*error = before;
	return true;
}

int32_t fxp_gl_query_attrib(const struct fxp_gl_context *c, unsigned index,
			    unsigned name)
{
	get_attrib *get =
		(get_attrib *)fxp_gl_query_real(FXP_FN_gl_glGetVertexAttribiv);
	int *error = fxp_error_address(), before = *error;
	int32_t value[4] = {0};

	if (get && !c->in_begin)
		get(index, name, value);
	*error = before;
	return value[0];
}

uint64_t fxp_gl_query_attrib_pointer(const struct fxp_gl_context *c,
				     unsigned index)
{
	get_attrib_pointer *get = (get_attrib_pointer *)fxp_gl_query_real(
		FXP_FN_gl_glGetVertexAttribPointerv);
	int *error = fxp_error_address(), before = *error;
	void *value = NULL;

	if (get && !c->in_begin)
		get(index, GL_VERTEX_ATTRIB_ARRAY_POINTER, &value);
	*error = before;
	return (uint64_t)(uintptr_t)value;
}

uint64_t fxp_gl_query_pointer(const struct fxp_gl_context *c, unsigned name)
{
	get_pointer *get =
		(get_pointer *)fxp_gl_query_real(FXP_FN_gl_glGetPointerv);
	int *error = fxp_error_address(), before = *error;
	void *value = NULL;

	if (get && !c->in_begin)
		get(name, &value);
	*error = before;
	return (uint64_t)(uintptr_t)value;
}

static int32_t query_egl(unsigned function, uint64_t display, uint64_t object,
			 int32_t attribute)
{
	get_egl_attribute *get =
		(get_egl_attribute *)fxp_gl_query_real(function);
	int *error = fxp_error_address(), before = *error;
	int value = -1;

	if (get && !get((void *)(uintptr_t)display, (void *)(uintptr_t)object,
			attribute, &value))
		value = -1;
	*error = before;
	return value;
}

int32_t fxp_gl_query_config(bool is_egl, uint64_t display, uint64_t config,
			    int32_t attribute)
{
	get_glx_attribute *get;
	int *error = fxp_error_address(), before = *error;
	int value = -1;

	if (is_egl)
		return query_egl(FXP_FN_gl_eglGetConfigAttrib, display, config,
				 attribute);
	get = (get_glx_attribute *)fxp_gl_query_real(
		FXP_FN_gl_glXGetFBConfigAttrib);
	if (get && get((void *)(uintptr_t)display, (void *)(uintptr_t)config,
		       attribute, &value))
		value = -1;
	*error = before;
	return value;
}

int32_t fxp_gl_query_surface(uint64_t display, uint64_t surface,
			     int32_t attribute)
{
	return query_egl(FXP_FN_gl_eglQuerySurface, display, surface,
			 attribute);
}
