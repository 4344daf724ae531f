/* SPDX-License-Identifier: MIT */
/*
 * Calls that LLVM's XRay logs: nested ones, with an argument, of threads, and
 * events inside of them.
 *
 *	xray_calls OPTIONS ROUNDS [EVENTS [PAUSE]]
 *
 * PAUSE: microseconds in a call of each thread, in which a clock of ticks may
 * go further than a record can hold.
 * The environment's MODE is XRay's.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOGGED __attribute__((xray_always_instrument, noinline))
#define UNLOGGED __attribute__((xray_never_instrument))

int __xray_patch(void);
int __xray_log_select_mode(const char *mode);
int __xray_log_init_mode(const char *mode, const char *options);
int __xray_log_finalize(void);
int __xray_log_flushLog(void);
void __xray_CustomEvent(const void *data, size_t n_bytes);
void __xray_TypedEvent(size_t type, const void *data, size_t n_bytes);

static volatile int sum;
static int n_rounds, n_events, pause_us;

LOGGED static int leaf(int i)
{
	return sum += i;
}

LOGGED __attribute__((xray_log_args(1))) static int with_arg(long value)
{
	return leaf((int)value) + 1;
}

LOGGED static int jumps(int i)
{
	return leaf(i);
}

LOGGED static void pauses(void)
{
	usleep((useconds_t)pause_us);
}

/* As deep as it says. */
LOGGED static int nested(int depth)
{
	return depth ? nested(depth - 1) + 1 : leaf(0);
}

LOGGED static void *work(void *unused)
{
	(void)unused;
	for (int i = 0; i < n_rounds; i++) {
		with_arg(-1L - i);
		jumps(i);
		if (i < n_events)
			__xray_CustomEvent("what happened", 13);
		if (i < n_events)
			__xray_TypedEvent(3, "\001\002\003", 3);
	}
	if (pause_us) {
		pauses();
		nested(20);
	}
	return NULL;
}

UNLOGGED int main(int argc, char **argv)
{
	const char *mode = getenv("MODE") ?: "xray-fdr";
	pthread_t thread;

	if (argc < 3)
		return 2;
	n_rounds = atoi(argv[2]);
	n_events = argc > 3 ? atoi(argv[3]) : 0;
	pause_us = argc > 4 ? atoi(argv[4]) : 0;
	__xray_log_select_mode(mode);
	__xray_log_init_mode(mode, argv[1]);
	__xray_patch();
	pthread_create(&thread, NULL, work, NULL);
	work(NULL);
	pthread_join(thread, NULL);
	__xray_log_finalize();
	return __xray_log_flushLog() < 0;
}
