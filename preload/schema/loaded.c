/* SPDX-License-Identifier: MIT */
/*
 * The list of emitted modules, see loaded.h. The first ones are in static
 * memory, which is enough for nearly all programs. More are in a mapping that
 * is never moved or given back, so that others may read the list meanwhile.
 */
#include "preload/schema/loaded.h"

#include "writer/large.h"
#include "writer/memory.h"

#define FIRST_MODULES 512u
/* No walk finds more, see modules.c: 1.5 MiB, of which pages are used as
 * modules are added. */
#define MOST_MODULES 65536u

struct loaded {
	uint64_t key;
	uintptr_t base, end;
};

static FXW_LARGE struct loaded first[FIRST_MODULES];
static struct loaded *more; /* instead of `first`, or NULL */
static uint32_t capacity = FIRST_MODULES;
static uint32_t n_modules;
static uint32_t next_found; /* where the next lookup begins */
static uint32_t last_had;   /* what fxp_loaded_has has found last */

/* No initialized pointer, which the linker would have to relocate. */
static struct loaded *all(void)
{
	/* acquire: pairs with the release in grow */
	struct loaded *large = __atomic_load_n(&more, __ATOMIC_ACQUIRE);

	return large ? large : first;
}

uint64_t fxp_loaded_key(const struct fxp_module *module)
{
	uint64_t key = (module->base ^ module->dynamic) * 31;

	for (const char *p = module->path; *p; p++)
		key = key * 33 + (uint8_t)*p;
	return key;
}

bool fxp_loaded_find(uint64_t key)
{
	const struct loaded *modules = all();

	for (uint32_t i = 0, at = next_found; i < n_modules; i++, at++) {
		if (at >= n_modules)
			at = 0;
		if (modules[at].key == key) {
			next_found = at + 1;
			return true;
		}
	}
	return false;
}

static void remove_at(struct loaded *modules, uint32_t i)
{
	modules[i] = modules[n_modules - 1];
	__atomic_store_n(&n_modules, n_modules - 1, __ATOMIC_RELAXED);
}

static void remove_overlapping(uintptr_t base, uintptr_t end)
{
	struct loaded *modules = all();
	uint32_t i = 0;

	while (i < n_modules)
		if (modules[i].base < end && base < modules[i].end)
			remove_at(modules, i);
		else
			i++;
}

static bool grow(void)
{
	struct loaded *large;
	int error;

	if (capacity == MOST_MODULES)
		return false;
	large = fxw_memory_wiped(MOST_MODULES * sizeof(*large), &error);
	if (!large)
		return false;
	for (uint32_t i = 0; i < n_modules; i++)
		large[i] = first[i];
	/* release: its contents; pairs with the acquire in all() */
	__atomic_store_n(&more, large, __ATOMIC_RELEASE);
	capacity = MOST_MODULES;
	return true;
}

bool fxp_loaded_add(uint64_t key, const struct fxp_module *module)
{
	uintptr_t end = module->base + (module->bytes ? module->bytes : 1);

	remove_overlapping(module->base, end);
	if (n_modules == capacity && !grow())
		return false;
	all()[n_modules] = (struct loaded){key, module->base, end};
	/* release: the entry; pairs with the acquire in fxp_loaded_has */
	__atomic_store_n(&n_modules, n_modules + 1, __ATOMIC_RELEASE);
	return true;
}

void fxp_loaded_prune(bool (*is_there)(uintptr_t address))
{
	struct loaded *modules = all();
	uint32_t i = 0;

	while (i < n_modules)
		if (is_there(modules[i].end - 1))
			i++;
		else
			remove_at(modules, i);
}

bool fxp_loaded_has(uintptr_t address)
{
	/* acquire, in this order: a number above `first` is that of `more`;
	 * pairs with the release in fxp_loaded_add */
	uint32_t n = __atomic_load_n(&n_modules, __ATOMIC_ACQUIRE);
	const struct loaded *list = all();
	uint32_t hint = __atomic_load_n(&last_had, __ATOMIC_RELAXED);

	if (hint < n && address >= list[hint].base && address < list[hint].end)
		return true;
	for (uint32_t i = 0; i < n; i++)
		if (address >= list[i].base && address < list[i].end) {
			__atomic_store_n(&last_had, i, __ATOMIC_RELAXED);
			return true;
		}
	return false;
}

void fxp_loaded_forget(void)
{
	n_modules = 0;
	next_found = 0;
}
