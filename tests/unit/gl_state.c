/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * Contexts, share groups, the pixel store and modes, as calls change them.
 */
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/measure/state_size.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"
#include "writer/engine.h"

static int64_t unpack(int64_t w, int64_t h)
{
	struct fxp_gl_box box = {w, h, 1, 2};

	return fxp_gl_unpack_bytes(GL_RGB, GL_UNSIGNED_BYTE, &box);
}

static int64_t pack(int64_t w, int64_t h)
{
	struct fxp_gl_box box = {w, h, 1, 2};

	return fxp_gl_pack_bytes(GL_RGB, GL_UNSIGNED_BYTE, &box);
}

static void without_context(void)
{
	is_i64(unpack(3, 3), 0);
	is_i64(pack(3, 3), 0);
	is_i64(fxp_gl_client_indices(3, GL_UNSIGNED_INT), 0);
	is_i64(fxp_gl_bound_name(GL_ARRAY_BUFFER), 0);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 5);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, 5, 0, 0);
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	GL(EGL_MAKE_CURRENT, 1, 1, 1, 77, 0); /* failed */
	is_i64(unpack(3, 3), 0);
	is_u64(n_gl_events, 0);
}

static void pixel_store(void)
{
	gl_begin_compat(1, 0);
	is_i64(unpack(3, 2), 21);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	is_i64(unpack(3, 2), 18);
	is_i64(pack(3, 2), 21);
	/* what GL refuses changes nothing */
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 3);
	GL(PIXEL_STORE_I, GL_UNPACK_ROW_LENGTH, (uint64_t)-5);
	GL(PIXEL_STORE_I, 0x1234, 8);
	is_i64(unpack(3, 2), 18);
	GL(PIXEL_STORE_I, GL_PACK_ROW_LENGTH, 10);
	GL(PIXEL_STORE_I, GL_PACK_SKIP_ROWS, 1);
	is_i64(pack(3, 2), 32 + 32 + 9);
	/* 10.4f and 4.5f, as their bits */
	GL(PIXEL_STORE_F, GL_UNPACK_ROW_LENGTH, 0x41266666);
	is_i64(unpack(3, 2), 39);
	GL(PIXEL_STORE_F, GL_UNPACK_ROW_LENGTH, 0x40900000);
	is_i64(unpack(3, 2), 15 + 9);
	GL(PIXEL_STORE_F, GL_UNPACK_ROW_LENGTH, 0x7f800000); /* infinite */
	GL(PIXEL_STORE_F, GL_UNPACK_ROW_LENGTH, 0xbf800000); /* -1 */
	is_i64(unpack(3, 2), 15 + 9);
	GL(PIXEL_STORE_F, GL_UNPACK_ROW_LENGTH, 0x3e000000); /* 0.125 */
	is_i64(unpack(3, 2), 18);
}

static void pixel_buffers(void)
{
	uint32_t name = 7;

	gl_begin_compat(1, 0);
	GL(BIND_BUFFER, GL_PIXEL_UNPACK_BUFFER, 7);
	is_i64(unpack(3, 2), 0);
	is_i64(pack(3, 2), 21);
	is_i64(fxp_gl_bound_name(GL_PIXEL_UNPACK_BUFFER), 7);
	GL(BIND_BUFFER, GL_PIXEL_PACK_BUFFER, 7);
	is_i64(pack(3, 2), 0);
	GL(DELETE_BUFFERS, 1, AT(&name));
	is_i64(unpack(3, 2), 21);
	is_i64(pack(3, 2), 21);
}

static void client_attributes(void)
{
	gl_begin_compat(1, 0);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	GL(PUSH_CLIENT_ATTRIB, GL_CLIENT_PIXEL_STORE_BIT);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 8);
	GL(BIND_BUFFER, GL_PIXEL_UNPACK_BUFFER, 7);
	GL(POP_CLIENT_ATTRIB, 0);
	is_i64(unpack(3, 2), 18);
	GL(PUSH_CLIENT_ATTRIB_DEFAULT, GL_CLIENT_PIXEL_STORE_BIT);
	is_i64(unpack(3, 2), 21);
	GL(POP_CLIENT_ATTRIB, 0);
	is_i64(unpack(3, 2), 18);
	GL(PUSH_CLIENT_ATTRIB, 0);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 8);
	GL(POP_CLIENT_ATTRIB, 0);
	is_i64(unpack(3, 2), 24 + 1);
	/* more than there is, in both directions */
	for (int i = 0; i < 100; i++)
		GL(PUSH_CLIENT_ATTRIB, ~0u);
	for (int i = 0; i < 200; i++)
		GL(POP_CLIENT_ATTRIB, 0);
	is_i64(unpack(3, 2), 25);
}

/* Each has its own pixel store, and they share buffers if they say so. */
static void contexts(void)
{
	gl_begin_compat(1, 0);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 5);
	GL(BUFFER_DATA, GL_ARRAY_BUFFER, 100, 0, 0);
	gl_begin_compat(2, 1);
	is_i64(unpack(3, 2), 21);
	is_i64(fxp_gl_bound_name(GL_ARRAY_BUFFER), 0);
	is_i64(fxp_gl_buffer_find(fxp_gl_current(), 5)->n_bytes, 100);
	gl_begin_compat(3, 0);
	ok(!fxp_gl_buffer_find(fxp_gl_current(), 5));
	GL(EGL_MAKE_CURRENT, 1, 1, 1, 1, 1);
	is_i64(unpack(3, 2), 18);
	is_i64(fxp_gl_bound_name(GL_ARRAY_BUFFER), 5);
	GL(EGL_MAKE_CURRENT, 1, 0, 0, 0, 1);
	is_i64(unpack(3, 2), 0);
}

/* Of the same number, but another interface's. */
static void two_interfaces(void)
{
	gl_begin_compat(1, 0);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	GL(GLX_CREATE_CONTEXT, 1, 2, 0, 1, 1);
	GL(GLX_MAKE_CURRENT, 1, 2, 1, 1);
	is_i64(unpack(3, 2), 21);
	GL(EGL_MAKE_CURRENT, 1, 1, 1, 1, 1);
	is_i64(unpack(3, 2), 18);
}

static void destroyed(void)
{
	struct fxp_gl_context *first;

	gl_begin_compat(1, 0);
	first = fxp_gl_current();
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	GL(BIND_BUFFER, GL_ARRAY_BUFFER, 5);
	GL(EGL_DESTROY_CONTEXT, 1, 1, 1);
	is_i64(unpack(3, 2), 18); /* it is current still */
	GL(EGL_MAKE_CURRENT, 1, 0, 0, 0, 1);
	/* its number and its memory come again */
	gl_begin_compat(1, 0);
	ok(fxp_gl_current() == first);
	is_i64(unpack(3, 2), 21);
	is_i64(fxp_gl_bound_name(GL_ARRAY_BUFFER), 0);
	ok(!fxp_gl_buffer_find(fxp_gl_current(), 5));
}

static void many_contexts(void)
{
	struct fxp_gl_context *first;

	gl_begin_compat(1, 0);
	first = fxp_gl_current();
	GL(EGL_MAKE_CURRENT, 1, 0, 0, 0, 1);
	GL(EGL_DESTROY_CONTEXT, 1, 1, 1);
	for (uint64_t i = 2; i < 3000; i++) {
		gl_begin_compat(i, 0);
		if (fxp_gl_current() != first)
			break;
		GL(EGL_MAKE_CURRENT, 1, 0, 0, 0, 1);
		GL(EGL_DESTROY_CONTEXT, 1, i, 1);
	}
	gl_begin_compat(1, 0);
	ok(fxp_gl_current() == first);
}

static void *use_context(void *handle)
{
	int64_t wrong = 0;

	/* a surface is one thread's at a time */
	GL(EGL_BIND_API, EGL_OPENGL_API, 1);
	GL(EGL_MAKE_CURRENT, 1, AT(handle), AT(handle), AT(handle), 1);
	for (int i = 0; i < 20000; i++) {
		int64_t alignment = 1 << (i % 4);
		uint32_t name = 1 + (uint32_t)(AT(handle) * 100000) +
				(uint32_t)i % 3000;

		GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, (uint64_t)alignment);
		GL(BIND_BUFFER, GL_ARRAY_BUFFER, name);
		GL(BUFFER_DATA, GL_ARRAY_BUFFER, name, 0, 0);
		if (unpack(1, 2) !=
		    (3 + alignment - 1) / alignment * alignment + 3)
			wrong++;
		if (fxp_gl_bound_buffer(fxp_gl_current(), GL_ARRAY_BUFFER)
			    ->n_bytes != name)
			wrong++;
		if (i % 7 == 0)
			GL(DELETE_BUFFERS, 1, AT(&name));
	}
	GL(EGL_MAKE_CURRENT, 1, 0, 0, 0, 1);
	return (void *)(uintptr_t)wrong;
}

/* Four threads, four contexts of one group. */
static void threads(void)
{
	pthread_t thread[4];
	void *wrong;

	gl_begin_compat(1, 0);
	for (uint64_t i = 2; i <= 4; i++)
		GL(EGL_CREATE_CONTEXT, 1, 1, 1, 0, i);
	GL(EGL_MAKE_CURRENT, 1, 0, 0, 0, 1);
	for (uintptr_t i = 0; i < 4; i++)
		pthread_create(&thread[i], NULL, use_context, (void *)(i + 1));
	for (int i = 0; i < 4; i++) {
		pthread_join(thread[i], &wrong);
		is_u64(AT(wrong), 0);
	}
}

/* As many as there is time for: on a busy machine each one takes long. */
#define ROUNDS 20000u
#define ROUNDS_S 20

static unsigned n_come, n_rounds;

/* Until both have come, without sleep: then they go on at once. */
static void meet(unsigned nth)
{
	__atomic_add_fetch(&n_come, 1, __ATOMIC_SEQ_CST);
	for (unsigned i = 0;
	     __atomic_load_n(&n_come, __ATOMIC_SEQ_CST) < nth * 2; i++)
		if (i > 10000)
			sched_yield();
}

/* Makes context 2 current and lets it go, as often as the other destroys it. */
static void *let_go(void *unused)
{
	for (unsigned i = 0; i < __atomic_load_n(&n_rounds, __ATOMIC_ACQUIRE);
	     i++) {
		fxp_gl_context_use(2, true);
		meet(3 * i + 1);
		fxp_gl_context_use(0, true);
		meet(3 * i + 2);
		meet(3 * i + 3);
	}
	return unused;
}

/* The last one takes it out of its group, once. */
static void destroyed_by_two(void)
{
	const struct fxp_gl_group *group;
	pthread_t thread;
	unsigned n_wrong = 0;
	time_t end = time(NULL) + ROUNDS_S;

	gl_begin_compat(1, 0);
	group = fxp_gl_current()->group;
	fxp_gl_context_create(2, 1, true);
	n_rounds = ROUNDS;
	pthread_create(&thread, NULL, let_go, NULL);
	for (unsigned i = 0; i < n_rounds; i++) {
		meet(3 * i + 1);
		fxp_gl_context_destroy(2, true);
		meet(3 * i + 2);
		n_wrong += group->n_contexts != 1;
		fxp_gl_context_create(2, 1, true);
		if (time(NULL) > end) /* the other thread looks behind `meet` */
			__atomic_store_n(&n_rounds, i + 1, __ATOMIC_RELEASE);
		meet(3 * i + 3);
	}
	pthread_join(thread, NULL);
	is_u64(n_wrong, 0);
}

static void forked(void)
{
	int status = -1;

	gl_begin_compat(1, 0);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	if (!fork()) {
		bool is_right = unpack(3, 2) == 18;

		gl_begin_compat(2, 1);
		_exit(is_right && unpack(3, 2) == 21 ? 0 : 1);
	}
	wait(&status);
	is_i64(status, 0);
}

/* With system calls forbidden there is no memory: nothing is followed then, and
 * nothing crashes. */
static void forbidden(void)
{
	fxw_engine.no_system_calls = true;
	gl_begin_compat(1, 0);
	ok(!fxp_gl_current());
	is_i64(unpack(3, 2), 0);
	fxw_engine.no_system_calls = false;
	gl_begin_compat(1, 0);
	fxw_engine.no_system_calls = true;
	for (uint64_t i = 1; i < 20000; i++) {
		GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, i);
		GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 100000, 0, 0);
	}
	is_i64(unpack(3, 2), 21);
}

static void names_of_old(void)
{
	uint32_t name = 9;

	/* GL without what is old takes its own names only */
	gl_begin_core(1, 0);
	GL(BIND_BUFFER, GL_PIXEL_PACK_BUFFER, 9);
	is_i64(pack(3, 2), 21);
	GL(GEN_BUFFERS, 1, AT(&name));
	GL(BIND_BUFFER, GL_PIXEL_PACK_BUFFER, 9);
	is_i64(pack(3, 2), 0);
}

static void begin_and_lists(void)
{
	gl_begin_compat(1, 0);
	GL(BEGIN, GL_TRIANGLES);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	GL(BIND_BUFFER, GL_PIXEL_UNPACK_BUFFER, 3);
	GL(END, 0);
	is_i64(unpack(3, 2), 21);
	/* what is compiled is not done, but the client's state is set */
	GL(NEW_LIST, 1, GL_COMPILE);
	GL(BEGIN, GL_TRIANGLES);
	GL(PIXEL_STORE_I, GL_UNPACK_ALIGNMENT, 1);
	is_i64(unpack(3, 2), 18);
	GL(END, 0);
	GL(MAP1, GL_MAP1_VERTEX_3, 0, 0, 3, 7, 0);
	GL(END_LIST, 0);
	is_i64(fxp_gl_get_map_values(GL_MAP1_VERTEX_3, GL_COEFF), 3);
}

static void evaluators(void)
{
	gl_begin_compat(1, 0);
	GL(MAP1, GL_MAP1_VERTEX_3, 0, 0, 3, 4, 0);
	is_i64(fxp_gl_get_map_values(GL_MAP1_VERTEX_3, GL_COEFF), 12);
	is_i64(fxp_gl_get_map_values(GL_MAP1_VERTEX_3, GL_ORDER), 1);
	GL(MAP2, GL_MAP2_COLOR_4, 0, 0, 4, 2, 0, 0, 8, 3, 0);
	is_i64(fxp_gl_get_map_values(GL_MAP2_COLOR_4, GL_COEFF), 24);
	is_i64(fxp_gl_get_map_values(GL_MAP2_COLOR_4, GL_DOMAIN), 4);
	is_i64(fxp_gl_get_map_values(0, GL_COEFF), 0);
	is_i64(fxp_gl_get_pixel_map_values(GL_PIXEL_MAP_R_TO_R), 1);
	GL(PIXEL_MAP, GL_PIXEL_MAP_R_TO_R, 8, 0);
	is_i64(fxp_gl_get_pixel_map_values(GL_PIXEL_MAP_R_TO_R), 8);
	is_i64(fxp_gl_get_pixel_map_values(1), 0);
}

static void selection(void)
{
	uint32_t hits[12] = {1, 0, 0, 42, 2, 0, 0, 43, 44};

	gl_begin_compat(1, 0);
	GL(SELECT_BUFFER, 12, AT(hits));
	GL(RENDER_MODE, GL_SELECT, 0);
	is_u64(n_gl_events, 0);
	GL(RENDER_MODE, GL_RENDER, 2);
	is_u64(n_gl_events, 1);
	is_u64(gl_events[0].address, AT(hits));
	is_u64(gl_events[0].n_bytes, 9);
	is_u64(gl_events[0].mode, GL_SELECT);
	/* too many for the buffer */
	GL(RENDER_MODE, GL_SELECT, 0);
	GL(RENDER_MODE, GL_RENDER, (uint64_t)-1);
	is_u64(gl_events[1].n_bytes, 12);
	/* a program that writes there meanwhile */
	memset(hits, 0xff, sizeof(hits));
	GL(RENDER_MODE, GL_SELECT, 0);
	GL(RENDER_MODE, GL_RENDER, 3);
	is_u64(gl_events[2].n_bytes, 12);
}

static void feedback(void)
{
	float values[10];

	gl_begin_compat(1, 0);
	GL(RENDER_MODE, GL_FEEDBACK, 0); /* refused: no buffer yet */
	GL(RENDER_MODE, GL_RENDER, 0);
	is_u64(n_gl_events, 0);
	GL(FEEDBACK_BUFFER, 10, GL_3D, AT(values));
	GL(RENDER_MODE, GL_FEEDBACK, 0);
	GL(RENDER_MODE, GL_RENDER, 7);
	is_u64(gl_events[0].n_bytes, 7);
	is_u64(gl_events[0].mode, GL_FEEDBACK);
}

static void strings(void)
{
	static const char *const text[] = {"ab", "cde", NULL};
	static const int32_t lengths[] = {1, -1, 0};

	gl_begin_compat(1, 0);
	BEFORE(SHADER_SOURCE, 1, 3, AT(text), AT(lengths));
	is_u64(n_gl_events, 3);
	is_u64(gl_events[0].address, AT(text[0]));
	is_i64((int64_t)gl_events[0].n_bytes, 1);
	is_i64((int64_t)gl_events[1].n_bytes, -1);
	BEFORE(SHADER_SOURCE, 1, 2, AT(text), 0);
	is_i64((int64_t)gl_events[4].n_bytes, -1);
	BEFORE(STRINGS, 1, 2, AT(text), 99);
	is_u64(n_gl_events, 7);
	BEFORE(SHADER_SOURCE, 1, (uint64_t)-3, AT(text), 0);
	BEFORE(SHADER_SOURCE, 1, 3, 0, 0);
	BEFORE(SHADER_SOURCE, 1, 3, 8, 0);
	BEFORE(SHADER_SOURCE, 1, 3, AT(text), 8);
	is_u64(n_gl_events, 7);
}

static const struct tap_test tests[] = {
	{"without a context every size is 0", without_context},
	{"the pixel store is as the calls have set it", pixel_store},
	{"a pixel buffer replaces the memory behind a pointer", pixel_buffers},
	{"what is pushed comes back", client_attributes},
	{"contexts have states of their own, groups have buffers", contexts},
	{"GLX and EGL have handles of their own", two_interfaces},
	{"a context that is destroyed lasts while it is current", destroyed},
	{"contexts that come and go take no more memory", many_contexts},
	{"threads with contexts of one group do not disturb each other",
	 threads},
	{"a context that one thread destroys and another lets go leaves its "
	 "group once",
	 destroyed_by_two},
	{"a forked child has all of it", forked},
	{"without system calls nothing new is followed", forbidden},
	{"a core context takes names that GL has given", names_of_old},
	{"between Begin and End, and in lists, nothing is set",
	 begin_and_lists},
	{"evaluators and pixel maps are as large as they were set", evaluators},
	{"selection leaves as many values as its hits have", selection},
	{"feedback leaves as many values as it returns", feedback},
	{"strings are recorded one by one", strings},
};

TAP_MAIN(tests)
