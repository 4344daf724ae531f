/* SPDX-License-Identifier: MIT */
/*
 * The text that a call of the printf family made, from its format and the
 * recorded values. Each conversion is printed by a format of our own, made from
 * checked parts. See print.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/error_name.h"
#include "tools/print/print.h"
#include "tools/reader/format.h"
#include "tools/reader/long_double.h"

/* The text is shown up to the first limit. No program prints with a width or
 * precision above the second. */
#define MEASURE_MAX 4096

struct writing {
	const struct print *print;
	char *bytes; /* PRINT_FORMATTED_BYTES and a NUL */
	size_t n_bytes;
	bool is_whole;
};

/* Flags, width and precision of a conversion. */
struct form {
	int width;
	int precision; /* -1: none */
	unsigned flags;
};

static void put_bytes(struct writing *w, const char *bytes, size_t n)
{
	size_t n_left = PRINT_FORMATTED_BYTES - w->n_bytes;

	if (n > n_left) {
		w->is_whole = false;
		n = n_left;
	}
	if (n)
		memcpy(w->bytes + w->n_bytes, bytes, n);
	w->n_bytes += n;
}

static void put_spaces(struct writing *w, size_t n)
{
	while (n--)
		put_bytes(w, " ", 1);
}

/* Text in a field. */
static void put_field(struct writing *w, const struct form *form,
		      const char *bytes, size_t n)
{
	size_t width = (size_t)form->width;
	size_t n_pad = n < width ? width - n : 0;

	if (!(form->flags & FXW_FORM_LEFT))
		put_spaces(w, n_pad);
	put_bytes(w, bytes, n);
	if (form->flags & FXW_FORM_LEFT)
		put_spaces(w, n_pad);
}

/* "%-*.*jd" */
static void make_spec(char *spec, unsigned flags, const char *length,
		      char letter)
{
	static const char letters[] = "#0- +";
	unsigned i;

	*spec++ = '%';
	for (i = 0; i < 5; i++)
		if (flags >> i & 1)
			*spec++ = letters[i];
	spec = stpcpy(spec, "*.*");
	spec = stpcpy(spec, length);
	*spec++ = letter;
	*spec = 0;
}

/* The text of snprintf by a format that make_spec made. */
#define PUT_NUMBER(w, form, length, letter, number)                            \
	do {                                                                   \
		size_t n_left_ = PRINT_FORMATTED_BYTES - (w)->n_bytes;         \
		char spec_[16];                                                \
		int n_;                                                        \
                                                                               \
		make_spec(spec_, (form)->flags, length, letter);               \
		n_ = snprintf((w)->bytes + (w)->n_bytes, n_left_ + 1, spec_,   \
			      (form)->width, (form)->precision, number);       \
		if (n_ < 0 || (size_t)n_ > n_left_) {                          \
			(w)->is_whole = false;                                 \
			n_ = n_ < 0 ? 0 : (int)n_left_;                        \
		}                                                              \
		(w)->n_bytes += (size_t)n_;                                    \
	} while (0)

static bool is_integer(const struct fxr_value *value)
{
	return value->kind == FXR_VALUE_INT || value->kind == FXR_VALUE_UINT;
}

static bool put_integer(struct writing *w, const struct form *form,
			const struct fxw_conversion *c,
			const struct fxr_value *value)
{
	uintmax_t bits = value->as.u64;

	if (!is_integer(value))
		return false;
	if (c->takes == FXW_TAKES_SIGNED) {
		PUT_NUMBER(w, form, "j", 'd', (intmax_t)bits);
		return true;
	}
	if (c->n_bytes < 8)
		bits &= (UINTMAX_C(1) << c->n_bytes * 8) - 1;
	PUT_NUMBER(w, form, "j", c->letter, bits);
	return true;
}

static bool put_double(struct writing *w, const struct form *form,
		       const struct fxw_conversion *c,
		       const struct fxr_value *value)
{
	long double large;

	if (c->takes == FXW_TAKES_DOUBLE) {
		if (value->kind != FXR_VALUE_DOUBLE)
			return false;
		PUT_NUMBER(w, form, "", c->letter, value->as.f64);
		return true;
	}
	if (value->kind != FXR_VALUE_LONG_DOUBLE ||
	    value->as.text.n_bytes < sizeof(large))
		return false;
	large = fxr_long_double(value->as.text, fxr_has_quads(w->print->world));
	PUT_NUMBER(w, form, "L", c->letter, large);
	return true;
}

static bool put_char(struct writing *w, const struct form *form,
		     const struct fxw_conversion *c,
		     const struct fxr_value *value)
{
	char bytes[4];
	size_t n = 1;

	if (!is_integer(value))
		return false;
	bytes[0] = (char)value->as.u64;
	if (c->is_wide)
		n = fxr_utf8(bytes, value->as.u64);
	put_field(w, form, bytes, n);
	return true;
}

/* At most n bytes; of wide text whole characters. */
static size_t limited_bytes(struct fxr_text text, size_t n, bool is_wide)
{
	if (n >= text.n_bytes)
		return text.n_bytes;
	while (is_wide && n && ((unsigned char)text.bytes[n] & 0xc0) == 0x80)
		n--;
	return n;
}

static bool put_string(struct writing *w, const struct form *form,
		       const struct fxw_conversion *c,
		       const struct fxr_value *value)
{
	struct fxr_text text = value->as.text;
	size_t max = form->precision < 0 ? SIZE_MAX : (size_t)form->precision;

	if (value->kind == FXR_VALUE_NULL) {
		text = max >= 6 ? fxr_text("(null)", 6) : fxr_text("", 0);
		put_field(w, form, text.bytes, text.n_bytes);
		return true;
	}
	if (value->kind != FXR_VALUE_STRING)
		return false;
	if (value->true_bytes > text.n_bytes && max > text.n_bytes) {
		put_bytes(w, text.bytes, text.n_bytes);
		return false;
	}
	put_field(w, form, text.bytes, limited_bytes(text, max, c->is_wide));
	return true;
}

static bool put_pointer(struct writing *w, const struct form *form,
			const struct fxr_value *value)
{
	uint64_t address = value->kind == FXR_VALUE_NULL ? 0 : value->as.u64;

	if (value->kind != FXR_VALUE_POINTER && value->kind != FXR_VALUE_NULL)
		return false;
	if (w->print->is_stable && address)
		put_field(w, form, "PTR", 3);
	else
		PUT_NUMBER(w, form, "", 'p', (void *)(uintptr_t)address);
	return true;
}

static bool put_error(struct writing *w, const struct form *form,
		      const struct fxr_value *value)
{
	const char *text = NULL;

	if (!is_integer(value))
		return false;
	if (value->as.u64 <= 4095)
		text = form->flags & FXW_FORM_ALT
			       ? error_name((int)value->as.u64)
			       : error_text((int)value->as.u64);
	if (!text)
		return false;
	put_field(w, form, text, strlen(text));
	return true;
}

static bool read_measure(const struct fxr_value *value, int *number)
{
	if (!is_integer(value) || value->as.i64 > MEASURE_MAX ||
	    value->as.i64 < -MEASURE_MAX)
		return false;
	*number = (int)value->as.i64;
	return true;
}

/* Reads a conversion's form. False: it is unknown, or unlikely. */
static bool get_form(const struct fxr_conversion *found, struct form *form)
{
	const struct fxw_conversion *c = &found->conversion;

	*form = (struct form){c->width < 0 ? 0 : c->width, c->precision,
			      c->flags};
	if (c->takes_width &&
	    (!found->width || !read_measure(found->width, &form->width)))
		return false;
	if (c->takes_precision &&
	    (!found->precision ||
	     !read_measure(found->precision, &form->precision)))
		return false;
	if (form->width < 0) {
		form->width = -form->width;
		form->flags |= FXW_FORM_LEFT;
	}
	if (form->precision < 0)
		form->precision = -1;
	return form->width <= MEASURE_MAX && form->precision <= MEASURE_MAX;
}

static bool put_value(struct writing *w, const struct form *form,
		      const struct fxw_conversion *c,
		      const struct fxr_value *value)
{
	switch (c->takes) {
	case FXW_TAKES_SIGNED:
	case FXW_TAKES_UNSIGNED:
		return put_integer(w, form, c, value);
	case FXW_TAKES_CHAR:
		return put_char(w, form, c, value);
	case FXW_TAKES_DOUBLE:
	case FXW_TAKES_LONG_DOUBLE:
		return put_double(w, form, c, value);
	case FXW_TAKES_STRING:
		return put_string(w, form, c, value);
	case FXW_TAKES_POINTER:
		return put_pointer(w, form, value);
	case FXW_TAKES_ERROR:
		return put_error(w, form, value);
	default: /* %n */
		return true;
	}
}

static bool put_conversion(struct writing *w,
			   const struct fxr_conversion *found)
{
	struct form form;

	if (found->conversion.takes == FXW_TAKES_NOTHING) {
		put_bytes(w, "%", 1);
		return true;
	}
	return found->value && get_form(found, &form) &&
	       put_value(w, &form, &found->conversion, found->value);
}

/* Whether another argument is the text that the call made. */
static bool has_output(const struct print *print, const struct fxr_call *call)
{
	size_t i;

	for (i = 0; i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];
		const struct fxr_type *type;

		if (arg->param >= call->function->n_params ||
		    arg->value.kind != FXR_VALUE_STRING)
			continue;
		type = fxr_type_find(&print->world->types,
				     call->function->provider,
				     call->function->params[arg->param].type);
		if (type && (type->dir & FXG_OUT) &&
		    (type->class == FXG_STR || type->class == FXG_PTR))
			return true;
	}
	return false;
}

static void write_all(struct writing *w, struct fxr_format *format)
{
	struct fxr_conversion found;
	enum fxw_found what;

	while ((what = fxr_format_next(format, &found)) == FXW_FOUND_ONE) {
		put_bytes(w, found.before.bytes, found.before.n_bytes);
		if (!put_conversion(w, &found)) {
			w->is_whole = false;
			return;
		}
		if (!w->is_whole)
			return;
	}
	put_bytes(w, found.before.bytes, found.before.n_bytes);
	if (what == FXW_FOUND_UNKNOWN || format->is_cut)
		w->is_whole = false;
}

bool print_formatted(const struct print *print, const struct fxr_call *call,
		     struct fxr_text *text, bool *is_whole)
{
	struct writing w = {.print = print,
			    .bytes = print_space(print)->formatted,
			    .is_whole = true};
	struct fxr_format format;

	if (!fxr_format_open(&format, call) || format.walk.is_scanf ||
	    has_output(print, call))
		return false;
	write_all(&w, &format);
	*text = fxr_text(w.bytes, w.n_bytes);
	*is_whole = w.is_whole;
	return true;
}
