/* SPDX-License-Identifier: MIT */
/*
 * Views of a replay, see watch.h.
 */
#include "tools/replay/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/replay/call/kind.h"
#include "tools/replay/view.h"

static void *find_proc(void *context, const char *name)
{
	const struct watch *watch = context;

	return stage_proc(watch->gl->stage, name);
}

/* The functions for the current context, or NULL. */
static struct watch_context *current_context(struct watch *watch)
{
	struct gl_thread *thread = watch->gl->thread;
	struct watch_context *known;
	size_t i;

	if (!thread || !thread->context || thread->is_pending)
		return NULL;
	i = thread->context - 1;
	watch->contexts = fxr_grow(watch->contexts, &watch->contexts_capacity,
				   i + 1, sizeof(struct watch_context *));
	if (!watch->contexts[i])
		watch->contexts[i] = fxr_new(1, sizeof(**watch->contexts));
	known = watch->contexts[i];
	if (!known->is_known && procs_open(&known->procs, find_proc, watch)) {
		known->is_known = true;
		if (watch->profile)
			known->stopwatch = profile_stopwatch(watch->profile,
							     &known->procs);
	}
	return known->is_known ? known : NULL;
}

static void write_picture(struct watch *watch, const char *what,
			  uint64_t number)
{
	char path[4096], error[512];

	if (!picture_name(path, sizeof(path), watch->settings->snapshot, what,
			  number))
		die("%s: the name is too long", watch->settings->snapshot);
	if (!picture_write_png(&watch->picture, path, error, sizeof(error)))
		die("%s", error);
	watch->n_pictures++;
}

/* False: there is none. */
static bool take_picture(struct watch *watch, bool is_frame, uint64_t number)
{
	const struct watch_context *context = current_context(watch);
	const struct gl_drawable *drawable = gl_drawable(watch->gl);
	int width = 0, height = 0;
	const char *why;

	if (!context)
		return false;
	if (is_frame && drawable && drawable->stage)
		stage_surface_size(drawable->stage, &width, &height);
	why = picture_read(&watch->picture, &context->procs,
			   is_frame ? ATTACHMENT_BACK : ATTACHMENT_DRAWN,
			   (uint32_t)width, (uint32_t)height);
	if (why)
		say("%s %llu: no picture: %s", is_frame ? "frame" : "call",
		    (unsigned long long)number, why);
	return !why;
}

static void write_held(struct watch *watch)
{
	const struct gl_drawable *drawable;

	if (!watch->is_held)
		return;
	watch->is_held = false;
	if (watch->held_drawable) {
		drawable = &watch->gl->drawables[watch->held_drawable - 1];
		if (drawable->width > 0 && drawable->height > 0)
			picture_crop(&watch->picture, (uint32_t)drawable->width,
				     (uint32_t)drawable->height);
	}
	write_picture(watch, "frame", watch->held_frame);
}

static bool is_looking(const struct watch *watch)
{
	return watch->settings->n_states || watch->settings->verifies_state ||
	       watch->settings->viewer;
}

void watch_next(struct watch *watch, const struct fxr_call *call)
{
	if (is_looking(watch))
		look_before(&watch->look, call);
	watch->is_made = false;
	watch->n_failed = watch->gl->counts.n_failed;
	if (watch->is_held && strncmp(call->name->name.bytes, "fxtrace_", 8))
		write_held(watch);
}

void watch_start(struct watch *watch)
{
	if (watch->is_timed)
		return;
	watch->is_timed = true;
	if (watch->settings->is_profile) {
		watch->profile = profile_open(watch->settings->first_frame);
		if (!watch->profile)
			die("out of memory");
	}
	timing_begin(&watch->timing);
}

static bool is_plain(const struct gl_context *context)
{
	return context && !context->is_in_begin && !context->is_in_list;
}

/* What a viewer sees now. */
static struct play_view view_of(struct watch *watch,
				const struct fxr_call *call, uint64_t frame)
{
	const struct gl *gl = watch->gl;
	const struct gl_drawable *drawable =
		gl->thread ? gl_drawable(gl) : NULL;
	struct play_view view = {
		.call = call,
		.frame = frame,
		.kind = gl->functions[call->name - gl->world->names].kind,
		.is_made = watch->is_made,
		.has_failed = gl->counts.n_failed != watch->n_failed,
		.watch = watch,
	};
	const struct watch_context *context =
		look_can(&watch->look) ? current_context(watch) : NULL;
	int width = 0, height = 0;

	if (!context)
		return view;
	view.gl = &context->procs;
	view.context = gl->thread->context;
	view.group = gl_current(gl)->group;
	if (!drawable || !drawable->stage)
		return view;
	stage_surface_size(drawable->stage, &width, &height);
	view.drawable = gl->thread->draw;
	view.width = (uint32_t)width;
	view.height = (uint32_t)height;
	return view;
}

const struct state_book *view_state(const struct play_view *view)
{
	return look_state(&view->watch->look, view->gl);
}

GLenum view_error(const struct play_view *view)
{
	struct gl_context *context = gl_current(view->watch->gl);
	GLenum error = view->gl->GetError();

	if (!context->pending)
		context->pending = error;
	return error;
}

bool view_argument(const struct play_view *view, const char *parameter,
		   uint64_t *value)
{
	size_t i = view->made ? gl_param(view->made, parameter) : INVOKE_MAX;

	if (i == INVOKE_MAX)
		return false;
	*value = view->made->args.values[i].words[0];
	return true;
}

static void begin_profile(struct watch *watch, struct gl_call *call)
{
	const char *name = call->call->name->name.bytes;
	struct watch_context *context;

	context = current_context(watch);
	profile_begin(watch->profile,
		      (unsigned)(call->function - watch->gl->functions), name,
		      call->call->number,
		      context && call->function->kind & KIND_WORK &&
				      is_plain(gl_current(watch->gl))
			      ? context->stopwatch
			      : NULL);
}

/* The framebuffer that a draw names itself, as glBlitNamedFramebuffer does. -1:
 * it draws to the current one. */
static int64_t named_framebuffer(const struct gl_call *call)
{
	size_t i = gl_param(call, "drawFramebuffer");

	if (i == INVOKE_MAX)
		i = gl_param(call, "framebuffer");
	return i == INVOKE_MAX
		       ? -1
		       : (int64_t)(call->args.values[i].words[0] & UINT32_MAX);
}

/* What a draw names is bound for a moment. */
struct named_target {
	const struct procs *gl; /* NULL: nothing was bound */
	GLint old;
};

/* False: it is not there. */
static bool bind_named(struct named_target *target, const struct procs *gl,
		       const struct gl_call *call)
{
	int64_t named = named_framebuffer(call);

	*target = (struct named_target){0};
	if (named < 0)
		return true;
	if (!gl->IsFramebuffer || (named && !gl->IsFramebuffer((GLuint)named)))
		return false;
	target->gl = gl;
	gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target->old);
	gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)named);
	return true;
}

static void unbind_named(const struct named_target *target)
{
	if (target->gl)
		target->gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER,
					    (GLuint)target->old);
}

static void take_draw(struct watch *watch, const struct gl_call *call)
{
	const struct watch_context *context = current_context(watch);
	struct named_target target;

	if (!context || !bind_named(&target, &context->procs, call))
		return;
	if (take_picture(watch, false, call->call->number))
		write_picture(watch, "call", call->call->number);
	unbind_named(&target);
}

static void show_draw(struct watch *watch, const struct gl_call *call,
		      uint64_t frame, bool is_before)
{
	const struct play_viewer *viewer = watch->settings->viewer;
	struct play_view view = view_of(watch, call->call, frame);
	struct named_target target;

	view.made = call;
	if (!view.gl || !bind_named(&target, view.gl, call))
		return;
	(is_before ? viewer->begin : viewer->drawn)(viewer->context, &view);
	unbind_named(&target);
}

void watch_begin(struct watch *watch, struct gl_call *call, uint64_t frame)
{
	const char *name = call->call->name->name.bytes;

	if (watch->profile)
		begin_profile(watch, call);
	/* inside glBegin nothing can be looked at: so it was done before that
	 */
	if (watch->settings->viewer && is_plain(gl_current(watch->gl)) &&
	    (call->function->kind & KIND_DRAW ? strcmp(name, "glEnd") != 0
					      : !strcmp(name, "glBegin")))
		show_draw(watch, call, frame, true);
}

static void show_made(struct watch *watch, const struct gl_call *call,
		      uint64_t frame)
{
	const struct play_viewer *viewer = watch->settings->viewer;
	struct play_view view;

	if (!viewer || !viewer->made)
		return;
	view = view_of(watch, call->call, frame);
	view.made = call;
	if (view.gl)
		viewer->made(viewer->context, &view);
}

/* What is looked at then must not draw. */
static void note_condition(struct watch *watch, const char *name)
{
	bool is_begin = !strncmp(name, "glBeginConditionalRender", 24);
	struct watch_context *context;

	if (!is_begin && strncmp(name, "glEndConditionalRender", 22) != 0)
		return;
	context = current_context(watch);
	if (context)
		context->procs.is_conditional = is_begin;
}

void watch_end(struct watch *watch, struct gl_call *call, uint64_t frame)
{
	const struct play_settings *settings = watch->settings;

	watch->is_made = true;
	note_condition(watch, call->call->name->name.bytes);
	if (watch->profile)
		profile_end(watch->profile);
	if (is_looking(watch))
		look_made(&watch->look, call);
	show_made(watch, call, frame);
	if (!(call->function->kind & KIND_DRAW) ||
	    !is_plain(gl_current(watch->gl)))
		return;
	if (settings->snapshot && settings->every == PLAY_EVERY_DRAW &&
	    frame >= settings->first_frame)
		take_draw(watch, call);
	if (settings->viewer)
		show_draw(watch, call, frame, false);
}

static void hold_picture(struct watch *watch, uint64_t frame)
{
	write_held(watch);
	watch->is_held = take_picture(watch, true, frame);
	watch->held_frame = frame;
	watch->held_drawable = watch->gl->thread->draw;
}

static void show_frame(struct watch *watch, const struct fxr_call *call,
		       uint64_t frame)
{
	const struct play_viewer *viewer = watch->settings->viewer;
	struct play_view view = view_of(watch, call, frame);

	if (view.gl)
		viewer->frame(viewer->context, &view);
}

void watch_frame(struct watch *watch, const struct fxr_call *call,
		 uint64_t frame)
{
	const struct play_settings *settings = watch->settings;
	struct watch_context *context;

	if (settings->viewer)
		show_frame(watch, call, frame);
	if (frame < settings->first_frame || frame > settings->last_frame)
		return;
	if (settings->snapshot && settings->every != PLAY_EVERY_DRAW &&
	    (settings->every == PLAY_EVERY_FRAME ||
	     frame % settings->every_n == 0))
		hold_picture(watch, frame);
	if (watch->profile) {
		context = current_context(watch);
		profile_frame(watch->profile,
			      context ? context->stopwatch : NULL, frame);
	}
	if (watch->is_timed)
		timing_frame(&watch->timing);
}

void watch_loop(struct watch *watch)
{
	if (watch->is_timed)
		timing_loop(&watch->timing);
}

void watch_leave(struct watch *watch)
{
	struct watch_context *context;

	if (!watch->profile)
		return;
	context = current_context(watch);
	if (!context)
		return;
	stopwatch_close(context->stopwatch);
	context->stopwatch = NULL;
}

void watch_stop(struct watch *watch)
{
	write_held(watch);
	if (watch->is_timed)
		timing_end(&watch->timing);
}

void watch_played(struct watch *watch, const struct fxr_call *call,
		  uint64_t frame)
{
	const struct play_viewer *viewer = watch->settings->viewer;
	const struct watch_context *context;
	struct play_view view;

	if (viewer) {
		view = view_of(watch, call, frame);
		viewer->played(viewer->context, &view);
	}
	if (!watch->settings->verifies_state || !look_can(&watch->look))
		return;
	context = current_context(watch);
	if (context)
		look_verify(&watch->look, &context->procs, call);
}

bool watch_state(struct watch *watch, const struct fxr_call *call)
{
	const struct watch_context *context =
		look_can(&watch->look) ? current_context(watch) : NULL;

	if (!context)
		return false;
	state_print(look_state(&watch->look, &context->procs), call->number,
		    stdout);
	return true;
}

void watch_print(const struct watch *watch)
{
	if (watch->profile)
		profile_print(watch->profile, stdout);
	if (watch->is_timed && watch->settings->is_benchmark)
		timing_print(&watch->timing, stdout);
}

void watch_fini(struct watch *watch)
{
	for (size_t i = 0; i < watch->contexts_capacity; i++)
		free(watch->contexts[i]);
	free(watch->contexts);
	look_fini(&watch->look);
	picture_free(&watch->picture);
	profile_close(watch->profile);
}
