/* SPDX-License-Identifier: MIT */
/*
 * Several archives as one sequence, see reader.h.
 */
#include "tools/archive/merge.h"

#include <stdlib.h>

#include "tools/library/archive.h"

struct fxtrace_merge {
	struct fxtrace_archive **archives;
	size_t n;
	struct merge_part *parts;
	struct merge *merge;
};

static bool read_next(struct merge_part *part)
{
	return fxtrace_next(part->context);
}

/* Whether all of several know the time of day. */
static bool have_walls(struct fxtrace_archive *const *archives, size_t n)
{
	bool have = true;

	for (size_t i = 0; i < n && n > 1; i++) {
		const struct fxr_world *world = archives[i]->world;

		if (world && fxr_wall_is_known(&world->wall))
			continue;
		library_fail(archives[i], FXTRACE_ERROR_OPTION, 0,
			     "the archive does not know the time of day, by "
			     "which several are merged");
		have = false;
	}
	return have;
}

static void start(struct fxtrace_archive *archive, void *context)
{
	struct fxtrace_merge *merge = context;

	(void)archive;
	for (size_t i = 0; i < merge->n; i++)
		merge->parts[i] =
			(struct merge_part){.world = merge->archives[i]->world,
					    .call = &merge->archives[i]->call,
					    .next = read_next,
					    .context = merge->archives[i]};
	merge->merge = merge_of(merge->parts, merge->n);
}

struct fxtrace_merge *fxtrace_merge(struct fxtrace_archive *const *archives,
				    size_t n)
{
	struct fxtrace_merge *merge;

	if (!n || !have_walls(archives, n))
		return NULL;
	merge = calloc(1, sizeof(*merge));
	if (!merge)
		return NULL;
	merge->n = n;
	merge->archives = calloc(n, sizeof(struct fxtrace_archive *));
	merge->parts = calloc(n, sizeof(*merge->parts));
	if (merge->archives)
		memcpy(merge->archives, archives,
		       n * sizeof(struct fxtrace_archive *));
	if (merge->archives && merge->parts &&
	    library_run(archives[0], start, merge))
		return merge;
	fxtrace_merge_close(merge);
	return NULL;
}

const struct fxtrace_call *fxtrace_merge_next(struct fxtrace_merge *merge,
					      size_t *index)
{
	size_t part;
	const struct fxr_call *call = merge_next(merge->merge, &part);
	struct fxtrace_archive *archive;

	if (!call)
		return NULL;
	archive = merge->archives[part];
	archive->its.number = call->number;
	if (index)
		*index = part;
	return &archive->its;
}

void fxtrace_merge_close(struct fxtrace_merge *merge)
{
	struct fxr_budget *former;

	if (!merge)
		return;
	former = fxr_budget_use(NULL);
	merge_free(merge->merge);
	fxr_budget_use(former);
	free(merge->archives);
	free(merge->parts);
	free(merge);
}
