/* SPDX-License-Identifier: MIT */
/*
 * Where descriptions go, see describe.h. Cold path.
 */
#include "writer/describe.h"

#include "writer/engine.h"
#include "writer/thread.h"

/* A window of its own: if the caller is inside another, on the next level. */
static bool put_among_calls(const struct fxw_own_event *e)
{
	struct fxw_window w;

	if (fxw_engine.overwrites || fxw_engine.is_damaged || !fxw_self ||
	    !fxw_window_open(&w, fxw_self, FXW_FRAME))
		return false;
	do {
		fxw_own_build(&w.record, e);
		if (!fxw_record_fits(&w.record))
			continue;
		fxw_window_commit(&w, fxw_own_header(e, &w.record));
		return true;
	} while (fxw_window_grow(&w));
	return false;
}

bool fxw_describe(const char *category, const char *name, fxw_build *build,
		  const void *what)
{
	struct fxw_own_event e = {category, name, build, what};

	if (fxw_durable_event(category, name, build, what) ||
	    put_among_calls(&e))
		return true;
	fxw_undescribed();
	return false;
}
