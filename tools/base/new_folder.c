/* SPDX-License-Identifier: MIT */
/*
 * Makes folders, see new_folder.h.
 */
#include "tools/base/new_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tools/base/folder.h"
#include "tools/base/guard.h"

#define NEW_ONE "name a new folder, or remove this one"

/* What getdents64 writes. */
struct entry {
	uint64_t inode;
	int64_t off;
	uint16_t n_bytes;
	uint8_t type;
	char name[];
};

static const struct new_folder *volatile guarded;

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* How many of a part of the folder's entries it has removed. */
static unsigned remove_entries(int fd, const char *entries, long n_bytes)
{
	const struct entry *entry;
	unsigned n = 0;

	for (long at = 0; at < n_bytes; at += entry->n_bytes) {
		entry = (const void *)(entries + at);
		n += !is_dots(entry->name) && unlinkat(fd, entry->name, 0) == 0;
	}
	return n;
}

/* Also in a signal handler, so that it does not use opendir. */
void new_folder_clear(const struct new_folder *folder)
{
	uint64_t entries[512];
	unsigned n_removed;
	long n;

	do {
		n_removed = 0;
		if (lseek(folder->fd, 0, SEEK_SET) < 0)
			return;
		while ((n = syscall(SYS_getdents64, folder->fd, entries,
				    sizeof(entries))) > 0)
			n_removed += remove_entries(folder->fd,
						    (const char *)entries, n);
	} while (n_removed);
}

static void remove_folder(const struct new_folder *folder)
{
	new_folder_clear(folder);
	unlinkat(folder->parent_fd, folder->name, AT_REMOVEDIR);
}

static void remove_guarded(void)
{
	if (guarded)
		remove_folder(guarded);
}

static void guard(void)
{
	static bool is_on;

	if (!is_on)
		guard_on(remove_guarded);
	is_on = true;
}

static bool fail(const struct new_folder *folder, const char *why, char *error,
		 size_t error_bytes)
{
	snprintf(error, error_bytes, "%s: %s", folder->path, why);
	return false;
}

/* Whether the folder has no entry; if it cannot be read, its rename decides. */
static bool is_empty(int parent_fd, const char *name)
{
	int fd = openat(parent_fd, name,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *entries = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;
	bool is_found = false;

	if (!entries) {
		if (fd >= 0)
			close(fd);
		return true;
	}
	while (!is_found && (entry = readdir(entries)))
		is_found = !is_dots(entry->d_name);
	closedir(entries);
	return !is_found;
}

/* What is wrong with the name, or NULL. */
static const char *why_not(const struct new_folder *folder)
{
	struct stat st;

	if (!*folder->to || is_dots(folder->to))
		return "this is no name of a new folder";
	if (fstatat(folder->parent_fd, folder->to, &st, AT_SYMLINK_NOFOLLOW))
		return errno == ENOENT ? NULL : strerror(errno);
	if (!S_ISDIR(st.st_mode))
		return "it is there already, and is no folder: name a new one";
	return is_empty(folder->parent_fd, folder->to)
		       ? NULL
		       : "it is not empty: " NEW_ONE;
}

/* Opens the folder that is to have it. */
static bool open_parent(struct new_folder *folder, const char *path,
			char *error, size_t error_bytes)
{
	size_t n = strlen(path);
	const char *why;

	while (n > 1 && path[n - 1] == '/')
		n--;
	folder->fd = -1;
	folder->path[0] = '\0';
	if (n >= sizeof(folder->path))
		return fail(folder, strerror(ENAMETOOLONG), error, error_bytes);
	memcpy(folder->path, path, n);
	folder->path[n] = '\0';
	folder->parent_fd = folder_open(folder->path, &folder->to);
	if (folder->parent_fd < 0)
		return fail(folder, folder_error(errno), error, error_bytes);
	why = why_not(folder);
	if (!why)
		return true;
	close(folder->parent_fd);
	return fail(folder, why, error, error_bytes);
}

bool new_folder_can(const char *path, char *error, size_t error_bytes)
{
	struct new_folder folder;
	bool can = open_parent(&folder, path, error, error_bytes);

	if (!can)
		return false;
	if (faccessat(folder.parent_fd, ".", W_OK | X_OK, AT_EACCESS))
		can = fail(&folder, strerror(errno), error, error_bytes);
	close(folder.parent_fd);
	return can;
}

/* With a temporary name, that is removed from now on. Returns 0 or errno. */
static int make(struct new_folder *folder)
{
	uint64_t number;
	sigset_t old;
	int reason;

	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return errno;
	snprintf(folder->name, sizeof(folder->name), ".fxtrace-%016" PRIx64,
		 number);
	guard_hold(&old);
	reason = mkdirat(folder->parent_fd, folder->name, 0700) ? errno : 0;
	if (!reason) {
		folder->fd =
			openat(folder->parent_fd, folder->name,
			       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		reason = folder->fd < 0 ? errno : 0;
		if (reason)
			remove_folder(folder);
		else
			guarded = folder;
	}
	guard_release(&old);
	return reason;
}

bool new_folder_begin(struct new_folder *folder, const char *path, char *error,
		      size_t error_bytes)
{
	int reason;

	if (!open_parent(folder, path, error, error_bytes))
		return false;
	guard();
	reason = make(folder);
	if (!reason)
		return true;
	close(folder->parent_fd);
	return fail(folder, strerror(reason), error, error_bytes);
}

FILE *new_folder_file(const struct new_folder *folder, const char *name)
{
	int fd = openat(folder->fd, name,
			O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			0600);
	FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;

	if (fd >= 0 && !out)
		close(fd);
	return out;
}

bool new_folder_end(struct new_folder *folder, bool is_done, char *error,
		    size_t error_bytes)
{
	sigset_t old;
	int reason;

	guard_hold(&old);
	if (is_done && renameat(folder->parent_fd, folder->name,
				folder->parent_fd, folder->to)) {
		reason = errno;
		is_done = fail(folder,
			       reason == ENOTEMPTY || reason == EEXIST
				       ? "it is not empty: " NEW_ONE
				       : strerror(reason),
			       error, error_bytes);
	}
	if (!is_done)
		remove_folder(folder);
	guarded = NULL;
	guard_release(&old);
	close(folder->fd);
	close(folder->parent_fd);
	return is_done;
}
