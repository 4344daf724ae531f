/* SPDX-License-Identifier: MIT */
/*
 * Starts a standby and sends it what there is, see standby.h. The first one is
 * forked, before there are threads: that takes no time. Later ones are another
 * image of this program. All have a process group and session of their own. So
 * signals for ours do not reach them. If it does not take a message within a
 * second, it is given up.
 */
#include "tools/manager/standby.h"

#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/manager/relief.h"
#include "tools/manager/session.h"

#define NS_PER_S 1000000000ull
#define PATIENCE_MS 1000
#define LIVES_NS NS_PER_S
#define FIRST_PAUSE_NS 10000000ull
#define MAX_DOUBLINGS 9u

extern char **environ;

void standby_init(struct standby *standby, bool is_wanted)
{
	*standby = (struct standby){.is_wanted = is_wanted, .fd = -1};
	pthread_mutex_init(&standby->lock, NULL);
}

/* Sends a message with descriptors, those that are not -1. Under the lock. */
static bool send_message(struct standby *standby,
			 const struct relief_message *message, size_t n_body,
			 const int *fds, unsigned n_fds)
{
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(RELIEF_FDS * sizeof(int))];
	} baggage = {0};
	struct iovec part = {(void *)message,
			     offsetof(struct relief_message, start) + n_body};
	struct msghdr how = {.msg_iov = &part, .msg_iovlen = 1};
	struct pollfd out = {.fd = standby->fd, .events = POLLOUT};

	while (n_fds && fds[n_fds - 1] < 0)
		n_fds--;
	if (n_fds) {
		how.msg_control = &baggage;
		how.msg_controllen = CMSG_SPACE(n_fds * sizeof(int));
		baggage.head = (struct cmsghdr){
			.cmsg_len = CMSG_LEN(n_fds * sizeof(int)),
			.cmsg_level = SOL_SOCKET,
			.cmsg_type = SCM_RIGHTS,
		};
		memcpy(CMSG_DATA(&baggage.head), fds, n_fds * sizeof(int));
	}
	for (;;) {
		if (sendmsg(standby->fd, &how, MSG_DONTWAIT | MSG_NOSIGNAL) >=
		    0)
			return true;
		if (errno != EINTR &&
		    (errno != EAGAIN || poll(&out, 1, PATIENCE_MS) <= 0))
			return false;
	}
}

static void copy_text(char *to, size_t n_bytes, const char *from)
{
	snprintf(to, n_bytes, "%s", from ? from : "");
}

static bool send_start(struct session *session)
{
	static struct relief_message message; /* one session in a process */
	struct relief_start *start = &message.start;
	struct area *area = &session->area;
	int pid_fd = (int)syscall(SYS_pidfd_open, getpid(), 0);
	int fds[RELIEF_FDS] = {
		[RELIEF_LISTENER] = session->listener.fd,
		[RELIEF_AREA] = area->own_fd,
		[RELIEF_AREA_READ] = area->fd,
		[RELIEF_BELLS] = area->bell_fd,
		[RELIEF_LEDGER] = session->ledger.fd,
		[RELIEF_HISTORY] = session->history.fd,
		[RELIEF_MANAGER] = pid_fd,
	};
	bool is_sent;

	message.kind = RELIEF_START;
	*start = (struct relief_start){
		.version = RELIEF_VERSION,
		.manager = (int32_t)getpid(),
		.clock = area->clock,
		.owner = session->listener.owner,
		.flush_ms = session->flush_ms,
		.block_max_ms = area->shared->block_max_ms,
		.shots_max = session->shots.max,
		.shots_max_bytes = session->shots.max_bytes,
		.epoch_ticks = area->epoch_ticks,
		.first_ticks = area->first.ticks,
		.first_ns = area->first.monotonic_ns,
		.queue_bytes = session->queue.limit_bytes,
		.held_bytes = session->held_bytes,
		.is_guarded = area->is_guarded,
		.until_empty = session->until_empty || session->is_recorded,
		.is_quiet = session->is_quiet,
		.has_circular = session->has_circular,
		.secret = session->listener.secret,
	};
	copy_text(start->name, sizeof(start->name), session->listener.name);
	copy_text(start->triggers, sizeof(start->triggers),
		  session->triggers_text);
	is_sent = send_message(&session->standby, &message, sizeof(*start), fds,
			       RELIEF_FDS);
	if (pid_fd >= 0)
		close(pid_fd);
	return is_sent;
}

static bool send_file(struct session *session)
{
	static struct relief_message message;
	int fds[] = {session->file_fd, session->outbox_fd};

	message.kind = RELIEF_FILE;
	message.file.may_cut = session->is_file;
	message.file.packing = session->packing;
	message.file.number = session->file_number;
	copy_text(message.file.path, sizeof(message.file.path),
		  session->output);
	return send_message(&session->standby, &message, sizeof(message.file),
			    fds, 2);
}

static bool send_join(struct session *session, const struct relief_join *join,
		      int memfd, int pid_fd)
{
	struct relief_message *message = calloc(1, sizeof(*message));
	bool is_sent = false;

	if (!message)
		return false;
	message->kind = RELIEF_JOIN;
	message->join = *join;
	is_sent = send_message(&session->standby, message, sizeof(*join),
			       (int[]){memfd, pid_fd}, 2);
	free(message);
	return is_sent;
}

static bool send_member(struct session *session, const struct member *member)
{
	const struct provider *provider = &member->provider;
	struct relief_join join = {
		.id = provider->id,
		.pid = provider->koid,
		.kernel_pid = member->kernel_pid,
		.uid = member->uid,
		.is_gone = member->is_gone,
		.part = provider->part,
	};

	return send_join(session, &join, provider->lent.fd, member->pid_fd);
}

static bool send_program(struct session *session)
{
	static struct relief_message message = {.kind = RELIEF_PROGRAM};

	return send_message(&session->standby, &message, 0,
			    &session->program_fd, 1);
}

static bool send_print(struct session *session)
{
	static struct relief_message message = {.kind = RELIEF_PRINT};
	int fd = fcntl(STDERR_FILENO, F_GETFD) < 0 ? -1 : STDERR_FILENO;

	return send_message(&session->standby, &message, 0, &fd, 1);
}

static bool send_aside(struct session *session)
{
	static struct relief_message message = {.kind = RELIEF_ASIDE};

	message.aside = session->aside;
	return send_message(&session->standby, &message, sizeof(message.aside),
			    NULL, 0);
}

static bool send_ready(struct session *session)
{
	static struct relief_message message = {.kind = RELIEF_READY};

	return send_message(&session->standby, &message, 0, NULL, 0);
}

/* All that there is, to a new one. */
static bool send_all(struct session *session)
{
	bool is_sent = send_start(session);

	pthread_mutex_lock(&session->lock);
	if (is_sent && *session->aside.name)
		is_sent = send_aside(session);
	if (is_sent && session->output)
		is_sent = send_file(session);
	if (is_sent && session->program_fd >= 0)
		is_sent = send_program(session);
	if (is_sent && session->prints)
		is_sent = send_print(session);
	pthread_mutex_unlock(&session->lock);
	for (struct parting *p = session->partings; p && is_sent; p = p->next)
		is_sent = p->memfd < 0 ||
			  send_join(session, &p->join, p->memfd, p->pid_fd);
	for (uint32_t i = 0; i < session->n_places && is_sent; i++)
		if (session->members[i])
			is_sent = send_member(session, session->members[i]);
	return is_sent && send_ready(session);
}

/* Ours, without what would record the standby. */
static char **copy_environment(void)
{
	size_t n = 0, k = 0;
	char **copy;

	while (environ[n])
		n++;
	copy = calloc(n + 1, sizeof(*copy));
	for (size_t i = 0; i < n && copy; i++)
		if (strncmp(environ[i], "FXTRACE_", 8) != 0 &&
		    strncmp(environ[i], "LD_PRELOAD=", 11) != 0)
			copy[k++] = environ[i];
	return copy;
}

/* So many are closed where the limit is far higher. */
#define FDS_MAX 65536u

static rlim_t fd_limit(void)
{
	struct rlimit limit = {0};

	(void)getrlimit(RLIMIT_NOFILE, &limit);
	return limit.rlim_cur < FDS_MAX ? limit.rlim_cur : FDS_MAX;
}

/* What stays open would keep what the manager closes from ending. */
static int add_close_from(posix_spawn_file_actions_t *actions, int first)
{
#if __GLIBC_PREREQ(2, 34)
	return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
	int error = 0;

	for (int fd = first; fd < (int)fd_limit() && !error; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			error = posix_spawn_file_actions_addclose(actions, fd);
	return error;
#endif
}

static int set_actions(posix_spawn_file_actions_t *actions, int fd)
{
	int error = 0;

	for (int i = 0; i < 3 && !error; i++)
		error = posix_spawn_file_actions_addopen(
			actions, i, "/dev/null", O_RDWR, 0);
	if (!error)
		error = posix_spawn_file_actions_adddup2(actions, fd,
							 RELIEF_FD);
	if (!error)
		error = add_close_from(actions, RELIEF_FD + 1);
	if (!error)
		error = posix_spawn_file_actions_addchdir_np(actions, "/");
	return error;
}

/* Where our arguments are. */
static char *arguments;
static size_t n_arguments;

void standby_name(int argc, char **argv)
{
	arguments = argv[0];
	n_arguments =
		(size_t)(argv[argc - 1] + strlen(argv[argc - 1]) + 1 - argv[0]);
}

static void close_from(unsigned first)
{
	if (syscall(__NR_close_range, first, UINT32_MAX, 0) == 0)
		return;
	/* Linux 5.8 and gVisor */
	for (rlim_t fd = first; fd < fd_limit(); fd++)
		(void)close((int)fd);
}

/* In a child of ours. It has our memory, and uses none of it. */
static _Noreturn void become_standby(int fd)
{
	static const char name[] = "fxtrace\0" RELIEF_COMMAND;
	size_t n = sizeof(name) < n_arguments ? sizeof(name) : n_arguments;
	int null = open("/dev/null", O_RDWR);
	sigset_t none;

	if (arguments) {
		memset(arguments, 0, n_arguments);
		memcpy(arguments, name, n);
	}
	for (int i = 0; i < RELIEF_FD && null >= 0; i++)
		(void)dup2(null, i);
	if (null < 0 || dup2(fd, RELIEF_FD) < 0 || chdir("/"))
		_exit(EXIT_FAILURE);
	(void)setsid();
	close_from(RELIEF_FD + 1);
	sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	_exit(relief_run());
}

static pid_t fork_standby(int fd)
{
	pid_t pid = fork();

	if (pid == 0)
		become_standby(fd);
	return pid;
}

/* Returns its pid, or -1. */
static pid_t spawn(int fd)
{
	char *const argv[] = {"fxtrace", RELIEF_COMMAND, NULL};
	char **envp = copy_environment();
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, all;
	pid_t pid = -1;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	(void)posix_spawnattr_setflags(
		&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK |
				     POSIX_SPAWN_SETSIGDEF);
	(void)posix_spawnattr_setsigmask(&attributes, &none);
	(void)posix_spawnattr_setsigdefault(&attributes, &all);
	if (!envp || set_actions(&actions, fd) ||
	    posix_spawn(&pid, "/proc/self/exe", &actions, &attributes, argv,
			envp))
		pid = -1;
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	free(envp);
	return pid;
}

/* Under the lock. */
static void forget(struct session *session)
{
	struct standby *standby = &session->standby;

	if (standby->fd < 0)
		return;
	(void)epoll_ctl(session->epoll_fd, EPOLL_CTL_DEL, standby->fd, NULL);
	close(standby->fd);
	standby->fd = -1;
	/* it ends by itself when the socket is closed, or was killed */
	(void)kill(standby->pid, SIGKILL);
	while (waitpid(standby->pid, NULL, 0) < 0 && errno == EINTR)
		;
	area_miss_standby(&session->area, (uint32_t)standby->pid);
	session_publish_ends(session);
}

/* Under the lock. */
static bool begin(struct session *session)
{
	struct standby *standby = &session->standby;
	int ends[2];

	int above;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return false;
	/* above those that it gets, should ours be closed */
	above = fcntl(ends[1], F_DUPFD_CLOEXEC, 2 * RELIEF_FD);
	close(ends[1]);
	standby->pid = above < 0	   ? -1
		       : standby->may_fork ? fork_standby(above)
					   : spawn(above);
	if (above >= 0)
		close(above);
	if (standby->pid < 0) {
		close(ends[0]);
		return false;
	}
	standby->fd = ends[0];
	if (send_all(session) && session_watch_standby(session)) {
		area_expect_standby(&session->area, (uint32_t)standby->pid);
		return true;
	}
	forget(session);
	return false;
}

void standby_start(struct session *session)
{
	struct standby *standby = &session->standby;
	uint64_t now = session_now_ns();

	if (!standby->is_wanted || session->ledger.fd < 0 ||
	    session->history.fd < 0 || session->area.own_fd < 0 ||
	    standby->fd >= 0 || now < standby->next_try_ns)
		return;
	pthread_mutex_lock(&standby->lock);
	if (now - standby->started_ns > LIVES_NS)
		standby->n_tries = 0;
	else if (standby->n_tries < MAX_DOUBLINGS)
		standby->n_tries++;
	standby->started_ns = now;
	standby->next_try_ns = now + (FIRST_PAUSE_NS << standby->n_tries);
	if (begin(session))
		session_publish_ends(session);
	pthread_mutex_unlock(&standby->lock);
}

void standby_adopt(struct session *session, const struct relief *relief)
{
	struct standby *standby = &session->standby;

	if (relief->next_fd < 0)
		return;
	standby->fd = relief->next_fd;
	standby->pid = relief->next_pid;
	standby->started_ns = session_now_ns();
	if (!session_watch_standby(session))
		forget(session);
}

void standby_join(struct session *session, const struct member *member)
{
	struct standby *standby = &session->standby;

	pthread_mutex_lock(&standby->lock);
	if (standby->fd >= 0 && !send_member(session, member))
		forget(session);
	pthread_mutex_unlock(&standby->lock);
	/* it gets all members, this one, too */
	standby_start(session);
}

void standby_leave(struct session *session, uint32_t id)
{
	struct standby *standby = &session->standby;
	struct relief_message message = {.kind = RELIEF_LEAVE, .id = id};

	pthread_mutex_lock(&standby->lock);
	if (standby->fd >= 0 &&
	    !send_message(standby, &message, sizeof(id), NULL, 0))
		forget(session);
	pthread_mutex_unlock(&standby->lock);
}

void standby_file(struct session *session)
{
	struct standby *standby = &session->standby;

	pthread_mutex_lock(&standby->lock);
	/* one with a former file must not take over; its socket says that it
	 * is gone */
	if (standby->fd >= 0 && !send_file(session))
		(void)kill(standby->pid, SIGKILL);
	pthread_mutex_unlock(&standby->lock);
}

void standby_aside(struct session *session)
{
	struct standby *standby = &session->standby;

	pthread_mutex_lock(&standby->lock);
	if (standby->fd >= 0)
		(void)send_aside(session);
	pthread_mutex_unlock(&standby->lock);
}

void standby_program(struct session *session)
{
	struct standby *standby = &session->standby;

	pthread_mutex_lock(&standby->lock);
	if (standby->fd >= 0)
		(void)send_program(session);
	pthread_mutex_unlock(&standby->lock);
}

void standby_is_gone(struct session *session)
{
	struct standby *standby = &session->standby;

	pthread_mutex_lock(&standby->lock);
	forget(session);
	pthread_mutex_unlock(&standby->lock);
	standby_start(session);
}

void standby_dismiss(struct session *session)
{
	struct standby *standby = &session->standby;

	pthread_mutex_lock(&standby->lock);
	forget(session);
	pthread_mutex_unlock(&standby->lock);
}
