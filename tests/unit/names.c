/* SPDX-License-Identifier: MIT */
/*
 * Names of objects in a replay, and calls of functions whose type is known at
 * run time only.
 */
#include "tools/replay/call/names.h"

#include <string.h>

#include "tests/tap.h"
#include "tools/replay/call/invoke.h"

static struct fxr_text text(const char *word)
{
	return fxr_text(word, strlen(word));
}

static void costs_nothing(void)
{
	struct names names = {0};
	uint32_t space = names_space(&names, text("gl:texture"));
	uint64_t replayed;

	names_put(&names, space, 1, 5, 5);
	is_u64(names.n, 0);
	ok(!names_find(&names, space, 1, 5, &replayed));
	names_fini(&names);
}

static void finds_what_differs(void)
{
	struct names names = {0};
	uint32_t textures = names_space(&names, text("gl:texture"));
	uint32_t buffers = names_space(&names, text("gl:buffer"));
	uint64_t replayed = 0;

	ok(textures != buffers);
	is_u64(names_space(&names, text("gl:texture")), textures);
	names_put(&names, textures, 1, 5, 7);
	ok(names_find(&names, textures, 1, 5, &replayed));
	is_u64(replayed, 7);
	ok(!names_find(&names, buffers, 1, 5, &replayed));
	ok(!names_find(&names, textures, 2, 5, &replayed));
	names_fini(&names);
}

static void takes_a_name_again(void)
{
	struct names names = {0};
	uint32_t space = names_space(&names, text("gl:texture"));
	uint64_t replayed = 0;

	names_put(&names, space, 1, 5, 7);
	names_put(&names, space, 1, 5, 5);
	ok(names_find(&names, space, 1, 5, &replayed));
	is_u64(replayed, 5);
	names_fini(&names);
}

static double many(int8_t a, uint16_t b, float c, const char *d, int64_t e,
		   double f)
{
	return a + b + (double)c + (d ? d[0] : 0) + (double)e + f;
}

static void passes_values_of_each_type(void)
{
	const struct invoke_type types[] = {
		{INVOKE_INT, 1, true},	  {INVOKE_INT, 2, false},
		{INVOKE_FLOAT, 4, false}, {INVOKE_POINTER, 8, false},
		{INVOKE_INT, 8, true},	  {INVOKE_FLOAT, 8, false}};
	const struct invoke_type ret = {INVOKE_FLOAT, 8, false};
	struct invoke *invoke = invoke_new(&ret, types, 6, 6);
	struct invoke_value values[6] = {0}, got;
	float c = 0.5F;
	double f = 0.25, result;

	values[0].words[0] = (uint64_t)-3;
	values[1].words[0] = 40000;
	memcpy(values[2].words, &c, sizeof(c));
	values[3].words[0] = (uintptr_t) "A";
	values[4].words[0] = (uint64_t)-1000000;
	memcpy(values[5].words, &f, sizeof(f));
	invoke_call(invoke, (void (*)(void))many, values, &got);
	memcpy(&result, got.words, sizeof(result));
	ok(result == -3 + 40000 + 0.5 + 'A' - 1000000 + 0.25);
	invoke_free(invoke);
}

static int8_t minus_one(void)
{
	return -1;
}

static uint16_t large(void)
{
	return 0xfffe;
}

static void widens_results(void)
{
	const struct invoke_type small = {INVOKE_INT, 1, true};
	const struct invoke_type word = {INVOKE_INT, 2, false};
	struct invoke *a = invoke_new(&small, NULL, 0, 0);
	struct invoke *b = invoke_new(&word, NULL, 0, 0);
	struct invoke_value got;

	invoke_call(a, (void (*)(void))minus_one, NULL, &got);
	is_i64((int64_t)got.words[0], -1);
	invoke_call(b, (void (*)(void))large, NULL, &got);
	is_u64(got.words[0], 0xfffe);
	invoke_free(a);
	invoke_free(b);
}

static void refuses_what_it_cannot_pass(void)
{
	const struct invoke_type odd = {INVOKE_INT, 3, false};
	const struct invoke_type nothing = {INVOKE_VOID, 0, false};

	ok(!invoke_new(&nothing, &odd, 1, 1));
	ok(!invoke_new(&nothing, &nothing, 1, 1));
	ok(!invoke_new(&odd, NULL, 0, 0));
}

static const struct tap_test tests[] = {
	{"a name that stays costs nothing", costs_nothing},
	{"a name that differs is found in its space and scope alone",
	 finds_what_differs},
	{"a name that is given again is what it was given last",
	 takes_a_name_again},
	{"values of each type arrive as they were", passes_values_of_each_type},
	{"results are widened by their sign", widens_results},
	{"a type that cannot be passed is refused",
	 refuses_what_it_cannot_pass},
};
TAP_MAIN(tests)
