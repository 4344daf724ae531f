/* SPDX-License-Identifier: MIT */
/*
 * When X is queried for a size, and what comes of its answers. The libraries
 * are functions of ours.
 */
#include "preload/gl/driver/x11.h"

#include <link.h>
#include <string.h>

#include "preload/symbol/error.h"
#include "preload/gl/driver/library.h"
#include "preload/gl/driver/real.h"
#include "preload/runtime/mute.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "tests/tap.h"

#define DISPLAY 0xd1
#define WINDOW 0x20

/* What there is, and what X does. */
static uint32_t n_libraries = 3, n_unloads;
static const char *missing = "";
static bool is_quiet, is_broken, is_answered = true, is_lost;
static int error_number = 7;
/* What has happened. */
static unsigned n_looked, n_requests, n_freed, n_taken_back, n_muted;

/* The libraries' headers. */
static struct image {
	ElfW(Ehdr) file;
	ElfW(Phdr) segments[4];
} images[3];
static struct fxw_range muted[3];

static struct geometry {
	char head[16];
	uint16_t width, height, border;
} geometry = {.width = 300, .height = 200};
static char x_error[32];

static void *get_connection(void *display)
{
	is_u64((uintptr_t)display, DISPLAY);
	is_u64(n_muted, 1);
	return &geometry;
}

static unsigned long next_request(void *display)
{
	(void)display;
	n_taken_back++;
	return 1;
}

static int free_data(void *data)
{
	n_freed += data == &geometry || data == x_error;
	return 1;
}

static int has_error(void *connection)
{
	(void)connection;
	return is_broken;
}

static unsigned request_geometry(void *connection, uint32_t drawable)
{
	(void)connection;
	n_requests++;
	error_number = 11;
	return drawable;
}

static void *take_geometry(void *connection, unsigned cookie, void **error)
{
	(void)connection;
	is_u64(cookie, WINDOW);
	if (is_answered)
		return &geometry;
	*error = is_lost ? NULL : x_error;
	return NULL;
}

static const struct {
	const char *name;
	void (*function)(void);
} functions[] = {
	{"XGetXCBConnection", (void (*)(void))get_connection},
	{"XNextRequest", (void (*)(void))next_request},
	{"XFree", (void (*)(void))free_data},
	{"xcb_connection_has_error", (void (*)(void))has_error},
	{"xcb_get_geometry", (void (*)(void))request_geometry},
	{"xcb_get_geometry_reply", (void (*)(void))take_geometry},
};

uint32_t fxp_real_libraries(bool (*is_wanted)(const char *name),
			    struct fxp_object *objects, uint32_t space)
{
	static const char *const others[] = {"libxcb-glx.so.0", "libX11.s",
					     "libX11.sox", "libGL.so.1"};
	static const char *const names[] = {"libX11.so", "libX11-xcb.so.1",
					    "libxcb.so.1.1.0"};

	n_looked++;
	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		ok(is_wanted(names[i]));
	for (unsigned i = 0; i < sizeof(others) / sizeof(*others); i++)
		ok(!is_wanted(others[i]));
	memset(objects, 0, space * sizeof(*objects));
	for (unsigned i = 0; i < 3; i++)
		objects[i].base = (uintptr_t)&images[i];
	return n_libraries < space ? n_libraries : space;
}

uint32_t fxp_symbol_hash(const char *name)
{
	return (uint32_t)strlen(name);
}

void fxp_symbol_query(struct fxp_query *q, const char *name, uint32_t gnu_hash,
		      const char *version)
{
	*q = (struct fxp_query){
		.name = name, .gnu_hash = gnu_hash, .version = version};
}

void *fxp_symbol_find(const struct fxp_object *o, struct fxp_query *q)
{
	(void)o;
	for (unsigned i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		if (!strcmp(functions[i].name, q->name) &&
		    strcmp(missing, q->name))
			return *(void **)(void *)&functions[i].function;
	return NULL;
}

bool fxp_object_read(enum fxp_access access, void *to, const void *from,
		     size_t n)
{
	(void)access;
	ok((uintptr_t)from - (uintptr_t)images <= sizeof(images) - n);
	memcpy(to, from, n);
	return true;
}

bool fxp_object_is_quiet(void)
{
	return is_quiet;
}

uint32_t fxp_gl_unloads(void)
{
	return n_unloads;
}

int *fxp_error_address(void)
{
	return &error_number;
}

void fxp_mute_begin(uintptr_t frame, const struct fxw_range *code, uint32_t n)
{
	(void)frame;
	is_u64(n, 3);
	memcpy(muted, code, sizeof(muted));
	n_muted++;
}

void fxp_mute_end(void)
{
	n_muted--;
}

static bool query_size(uint64_t drawable)
{
	int32_t width = -1, height = -1;
	bool is_known = fxp_gl_x11_size(DISPLAY, drawable, &width, &height);

	is_i64(width, is_known ? 300 : -1);
	is_i64(height, is_known ? 200 : -1);
	is_i64(error_number, 7);
	is_u64(n_muted, 0);
	return is_known;
}

static void answered(void)
{
	ok(query_size(WINDOW));
	is_u64(n_freed, 1);
	is_u64(n_taken_back, 1);
	ok(query_size(WINDOW));
	is_u64(n_requests, 2);
	is_u64(n_looked, 1);
	ok(!query_size(0));
	ok(!query_size(1ull << 32));
	is_u64(n_requests, 2);
}

static void put_segment(struct image *image, uint32_t type, uint64_t at,
			uint64_t n_bytes)
{
	image->segments[image->file.e_phnum++] =
		(ElfW(Phdr)){.p_type = type, .p_vaddr = at, .p_memsz = n_bytes};
}

/* Nothing that these call is the program's. */
static void own_code(void)
{
	static const uint64_t n_bytes[] = {0x3400, 0x5000, 0};

	for (unsigned i = 0; i < 2; i++) {
		memcpy(images[i].file.e_ident, ELFMAG, SELFMAG);
		images[i].file.e_phoff = offsetof(struct image, segments);
	}
	put_segment(&images[0], PT_LOAD, 0, 0x1000);
	put_segment(&images[0], PT_LOAD, 0x3000, 0x400);
	put_segment(&images[0], PT_NOTE, 0x9000, 0x100);
	put_segment(&images[1], PT_LOAD, 0x4000, 0x1000);
	put_segment(&images[1], PT_LOAD, 0x1000, 0x1000);
	put_segment(&images[2], PT_LOAD, 0, 0x1000); /* is no such file */
	ok(query_size(WINDOW));
	for (unsigned i = 0; i < 3; i++) {
		is_u64(muted[i].low, (uintptr_t)&images[i]);
		is_u64(muted[i].end - muted[i].low, n_bytes[i]);
	}
}

static void refused(void)
{
	is_answered = false;
	ok(!query_size(WINDOW));
	is_u64(n_freed, 1);
	is_u64(n_taken_back, 1);
	is_lost = true; /* with the connection */
	ok(!query_size(WINDOW));
	is_u64(n_taken_back, 1);
	is_broken = true;
	ok(!query_size(WINDOW));
	is_u64(n_requests, 2);
}

static void absent(void)
{
	n_libraries = 2;
	ok(!query_size(WINDOW));
	n_libraries = 4; /* one of them twice */
	ok(!query_size(WINDOW));
	n_libraries = 3;
	missing = "xcb_get_geometry";
	ok(!query_size(WINDOW));
	missing = "";
	ok(query_size(WINDOW));
	is_u64(n_looked, 4);
	n_unloads++;
	missing = "XFree";
	ok(!query_size(WINDOW));
	is_u64(n_requests, 1);
	for (unsigned i = 0; i < 100; i++)
		ok(!query_size(WINDOW));
	ok(n_looked < 30);
}

static void sandboxed(void)
{
	is_quiet = true;
	ok(!query_size(WINDOW));
	is_u64(n_looked, 0);
}

static const struct tap_test tests[] = {
	{"a window's size is queried, and Xlib has its connection back",
	 answered},
	{"the code of each library is muted, to its last segment's end",
	 own_code},
	{"an error is freed, and a lost X is not reported here", refused},
	{"libraries that are not there, or there twice, are not queried",
	 absent},
	{"nothing is queried once system calls are forbidden", sandboxed},
};

TAP_MAIN(tests)
