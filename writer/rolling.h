/* SPDX-License-Identifier: MIT */
/*
 * The rolling buffers. Oneshot has one, and it ends when that is full. Circular
 * has two that take turns. A thread that finds the writable one full turns to
 * the other, and so overwrites the calls in it. Nobody waits for anybody, and
 * nothing is cleared (lap.h).
 *
 * Internal to writer/.
 */
#ifndef WRITER_ROLLING_H
#define WRITER_ROLLING_H

#include "writer/engine.h"
#include "writer/lap.h"

/* The buffer of a sequence. */
static inline struct fxw_region *fxw_rolling_of(uint32_t sequence)
{
	return &fxw_engine.rolling[fxw_engine.takes_turns
					   ? fxw_lap_buffer(sequence)
					   : 0];
}

/* The index in its buffer of a word that was taken under the sequence. */
static inline uint32_t fxw_rolling_word(const uint64_t *word, uint32_t sequence)
{
	return (uint32_t)(word - fxw_rolling_of(sequence)->words);
}

/*
 * Takes *n_words (rounded up to the buffer's unit) for a span.
 * n_words   in, out: what was taken
 * sequence  out: the sequence that the space belongs to
 * Returns its first word, or NULL: no space. Oneshot: still zero; circular:
 * whatever an earlier lap left there.
 * Any thread, any signal handler; lock-free.
 */
uint64_t *fxw_rolling_take(uint32_t *n_words, uint32_t *sequence);

/* Makes the sequence the writable one, unless a later one or none is. */
void fxw_rolling_go_live(struct fxw_control *control, uint32_t sequence);

/* Streaming: closes the lap by a turn, if it is still the one being written and
 * the other buffer is free. Returns whether it is closed. */
bool fxw_rolling_turn_from(struct fxw_control *control, uint32_t sequence);

/* Whether so many words will never find space. */
bool fxw_rolling_is_too_large(uint32_t n_words);

/* Raises a word that only ever grows. */
static inline void fxw_raise_to(uint32_t *word, uint32_t value)
{
	uint32_t old = __atomic_load_n(word, __ATOMIC_RELAXED);

	/* ends whatever the program stores there meanwhile */
	for (unsigned i = 0;
	     i < 10000 && old < value &&
	     !__atomic_compare_exchange_n(word, &old, value, false,
					  __ATOMIC_RELEASE, __ATOMIC_RELAXED);
	     i++)
		;
}

/* Stops the hand-out; sets fxw_engine.last_sequence to the sequence that it
 * had. Returns the words handed out of that sequence's buffer. */
uint32_t fxw_rolling_close(void);

/* Opens it again under a new sequence, in the same buffer, from off_words. */
void fxw_rolling_open(uint32_t off_words);

#endif
