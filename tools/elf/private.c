/* SPDX-License-Identifier: MIT */
/*
 * Links to libraries in a folder of our own, see private.h. A link, because a
 * copy could not be loaded from a file system that is mounted noexec.
 */
#include "tools/elf/private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/die.h"

#define SEPARATORS " :$"
#define PREFIX "fxtrace-lib-"
/* Of a process's file in /proc, and of what is read of it at a time. */
#define MAX_PROC_BYTES (16u << 20)
#define PIECE_BYTES 65536u

static struct {
	char folder[PATH_MAX];
	/* its descriptor, locked: `record` lives, in this or another namespace
	 */
	int fd;
	pid_t owner; /* forked processes leave it alone */
	unsigned n_links;
} own;

bool private_is_plain(const char *path)
{
	return !path[strcspn(path, SEPARATORS)];
}

/* Whether nobody else can put another folder in the place of ours. */
static bool is_safe(const char *folder)
{
	struct stat st;

	return stat(folder, &st) == 0 && S_ISDIR(st.st_mode) &&
	       (st.st_uid == geteuid() || st.st_uid == 0) &&
	       (!(st.st_mode & (S_IWGRP | S_IWOTH)) || (st.st_mode & S_ISVTX));
}

/* Whether a file of a process contains the text. What cannot be read does
 * not. */
static bool contains(const char *path, const char *text)
{
	static char bytes[PIECE_BYTES + PATH_MAX];
	size_t n_text = strlen(text), n_kept = 0, n_all = 0, n;
	FILE *file = fopen(path, "re");
	bool found = false;

	while (file && !found && n_all < MAX_PROC_BYTES &&
	       (n = fread(bytes + n_kept, 1, PIECE_BYTES, file)) > 0) {
		n_all += n;
		n += n_kept;
		found = memmem(bytes, n, text, n_text) != NULL;
		/* it may be divided between two pieces */
		n_kept = n < n_text - 1 ? n : n_text - 1;
		memmove(bytes, bytes + n - n_kept, n_kept);
	}
	if (file)
		fclose(file);
	return found;
}

/* Whether a process was started with the folder's name, or has mapped one of
 * the libraries in it: it may hide its environment. */
static bool is_used_by(const char *pid, const char *folder, const char *library)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/proc/%s/environ", pid);
	if (contains(path, folder))
		return true;
	snprintf(path, sizeof(path), "/proc/%s/maps", pid);
	return *library && contains(path, library);
}

static bool is_used(const char *folder)
{
	char link[PATH_MAX + 32], library[PATH_MAX] = "";
	struct dirent *entry;
	DIR *proc = opendir("/proc");
	bool found = false;
	ssize_t n;

	snprintf(link, sizeof(link), "%s/libfxtrace.so", folder);
	n = readlink(link, library, sizeof(library) - 1);
	library[n > 0 ? n : 0] = '\0';
	while (proc && !found && (entry = readdir(proc)))
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
		    strtol(entry->d_name, NULL, 10) != getpid())
			found = is_used_by(entry->d_name, folder, library);
	if (proc)
		closedir(proc);
	return found || !proc;
}

/* Only links are in it. */
static void remove_folder(const char *folder)
{
	char path[2 * PATH_MAX];
	struct dirent *entry;
	DIR *links = opendir(folder);

	while (links && (entry = readdir(links))) {
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		if (entry->d_name[0] != '.')
			(void)unlink(path);
	}
	if (links)
		closedir(links);
	(void)rmdir(folder);
}

static int lock_folder(const char *folder, int how)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0 || flock(fd, how | LOCK_NB) == 0)
		return fd;
	close(fd);
	return -1;
}

/* Removes it if it is one of ours, of a record that has ended. */
static void remove_if_left(const char *folder)
{
	int fd = lock_folder(folder, LOCK_EX);
	struct stat st;

	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && !is_used(folder))
		remove_folder(folder);
	close(fd);
}

static void remove_left(const char *base)
{
	char folder[PATH_MAX];
	struct dirent *entry;
	DIR *all = opendir(base);

	while (all && (entry = readdir(all))) {
		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0 ||
		    snprintf(folder, sizeof(folder), "%s/%s", base,
			     entry->d_name) >= (int)sizeof(folder))
			continue;
		remove_if_left(folder);
	}
	if (all)
		closedir(all);
}

static bool make_in(const char *base)
{
	if (!base || base[0] != '/' || !private_is_plain(base) ||
	    !is_safe(base) ||
	    snprintf(own.folder, sizeof(own.folder), "%s/" PREFIX "XXXXXX",
		     base) >= (int)sizeof(own.folder))
		return false;
	remove_left(base);
	if (!mkdtemp(own.folder))
		return false;
	own.fd = lock_folder(own.folder, LOCK_SH);
	/* others may load what is in it, and not list it */
	if (own.fd >= 0 && fchmod(own.fd, 0711) == 0)
		return true;
	(void)rmdir(own.folder);
	return false;
}

static void make_folder(const char *path)
{
	const char *const bases[] = {getenv("TMPDIR"), "/tmp",
				     getenv("XDG_RUNTIME_DIR"), "/var/tmp"};

	for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++)
		if (make_in(bases[i])) {
			own.owner = getpid();
			atexit(private_remove);
			return;
		}
	own.folder[0] = '\0';
	die("%s: LD_PRELOAD takes no path with a space, a colon or a dollar "
	    "sign, and there is no folder for a link to it (TMPDIR): %s",
	    path, strerror(errno));
}

void private_link(char *path, size_t path_bytes)
{
	const char *name = strrchr(path, '/') + 1;
	char link[PATH_MAX + NAME_MAX + 32], number[16] = "";

	if (!own.folder[0])
		make_folder(path);
	/* the first one keeps its name, by which the recorder knows itself */
	if (own.n_links++)
		snprintf(number, sizeof(number), "%u-", own.n_links);
	snprintf(link, sizeof(link), "%s/%s%s", own.folder, number, name);
	for (char *c = link; *c; c++)
		if (strchr(SEPARATORS, *c))
			*c = '_';
	if (symlink(path, link))
		die("%s: %s", link, strerror(errno));
	if (snprintf(path, path_bytes, "%s", link) >= (int)path_bytes)
		die("%s: the name is too long", link);
}

void private_remove(void)
{
	if (!own.folder[0] || own.owner != getpid())
		return;
	if (!is_used(own.folder))
		remove_folder(own.folder);
	own.folder[0] = '\0';
}
