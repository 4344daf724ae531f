/* SPDX-License-Identifier: MIT */
/*
 * The order in which calls can be made one after the other, over archives made
 * here.
 */
#include "tools/replay/call/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/build_archive.h"
#include "tests/tap.h"

static struct build b;
static struct fxr_calls_options options;
static struct fxr_reader *reader;
static struct fxr_calls *calls;
static struct order *order;
static struct order_counts counts;

/* A call of thread `tid`; seq 0: no number. */
static void put_call(uint64_t tid, uint64_t begin, uint64_t end,
		     const char *name, uint64_t seq)
{
	b.tid = tid;
	if (seq)
		arg_u64(&b, "@seq", seq);
	build_begin_call(&b, begin, name);
	build_end_call(&b, end, name);
}

/* One that is not over when the archive ends. */
static void put_open(uint64_t tid, uint64_t begin, const char *name,
		     uint64_t seq)
{
	b.tid = tid;
	arg_u64(&b, "@seq", seq);
	build_begin_call(&b, begin, name);
}

/* Of the provider that the archive's n-th thread belongs to. */
static void open_order_of(size_t n)
{
	reader = fxr_open_memory(b.words, build_bytes(&b));
	calls = fxr_calls_open(reader, &options);
	order = order_open(calls, fxr_calls_world(calls)->threads[n].provider);
}

static void open_order(void)
{
	open_order_of(0);
}

static void close_all(void)
{
	counts = order_counts(order);
	order_close(order);
	fxr_calls_close(calls);
	fxr_close(reader);
}

/* Names of all calls in their order. */
static const char *names(void)
{
	static char text[4096];
	const struct fxr_call *call;
	size_t n = 0;

	open_order();
	*text = '\0';
	while ((call = order_next(order)))
		n += (size_t)snprintf(
			text + n, sizeof(text) - n, "%s%.*s", n ? " " : "",
			(int)call->name->name.n_bytes, call->name->name.bytes);
	ok(!order_next(order));
	close_all();
	return text;
}

static void one_thread(void)
{
	const struct fxr_call *call;

	build_begin(&b);
	put_call(1, 10, 11, "a", 9);
	put_call(1, 20, 21, "b", 3);
	put_call(1, 30, 31, "c", 0);
	build_provider(&b, 7, "other");
	build_init(&b, 1000000000);
	put_call(2, 5, 6, "d", 1);
	open_order();
	call = order_next(order);
	ok(fxr_is(call->name->name, "a"));
	ok(order_next(order) == call);
	ok(order_next(order) == call);
	ok(!order_next(order));
	close_all();
}

static void other_provider(void)
{
	const struct fxr_call *call;

	build_begin(&b);
	put_call(1, 10, 11, "a", 0);
	build_provider(&b, 7, "other");
	build_init(&b, 1000000000);
	put_call(2, 5, 6, "b", 0);
	open_order_of(1);
	call = order_next(order);
	ok(call && fxr_is(call->name->name, "b"));
	ok(!order_next(order));
}

static void by_begin(void)
{
	build_begin(&b);
	put_call(1, 10, 11, "a", 0);
	put_call(1, 30, 35, "d", 0);
	put_call(2, 20, 60, "b", 1);
	put_call(3, 25, 26, "c", 0);
	put_call(3, 40, 41, "e", 2);
	is_str(names(), "a b c d e");
	is_u64(counts.n_moved, 0);
	is_u64(counts.n_gaps, 0);
}

static void waits(void)
{
	/* the wait gets its number when it is over */
	build_begin(&b);
	put_call(1, 10, 50, "wait", 3);
	put_call(1, 60, 61, "use", 0);
	put_call(2, 5, 6, "fence", 1);
	put_call(2, 20, 21, "draw", 0);
	put_call(2, 30, 31, "flush", 2);
	put_call(2, 40, 41, "more", 0);
	put_call(2, 70, 71, "most", 0);
	is_str(names(), "fence draw flush wait more use most");
	is_u64(counts.n_moved, 1);
	is_u64(counts.n_gaps, 0);
}

static void chains(void)
{
	/* 1 waits for 2, which waits for 3 */
	build_begin(&b);
	put_call(1, 10, 90, "wait1", 4);
	put_call(2, 20, 80, "wait2", 3);
	put_call(3, 30, 31, "draw", 0);
	put_call(3, 40, 41, "flush3", 2);
	put_call(1, 5, 6, "fence", 1);
	put_call(2, 85, 86, "use2", 0);
	put_call(1, 95, 96, "use1", 0);
	put_call(3, 45, 99, "more", 0);
	is_str(names(), "fence draw flush3 wait2 wait1 more use2 use1");
}

static void gaps(void)
{
	/* 1, 3, 4 and 7 are missing: no thread waits for them for ever */
	build_begin(&b);
	put_call(1, 10, 15, "a", 2);
	put_call(1, 20, 25, "b", 5);
	put_call(2, 17, 18, "c", 0);
	put_call(2, 27, 28, "d", 6);
	put_call(2, 30, 35, "e", 8);
	put_call(1, 33, 38, "f", 9);
	is_str(names(), "a c b d e f");
	is_u64(counts.n_gaps, 3);
	is_u64(counts.n_forced, 0);
}

static void passed_gap(void)
{
	/* Until the wait is over, what it waits for may come; then not. */
	build_begin(&b);
	put_call(1, 10, 50, "wait", 9);
	put_call(2, 20, 21, "a", 0);
	put_call(2, 49, 60, "b", 0);
	put_call(2, 61, 70, "c", 0);
	put_call(1, 52, 53, "use", 0);
	is_str(names(), "a b wait use c");
	is_u64(counts.n_gaps, 1);
}

static void gap_before_others(void)
{
	/* 2 was taken before 3 was, and so before `b` was over */
	build_begin(&b);
	put_call(1, 10, 1000, "a", 2);
	put_call(2, 20, 30, "b", 3);
	put_call(3, 40, 41, "c", 0);
	put_call(1, 1010, 1011, "d", 0);
	is_str(names(), "a b c d");
}

static void nested(void)
{
	/* of a call of a callback: begin order within the thread */
	build_begin(&b);
	b.tid = 1;
	build_begin_call(&b, 10, "outer");
	arg_u64(&b, "@seq", 1);
	build_begin_call(&b, 20, "inner");
	build_end_call(&b, 30, "inner");
	arg_u64(&b, "@seq", 3);
	build_end_call(&b, 50, "outer");
	put_call(2, 35, 40, "other", 2);
	put_call(2, 60, 61, "last", 4);
	is_str(names(), "outer inner other last");
}

static void without_end(void)
{
	build_begin(&b);
	put_call(1, 10, 11, "a", 1);
	put_open(1, 20, "lost", 5);
	put_call(2, 25, 26, "b", 0);
	put_call(1, 30, 31, "c", 0);
	put_call(2, 40, 41, "d", 0);
	put_open(2, 50, "killed", 9);
	put_call(1, 60, 61, "e", 7);
	is_str(names(), "a b lost c d e killed");
	is_u64(counts.n_forced, 0);
}

static void twice(void)
{
	build_begin(&b);
	put_call(1, 10, 11, "a", 1);
	put_call(2, 12, 13, "b", 1);
	put_call(3, 14, 15, "c", 2);
	put_call(1, 16, 17, "d", 2);
	put_call(2, 18, 19, "e", UINT64_MAX);
	put_call(3, 20, 21, "f", 1);
	put_call(1, 22, 23, "g", 3);
	is_str(names(), "a b c d f e g");
}

static void deep_copies(void)
{
	const struct fxr_call *call;
	const struct fxr_value *list;

	build_begin(&b);
	b.tid = 1;
	build_begin_call(&b, 10, "wait");
	arg_u64(&b, "@seq", 2);
	build_end_call(&b, 50, "wait");
	/* as long as the wait is looked at, these are read */
	b.tid = 2;
	arg_string(&b, "text", "some text");
	arg_blob(&b, "memory", "abcdef", 6);
	arg_i32(&b, "number", -3);
	arg_blob(&b, FXG_ARGS, "\x0b\x02\x04\x05\x0b\x01\x07\x03xyz", 11);
	arg_u64(&b, "@seq", 3);
	build_begin_call(&b, 20, "draw");
	arg_i32(&b, "ret", -1);
	arg_i32(&b, "errno", 1234);
	build_end_call(&b, 30, "draw");
	/* these want the memory that the reader had for it */
	for (uint64_t i = 0; i < 3; i++) {
		arg_string(&b, "next", "other one");
		arg_blob(&b, FXG_ARGS, "\x0b\x02\x04\x09\x0b\x01\x07\x03uvw",
			 11);
		b.tid = 3;
		build_begin_call(&b, 25 + 20 * i, "x");
		arg_i32(&b, "errno", 5678);
		build_end_call(&b, 26 + 20 * i, "x");
	}
	open_order();
	do
		call = order_next(order);
	while (call && !fxr_is(call->name->name, "draw"));
	ok(call != NULL);
	is_u64(call->n_args, 4);
	ok(fxr_is(call->args[0].name, "text"));
	ok(fxr_is(call->args[0].base, "text"));
	ok(fxr_is(call->args[0].value.as.text, "some text"));
	ok(fxr_is(call->args[1].value.as.text, "abcdef"));
	is_i64(call->args[2].value.as.i64, -3);
	list = &call->args[3].value;
	is_u64(list->kind, FXR_VALUE_ARRAY);
	is_u64(list->as.list.n, 2);
	is_u64(list->as.list.items[0].as.u64, 5);
	list = &list->as.list.items[1];
	ok(fxr_is(list->as.list.items[0].as.text, "xyz"));
	ok(call->has_ret);
	is_i64(call->ret.as.i64, -1);
	ok(fxr_is(call->error, "1234"));
	close_all();
}

/* A call waits for numbers that are missing, another one for it, and in that
 * one are thousands of calls. */
static void bounded(void)
{
	const struct fxr_call *call;
	uint64_t n = 0;
	bool is_sorted = true;

	build_begin(&b);
	put_call(1, 10, 90000, "wait", 9);
	b.tid = 2;
	build_begin_call(&b, 20, "outer");
	for (uint64_t i = 0; i < 10000; i++)
		put_call(2, 30 + 2 * i, 31 + 2 * i, "f", 0);
	arg_u64(&b, "@seq", 10);
	build_end_call(&b, 80000, "outer");
	open_order();
	while ((call = order_next(order)))
		is_sorted = is_sorted && call->number == n++;
	is_u64(n, 10002);
	ok(is_sorted);
	close_all();
	is_u64(counts.n_forced, 1);
	is_u64(counts.n_gaps, 1);
}

enum { MAX_CALLS = 200 };

/* What a run of some threads looked like. */
struct event {
	uint64_t begin, end, seq, number;
	uint64_t number_ns; /* when its number was taken */
	unsigned thread;
	bool is_given, is_lost;
};

static struct event events[MAX_CALLS];
static unsigned n_events, n_threads;

static unsigned below(unsigned n)
{
	return (unsigned)rand() % n;
}

static void make_thread(unsigned thread)
{
	uint64_t ns = 1 + below(50);
	unsigned n = 1 + below(MAX_CALLS / n_threads - 1);

	while (n--) {
		struct event *event = &events[n_events++];

		*event = (struct event){.thread = thread, .begin = ns};
		event->end = ns + 2 + below(below(4) ? 20 : 200);
		if (!below(3))
			event->number_ns = below(2) ? ns + 1 : event->end - 1;
		event->is_lost = !below(20);
		ns = event->end + 1 + below(30);
	}
}

/* Gives numbers by the times at which they were taken. */
static void number_all(void)
{
	uint64_t seq = 0;

	for (uint64_t ns = 0; ns < 60000; ns++)
		for (unsigned i = 0; i < n_events; i++)
			if (events[i].number_ns && events[i].number_ns == ns)
				events[i].seq = ++seq;
}

static void archive_all(void)
{
	build_begin(&b);
	for (unsigned i = 0; i < n_events; i++)
		if (!events[i].is_lost)
			put_call(1 + events[i].thread, events[i].begin,
				 events[i].end, "f", events[i].seq);
}

/* Numbers by begin, then thread. */
static int by_rank(const void *one, const void *other)
{
	const struct event *x = one, *y = other;

	if (x->is_lost != y->is_lost)
		return x->is_lost ? 1 : -1;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	return x->thread < y->thread ? -1 : 1;
}

static void rank_all(void)
{
	unsigned n_left = 0;

	qsort(events, n_events, sizeof(*events), by_rank);
	while (n_left < n_events && !events[n_left].is_lost) {
		events[n_left].number = n_left;
		n_left++;
	}
	n_events = n_left;
}

/* Whether an earlier call of its thread was not given yet. */
static bool is_first(const struct event *event)
{
	for (const struct event *e = events; e < event; e++)
		if (e->thread == event->thread && !e->is_given)
			return false;
	return true;
}

/* When the call comes; UINT64_MAX if it waits for one that is there. */
static uint64_t time_of(const struct event *event, uint64_t last_seq,
			bool *is_behind_gap)
{
	uint64_t ns = UINT64_MAX;

	*is_behind_gap = event->seq && event->seq != last_seq + 1;
	for (unsigned i = 0; i < n_events && event->seq; i++) {
		const struct event *e = &events[i];

		if (e->is_given || !e->seq)
			continue;
		if (e->seq < event->seq)
			return UINT64_MAX;
		if (e->end < ns)
			ns = e->end;
	}
	return *is_behind_gap ? ns : event->begin;
}

/* The call that comes next, by looking at all. */
static struct event *next_event(uint64_t last_seq)
{
	struct event *best = NULL;
	uint64_t best_ns = 0;
	bool is_best_behind = false;

	for (unsigned i = 0; i < n_events; i++) {
		struct event *event = &events[i];
		bool is_behind;
		uint64_t ns;

		if (event->is_given || !is_first(event))
			continue;
		ns = time_of(event, last_seq, &is_behind);
		if (ns == UINT64_MAX)
			continue;
		if (best && (ns > best_ns ||
			     (ns == best_ns && is_behind >= is_best_behind)))
			continue;
		best = event;
		best_ns = ns;
		is_best_behind = is_behind;
	}
	return best;
}

/* True if all calls come as looking at all of them says. */
static bool is_as_expected(void)
{
	uint64_t last_seq = 0;
	const struct fxr_call *call;

	for (unsigned i = 0; i < n_events; i++) {
		struct event *event = next_event(last_seq);

		call = order_next(order);
		if (!call || !event || call->number != event->number ||
		    call->seq != event->seq)
			return false;
		event->is_given = true;
		last_seq = event->seq ?: last_seq;
	}
	return !order_next(order);
}

static void random_runs(void)
{
	unsigned n_right = 0, n_runs = 300;

	srand(7);
	for (unsigned run = 0; run < n_runs; run++) {
		n_events = 0;
		n_threads = 2 + below(5);
		for (unsigned i = 0; i < n_threads; i++)
			make_thread(i);
		number_all();
		archive_all();
		rank_all();
		open_order();
		n_right += is_as_expected();
		close_all();
	}
	is_u64(n_right, n_runs);
}

/* What happened after another one's end comes after it, numbers rise. */
static bool is_possible(const uint64_t *given)
{
	for (unsigned i = 0; i < n_events; i++)
		for (unsigned k = i + 1; k < n_events; k++) {
			const struct event *x = &events[given[i]];
			const struct event *y = &events[given[k]];

			if (y->end < x->begin ||
			    (x->seq && y->seq && x->seq > y->seq))
				return false;
		}
	return true;
}

static void possible_runs(void)
{
	static uint64_t given[MAX_CALLS];
	unsigned n_right = 0, n_runs = 300;

	srand(8);
	for (unsigned run = 0; run < n_runs; run++) {
		const struct fxr_call *call;
		unsigned n = 0;

		n_events = 0;
		n_threads = 2 + below(5);
		for (unsigned i = 0; i < n_threads; i++)
			make_thread(i);
		number_all();
		archive_all();
		rank_all();
		open_order();
		while ((call = order_next(order)) && n < n_events)
			given[n++] = call->number;
		n_right += !call && n == n_events && is_possible(given);
		close_all();
	}
	is_u64(n_right, n_runs);
}

/* Any numbers: all calls come, each thread's in their order. */
static void any_numbers(void)
{
	static uint64_t last[8];
	unsigned n_right = 0, n_runs = 200;

	srand(9);
	for (unsigned run = 0; run < n_runs; run++) {
		const struct fxr_call *call;
		unsigned n = 0;
		bool is_right = true;

		n_events = 0;
		n_threads = 2 + below(5);
		for (unsigned i = 0; i < n_threads; i++)
			make_thread(i);
		for (unsigned i = 0; i < n_events; i++)
			events[i].seq = below(2) ? below(50) : 0;
		archive_all();
		rank_all();
		memset(last, 0, sizeof(last));
		open_order();
		while ((call = order_next(order))) {
			uint64_t *begin = &last[call->thread->tid];

			is_right = is_right && call->begin_ns > *begin;
			*begin = call->begin_ns;
			n++;
		}
		n_right += is_right && n == n_events;
		close_all();
	}
	is_u64(n_right, n_runs);
}

static const struct tap_test tests[] = {
	{"of one thread the reader's own calls are given", one_thread},
	{"only the calls of the provider are given", other_provider},
	{"calls come as they began", by_begin},
	{"a wait comes behind what it waited for", waits},
	{"waits for each other come behind the last", chains},
	{"missing numbers are waited for until they cannot come", gaps},
	{"behind a gap a call waits for its end", passed_gap},
	{"behind a gap a call waits for no later number's end",
	 gap_before_others},
	{"a thread's calls inside others keep their order", nested},
	{"calls without an end come before their thread's next", without_end},
	{"numbers that come twice keep no thread waiting", twice},
	{"calls that were read ahead keep all they hold", deep_copies},
	{"what is read ahead is bounded", bounded},
	{"the order is that of looking at all calls", random_runs},
	{"what was over before comes before, numbers rise", possible_runs},
	{"whatever the numbers, threads keep their order", any_numbers},
};
TAP_MAIN(tests)
