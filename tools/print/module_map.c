/* SPDX-License-Identifier: MIT */
/*
 * Modules by their places, see module_map.h. A place is a base address of one
 * process. It has modules in the order of their times, and `reach`: where the
 * farthest module of this place and of all lower ones ends. So a search goes
 * down from the address only as long as a module may contain it.
 */
#include "tools/print/module_map.h"

#include <stdlib.h>

#include "tools/reader/memory.h"

struct module_place {
	uint32_t provider;
	uint64_t base, reach;
	size_t first, n; /* modules */
};

static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_modules(const void *left, const void *right)
{
	const struct fxr_module *a = left, *b = right;
	int order = compare(a->provider, b->provider);

	if (!order)
		order = compare(a->base, b->base);
	return order ? order : compare(a->ticks, b->ticks);
}

/* The archive may not have its size: then it may end anywhere. */
static uint64_t end_of(const struct fxr_module *module)
{
	uint64_t end = module->base + module->bytes;

	return module->bytes && end > module->base ? end : UINT64_MAX;
}

static void add_to_place(struct module_map *map, size_t i)
{
	const struct fxr_module *module = &map->modules[i];
	struct module_place *last =
		map->n_places ? &map->places[map->n_places - 1] : NULL;
	uint64_t reach = end_of(module);

	if (last && last->provider == module->provider && last->reach > reach)
		reach = last->reach;
	if (last && last->provider == module->provider &&
	    last->base == module->base) {
		last->n++;
		last->reach = reach;
		return;
	}
	map->places[map->n_places++] = (struct module_place){
		module->provider, module->base, reach, i, 1};
}

void module_map_init(struct module_map *map, struct fxr_module *modules,
		     size_t n, struct symbols *symbols)
{
	*map = (struct module_map){symbols, modules, n,
				   fxr_new(n + 1, sizeof(*map->places)), 0};
	if (n)
		qsort(modules, n, sizeof(*modules), compare_modules);
	for (size_t i = 0; i < n; i++)
		add_to_place(map, i);
}

void module_map_fini(struct module_map *map)
{
	fxr_free(map->modules);
	fxr_free(map->places);
	*map = (struct module_map){0};
}

/* Whether the module's range contains an address that is not below. If the
 * archive does not give its size and its file is gone, it may. */
static bool covers(const struct module_map *map,
		   const struct fxr_module *module, uint64_t address)
{
	uint64_t n_bytes = module->bytes;

	if (!n_bytes)
		n_bytes = symbols_span(map->symbols, module->path,
				       module->build_id);
	/* all addresses would be in one at 0 */
	return n_bytes ? address - module->base < n_bytes : module->base != 0;
}

/* How many places are not above that address of the provider. */
static size_t places_below(const struct module_map *map, uint32_t provider,
			   uint64_t address)
{
	size_t low = 0, high = map->n_places;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct module_place *place = &map->places[middle];

		if (place->provider < provider ||
		    (place->provider == provider && place->base <= address))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* How many of the place's modules were there by then. */
static size_t modules_before(const struct module_map *map,
			     const struct module_place *place, uint64_t ticks)
{
	size_t low = 0, high = place->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (map->modules[place->first + middle].ticks <= ticks)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The nearest modules in time so far. */
struct nearest {
	const struct fxr_module *before, *behind;
};

static void look_in(const struct module_map *map,
		    const struct module_place *place, uint64_t address,
		    uint64_t ticks, struct nearest *nearest)
{
	const struct fxr_module *modules = &map->modules[place->first];
	size_t n = modules_before(map, place, ticks), i;

	for (i = n; i && !covers(map, &modules[i - 1], address); i--)
		;
	if (i &&
	    (!nearest->before || modules[i - 1].ticks > nearest->before->ticks))
		nearest->before = &modules[i - 1];
	for (i = n; i < place->n && !covers(map, &modules[i], address); i++)
		;
	if (i < place->n &&
	    (!nearest->behind || modules[i].ticks <= nearest->behind->ticks))
		nearest->behind = &modules[i];
}

const struct fxr_module *module_map_find(const struct module_map *map,
					 uint32_t provider, uint64_t address,
					 uint64_t ticks)
{
	struct nearest nearest = {0};

	for (size_t i = places_below(map, provider, address); i; i--) {
		const struct module_place *place = &map->places[i - 1];

		if (place->provider != provider || place->reach <= address)
			break;
		look_in(map, place, address, ticks, &nearest);
	}
	return nearest.before ? nearest.before : nearest.behind;
}
