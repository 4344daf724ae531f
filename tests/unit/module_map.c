/* SPDX-License-Identifier: MIT */
/*
 * Modules by place and time, compared with a search through all of them.
 */
#include "tools/print/module_map.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

#define N_MODULES 300u
#define N_SEARCHES 20000u
#define N_ROUNDS 20u

static uint32_t random_below(uint32_t n)
{
	static uint64_t state = 88172645463325252ull;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % n;
}

static bool covers(const struct fxr_module *module, uint64_t address)
{
	return address >= module->base &&
	       (!module->bytes || address - module->base < module->bytes);
}

/* What module_map.h promises, without any order. */
static const struct fxr_module *find_slowly(const struct fxr_module *modules,
					    size_t n, uint32_t provider,
					    uint64_t address, uint64_t ticks)
{
	const struct fxr_module *before = NULL, *behind = NULL;

	for (size_t i = 0; i < n; i++) {
		const struct fxr_module *m = &modules[i];

		if (m->provider != provider || !covers(m, address))
			continue;
		if (m->ticks <= ticks) {
			if (!before || m->ticks > before->ticks)
				before = m;
		} else if (!behind || m->ticks < behind->ticks) {
			behind = m;
		}
	}
	return before ? before : behind;
}

/* Times are all different. Sizes are of one to eight places, or unknown. */
static void compare_round(bool has_unknown)
{
	struct fxr_module *modules = calloc(N_MODULES, sizeof(*modules));
	struct fxr_module *copy = calloc(N_MODULES, sizeof(*copy));
	struct symbols *symbols = symbols_open(NULL);
	unsigned n_wrong = 0, n_found = 0;
	struct module_map map;

	for (uint32_t i = 0; i < N_MODULES; i++) {
		modules[i].provider = random_below(3);
		modules[i].base = 1000 + random_below(40) * 16ull;
		modules[i].bytes = (random_below(8) + !has_unknown) * 16ull;
		modules[i].ticks = i * 10 + random_below(10);
		modules[i].path = fxr_text("", 0);
		modules[i].build_id = fxr_text("", 0);
	}
	memcpy(copy, modules, N_MODULES * sizeof(*copy));
	module_map_init(&map, modules, N_MODULES, symbols);
	for (unsigned i = 0; i < N_SEARCHES / N_ROUNDS; i++) {
		uint32_t provider = random_below(4);
		uint64_t address = 990 + random_below(900);
		uint64_t ticks = random_below(N_MODULES * 10 + 100);
		const struct fxr_module *got =
			module_map_find(&map, provider, address, ticks);
		const struct fxr_module *want =
			find_slowly(copy, N_MODULES, provider, address, ticks);

		n_found += want != NULL;
		n_wrong +=
			!got != !want || (want && (got->ticks != want->ticks ||
						   got->base != want->base));
	}
	is_u64(n_wrong, 0);
	ok(n_found > N_SEARCHES / N_ROUNDS / 2);
	module_map_fini(&map);
	symbols_close(symbols);
	free(copy);
}

static void sizes(void)
{
	for (unsigned i = 0; i < N_ROUNDS; i++)
		compare_round(false);
}

static void unknown_sizes(void)
{
	for (unsigned i = 0; i < N_ROUNDS; i++)
		compare_round(true);
}

static void none(void)
{
	struct symbols *symbols = symbols_open(NULL);
	struct module_map map;

	module_map_init(&map, NULL, 0, symbols);
	ok(!module_map_find(&map, 0, 0, 0));
	ok(!module_map_find(&map, 1, UINT64_MAX, UINT64_MAX));
	module_map_fini(&map);
	symbols_close(symbols);
}

/* As a vDSO that says nothing of itself. */
static void nowhere(void)
{
	struct fxr_module *modules = calloc(2, sizeof(*modules));
	struct symbols *symbols = symbols_open(NULL);
	const struct fxr_module *found;
	struct module_map map;

	modules[0] = (struct fxr_module){.base = 4096, .bytes = 4096};
	modules[1] = (struct fxr_module){.ticks = 1};
	for (unsigned i = 0; i < 2; i++)
		modules[i].path = modules[i].build_id = fxr_text("", 0);
	module_map_init(&map, modules, 2, symbols);
	found = module_map_find(&map, 0, 5000, 2);
	ok(found && found->base == 4096);
	ok(!module_map_find(&map, 0, 9000, 2));
	module_map_fini(&map);
	symbols_close(symbols);
}

static const struct tap_test tests[] = {
	{"what is at 0 and has no size has no address", nowhere},
	{"the right one of modules that overlap is found", sizes},
	{"the same if the sizes of some are not known", unknown_sizes},
	{"without modules none is found", none},
};
TAP_MAIN(tests)
