/* SPDX-License-Identifier: MIT */
/*
 * What capture.c keeps, and capture_write.c and export.c write.
 */
#ifndef TOOLS_INSPECT_CAPTURE_STATE_H
#define TOOLS_INSPECT_CAPTURE_STATE_H

#include "tools/base/pen.h"
#include "tools/inspect/bound.h"
#include "tools/inspect/call_rows.h"
#include "tools/inspect/capture.h"
#include "tools/inspect/dictionary.h"
#include "tools/inspect/drawn.h"
#include "tools/inspect/origins.h"
#include "tools/inspect/states.h"

/* What was known of a context's sections. */
struct capture_sections {
	uint64_t revisions[SECTIONS];
};

/* By the name's index in the world. */
struct capture_function {
	bool is_known, is_writer;
	unsigned origin;	      /* origins_kind */
	int change;		      /* drawn_change_by */
	bool is_of_state, is_indexed; /* see reach.h */
};

struct capture_draw {
	uint64_t call, frame;
	uint32_t row;		    /* of the calls */
	uint32_t function;	    /* in draw_functions */
	uint32_t targets, textures; /* sets */
};

struct capture {
	const struct capture_settings *settings;
	struct play_viewer viewer;
	struct fxr_world *world;
	struct contents *contents;
	struct tiles *tiles;
	struct states *states;
	struct drawn *drawn;
	struct bound *bound;
	struct origins *origins;
	struct strip *strip;
	struct call_rows *rows; /* NULL: no replay has begun */
	struct capture_function *functions;
	size_t functions_capacity;
	struct capture_sections sections;
	uint32_t context;  /* whose they are */
	bool has_images;   /* textures that shaders may write to */
	bool has_scissors; /* of several viewports */
	/* of draws: their lists of JSON, each once */
	struct dictionary target_sets, texture_sets;
	struct capture_draw *draws;
	size_t draws_capacity;
	struct dictionary draw_functions;
	struct pen text, about_context;
	uint64_t texture_stamp;
	uint32_t texture_set;
	uint32_t n_draws;
	/* of the call that is played */
	int64_t draw;
	bool has_error;
	struct pen notes; /* items of a list of JSON */
	uint64_t n_different;
	char renderer[256], version[256]; /* recorded */
};

/* Members of a JSON object, from "version" to "context" and "recorded". */
void capture_put_about(const struct capture *capture, struct pen *out,
		       const char *title, const char *fault);

#endif
