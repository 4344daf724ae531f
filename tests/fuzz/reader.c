/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as an archive: records, calls, and their text, JSON and raw forms,
 * printed to nowhere. For libFuzzer (`make fuzz`), for tests/fuzz_driver.c
 * where there is no clang, and for the unit test that damages archives.
 */
#include "tests/fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/print/print.h"
#include "tools/reader/brief.h"

/* What was printed is of no interest. */
static struct pen text;

static void read_records(const uint8_t *bytes, size_t n_bytes)
{
	static struct fxr_record record;
	struct fxr_reader *reader = fxr_open_memory(bytes, n_bytes);
	struct print print = {.out = &text};

	while (!fxr_next(reader, &record)) {
		print_record(&print, reader, &record);
		(void)pen_take(&text);
	}
	/* It ends well or with an error that says something. */
	if (fxr_next(reader, &record) != FXR_END &&
	    (!fxr_error(reader) || !*fxr_error(reader)->expected))
		abort();
	fxr_close(reader);
}

/* Each way to show times, and back from the time of day. */
static void show_time(struct print *print, const struct fxr_call *call)
{
	const struct fxr_wall *wall = &print->world->wall;
	uint64_t ns;

	if (!fxr_wall_is_known(wall))
		return;
	print->time = (enum print_time)(call->number % 4);
	ns = fxr_wall_ns(wall, call->begin_ns);
	/* the clock may have shown it before */
	if (ns > INT64_MAX || fxr_wall_find(wall, ns) > call->begin_ns)
		abort();
}

static void read_calls(const uint8_t *bytes, size_t n_bytes)
{
	static const struct fxr_calls_options options = {.n_chunk = 64};
	static struct fxr_call call;
	struct fxr_reader *reader = fxr_open_memory(bytes, n_bytes);
	struct fxr_calls *calls = fxr_calls_open(reader, &options);
	struct print print = {.out = &text,
			      .world = fxr_calls_world(calls),
			      .has_blobs = true};
	struct print_names names = {
		.descriptors = descriptors_open(fxr_calls_world(calls))};
	uint64_t n_calls = 0;

	print.names = &names;
	while (fxr_calls_next(calls, &call)) {
		descriptors_take(names.descriptors, &call);
		print.is_stable = call.number & 1;
		show_time(&print, &call);
		print_call(&print, &call);
		print_call_json(&print, &call);
		(void)pen_take(&text);
		n_calls++;
	}
	if (fxr_calls_trouble(calls) ||
	    n_calls != fxr_calls_totals(calls)->n_calls)
		abort();
	descriptors_close(names.descriptors);
	fxr_calls_close(calls);
	fxr_close(reader);
}

/* How many calls there are, and how many failed. */
struct counts {
	uint64_t n_calls, n_errors;
};

static void count_brief(void *context, const struct fxr_brief *call)
{
	struct counts *counts = context;

	counts->n_calls++;
	counts->n_errors += call->error.n_bytes != 0;
	if (call->is_timed ? call->inner_ns > call->ns : call->ns)
		abort();
}

static uint64_t measure_none(void *context, const struct fxr_call *part)
{
	(void)context;
	return part->n_args;
}

static struct counts count_calls(const uint8_t *bytes, size_t n_bytes)
{
	static const struct fxr_calls_options options = {.n_chunk = 64,
							 .is_brief = true};
	static struct fxr_call call;
	struct fxr_reader *reader = fxr_open_memory(bytes, n_bytes);
	struct fxr_calls *calls = fxr_calls_open(reader, &options);
	struct counts counts = {.n_calls = 0};

	while (fxr_calls_next(calls, &call)) {
		counts.n_calls++;
		counts.n_errors += call.error.n_bytes != 0;
	}
	fxr_calls_close(calls);
	fxr_close(reader);
	return counts;
}

/* In one pass, if that goes: it finds the same. */
static void read_brief(const uint8_t *bytes, size_t n_bytes)
{
	struct counts got = {.n_calls = 0}, want;
	const struct fxr_brief_options options = {
		.context = &got, .take = count_brief, .measure = measure_none};
	struct fxr_reader *reader = fxr_open_memory(bytes, n_bytes);
	struct fxr_world world;
	bool is_done;

	fxr_world_init(&world, reader);
	is_done = fxr_brief(reader, &world, &options);
	fxr_world_fini(&world);
	fxr_close(reader);
	want = count_calls(bytes, n_bytes);
	if (is_done &&
	    (got.n_calls != want.n_calls || got.n_errors != want.n_errors))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	read_records(bytes, n_bytes);
	read_calls(bytes, n_bytes);
	read_brief(bytes, n_bytes);
	return 0;
}
