/* SPDX-License-Identifier: MIT */
/*
 * The tables of an SQLite database of calls.
 */
#ifndef TOOLS_CONVERT_SCHEMA_H
#define TOOLS_CONVERT_SCHEMA_H

/* Statements that create the tables and views of an empty database, and, for a
 * filled one, the indices. */
extern const char sqlite_tables[], sqlite_indices[];

#endif
