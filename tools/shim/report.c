/* SPDX-License-Identifier: MIT */
/*
 * Reports to the user what a shim contains.
 */
#include <string.h>

#include "tools/base/die.h"
#include "tools/shim/build.h"
#include "tools/shim/functions.h"

enum { MAX_NAMES = 4 };

/* All functions with this reason, in one line. */
static void report_reason(const struct shim_build *build, size_t first)
{
	const struct shim_library *library = &build->library;
	const char *reason = library->symbols[first].left_out;
	struct fxg_buffer names = {.arena = build->arena};
	size_t n = 0;

	for (size_t i = first; i < library->n_symbols; i++) {
		const struct shim_symbol *symbol = &library->symbols[i];

		if (!symbol->left_out || strcmp(symbol->left_out, reason) != 0)
			continue;
		if (n++ < MAX_NAMES)
			fxg_put(&names, "%s%s", n > 1 ? ", " : "",
				shim_function_shown(build->arena, symbol->name,
						    false));
	}
	if (n > MAX_NAMES)
		fxg_put(&names, " and %zu more", n - MAX_NAMES);
	say("left out: %zu: %s: %s", n, reason, names.bytes);
}

static bool is_first(const struct shim_library *library, size_t i)
{
	const char *reason = library->symbols[i].left_out;

	for (size_t k = 0; reason && k < i; k++)
		if (library->symbols[k].left_out &&
		    strcmp(library->symbols[k].left_out, reason) == 0)
			return false;
	return reason != NULL;
}

void shim_build_report(const struct shim_build *build, const char *output)
{
	const struct shim_library *library = &build->library;
	size_t n_protected = 0;

	say("%s: %u of %zu functions of %s, by %s", output, build->n_wrapped,
	    library->n_symbols, library->soname, build->origin);
	for (size_t i = 0; i < library->n_symbols && !build->is_described;
	     i++) {
		n_protected += library->symbols[i].is_protected;
		if (is_first(library, i))
			report_reason(build, i);
	}
	if (n_protected)
		say("%zu are protected: the library's own calls of them are "
		    "not seen",
		    n_protected);
}
