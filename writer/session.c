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

/* The area is mapped here, so that no pointer is between a call and the word
 * that says what is recorded. All zero, so without a session everything is. */
struct fxw_session_area fxw_session __attribute__((aligned(4096)));

/* Space for one descriptor along with a message. */
union control_message {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(sizeof(int))];
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

static __attribute__((noinline)) int send_join(int fd, int memfd,
					       uint64_t n_bytes, uint32_t pid)
{
	struct fxw_join join = {.magic = FXW_JOIN_MAGIC,
				.version = FXW_WIRE_VERSION,
				.pid = pid,
				.memfd_bytes = n_bytes};
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

	fxw_store4(CMSG_DATA(&control_message.head), (uint32_t)memfd);
	n = sys_sendmsg(fd, &message, MSG_NOSIGNAL);
	if (n < 0)
		return (int)n;
	return n == sizeof(join) ? 0 : -EIO;
}

/* The descriptor that came with the message, or -1. */
static int descriptor_of(const struct msghdr *message,
			 const union control_message *control_message)
{
	if (message->msg_controllen < CMSG_LEN(sizeof(int)) ||
	    control_message->head.cmsg_level != SOL_SOCKET ||
	    control_message->head.cmsg_type != SCM_RIGHTS)
		return -1;
	return (int)fxw_load4(CMSG_DATA(&control_message->head));
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

/* Returns the session area's descriptor, or -errno. */
static __attribute__((noinline)) int hear_welcome(int fd, uint32_t *id)
{
	struct fxw_welcome welcome = {0};
	struct iovec part = {&welcome, sizeof(welcome)};
	union control_message control_message = {0};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &control_message,
				 .msg_controllen = sizeof(control_message)};
	int area, rc = wait_for_answer(fd);
	long n;

	if (rc != 0)
		return rc;
	n = sys_recvmsg(fd, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
	if (n < 0)
		return (int)n;
	area = descriptor_of(&message, &control_message);
	*id = welcome.provider_id;
	if (n == sizeof(welcome) && welcome.magic == FXW_JOIN_MAGIC &&
	    welcome.version == FXW_WIRE_VERSION && !welcome.error && area >= 0)
		return area;
	if (area >= 0)
		(void)sys_close(area);
	return welcome.error > 0 ? -welcome.error : -EPROTO;
}

/* Whether an area of our version is behind the descriptor. */
static bool is_area(int fd)
{
	struct fxw_session_area *look;
	struct sys_stat st;
	bool is_ours;

	if (sys_fstat(fd, &st) != 0 || st.size < (int64_t)sizeof(*look))
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

/* Maps the session's area here; in a forked child over its parent's, which is
 * the same. */
static int map_area(int fd, struct fxw_session_area **area)
{
	void *map;

	if (!is_area(fd))
		return -EPROTO;
	map = sys_mmap(&fxw_session, sizeof(fxw_session),
		       PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
	if (!sys_mapped(map))
		return (int)(intptr_t)map;
	*area = &fxw_session;
	return 0;
}

int fxw_session_join(const char *socket, int memfd, uint64_t n_bytes,
		     uint32_t pid, struct fxw_session_area **area, uint32_t *id)
{
	int fd = call_manager(socket);
	int area_fd, rc;

	if (fd < 0)
		return fd;
	rc = send_join(fd, memfd, n_bytes, pid);
	area_fd = rc == 0 ? hear_welcome(fd, id) : rc;
	(void)sys_close(fd);
	if (area_fd < 0)
		return area_fd;
	rc = map_area(area_fd, area);
	(void)sys_close(area_fd);
	return rc;
}
