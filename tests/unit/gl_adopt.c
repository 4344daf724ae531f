/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * Contexts that are met when they are no longer new: GL says how they are.
 */
#include <stdio.h>
#include <string.h>

#include "preload/gl/state/adopt.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/measure/state_size.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"
#include "writer/engine.h"

#define COMPATIBLE "4.5 (Compatibility Profile) Mesa"
#define ATTRIB(i, name) (GL_VERTEX_ATTRIB_ARRAY_##name + (i)*0x10000)

static int64_t unpack(int64_t w, int64_t h)
{
	struct fxp_gl_box box = {w, h, 1, 2};

	return fxp_gl_unpack_bytes(GL_RGB, GL_UNSIGNED_BYTE, &box);
}

static void meet(uint64_t handle)
{
	gl_forget_queries();
	GL(EGL_MAKE_CURRENT, 1, 0, 0, handle, 1);
}

static void pixel_store(void)
{
	gl_version = COMPATIBLE;
	gl_says = (const struct gl_said[]){{GL_UNPACK_ALIGNMENT, {1}},
					   {GL_UNPACK_ROW_LENGTH, {10}},
					   {GL_PIXEL_PACK_BUFFER_BINDING, {5}},
					   {0}};
	meet(7);
	is_i64(unpack(3, 2), 30 + 9);
	is_i64(fxp_gl_bound_name(GL_PIXEL_PACK_BUFFER), 5);
	GL(PIXEL_STORE_I, GL_UNPACK_ROW_LENGTH, 0);
	is_i64(unpack(3, 2), 18);
	/* one whose creation was seen is new: nothing was queried */
	gl_begin_compat(8, 0);
	is_i64(unpack(3, 2), 21);
	ok(!gl_facts[0].context->is_seen && gl_facts[1].context->is_seen);
}

/* The version that first has each query, GL's and ES' (0: none). */
static const struct {
	unsigned name, gl, es;
} first_rows[] = {
	{GL_UNPACK_ALIGNMENT, 10, 10},
	{GL_UNPACK_ROW_LENGTH, 10, 30},
	{GL_UNPACK_SKIP_ROWS, 10, 30},
	{GL_UNPACK_SKIP_PIXELS, 10, 30},
	{GL_UNPACK_IMAGE_HEIGHT, 12, 30},
	{GL_UNPACK_SKIP_IMAGES, 12, 30},
	{GL_UNPACK_COMPRESSED_BLOCK_WIDTH, 42, 0},
	{GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, 42, 0},
	{GL_UNPACK_COMPRESSED_BLOCK_DEPTH, 42, 0},
	{GL_UNPACK_COMPRESSED_BLOCK_SIZE, 42, 0},
	{GL_PACK_ALIGNMENT, 10, 10},
	{GL_PACK_ROW_LENGTH, 10, 30},
	{GL_PACK_SKIP_ROWS, 10, 30},
	{GL_PACK_SKIP_PIXELS, 10, 30},
	{GL_PACK_IMAGE_HEIGHT, 12, 0},
	{GL_PACK_SKIP_IMAGES, 12, 0},
	{GL_PACK_COMPRESSED_BLOCK_WIDTH, 42, 0},
	{GL_PACK_COMPRESSED_BLOCK_HEIGHT, 42, 0},
	{GL_PACK_COMPRESSED_BLOCK_DEPTH, 42, 0},
	{GL_PACK_COMPRESSED_BLOCK_SIZE, 42, 0},
	{GL_ARRAY_BUFFER_BINDING, 15, 11},
	{GL_PIXEL_PACK_BUFFER_BINDING, 21, 30},
	{GL_PIXEL_UNPACK_BUFFER_BINDING, 21, 30},
	{GL_DRAW_INDIRECT_BUFFER_BINDING, 40, 31},
	{GL_DISPATCH_INDIRECT_BUFFER_BINDING, 43, 31},
	{GL_PARAMETER_BUFFER_BINDING, 46, 0},
	{GL_QUERY_BUFFER_BINDING, 44, 0},
	{GL_COPY_READ_BUFFER, 42, 30},
	{GL_COPY_WRITE_BUFFER, 42, 30},
	{GL_UNIFORM_BUFFER_BINDING, 31, 30},
	{GL_SHADER_STORAGE_BUFFER_BINDING, 43, 31},
	{GL_ATOMIC_COUNTER_BUFFER_BINDING, 42, 31},
	{GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 30, 30},
	{GL_CURRENT_PROGRAM, 20, 20},
	{GL_FRAMEBUFFER_BINDING, 30, 20},
	{GL_NUM_COMPRESSED_TEXTURE_FORMATS, 13, 10},
	{GL_NUM_PROGRAM_BINARY_FORMATS, 41, 30},
	{GL_NUM_SHADER_BINARY_FORMATS, 41, 20},
	{GL_PRIMITIVE_RESTART_INDEX, 31, 0},
};

static void see_queries(const char *text, unsigned es, unsigned version)
{
	for (unsigned i = 0; i < sizeof(first_rows) / sizeof(first_rows[0]);
	     i++) {
		unsigned first = es ? first_rows[i].es : first_rows[i].gl;

		ok(gl_was_queried(first_rows[i].name) ==
			   (first && version >= first),
		   "%#x of %s", first_rows[i].name, text);
	}
}

static void first_versions(void)
{
	static const unsigned versions[2][19] = {
		{10, 11, 12, 13, 14, 15, 20, 21, 30, 31, 32, 33, 40, 41, 42, 43,
		 44, 45, 46},
		{10, 11, 20, 30, 31, 32},
	};
	static char text[64];
	uint64_t handle = 100;

	for (unsigned es = 0; es < 2; es++)
		for (unsigned v = 0; v < 19 && versions[es][v]; v++) {
			unsigned version = versions[es][v];

			snprintf(text, sizeof(text), "%s%u.%u%s Mesa",
				 es ? "OpenGL ES " : "", version / 10,
				 version % 10,
				 !es && version >= 32
					 ? " (Compatibility Profile)"
					 : "");
			gl_version = text;
			meet(handle++);
			see_queries(text, es, version);
		}
}

static void by_version(void)
{
	gl_version = "OpenGL ES 2.0 Mesa";
	meet(7);
	ok(gl_was_queried(GL_UNPACK_ALIGNMENT));
	ok(!gl_was_queried(GL_UNPACK_ROW_LENGTH));
	ok(!gl_was_queried(GL_PIXEL_UNPACK_BUFFER_BINDING));
	ok(!gl_was_queried(GL_VERTEX_ARRAY_BINDING));
	ok(!gl_was_queried(GL_CLIENT_ACTIVE_TEXTURE));
	ok(!gl_was_queried(GL_LIST_MODE));
	ok(!gl_was_queried(GL_VERTEX_ARRAY));
	gl_version = "OpenGL ES 3.0 Mesa";
	meet(8);
	ok(gl_was_queried(GL_UNPACK_ROW_LENGTH));
	ok(gl_was_queried(GL_VERTEX_ARRAY_BINDING));
	ok(!gl_was_queried(GL_PACK_IMAGE_HEIGHT));
	ok(!gl_was_queried(GL_DRAW_INDIRECT_BUFFER_BINDING));
	gl_version = "3.1 Mesa"; /* with or without what is old */
	meet(9);
	ok(gl_was_queried(GL_PACK_IMAGE_HEIGHT));
	ok(!gl_was_queried(GL_LIST_MODE));
	ok(!gl_was_queried(GL_UNPACK_COMPRESSED_BLOCK_SIZE));
	gl_version = "1.4 Mesa";
	meet(10);
	ok(gl_was_queried(GL_LIST_MODE));
	ok(!gl_was_queried(GL_CURRENT_PROGRAM));
	gl_version = "2.1 Mesa";
	meet(11);
	ok(gl_was_queried(GL_VERTEX_ARRAY));
	ok(gl_was_queried(GL_CURRENT_PROGRAM));
	ok(!gl_was_queried(GL_QUERY_BUFFER_BINDING));
}

static void arrays(void)
{
	static uint8_t vertices[1000];

	gl_version = COMPATIBLE;
	gl_says = (const struct gl_said[]){{GL_MAX_VERTEX_ATTRIBS, {16}},
					   {ATTRIB(3, ENABLED), {1}},
					   {ATTRIB(3, SIZE), {2}},
					   {ATTRIB(3, TYPE), {GL_FLOAT}},
					   {ATTRIB(4, ENABLED), {1}},
					   {ATTRIB(4, SIZE), {4}},
					   {ATTRIB(4, TYPE), {GL_FLOAT}},
					   {ATTRIB(4, BUFFER_BINDING), {9}},
					   {ATTRIB(5, SIZE), {4}},
					   {ATTRIB(5, TYPE), {GL_FLOAT}},
					   {GL_VERTEX_ARRAY, {1}},
					   {0x807a, {3}},
					   {0x807b, {GL_SHORT}},
					   {0x807c, {20}},
					   {0}};
	gl_attrib_pointers[3] = AT(vertices);
	gl_attrib_pointers[4] = 0x100;
	gl_vertex_pointer = AT(vertices + 1);
	meet(7);
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 1, 3);
	is_u64(n_gl_events, 2);
	is_u64(gl_events[0].array.pointer, AT(vertices));
	is_u64(gl_events[0].array.index, 3);
	is_i64(gl_events[0].array.n_bytes, 24);
	is_u64(gl_events[1].array.pointer, AT(vertices + 1));
	is_i64(gl_events[1].array.n_bytes, 2 * 20 + 6);
}

static void indices_unknown(void)
{
	static uint8_t vertices[1000];

	gl_version = COMPATIBLE;
	gl_says =
		(const struct gl_said[]){{GL_MAX_VERTEX_ATTRIBS, {16}},
					 {ATTRIB(0, ENABLED), {1}},
					 {ATTRIB(0, SIZE), {2}},
					 {ATTRIB(0, TYPE), {GL_FLOAT}},
					 {GL_ELEMENT_ARRAY_BUFFER_BINDING, {4}},
					 {0}};
	gl_attrib_pointers[0] = AT(vertices);
	meet(7);
	is_i64(fxp_gl_client_indices(3, GL_UNSIGNED_SHORT), 0);
	/* what the buffer holds is unknown */
	BEFORE(DRAW_ELEMENTS, GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, 0);
	is_u64(n_gl_events, 0);
}

static void unseen(void)
{
	static struct gl_said answers[] = {{GL_UNPACK_ALIGNMENT, {1}}, {0}};

	gl_says = answers;
	ok(fxp_gl_adopt_unseen() == NULL); /* nothing is current */
	gl_version = COMPATIBLE;
	BEFORE(SEES_MEMORY, 0);
	is_i64(unpack(3, 2), 18);
	/* another one by now, or the same as it is now */
	answers[0].values[0] = 8;
	ok(fxp_gl_adopt_unseen() != NULL);
	is_i64(unpack(3, 2), 16 + 9);
	gl_version = NULL;
	ok(fxp_gl_adopt_unseen() == NULL);
	is_i64(unpack(3, 2), 0);
}

static void not_in_begin(void)
{
	gl_version = COMPATIBLE;
	GL(BEGIN, GL_TRIANGLES);
	BEFORE(ARRAY_ELEMENT, 0);
	ok(fxp_gl_adopt_unseen() == NULL);
	ok(!gl_was_queried(GL_UNPACK_ALIGNMENT));
	GL(END, 0);
	ok(fxp_gl_adopt_unseen() != NULL);
	GL(BEGIN, GL_TRIANGLES);
	gl_version = "2.0";
	BEFORE(ARRAY_ELEMENT, 0);
	is_u64(fxp_gl_current()->version, 45); /* queried later */
	GL(END, 0);
	BEFORE(SEES_MEMORY, 0);
	is_u64(fxp_gl_current()->version, 20);
}

static void popped(void)
{
	static struct gl_said answers[] = {{GL_UNPACK_ALIGNMENT, {1}}, {0}};

	gl_version = COMPATIBLE;
	gl_says = answers;
	meet(7);
	GL(PUSH_CLIENT_ATTRIB, GL_CLIENT_PIXEL_STORE_BIT);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 2);
	GL(POP_CLIENT_ATTRIB, 0);
	is_i64(unpack(3, 2), 18);
	answers[0].values[0] = 8; /* pushed before it was met */
	GL(POP_CLIENT_ATTRIB, 0);
	is_i64(unpack(3, 2), 16 + 9);
}

static const struct tap_test tests[] = {
	{"a context that is met has the pixel store that GL says", pixel_store},
	{"GL is queried only for what its version has", by_version},
	{"each query is made from its first version on", first_versions},
	{"arrays that were set before are recorded", arrays},
	{"what depends on unknown contents is not recorded", indices_unknown},
	{"a context that was made current unseen is queried each time", unseen},
	{"between glBegin and glEnd nothing is queried", not_in_begin},
	{"what was pushed before is queried when it comes back", popped},
};

TAP_MAIN(tests)
