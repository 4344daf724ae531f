/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * What draws read of arrays in the program's memory.
 */
#include <string.h>

#include "preload/gl/driver/const.h"
#include "tests/double/gl_events.h"
#include "tests/guard.h"
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

static void draw_arrays(void)
{
	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	BEFORE(DRAW_ARRAYS, T, 2, 3);
	is_array(0, 2, 3, 36);
	is_u64(gl_events[0].array.array, GL_VERTEX_ARRAY);
	is_u64(gl_events[0].array.pointer, AT(memory));
	is_i64(gl_events[0].array.stride, 12);
	use_vertices(memory, 20);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_array(1, 0, 3, 52);
	GL(DISABLE_CLIENT_STATE, GL_VERTEX_ARRAY);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 2);
}

static void nothing(void)
{
	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	BEFORE(DRAW_ARRAYS, T, 0, 0);
	BEFORE(DRAW_ARRAYS, T, 0, (uint64_t)-3);
	BEFORE(DRAW_ARRAYS_INSTANCED, T, 0, 3, 0);
	BEFORE(DRAW_ARRAYS_INSTANCED, T, 0, 3, (uint64_t)-1);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_INT, 0);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_INT, 8);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_FLOAT, AT(memory));
	BEFORE(DRAW_ELEMENTS, T, (uint64_t)-3, GL_UNSIGNED_INT, AT(memory));
	BEFORE(MULTI_DRAW_ARRAYS, T, 0, 0, 5);
	BEFORE(MULTI_DRAW_ARRAYS, T, 8, 8, 5);
	BEFORE(MULTI_DRAW_ELEMENTS, T, 8, GL_UNSIGNED_INT, 8, 5);
	BEFORE(MULTI_DRAW_ELEMENTS, T, 8, GL_UNSIGNED_INT, 8, (uint64_t)-5);
	BEFORE(DRAW_ARRAYS_INDIRECT, T, 0);
	BEFORE(MULTI_DRAW_ARRAYS_INDIRECT, T, AT(memory), 2, (uint64_t)-16);
	BEFORE(MULTI_DRAW_ELEMENTS_INDIRECT, T, GL_UNSIGNED_INT, 8, 2, 0);
	is_u64(n_gl_events, 0);
	/* what GL refuses is no array */
	use_vertices(memory, -4);
	GL(VERTEX_POINTER, 3, GL_FLOAT, 0, 0);
	GL(VERTEX_POINTER, 7, GL_FLOAT, 0, AT(memory));
	GL(VERTEX_ATTRIB_POINTER, 99, 3, GL_FLOAT, 0, 0, AT(memory));
	GL(ENABLE_ATTRIB, 99);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 0);
}

static void draw_elements(void)
{
	static const uint8_t bytes[] = {7, 3, 5};
	uint16_t *shorts = guard_alloc(3 * sizeof(*shorts));
	uint32_t *ints = guard_alloc(3 * sizeof(*ints));

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_BYTE, AT(bytes));
	is_array(0, 3, 5, 60);
	memcpy(shorts, (uint16_t[]){300, 2, 2}, 6);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_SHORT, AT(shorts));
	is_array(1, 2, 299, 299 * 12);
	memcpy(ints, (uint32_t[]){11, 10, 12}, 12);
	BEFORE(DRAW_ELEMENTS_BASE, T, 3, GL_UNSIGNED_INT, AT(ints), 100);
	is_array(2, 110, 3, 36);
	BEFORE(DRAW_ELEMENTS_BASE, T, 3, GL_UNSIGNED_INT, AT(ints),
	       (uint64_t)-10);
	is_array(3, 0, 3, 36);
	/* what the indices are counts, not what is said of them */
	BEFORE(DRAW_RANGE_ELEMENTS, T, 0, 65535, 3, GL_UNSIGNED_INT, AT(ints));
	is_array(4, 10, 3, 36);
	BEFORE(DRAW_RANGE_ELEMENTS_BASE, T, 0, 65535, 3, GL_UNSIGNED_INT,
	       AT(ints), 1);
	is_array(5, 11, 3, 36);
	BEFORE(ARRAY_ELEMENT, 6);
	is_array(6, 6, 1, 12);
}

static void restart(void)
{
	static const uint16_t fixed[] = {1, 0xffff, 2};
	static const uint32_t own[] = {1, 99, 2};
	static const uint32_t all[] = {99, 99};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	GL(ENABLE, GL_PRIMITIVE_RESTART_FIXED_INDEX);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_SHORT, AT(fixed));
	is_array(0, 1, 2, 24);
	GL(DISABLE, GL_PRIMITIVE_RESTART_FIXED_INDEX);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_SHORT, AT(fixed));
	is_array(1, 1, 0xffff, 0xffff * 12);
	GL(PRIMITIVE_RESTART_INDEX, 99);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_INT, AT(own));
	is_array(2, 1, 99, 99 * 12);
	GL(ENABLE, GL_PRIMITIVE_RESTART);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_INT, AT(own));
	is_array(3, 1, 2, 24);
	BEFORE(DRAW_ELEMENTS, T, 2, GL_UNSIGNED_INT, AT(all));
	is_u64(n_gl_events, 4);
	GL(DISABLE, GL_PRIMITIVE_RESTART);
	GL(ENABLE_CLIENT_STATE, GL_PRIMITIVE_RESTART_NV);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_INT, AT(own));
	is_array(4, 1, 2, 24);
}

/* Mesa has one flag, NVIDIA's document two. */
static void restart_flags(void)
{
	static const uint32_t own[] = {1, 99, 2};

	for (unsigned i = 0; i < 2; i++) {
		gl_is_other = i;
		gl_begin_compat(1 + i, 0);
		use_vertices(memory, 0);
		GL(PRIMITIVE_RESTART_INDEX, 99);
		GL(ENABLE_CLIENT_STATE, GL_PRIMITIVE_RESTART_NV);
		GL(DISABLE, GL_PRIMITIVE_RESTART);
		BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_INT, AT(own));
	}
	is_array(0, 1, 99, 99 * 12);
	is_array(1, 1, 2, 24);
}

/* As client state it is done at once, and no part of a list. */
static void restart_in_list(void)
{
	static const uint32_t own[] = {1, 99, 2};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	GL(NEW_LIST, 1, GL_COMPILE);
	GL(ENABLE_CLIENT_STATE, GL_PRIMITIVE_RESTART_NV);
	GL(PRIMITIVE_RESTART_INDEX, 99);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_INT, AT(own));
	is_array(0, 1, 2, 24);
	GL(END_LIST, 0);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_INT, AT(own));
	is_array(1, 1, 2, 24);
}

static void enabled(void)
{
	gl_begin_compat(1, 0);
	GL(VERTEX_POINTER, 3, GL_FLOAT, 0, AT(memory));
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 0);
	GL(ENABLE, GL_VERTEX_ARRAY);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 1);
	GL(DISABLE, GL_VERTEX_ARRAY);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 1);
}

/* Indices in a buffer, arrays in memory. */
static void index_buffers(void)
{
	static const uint16_t indices[] = {9, 4, 6, 5};
	uint16_t more = 20;
	uint32_t name = 5;

	gl_begin_es2(1, 0);
	GL(VERTEX_ATTRIB_POINTER, 0, 2, GL_FLOAT, 0, 0, AT(memory));
	GL(ENABLE_ATTRIB, 0);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 5);
	GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 8, AT(indices), 0);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_SHORT, 2);
	is_array(0, 4, 3, 24);
	is_u64(gl_events[0].array.array, GL_VERTEX_ATTRIB_ARRAY_POINTER);
	GL(BUFFER_SUB_DATA, GL_ELEMENT_ARRAY_BUFFER, 4, 2, AT(&more));
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_SHORT, 2);
	is_array(1, 4, 17, 17 * 8);
	/* behind its end, or off its end */
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_SHORT, 4);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_SHORT, (uint64_t)-4);
	GL(BUFFER_SUB_DATA, GL_ELEMENT_ARRAY_BUFFER, 6, 4, AT(&more));
	is_u64(n_gl_events, 2);
	/* of unknown contents, what the call says counts */
	GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 8, 8, 0);
	BEFORE(DRAW_RANGE_ELEMENTS, T, 1, 3, 3, GL_UNSIGNED_SHORT, 0);
	is_array(2, 1, 3, 24);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_SHORT, 0);
	is_u64(n_gl_events, 3);
	GL(DELETE_BUFFERS, 1, AT(&name));
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_SHORT, AT(indices));
	is_array(3, 4, 6, 48);
}

/* Bound as something else when it was filled. */
static void other_buffers(void)
{
	static const uint16_t indices[] = {9, 4, 6, 5};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 5);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, 8, AT(indices), 0);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 0);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 5);
	BEFORE(DRAW_ELEMENTS, T, 3, GL_UNSIGNED_SHORT, 2);
	is_array(0, 4, 3, 36);
	BEFORE(DRAW_ELEMENTS, T, 2, GL_UNSIGNED_SHORT, 0);
	is_array(1, 4, 6, 72);
	is_u64(gl_unknown.n, 0);
	/* while it is mapped it may not be read */
	GL(MAP_BUFFER, GL_ELEMENT_ARRAY_BUFFER, GL_WRITE_ONLY, AT(memory));
	GL(UNMAP_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 1);
	GL(MAP_BUFFER, GL_ELEMENT_ARRAY_BUFFER, GL_WRITE_ONLY, AT(memory));
	BEFORE(DRAW_ELEMENTS, T, 2, GL_UNSIGNED_SHORT, 0);
	is_u64(gl_unknown.n, 0);
}

static void copied_indices(void)
{
	static const uint16_t indices[] = {9, 4, 6, 5};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 5);
	GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 8, AT(indices), 0);
	GL(BIND_BUFFER, GL_COPY_READ_BUFFER, 5);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 6);
	GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 4, 0, 0);
	BEFORE(DRAW_ELEMENTS, T, 2, GL_UNSIGNED_SHORT, 0);
	is_array(0, 0, 1, 12);
	GL(COPY_BUFFER_SUB_DATA, GL_COPY_READ_BUFFER, GL_ELEMENT_ARRAY_BUFFER,
	   4, 0, 4);
	BEFORE(DRAW_ELEMENTS, T, 2, GL_UNSIGNED_SHORT, 0);
	is_array(1, 5, 2, 24);
}

static void instances(void)
{
	gl_begin_compat(1, 0);
	GL(VERTEX_ATTRIB_POINTER, 1, 2, GL_FLOAT, 0, 0, AT(memory));
	GL(VERTEX_ATTRIB_POINTER, 2, 4, GL_UNSIGNED_BYTE, 1, 16,
	   AT(memory + 100));
	GL(ENABLE_ATTRIB, 1);
	GL(ENABLE_ATTRIB, 2);
	GL(ATTRIB_DIVISOR, 2, 3);
	BEFORE(DRAW_ARRAYS_INSTANCED, T, 0, 3, 7);
	is_array(0, 0, 3, 24);
	is_array(1, 0, 3, 36); /* 7 / 3, rounded up */
	is_u64(gl_events[1].array.index, 2);
	is_u64(gl_events[1].array.divisor, 3);
	BEFORE(DRAW_ARRAYS_INSTANCED_BASE, T, 0, 3, 6, 10);
	is_array(3, 10, 2, 20);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_array(5, 0, 1, 4);
}

static void instances_of_elements(void)
{
	static const uint8_t bytes[] = {1, 2, 3};

	gl_begin_compat(1, 0);
	GL(VERTEX_ATTRIB_POINTER, 1, 2, GL_FLOAT, 0, 0, AT(memory));
	GL(ENABLE_ATTRIB, 1);
	GL(VERTEX_ATTRIB_I_POINTER, 2, 1, GL_INT, 0, AT(memory));
	GL(ENABLE_ATTRIB, 2);
	GL(ATTRIB_DIVISOR, 2, 1);
	BEFORE(DRAW_ELEMENTS_INSTANCED, T, 3, GL_UNSIGNED_BYTE, AT(bytes), 5);
	is_array(0, 1, 3, 24);
	is_array(1, 0, 5, 20);
	BEFORE(DRAW_ELEMENTS_INSTANCED_BASE, T, 3, GL_UNSIGNED_BYTE, AT(bytes),
	       5, 10);
	is_array(2, 11, 3, 24);
	BEFORE(DRAW_ELEMENTS_INSTANCED_BASE_INSTANCE, T, 3, GL_UNSIGNED_BYTE,
	       AT(bytes), 5, 10);
	is_array(4, 1, 3, 24);
	is_array(5, 10, 5, 20);
	BEFORE(DRAW_ELEMENTS_INSTANCED_BASE_BOTH, T, 3, GL_UNSIGNED_BYTE,
	       AT(bytes), 5, 20, 10);
	is_array(6, 21, 3, 24);
	is_array(7, 10, 5, 20);
}

static void several(void)
{
	static const int32_t first[] = {10, 3, 7}, count[] = {2, 1, 0};
	static const uint8_t a[] = {5, 6}, b[] = {30};
	static const uint64_t indices[] = {(uintptr_t)a, (uintptr_t)b, 8};
	static const int32_t base[] = {0, -20, 0};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	BEFORE(MULTI_DRAW_ARRAYS, T, AT(first), AT(count), 3);
	is_array(0, 3, 9, 108);
	BEFORE(MULTI_DRAW_ELEMENTS, T, AT(count), GL_UNSIGNED_BYTE, AT(indices),
	       3);
	/* the indices are recorded, too */
	ok(gl_events[1].kind == 'i' && gl_events[2].kind == 'i');
	is_u64(gl_events[1].address, AT(a));
	is_u64(gl_events[1].n_bytes, 2);
	is_u64(gl_events[2].address, AT(b));
	is_u64(gl_events[2].mode, 1);
	is_array(3, 5, 26, 26 * 12);
	BEFORE(MULTI_DRAW_ELEMENTS_BASE, T, AT(count), GL_UNSIGNED_BYTE,
	       AT(indices), 3, AT(base));
	is_array(6, 5, 6, 72);
	/* one has nothing to draw, and its indices are no memory */
	is_u64(n_gl_events, 7);
}

static void indirect(void)
{
	static const uint32_t arrays[] = {3, 1, 10, 0, 0, 2, 1, 5, 0};
	static const uint32_t elements[] = {2, 4, 1, 100, 0};
	static const uint16_t indices[] = {1, 2, 3};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	BEFORE(DRAW_ARRAYS_INDIRECT, T, AT(arrays));
	is_array(0, 10, 3, 36);
	BEFORE(MULTI_DRAW_ARRAYS_INDIRECT, T, AT(arrays), 2, 20);
	is_array(1, 5, 8, 96);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 5);
	GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 6, AT(indices), 0);
	BEFORE(DRAW_ELEMENTS_INDIRECT, T, GL_UNSIGNED_SHORT, AT(elements));
	is_array(2, 102, 2, 24);
	BEFORE(MULTI_DRAW_ELEMENTS_INDIRECT, T, GL_UNSIGNED_SHORT, AT(elements),
	       1, 0);
	is_array(3, 102, 2, 24);
}

static void indirect_buffers(void)
{
	static const uint32_t arrays[] = {0, 0, 0, 0, 3, 1, 10, 0};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	GL(BIND_BUFFER, GL_DRAW_INDIRECT_BUFFER, 6);
	GL(BUFFER_DATA, GL_DRAW_INDIRECT_BUFFER, 32, AT(arrays), 0);
	BEFORE(DRAW_ARRAYS_INDIRECT, T, 16);
	is_array(0, 10, 3, 36);
	/* what is put there is known, too */
	GL(BUFFER_SUB_DATA, GL_DRAW_INDIRECT_BUFFER, 16, 4,
	   AT((uint32_t[]){5}));
	BEFORE(MULTI_DRAW_ARRAYS_INDIRECT, T, 0, 2, 0);
	is_array(1, 10, 5, 60);
	BEFORE(DRAW_ARRAYS_INDIRECT, T, 20);
	is_u64(n_gl_events, 2);
}

/* Of the commands in memory the first two are drawn, and then as many as the
 * call itself allows. */
static void counts_in_buffers(void)
{
	static const uint32_t arrays[] = {3, 1, 0, 0, 3, 1, 10, 0, 9, 1, 20, 0};
	static const uint32_t counts[] = {77, 2, 99};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	BEFORE(MULTI_DRAW_ARRAYS_INDIRECT_COUNT, T, AT(arrays), 4, 3, 0);
	is_u64(n_gl_events, 0);
	GL(BIND_BUFFER, GL_PARAMETER_BUFFER, 6);
	GL(BUFFER_DATA, GL_PARAMETER_BUFFER, 12, AT(counts), 0);
	BEFORE(MULTI_DRAW_ARRAYS_INDIRECT_COUNT, T, AT(arrays), 4, 3, 0);
	is_array(0, 0, 13, 156);
	BEFORE(MULTI_DRAW_ARRAYS_INDIRECT_COUNT, T, AT(arrays), 8, 1, 16);
	is_array(1, 0, 3, 36);
	BEFORE(MULTI_DRAW_ARRAYS_INDIRECT_COUNT, T, AT(arrays), 12, 1, 0);
	BEFORE(MULTI_DRAW_ARRAYS_INDIRECT_COUNT, T, AT(arrays), 4, -1, 0);
	is_u64(n_gl_events, 2);
}

/* Each draw has a base of its own: what lies between is not read. */
static void instances_of_several(void)
{
	static const uint32_t commands[] = {3, 2, 0, 10, 3, 6, 0, 1};

	gl_begin_compat(1, 0);
	GL(VERTEX_ATTRIB_POINTER, 1, 1, GL_FLOAT, 0, 0, AT(memory));
	GL(ENABLE_ATTRIB, 1);
	GL(VERTEX_ATTRIB_POINTER, 2, 1, GL_FLOAT, 0, 0, AT(memory));
	GL(ENABLE_ATTRIB, 2);
	GL(ATTRIB_DIVISOR, 1, 1);
	GL(ATTRIB_DIVISOR, 2, 3);
	BEFORE(MULTI_DRAW_ARRAYS_INDIRECT, T, AT(commands), 2, 0);
	is_array(0, 1, 11, 44);
	is_array(1, 1, 11, 44);
	BEFORE(DRAW_ELEMENTS_INSTANCED_BASE_BOTH, T, 2, GL_UNSIGNED_INT,
	       AT(commands), 7, 1000, 5);
	is_array(2, 5, 7, 28);
	is_array(3, 5, 3, 12);
}

static void locked(void)
{
	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	BEFORE(LOCKING_ARRAYS, 2, 30);
	is_array(0, 2, 30, 360);
	GL(LOCK_ARRAYS, 2, 30);
	GL(LOCK_ARRAYS, 0, 99); /* refused: they are locked */
	BEFORE(DRAW_ARRAYS, T, 1, 3);
	is_array(1, 1, 31, 372);
	BEFORE(DRAW_ARRAYS, T, 1, 0);
	is_u64(n_gl_events, 2);
	GL(UNLOCK_ARRAYS, 0);
	BEFORE(DRAW_ARRAYS, T, 1, 3);
	is_array(2, 1, 3, 36);
	GL(LOCK_ARRAYS, 2, (uint64_t)-1);
	GL(LOCK_ARRAYS, (uint64_t)-1, 3);
	BEFORE(DRAW_ARRAYS, T, 1, 3);
	is_array(3, 1, 3, 36);
}

/* Whether an array is in memory is decided when its pointer is set. */
static void mixed(void)
{
	gl_begin_compat(1, 0);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 4);
	use_vertices(NULL, 0);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 0);
	GL(COLOR_POINTER, 4, GL_UNSIGNED_BYTE, 0, AT(memory));
	GL(ENABLE_CLIENT_STATE, GL_COLOR_ARRAY);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_array(0, 0, 3, 12);
	is_u64(gl_events[0].array.array, GL_COLOR_ARRAY);
	is_u64(n_gl_events, 1);
}

static void old_arrays(void)
{
	static const unsigned order[] = {
		GL_VERTEX_ARRAY,	  GL_NORMAL_ARRAY,
		GL_COLOR_ARRAY,		  GL_INDEX_ARRAY,
		GL_EDGE_FLAG_ARRAY,	  GL_FOG_COORD_ARRAY,
		GL_SECONDARY_COLOR_ARRAY, GL_TEXTURE_COORD_ARRAY,
		GL_TEXTURE_COORD_ARRAY};
	static const int64_t bytes[] = {8, 3, 12, 8, 1, 4, 3, 16, 8};

	gl_begin_compat(1, 0);
	GL(VERTEX_POINTER, 2, GL_FLOAT, 0, AT(memory));
	GL(NORMAL_POINTER, GL_BYTE, 0, AT(memory));
	GL(COLOR_POINTER_EXT, 3, GL_FLOAT, 0, 100, AT(memory));
	GL(INDEX_POINTER, GL_DOUBLE, 0, AT(memory));
	GL(EDGE_FLAG_POINTER, 0, AT(memory));
	GL(FOG_COORD_POINTER, GL_FLOAT, 0, AT(memory));
	GL(SECONDARY_COLOR_POINTER, 3, GL_UNSIGNED_BYTE, 0, AT(memory));
	GL(TEX_COORD_POINTER, 4, GL_FLOAT, 0, AT(memory));
	for (int i = 0; i < 8; i++)
		GL(ENABLE_CLIENT_STATE, order[i]);
	GL(CLIENT_ACTIVE_TEXTURE, GL_TEXTURE0 + 1);
	GL(TEX_COORD_POINTER, 2, GL_FLOAT, 0, AT(memory));
	GL(ENABLE_CLIENT_STATE, GL_TEXTURE_COORD_ARRAY);
	BEFORE(DRAW_ARRAYS, T, 5, 1);
	is_u64(n_gl_events, 9);
	for (unsigned i = 0; i < 9; i++) {
		is_u64(gl_events[i].array.array, order[i]);
		is_array(i, 5, 1, bytes[i]);
	}
	is_u64(gl_events[8].array.index, 1);
}

static void interleaved(void)
{
	gl_begin_compat(1, 0);
	GL(ENABLE_CLIENT_STATE, GL_INDEX_ARRAY);
	GL(INTERLEAVED_ARRAYS, GL_T2F_C4F_N3F_V3F, 0, AT(memory));
	BEFORE(DRAW_ARRAYS, T, 0, 2);
	is_u64(n_gl_events, 4);
	is_array(0, 0, 2, 48 + 12);
	is_u64(gl_events[0].array.pointer, AT(memory) + 36);
	is_u64(gl_events[1].array.pointer, AT(memory) + 24);
	is_u64(gl_events[2].array.pointer, AT(memory) + 8);
	is_array(2, 0, 2, 48 + 16);
	is_u64(gl_events[3].array.pointer, AT(memory));
	GL(INTERLEAVED_ARRAYS, GL_C4UB_V2F, 0, AT(memory));
	BEFORE(DRAW_ARRAYS, T, 0, 1);
	is_u64(n_gl_events, 6);
	is_array(5, 0, 1, 4);
	is_u64(gl_events[4].array.pointer, AT(memory) + 4);
	GL(INTERLEAVED_ARRAYS, 0x1234, 0, AT(memory));
}

static void objects(void)
{
	uint32_t names[] = {8, 9};

	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	GL(BIND_VAO, 8); /* refused: GL has not given it */
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 1);
	GL(GEN_VAOS, 2, AT(names));
	GL(BIND_VAO, 8);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 1);
	/* an object with a name takes no addresses */
	GL(VERTEX_ATTRIB_POINTER, 3, 2, GL_FLOAT, 0, 0, AT(memory));
	GL(ENABLE_ATTRIB, 3);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 1);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 4);
	GL(BIND_VAO, 0);
	BEFORE(DRAW_ELEMENTS, T, 1, GL_UNSIGNED_INT, AT((uint32_t[]){2}));
	is_array(1, 2, 1, 12);
	GL(BIND_VAO, 8);
	GL(DELETE_VAOS, 1, AT(names));
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 3);
}

static void formats(void)
{
	gl_begin_compat(1, 0);
	GL(ATTRIB_FORMAT, 2, 2, GL_SHORT, 0, 4);
	GL(ATTRIB_BINDING, 2, 7);
	GL(BIND_VERTEX_BUFFER, 7, 0, AT(memory), 32);
	GL(ENABLE_ATTRIB, 2);
	GL(BINDING_DIVISOR, 7, 2);
	BEFORE(DRAW_ARRAYS_INSTANCED, T, 0, 3, 3);
	is_array(0, 0, 2, 36);
	is_u64(gl_events[0].array.pointer, AT(memory) + 4);
	GL(BIND_VERTEX_BUFFERS, 7, 1, 0, 0, 0);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 1);
}

static void named_objects(void)
{
	uint32_t name = 8, buffer = 5;

	gl_begin_compat(1, 0);
	GL(CREATE_VAOS, 1, AT(&name));
	GL(CREATE_BUFFERS, 1, AT(&buffer));
	GL(NAMED_BUFFER_DATA, 5, 8, 0, 0);
	GL(VAO_ATTRIB_FORMAT, 8, 2, 2, GL_SHORT, 0, 4);
	GL(VAO_ATTRIB_BINDING, 8, 2, 7);
	GL(VAO_VERTEX_BUFFER, 8, 7, 5, 0, 32);
	GL(VAO_ELEMENT_BUFFER, 8, 5);
	GL(ENABLE_VAO_ATTRIB, 8, 2);
	GL(VAO_BINDING_DIVISOR, 8, 7, 1);
	GL(VAO_ATTRIB_FORMAT, 99, 2, 2, GL_SHORT, 0, 4);
	GL(BIND_VAO, 8);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 0);
	is_u64(fxp_gl_current()->vao->element_buffer, 5);
	/* an array whose buffer goes */
	GL(DELETE_BUFFERS, 1, AT(&buffer));
	is_u64(fxp_gl_current()->vao->element_buffer, 0);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 0);
}

static void pushed(void)
{
	gl_begin_compat(1, 0);
	use_vertices(memory, 0);
	GL(PUSH_CLIENT_ATTRIB, GL_CLIENT_VERTEX_ARRAY_BIT);
	use_vertices(memory + 100, 40);
	GL(DISABLE_CLIENT_STATE, GL_VERTEX_ARRAY);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 5);
	GL(POP_CLIENT_ATTRIB, 0);
	BEFORE(DRAW_ELEMENTS, T, 1, GL_UNSIGNED_INT, AT((uint32_t[]){2}));
	is_array(0, 2, 1, 12);
	is_u64(gl_events[0].array.pointer, AT(memory));
	GL(PUSH_CLIENT_ATTRIB_DEFAULT, GL_CLIENT_VERTEX_ARRAY_BIT);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 1);
	GL(POP_CLIENT_ATTRIB, 0);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_array(1, 0, 3, 36);
}

static void without_old(void)
{
	uint32_t name = 8;

	gl_begin_core(1, 0);
	GL(GEN_VAOS, 1, AT(&name));
	GL(BIND_VAO, 8);
	GL(VERTEX_ATTRIB_POINTER, 0, 2, GL_FLOAT, 0, 0, AT(memory));
	GL(ENABLE_ATTRIB, 0);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 0);
}

/* Attribute 0 means the vertices: GL does not look at those. */
static void attribute_0(void)
{
	gl_begin_compat(1, 0);
	use_vertices((void *)8, 0);
	GL(VERTEX_ATTRIB_POINTER, 0, 2, GL_FLOAT, 0, 0, AT(memory));
	GL(ENABLE_ATTRIB, 0);
	BEFORE(DRAW_ARRAYS, T, 0, 3);
	is_u64(n_gl_events, 1);
	is_array(0, 0, 3, 24);
}

static const struct tap_test tests[] = {
	{"a draw reads from its first vertex to its last", draw_arrays},
	{"what draws nothing reads nothing", nothing},
	{"indices say which vertices are read", draw_elements},
	{"an index that restarts is no vertex", restart},
	{"nor is one that is set while a list is made", restart_in_list},
	{"restart by client state is another flag, but not of Mesa's",
	 restart_flags},
	{"arrays are enabled as other states are, too", enabled},
	{"indices of a buffer are known", index_buffers},
	{"indices that came otherwise are what GL says", other_buffers},
	{"indices that are copied are known", copied_indices},
	{"arrays by instance go on with them", instances},
	{"instances of indexed draws have their bases", instances_of_elements},
	{"several draws at once read from their first to their last", several},
	{"commands in memory are followed", indirect},
	{"commands in a buffer are what GL says of it", indirect_buffers},
	{"counts of commands in a buffer are, too", counts_in_buffers},
	{"several draws have instances each of their own",
	 instances_of_several},
	{"what is locked is read as a whole", locked},
	{"an array is in memory if no buffer was bound", mixed},
	{"all arrays of old are known", old_arrays},
	{"interleaved arrays lie in each other", interleaved},
	{"vertex array objects have arrays of their own", objects},
	{"format and binding may be said separately", formats},
	{"objects may be changed by their names", named_objects},
	{"arrays are pushed and come back", pushed},
	{"a core context has no arrays in memory", without_old},
	{"attribute 0 means the vertices of old", attribute_0},
};

TAP_MAIN(tests)
