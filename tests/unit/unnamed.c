/* SPDX-License-Identifier: MIT */
/*
 * Parameters without a name get one, others keep theirs. What the compiler says
 * of both is the same (tests/shim_make.t).
 */
#include "tools/shim/unnamed.h"

#include <string.h>

#include "tests/tap.h"

static void same_as_wanted(const char *list, const char *want)
{
	struct fxg_arena arena = {0};
	struct fxg_buffer out = {.arena = &arena};

	shim_put_named(&out, list, list + strlen(list), list);
	is_str(out.bytes, want);
	fxg_free(&arena);
}

static void types_alone(void)
{
	same_as_wanted("(void)", "(void)");
	same_as_wanted("()", "()");
	same_as_wanted("( void * )", "( void * arg1 )");
	same_as_wanted("(int)", "(int arg1)");
	same_as_wanted("(unsigned long, unsigned long n)",
		       "(unsigned long arg1, unsigned long n)");
	same_as_wanted("(foo_t, const foo_t *, const foo_t *x)",
		       "(foo_t arg1, const foo_t * arg2, const foo_t *x)");
	same_as_wanted("(struct foo *, struct foo *x, enum e)",
		       "(struct foo * arg1, struct foo *x, enum e arg3)");
}

static void names_stay(void)
{
	same_as_wanted("(int x)", "(int x)");
	same_as_wanted("(const char *format, ...)",
		       "(const char *format, ...)");
}

static void pointers_and_arrays(void)
{
	same_as_wanted("(char *const *__restrict, char *const argv[])",
		       "(char *const *__restrict arg1, char *const argv[])");
	same_as_wanted("(char [12], double [], int v[3])",
		       "(char arg1 [12], double arg2 [], int v[3])");
	same_as_wanted("(int (*)(void *, int), void (*act)(int, long))",
		       "(int (* arg1)(void *, int), void (*act)(int, long))");
}

static void dots(void)
{
	same_as_wanted("(const char *, ...)", "(const char * arg1, ...)");
}

static void numbers_that_are_taken(void)
{
	same_as_wanted("(int arg2, int)", "(int arg2, int arg2_)");
}

static void lines_of_the_preprocessor(void)
{
	same_as_wanted("(int\n# 12 \"a(b,c.h\"\n, long\n)",
		       "(int arg1\n# 12 \"a(b,c.h\"\n, long arg2\n)");
}

static void what_is_not_understood_stays(void)
{
	same_as_wanted("(int __attribute__((unused)))",
		       "(int __attribute__((unused)))");
	same_as_wanted("(__typeof__(int) x)", "(__typeof__(int) x)");
	same_as_wanted("(int (int))", "(int (int))");
}

static const struct tap_test tests[] = {
	{"a type alone gets a name", types_alone},
	{"a name stays", names_stay},
	{"the name of a pointer or array is where C wants it",
	 pointers_and_arrays},
	{"dots need none", dots},
	{"a name is not given twice", numbers_that_are_taken},
	{"lines of the preprocessor may be in between",
	 lines_of_the_preprocessor},
	{"what is not understood stays as it is", what_is_not_understood_stays},
};
TAP_MAIN(tests)
