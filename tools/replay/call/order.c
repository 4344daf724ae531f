/* SPDX-License-Identifier: MIT */
/*
 * Calls in an order in which they can be made, see order.h.
 *
 * Calls are read in the order of their begins and queued for each thread. A
 * queue's first call is a candidate if it has no number. It also is one if its
 * number is the least of all queues and follows the last one. If the number
 * does not follow, calls with the missing numbers may still be read, or may be
 * lost. A call takes its number before its end, and smaller numbers are taken
 * earlier, by calls that have begun by then. So once reading has passed the
 * first end of the queued numbered calls, no more calls with smaller numbers
 * can follow. Of several candidates, the one that began first is next. After a
 * gap, the time up to which calls were read for it replaces its begin. So the
 * order does not depend on how far was read for others.
 *
 * A call inside another one of its thread may have the smaller number. It then
 * counts for both: a thread's calls keep their order.
 */
#include "tools/replay/call/order.h"

#include <stdlib.h>

#include "tools/replay/call/callcopy.h"

/* The most calls that are read ahead. */
#define HELD_CALLS 4096u
#define HELD_BYTES ((size_t)256 << 20)

/* The key that `least` minimizes over the numbered calls of a queue. */
enum key { BY_SEQ, BY_LIMIT, N_KEYS };

struct link {
	struct held *previous, *next;
};

/* A call that was read and not yet returned. */
struct held {
	const struct fxr_call *call; /* the reader's, or the copy's */
	struct callcopy copy;
	uint64_t limit_ns; /* an upper bound of when its number was taken */
	struct held *next; /* of its thread's queue, or of the unused ones */
	struct link links[N_KEYS];
};

struct queue {
	struct held *first, *last;
	size_t place; /* index among the active ones */
	/* Those of its numbered calls that have no smaller later one. */
	struct link least[N_KEYS];
};

struct order {
	struct fxr_calls *calls;
	struct fxr_world *world;
	struct fxr_call call; /* the one read last */
	struct held *loose;   /* the queued one that refers to it */
	struct held *given, *unused;
	struct queue *queues;  /* one for each thread */
	struct queue **active; /* those that contain calls */
	size_t n_active, active_capacity;
	size_t n_held, n_bytes;
	uint64_t read_ns;     /* begin of the call read last */
	uint64_t last_seq;    /* of the numbered call returned last */
	uint64_t last_number; /* the largest one returned */
	bool has_ended, is_one_thread;
	struct order_counts counts;
};

/* The call that comes next, and the keys for its comparison. */
struct choice {
	struct queue *queue;
	uint64_t ns;
	bool is_behind_gap;
};

static uint64_t key_of(const struct held *held, enum key key)
{
	return key == BY_SEQ ? held->call->seq : held->limit_ns;
}

static void drop_last(struct link *least_key, enum key key)
{
	least_key->previous = least_key->previous->links[key].previous;
	if (least_key->previous)
		least_key->previous->links[key].next = NULL;
	else
		least_key->next = NULL;
}

/* In `least`, next is the first, which is the least, and previous the last. */
static void put_least(struct queue *queue, struct held *held, enum key key)
{
	struct link *least_key = &queue->least[key];

	while (least_key->previous &&
	       key_of(least_key->previous, key) > key_of(held, key))
		drop_last(least_key, key);
	held->links[key] = (struct link){least_key->previous, NULL};
	if (least_key->previous)
		least_key->previous->links[key].next = held;
	else
		least_key->next = held;
	least_key->previous = held;
}

static void take_least(struct queue *queue, const struct held *held,
		       enum key key)
{
	struct link *least_key = &queue->least[key];

	if (least_key->next != held)
		return;
	least_key->next = held->links[key].next;
	if (least_key->next)
		least_key->next->links[key].previous = NULL;
	else
		least_key->previous = NULL;
}

/* A call without an end took its number before its thread's next call began. */
static void limit_last(struct queue *queue, uint64_t ns)
{
	struct held *last = queue->last;

	if (!last || !last->call->seq || last->call->has_end)
		return;
	drop_last(&queue->least[BY_LIMIT], BY_LIMIT);
	last->limit_ns = ns;
	put_least(queue, last, BY_LIMIT);
}

static void activate_queue(struct order *order, struct queue *queue)
{
	if (order->n_active == order->active_capacity)
		order->active =
			fxr_grow(order->active, &order->active_capacity,
				 order->n_active + 1, sizeof(struct queue *));
	queue->place = order->n_active;
	order->active[order->n_active++] = queue;
}

static void push_held(struct order *order, struct held *held)
{
	const struct fxr_call *call = held->call;
	struct queue *queue =
		&order->queues[call->thread - order->world->threads];

	limit_last(queue, call->begin_ns);
	held->limit_ns = call->has_end ? call->end_ns : UINT64_MAX;
	held->next = NULL;
	if (queue->last)
		queue->last->next = held;
	else
		queue->first = held;
	if (!queue->last)
		activate_queue(order, queue);
	queue->last = held;
	order->n_held++;
	for (enum key key = 0; call->seq && key < N_KEYS; key++)
		put_least(queue, held, key);
}

static struct held *pop_held(struct order *order, struct queue *queue)
{
	struct held *held = queue->first;

	for (enum key key = 0; key < N_KEYS; key++)
		take_least(queue, held, key);
	queue->first = held->next;
	order->n_held--;
	if (queue->first)
		return held;
	queue->last = NULL;
	order->active[queue->place] = order->active[--order->n_active];
	order->active[queue->place]->place = queue->place;
	return held;
}

static struct held *unused(struct order *order)
{
	struct held *held = order->unused;

	if (!held)
		return fxr_new(1, sizeof(*held));
	order->unused = held->next;
	return held;
}

/* The call returned before is no longer borrowed. */
static void recycle(struct order *order)
{
	struct held *held = order->given;

	if (!held)
		return;
	order->given = NULL;
	if (held->call == &held->copy.call) {
		order->n_bytes -= held->copy.n_bytes;
		callcopy_fini(&held->copy);
	}
	held->next = order->unused;
	order->unused = held;
}

static bool is_full(const struct order *order)
{
	return order->n_held >= HELD_CALLS || order->n_bytes >= HELD_BYTES;
}

/* Reads one more call; the previous one is copied out of the reader. */
static void read_one(struct order *order)
{
	struct held *held = order->loose;

	if (held) {
		callcopy_set(&held->copy, held->call);
		held->call = &held->copy.call;
		order->n_bytes += held->copy.n_bytes;
	}
	order->loose = NULL;
	if (!fxr_calls_next(order->calls, &order->call)) {
		order->has_ended = true;
		return;
	}
	order->read_ns = order->call.begin_ns;
	held = unused(order);
	held->call = &order->call;
	order->loose = held;
	push_held(order, held);
}

/* The least key of all queues, UINT64_MAX: no queue has a numbered call. */
static uint64_t least_key(const struct order *order, enum key key)
{
	uint64_t found = UINT64_MAX;

	for (size_t i = 0; i < order->n_active; i++) {
		const struct held *first = order->active[i]->least[key].next;

		if (first && key_of(first, key) < found)
			found = key_of(first, key);
	}
	return found;
}

static bool is_before(const struct choice *a, const struct choice *b)
{
	if (!b->queue || a->ns != b->ns)
		return !b->queue || a->ns < b->ns;
	if (a->is_behind_gap != b->is_behind_gap)
		return b->is_behind_gap;
	return a->queue->first->call->number < b->queue->first->call->number;
}

/* queue is NULL if more must be read first. */
static struct choice choose_call(const struct order *order)
{
	uint64_t least_seq = least_key(order, BY_SEQ);
	uint64_t limit_ns = least_key(order, BY_LIMIT);
	bool is_next = least_seq == order->last_seq + 1;
	bool is_known = is_next || order->has_ended || is_full(order) ||
			order->read_ns > limit_ns;
	struct choice best = {0};

	for (size_t i = 0; i < order->n_active; i++) {
		struct queue *queue = order->active[i];
		const struct fxr_call *call = queue->first->call;
		struct choice choice = {queue, call->begin_ns, false};

		if (call->seq) {
			if (!is_known ||
			    queue->least[BY_SEQ].next->call->seq != least_seq)
				continue;
			choice.is_behind_gap = !is_next;
			choice.ns = is_next ? call->begin_ns : limit_ns;
		}
		if (is_before(&choice, &best))
			best = choice;
	}
	return best;
}

static const struct fxr_call *return_choice(struct order *order,
					    const struct choice *choice)
{
	struct order_counts *counts = &order->counts;
	const struct fxr_call *call = choice->queue->first->call;

	if (choice->is_behind_gap) {
		counts->n_gaps += call->seq > order->last_seq + 1;
		counts->n_forced +=
			!order->has_ended && order->read_ns <= choice->ns;
	}
	if (call->seq)
		order->last_seq = call->seq;
	counts->n_moved += call->number < order->last_number;
	if (call->number > order->last_number)
		order->last_number = call->number;
	order->given = pop_held(order, choice->queue);
	if (order->given == order->loose)
		order->loose = NULL;
	return call;
}

const struct fxr_call *order_next(struct order *order)
{
	if (order->is_one_thread)
		return fxr_calls_next(order->calls, &order->call) ? &order->call
								  : NULL;
	recycle(order);
	for (;;) {
		struct choice choice = choose_call(order);

		if (choice.queue)
			return return_choice(order, &choice);
		if (order->has_ended)
			return NULL;
		read_one(order);
	}
}

struct order *order_open(struct fxr_calls *calls, uint32_t provider)
{
	struct order *order = fxr_new(1, sizeof(*order));
	size_t n_threads = 0;

	order->calls = calls;
	order->world = fxr_calls_world(calls);
	fxr_calls_only(calls, provider);
	for (size_t i = 0; i < order->world->n_threads; i++)
		n_threads += order->world->threads[i].provider == provider &&
			     order->world->threads[i].n_wanted;
	order->is_one_thread = n_threads <= 1;
	if (!order->is_one_thread)
		order->queues =
			fxr_new(order->world->n_threads, sizeof(struct queue));
	return order;
}

struct order_counts order_counts(const struct order *order)
{
	return order->counts;
}

static void free_all(struct held *held)
{
	while (held) {
		struct held *next = held->next;

		callcopy_fini(&held->copy);
		free(held);
		held = next;
	}
}

void order_close(struct order *order)
{
	if (!order)
		return;
	recycle(order);
	free_all(order->unused);
	for (size_t i = 0; i < order->n_active; i++)
		free_all(order->active[i]->first);
	free(order->queues);
	free(order->active);
	free(order);
}
