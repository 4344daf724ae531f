/* SPDX-License-Identifier: MIT */
/*
 * Writes calls as trace events. A call is one event. It is a begin and an end
 * if it came from such a file and its end says something of its own. Ends are
 * held until their time has come, since some readers want that order.
 */
#ifndef TOOLS_CONVERT_CHROME_CALLS_H
#define TOOLS_CONVERT_CHROME_CALLS_H

#include "tools/convert/chrome_out.h"

struct chrome_calls;

/* out: borrowed until close */
struct chrome_calls *chrome_calls_open(struct chrome_out *out);
/* Takes the next call, in the order in which they began. */
void chrome_calls_put(struct chrome_calls *calls,
		      const struct fxtrace_call *call);
/* Writes the ends that it still holds. */
void chrome_calls_close(struct chrome_calls *calls);

#endif
