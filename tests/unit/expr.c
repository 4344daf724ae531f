/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_measure.c */
/*
 * Expressions of the tables, every operator.
 */
#include "preload/value/expr.h"

#include "tests/tap.h"

/* 5 takes 2, 7 takes 0, 9 does not say. */
static const struct fxg_enumerator enumerators[] = {
	{.value = 5, .takes = 3}, {.value = 7, .takes = 1}, {.value = 9}};
static const struct fxg_type types[] = {
	{.n = 0}, {.class = FXG_ENUM, .first = 0, .n = 3}};

static int64_t eval(const uint8_t *code, const uint64_t *slot)
{
	struct fxg_table table = {
		.exprs = code, .types = types, .enumerators = enumerators};

	return fxp_eval(&table, 1, slot);
}

#define S(i) FXG_X_SLOT, i
#define EVAL(slots, ...) eval((const uint8_t[]){0, __VA_ARGS__}, slots)

static void constants(void)
{
	const uint64_t none[1] = {0};

	is_i64(EVAL(none, FXG_X_CONST, 0x39, 0x30, 0, 0, 0, 0, 0, 0), 12345);
	is_i64(EVAL(none, FXG_X_CONST, 255, 255, 255, 255, 255, 255, 255, 255),
	       -1);
}

static void measures(void)
{
	const uint64_t slot[] = {5, 7};

	is_i64(EVAL(slot, FXG_X_CALL, 3, 2, S(0), S(1)), 3057);
	is_i64(EVAL(slot, FXG_X_ADD, FXG_X_CALL, 3, 2, S(1), FXG_X_ADD, S(0),
		    S(1), S(0)),
	       3082 + 5);
}

static void arguments_of_constants(void)
{
	const uint64_t slot[] = {5, 7, 9, 6, (uint64_t)-1};

	is_i64(EVAL(slot, FXG_X_TAKES, 1, 0, S(0)), 2);
	is_i64(EVAL(slot, FXG_X_TAKES, 1, 0, S(1)), 0);
	is_i64(EVAL(slot, FXG_X_TAKES, 1, 0, S(2)), 255);
	is_i64(EVAL(slot, FXG_X_TAKES, 1, 0, S(3)), 255);
	is_i64(EVAL(slot, FXG_X_TAKES, 1, 0, S(4)), 255);
}

static void slots(void)
{
	const uint64_t slot[] = {7, UINT64_MAX, 1ull << 40};

	is_i64(EVAL(slot, S(0)), 7);
	is_i64(EVAL(slot, S(1)), -1);
	is_i64(EVAL(slot, S(2)), 1ll << 40);
}

static void arithmetic(void)
{
	const uint64_t slot[] = {20, (uint64_t)-3, 0};

	is_i64(EVAL(slot, FXG_X_MUL, S(0), S(1)), -60);
	is_i64(EVAL(slot, FXG_X_ADD, S(0), S(1)), 17);
	is_i64(EVAL(slot, FXG_X_SUB, S(0), S(1)), 23);
	is_i64(EVAL(slot, FXG_X_MIN, S(0), S(1)), -3);
	is_i64(EVAL(slot, FXG_X_MAX, S(0), S(1)), 20);
	is_i64(EVAL(slot, FXG_X_DIV, S(0), S(1)), -6);
	is_i64(EVAL(slot, FXG_X_AND, S(0), S(1)), 20);
}

static void division(void)
{
	const uint64_t slot[] = {20, 0, (uint64_t)-1, 1ull << 63};

	is_i64(EVAL(slot, FXG_X_DIV, S(0), S(1)), 0);
	is_i64(EVAL(slot, FXG_X_DIV, S(3), S(2)), 0);
}

static void comparisons(void)
{
	const uint64_t slot[] = {5, (uint64_t)-5};

	is_i64(EVAL(slot, FXG_X_EQ, S(0), S(0)), 1);
	is_i64(EVAL(slot, FXG_X_EQ, S(0), S(1)), 0);
	is_i64(EVAL(slot, FXG_X_NE, S(0), S(1)), 1);
	is_i64(EVAL(slot, FXG_X_LT, S(1), S(0)), 1);
	is_i64(EVAL(slot, FXG_X_GE, S(1), S(0)), 0);
	is_i64(EVAL(slot, FXG_X_GE, S(0), S(0)), 1);
}

static void loads(void)
{
	const int32_t minus = -2;
	const uint64_t slot[] = {(uintptr_t)&minus, 0};

	is_i64(EVAL(slot, FXG_X_LOADS, 4, S(0)), -2);
	is_i64(EVAL(slot, FXG_X_LOAD, 4, S(0)), 0xfffffffe);
	is_i64(EVAL(slot, FXG_X_LOAD, 2, S(0)), 0xfffe);
	is_i64(EVAL(slot, FXG_X_LOADS, 2, S(0)), -2);
	is_i64(EVAL(slot, FXG_X_LOAD, 1, S(0)), 0xfe);
	is_i64(EVAL(slot, FXG_X_LOADS, 1, S(0)), -2);
	is_i64(EVAL(slot, FXG_X_LOAD, 8, S(1)), 0);
}

static void nesting(void)
{
	const uint64_t slot[] = {3, 4, 5};

	/* (3 * 4) + min(5, 3 - 4) */
	is_i64(EVAL(slot, FXG_X_ADD, FXG_X_MUL, S(0), S(1), FXG_X_MIN, S(2),
		    FXG_X_SUB, S(0), S(1)),
	       11);
}

static const struct tap_test tests[] = {
	{"constants say how many arguments they take", arguments_of_constants},
	{"a measure is called with its arguments", measures},
	{"constants are eight bytes, signed", constants},
	{"slots are the call's words", slots},
	{"arithmetic is signed", arithmetic},
	{"dividing by zero gives zero instead of a signal", division},
	{"comparisons give one or zero", comparisons},
	{"loads take the width and sign they name, and 0 behind NULL", loads},
	{"operators nest", nesting},
};
TAP_MAIN(tests)
