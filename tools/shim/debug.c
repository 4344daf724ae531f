/* SPDX-License-Identifier: MIT */
/*
 * Finds debugging information and in it the exported functions, see debug.h.
 */
#include "tools/shim/debug.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"

/* Namespaces and classes within one another. */
enum { MAX_NESTING = 64 };

struct matching {
	struct shim_library *library;
	const char *path;
	struct shim_symbol **by_address;
	bool is_foreign;
	size_t n_found;
};

void shim_debug_open(struct shim_debug *debug, const char *path)
{
	static char *folders;
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
		.debuginfo_path = &folders,
	};
	Dwfl_Module *module;
	Dwarf_Addr bias;

	*debug = (struct shim_debug){0};
	/* elfutils would query a server otherwise */
	unsetenv("DEBUGINFOD_URLS");
	debug->dwfl = dwfl_begin(&callbacks);
	if (!debug->dwfl)
		die("%s", dwfl_errmsg(-1));
	module = dwfl_report_offline(debug->dwfl, path, path, -1);
	if (!module)
		die("%s: %s", path, dwfl_errmsg(-1));
	dwfl_report_end(debug->dwfl, NULL, NULL);
	debug->dwarf = dwfl_module_getdwarf(module, &bias);
}

void shim_debug_close(struct shim_debug *debug)
{
	dwfl_end(debug->dwfl);
}

static _Noreturn void die_damaged(const struct matching *m)
{
	die("%s: its debugging information is damaged: %s", m->path,
	    dwarf_errmsg(-1));
}

static const char *linkage_name(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	if (!dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) &&
	    !dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute))
		return dwarf_diename(die);
	return dwarf_formstring(&attribute);
}

static bool is_definition(Dwarf_Die *die)
{
	return dwarf_hasattr(die, DW_AT_low_pc) ||
	       dwarf_hasattr(die, DW_AT_ranges);
}

static void take_description(struct matching *m, struct shim_symbol *symbol,
			     Dwarf_Die *die)
{
	/* a definition is more complete than a declaration */
	if (symbol->has_die &&
	    (!is_definition(die) || is_definition(&symbol->die)))
		return;
	m->n_found += !symbol->has_die;
	symbol->has_die = true;
	symbol->die = *die;
}

static bool is_external(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	bool is_set = false;

	return dwarf_attr_integrate(die, DW_AT_external, &attribute) &&
	       dwarf_formflag(&attribute, &is_set) == 0 && is_set;
}

static int compare_address(const void *a, const void *b)
{
	const struct shim_symbol *const *x = a, *const *y = b;

	return (*x)->address < (*y)->address ? -1
					     : (*x)->address > (*y)->address;
}

static void sort_addresses(struct matching *m, struct fxg_arena *arena)
{
	size_t n = m->library->n_symbols;

	m->by_address = fxg_alloc(arena, n * sizeof(struct shim_symbol *));
	for (size_t i = 0; i < n; i++)
		m->by_address[i] = &m->library->symbols[i];
	qsort(m->by_address, n, sizeof(struct shim_symbol *), compare_address);
}

/* Other names of the same code. */
static void take_aliases(struct matching *m, Dwarf_Die *die)
{
	size_t low = 0, high = m->library->n_symbols;
	Dwarf_Addr address;

	if (m->is_foreign || dwarf_lowpc(die, &address) != 0 || !address)
		return;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (m->by_address[middle]->address < address)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < m->library->n_symbols &&
	       m->by_address[low]->address == address;
	     low++)
		take_description(m, m->by_address[low], die);
}

static void match_function(struct matching *m, Dwarf_Die *die)
{
	const char *name = linkage_name(die);
	struct shim_symbol *symbol =
		name ? shim_library_find(m->library, name) : NULL;

	if (symbol && is_external(die))
		take_description(m, symbol, die);
	if (is_definition(die))
		take_aliases(m, die);
}

static void match_children(struct matching *m, Dwarf_Die *parent,
			   unsigned nesting)
{
	Dwarf_Die die;
	int at = dwarf_child(parent, &die);

	for (; at == 0; at = dwarf_siblingof(&die, &die)) {
		switch (dwarf_tag(&die)) {
		case DW_TAG_subprogram:
			match_function(m, &die);
			break;
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_union_type:
			if (nesting < MAX_NESTING)
				match_children(m, &die, nesting + 1);
			break;
		case DW_TAG_invalid:
			die_damaged(m);
		default:
			break;
		}
	}
	if (at < 0)
		die_damaged(m);
}

size_t shim_debug_match(const struct shim_debug *debug, struct fxg_arena *arena,
			const char *path, struct shim_library *library)
{
	struct matching m = {.library = library,
			     .path = path,
			     .is_foreign = debug->is_foreign};
	Dwarf_CU *unit = NULL;
	Dwarf_Die die;
	int more;

	sort_addresses(&m, arena);
	(void)dwarf_errno();
	while ((more = dwarf_get_units(debug->dwarf, unit, &unit, NULL, NULL,
				       &die, NULL)) == 0)
		if (dwarf_tag(&die) == DW_TAG_compile_unit)
			match_children(&m, &die, 0);
	if (more < 0)
		die_damaged(&m);
	return m.n_found;
}
