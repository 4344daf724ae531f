/* SPDX-License-Identifier: MIT */
/*
 * The calls of a running session, as they come. If it streams, its archive is
 * followed: nothing is read twice, and memory holds only what is not settled
 * (tools/reader/follow.h). If it overwrites its oldest calls, all that it holds
 * is copied each time, and the calls of the previous copy are left out.
 */
#ifndef TOOLS_TOP_LIVE_H
#define TOOLS_TOP_LIVE_H

#include "tools/reader/calls.h"
#include "tools/manager/sessions.h"
#include "tools/sum/by.h"

enum live_step {
	LIVE_BEGUN, /* the call has begun, and not ended so far */
	LIVE_ENDED, /* a call that was reported as begun has ended */
	LIVE_WHOLE, /* both */
};

/* Receives each step. row: the name of what the call is grouped by (grouped.h),
 * which lives as long as the call to this function */
typedef void live_take(void *context, enum live_step step,
		       const struct fxr_call *call, struct fxr_text row);

struct live;

/* session, globs: borrowed until close.
 * globs  only steps that concern these files (writer/path_globs.h); or NULL
 * what   calls are grouped by, see grouped.h */
struct live *live_open(const struct session_known *session, const char *globs,
		       enum by_what what, live_take *take, void *context);
void live_close(struct live *live);

/*
 * Reports what is new since the last time, and updates the session's status
 * (sessions_value of it). Returns false if nothing more can come: the session
 * has ended, or live_trouble says what is wrong.
 */
bool live_poll(struct live *live, struct session_known *status);

/* NULL: nothing. */
const char *live_trouble(const struct live *live);

#endif
