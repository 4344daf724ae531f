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

static const unsigned char int_bytes[] = {0, 1, 2, 3, 4, 6, 8};

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

/* Its type, and its bytes to the body. */
static uint64_t put_int(struct pen *body, int64_t number)
{
	/* by the bits that it needs behind its sign, from 0 */
	static const unsigned char types[64] = {
		1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2,
		3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4,
		5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
		6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
	};
	uint64_t size = number < 0 ? ~(uint64_t)number : (uint64_t)number;
	uint64_t type, bits;

	if (size <= 1 && number >= 0)
		return size ? TYPE_ONE : TYPE_ZERO;
	type = types[size ? 64 - __builtin_clzll(size) : 0];
	bits = __builtin_bswap64((uint64_t)number
				 << (8 * (8 - int_bytes[type])));
	memcpy(pen_capacity(body, sizeof(bits)), &bits, sizeof(bits));
	pen_used(body, int_bytes[type]);
	return type;
}

static uint64_t put_real(struct pen *body, double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof(bits));
	bits = __builtin_bswap64(bits);
	pen_bytes(body, &bits, sizeof(bits));
	return TYPE_REAL;
}

/* The type of a column, which says how many bytes it has in the body. */
static uint64_t put_column(struct row *row, const struct row_column *column)
{
	const char *bytes = column->as.bytes;

	switch (column->kind) {
	case ROW_INT:
		return put_int(&row->record, column->as.i64);
	case ROW_REAL:
		return put_real(&row->record, column->as.f64);
	case ROW_TEXT:
	case ROW_BLOB:
		if (!bytes)
			bytes = row->text.bytes + column->off;
		pen_bytes(&row->record, bytes, column->n_bytes);
		return 2 * (uint64_t)column->n_bytes +
		       (column->kind == ROW_TEXT ? TYPE_TEXT : TYPE_BLOB);
	default:
		return 0;
	}
}

struct fxr_text row_record(struct row *row)
{
	unsigned char head[ROW_MAX_COLUMNS * 9];
	const size_t space = 2 + sizeof(head);
	size_t n = 0, n_size, from;
	char *bytes;

	/* the body, behind enough space for the head */
	row->record.n_bytes = 0;
	(void)pen_capacity(&row->record, space);
	pen_used(&row->record, space);
	for (unsigned i = 0; i < row->n_columns; i++) {
		uint64_t type = put_column(row, &row->columns[i]);

		if (type < 0x80)
			head[n++] = (unsigned char)type;
		else
			n += btree_varint(head + n, type);
	}
	/* its size is part of it, and has one byte or two */
	n_size = n + 1 < 0x80 ? 1 : 2;
	from = space - n - n_size;
	bytes = row->record.bytes + from;
	btree_varint((unsigned char *)bytes, n + n_size);
	memcpy(bytes + n_size, head, n);
	return fxr_text(bytes, row->record.n_bytes - from);
}

void row_fini(struct row *row)
{
	pen_fini(&row->text);
	pen_fini(&row->record);
}
