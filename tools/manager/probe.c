/* SPDX-License-Identifier: MIT */
/*
 * What a session needs, tried once, see probe.h. A session waits for
 * descriptors and shares a sealed piece of memory. A socket passes that memory
 * to another process, which can be identified and watched.
 */
#include "tools/manager/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77 /* Linux 6.5 */
#endif

enum { EPOLL, EVENT, MEMORY, LISTENER, CLIENT, HOST, PASSED, PID, N_FDS };

union baggage {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(sizeof(int))];
};

/* Keeps the descriptor; false: there is none. */
static bool keep(int *fds, unsigned i, int fd)
{
	fds[i] = fd;
	return fd >= 0;
}

static const char *find_memory(int *fds)
{
	if (!keep(fds, EPOLL, epoll_create1(EPOLL_CLOEXEC)))
		return "epoll_create1";
	if (!keep(fds, EVENT, eventfd(0, EFD_CLOEXEC)))
		return "eventfd2";
	if (!keep(fds, MEMORY,
		  memfd_create("fxtrace", MFD_CLOEXEC | MFD_ALLOW_SEALING)))
		return "memfd_create";
	if (fcntl(fds[MEMORY], F_ADD_SEALS, F_SEAL_SHRINK))
		return "fcntl(F_ADD_SEALS)";
	return NULL;
}

static const char *open_listener(int *fds)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	const socklen_t n = offsetof(struct sockaddr_un, sun_path) + 17;
	const int type = SOCK_SEQPACKET | SOCK_CLOEXEC;

	if (getrandom(address.sun_path + 1, 16, 0) != 16)
		return "getrandom";
	if (!keep(fds, LISTENER, socket(AF_UNIX, type, 0)) ||
	    !keep(fds, CLIENT, socket(AF_UNIX, type, 0)))
		return "socket";
	if (bind(fds[LISTENER], (struct sockaddr *)&address, n))
		return "bind";
	if (listen(fds[LISTENER], 1))
		return "listen";
	if (connect(fds[CLIENT], (struct sockaddr *)&address, n))
		return "connect";
	if (!keep(fds, HOST, accept4(fds[LISTENER], NULL, NULL, SOCK_CLOEXEC)))
		return "accept4";
	return NULL;
}

static const char *pass_memory(int *fds)
{
	char byte = 0;
	struct iovec part = {&byte, 1};
	union baggage baggage = {.head = {.cmsg_len = CMSG_LEN(sizeof(int)),
					  .cmsg_level = SOL_SOCKET,
					  .cmsg_type = SCM_RIGHTS}};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &baggage,
				 .msg_controllen = CMSG_LEN(sizeof(int))};

	memcpy(CMSG_DATA(&baggage.head), &fds[MEMORY], sizeof(int));
	if (sendmsg(fds[CLIENT], &message, MSG_NOSIGNAL) != 1)
		return "sendmsg";
	message.msg_controllen = sizeof(baggage);
	if (recvmsg(fds[HOST], &message, MSG_CMSG_CLOEXEC) != 1)
		return "recvmsg";
	if (message.msg_controllen < CMSG_LEN(sizeof(int)))
		return "recvmsg(SCM_RIGHTS)";
	memcpy(&fds[PASSED], CMSG_DATA(&baggage.head), sizeof(int));
	return NULL;
}

static const char *know_peer(int *fds)
{
	struct ucred peer;
	socklen_t n = sizeof(peer), n_fd = sizeof(int);

	if (getsockopt(fds[HOST], SOL_SOCKET, SO_PEERCRED, &peer, &n))
		return "getsockopt(SO_PEERCRED)";
	if (getsockopt(fds[HOST], SOL_SOCKET, SO_PEERPIDFD, &fds[PID], &n_fd) &&
	    !keep(fds, PID, (int)syscall(SYS_pidfd_open, getpid(), 0)))
		return "pidfd_open";
	return NULL;
}

const char *probe_session(int *error)
{
	int fds[N_FDS];
	const char *missing;

	for (unsigned i = 0; i < N_FDS; i++)
		fds[i] = -1;
	errno = 0;
	missing = find_memory(fds);
	if (!missing)
		missing = open_listener(fds);
	if (!missing)
		missing = pass_memory(fds);
	if (!missing)
		missing = know_peer(fds);
	*error = errno;
	for (unsigned i = 0; i < N_FDS; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	return missing;
}
