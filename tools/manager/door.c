/* SPDX-License-Identifier: MIT */
/*
 * Guests and their messages, see door.h. Nothing here blocks.
 */
#include "tools/manager/door.h"
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
/* Descriptors that are accepted from a guest; further ones are not taken. */
#define MAX_FDS 4

union baggage {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(MAX_FDS * sizeof(int))];
};

/* Any descriptor will do. */
static void keep_spare(struct door *door)
{
	door->spare_fd = fcntl(door->epoll_fd, F_DUPFD_CLOEXEC, 0);
}

int door_open(struct door *door, int epoll_fd)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	uint64_t number;
	size_t n;
	int error;

	door->epoll_fd = epoll_fd;
	door->owner = geteuid();
	for (unsigned i = 0; i < DOOR_GUESTS; i++)
		door->guests[i].fd = door->guests[i].pid_fd = -1;
	door->fd = socket(AF_UNIX,
			  SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	keep_spare(door);
	if (door->fd < 0 || door->spare_fd < 0)
		return errno;
	error = secret_make(&door->secret);
	if (error)
		return error;
	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return errno;
	n = (size_t)snprintf(door->name, sizeof(door->name), "fxtrace-%016llx",
			     (unsigned long long)number);
	memcpy(address.sun_path + 1, door->name, n);
	n += offsetof(struct sockaddr_un, sun_path) + 1;
	if (bind(door->fd, (struct sockaddr *)&address, (socklen_t)n) ||
	    listen(door->fd, SOMAXCONN))
		return errno;
	return 0;
}

int door_adopt(struct door *door, int epoll_fd, int fd,
	       const struct relief_start *start)
{
	door->epoll_fd = epoll_fd;
	door->owner = start->owner;
	door->secret = start->secret;
	door->fd = fd;
	memcpy(door->name, start->name, sizeof(door->name));
	for (unsigned i = 0; i < DOOR_GUESTS; i++)
		door->guests[i].fd = door->guests[i].pid_fd = -1;
	keep_spare(door);
	return door->spare_fd < 0 ? errno : 0;
}

static void turn_out(struct door *door, struct door_guest *guest)
{
	if (guest->fd < 0)
		return;
	/* a program that is being started may have a copy of it; then closing
	 * it does not remove it from the set */
	(void)epoll_ctl(door->epoll_fd, EPOLL_CTL_DEL, guest->fd, NULL);
	close(guest->fd);
	if (guest->pid_fd >= 0)
		close(guest->pid_fd);
	guest->fd = guest->pid_fd = -1;
}

void door_close(struct door *door)
{
	for (unsigned i = 0; i < DOOR_GUESTS && door->fd >= 0; i++)
		turn_out(door, &door->guests[i]);
	if (door->fd >= 0)
		close(door->fd);
	if (door->spare_fd >= 0)
		close(door->spare_fd);
	door->fd = door->spare_fd = -1;
}

static unsigned n_of(const struct door *door, uint32_t pid)
{
	unsigned n = 0;

	for (unsigned i = 0; i < DOOR_GUESTS; i++)
		n += door->guests[i].fd >= 0 && door->guests[i].pid == pid;
	return n;
}

/* How suitable a place is for a new guest. A flood evicts its own connections.
 */
static unsigned rank(const struct door *door, const struct door_guest *guest,
		     bool is_ours)
{
	if (guest->fd < 0)
		return DOOR_GUESTS + 1;
	if (!guest->is_ours)
		return DOOR_GUESTS;
	return is_ours ? n_of(door, guest->pid) : 0;
}

/* A free place. Else that of another user; of our own, that of the process
 * which has most of them. */
static unsigned find_place(const struct door *door, bool is_ours)
{
	unsigned place = 0, most = 0, n_foreigners = 0;

	for (unsigned i = 0; i < DOOR_GUESTS; i++)
		n_foreigners +=
			door->guests[i].fd >= 0 && !door->guests[i].is_ours;
	for (unsigned i = 0; i < DOOR_GUESTS && most <= DOOR_GUESTS; i++) {
		const struct door_guest *guest = &door->guests[i];
		unsigned n = rank(door, guest, is_ours);

		if (n > DOOR_GUESTS && !is_ours &&
		    n_foreigners >= DOOR_FOREIGNERS)
			continue;
		if (n < most ||
		    (n == most &&
		     guest->since_ns >= door->guests[place].since_ns))
			continue;
		place = i;
		most = n;
	}
	return most ? place : DOOR_GUESTS;
}

/* Whether the process is root's or our own user's. One number means
 * all users whom our user namespace does not know: then the process is ours if
 * we may send it a signal. */
static bool is_ours(const struct door *door, const struct ucred *peer,
		    int pid_fd)
{
	if (peer->uid == 0)
		return true;
	if (peer->uid != door->owner)
		return false;
	return peer->uid != UID_UNKNOWN ||
	       syscall(SYS_pidfd_send_signal, pid_fd, 0, NULL, 0) == 0;
}

/* Who it is; at once, while its number cannot be another's yet. False: nobody
 * that we can see. */
static bool identify(const struct door *door, struct door_guest *guest)
{
	struct ucred peer = {0};
	socklen_t n = sizeof(peer), n_fd = sizeof(guest->pid_fd);

	guest->pid_fd = -1;
	if (getsockopt(guest->fd, SOL_SOCKET, SO_PEERCRED, &peer, &n) ||
	    peer.pid <= 0)
		return false;
	if (getsockopt(guest->fd, SOL_SOCKET, SO_PEERPIDFD, &guest->pid_fd,
		       &n_fd))
		guest->pid_fd = (int)syscall(SYS_pidfd_open, peer.pid, 0);
	guest->pid = (uint32_t)peer.pid;
	guest->uid = peer.uid;
	guest->is_ours =
		guest->pid_fd >= 0 && is_ours(door, &peer, guest->pid_fd);
	return guest->pid_fd >= 0;
}

/* A connection that stays in the queue would wake us forever. */
static int refuse_guest(struct door *door)
{
	bool is_shut;
	int fd;

	close(door->spare_fd);
	fd = accept4(door->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	is_shut = fd < 0 && errno != EAGAIN;
	if (fd >= 0)
		close(fd);
	keep_spare(door);
	return is_shut ? DOOR_SHUT : DOOR_NOBODY;
}

int door_accept(struct door *door, uint64_t now_ns)
{
	struct door_guest guest = {.since_ns = now_ns};
	unsigned place;

	guest.fd = accept4(door->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (guest.fd < 0 && (errno == EMFILE || errno == ENFILE))
		return refuse_guest(door);
	if (guest.fd < 0)
		return DOOR_NOBODY;
	place = identify(door, &guest) ? find_place(door, guest.is_ours)
				       : DOOR_GUESTS;
	if (place == DOOR_GUESTS) {
		close(guest.fd);
		if (guest.pid_fd >= 0)
			close(guest.pid_fd);
		return DOOR_GONE;
	}
	turn_out(door, &door->guests[place]);
	door->guests[place] = guest;
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
static bool is_sense(struct door_knock *knock, ssize_t n)
{
	const struct fxw_join *join = &knock->join;
	struct order *order = &knock->order;

	knock->is_order = n == sizeof(*order) && order->magic == ORDER_MAGIC;
	if (!knock->is_order)
		return n == sizeof(*join) && join->magic == FXW_JOIN_MAGIC &&
		       join->version == FXW_WIRE_VERSION && knock->memfd >= 0;
	order->text[sizeof(order->text) - 1] = '\0';
	return order->version == ORDER_VERSION;
}

/* A provider that has waited too long has closed its end, and records alone.
 * One that has died may have left its connection to another process. */
static bool is_gone(const struct door_guest *guest)
{
	struct pollfd peer[] = {{.fd = guest->fd, .events = POLLRDHUP},
				{.fd = guest->pid_fd, .events = POLLIN}};

	return poll(peer, 2, 0) > 0 &&
	       (peer[0].revents & (POLLRDHUP | POLLHUP | POLLERR) ||
		peer[1].revents);
}

/* Whether the guest may have what it wants. */
static bool is_allowed(const struct door *door, const struct door_guest *guest,
		       const struct door_knock *knock)
{
	return knock->is_order ? guest->is_ours
			       : secret_is(&door->secret, knock->join.secret);
}

static void refuse_message(struct door *door, unsigned guest,
			   const struct door_knock *knock, int error)
{
	static struct order_answer answer = {.magic = ORDER_MAGIC,
					     .version = ORDER_VERSION};

	answer.error = error;
	if (knock->memfd >= 0)
		close(knock->memfd);
	if (knock->is_order)
		door_reply(door, guest, &answer);
	else
		door_answer(door, guest, error, &(struct door_place){0}, NULL,
			    0);
}

bool door_hear(struct door *door, unsigned number, struct door_knock *knock)
{
	struct iovec part = {&knock->order, sizeof(knock->order)};
	union baggage baggage;
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &baggage,
				 .msg_controllen = sizeof(baggage)};
	struct door_guest *guest = &door->guests[number];
	bool is_heard;
	ssize_t n;

	knock->memfd = -1;
	knock->is_order = false;
	knock->koid = 0;
	n = recvmsg(guest->fd, &message, MSG_CMSG_CLOEXEC);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n >= 0)
		knock->memfd = take_fds(&message);
	is_heard = is_sense(knock, n) && !is_gone(guest) &&
		   !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC));
	if (!is_heard || !is_allowed(door, guest, knock)) {
		refuse_message(door, number, knock, is_heard ? EPERM : EPROTO);
		return false;
	}
	knock->pid = guest->pid;
	knock->uid = guest->uid;
	knock->is_ours = guest->is_ours;
	knock->pid_fd = guest->pid_fd;
	guest->pid_fd = -1;
	return true;
}

void door_answer(struct door *door, unsigned guest, int error,
		 const struct door_place *place, const int *fds, uint32_t n_fds)
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
	(void)sendmsg(door->guests[guest].fd, &message,
		      MSG_DONTWAIT | MSG_NOSIGNAL);
	turn_out(door, &door->guests[guest]);
}

int door_part(struct door *door, unsigned guest)
{
	int fd = door->guests[guest].fd;

	(void)epoll_ctl(door->epoll_fd, EPOLL_CTL_DEL, fd, NULL);
	if (door->guests[guest].pid_fd >= 0)
		close(door->guests[guest].pid_fd);
	door->guests[guest].fd = door->guests[guest].pid_fd = -1;
	return fd;
}

void door_reply(struct door *door, unsigned guest,
		const struct order_answer *answer)
{
	size_t n = offsetof(struct order_answer, text) + answer->n_text;

	(void)send(door->guests[guest].fd, answer, n,
		   MSG_DONTWAIT | MSG_NOSIGNAL);
	turn_out(door, &door->guests[guest]);
}

void door_sweep(struct door *door, uint64_t now_ns)
{
	for (unsigned i = 0; i < DOOR_GUESTS; i++)
		if (door->guests[i].fd >= 0 &&
		    now_ns - door->guests[i].since_ns > PATIENCE_NS)
			turn_out(door, &door->guests[i]);
}
