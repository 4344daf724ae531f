/* SPDX-License-Identifier: MIT */
/*
 * Creates and holds the session area, see area.h.
 */
#include "tools/manager/area.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "writer/arch/counter.h"

#define NS_PER_S 1000000000ull
/* Closer pairs give no good rate: 1 ms at 50 ns of error is 50 ppm. */
#define LEAST_NS 1000000u
#define PAIR_TRIES 5
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010 /* Linux 5.1 */
#endif

static uint64_t now_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

/* As the recorder chooses it (writer/clock.c). */
static uint32_t find_clock(void)
{
	const char *clock = FXW_COUNTER_CLOCK;
	char name[4] = "";
	FILE *in;

	if (!clock)
		return FXW_CLOCK_TSC;
	in = fopen("/sys/devices/system/clocksource/clocksource0/"
		   "current_clocksource",
		   "re");
	if (!in)
		return FXW_CLOCK_MONOTONIC;
	if (!fgets(name, sizeof(name), in))
		name[0] = '\0';
	fclose(in);
	return strcmp(name, clock) == 0 ? FXW_CLOCK_TSC : FXW_CLOCK_MONOTONIC;
}

static uint64_t read_counter(uint32_t clock)
{
	if (clock == FXW_CLOCK_TSC)
		return fxw_counter_read(fxw_counter_shift());
	return now_ns(CLOCK_MONOTONIC);
}

/* The tightest of several attempts. */
static void take_pair(const struct area *area, struct fxw_clock_pair *pair)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < PAIR_TRIES; i++) {
		uint64_t before = read_counter(area->clock);
		uint64_t monotonic_ns = now_ns(CLOCK_MONOTONIC);
		uint64_t realtime_ns = now_ns(CLOCK_REALTIME);
		uint64_t after = read_counter(area->clock);

		if (after - before >= best)
			continue;
		best = after - before;
		pair->ticks = before + best / 2 - area->epoch_ticks;
		pair->monotonic_ns = monotonic_ns;
		pair->realtime_ns = realtime_ns;
	}
}

struct fxw_clock_pair area_pair(const struct area *area)
{
	struct fxw_clock_pair pair;

	take_pair(area, &pair);
	return pair;
}

uint64_t area_ticks(const struct area *area)
{
	return read_counter(area->clock) - area->epoch_ticks;
}

uint64_t area_rate(const struct area *area)
{
	struct fxw_clock_pair now;
	uint64_t n_ns;

	if (area->clock != FXW_CLOCK_TSC)
		return NS_PER_S;
	if (fxw_counter_rate())
		return fxw_counter_rate();
	take_pair(area, &now);
	n_ns = now.monotonic_ns - area->first.monotonic_ns;
	if (n_ns < LEAST_NS)
		return 0;
	return (uint64_t)((unsigned __int128)(now.ticks - area->first.ticks) *
			  NS_PER_S / n_ns);
}

/* A memfd that keeps its size, mapped. Returns its descriptor, or -1. */
static int make_memory(const char *name, size_t n_bytes, void **map)
{
	const int seals = F_SEAL_SHRINK | F_SEAL_GROW;
	int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd < 0)
		return -1;
	*map = MAP_FAILED;
	if (!ftruncate(fd, (off_t)n_bytes) && !fcntl(fd, F_ADD_SEALS, seals))
		*map = mmap(NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
			    fd, 0);
	if (*map != MAP_FAILED)
		return fd;
	*map = NULL;
	close(fd);
	return -1;
}

/* From here on others cannot write it: they get a descriptor for reading. The
 * mode keeps other users from opening it again. We and a standby have one for
 * writing. Without /proc only our mapping can be written, and no standby can
 * make another one. */
static void guard(struct area *area)
{
	char path[64];
	int fd;

	if (fchmod(area->fd, 0400))
		return;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", area->fd);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		area->is_guarded = !fcntl(area->fd, F_ADD_SEALS,
					  F_SEAL_FUTURE_WRITE | F_SEAL_SEAL);
		return;
	}
	area->own_fd = area->fd;
	area->fd = fd;
	area->is_guarded = true;
}

static int map_area(struct area *area)
{
	void *map = NULL;

	area->fd = make_memory("fxtrace-session", sizeof(*area->shared), &map);
	area->shared = map;
	if (area->fd < 0)
		return errno;
	guard(area);
	area->bell_fd =
		make_memory("fxtrace-bells", sizeof(*area->bells), &map);
	area->bells = map;
	return area->bell_fd < 0 ? errno : 0;
}

int area_open(struct area *area)
{
	int error;

	*area = (struct area){
		.clock = find_clock(), .fd = -1, .own_fd = -1, .bell_fd = -1};
	error = map_area(area);
	if (error) {
		area_close(area);
		return error;
	}
	area->epoch_ticks = read_counter(area->clock);
	take_pair(area, &area->first);
	*area->shared = (struct fxw_session_area){
		.magic = FXW_SESSION_MAGIC,
		.version = FXW_WIRE_VERSION,
		.bytes = sizeof(*area->shared),
		.clock = area->clock,
		.epoch_ticks = area->epoch_ticks,
	};
	return 0;
}

void area_close(struct area *area)
{
	if (area->shared)
		munmap(area->shared, sizeof(*area->shared));
	if (area->bells)
		munmap(area->bells, sizeof(*area->bells));
	if (area->fd >= 0)
		close(area->fd);
	if (area->own_fd >= 0)
		close(area->own_fd);
	if (area->bell_fd >= 0)
		close(area->bell_fd);
	area->shared = NULL;
	area->bells = NULL;
	area->fd = area->own_fd = area->bell_fd = -1;
}

int area_adopt(struct area *area)
{
	area->shared = mmap(NULL, sizeof(*area->shared), PROT_READ | PROT_WRITE,
			    MAP_SHARED, area->own_fd, 0);
	area->bells = mmap(NULL, sizeof(*area->bells), PROT_READ | PROT_WRITE,
			   MAP_SHARED, area->bell_fd, 0);
	if (area->shared == MAP_FAILED)
		area->shared = NULL;
	if (area->bells == MAP_FAILED)
		area->bells = NULL;
	if (!area->shared || !area->bells)
		return ENOMEM;
	area->generation = area->shared->generation;
	return 0;
}

/* Both words are covered at any time, so that this thread can go from one to
 * the other. The kernel adds the offset to the pending entry, too, and reads
 * nothing there. It leaves a word alone that is another thread's. */
static void hold_word(struct area *area, uint32_t *word)
{
	struct fxw_session_area *shared = area->shared;

	area->list.list.next = &area->entry;
	area->entry.next = &area->list.list;
	area->list.futex_offset =
		(char *)&shared->manager - (char *)&area->entry;
	area->list.list_op_pending =
		(void *)((char *)&shared->standby - area->list.futex_offset);
	/* libc's own list of this thread's robust mutexes is empty. First:
	 * whoever is killed in between has not held the word. */
	(void)syscall(SYS_set_robust_list, &area->list, sizeof(area->list));
	__atomic_store_n(word, (uint32_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
}

/* The counter of the session that this process manages. */
static uint32_t *beats;

void area_beat(void)
{
	if (beats)
		__atomic_fetch_add(beats, 1, __ATOMIC_RELAXED);
}

void area_hold(struct area *area)
{
	hold_word(area, &area->shared->manager);
	beats = &area->shared->n_beats;
}

void area_take_over(struct area *area)
{
	uint32_t we = (uint32_t)getpid();

	area_hold(area);
	/* In this order, so that at every moment one of the words says that
	 * somebody lives. */
	(void)__atomic_compare_exchange_n(&area->shared->standby, &we, 0, false,
					  __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

void area_stand_by(struct area *area)
{
	hold_word(area, &area->shared->standby);
}

void area_expect_standby(struct area *area, uint32_t pid)
{
	/* from here on calls wait for it: pairs with is_held in stream.c */
	__atomic_store_n(&area->shared->standby, pid, __ATOMIC_RELEASE);
}

void area_miss_standby(struct area *area, uint32_t pid)
{
	(void)__atomic_compare_exchange_n(&area->shared->standby, &pid,
					  FUTEX_OWNER_DIED, false,
					  __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

void area_choose(struct area *area, bool is_stopped, const char *calls)
{
	uint32_t generation = area->generation + FXW_CHOICE_STEP;
	struct fxw_choice *choice =
		&area->shared->choices[generation / FXW_CHOICE_STEP % 2];

	choice->is_stopped = is_stopped;
	choice->has_calls = calls != NULL;
	/* the last byte is never stored to: it stays 0 */
	strncpy(choice->calls, calls ? calls : "", sizeof(choice->calls) - 1);
	area->generation = generation;
	/* release: the choice; pairs with fxw_generation */
	__atomic_store_n(&area->shared->generation, generation,
			 __ATOMIC_RELEASE);
}

void area_leave(struct area *area)
{
	beats = NULL;
	(void)syscall(SYS_set_robust_list, NULL, sizeof(area->list));
	__atomic_store_n(&area->shared->manager, FUTEX_OWNER_DIED,
			 __ATOMIC_RELEASE);
}

void area_name_archive(struct area *area, int fd)
{
	struct stat st;
	bool is_file = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);

	area->shared->archive_inode = is_file ? st.st_ino : 0;
	area->shared->archive_device = is_file ? st.st_dev : 0;
}

void area_break(struct area *area)
{
	__atomic_store_n(&area->shared->is_broken, 1, __ATOMIC_RELEASE);
}

void area_ring(struct area *area)
{
	uint32_t *word = &area->bells->doorbell;

	/* release: pairs with the load in bells_wait */
	__atomic_fetch_add(word, 1, __ATOMIC_RELEASE);
	(void)syscall(SYS_futex, word, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}
