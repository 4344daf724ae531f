/* SPDX-License-Identifier: MIT */
/*
 * Guests and their messages, see door.h. Nothing here blocks.
 */
#include "tools/manager/door.h"

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

	door->epoll_fd = epoll_fd;
	for (unsigned i = 0; i < DOOR_GUESTS; i++)
		door->guests[i].fd = -1;
	door->fd = socket(AF_UNIX,
			  SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	keep_spare(door);
	if (door->fd < 0 || door->spare_fd < 0)
		return errno;
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

static void turn_out(struct door *door, struct door_guest *guest)
{
	if (guest->fd < 0)
		return;
	/* a program that is being started may have a copy of it; then closing
	 * it does not remove it from the set */
	(void)epoll_ctl(door->epoll_fd, EPOLL_CTL_DEL, guest->fd, NULL);
	close(guest->fd);
	guest->fd = -1;
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

/* A free place, or one of the process that has most of them: a flood evicts its
 * own connections. */
static unsigned find_place(const struct door *door)
{
	unsigned place = 0, most = 0;

	for (unsigned i = 0; i < DOOR_GUESTS; i++) {
		const struct door_guest *guest = &door->guests[i];
		unsigned n = guest->fd < 0 ? DOOR_GUESTS + 1
					   : n_of(door, guest->pid);

		if (n < most ||
		    (n == most &&
		     guest->since_ns >= door->guests[place].since_ns))
			continue;
		place = i;
		most = n;
	}
	return place;
}

static uint32_t peer_pid(int fd)
{
	struct ucred peer = {0};
	socklen_t n = sizeof(peer);

	(void)getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &n);
	return (uint32_t)peer.pid;
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
	struct door_guest *guest;
	unsigned place;
	int fd = accept4(door->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd < 0 && (errno == EMFILE || errno == ENFILE))
		return refuse_guest(door);
	if (fd < 0)
		return DOOR_NOBODY;
	place = find_place(door);
	guest = &door->guests[place];
	turn_out(door, guest);
	*guest = (struct door_guest){fd, peer_pid(fd), now_ns};
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

/* Identifies the guest: false for another user, or a process that we cannot
 * see. */
static bool identify_guest(int fd, struct door_knock *knock)
{
	struct ucred peer;
	socklen_t n = sizeof(peer), n_fd = sizeof(knock->pid_fd);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &n) ||
	    peer.pid <= 0 || (peer.uid != geteuid() && geteuid() != 0))
		return false;
	knock->pid = (uint32_t)peer.pid;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &knock->pid_fd, &n_fd))
		knock->pid_fd =
			(int)syscall(SYS_pidfd_open, (pid_t)peer.pid, 0);
	return knock->pid_fd >= 0;
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

/* A provider that has waited too long has closed its end, and records alone. */
static bool is_gone(int fd)
{
	struct pollfd peer = {.fd = fd, .events = POLLRDHUP};

	return poll(&peer, 1, 0) > 0 &&
	       peer.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

bool door_hear(struct door *door, unsigned guest, struct door_knock *knock)
{
	struct iovec part = {&knock->order, sizeof(knock->order)};
	union baggage baggage;
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &baggage,
				 .msg_controllen = sizeof(baggage)};
	int fd = door->guests[guest].fd;
	ssize_t n;

	knock->memfd = knock->pid_fd = -1;
	n = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n >= 0)
		knock->memfd = take_fds(&message);
	if (is_sense(knock, n) && !is_gone(fd) &&
	    !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) &&
	    identify_guest(fd, knock))
		return true;
	if (knock->memfd >= 0)
		close(knock->memfd);
	door_answer(door, guest, EPROTO, 0, -1);
	return false;
}

void door_answer(struct door *door, unsigned guest, int error,
		 uint32_t provider_id, int area_fd)
{
	struct fxw_welcome welcome = {.magic = FXW_JOIN_MAGIC,
				      .version = FXW_WIRE_VERSION,
				      .error = error,
				      .provider_id = provider_id};
	struct iovec part = {&welcome, sizeof(welcome)};
	union baggage baggage = {.head = {.cmsg_len = CMSG_LEN(sizeof(int)),
					  .cmsg_level = SOL_SOCKET,
					  .cmsg_type = SCM_RIGHTS}};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

	if (!error) {
		memcpy(CMSG_DATA(&baggage.head), &area_fd, sizeof(area_fd));
		message.msg_control = &baggage;
		message.msg_controllen = CMSG_SPACE(sizeof(int));
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
	door->guests[guest].fd = -1;
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
