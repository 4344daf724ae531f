/* SPDX-License-Identifier: MIT */
/*
 * Names of files that commands make, see older.h.
 */
#include "tools/base/older.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/base/folder.h"
#include "tools/base/replace.h"

enum { MAX_TRIES = 100000 };

/* A manager ends its archive a moment after its last program has ended. */
#define PATIENCE_MS 100
#define PAUSE_NS 2000000

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

size_t older_stem(const char *path)
{
	size_t n = strlen(path);

	return n > 4 && strcmp(path + n - 4, ".fxt") == 0 && path[n - 5] != '/'
		       ? n - 4
		       : n;
}

bool older_number(char *path, size_t path_bytes)
{
	char stem[PATH_MAX], end[8];
	size_t n = older_stem(path);
	struct stat st;

	if (replace_is_stream(path))
		return true;
	snprintf(stem, sizeof(stem), "%.*s", (int)n, path);
	snprintf(end, sizeof(end), "%s", path + n);
	/* a dangling link occupies the name, too */
	for (int i = 1; lstat(path, &st) == 0; i++)
		if (i > MAX_TRIES ||
		    (size_t)snprintf(path, path_bytes, "%s.%d%s", stem, i,
				     end) >= path_bytes)
			return false;
	return true;
}

static int keep(int folder_fd, const char *base, char *kept)
{
	const struct timespec pause = {.tv_nsec = PAUSE_NS};
	int rc = fxw_older_keep(folder_fd, base, kept);

	for (int i = 0; rc == -EBUSY && i < PATIENCE_MS * 1000000 / PAUSE_NS;
	     i++) {
		nanosleep(&pause, NULL);
		rc = fxw_older_keep(folder_fd, base, kept);
	}
	return rc;
}

bool older_make_way_in(int folder_fd, char *path, size_t path_bytes,
		       struct older *older)
{
	char kept[FXW_OLDER_BYTES];
	int rc = keep(folder_fd, last_part(path), kept);

	if (rc) {
		older->refused = -rc;
		return older_number(path, path_bytes);
	}
	if (*kept)
		memcpy(older->kept, kept, sizeof(kept));
	return true;
}

bool older_make_way(char *path, size_t path_bytes, struct older *older)
{
	const char *base;
	int folder_fd;
	bool is_done;

	if (replace_is_stream(path))
		return true;
	folder_fd = folder_open(path, &base);
	if (folder_fd < 0) /* reported when it is to be created there */
		return true;
	is_done = older_make_way_in(folder_fd, path, path_bytes, older);
	close(folder_fd);
	return is_done;
}

void older_say(const struct older *older, const char *given, const char *path)
{
	int n_folder = (int)(last_part(given) - given);

	if (*older->kept)
		say("%s: the older file is %.*s%s now", given, n_folder, given,
		    older->kept);
	if (older->refused == EBUSY)
		say("%s: is still being written, so this is %s", given, path);
	else if (older->refused)
		say("%s: stays, as it cannot be renamed (%s), so this is %s",
		    given, strerror(older->refused), path);
}

bool older_text(const struct older *older, const char *given, char *text,
		size_t text_bytes)
{
	if (*older->kept)
		snprintf(text, text_bytes,
			 "the older file of this name is now %s", older->kept);
	else if (older->refused)
		snprintf(text, text_bytes,
			 "%s %s, so this archive has another name",
			 last_part(given),
			 older->refused == EBUSY ? "is still being written"
						 : "cannot be renamed");
	return *older->kept || older->refused;
}

void older_return(const struct older *older, const char *given)
{
	const char *base;
	int folder_fd;

	if (!*older->kept || (folder_fd = folder_open(given, &base)) < 0)
		return;
	fxw_older_return(folder_fd, older->kept, base);
	close(folder_fd);
}
