/* SPDX-License-Identifier: MIT */
/*
 * Triggers and snapshots in the ledger, see shotlog.h. A kill may come between
 * any two stores. Then a trigger may get one snapshot more, never one less.
 */
#include "tools/manager/shotlog.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/archive/output.h"
#include "tools/base/older.h"
#include "tools/manager/cause.h"

enum shot_state { SHOT_FREE = 0, SHOT_BEGUN, SHOT_KEPT };

static void store(uint64_t *to, uint64_t value)
{
	__atomic_store_n(to, value, __ATOMIC_RELEASE);
}

bool shotlog_path(const char *archive, uint32_t number, char *path,
		  size_t path_bytes)
{
	return archive && archive[0] == '/' &&
	       (size_t)snprintf(path, path_bytes, "%.*s.snapshot-%u.fxt",
				(int)older_stem(archive), archive,
				number) < path_bytes;
}

void shotlog_counts(struct session *session)
{
	struct ledger_head *head = session->ledger.head;

	if (session->ledger.fd < 0)
		return;
	store(&head->n_shots, session->n_shots);
	for (unsigned i = 0; i < FXW_TRIGGERS; i++) {
		struct ledger_trigger *to = &head->triggers[i];
		const struct shot_counts *from = &session->shots.counts[i];

		to->n_fired = session->triggers.n_fired[i];
		to->next_ns = from->next_ns;
		to->n_taken = from->n_taken;
		to->n_removed = from->n_removed;
		to->n_held = from->n_held;
	}
}

void shotlog_due(struct session *session, unsigned trigger,
		 uint32_t provider_id)
{
	struct ledger_trigger *to;

	if (session->ledger.fd < 0)
		return;
	to = &session->ledger.head->triggers[trigger];
	to->due_id = provider_id;
	store(&to->n_due, to->n_due + 1);
}

void shotlog_done(struct session *session, unsigned trigger)
{
	struct ledger_trigger *to;

	if (session->ledger.fd < 0)
		return;
	to = &session->ledger.head->triggers[trigger];
	store(&to->n_done, to->n_done + 1);
}

/* Beyond so many files the newest are not known to a standby. */
static struct ledger_shot *free_place(struct ledger *ledger, uint32_t *place)
{
	struct ledger_shot *all = ledger_shots(ledger);

	for (*place = 0; *place < LEDGER_SHOTS; ++*place)
		if (all[*place].state == SHOT_FREE)
			return &all[*place];
	return NULL;
}

void shotlog_begin(struct session *session, struct shot *shot, uint32_t number)
{
	struct ledger_shot *to = NULL;

	shot->place = LEDGER_SHOTS;
	if (session->ledger.fd >= 0)
		to = free_place(&session->ledger, &shot->place);
	if (!to)
		return;
	to->number = number;
	to->trigger = shot->trigger;
	to->device = shot->device;
	to->inode = shot->inode;
	to->n_bytes = 0;
	store(&to->state, SHOT_BEGUN);
}

static void set_state(struct session *session, const struct shot *shot,
		      enum shot_state state)
{
	struct ledger_shot *to;

	if (session->ledger.fd < 0 || shot->place >= LEDGER_SHOTS)
		return;
	to = &ledger_shots(&session->ledger)[shot->place];
	to->n_bytes = shot->n_bytes;
	store(&to->state, state);
}

void shotlog_kept(struct session *session, const struct shot *shot)
{
	set_state(session, shot, SHOT_KEPT);
}

void shotlog_gone(struct session *session, const struct shot *shot)
{
	set_state(session, shot, SHOT_FREE);
}

static int by_number(const void *a, const void *b)
{
	const struct ledger_shot *const *x = a, *const *y = b;

	return ((*x)->number > (*y)->number) - ((*x)->number < (*y)->number);
}

static struct shot *make_shot(struct session *session,
			      const struct ledger_shot *from)
{
	/* no other thread uses it yet */
	const char *output = session->output;
	char path[PATH_MAX];
	struct shot *shot;

	if (from->trigger >= FXW_TRIGGERS ||
	    !shotlog_path(output, (uint32_t)from->number, path, sizeof(path)))
		return NULL;
	shot = shots_new((unsigned)from->trigger, path, -1);
	shot->device = from->device;
	shot->inode = from->inode;
	shot->n_bytes = from->n_bytes;
	shot->place = (uint32_t)(from - ledger_shots(&session->ledger));
	return shot;
}

static void resume_files(struct session *session)
{
	struct ledger_shot *all = ledger_shots(&session->ledger);
	struct ledger_shot **list = calloc(LEDGER_SHOTS, sizeof(*list));
	size_t n = 0;

	if (!list)
		die("out of memory");
	for (size_t i = 0; i < LEDGER_SHOTS; i++)
		if (all[i].state != SHOT_FREE)
			list[n++] = &all[i];
	qsort(list, n, sizeof(*list), by_number);
	for (size_t i = 0; i < n; i++) {
		struct shot *shot = make_shot(session, list[i]);

		if (shot && list[i]->state == SHOT_KEPT) {
			shots_resume(&session->shots, shot);
			continue;
		}
		if (shot)
			shots_remove(shot);
		store(&list[i]->state, SHOT_FREE);
	}
	free(list);
}

static const struct provider *find_provider(const struct session *session,
					    uint64_t id)
{
	for (uint32_t i = 0; i < session->n_places; i++)
		if (session->members[i] &&
		    session->members[i]->provider.id == id)
			return &session->members[i]->provider;
	return NULL;
}

/* One of which no snapshot was made. */
static void resume_due(struct session *session, unsigned i)
{
	struct ledger_trigger *from = &session->ledger.head->triggers[i];
	const struct provider *provider = find_provider(session, from->due_id);

	if (from->n_due == from->n_done)
		return;
	store(&from->n_done, from->n_due - 1);
	session->shots_due |= 1u << i;
	if (provider)
		session->causes[i] =
			cause_take(provider, session->triggers.list[i].name);
}

void shotlog_resume(struct session *session)
{
	const struct ledger_head *head = session->ledger.head;

	session->n_shots = (uint32_t)head->n_shots;
	for (unsigned i = 0; i < session->triggers.n; i++) {
		const struct ledger_trigger *from = &head->triggers[i];
		struct shot_counts *to = &session->shots.counts[i];

		session->triggers.n_fired[i] = from->n_fired;
		to->next_ns = from->next_ns;
		to->n_taken = from->n_taken;
		to->n_removed = from->n_removed;
		to->n_held = from->n_held;
		resume_due(session, i);
	}
	resume_files(session);
}
