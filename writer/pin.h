/* SPDX-License-Identifier: MIT */
/*
 * Pinned spans: those of an earlier lap in which a thread still is. It was
 * interrupted there and has not come back: stopped, or a handler that runs for
 * long, or jumped out of. Its span stays as it is until a later lap.
 *
 * Internal to writer/.
 */
#ifndef WRITER_PIN_H
#define WRITER_PIN_H

#include <stdbool.h>
#include <stdint.h>

/* Whether any thread is inside a span of an earlier sequence than this in its
 * buffer. After a barrier, see rolling.c. Any thread, any signal handler. */
bool fxw_pins_any(uint32_t sequence);

/* The first offset in words, from off_words on, at which n_words touch no
 * pinned span of the sequence's buffer. */
uint32_t fxw_pins_skip(uint32_t sequence, uint32_t off_words, uint32_t n_words);

#endif
