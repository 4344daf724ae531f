/* SPDX-License-Identifier: MIT */
/*
 * Starts the traced program and waits for it. The archive's name may contain
 * the program's pid. So the child waits until the parent has made the archive
 * and sends the name. From its first call on, nothing depends on us. A pipe
 * that exec closes brings an errno if exec fails.
 */
#include "tools/manager/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/archive/output.h"
#include "tools/base/older.h"
#include "tools/manager/aside.h"

/* The archive's name, for the child. */
struct news {
	char output[PATH_MAX];
	int error; /* of the archive's name */
};

/* The archive that this one replaces, until the program runs. */
static struct aside replaced;

/* The program, for the handler that forwards signals. */
static volatile sig_atomic_t program_pid;

static void pass_on(int signal)
{
	int old_errno = errno;

	kill((pid_t)program_pid, signal);
	errno = old_errno;
}

/* libc's own signals: of pthread_cancel, and of setuid in threads. Its
 * functions do not show them. Programs that start others by posix_spawn have
 * them ignored there, and our threads change that before there is a program. */
#define FIRST_INTERNAL 32
#define N_INTERNAL 2u

struct kernel_action {
	void (*handler)(int);
	unsigned long flags;
	void (*restorer)(void);
	uint64_t mask;
};
static struct kernel_action internal_actions[N_INTERNAL];

__attribute__((constructor)) static void note_internal(void)
{
	for (unsigned i = 0; i < N_INTERNAL; i++)
		(void)syscall(SYS_rt_sigaction, FIRST_INTERNAL + i, NULL,
			      &internal_actions[i], sizeof(uint64_t));
}

static void restore_internal(void)
{
	for (unsigned i = 0; i < N_INTERNAL; i++)
		if (internal_actions[i].handler == SIG_IGN)
			(void)syscall(SYS_rt_sigaction, FIRST_INTERNAL + i,
				      &internal_actions[i], NULL,
				      sizeof(uint64_t));
}

/* Signals as they were before launch_run. */
struct signals {
	struct sigaction interrupt, quit, run_child;
	sigset_t mask;
};

static void prepare_signals(struct signals *old)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	struct sigaction usual = {.sa_handler = SIG_DFL};
	sigset_t passed;

	sigaction(SIGINT, &ignore, &old->interrupt);
	sigaction(SIGQUIT, &ignore, &old->quit);
	/* if it is ignored, the program's exit status is lost */
	sigaction(SIGCHLD, &usual, &old->run_child);
	/* blocked until the handler knows the program's pid */
	sigemptyset(&passed);
	sigaddset(&passed, SIGTERM);
	sigaddset(&passed, SIGHUP);
	sigprocmask(SIG_BLOCK, &passed, &old->mask);
}

static void restore_signals(const struct signals *old)
{
	sigaction(SIGINT, &old->interrupt, NULL);
	sigaction(SIGQUIT, &old->quit, NULL);
	sigaction(SIGCHLD, &old->run_child, NULL);
	restore_internal();
	sigprocmask(SIG_SETMASK, &old->mask, NULL);
}

static void forward_signal(const int signal)
{
	struct sigaction handler = {.sa_handler = pass_on,
				    .sa_flags = SA_RESTART};
	struct sigaction old;

	sigaction(signal, &handler, &old);
	if (old.sa_handler == SIG_IGN) /* nohup: the program ignores it, too */
		sigaction(signal, &old, NULL);
}

/* Renames an existing archive; a device or a pipe is not an archive. A standby
 * knows of it before. */
static int set_aside(const struct launch *launch, const char *path)
{
	int error = aside_choose(&replaced, path);

	if (!error && launch->manager)
		manager_replaces(launch->manager, &replaced);
	if (!error && rename(path, replaced.name)) {
		error = errno;
		replaced.name[0] = '\0';
	}
	return error == ENOENT ? 0 : error;
}

/* The program runs, and the older archive has made way; or it never will: then
 * that gets its name back. */
static void settle_older(const struct launch *launch, bool is_running,
			 const char *output)
{
	char given[PATH_MAX];

	if (!output_expand(launch->pattern, launch->pid, launch->argv[0], given,
			   sizeof(given)))
		return;
	if (is_running)
		older_say(&launch->older, output_below_here(given),
			  output_below_here(output));
	else
		older_return(&launch->older, given);
}

/* The same for one that is replaced. */
static void settle_replaced(const struct launch *launch, bool is_running)
{
	if (!replaced.name[0])
		return;
	aside_settle(&replaced, is_running);
	if (launch->manager)
		manager_replaces(launch->manager, &replaced);
}

static int choose_output(struct launch *launch, struct news *news)
{
	bool is_free;

	if (!output_expand(launch->pattern, launch->pid, launch->argv[0],
			   news->output, sizeof(news->output)))
		return ENAMETOOLONG;
	if (launch->overwrite && launch->archive == LAUNCH_TO_FILE)
		return set_aside(launch, news->output);
	if (launch->archive == LAUNCH_TO_FILE)
		is_free = older_make_way(news->output, sizeof(news->output),
					 &launch->older);
	else /* processes may write their own archives */
		is_free = older_number(news->output, sizeof(news->output));
	return is_free ? 0 : ENAMETOOLONG;
}

static bool is_pattern(const char *path)
{
	return strstr(path, "%p") || strstr(path, "%c") || strstr(path, "%%");
}

/* The name is final, but the recorder expands it as a pattern. If a folder of
 * it looks like a pattern, the name is given relative to that folder. If the
 * name itself does, every percent sign is doubled. */
static int set_output(const char *path)
{
	char pattern[2 * PATH_MAX];
	size_t n = 0;

	if (is_pattern(path))
		path = output_below_here(path);
	for (bool doubled = is_pattern(path); *path; path++) {
		if (*path == '%' && doubled)
			pattern[n++] = '%';
		pattern[n++] = *path;
	}
	pattern[n] = '\0';
	return setenv("FXTRACE_OUTPUT", pattern, 1) ? errno : 0;
}

/* Sets the manager's address, and the archive name for a process that cannot
 * reach it. */
static int set_session(const struct manager *manager, const char *output)
{
	char base[PATH_MAX], variable[PATH_MAX + 128];

	snprintf(base, sizeof(base), "%.*s", (int)older_stem(output), output);
	if (!manager_variable(manager, base, variable, sizeof(variable)))
		return ENAMETOOLONG;
	return setenv("FXTRACE_SESSION", variable, 1) ? errno : 0;
}

static ssize_t read_all(int fd, void *to, size_t n)
{
	size_t have = 0;

	while (have < n) {
		ssize_t got = read(fd, (char *)to + have, n - have);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		have += (size_t)got;
	}
	return (ssize_t)have;
}

/* Stdout belongs to the archive: the program's output goes to stderr, or
 * nowhere. */
static void leave_stdout(void)
{
	if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		close(STDOUT_FILENO);
}

static _Noreturn void run_child(const struct launch *launch,
				const struct signals *old, int go_fd,
				int pipe_fd)
{
	static struct news news;
	int error = 0;

	/* we start nothing if our parent is gone */
	if (read_all(go_fd, &news, sizeof(news)) != sizeof(news))
		_exit(LAUNCH_FAILED);
	error = set_output(news.output);
	if (!error && launch->manager)
		error = set_session(launch->manager, news.output);
	if (error) {
		(void)!write(pipe_fd, &error, sizeof(error));
		_exit(LAUNCH_FAILED);
	}
	if (launch->archive == LAUNCH_TO_STDOUT)
		leave_stdout();
	restore_signals(old);
	execvp(launch->argv[0], launch->argv);
	/* lost only together with the parent */
	(void)!write(pipe_fd, &errno, sizeof(errno));
	_exit(LAUNCH_FAILED);
}

static void wait_for(struct launch *launch)
{
	int status;

	while (waitpid(launch->pid, &status, 0) < 0)
		if (errno != EINTR)
			die("waiting for %s: %s", launch->argv[0],
			    strerror(errno));
	launch->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	launch->status =
		launch->signal ? 128 + launch->signal : WEXITSTATUS(status);
}

static _Noreturn void fail(const struct launch *launch, const char *output,
			   int error)
{
	if (launch->manager)
		manager_abandon(launch->manager);
	die("%s: %s", output, strerror(error));
}

/* Makes the archive, sends the child its name, and waits for its end. */
static void release_child(struct launch *launch, int go_fd, int pipe_fd)
{
	bool has_file = launch->manager && launch->archive == LAUNCH_TO_FILE;
	static struct news news;
	bool is_running;
	int output_error = 0;
	unsigned n_tries = 0;

	if (launch->manager)
		manager_follow(launch->manager, launch->pid);
	/* the program runs if the archive cannot be created; reported below */
	do {
		news.error = choose_output(launch, &news);
		if (!news.error && has_file)
			output_error =
				manager_output(launch->manager, news.output);
	} while (!news.error && output_error == EEXIST &&
		 ++n_tries < MANAGER_TRIES);
	/* a child that was killed reads nothing */
	(void)signal(SIGPIPE, SIG_IGN);
	if (!news.error && write(go_fd, &news, sizeof(news)) != sizeof(news))
		news.error = errno;
	close(go_fd);
	launch->exec_errno = 0;
	read_all(pipe_fd, &launch->exec_errno, sizeof(launch->exec_errno));
	close(pipe_fd);
	/* nobody wants it */
	if (launch->exec_errno && has_file && !output_error)
		(void)unlink(news.output);
	is_running = !news.error && !launch->exec_errno && !output_error;
	settle_older(launch, is_running, news.output);
	settle_replaced(launch, is_running);
	wait_for(launch);
	if (news.error || (output_error && !launch->exec_errno))
		fail(launch, news.output,
		     news.error ? news.error : output_error);
	strcpy(launch->output, news.output);
}

int launch_end(const struct launch *launch)
{
	const struct rlimit none = {0, 0};
	sigset_t only;

	if (!launch->signal)
		return launch->status;
	fflush(NULL);
	/* neither a file nor to a program that collects cores */
	(void)setrlimit(RLIMIT_CORE, &none);
	(void)prctl(PR_SET_DUMPABLE, 0);
	(void)signal(launch->signal, SIG_DFL); /* SIGKILL needs none */
	(void)raise(launch->signal);
	sigemptyset(&only);
	sigaddset(&only, launch->signal);
	(void)sigprocmask(SIG_UNBLOCK, &only, NULL);
	return launch->status;
}

void launch_run(struct launch *launch)
{
	struct signals old;
	int pipe_fd[2], go_fd[2];

	if (pipe2(pipe_fd, O_CLOEXEC) || pipe2(go_fd, O_CLOEXEC))
		die("pipe: %s", strerror(errno));
	prepare_signals(&old);
	launch->pid = fork();
	if (launch->pid < 0)
		die("fork: %s", strerror(errno));
	if (launch->pid == 0) {
		close(pipe_fd[0]);
		close(go_fd[1]);
		run_child(launch, &old, go_fd[0], pipe_fd[1]);
	}
	close(pipe_fd[1]);
	close(go_fd[0]);
	program_pid = launch->pid;
	forward_signal(SIGTERM);
	forward_signal(SIGHUP);
	sigprocmask(SIG_SETMASK, &old.mask, NULL);
	release_child(launch, go_fd[1], pipe_fd[0]);
}
