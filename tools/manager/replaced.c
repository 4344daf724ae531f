/* SPDX-License-Identifier: MIT */
/*
 * A notice of the new manager, in its own name; see replaced.h.
 */
#include "tools/manager/replaced.h"

#include <stdio.h>
#include <unistd.h>

void replaced_note(struct session *session, bool was_stopped)
{
	struct ledger_head *head = session->ledger.head;
	uint32_t id = ++session->n_ids;
	uint32_t koid = koids_take(&session->koids, (uint32_t)getpid());
	struct chunk *intro = provider_intro(id, "fxtrace");
	char text[192];

	head->n_ids = id;
	ledger_set(&session->ledger, ledger_koid_at(id), koid);
	snprintf(text, sizeof(text),
		 "the session's manager %s: this process, its standby, has "
		 "replaced it%s",
		 was_stopped ? "made no progress and was killed" : "was killed",
		 session->has_watch ? "; what --print shows ended with it"
				    : "");
	intro->is_joined = true;
	(void)queue_put(&session->queue, intro);
	(void)queue_put(&session->queue,
			wall_intro(&session->wall, id, koid, false));
	(void)queue_put(
		&session->queue,
		provider_notice(id, koid, area_ticks(&session->area), text));
}
