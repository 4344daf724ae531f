/* SPDX-License-Identifier: MIT */
/*
 * Programs that are killed at any moment while all of their threads record, and
 * while the manager saves. Each thread's records are in the archive without a
 * gap, up to the last one that it knows to be committed.
 */
#include "tools/manager/manager.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/damage.h"
#include "tests/recorder.h"
#include "tests/tap.h"

#define N_THREADS 3
#define N_KILLS 40

/* What each thread knows to be committed; shared. */
static struct {
	uint32_t tid;
	uint64_t n_committed;
} (*threads)[N_THREADS];

static char path[64];
static char *text;

static void *record(void *argument)
{
	unsigned kill_number = (unsigned)(uintptr_t)argument / N_THREADS;
	unsigned i = (unsigned)(uintptr_t)argument % N_THREADS;
	struct fxw_thread *t = fxw_thread_attach();

	threads[kill_number][i].tid = (uint32_t)t->id;
	for (uint64_t n = 0;; n++) {
		if (!recorder_write(t, n))
			_exit(95);
		__atomic_store_n(&threads[kill_number][i].n_committed, n + 1,
				 __ATOMIC_RELEASE);
	}
	return NULL;
}

static void victim(unsigned kill_number)
{
	pthread_t id;

	while (!__atomic_load_n(text, __ATOMIC_ACQUIRE))
		usleep(100);
	recorder_join(text, 256 << 10, true, "victim");
	for (uintptr_t i = 0; i < N_THREADS; i++)
		pthread_create(&id, NULL, record,
			       (void *)(kill_number * N_THREADS + i));
	pause();
}

/* Numbers of one thread's records as they come. */
struct row {
	uint32_t tid;
	uint64_t n;
	bool is_broken;
};

static struct row *row_of(struct row *rows, uint32_t tid)
{
	unsigned i = 0;

	while (rows[i].tid && rows[i].tid != tid)
		i++;
	rows[i].tid = tid;
	return &rows[i];
}

static void read_file(struct row *rows)
{
	int fd = open(path, O_RDONLY);
	const uint64_t *words;
	struct stat st;

	ok(fd >= 0 && fstat(fd, &st) == 0 && st.st_size % 8 == 0);
	words = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	for (uint64_t at = 1, n, end = (uint64_t)st.st_size / 8; at < end;
	     at += n) {
		n = words[at] >> 4 & 0xfff;
		if (!n || n > end - at) {
			ok(false, "no record at %d", (int)at);
			break;
		}
		if (fxt_is_call(words[at])) {
			struct row *row = row_of(rows, (uint32_t)words[at + 3]);

			row->is_broken |= words[at + 5] != row->n;
			row->n = words[at + 5] + 1;
		}
	}
	close(fd);
}

static void check(void)
{
	static struct row rows[N_KILLS * N_THREADS + 1];
	unsigned n_checked = 0;

	read_file(rows);
	for (unsigned k = 0; k < N_KILLS; k++)
		for (unsigned i = 0; i < N_THREADS; i++) {
			uint64_t n = threads[k][i].n_committed;
			struct row *row;

			if (!threads[k][i].tid)
				continue;
			row = row_of(rows, threads[k][i].tid);
			n_checked++;
			/* it may have been killed before it could say so */
			if (row->is_broken || row->n < n || row->n > n + 1)
				ok(false, "kill %d: %d of %d%s", (int)k,
				   (int)row->n, (int)n,
				   row->is_broken ? ", with gaps" : "");
		}
	ok(n_checked > N_KILLS);
}

static void killed(void)
{
	struct manager_options options = {.flush_ms = 1, .output = path};
	char error[256] = "", variable[4096];
	struct manager_report report;
	struct manager *manager;
	uint64_t seed = 4711;
	pid_t pid[N_KILLS];

	snprintf(path, sizeof(path), "/tmp/fxtrace-killed-%d.fxt", getpid());
	unlink(path);
	text = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	threads = (void *)(text + 8192);
	manager = manager_start(&options, error, sizeof(error));
	ok(manager != NULL, "%s", error);
	ok(manager_variable(manager, "/tmp/x", variable, sizeof(variable)));
	memcpy(text, variable, sizeof(variable));
	for (unsigned k = 0; k < N_KILLS; k++) {
		pid[k] = fork();
		if (pid[k] == 0)
			victim(k);
		/* up to three at once */
		usleep((useconds_t)(damage_random(&seed) % 30000));
		if (k >= 2)
			kill(pid[k - 2], SIGKILL);
	}
	kill(pid[N_KILLS - 2], SIGKILL);
	kill(pid[N_KILLS - 1], SIGKILL);
	while (wait(NULL) > 0)
		;
	ok(manager_wait(manager, 0, 10000));
	manager_finish(manager, &report);
	is_u64(report.n_broken, 0);
	is_u64(report.n_lost, 0);
	check();
	unlink(path);
}

/* The thread sanitizer's: its children may not have threads here. */
extern void __tsan_init(void) __attribute__((weak));

static void killed_if_possible(void)
{
	if (__tsan_init)
		skip("the thread sanitizer sees one process only");
	killed();
}

static const struct tap_test tests[] = {
	{"a kill at any moment leaves no gap in any thread's records",
	 killed_if_possible},
};
TAP_MAIN(tests)
