/* SPDX-License-Identifier: MIT */
/*
 * Threads that are being created find the flow that leads to them.
 */
#include "preload/runtime/newborn.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

#include "tests/tap.h"

/* What pthread_create's callers have. */
static uintptr_t handle;

static void created(void)
{
	struct fxp_newborn *newborn;

	is_u64(fxp_newborn_claim(0x1000), 0);
	newborn = fxp_newborn_expect(1, &handle);
	ok(newborn != NULL);
	fxp_newborn_came(newborn, 0x1000);
	is_u64(fxp_newborn_claim(0x2000), 0);
	is_u64(fxp_newborn_claim(0x1000), 1);
	is_u64(fxp_newborn_claim(0x1000), 0);
}

static void faster(void)
{
	struct fxp_newborn *newborn;

	handle = 0;
	newborn = fxp_newborn_expect(1, &handle);
	is_u64(fxp_newborn_claim(0x1000), 0);
	handle = 0x1000;
	is_u64(fxp_newborn_claim(0x1000), 1);
	is_u64(fxp_newborn_claim(0x1000), 0);
	fxp_newborn_came(newborn, 0x1000);
	is_u64(fxp_newborn_claim(0x1000), 0);
}

static void failed(void)
{
	struct fxp_newborn *newborn;

	handle = 0;
	newborn = fxp_newborn_expect(1, &handle);
	handle = 0x1000;
	fxp_newborn_came(newborn, 0);
	is_u64(fxp_newborn_claim(0x1000), 0);
}

/* Its handle lies where the next one's will be. */
static void overlapping(void)
{
	struct fxp_newborn *first, *second;

	handle = 0;
	first = fxp_newborn_expect(1, &handle);
	handle = 0x1000;
	fxp_newborn_came(first, 0x1000);
	second = fxp_newborn_expect(2, &handle);
	is_u64(fxp_newborn_claim(0x1000), 1);
	handle = 0x2000;
	is_u64(fxp_newborn_claim(0x2000), 2);
	fxp_newborn_came(second, 0x2000);
}

/* A thread that never called had the handle before. */
static void used_again(void)
{
	uintptr_t other = 0;
	struct fxp_newborn *second;

	handle = 0x1000;
	fxp_newborn_came(fxp_newborn_expect(1, &handle), 0x1000);
	fxp_newborn_came(fxp_newborn_expect(2, &handle), 0x1000);
	is_u64(fxp_newborn_claim(0x1000), 2);
	/* the first of them is still there */
	second = fxp_newborn_expect(3, &other);
	other = 0x1000;
	is_u64(fxp_newborn_claim(0x1000), 3);
	fxp_newborn_came(second, 0x1000);
	is_u64(fxp_newborn_claim(0x1000), 1);
}

static struct fxp_newborn *waited_for;

static void come(int signal)
{
	(void)signal;
	fxp_newborn_came(waited_for, 0x1000);
}

/* The handle was there before, and names a thread that never called. */
static void disputed(void)
{
	struct itimerval soon = {.it_value = {.tv_usec = 200}};

	handle = 0;
	fxp_newborn_came(fxp_newborn_expect(1, &handle), 0x1000);
	handle = 0x1000;
	waited_for = fxp_newborn_expect(2, &handle);
	signal(SIGALRM, come);
	setitimer(ITIMER_REAL, &soon, NULL);
	is_u64(fxp_newborn_claim(0x1000), 2);
}

static void forgotten(void)
{
	fxp_newborn_came(fxp_newborn_expect(1, &handle), 0x1000);
	fxp_newborns_forget();
	fxp_newborn_came(fxp_newborn_expect(2, &handle), 0x2000);
	is_u64(fxp_newborn_claim(0x1000), 0);
	is_u64(fxp_newborn_claim(0x2000), 2);
}

/* Where a pthread_create writes that will fail for it. */
static void no_memory(void)
{
	ok(fxp_newborn_expect(1, NULL) != NULL);
	ok(fxp_newborn_expect(2, (uintptr_t *)8) != NULL);
	is_u64(fxp_newborn_claim(0x1000), 0);
}

static void overflow(void)
{
	struct fxp_newborn *newborn;

	handle = 0;
	for (uint32_t i = 1; i <= FXP_NEWBORNS + 10; i++)
		fxp_newborn_came(fxp_newborn_expect(i, &handle), i);
	for (uint32_t i = 1; i <= 10; i++)
		is_u64(fxp_newborn_claim(i), 0);
	for (uint32_t i = 11; i <= FXP_NEWBORNS + 10; i++)
		if (fxp_newborn_claim(i) != i)
			ok(false, "%u has none", i);
	for (uint32_t i = 0; i < FXP_NEWBORNS; i++)
		if (!fxp_newborn_expect(i + 1, &handle))
			ok(false, "%u has no place", i);
	newborn = fxp_newborn_expect(1, &handle);
	ok(!newborn, "those that are being created are not overwritten");
}

enum { CREATORS = 4, ROUNDS = 500 };

struct child {
	pthread_t thread;
	uintptr_t name; /* its handle, and the flow that it must get */
	uintptr_t where;
	uintptr_t flow; /* what it gets */
};

static void *live(void *arg)
{
	struct child *child = arg;

	child->flow = fxp_newborn_claim(child->name);
	return NULL;
}

/* Handles are the flows' numbers, so no thread gets another's unnoticed. One
 * that does not run while 256 others are created has none. */
static void *create(void *arg)
{
	uintptr_t n_right = 0;

	for (uintptr_t i = 0; i < ROUNDS; i++) {
		struct child child = {.name = (uintptr_t)arg + i};
		struct fxp_newborn *newborn =
			fxp_newborn_expect((uint32_t)child.name, &child.where);

		child.where = child.name;
		if (pthread_create(&child.thread, NULL, live, &child))
			return NULL;
		fxp_newborn_came(newborn, child.name);
		pthread_join(child.thread, NULL);
		if (child.flow && child.flow != child.name)
			return NULL;
		n_right += child.flow == child.name;
	}
	return (void *)n_right;
}

static void many(void)
{
	pthread_t creators[CREATORS];
	void *n_right;

	for (uintptr_t i = 0; i < CREATORS; i++)
		pthread_create(&creators[i], NULL, create,
			       (void *)(i * ROUNDS + 1));
	for (int i = 0; i < CREATORS; i++) {
		pthread_join(creators[i], &n_right);
		ok((uintptr_t)n_right > ROUNDS / 2, "%zu",
		   (size_t)(uintptr_t)n_right);
	}
}

static const struct tap_test tests[] = {
	{"a thread that was created has its flow", created},
	{"as has one that is faster than its creator", faster},
	{"one that was not created leaves none", failed},
	{"a thread is not taken for the one that comes next", overlapping},
	{"of several with its handle the newest is its", used_again},
	{"whose it is shows when its creator returns", disputed},
	{"a child of a fork knows none of them", forgotten},
	{"what is no memory is no thread's", no_memory},
	{"the oldest make space", overflow},
	{"many creators and threads at once", many},
};
TAP_MAIN(tests)
