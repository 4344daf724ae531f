/* SPDX-License-Identifier: MIT */
/*
 * One message there, one back, see session.h.
 */
#include "writer/session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>

#include "writer/bytes.h"
#include "writer/sys.h"

/* A manager that does not answer in that time is none. On a machine that is
 * busy it may take a second and more. */
#define ANSWER_S 5
#define WELCOME_FDS 2u
#define TRIES 8u

/* The area is mapped here, so that no pointer is between a call and the word
 * that says what is recorded. All zero, so without a session everything is. */
struct fxw_session_area fxw_session __attribute__((aligned(4096)));
struct fxw_bells fxw_bells __attribute__((aligned(4096)));

/* Space for the descriptors that come along with a message. */
union control_message {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(WELCOME_FDS * sizeof(int))];
};

/* Connected to the manager: a process of our own user, or root's. */
static __attribute__((noinline)) int call_manager(const char *socket)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	const struct timeval patience = {.tv_sec = ANSWER_S};
	uint32_t n = (uint32_t)fxw_length(socket);
	struct ucred peer;
	uint32_t n_peer = sizeof(peer);
	int fd, rc;

	if (n + 1 > sizeof(address.sun_path))
		return -ENAMETOOLONG;
	fxw_copy(address.sun_path + 1, socket, n);
	fd = sys_socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return fd;
	n += (uint32_t)offsetof(struct sockaddr_un, sun_path) + 1;
	/* also while its queue of connections is full */
	rc = sys_setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience,
			    sizeof(patience));
	if (rc == 0) /* without that limit it might wait for ever */
		rc = sys_connect(fd, &address, n);
	if (rc == 0)
		rc = sys_getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer,
				    &n_peer);
	if (rc == 0 && peer.uid != 0 && peer.uid != sys_getuid())
		rc = -EPERM;
	if (rc == 0)
		return fd;
	(void)sys_close(fd);
	return rc;
}

static __attribute__((noinline)) int send_join(int fd,
					       const struct fxw_joining *how)
{
	struct fxw_join join = {.magic = FXW_JOIN_MAGIC,
				.version = FXW_WIRE_VERSION,
				.pid = how->pid,
				.memfd_bytes = how->n_bytes};
	struct iovec part = {&join, sizeof(join)};
	union control_message control_message = {
		.head = {.cmsg_len = CMSG_LEN(sizeof(int)),
			 .cmsg_level = SOL_SOCKET,
			 .cmsg_type = SCM_RIGHTS}};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &control_message,
				 .msg_controllen = CMSG_LEN(sizeof(int))};
	long n;

	fxw_copy(join.secret, how->secret,
		 fxw_length_max(how->secret, FXW_SECRET_DIGITS));
	fxw_store4(CMSG_DATA(&control_message.head), (uint32_t)how->memfd);
	n = sys_sendmsg(fd, &message, MSG_NOSIGNAL);
	if (n < 0)
		return (int)n;
	return n == sizeof(join) ? 0 : -EIO;
}

/* The descriptors that came with the message; those that did not are -1. */
static void take_fds(const struct msghdr *message,
		     const union control_message *control_message,
		     int fds[WELCOME_FDS])
{
	const struct cmsghdr *head = &control_message->head;
	size_t n = 0;

	if (message->msg_controllen >= CMSG_LEN(sizeof(int)) &&
	    head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
		n = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	for (size_t i = 0; i < WELCOME_FDS; i++)
		fds[i] = i < n ? (int)fxw_load4(CMSG_DATA(head) +
						i * sizeof(int))
			       : -1;
}

static void close_all(const int fds[WELCOME_FDS])
{
	for (unsigned i = 0; i < WELCOME_FDS; i++)
		if (fds[i] >= 0)
			(void)sys_close(fds[i]);
}

static int wait_for_answer(int fd)
{
	struct pollfd in = {.fd = fd, .events = POLLIN};
	struct timespec limit = {ANSWER_S, 0};
	int rc;

	do /* ppoll counts the rest of the time down */
		rc = sys_poll(&in, 1, &limit);
	while (rc == -EINTR);
	if (rc < 0)
		return rc;
	return rc == 0 ? -ETIMEDOUT : 0;
}

/* Returns 0 or -errno. fds: the session area's and the bells' descriptor; of
 * the latter -1 if we have one of our own. */
static __attribute__((noinline)) int hear_welcome(int fd,
						  struct fxw_joined *joined,
						  int fds[WELCOME_FDS])
{
	struct fxw_welcome welcome = {0};
	struct iovec part = {&welcome, sizeof(welcome)};
	union control_message control_message = {0};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &control_message,
				 .msg_controllen = sizeof(control_message)};
	int rc = wait_for_answer(fd);
	long n;

	if (rc != 0)
		return rc;
	n = sys_recvmsg(fd, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
	if (n <= 0)
		return n < 0 ? (int)n : -ECONNRESET;
	take_fds(&message, &control_message, fds);
	joined->id = welcome.provider_id;
	joined->koid = welcome.koid;
	joined->parent_koid = welcome.parent_koid;
	if (n == sizeof(welcome) && welcome.magic == FXW_JOIN_MAGIC &&
	    welcome.version == FXW_WIRE_VERSION && !welcome.error &&
	    fds[0] >= 0 && (welcome.n_fds == 2) == (fds[1] >= 0))
		return 0;
	return welcome.error > 0 ? -welcome.error : -EPROTO;
}

/* Whether so much memory is behind the descriptor, and stays: else a look at it
 * could kill the program. */
static bool is_memory(int fd, uint64_t n_bytes)
{
	struct sys_stat st;
	int seals = sys_fcntl(fd, F_GET_SEALS, 0);

	return seals >= 0 && (seals & F_SEAL_SHRINK) &&
	       sys_fstat(fd, &st) == 0 && st.size >= (int64_t)n_bytes;
}

/* Whether an area of our version is behind the descriptor. */
static bool is_area(int fd)
{
	struct fxw_session_area *look;
	bool is_ours;

	if (!is_memory(fd, sizeof(*look)))
		return false;
	look = sys_mmap(NULL, sizeof(*look), PROT_READ, MAP_SHARED, fd, 0);
	if (!sys_mapped(look))
		return false;
	is_ours = look->magic == FXW_SESSION_MAGIC &&
		  look->version == FXW_WIRE_VERSION &&
		  look->bytes == sizeof(*look);
	(void)sys_munmap(look, sizeof(*look));
	return is_ours;
}

/* Maps the session's memory here; in a forked child over its parent's, which is
 * the same. */
static int map_shared(const int fds[WELCOME_FDS])
{
	void *map;

	if (!is_area(fds[0]) ||
	    (fds[1] >= 0 && !is_memory(fds[1], sizeof(fxw_bells))))
		return -EPROTO;
	map = sys_mmap(&fxw_session, sizeof(fxw_session), PROT_READ,
		       MAP_SHARED | MAP_FIXED, fds[0], 0);
	if (sys_mapped(map) && fds[1] >= 0)
		map = sys_mmap(&fxw_bells, sizeof(fxw_bells),
			       PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
			       fds[1], 0);
	return sys_mapped(map) ? 0 : (int)(intptr_t)map;
}

/* One message there, one back. */
static int send_request(const struct fxw_joining *how,
			struct fxw_joined *joined, int fds[WELCOME_FDS])
{
	int fd = call_manager(how->socket);
	int rc;

	if (fd < 0)
		return fd;
	rc = send_join(fd, how);
	if (rc == 0)
		rc = hear_welcome(fd, joined, fds);
	(void)sys_close(fd);
	return rc;
}

int fxw_session_join(const struct fxw_joining *how, struct fxw_joined *joined)
{
	int fds[WELCOME_FDS] = {-1, -1};
	int rc = send_request(how, joined, fds);

	/* a flood of others may have taken our place before we spoke */
	for (unsigned i = 1; i < TRIES && (rc == -ECONNRESET || rc == -EPIPE);
	     i++)
		rc = send_request(how, joined, fds);
	if (rc == 0)
		rc = map_shared(fds);
	joined->area = &fxw_session;
	joined->has_own_bell = fds[1] < 0;
	close_all(fds);
	return rc;
}

static void map_nothing(void *at, uint64_t n_bytes)
{
	(void)sys_mmap(at, n_bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

void fxw_session_leave(void)
{
	if (!fxw_session.magic)
		return;
	map_nothing(&fxw_session, sizeof(fxw_session));
	map_nothing(&fxw_bells, sizeof(fxw_bells));
}

void fxw_session_stop(void)
{
	uint32_t generation = fxw_session.generation + FXW_CHOICE_STEP;
	struct fxw_session_area *own =
		sys_mmap(NULL, sizeof(*own), PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (!sys_mapped(own))
		return;
	own->magic = FXW_SESSION_MAGIC;
	own->version = FXW_WIRE_VERSION;
	own->bytes = sizeof(*own);
	own->generation = generation;
	own->choices[0].is_stopped = 1;
	own->choices[1].is_stopped = 1;
	/* at once: other threads look into it meanwhile */
	(void)sys_mremap(own, sizeof(*own), sizeof(*own),
			 MREMAP_MAYMOVE | MREMAP_FIXED, &fxw_session);
}
