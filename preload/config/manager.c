/* SPDX-License-Identifier: MIT */
/*
 * Starts our own manager, see manager.h. The new process shares our memory
 * until its exec, while this thread waits. In between it makes only raw system
 * calls, on a separate stack.
 */
#include "preload/config/manager.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "preload/config/config.h"
#include "preload/symbol/modules.h"
#include "writer/bytes.h"
#include "writer/sys.h"

#define PATH_BYTES 4096u
#define STACK_BYTES (64u * 1024)
#define MAX_VARIABLES 4096u
#define ANSWER_S 5
#define VARIABLE "FXTRACE_SESSION="
#define COMMAND "fxtrace"

/* Where `make install` puts the command, also as seen from this library:
 * scripts/install.mk sets both. */
#ifndef FXT_PREFIX
#define FXT_PREFIX "/usr/local"
#define FXT_BIN "../../bin/"
#endif
#define INSTALLED FXT_PREFIX "/bin/" COMMAND

/* Where this library is loaded. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

struct start {
	const char *path; /* of the command */
	char *const *argv;
	char **envp;
	uint8_t *stack;
	int pipe_fd;
};

/* The folder that this library was loaded from, with its slash. */
static bool own_folder(char *path)
{
	struct fxp_module m;
	size_t n = 0;

	fxp_module_begin(&m, path, PATH_BYTES);
	while (fxp_module_next(&m))
		if (m.base == (uintptr_t)__ehdr_start) {
			n = fxw_length(path);
			break;
		}
	while (n && path[n - 1] != '/')
		n--;
	path[n] = 0;
	return n > 0;
}

/* Appends text to what ends at `to`; returns the new end. */
static char *append_text(char *to, const char *text)
{
	while ((*to = *text++))
		to++;
	return to;
}

static bool is_executable(const char *path)
{
	return sys_faccessat(AT_FDCWD, path, 1 /* X_OK */) == 0;
}

/* Candidates next to the library, as built and as installed; never PATH. */
static const char *find_command(char *const *envp, char *path)
{
	/* arrays: nothing for the linker to relocate */
	static const char places[][24] = {"", "../bin/", FXT_BIN};
	const char *chosen = fxp_config_value(envp, "FXTRACE_MANAGER");
	size_t n;

	if (chosen)
		return is_executable(chosen) ? chosen : NULL;
	if (own_folder(path)) {
		n = fxw_length(path);
		for (unsigned i = 0; i < sizeof(places) / sizeof(*places);
		     i++) {
			if (n + sizeof(places[i]) + sizeof(COMMAND) >
			    PATH_BYTES)
				break;
			(void)append_text(append_text(path + n, places[i]),
					  COMMAND);
			if (is_executable(path))
				return path;
		}
	}
	return is_executable(INSTALLED) ? INSTALLED : NULL;
}

/* Copies the environment without the variables that would trace the manager. */
static bool copy_environment(char *const *envp, char **to)
{
	static const char ours[][12] = {"FXTRACE_", "LD_PRELOAD="};
	unsigned n = 0;

	for (; *envp; envp++) {
		bool is_ours = false;

		for (unsigned i = 0; i < 2; i++) {
			size_t k = fxw_length(ours[i]);

			is_ours |= fxw_length_max(*envp, k) == k &&
				   fxw_equal(*envp, ours[i], k);
		}
		if (is_ours)
			continue;
		if (n == MAX_VARIABLES - 1)
			return false;
		to[n++] = *envp;
	}
	to[n] = NULL;
	return true;
}

/* Makes it the descriptor with that number. */
static bool move_to(int number, int fd)
{
	return fd == number || sys_dup3(fd, number, 0) == number;
}

/* What stays open would keep the program's pipes from ending. */
static __attribute__((noinline)) void close_from(unsigned first)
{
	unsigned n;

	if (sys_close_range(first, UINT32_MAX, 0) == 0)
		return;
	n = sys_descriptor_limit(); /* Linux 5.8 and gVisor */
	for (unsigned fd = first; fd < n; fd++)
		(void)sys_close((int)fd);
}

/* In the new process, before its exec. */
static int become_manager(void *what)
{
	const struct start *start = what;
	uint64_t none = 0;
	/* above the standard streams, if the program has closed its own */
	int pipe_fd = sys_fcntl(start->pipe_fd, F_DUPFD, 3);
	int null;

	(void)sys_setsid();
	/* a working directory would keep its file system mounted */
	(void)sys_chdir("/");
	null = sys_openat(AT_FDCWD, "/dev/null", O_RDWR, 0);
	if (null < 0)
		null = pipe_fd;
	/* never writes to the program's streams: rather it does not start */
	if (pipe_fd < 0 || !move_to(1, pipe_fd) || !move_to(0, null) ||
	    !move_to(2, null))
		return 127;
	close_from(3);
	(void)sys_sigprocmask(SIG_SETMASK, &none, NULL);
	(void)sys_execve(start->path, start->argv, start->envp);
	return 127;
}

/* In the process in between. It ends at once, so that the manager becomes a
 * child of init. It has no exit signal, but an exec would reset that, and then
 * the program would wait for it. */
static int start_orphan(void *what)
{
	struct start *start = what;

	return sys_clone_run(CLONE_VM | CLONE_VFORK,
			     start->stack + STACK_BYTES / 2, become_manager,
			     start) > 0
		       ? 0
		       : 127;
}

/* Whether a child can be waited for: otherwise it would stay for the program to
 * find. No process has that number. */
static bool may_wait(void)
{
	return sys_wait4(INT32_MAX, NULL, WNOHANG | __WCLONE) == -ECHILD;
}

/* Returns once the exec has been made, or has failed. */
static bool spawn_manager(struct start *start)
{
	uint64_t all = UINT64_MAX, old = 0;
	uint8_t *stack = sys_mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int status = -1;
	long pid;

	if (!sys_mapped(stack))
		return false;
	start->stack = stack;
	/* no handler may run on that stack, in that process */
	if (may_wait() && sys_sigprocmask(SIG_SETMASK, &all, &old) == 0) {
		pid = sys_clone_run(CLONE_VM | CLONE_VFORK, stack + STACK_BYTES,
				    start_orphan, start);
		if (pid > 0)
			(void)sys_wait4((int)pid, &status, __WCLONE);
		(void)sys_sigprocmask(SIG_SETMASK, &old, NULL);
	}
	(void)sys_munmap(stack, STACK_BYTES);
	return status == 0;
}

/* Reads the line that the manager prints. Returns its length, 0 if none. */
static size_t read_line(int fd, char *line, size_t space)
{
	struct timespec limit = {ANSWER_S, 0};
	struct pollfd in = {.fd = fd, .events = POLLIN};
	size_t n = 0;

	while (n < space - 1) {
		int rc = sys_poll(&in, 1, &limit);
		long got;

		if (rc == -EINTR)
			continue;
		got = rc > 0 ? sys_read(fd, line + n, space - 1 - n) : 0;
		if (got <= 0)
			return 0;
		n += (size_t)got;
		line[n] = 0;
		if (line[n - 1] == '\n')
			return n;
	}
	return 0;
}

/* The manager interprets its output's name as a pattern. */
static bool double_percents(const char *from, char *to)
{
	size_t n = 0;

	for (; *from; from++) {
		if (n + 2 >= PATH_BYTES)
			return false;
		if (*from == '%')
			to[n++] = '%';
		to[n++] = *from;
	}
	to[n] = 0;
	return true;
}

static bool must_not_have_children(void)
{
	int is_reaper = 0;

	return sys_getpid() == 1 ||
	       sys_prctl(PR_GET_CHILD_SUBREAPER, (unsigned long)&is_reaper, 0,
			 0, 0) != 0 ||
	       is_reaper;
}

/* Afterwards `line` holds the line that the manager has printed. */
static __attribute__((noinline)) enum fxp_manager run_manager(
	struct start *start, char *line, size_t line_bytes)
{
	enum fxp_manager state = FXP_MANAGER_NONE;
	int ends[2];

	if (sys_pipe2(ends, O_CLOEXEC) != 0)
		return state;
	start->pipe_fd = ends[1];
	if (spawn_manager(start))
		state = FXP_MANAGER_SILENT;
	(void)sys_close(ends[1]);
	if (state && read_line(ends[0], line, line_bytes))
		state = FXP_MANAGER_READY;
	(void)sys_close(ends[0]);
	return state;
}

/* The buffers of one start: too large for the program's stack. */
struct space {
	char path[PATH_BYTES], output[PATH_BYTES], line[PATH_BYTES + 256];
	char *envp[MAX_VARIABLES];
};

/* Joins by the line that the manager has printed, without its newline. */
static bool join_session(struct fxp_session *session, char *line)
{
	size_t k = sizeof(VARIABLE) - 1;

	if (fxw_length_max(line, k) < k || !fxw_equal(line, VARIABLE, k))
		return false;
	line[fxw_length(line) - 1] = 0;
	return fxp_session_read(session, line + k) && session->socket[0];
}

enum fxp_manager fxp_manager_start(char *const *envp, const char *archive,
				   struct fxp_session *session)
{
	enum fxp_manager state = FXP_MANAGER_NONE;
	struct space *space;
	struct start start;

	if (must_not_have_children())
		return state;
	space = sys_mmap(NULL, sizeof(*space), PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!sys_mapped(space))
		return state;
	start.path = find_command(envp, space->path);
	if (start.path && double_percents(archive, space->output) &&
	    copy_environment(envp, space->envp)) {
		const char *how = fxp_config_value(envp, "FXTRACE_COMPRESS");
		const char *triggers =
			fxp_config_value(envp, "FXTRACE_TRIGGER");
		const char *block_max =
			fxp_config_value(envp, "FXTRACE_BLOCK_MAX");
		const char *most =
			fxp_config_value(envp, "FXTRACE_SNAPSHOTS_MAX");
		/* the manager itself checks the words */
		char *const argv[] = {COMMAND,
				      "manager",
				      "--until-empty",
				      "-q",
				      "-o",
				      space->output,
				      "--compress",
				      how ? (char *)how : "none",
				      "--block-max",
				      block_max ? (char *)block_max : "2s",
				      "--snapshots-max",
				      most ? (char *)most : "20,1G",
				      triggers ? "--trigger" : NULL,
				      (char *)triggers,
				      NULL};

		start.argv = argv;
		start.envp = space->envp;
		state = run_manager(&start, space->line, sizeof(space->line));
		if (state == FXP_MANAGER_READY &&
		    !join_session(session, space->line))
			state = FXP_MANAGER_NONE;
	}
	(void)sys_munmap(space, sizeof(*space));
	return state;
}
