/* SPDX-License-Identifier: MIT */
/*
 * Calls that draw, and calls that read what was drawn, see step.h.
 */
#include "tools/trim/step.h"

#include "gl_registry.h"

#define GL_QUERY_BUFFER_TARGET 0x9192

/* The parts of a window that a draw reads. */
static uint8_t parts_of_draw(const struct scene *scene)
{
	uint8_t parts = PART_COLOR;

	if (!scene_is(scene, ITEM_DEPTH_TEST, 0))
		parts |= PART_DEPTH;
	if (!scene_is(scene, ITEM_STENCIL_TEST, 0))
		parts |= PART_STENCIL;
	return parts;
}

/* Whether a draw may have other effects than a picture, or its target is
 * unknown. */
static bool is_odd_draw(const struct scene *scene)
{
	return scene->is_in_feedback || scene->has_stores || scene->n_queries;
}

static uint8_t object_of(struct actor *actor, uint64_t object)
{
	size_t i = 0;

	while (i < actor->n_objects && actor->objects[i] != object)
		i++;
	if (i == NEEDS_ODD_OBJECT - NEEDS_WINDOWS)
		return NEEDS_ODD_OBJECT;
	actor->objects[i] = object;
	actor->n_objects += i == actor->n_objects;
	return (uint8_t)(NEEDS_WINDOWS + i);
}

/* The images of a framebuffer object; NULL: they are unknown. */
static struct scene_target *target_of(const struct step *step)
{
	struct scene_target *target = scene_target(
		step->scene, scene_get(step->scene, ITEM_DRAW_FRAMEBUFFER));

	return target && !target->is_unknown ? target : NULL;
}

/* An object with other images is another surface: its former images do not
 * change. */
static uint8_t object_surface(const struct step *step)
{
	const struct scene_target *target = target_of(step);
	uint64_t all[3] = {(uint64_t)(step->scene - step->slice->scenes)};

	if (!target)
		return NEEDS_ODD_OBJECT;
	all[1] = target->name;
	for (size_t i = 0; i < target->n_images; i++)
		all[2] +=
			fxr_hash(&target->images[i], sizeof(target->images[i]));
	return object_of(step->actor, fxr_hash(all, sizeof(all)));
}

static void take_draw(struct step *step, enum need_kind kind)
{
	struct scene *scene = step->scene;
	struct known target = scene_get(scene, ITEM_DRAW_FRAMEBUFFER);

	step->need.kind = (uint8_t)kind;
	step->need.parts = parts_of_draw(scene);
	step->need.is_odd = is_odd_draw(scene) || !target.is_known;
	if (target.is_known && target.value)
		step->need.surface = object_surface(step);
	else if (!scene_is(scene, ITEM_DRAW_BUFFER, GL_BACK))
		step->need.is_odd = true;
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

/* Parts for which an object has images. */
static uint8_t parts_of_target(const struct scene_target *target)
{
	uint8_t parts = 0;

	for (size_t i = 0; i < target->n_images; i++)
		if (target->images[i].point == GL_DEPTH_ATTACHMENT)
			parts |= PART_DEPTH;
		else if (target->images[i].point == GL_STENCIL_ATTACHMENT)
			parts |= PART_STENCIL;
		else if (target->images[i].point == GL_DEPTH_STENCIL_ATTACHMENT)
			parts |= PART_DEPTH | PART_STENCIL;
		else
			parts |= PART_COLOR;
	return parts;
}

/* Whether a clear reaches all colours of an object: it has one image, which is
 * drawn to by default. */
static bool has_one_color(const struct scene_target *target)
{
	size_t n = 0;

	for (size_t i = 0; i < target->n_images; i++)
		n += target->images[i].point != GL_DEPTH_ATTACHMENT &&
		     target->images[i].point != GL_STENCIL_ATTACHMENT &&
		     target->images[i].point != GL_DEPTH_STENCIL_ATTACHMENT &&
		     target->images[i].point != GL_COLOR_ATTACHMENT0;
	return !n && !target->has_buffers;
}

/* Of the parts that are cleared, those of which nothing is left. This includes
 * parts that do not exist. */
static uint8_t wholes_of(const struct step *step, uint8_t parts)
{
	const struct scene *scene = step->scene;
	const struct scene_target *target;

	if (!scene_is(scene, ITEM_SCISSOR, 0) ||
	    !scene_is(scene, ITEM_DISCARD, 0))
		return 0;
	if (scene_is(scene, ITEM_DRAW_FRAMEBUFFER, 0))
		return scene_is(scene, ITEM_DRAW_BUFFER, GL_BACK)
			       ? parts
			       : parts & (uint8_t)~PART_COLOR;
	target = target_of(step);
	if (!target)
		return 0;
	if (!has_one_color(target))
		parts &= (uint8_t)~PART_COLOR;
	return parts | (uint8_t)(PART_PICTURE & ~parts_of_target(target));
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
	struct known mask = step_argument(step, 0);
	uint8_t wholes = 0;

	take_draw(step, NEED_CLEAR);
	step->need.parts = mask.is_known ? 0 : PART_ALL;
	for (size_t i = 0; i < sizeof(buffers) / sizeof(*buffers); i++) {
		if (!(mask.value & buffers[i].bit))
			continue;
		step->need.parts |= buffers[i].part;
		if (mask.is_known && scene_is(step->scene, buffers[i].mask, 1))
			wholes |= buffers[i].part;
	}
	if (mask.value & GL_ACCUM_BUFFER_BIT)
		step->need.parts |= PART_ACCUM;
	step->need.wholes = wholes_of(step, wholes);
}

/* Reads of the framebuffer whose result stays. */
static void take_copy(struct step *step)
{
	struct known from = scene_get(step->scene, ITEM_READ_FRAMEBUFFER);

	step->need.kind =
		from.is_known && from.value ? NEED_BARRIER : NEED_COPY;
}

/* The parts that pixels of a format come from. */
static uint8_t parts_of_format(struct known format)
{
	if (!format.is_known)
		return PART_PICTURE;
	switch (format.value) {
	case GL_DEPTH_COMPONENT:
		return PART_DEPTH;
	case GL_STENCIL_INDEX:
		return PART_STENCIL;
	case GL_DEPTH_STENCIL:
	case GL_DEPTH_STENCIL_TO_RGBA_NV:
	case GL_DEPTH_STENCIL_TO_BGRA_NV:
		return PART_DEPTH | PART_STENCIL;
	default:
		return PART_COLOR;
	}
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
		step->need.parts = parts_of_format(step_argument(step, 4));
}

static void take_blit(struct step *step)
{
	if (scene_is(step->scene, ITEM_READ_FRAMEBUFFER, 0) ||
	    !scene_get(step->scene, ITEM_READ_FRAMEBUFFER).is_known)
		step->need.kind = NEED_COPY_ALL;
	else
		take_draw(step, NEED_DRAW);
}

static void take_list(struct step *step, bool is_begin)
{
	struct scene *scene = step->scene;
	struct known mode = step_argument(step, 1);

	step_barrier(step);
	if (scene->is_in_list && scene->n_pushed)
		scene->changed_lists |= 1u << ITEM_STACKS;
	scene->n_pushed = 0;
	scene->is_in_list = is_begin;
	/* its immediate effects are its later effects, too */
	if (is_begin && (!mode.is_known || mode.value != GL_COMPILE))
		scene_forget(scene, FORGET_ALL);
}

/* Further effects of a call in a list, when the list is called. */
void step_take_listed(struct step *step)
{
	struct scene *scene = step->scene;

	step_barrier(step);
	switch (step->effect->kind) {
	case EFFECT_STATE:
		step_track(step);
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

	/* unseen lists may exist and copy the current state */
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
	struct known target = step_argument(step, 0);

	step->need.kind = NEED_KEEP;
	if (target.is_known && target.value == GL_TIME_ELAPSED)
		return;
	if (is_begin)
		step->scene->n_queries++;
	else if (step->scene->n_queries)
		step->scene->n_queries--;
}

static void take_packed(struct step *step)
{
	if (scene_has_no_buffer(step->scene, step->effect->kind == EFFECT_PACKED
						     ? GL_PIXEL_PACK_BUFFER
						     : GL_QUERY_BUFFER_TARGET))
		step->need.kind = NEED_PURE;
}

static void take_begin(struct step *step)
{
	take_draw(step, NEED_BEGIN);
	step->scene->is_in_begin = true;
	step->scene->is_odd_block = false;
}

static void take_draw_buffer(struct step *step)
{
	struct scene *scene = step->scene;

	if (scene_is(scene, ITEM_DRAW_FRAMEBUFFER, 0))
		scene_set(scene, ITEM_DRAW_BUFFER, step_argument(step, 0));
	else
		step_track_buffers(step);
}

/* Calls that change the effects of draws. */
static bool take_mode(struct step *step)
{
	enum effect_kind kind = step->effect->kind;

	switch (kind) {
	case EFFECT_LIST_BEGIN:
	case EFFECT_LIST_END:
		take_list(step, kind == EFFECT_LIST_BEGIN);
		return true;
	case EFFECT_CALL_LIST:
		take_call_list(step);
		return true;
	case EFFECT_DRAW_BUFFER:
		take_draw_buffer(step);
		return true;
	case EFFECT_STORES:
		step->scene->has_stores = true;
		return true;
	case EFFECT_CONDITIONAL:
		scene_forget(step->scene, 1u << ITEM_DISCARD);
		return true;
	case EFFECT_QUERY_BEGIN:
	case EFFECT_QUERY_END:
		take_query(step, kind == EFFECT_QUERY_BEGIN);
		return true;
	case EFFECT_FEEDBACK_BEGIN:
	case EFFECT_FEEDBACK_END:
		step->scene->is_in_feedback = kind == EFFECT_FEEDBACK_BEGIN;
		return true;
	default:
		return false;
	}
}

bool step_take_draw(struct step *step)
{
	switch (step->effect->kind) {
	case EFFECT_PACKED:
	case EFFECT_QUERY_RESULT:
		take_packed(step);
		return true;
	case EFFECT_DRAW:
		take_draw(step, NEED_DRAW);
		return true;
	case EFFECT_DRAW_ODD:
		take_odd_draw(step);
		return true;
	case EFFECT_CLEAR:
		take_clear(step);
		return true;
	case EFFECT_READ:
		take_read(step);
		return true;
	case EFFECT_COPY:
		take_copy(step);
		return true;
	case EFFECT_BLIT:
		take_blit(step);
		return true;
	case EFFECT_BEGIN:
		take_begin(step);
		return true;
	case EFFECT_END:
		take_end(step);
		return true;
	case EFFECT_VERTEX:
	case EFFECT_ATTRIB_VALUE:
		take_draw(step, NEED_VERTEX);
		return true;
	default:
		return take_mode(step);
	}
}
