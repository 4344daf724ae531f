/* SPDX-License-Identifier: MIT */
/*
 * What a benchmark prints.
 */
#include "tools/replay/time/timing.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

static struct timing timing;

static char *printed(void)
{
	char *text;
	size_t n;
	FILE *out = open_memstream(&text, &n);

	timing_print(&timing, out);
	fclose(out);
	return text;
}

/* The number behind a word at the start of a line, -1 if there is none. */
static double number(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = text; at; at = strchr(at, '\n')) {
		at += *at == '\n';
		if (strncmp(at, word, n) == 0 && at[n] == ' ')
			return strtod(at + n, NULL);
	}
	return -1;
}

static void frames(void)
{
	timing_begin(&timing);
	for (uint64_t ms = 1; ms <= 200; ms++)
		histogram_add(&timing.frames, ms * 1000000);
	timing.last = timing.first;
	timing.last.wall_ns += 20100000000u;
	timing.last.cpu_ns += 10050000000u;

	char *text = printed();

	ok(number(text, "frames") == 200);
	ok(number(text, "seconds") == 20.1);
	ok(number(text, "cpu-seconds") == 10.05);
	ok(number(text, "fps") == 9.95);
	ok(number(text, "frame-ms-min") == 1);
	ok(number(text, "frame-ms-max") == 200);
	ok(number(text, "cpu-ms-a-frame") == 50.25);
	ok(number(text, "frame-ms-median") > 99);
	ok(number(text, "frame-ms-median") < 101);
	ok(number(text, "frame-ms-95%") > 188);
	ok(number(text, "frame-ms-95%") < 192);
	ok(number(text, "frame-ms-99%") > 196);
	ok(number(text, "frame-ms-99%") < 200);
	ok(number(text, "loops") == -1);
}

static void clocks(void)
{
	timing_begin(&timing);
	for (int i = 0; i < 3; i++) {
		for (volatile unsigned j = 0; j < 1000000; j++)
			;
		timing_frame(&timing);
	}
	timing_loop(&timing);
	timing_loop(&timing);
	timing_end(&timing);
	is_u64(timing.frames.n, 3);
	ok(timing.frames.min > 0);
	ok(timing.frames.sum <= timing.last.wall_ns - timing.first.wall_ns);
	ok(timing.last.cpu_ns > timing.first.cpu_ns);
	ok(number(printed(), "loops") == 2);
	ok(number(printed(), "loop-seconds-max") >= 0);
}

static void no_frames(void)
{
	timing_begin(&timing);
	timing_end(&timing);
	ok(number(printed(), "frames") == 0);
	ok(number(printed(), "fps") == -1);
	ok(number(printed(), "frame-ms-max") == -1);
}

static const struct tap_test tests[] = {
	{"frames, their rate, percentiles and processor time are printed",
	 frames},
	{"frames and repetitions are timed from one to the next", clocks},
	{"without frames there is no rate", no_frames},
};
TAP_MAIN(tests)
