/* SPDX-License-Identifier: MIT */
/*
 * Times of frames, see timing.h.
 */
#include "tools/replay/time/timing.h"

#include <string.h>

uint64_t timing_ns(clockid_t clock)
{
	struct timespec t = {0};

	/* neither clock can be missing */
	(void)clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static struct timing_moment now(void)
{
	return (struct timing_moment){
		.wall_ns = timing_ns(CLOCK_MONOTONIC),
		.cpu_ns = timing_ns(CLOCK_PROCESS_CPUTIME_ID),
	};
}

void timing_begin(struct timing *timing)
{
	memset(timing, 0, sizeof(*timing));
	timing->first = now();
	timing->frame = timing->loop = timing->last = timing->first;
}

void timing_frame(struct timing *timing)
{
	uint64_t wall_ns = timing_ns(CLOCK_MONOTONIC);

	histogram_add(&timing->frames, wall_ns - timing->frame.wall_ns);
	timing->frame.wall_ns = wall_ns;
}

void timing_loop(struct timing *timing)
{
	uint64_t wall_ns = timing_ns(CLOCK_MONOTONIC);

	histogram_add(&timing->loops, wall_ns - timing->loop.wall_ns);
	timing->loop.wall_ns = wall_ns;
}

void timing_end(struct timing *timing)
{
	timing->last = now();
}

static double seconds(uint64_t ns)
{
	return (double)ns / 1e9;
}

static void print_spread(const struct histogram *h, const char *what,
			 double unit_ns, FILE *out)
{
	static const struct {
		const char *name;
		double per_cent;
	} points[] = {
		{"min", 0},  {"median", 50}, {"95%", 95},
		{"99%", 99}, {"max", 100},
	};

	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
		fprintf(out, "%s-%s %.3f\n", what, points[i].name,
			(double)histogram_percentile(h, points[i].per_cent) /
				unit_ns);
}

void timing_print(const struct timing *timing, FILE *out)
{
	uint64_t wall_ns = timing->last.wall_ns - timing->first.wall_ns;
	uint64_t cpu_ns = timing->last.cpu_ns - timing->first.cpu_ns;
	uint64_t n = timing->frames.n;

	fprintf(out, "frames %llu\n", (unsigned long long)n);
	fprintf(out, "seconds %.3f\n", seconds(wall_ns));
	fprintf(out, "cpu-seconds %.3f\n", seconds(cpu_ns));
	if (n) {
		fprintf(out, "fps %.2f\n",
			wall_ns ? (double)n / seconds(wall_ns) : 0.0);
		print_spread(&timing->frames, "frame-ms", 1e6, out);
		fprintf(out, "cpu-ms-a-frame %.3f\n",
			(double)cpu_ns / 1e6 / (double)n);
	}
	if (timing->loops.n < 2)
		return;
	fprintf(out, "loops %llu\n", (unsigned long long)timing->loops.n);
	print_spread(&timing->loops, "loop-seconds", 1e9, out);
}
