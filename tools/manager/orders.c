/* SPDX-License-Identifier: MIT */
/*
 * Executes orders, and describes the session; see orders.h.
 */
#include "tools/manager/orders.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/base/folder.h"
#include "tools/select/list.h"
#include "tools/manager/cause.h"
#include "tools/manager/restart.h"
#include "tools/manager/shotlog.h"
#include "tools/manager/snapshot.h"

/* Space for the lines after the last process that is listed. */
#define SPARE_BYTES 512u
#define NS_PER_S UINT64_C(1000000000)
/* The minimum time between two snapshots that other users' processes request,
 * doubled with each. */
#define FOREIGN_NS NS_PER_S
#define MAX_SHOT_DOUBLINGS 12u
#define MAX_NAMES 10000
/* At a time: each has a copy of all records. */
#define MAX_SNAPSHOTS 4u

/* Appends to the answer; text that does not fit is left out. */
static void add_text(struct order_answer *answer, const char *format, ...)
	DIE_PRINTF(2, 3);

static void add_text(struct order_answer *answer, const char *format, ...)
{
	size_t space = sizeof(answer->text) - answer->n_text;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(answer->text + answer->n_text, space, format, args);
	va_end(args);
	if (n > 0 && (size_t)n < space)
		answer->n_text += (size_t)n;
}

static void add_processes(const struct session *session,
			  struct order_answer *answer)
{
	uint32_t n_named = 0;

	for (uint32_t i = 0; i < session->n_places; i++) {
		const struct member *member = session->members[i];

		if (!member || member->is_over)
			continue;
		if (sizeof(answer->text) - answer->n_text < SPARE_BYTES)
			break;
		add_text(answer, "process: %u \"%s\"\n", member->kernel_pid,
			 member->provider.lent.name);
		n_named++;
	}
	if (n_named < session->n_members)
		add_text(answer, "unnamed: %u\n", session->n_members - n_named);
}

static void describe_session(struct session *session,
			     struct order_answer *answer)
{
	uint64_t n_calls, n_bytes, n_lost, n_held;
	struct shot_counts shots;
	const char *output = session_output(session);

	queue_progress(&session->queue, &n_calls, &n_bytes);
	pthread_mutex_lock(&session->lock);
	n_lost = session->n_lost;
	n_held = session->n_held;
	shots = shots_counts(&session->shots);
	pthread_mutex_unlock(&session->lock);
	add_text(answer, "session: %u\n", (unsigned)getpid());
	add_text(answer, "program: \"%s\"\n", session->first_name);
	add_text(answer, "archive: %s\n", output ? output : "none");
	add_text(answer, "state: %s\n",
		 session->is_broken    ? "broken"
		 : session->is_stopped ? "stopped"
				       : "recording");
	add_text(answer, "mode: %s\n",
		 session->has_circular ? "circular" : "streaming");
	add_text(answer, "seconds: %" PRIu64 "\n",
		 (session_now_ns() - session->area.first.monotonic_ns) /
			 NS_PER_S);
	if (session->chosen_calls)
		add_text(answer, "calls chosen: %s\n", session->chosen_calls);
	add_text(answer, "calls: %" PRIu64 "\n", n_calls + n_held);
	add_text(answer, "lost: %" PRIu64 "\n", n_lost);
	add_text(answer, "bytes: %" PRIu64 "\n", n_bytes);
	for (unsigned i = 0; i < session->triggers.n; i++)
		add_text(answer, "trigger: %.*s fired %" PRIu64 "\n",
			 (int)FXW_ALERT_BYTES, session->triggers.list[i].name,
			 session->triggers.n_fired[i]);
	add_text(answer, "snapshots: %" PRIu64 "\n", shots.n_taken);
	add_text(answer, "removed: %" PRIu64 "\n", shots.n_removed);
	add_text(answer, "held back: %" PRIu64 "\n", shots.n_held);
	add_text(answer, "processes: %u of %u\n", session->n_members,
		 session->report.n_processes);
	add_processes(session, answer);
}

static void choose_calls(struct session *session, const char *list)
{
	free(session->chosen_calls);
	session->chosen_calls = *list ? strdup(list) : NULL;
	if (*list && !session->chosen_calls)
		die("out of memory");
}

static void publish_choice(struct session *session)
{
	area_choose(&session->area, session->is_stopped, session->chosen_calls);
}

/* For a standby. */
static void note_discarded(struct session *session,
			   const struct provider *provider)
{
	uint64_t at = provider->part.at;

	if (!at)
		return;
	ledger_set(&session->ledger, at + LEDGER_SINCE_TICKS,
		   provider->since_ticks);
	ledger_set(&session->ledger, at + LEDGER_N_BEFORE, provider->n_before);
	ledger_set(&session->ledger, at + LEDGER_FORGETS,
		   provider->forgets_names);
}

/* Discards the earlier records of circular providers, for later snapshots and
 * for the archive. Names and their numbers stay with them, since they are
 * needed later. Nothing is renumbered, so no earlier number can change its
 * meaning. */
static void discard_calls(struct session *session, bool is_all)
{
	history_clear(&session->history);
	for (uint32_t i = 0; i < session->n_places; i++) {
		struct member *member = session->members[i];
		struct provider *provider;

		if (!member)
			continue;
		provider = &member->provider;
		provider->n_before = lent_n_calls(&provider->lent);
		provider->since_ticks = area_ticks(&session->area);
		provider->forgets_names |= is_all;
		/* for recover */
		provider->lent.control->n_before = provider->n_before;
		provider->lent.control->since_ticks = provider->since_ticks;
		note_discarded(session, provider);
	}
}

static void execute(struct session *session, const struct order *order,
		    struct order_answer *answer)
{
	switch ((enum order_kind)order->kind) {
	case ORDER_STATUS:
		session_flush(session);
		describe_session(session, answer);
		return;
	case ORDER_LOOK:
		session_count(session);
		describe_session(session, answer);
		return;
	case ORDER_START:
		if (order->clear)
			discard_calls(session, order->clear == ORDER_CLEAR_ALL);
		session->is_stopped = false;
		publish_choice(session);
		return;
	case ORDER_STOP:
		session->is_stopped = true;
		publish_choice(session);
		return;
	case ORDER_CALLS:
		if (*order->text && list_check(order->text)) {
			answer->error = EINVAL;
			return;
		}
		choose_calls(session, order->text);
		publish_choice(session);
		return;
	case ORDER_SNAPSHOT:
		break;
	}
	answer->error = ENOTSUP;
}

/* A file accepts what is written. At a pipe that nobody reads, the session's
 * end would wait. */
static bool is_file(int fd)
{
	struct stat st;

	return fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

/* The requester is answered when the file is complete. Returns 0 or errno. */
static int take_snapshot(struct session *session, unsigned client,
			 struct listener_request *request)
{
	int client_fd;

	if (session->has_circular && !is_file(request->memfd))
		return EINVAL;
	if (snapshot_count(session) >= MAX_SNAPSHOTS)
		return EBUSY;
	client_fd = listener_part(&session->listener, client);
	snapshot_start(session, session->has_circular ? request->memfd : -1,
		       client_fd);
	if (session->has_circular)
		request->memfd = -1;
	return 0;
}

/* The requester is answered when it is done. Returns 0 or errno. */
static int start_again(struct session *session, unsigned client)
{
	int error = restart_begin(session);

	if (!error)
		restart_answer(session,
			       listener_part(&session->listener, client));
	return error;
}

void orders_obey(struct session *session, unsigned client,
		 struct listener_request *request)
{
	static struct order_answer answer; /* one loop at a time */
	int error = 0;

	if (request->order.kind == ORDER_SNAPSHOT) {
		error = take_snapshot(session, client, request);
		if (!error)
			return;
	}
	if (request->order.kind == ORDER_START && request->order.clear &&
	    !session->has_circular) {
		error = start_again(session, client);
		if (!error)
			return;
	}
	answer = (struct order_answer){
		.magic = ORDER_MAGIC, .version = ORDER_VERSION, .error = error};
	if (!error)
		execute(session, &request->order, &answer);
	listener_reply(&session->listener, client, &answer);
}

/* Creates a file of the next free name next to the archive. Returns its
 * descriptor. */
static int create_snapshot(struct session *session, char *path,
			   size_t path_bytes, uint32_t *n)
{
	const char *archive = session_output(session);

	for (int tries = 0; tries < MAX_NAMES; tries++) {
		int fd;

		if (!shotlog_path(archive, ++*n, path, path_bytes))
			return -1;
		fd = folder_create(path);
		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

static void hold_back(struct session *session, unsigned i)
{
	pthread_mutex_lock(&session->lock);
	shots_failed(&session->shots, i);
	shotlog_counts(session);
	pthread_mutex_unlock(&session->lock);
}

static void shoot(struct session *session, unsigned i)
{
	char path[PATH_MAX];
	int fd =
		create_snapshot(session, path, sizeof(path), &session->n_shots);

	if (fd >= 0) {
		snapshot_shoot(session, i, path, fd);
		session->causes[i] = NULL;
		return;
	}
	hold_back(session, i);
	shotlog_done(session, i);
	say("a trigger requests a snapshot, which cannot be made next to the "
	    "archive: %s",
	    session_output(session) ? strerror(errno) : "there is none");
}

void orders_shoot(struct session *session)
{
	unsigned due = session->shots_due;

	/* the file of a program that was just started has no name yet */
	if (!due || (!session_output(session) && !session_is_ending(session)))
		return;
	session->shots_due = 0;
	for (unsigned i = 0; i < FXW_TRIGGERS; i++)
		if (due >> i & 1)
			shoot(session, i);
}

/* What another user's processes request comes at twice the interval each time:
 * their snapshots cannot fill our disk. */
static bool may_foreign(struct session *session, uint64_t now_ns)
{
	if (now_ns < session->next_foreign_shot_ns)
		return false;
	session->next_foreign_shot_ns =
		now_ns + (FOREIGN_NS << session->n_foreign_shots);
	if (session->n_foreign_shots < MAX_SHOT_DOUBLINGS)
		session->n_foreign_shots++;
	return true;
}

/* A streaming session has it all in its archive. */
static void request_snapshot(struct session *session,
			     const struct provider *provider,
			     const struct fxw_trigger *trigger)
{
	unsigned i = (unsigned)(trigger - session->triggers.list);
	bool is_made;

	if (!session->has_circular)
		return;
	if (provider->lent.is_foreign &&
	    !may_foreign(session, session_now_ns())) {
		hold_back(session, i);
		return;
	}
	pthread_mutex_lock(&session->lock);
	is_made = shots_may(&session->shots, trigger, i, session_now_ns());
	if (is_made && session->n_snapshots >= MAX_SNAPSHOTS) {
		shots_failed(&session->shots, i);
		is_made = false;
	}
	if (is_made && !(session->shots_due >> i & 1))
		shotlog_due(session, i, provider->id);
	shotlog_counts(session);
	pthread_mutex_unlock(&session->lock);
	if (!is_made)
		return;
	chunk_free(session->causes[i]);
	session->causes[i] = cause_take(provider, trigger->name);
	session->shots_due |= 1u << i;
	orders_shoot(session);
}

void orders_count_shots(struct session *session)
{
	for (unsigned i = 0; i < session->triggers.n && session->last_id; i++) {
		const struct fxw_trigger *trigger = &session->triggers.list[i];

		if (trigger->action != FXW_SNAPSHOT || !session->has_circular)
			continue;
		(void)queue_put(
			&session->queue,
			cause_counts(session->last_id, session->last_koid,
				     area_ticks(&session->area), trigger,
				     &session->shots.counts[i]));
	}
}

void orders_alert(struct session *session, const struct provider *provider,
		  const char *name)
{
	const struct fxw_trigger *trigger =
		triggers_fired(&session->triggers, name);

	if (!trigger)
		return;
	if (trigger->action == FXW_SNAPSHOT) {
		request_snapshot(session, provider, trigger);
		return;
	}
	if (provider->lent.is_foreign ||
	    session->is_stopped == (trigger->action == FXW_STOP))
		return;
	session->is_stopped = trigger->action == FXW_STOP;
	publish_choice(session);
}
