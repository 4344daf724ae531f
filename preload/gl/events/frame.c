/* SPDX-License-Identifier: MIT */
/*
 * The time of a frame: a counter of each drawable, or of each thread if there
 * is none. It is written when the drawable is shown, but not for the first
 * time.
 */
#include "preload/gl/events/alongside.h"
#include "preload/gl/events/async.h"
#include "writer/clock.h"
#include "writer/engine.h"

/* 0: the program has forbidden reading the clock. */
static uint64_t now_ns(void)
{
	if (fxw_clock.kind == FXW_CLOCK_STOPPED ||
	    (fxw_engine.no_system_calls && !fxw_clock.gettime))
		return 0;
	return fxw_clock_ns(CLOCK_MONOTONIC);
}

static void build_frame(struct fxw_record *r, const void *what)
{
	fxw_arg_uint64(r, FXW_NAME(FXW_ARG_FRAME_TIME),
		       *(const uint64_t *)what);
}

static void count_frame(const struct fxp_call *call, uint64_t drawable)
{
	struct fxw_thread *t = fxp_alongside_thread(call);
	uint64_t last_ns, n_ns, ns = now_ns();
	struct fxp_gl_key key;
	struct fxp_note note;

	if (!t || !ns)
		return;
	if (!drawable)
		drawable = t->id;
	key = (struct fxp_gl_key){FXP_GL_OF_DRAWABLES, drawable, t->generation};
	last_ns = fxp_gl_pending_value(&key);
	(void)fxp_gl_pending_store(&key, ns);
	if (!last_ns || ns <= last_ns)
		return;
	n_ns = ns - last_ns;
	note = (struct fxp_note){.type = FXT_EVENT_COUNTER,
				 .category = FXW_NAME(FXW_CATEGORY_FRAME),
				 .name = FXW_NAME(FXW_COUNTER_FRAME),
				 .build = build_frame,
				 .what = &n_ns,
				 .id = drawable};
	(void)fxp_alongside_event(call, &note);
}

bool fxp_gl_alongside_frame(unsigned what, const struct fxp_call *call,
			    const uint64_t *slot)
{
	if (what == FXG_ALONGSIDE_SWAP)
		count_frame(call, slot[1]);
	else if (what == FXG_ALONGSIDE_FRAME_TERMINATOR)
		count_frame(call, 0);
	else
		return false;
	return true;
}
