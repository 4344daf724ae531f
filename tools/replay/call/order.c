/* SPDX-License-Identifier: MIT */
/*
 * Calls in an order in which they can be made, see order.h.
 *
 * Calls are read as they began and stand in a queue for each thread. What may
 * come next is the first call of a queue that has no number, or whose number
 * is the least of all queues and follows the last one. If it does not follow,
 * calls with the numbers between may still be read, or are missing. A number is
 * taken before its call ends, and a smaller one before it, by a call that has
 * begun then: so once the first end of the numbered calls at hand has been
 * passed, nothing is missing that could still come. Of several that may come
 * next, the one that began first does; after a gap, the time up to which was
 * read for it stands for its begin, so that the order does not depend on how
 * far was read for others.
 *
 * A call inside another one of its thread may have the smaller number. Then it
 * stands for both: a thread's calls keep their order.
 */
#include "tools/replay/call/order.h"

#include <stdlib.h>

#include "tools/replay/call/callcopy.h"

/* What is read ahead at most. */
#define HELD_CALLS 4096u
#define HELD_BYTES ((size_t)256 << 20)

/* What the least of is asked for, over the numbered calls of a queue. */
enum key { BY_SEQ, BY_LIMIT, N_KEYS };

struct link {
	struct held *previous, *next;
};

/* A call that was read and not given. */
struct held {
	const struct fxr_call *call; /* the reader's, or the copy's */
	struct callcopy copy;
	uint64_t limit_ns; /* its number was taken before */
	struct held *next; /* of its thread, or of those that are free */
	struct link links[N_KEYS];
};

struct queue {
	struct held *first, *last;
	size_t place; /* among the active ones */
	/* Those of its numbered calls that no later one is less than. */
	struct link least[N_KEYS];
};

struct order {
	struct fxr_calls *calls;
	struct fxr_world *world;
	struct fxr_call call; /* the one read last */
	struct held *loose;   /* the one of the queues that holds it */
	struct held *given, *unused;
	struct queue *queues;  /* one a thread */
	struct queue **active; /* those that hold calls */
	size_t n_active, active_capacity;
	size_t n_held, n_bytes;
	uint64_t read_ns;     /* begin of the call read last */
	uint64_t last_seq;    /* of the numbered call given last */
	uint64_t last_number; /* the largest given */
	bool has_ended, is_one_thread;
	struct order_counts counts;
};

/* The call that comes next, and what others are compared by. */
struct choice {
	struct queue *queue;
	uint64_t ns;
	bool is_behind_gap;
};

static uint64_t key_of(const struct held *held, enum key key)
{
	return key == BY_SEQ ? held->call->seq : held->limit_ns;
}

static void drop_last(struct link *least, enum key key)
{
	least->previous = least->previous->links[key].previous;
	if (least->previous)
		least->previous->links[key].next = NULL;
	else
		least->next = NULL;
}

/* In `least`, next is the first, which is the least, and previous the last. */
static void put_least(struct queue *queue, struct held *held, enum key key)
{
	struct link *least = &queue->least[key];

	while (least->previous &&
	       key_of(least->previous, key) > key_of(held, key))
		drop_last(least, key);
	held->links[key] = (struct link){least->previous, NULL};
	if (least->previous)
		least->previous->links[key].next = held;
	else
		least->next = held;
	least->previous = held;
}

static void take_least(struct queue *queue, const struct held *held,
		       enum key key)
{
	struct link *least = &queue->least[key];

	if (least->next != held)
		return;
	least->next = held->links[key].next;
	if (least->next)
		least->next->links[key].previous = NULL;
	else
		least->previous = NULL;
}

/* A call without an end took its number before its thread's next one began. */
static void limit_last(struct queue *queue, uint64_t ns)
{
	struct held *last = queue->last;

	if (!last || !last->call->seq || last->call->has_end)
		return;
	drop_last(&queue->least[BY_LIMIT], BY_LIMIT);
	last->limit_ns = ns;
	put_least(queue, last, BY_LIMIT);
}

static void activate(struct order *order, struct queue *queue)
{
	if (order->n_active == order->active_capacity)
		order->active =
			fxr_grow(order->active, &order->active_capacity,
				 order->n_active + 1, sizeof(struct queue *));
	queue->place = order->n_active;
	order->active[order->n_active++] = queue;
}

static void push(struct order *order, struct held *held)
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
		activate(order, queue);
	queue->last = held;
	order->n_held++;
	for (enum key key = 0; call->seq && key < N_KEYS; key++)
		put_least(queue, held, key);
}

static struct held *pop(struct order *order, struct queue *queue)
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

/* The one given before is no longer borrowed. */
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

/* Reads one more call; what was read before needs a place of its own. */
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
	push(order, held);
}

/* The least of all queues, UINT64_MAX: none of them has a number. */
static uint64_t least(const struct order *order, enum key key)
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
static struct choice choose(const struct order *order)
{
	uint64_t least_seq = least(order, BY_SEQ);
	uint64_t limit_ns = least(order, BY_LIMIT);
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

static const struct fxr_call *give(struct order *order,
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
	order->given = pop(order, choice->queue);
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
		struct choice choice = choose(order);

		if (choice.queue)
			return give(order, &choice);
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
