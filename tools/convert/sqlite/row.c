/* SPDX-License-Identifier: MIT */
/*
 * A row and its record, see row.h. A record begins with the type of each
 * column, which says how many bytes it has behind them.
 */
#include "tools/convert/sqlite/row.h"

#include "tools/convert/sqlite/btree.h"
#include "writer/utf8.h"

/* Types of columns; 1 to 6 are integers of as many bytes as int_bytes has. */
#define TYPE_REAL 7u
#define TYPE_ZERO 8u
#define TYPE_ONE 9u
#define TYPE_BLOB 12u /* and twice the size */
#define TYPE_TEXT 13u

static const unsigned char int_bytes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};

void row_begin(struct row *row, unsigned n_columns)
{
	row->n_columns = n_columns;
	memset(row->columns, 0, n_columns * sizeof(row->columns[0]));
	row->text.n_bytes = 0;
}

void row_int(struct row *row, int at, int64_t number)
{
	row->columns[at].kind = ROW_INT;
	row->columns[at].as.i64 = number;
}

void row_real(struct row *row, int at, double number)
{
	row->columns[at].kind = ROW_REAL;
	row->columns[at].as.f64 = number;
}

static void set_bytes(struct row *row, int at, enum row_kind kind,
		      struct fxr_text text)
{
	row->columns[at].kind = kind;
	row->columns[at].as.bytes = text.bytes ? text.bytes : "";
	row->columns[at].n_bytes = text.n_bytes;
}

void row_text(struct row *row, int at, struct fxr_text text)
{
	set_bytes(row, at, ROW_TEXT, text);
}

void row_blob(struct row *row, int at, struct fxr_text bytes)
{
	set_bytes(row, at, ROW_BLOB, bytes);
}

void row_printed(struct row *row, int at, size_t from)
{
	row->columns[at].kind = ROW_TEXT;
	row->columns[at].n_bytes = row->text.n_bytes - from;
	row->columns[at].off = from;
}

void row_uint(struct row *row, int at, uint64_t number)
{
	if (number <= INT64_MAX)
		row_int(row, at, (int64_t)number);
	else
		row_real(row, at, (double)number);
}

void row_name(struct row *row, int at, struct fxr_text text)
{
	if (text.n_bytes)
		row_text(row, at, text);
}

bool row_is_text(struct fxr_text text)
{
	return !text.n_bytes ||
	       (fxw_utf8_cut(text.bytes, text.n_bytes) == text.n_bytes &&
		!memchr(text.bytes, 0, text.n_bytes));
}

void row_string(struct row *row, int at, struct fxr_text text)
{
	set_bytes(row, at, row_is_text(text) ? ROW_TEXT : ROW_BLOB, text);
}

void row_word(struct row *row, int at, const char *word)
{
	row_text(row, at, fxr_text(word, strlen(word)));
}

static uint64_t int_type(int64_t number)
{
	uint64_t size = number < 0 ? ~(uint64_t)number : (uint64_t)number;

	if (size <= 1 && number >= 0)
		return size ? TYPE_ONE : TYPE_ZERO;
	if (size < 1u << 7)
		return 1;
	if (size < 1u << 15)
		return 2;
	if (size < 1u << 23)
		return 3;
	if (size < 1u << 31)
		return 4;
	return size < (uint64_t)1 << 47 ? 5 : 6;
}

static uint64_t type_of(const struct row_column *column)
{
	switch (column->kind) {
	case ROW_INT:
		return int_type(column->as.i64);
	case ROW_REAL:
		return TYPE_REAL;
	case ROW_TEXT:
		return 2 * (uint64_t)column->n_bytes + TYPE_TEXT;
	case ROW_BLOB:
		return 2 * (uint64_t)column->n_bytes + TYPE_BLOB;
	default:
		return 0;
	}
}

/* Its bytes behind the head; returns how many. Numbers take space for eight. */
static size_t put_body(const struct row *row, const struct row_column *column,
		       uint64_t type, char *at)
{
	const char *bytes = column->as.bytes;
	uint64_t bits;
	size_t n;

	if (type >= TYPE_BLOB) {
		if (!bytes)
			bytes = row->text.bytes + column->off;
		if (column->n_bytes)
			memcpy(at, bytes, column->n_bytes);
		return column->n_bytes;
	}
	n = int_bytes[type];
	if (!n)
		return 0;
	memcpy(&bits, &column->as, sizeof(bits));
	bits = __builtin_bswap64(bits << (8 * (8 - n)));
	memcpy(at, &bits, sizeof(bits));
	return n;
}

/* Returns its size, which is part of it and has one byte or two. */
static size_t put_head(const struct row *row, const uint64_t *types,
		       unsigned char *head)
{
	unsigned char all[ROW_MAX_COLUMNS * 9];
	size_t n = 0, n_size;

	for (unsigned i = 0; i < row->n_columns; i++)
		if (types[i] < 0x80)
			all[n++] = (unsigned char)types[i];
		else
			n += btree_varint(all + n, types[i]);
	n_size = n + 1 < 0x80 ? 1 : 2;
	btree_varint(head, n + n_size);
	memcpy(head + n_size, all, n);
	return n + n_size;
}

struct fxr_text row_record(struct row *row)
{
	uint64_t types[ROW_MAX_COLUMNS];
	size_t space = 2 + ROW_MAX_COLUMNS * 9, n;
	char *at;

	for (unsigned i = 0; i < row->n_columns; i++) {
		const struct row_column *column = &row->columns[i];

		types[i] = type_of(column);
		space += 8 + (types[i] >= TYPE_BLOB ? column->n_bytes : 0);
	}
	row->record.n_bytes = 0;
	at = pen_capacity(&row->record, space);
	n = put_head(row, types, (unsigned char *)at);
	for (unsigned i = 0; i < row->n_columns; i++)
		n += put_body(row, &row->columns[i], types[i], at + n);
	return fxr_text(at, n);
}

void row_fini(struct row *row)
{
	pen_fini(&row->text);
	pen_fini(&row->record);
}
