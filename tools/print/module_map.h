/* SPDX-License-Identifier: MIT */
/*
 * Which of an archive's modules an address was in, at some time. Modules come
 * to the place of others that were unloaded, so there may be very many.
 */
#ifndef TOOLS_PRINT_MODULE_MAP_H
#define TOOLS_PRINT_MODULE_MAP_H

#include "tools/elf/symbols.h"
#include "tools/reader/types.h"

struct module_map {
	struct symbols *symbols;    /* has sizes that the archive lacks */
	struct fxr_module *modules; /* by provider, base, ticks */
	size_t n;
	struct module_place *places; /* by provider and base */
	size_t n_places;
};

/* Takes over the modules, an array from malloc. symbols: borrowed. */
void module_map_init(struct module_map *map, struct fxr_module *modules,
		     size_t n, struct symbols *symbols);

void module_map_fini(struct module_map *map);

/*
 * The module of that provider at the address when a stack was recorded, or
 * NULL. Of modules that were loaded there one after the other, the last one
 * before; of overlapping ones, the nearer one. A module that was recorded later
 * was just being loaded.
 */
const struct fxr_module *module_map_find(const struct module_map *map,
					 uint32_t provider, uint64_t address,
					 uint64_t ticks);

#endif
