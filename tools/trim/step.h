/* SPDX-License-Identifier: MIT */
/*
 * Internals of slice.h: the effects and needs of one call, from its arguments.
 * Only slice.c and step_*.c include this.
 */
#ifndef TOOLS_TRIM_STEP_H
#define TOOLS_TRIM_STEP_H

#include "tools/trim/effects.h"
#include "tools/trim/needs.h"
#include "tools/trim/scene.h"
#include "tools/trim/slice.h"

#define NO_SCENE SIZE_MAX
#define FORGET_ALL ((1u << N_ALL_ITEMS) - 1)

/* One process image. */
struct actor {
	uint32_t provider;
	const struct fxr_thread *thread; /* that calls OpenGL */
	bool is_all_kept;		 /* several of them do */
	size_t scene;	   /* of the current context, or NO_SCENE */
	uint64_t drawable; /* current */
	uint64_t windows[NEEDS_WINDOWS]; /* drawables */
	uint64_t
		objects[NEEDS_SURFACES - NEEDS_WINDOWS]; /* with their images */
	size_t n_windows, n_objects;
	bool has_odd_textures; /* from now on: others may refer to them */
};

struct slice {
	struct fxr_world *world;
	struct needs *needs;
	const struct effect **effects; /* of names, by their index; or NULL */
	size_t effects_capacity;
	struct actor *actors;
	struct fxr_map actor_map; /* of providers */
	size_t n_actors, actors_capacity;
	struct scene *scenes; /* of contexts; if a name is reused, the later one
				 comes later */
	size_t n_scenes, scenes_capacity;
	struct fxr_map attached; /* textures, by step_texture.c's numbers */
	struct fxr_map objects;	 /* (actor, name): classes it was bound as */
};

/* The current call. */
struct step {
	struct slice *slice;
	const struct fxr_call *call;
	const struct effect *effect;
	struct actor *actor;
	struct scene *scene; /* or NULL */
	struct need need;
};

/* The number of a parameter, by its place or its name. */
struct known step_argument(const struct step *step, unsigned param);
struct known step_named(const struct step *step, const char *name);
/* Whether the call has returned a value other than 0. */
bool step_has_worked(const struct fxr_call *call);

/* The number of a piece of state, see effects.def; 0: a part of its key is
 * unknown. */
uint64_t step_key(const struct step *step, const char *label,
		  const char *letters);
/* Keeps the call, which reads everything. */
void step_barrier(struct step *step);
/* Updates the scene with the call's bindings. */
void step_track(struct step *step);
/* Other buffers are drawn to from now on. */
void step_track_buffers(struct step *step);

/* Finds the effects and needs of calls, by kind: state, and draws. True:
 * found. */
bool step_take_state(struct step *step);
bool step_take_draw(struct step *step);
/* The same of a call in a display list. */
void step_take_listed(struct step *step);
/* Whether the call is the first one that binds something. */
void step_take_bind(struct step *step);
/* The texture that the call affects, to be found last. */
void step_take_texture(struct step *step);

#endif
