/* SPDX-License-Identifier: MIT */
/*
 * Creates what a recording found, see prepare.h. One pass over the calls
 * derives (learn.h) the tree (tree.h), then it is created (populate.h).
 */
#include "tools/io/prepare.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tools/io/learn.h"

static void learn_all(struct learn *learn, struct fxr_calls *calls)
{
	static struct fxr_call call; /* too large for the stack */
	struct io_op op, step;

	learn->ops = io_ops_open(fxr_calls_world(calls));
	while (fxr_calls_next(calls, &call)) {
		if (!io_ops_take(learn->ops, &call, &op))
			continue;
		for (size_t n = 0; io_ops_step(learn->ops, &op, n, &step); n++)
			learn_take(learn, &step);
		learn_take(learn, &op);
	}
	io_ops_close(learn->ops);
}

static bool is_sound(const struct learn *learn, char *error, size_t error_bytes)
{
	const struct store *store = learn->store;

	if (learn->tree->is_full)
		snprintf(error, error_bytes, "more names than can be kept");
	else if (store->error)
		snprintf(error, error_bytes, "%s: %s", store->folder,
			 strerror(-store->error));
	return !learn->tree->is_full && !store->error;
}

bool prepare_box(struct prepare *prepare, struct fxr_calls *calls,
		 const struct box *box, char *error, size_t error_bytes)
{
	struct tree tree;
	struct store store;
	struct learn learn = {.tree = &tree, .store = &store};
	struct populate populate = {.tree = &tree,
				    .store = &store,
				    .box = box,
				    .report_problem = prepare->report_problem,
				    .context = prepare->context};
	int status = store_open(&store, box);
	bool is_good;

	if (status) {
		snprintf(error, error_bytes, "%s: %s", store.folder,
			 strerror(-status));
		return false;
	}
	signal(SIGXFSZ, SIG_IGN); /* a size that is too large is an error */
	tree_init(&tree);
	learn_all(&learn, calls);
	is_good = is_sound(&learn, error, error_bytes) &&
		  populate_all(&populate, error, error_bytes);
	populate_clear(&populate);
	store_close(&store);
	tree_fini(&tree);
	prepare->counts = populate.counts;
	prepare->n_unnamed = learn.n_unnamed;
	return is_good;
}

/* "3 links" */
static void add_count(char *text, size_t n_bytes, uint64_t n, const char *what)
{
	size_t at = strlen(text);

	if (n && at < n_bytes)
		snprintf(text + at, n_bytes - at, "%s%" PRIu64 " %s%s",
			 at ? ", " : "", n, what, n == 1 ? "" : "s");
}

void prepare_text(const struct prepare *prepare, char *text, size_t n_bytes)
{
	const struct populate_counts *counts = &prepare->counts;
	size_t at;

	*text = '\0';
	add_count(text, n_bytes, counts->n_files, "file");
	at = strlen(text);
	if (counts->n_files && at < n_bytes)
		snprintf(text + at, n_bytes - at,
			 " (%" PRIu64 " whole, %" PRIu64 " in part, %" PRIu64
			 " by size, %" PRIu64 " by name)",
			 counts->n_whole, counts->n_holes, counts->n_sizes,
			 counts->n_names);
	add_count(text, n_bytes, counts->n_folders, "folder");
	add_count(text, n_bytes, counts->n_links, "link");
	add_count(text, n_bytes, counts->n_fifos, "named pipe");
	add_count(text, n_bytes, counts->n_bytes, "byte");
	if (!*text)
		snprintf(text, n_bytes, "nothing");
}
