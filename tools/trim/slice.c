/* SPDX-License-Identifier: MIT */
/*
 * Contexts, windows and calls in order, see slice.h.
 */
#include "tools/trim/step.h"

#include <stdlib.h>

#include "tools/reader/number.h"

#define MAX_SCENES 4096u

struct slice *slice_open(struct fxr_world *world)
{
	struct slice *slice;
	struct needs *needs = needs_open();

	if (!needs)
		return NULL;
	slice = fxr_new(1, sizeof(*slice));
	slice->world = world;
	slice->needs = needs;
	return slice;
}

void slice_close(struct slice *slice)
{
	if (!slice)
		return;
	for (size_t i = 0; i < slice->n_scenes; i++)
		scene_fini(&slice->scenes[i]);
	needs_close(slice->needs);
	fxr_map_fini(&slice->actor_map);
	fxr_map_fini(&slice->attached);
	fxr_map_fini(&slice->objects);
	free(slice->effects);
	free(slice->actors);
	free(slice->scenes);
	free(slice);
}

static struct scene *new_scene(struct slice *slice, uint64_t context,
			       bool is_new)
{
	struct scene *scene;

	slice->scenes = fxr_grow(slice->scenes, &slice->scenes_capacity,
				 slice->n_scenes + 1, sizeof(*slice->scenes));
	scene = &slice->scenes[slice->n_scenes++];
	scene_init(scene, context, is_new);
	return scene;
}

/* The context's index; of several with one name, the last that was created. */
static size_t find_scene(struct slice *slice, uint64_t context)
{
	for (size_t i = slice->n_scenes; i; i--)
		if (slice->scenes[i - 1].context == context)
			return i - 1;
	return (size_t)(new_scene(slice, context, false) - slice->scenes);
}

/* Contexts of several processes may have one name: then nothing is certain. */
static uint64_t context_name(const struct step *step, uint64_t context)
{
	return context ^ (uint64_t)step->actor->provider << 48;
}

static uint8_t window_of(struct actor *actor, uint64_t drawable)
{
	for (size_t i = 0; i < actor->n_windows; i++)
		if (actor->windows[i] == drawable)
			return (uint8_t)i;
	if (actor->n_windows == NEEDS_ODD_WINDOW)
		return NEEDS_ODD_WINDOW;
	actor->windows[actor->n_windows] = drawable;
	return (uint8_t)actor->n_windows++;
}

static void take_make_current(struct step *step)
{
	struct actor *actor = step->actor;
	struct known context = step_named(step, "ctx");
	struct known draw = step_named(step, "draw");
	size_t scene = NO_SCENE;

	if (!draw.is_known)
		draw = step_named(step, "drawable");
	step->need.kind = NEED_KEEP;
	if (!step_has_worked(step->call))
		return;
	if (!context.is_known || (context.value && !draw.is_known) ||
	    step->slice->n_scenes == MAX_SCENES)
		actor->is_all_kept = true;
	else if (context.value)
		scene = find_scene(step->slice,
				   context_name(step, context.value));
	if (scene != actor->scene)
		step_barrier(step);
	actor->scene = scene;
	actor->drawable = draw.value;
}

static void take_create(struct step *step)
{
	step->need.kind = NEED_KEEP;
	if (step->slice->n_scenes == MAX_SCENES)
		step->actor->is_all_kept = true;
	else if (step_has_worked(step->call))
		(void)new_scene(step->slice,
				context_name(step, step->call->ret.as.u64),
				true);
}

static void take_swap(struct step *step)
{
	struct known drawable = step_named(step, "drawable");

	if (!drawable.is_known)
		drawable = step_named(step, "surface");
	step->need.kind = NEED_SWAP;
	if (drawable.is_known)
		step->need.surface = window_of(step->actor, drawable.value);
}

/* Whether earlier calls have failed, or may have. */
static bool has_error(const struct step *step)
{
	uint64_t number;

	return !step->call->has_ret ||
	       !fxr_number(&step->slice->world->types, &step->call->ret,
			   &number) ||
	       number;
}

/* Calls that need no context, and calls that manage contexts. */
static bool take_outside(struct step *step)
{
	switch (step->effect->kind) {
	case EFFECT_MAKE_CURRENT:
		take_make_current(step);
		return true;
	case EFFECT_CREATE:
		take_create(step);
		return true;
	case EFFECT_SWAP:
		take_swap(step);
		return true;
	case EFFECT_PURE:
		step->need.kind = NEED_PURE;
		return true;
	case EFFECT_KEEP:
		step->need.kind = NEED_KEEP;
		step->need.reads = step->effect->reads;
		return true;
	case EFFECT_COPY_ALL:
		step->need.kind = NEED_COPY_ALL;
		return true;
	case EFFECT_EMITTED:
		step->need.kind = NEED_EMITTED;
		return true;
	case EFFECT_ERROR:
		step->need.kind = NEED_ERROR;
		step->need.has_error = has_error(step);
		return true;
	default:
		return false;
	}
}

static const struct effect *effect_at(struct slice *slice,
				      const struct fxr_call *call)
{
	size_t i = (size_t)(call->name - slice->world->names);

	if (i >= slice->effects_capacity)
		slice->effects = fxr_grow(
			slice->effects, &slice->effects_capacity,
			slice->world->n_names, sizeof(*slice->effects));
	if (!slice->effects[i])
		slice->effects[i] = effect_of(call->name->category.bytes,
					      call->name->name.bytes);
	return slice->effects[i];
}

static struct actor *actor_of(struct slice *slice, const struct fxr_call *call)
{
	uint64_t provider = call->thread->provider;
	uint32_t found = fxr_map_find(&slice->actor_map, provider, 0, 0);
	struct actor *actor;

	if (found != FXR_NONE)
		return &slice->actors[found];
	fxr_map_put(&slice->actor_map, provider, 0, 0,
		    (uint32_t)slice->n_actors);
	slice->actors = fxr_grow(slice->actors, &slice->actors_capacity,
				 slice->n_actors + 1, sizeof(*slice->actors));
	actor = &slice->actors[slice->n_actors++];
	*actor = (struct actor){.provider = call->thread->provider,
				.scene = NO_SCENE};
	return actor;
}

static bool is_drawing(const struct fxr_name *name)
{
	return fxr_is(name->category, "gl") || fxr_is(name->category, "glx") ||
	       fxr_is(name->category, "egl");
}

/* A process with OpenGL in several threads is kept as it is. */
static void note_thread(struct actor *actor, const struct fxr_call *call)
{
	if (!fxr_is(call->name->category, "gl"))
		return;
	if (!actor->thread)
		actor->thread = call->thread;
	else if (actor->thread->tid != call->thread->tid)
		actor->is_all_kept = true;
}

void slice_take(struct slice *slice, const struct fxr_call *call,
		bool is_chosen)
{
	struct step step = {.slice = slice, .call = call};

	if (!is_drawing(call->name))
		return;
	step.actor = actor_of(slice, call);
	note_thread(step.actor, call);
	step.effect = effect_at(slice, call);
	if (step.actor->scene != NO_SCENE)
		step.scene = &slice->scenes[step.actor->scene];
	step.need = (struct need){
		.begin_off = call->begin_off,
		.end_off = call->end_off,
		.process = (uint32_t)(step.actor - slice->actors),
		.kind = NEED_BARRIER,
		.is_chosen = is_chosen,
		.surface = step.scene
				   ? window_of(step.actor, step.actor->drawable)
				   : NEEDS_ODD_WINDOW};
	if (step.scene && step.scene->is_in_list &&
	    fxr_is(call->name->category, "gl"))
		step_take_listed(&step);
	else if (!take_outside(&step) && step.scene && !step_take_state(&step))
		(void)step_take_draw(&step);
	step_take_texture(&step);
	step_take_bind(&step);
	needs_put(slice->needs, &step.need);
}

bool slice_finish(struct slice *slice, struct marks *marks,
		  struct slice_counts *counts)
{
	bool *all_kept = fxr_new(slice->n_actors + 1, sizeof(*all_kept));
	bool is_done;

	for (size_t i = 0; i < slice->n_actors; i++)
		all_kept[i] = slice->actors[i].is_all_kept;
	is_done = needs_finish(slice->needs, all_kept, slice->n_actors, marks,
			       counts);
	free(all_kept);
	return is_done;
}
