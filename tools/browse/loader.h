/* SPDX-License-Identifier: MIT */
/*
 * Reads an archive in the background. Its first megabytes are read at once, so
 * that there is something to look at. An archive that grows is read again.
 */
#ifndef TOOLS_BROWSE_LOADER_H
#define TOOLS_BROWSE_LOADER_H

#include <stdbool.h>

#include "tools/browse/indexed.h"

struct loader;

/* path: of a file. Dies if it has no archive. */
struct loader *loader_open(const char *path);
void loader_close(struct loader *loader);

/* What there is to look at. It stays until loader_take. */
struct indexed *loader_indexed(const struct loader *loader);
/* Whether that is all of the archive, as far as it was written. */
bool loader_is_whole(const struct loader *loader);
/* How much of it was read meanwhile, in percent. */
unsigned loader_percent(const struct loader *loader);
/* Whether more was written than there is to look at. */
bool loader_grows(const struct loader *loader);

/* Whether there is a newer index. It is what there is to look at now; the older
 * one is in *former, to be closed. If the file grows, another is begun. */
bool loader_take(struct loader *loader, struct indexed **former);

#endif
