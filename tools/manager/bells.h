/* SPDX-License-Identifier: MIT */
/*
 * Doorbells: futex words in shared memory. A provider increments one and wakes
 * the manager, which waits for all of them. All providers of the session's user
 * share one word. Each provider of another user has one in its own memory. So
 * it cannot reset the others' word. The manager looks at such a word once per
 * millisecond at most.
 *
 * One thread waits, another one adds and removes.
 */
#ifndef TOOLS_MANAGER_BELLS_H
#define TOOLS_MANAGER_BELLS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* As many words as the kernel waits for at a time; the first is shared. */
#define BELLS 128u

struct bell {
	uint32_t *word; /* NULL = free */
	uint32_t seen;
	uint64_t next_ns; /* it is not heard before */
};

struct bells {
	pthread_mutex_t lock;
	struct bell all[BELLS];
	uint32_t n;  /* up to the last one in use */
	char *pages; /* of those that are not shared; always mapped */
};

/* shared: the word of the session's user. Returns 0 or errno. */
int bells_open(struct bells *bells, uint32_t *shared);
void bells_close(struct bells *bells);

/*
 * One more, `off` bytes into the descriptor's file.
 * Returns its number, or 0: there is no place for it, so that its provider has
 * to be checked again and again.
 */
uint32_t bells_add(struct bells *bells, int fd, uint64_t off);
void bells_remove(struct bells *bells, uint32_t number);

/* Waits until a word has changed since it was seen last, or for half a second.
 * Returns whether one has. */
bool bells_wait(struct bells *bells);

#endif
