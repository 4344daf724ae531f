/* SPDX-License-Identifier: MIT */
/*
 * Creates a tree's files, see plant.h. All folders come before their contents,
 * and all modes and times at the end, since creating files changes them.
 */
#include "tools/io/plant.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct seed {
	const char *path; /* in the arena */
	struct tree_node *node;
	bool is_kept;	 /* it existed */
	bool is_further; /* another name of `node` */
	bool is_made;
};

struct seeds {
	struct seed *items;
	size_t n, capacity;
	struct fxr_arena arena;
};

static void report_problem(struct plant *plant, const struct seed *seed,
			   const char *what)
{
	if (plant->report_problem)
		plant->report_problem(plant->context, seed->path, what);
}

static bool set_error(char *error, size_t error_bytes, const char *path,
		      const char *why)
{
	snprintf(error, error_bytes, "%s: %s", path, why);
	return false;
}

/* The initial path of a name; false: none, or too deep for a path. */
static bool path_of(const struct tree_entry *entry, char path[PATH_MAX],
		    bool *is_too_long)
{
	size_t at = PATH_MAX - 1, n;

	path[at] = '\0';
	while (entry && entry->folder) {
		n = strlen(entry->name);
		*is_too_long = at < n + 1;
		if (*is_too_long)
			return false;
		at -= n + 1;
		path[at] = '/';
		memcpy(path + at + 1, entry->name, n);
		entry = entry->folder->home;
	}
	memmove(path, path + at, PATH_MAX - at);
	return entry;
}

static void settle_kind(struct tree_node *node)
{
	if (node->kind == TREE_UNKNOWN)
		node->kind = node->may_be_folder || node->is_filled
				     ? TREE_FOLDER
				     : TREE_FILE;
}

static void add_seed(struct plant *plant, struct seeds *seeds,
		     const struct tree_entry *entry)
{
	struct tree_node *node = entry->initial;
	struct seed *seed;
	bool is_too_long = false;
	char path[PATH_MAX];

	if (!node || node->origin != TREE_INITIAL || node->home != entry ||
	    !entry->folder)
		return;
	if (!path_of(entry, path, &is_too_long)) {
		plant->counts.n_unmade += is_too_long;
		return;
	}
	seeds->items = fxr_grow(seeds->items, &seeds->capacity, seeds->n + 1,
				sizeof(*seeds->items));
	seed = &seeds->items[seeds->n++];
	*seed = (struct seed){
		.path = fxr_arena_copy(&seeds->arena, path, strlen(path)),
		.node = tree_real(node),
		.is_further = node->same != NULL};
	settle_kind(seed->node);
}

/* A folder before what is in it. */
static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct seed *)a)->path,
		      ((const struct seed *)b)->path);
}

static const char *kind_name(enum tree_kind kind)
{
	static const char *const names[] = {
		[TREE_UNKNOWN] = "file",    [TREE_FILE] = "file",
		[TREE_FOLDER] = "folder",   [TREE_LINK] = "symbolic link",
		[TREE_FIFO] = "named pipe", [TREE_OTHER] = "special file"};

	return names[kind];
}

static enum tree_kind kind_of(const struct stat *st)
{
	return S_ISREG(st->st_mode)    ? TREE_FILE
	       : S_ISDIR(st->st_mode)  ? TREE_FOLDER
	       : S_ISLNK(st->st_mode)  ? TREE_LINK
	       : S_ISFIFO(st->st_mode) ? TREE_FIFO
				       : TREE_OTHER;
}

/* Whether an existing file may stay. */
static bool check_existing(struct plant *plant, struct seed *seed, char *error,
			   size_t error_bytes)
{
	struct stat st;
	char why[128];
	int status = box_stat(plant->box, seed->path, false, &st);

	if (status == -ENOENT)
		return true;
	if (status)
		return set_error(error, error_bytes, seed->path,
				 strerror(-status));
	if (kind_of(&st) == seed->node->kind) {
		seed->is_kept = true;
		plant->counts.n_kept++;
		report_problem(plant, seed, "was there, and stays as it is");
		return true;
	}
	snprintf(why, sizeof(why), "is there already, as a %s, and was a %s",
		 kind_name(kind_of(&st)), kind_name(seed->node->kind));
	return set_error(error, error_bytes, seed->path, why);
}

/* The mode as recorded. Without root, the owner's bits must allow what the
 * recording could do, and deny what it could not. The recorded owner is
 * lost. */
static mode_t mode_of(const struct tree_node *node)
{
	mode_t owner = node->kind == TREE_FOLDER ? 0700 : 0600;
	mode_t mode = node->kind == TREE_FOLDER ? 0755 : 0644;

	if (node->has_mode)
		mode = node->mode;
	return geteuid() ? (mode | owner) & ~(node->denied << 6) : mode;
}

static void count_file(struct plant *plant, const struct seed *seed)
{
	const struct content *content = &seed->node->content;
	struct plant_counts *counts = &plant->counts;
	uint64_t size = content_size(content);
	uint64_t n_known = content_n_known(content);

	counts->n_files++;
	counts->n_bytes += n_known;
	if (content->has_size && n_known == size)
		counts->n_whole++;
	else if (n_known)
		counts->n_holes++;
	else if (content->has_size)
		counts->n_sizes++;
	else
		counts->n_names++;
	if (!content_n_lacking(content))
		return;
	counts->n_lacking++;
	report_problem(
		plant, seed,
		"was mapped or read, and not all of it is in the archive");
}

static int make_file(struct plant *plant, struct seed *seed)
{
	struct content *content = &seed->node->content;
	uint64_t size = content_size(content);
	const char *at = seed->path;
	char path[STORE_PATH];
	int status;

	if (content->is_stored) {
		store_path(plant->store, seed->node->number, path);
		at = path;
	} else {
		int fd = box_file(plant->box, at, O_CREAT | O_EXCL | O_WRONLY,
				  0600);

		if (fd < 0)
			return fd;
		close(fd);
	}
	status = size > INT64_MAX ? -EFBIG
				  : box_truncate(plant->box, at, (off_t)size);
	if (status == -EFBIG || status == -EINVAL)
		report_problem(plant, seed, "is too large here");
	else if (status)
		return status;
	if (!content->is_stored)
		return 0;
	status = box_rename(plant->box, path, seed->path, RENAME_NOREPLACE);
	if (status == 0)
		content->is_stored = false;
	return status;
}

static int make_link(struct plant *plant, const struct seed *seed)
{
	const struct tree_node *node = seed->node;

	if (node->target && !node->is_invented)
		return box_symlink(plant->box, node->target, seed->path);
	report_problem(plant, seed, "leads to where the archive does not say");
	return box_symlink(plant->box,
			   node->target ? node->target : "/.fxtrace-links/none",
			   seed->path);
}

/* A folder that could not be removed because it was not empty. */
static int put_filler(struct plant *plant, const struct seed *seed)
{
	char path[PATH_MAX + 32];
	int fd;

	snprintf(path, sizeof(path), "%s/.fxtrace-filler", seed->path);
	fd = box_file(plant->box, path, O_CREAT | O_EXCL | O_WRONLY, 0644);
	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

static int create_file(struct plant *plant, struct seed *seed)
{
	switch (seed->node->kind) {
	case TREE_FOLDER:
		plant->counts.n_folders++;
		return box_mkdir(plant->box, seed->path, 0700);
	case TREE_LINK:
		plant->counts.n_links++;
		return make_link(plant, seed);
	case TREE_FIFO:
		plant->counts.n_fifos++;
		return box_mkfifo(plant->box, seed->path, 0600);
	case TREE_OTHER:
		plant->counts.n_unmade++;
		report_problem(plant, seed,
			       "is a device or a socket, and is not made");
		return -ENOTSUP;
	default:
		count_file(plant, seed);
		return make_file(plant, seed);
	}
}

static bool make_one(struct plant *plant, struct seed *seed, char *error,
		     size_t error_bytes)
{
	int status;

	if (seed->is_kept || seed->is_further)
		return true;
	status = create_file(plant, seed);
	seed->is_made = status == 0;
	if (seed->is_made)
		seed->node->planted = seed->path;
	return status == 0 || status == -ENOTSUP ||
	       set_error(error, error_bytes, seed->path, strerror(-status));
}

/* Another name of a file that was created. */
static bool link_one(struct plant *plant, const struct seed *seed, char *error,
		     size_t error_bytes)
{
	int status;

	if (!seed->is_further || seed->is_kept || !seed->node->planted)
		return true;
	status = box_link(plant->box, seed->node->planted, seed->path, false);
	plant->counts.n_files += status == 0;
	plant->counts.n_whole += status == 0;
	return status == 0 ||
	       set_error(error, error_bytes, seed->path, strerror(-status));
}

static void set_metadata(struct plant *plant, const struct seed *seed)
{
	const struct tree_node *node = seed->node;
	const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, node->mtime};

	if (!seed->is_made)
		return;
	if (node->is_filled)
		(void)put_filler(plant, seed);
	if (node->kind != TREE_LINK)
		(void)box_chmod(plant->box, seed->path, mode_of(node), false);
	if (node->has_mtime)
		(void)box_utimens(plant->box, seed->path, times, false);
}

static bool make_all(struct plant *plant, struct seeds *seeds, char *error,
		     size_t error_bytes)
{
	bool is_good = true;
	size_t i;

	for (i = 0; i < seeds->n && is_good; i++)
		is_good = check_existing(plant, &seeds->items[i], error,
					 error_bytes);
	for (i = 0; i < seeds->n && is_good; i++)
		is_good = make_one(plant, &seeds->items[i], error, error_bytes);
	for (i = 0; i < seeds->n && is_good; i++)
		is_good = link_one(plant, &seeds->items[i], error, error_bytes);
	for (i = seeds->n; i-- && is_good;)
		set_metadata(plant, &seeds->items[i]);
	return is_good;
}

bool plant_all(struct plant *plant, char *error, size_t error_bytes)
{
	struct seeds seeds = {0};
	bool is_good;

	for (const struct tree_entry *entry = plant->tree->entries; entry;
	     entry = entry->next)
		add_seed(plant, &seeds, entry);
	if (seeds.n)
		qsort(seeds.items, seeds.n, sizeof(*seeds.items), by_path);
	is_good = make_all(plant, &seeds, error, error_bytes);
	free(seeds.items);
	fxr_arena_fini(&seeds.arena);
	return is_good;
}

void plant_clear(struct plant *plant)
{
	char path[STORE_PATH];

	for (struct tree_node *node = plant->tree->nodes; node;
	     node = node->next)
		if (node->content.is_stored) {
			store_path(plant->store, node->number, path);
			(void)box_unlink(plant->box, path);
		}
}
