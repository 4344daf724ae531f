/* SPDX-License-Identifier: MIT */
/*
 * Ids of processes are unique, however often a pid comes.
 */
#include "tools/manager/koids.h"

#include "tests/tap.h"

#define N_TWINS 5000u

static void own_pid(void)
{
	struct koids koids = {0};

	for (uint32_t pid = 1; pid < 3000; pid++)
		is_u64(koids_take(&koids, pid), pid);
	koids_fini(&koids);
}

static void with_pid(void)
{
	struct koids koids = {0};

	is_u64(koids_take(&koids, 7), 7);
	is_u64(koids_take(&koids, 7), 1u << FXW_KOID_PID_BITS | 7);
	is_u64(koids_take(&koids, 7), 2u << FXW_KOID_PID_BITS | 7);
	koids_fini(&koids);
}

/* More namespaces than numbers above a pid, and another pid for each. */
static void many_twins(void)
{
	struct koids koids = {0};
	static uint32_t seen[2 * N_TWINS];
	bool is_small = true, is_unique = true;

	for (uint32_t i = 0; i < N_TWINS; i++) {
		seen[2 * i] = koids_take(&koids, 1);
		seen[2 * i + 1] = koids_take(&koids, 2 + i);
	}
	for (uint32_t i = 0; i < 2 * N_TWINS; i++) {
		is_small &= seen[i] && seen[i] < 1u << KOID_BITS;
		for (uint32_t k = 0; k < i; k++)
			is_unique &= seen[k] != seen[i];
	}
	ok(is_small);
	ok(is_unique);
	koids_fini(&koids);
}

/* A process may claim any pid. */
static void odd_pids(void)
{
	struct koids koids = {0};
	uint32_t none = koids_take(&koids, 0);
	uint32_t large = koids_take(&koids, UINT32_MAX);

	ok(none && none < 1u << KOID_BITS);
	ok(large && large < 1u << KOID_BITS && large != none);
	koids_fini(&koids);
}

static const struct tap_test tests[] = {
	{"a process has its pid as its id", own_pid},
	{"if that is taken, the id has the pid in its low bits", with_pid},
	{"5,000 processes with pid 1 have ids of 30 bits", many_twins},
	{"any number is taken for a pid", odd_pids},
};
TAP_MAIN(tests)
