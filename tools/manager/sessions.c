/* SPDX-License-Identifier: MIT */
/*
 * Speaks with sessions, and finds the one that is meant, see sessions.h.
 */
#include "tools/manager/sessions.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/base/near.h"
#include "tools/manager/candidates.h"

/* A manager that does not reply in that time hangs. */
#define PATIENCE_S 3

static void set_patience(int fd, int option, time_t seconds)
{
	const struct timeval patience = {.tv_sec = seconds};

	(void)setsockopt(fd, SOL_SOCKET, option, &patience, sizeof(patience));
}

/* Notes whose session it is. Another user's is root's business only. */
static bool know_peer(int fd, struct session_peer *peer)
{
	struct ucred found;
	socklen_t n = sizeof(found);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &found, &n))
		return false;
	*peer = (struct session_peer){found.pid, found.uid,
				      found.uid == geteuid()};
	errno = EPERM;
	return peer->is_ours || geteuid() == 0;
}

int sessions_connect(const char *socket_name, bool is_at_once,
		     struct session_peer *peer)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	size_t n = strlen(socket_name);
	int fd, type = SOCK_SEQPACKET | SOCK_CLOEXEC, error;

	if (n + 1 > sizeof(address.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(address.sun_path + 1, socket_name, n);
	n += offsetof(struct sockaddr_un, sun_path) + 1;
	fd = socket(AF_UNIX, is_at_once ? type | SOCK_NONBLOCK : type, 0);
	if (fd < 0)
		return -1;
	/* also while its queue of connections is full */
	set_patience(fd, SO_SNDTIMEO, PATIENCE_S);
	if (connect(fd, (struct sockaddr *)&address, (socklen_t)n) == 0 &&
	    know_peer(fd, peer))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

static bool send_order(int to, const struct order *order, int fd)
{
	struct iovec part = {(void *)(uintptr_t)order, sizeof(*order)};
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(sizeof(int))];
	} baggage = {.head = {.cmsg_len = CMSG_LEN(sizeof(int)),
			      .cmsg_level = SOL_SOCKET,
			      .cmsg_type = SCM_RIGHTS}};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

	if (fd >= 0) {
		memcpy(CMSG_DATA(&baggage.head), &fd, sizeof(fd));
		message.msg_control = &baggage;
		message.msg_controllen = CMSG_SPACE(sizeof(int));
	}
	return sendmsg(to, &message, MSG_NOSIGNAL) == sizeof(*order);
}

static bool is_answer(const struct order_answer *answer, ssize_t n)
{
	size_t n_head = offsetof(struct order_answer, text);

	return n >= (ssize_t)n_head && answer->magic == ORDER_MAGIC &&
	       answer->version == ORDER_VERSION &&
	       answer->n_text == (uint64_t)n - n_head;
}

/* Whether the number that it says it has is its manager's. */
static bool is_honest(const struct session_known *session)
{
	char value[32];

	return sessions_value(session, "session", 0, value, sizeof(value)) &&
	       strtol(value, NULL, 10) == session->peer.pid;
}

bool sessions_is_answer(const struct session_known *session, ssize_t n)
{
	return is_answer(&session->status, n) &&
	       (session->peer.is_ours || is_honest(session));
}

int sessions_order(const struct session_known *session,
		   const struct order *order, int fd,
		   struct order_answer *answer)
{
	struct session_peer peer;
	int to = sessions_connect(session->socket, false, &peer);
	int error = 0;
	ssize_t n;

	if (to < 0)
		return errno;
	/* a snapshot takes as long as its disk */
	set_patience(to, SO_RCVTIMEO,
		     order->kind == ORDER_SNAPSHOT ? 0 : PATIENCE_S);
	if (peer.uid != session->peer.uid) /* another one has its name now */
		error = EPERM;
	else if (!send_order(to, order, fd))
		error = errno;
	if (!error) {
		do
			n = recv(to, answer, sizeof(*answer), 0);
		while (n < 0 && errno == EINTR);
		if (n < 0)
			error = errno == EAGAIN ? ETIMEDOUT : errno;
		else if (!is_answer(answer, n))
			error = EPROTO;
	}
	close(to);
	return error;
}

struct session_known *sessions_find(void)
{
	return candidates_query(false);
}

void sessions_free(struct session_known *sessions)
{
	while (sessions) {
		struct session_known *next = sessions->next;

		free(sessions);
		sessions = next;
	}
}

bool sessions_value(const struct session_known *session, const char *key,
		    unsigned n_nth, char *value, size_t value_bytes)
{
	const char *at = session->status.text;
	const char *end = at + session->status.n_text;
	size_t n_key = strlen(key);

	for (const char *next; at < end; at = next) {
		const char *line_end = memchr(at, '\n', (size_t)(end - at));
		size_t n = (size_t)((line_end ? line_end : end) - at);

		next = line_end ? line_end + 1 : end;
		if (n < n_key + 2 || memcmp(at, key, n_key) != 0 ||
		    memcmp(at + n_key, ": ", 2) != 0 || n_nth-- > 0)
			continue;
		return (size_t)snprintf(value, value_bytes, "%.*s",
					(int)(n - n_key - 2),
					at + n_key + 2) < value_bytes;
	}
	return false;
}

/* Whether the file or process of that name is the session's user's. Another
 * user's session could say that it has anybody's. */
static bool is_owned(const struct session_known *session, const char *path)
{
	struct stat st;

	return session->peer.is_ours ||
	       (stat(path, &st) == 0 && st.st_uid == session->peer.uid);
}

/* Whether the session records a process with that pid. */
static bool has_process(const struct session_known *session, const char *pid)
{
	char value[512], path[64];

	snprintf(path, sizeof(path), "/proc/%.20s", pid);
	for (unsigned i = 0;
	     sessions_value(session, "process", i, value, sizeof(value)); i++)
		if (strtoul(value, NULL, 10) == strtoul(pid, NULL, 10))
			return is_owned(session, path);
	return false;
}

static bool has_archive(const struct session_known *session, const char *name)
{
	char value[PATH_MAX], path[PATH_MAX];

	return sessions_value(session, "archive", 0, value, sizeof(value)) &&
	       realpath(name, path) && strcmp(value, path) == 0 &&
	       is_owned(session, path);
}

static bool is_named(const struct session_known *session, const char *name)
{
	char value[PATH_MAX + 16], quoted[512];
	bool is_number = *name && name[strspn(name, "0123456789")] == '\0';

	if (is_number)
		return (sessions_value(session, "session", 0, value,
				       sizeof(value)) &&
			strcmp(value, name) == 0) ||
		       has_process(session, name);
	snprintf(quoted, sizeof(quoted), "\"%s\"", name);
	return (sessions_value(session, "program", 0, value, sizeof(value)) &&
		strcmp(value, quoted) == 0) ||
	       has_archive(session, name);
}

/* Of this user's sessions, or of the others'. */
static struct session_known *find_named(struct session_known *sessions,
					const char *name, bool is_ours)
{
	struct session_known *found = NULL;

	for (; sessions; sessions = sessions->next) {
		if (sessions->peer.is_ours != is_ours ||
		    !is_named(sessions, name))
			continue;
		if (found)
			die("%s: more than one session is called that; give "
			    "its number, see fxtrace ps",
			    name);
		found = sessions;
	}
	return found;
}

/* Of this user's first. */
static struct session_known *find_any(struct session_known *sessions,
				      const char *name)
{
	struct session_known *found = find_named(sessions, name, true);

	return found ? found : find_named(sessions, name, false);
}

/* The last component of a path, or a program's name without its marks. */
static void try_value(struct near *near, const struct session_known *session,
		      const char *key)
{
	char value[PATH_MAX + 16];
	char *name = value;

	if (!sessions_value(session, key, 0, value, sizeof(value)))
		return;
	if (strrchr(name, '/'))
		name = strrchr(name, '/') + 1;
	if (*name == '"')
		name++;
	name[strcspn(name, "\"")] = '\0';
	near_try(near, name);
}

static void report_none(const struct session_known *sessions, const char *name)
{
	char meant[NEAR_NAMES * (NEAR_BYTES + 8)];
	struct near near = {.wanted = name};

	/* another user's may have any name */
	for (; sessions; sessions = sessions->next) {
		if (!sessions->peer.is_ours)
			continue;
		try_value(&near, sessions, "program");
		try_value(&near, sessions, "archive");
	}
	near_text(&near, "", meant, sizeof(meant));
	die("%s: no such session%s", name, *meant ? meant : "; see fxtrace ps");
}

struct session_known *sessions_named(struct session_known **sessions,
				     const char *name)
{
	struct session_known *found = find_any(*sessions, name);

	if (!found) { /* its manager may be stopped for a moment */
		sessions_free(*sessions);
		*sessions = candidates_query(true);
		found = find_any(*sessions, name);
	}
	if (!found)
		report_none(*sessions, name);
	return found;
}
