/* SPDX-License-Identifier: MIT */
/*
 * Calls that found no space: counted in the control area when they are lost,
 * emitted into the archive when it is finished. No loss is silent.
 */
#ifndef WRITER_LOSS_H
#define WRITER_LOSS_H

struct fxw_thread;

/* A call of this thread was dropped: its begin found no space. */
void fxw_loss_count(struct fxw_thread *thread);

/* An end found no space; in oneshot the thread then writes nothing more. */
void fxw_loss_count_end(struct fxw_thread *thread);

/* One of these ends was written after all, though without its values. */
void fxw_loss_found_end(struct fxw_thread *thread);

/* Writes an instant `overwritten` (circular mode: calls that later ones have
 * replaced). If calls were lost, also Provider Event 0, an instant `loss` for
 * each thread that lost some, and a counter `lost`. */
void fxw_losses_emit(void);

#endif
