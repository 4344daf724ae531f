/* SPDX-License-Identifier: MIT */
/*
 * Pages at the end of a database, see pages.h.
 */
#include "tools/convert/sqlite/pages.h"

#include <errno.h>
#include <string.h>

/* SQLite locks bytes here, on a page that holds nothing. */
#define LOCKED_BYTE 0x40000000u
/* The file's header: offsets of its parts. */
#define HEAD_BYTES 100
#define HEAD_PAGE_BYTES 16
#define HEAD_RESERVED 20
#define HEAD_CHANGES 24
#define HEAD_PAGES 28
#define HEAD_UNUSED 32
#define HEAD_N_UNUSED 36
#define HEAD_LARGEST_ROOT 52 /* with automatic vacuum */
#define HEAD_ENCODING 56
#define HEAD_CHANGES_KNOWN 92
#define ENCODING_UTF8 1
#define MAX_PAGE_BYTES 65536

static uint32_t get32(const unsigned char *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
	       (uint32_t)at[2] << 8 | at[3];
}

static bool is_well(struct pages *pages, int status)
{
	if (pages->status == SQLITE_OK && status != SQLITE_OK) {
		pages->reason = errno;
		pages->status = status;
	}
	return pages->status == SQLITE_OK;
}

bool pages_begin(struct pages *pages, sqlite3 *db)
{
	unsigned char head[HEAD_BYTES];

	if (!is_well(pages,
		     sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER,
					  &pages->file)) ||
	    !is_well(pages, pages->file->pMethods->xRead(pages->file, head,
							 HEAD_BYTES, 0)))
		return false;
	/* the largest size does not fit into its two bytes, and is 1 */
	pages->n_bytes = (size_t)head[HEAD_PAGE_BYTES] << 8 |
			 (size_t)(head[HEAD_PAGE_BYTES + 1] & 1) << 16;
	pages->n = get32(head + HEAD_PAGES);
	pages->unused = get32(head + HEAD_UNUSED);
	pages->n_unused = get32(head + HEAD_N_UNUSED);
	return pages->n && !head[HEAD_RESERVED] &&
	       !get32(head + HEAD_LARGEST_ROOT) &&
	       get32(head + HEAD_ENCODING) == ENCODING_UTF8;
}

uint32_t pages_new(struct pages *pages)
{
	if (pages->n == UINT32_MAX - 2)
		is_well(pages, SQLITE_FULL);
	else
		pages->n++;
	if (pages->n == LOCKED_BYTE / pages->n_bytes + 1)
		pages->n++;
	return pages->n;
}

void pages_write(struct pages *pages, uint32_t number,
		 const unsigned char *page)
{
	if (pages->status == SQLITE_OK)
		is_well(pages,
			pages->file->pMethods->xWrite(
				pages->file, page, (int)pages->n_bytes,
				(sqlite3_int64)((number - 1) *
						(uint64_t)pages->n_bytes)));
}

void pages_give_back(struct pages *pages, uint32_t number)
{
	unsigned char page[MAX_PAGE_BYTES] = {0};

	pages_put32(page, pages->unused);
	pages_write(pages, number, page);
	pages->unused = number;
	pages->n_unused++;
}

void pages_end(struct pages *pages)
{
	unsigned char head[HEAD_BYTES];
	uint32_t n_changes;

	if (pages->status != SQLITE_OK ||
	    !is_well(pages, pages->file->pMethods->xRead(pages->file, head,
							 HEAD_BYTES, 0)))
		return;
	/* so that SQLite reads again what it knows */
	n_changes = get32(head + HEAD_CHANGES) + 1;
	pages_put32(head + HEAD_CHANGES, n_changes);
	pages_put32(head + HEAD_CHANGES_KNOWN, n_changes);
	pages_put32(head + HEAD_PAGES, pages->n);
	pages_put32(head + HEAD_UNUSED, pages->unused);
	pages_put32(head + HEAD_N_UNUSED, pages->n_unused);
	is_well(pages, pages->file->pMethods->xWrite(pages->file, head,
						     HEAD_BYTES, 0));
}
