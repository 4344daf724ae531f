/* SPDX-License-Identifier: MIT */
/*
 * Reads the recorder's own events: categories fxtrace:sig, fxtrace:fact and
 * fxtrace:loss.
 */
#ifndef TOOLS_READER_FACTS_H
#define TOOLS_READER_FACTS_H

#include "tools/reader/world.h"

void fxr_take_signature(struct fxr_world *world,
			const struct fxr_record *record);
void fxr_take_fact(struct fxr_world *world, const struct fxr_record *record);
void fxr_take_loss(struct fxr_world *world, const struct fxr_record *record);

/* An instant event of any other category: a cause, or nothing of ours. */
void fxr_take_cause(struct fxr_world *world, const struct fxr_record *record);

/* An argument's text, kept in the world's arena; empty if it has none. */
struct fxr_text fxr_text_arg(struct fxr_world *world,
			     const struct fxr_record *record,
			     const struct fxt_arg *arg);

#endif
