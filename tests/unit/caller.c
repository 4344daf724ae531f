/* SPDX-License-Identifier: MIT */
/*
 * Which addresses are of the chosen modules, and how often the linker looks
 * them up.
 */
#include "preload/symbol/caller.h"

#include <link.h>
#include <string.h>
#include <sys/auxv.h>

#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "tests/tap.h"

#define N_PAGES 1024u
#define PAGE 4096u

struct place {
	unsigned long long flags;
	const char *start, *end;
	const struct link_map *map;
};

static unsigned n_looked;
/* Of a page whose number is even, and of the others. */
static struct link_map modules[2] = {{.l_name = (char *)"/lib/liba.so"},
				     {.l_name = (char *)"/lib/libb.so"}};

/* In the place of _dl_find_object. */
static int find(void *address, struct place *place)
{
	uintptr_t page = (uintptr_t)address / PAGE;

	n_looked++;
	*place = (struct place){.map = &modules[page % 2]};
	return 0;
}

void *fxp_real_find(const char *name, uint32_t hash)
{
	return hash && strcmp(name, "_dl_find_object") == 0 ? (void *)find
							    : NULL;
}

const struct link_map *fxp_real_objects(void)
{
	return NULL;
}

const struct link_map *fxp_real_last_object(void)
{
	return NULL;
}

uintptr_t fxp_real_auxiliary(unsigned long type)
{
	return getauxval(type);
}

/* All pages, at this offset. */
static void look(uintptr_t off)
{
	for (uintptr_t page = 0x7f0000; page < 0x7f0000 + N_PAGES; page++)
		if (!ok(fxp_callers_fit(page * PAGE + off) == (page % 2 == 0),
			"page %#lx", (unsigned long)page))
			return;
}

static void by_page(void)
{
	fxp_callers_use("liba.so");
	look(0);
	is_u64(n_looked, N_PAGES);
	look(8);
	look(PAGE - 1);
	is_u64(n_looked, N_PAGES);
}

static void changed(void)
{
	fxp_callers_use("libb.so");
	ok(!fxp_callers_fit(0x7f0000ull * PAGE));
	modules[0] = modules[1];
	ok(!fxp_callers_fit(0x7f0000ull * PAGE));
	fxp_callers_changed();
	ok(fxp_callers_fit(0x7f0000ull * PAGE));
	is_u64(n_looked, 2);
}

static const struct tap_test tests[] = {
	{"the linker looks once for each page", by_page},
	{"and again once modules have changed", changed},
};
TAP_MAIN(tests)
