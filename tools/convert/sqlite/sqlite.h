/* SPDX-License-Identifier: MIT */
/*
 * Archives as SQLite databases: how one is filled.
 */
#ifndef TOOLS_CONVERT_SQLITE_SQLITE_H
#define TOOLS_CONVERT_SQLITE_SQLITE_H

#include <sqlite3.h>

#include "tools/convert/rows.h"

/*
 * Fills the empty database of a named file with the output's calls. False:
 * output->error says why; the database is then of no use.
 */
bool sqlite_fill(struct convert_output *output, sqlite3 *db);

/* Why the last call failed, for the user; until the next one. */
const char *sqlite_why(sqlite3 *db);

#endif
