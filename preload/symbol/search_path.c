/* SPDX-License-Identifier: MIT */
/*
 * Looks at the dynamic sections of all objects, see search_path.h.
 */
#include "preload/symbol/search_path.h"

#include <elf.h>
#include <link.h>

#include "preload/symbol/modules.h"
#include "preload/symbol/peek.h"
#include "preload/symbol/search_list.h"
#include "preload/symbol/stack_module.h"
#include "preload/symbol/symbol.h"
#include "writer/engine.h"

#define MAX_TAGS 1024u
#define TAGS_AT_ONCE 8u

/* What an object's dynamic section says. */
struct folders {
	uintptr_t dynamic; /* its address */
	uintptr_t own;	   /* a list of them, its address */
	uintptr_t inherited;
	bool is_known;
	bool has_own;	     /* only it looks there */
	bool has_inherited;  /* so do those that it loads */
	bool has_no_default; /* does not look in the default ones */
};

/* Those that one search looks into. */
struct scope {
	struct folders program;
	struct folders caller;
};

/* The lists are places in the string table at first. */
static void take_tag(struct folders *folders, uintptr_t *strings,
		     const ElfW(Dyn) * tag)
{
	switch (tag->d_tag) {
	case DT_STRTAB:
		*strings = tag->d_un.d_ptr;
		break;
	case DT_RUNPATH:
		folders->own = tag->d_un.d_val;
		folders->has_own = true;
		break;
	case DT_RPATH:
		folders->inherited = tag->d_un.d_val;
		folders->has_inherited = true;
		break;
	case DT_FLAGS_1:
		folders->has_no_default = tag->d_un.d_val & DF_1_NODEFLIB;
		break;
	default:
		break;
	}
}

static void finish(struct folders *folders, uintptr_t base, uintptr_t strings)
{
	strings = fxp_object_address(base, strings);
	folders->own += strings;
	folders->inherited += strings;
	if (folders->has_own) /* the linker ignores the other, too */
		folders->has_inherited = false;
	folders->is_known = true;
}

/* Not inlined, to keep frames small. */
static __attribute__((noinline)) void read_folders(struct folders *folders,
						   const struct fxp_module *m)
{
	ElfW(Dyn) tags[TAGS_AT_ONCE];
	uintptr_t strings = 0;

	*folders = (struct folders){.dynamic = m->dynamic};
	for (unsigned n = 0; n < MAX_TAGS; n++) {
		unsigned i = n % TAGS_AT_ONCE;
		uintptr_t at = m->dynamic + n * sizeof(tags[0]);

		/* a read beyond the mapping fails: then it is unknown */
		if (i == 0 && !fxp_peek(tags, (const void *)at, sizeof(tags)))
			return;
		if (tags[i].d_tag == DT_NULL) {
			finish(folders, m->base, strings);
			return;
		}
		take_tag(folders, &strings, &tags[i]);
	}
}

/* Whether the linker knows the code by another namespace's object, or may do
 * so. Code of no object is the program's for it. */
static __attribute__((noinline)) bool is_elsewhere(uintptr_t caller)
{
	struct fxp_stack_module module;

	fxp_stack_modules_start();
	return !fxp_stack_modules_all() || fxp_stack_module_at(caller, &module);
}

/* False if what the linker does is not known, or depends on which object has
 * loaded which: libraries inherit a library's DT_RPATH. */
static __attribute__((noinline)) bool find_scope(struct scope *scope,
						 uintptr_t caller)
{
	struct folders folders;
	struct fxp_module m;
	bool is_found = false;
	char path[1];

	fxp_module_begin(&m, path, sizeof(path));
	while (fxp_module_next(&m)) {
		read_folders(&folders, &m);
		if (!folders.is_known ||
		    (folders.has_inherited && !m.is_program))
			return false;
		if (m.is_program)
			scope->program = scope->caller = folders;
		if (caller >= m.base && caller - m.base < m.bytes) {
			scope->caller = folders;
			is_found = true;
		}
	}
	return !fxp_module_is_cut(&m) && (is_found || !is_elsewhere(caller));
}

bool fxp_search_is_by_caller(const char *name, uintptr_t caller)
{
	struct scope scope = {.caller = {.is_known = false}};
	const struct folders *program = &scope.program, *own = &scope.caller;

	if (fxw_engine.no_system_calls || !find_scope(&scope, caller) ||
	    !own->is_known || own->has_no_default)
		return true;
	/* the program's DT_RPATH is looked into for us as for the caller */
	if (!own->has_own)
		return false;
	/* a DT_RUNPATH is looked into instead */
	return fxp_search_list_may_have(own->dynamic, own->own, name) ||
	       (program->has_inherited &&
		fxp_search_list_may_have(program->dynamic, program->inherited,
					 name));
}
