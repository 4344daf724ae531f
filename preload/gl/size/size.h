/* SPDX-License-Identifier: MIT */
/*
 * Sizes of memory that OpenGL, GLX and EGL read and write, as far as a call's
 * own arguments define them. Pure functions, in elements unless the name says
 * bytes. The size is 0 if GL rejects the call. Any thread, any signal handler.
 */
#ifndef PRELOAD_GL_SIZE_SIZE_H
#define PRELOAD_GL_SIZE_SIZE_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of one value of a data type (GL_FLOAT ...); 0: another type. */
int64_t fxp_gl_type_bytes(unsigned type);

/* Bytes of an index (GL_UNSIGNED_BYTE, SHORT or INT); 0: not a type of indices.
 */
int64_t fxp_gl_index_bytes(unsigned type);

/* Bytes of a vertex's element in an array; size may be GL_BGRA. */
int64_t fxp_gl_element_bytes(int64_t size, unsigned type);

/* Bytes of a display list's name in glCallLists; 0: another type. */
int64_t fxp_gl_list_name_bytes(unsigned type);

/* Values of an evaluator's control point; 0: another target. */
int64_t fxp_gl_map_values(unsigned target);

/* Values that glMap1 and glMap2 read: from the first to the last one. */
int64_t fxp_gl_map1_values(unsigned target, int64_t stride, int64_t order);
int64_t fxp_gl_map2_values(unsigned target, int64_t u_stride, int64_t u_order,
			   int64_t v_stride, int64_t v_order);

/* Bytes of n commands in memory. stride 0: they are adjacent. */
int64_t fxp_gl_commands_bytes(int64_t command_bytes, int64_t n, int64_t stride);

/* Values of one transformation of a path (GL_TRANSLATE_2D_NV ...). */
int64_t fxp_gl_transform_values(unsigned type);

/* Lists of attributes. */
enum fxp_gl_list {
	FXP_GL_LIST_GLX,    /* pairs of int, ended by None */
	FXP_GL_LIST_VISUAL, /* glXChooseVisual: some keys have no value */
	FXP_GL_LIST_EGL,    /* pairs of EGLint, ended by EGL_NONE */
	FXP_GL_LIST_EGL64,  /* pairs of EGLAttrib */
};

/* Elements of the list at p with its end. `is_there` is called before a page is
 * read. The list ends at unreadable memory, and at the length of any possible
 * list. NULL has none. */
int64_t fxp_gl_list_length(const void *p, enum fxp_gl_list kind,
			   bool (*is_there)(const void *p, uint64_t n));

/* Whether a key of such a list has no value. */
bool fxp_gl_is_single(enum fxp_gl_list kind, uint64_t key);

/* Tables of how many values each parameter name has. */
enum fxp_gl_pnames {
	FXP_GL_PNAMES_GET,     /* glGet*v */
	FXP_GL_PNAMES_INDEXED, /* glGet*i_v: of one index */
	FXP_GL_PNAMES_OBJECT,  /* parameters of textures, lights, fog ... */
	FXP_GL_PNAMES_ATTRIB,  /* glGetVertexAttrib*v */
	FXP_GL_PNAMES_PROGRAM, /* glGetProgramiv, glGetProgramStageiv */
	FXP_GL_N_PNAMES,
};

/* The number of values in the API's documents, 1 unless the table has another
 * one. Less than 0: the number is the value of another name, which is the
 * negated result. */
int64_t fxp_gl_pname_values(enum fxp_gl_pnames table, unsigned pname);

#endif
