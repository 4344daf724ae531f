/* SPDX-License-Identifier: MIT */
/*
 * Calls that set state: its keys, and bindings, see step.h.
 */
#include "tools/trim/step.h"

#include "gl_registry.h"
#include "tools/reader/number.h"

#define MAX_KEY 16u /* numbers in a key */

struct known step_argument(const struct step *step, unsigned param)
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

struct known step_named(const struct step *step, const char *name)
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

bool step_has_worked(const struct fxr_call *call)
{
	if (!call->has_ret)
		return false;
	if (call->ret.kind == FXR_VALUE_BOOL)
		return call->ret.as.boolean;
	return call->ret.kind != FXR_VALUE_NULL && call->ret.as.u64;
}

/* The framebuffer that a target denotes. */
static struct known framebuffer_of(const struct step *step, struct known target)
{
	if (!target.is_known)
		return target;
	return scene_get(step->scene, target.value == GL_READ_FRAMEBUFFER
					      ? ITEM_READ_FRAMEBUFFER
					      : ITEM_DRAW_FRAMEBUFFER);
}

/* A number for the state that a letter of a key denotes, see effects.def. */
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
		/* without one, the pipeline's program */
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
		target = step_argument(step, 0);
		name = scene_buffer(scene, target.value);
		break;
	case 'T':
		target = step_argument(step, 0);
		name = scene_texture(scene, target.value);
		break;
	case 't':
		target = step_argument(step, 0);
		target.value = scene_binding_of(target.value);
		return target;
	case 'F':
		return framebuffer_of(step, step_argument(step, 0));
	default:
		return step_argument(step, (unsigned)(letter - '0'));
	}
	name.is_known = name.is_known && target.is_known;
	return name;
}

/* 0: a part of the key is unknown. */
uint64_t step_key(const struct step *step, const char *label,
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

/* The call is kept, and reads everything. */
void step_barrier(struct step *step)
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
			{GL_RASTERIZER_DISCARD, ITEM_DISCARD},
			{GL_COLOR_MATERIAL, ITEM_COLOR_MATERIAL}};
	struct known name = step_argument(step, 0);

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
	struct known target = step_argument(step, 0),
		     name = step_argument(step, 1);

	if (!target.is_known || target.value != GL_READ_FRAMEBUFFER)
		scene_set(step->scene, ITEM_DRAW_FRAMEBUFFER, name);
	if (!target.is_known || target.value != GL_DRAW_FRAMEBUFFER)
		scene_set(step->scene, ITEM_READ_FRAMEBUFFER, name);
}

static void track_color_mask(struct step *step)
{
	struct known all = {true, 1};

	for (unsigned i = 0; i < 4; i++) {
		struct known one = step_argument(step, i);

		all.is_known = all.is_known && one.is_known;
		all.value = all.value && one.value;
	}
	scene_set(step->scene, ITEM_COLOR_MASK, all);
}

static void track_stencil_mask(struct step *step)
{
	struct known mask = step_argument(step, 0);

	mask.value = (mask.value & 0xff) == 0xff;
	scene_set(step->scene, ITEM_STENCIL_MASK, mask);
}

static void track_bound(struct step *step)
{
	bool is_buffer = step->effect->track != TRACK_TEXTURE;
	struct known target = step_argument(step, 0);
	struct known name = step_argument(
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

/* The image attached to an object; the call's parameters identify the point. */
static void track_attachment(struct step *step)
{
	struct known point = step_argument(step, 1);
	struct known name = step_named(step, "texture");
	struct known image = {true, 0};
	uint64_t all[6] = {
		(uint64_t)(step->call->name - step->slice->world->names)};
	struct scene_target *target = scene_target(
		step->scene, framebuffer_of(step, step_argument(step, 0)));

	if (!name.is_known)
		name = step_named(step, "renderbuffer");
	for (unsigned i = 2; i < step->call->n_args && i < 7; i++) {
		struct known part = step_argument(step, i);

		image.is_known = image.is_known && part.is_known;
		all[i - 1] = part.value;
	}
	image.is_known = image.is_known && name.is_known;
	if (name.value)
		image.value = fxr_hash(all, sizeof(all)) | 1;
	if (target)
		scene_attach(target, point, image);
	else
		step->scene->has_odd_targets = true;
}

void step_track_buffers(struct step *step)
{
	struct scene *scene = step->scene;
	struct known name = scene_get(scene, ITEM_DRAW_FRAMEBUFFER);
	struct scene_target *target = scene_target(scene, name);

	if (target)
		target->has_buffers = true;
	if (!name.is_known || !name.value)
		scene_forget(scene, 1u << ITEM_DRAW_BUFFER);
	if (!name.is_known)
		scene->has_odd_targets = true;
}

/* One of several: one of them may have scissors. */
static void track_switch_i(struct step *step)
{
	struct known name = step_argument(step, 0);

	if (!name.is_known || name.value == GL_SCISSOR_TEST)
		scene_forget(step->scene, 1u << ITEM_SCISSOR);
}

/* Updates the scene with the call's bindings. */
void step_track(struct step *step)
{
	struct scene *scene = step->scene;
	struct known first = step_argument(step, 0);

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
	case TRACK_ATTACHMENT:
		track_attachment(step);
		break;
	case TRACK_DRAW_BUFFERS:
		step_track_buffers(step);
		break;
	case TRACK_SWITCH_I:
		track_switch_i(step);
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
	need->key = step_key(step, effect->label, effect->key);
	if (effect->whole)
		need->whole = step_key(step, effect->whole, effect->whole_key);
	if (!need->key || (effect->whole && !need->whole))
		step_barrier(step);
	step_track(step);
}

static void take_multiply(struct step *step)
{
	step->need.kind = NEED_MULTIPLY;
	step->need.class = CLASS_MATRIX;
	step->need.key = step_key(step, "MATRIX", "M");
	step->need.reads = 1u << CLASS_MATRIX_MODE | 1u << CLASS_UNIT;
	if (!step->need.key)
		step_barrier(step);
}

/* In a list, the effect is the list's, unless it is undone there. */
static void take_push(struct step *step, int delta)
{
	struct scene *scene = step->scene;

	step->need.class = CLASS_MATRIX;
	step->need.reads = 1u << CLASS_MATRIX_MODE | 1u << CLASS_UNIT;
	if (delta < 0) {
		step->need.kind = NEED_POP;
		step->need.key = step_key(step, "MATRIX", "M");
		scene_push(scene, delta);
	} else {
		step->need.kind = NEED_PUSH;
		step->need.whole = step_key(step, "MATRIX", "M");
		scene_push(scene, delta);
		step->need.key = step_key(step, "MATRIX", "M");
	}
	if (!step->need.key || !scene_matrix(scene, 0).is_known ||
	    (delta > 0 && !step->need.whole))
		step_barrier(step);
}

/* The objects may be unbound by it. */
static void take_delete(struct step *step, uint32_t items)
{
	step->need.kind = NEED_KEEP;
	scene_forget(step->scene, items);
}

/* False if it is a vertex, between begin and end. */
static bool take_attrib(struct step *step)
{
	struct known index = step_argument(step, 0);

	if (step->scene->is_in_begin && (!index.is_known || !index.value))
		return false;
	step->need.kind = NEED_STATE;
	step->need.class = CLASS_CURRENT;
	step->need.key = step_key(step, "ATTRIB", "0");
	if (!step->need.key)
		step_barrier(step);
	return true;
}

static void take_color(struct step *step)
{
	step->need.kind = NEED_STATE;
	step->need.class = CLASS_CURRENT;
	step->need.key = step_key(step, "COLOR", "");
	/* it may change the material, too */
	if (!scene_is(step->scene, ITEM_COLOR_MATERIAL, 0))
		step_barrier(step);
}

static bool take_deleted(struct step *step)
{
	switch (step->effect->kind) {
	case EFFECT_DELETE_BUFFERS:
		take_delete(step, 1u << ITEM_BUFFERS);
		return true;
	case EFFECT_DELETE_TEXTURES:
		take_delete(step, 1u << ITEM_TEXTURES);
		return true;
	case EFFECT_DELETE_FRAMEBUFFERS:
		take_delete(step, 1u << ITEM_DRAW_FRAMEBUFFER |
					  1u << ITEM_READ_FRAMEBUFFER);
		step->scene->has_odd_targets = true;
		return true;
	case EFFECT_DELETE_ARRAYS:
		take_delete(step, 1u << ITEM_ARRAYS);
		return true;
	default:
		return false;
	}
}

bool step_take_state(struct step *step)
{
	switch (step->effect->kind) {
	case EFFECT_STATE:
		take_state(step);
		return true;
	case EFFECT_ATTRIB_VALUE:
		return take_attrib(step);
	case EFFECT_COLOR:
		take_color(step);
		return true;
	case EFFECT_MULTIPLY:
		take_multiply(step);
		return true;
	case EFFECT_PUSH:
	case EFFECT_POP:
		take_push(step, step->effect->kind == EFFECT_PUSH ? 1 : -1);
		return true;
	case EFFECT_PUSH_ATTRIB:
		scene_push_attribs(step->scene, step_argument(step, 0));
		return true;
	case EFFECT_POP_ATTRIB:
		scene_pop_attribs(step->scene);
		return true;
	case EFFECT_FORGET_TARGETS:
		step->scene->has_odd_targets = true;
		return true;
	case EFFECT_FORGET:
		scene_forget(step->scene, FORGET_ALL);
		return true;
	default:
		return take_deleted(step);
	}
}
