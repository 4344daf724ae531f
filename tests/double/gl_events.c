/* SPDX-License-Identifier: MIT */
/*
 * See gl_events.h.
 */
#include "tests/double/gl_events.h"

#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "preload/gl/driver/const.h"
#include "preload/gl/driver/vendor.h"
#include "preload/gl/driver/real.h"
#include "preload/gl/state/query.h"
#include "preload/gl/driver/x11.h"
#include "writer/engine.h"

struct gl_event gl_events[GL_EVENTS_MAX];
unsigned n_gl_events;
struct fxw_engine fxw_engine;
struct fxw_session_area fxw_session;
const char *gl_version;
bool gl_is_other;
const struct gl_said *gl_says;
struct gl_fact gl_facts[GL_EVENTS_MAX];
unsigned n_gl_facts;
int32_t gl_surface[2] = {-1, -1}, gl_attributes;
uint64_t gl_window_name;
int32_t gl_window[2];
unsigned n_gl_window_queries, n_gl_surface_queries;
uint64_t gl_attrib_pointers[32], gl_vertex_pointer;
static unsigned n_queried, queried[1000], n_texts;

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

struct gl_unknown gl_unknown;

void fxp_gl_event_unknown(uint32_t buffer, const char *reason)
{
	gl_unknown.n++;
	gl_unknown.buffer = buffer;
	gl_unknown.reason = reason;
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

void fxp_gl_event_written(uint64_t address, const void *bytes, uint64_t n_bytes)
{
	struct gl_event *e = next('w');

	e->first = *(const char *)bytes;
	e->address = address;
	e->n_bytes = n_bytes;
}

void fxp_gl_event_unwound(uint32_t mode, uint64_t buffer, int64_t n_values)
{
	struct gl_event *e = next('l');

	e->mode = mode;
	e->address = buffer;
	e->n_bytes = (uint64_t)n_values;
}

static struct gl_fact *next_fact(char kind)
{
	/* several threads may come at once */
	unsigned i =
		(unsigned)__atomic_fetch_add(&n_gl_facts, 1, __ATOMIC_RELAXED);
	struct gl_fact *fact = &gl_facts[i % GL_EVENTS_MAX];

	*fact = (struct gl_fact){.kind = kind};
	return fact;
}

void fxp_gl_event_context(const struct fxp_gl_context *c,
			  const struct fxp_gl_self *self)
{
	struct gl_fact *fact = next_fact('c');

	fact->context = c;
	fact->self = *self;
}

void fxp_gl_event_config(const struct fxp_gl_config *config)
{
	struct fxp_gl_config *to = &next_fact('g')->config;

	to->display = config->display;
	to->handle = config->handle;
	to->is_egl = config->is_egl;
	for (unsigned i = 0; i < FXP_GL_N_ATTRIBUTES; i++)
		to->values[i] =
			__atomic_load_n(&config->values[i], __ATOMIC_RELAXED);
}

void fxp_gl_event_drawable(const struct fxp_gl_drawable *drawable)
{
	next_fact('d')->drawable = *drawable;
}

void fxp_gl_event_framebuffer(const struct fxp_gl_context *c,
			      const int32_t *values)
{
	struct gl_fact *fact = next_fact('f');

	fact->context = c;
	for (unsigned i = 0; i < FXP_GL_FRAMEBUFFER_VALUES; i++)
		fact->framebuffer[i] = values[i];
}

bool fxp_gl_is_mesa(void)
{
	return !gl_is_other;
}

const char *fxp_gl_query_text(const struct fxp_gl_context *c, unsigned name)
{
	(void)c;
	n_texts++;
	return name == GL_VERSION ? gl_version : "a renderer";
}

static const int32_t *answer(unsigned name)
{
	static const int32_t none[4];

	for (const struct gl_said *a = gl_says; a && a->name; a++)
		if (a->name == name)
			return a->values;
	return none;
}

bool gl_was_queried(unsigned name)
{
	for (unsigned i = 0; i < n_queried; i++)
		if (queried[i] == name)
			return true;
	return false;
}

void fxp_gl_query_prepare(void)
{
}

bool gl_were_texts_queried(void)
{
	return n_texts;
}

void gl_forget_queries(void)
{
	n_texts = 0;
	n_queried = 0;
}

bool fxp_gl_query_values(const struct fxp_gl_context *c, unsigned name,
			 int32_t *values)
{
	unsigned n = name == GL_VIEWPORT ? 4 : 1;

	if (!gl_version || c->in_begin)
		return false;
	if (n_queried < 1000)
		queried[n_queried++] = name;
	for (unsigned i = 0; i < n; i++)
		values[i] = answer(name)[i];
	return true;
}

int32_t fxp_gl_query_attrib(const struct fxp_gl_context *c, unsigned index,
			    unsigned name)
{
	(void)c;
	return answer(name + index * 0x10000)[0];
}

uint64_t fxp_gl_query_attrib_pointer(const struct fxp_gl_context *c,
				     unsigned index)
{
	(void)c;
	return gl_attrib_pointers[index];
}

uint64_t fxp_gl_query_pointer(const struct fxp_gl_context *c, unsigned name)
{
	(void)c;
	return name == 0x808e ? gl_vertex_pointer : 0;
}

int32_t fxp_gl_query_config(bool is_egl, uint64_t display, uint64_t config,
			    int32_t attribute)
{
	(void)is_egl;
	(void)display;
	return (int32_t)config * 1000 + attribute % 1000 + gl_attributes;
}

int32_t fxp_gl_query_surface(uint64_t display, uint64_t surface,
			     int32_t attribute)
{
	(void)display;
	(void)surface;
	switch (attribute) {
	case EGL_WIDTH:
		__atomic_add_fetch(&n_gl_surface_queries, 1, __ATOMIC_RELAXED);
		return gl_surface[0];
	case EGL_HEIGHT:
		return gl_surface[1];
	case EGL_CONFIG_ID:
		return 7;
	default:
		return EGL_RENDER_BUFFER;
	}
}

bool fxp_gl_x11_size(uint64_t display, uint64_t drawable, int32_t *width,
		     int32_t *height)
{
	(void)display;
	__atomic_add_fetch(&n_gl_window_queries, 1, __ATOMIC_RELAXED);
	if (!gl_window_name || drawable != gl_window_name)
		return false;
	*width = gl_window[0];
	*height = gl_window[1];
	return true;
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
