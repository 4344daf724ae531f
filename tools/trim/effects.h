/* SPDX-License-Identifier: MIT */
/*
 * What functions of OpenGL do to later calls: effects.def as a table.
 */
#ifndef TOOLS_TRIM_EFFECTS_H
#define TOOLS_TRIM_EFFECTS_H

#include "tools/reader/memory.h"

enum effect_kind {
	EFFECT_BARRIER,	       /* is kept, and may read and change everything */
	EFFECT_FORGET_TARGETS, /* and the images of framebuffers are unknown */
	EFFECT_CONDITIONAL,    /* and calls that follow may do nothing */
	EFFECT_FORGET,	       /* and the bindings are unknown from now on */
	EFFECT_KEEP,	       /* is kept */
	EFFECT_STATE,	       /* sets a piece of state */
	EFFECT_PURE,	       /* nothing */
	EFFECT_PACKED,	     /* nothing, except to a buffer bound for packing */
	EFFECT_QUERY_RESULT, /* the same, of a buffer for queries */
	EFFECT_ERROR,	     /* nothing; returns whether calls have failed */
	EFFECT_EMITTED,	     /* belongs to the next call */
	EFFECT_MAKE_CURRENT,
	EFFECT_CREATE, /* a context */
	EFFECT_SWAP,
	EFFECT_DRAW,
	EFFECT_DRAW_ODD, /* and more than that: is kept */
	EFFECT_CLEAR,
	EFFECT_READ,	 /* of the framebuffer, into memory */
	EFFECT_COPY,	 /* of the framebuffer */
	EFFECT_COPY_ALL, /* of any framebuffer */
	EFFECT_BLIT,
	EFFECT_BEGIN,
	EFFECT_END,
	EFFECT_VERTEX,
	EFFECT_ATTRIB_VALUE, /* a vertex, if it is number 0 */
	EFFECT_COLOR,	     /* part of the material, perhaps */
	EFFECT_LIST_BEGIN,
	EFFECT_LIST_END,
	EFFECT_CALL_LIST,
	EFFECT_MULTIPLY, /* changes the matrix */
	EFFECT_PUSH,
	EFFECT_POP, /* a matrix */
	EFFECT_PUSH_ATTRIB,
	EFFECT_POP_ATTRIB,
	EFFECT_DRAW_BUFFER,
	EFFECT_STORES, /* draws may write to the bound object */
	EFFECT_QUERY_BEGIN,
	EFFECT_QUERY_END,
	EFFECT_FEEDBACK_BEGIN,
	EFFECT_FEEDBACK_END,
	EFFECT_DELETE_BUFFERS,
	EFFECT_DELETE_TEXTURES,
	EFFECT_DELETE_FRAMEBUFFERS,
	EFFECT_DELETE_ARRAYS,
};

/* Classes of state that calls read. */
enum effect_class {
	CLASS_FIXED,
	CLASS_PROGRAM,
	CLASS_UNIFORM,
	CLASS_ARRAYS,
	CLASS_ATTRIB,
	CLASS_CURRENT,
	CLASS_CLIENT_UNIT,
	CLASS_BUFFER,
	CLASS_BUFFER_DATA,
	CLASS_UNIT,
	CLASS_TEXTURE,
	CLASS_TEX_PARAMETER,
	CLASS_TEX_DATA,
	CLASS_PIXEL_STORE,
	CLASS_SAMPLER,
	CLASS_FRAMEBUFFER,
	CLASS_RENDERBUFFER,
	CLASS_ATTACHMENT,
	CLASS_MATRIX,
	CLASS_MATRIX_MODE,
	N_CLASSES
};

/* State that the call sets and that identifies other state. */
enum effect_track {
	TRACK_NONE,
	TRACK_PROGRAM,
	TRACK_ARRAYS,
	TRACK_CLIENT_UNIT,
	TRACK_BUFFER,
	TRACK_BUFFER_BASE,
	TRACK_UNIT,
	TRACK_TEXTURE,
	TRACK_TEXTURES, /* some of them */
	TRACK_ATTACHMENT,
	TRACK_DRAW_BUFFERS,
	TRACK_SWITCH_I,
	TRACK_FRAMEBUFFER,
	TRACK_MATRIX_MODE,
	TRACK_ON,
	TRACK_OFF,
	TRACK_COLOR_MASK,
	TRACK_DEPTH_MASK,
	TRACK_STENCIL_MASK,
};

struct effect {
	const char *names;
	enum effect_kind kind;
	const char *label;
	enum effect_class class;
	const char *key;
	uint32_t reads; /* bits of classes */
	enum effect_track track;
	const char *whole, *whole_key; /* or NULL */
};

/* The effect of a function, both texts ended by NUL; never NULL. */
const struct effect *effect_of(const char *category, const char *name);

#endif
