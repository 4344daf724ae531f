/* SPDX-License-Identifier: MIT */
/*
 * A row under construction, and its record: how an SQLite database stores it.
 */
#ifndef TOOLS_CONVERT_SQLITE_ROW_H
#define TOOLS_CONVERT_SQLITE_ROW_H

#include "tools/base/pen.h"

#define ROW_MAX_COLUMNS 20u

enum row_kind { ROW_NULL, ROW_INT, ROW_REAL, ROW_TEXT, ROW_BLOB };

struct row_column {
	enum row_kind kind;
	union {
		int64_t i64;
		double f64;
		const char *bytes;
	} as;
	size_t n_bytes;
	size_t off; /* of text in row.text, if bytes are NULL */
};

/* Columns count from 0; those that are not set are NULL. */
struct row {
	unsigned n_columns;
	struct row_column columns[ROW_MAX_COLUMNS];
	struct pen text;   /* texts that were made for this row */
	struct pen record; /* of the last row */
};

/* Forgets the last row. */
void row_begin(struct row *row, unsigned n_columns);

/* Text and bytes are borrowed until row_record. */
void row_int(struct row *row, int at, int64_t number);
void row_real(struct row *row, int at, double number);
void row_text(struct row *row, int at, struct fxr_text text);
void row_blob(struct row *row, int at, struct fxr_text bytes);
/* What was put into row->text since its length was `from`. */
void row_printed(struct row *row, int at, size_t from);

/* SQL has no larger integers: they become real numbers, never negative ones. */
void row_uint(struct row *row, int at, uint64_t number);
/* NULL if it is empty. */
void row_name(struct row *row, int at, struct fxr_text text);
/* A blob if it is not text. */
bool row_is_text(struct fxr_text text);
void row_string(struct row *row, int at, struct fxr_text text);
void row_word(struct row *row, int at, const char *word);

/* Its record; borrowed until the next one. */
struct fxr_text row_record(struct row *row);

void row_fini(struct row *row);

#endif
