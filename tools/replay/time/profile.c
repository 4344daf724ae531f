/* SPDX-License-Identifier: MIT */
/*
 * The times of calls, see profile.h.
 */
#include "tools/replay/time/profile.h"

#include <stdlib.h>
#include <string.h>

#include "tools/replay/time/timing.h"

#define N_SLOWEST 20u

/* Times of one kind. */
struct cost {
	uint64_t sum_ns, max_ns;
};

struct row {
	const char *name;
	uint64_t n, n_gpu;
	struct cost wall, cpu, gpu;
};

struct frame {
	uint64_t n, wall_ns, cpu_ns, gpu_ns;
	uint64_t number; /* of the recording */
};

struct slow {
	struct stopwatch_call call;
	const char *name;
	uint64_t ns;
	bool is_gpu;
};

enum part {
	PART_NONE,  /* no GPU work */
	PART_WHOLE, /* the whole GPU work */
	PART_FIRST, /* glBegin */
	PART_LAST,  /* glEnd */
};

struct profile {
	struct row *rows; /* by function */
	size_t n_rows;
	struct frame *frames;
	size_t n_frames; /* capacity */
	uint32_t frame;	 /* of the current one */
	struct slow slowest[N_SLOWEST];
	/* the call that is being measured */
	struct stopwatch_call call;
	struct stopwatch *stopwatch;
	enum part part;
	bool is_measured;
	struct stopwatch *between; /* started by glBegin, until glEnd */
	uint64_t wall_ns, cpu_ns;
};

/* Grows `array`, zeroed, so that it has an element `at`. */
static bool has_space(void **array, size_t *n, size_t at, size_t bytes)
{
	size_t wanted = at + at / 2 + 16;
	char *more;

	if (at < *n)
		return true;
	more = realloc(*array, wanted * bytes);
	if (!more)
		return false;
	memset(more + *n * bytes, 0, (wanted - *n) * bytes);
	*array = more;
	*n = wanted;
	return true;
}

struct profile *profile_open(uint64_t first)
{
	struct profile *profile = calloc(1, sizeof(*profile));

	if (!profile)
		return NULL;
	if (has_space((void **)&profile->frames, &profile->n_frames, 0,
		      sizeof(struct frame))) {
		profile->frames->number = first;
		return profile;
	}
	free(profile);
	return NULL;
}

void profile_close(struct profile *profile)
{
	if (!profile)
		return;
	free(profile->rows);
	free(profile->frames);
	free(profile);
}

/* The fastest entry of the slowest calls. */
static struct slow *fastest_slow(struct profile *profile)
{
	struct slow *least = profile->slowest;

	for (size_t i = 1; i < N_SLOWEST; i++)
		if (profile->slowest[i].ns < least->ns)
			least = &profile->slowest[i];
	return least;
}

static void note_slow(struct profile *profile,
		      const struct stopwatch_call *call, uint64_t ns,
		      bool is_gpu)
{
	struct slow *place = fastest_slow(profile);

	if (ns > place->ns)
		*place = (struct slow){
			.call = *call,
			.name = profile->rows[call->function].name,
			.ns = ns,
			.is_gpu = is_gpu,
		};
}

static void add_time(struct cost *cost, uint64_t ns)
{
	cost->sum_ns += ns;
	if (ns > cost->max_ns)
		cost->max_ns = ns;
}

static void take_gpu_time(void *context, const struct stopwatch_call *call,
			  uint64_t gpu_ns)
{
	struct profile *profile = context;
	struct row *row = &profile->rows[call->function];

	row->n_gpu++;
	add_time(&row->gpu, gpu_ns);
	profile->frames[call->frame].gpu_ns += gpu_ns;
	note_slow(profile, call, gpu_ns, true);
}

struct stopwatch *profile_stopwatch(struct profile *profile,
				    const struct procs *gl)
{
	return stopwatch_open(gl, take_gpu_time, profile);
}

/* Timestamps are not allowed between glBegin and glEnd. Calls of another
 * context may come there. */
static enum part part_of(struct profile *profile, const char *name,
			 struct stopwatch *stopwatch)
{
	struct stopwatch *between = profile->between;

	if (between && (!stopwatch || stopwatch == between)) {
		if (strcmp(name, "glEnd"))
			return PART_NONE;
		profile->between = NULL;
		profile->stopwatch = between;
		return PART_LAST;
	}
	profile->stopwatch = stopwatch;
	if (!stopwatch || strcmp(name, "glEnd") == 0)
		return PART_NONE;
	return strcmp(name, "glBegin") ? PART_WHOLE : PART_FIRST;
}

void profile_begin(struct profile *profile, unsigned function, const char *name,
		   uint64_t number, struct stopwatch *stopwatch)
{
	profile->is_measured =
		has_space((void **)&profile->rows, &profile->n_rows, function,
			  sizeof(struct row)) &&
		has_space((void **)&profile->frames, &profile->n_frames,
			  profile->frame, sizeof(struct frame));
	if (!profile->is_measured)
		return;
	profile->rows[function].name = name;
	profile->call = (struct stopwatch_call){
		.number = number,
		.function = function,
		.frame = profile->frame,
	};
	profile->part = part_of(profile, name, stopwatch);
	if (profile->part == PART_WHOLE || profile->part == PART_FIRST)
		stopwatch_start(stopwatch);
	if (profile->part == PART_FIRST)
		profile->between = stopwatch;
	profile->wall_ns = timing_ns(CLOCK_MONOTONIC);
	profile->cpu_ns = timing_ns(CLOCK_THREAD_CPUTIME_ID);
}

void profile_end(struct profile *profile)
{
	uint64_t cpu_ns = timing_ns(CLOCK_THREAD_CPUTIME_ID);
	uint64_t wall_ns = timing_ns(CLOCK_MONOTONIC);
	struct row *row;
	struct frame *frame;

	if (!profile->is_measured)
		return;
	row = &profile->rows[profile->call.function];
	frame = &profile->frames[profile->call.frame];
	cpu_ns -= profile->cpu_ns;
	wall_ns -= profile->wall_ns;
	profile->is_measured = false;
	if (profile->part == PART_WHOLE || profile->part == PART_LAST)
		stopwatch_stop(profile->stopwatch, &profile->call);
	row->n++;
	add_time(&row->cpu, cpu_ns);
	add_time(&row->wall, wall_ns);
	frame->n++;
	frame->cpu_ns += cpu_ns;
	frame->wall_ns += wall_ns;
	note_slow(profile, &profile->call, wall_ns, false);
}

void profile_frame(struct profile *profile, struct stopwatch *stopwatch,
		   uint64_t number)
{
	if (stopwatch)
		stopwatch_collect(stopwatch);
	profile->frame++;
	if (!has_space((void **)&profile->frames, &profile->n_frames,
		       profile->frame, sizeof(struct frame)))
		return;
	profile->frames[profile->frame - 1].number = number;
	profile->frames[profile->frame].number = number + 1;
}

static double ms(uint64_t ns)
{
	return (double)ns / 1e6;
}

static double mean_us(uint64_t ns, uint64_t n)
{
	return n ? (double)ns / 1e3 / (double)n : 0;
}

static uint64_t total_ns(const struct row *row)
{
	return row->wall.sum_ns + row->gpu.sum_ns;
}

static int by_total(const void *a, const void *b)
{
	const struct row *x = *(const struct row *const *)a;
	const struct row *y = *(const struct row *const *)b;

	if (total_ns(x) != total_ns(y))
		return total_ns(x) < total_ns(y) ? 1 : -1;
	return strcmp(x->name, y->name);
}

static int by_time(const void *a, const void *b)
{
	const struct slow *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? 1 : -1;
	return (x->call.number > y->call.number) -
	       (x->call.number < y->call.number);
}

static void print_row(const struct row *row, FILE *out)
{
	fprintf(out, "%9llu %10.3f %10.3f %10.3f %10.3f %10.3f",
		(unsigned long long)row->n, ms(row->wall.sum_ns),
		mean_us(row->wall.sum_ns, row->n), ms(row->wall.max_ns),
		ms(row->cpu.sum_ns), mean_us(row->cpu.sum_ns, row->n));
	if (row->n_gpu)
		fprintf(out, " %10.3f %10.3f %10.3f", ms(row->gpu.sum_ns),
			mean_us(row->gpu.sum_ns, row->n_gpu),
			ms(row->gpu.max_ns));
	else
		fprintf(out, " %10s %10s %10s", "-", "-", "-");
	fprintf(out, " %s\n", row->name);
}

static void print_functions(const struct profile *profile, FILE *out)
{
	const struct row **sorted =
		calloc(profile->n_rows + 1, sizeof(*sorted));
	size_t n = 0;

	fprintf(out, "%9s %10s %10s %10s %10s %10s %10s %10s %10s %s\n",
		"calls", "ms", "us-a-call", "max-ms", "cpu-ms", "us-a-call",
		"gpu-ms", "us-a-call", "max-ms", "function");
	for (size_t i = 0; sorted && i < profile->n_rows; i++)
		if (profile->rows[i].n)
			sorted[n++] = &profile->rows[i];
	if (n)
		qsort(sorted, n, sizeof(*sorted), by_total);
	for (size_t i = 0; i < n; i++)
		print_row(sorted[i], out);
	free(sorted);
}

static void print_slowest(const struct profile *profile, FILE *out)
{
	struct slow sorted[N_SLOWEST];

	memcpy(sorted, profile->slowest, sizeof(sorted));
	qsort(sorted, N_SLOWEST, sizeof(sorted[0]), by_time);
	fprintf(out, "\n%9s %10s %10s %3s %s\n", "call", "frame", "ms", "by",
		"function");
	for (size_t i = 0; i < N_SLOWEST && sorted[i].name; i++)
		fprintf(out, "%9llu %10llu %10.3f %3s %s\n",
			(unsigned long long)sorted[i].call.number,
			(unsigned long long)profile
				->frames[sorted[i].call.frame]
				.number,
			ms(sorted[i].ns), sorted[i].is_gpu ? "gpu" : "cpu",
			sorted[i].name);
}

static void print_frames(const struct profile *profile, FILE *out)
{
	fprintf(out, "\n%9s %9s %10s %10s %10s\n", "frame", "calls", "ms",
		"cpu-ms", "gpu-ms");
	for (size_t i = 0; i <= profile->frame && i < profile->n_frames; i++) {
		const struct frame *frame = &profile->frames[i];

		/* the part after the last frame, if it has calls */
		if (i == profile->frame && !frame->n)
			break;
		fprintf(out, "%9llu %9llu %10.3f %10.3f %10.3f\n",
			(unsigned long long)frame->number,
			(unsigned long long)frame->n, ms(frame->wall_ns),
			ms(frame->cpu_ns), ms(frame->gpu_ns));
	}
}

void profile_print(const struct profile *profile, FILE *out)
{
	print_functions(profile, out);
	print_slowest(profile, out);
	print_frames(profile, out);
}
