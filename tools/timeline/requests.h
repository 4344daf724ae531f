/* SPDX-License-Identifier: MIT */
/*
 * What goes on after the call that began it: async events of the archives, as
 * asynchronous reads, fences and queries are.
 */
#ifndef TOOLS_TIMELINE_REQUESTS_H
#define TOOLS_TIMELINE_REQUESTS_H

#include "tools/base/pen.h"
#include "tools/library/reader.h"

struct requests;

struct requests *requests_open(void);
void requests_close(struct requests *requests);

/* Takes each async event of an archive, in order.
 * archive  the event's
 * thread   the first in the page's list with its process and thread ids;
 *          FXR_NONE: it made no call
 * process  the thread's; FXR_NONE: it made no call
 * ns       on the page */
void requests_take(struct requests *requests, struct fxtrace_archive *archive,
		   const struct fxtrace_event *event, uint32_t thread,
		   uint32_t process, uint64_t ns);

/* The next event is another archive's, whose ids mean other requests. */
void requests_end_part(struct requests *requests);

/* ,"requests":[{"name":"...","process":INDEX,"thread":INDEX,
 * "begin_ns":N,"args":"...","steps":[NS,...],"end_ns":N},...],
 * "more_requests":N
 * by their begins. "pid", a text, instead of "process" if that made no call,
 * and no "thread" that made none. Those without an end lack the last one. */
void requests_put(struct requests *requests, struct pen *out);

#endif
