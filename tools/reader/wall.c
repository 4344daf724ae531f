/* SPDX-License-Identifier: MIT */
/*
 * The machine and its time of day, see wall.h. Numbers of facts may be any.
 */
#include "tools/reader/wall.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/reader/world.h"

/* Both clocks run at the same rate, however that is tuned. Reading them at one
 * instant fails by less. */
#define STEP_NS 1000000

static struct fxr_text name_of(struct fxr_world *world,
			       const struct fxr_record *record,
			       const struct fxt_arg *arg)
{
	return fxr_string(world->reader, record->provider, record->off,
			  &arg->name);
}

/* Processes of other users are not trusted. */
static bool is_trusted(const struct fxr_world *world,
		       const struct fxr_record *record)
{
	return !fxr_types_domain(&world->types, record->provider->index);
}

static void take_text(struct fxr_world *world, const struct fxr_record *record,
		      const struct fxt_arg *arg)
{
	struct fxr_wall *wall = &world->wall;
	const struct {
		const char *name;
		struct fxr_text *to;
	} texts[] = {
		{FXW_ARG_HOST_NAME, &wall->host},
		{FXW_ARG_BOOT_ID, &wall->boot_id},
		{FXW_ARG_ZONE, &wall->zone},
		{FXW_ARG_TZ, &wall->tz},
	};
	struct fxr_text name = name_of(world, record, arg);

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (fxr_is(name, texts[i].name))
			*texts[i].to = fxr_arena_text(
				&world->arena,
				fxr_cut_text(fxr_string(world->reader,
							record->provider,
							record->off,
							&arg->value.string),
					     FXR_SHORT_NAME_BYTES));
}

static bool is_offset(int64_t seconds)
{
	return seconds > -86400 && seconds < 86400;
}

static void take_host(struct fxr_world *world, const struct fxr_record *record)
{
	struct fxr_wall *wall = &world->wall;

	if (wall->has_host || !is_trusted(world, record))
		return;
	wall->has_host = true;
	wall->rate = record->provider->ticks_per_second;
	for (unsigned i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];
		struct fxr_text name = name_of(world, record, arg);

		if (arg->type == FXT_ARG_STRING) {
			take_text(world, record, arg);
		} else if (arg->type == FXT_ARG_INT32 &&
			   fxr_is(name, FXW_ARG_UTC_OFFSET) &&
			   is_offset(arg->value.i32)) {
			wall->has_offset = true;
			wall->utc_offset_s = arg->value.i32;
		} else if (fxr_is(name, FXW_ARG_EPOCH)) {
			wall->has_epoch = fxr_arg_u64(arg, &wall->epoch);
		}
	}
}

static void take_clock(struct fxr_world *world, const struct fxr_record *record)
{
	struct fxr_wall *wall = &world->wall;
	struct fxr_wall_pair pair = {.place = wall->n_pairs};
	const struct {
		const char *name;
		uint64_t *to;
	} numbers[] = {
		{FXW_ARG_TICKS, &pair.ns},
		{FXW_ARG_MONOTONIC, &pair.monotonic_ns},
		{FXW_ARG_REALTIME, &pair.realtime_ns},
	};
	unsigned found = 0;

	for (unsigned i = 0; i < record->n_args; i++)
		for (unsigned k = 0; k < 3; k++)
			if (fxr_is(name_of(world, record, &record->args[i]),
				   numbers[k].name) &&
			    fxr_arg_u64(&record->args[i], numbers[k].to))
				found |= 1u << k;
	/* all three, and what people live to see */
	if (found != 7 || pair.monotonic_ns > INT64_MAX ||
	    pair.realtime_ns > INT64_MAX ||
	    wall->n_pairs == FXR_MAX_WALL_PAIRS || !is_trusted(world, record))
		return;
	pair.ns = fxr_ns(record->provider, pair.ns);
	wall->pairs = fxr_grow(wall->pairs, &wall->pairs_capacity,
			       wall->n_pairs + 1, sizeof(pair));
	wall->pairs[wall->n_pairs++] = pair;
}

bool fxr_wall_take(struct fxr_world *world, const struct fxr_record *record,
		   struct fxr_text name)
{
	if (fxr_is(name, FXW_EVENT_HOST))
		take_host(world, record);
	else if (fxr_is(name, FXW_EVENT_CLOCK))
		take_clock(world, record);
	else
		return false;
	return true;
}

static int by_time(const void *a, const void *b)
{
	const struct fxr_wall_pair *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* Names of zones and rules, but no paths. */
static bool is_zone(const char *tz)
{
	return isalpha((unsigned char)*tz) && !strstr(tz, "..") &&
	       !tz[strspn(tz, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_/+-:,."
			      "abcdefghijklmnopqrstuvwxyz0123456789")];
}

/* How far that zone was ahead of UTC. */
static int64_t offset_of(const char *tz, time_t at)
{
	const char *now = getenv("TZ");
	char *former = now ? strdup(now) : NULL;
	struct tm local;
	int64_t offset = 0;

	(void)setenv("TZ", tz, 1);
	tzset();
	if (localtime_r(&at, &local))
		offset = local.tm_gmtoff;
	if (former)
		(void)setenv("TZ", former, 1);
	else
		(void)unsetenv("TZ");
	tzset();
	free(former);
	return offset;
}

void fxr_wall_find_zone(struct fxr_wall *wall)
{
	int64_t offset;

	if (wall->has_offset || !wall->n_pairs || !wall->tz.n_bytes ||
	    !is_zone(wall->tz.bytes))
		return;
	offset = offset_of(wall->tz.bytes,
			   (time_t)(wall->pairs[0].realtime_ns / 1000000000));
	wall->has_offset = is_offset(offset);
	if (wall->has_offset)
		wall->utc_offset_s = (int32_t)offset;
}

/* Of several pairs of one time the first counts. */
void fxr_wall_settle(struct fxr_wall *wall)
{
	size_t n = 0;

	if (!wall->n_pairs)
		return;
	qsort(wall->pairs, wall->n_pairs, sizeof(*wall->pairs), by_time);
	for (size_t i = 0; i < wall->n_pairs; i++)
		if (!n || wall->pairs[i].ns != wall->pairs[n - 1].ns)
			wall->pairs[n++] = wall->pairs[i];
	wall->n_pairs = n;
}

void fxr_wall_fini(struct fxr_wall *wall)
{
	fxr_free(wall->pairs);
}

int64_t fxr_wall_step_ns(const struct fxr_wall *wall, size_t i)
{
	const struct fxr_wall_pair *a = &wall->pairs[i - 1], *b = a + 1;
	__int128 by_ns = ((__int128)b->realtime_ns - b->monotonic_ns) -
			 ((__int128)a->realtime_ns - a->monotonic_ns);

	if (by_ns > -STEP_NS && by_ns < STEP_NS)
		return 0;
	return by_ns > INT64_MAX   ? INT64_MAX
	       : by_ns < INT64_MIN ? INT64_MIN
				   : (int64_t)by_ns;
}

/* The last pair that is not later, the first one if all are. */
static size_t pair_before(const struct fxr_wall *wall, uint64_t ns)
{
	size_t low = 0, high = wall->n_pairs;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (wall->pairs[middle].ns <= ns)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* How far time of day goes on between pairs i and i + 1, without a step. */
static __int128 length_ns(const struct fxr_wall *wall, size_t i)
{
	const struct fxr_wall_pair *a = &wall->pairs[i], *b = a + 1;
	__int128 length = (__int128)b->realtime_ns - a->realtime_ns -
			  fxr_wall_step_ns(wall, i + 1);

	return length > 0 ? length : 0;
}

static uint64_t clamped(__int128 ns)
{
	if (ns < 0)
		return 0;
	return ns > INT64_MAX ? INT64_MAX : (uint64_t)ns;
}

uint64_t fxr_wall_ns(const struct fxr_wall *wall, uint64_t ns)
{
	size_t i = pair_before(wall, ns);
	const struct fxr_wall_pair *pair = &wall->pairs[i];
	__int128 passed = (__int128)ns - pair->ns;

	/* both factors are below 2^64 */
	if (passed > 0 && i + 1 < wall->n_pairs && pair[1].ns > pair->ns)
		passed = (__int128)((unsigned __int128)passed *
				    (unsigned __int128)length_ns(wall, i) /
				    (pair[1].ns - pair->ns));
	return clamped(pair->realtime_ns + passed);
}

uint64_t fxr_wall_monotonic_ns(const struct fxr_wall *wall, uint64_t ns)
{
	size_t i = pair_before(wall, ns);
	const struct fxr_wall_pair *pair = &wall->pairs[i];
	__int128 passed = (__int128)ns - pair->ns;

	if (passed > 0 && i + 1 < wall->n_pairs && pair[1].ns > pair->ns &&
	    pair[1].monotonic_ns > pair->monotonic_ns)
		passed =
			(__int128)((unsigned __int128)passed *
				   (pair[1].monotonic_ns - pair->monotonic_ns) /
				   (pair[1].ns - pair->ns));
	return clamped(pair->monotonic_ns + passed);
}

bool fxr_wall_counter(const struct fxr_wall *wall, uint64_t ns,
		      uint64_t *counter)
{
	/* recorders that do not use the counter count ns */
	if (!wall->has_epoch || !wall->rate || wall->rate == 1000000000u)
		return false;
	*counter = wall->epoch +
		   (uint64_t)((unsigned __int128)ns * wall->rate / 1000000000u);
	return true;
}

/* The first of [low, high) that shows so much: there the clock only rises. */
static uint64_t find_between(const struct fxr_wall *wall, uint64_t low,
			     uint64_t high, uint64_t realtime_ns)
{
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (fxr_wall_ns(wall, middle) >= realtime_ns)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

uint64_t fxr_wall_find(const struct fxr_wall *wall, uint64_t realtime_ns)
{
	uint64_t low = 0;

	for (size_t i = 1; i < wall->n_pairs; i++) {
		uint64_t high = wall->pairs[i].ns;

		if (high && fxr_wall_ns(wall, high - 1) >= realtime_ns)
			return find_between(wall, low, high - 1, realtime_ns);
		low = high;
	}
	if (fxr_wall_ns(wall, FXR_MAX_NS) < realtime_ns)
		return UINT64_MAX;
	return find_between(wall, low, FXR_MAX_NS, realtime_ns);
}
