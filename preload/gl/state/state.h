/* SPDX-License-Identifier: MIT */
/*
 * The shadow of OpenGL's state: what decides how many bytes stand behind a
 * pointer. One state a context, one a share group, found by the handle; which
 * context a thread has is the thread's own.
 *
 * A context is current in one thread at a time, so its state needs no care. The
 * tables of a share group take names from any thread at any time: they only
 * grow, by compare and swap, and what is deleted stays for another name. So
 * nothing locks, a handler may come at any instruction, and a forked child has
 * all of it. Memory comes from maps of our own, and is none once the program
 * has forbidden system calls: then what is new is not followed.
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

/* What every object begins with. */
struct fxp_gl_object {
	struct fxp_gl_object *next;
	uint32_t name;
	/* the name was given out by GL (some calls take no others), and the
	 * object exists; it has been deleted, but is bound in another context,
	 * where it lives on */
	bool is_given, is_there, is_doomed;
};

struct fxp_gl_names {
	struct fxp_gl_object *heads[FXP_GL_BUCKETS];
};

/* A buffer's memory as the program has it. */
struct fxp_gl_mapping {
	uint64_t address; /* 0: it is not mapped */
	int64_t offset, n_bytes;
	uint32_t access; /* GL_MAP_*_BIT */
	/* of persistent ones that are written to without being told, see
	 * preload/gl/state/mapping.c and copy.h; 0: nothing */
	uint64_t seen;
};

struct fxp_gl_buffer {
	struct fxp_gl_object object;
	int64_t n_bytes;
	bool is_immutable;
	/* Indices may be taken from it: what it holds, n_bytes of them if
	 * is_known; 0: nothing is kept. */
	bool has_indices, is_known;
	bool is_written; /* by GL itself, maybe: no call says what it holds */
	/* kept in case that indices will be taken from it; it has had another
	 * use, so they will not */
	bool is_guess, is_other;
	uint64_t indices; /* see copy.h */
	struct fxp_gl_mapping mapping;
};

/* Levels of a texture, as they were made; 0: none was, less than 0: nobody
 * knows. */
#define FXP_GL_N_LEVELS 16u
struct fxp_gl_texture {
	struct fxp_gl_object object;
	uint32_t kind;	   /* enum fxp_gl_kind */
	bool is_immutable; /* it has no levels but those that are known */
	/* a bit each: levels that GL has made of others, or makes anew, as
	 * those have had another size since */
	uint32_t made;
	struct fxp_gl_level {
		int32_t width, height, depth;
		int32_t n_bytes; /* of what is compressed, if it was said */
		uint32_t format;
	} levels[FXP_GL_N_LEVELS];
};

#define FXP_GL_N_TEXTURE_UNITS 96u

/* Programs and shaders, whose names are of one kind. */
#define FXP_GL_N_SHADERS 8u
struct fxp_gl_program {
	struct fxp_gl_object object;
	bool is_shader;
	bool is_crowded; /* other shaders than these are attached, maybe */
	uint32_t type;	 /* of a shader */
	uint32_t era;	 /* how many times it has been made and linked */
	uint32_t n_shaders, shaders[FXP_GL_N_SHADERS];
	uint32_t n_attachings; /* and detachings */
};

struct fxp_gl_answer;

/* Calls that a display list holds, as far as they change what is followed. Each
 * stands in one of its blocks: a word of its number and of how many words of
 * its parameters follow. Blocks stay with their list, for what it holds next.
 */
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

/* How deep lists are followed that call others: as deep as every GL goes. */
#define FXP_GL_LIST_DEPTH 64u
/* How many levels of glPushAttrib every GL has. */
#define FXP_GL_ATTRIB_DEPTH 16u

/* Arrays of a vertex array object: attributes by number, then those of old. */
enum fxp_gl_array_index {
	FXP_GL_A_VERTEX = 32,
	FXP_GL_A_NORMAL,
	FXP_GL_A_COLOR,
	FXP_GL_A_INDEX,
	FXP_GL_A_EDGE_FLAG,
	FXP_GL_A_FOG_COORD,
	FXP_GL_A_SECONDARY,
	FXP_GL_A_POINT_SIZE,
	FXP_GL_A_TEXTURE, /* one a unit */
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
	int32_t stride; /* as it is meant, never 0 for "close" */
	uint32_t divisor;
};

struct fxp_gl_vao {
	struct fxp_gl_object object;
	uint32_t element_buffer;
	bool is_fresh; /* `client` holds */
	uint64_t enabled;
	uint64_t client; /* enabled, and in the program's memory */
	struct fxp_gl_array arrays[FXP_GL_N_ARRAYS];
	struct fxp_gl_binding bindings[FXP_GL_N_ARRAYS];
};

/* What of a context's buffers is bound where; the element buffer is the VAO's.
 */
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

/* Contexts that show each other their objects. */
struct fxp_gl_group {
	uint32_t n_contexts;
	struct fxp_gl_names buffers, programs, textures, lists;
	struct fxp_gl_answer *answers; /* see queried.h; NULL: none yet */
	bool has_lists;		       /* some of them have held something */
	/* mappings that are looked through for changes, how many they are, and
	 * how many of them are coherent */
	uint64_t watched[FXP_GL_N_WATCHED];
	uint32_t n_watched, n_coherent;
	/* see buffer.c: what buffers are kept as a guess, and what speaks
	 * for it: draws from the program's memory, by indices in a
	 * buffer from other buffers alone */
	uint64_t guessed_bytes;
	/* see copy.h: pages, 1, 2, 4 ... of them; who looks at copies, and
	 * those that are given up meanwhile */
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

/* What glPushClientAttrib keeps. */
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

/* See viewport.h. */
struct fxp_gl_viewport {
	bool is_known;
	int32_t x, y, width, height;
};

/* The same of glPushAttrib. */
struct fxp_gl_attrib {
	uint32_t mask;
	struct fxp_gl_viewport viewport;
	uint32_t texture_unit, list_base;
	uint32_t textures[FXP_GL_N_TEXTURE_UNITS][FXP_GL_N_KINDS];
};

struct fxp_gl_context {
	struct fxp_gl_context *next; /* all of them, for ever */
	uint64_t handle;	     /* 0: may be used again */
	/* memory that the next one of this place uses, too: of the list that is
	 * made, and of glPushAttrib (or NULL) */
	struct fxp_gl_list_block *list_first;
	struct fxp_gl_attrib *attribs[FXP_GL_ATTRIB_DEPTH];
	bool is_egl;
	bool is_current; /* in some thread */
	bool is_doomed;	 /* destroyed while it was current */
	bool is_seen;	 /* its creation, that is */
	bool is_unseen;	 /* who made it current was not seen, either */
	bool has_drawn;	 /* it has been current with a drawable */
	/* of desktop GL: without what was deprecated */
	bool is_core;
	enum fxp_gl_api api;
	/* major * 10 + minor, as its creation said if that was seen, else as
	 * GL says; 0 = not said, not known */
	uint32_t version;
	uint32_t profile, flags; /* of its creation, as GL names them */
	/* of its creation: another one, an FBConfig or EGLConfig; of GLX, 0:
	 * none */
	uint64_t share, config;
	uint32_t render_type, visual;
	/* while it is current, see fact.h */
	uint64_t display, draw, read;
	uint64_t told; /* in which archive */
	struct fxp_gl_group *group;
	struct fxp_gl_store pack, unpack;
	uint32_t bound[FXP_GL_N_TARGETS];
	struct fxp_gl_names vaos;
	struct fxp_gl_vao *vao; /* never NULL */
	struct fxp_gl_vao default_vao;
	uint32_t active_unit; /* client's */
	uint32_t texture_unit;
	uint32_t textures[FXP_GL_N_TEXTURE_UNITS][FXP_GL_N_KINDS];
	bool in_begin;
	/* primitive restart: by index, by the largest index, by client state
	 * where that is another flag */
	bool restarts, restarts_fixed, restarts_nv;
	uint32_t restart_index;
	uint32_t list_mode; /* 0, GL_COMPILE, GL_COMPILE_AND_EXECUTE */
	uint32_t list_name, list_base;
	uint32_t n_list_calls; /* that are in it */
	bool is_in_list;       /* a list is being followed */
	struct fxp_gl_list_block *list_last;
	/* lists that are being followed, each called by the one before */
	struct {
		struct fxp_gl_list_block *block;
		uint32_t at;
	} list_calls[FXP_GL_LIST_DEPTH];
	uint32_t render_mode;
	uint32_t feedback_type;
	uint64_t select_buffer, feedback_buffer;
	int32_t select_size, feedback_size;
	uint32_t program, framebuffer; /* that are used */
	/* the first viewport, and as it was when the drawable was drawn to
	 * last, while it is not */
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

/* The object of that name, whether it is there or not; NULL: never heard of, or
 * name 0. */
void *fxp_gl_find(const struct fxp_gl_names *names, uint32_t name);

/* The same, made of n_bytes if it is new. NULL: no memory, or name 0. */
void *fxp_gl_make(struct fxp_gl_names *names, uint32_t name, size_t n_bytes);

/* The same where nobody else makes that name now: GL has just given it out, or
 * the table is one context's. An object that is free may become it. */
void *fxp_gl_make_own(struct fxp_gl_names *names, uint32_t name,
		      size_t n_bytes);

/* One of both: that, if the group has one context only. */
void *fxp_gl_make_in(const struct fxp_gl_group *group,
		     struct fxp_gl_names *names, uint32_t name, size_t n_bytes);

/* The first of the objects that `name` would be found among. */
struct fxp_gl_object *fxp_gl_bucket(const struct fxp_gl_names *names,
				    uint32_t name);

/* Nobody finds the object by that name any more. False: somebody else has done
 * it. Once nothing is kept of it, it is vacated: free for another name. */
bool fxp_gl_end_name(struct fxp_gl_object *object, uint32_t name);
void fxp_gl_vacate(struct fxp_gl_object *object);

/* It is bound there: others' threads look at it, as below. */
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

/* Whether one of the group's contexts has that name bound, as `has` says it.
 * but: one that is not asked, or NULL. */
bool fxp_gl_is_bound(const struct fxp_gl_group *group,
		     const struct fxp_gl_context *but,
		     bool (*has)(const struct fxp_gl_context *c, uint32_t name),
		     uint32_t name);

/* It is not there any more: nothing is kept of it. */
void fxp_gl_buffer_drop(struct fxp_gl_group *group,
			struct fxp_gl_buffer *buffer);

/* The same of a texture. */
void fxp_gl_texture_drop(struct fxp_gl_texture *texture);

/* A list holds nothing any more: its first block, or NULL. */
void fxp_gl_list_clear(struct fxp_gl_list_block *block);

/* As a vertex array object is when it is new, but for its name. */
void fxp_gl_vao_reset(struct fxp_gl_vao *vao);

/* What is current in this thread, or NULL. */
struct fxp_gl_context *fxp_gl_current(void);

/* What eglBindAPI has chosen in this thread; 0: OpenGL ES. */
uint32_t fxp_gl_egl_api(void);
void fxp_gl_set_egl_api(uint32_t api);

/* Whether this thread, without a context that is known, is between glBegin and
 * glEnd: a variable of its own. */
bool *fxp_gl_unseen_begin(void);

/* A context by its handle, or NULL. */
struct fxp_gl_context *fxp_gl_context_find(uint64_t handle, bool is_egl);

/* A context is created. share: another one's handle, or 0. NULL: no memory. */
struct fxp_gl_context *fxp_gl_context_create(uint64_t handle, uint64_t share,
					     bool is_egl);

/* It is destroyed; what is current somewhere stays so long. */
void fxp_gl_context_destroy(uint64_t handle, bool is_egl);

/* This thread has another context now; handle 0: none. One that is unknown is
 * taken for new. */
void fxp_gl_context_use(uint64_t handle, bool is_egl);

#endif
