/* SPDX-License-Identifier: MIT */
/*
 * Queries of X for sizes, see x11.h.
 *
 * Xlib and XCB share a connection: a sender has to take it from the other. Our
 * request takes it, and Xlib's own XNextRequest gives it back, as after a
 * request of Xlib. So NextRequest, a macro that only reads Xlib's memory, is
 * right for the program's next request. Other events and errors that arrive
 * meanwhile wait in XCB for Xlib, as usual.
 */
#include "preload/gl/driver/x11.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>

#include "preload/symbol/error.h"
#include "preload/gl/driver/library.h"
#include "preload/gl/driver/real.h"
#include "preload/runtime/mute.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "writer/bytes.h"

/* As in XCB's headers. */
struct cookie {
	unsigned sequence;
};
struct geometry {
	uint8_t response_type, depth;
	uint16_t sequence;
	uint32_t length, root;
	int16_t x, y;
	uint16_t width, height, border_width;
};

typedef void *get_connection(void *display);
typedef unsigned long next_request(void *display);
typedef int free_data(void *data);
typedef int has_error(void *connection);
typedef struct cookie ask_geometry(void *connection, uint32_t drawable);
typedef struct geometry *take_geometry(void *connection, struct cookie cookie,
				       void **error);

/* In libX11-xcb, libX11 and libxcb. */
enum function {
	GET_CONNECTION,
	NEXT_REQUEST,
	FREE_DATA,
	HAS_ERROR,
	ASK_GEOMETRY,
	TAKE_GEOMETRY,
	N_FUNCTIONS,
};
#define N_LIBRARIES 3u
#define SEGMENTS_MAX 64u

/* Their addresses, and how often libraries had been unloaded then. Threads may
 * race to find them: they find the same. */
static struct {
	struct fxp_object objects[N_LIBRARIES + 1];
	struct fxw_range code[N_LIBRARIES];
	void *functions[N_FUNCTIONS];
	uint32_t n_unloads;
} found;
/* Limits the lookups of absent libraries. */
#define MAX_TRIES 16u
static uint32_t n_tries;

/* libxcb.so.1, not libxcb-glx.so.0 */
static bool is_library(const char *name)
{
	/* an array: nothing for the linker to relocate */
	static const char names[N_LIBRARIES][16] = {"libX11-xcb.so",
						    "libX11.so", "libxcb.so"};

	for (unsigned i = 0; i < N_LIBRARIES; i++) {
		size_t n = fxw_length(names[i]);

		if (fxw_length_max(name, n) == n &&
		    fxw_equal(name, names[i], n) &&
		    (!name[n] || name[n] == '.'))
			return true;
	}
	return false;
}

static void *find_in_any(const char *name)
{
	struct fxp_query q;
	void *at = NULL;

	for (unsigned i = 0; i < N_LIBRARIES && !at; i++) {
		fxp_symbol_query(&q, name, fxp_symbol_hash(name), NULL);
		at = fxp_symbol_find(&found.objects[i], &q);
	}
	return at;
}

/* Its memory, from its headers to its last segment's end. */
static struct fxw_range range_of(const struct fxp_object *o)
{
	struct fxw_range range = {o->base, o->base};
	ElfW(Ehdr) file;
	ElfW(Phdr) segment;

	if (!fxp_object_read(o->access, &file, (void *)o->base, sizeof(file)) ||
	    !fxw_equal(file.e_ident, ELFMAG, SELFMAG))
		return range;
	for (unsigned i = 0; i < file.e_phnum && i < SEGMENTS_MAX; i++) {
		uintptr_t at = o->base + file.e_phoff + i * sizeof(segment);

		if (fxp_object_read(o->access, &segment, (void *)at,
				    sizeof(segment)) &&
		    segment.p_type == PT_LOAD &&
		    o->base + segment.p_vaddr + segment.p_memsz > range.end)
			range.end = o->base + segment.p_vaddr + segment.p_memsz;
	}
	return range;
}

/* Two copies of a library may have different states of one connection. */
static bool find_all(void)
{
	static const char names[N_FUNCTIONS][28] = {
		[GET_CONNECTION] = "XGetXCBConnection",
		[NEXT_REQUEST] = "XNextRequest",
		[FREE_DATA] = "XFree",
		[HAS_ERROR] = "xcb_connection_has_error",
		[ASK_GEOMETRY] = "xcb_get_geometry",
		[TAKE_GEOMETRY] = "xcb_get_geometry_reply",
	};

	if (fxp_real_libraries(is_library, found.objects, N_LIBRARIES + 1) !=
	    N_LIBRARIES)
		return false;
	for (unsigned i = 0; i < N_FUNCTIONS; i++) {
		void *at = find_in_any(names[i]);

		if (!at)
			return false;
		__atomic_store_n(&found.functions[i], at, __ATOMIC_RELAXED);
	}
	for (unsigned i = 0; i < N_LIBRARIES; i++)
		found.code[i] = range_of(&found.objects[i]);
	return true;
}

static bool is_ready(void)
{
	uint32_t n = fxp_gl_unloads();

	/* acquire: pairs with the release below. One more, as 0 is "not yet" */
	if (__atomic_load_n(&found.n_unloads, __ATOMIC_ACQUIRE) == n + 1)
		return true;
	if (__atomic_load_n(&n_tries, __ATOMIC_RELAXED) >= MAX_TRIES)
		return false;
	__atomic_add_fetch(&n_tries, 1, __ATOMIC_RELAXED);
	if (!find_all())
		return false;
	__atomic_store_n(&n_tries, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&found.n_unloads, n + 1, __ATOMIC_RELEASE);
	return true;
}

#define CALL(type, i) ((type *)found.functions[i])

static bool query_size(void *display, uint32_t drawable, int32_t *width,
		       int32_t *height)
{
	void *connection = CALL(get_connection, GET_CONNECTION)(display);
	struct geometry *geometry;
	struct cookie cookie;
	void *error = NULL;

	if (!connection || CALL(has_error, HAS_ERROR)(connection))
		return false;
	cookie = CALL(ask_geometry, ASK_GEOMETRY)(connection, drawable);
	geometry =
		CALL(take_geometry, TAKE_GEOMETRY)(connection, cookie, &error);
	/* Xlib is to learn of a broken connection from the program alone */
	if (geometry || error)
		(void)CALL(next_request, NEXT_REQUEST)(display);
	if (geometry) {
		*width = geometry->width;
		*height = geometry->height;
	}
	/* by Xlib's free, which matches the allocation */
	(void)CALL(free_data, FREE_DATA)(error);
	(void)CALL(free_data, FREE_DATA)(geometry);
	return geometry != NULL;
}

bool fxp_gl_x11_size(uint64_t display, uint64_t drawable, int32_t *width,
		     int32_t *height)
{
	int *error = fxp_error_address(), before = *error;
	bool is_known;

	if (!display || !drawable || drawable > UINT32_MAX ||
	    fxp_object_is_quiet() || !is_ready())
		return false;
	fxp_mute_begin(FXW_FRAME, found.code, N_LIBRARIES);
	is_known = query_size((void *)(uintptr_t)display, (uint32_t)drawable,
			      width, height);
	fxp_mute_end();
	*error = before;
	return is_known;
}
