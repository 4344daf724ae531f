/* SPDX-License-Identifier: MIT */
/*
 * Formats with their arguments, through the recorder and the reader. If the
 * first byte of an input is even, the input is a format itself. Its arguments
 * are all strings that end where their memory does. If it is odd, a format that
 * makes sense is put_text together, with arguments that fit. The text that is
 * read must be what libc prints.
 */
#include "tests/fuzz/target.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/round.h"

#define FORMAT_MAX_BYTES 1000u
/* Words: a conversion takes three at most, a long double two. */
#define AREA_WORDS (4u * FORMAT_MAX_BYTES)
/* Conversions of a format that is put_text together. */
#define CONVERSIONS_MAX 24u

struct input {
	const uint8_t *at, *end;
};

/* A format, and its arguments as if all had been passed on the stack. */
struct made {
	char format[FORMAT_MAX_BYTES + 1];
	size_t n;
	uint64_t area[AREA_WORDS] __attribute__((aligned(16)));
	size_t n_words;
	char *strings[CONVERSIONS_MAX];
	size_t n_strings;
};

static unsigned take_byte(struct input *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

static uint64_t take_word(struct input *in)
{
	uint64_t word = 0;
	unsigned n = take_byte(in) % 9;

	while (n--)
		word = word << 8 | take_byte(in);
	return take_byte(in) & 1 ? -word : word;
}

/* What va_arg takes from the area, as the psABI lays it out: no argument is
 * left in registers. */
static void with_area(uint64_t *area, void (*f)(void *context, va_list ap),
		      void *context)
{
#if defined(__x86_64__)
	struct {
		unsigned gp_offset, fp_offset;
		void *overflow, *registers;
	} list = {48, 304, area, NULL};
#elif defined(__aarch64__)
	struct {
		void *stack, *gr_top, *vr_top;
		int gr_offs, vr_offs;
	} list = {area, NULL, NULL, 0, 0};
#endif
	va_list ap;

	_Static_assert(sizeof(list) == sizeof(ap), "the psABI's");
	memcpy(&ap, &list, sizeof(ap));
	f(context, ap);
}

static void put_text(struct made *m, const char *text)
{
	size_t n = strlen(text);

	memcpy(m->format + m->n, text, n);
	m->n += n;
}

static char choose(struct made *m, struct input *in, const char *letters)
{
	char word[2] = {letters[take_byte(in) % strlen(letters)], 0};

	put_text(m, word);
	return *word;
}

static void put_int(struct made *m, int value)
{
	m->area[m->n_words++] = 0xdeadbeef00000000u | (unsigned)value;
}

/* "-+12" or "*"; of a precision ".3" or ".*" */
static int measure(struct made *m, struct input *in, const char *before)
{
	int value = (int)(take_byte(in) % 40) - 5;
	char digits[16];

	if (take_byte(in) & 1)
		return -1;
	put_text(m, before);
	if (take_byte(in) & 1) {
		put_text(m, "*");
		put_int(m, value);
		return value;
	}
	if (value <= 0)
		return *before ? 0 : -1;
	snprintf(digits, sizeof(digits), "%d", value);
	put_text(m, digits);
	return value;
}

/* A string of exact memory; without its NUL where the precision ends it. */
static void put_string(struct made *m, struct input *in, int precision)
{
	size_t n = take_byte(in) % 40, i;
	char *p;

	if (!(take_byte(in) & 7)) {
		m->area[m->n_words++] = 0;
		return;
	}
	if (precision >= 0 && (size_t)precision <= n)
		n = (size_t)precision;
	else
		precision = -1;
	p = malloc(n + (precision < 0) + !n);
	if (!p)
		abort();
	for (i = 0; i < n; i++)
		p[i] = (char)('!' + take_byte(in) % 90);
	if (precision < 0)
		p[n] = 0;
	m->strings[m->n_strings++] = p;
	m->area[m->n_words++] = (uint64_t)p;
}

static void put_double(struct made *m, struct input *in)
{
	uint64_t bits = take_word(in);
	double value = (double)(int64_t)bits / 64;

	if (take_byte(in) & 1)
		memcpy(&value, &bits, sizeof(value));
	memcpy(&m->area[m->n_words++], &value, sizeof(value));
}

static void put_long_double(struct made *m, struct input *in)
{
	long double value = (long double)(int64_t)take_word(in) / 77;

	m->n_words += m->n_words & 1;
	memcpy(&m->area[m->n_words], &value, sizeof(value));
	m->n_words += 2;
}

static void put_conversion(struct made *m, struct input *in)
{
	static const char *const lengths[] = {"",  "hh", "h", "l", "ll",
					      "j", "z",	 "t", "q"};
	unsigned kind = take_byte(in) % 8, n_flags = take_byte(in) % 4;
	int precision;

	put_text(m, kind == 7 ? "%%" : "%");
	if (kind == 7)
		return;
	while (n_flags--)
		(void)choose(m, in, "-+ #0");
	(void)measure(m, in, "");
	precision = measure(m, in, ".");
	switch (kind) {
	case 0:
		put_text(m, "s");
		put_string(m, in, precision);
		break;
	case 1:
		put_text(m, "c");
		put_int(m, 1 + (int)(take_byte(in) % 126));
		break;
	case 2:
		(void)choose(m, in, "aAeEfFgG");
		put_double(m, in);
		break;
	case 3:
		put_text(m, "L");
		(void)choose(m, in, "aeEfgG");
		put_long_double(m, in);
		break;
	case 4:
		put_text(m, "p");
		m->area[m->n_words++] = take_word(in);
		break;
	default:
		put_text(m, lengths[take_byte(in) % 9]);
		(void)choose(m, in, "diouxX");
		m->area[m->n_words++] = take_word(in);
	}
}

static void make(struct made *m, struct input *in)
{
	unsigned n = 1 + take_byte(in) % CONVERSIONS_MAX;

	while (n--) {
		char word[2] = {(char)(' ' + take_byte(in) % 90), 0};

		put_text(m, *word == '%' ? "x" : word);
		put_conversion(m, in);
	}
	m->format[m->n] = 0;
}

/* Whether the two are the same, but for what libc may do its own way: flags
 * that have no meaning for the letter. */
static void compare(void *context, va_list ap)
{
	struct made *m = context;
	static char want[1 << 16];
	const char *text;
	bool is_whole = false;
	va_list again;

	va_copy(again, ap);
	text = round_text(round_print(m->format, ap), &is_whole);
	if (vsnprintf(want, sizeof(want), m->format, again) < 0)
		abort();
	va_end(again);
	if (!text && strstr(m->format, "%%") && !m->n_words)
		return;
	if (!text || !is_whole || strcmp(text, want)) {
		fprintf(stderr, "format: %s\nread:   %s%s\nlibc:   %s\n",
			m->format, text ? text : "nothing",
			is_whole ? "" : " (cut)", want);
		abort();
	}
}

static void try_sensible(struct input *in)
{
	static struct made m;

	m.n = m.n_words = m.n_strings = 0;
	make(&m, in);
	with_area(m.area, compare, &m);
	while (m.n_strings)
		free(m.strings[--m.n_strings]);
}

static void read_any(void *context, va_list ap)
{
	const char *format = context;
	bool is_whole;

	(void)round_values(round_print(format, ap));
	(void)round_text(round_print(format, ap), &is_whole);
}

static void scan_any(void *context, va_list ap)
{
	(void)round_values(round_scan(3, context, ap));
}

/* Every argument is a string, which ends in zeros: also a wide one, a number,
 * and for scanf a pointer to them. */
static void try_any(struct input *in)
{
	static uint64_t area[AREA_WORDS] __attribute__((aligned(16)));
	static char text[64] __attribute__((aligned(16)));
	static struct {
		void *pointer;
		char zeros[56];
	} stored = {text, {0}};
	static char format[FORMAT_MAX_BYTES + 1];
	size_t n = (size_t)(in->end - in->at), i;

	memcpy(text, "abc\0\0\0\0\0\0\0\0\0", 12);
	n = n < FORMAT_MAX_BYTES ? n : FORMAT_MAX_BYTES;
	memcpy(format, in->at, n);
	format[n] = 0;
	for (i = 0; i < AREA_WORDS; i++)
		area[i] = (uint64_t)text;
	with_area(area, read_any, format);
	/* no widths beyond it, nothing behind what it points to */
	for (i = 0; i < n; i++)
		if (format[i] >= '0' && format[i] <= '9')
			format[i] = '1';
	if (strchr(format, 'm') || strstr(format, "11"))
		return;
	for (i = 0; i < AREA_WORDS; i++)
		area[i] = (uint64_t)&stored;
	with_area(area, scan_any, format);
}

/* It counts a NUL behind a precision, where there need not be one. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "check_printf=0";
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	struct input in = {bytes, bytes + n_bytes};

	if (take_byte(&in) & 1)
		try_sensible(&in);
	else
		try_any(&in);
	return 0;
}
