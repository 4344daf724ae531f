/* SPDX-License-Identifier: MIT */
/*
 * Dates and times of day as people write them. Times are ns since 1970, UTC.
 * The local one is so many seconds ahead: zones have no rules here.
 */
#ifndef TOOLS_BASE_DAYTIME_H
#define TOOLS_BASE_DAYTIME_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/base/pen.h"

/* 16:20:00.123456 */
void daytime_put_clock(struct pen *out, uint64_t ns, int32_t offset_s);
/* 2026-11-26T16:20:00.123456+01:00; Z without an offset */
void daytime_put_date(struct pen *out, uint64_t ns, int32_t offset_s);
/* 1795706400.123456 */
void daytime_put_epoch(struct pen *out, uint64_t ns);

/* What somebody has written: 16:20, 16:20:00.5, 2026-11-26T16:20:00Z ... */
struct daytime {
	bool has_date, has_offset;
	int32_t offset_s;
	int64_t ns; /* since the day's begin, or since 1970; by its own clock */
};

/* False: it is none. */
bool daytime_read(const char *text, struct daytime *time);

#endif
