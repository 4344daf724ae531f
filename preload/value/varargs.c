/* SPDX-License-Identifier: MIT */
/*
 * The values of "...", see varargs.h. Runs in the recorder's window.
 */
#include "preload/value/varargs.h"

#include <stdarg.h>

#include "preload/value/out_of_line.h"
#include "preload/symbol/error.h"
#include "preload/value/list.h"
#include "preload/schema/sign.h"
#include "preload/value/value.h"
#include "writer/conversion.h"

struct walk {
	struct fxp_source *source;
	struct fxw_format format;
	struct fxw_conversion at;
	va_list *first; /* only copied */
	va_list ap;
	struct fxp_list list;
};

/* %m: errno as the API's constant for it. */
static void put_error(struct walk *w)
{
	const struct fxp_api *api = w->source->api;
	const struct fxg_type *t = &api->table->types[api->table->errno_type];
	int error = *fxp_error_address();

	if (api->table->errno_type) {
		for (uint32_t i = t->first; i < t->first + t->n; i++)
			if (api->table->enumerators[i].value == (uint64_t)error)
				fxp_sign_enumerator(
					w->source->api,
					(uint16_t)api->table->errno_type, i);
		fxp_list_byte(&w->list, FXP_V_ENUM);
		fxp_list_varint(&w->list,
				api->type_base + api->table->errno_type);
	}
	fxp_list_signed(&w->list, error);
}

/* An integer's bits, cut to the size of the conversion's type. */
static void put_integer(struct walk *w, const struct fxw_conversion *c,
			uint64_t bits)
{
	unsigned shift = 64 - c->n_bytes * 8u;

	if (c->takes == FXW_TAKES_SIGNED || c->takes == FXW_TAKES_COUNT)
		fxp_list_signed(&w->list, (int64_t)(bits << shift) >> shift);
	else
		fxp_list_unsigned(&w->list, bits << shift >> shift);
}

/* Takes the conversion's value, and puts it if `is_put`. A string has at most
 * max bytes. */
static void take_value(struct walk *w, va_list *ap,
		       const struct fxw_conversion *c, size_t max, bool is_put)
{
	const void *p;
	uint64_t bits;
	double number;
	long double large;

	switch (c->takes) {
	case FXW_TAKES_SIGNED:
	case FXW_TAKES_UNSIGNED:
	case FXW_TAKES_CHAR:
		if (c->n_bytes > 4)
			bits = va_arg(*ap, uint64_t);
		else
			bits = va_arg(*ap, unsigned);
		if (is_put)
			put_integer(w, c, bits);
		break;
	case FXW_TAKES_DOUBLE:
		number = va_arg(*ap, double);
		if (is_put)
			fxp_list_double(&w->list, number);
		break;
	case FXW_TAKES_LONG_DOUBLE:
		large = va_arg(*ap, long double);
		if (is_put)
			fxp_list_long_double(&w->list, &large);
		break;
	case FXW_TAKES_STRING:
		p = va_arg(*ap, const void *);
		if (is_put && c->is_wide)
			fxp_list_wide(&w->list, p, max);
		else if (is_put)
			fxp_list_string(&w->list, p, max);
		break;
	case FXW_TAKES_ERROR:
		if (is_put)
			put_error(w);
		break;
	default:
		p = va_arg(*ap, const void *);
		if (is_put)
			fxp_list_pointer(&w->list, p);
	}
}

static size_t as_limit(int precision)
{
	return precision < 0 ? SIZE_MAX / 2 : (size_t)precision;
}

/* A width or precision from the arguments. */
static int take_measure(struct walk *w)
{
	int value = va_arg(w->ap, int);

	if (fxp_list_count(&w->list))
		fxp_list_signed(&w->list, value);
	return value;
}

/* Takes the conversion's arguments from the list. */
static void take_next(struct walk *w)
{
	int precision = w->at.precision;

	if (w->at.takes_width)
		(void)take_measure(w);
	if (w->at.takes_precision)
		precision = take_measure(w);
	if (w->at.takes != FXW_TAKES_NOTHING)
		take_value(w, &w->ap, &w->at, as_limit(precision),
			   fxp_list_count(&w->list));
}

/* The next conversion, from the format's start or from the walk's position. */
static bool next_conversion(struct walk *w)
{
	return fxw_conversion_next(&w->format, &w->at) == FXW_FOUND_ONE;
}

static unsigned last_position(struct walk *w)
{
	unsigned last = 0;

	for (w->format.next = 0; next_conversion(w);) {
		last = w->at.value_at > last ? w->at.value_at : last;
		last = w->at.width_at > last ? w->at.width_at : last;
		last = w->at.precision_at > last ? w->at.precision_at : last;
	}
	return last;
}

/* Makes the walk's conversion the last one that takes this argument. An unused
 * argument counts as an int, as do widths and precisions. */
static void find_argument(struct walk *w, unsigned position)
{
	struct fxw_conversion found = {.takes = FXW_TAKES_SIGNED, .n_bytes = 4};

	for (w->format.next = 0; next_conversion(w);)
		if (w->at.value_at == position)
			found = w->at;
	w->at = found;
}

/* An argument of type int at any position. */
static __attribute__((noinline)) int int_at(struct walk *w, unsigned position)
{
	va_list ap;
	int value;

	va_copy(ap, *w->first);
	for (unsigned i = 1; i < position; i++) {
		find_argument(w, i);
		take_value(w, &ap, &w->at, 0, false);
	}
	value = va_arg(ap, int);
	va_end(ap);
	return value;
}

/* "%2$s %1$d": the arguments in their order. */
static __attribute__((noinline)) void take_positions(struct walk *w)
{
	unsigned last = last_position(w);

	for (unsigned i = 1; i <= last; i++) {
		int precision;

		find_argument(w, i);
		precision = w->at.precision;
		if (w->at.takes_precision) {
			precision = int_at(w, w->at.precision_at);
			find_argument(w, i);
		}
		take_value(w, &w->ap, &w->at, as_limit(precision),
			   fxp_list_count(&w->list));
	}
}

static void print_walk(struct walk *w)
{
	while (next_conversion(w)) {
		if (!w->at.value_at && !w->at.width_at && !w->at.precision_at)
			take_next(w);
		else if (!w->list.n_values)
			return take_positions(w);
		else
			return; /* the order of both is unknown */
	}
}

static void scan_number(struct walk *w, const void *p)
{
	if (w->at.takes == FXW_TAKES_LONG_DOUBLE) {
		fxp_list_long_double(&w->list, p);
		return;
	}
	if (w->at.takes == FXW_TAKES_DOUBLE) {
		fxp_list_byte(&w->list,
			      w->at.n_bytes == 4 ? FXP_V_FLOAT : FXP_V_DOUBLE);
		fxp_list_bytes(&w->list, p, w->at.n_bytes);
		return;
	}
	switch (w->at.n_bytes) {
	case 1:
		put_integer(w, &w->at, *(const uint8_t *)p);
		break;
	case 2:
		put_integer(w, &w->at, fxw_load2(p));
		break;
	case 4:
		put_integer(w, &w->at, fxw_load4(p));
		break;
	default:
		put_integer(w, &w->at, fxw_load8(p));
	}
}

/* Puts what the conversion has stored at p. */
static void put_stored(struct walk *w, const void *p)
{
	const struct fxw_conversion *c = &w->at;
	size_t n = c->width > 0 ? (size_t)c->width : 1;

	if (c->is_allocated)
		p = *(const void *const *)p;
	if (c->takes == FXW_TAKES_STRING) {
		if (c->is_wide)
			fxp_list_wide(&w->list, p, SIZE_MAX / 2);
		else
			fxp_list_string(&w->list, p, SIZE_MAX / 2);
	} else if (c->takes == FXW_TAKES_POINTER) {
		fxp_list_pointer(&w->list, *(const void *const *)p);
	} else if (c->takes == FXW_TAKES_CHAR && n > 1) {
		if (c->is_wide)
			fxp_list_wide_text(&w->list, p, n);
		else
			fxp_list_text(&w->list, p, n);
	} else {
		scan_number(w, p);
	}
}

/* The pointer for the next result. */
static const void *take_pointer(struct walk *w)
{
	const void *p;
	va_list ap;

	if (!w->at.value_at)
		return va_arg(w->ap, const void *);
	va_copy(ap, *w->first);
	for (unsigned i = 1; i < w->at.value_at; i++)
		(void)va_arg(ap, const void *);
	p = va_arg(ap, const void *);
	va_end(ap);
	return p;
}

static bool is_blank(struct walk *w, size_t from, size_t to)
{
	for (; from < to; from++) {
		uint32_t c = fxw_format_unit(&w->format, from);

		if (c != ' ' && c - '\t' > '\r' - '\t')
			return false;
	}
	return true;
}

/* After the last stored value, %n counts only if nothing in between may have
 * failed to match. */
static void scan_walk(struct walk *w, int n_stored)
{
	size_t end = 0;
	const void *p;

	while (n_stored >= 0 && next_conversion(w)) {
		bool is_count = w->at.takes == FXW_TAKES_COUNT;

		if (n_stored == 0 &&
		    (!is_count || !is_blank(w, end, w->at.begin)))
			return;
		end = w->at.end;
		if (w->at.is_skipped || w->at.takes == FXW_TAKES_NOTHING)
			continue;
		n_stored -= !is_count;
		p = take_pointer(w);
		if (!fxp_list_count(&w->list))
			continue;
		if (p)
			put_stored(w, p);
		else
			fxp_list_pointer(&w->list, p);
	}
}

static void start_walk(struct walk *w, struct fxp_source *s,
		       const struct fxg_item *item, bool is_scan)
{
	const struct fxg_function *f = s->function;
	uint16_t format = s->table->params[f->first_param + f->varargs_k].type;

	w->source = s;
	w->format = (struct fxw_format){
		.at = (const void *)(uintptr_t)s->slot[f->varargs_k],
		.n_units = SIZE_MAX,
		.unit_bytes = s->table->types[format].size == 4 ? 4 : 1,
		.is_scanf = is_scan,
	};
	w->first = (va_list *)(uintptr_t)s->slot[item->slot];
}

/* Puts all values at the list's place, or measures them. */
static void put_all(struct walk *w, bool is_scan)
{
	fxp_list_byte(&w->list, FXP_V_ARRAY);
	fxp_list_byte(&w->list, 0);
	va_copy(w->ap, *w->first);
	if (is_scan)
		scan_walk(w,
			  (int)w->source->slot[w->source->function->n_params]);
	else
		print_walk(w);
	va_end(w->ap);
}

/* For values that do not fit into the record. False: they are not put. */
static __attribute__((noinline)) bool put_out_of_line(
	struct fxw_record *r, struct fxp_source *s, const struct fxg_item *item,
	bool is_scan, uint64_t *n_values)
{
	struct fxp_list list = {.limit_bytes = FXP_OUT_OF_LINE_MAX_BYTES};
	struct fxp_out_of_line large;
	struct walk w;
	uint64_t id;

	start_walk(&w, s, item, is_scan);
	w.list = list;
	put_all(&w, is_scan);
	if (!fxp_out_of_line_begin(&large, s, w.list.n_bytes))
		return false;
	if (large.space) {
		list.out = large.space;
		list.space_bytes = w.list.n_bytes;
		start_walk(&w, s, item, is_scan);
		w.list = list;
		put_all(&w, is_scan);
		large.space[1] = (uint8_t)w.list.n_kept;
	}
	id = fxp_out_of_line_end(&large);
	if (!id)
		return false;
	fxw_arg_word(r, FXT_ARG_KOID, fxp_name(s, item->name), id);
	r->cut |= w.list.cut;
	*n_values = w.list.n_kept == w.list.n_values ? 0 : w.list.n_values;
	return true;
}

static bool put_values(struct fxw_record *r, struct fxp_source *s,
		       const struct fxg_item *item, bool is_scan,
		       uint64_t *n_values)
{
	struct fxw_name name = fxp_name(s, item->name);
	struct walk w;

	start_walk(&w, s, item, is_scan);
	*n_values = 0;
	if (!w.format.at)
		return true;
	fxp_list_open(&w.list, r, name);
	put_all(&w, is_scan);
	if (fxp_limits.is_whole &&
	    (w.list.cut || w.list.n_kept < w.list.n_values) &&
	    put_out_of_line(r, s, item, is_scan, n_values))
		return !*n_values;
	if (w.list.n_values)
		fxp_list_close(&w.list, r, name);
	*n_values = w.list.n_values;
	return w.list.n_kept == w.list.n_values;
}

bool fxp_varargs_print(struct fxw_record *r, struct fxp_source *s,
		       const struct fxg_item *item, uint64_t *n_values)
{
	return put_values(r, s, item, false, n_values);
}

bool fxp_varargs_scan(struct fxw_record *r, struct fxp_source *s,
		      const struct fxg_item *item, uint64_t *n_values)
{
	return put_values(r, s, item, true, n_values);
}
