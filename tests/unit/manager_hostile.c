/* SPDX-License-Identifier: MIT */
/*
 * The manager with providers that lie, scribble, flood or say nothing, and with
 * disks that are full. It goes on, and the data of the others is whole.
 */
#include "tools/manager/manager.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/damage.h"
#include "tests/lend.h"
#include "tests/tap.h"
#include "tools/reader/reader.h"
#include "writer/lap.h"

static char path[96];
static char text[4096];
static struct manager *manager;
static struct manager_report report;
static struct fxw_session_area *area;

static void start_as(struct manager_options options)
{
	char error[256] = "";

	unlink(path);
	options.output = path;
	manager = manager_start(&options, error, sizeof(error));
	ok(manager != NULL, "%s", error);
	ok(manager_variable(manager, "/tmp/x", text, sizeof(text)));
}

static void start(void)
{
	snprintf(path, sizeof(path), "/tmp/fxtrace-hostile-%d.fxt", getpid());
	start_as((struct manager_options){.flush_ms = 2});
}

static uint32_t the_clock(void)
{
	return (uint32_t)strtoul(text + 2, NULL, 16);
}

static void make(struct lend *lend, const char *name)
{
	lend_make(lend, the_clock(), name);
	lend_seal(lend);
}

/* Until the lap is saved, or a minute is over. */
static bool is_saved(const struct lend *lend, uint32_t lap)
{
	for (int i = 0; i < 60000; i++) {
		if (__atomic_load_n(&lend->control->n_answers,
				    __ATOMIC_ACQUIRE) &&
		    lend->control->answer.data32 + 1 >= lap)
			return true;
		usleep(1000);
	}
	return false;
}

/* A recorder that is in order, made by hand: n laps, then it is killed. */
static void good(uint32_t n_laps)
{
	struct lend lend;

	make(&lend, "good");
	lend_string(&lend, 1, "number");
	if (lend_join(&lend, lend_connect(text), &area))
		_exit(90);
	for (uint32_t lap = 1; lap <= n_laps; lap++) {
		lend_calls(&lend, lap, 60, 1000);
		lend.control->live = lap + 1;
		lend_packet(&lend,
			    (struct fxw_packet){.request = FXW_SAVE_BUFFER,
						.data32 = lap - 1,
						.data64 = 16});
		lend_ring();
		if (!is_saved(&lend, lap))
			_exit(91);
	}
	raise(SIGKILL);
}

static pid_t run(void (*what)(uint32_t), uint32_t n)
{
	pid_t child = fork();

	if (child == 0) {
		what(n);
		_exit(0);
	}
	return child;
}

static int wait_for(pid_t child)
{
	int status = -1;

	waitpid(child, &status, 0);
	return status;
}

/* Reads the archive as any reader would. Returns the calls of the providers
 * called good, each of which counts its own. */
static uint64_t read_good(void)
{
	static uint64_t next[4096];
	struct fxr_error error = {0};
	struct fxr_reader *reader = fxr_open(path, false, &error);
	struct fxr_record record;
	uint64_t n = 0;

	if (!ok(reader != NULL, "%s", error.expected))
		return 0;
	while (fxr_next(reader, &record) == FXR_OK) {
		if (record.type != FXT_RECORD_EVENT ||
		    record.as.event.type != FXT_EVENT_DURATION_COMPLETE ||
		    strcmp(record.provider->name, "good") != 0)
			continue;
		if (record.words[5] != next[record.provider->index % 4096]++)
			ok(false, "call %d", (int)record.words[5]);
		n++;
	}
	ok(!fxr_error(reader), "%s",
	   fxr_error(reader) ? fxr_error(reader)->expected : "");
	fxr_close(reader);
	return n;
}

static void finish(uint64_t n_good)
{
	ok(manager_wait(manager, 0, 10000));
	manager_finish(manager, &report);
	is_u64(read_good(), n_good);
	unlink(path);
}

static void two(void)
{
	pid_t a, b;

	start();
	a = run(good, 30);
	b = run(good, 50);
	is_i64(wait_for(a), SIGKILL);
	is_i64(wait_for(b), SIGKILL);
	finish(80000);
	is_u64(report.n_calls, 80000);
	is_u64(report.n_processes, 2);
}

/* Changes anything in its buffer, all the time. */
static void scribble(uint32_t seed)
{
	uint64_t random = seed * 7919 + 1;
	struct lend lend;

	make(&lend, "hostile");
	lend_string(&lend, 1, "number");
	lend_calls(&lend, 1, 60, 1000);
	lend_calls(&lend, 2, 60, 1000);
	if (lend_join(&lend, lend_connect(text), &area))
		_exit(90);
	for (int i = 0; i < 3000; i++) {
		uint64_t at = damage_random(&random) % (lend.n_bytes / 8);
		/* half of it into the control area */
		uint64_t *word = i & 1 ? (uint64_t *)lend.map + at
				       : (uint64_t *)lend.control + at % 100;

		*word = damage_random(&random) >> damage_random(&random) % 64;
		if (i % 100 == 0) {
			lend_calls(&lend, 1 + i / 1000 % 2, 9, 100);
			lend.n_units[0] = lend.n_units[1] = 0;
			usleep(100);
		}
		if (i % 64 == 0)
			lend_ring();
	}
	if (seed & 1)
		raise(SIGKILL);
}

static void scribblers(void)
{
	pid_t first, child[6];

	start();
	first = run(good, 60);
	for (uint32_t i = 0; i < 6; i++)
		child[i] = run(scribble, i);
	for (uint32_t i = 0; i < 6; i++)
		wait_for(child[i]);
	is_i64(wait_for(first), SIGKILL);
	finish(60000);
	is_u64(report.n_processes, 7);
}

/* Tries to take the memory away from under the manager. */
static void shrink(uint32_t unused)
{
	struct lend lend;

	(void)unused;
	make(&lend, "hostile");
	lend_calls(&lend, 1, 60, 1000);
	if (lend_join(&lend, lend_connect(text), &area))
		_exit(90);
	if (ftruncate(lend.fd, 0) == 0)
		_exit(91);
	/* holes are zeros, and no fault */
	for (int i = 0; i < 50; i++) {
		if (fallocate(lend.fd,
			      FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
			      (off_t)lend.n_bytes))
			_exit(92);
		lend.control->alloc = 1ull << 32 | 60 * 128;
		usleep(200);
	}
	lend_packet(&lend, (struct fxw_packet){.request = FXW_SAVE_BUFFER});
	lend_ring();
	usleep(10000);
}

static void shrinkers(void)
{
	pid_t first, second;

	start();
	first = run(good, 20);
	second = run(shrink, 0);
	is_i64(wait_for(second), 0);
	is_i64(wait_for(first), SIGKILL);
	finish(20000);
}

/* Buffers that are not sealed, or not buffers at all. */
static void refused(void)
{
	struct lend lend;
	int fd;

	start();
	lend_make(&lend, the_clock(), "hostile");
	is_i64(lend_join(&lend, lend_connect(text), &area), EINVAL);
	lend_seal(&lend);
	lend.header->rolling_bytes = 1ull << 60;
	is_i64(lend_join(&lend, lend_connect(text), &area), EINVAL);
	fd = lend.fd;
	lend.fd = open("/dev/null", O_RDWR);
	is_i64(lend_join(&lend, lend_connect(text), &area), EINVAL);
	lend.fd = fd;
	is_i64(wait_for(run(good, 3)), SIGKILL);
	finish(3000);
	is_u64(report.n_refused, 3);
	is_u64(report.n_processes, 1);
}

/* A provider that breaks the protocol does not wait for ever. */
static void dismissed(void)
{
	struct lend lend;

	start();
	make(&lend, "hostile");
	lend_calls(&lend, 1, 10, 100);
	is_i64(lend_join(&lend, lend_connect(text), &area), 0);
	ok(lend_packet(&lend, (struct fxw_packet){.request = 77}));
	lend_ring();
	ok(is_saved(&lend, 1000000));
	ok(manager_wait(manager, getpid(), 60000));
	manager_finish(manager, &report);
	is_u64(report.n_calls, 100); /* what was valid */
	unlink(path);
}

static void garbage(uint32_t n)
{
	uint64_t random = n + 1;
	char bytes[256];

	for (uint32_t i = 0; i < n; i++) {
		int fd = lend_connect(text);

		if (fd < 0)
			continue;
		for (unsigned j = 0; j < sizeof(bytes); j++)
			bytes[j] = (char)damage_random(&random);
		(void)send(fd, bytes, damage_random(&random) % 256,
			   MSG_NOSIGNAL | MSG_DONTWAIT);
		close(fd);
	}
}

/* Connections that stay and say nothing. */
static void silent(uint32_t n)
{
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	for (uint32_t i = 0; i < n; i++)
		if (lend_connect(text) < 0)
			break;
	pause();
}

static unsigned n_descriptors(void)
{
	unsigned n = 0;

	for (int fd = 0; fd < 2000; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void flooded(void)
{
	unsigned before;
	pid_t quiet[4], loud;

	start();
	before = n_descriptors();
	for (int i = 0; i < 4; i++)
		quiet[i] = run(silent, 2500);
	loud = run(garbage, 3000);
	for (int i = 0; i < 5; i++)
		is_i64(wait_for(run(good, 3)), SIGKILL);
	is_i64(wait_for(loud), 0);
	ok(n_descriptors() < before + 300, "%d descriptors",
	   (int)n_descriptors());
	for (int i = 0; i < 4; i++) {
		kill(quiet[i], SIGKILL);
		wait_for(quiet[i]);
	}
	finish(15000);
	is_u64(report.n_processes, 5);
}

/* The session's processes cannot have more descriptors than that. */
static void no_descriptors(void)
{
	struct rlimit few = {.rlim_cur = 36, .rlim_max = 36};
	struct rlimit enough = {.rlim_cur = 256, .rlim_max = 256};
	struct lend lend[12];
	struct timespec from, to;
	unsigned n = 0;
	/* those that have joined or were refused */
	_Atomic unsigned *n_answered =
		mmap(NULL, sizeof(*n_answered), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	start();
	manager_finish(manager, &report);
	start_as((struct manager_options){.flush_ms = 100});
	for (int i = 0; i < 12; i++)
		make(&lend[i], "idle");
	for (int i = 0; i < 12; i++) {
		pid_t child = fork();

		if (child == 0) {
			prlimit(getppid(), RLIMIT_NOFILE, &few, NULL);
			/* not its own: it may have come before */
			prlimit(0, RLIMIT_NOFILE, &enough, NULL);
			int rc = lend_join(&lend[i], lend_connect(text), &area);

			(*n_answered)++;
			if (rc)
				_exit(1);
			pause();
		}
	}
	while (*n_answered < 12)
		usleep(1000);
	/* no thread spins */
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	usleep(300000);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	ok((to.tv_sec - from.tv_sec) * 1000 +
		   (to.tv_nsec - from.tv_nsec) / 1000000 <
	   150);
	while (waitpid(-1, NULL, WNOHANG) > 0)
		n++; /* 300 ms are enough for an _exit */
	ok(n > 0 && n < 12, "%d were refused", (int)n);
	manager_finish(manager, &report);
	is_u64(report.n_processes, 12 - n);
	unlink(path);
}

/* A folder on a file system of its own, of n KiB. */
static bool small_disk(unsigned n_kib)
{
	char folder[64], options[32];

	snprintf(folder, sizeof(folder), "/tmp/fxtrace-small-%d", getpid());
	snprintf(options, sizeof(options), "size=%uk", n_kib);
	if (unshare(CLONE_NEWNS) ||
	    mount(NULL, "/", NULL, MS_PRIVATE | MS_REC, NULL) ||
	    mkdir(folder, 0700) || mount("none", folder, "tmpfs", 0, options))
		return false;
	snprintf(path, sizeof(path), "%s/a.fxt", folder);
	return true;
}

static void disk_full(void)
{
	struct lend lend;

	if (!small_disk(256))
		skip("no file system can be mounted here");
	start_as((struct manager_options){.flush_ms = 2});
	/* goes on in spite of it */
	is_i64(wait_for(run(good, 20)), SIGKILL);
	ok(manager_wait(manager, 0, 60000));
	make(&lend, "late");
	is_i64(lend_join(&lend, lend_connect(text), &area), 0);
	for (int i = 0; i < 60000 && !area->is_broken; i++)
		usleep(1000);
	is_u64(area->is_broken, 1);
	manager_finish(manager, &report);
	is_i64(report.error, ENOSPC);
	ok(report.n_unwritten > 0 && report.n_calls > 0);
	is_u64(report.n_calls + report.n_unwritten, 20000);
	is_u64(read_good(), report.n_calls);
	unlink(path);
}

static void slow_pipe(void)
{
	int pipe_fd[2], saved = dup(1);
	char buffer[4096];
	uint64_t n_bytes = 0;
	pid_t child[2];
	ssize_t n;

	if (pipe(pipe_fd) || dup2(pipe_fd[1], 1) < 0)
		return;
	close(pipe_fd[1]);
	snprintf(path, sizeof(path), "-");
	start_as(
		(struct manager_options){.flush_ms = 2, .queue_bytes = 200000});
	dup2(saved, 1);
	child[0] = run(good, 40);
	child[1] = run(good, 40);
	for (int i = 0; i < 100; i++) { /* unread: both wait, or not */
		usleep(1000);
		is_i64(waitpid(child[0], NULL, WNOHANG), 0);
	}
	/* others may join all the same */
	is_i64(wait_for(run(good, 0)), SIGKILL);
	while (n_bytes < 80000ull * 56 &&
	       (n = read(pipe_fd[0], buffer, sizeof(buffer))) > 0)
		n_bytes += (uint64_t)n;
	is_i64(wait_for(child[0]), SIGKILL);
	is_i64(wait_for(child[1]), SIGKILL);
	ok(n_bytes >= 80000ull * 56);
	manager_finish(manager, &report);
	is_u64(report.n_calls, 80000);
}

/* The word by which providers see that the manager lives. */
static void manager_dies(void)
{
	struct lend lend;
	int ends[2];
	pid_t child;

	if (pipe(ends))
		return;
	snprintf(path, sizeof(path), "/tmp/fxtrace-hostile-%d.fxt", getpid());
	child = fork();
	if (child == 0) {
		start_as((struct manager_options){0});
		(void)!write(ends[1], text, sizeof(text));
		pause();
	}
	is_i64(read(ends[0], text, sizeof(text)), sizeof(text));
	make(&lend, "orphan");
	is_i64(lend_join(&lend, lend_connect(text), &area), 0);
	for (int i = 0; i < 60000 && !area->manager; i++)
		usleep(1000);
	ok(area->manager && !(area->manager & FUTEX_OWNER_DIED));
	kill(child, SIGKILL);
	wait_for(child);
	ok(area->manager & FUTEX_OWNER_DIED);
	unlink(path);
}

static const struct tap_test tests[] = {
	{"two providers take turns in one archive", two},
	{"providers that scribble all over harm only themselves", scribblers},
	{"memory cannot be taken away from under the manager", shrinkers},
	{"buffers that lie are refused", refused},
	{"a malformed packet ends a provider, which waits for nothing",
	 dismissed},
	{"ten thousand silent connections and garbage keep no program out",
	 flooded},
	{"where descriptors run out, some are refused and no thread spins",
	 no_descriptors},
	{"a full disk is reported, and no program waits for it", disk_full},
	{"a reader that does not read holds up saves, but no joins", slow_pipe},
	{"a killed manager is seen by its providers", manager_dies},
};
TAP_MAIN(tests)
