/* SPDX-License-Identifier: MIT */
/*
 * What one provider says of types and functions, and for whom that holds.
 */
#include "tools/reader/types.h"

#include <string.h>

#include "gen/gen.h"
#include "tests/tap.h"
#include "writer/wire.h"

static struct fxr_types types;

static struct fxr_text text(const char *s)
{
	return fxr_text(s, strlen(s));
}

/* kind, id, size, then the body; all numbers below 128. */
static void put(uint32_t provider, unsigned kind, unsigned id, const void *body,
		size_t n)
{
	unsigned char bytes[128] = {(unsigned char)kind, (unsigned char)id,
				    (unsigned char)n};

	memcpy(bytes + 3, body, n);
	fxr_types_put(&types, provider, bytes, n + 3);
}

static void put_type(uint32_t provider, unsigned class)
{
	put(provider, FXW_ENTRY_TYPE, 5,
	    (unsigned char[]){(unsigned char)class, 1, 't', 1, 1}, 5);
}

/* libc:x f() of build "b", with an error rule to distinguish them. */
static void put_function(uint32_t provider, unsigned error_rule)
{
	unsigned char body[] = {
		6, 'l', 'i', 'b', 'c', ':', 'x', 1, 'f',
		0, 0,	0,   1,	  'b', 5,   0,	 0, (unsigned char)error_rule,
		0, 0,	0};

	put(provider, FXW_ENTRY_FUNCTION, 1, body, sizeof(body));
}

static unsigned class_of(uint32_t provider)
{
	const struct fxr_type *type = fxr_type_find(&types, provider, 5);

	return type ? type->class : UINT32_MAX;
}

static unsigned rule_of(uint32_t provider)
{
	const struct fxr_function *function =
		fxr_function_find(&types, provider, text("libc:x"), text("f"));

	return function ? function->error_rule : UINT32_MAX;
}

static void shared(void)
{
	fxr_types_put_table(&types, 0, text("b"), 0);
	fxr_types_put_table(&types, 1, text("b"), 0);
	put_type(0, FXG_BOOL);
	put_function(0, 2);
	is_u64(class_of(1), FXG_BOOL);
	is_u64(rule_of(1), 2);
}

static void parted(void)
{
	fxr_types_part(&types, 1);
	fxr_types_put_table(&types, 0, text("b"), 0);
	fxr_types_put_table(&types, 1, text("b"), 0);
	fxr_types_put_table(&types, 2, text("b"), 0);
	/* it is the first one that says anything */
	put_type(1, FXG_VOID);
	put_function(1, 7);
	is_u64(class_of(0), UINT32_MAX);
	is_u64(rule_of(0), UINT32_MAX);
	put_type(0, FXG_BOOL);
	put_function(0, 2);
	is_u64(class_of(0), FXG_BOOL);
	is_u64(rule_of(0), 2);
	is_u64(class_of(2), FXG_BOOL);
	is_u64(rule_of(2), 2);
	is_u64(class_of(1), FXG_VOID);
	is_u64(rule_of(1), 7);
	is_u64(fxr_types_domain(&types, 0), fxr_types_domain(&types, 2));
	ok(fxr_types_domain(&types, 0) != fxr_types_domain(&types, 1));
}

static const struct tap_test tests[] = {
	{"processes of one build know each other's types", shared},
	{"what a process of another user says of types is for itself", parted},
};
TAP_MAIN(tests)
