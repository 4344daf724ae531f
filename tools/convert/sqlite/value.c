/* SPDX-License-Identifier: MIT */
/*
 * A value as columns, see value.h.
 */
#include "tools/convert/sqlite/value.h"

#include <math.h>

/* A text that does not live as long as the row. NULL: no memory, which the
 * archive's error says. */
static void set_copy(struct row *row, int at, const char *text, size_t n_bytes)
{
	size_t from = row->text.n_bytes;

	if (text)
		pen_bytes(&row->text, text, n_bytes);
	row_printed(row, at, from);
}

static void set_printed(struct row *row, struct fxtrace_archive *archive,
			int at, const struct fxtrace_value *value)
{
	size_t n_bytes;
	const char *text = fxtrace_value_text(archive, value, &n_bytes);

	set_copy(row, at, text, n_bytes);
}

/* All digits of its number. */
static void set_digits(struct row *row, int at,
		       const struct fxtrace_value *value)
{
	size_t from = row->text.n_bytes;

	if (value->is_signed)
		pen_int(&row->text, value->integer);
	else
		pen_uint(&row->text, value->number);
	row_printed(row, at, from);
}

/* Returns the kind. */
static const char *set_constant(struct row *row,
				struct fxtrace_archive *archive,
				struct value_columns at,
				const struct fxtrace_value *value)
{
	set_printed(row, archive, at.value, value);
	set_digits(row, at.digits, value);
	return "constant";
}

static const char *set_uint(struct row *row, struct value_columns at,
			    const struct fxtrace_value *value)
{
	row_uint(row, at.value, value->number);
	if (value->number > INT64_MAX)
		set_digits(row, at.digits, value);
	return "uint";
}

static const char *set_real(struct row *row, struct value_columns at,
			    double number)
{
	if (isnan(number)) /* would be NULL */
		row_word(row, at.digits, "NaN");
	else
		row_real(row, at.value, number);
	return "float";
}

static const char *set_symbol(struct row *row, struct value_columns at,
			      const struct fxtrace_value *value)
{
	row_string(row, at.value, fxr_text(value->bytes, value->n_bytes));
	if (value->has_number)
		set_digits(row, at.digits, value);
	return "constant";
}

/* An address, or what people call it: RTLD_NEXT. */
static const char *set_address(struct row *row, struct fxtrace_archive *archive,
			       struct value_columns at,
			       const struct fxtrace_value *value)
{
	size_t n_bytes;
	const char *text = fxtrace_value_text(archive, value, &n_bytes);

	set_copy(row, at.value, text, n_bytes);
	if (text && n_bytes && *text != '0')
		set_digits(row, at.digits, value);
	return "address";
}

static const char *set_list(struct row *row, struct fxtrace_archive *archive,
			    struct value_columns at,
			    const struct fxtrace_value *value)
{
	size_t n_bytes;
	const char *text = fxtrace_value_json(archive, value, &n_bytes);

	set_copy(row, at.value, text, n_bytes);
	return value->kind == FXTRACE_LIST ? "list" : "record";
}

static bool is_named(const struct fxtrace_value *value)
{
	return value->has_form &&
	       (value->kind == FXTRACE_INT || value->kind == FXTRACE_UINT ||
		value->kind == FXTRACE_ADDRESS || value->kind == FXTRACE_NULL);
}

static const char *set_content(struct row *row, struct fxtrace_archive *archive,
			       struct value_columns at,
			       const struct fxtrace_value *value)
{
	if (is_named(value))
		return set_constant(row, archive, at, value);
	switch (value->kind) {
	case FXTRACE_NULL:
		return value->is_withheld ? "withheld" : "null";
	case FXTRACE_BYTES:
		return "bytes";
	case FXTRACE_BOOL:
		row_int(row, at.value, value->number);
		return "bool";
	case FXTRACE_DOUBLE:
		return set_real(row, at, value->real);
	case FXTRACE_LONG_DOUBLE:
		set_printed(row, archive, at.value, value);
		return "float";
	case FXTRACE_TEXT:
		row_string(row, at.value,
			   fxr_text(value->bytes, value->n_bytes));
		return "text";
	case FXTRACE_SYMBOL:
		return set_symbol(row, at, value);
	case FXTRACE_LIST:
	case FXTRACE_RECORD:
		return set_list(row, archive, at, value);
	case FXTRACE_ADDRESS:
		return set_address(row, archive, at, value);
	case FXTRACE_INT:
		row_int(row, at.value, value->integer);
		return "int";
	default:
		return set_uint(row, at, value);
	}
}

void row_value(struct row *row, struct fxtrace_archive *archive,
	       struct value_columns at, const struct fxtrace_value *value)
{
	row_word(row, at.kind, set_content(row, archive, at, value));
}
