/* SPDX-License-Identifier: MIT */
/*
 * The shadow state of OpenGL: it determines the size of the memory behind a
 * pointer. There is one state for each context and each share group, found by
 * the handle. A thread's current context is in a thread-local variable.
 *
 * A context is current in one thread at a time, so its state needs no
 * synchronization. Any thread may add names to the tables of a share group at
 * any time. The tables only grow, by compare and swap, and deleted objects are
 * reused for other names. So nothing locks, a handler may come at any
 * instruction, and a forked child has all of it. Memory comes from our own
 * mappings. There is none once the program has forbidden system calls: then new
 * objects are not tracked.
 */
#ifndef PRELOAD_GL_STATE_STATE_H
#define PRELOAD_GL_STATE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "preload/gl/driver/pages.h"
#include "preload/gl/size/image.h"
#include "preload/gl/size/pixel.h"

/* Objects by name. */
#define FXP_GL_BUCKETS 512u

/* The first member of every object. */
struct fxp_gl_object {
	struct fxp_gl_object *next;
	uint32_t name;
	/* GL has generated the name (some calls accept no others). The object
	 * exists. It was deleted, but is bound in another context, where it
	 * lives on. */
	bool is_given, is_there, is_doomed;
};

struct fxp_gl_names {
	struct fxp_gl_object *heads[FXP_GL_BUCKETS];
};

/* A mapping of a buffer into the program's memory. */
struct fxp_gl_mapping {
	uint64_t address; /* 0: it is not mapped */
	int64_t offset, n_bytes;
	uint32_t access; /* GL_MAP_*_BIT */
	/* the copy of a persistent mapping that is written to without a call,
	 * see preload/gl/state/mapping.c and copy.h; 0: none */
	uint64_t seen;
};

struct fxp_gl_buffer {
	struct fxp_gl_object object;
	int64_t n_bytes;
	bool is_immutable;
	/* It may have indices: a copy of its n_bytes if is_known; 0: there is
	 * no copy. */
	bool has_indices, is_known;
	bool is_written; /* perhaps by GL itself: its contents are unknown */
	/* copied because it may have indices; it has another use, so it will
	 * not */
	bool is_guess, is_other;
	uint64_t indices; /* see copy.h */
	struct fxp_gl_mapping mapping;
};

/* Levels of a texture, as they were made; 0: none was, less than 0: unknown.
 */
#define FXP_GL_N_LEVELS 16u
struct fxp_gl_texture {
	struct fxp_gl_object object;
	uint32_t kind;	   /* enum fxp_gl_kind */
	bool is_immutable; /* it has no other levels than the known ones */
	/* one bit each: levels that GL has generated, or generates again
	 * because their base has changed its size */
	uint32_t made;
	struct fxp_gl_level {
		int32_t width, height, depth;
		int32_t n_bytes; /* of compressed data, if it is known */
		uint32_t format;
	} levels[FXP_GL_N_LEVELS];
};

#define FXP_GL_N_TEXTURE_UNITS 96u

/* Programs and shaders, which share one kind of names. */
#define FXP_GL_N_SHADERS 8u
struct fxp_gl_program {
	struct fxp_gl_object object;
	bool is_shader;
	bool is_crowded; /* perhaps more shaders than these are attached */
	uint32_t type;	 /* of a shader */
	uint32_t era;	 /* counts its creations and links */
	uint32_t n_shaders, shaders[FXP_GL_N_SHADERS];
	uint32_t n_attachings; /* and detachings */
};

struct fxp_gl_answer;

/* Calls in a display list that change tracked state. Each is in one of its
 * blocks: a word with its number and the number of parameter words that follow.
 * Blocks stay with their list, for its next contents. */
#define FXP_GL_LIST_WORDS 29u
struct fxp_gl_list_block {
	struct fxp_gl_list_block *next;
	uint32_t n_words;
	uint32_t words[FXP_GL_LIST_WORDS];
};

struct fxp_gl_display_list {
	struct fxp_gl_object object;
	struct fxp_gl_list_block *first;
};

/* How deep nested lists are tracked: as deep as every GL allows. */
#define FXP_GL_LIST_DEPTH 64u
/* How many levels of glPushAttrib every GL has. */
#define FXP_GL_ATTRIB_DEPTH 16u

/* Arrays of a vertex array object: attributes by number, then fixed-function
 * ones. */
enum fxp_gl_array_index {
	FXP_GL_A_VERTEX = 32,
	FXP_GL_A_NORMAL,
	FXP_GL_A_COLOR,
	FXP_GL_A_INDEX,
	FXP_GL_A_EDGE_FLAG,
	FXP_GL_A_FOG_COORD,
	FXP_GL_A_SECONDARY,
	FXP_GL_A_POINT_SIZE,
	FXP_GL_A_TEXTURE, /* one for each unit */
	FXP_GL_N_ARRAYS = 64,
};
#define FXP_GL_N_ATTRIBS 32u
#define FXP_GL_N_UNITS (FXP_GL_N_ARRAYS - FXP_GL_A_TEXTURE)

struct fxp_gl_array {
	int32_t size;
	uint32_t type;
	uint32_t relative_offset;
	uint8_t binding;
};

struct fxp_gl_binding {
	uint64_t offset; /* into the buffer; without one: the address */
	uint32_t buffer;
	int32_t stride; /* the effective one, never 0 for "close" */
	uint32_t divisor;
};

struct fxp_gl_vao {
	struct fxp_gl_object object;
	uint32_t element_buffer;
	bool is_fresh; /* `client` is valid */
	uint64_t enabled;
	uint64_t client; /* enabled, and in the program's memory */
	struct fxp_gl_array arrays[FXP_GL_N_ARRAYS];
	struct fxp_gl_binding bindings[FXP_GL_N_ARRAYS];
};

/* Binding points of a context's buffers. The element buffer is the VAO's. */
enum fxp_gl_target {
	FXP_GL_T_ARRAY,
	FXP_GL_T_PACK,
	FXP_GL_T_UNPACK,
	FXP_GL_T_DRAW_INDIRECT,
	FXP_GL_T_DISPATCH_INDIRECT,
	FXP_GL_T_PARAMETER,
	FXP_GL_T_QUERY,
	FXP_GL_T_COPY_READ,
	FXP_GL_T_COPY_WRITE,
	FXP_GL_T_UNIFORM,
	FXP_GL_T_STORAGE,
	FXP_GL_T_ATOMIC,
	FXP_GL_T_TEXTURE,
	FXP_GL_T_FEEDBACK,
	FXP_GL_N_TARGETS,
	FXP_GL_T_ELEMENT = FXP_GL_N_TARGETS,
	FXP_GL_NO_TARGET,
};

#define FXP_GL_N_WATCHED 64u

#define FXP_GL_N_SPARES 7u
#define FXP_GL_N_SEEN 16u

/* Contexts that share their objects. */
struct fxp_gl_group {
	uint32_t n_contexts;
	struct fxp_gl_names buffers, programs, textures, lists;
	struct fxp_gl_answer *answers; /* see queried.h; NULL: none yet */
	bool has_lists;		       /* some of them are not empty */
	/* mappings that are compared for changes, how many they are, and
	 * how many of them are coherent */
	uint64_t watched[FXP_GL_N_WATCHED];
	uint32_t n_watched, n_coherent;
	/* See buffer.c: bytes of copies that are guesses. The evidence for
	 * guessing: draws from the program's memory, and draws by indices in
	 * a buffer that use only buffers. */
	uint64_t guessed_bytes;
	/* see copy.h: spare pages, 1, 2, 4 ... of them; dropped copies that a
	 * thread may use; the number of users */
	uint64_t spare[FXP_GL_N_SPARES];
	uint64_t seen[FXP_GL_N_SEEN];
	uint32_t n_looking;
	bool has_client;
	uint32_t n_plain;
};

enum fxp_gl_api { FXP_GL_API_GL, FXP_GL_API_ES1, FXP_GL_API_ES2 };

#define FXP_GL_CLIENT_DEPTH 16u
#define FXP_GL_N_MAPS 9u
#define FXP_GL_N_PIXEL_MAPS 10u
#define FXP_GL_N_FORMATS 3u

/* What glPushClientAttrib saves. */
struct fxp_gl_client {
	uint32_t mask;
	struct fxp_gl_store pack, unpack;
	uint32_t pack_buffer, unpack_buffer, array_buffer;
	uint32_t vao;
	uint32_t active_unit;
	bool restarts, restarts_fixed, restarts_nv;
	uint32_t restart_index;
	struct fxp_gl_vao *kept; /* a copy */
};

/* Tracked in viewport.c. */
struct fxp_gl_viewport {
	bool is_known;
	int32_t x, y, width, height;
};

/* What glPushAttrib saves. */
struct fxp_gl_attrib {
	uint32_t mask;
	struct fxp_gl_viewport viewport;
	uint32_t texture_unit, list_base;
	uint32_t textures[FXP_GL_N_TEXTURE_UNITS][FXP_GL_N_KINDS];
};

struct fxp_gl_context {
	struct fxp_gl_context *next; /* all of them, permanent */
	uint64_t handle;	     /* 0: the place is free */
	/* memory that the next context in this place reuses: of the list that
	 * is being made, and of glPushAttrib (or NULL) */
	struct fxp_gl_list_block *list_first;
	struct fxp_gl_attrib *attribs[FXP_GL_ATTRIB_DEPTH];
	bool is_egl;
	bool is_current; /* in some thread */
	bool is_doomed;	 /* destroyed while it was current */
	bool is_seen;	 /* its creation was recorded */
	bool is_unseen;	 /* nor was the call that made it current */
	bool has_drawn;	 /* it has been current with a drawable */
	/* desktop GL: a core profile */
	bool is_core;
	enum fxp_gl_api api;
	/* major * 10 + minor, by its creation if that was seen, else by GL's
	 * query; 0 = unknown */
	uint32_t version;
	uint32_t profile, flags; /* of its creation, as GL names them */
	/* of its creation: the shared context, an FBConfig or EGLConfig; for
	 * GLX, 0: none */
	uint64_t share, config;
	uint32_t render_type, visual;
	/* while it is current, see fact.h */
	uint64_t display, draw, read;
	uint64_t archive; /* that it was emitted into */
	struct fxp_gl_group *group;
	struct fxp_gl_store pack, unpack;
	uint32_t bound[FXP_GL_N_TARGETS];
	struct fxp_gl_names vaos;
	struct fxp_gl_vao *vao; /* never NULL */
	struct fxp_gl_vao default_vao;
	uint32_t active_unit; /* of the client state */
	uint32_t texture_unit;
	uint32_t textures[FXP_GL_N_TEXTURE_UNITS][FXP_GL_N_KINDS];
	bool in_begin;
	/* primitive restart: by index, by the largest index, by client state
	 * if that is a separate flag */
	bool restarts, restarts_fixed, restarts_nv;
	uint32_t restart_index;
	uint32_t list_mode; /* 0, GL_COMPILE, GL_COMPILE_AND_EXECUTE */
	uint32_t list_name, list_base;
	uint32_t n_list_calls; /* in that list */
	bool is_in_list;       /* a list is being executed */
	struct fxp_gl_list_block *list_last;
	/* the stack of lists that are being executed */
	struct {
		struct fxp_gl_list_block *block;
		uint32_t at;
	} list_calls[FXP_GL_LIST_DEPTH];
	uint32_t render_mode;
	uint32_t feedback_type;
	uint64_t select_buffer, feedback_buffer;
	int32_t select_size, feedback_size;
	uint32_t program, framebuffer; /* that are used */
	/* the first viewport; and its value at the last draw to the drawable,
	 * while another framebuffer is bound */
	struct fxp_gl_viewport viewport, drawable_viewport;
	/* of GL_COMPRESSED_TEXTURE_FORMATS, GL_PROGRAM_BINARY_FORMATS and
	 * GL_SHADER_BINARY_FORMATS; 0: not known */
	int32_t n_formats[FXP_GL_N_FORMATS];
	int32_t map1_order[FXP_GL_N_MAPS], map2_order[FXP_GL_N_MAPS][2];
	int32_t pixel_map_size[FXP_GL_N_PIXEL_MAPS];
	/* of the imaging functions: widths; of filters (1D, 2D, separable)
	 * their heights, too */
	int32_t color_table[3], filter[3][2], histogram;
	int64_t locked_first, locked_count; /* glLockArraysEXT; 0: unlocked */
	uint32_t n_pushed;
	struct fxp_gl_client pushed[FXP_GL_CLIENT_DEPTH];
	uint32_t n_attribs;
};

/* The object of that name, whether it exists or not; NULL: the name is unknown,
 * or 0. */
void *fxp_gl_find(const struct fxp_gl_names *names, uint32_t name);

/* The same, allocated with n_bytes if it is new. NULL: no memory, or name 0. */
void *fxp_gl_make(struct fxp_gl_names *names, uint32_t name, size_t n_bytes);

/* The same if no other thread can add that name now: GL has just generated it,
 * or the table is one context's. A free object may be reused. */
void *fxp_gl_make_own(struct fxp_gl_names *names, uint32_t name,
		      size_t n_bytes);

/* fxp_gl_make_own if the group has only one context, else fxp_gl_make. */
void *fxp_gl_make_in(const struct fxp_gl_group *group,
		     struct fxp_gl_names *names, uint32_t name, size_t n_bytes);

/* The first object of the bucket of `name`. */
struct fxp_gl_object *fxp_gl_bucket(const struct fxp_gl_names *names,
				    uint32_t name);

/* Removes the name of the object. False: another thread has done it. When its
 * state is dropped, fxp_gl_vacate frees it for another name. */
bool fxp_gl_end_name(struct fxp_gl_object *object, uint32_t name);
void fxp_gl_vacate(struct fxp_gl_object *object);

/* A binding point that other threads read, see below. */
static inline void fxp_gl_set_bound(uint32_t *at, uint32_t name)
{
	__atomic_store_n(at, name, __ATOMIC_RELAXED);
}

static inline bool fxp_gl_has_bound(const uint32_t *at, uint32_t name)
{
	return __atomic_load_n(at, __ATOMIC_RELAXED) == name;
}

/* It has been deleted, but is bound elsewhere. */
static inline bool fxp_gl_is_doomed(const struct fxp_gl_object *object)
{
	return __atomic_load_n(&object->is_doomed, __ATOMIC_RELAXED);
}

static inline void fxp_gl_doom(struct fxp_gl_object *object)
{
	__atomic_store_n(&object->is_doomed, true, __ATOMIC_RELAXED);
}

/* Whether one of the group's contexts has that name bound, by `has`.
 * but: a context that is left out, or NULL. */
bool fxp_gl_is_bound(const struct fxp_gl_group *group,
		     const struct fxp_gl_context *but,
		     bool (*has)(const struct fxp_gl_context *c, uint32_t name),
		     uint32_t name);

/* It does not exist any more: drops its state. */
void fxp_gl_buffer_drop(struct fxp_gl_group *group,
			struct fxp_gl_buffer *buffer);

/* The same for a texture. */
void fxp_gl_texture_drop(struct fxp_gl_texture *texture);

/* Empties a list: its first block, or NULL. */
void fxp_gl_list_clear(struct fxp_gl_list_block *block);

/* Resets a vertex array object, but for its name. */
void fxp_gl_vao_reset(struct fxp_gl_vao *vao);

/* The current context of this thread, or NULL. */
struct fxp_gl_context *fxp_gl_current(void);

/* The API that eglBindAPI has selected in this thread; 0: OpenGL ES. */
uint32_t fxp_gl_egl_api(void);
void fxp_gl_set_egl_api(uint32_t api);

/* Whether this thread, without a known context, is between glBegin and glEnd: a
 * thread-local variable. */
bool *fxp_gl_unseen_begin(void);

/* A context by its handle, or NULL. */
struct fxp_gl_context *fxp_gl_context_find(uint64_t handle, bool is_egl);

/* A context is created. share: another one's handle, or 0. NULL: no memory. */
struct fxp_gl_context *fxp_gl_context_create(uint64_t handle, uint64_t share,
					     bool is_egl);

/* It is destroyed; a current context stays until it is no longer current. */
void fxp_gl_context_destroy(uint64_t handle, bool is_egl);

/* This thread has another context now; handle 0: none. An unknown one is
 * treated as new. */
void fxp_gl_context_use(uint64_t handle, bool is_egl);

#endif
