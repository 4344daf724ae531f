/* SPDX-License-Identifier: MIT */
/*
 * What is taken of processes that outlive their manager, and what is refused of
 * those that lie. Buffers are made by hand, their manager killed, and the
 * archive mended while the processes live.
 */
#include "tools/manager/mend.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/damage.h"
#include "tests/lend.h"
#include "tests/tap.h"
#include "tools/manager/manager.h"
#include "tools/reader/reader.h"
#include "writer/lap.h"

#define NOBODY 65534
#define MAX_PROVIDERS 4u

/* Between the test and its processes. */
static struct {
	char variable[4096]; /* of the session */
	uint32_t n_ready;
	uint32_t is_killed; /* the manager */
} * shared;

static char path[96];
static pid_t manager;
static uint32_t n_providers;
static struct mend_report report;
static char error[256];

static void become_child(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* else a process that has changed its user may not be read */
	prctl(PR_SET_DUMPABLE, 1);
}

/* Keeps what it gets to itself, but the first saves. */
static void manage(void)
{
	struct manager_options options = {.flush_ms = 3600000, .output = path};
	struct manager *it = manager_start(&options, error, sizeof(error));

	if (!it || !manager_variable(it, "/tmp/x", shared->variable,
				     sizeof(shared->variable)))
		_exit(90);
	__atomic_store_n(&shared->n_ready, 1, __ATOMIC_RELEASE);
	pause();
}

static void wait_ready(uint32_t n)
{
	for (int i = 0; i < 5000; i++) {
		if (__atomic_load_n(&shared->n_ready, __ATOMIC_ACQUIRE) == n)
			return;
		usleep(1000);
	}
	ok(false, "a process does not get ready");
}

/* The thread sanitizer's: its children may not have threads here. */
extern void __tsan_init(void) __attribute__((weak));

static void start(void)
{
	if (__tsan_init)
		skip("the thread sanitizer sees one process only");
	snprintf(path, sizeof(path), "/tmp/fxtrace-orphan-%d.fxt", getpid());
	unlink(path);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	manager = fork();
	if (manager == 0) {
		become_child();
		manage();
	}
	wait_ready(1);
}

/* A process that lends a buffer, with what `fill` puts there, and lives on. */
static void provide(void (*fill)(struct lend *lend))
{
	uint32_t clock = (uint32_t)strtoul(shared->variable + 2, NULL, 16);
	struct fxw_session_area *area;
	struct lend lend;
	pid_t child = fork();

	n_providers++;
	if (child) {
		wait_ready(1 + n_providers);
		return;
	}
	become_child();
	lend_make(&lend, clock, "provider");
	lend_seal(&lend);
	lend_string(&lend, 1, "number");
	if (lend_join(&lend, lend_connect(shared->variable), &area))
		_exit(91);
	lend.control->provider_id = n_providers;
	lend.control->epoch_ticks = area->epoch_ticks;
	fill(&lend);
	__atomic_fetch_add(&shared->n_ready, 1, __ATOMIC_RELEASE);
	for (;;)
		pause();
}

/* Once the archive says which have joined. */
static void kill_manager(void)
{
	struct stat st;

	for (int i = 0; i < 5000; i++) {
		if (stat(path, &st) == 0 && st.st_size)
			break;
		usleep(1000);
	}
	usleep(50000);
	kill(manager, SIGKILL);
	waitpid(manager, NULL, 0);
	__atomic_store_n(&shared->is_killed, 1, __ATOMIC_RELEASE);
}

static bool mend_now(void)
{
	bool is_done =
		mend(path, path, false, false, &report, error, sizeof(error));

	ok(is_done, "%s", error);
	return is_done;
}

/* Calls in the archive, which has to be whole. */
static uint64_t n_calls(void)
{
	static struct fxr_record record;
	struct fxr_error why;
	struct fxr_reader *reader = fxr_open(path, false, &why);
	uint64_t n = 0;

	if (!ok(reader != NULL))
		return 0;
	while (!fxr_next(reader, &record))
		n += record.words && fxt_is_call(record.words[0]);
	ok(!fxr_error(reader), "%s",
	   fxr_error(reader) ? fxr_error(reader)->expected : "");
	fxr_close(reader);
	return n;
}

/* Of the one process of which nothing is taken. */
static const char *refusal(void)
{
	const char *why = NULL;

	for (size_t i = 0; i < report.orphans.n; i++)
		if (report.orphans.all[i].refused)
			why = report.orphans.all[i].refused;
	return why;
}

static void two_laps(struct lend *lend)
{
	lend_calls(lend, 1, 4, 20);
	lend_calls(lend, 1, 4, 20);
	lend_calls(lend, 2, 4, 10);
}

static void both_laps(void)
{
	start();
	provide(two_laps);
	provide(two_laps);
	kill_manager();
	is_u64(n_calls(), 0);
	mend_now();
	is_u64(report.n_calls, 100);
	is_u64(report.n_processes, 2);
	is_u64(n_calls(), 100);
	mend_report_fini(&report);
	mend_now();
	ok(!report.is_added && !report.is_cut);
	is_u64(n_calls(), 100);
	unlink(path);
}

static void older_span(struct lend *lend)
{
	lend_calls(lend, 1, 2, 5);
	lend_calls(lend, 1, 2, 7); /* its writer stays */
	lend_calls(lend, 2, 2, 11);
	lend->control->held[0][3] =
		fxw_place(2 * FXW_UNIT_WORDS, 2 * FXW_UNIT_WORDS);
	lend_calls(lend, 3, 2, 13);
}

static void held(void)
{
	start();
	provide(older_span);
	kill_manager();
	mend_now();
	is_u64(n_calls(), 7 + 11 + 13);
	unlink(path);
}

static void with_losses(struct lend *lend)
{
	lend_calls(lend, 1, 2, 5);
	lend->control->slots[3].state = FXW_SLOT_LIVE;
	lend->control->slots[3].tid = 77;
	lend->control->slots[3].n_lost = 33;
	lend->control->n_lost_unslotted = 9;
}

static void losses(void)
{
	start();
	provide(with_losses);
	kill_manager();
	mend_now();
	is_u64(report.n_lost, 42);
	mend_report_fini(&report);
	mend_now();
	ok(!report.is_added, "they are counted once");
	unlink(path);
}

static void elsewhere(struct lend *lend)
{
	two_laps(lend);
	lend->control->epoch_ticks++;
}

static void dismissed(struct lend *lend)
{
	two_laps(lend);
	lend->control->answer = (struct fxw_packet){.request = FXW_BUFFER_SAVED,
						    .data32 = FXW_DISMISSED};
}

static void strangers(void)
{
	start();
	provide(elsewhere);
	provide(dismissed);
	kill_manager();
	mend_now();
	ok(!report.is_added);
	is_u64(report.orphans.n, 0);
	is_u64(n_calls(), 0);
	unlink(path);
}

static void other_number(struct lend *lend)
{
	two_laps(lend);
	lend->control->provider_id = 1;
}

static void other_pid(struct lend *lend)
{
	two_laps(lend);
	lend->control->pid = 1;
}

static void no_header(struct lend *lend)
{
	lend->header->magic = 0;
}

static void no_layout(struct lend *lend)
{
	lend->header->rolling_bytes = 1ull << 40;
}

static void no_lap(struct lend *lend)
{
	lend->control->alloc = 0;
}

static void hostile(void)
{
	static const struct {
		void (*fill)(struct lend *lend);
		const char *why;
	} cases[] = {
		{other_number,
		 "its number in the archive is another process's"},
		{other_pid, "the buffer of another process"},
		{no_header, "a header that makes no sense"},
		{no_layout, "buffers whose places and sizes make no sense"},
		{no_lap, "a buffer that is closed, or does not hold still"},
	};

	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		n_providers = 0;
		start();
		provide(two_laps);
		provide(cases[i].fill);
		kill_manager();
		mend_now();
		is_str(refusal(), cases[i].why);
		is_u64(report.n_processes, 1);
		is_u64(n_calls(), 50);
		mend_report_fini(&report);
		unlink(path);
	}
}

static void endless_damage(struct lend *lend)
{
	uint64_t seed = 4711;

	two_laps(lend);
	__atomic_fetch_add(&shared->n_ready, 1, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&shared->is_killed, __ATOMIC_ACQUIRE))
		usleep(1000);
	for (;;) {
		size_t from =
			(size_t)((uint8_t *)&lend->control->alloc - lend->map);

		(void)damage(lend->map + from, lend->n_bytes - from, &seed);
		if (damage_random(&seed) % 64 == 0)
			two_laps(lend);
		/* else it would be nobody's soon */
		lend->control->provider_id = 2;
	}
}

/* Whatever it does, the archive is one, and the others are in it. */
static void scribbled(void)
{
	uint64_t n_added = 0;

	start();
	provide(two_laps);
	provide(endless_damage);
	kill_manager();
	/* until it was caught in a sound moment, too */
	for (int i = 0; i < 60 || (n_added <= 50 && i < 2000); i++) {
		uint64_t n;

		if (!mend_now())
			break;
		n_added += report.n_calls;
		mend_report_fini(&report);
		n = n_calls();
		if (n < 50)
			ok(false, "%d calls", (int)n);
	}
	ok(n_added > 50, "something of it is taken");
	unlink(path);
}

static void live(void)
{
	start();
	provide(two_laps);
	usleep(60000);
	ok(!mend(path, path, false, false, &report, error, sizeof(error)));
	ok(strstr(error, "is still being written") != NULL, "%s", error);
	kill(manager, SIGKILL);
	waitpid(manager, NULL, 0);
	unlink(path);
}

static void hidden(struct lend *lend)
{
	two_laps(lend);
	prctl(PR_SET_DUMPABLE, 0);
}

/* Root may look into all of them: be somebody else. */
static void be_nobody(void)
{
	if (geteuid() == 0 &&
	    (setgid(NOBODY) || setuid(NOBODY) || chdir("/tmp")))
		skip("no other user here");
	prctl(PR_SET_DUMPABLE, 1);
}

static bool may_trace(void)
{
	FILE *in = fopen("/proc/sys/kernel/yama/ptrace_scope", "re");
	int scope = in ? fgetc(in) : '0';

	if (in)
		fclose(in);
	return scope == '0';
}

static void without_rights(void)
{
	if (!may_trace())
		skip("a user may not look into his own processes here");
	be_nobody();
	start();
	provide(two_laps);
	provide(hidden);
	kill_manager();
	mend_now();
	is_u64(report.n_processes, 1);
	is_u64(n_calls(), 50);
	is_u64(report.orphans.n, 2);
	for (size_t i = 0; i < report.orphans.n; i++)
		if (report.orphans.all[i].provider_id != 1)
			is_i64(report.orphans.all[i].denied, EACCES);
	unlink(path);
}

static const struct tap_test tests[] = {
	{"what living processes hold in both laps is appended, once",
	 both_laps},
	{"a span of an older lap that was held comes along", held},
	{"what they have lost is recorded, once", losses},
	{"buffers of other sessions, and of those who were left in order, do "
	 "not count",
	 strangers},
	{"a buffer that lies is refused in words, and the others are not",
	 hostile},
	{"a process that scribbles over its buffer breaks nothing", scribbled},
	{"an archive whose manager lives is left alone", live},
	{"their user may read them, and what may not be read is reported",
	 without_rights},
};
TAP_MAIN(tests)
