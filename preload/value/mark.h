/* SPDX-License-Identifier: MIT */
/*
 * The argument @flags of an event that is not an ordinary one.
 */
#ifndef PRELOAD_VALUE_MARK_H
#define PRELOAD_VALUE_MARK_H

#include "preload/value/capture.h"

/* If a value was cut, the record itself knows it. */
enum fxp_mark {
	FXP_NO_MARK,
	FXP_ABANDONED,
	FXP_LATE,
	FXP_FAKE,
	FXP_FAKE_CUT,
};

/* Appends the argument. */
void fxp_mark_put(struct fxw_record *r, const struct fxp_source *s,
		  enum fxp_mark mark);

/* A record with a cut value is about to be committed. */
void fxp_mark_count_cut(void);

#endif
