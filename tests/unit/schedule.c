/* SPDX-License-Identifier: MIT */
/*
 * The order in which lanes do what was put_work: each after all that had ended
 * when it began. It is in turn where it is taken in turns, and never for ever.
 */
#include "tools/io/schedule.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/tap.h"

#define MAX_WORK 4000u
#define N_LANES 5u

struct work {
	struct schedule_item item;
	size_t number;
	int wait_fd, write_fd; /* -1 = none */
	size_t n_bytes;	       /* to be written */
};

static struct work work[MAX_WORK];
static size_t n_work;
static _Atomic uint64_t n_done;
static _Atomic uint64_t rank[MAX_WORK]; /* when it was done; 0: not yet */
static _Atomic unsigned n_early, n_dropped, n_lonely;
static struct schedule *schedule;
static struct schedule_lane *lanes[N_LANES];

/* Nothing begins before what had ended. */
static void look_back(const struct work *own)
{
	for (size_t i = 0; i < own->number; i++)
		if (work[i].item.end_ns <= own->item.begin_ns && !rank[i])
			n_early++;
}

static void run(void *context, struct schedule_item *item)
{
	struct work *own = (struct work *)item;
	char bytes[256] = "";

	(void)context;
	look_back(own);
	if (own->wait_fd >= 0 && !schedule_wait(schedule, own->wait_fd, POLLIN))
		n_lonely++;
	else if (own->wait_fd >= 0)
		(void)!read(own->wait_fd, bytes, 1);
	if (own->write_fd >= 0)
		(void)!write(own->write_fd, bytes, own->n_bytes);
	rank[own->number] = ++n_done;
}

static void drop(void *context, struct schedule_item *item)
{
	(void)context;
	(void)item;
	n_dropped++;
}

static void begin(void)
{
	static const struct schedule_user user = {.run = run, .drop = drop};

	n_work = 0;
	n_done = 0;
	n_early = 0;
	n_dropped = 0;
	n_lonely = 0;
	for (size_t i = 0; i < MAX_WORK; i++)
		rank[i] = 0;
	schedule = schedule_open(&user);
	for (size_t i = 0; i < N_LANES; i++)
		lanes[i] = schedule_lane(schedule);
}

static struct work *add_work(uint64_t from, uint64_t to)
{
	struct work *own = &work[n_work];

	*own = (struct work){
		.number = n_work++,
		.item = {.begin_ns = from, .end_ns = to, .turn_ns = to},
		.wait_fd = -1,
		.write_fd = -1};
	return own;
}

static void put_work(struct work *own, size_t lane)
{
	schedule_put(schedule, lanes[lane], &own->item);
}

/* Begins rise, ends are up to 40 later; those of a lane do not overlap. */
static void in_order(void)
{
	uint64_t now = 1, ends[N_LANES] = {0};

	begin();
	srand(1);
	for (size_t i = 0; i < MAX_WORK; i++) {
		size_t lane = (size_t)rand() % N_LANES;

		now += (uint64_t)rand() % 6;
		if (now < ends[lane])
			now = ends[lane];
		ends[lane] = now + (uint64_t)rand() % 40;
		put_work(add_work(now, ends[lane]), lane);
	}
	schedule_close(schedule);
	is_u64(n_done, MAX_WORK);
	is_u64(n_early, 0);
	is_u64(n_dropped, MAX_WORK);
}

/* All overlap; the later one begins the earlier it ends. */
static void in_turn(void)
{
	unsigned n_wrong = 0;

	begin();
	for (size_t round = 0; round < 100; round++)
		for (size_t i = 0; i < N_LANES; i++) {
			struct work *own =
				add_work(round * 100 + i, round * 100 + 90 - i);

			own->item.turn = 7;
			put_work(own, i);
		}
	schedule_close(schedule);
	for (size_t i = 1; i < n_work; i++)
		n_wrong += i % N_LANES && rank[i] > rank[i - 1];
	is_u64(n_done, 100 * N_LANES);
	is_u64(n_wrong, 0);
}

/* Two wait on a pipe when the first byte comes, which the second one's lane
 * would take as well. The next comes when the first has it. */
static void readers(void)
{
	int pipes[2];

	begin();
	ok(!pipe(pipes));
	for (size_t i = 0; i < 2; i++) {
		struct work *own = add_work(10 + i, i ? 30 : 60);

		own->item.turn = 9;
		own->wait_fd = pipes[0];
		put_work(own, i);
	}
	for (size_t i = 0; i < 2; i++) {
		struct work *own = add_work(i ? 40 : 20, i ? 45 : 25);

		own->write_fd = pipes[1];
		own->n_bytes = 1;
		put_work(own, 2);
	}
	schedule_close(schedule);
	is_u64(n_lonely, 0);
	is_u64(n_done, 4);
	ok(rank[1] < rank[0]);
	close(pipes[0]);
	close(pipes[1]);
}

/* A part of what the first one does is what the second one waits for, which
 * ended before it and takes turns with it. */
static void gives_up(void)
{
	struct work *own;
	int pipes[2];

	begin();
	ok(!pipe(pipes));
	own = add_work(10, 100);
	own->item.turn = 3;
	own->write_fd = pipes[1];
	own->n_bytes = 1;
	put_work(own, 0);
	own = add_work(11, 20);
	own->wait_fd = pipes[0];
	put_work(own, 1);
	own = add_work(30, 40);
	own->item.turn = 3;
	put_work(own, 1);
	schedule_close(schedule);
	is_u64(n_done, 3);
	is_u64(n_lonely, 0);
	close(pipes[0]);
	close(pipes[1]);
}

static void none_left(void)
{
	struct work *own;
	int pipes[2];

	begin();
	ok(!pipe(pipes));
	own = add_work(1, 2);
	own->wait_fd = pipes[0];
	put_work(own, 0);
	put_work(add_work(3, 4), 1);
	schedule_close(schedule);
	is_u64(n_lonely, 1);
	is_u64(n_done, 2);
	close(pipes[0]);
	close(pipes[1]);
}

/* The only item is larger than all that may wait. Its turn comes when all that
 * began before its end is known, but there is no space for the next item. */
static void full(void)
{
	struct work *own;

	begin();
	put_work(add_work(1, 2), 0);
	while (!n_done)
		(void)usleep(1000);
	(void)usleep(20000); /* the lane rests */
	own = add_work(10, 100);
	own->item.turn = 3;
	own->item.n_bytes = (size_t)2 << 30;
	put_work(own, 0);
	ok(rank[1]);
	put_work(add_work(20, 30), 1);
	schedule_close(schedule);
	is_u64(n_done, 3);
}

/* Lanes that end while others go on. */
static void retire(void)
{
	begin();
	for (size_t i = 0; i < MAX_WORK; i++) {
		put_work(add_work(i, i + 3), i % N_LANES);
		if (i % 50 != 49)
			continue;
		schedule_retire(schedule, lanes[i % N_LANES]);
		lanes[i % N_LANES] = schedule_lane(schedule);
	}
	schedule_close(schedule);
	is_u64(n_done, MAX_WORK);
	is_u64(n_early, 0);
}

static const struct tap_test tests[] = {
	{"nothing begins before what had ended is done", in_order},
	{"what takes turns is done by these", in_turn},
	{"of two readers, the one that had the byte has it", readers},
	{"a turn that cannot come is given up", gives_up},
	{"a turn is given up when there is no space for what would decide it",
	 full},
	{"a wait that cannot end gets a message", none_left},
	{"lanes end when their threads did", retire},
};
TAP_MAIN(tests)
