/* SPDX-License-Identifier: MIT */
/*
 * The standby's process, see relief.h. It sleeps until the manager says
 * something or dies. From time to time it looks whether the manager makes
 * progress: a look in which it does not counts only if we were awake, too, so
 * several in a row are needed. A session that is stopped as a whole is left as
 * it is.
 *
 * Before it takes over it forks: the child has all that it has itself, and is
 * its standby. So it is alone for a fraction of a millisecond only.
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/manager/area.h"
#include "tools/manager/manager.h"
#include "tools/manager/paused.h"
#include "tools/manager/replaced.h"

/* Looks in block_max_ms. */
#define LOOKS 4u
/* Takeovers in a row of which none has got to its loop. */
#define BEGUN_MAX 100u
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
		replace_fd(&relief.outbox_fd, fds[1]);
		return STEP_ON;
	case RELIEF_ASIDE:
		relief.aside = message->aside;
		return STEP_ON;
	case RELIEF_PROGRAM:
		replace_fd(&relief.program_fd, fds[0]);
		return STEP_ON;
	case RELIEF_PRINT:
		replace_fd(&relief.print_fd, fds[0]);
		return STEP_ON;
	case RELIEF_JOIN:
		take_member(&message->join, fds);
		return STEP_ON;
	case RELIEF_LEAVE:
		drop_member(message->id);
		return STEP_ON;
	case RELIEF_READY:
		relief.is_ready = true;
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
	/* those who go on later need as many looks again */
	n_still = beats == last_beats && !paused_all(&relief) ? n_still + 1 : 0;
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

/* Whether it makes sense: not if each one dies before it has begun. */
static bool count_takeover(void)
{
	const off_t at = offsetof(struct ledger_head, n_begun);
	int fd = relief.fds[RELIEF_LEDGER];
	uint64_t n = 0;

	(void)!pread(fd, &n, sizeof(n), at);
	n++;
	(void)!pwrite(fd, &n, sizeof(n), at);
	return n <= BEGUN_MAX;
}

/* In the child. */
static void stand_by_parent(int fd, int pid_fd, pid_t parent)
{
	relief.start.manager = parent;
	relief.was_stopped = false;
	replace_fd(&relief.fds[RELIEF_MANAGER], pid_fd);
	(void)dup2(fd, RELIEF_FD);
	close(fd);
	(void)setsid();
	n_still = 0;
	area_stand_by(&area);
}

/* Splits into the manager and its standby. Returns whether this is the latter.
 */
static bool split(void)
{
	pid_t us = getpid();
	int pid_fd = (int)syscall(SYS_pidfd_open, us, 0);
	int ends[2] = {-1, -1};

	relief.next_fd = relief.next_pid = -1;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0)
		relief.next_pid = fork();
	if (relief.next_pid == 0) {
		close(ends[0]);
		stand_by_parent(ends[1], pid_fd, us);
		return true;
	}
	if (pid_fd >= 0)
		close(pid_fd);
	if (ends[1] >= 0)
		close(ends[1]);
	if (relief.next_pid > 0) {
		relief.next_fd = ends[0];
		area_expect_standby(&area, (uint32_t)relief.next_pid);
	} else if (ends[0] >= 0)
		close(ends[0]);
	return false;
}

/* Nobody has recorded: then there is no archive, and the one that it was to
 * replace stays. own: of our file */
static void settle(bool is_recorded, const struct stat *own)
{
	struct stat st;

	if (!is_recorded && relief.start.until_empty && relief.file.may_cut &&
	    lstat(relief.file.path, &st) == 0 && st.st_dev == own->st_dev &&
	    st.st_ino == own->st_ino)
		(void)unlink(relief.file.path);
	aside_settle(&relief.aside, is_recorded);
}

/* The session is ours. */
static int take_over(void)
{
	const struct timespec pause = {.tv_nsec = POLL_NS};
	struct manager_report report;
	struct manager *manager;
	struct stat own = {0};
	sigset_t ends;

	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGHUP);
	sigprocmask(SIG_BLOCK, &ends, NULL);
	signal(SIGINT, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	(void)fstat(relief.file_fd, &own);
	manager = manager_resume(&relief);
	if (!manager)
		return EXIT_FAILURE;
	while (sigtimedwait(&ends, NULL, &pause) < 0 &&
	       !manager_is_over(manager))
		;
	sigprocmask(SIG_UNBLOCK, &ends, NULL);
	manager_finish(manager, &report);
	settle(report.n_processes != 0, &own);
	return report.error ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Whether the archive is complete, or there never was one. */
static bool is_over(void)
{
	uint64_t state = LEDGER_OVER;

	(void)!pread(relief.fds[RELIEF_LEDGER], &state, sizeof(state),
		     offsetof(struct ledger_head, state));
	/* without a file there is nothing to go on with */
	if (state != LEDGER_OVER && relief.file_fd < 0) {
		aside_settle(&relief.aside, false);
		replaced_say(&relief, ", and there is no archive");
	}
	return state == LEDGER_OVER || relief.file_fd < 0;
}

int relief_run(void)
{
	relief.file_fd = relief.outbox_fd = -1;
	relief.program_fd = relief.print_fd = -1;
	for (unsigned i = 0; i < RELIEF_FDS; i++)
		relief.fds[i] = -1;
	/* only SIGKILL ends us, and the end of the manager */
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	raise_limits();
	do {
		/* without all members it would let those down that it lacks */
		if (!stand_by() || is_over() || !relief.is_ready ||
		    !count_takeover())
			return EXIT_SUCCESS;
		area_take_over(&area);
	} while (split());
	return take_over();
}
