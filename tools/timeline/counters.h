/* SPDX-License-Identifier: MIT */
/*
 * Numbers over time: counters of the archives, but not the recorder's own ones
 * of frames and losses, which the page shows in other ways.
 */
#ifndef TOOLS_TIMELINE_COUNTERS_H
#define TOOLS_TIMELINE_COUNTERS_H

#include "tools/base/pen.h"
#include "tools/library/reader.h"

struct counters;

struct counters *counters_open(void);
void counters_close(struct counters *counters);

/* Takes each counter event of an archive, in order.
 * process  its index in the page's list; FXR_NONE: it is not in it
 * ns       on the page */
void counters_take(struct counters *counters, const struct fxtrace_event *event,
		   uint32_t process, uint64_t ns);

/* The next event is another archive's. */
void counters_end_part(struct counters *counters);

/* ,"counters":[{"process":INDEX,"category":"...","name":"...","id":"0x...",
 * "series":[{"name":"...","points":[NS,VALUE,NS,VALUE,...]},...]},...],
 * "more_points":N
 * An id of 0 is left out. "pid", a text, instead of "process" if that made no
 * call. Only changes of a value are points. */
void counters_put(const struct counters *counters, struct pen *out);

#endif
