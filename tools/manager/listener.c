/* SPDX-License-Identifier: MIT */
/*
 * Clients and their messages, see listener.h. Nothing here blocks.
 */
#include "tools/manager/listener.h"
#include "tools/manager/relief.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77 /* Linux 6.5 */
#endif
/* Whom a user namespace does not know has this user id in it. */
#define UID_UNKNOWN 65534u

/* A provider sends its message immediately after it connects. */
#define PATIENCE_NS 2000000000ull
/* Descriptors that are accepted from a client; further ones are not taken. */
#define MAX_FDS 4

union baggage {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(MAX_FDS * sizeof(int))];
};

/* Any descriptor will do. */
static void keep_spare(struct listener *listener)
{
	listener->spare_fd = fcntl(listener->epoll_fd, F_DUPFD_CLOEXEC, 0);
}

int listener_open(struct listener *listener, int epoll_fd)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	uint64_t number;
	size_t n;
	int error;

	listener->epoll_fd = epoll_fd;
	listener->owner = geteuid();
	for (unsigned i = 0; i < LISTENER_CLIENTS; i++)
		listener->clients[i].fd = listener->clients[i].pid_fd = -1;
	listener->fd = socket(AF_UNIX,
			      SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	keep_spare(listener);
	if (listener->fd < 0 || listener->spare_fd < 0)
		return errno;
	error = secret_make(&listener->secret);
	if (error)
		return error;
	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return errno;
	n = (size_t)snprintf(listener->name, sizeof(listener->name),
			     "fxtrace-%016llx", (unsigned long long)number);
	memcpy(address.sun_path + 1, listener->name, n);
	n += offsetof(struct sockaddr_un, sun_path) + 1;
	if (bind(listener->fd, (struct sockaddr *)&address, (socklen_t)n) ||
	    listen(listener->fd, SOMAXCONN))
		return errno;
	return 0;
}

int listener_adopt(struct listener *listener, int epoll_fd, int fd,
		   const struct relief_start *start)
{
	listener->epoll_fd = epoll_fd;
	listener->owner = start->owner;
	listener->secret = start->secret;
	listener->fd = fd;
	memcpy(listener->name, start->name, sizeof(listener->name));
	for (unsigned i = 0; i < LISTENER_CLIENTS; i++)
		listener->clients[i].fd = listener->clients[i].pid_fd = -1;
	keep_spare(listener);
	return listener->spare_fd < 0 ? errno : 0;
}

static void turn_out(struct listener *listener, struct listener_client *client)
{
	if (client->fd < 0)
		return;
	/* a program that is being started may have a copy of it; then closing
	 * it does not remove it from the set */
	(void)epoll_ctl(listener->epoll_fd, EPOLL_CTL_DEL, client->fd, NULL);
	close(client->fd);
	if (client->pid_fd >= 0)
		close(client->pid_fd);
	client->fd = client->pid_fd = -1;
}

void listener_close(struct listener *listener)
{
	for (unsigned i = 0; i < LISTENER_CLIENTS && listener->fd >= 0; i++)
		turn_out(listener, &listener->clients[i]);
	if (listener->fd >= 0)
		close(listener->fd);
	if (listener->spare_fd >= 0)
		close(listener->spare_fd);
	listener->fd = listener->spare_fd = -1;
}

static unsigned n_of(const struct listener *listener, uint32_t pid)
{
	unsigned n = 0;

	for (unsigned i = 0; i < LISTENER_CLIENTS; i++)
		n += listener->clients[i].fd >= 0 &&
		     listener->clients[i].pid == pid;
	return n;
}

/* How suitable a place is for a new client. A flood evicts its own connections.
 */
static unsigned rank(const struct listener *listener,
		     const struct listener_client *client, bool is_ours)
{
	if (client->fd < 0)
		return LISTENER_CLIENTS + 1;
	if (!client->is_ours)
		return LISTENER_CLIENTS;
	return is_ours ? n_of(listener, client->pid) : 0;
}

/* A free place. Else that of another user; of our own, that of the process
 * which has most of them. */
static unsigned find_place(const struct listener *listener, bool is_ours)
{
	unsigned place = 0, most = 0, n_foreigners = 0;

	for (unsigned i = 0; i < LISTENER_CLIENTS; i++)
		n_foreigners += listener->clients[i].fd >= 0 &&
				!listener->clients[i].is_ours;
	for (unsigned i = 0; i < LISTENER_CLIENTS && most <= LISTENER_CLIENTS;
	     i++) {
		const struct listener_client *client = &listener->clients[i];
		unsigned n = rank(listener, client, is_ours);

		if (n > LISTENER_CLIENTS && !is_ours &&
		    n_foreigners >= LISTENER_FOREIGNERS)
			continue;
		if (n < most ||
		    (n == most &&
		     client->since_ns >= listener->clients[place].since_ns))
			continue;
		place = i;
		most = n;
	}
	return most ? place : LISTENER_CLIENTS;
}

/* Whether the process is root's or our own user's. One number means
 * all users whom our user namespace does not know: then the process is ours if
 * we may send it a signal. */
static bool is_ours(const struct listener *listener, const struct ucred *peer,
		    int pid_fd)
{
	if (peer->uid == 0)
		return true;
	if (peer->uid != listener->owner)
		return false;
	return peer->uid != UID_UNKNOWN ||
	       syscall(SYS_pidfd_send_signal, pid_fd, 0, NULL, 0) == 0;
}

/* Who it is; at once, while its number cannot be another's yet. False: nobody
 * that we can see. */
static bool identify(const struct listener *listener,
		     struct listener_client *client)
{
	struct ucred peer = {0};
	socklen_t n = sizeof(peer), n_fd = sizeof(client->pid_fd);

	client->pid_fd = -1;
	if (getsockopt(client->fd, SOL_SOCKET, SO_PEERCRED, &peer, &n) ||
	    peer.pid <= 0)
		return false;
	if (getsockopt(client->fd, SOL_SOCKET, SO_PEERPIDFD, &client->pid_fd,
		       &n_fd))
		client->pid_fd = (int)syscall(SYS_pidfd_open, peer.pid, 0);
	client->pid = (uint32_t)peer.pid;
	client->uid = peer.uid;
	client->is_ours =
		client->pid_fd >= 0 && is_ours(listener, &peer, client->pid_fd);
	return client->pid_fd >= 0;
}

/* A connection that stays in the queue would wake us forever. */
static int refuse_client(struct listener *listener)
{
	bool is_shut;
	int fd;

	close(listener->spare_fd);
	fd = accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	is_shut = fd < 0 && errno != EAGAIN;
	if (fd >= 0)
		close(fd);
	keep_spare(listener);
	return is_shut ? LISTENER_STARVED : LISTENER_NOBODY;
}

int listener_accept(struct listener *listener, uint64_t now_ns)
{
	struct listener_client client = {.since_ns = now_ns};
	unsigned place;

	client.fd =
		accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (client.fd < 0 && (errno == EMFILE || errno == ENFILE))
		return refuse_client(listener);
	if (client.fd < 0)
		return LISTENER_NOBODY;
	place = identify(listener, &client)
			? find_place(listener, client.is_ours)
			: LISTENER_CLIENTS;
	if (place == LISTENER_CLIENTS) {
		close(client.fd);
		if (client.pid_fd >= 0)
			close(client.pid_fd);
		return LISTENER_GONE;
	}
	turn_out(listener, &listener->clients[place]);
	listener->clients[place] = client;
	return (int)place;
}

/* Takes the descriptors of a message: only the first one stays open. */
static int take_fds(struct msghdr *message)
{
	int kept = -1;

	for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c;
	     c = CMSG_NXTHDR(message, c)) {
		size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);

		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < n; i++) {
			int fd;

			memcpy(&fd, CMSG_DATA(c) + i * sizeof(fd), sizeof(fd));
			if (kept < 0)
				kept = fd;
			else
				close(fd);
		}
	}
	return kept;
}

/* Whether the n bytes of the message form a message that we understand. */
static bool is_sense(struct listener_request *request, ssize_t n)
{
	const struct fxw_join *join = &request->join;
	struct order *order = &request->order;

	request->is_order = n == sizeof(*order) && order->magic == ORDER_MAGIC;
	if (!request->is_order)
		return n == sizeof(*join) && join->magic == FXW_JOIN_MAGIC &&
		       join->version == FXW_WIRE_VERSION && request->memfd >= 0;
	order->text[sizeof(order->text) - 1] = '\0';
	return order->version == ORDER_VERSION;
}

/* A provider that has waited too long has closed its end, and records alone.
 * One that has died may have left its connection to another process. */
static bool is_gone(const struct listener_client *client)
{
	struct pollfd peer[] = {{.fd = client->fd, .events = POLLRDHUP},
				{.fd = client->pid_fd, .events = POLLIN}};

	return poll(peer, 2, 0) > 0 &&
	       (peer[0].revents & (POLLRDHUP | POLLHUP | POLLERR) ||
		peer[1].revents);
}

/* Whether the client may have what it wants. */
static bool is_allowed(const struct listener *listener,
		       const struct listener_client *client,
		       const struct listener_request *request)
{
	return request->is_order
		       ? client->is_ours
		       : secret_is(&listener->secret, request->join.secret);
}

static void refuse_message(struct listener *listener, unsigned client,
			   const struct listener_request *request, int error)
{
	static struct order_answer answer = {.magic = ORDER_MAGIC,
					     .version = ORDER_VERSION};

	answer.error = error;
	if (request->memfd >= 0)
		close(request->memfd);
	if (request->is_order)
		listener_reply(listener, client, &answer);
	else
		listener_answer(listener, client, error,
				&(struct listener_place){0}, NULL, 0);
}

bool listener_hear(struct listener *listener, unsigned number,
		   struct listener_request *request)
{
	struct iovec part = {&request->order, sizeof(request->order)};
	union baggage baggage;
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &baggage,
				 .msg_controllen = sizeof(baggage)};
	struct listener_client *client = &listener->clients[number];
	bool is_heard;
	ssize_t n;

	request->memfd = -1;
	request->is_order = false;
	request->koid = 0;
	n = recvmsg(client->fd, &message, MSG_CMSG_CLOEXEC);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n >= 0)
		request->memfd = take_fds(&message);
	is_heard = is_sense(request, n) && !is_gone(client) &&
		   !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC));
	if (!is_heard || !is_allowed(listener, client, request)) {
		refuse_message(listener, number, request,
			       is_heard ? EPERM : EPROTO);
		return false;
	}
	request->pid = client->pid;
	request->uid = client->uid;
	request->is_ours = client->is_ours;
	request->pid_fd = client->pid_fd;
	client->pid_fd = -1;
	return true;
}

void listener_answer(struct listener *listener, unsigned client, int error,
		     const struct listener_place *place, const int *fds,
		     uint32_t n_fds)
{
	struct fxw_welcome welcome = {.magic = FXW_JOIN_MAGIC,
				      .version = FXW_WIRE_VERSION,
				      .error = error,
				      .provider_id = place->provider_id,
				      .koid = place->koid,
				      .parent_koid = place->parent_koid,
				      .n_fds = error ? 0 : n_fds};
	struct iovec part = {&welcome, sizeof(welcome)};
	size_t n_bytes = n_fds * sizeof(*fds);
	union baggage baggage = {.head = {.cmsg_len = CMSG_LEN(n_bytes),
					  .cmsg_level = SOL_SOCKET,
					  .cmsg_type = SCM_RIGHTS}};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

	if (!error) {
		memcpy(CMSG_DATA(&baggage.head), fds, n_bytes);
		message.msg_control = &baggage;
		message.msg_controllen = CMSG_SPACE(n_bytes);
	}
	/* one that does not accept it is gone, or malicious */
	(void)sendmsg(listener->clients[client].fd, &message,
		      MSG_DONTWAIT | MSG_NOSIGNAL);
	turn_out(listener, &listener->clients[client]);
}

int listener_part(struct listener *listener, unsigned client)
{
	int fd = listener->clients[client].fd;

	(void)epoll_ctl(listener->epoll_fd, EPOLL_CTL_DEL, fd, NULL);
	if (listener->clients[client].pid_fd >= 0)
		close(listener->clients[client].pid_fd);
	listener->clients[client].fd = listener->clients[client].pid_fd = -1;
	return fd;
}

void listener_reply(struct listener *listener, unsigned client,
		    const struct order_answer *answer)
{
	size_t n = offsetof(struct order_answer, text) + answer->n_text;

	(void)send(listener->clients[client].fd, answer, n,
		   MSG_DONTWAIT | MSG_NOSIGNAL);
	turn_out(listener, &listener->clients[client]);
}

void listener_sweep(struct listener *listener, uint64_t now_ns)
{
	for (unsigned i = 0; i < LISTENER_CLIENTS; i++)
		if (listener->clients[i].fd >= 0 &&
		    now_ns - listener->clients[i].since_ns > PATIENCE_NS)
			turn_out(listener, &listener->clients[i]);
}
