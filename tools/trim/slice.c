/* SPDX-License-Identifier: MIT */
/*
 * What each call does and needs, told from its arguments, see slice.h.
 */
#include "tools/trim/slice.h"

#include <stdlib.h>

#include "gl_registry.h"
#include "tools/reader/number.h"
#include "tools/trim/effects.h"
#include "tools/trim/needs.h"
#include "tools/trim/scene.h"

#define MAX_KEY 16u /* numbers of a key */
#define MAX_SCENES 4096u
#define NO_SCENE SIZE_MAX
#define GL_QUERY_BUFFER_TARGET 0x9192
#define FORGET_ALL ((1u << N_ALL_ITEMS) - 1)

/* One process image. */
struct actor {
	uint32_t provider;
	const struct fxr_thread *thread; /* that calls OpenGL */
	bool is_all_kept;		 /* several of them do */
	size_t scene;	   /* of the current context, or NO_SCENE */
	uint64_t drawable; /* current */
	uint64_t windows[NEEDS_WINDOWS]; /* drawables */
	size_t n_windows;
};

struct slice {
	struct fxr_world *world;
	struct needs *needs;
	const struct effect **effects; /* of names, by their index; or NULL */
	size_t effects_room;
	struct actor *actors;
	struct fxr_map actor_map; /* of providers */
	size_t n_actors, actors_room;
	struct scene *scenes; /* of contexts; those of a name that is used
			       * again come later */
	size_t n_scenes, scenes_room;
};

/* The call at hand. */
struct step {
	struct slice *slice;
	const struct fxr_call *call;
	const struct effect *effect;
	struct actor *actor;
	struct scene *scene; /* or NULL */
	struct need need;
};

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
	free(slice->effects);
	free(slice->actors);
	free(slice->scenes);
	free(slice);
}

/* --- arguments */

static struct known argument(const struct step *step, unsigned param)
{
	const struct fxr_call *call = step->call;
	struct known number = {false, 0};

	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];

		if (arg->param != param || arg->is_after || arg->is_address ||
		    arg->member.n_bytes || arg->has_size)
			continue;
		number.is_known = fxr_number(&step->slice->world->types,
					     &arg->value, &number.value);
	}
	return number;
}

static struct known named_argument(const struct step *step, const char *name)
{
	const struct fxr_call *call = step->call;
	struct known number = {false, 0};

	for (size_t i = 0; i < call->n_args; i++)
		if (fxr_is(call->args[i].name, name))
			number.is_known =
				fxr_number(&step->slice->world->types,
					   &call->args[i].value, &number.value);
	return number;
}

static bool has_worked(const struct fxr_call *call)
{
	if (!call->has_ret)
		return false;
	if (call->ret.kind == FXR_VALUE_BOOL)
		return call->ret.as.boolean;
	return call->ret.kind != FXR_VALUE_NULL && call->ret.as.u64;
}

/* --- keys of pieces of state */

/* Which framebuffer a target means. */
static struct known framebuffer(const struct step *step, struct known target)
{
	if (!target.is_known)
		return target;
	return scene_get(step->scene, target.value == GL_READ_FRAMEBUFFER
					      ? ITEM_READ_FRAMEBUFFER
					      : ITEM_DRAW_FRAMEBUFFER);
}

/* A number of what a letter of a key means, see effects.def. */
static struct known part_of_key(const struct step *step, char letter)
{
	const struct scene *scene = step->scene;
	struct known name, target;

	switch (letter) {
	case 'n':
		return (struct known){true,
				      (uint64_t)(step->call->name -
						 step->slice->world->names)};
	case 'P':
		/* without one, that of a pipeline */
		name = scene_get(scene, ITEM_PROGRAM);
		name.is_known = name.is_known && name.value;
		return name;
	case 'V':
		return scene_get(scene, ITEM_ARRAYS);
	case 'U':
		return scene_get(scene, ITEM_UNIT);
	case 'C':
		return scene_get(scene, ITEM_CLIENT_UNIT);
	case 'M':
		return scene_matrix(scene, 0);
	case 'D':
		return scene_get(scene, ITEM_DRAW_FRAMEBUFFER);
	case 'R':
		return scene_get(scene, ITEM_READ_FRAMEBUFFER);
	case 'B':
		target = argument(step, 0);
		name = scene_buffer(scene, target.value);
		break;
	case 'T':
		target = argument(step, 0);
		name = scene_texture(scene, target.value);
		break;
	case 'F':
		return framebuffer(step, argument(step, 0));
	default:
		return argument(step, (unsigned)(letter - '0'));
	}
	name.is_known = name.is_known && target.is_known;
	return name;
}

/* 0: something of it is not known. */
static uint64_t key_of(const struct step *step, const char *label,
		       const char *letters)
{
	uint64_t numbers[MAX_KEY] = {
		(uint64_t)(step->actor - step->slice->actors),
		(uint64_t)(step->scene - step->slice->scenes),
		fxr_hash(label, strlen(label))};
	size_t n = 3;

	for (; *letters && n < MAX_KEY; letters++) {
		struct known part = part_of_key(step, *letters);

		if (!part.is_known)
			return 0;
		numbers[n++] = part.value;
	}
	return fxr_hash(numbers, n * sizeof(*numbers)) | 1;
}

/* --- kinds of calls */

/* What is kept, and reads all. */
static void set_barrier(struct step *step)
{
	step->need.kind = NEED_BARRIER;
}

static void track_switch(struct step *step, uint64_t value)
{
	static const struct {
		uint64_t name;
		enum scene_item item;
	} switches[] = {{GL_SCISSOR_TEST, ITEM_SCISSOR},
			{GL_DEPTH_TEST, ITEM_DEPTH_TEST},
			{GL_STENCIL_TEST, ITEM_STENCIL_TEST},
			{GL_COLOR_MATERIAL, ITEM_COLOR_MATERIAL}};
	struct known name = argument(step, 0);

	for (size_t i = 0; i < sizeof(switches) / sizeof(*switches); i++)
		if (!name.is_known)
			scene_set(step->scene, switches[i].item,
				  (struct known){false, 0});
		else if (name.value == switches[i].name)
			scene_set(step->scene, switches[i].item,
				  (struct known){true, value});
}

static void track_framebuffer(struct step *step)
{
	struct known target = argument(step, 0), name = argument(step, 1);

	if (!target.is_known || target.value != GL_READ_FRAMEBUFFER)
		scene_set(step->scene, ITEM_DRAW_FRAMEBUFFER, name);
	if (!target.is_known || target.value != GL_DRAW_FRAMEBUFFER)
		scene_set(step->scene, ITEM_READ_FRAMEBUFFER, name);
}

static void track_color_mask(struct step *step)
{
	struct known all = {true, 1};

	for (unsigned i = 0; i < 4; i++) {
		struct known one = argument(step, i);

		all.is_known = all.is_known && one.is_known;
		all.value = all.value && one.value;
	}
	scene_set(step->scene, ITEM_COLOR_MASK, all);
}

static void track_stencil_mask(struct step *step)
{
	struct known mask = argument(step, 0);

	mask.value = (mask.value & 0xff) == 0xff;
	scene_set(step->scene, ITEM_STENCIL_MASK, mask);
}

static void track_bound(struct step *step)
{
	bool is_buffer = step->effect->track != TRACK_TEXTURE;
	struct known target = argument(step, 0);
	struct known name = argument(
		step, step->effect->track == TRACK_BUFFER_BASE ? 2 : 1);

	if (!target.is_known)
		scene_forget(step->scene,
			     1u << (is_buffer ? ITEM_BUFFERS : ITEM_TEXTURES));
	else if (is_buffer)
		scene_bind_buffer(step->scene, target.value, name);
	else
		scene_bind_texture(step->scene, target.value, name);
	/* draws may write to these */
	if (step->effect->track == TRACK_BUFFER_BASE &&
	    (!target.is_known || target.value == GL_SHADER_STORAGE_BUFFER ||
	     target.value == GL_ATOMIC_COUNTER_BUFFER))
		step->scene->has_stores = true;
}

/* What the call says of what is bound from now on. */
static void track(struct step *step)
{
	struct scene *scene = step->scene;
	struct known first = argument(step, 0);

	switch (step->effect->track) {
	case TRACK_NONE:
		break;
	case TRACK_PROGRAM:
		scene_set(scene, ITEM_PROGRAM, first);
		break;
	case TRACK_ARRAYS:
		scene_set(scene, ITEM_ARRAYS, first);
		break;
	case TRACK_CLIENT_UNIT:
		scene_set(scene, ITEM_CLIENT_UNIT, first);
		break;
	case TRACK_UNIT:
		scene_set(scene, ITEM_UNIT, first);
		break;
	case TRACK_MATRIX_MODE:
		scene_set(scene, ITEM_MATRIX_MODE, first);
		break;
	case TRACK_BUFFER:
	case TRACK_BUFFER_BASE:
	case TRACK_TEXTURE:
		track_bound(step);
		break;
	case TRACK_TEXTURES:
		scene_forget(scene, 1u << ITEM_TEXTURES);
		break;
	case TRACK_FRAMEBUFFER:
		track_framebuffer(step);
		break;
	case TRACK_ON:
	case TRACK_OFF:
		track_switch(step, step->effect->track == TRACK_ON);
		break;
	case TRACK_COLOR_MASK:
		track_color_mask(step);
		break;
	case TRACK_DEPTH_MASK:
		first.value = !!first.value;
		scene_set(scene, ITEM_DEPTH_MASK, first);
		break;
	case TRACK_STENCIL_MASK:
		track_stencil_mask(step);
		break;
	}
}

static void take_state(struct step *step)
{
	const struct effect *effect = step->effect;
	struct need *need = &step->need;

	need->kind = NEED_STATE;
	need->class = (uint8_t)effect->class;
	need->reads = effect->reads;
	need->key = key_of(step, effect->label, effect->key);
	if (effect->whole)
		need->whole = key_of(step, effect->whole, effect->whole_key);
	if (!need->key || (effect->whole && !need->whole))
		set_barrier(step);
	track(step);
}

/* The parts of a window that a draw looks at. */
static uint8_t parts_of_draw(const struct scene *scene)
{
	uint8_t parts = PART_COLOR;

	if (!scene_is(scene, ITEM_DEPTH_TEST, 0))
		parts |= PART_DEPTH;
	if (!scene_is(scene, ITEM_STENCIL_TEST, 0))
		parts |= PART_STENCIL;
	return parts;
}

/* Whether more than a picture may come of a draw, or where it goes is not
 * known. */
static bool is_odd_draw(const struct scene *scene)
{
	return !scene_is(scene, ITEM_DRAW_BUFFER, GL_BACK) ||
	       scene->is_in_feedback || scene->has_stores || scene->n_queries;
}

/* kind: if it goes to a window. */
static void take_draw(struct step *step, enum need_kind kind)
{
	struct scene *scene = step->scene;
	struct known target = scene_get(scene, ITEM_DRAW_FRAMEBUFFER);

	step->need.kind = (uint8_t)kind;
	step->need.parts = parts_of_draw(scene);
	step->need.is_odd =
		is_odd_draw(scene) || !target.is_known || target.value;
	/* of an object, it has nothing to do with the window */
	if (target.is_known && target.value)
		step->need.parts = 0;
}

static void take_odd_draw(struct step *step)
{
	take_draw(step, NEED_DRAW);
	step->need.is_odd = true;
	step->need.parts = PART_ALL;
	step->scene->is_odd_block = true;
}

static void take_end(struct step *step)
{
	struct scene *scene = step->scene;

	take_draw(step, NEED_END);
	step->need.is_odd |= scene->is_odd_block || !scene->is_in_begin;
	scene->is_in_begin = scene->is_odd_block = false;
}

static void take_clear(struct step *step)
{
	static const struct {
		uint64_t bit;
		uint8_t part;
		enum scene_item mask;
	} buffers[] = {
		{GL_COLOR_BUFFER_BIT, PART_COLOR, ITEM_COLOR_MASK},
		{GL_DEPTH_BUFFER_BIT, PART_DEPTH, ITEM_DEPTH_MASK},
		{GL_STENCIL_BUFFER_BIT, PART_STENCIL, ITEM_STENCIL_MASK}};
	const struct scene *scene = step->scene;
	struct known mask = argument(step, 0);

	take_draw(step, NEED_CLEAR);
	step->need.is_whole = mask.is_known &&
			      scene_is(scene, ITEM_SCISSOR, 0) &&
			      scene_is(scene, ITEM_DRAW_FRAMEBUFFER, 0) &&
			      scene_is(scene, ITEM_DRAW_BUFFER, GL_BACK);
	step->need.parts = 0;
	for (size_t i = 0; i < sizeof(buffers) / sizeof(*buffers); i++)
		if (mask.value & buffers[i].bit) {
			step->need.parts |= buffers[i].part;
			step->need.is_whole &=
				scene_is(scene, buffers[i].mask, 1);
		}
	if (mask.value & GL_ACCUM_BUFFER_BIT)
		step->need.parts |= PART_ACCUM;
	/* the parts that are not known are looked at */
	if (!mask.is_known)
		step->need.parts = PART_ALL;
}

/* What is read of the framebuffer, and stays. */
static void take_copy(struct step *step)
{
	struct known from = scene_get(step->scene, ITEM_READ_FRAMEBUFFER);

	step->need.kind =
		from.is_known && from.value ? NEED_BARRIER : NEED_COPY;
}

static void take_read(struct step *step)
{
	struct known from = scene_get(step->scene, ITEM_READ_FRAMEBUFFER);

	if (!scene_has_no_buffer(step->scene, GL_PIXEL_PACK_BUFFER)) {
		take_copy(step);
		return;
	}
	step->need.kind = NEED_READ;
	if (!from.is_known || !from.value)
		step->need.parts = PART_ALL;
}

static void take_blit(struct step *step)
{
	if (scene_is(step->scene, ITEM_READ_FRAMEBUFFER, 0) ||
	    !scene_get(step->scene, ITEM_READ_FRAMEBUFFER).is_known)
		step->need.kind = NEED_COPY_ALL;
	else
		take_draw(step, NEED_DRAW);
}

static void take_multiply(struct step *step)
{
	step->need.kind = NEED_MULTIPLY;
	step->need.class = CLASS_MATRIX;
	step->need.key = key_of(step, "MATRIX", "M");
	step->need.reads = 1u << CLASS_MATRIX_MODE | 1u << CLASS_UNIT;
	if (!step->need.key)
		set_barrier(step);
}

/* In a list it is the list that does it, if it does not undo it. */
static void take_push(struct step *step, int delta)
{
	struct scene *scene = step->scene;

	step->need.class = CLASS_MATRIX;
	step->need.reads = 1u << CLASS_MATRIX_MODE | 1u << CLASS_UNIT;
	if (delta < 0) {
		step->need.kind = NEED_POP;
		step->need.key = key_of(step, "MATRIX", "M");
		scene_push(scene, delta);
	} else {
		step->need.kind = NEED_PUSH;
		step->need.whole = key_of(step, "MATRIX", "M");
		scene_push(scene, delta);
		step->need.key = key_of(step, "MATRIX", "M");
	}
	if (!step->need.key || !scene_matrix(scene, 0).is_known ||
	    (delta > 0 && !step->need.whole))
		set_barrier(step);
}

static void take_list(struct step *step, bool is_begin)
{
	struct scene *scene = step->scene;
	struct known mode = argument(step, 1);

	set_barrier(step);
	if (scene->is_in_list && scene->n_pushed)
		scene->changed_lists |= 1u << ITEM_STACKS;
	scene->n_pushed = 0;
	scene->is_in_list = is_begin;
	/* what it does at once is what it does later */
	if (is_begin && (!mode.is_known || mode.value != GL_COMPILE))
		scene_forget(scene, FORGET_ALL);
}

/* What else a call in a list does when that is called. */
static void note_in_list(struct step *step)
{
	struct scene *scene = step->scene;

	set_barrier(step);
	switch (step->effect->kind) {
	case EFFECT_STATE:
		track(step);
		break;
	case EFFECT_PUSH:
		scene->n_pushed++;
		break;
	case EFFECT_POP:
		scene->n_pushed--;
		break;
	case EFFECT_LIST_END:
		take_list(step, false);
		break;
	case EFFECT_BARRIER:
	case EFFECT_FORGET:
	case EFFECT_PUSH_ATTRIB:
	case EFFECT_POP_ATTRIB:
	case EFFECT_COPY:
	case EFFECT_COPY_ALL:
	case EFFECT_BLIT:
		scene->changed_lists |= FORGET_ALL;
		break;
	default:
		break;
	}
}

static void take_call_list(struct step *step)
{
	struct scene *scene = step->scene;

	/* lists may have been made that nobody has seen, and copy what there is
	 */
	if (!scene->has_defaults)
		scene->changed_lists = FORGET_ALL;
	take_odd_draw(step);
	step->need.parts = 0;
	if (scene->changed_lists == FORGET_ALL)
		step->need.kind = NEED_COPY_ALL;
	scene_forget(scene, scene->changed_lists);
	if (!scene->is_in_begin)
		scene->is_odd_block = false;
}

static void take_query(struct step *step, bool is_begin)
{
	struct known target = argument(step, 0);

	step->need.kind = NEED_KEEP;
	if (target.is_known && target.value == GL_TIME_ELAPSED)
		return;
	if (is_begin)
		step->scene->n_queries++;
	else if (step->scene->n_queries)
		step->scene->n_queries--;
}

/* What was bound may be unbound by it. */
static void take_delete(struct step *step, uint32_t items)
{
	step->need.kind = NEED_KEEP;
	scene_forget(step->scene, items);
}

/* A vertex between begin and end, else a value. */
static void take_attrib(struct step *step)
{
	struct known index = argument(step, 0);

	if (step->scene->is_in_begin && (!index.is_known || !index.value)) {
		take_draw(step, NEED_VERTEX);
		return;
	}
	step->need.kind = NEED_STATE;
	step->need.class = CLASS_CURRENT;
	step->need.key = key_of(step, "ATTRIB", "0");
	if (!step->need.key)
		set_barrier(step);
}

static void take_color(struct step *step)
{
	step->need.kind = NEED_STATE;
	step->need.class = CLASS_CURRENT;
	step->need.key = key_of(step, "COLOR", "");
	/* it may be the material's, too */
	if (!scene_is(step->scene, ITEM_COLOR_MATERIAL, 0))
		set_barrier(step);
}

/* --- contexts and windows */

static struct scene *new_scene(struct slice *slice, uint64_t context,
			       bool is_new)
{
	struct scene *scene;

	slice->scenes = fxr_grow(slice->scenes, &slice->scenes_room,
				 slice->n_scenes + 1, sizeof(*slice->scenes));
	scene = &slice->scenes[slice->n_scenes++];
	scene_init(scene, context, is_new);
	return scene;
}

/* The context's index; of those of one name, the last that was made. */
static size_t find_scene(struct slice *slice, uint64_t context)
{
	for (size_t i = slice->n_scenes; i; i--)
		if (slice->scenes[i - 1].context == context)
			return i - 1;
	return (size_t)(new_scene(slice, context, false) - slice->scenes);
}

/* Contexts of several processes may have one name: then nothing is sure. */
static uint64_t context_name(const struct step *step, uint64_t context)
{
	return context ^ (uint64_t)step->actor->provider << 48;
}

static uint8_t window_of(struct actor *actor, uint64_t drawable)
{
	for (size_t i = 0; i < actor->n_windows; i++)
		if (actor->windows[i] == drawable)
			return (uint8_t)i;
	if (actor->n_windows == NEEDS_WINDOWS - 1)
		return NEEDS_WINDOWS - 1;
	actor->windows[actor->n_windows] = drawable;
	return (uint8_t)actor->n_windows++;
}

static void take_make_current(struct step *step)
{
	struct actor *actor = step->actor;
	struct known context = named_argument(step, "ctx");
	struct known draw = named_argument(step, "draw");
	size_t scene = NO_SCENE;

	if (!draw.is_known)
		draw = named_argument(step, "drawable");
	step->need.kind = NEED_KEEP;
	if (!has_worked(step->call))
		return;
	if (!context.is_known || (context.value && !draw.is_known) ||
	    step->slice->n_scenes == MAX_SCENES)
		actor->is_all_kept = true;
	else if (context.value)
		scene = find_scene(step->slice,
				   context_name(step, context.value));
	if (scene != actor->scene)
		set_barrier(step);
	actor->scene = scene;
	actor->drawable = draw.value;
}

static void take_create(struct step *step)
{
	step->need.kind = NEED_KEEP;
	if (step->slice->n_scenes == MAX_SCENES)
		step->actor->is_all_kept = true;
	else if (has_worked(step->call))
		(void)new_scene(step->slice,
				context_name(step, step->call->ret.as.u64),
				true);
}

static void take_swap(struct step *step)
{
	struct known drawable = named_argument(step, "drawable");

	if (!drawable.is_known)
		drawable = named_argument(step, "surface");
	step->need.kind = NEED_SWAP;
	if (drawable.is_known)
		step->need.window = window_of(step->actor, drawable.value);
}

/* --- all together */

/* What wants no context, and what has to do with it. */
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
	case EFFECT_TOLD:
		step->need.kind = NEED_TOLD;
		return true;
	case EFFECT_ERROR:
		step->need.kind = NEED_ERROR;
		step->need.has_error = has_worked(step->call);
		return true;
	default:
		return false;
	}
}

static void take_inside(struct step *step)
{
	struct scene *scene = step->scene;

	switch (step->effect->kind) {
	case EFFECT_STATE:
		take_state(step);
		break;
	case EFFECT_PACKED:
	case EFFECT_QUERY_RESULT:
		if (scene_has_no_buffer(scene,
					step->effect->kind == EFFECT_PACKED
						? GL_PIXEL_PACK_BUFFER
						: GL_QUERY_BUFFER_TARGET))
			step->need.kind = NEED_PURE;
		break;
	case EFFECT_DRAW:
		take_draw(step, NEED_DRAW);
		break;
	case EFFECT_DRAW_ODD:
		take_odd_draw(step);
		break;
	case EFFECT_CLEAR:
		take_clear(step);
		break;
	case EFFECT_READ:
		take_read(step);
		break;
	case EFFECT_COPY:
		take_copy(step);
		break;
	case EFFECT_BLIT:
		take_blit(step);
		break;
	case EFFECT_BEGIN:
		take_draw(step, NEED_BEGIN);
		scene->is_in_begin = true;
		scene->is_odd_block = false;
		break;
	case EFFECT_END:
		take_end(step);
		break;
	case EFFECT_VERTEX:
		take_draw(step, NEED_VERTEX);
		break;
	case EFFECT_ATTRIB_VALUE:
		take_attrib(step);
		break;
	case EFFECT_COLOR:
		take_color(step);
		break;
	case EFFECT_LIST_BEGIN:
	case EFFECT_LIST_END:
		take_list(step, step->effect->kind == EFFECT_LIST_BEGIN);
		break;
	case EFFECT_CALL_LIST:
		take_call_list(step);
		break;
	case EFFECT_MULTIPLY:
		take_multiply(step);
		break;
	case EFFECT_PUSH:
	case EFFECT_POP:
		take_push(step, step->effect->kind == EFFECT_PUSH ? 1 : -1);
		break;
	case EFFECT_PUSH_ATTRIB:
		scene_push_attribs(scene, argument(step, 0));
		break;
	case EFFECT_POP_ATTRIB:
		scene_pop_attribs(scene);
		break;
	case EFFECT_DRAW_BUFFER:
		if (scene_is(scene, ITEM_DRAW_FRAMEBUFFER, 0))
			scene_set(scene, ITEM_DRAW_BUFFER, argument(step, 0));
		else if (!scene_get(scene, ITEM_DRAW_FRAMEBUFFER).is_known)
			scene_forget(scene, 1u << ITEM_DRAW_BUFFER);
		break;
	case EFFECT_STORES:
		scene->has_stores = true;
		break;
	case EFFECT_QUERY_BEGIN:
	case EFFECT_QUERY_END:
		take_query(step, step->effect->kind == EFFECT_QUERY_BEGIN);
		break;
	case EFFECT_FEEDBACK_BEGIN:
	case EFFECT_FEEDBACK_END:
		scene->is_in_feedback =
			step->effect->kind == EFFECT_FEEDBACK_BEGIN;
		break;
	case EFFECT_DELETE_BUFFERS:
		take_delete(step, 1u << ITEM_BUFFERS);
		break;
	case EFFECT_DELETE_TEXTURES:
		take_delete(step, 1u << ITEM_TEXTURES);
		break;
	case EFFECT_DELETE_FRAMEBUFFERS:
		take_delete(step, 1u << ITEM_DRAW_FRAMEBUFFER |
					  1u << ITEM_READ_FRAMEBUFFER);
		break;
	case EFFECT_DELETE_ARRAYS:
		take_delete(step, 1u << ITEM_ARRAYS);
		break;
	case EFFECT_FORGET:
		scene_forget(scene, FORGET_ALL);
		break;
	default:
		break;
	}
}

static const struct effect *effect_at(struct slice *slice,
				      const struct fxr_call *call)
{
	size_t i = (size_t)(call->name - slice->world->names);

	if (i >= slice->effects_room)
		slice->effects = fxr_grow(slice->effects, &slice->effects_room,
					  slice->world->n_names,
					  sizeof(*slice->effects));
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
	slice->actors = fxr_grow(slice->actors, &slice->actors_room,
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

/* A process whose threads share OpenGL is left as it is. */
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
		.window = step.scene
				  ? window_of(step.actor, step.actor->drawable)
				  : NEEDS_WINDOWS - 1};
	if (step.scene && step.scene->is_in_list &&
	    fxr_is(call->name->category, "gl"))
		note_in_list(&step);
	else if (!take_outside(&step) && step.scene)
		take_inside(&step);
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
