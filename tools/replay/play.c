/* SPDX-License-Identifier: MIT */
/*
 * A recording played, see play.h.
 */
#include "tools/replay/play.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/archive.h"
#include "tools/catalogue.h"
#include "tools/die.h"
#include "tools/replay/actors.h"
#include "tools/replay/gl.h"
#include "tools/replay/order.h"
#include "tools/replay/picture.h"
#include "tools/replay/timing.h"

#define MAX_BLOB_BYTES (4ull << 30)
#define MAX_SAID 20u

/* What is told to the one who watches. */
struct play {
	const struct play_wishes *wishes;
	struct fxr_calls *calls;
	struct order *order;
	struct gl gl;
	struct picture picture;
	struct procs procs; /* of procs_context */
	const struct gl_context *procs_context;
	struct timing timing;
	bool is_timed, is_over;
	uint64_t n_said, n_pictures, n_frames_shown;
	uint64_t frame; /* of the call that is made */
};

/* The call that is being made, for who looks when the driver crashes. */
static volatile uint64_t at_number;
static const char *volatile at_name;

static void on_crash(int signal_number)
{
	char text[256];
	int n = snprintf(text, sizeof(text),
			 "fxtrace: the driver crashed in call %llu, %s; "
			 "--ignore it to play the rest\n",
			 (unsigned long long)at_number, at_name);

	if (n > 0 && write(STDERR_FILENO, text, (size_t)n) < 0)
		_exit(1);
	signal(signal_number, SIG_DFL);
	_exit(1);
}

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

	return catalogue_is_meant(play->wishes->ignored, category, name);
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

static void on_difference(void *context, const struct fxr_call *call,
			  const char *text)
{
	struct play *play = context;

	if (play->gl.counts.n_different <= MAX_SAID)
		say("call %llu, %s: %s", (unsigned long long)call->number,
		    call->name->name.bytes, text);
}

static void *find(void *context, const char *name)
{
	struct play *play = context;

	return stage_proc(play->gl.stage, name);
}

/* Functions for the pictures, of the context that is current. */
static const struct procs *procs_of(struct play *play)
{
	const struct gl_context *context = gl_current(&play->gl);

	if (!context || !context->stage || play->gl.thread->is_pending)
		return NULL;
	if (play->procs_context != context) {
		if (!procs_open(&play->procs, find, play))
			return NULL;
		play->procs_context = context;
	}
	return &play->procs;
}

static void take_picture(struct play *play, const char *what, uint64_t number)
{
	const struct procs *procs = procs_of(play);
	const struct gl_drawable *drawable = gl_drawable(&play->gl);
	char path[4096], error[512];
	const char *why;
	int width = 0, height = 0;

	if (!procs)
		return;
	if (drawable && drawable->stage)
		stage_surface_size(drawable->stage, &width, &height);
	why = picture_read(&play->picture, procs,
			   *what == 'f' ? PICTURE_BACK : PICTURE_DRAWN,
			   *what == 'f' ? (uint32_t)width : 0,
			   *what == 'f' ? (uint32_t)height : 0);
	if (why) {
		say("%s %llu: no picture: %s", what, (unsigned long long)number,
		    why);
		return;
	}
	if (!picture_name(path, sizeof(path), play->wishes->snapshot, what,
			  number))
		die("%s: the name is too long", play->wishes->snapshot);
	if (!picture_write_png(&play->picture, path, error, sizeof(error)))
		die("%s", error);
	play->n_pictures++;
}

static bool is_in_frames(const struct play *play)
{
	return play->frame >= play->wishes->first_frame &&
	       play->frame <= play->wishes->last_frame;
}

static void on_frame(void *context, struct gl *gl, const struct fxr_call *call)
{
	struct play *play = context;
	const struct play_wishes *wishes = play->wishes;

	(void)gl;
	(void)call;
	if (!is_in_frames(play))
		return;
	if (wishes->snapshot && wishes->every != PLAY_EVERY_DRAW &&
	    (wishes->every == PLAY_EVERY_FRAME ||
	     play->frame % wishes->every_n == 0))
		take_picture(play, "frame", play->frame);
	play->n_frames_shown++;
	if (play->is_timed)
		timing_frame(&play->timing);
}

static bool is_draw(const char *name)
{
	return !strncmp(name, "glDraw", 6) ? strncmp(name, "glDrawBuffer", 12)
					   : !strncmp(name, "glMultiDraw", 11);
}

static void on_begin(void *context, struct gl *gl, struct gl_call *call)
{
	(void)context;
	(void)gl;
	at_number = call->call->number;
	at_name = call->call->name->name.bytes;
}

static void on_end(void *context, struct gl *gl, struct gl_call *call)
{
	struct play *play = context;
	const struct gl_context *now = gl_current(gl);

	if (play->wishes->snapshot && play->wishes->every == PLAY_EVERY_DRAW &&
	    is_in_frames(play) && !now->is_in_begin && !now->is_in_list &&
	    is_draw(call->call->name->name.bytes))
		take_picture(play, "call", call->call->number);
}

static const struct fxr_call *next(void *context)
{
	struct play *play = context;

	return play->is_over ? NULL : order_next(play->order);
}

static bool play_one(void *context, const struct fxr_call *call)
{
	struct play *play = context;
	const struct play_wishes *wishes = play->wishes;

	if (call->has_frame)
		play->frame = call->frame;
	if (play->frame > wishes->last_frame && wishes->last_frame != PLAY_NONE)
		return false;
	if (wishes->is_benchmark && !play->is_timed &&
	    play->frame >= wishes->first_frame) {
		timing_begin(&play->timing);
		play->is_timed = true;
	}
	gl_play(&play->gl, call);
	return call->number < wishes->until &&
	       !(wishes->until_name &&
		 fxr_is(call->name->name, wishes->until_name));
}

static void enter(void *context, uint32_t thread)
{
	struct play *play = context;

	gl_enter(&play->gl, thread, play->wishes->is_single_thread);
}

static void leave(void *context, uint32_t thread)
{
	struct play *play = context;

	gl_leave(&play->gl, thread);
}

static void finish(void *context, uint32_t thread)
{
	struct play *play = context;

	gl_finish(&play->gl, thread);
}

/* The process that is meant, or the first that has drawn. */
static uint32_t provider_of(const struct fxr_world *world, uint64_t pid,
			    const char *path)
{
	for (size_t i = 0; i < world->n_threads; i++)
		if (world->threads[i].n_calls &&
		    (pid == PLAY_NONE || world->threads[i].pid == pid))
			return world->threads[i].provider;
	if (pid != PLAY_NONE)
		die("%s: no calls of process %llu; fxtrace info says which "
		    "there are",
		    path, (unsigned long long)pid);
	die("%s: no calls; nothing to replay", path);
}

static void report(const struct play *play)
{
	const struct gl_counts *n = &play->gl.counts;
	const struct play_wishes *wishes = play->wishes;

	say("%llu calls of OpenGL made, %llu frames",
	    (unsigned long long)n->n_made, (unsigned long long)n->n_frames);
	if (n->n_failed)
		say("%llu calls not made", (unsigned long long)n->n_failed);
	if (play->n_pictures)
		say("%llu pictures in %s", (unsigned long long)play->n_pictures,
		    wishes->snapshot);
	if (wishes->is_checked)
		say("%llu results compared, %llu differ",
		    (unsigned long long)n->n_compared,
		    (unsigned long long)n->n_different);
}

static void run(struct play *play, struct stage *stage)
{
	struct fxr_world *world = fxr_calls_world(play->calls);
	const struct gl_options options = {
		.is_ignored = play->wishes->ignored ? is_ignored : NULL,
		.is_checked = play->wishes->is_checked,
		.on_frame = on_frame,
		.on_begin = on_begin,
		.on_end = on_end,
		.on_trouble = on_trouble,
		.on_difference = on_difference,
		.context = play,
	};
	const struct actors_play actors = {.context = play,
					   .world = world,
					   .next = next,
					   .play = play_one,
					   .enter = enter,
					   .leave = leave,
					   .finish = finish};
	char error[ACTORS_ERROR_BYTES];

	gl_init(&play->gl, stage, &options, world);
	if (!actors_run(&actors, play->wishes->is_single_thread, error))
		die("%s", error);
	if (play->is_timed)
		timing_end(&play->timing);
	report(play);
	gl_fini(&play->gl);
}

int play(const char *path, const struct play_wishes *wishes)
{
	struct play played = {.wishes = wishes};
	struct fxr_reader *reader = archive_open(path, true);
	struct fxr_calls_options how = {.is_wanted = is_wanted,
					.progress = archive_progress,
					.keeps_memory = true,
					.max_blob_bytes = MAX_BLOB_BYTES};
	char note[STAGE_NOTE_BYTES];
	struct stage *stage;
	int status;

	played.calls = fxr_calls_open(reader, &how);
	archive_progress_end();
	if (wishes->snapshot && mkdir(wishes->snapshot, 0777) &&
	    errno != EEXIST)
		die("%s: %s", wishes->snapshot, strerror(errno));
	played.order = order_open(played.calls,
				  provider_of(fxr_calls_world(played.calls),
					      wishes->process, path));
	stage = stage_open(wishes->is_headless, note);
	if (!stage)
		die("%s", note);
	signal(SIGSEGV, on_crash);
	signal(SIGABRT, on_crash);
	run(&played, stage);
	if (wishes->is_benchmark)
		timing_print(&played.timing, stdout);
	flush_stdout();
	status = archive_status(path, reader, played.calls);
	if (played.gl.counts.n_different ||
	    (wishes->is_strict && played.gl.counts.n_failed))
		status = 1;
	order_close(played.order);
	picture_free(&played.picture);
	fxr_calls_close(played.calls);
	fxr_close(reader);
	stage_close(stage);
	return status;
}
