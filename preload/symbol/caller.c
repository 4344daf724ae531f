/* SPDX-License-Identifier: MIT */
/*
 * Modules by address, see caller.h.
 *
 * The dynamic linker finds an address's object without a lock (_dl_find_object,
 * glibc 2.35). Without that function we walk over its objects ourselves.
 * Results are cached by page, one word each, so that a reader never sees half
 * of one. Loading a module invalidates all of them at once, by their
 * generation.
 */
#include "preload/symbol/caller.h"

#include <link.h>
#include <stddef.h>

#include "preload/symbol/modules.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "writer/bytes.h"
#include "writer/callers.h"
#include "writer/engine.h"
#include "writer/large.h"

/* Pages in the cache. */
#define N_SEEN 1024u
#define PAGE_SHIFT 12u
/* A word of `seen`: page, generation, and then one of these. */
#define GENERATION_SHIFT 2u
#define SEEN_PAGE_SHIFT 28u
enum { OTHER = 1, SELECTED = 2 };
#define GENERATION_MASK ((1u << (SEEN_PAGE_SHIFT - GENERATION_SHIFT)) - 1)

/* glibc's struct dl_find_object, which older headers lack. */
struct place {
	unsigned long long flags;
	const char *start, *end;
	const struct link_map *map;
	void *frames;
	unsigned long long reserved[7];
};

static const char *selected;
static int (*find_object)(void *, struct place *);
static FXW_LARGE uint64_t seen[N_SEEN];
static uint32_t generation;
/* Of the walk: one thread at a time, others get no answer. */
static uint32_t lock;

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

void fxp_callers_use(const char *list)
{
	static const char name[] = "_dl_find_object";
	uint32_t n;

	selected = list;
	if (!list)
		return;
	(void)fxp_program_path(&n);
	find_object = (int (*)(void *, struct place *))fxp_real_find(
		name, fxp_symbol_hash(name));
}

void fxp_callers_changed(void)
{
	if (selected)
		__atomic_fetch_add(&generation, 1, __ATOMIC_RELAXED);
}

/* A path's last component. */
static const char *base_name(const char *path)
{
	const char *name = path;

	for (; *path; path++)
		if (*path == '/')
			name = path + 1;
	return name;
}

static const char *program_name(void)
{
	uint32_t n;
	const char *path = fxp_program_path(&n);

	return n ? base_name(path) : "";
}

static unsigned verdict_of(const char *path, bool is_program)
{
	const char *name = is_program ? program_name() : base_name(path);

	return fxw_callers_fit(selected, name, is_program) ? SELECTED : OTHER;
}

static unsigned query_linker(uintptr_t address)
{
	struct place place;

	if (find_object((void *)address, &place) != 0)
		return verdict_of("", false);
	/* called by another wrapper: the original caller is unknown */
	if (place.start <= __ehdr_start && __ehdr_start < place.end)
		return SELECTED;
	return verdict_of(place.map->l_name ? place.map->l_name : "",
			  place.map == fxp_real_objects());
}

/* Checks the module with the highest base that is not behind the address.
 * Returns 0 if there is none. */
static unsigned walk_modules(uintptr_t address)
{
	static struct fxp_module module;
	static FXW_LARGE char path[4096];
	uintptr_t best = 0;
	unsigned verdict = 0;

	fxp_module_begin(&module, path, sizeof(path));
	while (fxp_module_next(&module)) {
		if (module.base > address || (verdict && module.base < best))
			continue;
		best = module.base;
		verdict = verdict_of(path, module.is_program);
		if (module.base == (uintptr_t)__ehdr_start)
			verdict = SELECTED;
	}
	return verdict;
}

static __attribute__((noinline)) unsigned look_up_module(uintptr_t address)
{
	uint32_t unlocked = 0;
	unsigned verdict;

	if (find_object)
		return query_linker(address);
	/* acquire, release: only one thread at a time uses walk's statics */
	if (fxw_engine.no_system_calls ||
	    !__atomic_compare_exchange_n(&lock, &unlocked, 1, false,
					 __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return 0;
	verdict = walk_modules(address);
	__atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
	return verdict;
}

bool fxp_callers_fit(uintptr_t address)
{
	uint64_t page = address >> PAGE_SHIFT;
	uint64_t *word = &seen[page % N_SEEN];
	/* first: the result below is of this generation or a later one */
	uint64_t now = __atomic_load_n(&generation, __ATOMIC_RELAXED) &
		       GENERATION_MASK;
	uint64_t key = page << SEEN_PAGE_SHIFT | now << GENERATION_SHIFT;
	uint64_t known = __atomic_load_n(word, __ATOMIC_RELAXED) ^ key;
	unsigned verdict;

	if (known == SELECTED || known == OTHER)
		return known == SELECTED;
	verdict = look_up_module(address);
	if (verdict)
		__atomic_store_n(word, key | verdict, __ATOMIC_RELAXED);
	return verdict != OTHER;
}
