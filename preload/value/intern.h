/* SPDX-License-Identifier: MIT */
/*
 * Argument strings that come again (paths, names of variables): the archive
 * holds their bytes once, as a string record, and calls name it by index.
 */
#ifndef PRELOAD_VALUE_INTERN_H
#define PRELOAD_VALUE_INTERN_H

#include <stdint.h>

#include "writer/bytes.h"

/* String arguments of no more words, those with up to 24 bytes, stand inline:
 * to look for one takes 5 ns (in a tight loop of getenv calls, the memory
 * warm), to copy it less, even counting that a page that is not touched yet
 * costs 0.5 ns a byte. */
#define FXP_INTERN_MIN_WORDS 4
/* Longer ones, too: few of them fill the durable region. */
#define FXP_INTERN_MAX_BYTES 256u

/* The last index that an argument string gets. Those behind it are kept for
 * APIs that are registered later (a large one, OpenGL, has some 5,000 names)
 * and for the texts of constants. */
#define FXP_INTERN_LAST_INDEX 24576u

/* What the hash is made with, 16 bytes at a time. */
#define FXP_INTERN_SEED 0x9e3779b97f4a7c15ull
#define FXP_INTERN_FACTOR 0xd6e8feb86659fd93ull

/* With 16 bytes more: 64 bits that all depend on each of them. */
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
 * A string argument that stands at `at`, complete: its name an index, its
 * value inline, more than FXP_INTERN_MIN_WORDS words in all and at most
 * FXP_INTERN_MAX_BYTES bytes of value. Makes it one word if the value has an
 * index: as long as there is room it gets one when it is seen for the second
 * time in a thread; the first time is only noted.
 * behind  the argument's end
 * p       where the value was copied from: by now it may be another
 * Returns its end.
 * Any thread, any signal handler; inside a window (thread.h).
 */
uint64_t *fxp_intern_arg(uint64_t *at, uint64_t *behind, const char *p);

/* A forked child's archive has no strings yet. */
void fxp_intern_forget(void);

#endif
