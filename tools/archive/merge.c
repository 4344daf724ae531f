/* SPDX-License-Identifier: MIT */
/*
 * Archives by the time of day, see merge.h. A group is those of one boot; its
 * clock counts ns since the first of their sessions started.
 */
#include "tools/archive/merge.h"

#include <inttypes.h>

#include "tools/archive/archive.h"
#include "tools/base/die.h"

/* The same counter was measured: rates are off by less. */
#define RATE_SHARE 100u
#define MOST_OFF_NS (100ull * 365 * 86400 * 1000000000)

struct group {
	size_t first;	      /* part, whose rate is the group's */
	uint64_t epoch;	      /* the earliest */
	struct fxr_wall wall; /* of all parts; by the group's clock */
	uint64_t last_ns;     /* time of day of its last call */
};

struct merge {
	struct merge_part *parts;
	size_t n_parts;
	struct group *groups;
	size_t n_groups;
	uint64_t origin_ns; /* time of day of the earliest start */
	uint64_t n_done, last_ns;
	uint64_t n_calls;	 /* of merge_open; 0: no progress is shown */
	struct merge_part *last; /* whose call was given */
	bool is_begun;
};

/* The counter's value on which a session's ticks are based, as ns. */
static uint64_t epochs_apart_ns(uint64_t from, uint64_t to, uint64_t rate)
{
	unsigned __int128 ns =
		(unsigned __int128)(to - from) * 1000000000 / rate;

	return ns < MOST_OFF_NS ? (uint64_t)ns : MOST_OFF_NS;
}

static bool is_same_boot(const struct fxr_wall *a, const struct fxr_wall *b)
{
	uint64_t apart =
		a->rate > b->rate ? a->rate - b->rate : b->rate - a->rate;
	uint64_t low = a->epoch < b->epoch ? a->epoch : b->epoch;
	uint64_t high = a->epoch + b->epoch - low;

	return a->boot_id.n_bytes && fxr_is_same(a->boot_id, b->boot_id) &&
	       a->has_epoch && b->has_epoch && a->rate && b->rate &&
	       apart <= a->rate / RATE_SHARE &&
	       epochs_apart_ns(low, high, a->rate) < MOST_OFF_NS;
}

/* The group's ns of a part's. */
static uint64_t group_ns(const struct merge *merge,
			 const struct merge_part *part, uint64_t ns)
{
	const struct group *group = &merge->groups[part->group];
	const struct merge_part *first = &merge->parts[group->first];
	unsigned __int128 at = ns;

	if (part != first)
		at = at * part->world->wall.rate / first->world->wall.rate;
	at += part->off_ns;
	return at < FXR_MAX_NS ? (uint64_t)at : FXR_MAX_NS;
}

/* And back; ns is not before the part's start. */
static uint64_t part_ns(const struct merge *merge,
			const struct merge_part *part, uint64_t ns)
{
	const struct group *group = &merge->groups[part->group];
	const struct merge_part *first = &merge->parts[group->first];
	unsigned __int128 at = ns - part->off_ns;

	if (part != first)
		at = at * first->world->wall.rate / part->world->wall.rate;
	return at < FXR_MAX_NS ? (uint64_t)at : FXR_MAX_NS;
}

static void add_pair(struct fxr_wall *wall, struct fxr_wall_pair pair)
{
	pair.place = wall->n_pairs;
	wall->pairs = fxr_grow(wall->pairs, &wall->pairs_capacity,
			       wall->n_pairs + 1, sizeof(pair));
	wall->pairs[wall->n_pairs++] = pair;
}

/* What all of its parts know, by the group's clock. */
static void join_walls(struct merge *merge, uint32_t g)
{
	struct fxr_wall *wall = &merge->groups[g].wall;

	for (size_t i = 0; i < merge->n_parts; i++) {
		const struct merge_part *part = &merge->parts[i];
		const struct fxr_wall *own = &part->world->wall;

		for (size_t k = 0; part->group == g && k < own->n_pairs; k++) {
			struct fxr_wall_pair pair = own->pairs[k];

			pair.ns = group_ns(merge, part, pair.ns);
			add_pair(wall, pair);
		}
	}
	fxr_wall_settle(wall);
	fxr_wall_find_zone(wall);
}

/* What the clocks showed at an instant of the group: by the last pair. */
static struct fxr_wall_pair pair_at(const struct fxr_wall *wall, uint64_t ns)
{
	struct fxr_wall_pair pair = wall->pairs[0];
	uint64_t realtime_ns = fxr_wall_ns(wall, ns);

	for (size_t i = 0; i < wall->n_pairs && wall->pairs[i].ns <= ns; i++)
		pair = wall->pairs[i];
	/* as far from each other as there: no step is seen between them */
	pair.monotonic_ns += realtime_ns - pair.realtime_ns;
	pair.realtime_ns = realtime_ns;
	return pair;
}

/* Gives a part what its group knows, by its own clock. */
static void share_wall(struct merge *merge, struct merge_part *part)
{
	const struct fxr_wall *all = &merge->groups[part->group].wall;
	struct fxr_wall *own = &part->world->wall;
	struct fxr_wall_pair begin = pair_at(all, part->off_ns);

	own->n_pairs = 0;
	begin.ns = 0;
	add_pair(own, begin);
	for (size_t i = 0; i < all->n_pairs; i++) {
		struct fxr_wall_pair pair = all->pairs[i];

		if (pair.ns <= part->off_ns)
			continue;
		pair.ns = part_ns(merge, part, pair.ns);
		add_pair(own, pair);
	}
	fxr_wall_settle(own);
	fxr_wall_find_zone(own);
}

/* The group of an archive of the same boot, or a new one. */
static void find_group(struct merge *merge, size_t i)
{
	struct merge_part *part = &merge->parts[i];
	const struct fxr_wall *wall = &part->world->wall;
	struct group *group;

	for (size_t g = 0; g < merge->n_groups; g++) {
		group = &merge->groups[g];
		if (!is_same_boot(&merge->parts[group->first].world->wall,
				  wall))
			continue;
		part->group = (uint32_t)g;
		if (wall->epoch < group->epoch)
			group->epoch = wall->epoch;
		return;
	}
	part->group = (uint32_t)merge->n_groups;
	group = &merge->groups[merge->n_groups++];
	*group = (struct group){.first = i, .epoch = wall->epoch};
}

static void set_clocks(struct merge *merge)
{
	merge->groups = fxr_new(merge->n_parts, sizeof(*merge->groups));
	for (size_t i = 0; i < merge->n_parts; i++)
		find_group(merge, i);
	for (size_t i = 0; i < merge->n_parts; i++) {
		struct merge_part *part = &merge->parts[i];
		const struct group *group = &merge->groups[part->group];

		part->off_ns = epochs_apart_ns(
			group->epoch, part->world->wall.epoch,
			merge->parts[group->first].world->wall.rate ?: 1);
	}
	for (size_t g = 0; g < merge->n_groups; g++)
		join_walls(merge, (uint32_t)g);
	for (size_t i = 0; i < merge->n_parts; i++)
		share_wall(merge, &merge->parts[i]);
	merge->origin_ns = UINT64_MAX;
	for (size_t i = 0; i < merge->n_parts; i++) {
		uint64_t ns = fxr_wall_ns(&merge->parts[i].world->wall, 0);

		if (ns < merge->origin_ns)
			merge->origin_ns = ns;
	}
}

/* By which several are merged. */
static void require_wall(const struct merge_part *part)
{
	const struct fxr_error *error = fxr_error(part->reader);

	if (fxr_wall_is_known(&part->world->wall))
		return;
	if (error)
		die("%s: offset %" PRIu64 ": %s", part->path, error->off,
		    error->expected);
	die("%s: the archive does not know the time of day, by which several "
	    "are merged",
	    part->path);
}

struct merge *merge_of(struct merge_part *parts, size_t n)
{
	struct merge *merge = fxr_new(1, sizeof(*merge));

	merge->parts = parts;
	merge->n_parts = n;
	if (n > 1)
		set_clocks(merge);
	return merge;
}

void merge_free(struct merge *merge)
{
	if (!merge)
		return;
	for (size_t g = 0; g < merge->n_groups; g++)
		fxr_wall_fini(&merge->groups[g].wall);
	fxr_free(merge->groups);
	fxr_free(merge);
}

static bool read_next(struct merge_part *part)
{
	return fxr_calls_next(part->calls, part->call);
}

static void open_part(struct merge_part *part, const char *path,
		      const struct fxr_calls_options *how)
{
	part->path = path;
	part->reader = archive_open(path, true);
	part->calls = fxr_calls_open(part->reader, how);
	part->world = fxr_calls_world(part->calls);
	part->last_ns = fxr_calls_totals(part->calls)->last_ns;
	part->call = fxr_new(1, sizeof(*part->call));
	part->next = read_next;
	archive_refuse(path, part->reader);
}

struct merge *merge_open(char *const *paths, size_t n,
			 const struct fxr_calls_options *how)
{
	struct merge_part *parts = fxr_new(n, sizeof(*parts));
	uint64_t n_calls = 0;
	struct merge *merge;

	for (size_t i = 0; i < n; i++) {
		open_part(&parts[i], paths[i], how);
		n_calls += fxr_calls_totals(parts[i].calls)->n_calls;
	}
	for (size_t i = 0; i < n && n > 1; i++)
		require_wall(&parts[i]);
	merge = merge_of(parts, n);
	merge->n_calls = n_calls;
	return merge;
}

int merge_close(struct merge *merge)
{
	struct merge_part *parts = merge->parts;
	int status = 0;

	for (size_t i = 0; i < merge->n_parts; i++) {
		struct merge_part *part = &parts[i];

		status |= archive_status(part->path, part->reader, part->calls);
		fxr_calls_close(part->calls);
		fxr_close(part->reader);
		fxr_free(part->call);
	}
	merge_free(merge);
	fxr_free(parts);
	return status;
}

size_t merge_n_parts(const struct merge *merge)
{
	return merge->n_parts;
}

struct merge_part *merge_part(struct merge *merge, size_t i)
{
	return &merge->parts[i];
}

uint64_t merge_n_calls(const struct merge *merge)
{
	return merge->n_calls;
}

/* The part of the group with the earliest call, or NULL. */
static struct merge_part *first_of(const struct merge *merge, uint32_t g,
				   uint64_t *ns)
{
	struct merge_part *first = NULL;

	for (size_t i = 0; i < merge->n_parts; i++) {
		struct merge_part *part = &merge->parts[i];
		uint64_t at;

		if (part->group != g || !part->has_call)
			continue;
		at = group_ns(merge, part, part->call->begin_ns);
		if (!first || at < *ns) {
			first = part;
			*ns = at;
		}
	}
	return first;
}

/* Its time of day, but never before that of the group's last call. */
static uint64_t rising_ns(const struct group *group, uint64_t ns)
{
	uint64_t realtime_ns = fxr_wall_ns(&group->wall, ns);

	return realtime_ns > group->last_ns ? realtime_ns : group->last_ns;
}

/* The part with the next call, or NULL. */
static struct merge_part *choose(struct merge *merge)
{
	struct merge_part *best = NULL;
	uint64_t best_ns = 0;

	for (size_t g = 0; g < merge->n_groups; g++) {
		uint64_t ns = 0;
		struct merge_part *part = first_of(merge, (uint32_t)g, &ns);

		if (!part)
			continue;
		ns = rising_ns(&merge->groups[g], ns);
		if (!best || ns < best_ns) {
			best = part;
			best_ns = ns;
		}
	}
	if (best)
		merge->groups[best->group].last_ns = best_ns;
	if (best_ns > merge->last_ns)
		merge->last_ns = best_ns;
	return best;
}

/* The first call of each part. */
static void begin(struct merge *merge)
{
	for (size_t i = 0; i < merge->n_parts; i++) {
		struct merge_part *part = &merge->parts[i];

		part->has_call = part->next(part);
	}
	merge->is_begun = true;
}

struct fxr_call *merge_next(struct merge *merge, size_t *part)
{
	if (!merge->is_begun)
		begin(merge);
	if (merge->last)
		merge->last->has_call = merge->last->next(merge->last);
	merge->last = merge->n_parts > 1       ? choose(merge)
		      : merge->parts->has_call ? merge->parts
					       : NULL;
	if (!merge->last)
		return NULL;
	*part = (size_t)(merge->last - merge->parts);
	if (merge->n_parts > 1)
		merge->last->call->number = merge->n_done;
	if (++merge->n_done % 1024 == 0 && merge->n_calls)
		archive_progress(NULL, merge->n_done, merge->n_calls);
	return merge->last->call;
}

uint64_t merge_ns(const struct merge *merge, size_t part, uint64_t ns)
{
	uint64_t realtime_ns;

	/* one archive may not know the time of day */
	if (merge->n_parts == 1)
		return ns;
	realtime_ns = fxr_wall_ns(&merge->parts[part].world->wall, ns);
	return realtime_ns > merge->origin_ns ? realtime_ns - merge->origin_ns
					      : 0;
}

uint64_t merge_call_ns(const struct merge *merge)
{
	if (merge->n_parts == 1)
		return merge->last->call->begin_ns;
	return merge->last_ns > merge->origin_ns
		       ? merge->last_ns - merge->origin_ns
		       : 0;
}

const char *merge_trouble(const struct merge *merge)
{
	const char *trouble = NULL;

	for (size_t i = 0; i < merge->n_parts && !trouble; i++)
		trouble = fxr_calls_trouble(merge->parts[i].calls);
	return trouble;
}
