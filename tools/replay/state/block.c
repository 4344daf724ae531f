/* SPDX-License-Identifier: MIT */
/*
 * The contents of uniform blocks' buffers, see part.h.
 */
#include <string.h>

#include "tools/replay/state/part.h"

/* The buffer is bound to GL_COPY_READ_BUFFER. */
static bool read_bound(struct state *state, GLintptr from, size_t n_bytes,
		       void *to)
{
	const struct procs *gl = state->gl;
	const void *mapped;

	if (gl->GetBufferSubData) {
		gl->GetBufferSubData(GL_COPY_READ_BUFFER, from,
				     (GLsizeiptr)n_bytes, to);
		return state_is_ok(state);
	}
	if (!gl->MapBufferRange || !gl->UnmapBuffer)
		return false;
	mapped = gl->MapBufferRange(GL_COPY_READ_BUFFER, from,
				    (GLsizeiptr)n_bytes, GL_MAP_READ_BIT);
	/* the program itself may have mapped it */
	if (!state_is_ok(state) || !mapped)
		return false;
	memcpy(to, mapped, n_bytes);
	gl->UnmapBuffer(GL_COPY_READ_BUFFER);
	return state_is_ok(state);
}

static bool find_buffer(struct state *state, GLuint program, GLint block,
			GLint *buffer, GLint64 *start)
{
	const struct procs *gl = state->gl;
	GLint binding = 0;

	if (!gl->GetActiveUniformBlockiv || !gl->GetIntegeri_v ||
	    !gl->GetInteger64i_v || !gl->BindBuffer || !gl->IsBuffer)
		return false;
	gl->GetActiveUniformBlockiv(program, (GLuint)block,
				    GL_UNIFORM_BLOCK_BINDING, &binding);
	gl->GetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, (GLuint)binding, buffer);
	gl->GetInteger64i_v(GL_UNIFORM_BUFFER_START, (GLuint)binding, start);
	return state_is_ok(state) && *buffer;
}

bool state_block(struct state *state, GLuint program, GLint block,
		 GLintptr offset, size_t n_bytes, void *to)
{
	const struct procs *gl = state->gl;
	GLint buffer = 0, bound;
	GLint64 start = 0;
	bool is_read;

	if (!find_buffer(state, program, block, &buffer, &start))
		return false;
	bound = state_get(state, GL_COPY_READ_BUFFER_BINDING);
	/* binding a name that another context has deleted makes a buffer */
	if (!gl->IsBuffer((GLuint)buffer) ||
	    (bound && !gl->IsBuffer((GLuint)bound)))
		return false;
	gl->BindBuffer(GL_COPY_READ_BUFFER, (GLuint)buffer);
	is_read = state_is_ok(state) &&
		  read_bound(state, (GLintptr)start + offset, n_bytes, to);
	gl->BindBuffer(GL_COPY_READ_BUFFER, (GLuint)bound);
	(void)state_is_ok(state);
	return is_read;
}
