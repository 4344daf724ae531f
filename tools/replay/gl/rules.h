/* SPDX-License-Identifier: MIT */
/*
 * Rules of calls that have effects beyond their arguments, by file.
 */
#ifndef TOOLS_REPLAY_GL_RULES_H
#define TOOLS_REPLAY_GL_RULES_H

#include "tools/replay/gl/gl.h"

/* Each ends with a row without a name. */
extern const struct gl_rule
	gl_scene_rules[]; /* GLX, EGL, and the recorder's calls */
extern const struct gl_rule gl_array_rules[];	  /* arrays in memory */
extern const struct gl_rule gl_text_rules[];	  /* arrays of texts */
extern const struct gl_rule gl_attribute_rules[]; /* the API of EGL */
extern const struct gl_rule gl_pending_rules[];	  /* errors that were taken */
extern const struct gl_rule gl_accum_rules[];	  /* accumulation buffers */
extern const struct gl_rule gl_gap_rules[];	/* pixels that are read back */
extern const struct gl_rule gl_element_rules[]; /* between glBegin and glEnd */
extern const struct gl_rule gl_memory_rules[];	/* mapped buffers */
extern const struct gl_rule gl_object_rules[];	/* names, locations, lists */
extern const struct gl_rule gl_wait_rules[];	/* fences, queries, buffers */

/* The rule of a function, NULL: none. */
const struct gl_rule *gl_rule_find(const char *name);

/* A recorded pointer is passed unchanged: only if a buffer is bound, in which
 * it is an offset. False: the call is refused. array.c */
bool gl_has_buffer(struct gl *gl, struct gl_call *call, size_t param);

/* Copies a parameter's memory until the next call is made. array.c */
const void *gl_copy_bytes(struct gl *gl, const struct gl_call *call, size_t i);

/* A parameter that is a number of something; a negative one, an error of the
 * program, is 0. lookup.c */
uint64_t gl_count(const struct gl_call *call, size_t param);

/* How many bytes an expression of our tables measures (args.h). measure.c */
bool gl_measure(void *gl, unsigned what, const int64_t *args, unsigned n,
		int64_t *value);

/* Memory of the context that draws read, until there is other memory for the
 * key. client.c */
const void *gl_keep_memory(struct gl *gl, const struct gl_memory_key *key,
			   const void *bytes, size_t n_bytes);
void gl_forget_memory(struct gl_context *context);

/* Where arrays are that are not in the archive: zeros, as many as there are. */
struct gl_nothing {
	const void *bytes;
	size_t n_bytes;
};
const struct gl_nothing *gl_nothing(void);

/* The elements of arrays that a draw reads, from first to last. */
struct gl_draw {
	uint64_t first, last;
	uint64_t n_instances, base_instance;
};
/* Whether all arrays in memory that are enabled have them. client.c */
bool gl_has_arrays(struct gl *gl, const struct gl_draw *draw);
/* Whether a function draws what is in arrays. draw.c */
bool gl_draws_arrays(const char *name);
/* Whether its call stays within the arrays in memory. False: it is refused. */
bool gl_check_draw(struct gl *gl, struct gl_call *call);

/* What the recorder has emitted of an array between glBegin and glEnd; its data
 * lives until the call. element.c */
void gl_give_element(struct gl *gl, const struct gl_element *element);

/* Holds an array in memory, a parameter of the call, for the next
 * glArrayElement: between glBegin and glEnd it must not be set. Returns false.
 * element.c */
bool gl_hold_array(struct gl *gl, struct gl_call *call, size_t param);

/* The version of the current context, which may differ from the wish.
 * gl_learn_version queries it, gl_has_version compares it. es_major 0: no
 * OpenGL ES has it. version.c */
void gl_learn_version(struct gl *gl);
bool gl_has_version(const struct gl *gl, int major, int minor, int es_major);

/* What a call of GLX or EGL says of the context that it creates, and of the
 * size of a drawable. What it does not say stays. Last, an attribute of its
 * list. False: it has none of that name. attributes.c */
void gl_wish(struct gl *gl, const struct gl_call *call,
	     struct stage_wish *wish);
void gl_size_of(struct gl *gl, const struct gl_call *call, int *width,
		int *height);
bool gl_attribute(struct gl *gl, const struct gl_call *call, uint64_t name,
		  int *value);

/* The recorded format of a drawable with this configuration, or a common one.
 * scene.c */
const struct stage_format *gl_format(struct gl *gl, uint64_t config,
				     const struct gl_context *context);

/* Gives the window the size of the viewport, which the next draw uses.
 * scene.c */
void gl_resize_to_view(struct gl *gl);

/* What the recorder has emitted for the call is used up. */
void gl_forget_emitted(struct gl *gl);

/* Location and index parameters in the replay's numbers. object.c */
void gl_locate(struct gl *gl, struct gl_call *call);

/* Objects whose type does not distinguish programs from shaders. */
void gl_give_objects(struct gl *gl, struct gl_call *call);

/* Where glReadPixels writes, relative to its memory: n_bytes each `stride` from
 * `first` on; n_bytes 0: unknown. gap.c */
struct gl_rows {
	size_t first, stride, n_bytes;
};
struct gl_rows gl_rows_of(struct gl *gl, const struct gl_call *call);

/* Compares the call's results with the recording. compare.c */
void gl_compare(struct gl *gl, struct gl_call *call);

#endif
