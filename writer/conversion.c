/* SPDX-License-Identifier: MIT */
/*
 * Formats of printf and scanf, see conversion.h. Lengths that do not belong to
 * a letter make it unknown: glibc may print it literally.
 */
#include "writer/conversion.h"

/* A width that no program has; glibc fails from INT_MAX on. */
#define NUMBER_MAX 100000000

/* Length modifiers. */
enum length {
	NONE,
	CHAR,
	SHORT,
	LONG,
	LONG_LONG,
	BIG,  /* L */
	WORD, /* j z Z t */
};

static bool is_at(struct fxw_format *f, char c)
{
	if (fxw_format_unit(f, f->next) != (uint32_t)c)
		return false;
	f->next++;
	return true;
}

/* Whether a digit follows; then a number, -1: too large. */
static bool read_number(struct fxw_format *f, int32_t *value)
{
	uint32_t c = fxw_format_unit(f, f->next) - '0';

	if (c > 9)
		return false;
	for (*value = 0; c <= 9; c = fxw_format_unit(f, ++f->next) - '0')
		if (*value >= 0)
			*value = *value < NUMBER_MAX ? *value * 10 + (int32_t)c
						     : -1;
	return true;
}

/* "3$", if that follows: 3. 0: it does not. False: no position we follow. */
static bool read_position(struct fxw_format *f, uint8_t *at)
{
	size_t before = f->next;
	int32_t n;

	*at = 0;
	if (!read_number(f, &n) || !is_at(f, '$')) {
		f->next = before;
		return true;
	}
	*at = (uint8_t)n;
	return n > 0 && n <= (int32_t)FXW_POSITION_MAX;
}

static uint8_t read_flags(struct fxw_format *f)
{
	static const char letters[] = "#0- +";
	uint8_t found = 0;
	unsigned i;

	for (;;) {
		for (i = 0; i < 5 && fxw_format_unit(f, f->next) !=
					     (uint32_t)letters[i];)
			i++;
		if (i < 5)
			found |= (uint8_t)(1u << i);
		else if (fxw_format_unit(f, f->next) != '\'' &&
			 fxw_format_unit(f, f->next) != 'I')
			return found;
		f->next++;
	}
}

/* "12", "*" or "*3$". False: nothing that we know. */
static bool read_measure(struct fxw_format *f, int32_t *value, bool *is_taken,
			 uint8_t *at)
{
	*is_taken = is_at(f, '*');
	if (*is_taken)
		return read_position(f, at);
	return !read_number(f, value) || *value >= 0;
}

static enum length read_length(struct fxw_format *f)
{
	if (is_at(f, 'h'))
		return is_at(f, 'h') ? CHAR : SHORT;
	if (is_at(f, 'l'))
		return is_at(f, 'l') ? LONG_LONG : LONG;
	if (is_at(f, 'q'))
		return LONG_LONG;
	if (is_at(f, 'L'))
		return BIG;
	if (is_at(f, 'j') || is_at(f, 'z') || is_at(f, 'Z') || is_at(f, 't'))
		return WORD;
	return NONE;
}

static void set_integer(struct fxw_conversion *c, enum fxw_takes takes,
			enum length length)
{
	static const uint8_t n_bytes[] = {[NONE] = 4,
					  [CHAR] = 1,
					  [SHORT] = 2,
					  [LONG] = sizeof(long),
					  [LONG_LONG] = 8,
					  [BIG] = 8,
					  [WORD] = sizeof(size_t)};

	c->takes = takes;
	c->n_bytes = n_bytes[length];
}

static bool set_floating(const struct fxw_format *f, struct fxw_conversion *c,
			 enum length length)
{
	c->takes = length == BIG || length == LONG_LONG ? FXW_TAKES_LONG_DOUBLE
							: FXW_TAKES_DOUBLE;
	c->n_bytes = f->is_scanf && length == NONE ? 4 : 8;
	return length == NONE || length == LONG || length == LONG_LONG ||
	       length == BIG;
}

static bool set_letters(struct fxw_conversion *c, enum fxw_takes takes,
			enum length length, bool is_wide)
{
	c->takes = takes;
	c->is_wide = is_wide || length == LONG;
	c->n_bytes = c->is_wide ? 4 : 1;
	return length == NONE ||
	       ((length == LONG || length == SHORT) && !is_wide);
}

/* Behind "%[": up to its ']', which is a member if it comes first. */
static bool skip_set(struct fxw_format *f)
{
	uint32_t c;

	(void)is_at(f, '^');
	(void)is_at(f, ']');
	while ((c = fxw_format_unit(f, f->next))) {
		f->next++;
		if (c == ']')
			return true;
	}
	return false;
}

static bool read_letter(struct fxw_format *f, struct fxw_conversion *c,
			enum length length)
{
	uint32_t found = fxw_format_unit(f, f->next++);

	c->letter = (char)found;
	switch (found) {
	case 'd':
	case 'i':
		set_integer(c, FXW_TAKES_SIGNED, length);
		return true;
	case 'o':
	case 'u':
	case 'x':
	case 'X':
		set_integer(c, FXW_TAKES_UNSIGNED, length);
		return true;
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		return set_floating(f, c, length);
	case 'c':
	case 'C':
		return set_letters(c, FXW_TAKES_CHAR, length, found == 'C');
	case 's':
	case 'S':
		return set_letters(c, FXW_TAKES_STRING, length, found == 'S');
	case '[':
		return f->is_scanf && skip_set(f) &&
		       set_letters(c, FXW_TAKES_STRING, length, false);
	case 'p':
		c->takes = FXW_TAKES_POINTER;
		return length == NONE || length == LONG;
	case 'n':
		set_integer(c, FXW_TAKES_COUNT, length);
		return true;
	case 'm':
		c->takes = FXW_TAKES_ERROR;
		return !f->is_scanf && length == NONE;
	case '%':
		return true;
	default:
		return false;
	}
}

#define LETTER(c) (1ull << ((c) - 'A'))

/* Whether it is a letter that ends a conversion, or none that we know: most
 * conversions are a percent sign and that. */
static bool is_last(uint32_t c)
{
	const uint64_t lengths = LETTER('h') | LETTER('l') | LETTER('q') |
				 LETTER('L') | LETTER('j') | LETTER('z') |
				 LETTER('Z') | LETTER('t') | LETTER('I') |
				 LETTER('[') | LETTER('_') | LETTER('^');

	return c - 'A' < 58 && !(lengths >> (c - 'A') & 1);
}

static bool print_conversion(struct fxw_format *f, struct fxw_conversion *c)
{
	if (is_last(fxw_format_unit(f, f->next)))
		return read_letter(f, c, NONE);
	if (!read_position(f, &c->value_at))
		return false;
	c->flags = read_flags(f);
	if (!read_measure(f, &c->width, &c->takes_width, &c->width_at))
		return false;
	if (is_at(f, '.')) {
		c->precision = 0;
		if (!read_measure(f, &c->precision, &c->takes_precision,
				  &c->precision_at))
			return false;
		if (c->takes_precision)
			c->precision = -1;
	}
	return read_letter(f, c, read_length(f));
}

static bool scan_conversion(struct fxw_format *f, struct fxw_conversion *c)
{
	if (!read_position(f, &c->value_at))
		return false;
	for (;;) {
		if (is_at(f, '*'))
			c->is_skipped = true;
		else if (!is_at(f, '\'') && !is_at(f, 'I'))
			break;
	}
	if (read_number(f, &c->width) && c->width <= 0)
		return false;
	c->is_allocated = is_at(f, 'm');
	if (!read_letter(f, c, read_length(f)))
		return false;
	return !c->is_allocated || c->takes == FXW_TAKES_CHAR ||
	       c->takes == FXW_TAKES_STRING;
}

/* Goes to the next percent sign; false: there is none. */
static bool find_percent(struct fxw_format *f)
{
	const uint8_t *at = f->at;
	uint32_t c;
	size_t i = f->next;

	if (f->unit_bytes == 1)
		while (i < f->n_units && at[i] && at[i] != '%')
			i++;
	else
		while ((c = fxw_format_unit(f, i)) && c != '%')
			i++;
	f->next = i;
	return fxw_format_unit(f, i) == '%';
}

enum fxw_found fxw_conversion_next(struct fxw_format *f,
				   struct fxw_conversion *c)
{
	bool is_known;

	if (!find_percent(f))
		return FXW_FOUND_END;
	*c = (struct fxw_conversion){
		.begin = f->next++, .width = -1, .precision = -1};
	is_known = f->is_scanf ? scan_conversion(f, c) : print_conversion(f, c);
	c->end = f->next;
	return is_known ? FXW_FOUND_ONE : FXW_FOUND_UNKNOWN;
}
