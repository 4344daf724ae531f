/* SPDX-License-Identifier: MIT */
/*
 * Shadow state: what is bound and enabled in a context, as far as its calls
 * show. It identifies pieces of state and the surfaces of draws. State that is
 * uncertain is unknown, which is safe.
 */
#ifndef TOOLS_TRIM_SCENE_H
#define TOOLS_TRIM_SCENE_H

#include "tools/reader/memory.h"

struct known {
	bool is_known;
	uint64_t value;
};

enum scene_item {
	ITEM_PROGRAM,
	ITEM_ARRAYS,
	ITEM_CLIENT_UNIT,
	ITEM_UNIT,
	ITEM_MATRIX_MODE,
	ITEM_DRAW_FRAMEBUFFER,
	ITEM_READ_FRAMEBUFFER,
	ITEM_DRAW_BUFFER,
	ITEM_SCISSOR, /* these: 0 or 1 */
	ITEM_DEPTH_TEST,
	ITEM_STENCIL_TEST,
	ITEM_DISCARD,
	ITEM_COLOR_MATERIAL,
	ITEM_COLOR_MASK, /* these: 1 = everything is written */
	ITEM_DEPTH_MASK,
	ITEM_STENCIL_MASK,
	N_ITEMS,
	/* several at once */
	ITEM_TEXTURES = N_ITEMS,
	ITEM_BUFFERS,
	ITEM_STACKS, /* depths of the matrices' */
	N_ALL_ITEMS
};

#define SCENE_MAX_ATTRIBS 16u
#define SCENE_MAX_UNITS 32u
#define SCENE_MODES (3u + SCENE_MAX_UNITS) /* matrices */

struct scene_attribs {
	uint64_t mask;
	struct known items[N_ITEMS];
};

#define SCENE_MAX_TARGETS 64u
#define SCENE_MAX_IMAGES 12u

/* A framebuffer object: images by attachment point. */
struct scene_target {
	uint64_t name;
	struct scene_image {
		uint64_t point, image; /* a number for it */
	} images[SCENE_MAX_IMAGES];
	size_t n_images;
	bool is_unknown;
	bool has_buffers; /* its draw buffers, if the program has selected them
			   */
};

/* Of one context. */
struct scene {
	uint64_t context;  /* as recorded */
	bool has_defaults; /* its creation was recorded */
	struct known items[N_ITEMS];
	struct known stacks[SCENE_MODES]; /* depths */
	struct scene_attribs attribs[SCENE_MAX_ATTRIBS];
	size_t n_attribs; /* may exceed the capacity */
	struct scene_target *targets;
	size_t n_targets, targets_capacity;
	bool has_odd_targets;  /* nothing is known about them */
	struct fxr_map bound;  /* (kind, unit or arrays and target, age) */
	struct fxr_map places; /* (texture) number of bindings */
	uint64_t texture_age, buffer_age; /* older bindings are unknown */
	bool is_in_begin, is_odd_block, is_in_list, is_in_feedback, has_stores;
	unsigned n_queries;	/* active, which count draws */
	uint32_t n_pushed;	/* in the list that is compiled */
	uint32_t changed_lists; /* bits of items that lists change */
};

/* is_new: its creation was recorded, so all is in OpenGL's initial state */
void scene_init(struct scene *scene, uint64_t context, bool is_new);
void scene_fini(struct scene *scene);

void scene_set(struct scene *scene, enum scene_item item, struct known value);
static inline struct known scene_get(const struct scene *scene,
				     enum scene_item item)
{
	return scene->items[item];
}
/* Whether the item is known and has this value. */
bool scene_is(const struct scene *scene, enum scene_item item, uint64_t value);
/* Items of these bits are unknown from now on. */
void scene_forget(struct scene *scene, uint32_t items);

/* The binding of a target: a cube's, for its sides. */
uint64_t scene_binding_of(uint64_t target);
/* The texture bound to a target of the active unit, or the buffer of the vertex
 * array. */
struct known scene_texture(const struct scene *scene, uint64_t target);
void scene_bind_texture(struct scene *scene, uint64_t target,
			struct known name);
struct known scene_buffer(const struct scene *scene, uint64_t target);
void scene_bind_buffer(struct scene *scene, uint64_t target, struct known name);
/* Whether all bindings of its units are known, and so the number of bindings of
 * each texture. */
bool scene_knows_textures(const struct scene *scene);
uint32_t scene_places(const struct scene *scene, uint64_t name);
/* Certainly no buffer is bound there. */
bool scene_has_no_buffer(const struct scene *scene, uint64_t target);

/* A number for the current matrix and the depth of its stack; unknown if one of
 * them is. delta: added to the depth. */
struct known scene_matrix(const struct scene *scene, int delta);
/* Adds delta to the depth of the current matrix's stack. */
void scene_push(struct scene *scene, int delta);

/* The object of this name, made if need be; NULL: it is unknown. */
struct scene_target *scene_target(struct scene *scene, struct known name);
/* image 0: none; unknown: an unknown image */
void scene_attach(struct scene_target *target, struct known point,
		  struct known image);

void scene_push_attribs(struct scene *scene, struct known mask);
void scene_pop_attribs(struct scene *scene);

#endif
