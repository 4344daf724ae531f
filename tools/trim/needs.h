/* SPDX-License-Identifier: MIT */
/*
 * What calls have done and need, as a few words each, and what follows from
 * these: which of them are needed. See slice.h.
 */
#ifndef TOOLS_TRIM_NEEDS_H
#define TOOLS_TRIM_NEEDS_H

#include "tools/trim/effects.h"
#include "tools/trim/marks.h"
#include "tools/trim/slice.h"

enum need_kind {
	NEED_KEEP,
	NEED_BARRIER, /* reads everything but windows */
	NEED_PURE,
	NEED_STATE,    /* sets `key` */
	NEED_MULTIPLY, /* changes `key` */
	NEED_PUSH,     /* makes `key` of `whole` */
	NEED_POP,      /* forgets `key` */
	NEED_DRAW,     /* on a window */
	NEED_BEGIN,
	NEED_END,
	NEED_VERTEX,
	NEED_CLEAR, /* of a window */
	NEED_SWAP,
	NEED_READ,     /* of a window, into memory */
	NEED_COPY,     /* of a window */
	NEED_COPY_ALL, /* of all */
	NEED_TOLD,
	NEED_ERROR,
};

/* Parts of a window. */
enum {
	PART_COLOR = 1,
	PART_DEPTH = 2,
	PART_STENCIL = 4,
	PART_PICTURE = 7, /* what can be read of it */
	PART_ACCUM = 8,
	PART_ALL = 15
};

/* What is drawn to: windows, then framebuffer objects, as they were when
 * they had certain images. The last of both stand for all further ones, of
 * which nothing is known. */
#define NEEDS_WINDOWS 16u
#define NEEDS_SURFACES 80u
#define NEEDS_ODD_WINDOW (NEEDS_WINDOWS - 1)
#define NEEDS_ODD_OBJECT (NEEDS_SURFACES - 1)

struct need {
	uint64_t begin_off, end_off; /* 0: none */
	uint64_t key, whole;	     /* 0: none */
	uint64_t texture; /* that it binds, uses or changes; 0: none */
	uint64_t place;	  /* key of the binding by which it does */
	uint32_t reads;	  /* bits of classes */
	uint32_t process; /* counted from 0 */
	uint8_t kind;
	uint8_t class;
	uint8_t surface;
	uint8_t parts;	/* that it reads, or clears */
	uint8_t wholes; /* parts of which a clear leaves nothing */
	bool is_chosen;
	bool is_odd;	    /* it is kept whatever becomes of the surface */
	bool has_error;	    /* so has a call since the error before */
	bool is_first;	    /* it makes the object that it binds */
	bool may_go;	    /* if nobody uses the texture or the binding */
	bool is_attached;   /* the texture is used, if the call stays or not */
	bool uses_textures; /* any of them */
};

struct needs;

struct needs *needs_open(void);
void needs_put(struct needs *needs, const struct need *need);
/* all_kept: of each process, whether everything is kept */
bool needs_finish(struct needs *needs, const bool *all_kept, size_t n_processes,
		  struct marks *marks, struct slice_counts *counts);
void needs_close(struct needs *needs);

#endif
