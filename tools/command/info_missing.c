/* SPDX-License-Identifier: MIT */
/*
 * What an archive cannot have, see info_missing.h.
 */
#include "tools/command/info_missing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/print/undescribed.h"
#include "tools/select/catalogue.h"

static int by_file(const void *a, const void *b)
{
	const struct fxr_unrecorded *x = a, *y = b;
	int order = strcmp(x->path.bytes, y->path.bytes);

	return order ? order : strcmp(x->why.bytes, y->why.bytes);
}

/* Puts those of all processes together; returns how many files there are. */
static size_t add_up(struct fxr_unrecorded *all, size_t n)
{
	size_t last = 0;

	qsort(all, n, sizeof(*all), by_file);
	for (size_t i = 1; i < n; i++) {
		if (by_file(&all[i], &all[last])) {
			all[++last] = all[i];
			continue;
		}
		all[last].n += all[i].n;
		all[last].n_failed += all[i].n_failed;
	}
	return last + 1;
}

void info_unrecorded(const struct print *print, struct fxr_world *world)
{
	struct fxr_unrecorded *all = world->unrecorded;
	size_t n = world->n_unrecorded ? add_up(all, world->n_unrecorded) : 0;
	struct pen *out = print->out;

	for (size_t i = 0; i < n; i++) {
		uint64_t n_starts = all[i].n > all[i].n_failed
					    ? all[i].n - all[i].n_failed
					    : 0;

		if (!n_starts)
			continue;
		pen_format(out, "not recorded: %" PRIu64 " %s ", n_starts,
			   n_starts == 1 ? "time" : "times");
		if (!all[i].path.n_bytes) {
			pen_put(out, "other programs\n");
			continue;
		}
		print_quoted(out, all[i].path, true);
		pen_put(out, ": ");
		print_name(out, all[i].why);
		pen_byte(out, '\n');
	}
}

void info_undescribed(const struct print *print, const struct fxr_types *types)
{
	struct imports *imports = imports_open(catalogue_covers);

	for (size_t i = 0; i < types->n_modules; i++)
		imports_add(imports, types->modules[i].path,
			    types->modules[i].build_id);
	undescribed_print(print->out, "undescribed: ", imports);
	imports_close(imports);
}
