/* SPDX-License-Identifier: MIT */
/*
 * Chunks on their way to the file, and the thread that writes them. So a slow
 * disk makes callers wait only when the queue is full. One thread puts.
 */
#ifndef TOOLS_MANAGER_QUEUE_H
#define TOOLS_MANAGER_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/chunk.h"
#include "tools/manager/file.h"
#include "tools/manager/watch.h"

struct queue {
	struct file *file; /* borrowed; the thread's while it runs */
	int event_fd;	   /* borrowed; signalled when a save is done */
	uint64_t limit_bytes;
	struct watch
		watch; /* set before the first chunk; take NULL = no watch */
	pthread_t thread;
	pthread_mutex_t lock; /* of all members below */
	pthread_cond_t more;
	struct chunk *first, **last;
	uint64_t n_bytes; /* waiting */
	uint64_t n_put, n_done;
	uint64_t n_open;  /* written, but they count only with the next one */
	uint64_t n_calls; /* in the chunks that were put */
	uint64_t n_file_bytes;
	uint64_t n_calls_lost; /* in chunks that could not be written */
	int error;	       /* of the file */
	uint64_t ticks_per_second;
	/* The watch is to settle once that chunk is written. 0 = not */
	uint64_t settle_ticks, settle_ticket;
	bool has_file; /* it is open */
	/* The next file; waiting chunks are not for it. */
	bool has_next;
	struct file next;
	struct chunk *next_names; /* for the watch */
	uint64_t next_ticket;
	bool has_rate; /* ticks_per_second is known */
	bool is_pushed;
	bool is_over;
};

/* Starts the thread, which writes nothing before queue_allow and queue_open.
 * Returns 0 or errno. */
int queue_start(struct queue *queue, struct file *file, int event_fd,
		uint64_t limit_bytes);

/* The tick rate is known: writing begins. */
void queue_open(struct queue *queue, uint64_t ticks_per_second);

/* The file is open. */
void queue_allow(struct queue *queue);

/* Takes the chunk over; it is written together with later ones, or after
 * queue_push. Returns its ticket. */
uint64_t queue_put(struct queue *queue, struct chunk *chunk);

/*
 * From now on everything goes to another file; earlier chunks that are not
 * written yet are dropped.
 * file   copied; the queue owns it
 * names  already in the file: taken over
 */
void queue_renew(struct queue *queue, const struct file *file,
		 struct chunk *names);

/* Whether that is still to be done. */
bool queue_is_renewing(struct queue *queue);

/* Nothing more is put for now: waiting chunks are to be written. */
void queue_push(struct queue *queue);

/* Events of up to `ticks` are all in the chunks that were put. */
void queue_settle(struct queue *queue, uint64_t ticks);

/* The ticket of the last chunk that was put. */
uint64_t queue_ticket(struct queue *queue);

/* Whether the chunk of the ticket, and so all before it, is written, or never
 * will be. */
bool queue_is_done(struct queue *queue, uint64_t ticket);

bool queue_has_space(struct queue *queue);

/* The progress so far: calls put, bytes in the file. */
void queue_progress(struct queue *queue, uint64_t *n_calls, uint64_t *n_bytes);

/* errno of the write that failed, or 0. */
int queue_error(struct queue *queue);

/* Writes the rest and ends the thread. */
void queue_finish(struct queue *queue);

#endif
