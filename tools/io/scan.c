/* SPDX-License-Identifier: MIT */
/*
 * See scan.h. A format is split into single conversions. Each becomes one that
 * stores nothing ("%5ld" is "%*5d%n"). It continues where the previous one
 * stopped, as within one call.
 */
#include "tools/io/scan.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/reader/memory.h"

#define MAX_WIDTH 9u /* digits */

/* A part of a format: text, followed by a conversion if there is one. */
struct part {
	char *format;	 /* the rewritten format */
	size_t n;	 /* its length */
	bool does_store; /* its conversion stores a value */
};

static void add_text(struct part *part, const char *bytes, size_t n)
{
	memcpy(part->format + part->n, bytes, n);
	part->n += n;
}

/* "[^]abc]" from after the bracket; NULL: it does not end. */
static const char *set_end(const char *at)
{
	at += *at == '^';
	at += *at == ']';
	at = strchr(at, ']');
	return at ? at + 1 : NULL;
}

/* From after a '%' that is neither "%%" nor "%n"; NULL: not a conversion. */
static const char *take_conversion(struct part *part, const char *at)
{
	size_t n_digits = strspn(at, "0123456789");
	const char *end;

	if (at[n_digits] == '$') { /* its argument's position */
		at += n_digits + 1;
		n_digits = 0;
	}
	part->does_store = *at != '*';
	at += strspn(at, "*'I");
	n_digits = strspn(at, "0123456789");
	add_text(part, "%*", 2);
	add_text(part, at, n_digits < MAX_WIDTH ? n_digits : MAX_WIDTH);
	at += n_digits;
	at += strspn(at, "hljztLqm");
	if (!*at || !strchr("diouxXaAeEfFgGcCsSp[n", *at))
		return NULL;
	end = *at == '[' ? set_end(at + 1) : at + 1;
	if (end && *at == 'C')
		add_text(part, "c", 1);
	else if (end && *at == 'S')
		add_text(part, "s", 1);
	else if (end)
		add_text(part, at, (size_t)(end - at));
	return end;
}

/* "%n", "%ln", which read nothing; NULL: it is another. */
static const char *skip_count(const char *at)
{
	size_t n = strspn(at, "0123456789$*hljztLq");

	return at[n] == 'n' ? at + n + 1 : NULL;
}

/* The next part; NULL: the end, or an invalid format. */
static const char *next_part(struct part *part, const char *at)
{
	const char *behind;

	part->n = 0;
	part->does_store = false;
	while (*at) {
		if (*at != '%' || at[1] == '%') {
			size_t n = 1u + (*at == '%');

			add_text(part, at, n);
			at += n;
		} else if ((behind = skip_count(at + 1)) != NULL) {
			at = behind;
		} else {
			return take_conversion(part, at + 1);
		}
	}
	return at;
}

int io_scan(FILE *stream, const char *format)
{
	/* each part grows by "%*", and its end */
	struct part part = {.format = fxr_new(strlen(format) + 8, 1)};
	int n_stored = 0, n_taken = 0, status = 0;

	while (*format && n_taken >= 0 && status != EOF) {
		format = next_part(&part, format);
		if (!format)
			break;
		add_text(&part, "%n", 3);
		n_taken = -1;
		/* %n is its only value, whatever the recording contains */
		status = fscanf(stream, part.format, &n_taken);
		n_stored += n_taken >= 0 && part.does_store;
	}
	free(part.format);
	return !n_stored && status == EOF ? EOF : n_stored;
}
