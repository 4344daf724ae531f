/* SPDX-License-Identifier: MIT */
/*
 * Dates and times of day, see daytime.h.
 */
#include "tools/base/daytime.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

#define NS_PER_S 1000000000
#define DAY_S 86400
#define LAST_YEAR 2261 /* whole, in ns */

static void put_of_day(struct pen *out, int64_t seconds, uint64_t ns)
{
	uint64_t s = (uint64_t)(((seconds % DAY_S) + DAY_S) % DAY_S);

	pen_digits(out, s / 3600, 2);
	pen_byte(out, ':');
	pen_digits(out, s / 60 % 60, 2);
	pen_byte(out, ':');
	pen_digits(out, s % 60, 2);
	pen_byte(out, '.');
	pen_digits(out, ns % NS_PER_S / 1000, 6);
}

void daytime_put_clock(struct pen *out, uint64_t ns, int32_t offset_s)
{
	put_of_day(out, (int64_t)(ns / NS_PER_S) + offset_s, ns);
}

/* A day is looked up once: rows come by time. */
static const struct tm *day_of(int64_t seconds)
{
	static _Thread_local int64_t last_day = INT64_MIN;
	static _Thread_local struct tm last;
	int64_t day = seconds / DAY_S - (seconds % DAY_S < 0);
	time_t begin = (time_t)(day * DAY_S);

	if (day != last_day && gmtime_r(&begin, &last))
		last_day = day;
	return &last;
}

void daytime_put_date(struct pen *out, uint64_t ns, int32_t offset_s)
{
	int64_t seconds = (int64_t)(ns / NS_PER_S) + offset_s;
	const struct tm *day = day_of(seconds);
	uint64_t ahead =
		(uint64_t)(offset_s < 0 ? -(int64_t)offset_s : offset_s);

	pen_digits(out, (uint64_t)day->tm_year + 1900, 4);
	pen_byte(out, '-');
	pen_digits(out, (uint64_t)day->tm_mon + 1, 2);
	pen_byte(out, '-');
	pen_digits(out, (uint64_t)day->tm_mday, 2);
	pen_byte(out, 'T');
	put_of_day(out, seconds, ns);
	if (!offset_s) {
		pen_byte(out, 'Z');
		return;
	}
	pen_byte(out, offset_s < 0 ? '-' : '+');
	pen_digits(out, ahead / 3600, 2);
	pen_byte(out, ':');
	pen_digits(out, ahead / 60 % 60, 2);
}

void daytime_put_epoch(struct pen *out, uint64_t ns)
{
	pen_uint(out, ns / NS_PER_S);
	pen_byte(out, '.');
	pen_digits(out, ns % NS_PER_S / 1000, 6);
}

/* Exactly n digits, from least to most. */
static bool take(const char **text, unsigned n, int least, int most, int *value)
{
	*value = 0;
	for (unsigned i = 0; i < n; i++, ++*text) {
		if (!isdigit((unsigned char)**text))
			return false;
		*value = *value * 10 + (**text - '0');
	}
	return *value >= least && *value <= most;
}

static bool take_char(const char **text, const char *any)
{
	if (!**text || !strchr(any, **text))
		return false;
	++*text;
	return true;
}

/* Digits behind the point; further ones than ns are dropped. */
static bool take_fraction(const char **text, int64_t *ns)
{
	int64_t unit = NS_PER_S / 10;
	const char *begin = *text;

	for (; isdigit((unsigned char)**text); ++*text, unit /= 10)
		*ns += unit * (**text - '0');
	return *text != begin;
}

/* HH:MM, HH:MM:SS or with a fraction */
static bool take_of_day(const char **text, int64_t *ns)
{
	int hour, minute, second = 0;

	if (!take(text, 2, 0, 23, &hour) || !take_char(text, ":") ||
	    !take(text, 2, 0, 59, &minute))
		return false;
	if (take_char(text, ":") && !take(text, 2, 0, 60, &second))
		return false;
	*ns += ((int64_t)hour * 3600 + minute * 60 + second) * NS_PER_S;
	return !take_char(text, ".,") || take_fraction(text, ns);
}

static bool take_date(const char **text, int64_t *ns)
{
	int year, month, day;
	struct tm date = {0}, found;
	time_t seconds;

	if (!take(text, 4, 1970, LAST_YEAR, &year) || !take_char(text, "-") ||
	    !take(text, 2, 1, 12, &month) || !take_char(text, "-") ||
	    !take(text, 2, 1, 31, &day))
		return false;
	date.tm_year = year - 1900;
	date.tm_mon = month - 1;
	date.tm_mday = day;
	seconds = timegm(&date);
	*ns += (int64_t)seconds * NS_PER_S;
	/* no 31st of November */
	return gmtime_r(&seconds, &found) && found.tm_mday == day;
}

/* Z, +01:00, +0100, +01 */
static bool take_offset(const char **text, struct daytime *time)
{
	bool is_west = **text == '-';
	int hours, minutes = 0;

	time->has_offset = true;
	if (take_char(text, "Zz"))
		return true;
	if (!take_char(text, "+-") || !take(text, 2, 0, 23, &hours))
		return false;
	if (take_char(text, ":") || isdigit((unsigned char)**text))
		if (!take(text, 2, 0, 59, &minutes))
			return false;
	time->offset_s = hours * 3600 + minutes * 60;
	if (is_west)
		time->offset_s = -time->offset_s;
	return true;
}

bool daytime_read(const char *text, struct daytime *time)
{
	*time = (struct daytime){.has_date = strchr(text, '-') == text + 4};
	if (time->has_date &&
	    (!take_date(&text, &time->ns) || !take_char(&text, "Tt ")))
		return false;
	if (!take_of_day(&text, &time->ns))
		return false;
	if (*text && !take_offset(&text, time))
		return false;
	return !*text;
}
