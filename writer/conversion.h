/* SPDX-License-Identifier: MIT */
/*
 * The conversions of a printf or scanf format, one after another, as glibc
 * understands them. The recorder and the reader both walk formats, the one to
 * find the values behind "...", the other to show them.
 *
 * Pure: no memory, no system calls. A format ends at its NUL or after so many
 * units. A conversion that is not known for certain ends the walk, because
 * nobody knows what it takes from the arguments.
 */
#ifndef WRITER_CONVERSION_H
#define WRITER_CONVERSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Positions ("%2$d") above this are not followed. */
#define FXW_POSITION_MAX 64u

struct fxw_format {
	const void *at;
	size_t n_units;	    /* SIZE_MAX: up to its NUL */
	size_t next;	    /* unit where the next conversion is looked for */
	uint8_t unit_bytes; /* 1, or 4: wide characters */
	bool is_scanf;
};

/* What a conversion takes from the arguments (printf), or what it stores where
 * its argument points to (scanf). */
enum fxw_takes {
	FXW_TAKES_NOTHING, /* %% */
	FXW_TAKES_SIGNED,  /* n_bytes */
	FXW_TAKES_UNSIGNED,
	FXW_TAKES_CHAR, /* is_wide: wint_t; of scanf: `width` of them, no NUL */
	FXW_TAKES_DOUBLE, /* of scanf: float if n_bytes is 4 */
	FXW_TAKES_LONG_DOUBLE,
	FXW_TAKES_STRING, /* is_wide: wchar_t */
	FXW_TAKES_POINTER,
	FXW_TAKES_COUNT, /* %n: a pointer, also of printf */
	FXW_TAKES_ERROR, /* %m: errno, no argument */
};

/* Flags of printf. */
enum fxw_form {
	FXW_FORM_ALT = 1,   /* # */
	FXW_FORM_ZERO = 2,  /* 0 */
	FXW_FORM_LEFT = 4,  /* - */
	FXW_FORM_SPACE = 8, /* ' ' */
	FXW_FORM_PLUS = 16, /* + */
};

struct fxw_conversion {
	size_t begin, end; /* units: of its '%', and behind it */
	enum fxw_takes takes;
	char letter;	 /* as written: 'd', 'S', '[' */
	uint8_t n_bytes; /* SIGNED, UNSIGNED, COUNT of scanf, DOUBLE */
	uint8_t flags;	 /* enum fxw_form */
	bool is_wide;
	bool is_skipped;   /* scanf %*d: nothing is stored */
	bool is_allocated; /* scanf %ms: stores a pointer */
	/* Positions from 1; 0 = the next argument. */
	uint8_t value_at, width_at, precision_at;
	bool takes_width, takes_precision; /* '*' */
	int32_t width, precision;	   /* -1 = none, or taken */
};

enum fxw_found {
	FXW_FOUND_END,	   /* none is left */
	FXW_FOUND_ONE,	   /* the conversion is filled in */
	FXW_FOUND_UNKNOWN, /* one that is not known; `begin` is filled in */
};

/* Unit i of the format, 0 behind its end; nothing is read behind its NUL if i
 * has been counted up to. */
static inline uint32_t fxw_format_unit(const struct fxw_format *format,
				       size_t i)
{
	if (i >= format->n_units)
		return 0;
	return format->unit_bytes == 4 ? ((const uint32_t *)format->at)[i]
				       : ((const uint8_t *)format->at)[i];
}

/* The next conversion of the format, whose `next` goes behind it. */
enum fxw_found fxw_conversion_next(struct fxw_format *format,
				   struct fxw_conversion *conversion);

#endif
