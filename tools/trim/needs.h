/* SPDX-License-Identifier: MIT */
/*
 * The effects and needs of calls, in a few words each, and the computation of
 * the needed calls from these. See slice.h.
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
	NEED_PUSH,     /* makes `key` from `whole` */
	NEED_POP,      /* makes `key` invalid */
	NEED_DRAW,     /* on a window */
	NEED_BEGIN,
	NEED_END,
	NEED_VERTEX,
	NEED_CLEAR, /* of a window */
	NEED_SWAP,
	NEED_READ,     /* of a window, into memory */
	NEED_COPY,     /* of a window */
	NEED_COPY_ALL, /* of all */
	NEED_EMITTED,
	NEED_ERROR,
};

/* Parts of a window. */
enum {
	PART_COLOR = 1,
	PART_DEPTH = 2,
	PART_STENCIL = 4,
	PART_PICTURE = 7, /* the readable parts */
	PART_ACCUM = 8,
	PART_ALL = 15
};

/* Surfaces: windows, then framebuffer objects, one for each set of images that
 * they had. The last of each kind represents all further ones, whose state is
 * unknown. */
#define NEEDS_WINDOWS 16u
#define NEEDS_SURFACES 80u
#define NEEDS_ODD_WINDOW (NEEDS_WINDOWS - 1)
#define NEEDS_ODD_OBJECT (NEEDS_SURFACES - 1)

struct need {
	uint64_t begin_off, end_off; /* 0: none */
	uint64_t key, whole;	     /* 0: none */
	uint64_t texture; /* that it binds, uses or changes; 0: none */
	uint64_t place;	  /* key of the binding through which it does */
	uint32_t reads;	  /* bits of classes */
	uint32_t process; /* counted from 0 */
	uint8_t kind;
	uint8_t class;
	uint8_t surface;
	uint8_t parts;	/* that it reads, or clears */
	uint8_t wholes; /* parts of which a clear leaves nothing */
	bool is_chosen;
	bool is_odd;	/* it is kept, whatever happens to the surface */
	bool has_error; /* a call since the previous glGetError failed, too */
	bool is_first;	/* it creates the object that it binds */
	bool may_go; /* droppable if the texture and the binding are unused */
	bool is_attached; /* the texture is used, even if the call is dropped */
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
