/* SPDX-License-Identifier: MIT */
/*
 * A session and processes of another user: they get in with its secret only,
 * give no orders, and reach nobody but themselves.
 */
#include "tools/manager/manager.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/damage.h"
#include "tests/lend.h"
#include "tests/tap.h"
#include "tools/manager/order.h"
#include "tools/reader/reader.h"
#include "writer/lap.h"

#define NOBODY 65534u
#define SOMEBODY 54321u
/* Calls of one lap of a recorder that is in order. */
#define LAP_CALLS 500u

static char path[96], text[4096], wrong[4096];
static struct manager *manager;
static struct manager_report report;
static struct fxw_session_area *area;

/* Whoever changes its user; the test's own processes stay what they are. */
static void become(uid_t uid)
{
	if (uid && (setresgid(uid, uid, uid) || setresuid(uid, uid, uid)))
		_exit(80);
}

/* Of a session with triggers. */
static const char *triggers;

static void start_session(void)
{
	struct manager_options options = {
		.output = path, .flush_ms = 20, .triggers = triggers};
	char error[256] = "";

	snprintf(path, sizeof(path), "/tmp/fxtrace-foreign-%d.fxt", getpid());
	unlink(path);
	manager = manager_start(&options, error, sizeof(error));
	ok(manager != NULL, "%s", error);
	ok(manager_variable(manager, "/tmp/x", text, sizeof(text)));
	strcpy(wrong, text);
	/* one digit of the secret */
	wrong[strcspn(wrong, "/") - 2] ^= 1;
}

static void start(void)
{
	if (geteuid() != 0)
		skip("only root can be several users");
	start_session();
}

static pid_t run(int (*what)(uint32_t), uint32_t n, uid_t uid)
{
	pid_t child = fork();

	if (child == 0) {
		become(uid);
		_exit(what(n));
	}
	return child;
}

static int status_of(pid_t child)
{
	int status = -1;

	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int result(int (*what)(uint32_t), uint32_t n, uid_t uid)
{
	return status_of(run(what, n, uid));
}

static void make(struct lend *lend, const char *name)
{
	lend_make(lend, (uint32_t)strtoul(text + 2, NULL, 16), name);
	lend_seal(lend);
	lend_string(lend, 1, "number");
}

static void finish(void)
{
	ok(manager_wait(manager, 0, 20000));
	manager_finish(manager, &report);
	unlink(path);
}

static bool is_saved(const struct lend *lend, uint32_t lap)
{
	for (int i = 0; i < 30000; i++) {
		if (__atomic_load_n(&lend->control->n_answers,
				    __ATOMIC_ACQUIRE) &&
		    lend->control->answer.data32 + 1 >= lap)
			return true;
		usleep(1000);
	}
	return false;
}

/* As a recorder does it: a flood may have taken our place before we spoke. */
static int join_as(struct lend *lend)
{
	int error = EIO;

	for (int i = 0; i < 8 && error == EIO; i++)
		error = lend_join(lend, lend_connect(text), &area);
	return error;
}

/* A recorder that is in order: so many laps, and it hears of each. */
static int good(uint32_t n_laps)
{
	struct lend lend;

	make(&lend, "good");
	if (join_as(&lend))
		return 1;
	for (uint32_t lap = 1; lap <= n_laps; lap++) {
		lend_calls(&lend, lap, 60, LAP_CALLS);
		lend.control->live = lap + 1;
		lend_packet(&lend,
			    (struct fxw_packet){.request = FXW_SAVE_BUFFER,
						.data32 = lap - 1,
						.data64 = 16});
		lend_ring();
		if (!is_saved(&lend, lap))
			return 2;
	}
	return 0;
}

/* Joins with the right secret, or another one. Returns the errno. */
static int join(uint32_t is_right)
{
	struct lend lend;

	make(&lend, "client");
	return lend_join(&lend, lend_connect(is_right ? text : wrong), &area);
}

static void secret(void)
{
	start();
	is_i64(result(join, false, 0), EPERM);
	is_i64(result(join, false, NOBODY), EPERM);
	is_i64(result(join, true, NOBODY), 0);
	is_i64(result(join, true, 0), 0);
	finish();
	is_u64(report.n_processes, 2);
}

/* Of a session that is not root's. */
static int in_session_of_nobody(uint32_t unused)
{
	int failed = 0;

	(void)unused;
	start_session();
	failed |= result(join, true, 0) != 0;
	failed |= result(join, false, 0) != EPERM;
	manager_finish(manager, &report);
	unlink(path);
	return failed;
}

static void nobodys(void)
{
	if (geteuid() != 0)
		skip("only root can be several users");
	is_i64(result(in_session_of_nobody, 0, NOBODY), 0);
}

/* Sends an order and returns the error of its answer; 100: none came. */
static int give_order(uint32_t kind)
{
	struct order order = {
		.magic = ORDER_MAGIC, .version = ORDER_VERSION, .kind = kind};
	static struct order_answer answer;
	int fd = lend_connect(text);
	ssize_t n;

	if (kind == ORDER_START)
		order.clear = ORDER_CLEAR_ALL;
	(void)send(fd, &order, sizeof(order), MSG_NOSIGNAL);
	n = recv(fd, &answer, sizeof(answer), 0);
	close(fd);
	if (n < (ssize_t)offsetof(struct order_answer, text))
		return 100;
	return answer.n_text && answer.error ? 101 : answer.error;
}

static void orders(void)
{
	start();
	for (uint32_t kind = ORDER_STATUS; kind <= ORDER_LOOK; kind++)
		is_i64(result(give_order, kind, NOBODY), EPERM);
	is_i64(result(give_order, ORDER_STATUS, 0), 0);
	is_i64(result(give_order, ORDER_LOOK, 0), 0);
	finish();
}

/* Whether the session records nothing for now. */
static int is_stopped(uint32_t unused)
{
	struct lend lend;

	(void)unused;
	make(&lend, "client");
	if (lend_join(&lend, lend_connect(text), &area))
		return 2;
	return fxw_choice_at(area, area->generation)->is_stopped != 0;
}

/* Every way to write to the memory that all have mapped. */
static int write_area(uint32_t unused)
{
	char name[64];
	struct lend lend;
	int fd, failed = 0;

	(void)unused;
	make(&lend, "client");
	lend_area_fd = -1;
	if (lend_join(&lend, lend_connect(text), &area))
		return 1;
	if (lend_bell != &lend.control->doorbell)
		failed |= 2;
	if (mprotect(area, sizeof(*area), PROT_READ | PROT_WRITE) == 0)
		failed |= 4;
	if (mmap(NULL, sizeof(*area), PROT_READ | PROT_WRITE, MAP_SHARED,
		 lend_area_fd, 0) != MAP_FAILED)
		failed |= 8;
	if (pwrite(lend_area_fd, "", 1, 0) == 1)
		failed |= 16;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", lend_area_fd);
	fd = open(name, O_RDWR);
	if (fd >= 0 && mmap(NULL, sizeof(*area), PROT_READ | PROT_WRITE,
			    MAP_SHARED, fd, 0) != MAP_FAILED)
		failed |= 32;
	return failed;
}

static void read_only(void)
{
	start();
	is_i64(result(write_area, 0, NOBODY), 0);
	finish();
}

/* Rings without an end, and writes over all that it has. */
static int scribble(uint32_t seed)
{
	uint64_t random = seed * 7919 + 1;
	struct lend lend;

	make(&lend, "hostile");
	lend_calls(&lend, 1, 60, LAP_CALLS);
	if (lend_join(&lend, lend_connect(text), &area))
		return 1;
	for (int i = 0; i < 20000; i++) {
		uint64_t at = damage_random(&random) % (lend.n_bytes / 8);
		uint64_t *word = i & 1 ? (uint64_t *)lend.map + at
				       : (uint64_t *)lend.control + at % 100;

		*word = damage_random(&random) >> damage_random(&random) % 64;
		lend_ring();
	}
	return 0;
}

/* What the recorders in order have in the archive. */
static uint64_t n_good(void)
{
	struct fxr_error error = {0};
	struct fxr_reader *reader = fxr_open(path, false, &error);
	struct fxr_record record;
	uint64_t n = 0;

	if (!ok(reader != NULL, "%s", error.expected))
		return 0;
	while (fxr_next(reader, &record) == FXR_OK)
		n += record.type == FXT_RECORD_EVENT &&
		     record.as.event.type == FXT_EVENT_DURATION_COMPLETE &&
		     strcmp(record.provider->name, "good") == 0;
	ok(!fxr_error(reader));
	fxr_close(reader);
	return n;
}

static void scribblers(void)
{
	pid_t hostile[6], own[3];

	start();
	for (uint32_t i = 0; i < 3; i++)
		own[i] = run(good, 20, i == 2 ? SOMEBODY : 0);
	for (uint32_t i = 0; i < 6; i++)
		hostile[i] = run(scribble, i, NOBODY);
	for (uint32_t i = 0; i < 3; i++)
		is_i64(status_of(own[i]), 0);
	for (uint32_t i = 0; i < 6; i++)
		is_i64(status_of(hostile[i]), 0);
	ok(manager_wait(manager, 0, 20000));
	manager_finish(manager, &report);
	is_u64(n_good(), 3 * 20 * LAP_CALLS);
	unlink(path);
}

/* More than a page of bells has words for. */
static int stay(uint32_t unused)
{
	struct lend lend;

	(void)unused;
	make(&lend, "idle");
	if (lend_join(&lend, lend_connect(text), &area))
		return 1;
	pause();
	return 0;
}

static void crowd(void)
{
	pid_t idle[150];

	start();
	for (int i = 0; i < 150; i++)
		idle[i] = run(stay, 0, NOBODY);
	is_i64(result(good, 5, NOBODY), 0);
	is_i64(result(good, 5, SOMEBODY), 0);
	is_i64(result(good, 5, 0), 0);
	for (int i = 0; i < 150; i++) {
		kill(idle[i], SIGKILL);
		waitpid(idle[i], NULL, 0);
	}
	/* their places are free again */
	is_i64(result(good, 5, NOBODY), 0);
	finish();
	ok(report.n_processes >= 4);
}

/* Connections that stay and say nothing, or garbage, or a wrong secret. */
static int flood(uint32_t n)
{
	struct rlimit limit;
	uint64_t random = n;
	char bytes[256];

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	for (uint32_t i = 0; i < n; i++) {
		int fd = lend_connect(text);

		if (fd < 0 || i % 3 == 0)
			continue;
		for (unsigned j = 0; j < sizeof(bytes); j++)
			bytes[j] = (char)damage_random(&random);
		(void)send(fd, bytes, damage_random(&random) % 256,
			   MSG_NOSIGNAL | MSG_DONTWAIT);
		if (i % 3 == 1)
			close(fd);
	}
	return 0;
}

/* From many processes, so that none has more than another. */
static int flood_by_many(uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (fork() == 0) {
			int fd = lend_connect(text);

			(void)!write(fd, "", i % 2);
			sleep(2);
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
	return 0;
}

static void flooded(void)
{
	pid_t hostile[4];

	start();
	hostile[0] = run(flood, 4000, NOBODY);
	hostile[1] = run(flood, 4000, SOMEBODY);
	hostile[2] = run(flood_by_many, 200, NOBODY);
	hostile[3] = run(flood_by_many, 200, SOMEBODY);
	for (int i = 0; i < 10; i++)
		is_i64(result(good, 3, i % 3 ? 0 : NOBODY), 0);
	for (int i = 0; i < 4; i++)
		(void)status_of(hostile[i]);
	finish();
	is_u64(report.n_processes, 10);
	is_u64(report.n_refused, 0);
}

/* Joins over and over, each by a process of its own that dies at once. */
static int join_many(uint32_t n)
{
	uint32_t n_joined = 0;

	for (uint32_t i = 0; i < n; i++)
		n_joined += result(join, true, 0) == 0;
	return n_joined != n;
}

static void joins(void)
{
	struct timespec from, to;
	pid_t children[2];
	double s;

	start();
	clock_gettime(CLOCK_MONOTONIC, &from);
	children[0] = run(join_many, 500, 0);
	children[1] = run(join_many, 500, NOBODY);
	is_i64(result(good, 20, 0), 0);
	is_i64(status_of(children[0]), 0);
	is_i64(status_of(children[1]), 0);
	clock_gettime(CLOCK_MONOTONIC, &to);
	s = (double)(to.tv_sec - from.tv_sec) +
	    1e-9 * (double)(to.tv_nsec - from.tv_nsec);
	finish();
	is_u64(report.n_processes, 1001);
	printf("# 1,000 joins took %.2f s\n", s);
	/* of a manager that has all the time that it needs: 1 s */
	ok(s < 30);
}

/* Ends at one step of what a recorder does; without a word, as if killed. */
static int die_at(uint32_t step)
{
	struct fxw_packet save = {.request = FXW_SAVE_BUFFER, .data64 = 16};
	struct lend lend;
	int fd;

	make(&lend, "mortal");
	fd = lend_connect(text);
	if (step == 0) /* connected */
		_exit(0);
	if (step == 1) { /* has said a part of it, without its memory */
		(void)!write(fd, "\0fxtjoin", 8);
		_exit(0);
	}
	if (step == 2) { /* while it joins */
		if (fork() == 0)
			_exit(lend_join(&lend, fd, &area) != 0);
		_exit(0);
	}
	if (lend_join(&lend, fd, &area))
		return 1;
	if (step == 3) /* joined, has nothing */
		_exit(0);
	lend_calls(&lend, 1, 60, LAP_CALLS);
	if (step == 4) /* in a record, of a lap that is not closed */
		lend.control->slots[0] = (struct fxw_slot){
			.tid = 1,
			.state = FXW_SLOT_LIVE,
			.sequence = {1},
			.inside = {FXW_WRITING},
		};
	if (step >= 5) /* has turned, and not requested */
		lend.control->alloc = 2ull << 32;
	if (step >= 6) /* has requested, and not rung */
		lend_packet(&lend, save);
	if (step >= 7) /* half a packet */
		lend.control->cells[1].data64 = 1;
	if (step >= 8) /* rings, and waits for the answer */
		lend_ring();
	_exit(0);
}

static void mortals(void)
{
	enum { STEPS = 9, ROUNDS = 4 };
	pid_t own, dying[STEPS * ROUNDS];

	start();
	own = run(good, 30, 0);
	for (uint32_t i = 0; i < STEPS * ROUNDS; i++)
		dying[i] = run(die_at, i % STEPS, i % 2 ? NOBODY : SOMEBODY);
	for (uint32_t i = 0; i < STEPS * ROUNDS; i++)
		is_i64(status_of(dying[i]), 0);
	is_i64(status_of(own), 0);
	is_i64(result(good, 5, NOBODY), 0);
	ok(manager_wait(manager, 0, 20000));
	manager_finish(manager, &report);
	is_u64(report.n_refused, 0);
	is_u64(n_good(), 35 * LAP_CALLS);
	unlink(path);
}

/* Says who it is to be, and leaves the connection to another process. */
static int leave_connection(uint32_t to_fd)
{
	struct msghdr message = {0};
	struct iovec part = {"", 1};
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(sizeof(int))];
	} baggage = {.head = {.cmsg_len = CMSG_LEN(sizeof(int)),
			      .cmsg_level = SOL_SOCKET,
			      .cmsg_type = SCM_RIGHTS}};
	int fd = lend_connect(text);

	message.msg_iov = &part;
	message.msg_iovlen = 1;
	message.msg_control = &baggage;
	message.msg_controllen = sizeof(baggage);
	memcpy(CMSG_DATA(&baggage.head), &fd, sizeof(fd));
	return sendmsg((int)to_fd, &message, 0) != 1;
}

static int take_connection(int from_fd)
{
	char byte, bytes[CMSG_SPACE(sizeof(int))];
	struct iovec part = {&byte, 1};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = bytes,
				 .msg_controllen = sizeof(bytes)};
	int fd = -1;

	if (recvmsg(from_fd, &message, 0) == 1)
		memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(fd));
	return fd;
}

/* Whoever speaks for a process that has died could speak for the next one that
 * has its number. */
static void dead_mans(void)
{
	struct lend lend;
	int pair[2];
	pid_t child;

	start();
	ok(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0);
	child = run(leave_connection, (uint32_t)pair[1], NOBODY);
	is_i64(status_of(child), 0);
	make(&lend, "ghost");
	close(lend_connect(text)); /* for the secret */
	is_i64(lend_join(&lend, take_connection(pair[0]), &area), EPROTO);
	finish();
	is_u64(report.n_processes, 0);
}

/* One whose buffer is larger than the others' together. */
static int huge(uint32_t unused)
{
	struct lend lend;

	(void)unused;
	lend_make(&lend, (uint32_t)strtoul(text + 2, NULL, 16), "huge");
	if (ftruncate(lend.fd, 30ll << 30))
		return 1;
	lend_seal(&lend);
	return lend_join(&lend, lend_connect(text), &area);
}

static void too_large(void)
{
	start();
	is_i64(result(huge, 0, NOBODY), ENOMEM);
	is_i64(result(good, 2, 0), 0);
	finish();
}

static int ends[2];

/* Requests a save of a lap that more threads stay in than there are held spans
 * for, and says so through the pipe. Ends when that is closed. */
static int never_turn(uint32_t unused)
{
	struct fxw_packet save = {.request = FXW_SAVE_BUFFER, .data64 = 16};
	struct pollfd end = {.fd = ends[1]};
	struct lend lend;

	(void)unused;
	close(ends[0]);
	make(&lend, "stubborn");
	lend_calls(&lend, 1, 60, LAP_CALLS);
	for (unsigned i = 0; i < 2 * FXW_HELD; i++) {
		lend.control->slots[i].state = FXW_SLOT_LIVE;
		lend.control->slots[i].sequence[0] = 1;
		lend.control->slots[i].inside[0] = FXW_WRITING;
	}
	if (lend_join(&lend, lend_connect(text), &area))
		return 1;
	lend_packet(&lend, save);
	lend_ring();
	if (write(ends[1], "", 1) != 1)
		return 2;
	return poll(&end, 1, 20000) != 1;
}

static void stubborn(void)
{
	char byte;
	pid_t child;

	start();
	ok(pipe2(ends, O_CLOEXEC) == 0);
	child = run(never_turn, 0, NOBODY);
	is_i64(read(ends[0], &byte, 1), 1);
	is_i64(result(good, 2, 0), 0);
	/* with clear; it is answered when everybody has turned */
	is_i64(result(give_order, ORDER_START, 0), 0);
	is_i64(result(give_order, ORDER_START, 0), 0);
	is_i64(result(good, 2, 0), 0);
	close(ends[0]);
	is_i64(status_of(child), 0);
	finish();
}

/* Fires the trigger over and over, for so many milliseconds. */
static int fire(uint32_t ms)
{
	struct fxw_packet alert = {.request = FXW_ALERT};
	struct lend lend;

	memcpy(&alert.data16, "getppid", 7);
	make(&lend, "liar");
	if (lend_join(&lend, lend_connect(text), &area))
		return 1;
	for (uint32_t i = 0; i < ms; i++) {
		(void)lend_packet(&lend, alert);
		lend_ring();
		usleep(1000);
	}
	return 0;
}

static void fires(void)
{
	triggers = "stop:getppid";
	start();
	is_i64(result(fire, 50, NOBODY), 0);
	is_i64(result(good, 1, 0), 0);
	is_i64(result(is_stopped, 0, 0), 0);
	is_i64(result(fire, 50, 0), 0);
	is_i64(result(is_stopped, 0, 0), 1);
	finish();
}

static const struct tap_test tests[] = {
	{"without the session's secret nobody joins", secret},
	{"a session of another user than root's has one, too", nobodys},
	{"another user gives no order and learns nothing", orders},
	{"what all providers read cannot be written by another user",
	 read_only},
	{"another user's processes that scribble and ring harm nobody else",
	 scribblers},
	{"more of them than there are bells are heard all the same", crowd},
	{"floods of another user's connections keep nobody out", flooded},
	{"a thousand processes join, one after the other, of two users", joins},
	{"processes of other users die at each step, and others go on",
	 mortals},
	{"nobody joins in the name of a process that has died", dead_mans},
	{"another user's buffer cannot use up our memory", too_large},
	{"nor does one that never closes its buffer hold up a start", stubborn},
	{"another user's trigger starts and stops nothing", fires},
};
TAP_MAIN(tests)
