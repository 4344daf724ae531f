/* SPDX-License-Identifier: MIT */
/*
 * Plays a recording, see play.h.
 */
#include "tools/replay/play.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/archive/archive.h"
#include "tools/select/catalogue.h"
#include "tools/base/die.h"
#include "tools/replay/call/actors.h"
#include "tools/replay/call/crash.h"
#include "tools/replay/call/kind.h"
#include "tools/replay/gl/gl.h"
#include "tools/replay/call/order.h"
#include "tools/replay/view.h"
#include "tools/replay/watch.h"

#define MAX_BLOB_BYTES (4ull << 30)
#define MAX_SAID 20u
#define MAX_NAMED 6u

/* One reading of the archive: each repetition has another one. */
struct reading {
	struct fxr_reader *reader;
	struct fxr_calls *calls;
	struct order *order;
};

struct play {
	const struct play_settings *settings;
	const char *path;
	struct reading first, again; /* again: of a repetition */
	struct gl gl;
	struct watch watch;
	struct actors_play actors;
	uint64_t frame;		  /* of the current call */
	uint64_t n_frames_before; /* of the current repetition */
	bool has_begun;		  /* the requested frames were reached */
	bool has_stopped;	  /* so was the call to stop after */
	uint64_t n_loops;
	bool is_over;
	uint64_t n_states; /* printed */
	struct places places;
	uint64_t n_said;
	char last_note[STAGE_NOTE_BYTES]; /* reported last */
};

static bool is_wanted(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	(void)context;
	(void)name;
	return fxr_is(category, "gl") || fxr_is(category, "glx") ||
	       fxr_is(category, "egl");
}

static bool is_ignored(void *context, const char *category, const char *name)
{
	const struct play *play = context;

	return catalogue_is_meant(play->settings->ignored, category, name);
}

static void on_trouble(void *context, const struct fxr_call *call,
		       const char *text)
{
	struct play *play = context;

	if (play->n_said++ < MAX_SAID)
		say("call %llu, %s: not made: %s",
		    (unsigned long long)call->number, call->name->name.bytes,
		    text);
}

/* Reports a note, unless it is the last one again. */
static void on_note(void *context, const char *text)
{
	struct play *play = context;

	if (!strcmp(text, play->last_note) || play->n_said++ >= MAX_SAID)
		return;
	(void)snprintf(play->last_note, sizeof(play->last_note), "%s", text);
	say("not as it was recorded: %s", text);
}

static void on_difference(void *context, const struct fxr_call *call,
			  const char *text)
{
	struct play *play = context;
	const struct play_viewer *viewer = play->settings->viewer;

	if (viewer)
		viewer->differs(viewer->context, call, text);
	else if (play->gl.counts.n_different <= MAX_SAID)
		say("call %llu, %s: %s", (unsigned long long)call->number,
		    call->name->name.bytes, text);
}

static void on_frame(void *context, struct gl *gl, const struct fxr_call *call)
{
	struct play *play = context;

	(void)gl;
	watch_frame(&play->watch, call, play->frame);
}

static void on_begin(void *context, struct gl *gl, struct gl_call *call)
{
	struct play *play = context;

	(void)gl;
	watch_begin(&play->watch, call, play->frame);
	crash_begin(call->call->number, call->call->name->name.bytes);
}

static void on_end(void *context, struct gl *gl, struct gl_call *call)
{
	struct play *play = context;

	(void)gl;
	crash_end();
	watch_end(&play->watch, call, play->frame);
}

/* The requested process, or the first that has drawn. */
static uint32_t provider_of(const struct fxr_world *world, uint64_t pid,
			    const char *path)
{
	for (size_t i = 0; i < world->n_threads; i++)
		if (world->threads[i].n_wanted &&
		    (pid == PLAY_NONE || world->threads[i].pid == pid))
			return world->threads[i].provider;
	if (pid != PLAY_NONE)
		die("%s: no calls of OpenGL by process %llu; fxtrace info says "
		    "which processes there are",
		    path, (unsigned long long)pid);
	die("%s: no calls of OpenGL; was it recorded with --calls that leave "
	    "them out?",
	    path);
}

static void open_reading(struct reading *reading, const struct play *play)
{
	struct fxr_calls_options how = {.is_wanted = is_wanted,
					.progress = archive_progress,
					.keeps_memory = true,
					.max_blob_bytes = MAX_BLOB_BYTES};

	reading->reader = archive_open(play->path, true);
	reading->calls = fxr_calls_open(reading->reader, &how);
	archive_progress_end();
	if (fxr_error(reading->reader) &&
	    !fxr_calls_totals(reading->calls)->n_calls) {
		(void)archive_status(play->path, reading->reader,
				     reading->calls);
		die("%s: nothing to replay precedes that", play->path);
	}
	reading->order =
		order_open(reading->calls,
			   provider_of(fxr_calls_world(reading->calls),
				       play->settings->process, play->path));
}

/* Only a program that queries attribute locations depends on them. */
static void read_places(struct play *play)
{
	const struct fxr_world *world = fxr_calls_world(play->first.calls);

	for (size_t i = 0; i < world->n_names; i++)
		if (fxr_is(world->names[i].category, "gl") &&
		    !strncmp(world->names[i].name.bytes, "glGetAttribLocation",
			     19)) {
			places_read(&play->places, play->path,
				    provider_of(world, play->settings->process,
						play->path));
			return;
		}
}

static void close_reading(struct reading *reading)
{
	if (!reading->reader)
		return;
	order_close(reading->order);
	fxr_calls_close(reading->calls);
	fxr_close(reading->reader);
	*reading = (struct reading){0};
}

/* After the last call of a loop: plays the frames again. The first reading
 * stays open, since the data about its functions is still used. */
static bool repeat(struct play *play)
{
	watch_loop(&play->watch);
	if (++play->n_loops >= play->settings->n_loops)
		return false;
	close_reading(&play->again);
	open_reading(&play->again, play);
	play->n_frames_before = play->gl.counts.n_frames;
	play->actors.world = fxr_calls_world(play->again.calls);
	gl_continue(&play->gl, fxr_calls_world(play->again.calls));
	return true;
}

/* Archives of other formats do not show which functions end a frame. */
static uint64_t frames_since(const struct play *play)
{
	return play->gl.counts.n_frames - play->n_frames_before;
}

static const struct fxr_call *next_call(void *context)
{
	struct play *play = context;
	const struct play_settings *settings = play->settings;
	bool is_again = play->n_loops;

	while (!play->is_over) {
		struct reading *now =
			play->again.reader ? &play->again : &play->first;
		const struct fxr_call *call = order_next(now->order);

		if (call)
			play->frame = call->has_frame ? call->frame
						      : frames_since(play);
		if (call && is_again && play->frame < settings->first_frame)
			continue;
		if (call && play->frame <= settings->last_frame)
			return call;
		play->is_over = !repeat(play);
		is_again = true;
		play->frame = 0;
	}
	return NULL;
}

static bool is_last(const struct play *play, const struct fxr_call *call)
{
	const struct play_settings *settings = play->settings;

	return call->number >= settings->until ||
	       (settings->until_name &&
		fxr_is(call->name->name, settings->until_name));
}

/* A call that is not of OpenGL has none: the next one counts, if it is the
 * last. */
static bool is_state_wanted(const struct play *play,
			    const struct fxr_call *call)
{
	const struct play_settings *settings = play->settings;

	for (size_t i = 0; i < settings->n_states; i++)
		if (call->number >= settings->states[i].first &&
		    call->number <= settings->states[i].last)
			return true;
	return settings->n_states && !play->n_states && is_last(play, call);
}

static bool play_one(void *context, const struct fxr_call *call)
{
	struct play *play = context;
	const struct play_settings *settings = play->settings;

	if ((settings->is_benchmark || settings->is_profile) &&
	    play->frame >= settings->first_frame)
		watch_start(&play->watch);
	watch_next(&play->watch, call);
	if (play->frame >= settings->first_frame)
		play->has_begun = true;
	gl_play(&play->gl, call);
	crash_end();
	watch_played(&play->watch, call, play->frame);
	if (is_state_wanted(play, call))
		play->n_states += watch_state(&play->watch, call);
	play->has_stopped = is_last(play, call);
	return !play->has_stopped;
}

static void enter_thread(void *context, uint32_t thread)
{
	struct play *play = context;

	gl_enter(&play->gl, thread, play->settings->is_single_thread);
}

static void leave_thread(void *context, uint32_t thread)
{
	struct play *play = context;

	gl_leave(&play->gl, thread);
}

static void finish_thread(void *context, uint32_t thread)
{
	struct play *play = context;

	play->gl.thread = &play->gl.threads[thread];
	gl_resume(&play->gl);
	watch_leave(&play->watch);
	gl_finish(&play->gl, thread);
}

/* Names the functions whose calls are missed. */
static void print_missed(const struct gl *gl)
{
	char text[1024] = "";
	size_t n = 0, n_named = 0, n_more = 0;

	for (size_t i = 0; i < gl->world->n_names; i++) {
		const struct gl_function *function = &gl->functions[i];

		if (!function->n_failed || (function->kind & KIND_QUERY))
			continue;
		if (n_named == MAX_NAMED) {
			n_more++;
			continue;
		}
		n += (size_t)snprintf(
			text + n, sizeof(text) - n,
			"%s%.80s (%llu, the first is %llu)",
			n_named++ ? ", " : "", gl->world->names[i].name.bytes,
			(unsigned long long)function->n_failed,
			(unsigned long long)function->first_failed);
	}
	if (n_more)
		say("missing is what these do: %s, and %zu more", text, n_more);
	else if (n_named)
		say("missing is what these do: %s", text);
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static void print_report(const struct play *play)
{
	const struct gl_counts *n = &play->gl.counts;
	const struct play_settings *settings = play->settings;

	if (!settings->is_quiet)
		say("%llu call%s of OpenGL made, %llu frame%s",
		    (unsigned long long)n->n_made, plural(n->n_made),
		    (unsigned long long)n->n_frames, plural(n->n_frames));
	if (n->n_failed)
		say("%llu call%s not made", (unsigned long long)n->n_failed,
		    plural(n->n_failed));
	print_missed(&play->gl);
	if (settings->snapshot)
		say("%llu picture%s in %s",
		    (unsigned long long)play->watch.n_pictures,
		    plural(play->watch.n_pictures), settings->snapshot);
	if (settings->is_checked && !settings->is_quiet)
		say("%llu result%s compared, %llu differ",
		    (unsigned long long)n->n_compared, plural(n->n_compared),
		    (unsigned long long)n->n_different);
	if (settings->is_checked && !settings->is_quiet && !n->n_compared)
		say("nothing was compared: no call that was made has returned "
		    "anything");
	if (!play->has_begun)
		say("frame %llu is not there; fxtrace info has the number of "
		    "frames",
		    (unsigned long long)settings->first_frame);
	if (!play->has_stopped && !settings->n_states &&
	    (settings->until != PLAY_NONE || settings->until_name))
		say("the call to stop after is not there: all were made; "
		    "fxtrace dump shows them with their numbers");
	if (settings->n_states && !play->n_states)
		say("no state: call %llu is not there, or no context is "
		    "current there, or it lies between glBegin and glEnd or in "
		    "a display list",
		    (unsigned long long)settings->states[0].first);
	if (settings->verifies_state)
		say("state verified after %llu call%s, %llu section%s had "
		    "changed unnoticed",
		    (unsigned long long)play->watch.look.n_verified,
		    plural(play->watch.look.n_verified),
		    (unsigned long long)play->watch.look.n_different,
		    plural(play->watch.look.n_different));
}

static void run_play(struct play *play, struct stage *stage)
{
	struct fxr_world *world = fxr_calls_world(play->first.calls);
	const struct gl_options options = {
		.is_ignored = play->settings->ignored ? is_ignored : NULL,
		.is_checked = play->settings->is_checked,
		.places = &play->places,
		.on_frame = on_frame,
		.on_begin = on_begin,
		.on_end = on_end,
		.on_trouble = on_trouble,
		.on_difference = on_difference,
		.on_note = on_note,
		.context = play,
	};
	char error[ACTORS_ERROR_BYTES];

	gl_init(&play->gl, stage, &options, world);
	play->watch = (struct watch){.settings = play->settings,
				     .gl = &play->gl,
				     .look = {.gl = &play->gl}};
	play->actors = (struct actors_play){.context = play,
					    .world = world,
					    .next = next_call,
					    .play = play_one,
					    .enter = enter_thread,
					    .leave = leave_thread,
					    .finish = finish_thread};
	if (play->settings->viewer)
		play->settings->viewer->open(play->settings->viewer->context,
					     world);
	if (!actors_run(&play->actors, play->settings->is_single_thread, error))
		die("%s", error);
	watch_stop(&play->watch);
	print_report(play);
	watch_print(&play->watch);
	watch_fini(&play->watch);
	gl_fini(&play->gl);
}

/* Whether the program made contexts current by GLX. */
static bool is_of_glx(const struct fxr_world *world)
{
	for (size_t i = 0; i < world->n_names; i++)
		if (fxr_is(world->names[i].category, "glx") &&
		    !strncmp(world->names[i].name.bytes, "glXMake", 7))
			return true;
	return false;
}

/* GLX creates what a program of GLX had, including what EGL cannot. */
static struct stage *open_stage(const struct play *play)
{
	bool is_headless = play->settings->is_headless;
	char note[STAGE_NOTE_BYTES];
	struct stage *stage = NULL;

	if (!is_headless && is_of_glx(fxr_calls_world(play->first.calls)))
		stage = stage_open(STAGE_GLX, note);
	if (!stage)
		stage = stage_open(is_headless ? STAGE_HEADLESS : STAGE_WINDOWS,
				   note);
	if (!stage)
		die("%s%s", note,
		    is_headless ? "" : "; --headless needs no display");
	return stage;
}

/* The numbers of frames and calls have changed. */
static void say_trimmed(const struct play *play)
{
	const struct fxr_world *world = fxr_calls_world(play->first.calls);

	if (world->trimmed.n_bytes)
		say("%s: %s", play->path, world->trimmed.bytes);
}

static bool has_failed(const struct play *play)
{
	const struct play_settings *settings = play->settings;
	const struct gl_counts *n = &play->gl.counts;
	const struct look *look = &play->watch.look;
	bool has_end = settings->until != PLAY_NONE || settings->until_name;

	return n->n_missed || !play->has_begun ||
	       (!settings->viewer && n->n_different) ||
	       (settings->is_checked && !settings->viewer && !n->n_compared) ||
	       (settings->is_strict && n->n_failed) ||
	       (settings->n_states && !play->n_states) ||
	       (settings->verifies_state &&
		(!look->n_verified || look->n_different)) ||
	       (has_end && !play->has_stopped);
}

int play(const char *path, const struct play_settings *settings)
{
	struct play played = {.settings = settings, .path = path};
	struct stage *stage;
	int status;

	if (settings->snapshot && mkdir(settings->snapshot, 0777) &&
	    errno != EEXIST)
		die("%s: %s", settings->snapshot, strerror(errno));
	open_reading(&played.first, &played);
	say_trimmed(&played);
	read_places(&played);
	stage = open_stage(&played);
	crash_watch("--ignore it to play the rest");
	run_play(&played, stage);
	flush_stdout();
	status = archive_status(path, played.first.reader, played.first.calls);
	if (has_failed(&played))
		status = 1;
	close_reading(&played.again);
	close_reading(&played.first);
	places_fini(&played.places);
	stage_close(stage);
	return status;
}
