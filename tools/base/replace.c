/* SPDX-License-Identifier: MIT */
/*
 * Replacing a file's content, see replace.h.
 */
#include "tools/base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* OUT and its sidecar. */
#define MAX_GUARDED 2

static bool is_guarding;
static struct replace *volatile guarded[MAX_GUARDED];

static void unlink_guarded(void)
{
	for (int i = 0; i < MAX_GUARDED; i++)
		if (guarded[i])
			unlink(guarded[i]->name);
}

static void on_end(int signal_number)
{
	unlink_guarded();
	raise(signal_number); /* the default action, once this returns */
}

/* A signal that is ignored, as by nohup, stays ignored. */
static void catch_end(int signal_number)
{
	const struct sigaction action = {.sa_handler = on_end,
					 .sa_flags = (int)SA_RESETHAND};
	struct sigaction old;

	if (sigaction(signal_number, NULL, &old) == 0 &&
	    old.sa_handler == SIG_DFL)
		sigaction(signal_number, &action, NULL);
}

void replace_guard(void)
{
	if (is_guarding)
		return;
	is_guarding = true;
	catch_end(SIGHUP);
	catch_end(SIGINT);
	catch_end(SIGTERM);
	signal(SIGXFSZ, SIG_IGN); /* a write says EFBIG instead */
	atexit(unlink_guarded);
}

/* Replaces `from` by `to` among the guarded. */
static void move_guard(struct replace *from, struct replace *to)
{
	for (int i = 0; is_guarding && i < MAX_GUARDED; i++)
		if (guarded[i] == from) {
			guarded[i] = to;
			return;
		}
}

static bool report_error(const char *name, int reason, char *error,
			 size_t error_bytes)
{
	snprintf(error, error_bytes, "%s: %s", name, strerror(reason));
	return false;
}

/* Blocks signals that end the process: a file that exists is guarded, too. */
static void hold_ends(bool is_held, sigset_t *old)
{
	sigset_t ends;

	if (!is_held) {
		sigprocmask(SIG_SETMASK, old, NULL);
		return;
	}
	sigemptyset(&ends);
	sigaddset(&ends, SIGHUP);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigprocmask(SIG_BLOCK, &ends, old);
}

/* Creates the file under the temporary name; -1 and errno. */
static int make_guarded(struct replace *replace)
{
	sigset_t old;
	int fd;

	hold_ends(true, &old);
	fd = mkostemp(replace->name, O_CLOEXEC);
	if (fd >= 0)
		move_guard(NULL, replace);
	hold_ends(false, &old);
	return fd;
}

/* A device or a pipe is written to: root would replace it by a file. */
static bool begin_in_place(struct replace *replace, char *error,
			   size_t error_bytes)
{
	replace->is_in_place = true;
	snprintf(replace->name, sizeof(replace->name), "%s", replace->path);
	replace->out = fopen(replace->path, "we");
	return replace->out ||
	       report_error(replace->path, errno, error, error_bytes);
}

bool replace_begin(struct replace *replace, const char *path, int from_fd,
		   char *error, size_t error_bytes)
{
	const char *slash;
	int n_folder, fd;
	struct stat st;

	/* a link stays, and its target is replaced */
	replace->path = realpath(path, replace->real) ? replace->real : path;
	replace->is_in_place = false;
	if (stat(replace->path, &st) == 0 && !S_ISREG(st.st_mode))
		return begin_in_place(replace, error, error_bytes);
	slash = strrchr(replace->path, '/');
	n_folder = slash ? (int)(slash + 1 - replace->path) : 0;
	if ((size_t)snprintf(replace->name, sizeof(replace->name),
			     "%.*s.fxtrace-XXXXXX", n_folder,
			     replace->path) >= sizeof(replace->name))
		return report_error(path, ENAMETOOLONG, error, error_bytes);
	fd = make_guarded(replace);
	if (fd < 0)
		return report_error(path, errno, error, error_bytes);
	if (fstat(from_fd, &st) == 0 && st.st_uid != geteuid())
		(void)!fchown(fd, st.st_uid, st.st_gid);
	replace->out = fdopen(fd, "w");
	if (replace->out)
		return true;
	(void)report_error(path, errno, error, error_bytes);
	close(fd);
	unlink(replace->name);
	move_guard(replace, NULL);
	return false;
}

bool replace_end(struct replace *replace, bool is_done, char *error,
		 size_t error_bytes)
{
	bool has_failed = ferror(replace->out);

	if ((fclose(replace->out) || has_failed) && is_done)
		is_done = report_error(replace->path, errno ? errno : EIO,
				       error, error_bytes);
	if (replace->is_in_place)
		return is_done;
	if (is_done && rename(replace->name, replace->path))
		is_done =
			report_error(replace->path, errno, error, error_bytes);
	if (!is_done)
		unlink(replace->name);
	move_guard(replace, NULL);
	return is_done;
}
