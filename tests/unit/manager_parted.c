/* SPDX-License-Identifier: MIT */
/*
 * What a manager and its standby hold of processes that have ended is bounded.
 * Beyond that a process waits at its end, and nothing of any is lost.
 */
#include "tools/manager/manager.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/recorder.h"
#include "tests/tap.h"
#include "writer/stream.h"

#define N_CHILDREN 24u
#define N_CALLS 4000u
/* A few of the children's buffers. */
#define HELD_BYTES (2u << 20)

/* Of each child; shared. */
static struct {
	uint32_t has_to_wait; /* as the session said at its end */
	uint32_t is_ending;
} * children;

static char path[64], variable[4096];
static uint32_t *turn; /* how many may go on, the reader last; shared */

/* Before there is a session: it has none of its descriptors. */
static void run_child(uint32_t i, int text_fd)
{
	struct fxw_thread *t;

	while (__atomic_load_n(turn, __ATOMIC_ACQUIRE) <= i)
		usleep(1000);
	if (pread(text_fd, variable, sizeof(variable), 0) <= 0)
		_exit(94);
	recorder_join(variable, 512 << 10, true, "ended");
	t = fxw_thread_attach();
	for (uint64_t n = 0; n < N_CALLS; n++)
		if (!recorder_write(t, n))
			_exit(95);
	children[i].has_to_wait = __atomic_load_n(
		&fxw_engine.session->ends_wait, __ATOMIC_ACQUIRE);
	__atomic_store_n(&children[i].is_ending, 1, __ATOMIC_RELEASE);
	fxw_stream_flush();
	_exit(0);
}

static bool has_ended(pid_t pid)
{
	siginfo_t info = {0};

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) ==
		       0 &&
	       info.si_pid == pid;
}

/* One after the other, while nobody reads the archive. Returns the number of
 * the first one that has to wait. */
static uint32_t fill(const pid_t *pids)
{
	for (uint32_t i = 0; i < N_CHILDREN; i++) {
		__atomic_store_n(turn, i + 1, __ATOMIC_RELEASE);
		while (!__atomic_load_n(&children[i].is_ending,
					__ATOMIC_ACQUIRE))
			usleep(1000);
		if (children[i].has_to_wait)
			return i;
		while (!has_ended(pids[i]))
			usleep(1000);
	}
	return N_CHILDREN;
}

/* All that comes until its writer closes it. */
static void *read_all(int fd, size_t *n_bytes)
{
	size_t capacity = 64 << 20;
	char *bytes = malloc(capacity);
	ssize_t n;

	*n_bytes = 0;
	fcntl(fd, F_SETFL, 0);
	while ((n = read(fd, bytes + *n_bytes, capacity - *n_bytes)) > 0)
		*n_bytes += (size_t)n;
	return bytes;
}

/* Whether each child's calls are there once, in order. */
static void check(const uint64_t *words, size_t n_words)
{
	static uint64_t next[N_CHILDREN + 2];
	uint32_t provider = 0;
	uint64_t n_calls = 0;

	for (size_t at = 1, n; at < n_words; at += n) {
		n = words[at] >> 4 & 0xfff;
		if (!n || n > n_words - at) {
			ok(false, "no record at %d", (int)at);
			return;
		}
		if ((words[at] & 15) == FXT_RECORD_METADATA)
			provider = (uint32_t)(words[at] >> 20);
		if (!fxt_is_call(words[at]) || provider > N_CHILDREN)
			continue;
		if (words[at + 5] != next[provider]++) {
			ok(false, "provider %d: %d", (int)provider,
			   (int)words[at + 5]);
			return;
		}
		n_calls++;
	}
	is_u64(n_calls, (uint64_t)N_CHILDREN * N_CALLS);
}

/* Reads nothing before it is its turn. */
static void run_reader(int out_fd)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK);
	size_t n_bytes;
	void *bytes;

	while (__atomic_load_n(turn, __ATOMIC_ACQUIRE) <= N_CHILDREN)
		usleep(1000);
	bytes = read_all(fd, &n_bytes);
	_exit(write(out_fd, bytes, n_bytes) != (ssize_t)n_bytes);
}

static void parted(void)
{
	struct manager_options options = {.flush_ms = 1,
					  .output = path,
					  .has_standby = true,
					  .held_bytes = HELD_BYTES};
	int text_fd = memfd_create("text", 0), out_fd = memfd_create("out", 0);
	pid_t pids[N_CHILDREN], reader;
	char error[256] = "";
	struct manager_report report;
	struct manager *manager;
	uint32_t first;
	struct stat st;

	snprintf(path, sizeof(path), "/tmp/fxtrace-parted-%d", getpid());
	unlink(path);
	ok(mkfifo(path, 0600) == 0);
	children = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	turn = (uint32_t *)(children + N_CHILDREN);
	for (uint32_t i = 0; i < N_CHILDREN; i++) {
		pids[i] = fork();
		if (pids[i] == 0)
			run_child(i, text_fd);
	}
	reader = fork();
	if (reader == 0)
		run_reader(out_fd);
	manager = manager_start(&options, error, sizeof(error));
	ok(manager != NULL, "%s", error);
	ok(manager_variable(manager, "/tmp/x", variable, sizeof(variable)));
	ok(write(text_fd, variable, sizeof(variable)) > 0);

	first = fill(pids);
	ok(first > 0, "the first one does not wait");
	ok(first < N_CHILDREN, "one waits at last");
	usleep(100000);
	ok(first < N_CHILDREN && !has_ended(pids[first]),
	   "it waits while the archive is not read");
	__atomic_store_n(turn, N_CHILDREN + 1, __ATOMIC_RELEASE);
	for (uint32_t i = 0; i < N_CHILDREN; i++) {
		int status = 0;

		ok(waitpid(pids[i], &status, 0) == pids[i] && status == 0);
	}
	ok(manager_wait(manager, 0, 60000));
	manager_finish(manager, &report);
	waitpid(reader, NULL, 0);
	is_u64(report.n_lost, 0);
	is_u64(report.n_unwritten, 0);
	ok(fstat(out_fd, &st) == 0 && st.st_size > 0);
	check(mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, out_fd, 0),
	      (size_t)st.st_size / 8);
	unlink(path);
}

/* The thread sanitizer's: its children may not have threads here. */
extern void __tsan_init(void) __attribute__((weak));

static void parted_if_possible(void)
{
	if (__tsan_init)
		skip("the thread sanitizer sees one process only");
	parted();
}

static const struct tap_test tests[] = {
	{"beyond what is held of ended processes the next one waits, and "
	 "nothing is lost",
	 parted_if_possible},
};
TAP_MAIN(tests)
