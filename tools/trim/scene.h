/* SPDX-License-Identifier: MIT */
/*
 * What is bound and switched on in a context while its calls go by, as far as
 * is known: by it pieces of state are told apart, and one knows where draws go.
 * What is not known for sure is unknown, which is safe.
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
	ITEM_COLOR_MASK, /* these: 1 = all is written */
	ITEM_DEPTH_MASK,
	ITEM_STENCIL_MASK,
	N_ITEMS,
	/* many, only together */
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

/* What a framebuffer object has: images by the points that they are attached
 * to. */
struct scene_target {
	uint64_t name;
	struct scene_image {
		uint64_t point, image; /* a number of what it is */
	} images[SCENE_MAX_IMAGES];
	size_t n_images;
	bool is_unknown;
	bool has_buffers; /* that are drawn to, as the program has chosen */
};

/* Of one context. */
struct scene {
	uint64_t context;  /* as recorded */
	bool has_defaults; /* its making was seen */
	struct known items[N_ITEMS];
	struct known stacks[SCENE_MODES]; /* depths */
	struct scene_attribs attribs[SCENE_MAX_ATTRIBS];
	size_t n_attribs; /* may be more than there is room for */
	struct scene_target *targets;
	size_t n_targets, targets_capacity;
	bool has_odd_targets;  /* nothing is known of them */
	struct fxr_map bound;  /* (kind, unit or arrays and target, age) */
	struct fxr_map places; /* (texture) how many have it bound */
	uint64_t texture_age, buffer_age; /* what is older is unknown */
	bool is_in_begin, is_odd_block, is_in_list, is_in_feedback, has_stores;
	unsigned n_queries;	/* running, that draws count for */
	uint32_t n_pushed;	/* in the list that is made */
	uint32_t changed_lists; /* bits of items that lists change */
};

/* is_new: its making was seen, so all is as OpenGL has it at first */
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

/* Where the texture of a target is bound: a cube, of its sides. */
uint64_t scene_binding_of(uint64_t target);
/* What is bound to a target of the unit that is active; of the vertex array. */
struct known scene_texture(const struct scene *scene, uint64_t target);
void scene_bind_texture(struct scene *scene, uint64_t target,
			struct known name);
struct known scene_buffer(const struct scene *scene, uint64_t target);
void scene_bind_buffer(struct scene *scene, uint64_t target, struct known name);
/* Whether all that was bound to its units is known, and to how many places a
 * texture is. */
bool scene_knows_textures(const struct scene *scene);
uint32_t scene_places(const struct scene *scene, uint64_t name);
/* No buffer is bound there for sure. */
bool scene_has_no_buffer(const struct scene *scene, uint64_t target);

/* A number for the matrix that is current and the depth of its stack; unknown
 * if one of both is. delta: of a depth that much larger. */
struct known scene_matrix(const struct scene *scene, int delta);
/* The stack of the current matrix is that much deeper. */
void scene_push(struct scene *scene, int delta);

/* The object of this name, made if need be; NULL: it is not known. */
struct scene_target *scene_target(struct scene *scene, struct known name);
/* image 0: none; unknown: nobody knows what */
void scene_attach(struct scene_target *target, struct known point,
		  struct known image);

void scene_push_attribs(struct scene *scene, struct known mask);
void scene_pop_attribs(struct scene *scene);

#endif
