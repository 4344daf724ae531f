/* SPDX-License-Identifier: MIT */
/*
 * Values as C programmers write them: types say whether a number is octal, hex,
 * a character or a set of flags. See print.h.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/print/print.h"
#include "tools/print/type.h"
#include "tools/reader/long_double.h"

/* Bytes of memory in one line. */
#define SHORT_BYTES 32u
/* Elements of an array in one line. */
#define SHORT_ITEMS 64u

/* The bits that have no flag's name. */
static void print_bits(struct pen *out, uint64_t number, bool is_oct,
		       const char *bar)
{
	pen_put(out, bar);
	if (!number)
		pen_byte(out, '0');
	else if (is_oct)
		pen_format(out, "0%" PRIo64, number);
	else
		pen_hex(out, number);
}

static void print_flags(const struct print *print, const struct fxr_type *type,
			uint64_t number)
{
	bool is_oct = print_show(print->world, type) == FXG_OCT;
	struct pen *out = print->out;
	bool is_first = true;
	size_t i;

	for (i = 0; i < type->n_enumerators; i++) {
		const struct fxr_enumerator *e = &type->enumerators[i];

		if ((number & e->mask) != e->value || !e->mask ||
		    (!e->value && !is_first))
			continue;
		if (!is_first)
			pen_byte(out, '|');
		is_first = false;
		print_name(out, e->name);
		number &= ~e->mask;
	}
	if (number || is_first)
		print_bits(out, number, is_oct, is_first ? "" : "|");
}

/* The constant's name, if the archive has it. */
static bool print_constant(struct pen *out, const struct fxr_type *type,
			   uint64_t number)
{
	size_t i;

	for (i = 0; i < type->n_enumerators; i++) {
		const struct fxr_enumerator *e = &type->enumerators[i];

		if ((number & e->mask) != e->value)
			continue;
		print_name(out, e->name);
		return true;
	}
	return false;
}

bool print_has_constant(const struct fxr_value *value)
{
	const struct fxr_type *type = value->type;
	double number = value->as.f64;
	size_t i;

	/* a 32-bit integer is exact in a double */
	if (!type || type->class != FXG_ENUM ||
	    !(number >= INT32_MIN && number <= INT32_MAX) ||
	    number != (double)(int32_t)number)
		return false;
	for (i = 0; i < type->n_enumerators; i++)
		if (type->enumerators[i].value == (uint64_t)(int32_t)number)
			return true;
	return false;
}

static void put_decimal(struct pen *out, uint64_t number, bool is_signed)
{
	if (is_signed)
		pen_int(out, (int64_t)number);
	else
		pen_uint(out, number);
}

static void print_char(struct pen *out, uint64_t number, bool is_signed)
{
	char byte = (char)number;

	if (number > 0x7f) {
		put_decimal(out, number, is_signed);
		return;
	}
	pen_byte(out, '\'');
	if (byte == '\'')
		pen_put(out, "\\'");
	else
		print_escaped(out, fxr_text(&byte, 1), false);
	pen_byte(out, '\'');
}

void print_number(const struct print *print, const struct fxr_type *type,
		  uint64_t number, bool is_signed)
{
	enum fxg_show show = print_show(print->world, type);
	struct pen *out = print->out;
	uint64_t size = type ? type->size : 8;

	if (print->is_stable && print_is_volatile(print->world, type) &&
	    (int64_t)number > 0) {
		pen_put(out, print_is_volatile(print->world, type));
		return;
	}
	/* a negative one is shown in its own width */
	if ((show == FXG_HEX || show == FXG_OCT) && size < 8)
		number &= (UINT64_C(1) << size * 8) - 1;
	if (show == FXG_HEX)
		number ? pen_hex(out, number) : pen_byte(out, '0');
	else if (show == FXG_OCT)
		pen_format(out, number ? "0%" PRIo64 : "%" PRIu64, number);
	else if (show == FXG_CHAR)
		print_char(out, number, is_signed);
	else if (!print_shown_number(out, show, number))
		put_decimal(out, number, is_signed);
}

static void print_integer(const struct print *print,
			  const struct fxr_value *value)
{
	const struct fxr_type *type = value->type;
	bool is_signed = value->kind == FXR_VALUE_INT;

	if (type && type->class == FXG_FLAGS) {
		print_flags(print, type, value->as.u64);
		return;
	}
	if (type && (type->class == FXG_ENUM || type->class == FXG_HANDLE) &&
	    print_constant(print->out, type, value->as.u64))
		return;
	print_number(print, type, value->as.u64, is_signed);
}

/* Whether it is where dlsym looks a symbol up, see gen/api/libc/dl.api. */
static bool is_scope(const struct fxr_type *type)
{
	return type && type->class == FXG_HANDLE && type->null_value == -1 &&
	       fxr_is(type->space, "dl");
}

static void print_pointer(const struct print *print,
			  const struct fxr_type *type, uint64_t address)
{
	if (type && type->class == FXG_FUNC && type->show == FXG_SIGNAL &&
	    print_handler(print->out, address))
		return;
	if (is_scope(type) && (!address || address == UINT64_MAX))
		pen_put(print->out, address ? "RTLD_NEXT" : "RTLD_DEFAULT");
	else if (!address)
		pen_put(print->out, "NULL");
	else if (print->is_stable)
		pen_put(print->out, "PTR");
	else
		pen_hex(print->out, address);
}

/* Behind a value that was cut. */
static void print_rest(struct pen *out, uint64_t true_bytes)
{
	pen_put(out, "...[");
	pen_uint(out, true_bytes);
	pen_byte(out, ']');
}

static void print_bytes(const struct print *print,
			const struct fxr_value *value)
{
	struct fxr_text shown = value->as.text;

	if (shown.n_bytes > SHORT_BYTES)
		shown.n_bytes = SHORT_BYTES;
	print_quoted(print->out, shown, false);
	if (shown.n_bytes < value->true_bytes)
		print_rest(print->out, value->true_bytes);
}

static void print_string(const struct print *print,
			 const struct fxr_value *value)
{
	print_quoted(print->out, value->as.text, true);
	if (value->as.text.n_bytes < value->true_bytes)
		print_rest(print->out, value->true_bytes);
}

static void print_list(const struct print *print, const struct fxr_value *value)
{
	bool is_struct = value->kind == FXR_VALUE_STRUCT;
	size_t n = value->as.list.n;
	size_t i;

	if (!is_struct && n > SHORT_ITEMS && !print->has_blobs)
		n = SHORT_ITEMS;
	pen_byte(print->out, is_struct ? '{' : '[');
	for (i = 0; i < n; i++) {
		const struct fxr_value *item = &value->as.list.items[i];

		if (i)
			pen_put(print->out, ", ");
		if (is_struct) {
			print_name(print->out, item->name);
			pen_byte(print->out, '=');
		}
		print_value(print, item);
	}
	if (n < value->as.list.n)
		pen_format(print->out, ", ...[%zu]", value->as.list.n);
	pen_byte(print->out, is_struct ? '}' : ']');
}

/* A null pointer, or a withheld value. */
static void print_null(struct pen *out, const struct fxr_value *value)
{
	if (!value->is_withheld)
		pen_put(out, "NULL");
	else if (value->true_bytes == UINT64_MAX)
		pen_byte(out, '?');
	else
		pen_format(out, "?[%" PRIu64 "]", value->true_bytes);
}

void print_value(const struct print *print, const struct fxr_value *value)
{
	struct pen *out = print->out;

	switch (value->kind) {
	case FXR_VALUE_NULL:
		print_null(out, value);
		break;
	case FXR_VALUE_BOOL:
		pen_put(out, value->as.boolean ? "true" : "false");
		break;
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
		print_integer(print, value);
		break;
	case FXR_VALUE_DOUBLE:
		if (print_has_constant(value))
			print_constant(out, value->type,
				       (uint64_t)(int32_t)value->as.f64);
		else
			print_double(out, value->as.f64,
				     value->type && value->type->size == 4);
		break;
	case FXR_VALUE_LONG_DOUBLE:
		pen_format(out, "%.21Lg",
			   fxr_long_double(value->as.text,
					   fxr_has_quads(print->world)));
		break;
	case FXR_VALUE_SYMBOL:
		print_name(out, value->as.text);
		break;
	case FXR_VALUE_STRING:
		print_string(print, value);
		break;
	case FXR_VALUE_BYTES:
		print_bytes(print, value);
		break;
	case FXR_VALUE_POINTER:
		print_pointer(print, value->type, value->as.u64);
		break;
	case FXR_VALUE_KOID:
		if (value->type) /* its pieces were overwritten before it */
			pen_format(out, "<blob 0x%" PRIx64 ", overwritten>",
				   value->as.u64);
		else
			pen_uint(out, value->as.u64);
		break;
	case FXR_VALUE_ARRAY:
	case FXR_VALUE_STRUCT:
		if (!print_shown_list(print, value))
			print_list(print, value);
		break;
	}
	if (print->names)
		print_name_of(print, value);
}
