/* SPDX-License-Identifier: MIT */
/*
 * Waits for several words, see bells.h. A page that is removed is mapped over,
 * never unmapped: the waiting thread may still look there.
 */
#include "tools/manager/bells.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449 /* Linux 5.16 */
#endif
#define PAGE_BYTES 4096u
#define WAIT_NS 500000000ull
#define DEAF_NS 1000000ull
#define NS_PER_S 1000000000ull

/* What the kernel waits for. */
struct waiter {
	uint64_t value, word;
	uint32_t flags, reserved;
};
#define WAITER_32_BITS 2u

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

int bells_open(struct bells *bells, uint32_t *shared)
{
	char *pages = mmap(NULL, BELLS * PAGE_BYTES, PROT_READ,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED)
		return errno;
	*bells = (struct bells){.pages = pages, .n = 1};
	pthread_mutex_init(&bells->lock, NULL);
	bells->all[0].word = shared;
	return 0;
}

void bells_close(struct bells *bells)
{
	if (!bells->pages)
		return;
	munmap(bells->pages, BELLS * PAGE_BYTES);
	pthread_mutex_destroy(&bells->lock);
	bells->pages = NULL;
}

static char *page_of(struct bells *bells, uint32_t number)
{
	return bells->pages + number * PAGE_BYTES;
}

uint32_t bells_add(struct bells *bells, int fd, uint64_t off)
{
	uint32_t i = 1;
	void *page;

	pthread_mutex_lock(&bells->lock);
	while (i < BELLS && bells->all[i].word)
		i++;
	page = i < BELLS ? mmap(page_of(bells, i), PAGE_BYTES, PROT_READ,
				MAP_SHARED | MAP_FIXED, fd,
				(off_t)(off / PAGE_BYTES * PAGE_BYTES))
			 : MAP_FAILED;
	if (page == MAP_FAILED) {
		i = 0;
	} else {
		bells->all[i] = (struct bell){
			.word = (uint32_t *)((char *)page + off % PAGE_BYTES)};
		if (bells->n <= i)
			bells->n = i + 1;
	}
	pthread_mutex_unlock(&bells->lock);
	return i;
}

void bells_remove(struct bells *bells, uint32_t number)
{
	if (number == 0)
		return;
	pthread_mutex_lock(&bells->lock);
	bells->all[number].word = NULL;
	while (!bells->all[bells->n - 1].word) /* the shared one stays */
		bells->n--;
	(void)mmap(page_of(bells, number), PAGE_BYTES, PROT_READ,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	pthread_mutex_unlock(&bells->lock);
}

/* Whom to wait for, and until when. */
struct wait {
	struct waiter waiters[BELLS];
	unsigned n;
	bool is_alone; /* there is only the shared word */
	uint64_t end_ns;
};

/* Notes those that have changed, and the others for a wait. Returns whether one
 * has changed. */
static bool look(struct bells *bells, struct wait *wait)
{
	uint64_t now = now_ns();
	bool is_rung = false;

	wait->end_ns = now + WAIT_NS;
	wait->n = 0;
	pthread_mutex_lock(&bells->lock);
	for (uint32_t i = 0; i < bells->n; i++) {
		struct bell *bell = &bells->all[i];
		uint32_t value;

		if (!bell->word)
			continue;
		if (now < bell->next_ns) {
			if (bell->next_ns < wait->end_ns)
				wait->end_ns = bell->next_ns;
			continue;
		}
		/* acquire: pairs with fxw_stream_ring, behind the packet */
		value = __atomic_load_n(bell->word, __ATOMIC_ACQUIRE);
		is_rung |= value != bell->seen;
		if (i && value != bell->seen)
			bell->next_ns = now + DEAF_NS;
		bell->seen = value;
		wait->waiters[wait->n++] =
			(struct waiter){value, (uint64_t)(uintptr_t)bell->word,
					WAITER_32_BITS, 0};
	}
	wait->is_alone = bells->n == 1;
	pthread_mutex_unlock(&bells->lock);
	return is_rung;
}

/* The shared one alone: the others are looked at again and again. Returns
 * whether somebody woke us. */
static bool wait_for_one(struct bells *bells, bool is_alone)
{
	struct bell *bell = &bells->all[0];
	struct timespec limit = {0, is_alone ? WAIT_NS : DEAF_NS};

	return syscall(SYS_futex, bell->word, FUTEX_WAIT, bell->seen, &limit,
		       NULL, 0) == 0;
}

/* The same of all words; the first waiter is the shared one. */
static bool wait_for_all(struct bells *bells, const struct wait *wait)
{
	struct timespec end = {(time_t)(wait->end_ns / NS_PER_S),
			       (long)(wait->end_ns % NS_PER_S)};
	long rc = syscall(SYS_futex_waitv, wait->waiters, wait->n, 0, &end,
			  CLOCK_MONOTONIC);

	if (rc < 0 && errno != EAGAIN && errno != ETIMEDOUT && errno != EINTR)
		return wait_for_one(bells, false);
	return rc == 0;
}

bool bells_wait(struct bells *bells)
{
	struct wait wait;
	bool is_woken;

	if (look(bells, &wait))
		return true;
	is_woken = wait.is_alone ? wait_for_one(bells, true)
				 : wait_for_all(bells, &wait);
	/* woken is enough: who has given up his user may still write the
	 * shared word, and must not hide a ring by its former value */
	return look(bells, &wait) || is_woken;
}
