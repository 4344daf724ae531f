/* SPDX-License-Identifier: MIT */
/*
 * Looks at the dynamic sections of all objects, see search_path.h.
 */
#include "preload/symbol/search_path.h"

#include <elf.h>
#include <link.h>

#include "preload/symbol/modules.h"
#include "preload/symbol/peek.h"
#include "writer/engine.h"

#define MAX_TAGS 1024u
#define TAGS_AT_ONCE 8u

/* What an object's dynamic section says. */
struct folders {
	bool is_known;
	bool has_own; /* only it looks there, or not in the default ones */
	bool has_inherited; /* so do those that it loads */
};

static void take_tag(struct folders *folders, const ElfW(Dyn) * tag)
{
	if (tag->d_tag == DT_RUNPATH)
		folders->has_own = true;
	else if (tag->d_tag == DT_RPATH)
		folders->has_inherited = true;
	else if (tag->d_tag == DT_FLAGS_1 && tag->d_un.d_val & DF_1_NODEFLIB)
		folders->has_own = true;
}

/* Not inlined, to keep frames small. */
static __attribute__((noinline)) struct folders folders_of(
	const struct fxp_module *m)
{
	struct folders folders = {.is_known = false};
	ElfW(Dyn) tags[TAGS_AT_ONCE];

	for (unsigned n = 0; n < MAX_TAGS; n++) {
		unsigned i = n % TAGS_AT_ONCE;
		uintptr_t at = m->dynamic + n * sizeof(tags[0]);

		/* a read beyond the mapping fails: then it is unknown */
		if (i == 0 && !fxp_peek(tags, (const void *)at, sizeof(tags)))
			return folders;
		if (tags[i].d_tag == DT_NULL) {
			folders.is_known = true;
			return folders;
		}
		take_tag(&folders, &tags[i]);
	}
	return folders;
}

bool fxp_search_is_by_caller(uintptr_t caller)
{
	struct folders folders, own = {.is_known = false};
	struct fxp_module m;
	char path[1];

	if (fxw_engine.no_system_calls)
		return true;
	fxp_module_begin(&m, path, sizeof(path));
	while (fxp_module_next(&m)) {
		folders = folders_of(&m);
		if (!folders.is_known || folders.has_inherited)
			return true;
		/* the linker takes code of no object for the program's */
		if (m.is_program ||
		    (caller >= m.base && caller - m.base < m.bytes))
			own = folders;
	}
	return fxp_module_is_cut(&m) || !own.is_known || own.has_own;
}
