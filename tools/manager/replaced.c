/* SPDX-License-Identifier: MIT */
/*
 * A notice of the new manager, in its own name, and a line where the former one
 * printed; see replaced.h.
 */
#include "tools/manager/replaced.h"

#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "tools/base/die.h"

void replaced_note(struct session *session, const struct relief *relief)
{
	struct ledger_head *head = session->ledger.head;
	bool prints = relief->print_fd >= 0 && !head->is_print_over;
	uint32_t id = ++session->n_ids;
	uint32_t koid = koids_take(&session->koids, (uint32_t)getpid());
	struct chunk *intro = provider_intro(id, "fxtrace");
	char text[192], more[PATH_MAX + 32];

	head->n_ids = id;
	if (!session->last_id) {
		session->last_id = id;
		session->last_koid = koid;
	}
	ledger_set(&session->ledger, ledger_koid_at(id), koid);
	snprintf(text, sizeof(text),
		 "the session's manager %s: this process, its standby, has "
		 "replaced it%s",
		 relief->was_stopped ? "made no progress and was killed"
				     : "was killed",
		 prints ? "; what --print shows ended with it" : "");
	intro->is_joined = true;
	(void)queue_put(&session->queue, intro);
	(void)queue_put(&session->queue,
			wall_intro(&session->wall, id, koid, false));
	(void)queue_put(
		&session->queue,
		provider_notice(id, koid, area_ticks(&session->area), text));
	if (prints) {
		snprintf(more, sizeof(more), "; all of them are in %s",
			 session->is_file ? session->output : "the archive");
		replaced_say(relief, more);
	}
	/* its standby knows it, too */
	head->is_print_over |= prints;
}

void replaced_say(const struct relief *relief, const char *message)
{
	struct pollfd out = {.fd = relief->print_fd, .events = POLLOUT};
	int ours;

	/* nothing waits for whoever reads it */
	if (relief->print_fd < 0 || poll(&out, 1, 0) != 1 ||
	    !(out.revents & POLLOUT))
		return;
	ours = dup(STDERR_FILENO);
	if (ours < 0 || dup2(relief->print_fd, STDERR_FILENO) < 0)
		return;
	say("`fxtrace record` is gone and prints no more calls%s", message);
	(void)dup2(ours, STDERR_FILENO);
	close(ours);
}
