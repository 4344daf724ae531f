/* SPDX-License-Identifier: MIT */
/*
 * Which thread led to which: a fork to the child, pthread_create to the thread,
 * and other flows of the archives.
 */
#ifndef TOOLS_TIMELINE_FLOWS_H
#define TOOLS_TIMELINE_FLOWS_H

#include "tools/base/pen.h"
#include "tools/library/reader.h"

struct flows;

struct flows *flows_open(void);
void flows_close(struct flows *flows);

/* Takes each flow event of an archive, in order.
 * thread  the first in the page's list with its process and thread ids, which
 *         those after exec have, too; FXR_NONE: none
 * ns      on the page */
void flows_take(struct flows *flows, const struct fxtrace_event *event,
		uint32_t thread, uint64_t ns);

/* The next event is another archive's, whose ids mean other flows. */
void flows_end_part(struct flows *flows);

/* ,"flows":[["NAME",THREAD,NS,THREAD,NS],...],"more_flows":N: from which thread
 * and when, and to which. */
void flows_put(struct flows *flows, struct pen *out);

#endif
