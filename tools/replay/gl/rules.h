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
extern const struct gl_rule gl_accum_rules[];	/* accumulation buffers */
extern const struct gl_rule gl_array_rules[];	/* arrays in memory, texts */
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

/* What the recorder has emitted of an array between glBegin and glEnd; its data
 * lives until the call. element.c */
void gl_give_element(struct gl *gl, const struct gl_element *element);

/* The version of the current context, which may differ from the wish.
 * gl_learn_version queries it, gl_has_version compares it. es_major 0: no
 * OpenGL ES has it. version.c */
void gl_learn_version(struct gl *gl);
bool gl_has_version(const struct gl *gl, int major, int minor, int es_major);

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
