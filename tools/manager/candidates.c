/* SPDX-License-Identifier: MIT */
/*
 * Finds sessions by the names of their sockets, see candidates.h. Nothing here
 * blocks but the wait between two rounds.
 */
#include "tools/manager/candidates.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/elf/library.h"

#define SOCKETS "/proc/net/unix"
#define PREFIX "@fxtrace-"
#define DIGITS 16 /* after it, hexadecimal */
/* Flags of a listening socket. */
#define LISTENS "00010000"
/* Managers that do not reply in that time hang. */
#define PATIENCE_MS 3000u
/* Of those that are stopped, and of what other users run: that may be silent
 * on purpose, unless it is this command's own program. */
#define DOUBT_MS 300u
/* A queue of connections that stays full hides whose socket it is. */
#define FULL_MS 1000u
/* Descriptors for other users' sockets at a time, of all and of one user: a
 * user's sockets do not keep us from another's. */
#define OTHERS_AT_ONCE 200u
#define OF_ONE_AT_ONCE 50u
#define PAUSE_MS 10

struct candidate {
	struct candidate *next;
	struct session_known *session;
	int fd; /* -1 = not connected yet */
	bool is_over;
	bool is_others;	 /* another user's, as a connection has shown */
	uint64_t end_ms; /* of our patience */
};

struct query {
	struct candidate *candidates;
	struct session_known *ours, *others; /* that have replied */
	unsigned n_others;		     /* connected, with their users: */
	uid_t others_uids[OTHERS_AT_ONCE];
	uint64_t now_ms;  /* of this round */
	uint64_t full_ms; /* when a full queue is waited for no longer */
	bool is_waiting, is_patient;
};

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Whether the name is that of a manager's socket: others are not contacted. */
static bool is_sessions(const char *name)
{
	size_t n = strlen(PREFIX);

	return strncmp(name, PREFIX, n) == 0 &&
	       strspn(name + n, "0123456789abcdef") == DIGITS &&
	       name[n + DIGITS] == '\0';
}

static void add_candidate(struct query *query, const char *socket_name)
{
	struct candidate *candidate = calloc(1, sizeof(*candidate));
	struct session_known *session = calloc(1, sizeof(*session));

	if (!candidate || !session)
		die("out of memory");
	snprintf(session->socket, sizeof(session->socket), "%s", socket_name);
	*candidate = (struct candidate){
		.next = query->candidates, .session = session, .fd = -1};
	query->candidates = candidate;
}

static void read_names(struct query *query)
{
	FILE *in = fopen(SOCKETS, "re");
	char line[512], flags[16], name[64];

	if (!in)
		die("%s: %s", SOCKETS, strerror(errno));
	while (fgets(line, sizeof(line), in))
		if (sscanf(line, "%*s %*s %*s %15s %*s %*s %*s %63s", flags,
			   name) == 2 &&
		    strcmp(flags, LISTENS) == 0 && is_sessions(name))
			add_candidate(query, name + 1);
	fclose(in);
}

/* Whether a connection with that user leaves places for others. */
static bool has_place(const struct query *query, uid_t uid)
{
	unsigned n = 0;

	for (unsigned i = 0; i < query->n_others; i++)
		n += query->others_uids[i] == uid;
	return query->n_others < OTHERS_AT_ONCE && n < OF_ONE_AT_ONCE;
}

static void give_place_back(struct query *query, uid_t uid)
{
	unsigned i = 0;

	while (query->others_uids[i] != uid)
		i++;
	query->others_uids[i] = query->others_uids[--query->n_others];
}

static void hang_up(struct query *query, struct candidate *candidate)
{
	if (candidate->fd < 0)
		return;
	close(candidate->fd);
	candidate->fd = -1;
	if (candidate->is_others)
		give_place_back(query, candidate->session->peer.uid);
}

static void drop(struct query *query, struct candidate *candidate)
{
	hang_up(query, candidate);
	candidate->is_over = true;
}

static bool is_stopped(pid_t pid)
{
	char path[32], state = 'T';
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	in = fopen(path, "re");
	if (in) { /* PID (NAME) STATE: a name may have anything but that length
		   */
		char line[64] = "";
		const char *end = fgets(line, sizeof(line), in)
					  ? strrchr(line, ')')
					  : NULL;

		if (end && end[1])
			state = end[2];
		fclose(in);
	}
	return state == 'T' || state == 't';
}

/* Whether it runs our own program. */
static bool is_recorder(pid_t pid)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	return library_is_command(path);
}

static unsigned patience_ms(const struct query *query,
			    const struct session_peer *peer)
{
	bool is_hopeful = is_stopped(peer->pid)
				  ? peer->is_ours && query->is_patient
				  : peer->is_ours || is_recorder(peer->pid);

	return is_hopeful ? PATIENCE_MS : DOUBT_MS;
}

/* False: it has to wait for another round. */
static bool take_place(struct query *query, struct candidate *candidate)
{
	const struct session_peer *peer = &candidate->session->peer;

	candidate->end_ms = query->now_ms + patience_ms(query, peer);
	candidate->is_others = !peer->is_ours;
	if (peer->is_ours)
		return true;
	if (!has_place(query, peer->uid)) {
		close(candidate->fd);
		candidate->fd = -1;
		return false;
	}
	query->others_uids[query->n_others++] = peer->uid;
	return true;
}

/* Connects, or leaves it for the next round. */
static void approach(struct query *query, struct candidate *candidate)
{
	static const struct order order = {.magic = ORDER_MAGIC,
					   .version = ORDER_VERSION,
					   .kind = ORDER_LOOK};
	struct session_known *session = candidate->session;

	if (candidate->is_others && !has_place(query, session->peer.uid))
		return;
	candidate->fd = sessions_connect(session->socket, true, &session->peer);
	if (candidate->fd < 0) { /* its queue may be full for a moment */
		candidate->is_over =
			errno != EMFILE &&
			(errno != EAGAIN || query->now_ms >= query->full_ms);
		return;
	}
	/* whose it is shows only now; ours never wait for others */
	if (!take_place(query, candidate))
		return;
	if (send(candidate->fd, &order, sizeof(order),
		 MSG_NOSIGNAL | MSG_DONTWAIT) != sizeof(order))
		drop(query, candidate);
}

/* Takes the reply, if it is there. */
static void listen_to(struct query *query, struct candidate *candidate)
{
	struct session_known *session = candidate->session;
	struct session_known **list =
		session->peer.is_ours ? &query->ours : &query->others;
	ssize_t n = recv(candidate->fd, &session->status,
			 sizeof(session->status), MSG_DONTWAIT);

	if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
		if (query->now_ms >= candidate->end_ms)
			drop(query, candidate);
		return;
	}
	drop(query, candidate);
	if (!sessions_is_answer(session, n))
		return;
	session->next = *list;
	*list = session;
	candidate->session = NULL;
}

/* One round. Those of other users wait while too many of them are connected. */
static void go_round(struct query *query)
{
	query->is_waiting = false;
	query->now_ms = now_ms();
	for (struct candidate *c = query->candidates; c; c = c->next) {
		if (!c->is_over && c->fd < 0)
			approach(query, c);
		if (!c->is_over && c->fd >= 0)
			listen_to(query, c);
		query->is_waiting |= !c->is_over;
	}
}

static void free_candidates(struct query *query)
{
	while (query->candidates) {
		struct candidate *candidate = query->candidates;

		drop(query, candidate);
		query->candidates = candidate->next;
		free(candidate->session);
		free(candidate);
	}
}

struct session_known *candidates_query(bool is_patient)
{
	struct query query = {.is_patient = is_patient};
	struct session_known **end = &query.ours;
	uint64_t end_ms;

	read_names(&query);
	end_ms = now_ms() + PATIENCE_MS;
	query.full_ms = now_ms() + FULL_MS;
	go_round(&query);
	while (query.is_waiting && now_ms() < end_ms) {
		(void)poll(NULL, 0, PAUSE_MS);
		go_round(&query);
	}
	free_candidates(&query);
	while (*end)
		end = &(*end)->next;
	*end = query.others;
	return query.ours;
}
