/* SPDX-License-Identifier: MIT */
/*
 * Contexts and drawables, made when they are first made current: until then the
 * recorder has emitted their descriptions (gen/api/gl/facts.api). Archives
 * without these, such as converted ones, get contexts and drawables of a common
 * kind, as large as the first viewport.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tools/reader/expr.h"
#include "tools/replay/gl/rules.h"

/* The source of a recorded size: of fact_size in gen/api/gl/facts.api. */
#define SIZE_CREATED 1
#define SIZE_ASKED 2
#define SIZE_VIEWPORT 4

#define DEFAULT_SIZE 300
#define MAX_SIZE 32768
/* What Mesa makes of a pbuffer that shall be as large as can be. */
#define LARGEST_SIZE 4096

static const struct stage_format common_format = {.red = 8,
						  .green = 8,
						  .blue = 8,
						  .alpha = -1,
						  .depth = 24,
						  .stencil = 8,
						  .samples = 0,
						  .accum_red = -1,
						  .accum_green = -1,
						  .accum_blue = -1,
						  .accum_alpha = -1,
						  .is_double = true};

static struct gl_context *context_at(struct gl *gl, uint64_t recorded)
{
	uint32_t i = fxr_map_find(&gl->context_map, recorded, 0, 0);

	return i == FXR_NONE ? NULL : &gl->contexts[i];
}

static struct gl_context *new_context(struct gl *gl, uint64_t recorded)
{
	struct gl_context *context;

	gl->contexts = fxr_grow(gl->contexts, &gl->contexts_capacity,
				gl->n_contexts + 1, sizeof(*gl->contexts));
	context = &gl->contexts[gl->n_contexts];
	fxr_map_put(&gl->context_map, recorded, 0, 0,
		    (uint32_t)gl->n_contexts++);
	context->recorded = recorded;
	return context;
}

static struct gl_drawable *drawable_at(struct gl *gl, uint64_t recorded)
{
	uint32_t i = fxr_map_find(&gl->drawable_map, recorded, 0, 0);
	struct gl_drawable *drawable;

	if (i != FXR_NONE)
		return &gl->drawables[i];
	gl->drawables = fxr_grow(gl->drawables, &gl->drawables_capacity,
				 gl->n_drawables + 1, sizeof(*gl->drawables));
	drawable = &gl->drawables[gl->n_drawables];
	fxr_map_put(&gl->drawable_map, recorded, 0, 0,
		    (uint32_t)gl->n_drawables++);
	*drawable = (struct gl_drawable){
		.recorded = recorded, .width = -1, .height = -1};
	return drawable;
}

static struct gl_config *config_at(struct gl *gl, uint64_t recorded)
{
	uint32_t i = fxr_map_find(&gl->config_map, recorded, 0, 0);

	return i == FXR_NONE ? NULL : &gl->configs[i];
}

struct gl_context *gl_current(const struct gl *gl)
{
	if (!gl->thread || !gl->thread->context)
		return NULL;
	return &gl->contexts[gl->thread->context - 1];
}

struct gl_drawable *gl_drawable(const struct gl *gl)
{
	if (!gl->thread || !gl->thread->draw)
		return NULL;
	return &gl->drawables[gl->thread->draw - 1];
}

/* Whether the recorded call succeeded. */
static bool has_worked(const struct gl_call *call)
{
	const struct fxr_value *ret = &call->call->ret;

	if (!call->call->has_ret)
		return false;
	if (ret->kind == FXR_VALUE_BOOL)
		return ret->as.boolean;
	return ret->kind != FXR_VALUE_NULL && ret->as.u64;
}

/* The first of these parameters that exists. */
static uint64_t first_number(struct gl *gl, const struct gl_call *call,
			     const char *a, const char *b)
{
	return gl_number(gl, call, gl_param(call, a) != INVOKE_MAX ? a : b);
}

static bool create_context(struct gl *gl, struct gl_call *call)
{
	static const char *const shares[] = {"shareList", "share_list",
					     "share_context"};
	struct gl_context *context;

	if (!has_worked(call))
		return false;
	context = new_context(gl, call->call->ret.as.u64);
	for (size_t i = 0; i < sizeof(shares) / sizeof(*shares); i++)
		context->share_recorded |= gl_number(gl, call, shares[i]);
	context->config = gl_number(gl, call, "config");
	gl_wish(gl, call, &context->wish);
	return true;
}

/* A configuration's struct: memory, or the values of its members. */
struct members {
	const struct fxr_type *type;
	struct fxr_text bytes;
	const struct fxr_value *values;
};

static void load_int(struct gl *gl, const struct members *of, const char *name,
		     int *value)
{
	uint64_t number;

	for (size_t i = 0; of->values && i < of->values->as.list.n; i++) {
		const struct fxr_value *item = &of->values->as.list.items[i];

		if (fxr_is(item->name, name) &&
		    args_number(&gl->maker, item, &number))
			*value = (int)number;
	}
	for (size_t i = 0; of->type && i < of->type->n_members; i++) {
		const struct fxr_member *member = &of->type->members[i];

		if (!fxr_is(member->name, name) ||
		    of->bytes.n_bytes < sizeof(int) ||
		    member->byte_off > of->bytes.n_bytes - sizeof(int))
			continue;
		*value = (int)fxr_load(of->bytes.bytes + member->byte_off,
				       sizeof(int), true);
	}
}

/* False: the call has none. Archives from other files have a list of one. */
static bool find_members(struct gl *gl, const struct gl_call *call,
			 struct members *found)
{
	size_t i = gl_param(call, "attributes");
	const struct fxr_value *value;

	*found = (struct members){0};
	if (i == INVOKE_MAX || !call->args.before[i])
		return false;
	value = &call->args.before[i]->value;
	if (value->kind == FXR_VALUE_ARRAY && value->as.list.n == 1)
		value = value->as.list.items;
	if (value->kind == FXR_VALUE_STRUCT) {
		found->values = value;
		return true;
	}
	found->type =
		fxr_type_target(gl->types, call->args.before[i]->declared);
	found->bytes =
		fxr_text(args_pointer(&call->args, i), call->args.bytes[i]);
	return call->args.bytes[i];
}

/* Takes a configuration's struct. */
static bool take_config(struct gl *gl, struct gl_call *call)
{
	uint64_t recorded = gl_number(gl, call, "config");
	struct gl_config *config = config_at(gl, recorded);
	struct stage_format format = common_format;
	int is_double = 1, is_stereo = 0, is_srgb = 0;
	struct members members;

	if (!find_members(gl, call, &members))
		return false;
#define LOAD(member, to) load_int(gl, &members, member, to)
	LOAD("red", &format.red);
	LOAD("green", &format.green);
	LOAD("blue", &format.blue);
	LOAD("alpha", &format.alpha);
	LOAD("depth", &format.depth);
	LOAD("stencil", &format.stencil);
	LOAD("samples", &format.samples);
	LOAD("accum_red", &format.accum_red);
	LOAD("accum_green", &format.accum_green);
	LOAD("accum_blue", &format.accum_blue);
	LOAD("accum_alpha", &format.accum_alpha);
	LOAD("double_buffer", &is_double);
	LOAD("stereo", &is_stereo);
	LOAD("srgb", &is_srgb);
#undef LOAD
	format.is_double = is_double;
	format.is_stereo = is_stereo;
	format.is_srgb = is_srgb;
	if (!config) {
		gl->configs = fxr_grow(gl->configs, &gl->configs_capacity,
				       gl->n_configs + 1, sizeof(*gl->configs));
		config = &gl->configs[gl->n_configs];
		fxr_map_put(&gl->config_map, recorded, 0, 0,
			    (uint32_t)gl->n_configs++);
	}
	*config = (struct gl_config){recorded, format};
	return true;
}

static bool take_context(struct gl *gl, struct gl_call *call)
{
	uint64_t recorded = gl_number(gl, call, "context");
	struct gl_context *context = context_at(gl, recorded);

	if (!context)
		context = new_context(gl, recorded);
	context->wish = (struct stage_wish){
		.api = gl_number(gl, call, "api") == EGL_OPENGL_API
			       ? STAGE_GL
			       : STAGE_GLES,
		.major = (int)gl_number(gl, call, "major"),
		.minor = (int)gl_number(gl, call, "minor"),
		.profile = (unsigned)gl_number(gl, call, "profile"),
		.flags = (unsigned)gl_number(gl, call, "flags")};
	if (gl_number(gl, call, "share"))
		context->share_recorded = gl_number(gl, call, "share");
	if (gl_number(gl, call, "config"))
		context->config = gl_number(gl, call, "config");
	return true;
}

/* Unknown sizes are the common ones. An unknown depth is the maximum, which GLX
 * gives to any request for depth. */
static bool take_framebuffer(struct gl *gl, struct gl_call *call)
{
	static const struct {
		const char *name;
		size_t off;
	} sizes[] = {
		{"red", offsetof(struct stage_format, red)},
		{"green", offsetof(struct stage_format, green)},
		{"blue", offsetof(struct stage_format, blue)},
		{"alpha", offsetof(struct stage_format, alpha)},
		{"depth", offsetof(struct stage_format, depth)},
		{"stencil", offsetof(struct stage_format, stencil)},
		{"samples", offsetof(struct stage_format, samples)},
	};
	struct gl_context *context =
		context_at(gl, gl_number(gl, call, "context"));
	struct stage_format *format;

	if (!context)
		return false;
	format = &context->format;
	*format = common_format;
	format->depth = STAGE_MOST;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		int size = (int)gl_number(gl, call, sizes[i].name);

		if (size >= 0)
			*(int *)((char *)format + sizes[i].off) = size;
	}
	format->is_double = gl_number(gl, call, "double_buffer");
	format->is_stereo = gl_number(gl, call, "stereo");
	context->has_format = true;
	return true;
}

static void resize_drawable(struct gl *gl, struct gl_drawable *drawable,
			    int width, int height)
{
	char note[STAGE_NOTE_BYTES];

	if (width <= 0 || height <= 0 || width > MAX_SIZE || height > MAX_SIZE)
		return;
	if (drawable->stage &&
	    (drawable->width != width || drawable->height != height))
		(void)stage_surface_resize(gl->stage, drawable->stage, width,
					   height, note);
	drawable->width = width;
	drawable->height = height;
}

/* The recorder guessed the size from a viewport. That may belong to another
 * drawable, or no draw may use it. */
static bool is_stale(struct gl *gl, const struct gl_call *call)
{
	const struct gl_view *view = &gl->thread->view;

	return (!view->is_used || view->is_new) &&
	       gl_number(gl, call, "known") == SIZE_VIEWPORT;
}

static bool take_drawable(struct gl *gl, struct gl_call *call)
{
	struct gl_drawable *drawable =
		drawable_at(gl, first_number(gl, call, "drawable", "surface"));

	if (gl_number(gl, call, "config"))
		drawable->config = gl_number(gl, call, "config");
	drawable->is_made = gl_number(gl, call, "known") == SIZE_CREATED;
	drawable->is_settled |= gl->thread->is_fresh &&
				gl_number(gl, call, "known") == SIZE_ASKED;
	if (!is_stale(gl, call))
		resize_drawable(gl, drawable, (int)gl_number(gl, call, "width"),
				(int)gl_number(gl, call, "height"));
	return true;
}

static void take_viewport(struct gl *gl, struct gl_call *call)
{
	struct gl_view *view = &gl->thread->view;
	struct gl_drawable *drawable = gl_drawable(gl);

	if (gl_has_version(gl, 3, 0, 2) && gl_get(gl, GL_FRAMEBUFFER_BINDING))
		return;
	view->width = (int)gl_number(gl, call, "x") +
		      (int)gl_number(gl, call, "width");
	view->height = (int)gl_number(gl, call, "y") +
		       (int)gl_number(gl, call, "height");
	view->is_new = true;
	/* apitrace has it where a context first becomes current, and it is as
	 * large as the drawable is then */
	if (call->call->marks & FXR_MARK_FAKE && drawable &&
	    !drawable->is_made && !drawable->is_pbuffer)
		resize_drawable(gl, drawable, view->width, view->height);
}

/* A window is at least as large as the viewport: the recorder emits its size
 * only after the frame. Some programs set a viewport that they never use. The
 * first frame after it became current has the size of that moment, since
 * drivers look for another one when they have shown a frame. */
void gl_resize_to_view(struct gl *gl)
{
	struct gl_drawable *drawable = gl_drawable(gl);
	struct gl_view *view = &gl->thread->view;

	view->is_new = false;
	view->is_used = true;
	if (!drawable || drawable->is_made || drawable->is_pbuffer ||
	    drawable->is_settled)
		return;
	resize_drawable(gl, drawable,
			view->width > drawable->width ? view->width
						      : drawable->width,
			view->height > drawable->height ? view->height
							: drawable->height);
}

static bool create_drawable(struct gl *gl, struct gl_call *call)
{
	struct gl_drawable *drawable;

	if (!has_worked(call))
		return false;
	drawable = drawable_at(gl, call->call->ret.as.u64);
	stage_surface_free(gl->stage, drawable->stage);
	free(drawable->accum);
	*drawable = (struct gl_drawable){
		.recorded = drawable->recorded,
		.config = gl_number(gl, call, "config"),
		.width = -1,
		.height = -1,
		.is_pbuffer = strstr(call->call->name->name.bytes, "buffer")};
	gl_size_of(gl, call, &drawable->width, &drawable->height);
	if (drawable->width > MAX_SIZE)
		drawable->width = LARGEST_SIZE;
	if (drawable->height > MAX_SIZE)
		drawable->height = LARGEST_SIZE;
	drawable->is_made = drawable->width > 0 && drawable->height > 0;
	return true;
}

static bool make_current(struct gl *gl, struct gl_call *call)
{
	struct gl_thread *thread = gl->thread;
	uint64_t recorded = gl_number(gl, call, "ctx");
	uint64_t draw = first_number(gl, call, "draw", "drawable");
	uint64_t read = gl_param(call, "read") != INVOKE_MAX
				? gl_number(gl, call, "read")
				: draw;
	struct gl_context *context = context_at(gl, recorded);
	char note[STAGE_NOTE_BYTES];

	if (!has_worked(call))
		return false;
	/* another thread may take over the context at once */
	if (thread->context && !thread->is_pending && gl_current(gl) != context)
		(void)stage_make_current(gl->stage, NULL, NULL, NULL, note);
	thread->context = thread->draw = thread->read = 0;
	thread->is_pending = recorded;
	thread->is_released = !recorded;
	thread->view = (struct gl_view){0};
	thread->is_fresh = true;
	if (!recorded)
		return true;
	if (!context)
		context = new_context(gl, recorded);
	thread->context = (uint32_t)(context - gl->contexts) + 1;
	if (draw)
		thread->draw =
			(uint32_t)(drawable_at(gl, draw) - gl->drawables) + 1;
	if (read)
		thread->read =
			(uint32_t)(drawable_at(gl, read) - gl->drawables) + 1;
	return true;
}

/* Contexts that share have one group. */
static void set_group(struct gl *gl, struct gl_context *context)
{
	struct gl_context *share =
		context->share_recorded
			? context_at(gl, context->share_recorded)
			: NULL;

	if (context->group)
		return;
	if (share && share != context && !share->group)
		share->group = ++gl->n_groups;
	context->group =
		share && share != context ? share->group : ++gl->n_groups;
}

const struct stage_format *gl_format(struct gl *gl, uint64_t config,
				     const struct gl_context *context)
{
	const struct gl_config *known = config ? config_at(gl, config) : NULL;

	if (!known && context && context->config)
		known = config_at(gl, context->config);
	if (known)
		return &known->format;
	return context && context->has_format ? &context->format
					      : &common_format;
}

/* What the stage shall make of it. Where it has no accumulation buffers,
 * accum.c has them. */
static struct stage_format wanted_format(struct gl *gl, uint64_t config,
					 const struct gl_context *context)
{
	struct stage_format format = *gl_format(gl, config, context);

	if (!stage_is_shared(gl->stage))
		format.accum_red = format.accum_green = format.accum_blue =
			format.accum_alpha = -1;
	return format;
}

/* Reports a difference from the wish, unless `made` is NULL. */
static void report_note(const struct gl *gl, const void *made, const char *note)
{
	if (made && *note && gl->options->on_note)
		gl->options->on_note(gl->options->context, note);
}

/* Makes the context, after the one that it shares with. */
static bool make_context(struct gl *gl, struct gl_context *context,
			 unsigned depth, char *note)
{
	struct gl_context *share;
	struct stage_format format;

	if (context->stage || context->is_lost)
		return context->stage;
	share = context->share_recorded
			? context_at(gl, context->share_recorded)
			: NULL;
	if (share == context || depth > 8)
		share = NULL;
	if (share)
		(void)make_context(gl, share, depth + 1, note);
	set_group(gl, context);
	format = wanted_format(gl, context->config, context);
	context->stage = stage_context_new(gl->stage, &format, &context->wish,
					   share ? share->stage : NULL, note);
	context->is_lost = !context->stage;
	report_note(gl, context->stage, note);
	return context->stage;
}

static struct stage_surface *make_surface(struct gl *gl, uint32_t number,
					  const struct gl_context *context,
					  char *note)
{
	struct gl_drawable *drawable;
	struct stage_format format;

	if (!number)
		return NULL;
	drawable = &gl->drawables[number - 1];
	if (drawable->stage)
		return drawable->stage;
	format = wanted_format(gl, drawable->config, context);
	drawable->stage = stage_surface_new(
		gl->stage, &format,
		drawable->width > 0 ? drawable->width : DEFAULT_SIZE,
		drawable->height > 0 ? drawable->height : DEFAULT_SIZE,
		drawable->is_pbuffer ? STAGE_PBUFFER : STAGE_WINDOW, note);
	report_note(gl, drawable->stage, note);
	return drawable->stage;
}

static bool bind_pending(struct gl *gl, char *note)
{
	struct gl_thread *thread = gl->thread;
	struct gl_context *context = gl_current(gl);
	struct stage_surface *draw, *read;

	if (!make_context(gl, context, 0, note))
		return false;
	draw = make_surface(gl, thread->draw, context, note);
	read = thread->read == thread->draw
		       ? draw
		       : make_surface(gl, thread->read, context, note);
	if (!stage_make_current(gl->stage, draw, read, context->stage, note))
		return false;
	thread->is_pending = false;
	gl_learn_version(gl);
	return true;
}

static bool make_pending_current(struct gl *gl, struct gl_call *call)
{
	static char note[STAGE_NOTE_BYTES];

	return bind_pending(gl, note) || gl_fail(gl, call, note);
}

void gl_resume(struct gl *gl)
{
	char note[STAGE_NOTE_BYTES];

	if (gl->thread->is_pending && gl->thread->context)
		(void)bind_pending(gl, note);
}

bool gl_make_current(struct gl *gl, struct gl_call *call)
{
	if (gl->thread->is_pending)
		return make_pending_current(gl, call);
	if (gl->thread->is_released) {
		gl->counts.n_skipped++; /* then, too, it did nothing */
		return false;
	}
	return gl->thread->context ||
	       gl_fail(gl, call, "no context is current");
}

void gl_enter(struct gl *gl, uint32_t thread, bool is_same)
{
	gl->thread = &gl->threads[thread];
	if (is_same)
		gl->thread->is_pending = true;
}

void gl_leave(struct gl *gl, uint32_t thread)
{
	struct gl_thread *left = &gl->threads[thread];
	char note[STAGE_NOTE_BYTES];

	if (!left->context || left->is_pending)
		return;
	if (gl->procs.glFlush)
		gl->procs.glFlush();
	if (gl->has_threads && !stage_is_shared(gl->stage) &&
	    !gl->contexts[left->context - 1].is_in_begin)
		left->is_pending =
			stage_make_current(gl->stage, NULL, NULL, NULL, note);
}

void gl_finish(struct gl *gl, uint32_t thread)
{
	struct gl_thread *left = &gl->threads[thread];

	if (left->context && !left->is_pending && gl->procs.glFinish)
		gl->procs.glFinish();
	stage_leave(gl->stage);
}

static bool swap_buffers(struct gl *gl, struct gl_call *call)
{
	struct gl_drawable *drawable;
	uint64_t recorded = first_number(gl, call, "drawable", "surface");

	if (gl->thread->is_pending && gl->thread->context &&
	    !make_pending_current(gl, call))
		return false;
	if (gl->options->on_frame)
		gl->options->on_frame(gl->options->context, gl, call->call);
	gl->counts.n_frames++;
	gl->thread->is_fresh = false;
	if (fxr_map_find(&gl->drawable_map, recorded, 0, 0) == FXR_NONE)
		return false;
	drawable = drawable_at(gl, recorded);
	drawable->is_settled = false;
	if (drawable->stage && drawable == gl_drawable(gl))
		stage_swap(gl->stage, drawable->stage);
	return true;
}

static bool destroy_context(struct gl *gl, struct gl_call *call)
{
	struct gl_context *context = context_at(gl, gl_number(gl, call, "ctx"));

	if (!context || !context->stage)
		return false;
	for (size_t i = 0; i < gl->world->n_threads; i++)
		if (gl->threads[i].context ==
		    (uint32_t)(context - gl->contexts) + 1)
			return false;
	stage_context_free(gl->stage, context->stage);
	context->stage = NULL;
	context->is_lost = true;
	return true;
}

/* What it changes in OpenGL comes from the window system. */
static bool miss(struct gl *gl, struct gl_call *call)
{
	if (call->call->has_ret && !has_worked(call))
		return false;
	return gl_fail(gl, call,
		       "what it takes is of the window system, and "
		       "not in the archive");
}

const struct gl_rule gl_scene_rules[] = {
	{"fxtrace_context", take_context, NULL},
	{"fxtrace_framebuffer", take_framebuffer, NULL},
	{"fxtrace_glx_config", take_config, NULL},
	{"fxtrace_egl_config", take_config, NULL},
	{"fxtrace_glx_drawable", take_drawable, NULL},
	{"fxtrace_egl_surface", take_drawable, NULL},
	{"glXCreateContext", create_context, NULL},
	{"glXCreateNewContext", create_context, NULL},
	{"glXCreateContextAttribs", create_context, NULL},
	{"glXCreateContextWithConfig", create_context, NULL},
	{"eglCreateContext", create_context, NULL},
	{"glXDestroyContext", destroy_context, NULL},
	{"eglDestroyContext", destroy_context, NULL},
	{"glXMakeCurrent", make_current, NULL},
	{"glXMakeContextCurrent", make_current, NULL},
	{"glXMakeCurrentRead", make_current, NULL},
	{"eglMakeCurrent", make_current, NULL},
	{"glXCreateWindow", create_drawable, NULL},
	{"glXCreatePixmap", create_drawable, NULL},
	{"glXCreatePbuffer", create_drawable, NULL},
	{"glXCreateGLXPbuffer", create_drawable, NULL},
	{"eglCreateWindowSurface", create_drawable, NULL},
	{"eglCreatePlatformWindowSurface", create_drawable, NULL},
	{"eglCreatePbufferSurface", create_drawable, NULL},
	{"eglCreatePixmapSurface", create_drawable, NULL},
	{"glXBindTexImage", miss, NULL},
	{"eglBindTexImage", miss, NULL},
	{"glXCopyContext", miss, NULL},
	{"glXUseXFont", miss, NULL},
	{"glViewport", NULL, take_viewport},
	{"glXSwapBuffers", swap_buffers, NULL},
	{"glXSwapBuffersMscOML", swap_buffers, NULL},
	{"eglSwapBuffers", swap_buffers, NULL},
	{"eglSwapBuffersWithDamage", swap_buffers, NULL},
	{0},
};
