/* SPDX-License-Identifier: MIT */
/*
 * The words that providers ring, and the wait for any of them; also where the
 * kernel waits for one word at a time.
 */
#include "tools/manager/bells.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/tap.h"

#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449
#endif
/* Between the two waits that there are: 1 ms, and half a second. */
#define LONG_MS 250u

static struct bells bells;
static uint32_t *shared;

static void start(void)
{
	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	is_i64(bells_open(&bells, shared), 0);
}

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* An older kernel. */
static void refuse_waitv(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex_waitv, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = {sizeof(code) / sizeof(*code), code};

	ok(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	ok(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0);
}

static uint32_t add_one(void)
{
	int fd = memfd_create("bell", 0);
	uint32_t number;

	ok(fd >= 0 && ftruncate(fd, 4096) == 0);
	number = bells_add(&bells, fd, 64);
	close(fd);
	return number;
}

static void last_leaves(void)
{
	uint32_t numbers[3];
	uint64_t from_ms;

	start();
	refuse_waitv();
	for (unsigned i = 0; i < 3; i++)
		numbers[i] = add_one();
	ok(!bells_wait(&bells));
	for (unsigned i = 0; i < 3; i++)
		bells_remove(&bells, numbers[i]);
	from_ms = now_ms();
	ok(!bells_wait(&bells));
	ok(now_ms() - from_ms >= LONG_MS);
	is_u64(add_one(), 1);
	bells_close(&bells);
}

static void rests(void)
{
	uint64_t from_ms;

	start();
	(void)add_one();
	if (syscall(SYS_futex_waitv, NULL, 1, 0, NULL, 0) < 0 &&
	    errno == ENOSYS)
		skip("this kernel has no futex_waitv");
	(void)bells_wait(&bells);
	from_ms = now_ms();
	ok(!bells_wait(&bells));
	ok(now_ms() - from_ms >= LONG_MS);
	bells_close(&bells);
}

/* Wakes whoever waits for the word, which stays as it was, until somebody has
 * woken up. */
static void *wake(void *is_heard)
{
	while (!__atomic_load_n((bool *)is_heard, __ATOMIC_ACQUIRE)) {
		(void)syscall(SYS_futex, shared, FUTEX_WAKE, 1, NULL, NULL, 0);
		(void)usleep(1000);
	}
	return NULL;
}

static void is_heard_anyway(void)
{
	bool is_heard = false;
	pthread_t thread;

	ok(pthread_create(&thread, NULL, wake, &is_heard) == 0);
	for (unsigned i = 0; i < 10 && !is_heard; i++)
		__atomic_store_n(&is_heard, bells_wait(&bells),
				 __ATOMIC_RELEASE);
	ok(is_heard);
	__atomic_store_n(&is_heard, true, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
}

static void hidden(void)
{
	start();
	is_heard_anyway();
	(void)add_one();
	is_heard_anyway();
	bells_close(&bells);
}

static const struct tap_test tests[] = {
	{"the kernel waits for all words at once", rests},
	{"when the last one of another user has left, nobody polls any more",
	 last_leaves},
	{"a ring whose word is written back is heard all the same", hidden},
};
TAP_MAIN(tests)
