/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Draws from memory that ends at an unmapped page, by every way to say which of
 * it: instances, divisors, base vertices, commands in memory and in buffers,
 * restarts. Prints what shapes.c prints.
 */
#include "tests/gl/gl.h"

static uint8_t *vertices, *others;
enum { N = 12, BYTES = 8 };

/* An array of N vertices, and one of 4 bytes for each divisor-th instance. */
static void point(GLuint divisor)
{
	F(void, glVertexAttribPointer, GLuint, GLint, GLenum, GLboolean,
	  GLsizei, const void *);
	F(void, glEnableVertexAttribArray, GLuint);
	F(void, glDisableVertexAttribArray, GLuint);
	F(void, glVertexAttribDivisor, GLuint, GLuint);

	glVertexAttribPointer(0, 2, 0x1406, 0, 0, vertices);
	glEnableVertexAttribArray(0);
	glVertexAttribPointer(3, 4, 0x1401, 1, 0, others);
	(divisor ? glEnableVertexAttribArray : glDisableVertexAttribArray)(3);
	glVertexAttribDivisor(3, divisor);
}

static void array(int first, int n)
{
	say("fxtrace_client_array", "data", vertices + first * BYTES,
	    (size_t)n * BYTES);
}

static void instances(int first, int n)
{
	say("fxtrace_client_array", "data", others + first * 4, (size_t)n * 4);
}

static void by_instance(void)
{
	F(void, glDrawArraysInstanced, GLenum, GLint, GLsizei, GLsizei);
	F(void, glDrawArraysInstancedBaseInstance, GLenum, GLint, GLsizei,
	  GLsizei, GLuint);

	point(1);
	array(3, 3);
	instances(0, 4);
	glDrawArraysInstanced(4, 3, 3, 4);
	point(2);
	array(0, 3);
	instances(0, 3);
	glDrawArraysInstanced(4, 0, 3, 5);
	array(0, 3);
	instances(3, 3);
	glDrawArraysInstancedBaseInstance(4, 0, 3, 5, 3);
	point(100);
	array(9, 3);
	instances(0, 1);
	glDrawArraysInstanced(4, 9, 3, 7);
	/* none at all */
	glDrawArraysInstanced(4, 0, 3, 0);
	point(0);
}

static void by_base(void)
{
	F(void, glDrawElementsBaseVertex, GLenum, GLsizei, GLenum, const void *,
	  GLint);
	F(void, glDrawRangeElementsBaseVertex, GLenum, GLuint, GLuint, GLsizei,
	  GLenum, const void *, GLint);
	F(void, glDrawElementsInstancedBaseVertexBaseInstance, GLenum, GLsizei,
	  GLenum, const void *, GLsizei, GLint, GLuint);
	F(void, glMultiDrawElementsBaseVertex, GLenum, const GLsizei *, GLenum,
	  const void *const *, GLsizei, const GLint *);
	const uint16_t one[] = {2, 0, 1}, two[] = {0, 1};
	void *p = fence(one, 6), *q = fence(two, 4);
	const void *const both[] = {p, q};
	const GLsizei counts[] = {3, 2};
	const GLint bases[] = {9, 1};

	array(9, 3);
	glDrawElementsBaseVertex(4, 3, 0x1403, p, 9);
	say("glDrawElementsBaseVertex", "indices", p, 6);
	array(5, 3);
	glDrawRangeElementsBaseVertex(4, 0, 2, 3, 0x1403, p, 5);
	say("glDrawRangeElementsBaseVertex", "indices", p, 6);
	point(2);
	array(4, 3);
	instances(1, 2);
	glDrawElementsInstancedBaseVertexBaseInstance(4, 3, 0x1403, p, 3, 4, 1);
	say("glDrawElementsInstancedBaseVertexBaseInstance", "indices", p, 6);
	point(0);
	say("fxtrace_client_indices", "indices", p, 6);
	say("fxtrace_client_indices", "indices", q, 4);
	array(1, 11);
	glMultiDrawElementsBaseVertex(4, fence(counts, 8), 0x1403,
				      fence(both, 16), 2, fence(bases, 8));
}

/* Commands of 16 bytes, 24 bytes from one to the next: count, instances, first,
 * base instance. */
static void by_command(void)
{
	F(void, glMultiDrawArraysIndirect, GLenum, const void *, GLsizei,
	  GLsizei);
	F(void, glMultiDrawElementsIndirect, GLenum, GLenum, const void *,
	  GLsizei, GLsizei);
	F(void, glDrawElementsIndirect, GLenum, GLenum, const void *);
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	const GLuint commands[10] = {3, 1, 1, 0, 9, 9, 2, 2, 8, 4};
	const GLuint indexed[10] = {3, 1, 0, 4, 0, 2, 1, 1, 0, 0};
	const uint16_t indices[] = {0, 2, 1};
	void *p = fence(commands, 40), *q;

	point(1);
	array(1, 9);
	instances(0, 6);
	glMultiDrawArraysIndirect(4, p, 2, 24);
	say("glMultiDrawArraysIndirect", "indirect", p, 40);
	point(0);
	/* indices of these are in a buffer */
	glBindBuffer(0x8893, 980);
	q = fence(indices, 6);
	glBufferData(0x8893, 6, q, 0x88e4);
	say("glBufferData", "data", q, 6);
	p = fence(indexed, 40);
	array(1, 6);
	glMultiDrawElementsIndirect(4, 0x1403, p, 2, 0);
	say("glMultiDrawElementsIndirect", "indirect", p, 40);
	p = fence(indexed + 5, 20);
	array(1, 2);
	glDrawElementsIndirect(4, 0x1403, p);
	say("glDrawElementsIndirect", "indirect", p, 20);
	/* and so do commands */
	glBindBuffer(0x8f3f, 981);
	p = fence(indexed, 40);
	glBufferData(0x8f3f, 40, p, 0x88e4);
	say("glBufferData", "data", p, 40);
	array(1, 6);
	glMultiDrawElementsIndirect(4, 0x1403, NULL, 2, 0);
	glBindBuffer(0x8f3f, 0);
	glBindBuffer(0x8893, 0);
}

/* The number of commands is in a buffer, too. */
static void by_count(void)
{
	F(void, glMultiDrawArraysIndirectCountARB, GLenum, const void *,
	  intptr_t, GLsizei, GLsizei);
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	const GLuint commands[] = {3, 1, 1, 0, 2, 1, 7, 0, 99, 1, 0, 0};
	const GLuint count[] = {0, 2};
	void *p = fence(commands, 48), *q = fence(count, 8);

	glBindBuffer(0x8f3f, 982);
	glBufferData(0x8f3f, 48, p, 0x88e4);
	say("glBufferData", "data", p, 48);
	glBindBuffer(0x80ee, 983);
	glBufferData(0x80ee, 8, q, 0x88e4);
	say("glBufferData", "data", q, 8);
	array(1, 8);
	glMultiDrawArraysIndirectCountARB(4, NULL, 4, 3, 0);
	glBindBuffer(0x80ee, 0);
	glBindBuffer(0x8f3f, 0);
}

/* Indices that no vertex has: Mesa has one switch for both ways to say so,
 * which the client's attributes keep. */
static void by_restart(void)
{
	F(void, glEnable, GLenum);
	F(void, glDisable, GLenum);
	F(void, glEnableClientState, GLenum);
	F(void, glDisableClientState, GLenum);
	F(void, glPrimitiveRestartIndex, GLuint);
	F(void, glPushClientAttrib, GLbitfield);
	F(void, glPopClientAttrib, void);
	F(void, glDrawElements, GLenum, GLsizei, GLenum, const void *);
	F(GLboolean, glIsEnabled, GLenum);
	const GLubyte three[] = {1, 11, 3};
	void *p = fence(three, 3);
#define DRAW(first, n)                                                         \
	do {                                                                   \
		array(first, n);                                               \
		glDrawElements(0, 3, 0x1401, p);                               \
		say("glDrawElements", "indices", p, 3);                        \
	} while (0)

	glPrimitiveRestartIndex(11);
	DRAW(1, 11);
	glEnable(0x8f9d);
	DRAW(1, 3);
	glDisable(0x8f9d);
	DRAW(1, 11);
	glEnableClientState(0x8558);
	DRAW(1, 3);
	/* off by the one name: it is as OpenGL says whether the other is */
	glDisable(0x8f9d);
	DRAW(1, glIsEnabled(0x8558) ? 3 : 11);
	glEnable(0x8f9d);
	glDisableClientState(0x8558);
	DRAW(1, glIsEnabled(0x8f9d) ? 3 : 11);
	glDisable(0x8f9d);
	glPushClientAttrib(2);
	glEnable(0x8f9d);
	glPrimitiveRestartIndex(3);
	DRAW(1, 11);
	glPopClientAttrib();
	DRAW(1, glIsEnabled(0x8f9d) ? 3 : 11);
	glDisable(0x8f9d);
}

/* A list takes from memory when it is made, not when it is called. */
static void by_list(void)
{
	F(void, glNewList, GLuint, GLenum);
	F(void, glEndList, void);
	F(void, glCallList, GLuint);
	F(void, glDrawArrays, GLenum, GLint, GLsizei);

	glNewList(1, 0x1300);
	array(2, 3);
	glDrawArrays(4, 2, 3);
	glEndList();
	glCallList(1);
}

int main(void)
{
	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	vertices = fenced(N * BYTES);
	others = fenced(6 * 4);
	by_instance();
	by_base();
	by_command();
	by_count();
	by_restart();
	by_list();
	printf("error %x\n", ((GLenum(*)(void))find("glGetError"))());
	return 0;
}
