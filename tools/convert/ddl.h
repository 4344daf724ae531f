/* SPDX-License-Identifier: MIT */
/*
 * Statements by which databases get tables of calls, and load what `convert`
 * has written.
 */
#ifndef TOOLS_CONVERT_DDL_H
#define TOOLS_CONVERT_DDL_H

#include <stdio.h>

/* Names of the engines, between spaces. */
#define DDL_ENGINES "duckdb clickhouse spark sqlite"

/* That SQLite attaches at a time, unless it was built otherwise. */
#define DDL_MAX_DATABASES 10

/* Prints the statements. engine: one of DDL_ENGINES. files: n names of what is
 * loaded; none: whatever has the suffix that the engine loads. */
void ddl_print(FILE *out, const char *engine, char *const *files, size_t n);

#endif
