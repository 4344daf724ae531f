/* SPDX-License-Identifier: MIT */
/*
 * Archives as SQLite databases: what the tables are, and how one is filled.
 */
#ifndef TOOLS_CONVERT_SQLITE_H
#define TOOLS_CONVERT_SQLITE_H

#include <sqlite3.h>

#include "tools/convert/convert.h"

/* Statements that make the tables and views of an empty database, and, once it
 * is filled, the indices. */
extern const char sqlite_tables[], sqlite_indices[];

/*
 * Fills an empty database with the output's calls.
 * False: output->error says why; what is in it then is of no use.
 */
bool sqlite_fill(struct convert_output *output, sqlite3 *db);

/* Why the last call failed, for the user; until the next one. */
const char *sqlite_why(sqlite3 *db);

#endif
