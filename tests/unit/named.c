/* SPDX-License-Identifier: MIT */
/* Texts of constants: one record each, whoever comes between. */
#include "preload/value/named.h"

#include <stdbool.h>
#include <string.h>

#include "preload/runtime/strings.h"
#include "tests/tap.h"
#include "writer/engine.h"

#define TYPE 7
#define VALUE 0x1234

static uint16_t next_index;
static unsigned n_records;
/* What comes between the claim of an entry and its publication, once. */
static void (*between)(void);

uint16_t fxp_string_index(uint32_t last)
{
	return next_index < last ? ++next_index : 0;
}

bool fxw_string_register(uint16_t index, const char *bytes, uint32_t n_bytes)
{
	void (*now)(void) = between;

	between = NULL;
	n_records++;
	if (now)
		now();
	return index && bytes && n_bytes;
}

static void add(uint64_t value)
{
	fxp_named_add(TYPE, value, "TEXT", 4);
}

static void add_same(void)
{
	add(VALUE);
}

static void start(void)
{
	fxp_named_forget();
	next_index = 0;
	n_records = 0;
}

static void found_again(void)
{
	start();
	is_u64(fxp_named_find(TYPE, VALUE), 0);
	add(VALUE);
	is_u64(fxp_named_find(TYPE, VALUE), 1);
	is_u64(fxp_named_first(TYPE, VALUE), 1);
	is_u64(fxp_named_find(TYPE + 1, VALUE), 0);
	is_u64(fxp_named_find(TYPE, VALUE + 1), 0);
	add(VALUE);
	is_u64(n_records, 1);
}

static void added_at_once(void)
{
	start();
	between = add_same;
	add(VALUE);
	is_u64(n_records, 1);
	is_u64(fxp_named_find(TYPE, VALUE), 1);
}

static void forked_between(void)
{
	start();
	between = fxp_named_forget;
	add(VALUE);
	is_u64(fxp_named_find(TYPE, VALUE), 0);
	add(VALUE);
	is_u64(fxp_named_find(TYPE, VALUE), 2);
}

static const struct tap_test tests[] = {
	{"a text has one index, found by type and value", found_again},
	{"two threads that add one value at once register it once",
	 added_at_once},
	{"a fork between claim and publication leaves nothing behind",
	 forked_between},
};
TAP_MAIN(tests)
