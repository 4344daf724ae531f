/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * What display lists do to the state that is followed, once they are called.
 */
#include <string.h>

#include "preload/gl/driver/const.h"
#include "preload/gl/measure/state_size.h"
#include "tests/double/gl_events.h"
#include "tests/guard.h"
#include "tests/tap.h"
#include "writer/engine.h"

/* How many values glGetMap has of the one-dimensional map of vertices. */
static int64_t values(void)
{
	return fxp_gl_get_map_values(GL_MAP1_VERTEX_3, GL_COEFF) / 3;
}

static void set(uint64_t order)
{
	GL(MAP1, GL_MAP1_VERTEX_3, 0, 0, 3, order);
}

static void make(uint32_t name, uint64_t order)
{
	GL(NEW_LIST, name, GL_COMPILE);
	set(order);
	GL(END_LIST, 0);
}

static void called(void)
{
	gl_begin_compat(1, 0);
	make(1, 5);
	is_i64(values(), 1);
	GL(CALL_LIST, 2);
	is_i64(values(), 1);
	GL(CALL_LIST, 1);
	is_i64(values(), 5);
	set(2);
	GL(CALL_LIST, 1);
	is_i64(values(), 5);
	/* made and done at once */
	GL(NEW_LIST, 2, GL_COMPILE_AND_EXECUTE);
	set(7);
	is_i64(values(), 7);
	GL(CALL_LIST, 1);
	is_i64(values(), 5);
	GL(END_LIST, 0);
	set(3);
	GL(CALL_LIST, 2);
	is_i64(values(), 5);
}

/* A list has its name when it is done; until then the one before has. */
static void made_again(void)
{
	gl_begin_compat(1, 0);
	make(1, 5);
	GL(NEW_LIST, 1, GL_COMPILE_AND_EXECUTE);
	GL(CALL_LIST, 1);
	is_i64(values(), 5);
	set(9);
	GL(NEW_LIST, 2, GL_COMPILE); /* refused */
	GL(END_LIST, 0);
	set(2);
	GL(CALL_LIST, 2);
	is_i64(values(), 2);
	for (uint32_t i = 0; i < 100; i++)
		make(1, i + 10);
	GL(CALL_LIST, 1);
	is_i64(values(), 109);
	GL(NEW_LIST, 1, GL_COMPILE);
	GL(END_LIST, 0);
	set(2);
	GL(CALL_LIST, 1);
	is_i64(values(), 2);
}

static void deleted(void)
{
	gl_begin_compat(1, 0);
	make(5, 5);
	make(6, 6);
	GL(DELETE_LISTS, 1, (uint64_t)-7);
	GL(DELETE_LISTS, 6, 0);
	GL(CALL_LIST, 5);
	is_i64(values(), 5);
	GL(DELETE_LISTS, 1, 5);
	set(2);
	GL(CALL_LIST, 5);
	is_i64(values(), 2);
	GL(CALL_LIST, 6);
	is_i64(values(), 6);
	GL(DELETE_LISTS, 2, INT32_MAX);
	set(2);
	GL(CALL_LIST, 6);
	is_i64(values(), 2);
}

/* Names relative to a base, which is the one of the call; of each type. */
static void several(void)
{
	static const uint8_t bytes[] = {0, 1, 0, 2, 0, 0, 3};
	static const int16_t below[] = {-9};
	static const float number[] = {9.75f};

	gl_begin_compat(1, 0);
	make(1, 11);
	make(2, 12);
	make(3, 13);
	make(9, 19);
	GL(CALL_LISTS, 1, GL_2_BYTES, AT(bytes));
	is_i64(values(), 11);
	GL(CALL_LISTS, 2, GL_2_BYTES, AT(bytes));
	is_i64(values(), 12);
	GL(CALL_LISTS, 1, GL_3_BYTES, AT(bytes + 4));
	is_i64(values(), 13);
	GL(CALL_LISTS, 1, GL_FLOAT, AT(number));
	is_i64(values(), 19);
	GL(LIST_BASE, 10);
	GL(CALL_LISTS, 1, GL_SHORT, AT(below));
	is_i64(values(), 11);
	GL(CALL_LISTS, 1, 0x1234, AT(below));
	GL(CALL_LISTS, -1, GL_SHORT, AT(below));
	GL(CALL_LISTS, 1, GL_SHORT, 8); /* leads nowhere */
	GL(PUSH_ATTRIB, GL_LIST_BIT);
	GL(LIST_BASE, 12);
	GL(CALL_LISTS, 1, GL_SHORT, AT(below));
	is_i64(values(), 13);
	GL(POP_ATTRIB, 0);
	GL(CALL_LISTS, 1, GL_SHORT, AT(below));
	is_i64(values(), 11);
}

/* Lists call lists as deep as GL goes, and no deeper: themselves, too. */
static void nested(void)
{
	gl_begin_compat(1, 0);
	make(100, 50);
	for (uint32_t i = 101; i < 200; i++) {
		GL(NEW_LIST, i, GL_COMPILE);
		GL(CALL_LIST, i - 1);
		GL(END_LIST, 0);
	}
	GL(CALL_LIST, 163);
	is_i64(values(), 50);
	set(2);
	GL(CALL_LIST, 199);
	is_i64(values(), 2);
	GL(NEW_LIST, 1, GL_COMPILE);
	GL(CALL_LIST, 1);
	set(4);
	GL(END_LIST, 0);
	GL(CALL_LIST, 1);
	is_i64(values(), 4);
}

/* More than one block holds, in order. An entry without an earlier value takes
 * no space. */
static void long_ones(void)
{
	gl_begin_compat(1, 0);
	GL(NEW_LIST, 1, GL_COMPILE);
	for (uint64_t i = 1; i <= 1000; i++) {
		GL(BEGIN, GL_TRIANGLES);
		GL(END, 0);
		GL(ENABLE, 0x0b71);
		set(i);
	}
	GL(END_LIST, 0);
	is_u64(fxp_gl_current()->n_list_calls, 1000);
	GL(CALL_LIST, 1);
	is_i64(values(), 1000);
}

static void begins(void)
{
	gl_begin_compat(1, 0);
	GL(NEW_LIST, 1, GL_COMPILE);
	GL(BEGIN, GL_TRIANGLES);
	GL(END_LIST, 0);
	GL(NEW_LIST, 2, GL_COMPILE);
	GL(END, 0);
	GL(END_LIST, 0);
	ok(!fxp_gl_current()->in_begin, "nothing has begun yet");
	GL(CALL_LIST, 1);
	ok(fxp_gl_current()->in_begin, "it begins when it is called");
	GL(CALL_LIST, 2);
	ok(!fxp_gl_current()->in_begin, "and ends likewise");
}

/* One context makes a list, another one that it shares with calls it; who comes
 * later has nothing of it. */
static void shared(void)
{
	gl_begin_compat(1, 0);
	make(1, 5);
	gl_begin_compat(2, 1);
	is_i64(values(), 1);
	GL(CALL_LIST, 1);
	is_i64(values(), 5);
	gl_begin_compat(3, 0);
	GL(CALL_LIST, 1);
	is_i64(values(), 1);
	GL(EGL_DESTROY_CONTEXT, 1, 1, 1);
	GL(EGL_DESTROY_CONTEXT, 1, 2, 1);
	GL(EGL_MAKE_CURRENT, 1, 0, 0, 0, 1);
	for (uint64_t i = 11; i < 15; i++) {
		gl_begin_compat(i, 0);
		GL(CALL_LIST, 1);
		is_i64(values(), 1);
	}
}

static void without_memory(void)
{
	gl_begin_compat(1, 0);
	fxw_engine.no_system_calls = true;
	for (uint32_t i = 1; i < 20000; i++)
		make(i, i % 100 + 1);
	GL(CALL_LIST, 19999);
	is_i64(values(), 1);
	for (uint32_t i = 0; i < 100; i++)
		GL(PUSH_ATTRIB, ~0u);
	for (uint32_t i = 0; i < 200; i++)
		GL(POP_ATTRIB, 0);
	fxw_engine.no_system_calls = false;
}

static const struct tap_test tests[] = {
	{"what a list holds happens when it is called", called},
	{"a list is replaced when the next one is done", made_again},
	{"deleted lists do nothing, however many there are", deleted},
	{"several lists are called by names of every type", several},
	{"lists call lists, as deep as OpenGL goes", nested},
	{"long lists are followed in their order", long_ones},
	{"lists begin and end what is drawn", begins},
	{"contexts share their lists", shared},
	{"without memory lists are not followed", without_memory},
};

TAP_MAIN(tests)
