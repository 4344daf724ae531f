/* SPDX-License-Identifier: MIT */
/*
 * The writing thread, see queue.h.
 */
#include "tools/manager/queue.h"

#include <stdlib.h>
#include <unistd.h>

/* Approximate bytes of one save. */
#define SAVE_BYTES (4u << 20)
/* For fewer bytes only queue_push wakes the thread: each write costs two
 * context switches, too. */
#define WAKE_BYTES (1u << 20)

static uint64_t chunk_bytes(const struct chunk *chunk)
{
	return sizeof(*chunk) + chunk->n_words * 8ull +
	       chunk->n_stores * sizeof(*chunk->stores);
}

/* Removes the chunks of one save; under the lock. Returns their number. */
static unsigned take_chunks(struct queue *queue, struct chunk **chunks)
{
	struct chunk **end = &queue->first;
	uint64_t n_bytes = 0, n_stores = 0;
	unsigned n = 0;

	*chunks = queue->first;
	while (*end && n < FILE_SAVE_CHUNKS && n_bytes < SAVE_BYTES &&
	       n_stores < LEDGER_SAVE_STORES) {
		n_bytes += chunk_bytes(*end);
		n_stores += (*end)->n_stores;
		end = &(*end)->next;
		n++;
	}
	queue->first = *end;
	*end = NULL;
	if (!queue->first) {
		queue->last = &queue->first;
		queue->is_pushed = false;
	}
	return n;
}

/* Returns the calls in them that are not in the file. */
static uint64_t free_all(struct chunk *chunks, uint64_t *n_bytes)
{
	uint64_t n_calls = 0;

	while (chunks) {
		struct chunk *next = chunks->next;

		n_calls += chunks->is_written ? 0 : chunks->n_calls;
		*n_bytes += chunk_bytes(chunks);
		chunk_free(chunks);
		chunks = next;
	}
	return n_calls;
}

/* Writes waiting chunks; under the lock, which it releases meanwhile. */
static void write_some(struct queue *queue)
{
	uint64_t one = 1, n_bytes = 0, n_calls, n_file_bytes;
	struct chunk *chunks;
	unsigned n = take_chunks(queue, &chunks);
	int error;

	queue->file->ticks_per_second = queue->ticks_per_second;
	pthread_mutex_unlock(&queue->lock);
	error = file_save(queue->file, chunks);
	n_file_bytes = queue->file->n_bytes;
	if (queue->watch.take)
		queue->watch.take(queue->watch.context, chunks,
				  queue->ticks_per_second);
	n_calls = free_all(chunks, &n_bytes);
	pthread_mutex_lock(&queue->lock);
	queue->n_bytes -= n_bytes;
	queue->n_open += n;
	if (!queue->file->is_joined) {
		queue->n_done += queue->n_open;
		queue->n_open = 0;
	}
	queue->n_file_bytes = n_file_bytes;
	queue->error = error;
	queue->n_calls_lost += n_calls;
	/* a full counter wakes as well */
	(void)!write(queue->event_fd, &one, sizeof(one));
}

/* Removes chunks that are not for the next file; under the lock. */
static struct chunk *take_old(struct queue *queue)
{
	struct chunk *first = queue->first, **end = &queue->first;

	for (uint64_t n = queue->n_done + queue->n_open;
	     n < queue->next_ticket && *end; n++)
		end = &(*end)->next;
	queue->n_done = queue->next_ticket;
	queue->n_open = 0;
	queue->first = *end;
	if (first == queue->first)
		return NULL;
	*end = NULL;
	if (!queue->first) {
		queue->last = &queue->first;
		queue->is_pushed = false;
	}
	return first;
}

/* What the former file would have had is not to be taken for the next one. */
static void settle_old(struct ledger *ledger, const struct chunk *old,
		       uint64_t n_bytes)
{
	for (; ledger && old; old = old->next) {
		ledger_begin(ledger);
		ledger_note(ledger, old->stores, old->n_stores);
		ledger_commit(ledger, n_bytes);
	}
}

/* Under the lock, which it releases meanwhile. */
static void renew_file(struct queue *queue)
{
	struct chunk *old = take_old(queue), *names = queue->next_names;
	uint64_t one = 1, n_bytes = 0;

	file_abandon(queue->file);
	queue->next.ledger = queue->file->ledger;
	queue->next.number = queue->file->number + 1;
	/* from here on n_bytes is of the next file */
	if (queue->next.ledger && queue->next.ledger->fd >= 0)
		__atomic_store_n(&queue->next.ledger->head->file_number,
				 queue->next.number, __ATOMIC_RELEASE);
	settle_old(queue->next.ledger, old, queue->next.n_bytes);
	*queue->file = queue->next;
	if (queue->next.ledger) {
		ledger_begin(queue->next.ledger);
		ledger_commit(queue->next.ledger, queue->next.n_bytes);
	}
	queue->n_file_bytes = queue->file->n_bytes;
	queue->next_names = NULL;
	queue->has_next = false;
	pthread_mutex_unlock(&queue->lock);
	if (queue->watch.take) {
		queue->watch.take(queue->watch.context, old,
				  queue->ticks_per_second);
		queue->watch.take(queue->watch.context, names,
				  queue->ticks_per_second);
	}
	(void)free_all(old, &n_bytes);
	chunk_free_all(names);
	pthread_mutex_lock(&queue->lock);
	queue->n_bytes -= n_bytes;
	(void)!write(queue->event_fd, &one, sizeof(one));
}

/* Under the lock, which it releases meanwhile. */
static void settle_watch(struct queue *queue)
{
	uint64_t ticks = queue->settle_ticks;

	queue->settle_ticks = 0;
	pthread_mutex_unlock(&queue->lock);
	queue->watch.settle(queue->watch.context, ticks,
			    queue->ticks_per_second);
	pthread_mutex_lock(&queue->lock);
}

/* Whether there is enough to write; nothing is being written. */
static bool is_ready(const struct queue *queue)
{
	if (!queue->first || queue->is_over)
		return queue->first;
	return queue->has_rate && queue->has_file &&
	       (queue->is_pushed || queue->n_bytes >= WAKE_BYTES);
}

static void *run_queue(void *argument)
{
	struct queue *queue = argument;

	pthread_mutex_lock(&queue->lock);
	while (!queue->is_over || queue->first || queue->has_next)
		if (queue->has_next)
			renew_file(queue);
		else if (queue->settle_ticks &&
			 queue->n_done >= queue->settle_ticket)
			settle_watch(queue);
		else if (is_ready(queue))
			write_some(queue);
		else
			pthread_cond_wait(&queue->more, &queue->lock);
	pthread_mutex_unlock(&queue->lock);
	if (queue->watch.take)
		queue->watch.settle(queue->watch.context, UINT64_MAX,
				    queue->ticks_per_second);
	return NULL;
}

int queue_start(struct queue *queue, struct file *file, int event_fd,
		uint64_t limit_bytes)
{
	*queue = (struct queue){
		.file = file, .event_fd = event_fd, .limit_bytes = limit_bytes};
	queue->last = &queue->first;
	pthread_mutex_init(&queue->lock, NULL);
	pthread_cond_init(&queue->more, NULL);
	return pthread_create(&queue->thread, NULL, run_queue, queue);
}

void queue_open(struct queue *queue, uint64_t ticks_per_second)
{
	pthread_mutex_lock(&queue->lock);
	if (!queue->has_rate)
		queue->ticks_per_second = ticks_per_second;
	queue->has_rate = true;
	pthread_cond_signal(&queue->more);
	pthread_mutex_unlock(&queue->lock);
}

void queue_allow(struct queue *queue)
{
	pthread_mutex_lock(&queue->lock);
	queue->has_file = true;
	pthread_cond_signal(&queue->more);
	pthread_mutex_unlock(&queue->lock);
}

uint64_t queue_put(struct queue *queue, struct chunk *chunk)
{
	uint64_t ticket;

	chunk->next = NULL;
	pthread_mutex_lock(&queue->lock);
	*queue->last = chunk;
	queue->last = &chunk->next;
	queue->n_bytes += chunk_bytes(chunk);
	queue->n_calls += chunk->n_calls;
	ticket = ++queue->n_put;
	if (queue->n_bytes >= WAKE_BYTES)
		pthread_cond_signal(&queue->more);
	pthread_mutex_unlock(&queue->lock);
	return ticket;
}

void queue_renew(struct queue *queue, const struct file *file,
		 struct chunk *names)
{
	struct chunk **end = &names;

	pthread_mutex_lock(&queue->lock);
	if (queue->has_next) { /* it was not begun */
		file_abandon(&queue->next);
		while (*end)
			end = &(*end)->next;
		*end = queue->next_names;
	}
	queue->has_next = true;
	queue->next = *file;
	queue->next_names = names;
	queue->next_ticket = queue->n_put;
	queue->n_calls = 0;
	pthread_cond_signal(&queue->more);
	pthread_mutex_unlock(&queue->lock);
}

bool queue_is_renewing(struct queue *queue)
{
	bool is_renewing;

	pthread_mutex_lock(&queue->lock);
	is_renewing = queue->has_next;
	pthread_mutex_unlock(&queue->lock);
	return is_renewing;
}

void queue_push(struct queue *queue)
{
	pthread_mutex_lock(&queue->lock);
	if (queue->first && !queue->is_pushed) {
		queue->is_pushed = true;
		pthread_cond_signal(&queue->more);
	}
	pthread_mutex_unlock(&queue->lock);
}

void queue_settle(struct queue *queue, uint64_t ticks)
{
	if (!queue->watch.take)
		return;
	pthread_mutex_lock(&queue->lock);
	/* one at a time: else a slow watch would never be called */
	if (!queue->settle_ticks && ticks) {
		queue->settle_ticks = ticks;
		queue->settle_ticket = queue->n_put;
		pthread_cond_signal(&queue->more);
	}
	pthread_mutex_unlock(&queue->lock);
}

uint64_t queue_ticket(struct queue *queue)
{
	uint64_t ticket;

	pthread_mutex_lock(&queue->lock);
	ticket = queue->n_put;
	pthread_mutex_unlock(&queue->lock);
	return ticket;
}

bool queue_is_done(struct queue *queue, uint64_t ticket)
{
	bool is_done;

	pthread_mutex_lock(&queue->lock);
	is_done = queue->n_done >= ticket;
	pthread_mutex_unlock(&queue->lock);
	return is_done;
}

bool queue_has_space(struct queue *queue)
{
	bool has_space;

	pthread_mutex_lock(&queue->lock);
	has_space = queue->n_bytes < queue->limit_bytes;
	pthread_mutex_unlock(&queue->lock);
	return has_space;
}

void queue_progress(struct queue *queue, uint64_t *n_calls, uint64_t *n_bytes)
{
	pthread_mutex_lock(&queue->lock);
	*n_calls = queue->n_calls - queue->n_calls_lost;
	*n_bytes = queue->n_file_bytes;
	pthread_mutex_unlock(&queue->lock);
}

int queue_error(struct queue *queue)
{
	int error;

	pthread_mutex_lock(&queue->lock);
	error = queue->error;
	pthread_mutex_unlock(&queue->lock);
	return error;
}

void queue_finish(struct queue *queue)
{
	pthread_mutex_lock(&queue->lock);
	queue->is_over = true;
	pthread_cond_signal(&queue->more);
	pthread_mutex_unlock(&queue->lock);
	pthread_join(queue->thread, NULL);
	pthread_mutex_destroy(&queue->lock);
	pthread_cond_destroy(&queue->more);
}
