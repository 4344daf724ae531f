/* SPDX-License-Identifier: MIT */
/*
 * Programs that did not join their session, see unjoined.h.
 */
#include "tools/manager/unjoined.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/human.h"

#define WHY                                                                    \
	"could not reach the session, or has no recorder in it (static, "      \
	"set-uid or 32-bit, say); what could write an archive of its own has " \
	"one next to this one"

void unjoined_note(struct session *session, const struct member *member)
{
	struct manager_report *report = &session->report;
	const struct provider *provider = &member->provider;

	if (!member->is_gone || member->is_replaced ||
	    !lent_is_leaving(&provider->lent))
		return;
	report->n_replaced++;
	(void)queue_put(
		&session->queue,
		provider_notice(provider->id, provider->koid,
				area_ticks(&session->area),
				"it became another program by exec, which "
				"did not join: that " WHY));
}

void unjoined_count(struct session *session)
{
	const struct fxw_bells *bells = session->area.bells;
	uint32_t id = session->n_ids + 1, koid;
	uint32_t n_starting, n;
	char text[512];

	n_starting = __atomic_load_n(&bells->n_starting, __ATOMIC_RELAXED);
	n = __atomic_load_n(&bells->n_alone, __ATOMIC_RELAXED);
	session->report.n_silent = n_starting;
	session->report.n_alone = n;
	if (!session->report.n_processes || (!n && !n_starting))
		return;
	snprintf(text, sizeof(text), "%s started and did not join: each " WHY,
		 human_plain(n_starting + n, "process").text);
	koid = koids_take(&session->koids, (uint32_t)getpid());
	session->n_ids++;
	(void)queue_put(&session->queue, provider_intro(id, "fxtrace"));
	(void)queue_put(
		&session->queue,
		provider_notice(id, koid, area_ticks(&session->area), text));
}
