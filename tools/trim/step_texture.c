/* SPDX-License-Identifier: MIT */
/*
 * The texture that a call affects, and whether the call can be dropped if no
 * later call uses that, see step.h. Contexts share textures, so only a process
 * as a whole gives certainty.
 */
#include "tools/trim/step.h"

#include "gl_registry.h"

/* A number for the texture; 0: it is unknown, or none. */
static uint64_t key_of(const struct step *step, struct known name)
{
	uint64_t numbers[] = {(uint64_t)(step->actor - step->slice->actors),
			      name.value};

	return name.is_known && name.value
		       ? fxr_hash(numbers, sizeof(numbers)) | 1
		       : 0;
}

/* Whether the texture can only be reached through the call's binding. No other
 * unit or context has it bound, no framebuffer has it attached. No call was
 * seen that may have replaced it. */
static bool is_bound_once(const struct step *step, struct known name,
			  uint64_t key)
{
	const struct slice *slice = step->slice;
	uint64_t n_places = 0;

	if (step->actor->has_odd_textures ||
	    fxr_map_find(&slice->attached, key, 0, 0) != FXR_NONE)
		return false;
	for (size_t i = 0; i < slice->n_scenes; i++) {
		const struct scene *scene = &slice->scenes[i];

		if (!scene_knows_textures(scene))
			return false;
		n_places += scene_places(scene, name.value);
	}
	return n_places == 1 && scene_places(step->scene, name.value) == 1;
}

/* The texture bound to parameter 0. */
static void take_bound(struct step *step)
{
	struct need *need = &step->need;
	struct known target = step_argument(step, 0);
	struct known name = scene_texture(step->scene, target.value);

	name.is_known = name.is_known && target.is_known;
	need->texture = key_of(step, name);
	need->uses_textures = !name.is_known;
	if (!need->texture)
		return;
	need->place = step_key(step, "TEXTURE", "Ut");
	need->may_go = need->place && is_bound_once(step, name, need->texture);
}

static void take_attached(struct step *step)
{
	uint64_t key = key_of(step, step_named(step, "texture"));

	step->need.texture = key;
	step->need.is_attached = true;
	if (key)
		fxr_map_put(&step->slice->attached, key, 0, 0, 0);
	else if (fxr_is(step->call->name->name, "glFramebufferRenderbuffer"))
		step->need.is_attached = false;
	else
		step->actor->has_odd_textures = true;
}

static void take_binding(struct step *step)
{
	struct known name = step_argument(step, 1);

	step->need.texture = key_of(step, name);
	step->need.uses_textures = !name.is_known;
}

/* Creates, shows or names textures in ways that are not tracked. */
static bool is_odd(const struct effect *effect)
{
	switch (effect->kind) {
	case EFFECT_BARRIER:
	case EFFECT_FORGET:
	case EFFECT_FORGET_TARGETS:
	case EFFECT_STORES:
	case EFFECT_COPY_ALL:
	case EFFECT_LIST_BEGIN:
	case EFFECT_CALL_LIST:
		return true;
	default:
		return effect->track == TRACK_TEXTURES;
	}
}

void step_take_texture(struct step *step)
{
	const struct effect *effect = step->effect;
	bool is_image = effect->class == CLASS_TEX_DATA ||
			effect->class == CLASS_TEX_PARAMETER;

	if (is_odd(effect)) {
		step->actor->has_odd_textures = true;
		step->need.uses_textures = true;
	}
	if (!step->scene || step->scene->is_in_list)
		return;
	if (effect->track == TRACK_ATTACHMENT)
		take_attached(step);
	else if (effect->track == TRACK_TEXTURE)
		take_binding(step);
	else if (effect->kind == EFFECT_STATE && is_image &&
		 *effect->key == 'T')
		take_bound(step);
	else if (effect->kind == EFFECT_KEEP &&
		 effect->reads & 1u << CLASS_TEX_DATA)
		take_bound(step);
}
