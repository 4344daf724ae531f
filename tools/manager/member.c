/* SPDX-License-Identifier: MIT */
/*
 * One provider in the loop, see member.h.
 */
#include "tools/manager/member.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/manager/flight.h"
#include "tools/manager/orders.h"
#include "tools/manager/unjoined.h"
#include "writer/lap.h"

/* Of processes of other users: the largest buffer, our memory for all of them,
 * and messages about them. */
#define FOREIGN_BUFFER_BYTES (1ull << 30)
#define FOREIGN_STATE_BYTES (256ull << 20)
#define FOREIGN_SAID 8u
#define DAMAGED "the program has overwritten its recorder's memory"

/* A free place; the array grows if there is none. -1: limit reached. */
static int32_t find_place(struct session *session)
{
	uint32_t n = session->n_places;
	struct member **members;

	for (uint32_t i = 0; i < n; i++)
		if (!session->members[i])
			return (int32_t)i;
	if (n >= SESSION_MEMBERS)
		return -1;
	pthread_mutex_lock(&session->lock);
	members = realloc(session->members, (n * 2 + 16) * sizeof(*members));
	if (members) {
		memset(members + n, 0, (n + 16) * sizeof(*members));
		session->members = members;
		session->n_places = n * 2 + 16;
	}
	pthread_mutex_unlock(&session->lock);
	return members ? (int32_t)n : -1;
}

/* Three quarters of what there is are for other users at most. */
static uint32_t foreign_max(void)
{
	struct rlimit limit;
	rlim_t n = SESSION_MEMBERS;

	/* two descriptors each */
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur / 2 < n)
		n = limit.rlim_cur / 2;
	return (uint32_t)(n / 4 * 3);
}

/* What we keep for each unit of the buffer, and for its durable region. */
static uint64_t state_bytes(const struct lent *lent)
{
	return sizeof(struct member) + lent->durable_words * 8ull +
	       lent->rolling_words / FXW_UNIT_WORDS * 2 *
		       sizeof(struct lap_span);
}

/* Whether one more of another user may be let in. Returns 0 or errno. */
static int check_foreign(const struct session *session, int memfd)
{
	struct stat st;

	if (!session->area.is_guarded)
		return EPERM;
	if (session->n_foreign >= foreign_max())
		return EMFILE;
	if (fstat(memfd, &st) || st.st_size > (off_t)FOREIGN_BUFFER_BYTES ||
	    session->foreign_bytes > FOREIGN_STATE_BYTES)
		return ENOMEM;
	return 0;
}

/* Processes of other users cannot fill our output. */
static bool may_say(struct session *session, bool is_foreign)
{
	return !is_foreign || session->n_foreign_said++ < FOREIGN_SAID;
}

static void adopt(struct session *session, struct member *member, uint32_t pid,
		  uint32_t uid)
{
	struct provider *provider = &member->provider;

	provider->names.secret = &session->listener.secret;
	provider->calls.secret = &session->listener.secret;
	member->kernel_pid = pid;
	member->uid = uid;
	member->is_foreign = uid != session->listener.owner;
	if (!member->is_foreign)
		return;
	provider->lent.is_foreign = true;
	member->bell = bells_add(&session->bells, provider->lent.fd,
				 lent_bell_off(&provider->lent));
	member->state_bytes = state_bytes(&provider->lent);
	session->foreign_bytes += member->state_bytes;
	session->n_foreign++;
	/* the helper waits for it, too, from now on */
	area_ring(&session->area);
}

static void disown(struct session *session, struct member *member)
{
	if (!member->is_foreign)
		return;
	bells_remove(&session->bells, member->bell);
	session->foreign_bytes -= member->state_bytes;
	session->n_foreign--;
	if (lent_has_started(&member->provider.lent))
		__atomic_store_n(&session->has_foreign_start, true,
				 __ATOMIC_RELAXED);
}

/* The first process of a program that nobody else waits for. */
static void wait_for_first(struct session *session, const struct member *member)
{
	if (session->until_empty && session->report.n_processes == 0)
		session->area.shared->waiting_pid = member->provider.koid;
}

static void enter(struct session *session, struct member *member,
		  uint32_t place)
{
	session->has_circular |= member->provider.lent.overwrites;
	pthread_mutex_lock(&session->lock);
	session->members[place] = member;
	session->n_members++;
	pthread_mutex_unlock(&session->lock);
}

int member_new(struct session *session, struct listener_request *request,
	       uint32_t *place)
{
	bool is_foreign = request->uid != session->listener.owner;
	int error = is_foreign ? check_foreign(session, request->memfd) : 0;
	int32_t found = find_place(session);
	struct member *member;
	const char *wrong;
	uint32_t koid;

	if (error)
		return error;
	if (found < 0)
		return EMFILE;
	member = calloc(1, sizeof(*member));
	if (!member)
		return ENOMEM;
	koid = request->koid ? request->koid
			     : koids_take(&session->koids, request->join.pid);
	wrong = provider_open(&member->provider, request->memfd,
			      session->n_ids + 1, koid, session->area.clock);
	request->memfd = -1;
	if (wrong) {
		if (may_say(session, is_foreign))
			say("process %u wants to record, but its buffer is "
			    "refused: %s",
			    request->pid, wrong);
		free(member);
		return EINVAL;
	}
	if (!provider_track(&member->provider, &session->ledger)) {
		provider_close(&member->provider);
		free(member);
		return ENOMEM;
	}
	session->n_ids++;
	if (session->ledger.fd >= 0)
		session->ledger.head->n_ids = session->n_ids;
	ledger_set(&session->ledger, ledger_koid_at(session->n_ids), koid);
	member->pid_fd = request->pid_fd;
	request->pid_fd = -1;
	adopt(session, member, request->pid, request->uid);
	wait_for_first(session, member);
	enter(session, member, (uint32_t)found);
	*place = (uint32_t)found;
	return 0;
}

uint32_t member_koid(const struct session *session, uint32_t kernel_pid)
{
	const struct member *member;

	for (uint32_t i = 0; i < session->n_places; i++) {
		member = session->members[i];
		if (member && member->kernel_pid == kernel_pid &&
		    !member->is_gone)
			return member->provider.koid;
	}
	return 0;
}

struct listener_place member_seat(const struct session *session,
				  const struct member *member)
{
	uint32_t parent = koids_parent_of(member->kernel_pid);

	return (struct listener_place){
		member->provider.id, member->provider.koid,
		parent ? member_koid(session, parent) : 0};
}

int member_adopt(struct session *session, struct relief_member *from,
		 uint32_t *place)
{
	const struct relief_join *join = &from->join;
	uint64_t state =
		ledger_get(&session->ledger, join->part.at + LEDGER_STATE);
	int32_t found = find_place(session);
	struct member *member = calloc(1, sizeof(*member));
	const char *wrong = "no memory";

	if (!member || found < 0)
		die("out of memory");
	ledger_keep(&session->ledger, &join->part);
	if (state != LEDGER_ENDED)
		wrong = provider_open(&member->provider, from->memfd, join->id,
				      join->pid, session->area.clock);
	else
		close(from->memfd);
	if (wrong) {
		close(from->pid_fd);
		free(member);
		return ESRCH;
	}
	if (!provider_resume(&member->provider, &session->ledger, &join->part))
		die("out of memory");
	member->pid_fd = from->pid_fd;
	adopt(session, member, join->kernel_pid, join->uid);
	member->is_gone = member->is_over = join->is_gone;
	enter(session, member, (uint32_t)found);
	if (state == LEDGER_JOINED) {
		member_introduce(session, member);
	} else if (join->id > session->last_id) {
		session->last_id = join->id;
		session->last_koid = join->pid;
	}
	*place = (uint32_t)found;
	return 0;
}

void member_free(struct session *session, uint32_t place)
{
	struct member *member = session->members[place];

	disown(session, member);
	pthread_mutex_lock(&session->lock);
	session->members[place] = NULL;
	session->n_members--;
	__atomic_store_n(&session->empty_ns, session_now_ns(),
			 __ATOMIC_RELAXED);
	pthread_cond_broadcast(&session->left);
	pthread_mutex_unlock(&session->lock);
	/* a program that is being started may have a copy of it */
	(void)epoll_ctl(session->epoll_fd, EPOLL_CTL_DEL, member->pid_fd, NULL);
	close(member->pid_fd);
	provider_close(&member->provider);
	free(member);
}

/* It counts only together with what is put next. */
static void put_joined(struct session *session, struct chunk *chunk)
{
	chunk->is_joined = true;
	(void)queue_put(&session->queue, chunk);
}

/* After its first program. */
static void name_session(struct session *session, const char *name)
{
	snprintf(session->first_name, sizeof(session->first_name), "%s", name);
	if (session->ledger.fd >= 0)
		snprintf(session->ledger.head->first_name, LEDGER_PROGRAM_BYTES,
			 "%s", name);
}

void member_introduce(struct session *session, const struct member *member)
{
	const struct provider *provider = &member->provider;

	struct chunk *last;

	put_joined(session, provider_intro(provider->id, provider->lent.name));
	put_joined(session, provider_session(provider->id, provider->koid,
					     session->area.epoch_ticks,
					     area_ticks(&session->area)));
	if (wall_wants(&session->wall, member->is_foreign))
		put_joined(session,
			   wall_intro(&session->wall, provider->id,
				      provider->koid, member->is_foreign));
	if (member->is_foreign)
		put_joined(session, provider_user(provider->id, provider->koid,
						  area_ticks(&session->area),
						  member->uid));
	session->last_id = provider->id;
	session->last_koid = provider->koid;
	if (session->report.n_processes++ == 0)
		name_session(session, provider->lent.name);
	if (session->note)
		put_joined(session,
			   provider_notice(provider->id, provider->koid,
					   area_ticks(&session->area),
					   session->note));
	session->note = NULL;
	last = provider_note(provider, LEDGER_STATE, LEDGER_INTRODUCED);
	session_note_report(session, last);
	(void)queue_put(&session->queue, last);
}

/* Its memory is ours and the standby's alone now. */
static void note_gone(struct session *session, struct member *member)
{
	struct stat st;

	if (member->is_gone || fstat(member->provider.lent.fd, &st))
		return;
	member->gone_bytes = (uint64_t)st.st_blocks * 512;
	session->gone_bytes += member->gone_bytes;
	session_publish_ends(session);
}

void member_is_dead(struct session *session, uint32_t place)
{
	struct member *member = session->members[place];

	note_gone(session, member);
	member->is_gone = member->is_over = true;
	session->wants_rate = true;
	/* it stays readable */
	(void)epoll_ctl(session->epoll_fd, EPOLL_CTL_DEL, member->pid_fd, NULL);
}

/* Takes all records of a circular provider; they are stored for snapshots,
 * too. */
static bool finish_circular(struct session *session, struct member *member,
			    struct provider_losses *losses)
{
	struct provider *provider = &member->provider;
	struct flight flight;
	struct chunk *chunks;

	if (!session->sink.has_space(session->sink.context))
		return false;
	flight_take(provider,
		    member->is_gone ? UINT64_MAX
				    : session_settled_ticks(session),
		    session->rate, &flight);
	provider->counts = flight.counts;
	*losses = flight.losses;
	session->report.n_overwritten += flight.n_overwritten;
	/* except its Provider Info, which was already put */
	chunks = chunk_copy_all(flight.first->next);
	while (chunks) {
		struct chunk *next = chunks->next;

		put_joined(session, chunks);
		chunks = next;
	}
	history_add(&session->history, flight.first);
	chunk_free_all(flight.first);
	return true;
}

static bool finish_member(struct session *session, struct member *member,
			  struct provider_losses *losses)
{
	if (member->provider.lent.overwrites)
		return finish_circular(session, member, losses);
	return provider_finish(&member->provider, &session->sink,
			       member->is_gone, session->rate, losses);
}

/* The archive has all of it once that is written. */
static void close_member(struct session *session, const struct member *member)
{
	const struct provider *provider = &member->provider;
	struct chunk *last = provider_life(
		provider->id, provider->koid, area_ticks(&session->area),
		member->is_gone ? FXW_LIFE_ENDED : FXW_LIFE_LEFT);
	struct parting *parting;

	if (provider->part.at)
		chunk_store(last, provider->part.at + LEDGER_STATE,
			    LEDGER_ENDED);
	session_note_report(session, last);
	(void)queue_put(&session->queue, last);
	session->gone_bytes -= member->gone_bytes;
	if (!provider->part.at)
		return;
	parting = calloc(1, sizeof(*parting));
	if (!parting)
		die("out of memory");
	*parting = (struct parting){
		.join = {.id = provider->id,
			 .pid = provider->koid,
			 .kernel_pid = member->kernel_pid,
			 .uid = member->uid,
			 .is_gone = 1,
			 .part = provider->part},
		.memfd = fcntl(provider->lent.fd, F_DUPFD_CLOEXEC, 3),
		.pid_fd = fcntl(member->pid_fd, F_DUPFD_CLOEXEC, 3),
		.n_bytes = member->gone_bytes,
		.ticket = queue_ticket(&session->queue),
	};
	*session->last_parting = parting;
	session->last_parting = &parting->next;
	session->parted_bytes += parting->n_bytes;
}

/* Takes the rest and forgets the provider; later, if there is no space. */
static void end_member(struct session *session, uint32_t place)
{
	struct member *member = session->members[place];
	struct provider *provider = &member->provider;
	struct manager_report *report = &session->report;
	struct provider_losses losses = {0};

	/* loss records need the rate */
	if (!session->rate) {
		session->wants_rate = true;
		session->is_soon = true;
		return;
	}
	if (!finish_member(session, member, &losses))
		return;
	report->n_lost += losses.n_lost;
	report->n_lost_ends += losses.n_lost_ends;
	report->n_cut += losses.n_cut;
	report->n_left_out += losses.n_left_out;
	report->n_undescribed += losses.n_undescribed;
	report->n_calls += provider->counts.n_calls;
	report->n_broken += provider->counts.n_broken;
	report->n_broken_bytes += provider->counts.n_broken_bytes;
	if (!member->is_gone) {
		provider_dismiss(provider);
		report->n_left += !provider->wrong;
	}
	close_member(session, member);
	unjoined_note(session, member);
	member_free(session, place);
}

/* Whether a process has ended of which the archive lacks something. */
static bool has_ended_ones(const struct session *session)
{
	for (uint32_t i = 0; i < session->n_places; i++) {
		const struct member *member = session->members[i];
		struct pollfd end = {.events = POLLIN};

		if (!member)
			continue;
		end.fd = member->pid_fd;
		if (member->is_over || poll(&end, 1, 0) > 0)
			return true;
	}
	return session->partings;
}

/* Whoever waits for the first process's end expects that the file has all that
 * has ended before. */
static bool may_answer(const struct session *session,
		       const struct member *member)
{
	const struct provider *provider = &member->provider;

	return provider->koid != session->area.shared->waiting_pid ||
	       !provider_is_ending(provider) || !has_ended_ones(session);
}

/* Saves what was requested, and replies once it is in the file. Until then the
 * buffers hold what a killed manager has not written. */
static void save_lap(struct session *session, struct member *member,
		     uint64_t now_ns)
{
	struct provider *provider = &member->provider;

	if (!member->ticket)
		switch (provider_save(provider, &session->sink, now_ns)) {
		case PROVIDER_SAVED:
			member->ticket = queue_ticket(&session->queue);
			break;
		case PROVIDER_WAIT:
			session->is_soon = true;
			return;
		case PROVIDER_FULL:
			return;
		}
	if (!session_is_safe(session, member->ticket) ||
	    (provider_is_ending(provider) &&
	     !queue_is_done(&session->queue, member->ticket))) {
		session->wants_space = true;
		session->wants_rate |= provider_is_ending(provider);
		return;
	}
	if (!may_answer(session, member)) {
		session->is_soon = true;
		return;
	}
	member->ticket = 0;
	provider_answer(provider);
}

/* The session goes on without it. */
static void give_up(struct session *session, struct member *member,
		    const char *before, const char *why)
{
	const struct provider *provider = &member->provider;
	char text[128];

	snprintf(text, sizeof(text), "recorded no more: %s%s", before, why);
	if (may_say(session, member->is_foreign))
		say("process %u is %s", member->kernel_pid, text);
	(void)queue_put(&session->queue,
			provider_notice(provider->id, provider->koid,
					area_ticks(&session->area), text));
	member->is_over = true;
}

void member_attend(struct session *session, uint32_t place, uint64_t now_ns)
{
	struct member *member = session->members[place];
	struct provider *provider = &member->provider;

	if (session_is_stopping(session))
		member->is_over = true;
	/* of one that is gone, too: it may have pending packets */
	if (!provider->wrong && !provider_hear(provider) && !member->is_over)
		give_up(session, member, "its recorder sent ", provider->wrong);
	if (!member->is_damaged && lent_is_damaged(&provider->lent)) {
		member->is_damaged = true;
		give_up(session, member, "", DAMAGED);
	}
	for (unsigned i = 0; i < provider->n_alerts; i++)
		orders_alert(session, provider, provider->alerts[i]);
	provider_drop_alerts(provider);
	if (member->is_over)
		end_member(session, place);
	else if (provider->has_request)
		save_lap(session, member, now_ns);
}
