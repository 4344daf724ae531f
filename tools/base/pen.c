/* SPDX-License-Identifier: MIT */
/*
 * Buffered text, see pen.h.
 */
#include "tools/base/pen.h"

#include <stdarg.h>
#include <stdlib.h>

/* About as much is written to a stream at once. */
#define PIECE_BYTES ((size_t)64 << 10)
/* Most that one try of pen_format makes; longer text takes a second try. */
#define FORMAT_BYTES 128u
/* Digits of the largest number, in any base from 8 on. */
#define DIGITS 22u

void pen_make_space(struct pen *pen, size_t n_bytes)
{
	size_t n_wanted = n_bytes;

	pen_flush(pen);
	n_wanted += pen->n_bytes;
	if (pen->out && n_wanted < PIECE_BYTES)
		n_wanted = PIECE_BYTES;
	pen->bytes = fxr_grow_bare(pen->bytes, &pen->capacity, n_wanted, 1);
}

void pen_flush(struct pen *pen)
{
	if (!pen->out)
		return;
	if (pen->n_bytes)
		fwrite_unlocked(pen->bytes, 1, pen->n_bytes, pen->out);
	pen->n_bytes = 0;
}

void pen_fini(struct pen *pen)
{
	fxr_free(pen->bytes);
	*pen = (struct pen){0};
}

/* Two digits at a time. */
static const char pairs[] =
	"00010203040506070809101112131415161718192021222324"
	"25262728293031323334353637383940414243444546474849"
	"50515253545556575859606162636465666768697071727374"
	"75767778798081828384858687888990919293949596979899";

/* From the number of bits, or one digit less. */
static unsigned n_digits(uint64_t number)
{
	static const uint64_t powers[] = {
		0,
		10u,
		100u,
		1000u,
		10000u,
		100000u,
		1000000u,
		10000000u,
		100000000u,
		1000000000u,
		10000000000u,
		100000000000u,
		1000000000000u,
		10000000000000u,
		100000000000000u,
		1000000000000000u,
		10000000000000000u,
		100000000000000000u,
		1000000000000000000u,
		10000000000000000000u,
	};
	unsigned n_bits = 64 - (unsigned)__builtin_clzll(number | 1);
	unsigned n = n_bits * 1233 >> 12; /* log 2 */

	return n + (number >= powers[n]);
}

void pen_uint(struct pen *pen, uint64_t number)
{
	unsigned n = n_digits(number);
	char *at = pen_capacity(pen, DIGITS) + n;

	for (; number >= 100; number /= 100)
		memcpy(at -= 2, &pairs[number % 100 * 2], 2);
	if (number >= 10)
		memcpy(at - 2, &pairs[number * 2], 2);
	else
		at[-1] = (char)('0' + number);
	pen_used(pen, n);
}

void pen_int(struct pen *pen, int64_t number)
{
	if (number < 0)
		pen_byte(pen, '-');
	pen_uint(pen, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void pen_hex(struct pen *pen, uint64_t number)
{
	unsigned n = number ? 16 - (unsigned)__builtin_clzll(number) / 4 : 1;
	char *at = pen_capacity(pen, DIGITS);

	at[0] = '0';
	at[1] = 'x';
	for (unsigned i = 0; i < n; i++, number >>= 4)
		at[1 + n - i] = "0123456789abcdef"[number & 15];
	pen_used(pen, 2 + n);
}

void pen_digits(struct pen *pen, uint64_t number, unsigned n)
{
	char *at = pen_capacity(pen, n);

	for (unsigned i = n; i--; number /= 10)
		at[i] = (char)('0' + number % 10);
	pen_used(pen, n);
}

void pen_format(struct pen *pen, const char *format, ...)
{
	size_t capacity = FORMAT_BYTES;
	va_list args;
	int n;

	do {
		char *at = pen_capacity(pen, capacity);

		va_start(args, format);
		n = vsnprintf(at, capacity, format, args);
		va_end(args);
		if (n < 0)
			return;
	} while ((size_t)n >= capacity && (capacity = (size_t)n + 1));
	pen_used(pen, (size_t)n);
}
