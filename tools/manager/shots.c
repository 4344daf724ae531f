/* SPDX-License-Identifier: MIT */
/*
 * The limits of snapshots by triggers, see shots.h.
 */
#include "tools/manager/shots.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/base/option.h"

#define MAX_NUMBER 9999u

/* One part of the text: a number of files, or a size. */
static bool read_part(struct shots *shots, const char *part)
{
	size_t n = strlen(part);
	uint64_t value;

	if (!n || !option_size(part, &value) || !value)
		return false;
	if (part[n - 1] < '0' || part[n - 1] > '9') {
		shots->max_bytes = value;
		return true;
	}
	shots->max = (uint32_t)value;
	return value <= MAX_NUMBER;
}

static bool read_text(struct shots *shots, const char *text)
{
	char part[64];
	const char *comma = strchr(text, ',');
	size_t n = comma ? (size_t)(comma - text) : strlen(text);

	if (strcmp(text, "all") == 0) {
		shots->max = UINT32_MAX;
		shots->max_bytes = UINT64_MAX;
		return true;
	}
	if (n >= sizeof(part))
		return false;
	memcpy(part, text, n);
	part[n] = '\0';
	return read_part(shots, part) &&
	       (!comma || read_part(shots, comma + 1));
}

const char *shots_check(const char *text)
{
	struct shots any = {0};

	return read_text(&any, text)
		       ? NULL
		       : "expected a number of files, a size like 1G, both "
			 "with a comma between them, or all";
}

void shots_open(struct shots *shots, const char *text)
{
	*shots = (struct shots){.max = SHOTS_MAX, .max_bytes = SHOTS_MAX_BYTES};
	if (text && *text)
		(void)read_text(shots, text);
}

void shots_close(struct shots *shots)
{
	while (shots->oldest) {
		struct shot *next = shots->oldest->next;

		free(shots->oldest);
		shots->oldest = next;
	}
}

bool shots_may(struct shots *shots, const struct fxw_trigger *trigger,
	       unsigned i, uint64_t now_ns)
{
	struct shot_counts *counts = &shots->counts[i];

	if (now_ns < counts->next_ns) {
		counts->n_held++;
		return false;
	}
	counts->next_ns = now_ns + trigger->every_ns;
	return true;
}

void shots_failed(struct shots *shots, unsigned i)
{
	shots->counts[i].n_held++;
}

bool shots_fits(const struct shots *shots, uint64_t n_bytes)
{
	return n_bytes <= shots->max_bytes;
}

/* Takes it out of the list, into another one. */
static void drop(struct shots *shots, struct shot **at, struct shot **gone)
{
	struct shot *shot = *at;

	*at = shot->next;
	shot->next = *gone;
	*gone = shot;
	shots->n_kept--;
	shots->n_bytes -= shot->n_bytes;
	shots->counts[shot->trigger].n_kept--;
	shots->counts[shot->trigger].n_removed++;
}

/* The oldest of a trigger. */
static struct shot **oldest_of(struct shots *shots, unsigned i)
{
	struct shot **at = &shots->oldest;

	while ((*at)->trigger != i)
		at = &(*at)->next;
	return at;
}

static void append(struct shots *shots, struct shot *shot)
{
	struct shot **end = &shots->oldest;

	while (*end)
		end = &(*end)->next;
	*end = shot;
	shots->n_kept++;
	shots->n_bytes += shot->n_bytes;
	shots->counts[shot->trigger].n_kept++;
}

void shots_resume(struct shots *shots, struct shot *shot)
{
	append(shots, shot);
}

struct shot *shots_new(unsigned i, const char *path, int fd)
{
	size_t n = strlen(path) + 1;
	struct shot *shot = calloc(1, sizeof(*shot) + n);
	struct stat st = {0};

	if (!shot)
		die("out of memory");
	memcpy(shot->path, path, n);
	/* what cannot be examined is never removed */
	(void)fstat(fd, &st);
	shot->trigger = i;
	shot->device = st.st_dev;
	shot->inode = st.st_ino;
	return shot;
}

struct shot *shots_keep(struct shots *shots, struct shot *shot, uint32_t max)
{
	unsigned i = shot->trigger;
	struct shot *gone = NULL;

	append(shots, shot);
	shots->counts[i].n_taken++;
	while (max && shots->counts[i].n_kept > max)
		drop(shots, oldest_of(shots, i), &gone);
	while (shots->n_kept > shots->max || shots->n_bytes > shots->max_bytes)
		drop(shots, &shots->oldest, &gone);
	return gone;
}

struct shot_counts shots_counts(const struct shots *shots)
{
	struct shot_counts all = {0};

	for (unsigned i = 0; i < FXW_TRIGGERS; i++) {
		all.n_taken += shots->counts[i].n_taken;
		all.n_removed += shots->counts[i].n_removed;
		all.n_held += shots->counts[i].n_held;
		all.n_kept += shots->counts[i].n_kept;
	}
	return all;
}

void shots_remove(struct shot *gone)
{
	while (gone) {
		struct shot *next = gone->next;
		struct stat st;

		if (lstat(gone->path, &st) == 0 && st.st_dev == gone->device &&
		    st.st_ino == gone->inode)
			(void)unlink(gone->path);
		free(gone);
		gone = next;
	}
}
