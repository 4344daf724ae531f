/* SPDX-License-Identifier: MIT */
/*
 * The list of loaded modules: many of them, in any order, in each other's
 * place.
 */
#include "preload/schema/loaded.h"

#include <stdio.h>

#include "tests/tap.h"

#define N_MOST 65536u
#define MODULE_BYTES 0x1000u
#define FIRST_BASE 0x10000000u

/* As the walk over the modules finds it. */
static struct fxp_module *module_at(uint32_t place, const char *path)
{
	static struct fxp_module module;
	static char text[64];

	snprintf(text, sizeof(text), "%s", path);
	module = (struct fxp_module){
		.base = FIRST_BASE + (uintptr_t)place * MODULE_BYTES,
		.dynamic = FIRST_BASE + (uintptr_t)place * MODULE_BYTES + 16,
		.bytes = MODULE_BYTES,
		.path = text,
	};
	return &module;
}

static bool add(uint32_t place, const char *path)
{
	struct fxp_module *module = module_at(place, path);

	return fxp_loaded_add(fxp_loaded_key(module), module);
}

static bool has(uint32_t place, const char *path)
{
	return fxp_loaded_find(fxp_loaded_key(module_at(place, path)));
}

static bool has_address(uint32_t place)
{
	return fxp_loaded_has(FIRST_BASE + (uintptr_t)place * MODULE_BYTES + 1);
}

static bool is_even(uintptr_t address)
{
	return (address - FIRST_BASE) / MODULE_BYTES % 2 == 0;
}

static void in_place_of_another(void)
{
	ok(add(1, "a") && add(2, "b"), "modules are added");
	ok(has(2, "b") && has(1, "a"), "they are found");
	ok(!has(1, "c"), "another file in the place of one is new");
	ok(add(1, "c"), "it is added");
	ok(!has(1, "a") && has(1, "c") && has(2, "b"),
	   "the one before it is gone, others are not");
	fxp_loaded_forget();
	ok(!has(1, "c") && !has_address(1), "all are forgotten");
}

static void many(void)
{
	uint32_t n_added = 0, n_found = 0, n_addresses = 0;

	for (uint32_t i = 0; i < N_MOST; i++)
		n_added += fxp_loaded_add(i + 1, module_at(i, "x"));
	is_u64(n_added, N_MOST);
	ok(!add(N_MOST, "x"), "no more than 65,536 are added");
	for (uint32_t i = 0; i < N_MOST; i++)
		n_found += fxp_loaded_find(i + 1);
	is_u64(n_found, N_MOST);
	for (uint32_t i = 0; i < N_MOST; i += 97)
		n_addresses += has_address(i);
	is_u64(n_addresses, (N_MOST + 96) / 97);
	ok(!has_address(N_MOST), "an address behind them is in none");
	fxp_loaded_prune(is_even);
	n_found = 0;
	for (uint32_t i = 0; i < N_MOST; i += 64)
		n_found += fxp_loaded_find(i + 1) && !fxp_loaded_find(i + 2);
	is_u64(n_found, N_MOST / 64);
	ok(add(N_MOST, "x"),
	   "there is space again for those that were unloaded");
}

static const struct tap_test tests[] = {
	{"a module takes the place of another", in_place_of_another},
	{"65,536 modules are remembered", many},
};
TAP_MAIN(tests)
