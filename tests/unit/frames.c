/* SPDX-License-Identifier: MIT */
/*
 * Frames: which call is in which, and how many calls are in one.
 */
#include "tools/reader/frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/build_archive.h"
#include "tests/tap.h"
#include "tools/select/filter.h"
#include "tools/reader/calls.h"

static struct build b;
static struct fxr_reader *reader;
static struct fxr_calls *calls;

static const struct build_param none[] = {{NULL, 0}};

/* An archive whose function swap ends a frame. */
static void begin(void)
{
	build_begin(&b);
	build_function(&b, 1, "swap", 0, none, FXG_F_FRAME_END);
	build_function(&b, 2, "draw", 0, none, 0);
}

/* "NAME FRAME" of all calls, those of processes without frames "NAME -"; of
 * all that these frames have, NULL: any. */
static const char *frames(const char *list)
{
	struct filter_words words = {.frames = list};
	struct filter *filter = filter_open(&words);
	static struct fxr_calls_options options;
	static struct fxr_call call;
	static char text[4096];
	size_t n = 0;

	reader = fxr_open_memory(b.words, build_bytes(&b));
	calls = fxr_calls_open(reader, &options);
	*text = 0;
	while (fxr_calls_next(calls, &call)) {
		if (!filter_has(filter, fxr_calls_world(calls), &call, 1000))
			continue;
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s ",
				      n ? ", " : "", call.name->name.bytes);
		n += (size_t)snprintf(text + n, sizeof(text) - n,
				      call.has_frame ? "%u" : "-",
				      (unsigned)call.frame);
	}
	filter_close(filter);
	return text;
}

static void by_swaps(void)
{
	begin();
	build_call(&b, 10, 11, "draw");
	build_call(&b, 20, 21, "swap");
	build_call(&b, 30, 31, "draw");
	build_begin_call(&b, 40, "swap");
	build_end_call(&b, 50, "swap");
	build_call(&b, 60, 61, "draw");
	is_str(frames(NULL), "draw 0, swap 0, draw 1, swap 1, draw 2");
}

static void inside(void)
{
	begin();
	build_begin_call(&b, 20, "swap");
	build_begin_call(&b, 21, "poll");
	b.tid = 102;
	build_call(&b, 22, 23, "draw");
	b.tid = 101;
	build_end_call(&b, 24, "poll");
	build_call(&b, 25, 26, "swap");
	build_end_call(&b, 30, "swap");
	build_call(&b, 40, 41, "draw");
	is_str(frames(NULL), "swap 0, poll 0, draw 1, swap 0, draw 1");
}

static void any_thread(void)
{
	begin();
	build_begin_call(&b, 10, "draw");
	b.tid = 102;
	build_call(&b, 20, 21, "swap");
	build_call(&b, 25, 26, "draw");
	b.tid = 101;
	build_end_call(&b, 30, "draw");
	build_call(&b, 40, 41, "swap");
	is_str(frames(NULL), "draw 0, swap 0, draw 1, swap 1");
}

static void any_process(void)
{
	begin();
	build_call(&b, 10, 11, "swap");
	build_call(&b, 20, 21, "draw");
	b.pid = 200;
	build_call(&b, 30, 31, "draw");
	is_str(frames(NULL), "swap 0, draw 1, draw -");
	is_str(frames("0-"), "swap 0, draw 1");
}

static void chosen(void)
{
	begin();
	for (unsigned i = 0; i < 6; i++)
		build_call(&b, 10 * i, 10 * i + 1, "swap");
	is_str(frames("2"), "swap 2");
	is_str(frames("2-3"), "swap 2, swap 3");
	is_str(frames("4-"), "swap 4, swap 5");
	is_str(frames("-1"), "swap 0, swap 1");
	is_str(frames("5,-0,3-3"), "swap 0, swap 3, swap 5");
}

static void wrong_lists(void)
{
	static const char *const wrong[] = {
		"",
		"-",
		"x",
		"1-x",
		"3-2",
		"1,",
		",1",
		"1,,2",
		"1--2",
		"1 2",
		"99999999999999999999",
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		ok(filter_check_frames(wrong[i]) != NULL);
	ok(!filter_check_frames("0-0,-5,7-"));
}

/* A frame of so many calls that are no swaps. */
static uint64_t put_frame(uint64_t ticks, unsigned n_calls)
{
	for (; n_calls; n_calls--, ticks++)
		build_call(&b, ticks, ticks + 1, "draw");
	build_call(&b, ticks, ticks + 1, "swap");
	return ticks + 1;
}

static void counted(void)
{
	struct fxr_frame_calls all;
	uint64_t ticks = 0;

	begin();
	ticks = put_frame(ticks, 99);
	ticks = put_frame(ticks, 4);
	ticks = put_frame(ticks, 1);
	build_call(&b, ticks, ticks + 1, "draw");
	build_call(&b, ticks + 1, ticks + 2, "draw");
	(void)frames(NULL);
	all = fxr_frame_calls(&fxr_calls_world(calls)->processes[0].frames);
	is_u64(all.n_frames, 3);
	is_u64(all.least, 2);
	is_u64(all.median, 5);
	is_u64(all.most, 100);
	is_u64(all.n_behind, 2);
}

static void lost_end(void)
{
	begin();
	build_begin_call(&b, 5, "main");
	build_begin_call(&b, 10, "swap");
	build_end_call(&b, 20, "main");
	build_call(&b, 30, 31, "swap");
	build_call(&b, 40, 41, "draw");
	is_str(frames(NULL), "main 0, swap 0, swap 1, draw 2");
}

static const struct tap_test tests[] = {
	{"a swap is the last call of its frame, and frames count from 0",
	 by_swaps},
	{"what a swap calls is in its frame, others' calls in the next",
	 inside},
	{"the swap of any thread ends a frame", any_thread},
	{"a process that never swaps has none", any_process},
	{"frames are chosen by number and range", chosen},
	{"a list of frames that makes no sense is refused", wrong_lists},
	{"the calls of frames are counted, those behind the last separately",
	 counted},
	{"a swap that lost its end is over once what called it is", lost_end},
};

TAP_MAIN(tests)
