/* SPDX-License-Identifier: MIT */
/*
 * Finds sessions by the names of their sockets, see sessions.h.
 */
#include "tools/manager/sessions.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "tools/base/die.h"

#define SOCKETS "/proc/net/unix"
#define PREFIX "@fxtrace-"
#define DIGITS 16 /* after it, hexadecimal */
/* Flags of a listening socket. */
#define LISTENS "00010000"
/* A manager that does not reply in that time hangs. */
#define PATIENCE_S 3

static int connect_to(const char *socket_name)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	size_t n = strlen(socket_name);
	const struct timeval patience = {.tv_sec = PATIENCE_S};
	struct ucred peer;
	socklen_t n_peer = sizeof(peer);
	int fd;

	if (n + 1 > sizeof(address.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(address.sun_path + 1, socket_name, n);
	n += offsetof(struct sockaddr_un, sun_path) + 1;
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	/* also while its queue of connections is full */
	(void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience,
			 sizeof(patience));
	if (connect(fd, (struct sockaddr *)&address, (socklen_t)n) == 0 &&
	    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &n_peer) == 0) {
		if (peer.uid == geteuid() || geteuid() == 0)
			return fd;
		errno = EPERM;
	}
	close(fd);
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

int sessions_order(const char *socket_name, const struct order *order, int fd,
		   struct order_answer *answer)
{
	/* a snapshot takes as long as its disk */
	struct timeval patience = {
		.tv_sec = order->kind == ORDER_SNAPSHOT ? 0 : PATIENCE_S};
	int to = connect_to(socket_name);
	int error = 0;
	ssize_t n;

	if (to < 0)
		return errno;
	(void)setsockopt(to, SOL_SOCKET, SO_RCVTIMEO, &patience,
			 sizeof(patience));
	if (!send_order(to, order, fd))
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

/* Whether the name is that of a manager's socket: others are not contacted. */
static bool is_sessions(const char *name)
{
	size_t n = strlen(PREFIX);

	return strncmp(name, PREFIX, n) == 0 &&
	       strspn(name + n, "0123456789abcdef") == DIGITS &&
	       name[n + DIGITS] == '\0';
}

/* Queries the socket of that name; NULL: it is not a manager's, or gone. */
static struct session_known *query_session(const char *socket_name)
{
	static const struct order order = {.magic = ORDER_MAGIC,
					   .version = ORDER_VERSION,
					   .kind = ORDER_LOOK};
	struct session_known *session = calloc(1, sizeof(*session));

	if (!session)
		die("out of memory");
	snprintf(session->socket, sizeof(session->socket), "%s", socket_name);
	if (sessions_order(socket_name, &order, -1, &session->status) == 0)
		return session;
	free(session);
	return NULL;
}

struct session_known *sessions_find(void)
{
	struct session_known *found = NULL, *session;
	FILE *in = fopen(SOCKETS, "re");
	char line[512], flags[16], name[64];

	if (!in)
		die("%s: %s", SOCKETS, strerror(errno));
	while (fgets(line, sizeof(line), in)) {
		if (sscanf(line, "%*s %*s %*s %15s %*s %*s %*s %63s", flags,
			   name) != 2 ||
		    strcmp(flags, LISTENS) != 0 || !is_sessions(name))
			continue;
		session = query_session(name + 1);
		if (!session)
			continue;
		session->next = found;
		found = session;
	}
	fclose(in);
	return found;
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

/* Whether the session records a process with that pid. */
static bool has_process(const struct session_known *session, const char *pid)
{
	char value[512];

	for (unsigned i = 0;
	     sessions_value(session, "process", i, value, sizeof(value)); i++)
		if (strtoul(value, NULL, 10) == strtoul(pid, NULL, 10))
			return true;
	return false;
}

static bool is_named(const struct session_known *session, const char *name)
{
	char value[PATH_MAX + 16], quoted[512], path[PATH_MAX];
	bool is_number = *name && name[strspn(name, "0123456789")] == '\0';

	if (is_number)
		return (sessions_value(session, "session", 0, value,
				       sizeof(value)) &&
			strcmp(value, name) == 0) ||
		       has_process(session, name);
	snprintf(quoted, sizeof(quoted), "\"%s\"", name);
	if (sessions_value(session, "program", 0, value, sizeof(value)) &&
	    strcmp(value, quoted) == 0)
		return true;
	return sessions_value(session, "archive", 0, value, sizeof(value)) &&
	       realpath(name, path) && strcmp(value, path) == 0;
}

struct session_known *sessions_named(struct session_known *sessions,
				     const char *name)
{
	struct session_known *found = NULL;

	for (; sessions; sessions = sessions->next) {
		if (!is_named(sessions, name))
			continue;
		if (found)
			die("%s: more than one session is called that; give "
			    "its number, see fxtrace ps",
			    name);
		found = sessions;
	}
	if (!found)
		die("%s: no such session; see fxtrace ps", name);
	return found;
}
