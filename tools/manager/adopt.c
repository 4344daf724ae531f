/* SPDX-License-Identifier: MIT */
/*
 * What a standby takes over of a session, from its descriptors and the ledger;
 * and what a manager notes there for it. See session.h.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/manager/member.h"
#include "tools/manager/report.h"
#include "tools/manager/session.h"

void session_note_report(const struct session *session, struct chunk *chunk)
{
	uint64_t words[REPORT_WORDS];

	if (session->ledger.fd < 0)
		return;
	report_list(&session->report, words);
	for (unsigned i = 0; i < REPORT_WORDS; i++)
		chunk_store(chunk, offsetof(struct ledger_head, report) / 8 + i,
			    words[i]);
}

static int adopt_memory(struct session *session, struct relief *relief)
{
	const struct relief_start *start = &relief->start;
	struct area *area = &session->area;
	int error;

	*area = (struct area){
		.fd = relief->fds[RELIEF_AREA_READ],
		.own_fd = relief->fds[RELIEF_AREA],
		.bell_fd = relief->fds[RELIEF_BELLS],
		.is_guarded = start->is_guarded,
		.clock = start->clock,
		.epoch_ticks = start->epoch_ticks,
		.first = {.ticks = start->first_ticks,
			  .monotonic_ns = start->first_ns},
	};
	error = area_adopt(area);
	if (!error)
		error = ledger_adopt(&session->ledger,
				     relief->fds[RELIEF_LEDGER]);
	return error;
}

/* The choice of what is recorded stays. */
static void adopt_choice(struct session *session)
{
	const struct fxw_session_area *area = session->area.shared;
	const struct fxw_choice *choice = fxw_choice_at(area, area->generation);

	session->is_stopped = choice->is_stopped;
	if (choice->has_calls)
		session->chosen_calls = strdup(choice->calls);
	session->is_broken = area->is_broken;
}

/* The ids of all processes so far are taken. */
static void adopt_koids(struct session *session)
{
	for (uint32_t id = 1; id <= session->n_ids && ledger_koid_at(id);
	     id++) {
		uint32_t koid = (uint32_t)ledger_get(&session->ledger,
						     ledger_koid_at(id));

		if (koid)
			(void)koids_take(&session->koids, koid);
	}
}

int session_adopt(struct session *session, struct relief *relief)
{
	const struct ledger_head *head;
	int error = session_begin(session);

	if (!error)
		error = adopt_memory(session, relief);
	if (error)
		return error;
	wall_open(&session->wall, &session->area);
	head = session->ledger.head;
	ledger_redo(&session->ledger);
	history_adopt(&session->history, relief->fds[RELIEF_HISTORY],
		      HISTORY_BYTES);
	adopt_choice(session);
	report_read(&session->report, head->report);
	session->n_ids = (uint32_t)head->n_ids;
	adopt_koids(session);
	session->rate = head->rate;
	session->program_fd = relief->program_fd;
	/* nobody knows of us who would end us in time */
	session->until_empty = true;
	session->lingers = !relief->start.until_empty;
	session->empty_ns = session_now_ns();
	session->is_quiet = relief->start.is_quiet;
	session->has_circular = relief->start.has_circular;
	session->shots.max = relief->start.shots_max;
	session->shots.max_bytes = relief->start.shots_max_bytes;
	snprintf(session->first_name, sizeof(session->first_name), "%.*s",
		 (int)LEDGER_PROGRAM_BYTES, head->first_name);
	error = bells_open(&session->bells, &session->area.bells->doorbell);
	if (!error)
		error = listener_adopt(&session->listener, session->epoll_fd,
				       relief->fds[RELIEF_LISTENER],
				       &relief->start);
	return error ? error : session_watch(session);
}

int session_adopt_member(struct session *session, struct relief_member *from)
{
	uint32_t place;
	int error = member_adopt(session, from, &place);

	if (error)
		return error;
	/* it is added at its end */
	history_forget(&session->history, from->join.id);
	session->has_late |= session->members[place]->provider.must_turn;
	return session_watch_member(session, place);
}
