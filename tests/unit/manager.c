/* SPDX-License-Identifier: MIT */
/*
 * The manager with recorders that are in order: whatever they commit is in
 * the archive, once, however they end.
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

#include "tests/recorder.h"
#include "tests/tap.h"

#define KIB 1024ull

static char path[64];
static char *text; /* shared with children that are there before it */
static struct manager *manager;
static struct manager_report report;

static void share_text(void)
{
	if (!text)
		text = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static void start(struct manager_options options)
{
	char error[256] = "", variable[4096];

	share_text();
	snprintf(path, sizeof(path), "/tmp/fxtrace-manager-%d.fxt", getpid());
	unlink(path);
	options.output = path;
	manager = manager_start(&options, error, sizeof(error));
	ok(manager != NULL, "%s", error);
	ok(manager_variable(manager, "/tmp/x", variable, sizeof(variable)));
	memcpy(text + 1, variable + 1, sizeof(variable) - 1);
	__atomic_store_n(text, variable[0], __ATOMIC_RELEASE);
}

static void join(uint64_t buffer_bytes, bool may_block, const char *name)
{
	while (!__atomic_load_n(text, __ATOMIC_ACQUIRE))
		usleep(1000);
	recorder_join(text, buffer_bytes, may_block, name);
}

static void write_numbers(struct fxw_thread *t, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		if (!recorder_write(t, i))
			_exit(92);
}

/* What the archive holds, by a walk over whole records. */
struct found {
	uint64_t n_calls, n_infos, n_sections, n_inits, n_strings, n_others;
	uint64_t n_sections_of[8];
	uint64_t rate, next[8];
	bool is_broken, is_row;
};

static void check_record(struct found *found, const uint64_t *word,
			 uint32_t *provider)
{
	switch (word[0] & 15) {
	case FXT_RECORD_METADATA:
		if ((word[0] >> 16 & 15) == FXT_METADATA_PROVIDER_EVENT) {
			found->n_others++;
			return;
		}
		*provider = (uint32_t)(word[0] >> 20) & 7;
		if ((word[0] >> 16 & 15) == FXT_METADATA_PROVIDER_INFO)
			found->n_infos++;
		else
			found->n_sections++;
		return;
	case FXT_RECORD_INIT:
		found->n_inits++;
		found->rate = word[1];
		return;
	case FXT_RECORD_STRING:
		found->n_strings++;
		return;
	}
	if (!fxt_is_call(word[0])) {
		found->n_others++;
		return;
	}
	found->n_calls++;
	if (word[5] != found->next[*provider]++)
		found->is_row = false;
}

static struct found read_file(void)
{
	struct found found = {.is_row = true};
	uint32_t provider = 0;
	struct stat st;
	const uint64_t *words;
	int fd = open(path, O_RDONLY);
	uint64_t n;

	ok(fd >= 0 && fstat(fd, &st) == 0 && st.st_size >= 8);
	ok((st.st_mode & 0777) == 0600);
	words = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	n = (uint64_t)st.st_size / 8;
	found.is_broken = words[0] != FXT_MAGIC || st.st_size % 8;
	for (uint64_t at = 1, size; at < n; at += size) {
		size = words[at] >> 4 & 0xfff;
		if (!size || size > n - at) {
			found.is_broken = true;
			break;
		}
		check_record(&found, words + at, &provider);
	}
	close(fd);
	return found;
}

static void stop(void)
{
	if (!getenv("KEEP"))
		unlink(path);
}

static int wait_for(pid_t child)
{
	int status = -1;

	waitpid(child, &status, 0);
	return status;
}

static void one_that_ends(void)
{
	struct found found;
	pid_t child;

	start((struct manager_options){0});
	child = fork();
	if (child == 0) {
		join(256 * KIB, true, "ends");
		write_numbers(fxw_thread_attach(), 100000);
		fxw_engine_finish();
		_exit(0);
	}
	is_i64(wait_for(child), 0);
	found = read_file(); /* while the manager still runs */
	ok(!found.is_broken && found.is_row);
	is_u64(found.n_calls, 100000);
	ok(manager_wait(manager, child, 60000));
	manager_finish(manager, &report);
	found = read_file();
	ok(!found.is_broken && found.is_row);
	is_u64(found.n_calls, 100000);
	is_u64(found.n_infos, 1);
	is_u64(found.n_inits, 1);
	is_u64(found.n_strings, 1);
	ok(found.rate > 1000000, "%d", (int)found.rate);
	is_u64(report.n_calls, 100000);
	is_u64(report.n_lost, 0);
	is_u64(report.n_processes, 1);
	is_u64(report.n_broken, 0);
	is_u64(report.n_left, 0);
	is_i64(report.error, 0);
	stop();
}

static void killed_at_once(void)
{
	struct found found;
	pid_t child;

	start((struct manager_options){0});
	child = fork();
	if (child == 0) {
		join(1024 * KIB, true, "killed");
		write_numbers(fxw_thread_attach(), 34567);
		raise(SIGKILL);
	}
	is_i64(wait_for(child), SIGKILL);
	ok(manager_wait(manager, child, 60000));
	manager_finish(manager, &report);
	found = read_file();
	ok(!found.is_broken && found.is_row);
	is_u64(found.n_calls, 34567);
	is_u64(report.n_calls, 34567);
	stop();
}

static void flushed(void)
{
	struct found found = {0};
	pid_t child;

	start((struct manager_options){.flush_ms = 20});
	child = fork();
	if (child == 0) {
		join(1024 * KIB, true, "lives");
		write_numbers(fxw_thread_attach(), 1000);
		pause();
	}
	for (int i = 0; i < 400 && found.n_calls < 1000; i++) {
		struct stat st;

		usleep(10000);
		if (stat(path, &st) == 0 && st.st_size >= 8)
			found = read_file();
	}
	is_u64(found.n_calls, 1000);
	ok(!found.is_broken && found.is_row);
	/* a session that ends takes what is there */
	manager_finish(manager, &report);
	is_u64(report.n_left, 1);
	is_u64(report.n_calls, 1000);
	kill(child, SIGKILL);
	wait_for(child);
	stop();
}

#define N_THREADS 4
#define N_EACH 50000

static void *write_many(void *unused)
{
	(void)unused;
	write_numbers(fxw_thread_attach(), N_EACH);
	return NULL;
}

static void busy(const char *name, bool is_killed)
{
	pthread_t id[N_THREADS];

	join(256 * KIB, true, name);
	for (int i = 0; i < N_THREADS; i++)
		pthread_create(&id[i], NULL, write_many, NULL);
	for (int i = 0; i < N_THREADS; i++)
		pthread_join(id[i], NULL);
	if (is_killed)
		raise(SIGKILL);
	fxw_engine_finish();
	_exit(0);
}

/* The thread sanitizer's: it does not see that a buffer which comes back has
 * gone through the manager, another process. */
extern void __tsan_init(void) __attribute__((weak));

static void several(void)
{
	struct found found;
	pid_t child[3];

	if (__tsan_init)
		skip("the thread sanitizer sees one process only");
	share_text();
	for (int i = 0; i < 3; i++) {
		child[i] = fork();
		if (child[i] == 0)
			busy("several", i == 1);
	}
	start((struct manager_options){.flush_ms = 5});
	for (int i = 0; i < 3; i++)
		is_i64(wait_for(child[i]), i == 1 ? SIGKILL : 0);
	ok(manager_wait(manager, 0, 60000));
	manager_finish(manager, &report);
	found = read_file();
	ok(!found.is_broken);
	is_u64(found.n_calls, 3 * N_THREADS * N_EACH);
	is_u64(report.n_calls, 3 * N_THREADS * N_EACH);
	is_u64(found.n_infos, 3);
	ok(found.n_sections > 3, "%d sections", (int)found.n_sections);
	is_u64(report.n_broken, 0);
	is_u64(report.n_lost, 0);
	stop();
}

static void until_empty(void)
{
	pid_t child;

	start((struct manager_options){.until_empty = true});
	child = fork();
	if (child == 0) {
		join(256 * KIB, true, "last");
		write_numbers(fxw_thread_attach(), 10);
		_exit(0);
	}
	wait_for(child);
	for (int i = 0; i < 500 && !manager_is_over(manager); i++)
		usleep(10000);
	ok(manager_is_over(manager));
	manager_finish(manager, &report);
	is_u64(report.n_calls, 10);
	stop();
}

/* One that is inside a record for long: its span is held, the others go on. */
static void held(void)
{
	struct found found;
	pid_t child;

	start((struct manager_options){.flush_ms = 5});
	child = fork();
	if (child == 0) {
		struct fxw_window outer;
		struct fxw_thread *t;
		uint64_t *at, begun;

		join(256 * KIB, true, "held");
		t = fxw_thread_attach();
		write_numbers(t, 3);
		if (!fxw_window_open(&outer, t, UINTPTR_MAX / 2))
			_exit(93);
		at = fxw_put(&outer.record, 7);
		memset(at + 1, 0, 48);
		/* as a handler that interrupts it */
		for (uint64_t i = 4; i < 60000; i++)
			if (!recorder_write(t, i))
				_exit(94);
		recorder_fill(t, at, 3);
		begun = at[1];
		usleep(50000);
		/* later than what the next looks take of what is committed */
		at[1] = 2 * fxw_stamp(t) - begun;
		fxw_window_commit(&outer, recorder_header());
		usleep(100000);
		fxw_engine_finish();
		_exit(0);
	}
	is_i64(wait_for(child), 0);
	ok(manager_wait(manager, child, 60000));
	manager_finish(manager, &report);
	found = read_file();
	ok(!found.is_broken);
	is_u64(found.n_calls, 60000);
	is_u64(report.n_broken, 0);
	stop();
}

/* The same pid joins again: its former image is gone. */
static void exec_in_between(void)
{
	struct found found;
	pid_t child;

	start((struct manager_options){0});
	child = fork();
	if (child == 0) {
		join(256 * KIB, true, "first");
		write_numbers(fxw_thread_attach(), 700);
		fxw_engine_forget(false);
		fxw_threads_forget();
		fxw_self = NULL;
		join(256 * KIB, true, "second");
		write_numbers(fxw_thread_attach(), 800);
		raise(SIGKILL);
	}
	is_i64(wait_for(child), SIGKILL);
	ok(manager_wait(manager, 0, 60000));
	manager_finish(manager, &report);
	found = read_file();
	ok(!found.is_broken && found.is_row);
	is_u64(found.n_infos, 2);
	is_u64(found.n_calls, 1500);
	is_u64(report.n_processes, 2);
	stop();
}

static void dropped(void)
{
	struct found found;
	uint64_t *made = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t child;

	start((struct manager_options){0});
	child = fork();
	if (child == 0) {
		struct fxw_thread *t;

		join(256 * KIB, false, "drops");
		t = fxw_thread_attach();
		for (int i = 0; i < 300000; i++)
			if (recorder_write(t, 0))
				made[0]++;
			else
				t->slot->n_lost++, made[1]++;
		fxw_engine_finish();
		_exit(0);
	}
	is_i64(wait_for(child), 0);
	ok(manager_wait(manager, child, 60000));
	manager_finish(manager, &report);
	found = read_file();
	ok(!found.is_broken);
	is_u64(found.n_calls, made[0]);
	is_u64(report.n_lost, made[1]);
	stop();
}

static void packed(enum packing packing, const char *command)
{
	char line[512];
	pid_t child;

	start((struct manager_options){.packing = packing, .flush_ms = 5});
	child = fork();
	if (child == 0) {
		join(256 * KIB, true, "packed");
		write_numbers(fxw_thread_attach(), 50000);
		fxw_engine_finish();
		_exit(0);
	}
	is_i64(wait_for(child), 0);
	ok(manager_wait(manager, child, 60000));
	manager_finish(manager, &report);
	ok(report.n_bytes < 50000 * 56, "%d bytes", (int)report.n_bytes);
	snprintf(line, sizeof(line), "%s -dc <%s >%s.plain && mv %s.plain %s",
		 command, path, path, path, path);
	is_i64(system(line), 0);
	chmod(path, 0600);
	is_u64(read_file().n_calls, 50000);
	stop();
}

static void packed_gzip(void)
{
	packed(PACKING_GZIP, "gzip");
}

static void packed_zstd(void)
{
	if (system("command -v zstd >/dev/null"))
		skip("no zstd here");
	packed(PACKING_ZSTD, "zstd");
}

static const struct tap_test tests[] = {
	{"what a program recorded is in the file when it has ended",
	 one_that_ends},
	{"and when it was killed", killed_at_once},
	{"what a program that lives has recorded is there after a while",
	 flushed},
	{"programs whose threads all write lose nothing", several},
	{"a session may end with its last program", until_empty},
	{"a span that is written to for long is looked at until it is left",
	 held},
	{"a process that executes another program is two providers",
	 exec_in_between},
	{"calls that find no space are counted exactly", dropped},
	{"the archive may be packed by gzip", packed_gzip},
	{"the archive may be packed by zstd", packed_zstd},
};
TAP_MAIN(tests)
