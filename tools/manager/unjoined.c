/* SPDX-License-Identifier: MIT */
/*
 * Programs that did not join their session, see unjoined.h.
 */
#include "tools/manager/unjoined.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WHY                                                                    \
	"could not reach the session, or has no recorder in it (static, "      \
	"set-uid or 32-bit, say); what could write an archive of its own has " \
	"one next to this one"

/* A log record. */
static struct chunk *make_notice(uint32_t id, uint32_t pid, uint64_t ticks,
				 const char *text)
{
	size_t n_bytes = strlen(text), n_text_words = fxt_words(n_bytes);
	uint32_t n_words = 4 + (uint32_t)n_text_words;
	struct chunk *chunk = chunk_new(id, n_words);

	chunk->words[0] = fxt_log_header(n_words, n_bytes, 0);
	chunk->words[1] = ticks;
	chunk->words[2] = pid;
	chunk->words[3] = fxw_recorder_koid(pid);
	chunk->words[n_words - 1] = 0; /* padding */
	memcpy(chunk->words + 4, text, n_bytes);
	chunk->n_words = n_words;
	return chunk;
}

void unjoined_note(struct session *session, const struct member *member)
{
	struct manager_report *report = &session->report;
	const struct provider *provider = &member->provider;

	if (!member->is_gone || member->is_replaced ||
	    !lent_is_leaving(&provider->lent))
		return;
	report->n_replaced++;
	(void)queue_put(&session->queue,
			make_notice(provider->id, provider->pid,
				    area_ticks(&session->area),
				    "it became another program by exec, which "
				    "did not join: that " WHY));
}

void unjoined_count(struct session *session)
{
	const struct fxw_session_area *area = session->area.shared;
	uint32_t id = session->n_ids + 1, pid = (uint32_t)getpid();
	uint32_t n_starting, n;
	char text[512];

	n_starting = __atomic_load_n(&area->n_starting, __ATOMIC_RELAXED);
	n = __atomic_load_n(&area->n_alone, __ATOMIC_RELAXED);
	session->report.n_silent = n_starting;
	session->report.n_alone = n;
	if (!session->report.n_processes || (!n && !n_starting))
		return;
	snprintf(text, sizeof(text),
		 "%u processes were started and did not join: each " WHY,
		 n_starting + n);
	session->n_ids++;
	(void)queue_put(&session->queue, provider_intro(id, "fxtrace"));
	(void)queue_put(&session->queue,
			make_notice(id, pid, area_ticks(&session->area), text));
}
