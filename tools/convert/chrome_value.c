/* SPDX-License-Identifier: MIT */
/*
 * See chrome_value.h.
 */
#include "tools/convert/chrome_value.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

uint64_t chrome_hash(struct fxr_text text)
{
	uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */

	for (size_t i = 0; i < text.n_bytes; i++)
		hash = (hash ^ (unsigned char)text.bytes[i]) * 0x100000001b3;
	return hash;
}

static bool find_number(struct fxr_text text, uint64_t *number)
{
	char *end;

	if (!text.n_bytes || *text.bytes < '0' || *text.bytes > '9')
		return false;
	errno = 0;
	*number = strtoull(text.bytes, &end,
			   text.n_bytes > 2 && text.bytes[1] == 'x' ? 16 : 10);
	return !errno && end == text.bytes + text.n_bytes;
}

bool chrome_is_number(struct fxr_text text)
{
	uint64_t number;

	return find_number(text, &number);
}

uint64_t chrome_long_id(const struct chrome_scalar *value)
{
	uint64_t number = 0;

	if (value->kind == CHROME_NOTHING || find_number(value->text, &number))
		return number;
	return chrome_hash(value->text) >> 1;
}

uint64_t chrome_id(const struct chrome_scalar *value)
{
	if (value->kind == CHROME_NOTHING || chrome_is_number(value->text))
		return chrome_long_id(value);
	return chrome_hash(value->text) >> 33;
}

bool chrome_is_plain_id(const struct chrome_scalar *value)
{
	uint64_t number;
	char text[24];

	if (value->kind != CHROME_NUMBER || !find_number(value->text, &number))
		return false;
	snprintf(text, sizeof(text), "%" PRIu64, number);
	return fxr_is(value->text, text);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool chrome_exact_ns(const struct chrome_scalar *value, uint64_t *ns)
{
	const char *at = value->text.bytes;
	unsigned n_decimals = 0;
	bool has_point = false;

	*ns = 0;
	if (value->kind != CHROME_NUMBER || !is_digit(*at))
		return false;
	for (; is_digit(*at) || (*at == '.' && !has_point); at++) {
		if (*at == '.') {
			has_point = true;
			continue;
		}
		if (has_point && ++n_decimals > 3) {
			if (*at != '0')
				return false;
			continue;
		}
		if (*ns > (uint64_t)INT64_MAX / 10 - 1)
			return false;
		*ns = *ns * 10 + (uint64_t)(*at - '0');
	}
	for (; n_decimals < 3; n_decimals++) {
		if (*ns > (uint64_t)INT64_MAX / 10 - 1)
			return false;
		*ns *= 10;
	}
	return !*at; /* else there is an exponent */
}

/* In nanoseconds, with a sign. */
static long double float_ns(const struct chrome_scalar *value)
{
	long double ns =
		value->kind == CHROME_NUMBER || value->kind == CHROME_TEXT
			? strtold(value->text.bytes, NULL) * 1000
			: 0;

	return ns == ns ? ns : 0; /* a text may be no number */
}

static uint64_t rounded(long double ns)
{
	ns += 0.5L;
	if (!(ns > 0))
		return 0;
	return ns < 0x1p63L ? (uint64_t)ns : INT64_MAX;
}

uint64_t chrome_ns(const struct chrome_scalar *value)
{
	uint64_t ns;

	return chrome_exact_ns(value, &ns) ? ns : rounded(float_ns(value));
}

uint64_t chrome_end_ns(const struct chrome_scalar *time,
		       const struct chrome_scalar *duration)
{
	uint64_t begin_ns, duration_ns, end_ns;

	if (chrome_exact_ns(time, &begin_ns) &&
	    chrome_exact_ns(duration, &duration_ns))
		return begin_ns + duration_ns;
	begin_ns = chrome_ns(time);
	if (float_ns(time) >= 0)
		end_ns = begin_ns + chrome_ns(duration);
	else
		end_ns = rounded(float_ns(time) + float_ns(duration));
	return end_ns > begin_ns ? end_ns : begin_ns;
}
