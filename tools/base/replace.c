/* SPDX-License-Identifier: MIT */
/*
 * Replacing a file's content, see replace.h.
 */
#include "tools/base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "tools/base/folder.h"
#include "tools/base/guard.h"
#include "tools/base/older.h"

/* OUT and its sidecar. */
#define MAX_GUARDED 2
#define MAX_TRIES 100

static bool is_guarding;
static struct replace *volatile guarded[MAX_GUARDED];

static void unlink_guarded(void)
{
	for (int i = 0; i < MAX_GUARDED; i++)
		if (guarded[i])
			unlinkat(guarded[i]->folder_fd, guarded[i]->base, 0);
}

void replace_guard(void)
{
	if (is_guarding)
		return;
	is_guarding = true;
	guard_on(unlink_guarded);
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

/* Another name each time; whoever guesses one only makes us try again. */
static bool choose_name(struct replace *replace)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	int n_folder = (int)(replace->to - replace->path), n;
	unsigned char random[8];

	if (getrandom(random, sizeof(random), 0) != sizeof(random))
		return false;
	n = snprintf(replace->name, sizeof(replace->name), "%.*s.fxtrace-",
		     n_folder, replace->path);
	if ((size_t)n + sizeof(random) >= sizeof(replace->name)) {
		errno = ENAMETOOLONG;
		return false;
	}
	replace->base = replace->name + n_folder;
	for (unsigned i = 0; i < sizeof(random); i++)
		replace->name[n++] = letters[random[i] % 36];
	replace->name[n] = '\0';
	return true;
}

/* Where the kernel shows the descriptor, to link it from there. */
static void show_at(char *path, size_t path_bytes, int fd)
{
	snprintf(path, path_bytes, "/proc/self/fd/%d", fd);
}

/* Creates the file without a name; -1: the folder has no such files, or they
 * could get no name later. */
static int make_unnamed(struct replace *replace)
{
	int fd = openat(replace->folder_fd, ".",
			O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);
	struct stat made, shown;
	char path[32];

	if (fd < 0)
		return -1;
	show_at(path, sizeof(path), fd);
	if (fstat(fd, &made) == 0 && stat(path, &shown) == 0 &&
	    made.st_ino == shown.st_ino && made.st_dev == shown.st_dev)
		return fd;
	close(fd);
	return -1;
}

/* Creates the temporary name: of the file without one, or of a new file if
 * that is -1. Returns the file, or -1 and errno. */
static int make_guarded(struct replace *replace, int unnamed)
{
	int fd = -1, tries = 0;
	char path[32];
	sigset_t old;

	show_at(path, sizeof(path), unnamed);
	guard_hold(&old);
	while (choose_name(replace)) {
		if (unnamed < 0)
			fd = openat(replace->folder_fd, replace->base,
				    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
					    O_CLOEXEC,
				    0600);
		else if (linkat(AT_FDCWD, path, replace->folder_fd,
				replace->base, AT_SYMLINK_FOLLOW) == 0)
			fd = unnamed;
		if (fd >= 0 || errno != EEXIST || ++tries == MAX_TRIES)
			break;
	}
	if (fd >= 0)
		move_guard(NULL, replace);
	else
		replace->name[0] = '\0';
	guard_release(&old);
	return fd;
}

static int make_file(struct replace *replace)
{
	int fd = make_unnamed(replace);

	return fd >= 0 ? fd : make_guarded(replace, -1);
}

const char *replace_name(struct replace *replace)
{
	if (!replace->name[0] &&
	    make_guarded(replace, fileno(replace->out)) < 0)
		return NULL;
	return replace->name;
}

static void remove_name(const struct replace *replace)
{
	if (replace->name[0])
		unlinkat(replace->folder_fd, replace->base, 0);
}

/* What has the name already. */
enum found {
	FOUND_FILE,   /* or nothing, or a link: to be replaced */
	FOUND_STREAM, /* a device or a pipe, or a link of ours to one */
	FOUND_OTHER,  /* neither: see errno */
};

/* /dev/stdout, /dev/fd/3: a link to a descriptor of ours, whatever that is. */
static bool is_descriptor(int folder_fd, const char *base)
{
	char text[64] = "";
	struct statfs fs;

	if (fstatfs(folder_fd, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC)
		return true;
	if (readlinkat(folder_fd, base, text, sizeof(text) - 1) < 0)
		return false;
	return strncmp(text, "/proc/self/fd/", strlen("/proc/self/fd/")) == 0;
}

/* flags  out: further flags to open a stream with */
static enum found find(int folder_fd, const char *base, int *flags)
{
	struct stat st, target;
	bool is_link;

	*flags = O_NOFOLLOW;
	errno = EISDIR;
	if (!*base)
		return FOUND_OTHER;
	if (fstatat(folder_fd, base, &st, AT_SYMLINK_NOFOLLOW))
		return FOUND_FILE;
	is_link = S_ISLNK(st.st_mode);
	if (fstatat(folder_fd, base, &target, 0))
		return FOUND_FILE;
	errno = S_ISDIR(target.st_mode) ? EISDIR : EACCES;
	if (S_ISDIR(target.st_mode))
		return FOUND_OTHER;
	if (!folder_trusts(folder_fd, &st)) /* nor is his pipe written to */
		return is_link || S_ISREG(st.st_mode) ? FOUND_FILE
						      : FOUND_OTHER;
	/* behind what the shell's >> found there */
	if (is_link)
		*flags = is_descriptor(folder_fd, base) ? O_APPEND : 0;
	return S_ISREG(target.st_mode) && *flags != O_APPEND ? FOUND_FILE
							     : FOUND_STREAM;
}

/* It may have become a file since it was found: nobody's is written to. */
static int open_stream(int folder_fd, const char *base, int flags)
{
	int fd = openat(folder_fd, base,
			O_WRONLY | O_CLOEXEC | O_NOCTTY | flags);
	struct stat st;

	if (fd < 0 || flags == O_APPEND ||
	    (fstat(fd, &st) == 0 && !S_ISREG(st.st_mode)))
		return fd;
	close(fd);
	errno = EEXIST;
	return -1;
}

bool replace_is_stream(const char *path)
{
	const char *base;
	int flags, folder_fd = folder_open(path, &base);
	enum found found;

	if (folder_fd < 0)
		return false;
	found = find(folder_fd, base, &flags);
	close(folder_fd);
	return found == FOUND_STREAM ||
	       (found == FOUND_OTHER && errno == EACCES);
}

int replace_open_stream(const char *path)
{
	const char *base;
	int flags, fd = -1, reason, folder_fd = folder_open(path, &base);

	if (folder_fd < 0)
		return -1;
	if (find(folder_fd, base, &flags) == FOUND_STREAM)
		fd = open_stream(folder_fd, base, flags);
	reason = errno;
	close(folder_fd);
	errno = reason;
	return fd;
}

/* The descriptor to write to; -1 and errno. */
static int begin(struct replace *replace, int from_fd)
{
	enum found found;
	struct stat st;
	int flags, fd;

	found = find(replace->folder_fd, replace->to, &flags);
	replace->is_in_place = found == FOUND_STREAM;
	if (found == FOUND_OTHER)
		return -1;
	if (found == FOUND_STREAM) {
		snprintf(replace->name, sizeof(replace->name), "%s",
			 replace->path);
		return open_stream(replace->folder_fd, replace->to, flags);
	}
	fd = make_file(replace);
	if (fd >= 0 && fstat(from_fd, &st) == 0 && st.st_uid != geteuid())
		(void)!fchown(fd, st.st_uid, st.st_gid);
	return fd;
}

bool replace_begin(struct replace *replace, const char *path, int from_fd,
		   char *error, size_t error_bytes)
{
	int fd;

	replace->path = path;
	replace->name[0] = '\0';
	replace->keeps_older = false;
	replace->folder_fd = folder_open(path, &replace->to);
	if (replace->folder_fd < 0) {
		snprintf(error, error_bytes, "%s: %s", path,
			 folder_error(errno));
		return false;
	}
	fd = begin(replace, from_fd);
	replace->out = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (replace->out)
		return true;
	(void)report_error(path, errno, error, error_bytes);
	if (fd >= 0)
		close(fd);
	if (fd >= 0 && !replace->is_in_place)
		remove_name(replace);
	move_guard(replace, NULL);
	close(replace->folder_fd);
	return false;
}

/* The older file makes way, or the new one gets a number. Returns 0 or errno.
 */
static int take_name(struct replace *replace)
{
	const char *given = replace->path;
	int folder_fd = replace->folder_fd;
	struct older older = {0};
	int rc;

	snprintf(replace->numbered, sizeof(replace->numbered), "%s", given);
	rc = fxw_older_rename(folder_fd, replace->base, replace->to);
	for (int tries = 0; rc == -EEXIST && tries < MAX_TRIES; tries++) {
		if (!older_make_way_in(folder_fd, replace->numbered,
				       sizeof(replace->numbered), &older))
			return ENAMETOOLONG;
		replace->to = replace->numbered + (replace->to - replace->path);
		replace->path = replace->numbered;
		rc = fxw_older_rename(folder_fd, replace->base, replace->to);
	}
	if (rc)
		older_return(&older, given);
	else
		older_say(&older, given, replace->path);
	return -rc;
}

static int rename_to(struct replace *replace)
{
	if (replace->keeps_older)
		return take_name(replace);
	return renameat(replace->folder_fd, replace->base, replace->folder_fd,
			replace->to)
		       ? errno
		       : 0;
}

bool replace_end(struct replace *replace, bool is_done, char *error,
		 size_t error_bytes)
{
	bool has_failed = ferror(replace->out) || fflush(replace->out);
	int folder_fd = replace->folder_fd;

	if (is_done && !has_failed && !replace->is_in_place)
		has_failed = !replace_name(replace);
	if ((fclose(replace->out) || has_failed) && is_done)
		is_done = report_error(replace->path, errno ? errno : EIO,
				       error, error_bytes);
	if (!replace->is_in_place) {
		int reason = is_done ? rename_to(replace) : 0;

		if (reason)
			is_done = report_error(replace->path, reason, error,
					       error_bytes);
		if (!is_done)
			remove_name(replace);
		move_guard(replace, NULL);
	}
	close(folder_fd);
	return is_done;
}
