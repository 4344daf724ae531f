/* SPDX-License-Identifier: MIT */
/*
 * See gl_events.h.
 */
#include "tests/gl_events.h"

#include <sys/uio.h>
#include <unistd.h>

#include "preload/gl_const.h"
#include "writer/engine.h"

struct gl_event gl_events[GL_EVENTS_MAX];
unsigned n_gl_events;
struct fxw_engine fxw_engine;

static bool can_read(uintptr_t at)
{
	char byte;
	struct iovec local = {&byte, 1}, remote = {(void *)at, 1};

	return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == 1;
}

bool fxp_gl_is_there(const void *p, uint64_t n)
{
	uintptr_t at = (uintptr_t)p, end = at + n;

	for (; at < end; at = (at / 4096 + 1) * 4096)
		if (!can_read(at))
			return false;
	return true;
}

static struct gl_event *next(char kind)
{
	struct gl_event *e = &gl_events[n_gl_events % GL_EVENTS_MAX];

	n_gl_events++;
	*e = (struct gl_event){.kind = kind};
	return e;
}

void fxp_gl_event_array(const struct fxp_gl_elements *elements)
{
	next('a')->array = *elements;
}

void fxp_gl_event_indices(unsigned draw, unsigned type, uint64_t indices,
			  int64_t n_bytes)
{
	struct gl_event *e = next('i');

	e->mode = draw;
	e->type = type;
	e->address = indices;
	e->n_bytes = (uint64_t)n_bytes;
}

void fxp_gl_event_string(unsigned i, uint64_t string, int64_t length)
{
	struct gl_event *e = next('s');

	e->mode = i;
	e->address = string;
	e->n_bytes = (uint64_t)length;
}

void fxp_gl_event_written(uint64_t address, uint64_t n_bytes)
{
	struct gl_event *e = next('w');

	e->address = address;
	e->n_bytes = n_bytes;
}

void fxp_gl_event_left(uint32_t mode, uint64_t buffer, int64_t n_values)
{
	struct gl_event *e = next('l');

	e->mode = mode;
	e->address = buffer;
	e->n_bytes = (uint64_t)n_values;
}

static void begin(uint64_t api, uint64_t handle, uint64_t share,
		  const int32_t *list)
{
	GL(EGL_BIND_API, api, 1);
	GL(EGL_CREATE_CONTEXT, 1, 1, share, AT(list), handle);
	GL(EGL_MAKE_CURRENT, 1, 1, 1, handle, 1);
}

void gl_begin_compat(uint64_t handle, uint64_t share)
{
	begin(EGL_OPENGL_API, handle, share, NULL);
}

void gl_begin_es2(uint64_t handle, uint64_t share)
{
	static const int32_t list[] = {EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE};

	begin(EGL_OPENGL_ES_API, handle, share, list);
}

void gl_begin_core(uint64_t handle, uint64_t share)
{
	static const int32_t list[] = {EGL_CONTEXT_MAJOR_VERSION, 4,
				       EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE};

	begin(EGL_OPENGL_API, handle, share, list);
}
