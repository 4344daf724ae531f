/* SPDX-License-Identifier: MIT */
/*
 * A value as columns, see value.h.
 */
#include <math.h>

#include "tools/convert/sqlite/value.h"

#include "tools/print/type.h"
#include "tools/reader/number.h"

static void set_printed(struct row *row, const struct print *print, int at,
			const struct fxr_value *value)
{
	size_t from = row->text.n_bytes;

	print_value(print, value);
	row_printed(row, at, from);
}

/* All digits of a number. */
static void set_digits(struct row *row, int at, uint64_t number, bool is_signed)
{
	size_t from = row->text.n_bytes;

	if (is_signed)
		pen_int(&row->text, (int64_t)number);
	else
		pen_uint(&row->text, number);
	row_printed(row, at, from);
}

/* Returns the kind. */
static const char *set_integer(struct row *row, const struct print *print,
			       struct value_columns at,
			       const struct fxr_value *value)
{
	bool is_signed = value->kind == FXR_VALUE_INT;
	uint64_t number = value->as.u64;

	if (print_is_named(print, value)) {
		set_printed(row, print, at.value, value);
		set_digits(row, at.digits, number, is_signed);
		return "constant";
	}
	if (!is_signed && number > INT64_MAX)
		set_digits(row, at.digits, number, false);
	if (is_signed)
		row_int(row, at.value, (int64_t)number);
	else
		row_uint(row, at.value, number);
	return is_signed ? "int" : "uint";
}

static const char *set_pointer(struct row *row, const struct print *print,
			       struct value_columns at,
			       const struct fxr_value *value)
{
	if (print_is_handler(value)) {
		set_printed(row, print, at.value, value);
		set_digits(row, at.digits, value->as.u64, false);
		return "constant";
	}
	if (!value->as.u64)
		return "null";
	set_printed(row, print, at.value, value);
	return "address";
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

static const char *set_symbol(struct row *row, const struct print *print,
			      struct value_columns at,
			      const struct fxr_value *value)
{
	const struct fxr_types *types = &print->world->types;
	uint64_t number;

	row_string(row, at.value, value->as.text);
	if (fxr_number(types, value, &number))
		set_digits(row, at.digits, number,
			   fxr_type_is_signed(types, value->type));
	return "constant";
}

static const char *set_list(struct row *row, const struct print *print,
			    struct value_columns at,
			    const struct fxr_value *value)
{
	size_t from = row->text.n_bytes;

	print_value_json(print, value);
	row_printed(row, at.value, from);
	return value->kind == FXR_VALUE_ARRAY ? "list" : "record";
}

static const char *set_content(struct row *row, const struct print *print,
			       struct value_columns at,
			       const struct fxr_value *value)
{
	switch (value->kind) {
	case FXR_VALUE_NULL:
		return value->is_withheld ? "withheld" : "null";
	case FXR_VALUE_BYTES:
		return "bytes";
	case FXR_VALUE_BOOL:
		row_int(row, at.value, value->as.boolean);
		return "bool";
	case FXR_VALUE_DOUBLE:
		return set_real(row, at, value->as.f64);
	case FXR_VALUE_LONG_DOUBLE:
		set_printed(row, print, at.value, value);
		return "float";
	case FXR_VALUE_STRING:
		row_string(row, at.value, value->as.text);
		return "text";
	case FXR_VALUE_SYMBOL:
		return set_symbol(row, print, at, value);
	case FXR_VALUE_ARRAY:
	case FXR_VALUE_STRUCT:
		return set_list(row, print, at, value);
	case FXR_VALUE_POINTER:
		return set_pointer(row, print, at, value);
	default:
		return set_integer(row, print, at, value);
	}
}

void row_value(struct row *row, const struct print *print,
	       struct value_columns at, const struct fxr_value *value)
{
	row_word(row, at.kind, set_content(row, print, at, value));
}
