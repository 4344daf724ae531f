/* SPDX-License-Identifier: MIT */
/*
 * Replays OpenGL. Calls are made as they are in the archive (args.h), with the
 * replay's own names for objects. A call that has effects beyond its arguments
 * has a rule before or after it. GLX and EGL are not called at all: contexts
 * and drawables are made on a stage (stage.h) from what the recorder emitted
 * about them.
 *
 * One thread at a time is in here: the owner of the baton (actors.h).
 */
#ifndef TOOLS_REPLAY_GL_GL_H
#define TOOLS_REPLAY_GL_GL_H

#include "gl_registry.h"
#include "tools/replay/call/args.h"
#include "tools/replay/call/bounds.h"
#include "tools/replay/call/names.h"
#include "tools/replay/call/places.h"
#include "tools/replay/stage/stage.h"

struct gl;
struct gl_accum;
struct gl_call;

/* Actions in addition to the call; both may be NULL. */
struct gl_rule {
	const char *name; /* without an extension's suffix */
	/* Before the call; its arguments are made. False: the call is not
	 * made. */
	bool (*before)(struct gl *gl, struct gl_call *call);
	/* After the call, if it was made. */
	void (*after)(struct gl *gl, struct gl_call *call);
};

/* How a function's calls are replayed. */
enum gl_how {
	GL_HOW_UNKNOWN, /* not yet examined */
	GL_HOW_MADE,	/* made by libffi, with its rule */
	GL_HOW_OURS,	/* GLX, EGL, the recorder's calls: only its rule */
	GL_HOW_SKIPPED, /* it does not affect pictures */
	GL_HOW_IGNORED, /* as the user requests */
	GL_HOW_MISSING, /* it cannot be made */
};

struct gl_function {
	enum gl_how how;
	struct plan *plan;    /* NULL: the archive has no signature */
	struct bounds bounds; /* our own description of it */
	void (*address)(void);
	const struct gl_rule *rule;
	size_t location;     /* parameter, INVOKE_MAX: none */
	bool has_objects;    /* of type GLhandleARB */
	unsigned kind;	     /* bits of enum kind */
	bool has_arrays;     /* it draws what is in arrays */
	const char *trouble; /* of the first call that could not be made */
	size_t trouble_param;
	uint64_t n_failed, first_failed;
};

struct gl_call {
	const struct fxr_call *call;
	struct gl_function *function;
	struct args args;
	bool is_made;
};

/* What memory is for: an array that the recorder emits, or one that a function
 * sets, by its name. */
struct gl_memory_key {
	uint64_t function;
	uint32_t array, index;
};
struct gl_memory {
	struct gl_memory_key key;
	void *bytes;
	size_t n_bytes;
};

struct gl_context {
	uint64_t recorded, share_recorded;
	uint32_t group; /* of contexts that share */
	bool is_lost;	/* creation failed */
	struct stage_wish wish;
	/* as the replay's own context reports when it is current; 0: it does
	 * not */
	int major, minor;
	struct stage_format format; /* of its framebuffer, if it was emitted */
	bool has_format;
	uint64_t config; /* the recorded one */
	struct stage_context *stage;
	uint64_t program; /* recorded name of the current one */
	void *select, *feedback;
	struct gl_memory *memories;
	size_t n_memories, memories_capacity;
	uint64_t n_elements; /* since glBegin: that glArrayElement may read */
	bool has_restart;    /* since glBegin: an index begins a new strip */
	uint32_t restart;
	bool has_client_arrays;	   /* some array may be in memory */
	bool knows_rows, has_rows; /* of pixels, see measure.c */
	bool is_in_begin, is_in_list;
	GLenum pending; /* an error that was taken, see pending.c */
	GLuint list_base, outer_list_base; /* outer: before the list that is
					      being compiled */
};

struct gl_drawable {
	uint64_t recorded, config;
	int width, height; /* -1: unknown */
	bool is_pbuffer;
	bool is_made; /* the program set this size: it is not changed */
	struct gl_accum *accum; /* accum.c; NULL: not needed */
	bool is_settled; /* it has this size until its buffers are swapped */
	struct stage_surface *stage;
};

struct gl_config {
	uint64_t recorded;
	struct stage_format format;
};

/* Elements, indices and texts that the recorder emitted for the next call. */
struct gl_emitted {
	uint64_t index;
	const void *bytes; /* in the thread's memory */
	size_t n_bytes;
};

/* One element of an array in memory. */
struct gl_element {
	GLenum array;
	GLuint index;
	GLint size;
	GLenum type;
	const void *data; /* NULL: no data */
};

/* An array that a call between glBegin and glEnd has set. */
struct gl_held {
	struct gl_element element; /* its data: of all elements */
	GLsizei stride;
	size_t n_bytes;
};
#define GL_MAX_HELD 32u

/* The window's viewport, if it was set since the window is current. */
struct gl_view {
	int width, height;
	bool is_new;  /* no draw has used it */
	bool is_used; /* a draw has used it or another one */
};

struct gl_thread {
	uint32_t context;    /* index + 1 in contexts; 0: none */
	uint32_t draw, read; /* index + 1 in drawables */
	bool is_desktop;     /* eglBindAPI: OpenGL rather than OpenGL ES */
	bool is_pending;     /* to be made current before the next call */
	bool is_released;    /* the program has none current, as it said */
	bool is_fresh;	     /* no frame has ended since it became current */
	struct gl_view view;
	struct fxr_arena memory; /* of the emitted data */
	struct gl_emitted *indices, *strings;
	size_t n_indices, indices_capacity, n_strings, strings_capacity;
	bool has_emitted;
	struct gl_element vertex; /* for the next glArrayElement */
	struct gl_held held[GL_MAX_HELD];
	size_t n_held;
};

/* The memory of a mapped buffer. */
struct gl_region {
	uint64_t recorded, n_bytes;
	char *replayed;
	GLuint buffer; /* the replay's name */
};

struct gl_counts {
	uint64_t n_calls, n_made, n_ours, n_skipped, n_failed, n_frames;
	uint64_t n_missed; /* failed, and later calls depend on them */
	uint64_t n_compared, n_different;
	uint64_t n_moved_locations;
};

struct gl_options {
	/* Functions not to be made; NULL: all are */
	bool (*is_ignored)(void *context, const char *category,
			   const char *name);
	bool is_checked;
	const struct places *places; /* of attributes; or NULL */
	/* A frame is complete: before its buffers are swapped */
	void (*on_frame)(void *context, struct gl *gl,
			 const struct fxr_call *call);
	/* Around each call that is made; either may be NULL */
	void (*on_begin)(void *context, struct gl *gl, struct gl_call *call);
	void (*on_end)(void *context, struct gl *gl, struct gl_call *call);
	/* A call that could not be made, or that differs: reported once for
	 * each function; and each difference */
	void (*on_trouble)(void *context, const struct fxr_call *call,
			   const char *text);
	void (*on_difference)(void *context, const struct fxr_call *call,
			      const char *text);
	/* A context or drawable differs from the recorded one in this; may be
	 * NULL */
	void (*on_note)(void *context, const char *text);
	void *context;
};

struct gl {
	struct stage *stage;
	const struct gl_options *options;
	struct fxr_world *world; /* of the calls */
	const struct fxr_types *types;
	struct fxr_arena arena; /* of the call */
	struct args_maker maker;
	struct names names;
	struct gl_function *functions; /* by name's index in the world */
	struct gl_thread *threads;     /* by thread's index */
	struct gl_thread *thread;      /* of the current call */
	struct gl_context *contexts;
	size_t n_contexts, contexts_capacity;
	struct gl_drawable *drawables;
	size_t n_drawables, drawables_capacity;
	struct gl_config *configs;
	size_t n_configs, configs_capacity;
	struct gl_region *regions;
	size_t n_regions, regions_capacity;
	bool has_elements;    /* glArrayElement is called */
	uint64_t n_there;     /* of each array that gl_has_arrays has found */
	bool has_moved_lists; /* the names of display lists differ from the
				 recorded ones */
	struct fxr_map context_map, drawable_map, config_map, timer_map;
	uint32_t n_groups;
	/* Several threads make calls. Where a surface belongs to one thread at
	 * a time, each one gives it back when another one goes on. */
	bool has_threads;
	struct gl_counts counts;
	struct gl_procs {
#define GL_PROC(name, result, ...) result (*name)(__VA_ARGS__);
#include "tools/replay/gl/procs.def"
#undef GL_PROC
	} procs;
};

/* stage, options, world: borrowed until fini. */
void gl_init(struct gl *gl, struct stage *stage,
	     const struct gl_options *options, struct fxr_world *world);
void gl_fini(struct gl *gl);

/* The following calls are of the same archive, which is read once more: its
 * threads and names have the same numbers. The first world stays. */
void gl_continue(struct gl *gl, struct fxr_world *world);

/* Plays one call of the recording, on its thread. */
void gl_play(struct gl *gl, const struct fxr_call *call);
/* The following calls belong to another thread (index in the world); those of
 * the current one have ended, at least for now. is_same: the same thread of the
 * replay plays them. */
void gl_enter(struct gl *gl, uint32_t thread, bool is_same);
void gl_leave(struct gl *gl, uint32_t thread);
/* Makes its context current again, if it has one, though it makes no call. */
void gl_resume(struct gl *gl);
/* The thread's calls have ended: no context is current in it any more. */
void gl_finish(struct gl *gl, uint32_t thread);

/* The context that is current, NULL: none is. Valid until another is made. */
struct gl_context *gl_current(const struct gl *gl);
/* The drawable that is drawn to, or NULL. */
struct gl_drawable *gl_drawable(const struct gl *gl);
/* Makes the pending context current, before anything is called. */
bool gl_make_current(struct gl *gl, struct gl_call *call);

/* The call cannot be made, for this reason (borrowed forever). Returns
 * false. */
bool gl_fail(struct gl *gl, struct gl_call *call, const char *why);

/* The replay's handle for a recorded one, and the reverse, for returned
 * handles. */
uint64_t gl_handle(void *gl, const struct fxr_type *handle, uint64_t recorded);
void gl_put_handle(struct gl *gl, const struct fxr_type *handle,
		   uint64_t recorded, uint64_t replayed);
/* Whether some object of the one recorded name now has the other name. */
bool gl_is_renamed(const struct gl *gl, uint64_t recorded, uint64_t replayed);
/* The owner of names of a scope (enum fxg_scope) at this moment. */
uint64_t gl_scope(const struct gl *gl, unsigned scope);

/* The recorded number of a parameter, 0 if there is none. */
uint64_t gl_number(struct gl *gl, const struct gl_call *call, const char *name);
/* Its parameter of that name; INVOKE_MAX: none. */
size_t gl_param(const struct gl_call *call, const char *name);
/* A state of the context that has one number. Between glBegin and glEnd, where
 * OpenGL returns nothing, it is 0. */
GLint gl_get(struct gl *gl, GLenum name);

#endif
