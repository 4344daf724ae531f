/* SPDX-License-Identifier: MIT */
/*
 * The calls of a session that runs, as they come. Of one that streams, its
 * archive is followed: what has been taken once is not read again, and memory
 * has what is not settled only (tools/reader/follow.h). Of one that overwrites
 * its oldest calls, all that it holds is copied each time, and what was there
 * the time before is left out.
 */
#ifndef TOOLS_TOP_LIVE_H
#define TOOLS_TOP_LIVE_H

#include "tools/reader/calls.h"
#include "tools/manager/sessions.h"

enum live_step {
	LIVE_BEGUN, /* of a call: it has begun, and not ended so far */
	LIVE_ENDED, /* one that was told as begun has ended */
	LIVE_WHOLE, /* both */
};

/* What is told of each. world: whose name and thread the call has */
typedef void live_take(void *context, enum live_step step,
		       const struct fxr_world *world,
		       const struct fxr_call *call);

struct live;

/* session: borrowed until close. */
struct live *live_open(const struct session_known *session, live_take *take,
		       void *context);
void live_close(struct live *live);

/*
 * Tells what has come since the last time, and brings the session's status up
 * to date (sessions_value of it).
 * Returns false if nothing more can come: the session has ended, or what is
 * wrong is in live_trouble.
 */
bool live_poll(struct live *live, struct session_known *status);

/* NULL: nothing. */
const char *live_trouble(const struct live *live);

/* Whether all calls are seen, not only what a session held at each poll. */
bool live_is_whole(const struct live *live);

#endif
