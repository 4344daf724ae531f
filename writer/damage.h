/* SPDX-License-Identifier: MIT */
/*
 * The program may overwrite the memory that its recorder shares with the
 * manager, or that is its archive's file. Whatever it contains then, the
 * recorder neither crashes nor loops. Places and sizes come from copies in
 * fxw_engine, and every loop ends. If words contradict each other, recording
 * ends in this process, which is reported.
 *
 * Any thread, any signal handler.
 *
 * Internal to writer/.
 */
#ifndef WRITER_DAMAGE_H
#define WRITER_DAMAGE_H

#include "writer/engine.h"

/* Repetitions of what other threads can make necessary a few times: more have
 * another reason. */
#define FXW_TRIES_MAX 10000u

/* A wait for the manager that is long already. All 0 at first. */
struct fxw_stall {
	uint32_t sequence;  /* that was writable */
	uint32_t n_answers; /* that had come then */
};

/* Ends recording in this process: nothing is writable any more. The calls that
 * follow are counted as lost, as far as that can still be done. */
void fxw_damage(void);

/* The latest sequence of the rolling buffers that was seen, and the archive's
 * generation. A handler may fork, and the parent's numbers are not the child's.
 * Loaded behind the control area's address and before its alloc. */
static inline uint64_t fxw_sequence_seen(void)
{
	/* acquire: alloc comes later; pairs with the exchange in
	 * fxw_alloc_is_sound */
	return __atomic_load_n(&fxw_engine.sequence_seen, __ATOMIC_ACQUIRE);
}

/* Whether {sequence, offset} can be that of the rolling buffers; notes the
 * sequence.
 * seen  what fxw_sequence_seen was */
bool fxw_alloc_is_sound(uint64_t alloc, uint64_t seen);

/* Whether the writable sequence contradicts the one that is handed out: it is
 * ahead, or falls behind as soon as this has raised it. For who has found it
 * different, or has waited long. */
bool fxw_live_is_wrong(struct fxw_control *control);

/* Whether it is behind what it was when this thread began its last span, though
 * nobody has turned since.
 * sequence  of that span */
bool fxw_live_fell(const struct fxw_control *control, uint32_t sequence);

/* Whether a slot says that somebody writes whom no thread is. Slow: for who has
 * waited long. */
bool fxw_slots_are_wrong(void);

/* Whether answers come again and again, and none of them says that the earlier
 * lap is saved: the program overwrites them. For who has waited many times
 * since the last call. stall  this wait's; changed */
bool fxw_answer_is_wrong(const struct fxw_control *control,
			 struct fxw_stall *stall);

#endif
