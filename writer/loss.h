/* SPDX-License-Identifier: MIT */
/*
 * Calls that found no room: counted in the control area while it happens, told
 * in the archive when it is finished. No loss is silent.
 */
#ifndef WRITER_LOSS_H
#define WRITER_LOSS_H

struct fxw_thread;

/* A call of this thread was dropped: its begin found no room. */
void fxw_loss_count(struct fxw_thread *thread);

/* An end found no room; in oneshot the thread then writes nothing more. */
void fxw_loss_count_end(struct fxw_thread *thread);

/* One of these ends was written after all, though without its values. */
void fxw_loss_found_end(struct fxw_thread *thread);

/* Writes an instant `overwritten` (circular mode: calls that later ones have
 * replaced), Provider Event 0, an instant `loss` for each thread that lost
 * calls and a counter `lost`. Nothing if nothing was lost. */
void fxw_losses_emit(void);

#endif
