/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * What a look at the state could disturb: errors that nobody has fetched, debug
 * messages, open queries, feedback, conditions, mapped buffers, selected units.
 * What comes of each decides what is drawn. See ../replay_state.t.
 *	traceless [glx|egl]
 */
#include "tests/replay/draw.h"

static GLuint query, buffers[2], feedback_program;

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void color(GLuint a, GLuint b, int frame)
{
	glColor3ub((uint8_t)a, (uint8_t)b, (uint8_t)(frame * 20));
	glRectf(-1, -1, 1, 1);
}

/* The first of two errors counts, and there is one of it. */
static void with_errors(int frame)
{
	GLenum first, second;

	glEnable(0xdead);
	glRectf(-1, -1, step(frame), 0);
	glLineWidth(-1);
	glRectf(0, 0, step(frame), 1);
	first = glGetError();
	second = glGetError();
	color(first, second, frame);
}

static void with_messages(int frame)
{
	GLint before = 0, after = 0;

	glEnable(GL_DEBUG_OUTPUT);
	glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES, &before);
	glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER,
			     1, GL_DEBUG_SEVERITY_HIGH, -1, "here");
	glRectf(-1, -1, step(frame), 0);
	glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES, &after);
	glDisable(GL_DEBUG_OUTPUT);
	color((GLuint)(before * 10), (GLuint)(after * 10), frame);
}

static void with_query(int frame)
{
	GLuint n = 0;

	glBeginQuery(GL_SAMPLES_PASSED, query);
	glRectf(-1, -1, step(frame), 0);
	glLineWidth(2);
	glRectf(0, 0, step(frame), 1);
	glEndQuery(GL_SAMPLES_PASSED);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &n);
	glLineWidth(1);
	glBeginConditionalRender(query, GL_QUERY_WAIT);
	color(n, n >> 8, frame);
	glEndConditionalRender();
}

/* The buffer is written to while it is mapped, and draws are in between. */
static void with_mapping(int frame)
{
	uint8_t *bytes, left[4] = {0};

	glBindBuffer(GL_COPY_READ_BUFFER, buffers[0]);
	glBufferData(GL_COPY_READ_BUFFER, 64, NULL, GL_DYNAMIC_DRAW);
	bytes = glMapBufferRange(GL_COPY_READ_BUFFER, 0, 64, GL_MAP_WRITE_BIT);
	if (bytes)
		bytes[0] = (uint8_t)(frame + 1);
	glRectf(-1, -1, 0, 0);
	if (bytes)
		bytes[1] = (uint8_t)(frame * 9);
	glUnmapBuffer(GL_COPY_READ_BUFFER);
	glGetBufferSubData(GL_COPY_READ_BUFFER, 0, 4, left);
	glBindBuffer(GL_COPY_READ_BUFFER, 0);
	color(left[0], left[1], frame);
}

static void with_feedback(int frame)
{
	float left[4] = {0};

	glUseProgram(feedback_program);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[1]);
	glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 64, NULL, GL_DYNAMIC_DRAW);
	glBeginTransformFeedback(GL_POINTS);
	glBegin(GL_POINTS);
	glVertex2f(step(frame), 0.5f);
	glEnd();
	glBegin(GL_POINTS);
	glVertex2f(0.25f, step(frame));
	glEnd();
	glEndTransformFeedback();
	glUseProgram(0);
	glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 16, sizeof(left),
			   left);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
	color((GLuint)(left[0] * 200), (GLuint)(left[1] * 200), frame);
}

static void prepare(void)
{
	static const char *const varyings[] = {"gl_Position"};

	glGenQueries(1, &query);
	glGenBuffers(2, buffers);
	feedback_program =
		unlinked_program("void main() { gl_Position = gl_Vertex; }",
				 "void main() { gl_FragColor = vec4(1.0); }");
	glTransformFeedbackVaryings(feedback_program, 1, varyings,
				    GL_INTERLEAVED_ATTRIBS);
	link_program(feedback_program);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {with_errors, with_messages, with_query,
					with_mapping, with_feedback};

	return draw_old(argc, argv, prepare, scenes,
			sizeof(scenes) / sizeof(*scenes));
}
