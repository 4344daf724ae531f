/* SPDX-License-Identifier: MIT */
/*
 * Names of functions that are not described, see undescribed.h.
 */
#include "tools/print/undescribed.h"

#include <string.h>

#include "tools/print/print.h"
#include "tools/select/catalogue.h"

/* How many of them are of the first one's library. */
static size_t count_alike(const struct import *all, size_t n)
{
	size_t i = 1;

	while (i < n && strcmp(all[i].library, all[0].library) == 0)
		i++;
	return i;
}

void undescribed_print(struct pen *out, const char *before,
		       struct imports *imports)
{
	size_t n, n_alike;
	const struct import *all = imports_unknown(imports, &n);

	for (; n; all += n_alike, n -= n_alike) {
		n_alike = count_alike(all, n);
		pen_format(out, "%scalls of %zu %s of %s are not described: ",
			   before, n_alike,
			   n_alike == 1 ? "function" : "functions",
			   all[0].library);
		for (size_t i = 0; i < n_alike; i++) {
			pen_put(out, i ? ", " : "");
			print_name(out,
				   fxr_text(all[i].name, strlen(all[i].name)));
		}
		pen_byte(out, '\n');
	}
}
