/* SPDX-License-Identifier: MIT */
/*
 * Creates a tree's files, see populate.h. All folders come before their
 * contents, and all modes and times at the end, since creating files changes
 * them.
 */
#include "tools/io/populate.h"

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

static void report_problem(struct populate *populate, const struct seed *seed,
			   const char *what)
{
	if (populate->report_problem)
		populate->report_problem(populate->context, seed->path, what);
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

static void add_seed(struct populate *populate, struct seeds *seeds,
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
		populate->counts.n_unmade += is_too_long;
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
static bool check_existing(struct populate *populate, struct seed *seed,
			   char *error, size_t error_bytes)
{
	struct stat st;
	char why[128];
	int status = box_stat(populate->box, seed->path, false, &st);

	if (status == -ENOENT)
		return true;
	if (status)
		return set_error(error, error_bytes, seed->path,
				 strerror(-status));
	if (kind_of(&st) == seed->node->kind) {
		seed->is_kept = true;
		populate->counts.n_kept++;
		report_problem(populate, seed, "was there, and stays as it is");
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

static void count_file(struct populate *populate, const struct seed *seed)
{
	const struct content *content = &seed->node->content;
	struct populate_counts *counts = &populate->counts;
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
		populate, seed,
		"was mapped or read, and not all of it is in the archive");
}

static int make_file(struct populate *populate, struct seed *seed)
{
	struct content *content = &seed->node->content;
	uint64_t size = content_size(content);
	const char *at = seed->path;
	char path[STORE_PATH];
	int status;

	if (content->is_stored) {
		store_path(populate->store, seed->node->number, path);
		at = path;
	} else {
		int fd = box_file(populate->box, at,
				  O_CREAT | O_EXCL | O_WRONLY, 0600);

		if (fd < 0)
			return fd;
		close(fd);
	}
	status = size > INT64_MAX
			 ? -EFBIG
			 : box_truncate(populate->box, at, (off_t)size);
	if (status == -EFBIG || status == -EINVAL)
		report_problem(populate, seed, "is too large here");
	else if (status)
		return status;
	if (!content->is_stored)
		return 0;
	status = box_rename(populate->box, path, seed->path, RENAME_NOREPLACE);
	if (status == 0)
		content->is_stored = false;
	return status;
}

static int make_link(struct populate *populate, const struct seed *seed)
{
	const struct tree_node *node = seed->node;

	if (node->target && !node->is_invented)
		return box_symlink(populate->box, node->target, seed->path);
	report_problem(populate, seed,
		       "leads to where the archive does not say");
	return box_symlink(populate->box,
			   node->target ? node->target : "/.fxtrace-links/none",
			   seed->path);
}

/* A folder that could not be removed because it was not empty. */
static int put_filler(struct populate *populate, const struct seed *seed)
{
	char path[PATH_MAX + 32];
	int fd;

	snprintf(path, sizeof(path), "%s/.fxtrace-filler", seed->path);
	fd = box_file(populate->box, path, O_CREAT | O_EXCL | O_WRONLY, 0644);
	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

static int create_file(struct populate *populate, struct seed *seed)
{
	switch (seed->node->kind) {
	case TREE_FOLDER:
		populate->counts.n_folders++;
		return box_mkdir(populate->box, seed->path, 0700);
	case TREE_LINK:
		populate->counts.n_links++;
		return make_link(populate, seed);
	case TREE_FIFO:
		populate->counts.n_fifos++;
		return box_mkfifo(populate->box, seed->path, 0600);
	case TREE_OTHER:
		populate->counts.n_unmade++;
		report_problem(populate, seed,
			       "is a device or a socket, and is not made");
		return -ENOTSUP;
	default:
		count_file(populate, seed);
		return make_file(populate, seed);
	}
}

static bool make_one(struct populate *populate, struct seed *seed, char *error,
		     size_t error_bytes)
{
	int status;

	if (seed->is_kept || seed->is_further)
		return true;
	status = create_file(populate, seed);
	seed->is_made = status == 0;
	if (seed->is_made)
		seed->node->created = seed->path;
	return status == 0 || status == -ENOTSUP ||
	       set_error(error, error_bytes, seed->path, strerror(-status));
}

/* Another name of a file that was created. */
static bool link_one(struct populate *populate, const struct seed *seed,
		     char *error, size_t error_bytes)
{
	int status;

	if (!seed->is_further || seed->is_kept || !seed->node->created)
		return true;
	status =
		box_link(populate->box, seed->node->created, seed->path, false);
	populate->counts.n_files += status == 0;
	populate->counts.n_whole += status == 0;
	return status == 0 ||
	       set_error(error, error_bytes, seed->path, strerror(-status));
}

static void set_metadata(struct populate *populate, const struct seed *seed)
{
	const struct tree_node *node = seed->node;
	const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, node->mtime};

	if (!seed->is_made)
		return;
	if (node->is_filled)
		(void)put_filler(populate, seed);
	if (node->kind != TREE_LINK)
		(void)box_chmod(populate->box, seed->path, mode_of(node),
				false);
	if (node->has_mtime)
		(void)box_utimens(populate->box, seed->path, times, false);
}

static bool make_all(struct populate *populate, struct seeds *seeds,
		     char *error, size_t error_bytes)
{
	bool is_good = true;
	size_t i;

	for (i = 0; i < seeds->n && is_good; i++)
		is_good = check_existing(populate, &seeds->items[i], error,
					 error_bytes);
	for (i = 0; i < seeds->n && is_good; i++)
		is_good = make_one(populate, &seeds->items[i], error,
				   error_bytes);
	for (i = 0; i < seeds->n && is_good; i++)
		is_good = link_one(populate, &seeds->items[i], error,
				   error_bytes);
	for (i = seeds->n; i-- && is_good;)
		set_metadata(populate, &seeds->items[i]);
	return is_good;
}

bool populate_all(struct populate *populate, char *error, size_t error_bytes)
{
	struct seeds seeds = {0};
	bool is_good;

	for (const struct tree_entry *entry = populate->tree->entries; entry;
	     entry = entry->next)
		add_seed(populate, &seeds, entry);
	if (seeds.n)
		qsort(seeds.items, seeds.n, sizeof(*seeds.items), by_path);
	is_good = make_all(populate, &seeds, error, error_bytes);
	free(seeds.items);
	fxr_arena_fini(&seeds.arena);
	return is_good;
}

void populate_clear(struct populate *populate)
{
	char path[STORE_PATH];

	for (struct tree_node *node = populate->tree->nodes; node;
	     node = node->next)
		if (node->content.is_stored) {
			store_path(populate->store, node->number, path);
			(void)box_unlink(populate->box, path);
		}
}
