/* SPDX-License-Identifier: MIT */
/*
 * The loop of a session, see session.h. It never waits for one provider, nor
 * for the disk. An action that is not possible now is tried again at the next
 * event.
 */
#include "tools/manager/session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/manager/broken.h"
#include "tools/manager/member.h"
#include "tools/manager/orders.h"
#include "tools/manager/restart.h"
#include "tools/manager/snapshot.h"
#include "tools/manager/unjoined.h"

#define NS_PER_MS 1000000ull
/* The tick rate is measured for this time, unless a process ends before. */
#define MEASURE_MS 20
/* The minimum if a process waits for space, since nothing can be written
 * before. */
#define MEASURE_LEAST_MS 5
/* A process that was to join by then was killed, or could not. */
#define LONELY_MS 10000
/* How long a started process may take to join. */
#define EXPECT_MS 200
#define LOOK_MS 50
/* How often to check if some processes may not wake us: their buffers may fill
 * in that time. */
#define QUIET_MS 1
/* Events younger than this are left to the next collection: the clocks of two
 * cores and stores in flight differ by less. */
#define SETTLE_NS 10000u
#define MAX_EVENTS 64
#define ACCEPTS_AT_ONCE 64
/* How often the loop runs at least in block_max_ms. */
#define BEATS 4u
#define STANDBY_MS 20

/* The source of an epoll event. */
enum subject {
	SUBJECT_LISTENER,
	SUBJECT_CLIENT,
	SUBJECT_EVENT,
	SUBJECT_MEMBER,
	SUBJECT_STANDBY,
};

uint64_t session_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static int watch_fd(struct session *session, int fd, enum subject subject,
		    uint32_t number)
{
	struct epoll_event event = {
		.events = EPOLLIN,
		.data.u64 = (uint64_t)subject << 32 | number,
	};

	return epoll_ctl(session->epoll_fd, EPOLL_CTL_ADD, fd, &event);
}

static void put_chunk(void *context, struct chunk *chunk)
{
	struct session *session = context;

	(void)queue_put(&session->queue, chunk);
}

static bool has_space(void *context)
{
	struct session *session = context;

	return queue_has_space(&session->queue);
}

bool session_is_safe(struct session *session, uint64_t ticket)
{
	return session->is_unwritten || queue_is_done(&session->queue, ticket);
}

static uint64_t sink_ticket(void *context)
{
	struct session *session = context;

	return queue_ticket(&session->queue);
}

static bool is_safe(void *context, uint64_t ticket)
{
	return session_is_safe(context, ticket);
}

bool session_watch_standby(struct session *session)
{
	return watch_fd(session, session->standby.fd, SUBJECT_STANDBY, 0) == 0;
}

void session_publish_ends(struct session *session)
{
	bool must = session->standby.fd < 0 ||
		    session->parted_bytes + session->gone_bytes >
			    session->held_bytes;

	__atomic_store_n(&session->area.shared->ends_wait, must,
			 __ATOMIC_RELEASE);
}

int session_begin(struct session *session)
{
	session->sink = (struct provider_sink){session, put_chunk, has_space,
					       sink_ticket, is_safe};
	session->history = (struct history){.fd = -1};
	pthread_mutex_init(&session->lock, NULL);
	pthread_cond_init(&session->left, NULL);
	session->listener = (struct listener){.fd = -1, .spare_fd = -1};
	session->area.fd = session->area.own_fd = session->area.bell_fd = -1;
	session->file_fd = session->outbox_fd = session->program_fd = -1;
	session->last_parting = &session->partings;
	session->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	session->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return session->epoll_fd < 0 || session->event_fd < 0 ? errno : 0;
}

int session_watch(struct session *session)
{
	return watch_fd(session, session->listener.fd, SUBJECT_LISTENER, 0) ||
			       watch_fd(session, session->event_fd,
					SUBJECT_EVENT, 0)
		       ? errno
		       : 0;
}

int session_watch_member(struct session *session, uint32_t place)
{
	return watch_fd(session, session->members[place]->pid_fd,
			SUBJECT_MEMBER, place)
		       ? errno
		       : 0;
}

int session_open(struct session *session)
{
	int error = session_begin(session);

	/* without one there is no standby */
	if (!error && session->standby.is_wanted)
		(void)ledger_open(&session->ledger);
	history_open(&session->history, HISTORY_BYTES);
	if (!error)
		error = area_open(&session->area);
	if (!error)
		wall_open(&session->wall, &session->area);
	if (!error && triggers_start(&session->triggers)) {
		session->is_stopped = true;
		area_choose(&session->area, true, NULL);
	}
	if (!error)
		error = bells_open(&session->bells,
				   &session->area.bells->doorbell);
	if (!error)
		error = listener_open(&session->listener, session->epoll_fd);
	return error ? error : session_watch(session);
}

/* The first of them. */
static void forget_parting(struct session *session)
{
	struct parting *parting = session->partings;

	session->partings = parting->next;
	if (!session->partings)
		session->last_parting = &session->partings;
	session->parted_bytes -= parting->n_bytes;
	ledger_remove(&session->ledger, &parting->join.part);
	close(parting->memfd);
	close(parting->pid_fd);
	free(parting);
}

/* Those of which the archive has all. */
static void let_go(struct session *session)
{
	bool is_any = false;

	while (session->partings &&
	       queue_is_done(&session->queue, session->partings->ticket)) {
		standby_leave(session, session->partings->join.id);
		forget_parting(session);
		is_any = true;
	}
	if (is_any)
		session_publish_ends(session);
}

static void drop_file(struct session *session)
{
	if (session->file_fd >= 0)
		close(session->file_fd);
	if (session->outbox_fd >= 0)
		close(session->outbox_fd);
	session->file_fd = session->outbox_fd = -1;
}

void session_close(struct session *session)
{
	while (session->partings)
		forget_parting(session);
	drop_file(session);
	if (session->program_fd >= 0)
		close(session->program_fd);
	ledger_close(&session->ledger);
	pthread_mutex_destroy(&session->standby.lock);
	listener_close(&session->listener);
	bells_close(&session->bells);
	area_close(&session->area);
	if (session->epoll_fd >= 0)
		close(session->epoll_fd);
	if (session->event_fd >= 0)
		close(session->event_fd);
	free(session->members);
	koids_fini(&session->koids);
	history_close(&session->history);
	shots_close(&session->shots);
	for (unsigned i = 0; i < FXW_TRIGGERS; i++)
		chunk_free(session->causes[i]);
	free(session->chosen_calls);
	free(session->output);
	pthread_mutex_destroy(&session->lock);
	pthread_cond_destroy(&session->left);
}

/* Ends a member with that pid, whose image was replaced by exec. */
static bool end_former(struct session *session, uint32_t pid)
{
	bool found = false;

	for (uint32_t i = 0; i < session->n_places; i++) {
		struct member *member = session->members[i];

		if (member && member->kernel_pid == pid)
			member->is_gone = member->is_over = found =
				member->is_replaced = true;
	}
	return found;
}

/* Counts the arrival of one of the started processes. */
static void arrive(struct session *session)
{
	uint32_t *n_starting = &session->area.bells->n_starting;
	uint32_t n = __atomic_load_n(n_starting, __ATOMIC_RELAXED);

	__atomic_store_n(&session->has_foreign_start, false, __ATOMIC_RELAXED);
	while (n &&
	       !__atomic_compare_exchange_n(n_starting, &n, n - 1, false,
					    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

/* Whether a started process may still join, for a limited time: it may have
 * died. */
static bool is_expecting(const struct session *session)
{
	return (__atomic_load_n(&session->area.bells->n_starting,
				__ATOMIC_RELAXED) ||
		__atomic_load_n(&session->has_foreign_start,
				__ATOMIC_RELAXED)) &&
	       session_now_ns() - __atomic_load_n(&session->empty_ns,
						  __ATOMIC_RELAXED) <
		       EXPECT_MS * NS_PER_MS;
}

/* Returns 0 or errno; the request's descriptors are taken over. */
static int admit(struct session *session, struct listener_request *request,
		 struct listener_place *seat)
{
	struct member *member;
	uint32_t place;
	int error;

	request->koid = member_koid(session, request->pid);
	if (!end_former(session, request->pid))
		arrive(session);
	error = member_new(session, request, &place);
	if (error)
		return error;
	member = session->members[place];
	error = session_watch_member(session, place);
	if (error) {
		member_free(session, place);
		return error;
	}
	member_introduce(session, member);
	*seat = member_seat(session, member);
	/* before it is answered */
	standby_join(session, member);
	return 0;
}

static void let_in(struct session *session, uint32_t client,
		   struct listener_request *request)
{
	struct listener_place seat = {0};
	int error = session_is_stopping(session)
			    ? ESHUTDOWN
			    : admit(session, request, &seat);

	session->report.n_refused += error != 0;
	/* who is of another user has a bell in its own memory */
	listener_answer(&session->listener, client, error, &seat,
			(int[]){session->area.fd, session->area.bell_fd},
			request->uid != session->listener.owner ? 1 : 2);
}

static void hear_client(struct session *session, uint32_t client)
{
	struct listener_request request;

	if (session->listener.clients[client].fd < 0 ||
	    !listener_hear(&session->listener, client, &request))
		return;
	if (request.is_order)
		orders_obey(session, client, &request);
	else
		let_in(session, client, &request);
	/* those that were not taken over */
	if (request.pid_fd >= 0)
		close(request.pid_fd);
	if (request.memfd >= 0)
		close(request.memfd);
}

/* Stops polling the socket, or starts again. */
static void shut_listener(struct session *session, bool is_shut)
{
	struct epoll_event event = {
		.events = is_shut ? 0 : EPOLLIN,
		.data.u64 = (uint64_t)SUBJECT_LISTENER << 32,
	};

	(void)epoll_ctl(session->epoll_fd, EPOLL_CTL_MOD, session->listener.fd,
			&event);
}

static void open_listener(struct session *session)
{
	for (int i = 0; i < ACCEPTS_AT_ONCE; i++) {
		int client =
			listener_accept(&session->listener, session_now_ns());

		if (client == LISTENER_STARVED)
			shut_listener(session, true);
		if (client == LISTENER_GONE)
			continue;
		if (client < 0)
			return;
		if (watch_fd(session, session->listener.clients[client].fd,
			     SUBJECT_CLIENT, (uint32_t)client))
			listener_answer(&session->listener, (unsigned)client,
					ENOMEM, &(struct listener_place){0},
					NULL, 0);
		else /* its message may be here: before a flood takes its place
		      */
			hear_client(session, (uint32_t)client);
	}
}

static void handle_event(struct session *session, uint64_t about)
{
	uint32_t number = (uint32_t)about;
	uint64_t n;

	switch ((enum subject)(about >> 32)) {
	case SUBJECT_LISTENER:
		open_listener(session);
		break;
	case SUBJECT_CLIENT:
		hear_client(session, number);
		break;
	case SUBJECT_EVENT:
		(void)!read(session->event_fd, &n, sizeof(n));
		break;
	case SUBJECT_MEMBER:
		if (session->members[number])
			member_is_dead(session, number);
		break;
	case SUBJECT_STANDBY:
		standby_is_gone(session);
		break;
	}
}

/* Fixes the rate as soon as it is known well enough, or needed now. */
static void find_rate(struct session *session)
{
	uint64_t n_ns = session_now_ns() - session->area.first.monotonic_ns;
	uint64_t ms = session->wants_space ? MEASURE_LEAST_MS : MEASURE_MS;

	if (session->rate ||
	    (!session->wants_rate && !session_is_stopping(session) &&
	     n_ns < ms * NS_PER_MS))
		return;
	session->rate = area_rate(&session->area);
	if (session->ledger.fd >= 0)
		session->ledger.head->rate = session->rate;
	if (session->rate)
		queue_open(&session->queue, session->rate);
	else
		session->is_soon = true;
}

uint64_t session_rate(struct session *session)
{
	for (;;) {
		session->wants_rate = true;
		find_rate(session);
		if (session->rate)
			return session->rate;
		(void)usleep(1000); /* at most twice */
	}
}

uint64_t session_settled_ticks(const struct session *session)
{
	uint64_t settle_ticks =
		session->rate ? session->rate * SETTLE_NS / 1000000000 : 0;

	return area_ticks(&session->area) - settle_ticks;
}

/* Handles all members once: packets, saves, ends. Each time another one is the
 * first: a member that always has more must not get all of the space. */
static void attend_all(struct session *session)
{
	uint32_t n = session->n_places, first = session->first_place++;

	session->has_quiet = false;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t i = (first + k) % n;
		const struct member *member = session->members[i];

		if (!member)
			continue;
		session->has_quiet |= lent_is_quiet(&member->provider.lent) ||
				      (member->is_foreign && !member->bell);
		member_attend(session, i, session_now_ns());
	}
}

void session_count(struct session *session)
{
	uint64_t n_lost = session->report.n_lost, n_held = 0;

	for (uint32_t i = 0; i < session->n_places; i++) {
		const struct member *member = session->members[i];

		if (!member)
			continue;
		n_lost += lent_n_lost(&member->provider.lent);
		if (member->provider.lent.overwrites)
			n_held += lent_n_calls(&member->provider.lent);
	}
	pthread_mutex_lock(&session->lock);
	session->n_lost = n_lost;
	session->n_held = n_held;
	pthread_mutex_unlock(&session->lock);
}

static void flush_all(struct session *session)
{
	uint64_t last_ticks = session_settled_ticks(session);
	uint64_t now = session_now_ns();
	bool is_all = true;

	if (now < session->next_flush_ns)
		return;
	session->next_flush_ns = now + session->flush_ms * NS_PER_MS;
	listener_sweep(&session->listener, now);
	shut_listener(session, false);
	if (session->has_progress)
		session_count(session);
	for (uint32_t i = 0; i < session->n_places; i++) {
		struct member *member = session->members[i];

		if (!member)
			continue;
		/* one that ends is taken completely, later */
		if (member->is_over ||
		    !provider_collect(&member->provider, &session->sink,
				      last_ticks))
			is_all = false;
	}
	if (is_all && session->rate)
		queue_settle(&session->queue, last_ticks);
}

void session_flush(struct session *session)
{
	session->next_flush_ns = 0;
	flush_all(session);
	session_count(session);
}

static int timeout_ms(const struct session *session)
{
	uint64_t now = session_now_ns();
	uint64_t ms = now < session->next_flush_ns
			      ? (session->next_flush_ns - now) / NS_PER_MS + 1
			      : 0;

	if (ms > session->area.shared->block_max_ms / BEATS)
		ms = session->area.shared->block_max_ms / BEATS;
	if (session->standby.is_wanted && session->standby.fd < 0 &&
	    ms > STANDBY_MS)
		ms = STANDBY_MS;
	if (!session->rate && ms > MEASURE_MS)
		ms = MEASURE_MS;
	if (!session->rate && session->wants_space && ms > 1)
		ms = 1;
	if (!session->n_members && ms > LOOK_MS)
		ms = LOOK_MS;
	if (session->has_quiet && ms > QUIET_MS)
		ms = QUIET_MS;
	return session->is_soon ? 1 : (int)ms;
}

/* Whether the program of `record` still runs, which we have taken over from. */
static bool has_program(const struct session *session)
{
	struct pollfd end = {.fd = session->program_fd, .events = POLLIN};

	return end.fd >= 0 && poll(&end, 1, 0) == 0;
}

/* Whether a session that was to last until it is stopped has none for long. */
static bool is_deserted(const struct session *session)
{
	return !session->lingers ||
	       session_now_ns() - __atomic_load_n(&session->empty_ns,
						  __ATOMIC_RELAXED) >
		       LONELY_MS * NS_PER_MS;
}

static bool is_at_end(struct session *session)
{
	if (session->n_members || is_expecting(session))
		return false;
	return session_is_stopping(session) ||
	       (session->until_empty && !has_program(session) &&
		is_deserted(session) &&
		(session->report.n_processes || session->program_fd >= 0 ||
		 session_now_ns() > session->lonely_ns));
}

static void check_wall(struct session *session)
{
	struct chunk *chunk = wall_check(&session->wall, &session->area,
					 session_now_ns(), session->rate);

	if (chunk)
		(void)queue_put(&session->queue, chunk);
}

static void end_wall(struct session *session)
{
	struct chunk *chunk = wall_end(&session->wall, &session->area);

	if (chunk)
		(void)queue_put(&session->queue, chunk);
}

static void run_turn(struct session *session)
{
	struct epoll_event events[MAX_EVENTS];
	int n = epoll_wait(session->epoll_fd, events, MAX_EVENTS,
			   timeout_ms(session));

	area_beat();
	session->is_soon = false;
	for (int i = 0; i < n; i++)
		handle_event(session, events[i].data.u64);
	find_rate(session);
	broken_check(session);
	attend_all(session);
	restart_go_on(session);
	orders_shoot(session);
	flush_all(session);
	check_wall(session);
	queue_push(&session->queue);
	let_go(session);
	standby_start(session);
}

void session_run(struct session *session)
{
	area_hold(&session->area);
	standby_start(session);
	session->lonely_ns = session_now_ns() + LONELY_MS * NS_PER_MS;
	session->next_flush_ns =
		session_now_ns() + session->flush_ms * NS_PER_MS;
	while (!is_at_end(session)) {
		run_turn(session);
		if (session->ledger.fd >= 0)
			session->ledger.head->n_begun = 0;
	}
	restart_go_on(session); /* no member is left */
	unjoined_count(session);
	area_leave(&session->area);
	(void)session_rate(session);
	session->is_ending = true;
	orders_shoot(session);
	snapshot_wait(session);
	orders_count_shots(session);
	end_wall(session);
	pthread_mutex_lock(&session->lock);
	__atomic_store_n(&session->is_over, true, __ATOMIC_RELEASE);
	pthread_cond_broadcast(&session->left);
	pthread_mutex_unlock(&session->lock);
}

const char *session_output(struct session *session)
{
	const char *output;

	pthread_mutex_lock(&session->lock);
	output = session->output;
	pthread_mutex_unlock(&session->lock);
	return output;
}

void session_keep_file(struct session *session, const struct file *file)
{
	drop_file(session);
	if (file->fd >= 0)
		session->file_fd = fcntl(file->fd, F_DUPFD_CLOEXEC, 3);
	if (file->outbox)
		session->outbox_fd =
			fcntl(file->outbox->fd, F_DUPFD_CLOEXEC, 3);
}

bool session_is_ending(const struct session *session)
{
	return session->is_ending;
}

bool session_is_stopping(const struct session *session)
{
	return __atomic_load_n(&session->is_stopping, __ATOMIC_ACQUIRE);
}

void session_stop(struct session *session)
{
	uint64_t one = 1;

	__atomic_store_n(&session->is_stopping, true, __ATOMIC_RELEASE);
	(void)!write(session->event_fd, &one, sizeof(one));
}

static bool is_here(const struct session *session, pid_t pid)
{
	if (pid == 0)
		return session->n_members || is_expecting(session);
	for (uint32_t i = 0; i < session->n_places; i++)
		if (session->members[i] &&
		    session->members[i]->kernel_pid == (uint32_t)pid)
			return true;
	return false;
}

bool session_wait(struct session *session, pid_t pid, int ms)
{
	struct timespec end;
	bool is_left;
	int error = 0;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += ms / 1000;
	end.tv_nsec += ms % 1000 * 1000000;
	if (end.tv_nsec >= 1000000000) {
		end.tv_sec++;
		end.tv_nsec -= 1000000000;
	}
	pthread_mutex_lock(&session->lock);
	while (is_here(session, pid) && !session->is_over && !error)
		error = ms < 0 ? pthread_cond_wait(&session->left,
						   &session->lock)
			       : pthread_cond_timedwait(&session->left,
							&session->lock, &end);
	is_left = !is_here(session, pid) || session->is_over;
	pthread_mutex_unlock(&session->lock);
	return is_left;
}
