/* SPDX-License-Identifier: MIT */
/*
 * Obeys, and describes the session; see orders.h.
 */
#include "tools/manager/orders.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/die.h"
#include "tools/manager/snapshot.h"

/* Lines of room behind the last process that is named. */
#define SPARE_BYTES 512u
#define NS_PER_S UINT64_C(1000000000)

/* Appends to the answer; what finds no room is left out. */
static void add(struct order_answer *answer, const char *format, ...)
	DIE_PRINTF(2, 3);

static void add(struct order_answer *answer, const char *format, ...)
{
	size_t room = sizeof(answer->text) - answer->n_text;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(answer->text + answer->n_text, room, format, args);
	va_end(args);
	if (n > 0 && (size_t)n < room)
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
		add(answer, "process: %u \"%s\"\n", member->kernel_pid,
		    member->provider.lent.name);
		n_named++;
	}
	if (n_named < session->n_members)
		add(answer, "unnamed: %u\n", session->n_members - n_named);
}

static void describe(struct session *session, struct order_answer *answer)
{
	uint64_t n_calls, n_bytes, n_lost, n_held;
	const char *output;

	session_flush(session);
	queue_progress(&session->queue, &n_calls, &n_bytes);
	pthread_mutex_lock(&session->lock);
	output = session->output;
	n_lost = session->n_lost;
	n_held = session->n_held;
	pthread_mutex_unlock(&session->lock);
	add(answer, "session: %u\n", (unsigned)getpid());
	add(answer, "program: \"%s\"\n", session->first_name);
	add(answer, "archive: %s\n", output ? output : "none");
	add(answer, "state: %s\n",
	    session->is_broken	  ? "broken"
	    : session->is_stopped ? "stopped"
				  : "recording");
	add(answer, "mode: %s\n",
	    session->has_circular ? "circular" : "streaming");
	add(answer, "seconds: %" PRIu64 "\n",
	    (session_now_ns() - session->area.first.monotonic_ns) / NS_PER_S);
	if (session->chosen_calls)
		add(answer, "calls chosen: %s\n", session->chosen_calls);
	add(answer, "calls: %" PRIu64 "\n", n_calls + n_held);
	add(answer, "lost: %" PRIu64 "\n", n_lost);
	add(answer, "bytes: %" PRIu64 "\n", n_bytes);
	add(answer, "processes: %u of %u\n", session->n_members,
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

static void choose(struct session *session)
{
	area_choose(&session->area, session->is_stopped, session->chosen_calls);
}

static void obey(struct session *session, const struct order *order,
		 struct order_answer *answer)
{
	switch ((enum order_kind)order->kind) {
	case ORDER_STATUS:
		describe(session, answer);
		return;
	case ORDER_START:
	case ORDER_STOP:
		session->is_stopped = order->kind == ORDER_STOP;
		choose(session);
		return;
	case ORDER_CALLS:
		choose_calls(session, order->text);
		choose(session);
		return;
	case ORDER_SNAPSHOT:
		break;
	}
	answer->error = ENOTSUP;
}

/* Whoever asked hears of it when the file is there. False: it cannot be. */
static bool take_snapshot(struct session *session, unsigned guest,
			  struct door_knock *knock)
{
	int guest_fd;

	if (session->has_circular && knock->memfd < 0)
		return false;
	guest_fd = door_part(&session->door, guest);
	snapshot_start(session, session->has_circular ? knock->memfd : -1,
		       guest_fd, "snapshot");
	if (session->has_circular)
		knock->memfd = -1;
	return true;
}

void orders_obey(struct session *session, unsigned guest,
		 struct door_knock *knock)
{
	static struct order_answer answer; /* one loop at a time */

	if (knock->order.kind == ORDER_SNAPSHOT &&
	    take_snapshot(session, guest, knock))
		return;

	answer = (struct order_answer){.magic = ORDER_MAGIC,
				       .version = ORDER_VERSION};
	obey(session, &knock->order, &answer);
	door_reply(&session->door, guest, &answer);
}
