/* SPDX-License-Identifier: MIT */
/*
 * Objects by the addresses in them, see stack_module.h.
 */
#include "preload/symbol/stack_module.h"

#include <stddef.h>

#include "preload/symbol/modules.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"

/* The struct that glibc fills in (dlfcn.h, struct dl_find_object). Older
 * headers lack it. */
struct found {
	unsigned long long flags;
	void *low, *end, *node, *header;
	uint64_t reserved[8];
};

/* glibc's, which neither locks nor allocates; or NULL. */
static int (*find_object)(void *address, struct found *found);

void fxp_stack_modules_start(void)
{
	static const char name[] = "_dl_find_object";

	/* relaxed: threads that race to it store the same */
	__atomic_store_n(&find_object,
			 (int (*)(void *, struct found *))fxp_real_find_staying(
				 name, fxp_symbol_hash(name)),
			 __ATOMIC_RELAXED);
}

bool fxp_stack_modules_all(void)
{
	return find_object != NULL;
}

/* By our own walk. Not inlined, to keep frames small. */
static __attribute__((noinline)) bool walk_to(uintptr_t address,
					      struct fxp_stack_module *module)
{
	struct fxp_module m;
	char path[1];

	fxp_module_begin(&m, path, sizeof(path));
	while (fxp_module_next(&m)) {
		if (!m.header || address < m.header ||
		    address >= m.base + m.bytes)
			continue;
		*module = (struct fxp_stack_module){m.header, m.base + m.bytes,
						    m.unwind};
		return true;
	}
	return false;
}

bool fxp_stack_module_at(uintptr_t address, struct fxp_stack_module *module)
{
	struct found found;

	if (!find_object)
		return walk_to(address, module);
	if (find_object((void *)address, &found) != 0)
		return false;
	*module = (struct fxp_stack_module){(uintptr_t)found.low,
					    (uintptr_t)found.end,
					    (uintptr_t)found.header};
	return true;
}
