/* SPDX-License-Identifier: MIT */
/*
 * The parts of what state.h prints, each a source file of this folder, and
 * their queries. Errors are fetched and dropped each time: a name that the
 * context does not know is not printed.
 */
#ifndef TOOLS_REPLAY_STATE_PART_H
#define TOOLS_REPLAY_STATE_PART_H

#include "tools/replay/state/json.h"
#include "tools/replay/state/parameters.h"
#include "tools/replay/state/procs.h"

struct state {
	const struct procs *gl;
	struct json json;
	struct pieces *pieces; /* piece.h */
	bool is_debugged;      /* GL_DEBUG_OUTPUT was enabled */
};

/* The subject of a query: which of these counts depends on the function. */
struct state_subject {
	const struct procs *gl;
	GLenum target;
	GLuint name; /* of an object, or an index */
	GLint level;
	GLenum attachment;
};

typedef void state_integers(const struct state_subject *subject, GLenum name,
			    GLint *values);
typedef void state_floats(const struct state_subject *subject, GLenum name,
			  GLfloat *values);

typedef void state_longs(const struct state_subject *subject, GLenum name,
			 GLint64 *values);

/* A function that returns values for several names. */
struct state_query {
	const char *function; /* its names and meanings count */
	const char *more;     /* another one whose names count, or NULL */
	enum parameters_rule rule;
	bool has_any_name;	  /* any constant may be a name */
	state_integers *integers; /* one of both may be NULL */
	state_floats *floats;
	state_longs *longs; /* or NULL: integers may be larger */
};

/* Capacity for the values of any name. */
#define STATE_VALUES 4096u

/* Prints each name that gets an answer, with its value, as members. */
void state_read(struct state *state, const struct state_query *query,
		const struct state_subject *subject);

/* Prints the answer for one name, as a member `key`; nothing if there is
 * none. */
void state_read_one(struct state *state, const struct state_query *query,
		    const struct state_subject *subject, GLenum name,
		    const char *key);

/* Whether there is an answer for one name. */
bool state_has(struct state *state, const struct state_query *query,
	       const struct state_subject *subject, GLenum name);

/* Calls take for each name that may be queried, once. */
typedef void state_take(void *context, GLenum name, const char *text);
void state_names(const struct state_query *query, state_take *take,
		 void *context);

/* glGet; 0 if the context does not know the name. */
GLint state_get(struct state *state, GLenum name);

/* Drops pending errors. Returns whether there were none. */
bool state_is_ok(struct state *state);

/* A constant by its name as a parameter of a function, else as a number. */
void state_constant(struct state *state, const char *key, const char *function,
		    unsigned parameter, GLint value);

/* The label of an object, if it has one. */
void state_label(struct state *state, GLenum kind, GLuint name);

void state_enabled(struct state *state);
void state_viewports(struct state *state);
void state_draw_buffers(struct state *state);
void state_fixed(struct state *state);
/* The units that a context has, and one of them, which is active: an element of
 * a list, or nothing if nothing is bound there. */
GLint state_units(struct state *state);
void state_unit(struct state *state, GLint unit);
void state_images(struct state *state);
void state_buffers(struct state *state);
void state_vertex_array(struct state *state);
void state_framebuffers(struct state *state);
void state_programs(struct state *state);
/* Of a program, as a member `uniforms`. Returns whether some are in blocks. */
bool state_uniforms(struct state *state, GLuint program);
/* Reads bytes of the buffer that is bound to a block of a program, from
 * `offset` in the block on. Returns false if there are none. */
bool state_block(struct state *state, GLuint program, GLint block,
		 GLintptr offset, size_t n_bytes, void *to);
void state_queries(struct state *state);

#endif
