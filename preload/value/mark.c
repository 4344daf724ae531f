/* SPDX-License-Identifier: MIT */
/*
 * The argument @flags, see mark.h.
 */
#include "preload/value/mark.h"

#include "writer/engine.h"

/* A bare end has no values that could be cut, but a synthetic call has. */
void fxp_mark_put(struct fxw_record *r, const struct fxp_source *s,
		  enum fxp_mark mark)
{
	/* arrays: nothing for the linker to relocate */
	static const char texts[][10] = {
		[FXP_NO_MARK] = FXW_FLAG_CUT,
		[FXP_ABANDONED] = FXW_FLAG_ABANDONED,
		[FXP_LATE] = FXW_FLAG_LATE,
		[FXP_FAKE] = FXW_FLAG_FAKE,
		[FXP_FAKE_CUT] = FXW_FLAG_FAKE "|" FXW_FLAG_CUT,
	};

	if (r->n_args >= FXT_MAX_ARGS)
		return;
	if (mark == FXP_FAKE && r->cut)
		mark = FXP_FAKE_CUT;
	fxw_arg_string(r, fxp_name(s, FXG_S_FLAGS), texts[mark],
		       fxw_length_max(texts[mark], sizeof(texts[mark])));
}

void fxp_mark_count_cut(void)
{
	struct fxw_control *control = fxw_engine.control;

	if (control) /* NULL while a forked child starts over */
		__atomic_fetch_add(&control->n_cut, 1, __ATOMIC_RELAXED);
}
