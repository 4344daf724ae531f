/* SPDX-License-Identifier: MIT */
/*
 * Recorded threads as threads of the replay: which thread makes which call,
 * what is reported when, and how it ends.
 */
#include "tools/replay/call/actors.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "tests/tap.h"

#define N_THREADS 1100u

static struct fxr_thread threads[N_THREADS];
static struct fxr_world world = {.threads = threads, .n_threads = N_THREADS};
static struct fxr_call call;

/* Calls as letters, a for thread 0, b for thread 1 ...; what was reported. */
static const char *script;
static char reported[4096];
static size_t n_reported;
static uint64_t stop_at = UINT64_MAX;
static pthread_t handles[N_THREADS];
static bool is_same_thread = true;

static void report(char what, uint32_t thread)
{
	n_reported += (size_t)snprintf(
		reported + n_reported, sizeof(reported) - n_reported, "%s%c%c",
		n_reported ? " " : "", what, (char)('a' + thread));
}

static const struct fxr_call *next_letter(void *context)
{
	(void)context;
	if (!*script)
		return NULL;
	call.thread = &threads[*script++ - 'a'];
	call.number++;
	return &call;
}

static bool play(void *context, const struct fxr_call *played)
{
	uint32_t thread = (uint32_t)(played->thread - threads);

	(void)context;
	report('.', thread);
	is_same_thread = is_same_thread &&
			 pthread_equal(handles[thread], pthread_self());
	return played->number != stop_at;
}

static void enter(void *context, uint32_t thread)
{
	(void)context;
	report('+', thread);
	if (!handles[thread])
		handles[thread] = pthread_self();
	is_same_thread = is_same_thread &&
			 pthread_equal(handles[thread], pthread_self());
}

static void leave(void *context, uint32_t thread)
{
	(void)context;
	report('-', thread);
	is_same_thread = is_same_thread &&
			 pthread_equal(handles[thread], pthread_self());
}

static void finish(void *context, uint32_t thread)
{
	(void)context;
	report('!', thread);
	is_same_thread = is_same_thread &&
			 pthread_equal(handles[thread], pthread_self());
}

static const struct actors_play the_play = {
	.world = &world,
	.next = next_letter,
	.play = play,
	.enter = enter,
	.leave = leave,
	.finish = finish,
};

static const char *played(const char *calls, bool is_single_thread)
{
	char error[ACTORS_ERROR_BYTES];

	script = calls;
	ok(actors_run(&the_play, is_single_thread, error));
	is_str(error, "");
	return reported;
}

static void nothing(void)
{
	is_str(played("", false), "");
	is_str(played("", true), "");
}

static void one_thread(void)
{
	is_str(played("bbb", false), "+b .b .b .b -b !b");
	ok(pthread_equal(handles[1], pthread_self()));
}

static void several_threads(void)
{
	is_str(played("caabacc", false),
	       "+c .c -c +a .a .a -a +b .b -b +a .a -a +c .c .c -c !c !a !b");
	ok(is_same_thread);
	ok(pthread_equal(handles[2], pthread_self()));
	ok(!pthread_equal(handles[0], pthread_self()));
	ok(!pthread_equal(handles[1], pthread_self()));
	ok(!pthread_equal(handles[0], handles[1]));
}

static void single(void)
{
	is_str(played("caabacc", true),
	       "+c .c -c +a .a .a -a +b .b -b +a .a -a +c .c .c -c !c !a !b");
	ok(pthread_equal(handles[0], pthread_self()));
	ok(pthread_equal(handles[1], pthread_self()));
	ok(pthread_equal(handles[2], pthread_self()));
}

static void stopped(void)
{
	stop_at = 3;
	is_str(played("abbaab", false), "+a .a -a +b .b .b -b !a !b");
}

/* 3,000 calls of 30 threads, in turns of one call and of some; the sum is
 * changed without a lock. */
static uint64_t n_left, n_played;

static const struct fxr_call *next_of_many(void *context)
{
	uint64_t n = n_left;

	(void)context;
	if (!n)
		return NULL;
	n_left--;
	call.thread = &threads[n % 7 * n / 3 % 30];
	return &call;
}

static bool count(void *context, const struct fxr_call *counted)
{
	(void)context;
	(void)counted;
	n_played++;
	return true;
}

static void ignore(void *context, uint32_t thread)
{
	(void)context;
	(void)thread;
}

static void many(void)
{
	struct actors_play many_calls = {NULL,	 &world, next_of_many, count,
					 ignore, ignore, ignore};
	char error[ACTORS_ERROR_BYTES];

	n_left = 3000;
	ok(actors_run(&many_calls, false, error));
	is_u64(n_played, 3000);
}

static const struct fxr_call *next_thread(void *context)
{
	(void)context;
	call.thread = &threads[n_left++];
	return n_left > N_THREADS ? NULL : &call;
}

static void too_many(void)
{
	struct actors_play all = {NULL,	  &world, next_thread, count,
				  ignore, ignore, ignore};
	char error[ACTORS_ERROR_BYTES];

	ok(!actors_run(&all, true, error));
	is_str(error, "too many threads");
	is_u64(n_played, ACTORS_MAX);
}

static const struct tap_test tests[] = {
	{"without calls nothing is reported", nothing},
	{"one thread's calls are made by the calling thread", one_thread},
	{"each thread's calls are made by a thread of its own",
	 several_threads},
	{"with a single thread all is reported the same", single},
	{"a call that says stop is the last one", stopped},
	{"thirty threads hand thousands of calls on", many},
	{"there are no more threads than there may be", too_many},
};
TAP_MAIN(tests)
