/* SPDX-License-Identifier: MIT */
/*
 * What is bound in a context, see scene.h.
 */
#include "tools/trim/scene.h"

#include <stdlib.h>

#include "gl_registry.h"

#define ALL_ATTRIBS 0x000fffffu
#define MAX_DEPTH 4096

/* State whose calls are compiled into lists, not executed at once. */
static bool is_compiled(enum scene_item item)
{
	return item != ITEM_ARRAYS && item != ITEM_CLIENT_UNIT &&
	       item != ITEM_DRAW_FRAMEBUFFER && item != ITEM_READ_FRAMEBUFFER;
}

void scene_init(struct scene *scene, uint64_t context, bool is_new)
{
	static const uint64_t first[N_ITEMS] = {
		[ITEM_CLIENT_UNIT] = GL_TEXTURE0,
		[ITEM_UNIT] = GL_TEXTURE0,
		[ITEM_MATRIX_MODE] = GL_MODELVIEW,
		[ITEM_DRAW_BUFFER] = GL_BACK,
		[ITEM_COLOR_MASK] = 1,
		[ITEM_DEPTH_MASK] = 1,
		[ITEM_STENCIL_MASK] = 1};

	*scene = (struct scene){.context = context, .has_defaults = is_new};
	for (size_t i = 0; is_new && i < N_ITEMS; i++)
		scene->items[i] = (struct known){true, first[i]};
	for (size_t i = 0; is_new && i < SCENE_MODES; i++)
		scene->stacks[i] = (struct known){true, 0};
}

void scene_fini(struct scene *scene)
{
	fxr_map_fini(&scene->bound);
	fxr_map_fini(&scene->places);
	free(scene->targets);
}

void scene_set(struct scene *scene, enum scene_item item, struct known value)
{
	if (scene->is_in_list && is_compiled(item))
		scene->changed_lists |= 1u << item;
	else
		scene->items[item] = value;
}

bool scene_is(const struct scene *scene, enum scene_item item, uint64_t value)
{
	return scene->items[item].is_known && scene->items[item].value == value;
}

void scene_forget(struct scene *scene, uint32_t items)
{
	for (size_t i = 0; i < N_ITEMS; i++)
		if (items >> i & 1)
			scene->items[i].is_known = false;
	scene->texture_age += items >> ITEM_TEXTURES & 1;
	scene->buffer_age += items >> ITEM_BUFFERS & 1;
	for (size_t i = 0; items >> ITEM_STACKS & 1 && i < SCENE_MODES; i++)
		scene->stacks[i].is_known = false;
}

static struct known bound_name(const struct scene *scene, uint64_t kind,
			       uint64_t place, uint64_t age)
{
	uint32_t found = fxr_map_find(&scene->bound, kind, place, age);

	if (found != FXR_NONE)
		return (struct known){true, found};
	return (struct known){scene->has_defaults && !age, 0};
}

static void bind_name(struct scene *scene, uint64_t kind, uint64_t place,
		      uint64_t age, struct known name)
{
	if (name.is_known && name.value < FXR_NONE)
		fxr_map_put(&scene->bound, kind, place, age,
			    (uint32_t)name.value);
	else
		scene_forget(scene,
			     1u << (kind ? ITEM_BUFFERS : ITEM_TEXTURES));
}

uint64_t scene_binding_of(uint64_t target)
{
	return target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X &&
			       target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z
		       ? GL_TEXTURE_CUBE_MAP
		       : target;
}

struct known scene_texture(const struct scene *scene, uint64_t target)
{
	struct known unit = scene->items[ITEM_UNIT];

	if (!unit.is_known)
		return unit;
	return bound_name(scene, 0, unit.value << 32 | scene_binding_of(target),
			  scene->texture_age);
}

bool scene_knows_textures(const struct scene *scene)
{
	return scene->has_defaults && !scene->texture_age;
}

uint32_t scene_places(const struct scene *scene, uint64_t name)
{
	uint32_t n = fxr_map_find(&scene->places, name, 0, 0);

	return n == FXR_NONE ? 0 : n;
}

static void count_places(struct scene *scene, struct known name, int delta)
{
	if (name.is_known && name.value)
		fxr_map_put(&scene->places, name.value, 0, 0,
			    scene_places(scene, name.value) + (uint32_t)delta);
}

void scene_bind_texture(struct scene *scene, uint64_t target, struct known name)
{
	struct known unit = scene->items[ITEM_UNIT];

	if (scene->is_in_list) {
		scene->changed_lists |= 1u << ITEM_TEXTURES;
	} else if (!unit.is_known) {
		scene_forget(scene, 1u << ITEM_TEXTURES);
	} else {
		count_places(scene, scene_texture(scene, target), -1);
		count_places(scene, name, 1);
		bind_name(scene, 0, unit.value << 32 | target,
			  scene->texture_age, name);
	}
}

struct known scene_buffer(const struct scene *scene, uint64_t target)
{
	struct known arrays = scene->items[ITEM_ARRAYS];

	if (target != GL_ELEMENT_ARRAY_BUFFER)
		arrays = (struct known){true, 0};
	if (!arrays.is_known)
		return arrays;
	return bound_name(scene, 1, arrays.value << 32 | target,
			  scene->buffer_age);
}

void scene_bind_buffer(struct scene *scene, uint64_t target, struct known name)
{
	struct known arrays = scene->items[ITEM_ARRAYS];

	if (target != GL_ELEMENT_ARRAY_BUFFER)
		arrays = (struct known){true, 0};
	if (!arrays.is_known)
		scene_forget(scene, 1u << ITEM_BUFFERS);
	else
		bind_name(scene, 1, arrays.value << 32 | target,
			  scene->buffer_age, name);
}

bool scene_has_no_buffer(const struct scene *scene, uint64_t target)
{
	struct known name = scene_buffer(scene, target);

	return name.is_known && !name.value;
}

/* The current stack; SCENE_MODES: unknown. */
static size_t stack_of(const struct scene *scene)
{
	struct known unit = scene->items[ITEM_UNIT];

	if (!scene->items[ITEM_MATRIX_MODE].is_known)
		return SCENE_MODES;
	switch (scene->items[ITEM_MATRIX_MODE].value) {
	case GL_MODELVIEW:
		return 0;
	case GL_PROJECTION:
		return 1;
	case GL_COLOR:
		return 2;
	case GL_TEXTURE:
		break;
	default:
		return SCENE_MODES;
	}
	if (!unit.is_known || unit.value < GL_TEXTURE0 ||
	    unit.value >= GL_TEXTURE0 + SCENE_MAX_UNITS)
		return SCENE_MODES;
	return 3 + (size_t)(unit.value - GL_TEXTURE0);
}

struct known scene_matrix(const struct scene *scene, int delta)
{
	size_t i = stack_of(scene);

	if (i == SCENE_MODES || !scene->stacks[i].is_known)
		return (struct known){false, 0};
	return (struct known){
		true, (uint64_t)i << 32 |
			      (uint32_t)((int)scene->stacks[i].value + delta)};
}

void scene_push(struct scene *scene, int delta)
{
	size_t i = stack_of(scene);
	struct known *depth = &scene->stacks[i];

	if (i == SCENE_MODES)
		scene_forget(scene, 1u << ITEM_STACKS);
	/* one too many is rejected, and the limit is unknown */
	else if ((delta < 0 && !depth->value) || depth->value >= MAX_DEPTH)
		depth->is_known = false;
	else
		depth->value += (uint64_t)(int64_t)delta;
}

struct scene_target *scene_target(struct scene *scene, struct known name)
{
	struct scene_target *target;

	if (!name.is_known || !name.value || scene->has_odd_targets ||
	    !scene->has_defaults)
		return NULL;
	for (size_t i = 0; i < scene->n_targets; i++)
		if (scene->targets[i].name == name.value)
			return &scene->targets[i];
	if (scene->n_targets == SCENE_MAX_TARGETS)
		return NULL;
	scene->targets = fxr_grow(scene->targets, &scene->targets_capacity,
				  scene->n_targets + 1, sizeof(*target));
	target = &scene->targets[scene->n_targets++];
	*target = (struct scene_target){.name = name.value};
	return target;
}

void scene_attach(struct scene_target *target, struct known point,
		  struct known image)
{
	size_t i = 0;

	if (!point.is_known || !image.is_known) {
		target->is_unknown = true;
		return;
	}
	while (i < target->n_images && target->images[i].point != point.value)
		i++;
	if (i == SCENE_MAX_IMAGES) {
		target->is_unknown = true;
	} else if (image.value) {
		target->images[i] =
			(struct scene_image){point.value, image.value};
		target->n_images += i == target->n_images;
	} else if (i < target->n_images) {
		target->images[i] = target->images[--target->n_images];
	}
}

void scene_push_attribs(struct scene *scene, struct known mask)
{
	if (scene->n_attribs < SCENE_MAX_ATTRIBS) {
		struct scene_attribs *attribs =
			&scene->attribs[scene->n_attribs];

		attribs->mask = mask.is_known ? mask.value : 0;
		memcpy(attribs->items, scene->items, sizeof(scene->items));
	}
	scene->n_attribs++;
}

/* The program is no attribute, nor is what lists do not compile. */
static bool is_attrib(enum scene_item item)
{
	return is_compiled(item) && item != ITEM_PROGRAM;
}

void scene_pop_attribs(struct scene *scene)
{
	const struct scene_attribs *attribs = NULL;

	if (scene->n_attribs && --scene->n_attribs < SCENE_MAX_ATTRIBS)
		attribs = &scene->attribs[scene->n_attribs];
	for (size_t i = 0; i < N_ITEMS; i++) {
		struct known *item = &scene->items[i];

		if (!is_attrib((enum scene_item)i))
			continue;
		if (attribs && (attribs->mask & ALL_ATTRIBS) == ALL_ATTRIBS)
			*item = attribs->items[i];
		else if (!attribs || !attribs->items[i].is_known ||
			 attribs->items[i].value != item->value)
			item->is_known = false;
	}
	scene_forget(scene, 1u << ITEM_TEXTURES);
}
