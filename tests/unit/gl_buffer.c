/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * What is known of buffers that draws take indices from.
 */
#include <pthread.h>
#include <string.h>

#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"

#define T GL_TRIANGLES

static float memory[4096];

/* The n-th event is of an array from this element on, as many, so many bytes.
 */
static void is_array(unsigned n, int64_t first, int64_t count, int64_t bytes)
{
	const struct gl_event *e = &gl_events[n];

	ok(n < n_gl_events && e->kind == 'a', "event %u", n);
	is_i64(e->array.first, first);
	is_i64(e->array.count, count);
	is_i64(e->array.n_bytes, bytes);
}

static void use_vertices(const void *p, int32_t stride)
{
	GL(VERTEX_POINTER, 3, GL_FLOAT, (uint64_t)stride, AT(p));
	GL(ENABLE_CLIENT_STATE, GL_VERTEX_ARRAY);
}

static void draw_compat(uint32_t name)
{
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, name);
	BEFORE(DRAW_ELEMENTS, T, 4, GL_UNSIGNED_SHORT, 0);
}

/* GL wrote there: what was put there before is not what it holds. */
static void written_buffers(void)
{
	static const uint16_t indices[] = {9, 4, 6, 5};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	for (uint32_t name = 5; name < 8; name++) {
		GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, name);
		GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 8, AT(indices), 0);
		draw_compat(name);
		is_array(name - 5, 4, 6, 72);
		if (name == 5)
			GL(BIND_BUFFER, GL_PIXEL_PACK_BUFFER, name);
		else if (name == 6)
			GL(ANSWER_BUFFER, 1, name);
		else
			GL(WRITABLE_BUFFER, 1, 0, name);
		draw_compat(name);
		is_u64(gl_unknown.n, name - 4);
		is_u64(gl_unknown.buffer, name);
		is_str(gl_unknown.reason,
		       "OpenGL itself may have written to the buffer");
	}
	is_u64(n_gl_events, 3);
}

/* What came by another target's name, and what was copied from it. */
static void other_buffers(void)
{
	static const uint16_t indices[] = {9, 4, 6, 5};
	static uint16_t many[200000];

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 5);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, 8, AT(indices), 0);
	draw_compat(5);
	is_array(0, 4, 6, 72);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 6);
	GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 8, 0, 0);
	GL(COPY_BUFFER_SUB_DATA, GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 2, 0,
	   4);
	draw_compat(6);
	is_array(1, 0, 7, 84);
	is_u64(gl_unknown.n, 0);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, sizeof(many), AT(many), 0);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 7);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, sizeof(many), AT(many), 0);
	draw_compat(7);
	is_u64(gl_unknown.n, 1);
	is_str(gl_unknown.reason,
	       "the buffer's contents were not copied when they were set");
	is_u64(n_gl_events, 2);
}

/* Some bytes of buffer 5 are cleared, or all. */
static void clear_buffer(unsigned way, int64_t offset, int64_t n_bytes)
{
	const unsigned target = GL_ELEMENT_ARRAY_BUFFER;
	const uint64_t at = (uint64_t)offset, n = (uint64_t)n_bytes;

	if (way == 0)
		GL(CLEAR_BUFFER_SUB_DATA, target, GL_RED, at, n, 0, 0, 0);
	else if (way == 1)
		GL(CLEAR_NAMED_BUFFER_SUB_DATA, 5, GL_RED, at, n, 0, 0, 0);
	else if (way == 2)
		GL(CLEAR_BUFFER_DATA, target, GL_RED, 0, 0, 0);
	else
		GL(CLEAR_NAMED_BUFFER_DATA, 5, GL_RED, 0, 0, 0);
}

static void cleared_buffers(void)
{
	static const uint16_t indices[] = {9, 4, 6, 5};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	for (unsigned way = 0; way < 4; way++) {
		GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 5);
		GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 8, AT(indices), 0);
		if (way < 2) { /* GL refuses these, or they do nothing */
			clear_buffer(way, 6, 4);
			clear_buffer(way, 2, 0);
			clear_buffer(way, -2, 2);
		}
		draw_compat(5);
		is_array(way, 4, 6, 72);
		clear_buffer(way, 6, 2);
		draw_compat(5);
		is_u64(gl_unknown.n, way + 1);
	}
	is_u64(n_gl_events, 4);
}

/* OpenGL ES, with an array in memory. */
static void use_es(void)
{
	gl_begin_es2(1, 0);
	GL(VERTEX_ATTRIB_POINTER, 0, 1, GL_FLOAT, 0, 0, AT(memory));
	GL(ENABLE_ATTRIB, 0);
}

static void draw_es(uint32_t name)
{
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, name);
	BEFORE(DRAW_ELEMENTS, T, 4, GL_UNSIGNED_SHORT, 0);
}

static void other_buffers_es(void)
{
	static const uint16_t indices[] = {9, 4, 6, 5}, less[] = {2, 3};

	use_es();
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 5);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, 8, AT(indices), 0);
	GL(BIND_BUFFER, GL_COPY_WRITE_BUFFER, 6);
	GL(BUFFER_DATA, GL_COPY_WRITE_BUFFER, 8, 0, 0);
	GL(COPY_BUFFER_SUB_DATA, GL_ARRAY_BUFFER, GL_COPY_WRITE_BUFFER, 4, 0,
	   4);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 0);
	draw_es(5);
	is_array(0, 4, 6, 24);
	draw_es(6);
	is_array(1, 0, 7, 28);
	GL(BUFFER_SUB_DATA, GL_COPY_WRITE_BUFFER, 4, 4, AT(less));
	draw_es(6);
	is_array(2, 2, 5, 20);
	is_u64(gl_unknown.n, 0);
}

/* What a driver would refuse may come from anywhere. */
static void unreadable_parts(void)
{
	static const uint16_t indices[] = {9, 4, 6, 5};

	use_es();
	for (uint32_t n = 1; n <= 8; n++) {
		GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, n);
		GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 8, AT(indices), 0);
		draw_es(n);
		is_array(n - 1, 4, 6, 24);
		GL(BUFFER_SUB_DATA, GL_ELEMENT_ARRAY_BUFFER, 0, n, 8);
		draw_es(n);
		is_u64(gl_unknown.n, n);
		is_u64(gl_unknown.buffer, n);
	}
}

/* Large ones, and those that have had other uses. */
static void unknown_buffers_es(void)
{
	static uint16_t many[200000];

	use_es();
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 5);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, sizeof(many), AT(many), 0);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 6);
	GL(VERTEX_ATTRIB_POINTER, 1, 1, GL_FLOAT, 0, 0, 0);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, 8, AT(many), 0);
	GL(BIND_BUFFER, GL_UNIFORM_BUFFER, 7);
	GL(BUFFER_DATA, GL_UNIFORM_BUFFER, 8, AT(many), 0);
	for (uint32_t name = 5; name < 8; name++) {
		draw_es(name);
		is_u64(gl_unknown.n, name - 4);
		is_u64(gl_unknown.buffer, name);
		is_str(gl_unknown.reason, "the buffer's contents were not "
					  "copied when they were set");
	}
	is_u64(n_gl_events, 0);
	/* from now on its contents are kept */
	GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, sizeof(many), AT(many), 0);
	draw_es(7);
	is_array(0, 0, 1, 4);
	draw_es(8);
	is_str(gl_unknown.reason,
	       "no call with the buffer's contents was recorded");
	GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 6, AT(many), 0);
	draw_es(8);
	is_str(gl_unknown.reason, "the buffer is too small");
	GL(BIND_BUFFER_BASE, GL_TRANSFORM_FEEDBACK_BUFFER, 0, 7);
	draw_es(7);
	is_str(gl_unknown.reason,
	       "OpenGL itself may have written to the buffer");
	is_u64(gl_unknown.n, 6);
	/* what the draw itself says of its indices is enough */
	BEFORE(DRAW_RANGE_ELEMENTS, T, 3, 5, 4, GL_UNSIGNED_SHORT, 0);
	is_array(1, 3, 3, 12);
	is_u64(gl_unknown.n, 6);
	is_u64(n_gl_events, 2);
}

static void fill_es(uint32_t name, uint32_t n_bytes, const void *bytes)
{
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, name);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, n_bytes, AT(bytes), 0);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 0);
}

/* As much as a shadow copy may hold, and what is given back. */
static void guesses_es(void)
{
	static uint16_t many[100000];
	const uint32_t n_bytes = 256 * 1024;
	uint32_t name = 1;

	use_es();
	for (; name <= 64; name++)
		fill_es(name, n_bytes, NULL);
	fill_es(65, 8, many);
	draw_es(65);
	is_u64(gl_unknown.n, 1);
	/* its indices are sure: it is no guess */
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 1);
	fill_es(66, n_bytes, NULL);
	fill_es(67, 8, many);
	draw_es(67);
	is_u64(gl_unknown.n, 2);
	/* once a time for each way to end a guess */
	name = 2;
	GL(DELETE_BUFFERS, 1, AT(&name));
	fill_es(3, 8, many);
	fill_es(68, 8, many);
	draw_es(68);
	draw_es(3);
	is_u64(gl_unknown.n, 2);
	is_u64(n_gl_events, 2);
}

/* Who draws from buffers alone pays nothing, after some draws. */
static void plain_draws_es(void)
{
	static const uint16_t indices[] = {9, 4, 6, 5};

	use_es();
	GL(DISABLE_ATTRIB, 0);
	fill_es(5, 8, indices);
	for (int i = 0; i < 255; i++)
		draw_es(9);
	fill_es(6, 8, indices);
	draw_es(9);
	fill_es(7, 8, indices);
	GL(ENABLE_ATTRIB, 0);
	draw_es(5);
	draw_es(6);
	is_u64(gl_unknown.n, 0);
	draw_es(7);
	is_u64(gl_unknown.n, 1);
	is_u64(n_gl_events, 2);
	/* now it has drawn from its own memory */
	fill_es(8, 8, indices);
	draw_es(8);
	is_array(2, 4, 6, 24);
}

/* A context that shares with the first one; its buffers come and go. */
static void *fill_and_look(void *arg)
{
	uint32_t name = (uint32_t)(uintptr_t)arg;
	uint8_t bytes[9000];
	uintptr_t n_wrong = 0;

	GL(EGL_BIND_API, EGL_OPENGL_ES_API, 1);
	GL(EGL_CREATE_CONTEXT, 1, 1, 1, 0, name);
	GL(EGL_MAKE_CURRENT, 1, 0, 0, name, 1);
	for (uint32_t i = 0; i < 300; i++) {
		uint32_t n_bytes = 100 + i * name % 8000;
		const uint8_t *kept;

		memset(bytes, (int)(i + name), n_bytes);
		fill_es(name, n_bytes, bytes);
		GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, name);
		kept = fxp_gl_buffer_bytes(fxp_gl_current(),
					   GL_ELEMENT_ARRAY_BUFFER, 0, n_bytes);
		n_wrong += !kept || memcmp(kept, bytes, n_bytes) != 0;
		GL(DELETE_BUFFERS, 1, AT(&name));
		fill_es(name + 100, n_bytes, bytes);
		GL(DELETE_BUFFERS, 1, AT((uint32_t[]){name + 100}));
	}
	return (void *)n_wrong;
}

static void threads_es(void)
{
	pthread_t threads[4];
	void *n_wrong = NULL;

#ifdef __SANITIZE_THREAD__
	skip("the sanitizer does not see that pages are given back");
#endif
	gl_begin_es2(1, 0);
	for (uintptr_t i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, fill_and_look,
			       (void *)(i + 2));
	for (unsigned i = 0; i < 4; i++) {
		pthread_join(threads[i], &n_wrong);
		is_u64((uintptr_t)n_wrong, 0);
	}
	is_u64(fxp_gl_current()->group->guessed_bytes, 0);
}

static const struct tap_test tests[] = {
	{"what GL itself may have written is not known", written_buffers},
	{"what is cleared is not known", cleared_buffers},
	{"what came as something else is known, if it is small", other_buffers},
	{"on ES, what came as something else is known, and copies of it",
	 other_buffers_es},
	{"parts that cannot be read make a buffer unknown", unreadable_parts},
	{"on ES, what is not known is reported with its reason",
	 unknown_buffers_es},
	{"on ES, so much is kept and not more", guesses_es},
	{"on ES, draws from buffers alone end it, one from memory brings it "
	 "back",
	 plain_draws_es},
	{"on ES, threads keep their buffers separate", threads_es},
};

TAP_MAIN(tests)
