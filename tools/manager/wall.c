/* SPDX-License-Identifier: MIT */
/*
 * The machine and its time of day, see wall.h.
 */
#include "tools/manager/wall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "writer/utf8.h"

#define CHECK_NS 1000000000ull
/* Two reads of a clock differ by less, unless the thread is interrupted. */
#define NOISE_NS 20000
/* The clock was set: it never drifts from the other one by so much. */
#define STEP_NS 1000000
#define CLOCK_WORDS 32u
#define HOST_WORDS 128u

static void read_boot_id(struct wall *wall)
{
	FILE *in = fopen("/proc/sys/kernel/random/boot_id", "re");

	if (!in)
		return;
	if (fgets(wall->boot_id, sizeof(wall->boot_id), in))
		wall->boot_id[strcspn(wall->boot_id, "\n")] = '\0';
	fclose(in);
}

static void read_zone(struct wall *wall)
{
	time_t now = time(NULL);
	struct tm local;

	if (!localtime_r(&now, &local))
		return;
	wall->utc_offset_s = (int32_t)local.tm_gmtoff;
	snprintf(wall->zone, sizeof(wall->zone), "%s", local.tm_zone);
}

void wall_open(struct wall *wall, const struct area *area)
{
	struct utsname system;

	*wall = (struct wall){.pairs[0] = area->first, .n_pairs = 1};
	wall->seen = area->first;
	wall->epoch = area->epoch_ticks;
	if (uname(&system) == 0)
		snprintf(wall->host, sizeof(wall->host), "%s", system.nodename);
	read_boot_id(wall);
	read_zone(wall);
}

static uint64_t *put_text(uint64_t *at, const char *text)
{
	size_t n_bytes = strlen(text), n_words = fxt_words(n_bytes);

	if (n_words)
		at[n_words - 1] = 0;
	memcpy(at, text, n_bytes);
	return at + n_words;
}

static uint64_t *put_number(uint64_t *at, const char *name, uint64_t number)
{
	uint64_t *value = put_text(at + 1, name);

	*value = number;
	*at = fxt_arg_header(FXT_ARG_UINT64, (size_t)(value + 1 - at),
			     fxt_inline_ref(strlen(name)), 0);
	return value + 1;
}

static uint64_t *put_string(uint64_t *at, const char *name, const char *text)
{
	uint64_t *end = put_text(put_text(at + 1, name), text);

	*at = fxt_arg_header(FXT_ARG_STRING, (size_t)(end - at),
			     fxt_inline_ref(strlen(name)),
			     fxt_inline_ref(strlen(text)));
	return end;
}

/* Begins a fact of the recorder's own thread. */
static uint64_t *begin_fact(struct chunk *chunk, uint32_t koid, uint64_t ticks,
			    const char *name)
{
	uint64_t *at = chunk->words + chunk->n_words + 1;

	*at++ = ticks;
	*at++ = koid;
	*at++ = fxw_recorder_koid(koid);
	at = put_text(at, FXW_CATEGORY_FACT);
	return put_text(at, name);
}

static void end_fact(struct chunk *chunk, const char *name, unsigned n_args,
		     uint64_t *end)
{
	uint64_t *record = chunk->words + chunk->n_words;

	*end++ = FXT_SCOPE_PROCESS;
	*record = fxt_event_header(FXT_EVENT_INSTANT, (size_t)(end - record),
				   n_args, 0,
				   fxt_inline_ref(strlen(FXW_CATEGORY_FACT)),
				   fxt_inline_ref(strlen(name)));
	chunk->n_words += (uint32_t)(end - record);
}

static void put_clock(struct chunk *chunk, uint32_t koid,
		      const struct fxw_clock_pair *pair)
{
	uint64_t *at = begin_fact(chunk, koid, pair->ticks, FXW_EVENT_CLOCK);

	at = put_number(at, FXW_ARG_TICKS, pair->ticks);
	at = put_number(at, FXW_ARG_MONOTONIC, pair->monotonic_ns);
	at = put_number(at, FXW_ARG_REALTIME, pair->realtime_ns);
	end_fact(chunk, FXW_EVENT_CLOCK, 3, at);
}

/* A name that is no text, or empty, is left out. */
static uint64_t *put_name(uint64_t *at, unsigned *n_args, const char *name,
			  const char *text)
{
	size_t n_bytes = strlen(text);

	if (!n_bytes || fxw_utf8_cut(text, n_bytes) != n_bytes)
		return at;
	++*n_args;
	return put_string(at, name, text);
}

static void put_host(struct chunk *chunk, uint32_t koid, uint64_t ticks,
		     const struct wall *wall)
{
	uint64_t *at = begin_fact(chunk, koid, ticks, FXW_EVENT_HOST), *value;
	unsigned n_args = 0;

	at = put_name(at, &n_args, FXW_ARG_HOST_NAME, wall->host);
	at = put_name(at, &n_args, FXW_ARG_BOOT_ID, wall->boot_id);
	at = put_name(at, &n_args, FXW_ARG_ZONE, wall->zone);
	if (*wall->zone) {
		value = put_text(at + 1, FXW_ARG_UTC_OFFSET);
		*at = fxt_arg_header(FXT_ARG_INT32, (size_t)(value - at),
				     fxt_inline_ref(strlen(FXW_ARG_UTC_OFFSET)),
				     (uint32_t)wall->utc_offset_s);
		at = value;
		n_args++;
	}
	at = put_number(at, FXW_ARG_EPOCH, wall->epoch);
	end_fact(chunk, FXW_EVENT_HOST, n_args + 1, at);
}

struct chunk *wall_copy(const struct wall *wall, const struct area *area,
			uint32_t id, uint32_t koid)
{
	struct chunk *chunk =
		chunk_new(id, HOST_WORDS + (WALL_PAIRS + 1) * CLOCK_WORDS);
	struct fxw_clock_pair now = area_pair(area);

	put_host(chunk, koid, area_ticks(area), wall);
	for (unsigned i = 0; i < wall->n_pairs; i++)
		put_clock(chunk, koid, &wall->pairs[i]);
	put_clock(chunk, koid, &now);
	return chunk;
}

bool wall_wants(const struct wall *wall, bool is_foreign)
{
	return !wall->id || (wall->is_foreign && !is_foreign);
}

struct chunk *wall_intro(struct wall *wall, uint32_t id, uint32_t koid,
			 bool is_foreign)
{
	struct chunk *chunk =
		chunk_new(id, HOST_WORDS + WALL_PAIRS * CLOCK_WORDS);

	put_host(chunk, koid, wall->seen.ticks, wall);
	for (unsigned i = 0; i < wall->n_pairs; i++)
		put_clock(chunk, koid, &wall->pairs[i]);
	wall->id = id;
	wall->koid = koid;
	wall->is_foreign = is_foreign;
	return chunk;
}

static void keep_pair(struct wall *wall, const struct fxw_clock_pair *pair)
{
	if (wall->n_pairs == WALL_PAIRS) {
		memmove(wall->pairs, wall->pairs + 1,
			(WALL_PAIRS - 1) * sizeof(*pair));
		wall->n_pairs--;
	}
	wall->pairs[wall->n_pairs++] = *pair;
}

/* How far the clock is from where the last emitted pair lets it be. */
static int64_t error_ns(const struct wall *wall,
			const struct fxw_clock_pair *now, uint64_t rate)
{
	const struct fxw_clock_pair *last = &wall->pairs[wall->n_pairs - 1];
	uint64_t ns = (uint64_t)((unsigned __int128)(now->ticks - last->ticks) *
				 1000000000 / rate);

	return (int64_t)(now->realtime_ns - last->realtime_ns - ns);
}

static bool is_step(const struct fxw_clock_pair *a,
		    const struct fxw_clock_pair *b)
{
	int64_t ns = (int64_t)((b->realtime_ns - b->monotonic_ns) -
			       (a->realtime_ns - a->monotonic_ns));

	return llabs(ns) >= STEP_NS;
}

struct chunk *wall_check(struct wall *wall, const struct area *area,
			 uint64_t now_ns, uint64_t rate)
{
	struct fxw_clock_pair now, before = wall->seen;
	struct chunk *chunk;

	if (!rate || !wall->id || now_ns < wall->next_ns)
		return NULL;
	wall->next_ns = now_ns + CHECK_NS;
	now = wall->seen = area_pair(area);
	if (llabs(error_ns(wall, &now, rate)) <= NOISE_NS)
		return NULL;
	chunk = chunk_new(wall->id, 2 * CLOCK_WORDS);
	/* so that it is known to a second when the clock was set */
	if (is_step(&before, &now) &&
	    before.ticks != wall->pairs[wall->n_pairs - 1].ticks) {
		put_clock(chunk, wall->koid, &before);
		keep_pair(wall, &before);
	}
	put_clock(chunk, wall->koid, &now);
	keep_pair(wall, &now);
	return chunk;
}

struct chunk *wall_end(struct wall *wall, const struct area *area)
{
	struct fxw_clock_pair now;
	struct chunk *chunk;

	if (!wall->id)
		return NULL;
	now = area_pair(area);
	chunk = chunk_new(wall->id, 2 * CLOCK_WORDS);
	if (is_step(&wall->seen, &now))
		put_clock(chunk, wall->koid, &wall->seen);
	put_clock(chunk, wall->koid, &now);
	return chunk;
}
