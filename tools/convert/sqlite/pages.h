/* SPDX-License-Identifier: MIT */
/*
 * Pages that are added to the end of an SQLite database, behind its back: they
 * are written once and never read. https://sqlite.org/fileformat2.html has the
 * format. SQLite made the file, and must not touch it until pages_end.
 */
#ifndef TOOLS_CONVERT_SQLITE_PAGES_H
#define TOOLS_CONVERT_SQLITE_PAGES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pages {
	sqlite3_file *file;
	size_t n_bytes; /* of a page */
	uint32_t n;	/* pages of the file */
	uint32_t unused, n_unused;
	int status; /* of SQLite; the first error counts */
	int reason; /* its errno */
};

/* db  has tables, and no transaction is open. False: its pages have another
 *     form than those of this file. */
bool pages_begin(struct pages *pages, sqlite3 *db);

/* The number of a new page. */
uint32_t pages_new(struct pages *pages);

void pages_write(struct pages *pages, uint32_t number,
		 const unsigned char *page);

/* Gives a page back that was not written; SQLite will use it. */
void pages_give_back(struct pages *pages, uint32_t number);

/* Makes the new pages part of the database. */
void pages_end(struct pages *pages);

/* Numbers of the format are big-endian. */
static inline void pages_put16(unsigned char *at, size_t number)
{
	at[0] = (unsigned char)(number >> 8);
	at[1] = (unsigned char)number;
}

static inline void pages_put32(unsigned char *at, uint32_t number)
{
	pages_put16(at, number >> 16);
	pages_put16(at + 2, number);
}

#endif
