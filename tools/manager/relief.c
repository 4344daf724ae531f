/* SPDX-License-Identifier: MIT */
/*
 * The standby's process, see relief.h. It sleeps until the manager says
 * something or dies. From time to time it looks whether the manager makes
 * progress: a look in which it does not counts only if we were awake, too, so
 * several in a row are needed.
 */
#include "tools/manager/relief.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/manager/area.h"
#include "tools/manager/manager.h"

/* Looks in block_max_ms. */
#define LOOKS 4u
/* How often to check whether the session has ended. */
#define POLL_NS 100000000

static struct relief relief;
static struct area area; /* the word that says that we live */
static uint32_t last_beats;
static unsigned n_still;

/* The outcome of one step. */
enum step { STEP_ON, STEP_EMPTY, STEP_END, STEP_QUIT };

static void close_all(const int *fds, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

static void replace_fd(int *fd, int with)
{
	if (*fd >= 0)
		close(*fd);
	*fd = with;
}

/* Several descriptors for each process. */
static void raise_limits(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &limit);
	}
}

static void take_start(const struct relief_start *start, const int *fds)
{
	relief.start = *start;
	memcpy(relief.fds, fds, sizeof(relief.fds));
	area = (struct area){.own_fd = fds[RELIEF_AREA],
			     .bell_fd = fds[RELIEF_BELLS]};
	if (start->version != RELIEF_VERSION || area_adopt(&area))
		_exit(EXIT_FAILURE);
	last_beats = __atomic_load_n(&area.shared->n_beats, __ATOMIC_RELAXED);
	area_stand_by(&area);
}

static void take_member(const struct relief_join *join, const int *fds)
{
	struct relief_member *more = relief.members;

	if (relief.n_members == relief.capacity) {
		relief.capacity += relief.capacity + 16;
		more = realloc(more, relief.capacity * sizeof(*more));
		if (!more)
			_exit(EXIT_FAILURE);
		relief.members = more;
	}
	relief.members[relief.n_members++] =
		(struct relief_member){*join, fds[0], fds[1]};
}

static void drop_member(uint32_t id)
{
	for (uint32_t i = 0; i < relief.n_members; i++) {
		struct relief_member *member = &relief.members[i];

		if (member->join.id != id)
			continue;
		close_all((int[]){member->memfd, member->pid_fd}, 2);
		/* their order is that of joining */
		memmove(member, member + 1,
			(--relief.n_members - i) * sizeof(*member));
		return;
	}
}

static enum step take_message(const struct relief_message *message,
			      const int *fds)
{
	switch ((enum relief_kind)message->kind) {
	case RELIEF_START:
		take_start(&message->start, fds);
		return STEP_ON;
	case RELIEF_FILE:
		relief.file = message->file;
		replace_fd(&relief.file_fd, fds[0]);
		return STEP_ON;
	case RELIEF_PROGRAM:
		replace_fd(&relief.program_fd, fds[0]);
		return STEP_ON;
	case RELIEF_JOIN:
		take_member(&message->join, fds);
		return STEP_ON;
	case RELIEF_LEAVE:
		drop_member(message->id);
		return STEP_ON;
	case RELIEF_QUIT:
		break;
	}
	return STEP_QUIT;
}

static void take_fds(struct msghdr *how, int *fds)
{
	const struct cmsghdr *head = CMSG_FIRSTHDR(how);
	size_t n = 0;

	for (unsigned i = 0; i < RELIEF_FDS; i++)
		fds[i] = -1;
	if (head && head->cmsg_level == SOL_SOCKET &&
	    head->cmsg_type == SCM_RIGHTS)
		n = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	if (n)
		memcpy(fds, CMSG_DATA(head), n * sizeof(int));
}

/* One message, if there is one. */
static enum step hear(void)
{
	static struct relief_message message;
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(RELIEF_FDS * sizeof(int))];
	} baggage;
	struct iovec part = {&message, sizeof(message)};
	struct msghdr how = {.msg_iov = &part,
			     .msg_iovlen = 1,
			     .msg_control = &baggage,
			     .msg_controllen = sizeof(baggage)};
	int fds[RELIEF_FDS];
	ssize_t n;

	memset(&message, 0, offsetof(struct relief_message, start));
	n = recvmsg(RELIEF_FD, &how, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? STEP_EMPTY
							 : STEP_END;
	if (n == 0)
		return STEP_END;
	/* no descriptor may be missing: then the manager gets another standby
	 */
	if (how.msg_flags & (MSG_TRUNC | MSG_CTRUNC))
		return STEP_QUIT;
	take_fds(&how, fds);
	return take_message(&message, fds);
}

static enum step hear_all(void)
{
	enum step step;

	do
		step = hear();
	while (step == STEP_ON);
	return step;
}

/* A look at a manager that lives. It is killed, so that there are never two,
 * once it has made no progress in as many looks. */
static void look(void)
{
	uint32_t beats;

	if (!area.shared)
		return;
	beats = __atomic_load_n(&area.shared->n_beats, __ATOMIC_RELAXED);
	n_still = beats == last_beats ? n_still + 1 : 0;
	last_beats = beats;
	if (n_still < LOOKS)
		return;
	if (relief.fds[RELIEF_MANAGER] >= 0)
		(void)syscall(SYS_pidfd_send_signal, relief.fds[RELIEF_MANAGER],
			      SIGKILL, NULL, 0);
	else
		(void)kill(relief.start.manager, SIGKILL);
	relief.was_stopped = true;
}

/* Until the manager is dead: true; or needs us no more. */
static bool stand_by(void)
{
	struct pollfd ends[] = {{.fd = RELIEF_FD, .events = POLLIN},
				{.fd = -1, .events = POLLIN}};
	int ms = -1;

	for (;;) {
		int n = poll(ends, 2, ms);
		enum step step = hear_all();

		ends[1].fd = relief.fds[RELIEF_MANAGER];
		if (area.shared)
			ms = (int)(relief.start.block_max_ms / LOOKS) + 1;
		if (step == STEP_QUIT)
			return false;
		/* it closes the socket before it is seen to be dead */
		if (step == STEP_END)
			ends[0].fd = -1;
		if (step == STEP_END && (!area.shared || ends[1].fd < 0))
			return area.shared;
		if (n > 0 && ends[1].revents)
			return hear_all() != STEP_QUIT;
		if (n == 0)
			look();
	}
}

/* The session is ours. */
static int take_over(void)
{
	const struct timespec pause = {.tv_nsec = POLL_NS};
	struct manager_report report;
	struct manager *manager;
	sigset_t ends;

	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGHUP);
	sigprocmask(SIG_BLOCK, &ends, NULL);
	signal(SIGINT, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	manager = manager_resume(&relief);
	if (!manager)
		return EXIT_FAILURE;
	while (sigtimedwait(&ends, NULL, &pause) < 0 &&
	       !manager_is_over(manager))
		;
	sigprocmask(SIG_UNBLOCK, &ends, NULL);
	manager_finish(manager, &report);
	return report.error ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Whether the archive is complete. */
static bool is_over(void)
{
	uint64_t state = LEDGER_OVER;

	/* without a file there is nothing to go on with */
	if (relief.file_fd >= 0)
		(void)!pread(relief.fds[RELIEF_LEDGER], &state, sizeof(state),
			     offsetof(struct ledger_head, state));
	return state == LEDGER_OVER;
}

int relief_run(void)
{
	relief.file_fd = relief.program_fd = -1;
	for (unsigned i = 0; i < RELIEF_FDS; i++)
		relief.fds[i] = -1;
	/* only SIGKILL ends us, and the end of the manager */
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	raise_limits();
	if (!stand_by() || is_over())
		return EXIT_SUCCESS;
	return take_over();
}
