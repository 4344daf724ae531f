/* SPDX-License-Identifier: MIT */
/*
 * What a manager emits about the time of day, and what a reader makes of it.
 * That the clock was set is simulated: what the manager has seen before is
 * changed.
 */
#include "tools/manager/wall.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "tests/build_archive.h"
#include "tests/tap.h"
#include "tools/reader/calls.h"

#define HOUR_NS 3600000000000ll

static struct area area;
static struct wall wall;
static uint64_t rate;
static struct build b;

static void begin(void)
{
	is_u64(area_open(&area), 0);
	wall_open(&wall, &area);
	do
		(void)usleep(30000);
	while (!(rate = area_rate(&area)));
	build_begin(&b);
	build_init(&b, rate);
}

static void put(struct chunk *chunk)
{
	for (uint32_t i = 0; chunk && i < chunk->n_words; i++)
		build_word(&b, chunk->words[i]);
	chunk_free(chunk);
}

/* What a reader knows of what was put. */
static const struct fxr_wall *read_back(void)
{
	static const struct fxr_calls_options options;
	struct fxr_reader *reader = fxr_open_memory(b.words, build_bytes(&b));
	struct fxr_calls *calls = fxr_calls_open(reader, &options);

	ok(!fxr_error(reader) || fxr_error(reader)->status == FXR_END);
	return &fxr_calls_world(calls)->wall;
}

/* As if the clock had shown that much less until now. */
static void step(int64_t ns)
{
	wall.seen.realtime_ns -= (uint64_t)ns;
	for (unsigned i = 0; i < wall.n_pairs; i++)
		wall.pairs[i].realtime_ns -= (uint64_t)ns;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void host(void)
{
	const struct fxr_wall *read;
	struct utsname system;

	begin();
	ok(wall_wants(&wall, false));
	put(wall_intro(&wall, 100, 100, false));
	ok(!wall_wants(&wall, false), "once for an archive");
	read = read_back();
	uname(&system);
	ok(fxr_is(read->host, system.nodename));
	is_u64(read->boot_id.n_bytes, 36);
	ok(read->has_offset && read->has_epoch);
	is_u64(read->epoch, area.epoch_ticks);
	is_u64(read->n_pairs, 1);
}

static void now(void)
{
	uint64_t ticks, read_ns, early_ns, late_ns;
	const struct fxr_wall *read;

	begin();
	put(wall_intro(&wall, 100, 100, false));
	read = read_back();
	early_ns = now_ns();
	ticks = area_ticks(&area);
	late_ns = now_ns();
	read_ns = fxr_wall_ns(
		read, (uint64_t)((unsigned __int128)ticks * 1000000000 / rate));
	/* the rate was measured for 30 ms */
	ok(read_ns + 1000000 > early_ns && read_ns < late_ns + 1000000,
	   "%lld ns off", (long long)(read_ns - early_ns));
}

static uint64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void other_clocks(void)
{
	uint64_t ticks, ns, counter, early_ns, late_ns, read_ns;
	const struct fxr_wall *read;

	begin();
	put(wall_intro(&wall, 100, 100, false));
	early_ns = monotonic_ns();
	ticks = area_ticks(&area);
	late_ns = monotonic_ns();
	put(wall_end(&wall, &area));
	read = read_back();
	ns = (uint64_t)((unsigned __int128)ticks * 1000000000 / rate);
	read_ns = fxr_wall_monotonic_ns(read, ns);
	ok(read_ns + 1000000 > early_ns && read_ns < late_ns + 1000000,
	   "%lld ns off", (long long)(read_ns - early_ns));
	/* ns are rounded down */
	ok(!fxr_wall_counter(read, ns, &counter)
		   ? rate == 1000000000
		   : area.epoch_ticks + ticks - counter <=
			     rate / 1000000000 + 1);
}

static void quiet(void)
{
	unsigned n = 0;

	begin();
	put(wall_intro(&wall, 100, 100, false));
	/* more than one would be noise of the machine, every time */
	for (int i = 0; i < 20; i++) {
		struct chunk *chunk = wall_check(&wall, &area, 0, rate);

		wall.next_ns = 0;
		n += chunk != NULL;
		chunk_free(chunk);
	}
	ok(n < 10, "%u of 20", n);
}

static void seldom(void)
{
	begin();
	put(wall_intro(&wall, 100, 100, false));
	step(HOUR_NS);
	wall.next_ns = 1000;
	ok(!wall_check(&wall, &area, 999, rate));
	ok(!wall_check(&wall, &area, 1000, 0), "without a rate");
	put(wall_check(&wall, &area, 1000, rate));
	ok(wall.next_ns > 1000);
	is_u64(wall.n_pairs, 2);
}

static void is_set(int64_t ns)
{
	const struct fxr_wall *read;
	uint64_t seen_ticks;

	begin();
	step(ns);
	put(wall_intro(&wall, 100, 100, false));
	(void)usleep(2000);
	wall.seen = area_pair(&area);
	wall.seen.realtime_ns -= (uint64_t)ns;
	seen_ticks = wall.seen.ticks;
	(void)usleep(2000);
	put(wall_check(&wall, &area, 0, rate));
	read = read_back();
	/* the first one, that before the step, that behind it */
	is_u64(read->n_pairs, 3);
	is_i64(fxr_wall_step_ns(read, 1), 0);
	ok(llabs(fxr_wall_step_ns(read, 2) - ns) < 1000000, "%lld",
	   (long long)fxr_wall_step_ns(read, 2));
	is_u64(wall.pairs[1].ticks, seen_ticks);
}

static void is_set_on(void)
{
	is_set(HOUR_NS);
}

static void is_set_back(void)
{
	is_set(-3 * HOUR_NS);
}

static void at_end(void)
{
	const struct fxr_wall *read;

	begin();
	ok(!wall_end(&wall, &area), "nobody has joined");
	put(wall_intro(&wall, 100, 100, false));
	put(wall_end(&wall, &area));
	read = read_back();
	is_u64(read->n_pairs, 2);
	is_i64(fxr_wall_step_ns(read, 1), 0);
}

static void set_before_end(void)
{
	const struct fxr_wall *read;

	begin();
	step(HOUR_NS);
	put(wall_intro(&wall, 100, 100, false));
	(void)usleep(2000);
	wall.seen = area_pair(&area);
	wall.seen.realtime_ns -= HOUR_NS;
	(void)usleep(2000);
	put(wall_end(&wall, &area));
	read = read_back();
	is_u64(read->n_pairs, 3);
	is_i64(fxr_wall_step_ns(read, 1), 0);
	ok(llabs(fxr_wall_step_ns(read, 2) - HOUR_NS) < 1000000, "%lld",
	   (long long)fxr_wall_step_ns(read, 2));
}

static void many(void)
{
	begin();
	put(wall_intro(&wall, 100, 100, false));
	for (int i = 0; i < 50; i++) {
		wall.next_ns = 0;
		step(HOUR_NS);
		put(wall_check(&wall, &area, 0, rate));
	}
	is_u64(wall.n_pairs, WALL_PAIRS);
	build_free(&b);
	build_begin(&b);
	build_init(&b, rate);
	put(wall_copy(&wall, &area, 100, 100));
	is_u64(read_back()->n_pairs, WALL_PAIRS + 1);
}

static void foreign(void)
{
	begin();
	put(wall_intro(&wall, 100, 100, true));
	ok(!wall_wants(&wall, true));
	ok(wall_wants(&wall, false), "whoever is trusted has it again");
	arg_u32(&b, FXW_ARG_UID, 5);
	build_event(&b, FXT_EVENT_INSTANT, 5, FXW_CATEGORY_FACT, FXW_EVENT_USER,
		    FXT_SCOPE_PROCESS);
	put(wall_end(&wall, &area));
	/* what comes behind that fact may be anybody's */
	is_u64(read_back()->n_pairs, 1);
}

static void put_host(const char *name, int32_t utc_offset_s)
{
	arg_string(&b, FXW_ARG_HOST_NAME, name);
	arg_i32(&b, FXW_ARG_UTC_OFFSET, utc_offset_s);
	build_event(&b, FXT_EVENT_INSTANT, 5, FXW_CATEGORY_FACT, FXW_EVENT_HOST,
		    FXT_SCOPE_PROCESS);
}

static void first_host(void)
{
	const struct fxr_wall *read;

	build_begin(&b);
	arg_u32(&b, FXW_ARG_UID, 5);
	build_event(&b, FXT_EVENT_INSTANT, 5, FXW_CATEGORY_FACT, FXW_EVENT_USER,
		    FXT_SCOPE_PROCESS);
	put_host("of another user", 1);
	build_provider(&b, 200, "trusted");
	build_init(&b, 1000000000);
	arg_null(&b, "a");
	arg_null(&b, "b");
	arg_string(&b, FXW_ARG_ZONE, "of the record before");
	build_event(&b, FXT_EVENT_INSTANT, 5, "any", "any", FXT_SCOPE_PROCESS);
	put_host("first", 3600);
	put_host("second", 7200);
	read = read_back();
	ok(fxr_is(read->host, "first"));
	is_u64(read->zone.n_bytes, 0);
	ok(read->has_offset);
	is_i64(read->utc_offset_s, 3600);
}

/* Less than a day. */
static void offsets(void)
{
	static const struct {
		int32_t seconds;
		bool is_taken;
	} cases[] = {{-86401, false}, {-86400, false}, {-86399, true},
		     {0, true},	      {86399, true},   {86400, false},
		     {86401, false}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct fxr_wall *read;

		build_begin(&b);
		put_host("host", cases[i].seconds);
		read = read_back();
		ok(read->has_offset == cases[i].is_taken, "%d",
		   (int)cases[i].seconds);
		is_i64(read->utc_offset_s,
		       cases[i].is_taken ? cases[i].seconds : 0);
	}
}

static const struct tap_test tests[] = {
	{"the first host counts that is not another user's", first_host},
	{"a zone is less than a day ahead or behind", offsets},
	{"an archive has the host, its boot, zone and clock", host},
	{"ticks become the time of day", now},
	{"ticks become times of other clocks", other_clocks},
	{"a clock that runs as predicted adds nothing", quiet},
	{"clocks are compared when it is time, and the rate is known", seldom},
	{"that the clock was set on is seen, with the pair before", is_set_on},
	{"that it was set back, too", is_set_back},
	{"the end has a pair", at_end},
	{"and the last one before it, if the clock was set between",
	 set_before_end},
	{"an archive that begins later has the newest pairs", many},
	{"pairs of another user's process do not count", foreign},
};

TAP_MAIN(tests)
