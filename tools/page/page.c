/* SPDX-License-Identifier: MIT */
/*
 * The parts of a page, see page.h.
 */
#include "tools/page/page.h"

#include <string.h>

#include "tools/base/die.h"

static const char marker[] = "<!--DATA-->";

static const char *marker_of(const char *page, const char *end)
{
	const char *at =
		memmem(page, (size_t)(end - page), marker, sizeof(marker) - 1);

	if (!at)
		die("the page has no place for data");
	return at;
}

void page_head(FILE *out, const char *page, const char *end)
{
	fwrite(page, 1, (size_t)(marker_of(page, end) - page), out);
}

void page_rest(FILE *out, const char *page, const char *end)
{
	const char *rest = marker_of(page, end) + sizeof(marker) - 1;

	fwrite(rest, 1, (size_t)(end - rest), out);
}
