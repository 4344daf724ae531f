/* SPDX-License-Identifier: MIT */
/*
 * The provider's side of streaming, with a manager that does just what each
 * test says: joining, packets, waiting, and who does not wait.
 */
#include "writer/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/tap.h"
#include "writer/alert.h"
#include "writer/loss.h"
#include "writer/rolling.h"
#include "writer/session.h"
#include "writer/thread.h"

#define KIB 1024ull

static struct {
	char socket[40];
	int listener, memfd;
	struct fxw_join join;
	struct fxw_session_area *area;
	int area_fd;
	int error; /* to answer with */
	struct fxw_control *control;
	_Atomic int n_saved, is_lazy;
	uint32_t last_saved; /* as a sequence */
	pthread_t thread;
} manager;

static void listen_on(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	size_t n;

	/* not fxtrace-*: `fxtrace ps` queries each listener of such a name */
	snprintf(manager.socket, sizeof(manager.socket), "stream-test-%d",
		 getpid());
	n = strlen(manager.socket);
	memcpy(address.sun_path + 1, manager.socket, n);
	manager.listener = socket(AF_UNIX, SOCK_SEQPACKET, 0);
	ok(bind(manager.listener, (void *)&address,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + n)) ==
	   0);
	ok(listen(manager.listener, 5) == 0);
	manager.area_fd = memfd_create("area", MFD_ALLOW_SEALING);
	(void)!ftruncate(manager.area_fd, sizeof(*manager.area));
	ok(fcntl(manager.area_fd, F_ADD_SEALS, F_SEAL_SHRINK) == 0);
	manager.area = mmap(NULL, sizeof(*manager.area), PROT_READ | PROT_WRITE,
			    MAP_SHARED, manager.area_fd, 0);
	manager.area->magic = FXW_SESSION_MAGIC;
	manager.area->version = FXW_WIRE_VERSION;
	manager.area->bytes = sizeof(*manager.area);
	manager.area->manager = (uint32_t)getpid();
	manager.area->ends_wait = 1;
}

static void hear_join(int fd)
{
	char space[CMSG_SPACE(sizeof(int))];
	struct iovec part = {&manager.join, sizeof(manager.join)};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = space,
				 .msg_controllen = sizeof(space)};

	is_i64(recvmsg(fd, &message, 0), sizeof(manager.join));
	manager.memfd = -1;
	if (ok(CMSG_FIRSTHDR(&message) != NULL,
	       "no descriptor came, pid %u for %d, flags 0x%x",
	       manager.join.pid, (int)getpid(), (unsigned)message.msg_flags))
		memcpy(&manager.memfd, CMSG_DATA(CMSG_FIRSTHDR(&message)),
		       sizeof(int));
}

static void answer_join(int fd)
{
	struct fxw_welcome welcome = {.magic = FXW_JOIN_MAGIC,
				      .version = FXW_WIRE_VERSION,
				      .error = manager.error,
				      .provider_id = 7,
				      .n_fds = 1};
	char space[CMSG_SPACE(sizeof(int))] = {0};
	struct iovec part = {&welcome, sizeof(welcome)};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = space,
				 .msg_controllen = sizeof(space)};
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);

	head->cmsg_len = CMSG_LEN(sizeof(int));
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	memcpy(CMSG_DATA(head), &manager.area_fd, sizeof(int));
	(void)!sendmsg(fd, &message, MSG_NOSIGNAL); /* it may have given up */
}

static void *welcome(void *unused)
{
	int fd = accept(manager.listener, NULL, NULL);

	hear_join(fd);
	answer_join(fd);
	close(fd);
	return unused;
}

static int join_once(const struct fxw_options *options)
{
	pthread_t thread;
	int rc;

	pthread_create(&thread, NULL, welcome, NULL);
	rc = fxw_engine_start(options);
	pthread_join(thread, NULL);
	return rc;
}

static int join(bool may_block)
{
	struct fxw_options options = {.socket = manager.socket,
				      .buffer_bytes = 256 * KIB,
				      .mode = FXW_STREAMING,
				      .may_block = may_block,
				      .pid = (uint32_t)getpid(),
				      .name = "test"};
	int rc;

	fxw_clock_start(NULL);
	/* A provider waits for an answer for a second only, in which this
	 * manager's thread may not have come to run: that is no failure. */
	while ((rc = join_once(&options)) == -ETIMEDOUT)
		close(manager.memfd);
	if (rc == 0)
		fxw_engine.state = FXW_ENGINE_ON;
	manager.control = fxw_engine.control;
	return rc;
}

static void start(bool may_block)
{
	int rc;

	listen_on();
	rc = join(may_block);
	is_i64(rc, 0);
	if (rc)
		_exit(1); /* there is nothing that could be tested */
}

/* Takes a packet of that kind out of its cell; false: there is none. */
static bool take_packet(unsigned request, struct fxw_packet *packet)
{
	for (unsigned i = 0; i < FXW_CELLS; i++) {
		struct fxw_packet *cell = &manager.control->cells[i];
		uint64_t low =
			__atomic_load_n((uint64_t *)cell, __ATOMIC_ACQUIRE);

		if ((low & 0xffff) != request)
			continue;
		*packet = *cell;
		__atomic_store_n(&cell->data64, 0, __ATOMIC_RELAXED);
		__atomic_store_n((uint64_t *)cell, 0, __ATOMIC_RELEASE);
		return true;
	}
	return false;
}

static void answer(const struct fxw_packet *packet)
{
	struct fxw_control *control = manager.control;

	if (packet->data32 + 1 <= manager.last_saved)
		return; /* requested again */
	manager.last_saved = packet->data32 + 1;
	control->answer.data64 = packet->data64;
	__atomic_store_n((uint64_t *)&control->answer,
			 FXW_BUFFER_SAVED | (uint64_t)packet->data32 << 32,
			 __ATOMIC_RELEASE);
	__atomic_fetch_add(&control->n_answers, 1, __ATOMIC_RELEASE);
	syscall(SYS_futex, &control->n_answers, FUTEX_WAKE, INT32_MAX, NULL,
		NULL, 0);
}

/* Whether anybody writes under that sequence. */
static bool is_inside(uint32_t sequence)
{
	for (unsigned i = 0; i < FXW_SLOTS; i++) {
		const struct fxw_slot *slot = &manager.control->slots[i];

		for (unsigned l = 0; l < FXW_LEVELS; l++)
			if (__atomic_load_n(&slot->inside[l],
					    __ATOMIC_ACQUIRE) == FXW_WRITING &&
			    __atomic_load_n(&slot->sequence[l],
					    __ATOMIC_RELAXED) == sequence)
				return true;
	}
	return false;
}

/* As wire.h has it, without held spans: who is inside is waited for. */
static void wait_for_writers(uint32_t sequence)
{
	syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0);
	while (is_inside(sequence) && !manager.is_lazy)
		usleep(100);
}

/* A manager that answers each request, slowly. */
static void *serve(void *unused)
{
	struct fxw_packet packet;

	while (!manager.is_lazy) {
		if (take_packet(FXW_SAVE_BUFFER, &packet)) {
			manager.n_saved++;
			wait_for_writers(packet.data32 + 1);
			answer(&packet);
		}
		usleep(300);
	}
	return unused;
}

static bool write_number(struct fxw_thread *t, uint64_t number)
{
	struct fxw_window w;
	uint64_t *at;

	if (!fxw_window_open(&w, t, (uintptr_t)__builtin_frame_address(0)))
		return false;
	while (!(at = fxw_put(&w.record, 12)))
		if (!fxw_window_grow(&w))
			return false;
	for (uint32_t i = 1; i < 12; i++)
		at[i] = number;
	fxw_window_commit(&w, fxt_event_header(FXT_EVENT_DURATION_COMPLETE, 12,
					       0, 1, 1, 1));
	return true;
}

static uint64_t write_until_lost(struct fxw_thread *t)
{
	uint64_t n = 0;

	while (n < 100000 && write_number(t, n))
		n++;
	return n;
}

static void joins(void)
{
	struct fxw_packet packet;
	int fds = dup(0), after;

	close(fds);
	start(true);
	is_u64(manager.join.magic, FXW_JOIN_MAGIC);
	is_u64(manager.join.pid, (uint64_t)getpid());
	is_i64(fcntl(manager.memfd, F_GET_SEALS),
	       F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
	is_u64((uint64_t)lseek(manager.memfd, 0, SEEK_END),
	       manager.join.memfd_bytes);
	is_u64(manager.control->provider_id, 7);
	ok(take_packet(FXW_STARTED, &packet));
	is_u64(packet.data32, FXW_PROTOCOL_VERSION);
	is_u64(packet.data64, 0);
	ok(manager.control->doorbell > 0);
	/* the test's own four are open, the provider's are not */
	after = dup(0);
	ok(after <= fds + 3, "%d and %d", fds, after);
}

static void is_refused(void)
{
	listen_on();
	manager.error = EBUSY;
	is_i64(join(true), -EBUSY);
	ok(fxw_engine.control == NULL);
	/* an archive of its own may come next: nothing leads to the old one */
	ok(!fxw_engine.header && !fxw_engine.init_rate &&
	   !fxw_engine.more_slots);
}

static void no_manager_there(void)
{
	struct fxw_options options = {.socket = "stream-test-absent",
				      .buffer_bytes = 256 * KIB,
				      .mode = FXW_STREAMING,
				      .pid = 1,
				      .name = "x"};

	fxw_clock_start(NULL);
	is_i64(fxw_engine_start(&options), -ECONNREFUSED);
}

static void requests_once(void)
{
	struct fxw_packet packet;
	struct fxw_thread *t;
	uint64_t n;

	start(false);
	t = fxw_thread_attach();
	n = write_until_lost(t);
	ok(n > 500 && n < 100000, "%d records in both buffers", (int)n);
	ok(take_packet(FXW_SAVE_BUFFER, &packet));
	is_u64(packet.data32, 0);
	is_u64(packet.data64 % 8, 0);
	ok(packet.data64 > 0);
	ok(!take_packet(FXW_SAVE_BUFFER, &packet), "one at a time");
	ok(!write_number(t, 1), "drop: there is no space yet");
	packet = (struct fxw_packet){FXW_SAVE_BUFFER, 0, 0, 64};
	answer(&packet);
	ok(write_number(t, 1), "a buffer came back");
	ok(take_packet(FXW_SAVE_BUFFER, &packet));
	is_u64(packet.data32, 1);
}

static void full_cells(void)
{
	struct fxw_packet packet;
	struct fxw_thread *t;

	start(false);
	t = fxw_thread_attach();
	for (unsigned i = 0; i < FXW_CELLS; i++)
		manager.control->cells[i] =
			(struct fxw_packet){FXW_ALERT, 1, 2, 3};
	(void)write_until_lost(t);
	ok(!take_packet(FXW_SAVE_BUFFER, &packet));
	ok(take_packet(FXW_ALERT, &packet));
	ok(!write_number(t, 1));
	ok(take_packet(FXW_SAVE_BUFFER, &packet),
	   "requested again once there is a cell");
}

static void *empty_a_cell(void *unused)
{
	struct fxw_packet packet;

	usleep(2000);
	(void)take_packet(FXW_ALERT, &packet);
	return unused;
}

static void alerts(bool may_block)
{
	static const char name[FXW_ALERT_BYTES] = "slow";

	start(may_block);
	while (fxw_alert(name) &&
	       !manager.control->cells[FXW_CELLS - 1].request)
		;
	for (unsigned i = 0; i < FXW_CELLS; i++)
		manager.control->cells[i].request = FXW_ALERT;
	ok(!fxw_alert(name));
}

static void alert_again(void)
{
	static const char name[FXW_ALERT_BYTES] = "slow";
	struct fxw_packet packet;

	alerts(false);
	ok(take_packet(FXW_ALERT, &packet));
	ok(fxw_alert(name));
	manager.area->manager = 0;
	ok(fxw_alert(name), "no manager is there to hear it");
}

static void alert_waits(void)
{
	static const char name[FXW_ALERT_BYTES] = "slow";
	bool is_sent = false;

	alerts(true);
	/* on a busy machine the thread may come too late */
	for (int i = 0; i < 100 && !is_sent; i++) {
		pthread_create(&manager.thread, NULL, empty_a_cell, NULL);
		is_sent = fxw_alert(name);
		pthread_join(manager.thread, NULL);
		(void)fxw_alert(name); /* full again */
	}
	ok(is_sent);
}

static void blocks(void)
{
	struct fxw_thread *t;

	start(true);
	pthread_create(&manager.thread, NULL, serve, NULL);
	t = fxw_thread_attach();
	is_u64(write_until_lost(t), 100000);
	ok(manager.n_saved > 20, "%d saved", manager.n_saved);
	manager.is_lazy = 1;
	pthread_join(manager.thread, NULL);
	is_u64(t->slot->n_calls, 100000);
}

/* From now on, a sleep of this thread is its end. */
static bool forbid_sleep(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_nanosleep, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = {sizeof(code) / sizeof(*code), code};

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

static void no_sleep(void)
{
	struct fxw_thread *t;

	start(true);
	pthread_create(&manager.thread, NULL, serve, NULL);
	t = fxw_thread_attach();
	if (!forbid_sleep())
		skip("no seccomp filters here");
	is_u64(write_until_lost(t), 100000);
	manager.is_lazy = 1;
	pthread_join(manager.thread, NULL);
}

/* The time of the manager's last sign of life may be from a thread that looked
 * at the clock a moment later. */
static void later_beat(void)
{
	struct fxw_thread *t;
	struct timespec now;

	start(true);
	pthread_create(&manager.thread, NULL, serve, NULL);
	t = fxw_thread_attach();
	clock_gettime(CLOCK_MONOTONIC, &now);
	manager.area->block_max_ms = 5000;
	fxw_engine.beats = manager.area->n_beats;
	fxw_engine.beats_ms = ((uint64_t)now.tv_sec + 60) * 1000;
	fxw_engine.looked_ms = (uint64_t)now.tv_sec * 1000;
	is_u64(write_until_lost(t), 100000);
	manager.is_lazy = 1;
	pthread_join(manager.thread, NULL);
}

/* A thread that waits notices within a moment that no manager will come. */
static void no_manager(void)
{
	struct fxw_thread *t;

	start(true);
	t = fxw_thread_attach();
	manager.area->manager |= FUTEX_OWNER_DIED;
	ok(write_until_lost(t) < 100000, "a dead manager");
	manager.area->manager &= ~FUTEX_OWNER_DIED;
	manager.area->is_broken = 1;
	ok(!write_number(t, 1), "a broken output");
	manager.area->is_broken = 0;
	fxw_engine.no_system_calls = 1;
	ok(!write_number(t, 1), "no system calls");
	fxw_engine.no_system_calls = 0;
}

static void held(void)
{
	struct fxw_packet packet;
	struct fxw_thread *t;
	const uint64_t *words;
	uint64_t kept[256];

	start(false);
	t = fxw_thread_attach();
	(void)write_until_lost(t);
	words = fxw_engine.rolling[0].words;
	manager.control->held[0][3] = fxw_place(1024, 256);
	memcpy(kept, words + 1024, sizeof(kept));
	ok(take_packet(FXW_SAVE_BUFFER, &packet));
	answer(&packet);
	(void)write_until_lost(t);
	is_mem(words + 1024, kept, sizeof(kept));
	ok(memcmp(words + 1024 + 256, kept, sizeof(kept)) != 0);
}

static void flushes(void)
{
	struct fxw_packet packet;
	struct fxw_thread *t;

	start(true);
	pthread_create(&manager.thread, NULL, serve, NULL);
	t = fxw_thread_attach();
	write_number(t, 1);
	fxw_loss_count(t);
	fxw_engine_finish();
	is_u64(fxw_engine.state, FXW_ENGINE_FINISHED);
	is_i64(manager.n_saved, 1);
	ok(take_packet(FXW_STOPPED, &packet));
	ok(write_number(t, 2), "a late call");
	manager.is_lazy = 1;
	pthread_join(manager.thread, NULL);
}

/* Somebody has the memory, and there is not too much of it: nobody serves. */
static void ends(void)
{
	struct fxw_packet packet;
	struct fxw_thread *t;

	start(true);
	manager.area->ends_wait = 0;
	t = fxw_thread_attach();
	write_number(t, 1);
	fxw_engine_finish();
	ok(take_packet(FXW_STOPPED, &packet));
	ok(!take_packet(FXW_SAVE_BUFFER, &packet));
}

/* The first process of a program is the one that somebody waits for. */
static void ends_first(void)
{
	start(true);
	manager.area->ends_wait = 0;
	manager.area->waiting_pid = (uint32_t)getpid();
	pthread_create(&manager.thread, NULL, serve, NULL);
	write_number(fxw_thread_attach(), 1);
	fxw_engine_finish();
	is_i64(manager.n_saved, 1);
	manager.is_lazy = 1;
	pthread_join(manager.thread, NULL);
}

/* Who gives no sign of life is not waited for. */
static void stops(void)
{
	struct fxw_thread *t;

	start(true);
	manager.area->block_max_ms = 50;
	t = fxw_thread_attach();
	alarm(10);
	ok(write_until_lost(t) > 0);
	alarm(0);
	is_u64(fxw_engine.has_gone_notice, 1);
}

/* The program has overwritten the answer that would have said so. */
static void dismissed(void)
{
	struct fxw_thread *t;

	start(true);
	t = fxw_thread_attach();
	manager.control->n_answers = 1 | FXW_NO_MORE_ANSWERS;
	alarm(10);
	ok(write_until_lost(t) > 500);
	fxw_engine_finish();
	alarm(0);
	is_u64(fxw_engine.state, FXW_ENGINE_FINISHED);
}

/* A standby that lives will be the manager. */
static void stands_by(void)
{
	start(true);
	manager.area->manager = FUTEX_OWNER_DIED;
	manager.area->standby = (uint32_t)getpid();
	pthread_create(&manager.thread, NULL, serve, NULL);
	is_u64(write_until_lost(fxw_thread_attach()), 100000);
	manager.is_lazy = 1;
	pthread_join(manager.thread, NULL);
	is_u64(fxw_engine.has_gone_notice, 0);
}

/* The manager is stopped, or its disk is. */
static void leaves(void)
{
	struct fxw_packet packet;
	struct fxw_thread *t;

	start(false);
	t = fxw_thread_attach();
	write_number(t, 1);
	alarm(10);
	fxw_engine_finish();
	alarm(0);
	ok(take_packet(FXW_SAVE_BUFFER, &packet));
	ok(take_packet(FXW_STOPPED, &packet));
}

#define N_THREADS 4

static void *write_many(void *unused)
{
	struct fxw_thread *t = fxw_thread_attach();

	(void)unused;
	return (void *)write_until_lost(t);
}

static void threads(void)
{
	pthread_t id[N_THREADS];
	void *n;

	start(true);
	pthread_create(&manager.thread, NULL, serve, NULL);
	for (int i = 0; i < N_THREADS; i++)
		pthread_create(&id[i], NULL, write_many, NULL);
	for (int i = 0; i < N_THREADS; i++) {
		pthread_join(id[i], &n);
		is_u64((uint64_t)n, 100000);
	}
	manager.is_lazy = 1;
	pthread_join(manager.thread, NULL);
}

/* A manager that accepts no connection while others wait before it. */
static void crowded(void)
{
	struct sockaddr_un address;
	socklen_t n = sizeof(address);
	struct fxw_joining how = {.socket = manager.socket,
				  .secret = "",
				  .n_bytes = 4096,
				  .pid = 1};
	struct fxw_joined joined;
	int fd, rc;

	listen_on();
	(void)getsockname(manager.listener, (void *)&address, &n);
	do {
		fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0);
		rc = connect(fd, (void *)&address, n);
	} while (rc == 0);
	how.memfd = fd;
	alarm(10);
	is_i64(fxw_session_join(&how, &joined), -EAGAIN);
	alarm(0);
}

static const struct tap_test tests[] = {
	{"a provider lends a sealed buffer and keeps no descriptor", joins},
	{"who is refused does not record", is_refused},
	{"nor does a program without a manager", no_manager_there},
	{"a queue in front of the manager is not waited for for long", crowded},
	{"saving of a full buffer is requested once, and it is used again",
	 requests_once},
	{"a request that finds no cell is made again", full_cells},
	{"an alert is repeated, too", alert_again},
	{"which waits a little where calls may wait", alert_waits},
	{"block: no call is lost", blocks},
	{"who waits wakes at the answer, and does not sleep on", no_sleep},
	{"a sign of life that another thread saw later is one", later_beat},
	{"no thread waits for a manager that cannot come", no_manager},
	{"held spans are not written to", held},
	{"the end waits until all is saved", flushes},
	{"not where others have the memory", ends},
	{"but for the first process", ends_first},
	{"a manager without a sign of life is not waited for", stops},
	{"nor is one that looks at this process no more", dismissed},
	{"a standby is waited for like a manager", stands_by},
	{"drop: it does not wait for long", leaves},
	{"four threads block and lose nothing", threads},
};
TAP_MAIN(tests)
