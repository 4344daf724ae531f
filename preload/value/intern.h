/* SPDX-License-Identifier: MIT */
/*
 * Repeated argument strings (paths, names of variables): the archive has their
 * bytes once, as a string record, and calls refer to it by index.
 */
#ifndef PRELOAD_VALUE_INTERN_H
#define PRELOAD_VALUE_INTERN_H

#include <stdint.h>

#include "writer/bytes.h"

/* String arguments of no more words, those with up to 24 bytes, are inline. A
 * lookup takes 5 ns (in a tight loop of getenv calls, the memory warm). A copy
 * takes less, even though an untouched page costs 0.5 ns a byte. */
#define FXP_INTERN_MIN_WORDS 4
/* Longer ones are inline, too: a few of them would fill the durable region. */
#define FXP_INTERN_MAX_BYTES 256u

/* The last index that an argument string gets. Those behind it are reserved for
 * APIs that are registered later (a large one, OpenGL, has some 5,000 names)
 * and for the texts of constants. */
#define FXP_INTERN_LAST_INDEX 24576u

/* The constants of the hash, which takes 16 bytes at a time. */
#define FXP_INTERN_SEED 0x9e3779b97f4a7c15ull
#define FXP_INTERN_FACTOR 0xd6e8feb86659fd93ull

/* Mixes in 16 bytes: each of the 64 bits depends on all of them. */
static inline uint64_t fxp_intern_mix(uint64_t hash, const char *p)
{
	unsigned __int128 product = (unsigned __int128)(fxw_load8(p) ^ hash) *
				    (fxw_load8(p + 8) ^ FXP_INTERN_FACTOR);

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Over n > 16 bytes; the last 16 may overlap with those before. */
static inline uint64_t fxp_intern_hash(const char *p, uint64_t n)
{
	const char *last = p + n - 16;
	uint64_t hash = FXP_INTERN_SEED;

	do {
		hash = fxp_intern_mix(hash, p);
		p += 16;
	} while (p < last);
	return fxp_intern_mix(hash, last);
}

/*
 * A complete string argument at `at`: its name an index, its value inline. It
 * has more than FXP_INTERN_MIN_WORDS words in all and at most
 * FXP_INTERN_MAX_BYTES bytes of value. Makes it one word if the value has an
 * index. The value gets one when a thread sees it for the second time, as long
 * as there is space. The first time it is only noted.
 * behind  the argument's end
 * p       the source of the value, which may have changed since
 * Returns its end.
 * Any thread, any signal handler; inside a window (thread.h).
 */
uint64_t *fxp_intern_arg(uint64_t *at, uint64_t *behind, const char *p);

/* In a forked child, whose archive has no strings yet. */
void fxp_intern_forget(void);

#endif
