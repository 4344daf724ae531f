/* SPDX-License-Identifier: MIT */
/* BUILD: '-Wl,-rpath,$ORIGIN/../hazard/lib' -lfences -ldl */
/*
 * Fences of extensions, which are made believe (../hazard/lib/fences.c), and
 * queries whose results go into buffers. It prints what the archive must hold,
 * see ../frames.t.
 */
#include "tests/gl/gl.h"

void glGenFencesNV(int n, unsigned *fences);
void glDeleteFencesNV(int n, const unsigned *fences);
void glSetFenceNV(unsigned fence, unsigned condition);
unsigned char glTestFenceNV(unsigned fence);
void glFinishFenceNV(unsigned fence);
void glGetFenceivNV(unsigned fence, unsigned name, int *value);
void glSetFenceAPPLE(unsigned fence);
unsigned char glTestFenceAPPLE(unsigned fence);
void glFinishFenceAPPLE(unsigned fence);
unsigned char glTestObjectAPPLE(unsigned object, unsigned name);
void glFinishObjectAPPLE(unsigned object, int name);
void glDeleteFencesAPPLE(int n, const unsigned *fences);
void *eglCreateFenceSyncNV(void *display, unsigned condition, const int *list);
int eglClientWaitSyncNV(void *sync, int flags, uint64_t timeout);
unsigned eglSignalSyncNV(void *sync, unsigned mode);
unsigned eglGetSyncAttribNV(void *sync, int attribute, int *value);
unsigned eglFenceNV(void *sync);
unsigned eglDestroySyncNV(void *sync);

static void nv_fences(void)
{
	unsigned names[3];
	int value;

	glGenFencesNV(3, names);
	glTestFenceNV(names[0]); /* it was never set */
	glTestFenceNV(names[0]);
	glSetFenceNV(names[0], 0x84f2);
	glTestFenceNV(names[0]);
	glTestFenceNV(names[0]);
	glTestFenceNV(names[0]);
	printf("fence glSetFenceNV glTestFenceNV=true\n");
	glSetFenceNV(names[1], 0x84f2);
	glSetFenceNV(names[1], 0x84f2);
	printf("fence glSetFenceNV glSetFenceNV=false\n");
	glFinishFenceNV(names[1]);
	printf("fence glSetFenceNV glFinishFenceNV=true\n");
	glSetFenceNV(names[1], 0x84f2);
	glGetFenceivNV(names[1], 0x84f4, &value); /* its condition */
	glGetFenceivNV(names[1], 0x84f3, &value);
	glGetFenceivNV(names[1], 0x84f3, &value);
	printf("fence glSetFenceNV glGetFenceivNV=true\n");
	glSetFenceNV(names[2], 0x84f2);
	glDeleteFencesNV(3, names);
	printf("fence glSetFenceNV glDeleteFencesNV=false\n");
	glDeleteFencesNV(-3, names);
}

static void apple_fences(void)
{
	const unsigned names[] = {7, 8};

	glSetFenceAPPLE(7);
	glTestFenceAPPLE(7);
	glTestFenceAPPLE(7);
	printf("fence glSetFenceAPPLE glTestFenceAPPLE=true\n");
	glSetFenceAPPLE(7);
	glFinishFenceAPPLE(7);
	printf("fence glSetFenceAPPLE glFinishFenceAPPLE=true\n");
	glSetFenceAPPLE(7);
	glTestObjectAPPLE(0x8a0a, 7); /* no fence */
	glTestObjectAPPLE(0x8a0b, 7);
	glTestObjectAPPLE(0x8a0b, 7);
	printf("fence glSetFenceAPPLE glTestObjectAPPLE=true\n");
	glSetFenceAPPLE(8);
	glFinishObjectAPPLE(0x8a0a, 8);
	glFinishObjectAPPLE(0x8a0b, 8);
	printf("fence glSetFenceAPPLE glFinishObjectAPPLE=true\n");
	glSetFenceAPPLE(7);
	glDeleteFencesAPPLE(2, names);
	printf("fence glSetFenceAPPLE glDeleteFencesAPPLE=false\n");
}

static void egl_fences(void)
{
	void *sync = eglCreateFenceSyncNV(egl_display, 0x30e6, NULL);
	int value;

	eglClientWaitSyncNV(sync, 1, 0);
	eglClientWaitSyncNV(sync, 1, 0);
	printf("fence eglCreateFenceSyncNV eglClientWaitSyncNV "
	       "eglClientWaitSyncNV=true\n");
	eglFenceNV(sync);
	eglGetSyncAttribNV(sync, 0x30e7, &value);
	eglGetSyncAttribNV(sync, 0x30e7, &value);
	printf("fence eglFenceNV eglGetSyncAttribNV=true\n");
	eglFenceNV(sync);
	eglSignalSyncNV(sync, 0x30e9); /* not */
	eglSignalSyncNV(sync, 0x30e8);
	printf("fence eglFenceNV eglSignalSyncNV=true\n");
	eglFenceNV(sync);
	eglFenceNV(sync);
	printf("fence eglFenceNV eglFenceNV=false\n");
	eglDestroySyncNV(sync);
	printf("fence eglFenceNV eglDestroySyncNV=false\n");
}

/* Results that go into a buffer, by its binding and by its name. */
static void queries(void)
{
	F(void, glGenQueries, GLsizei, GLuint *);
	F(void, glBeginQuery, GLenum, GLuint);
	F(void, glEndQuery, GLenum);
	F(void, glGetQueryObjectuiv, GLuint, GLenum, GLuint *);
	F(void, glGetQueryBufferObjectui64v, GLuint, GLuint, GLenum, intptr_t);
	F(void, glGenBuffers, GLsizei, GLuint *);
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	F(void, glDeleteQueries, GLsizei, const GLuint *);
	F(GLenum, glGetError, void);
	GLuint names[2], buffer;

	glGenBuffers(1, &buffer);
	glBindBuffer(0x9192, buffer);
	if (glGetError())
		return;
	glBufferData(0x9192, 64, NULL, 0x88e5);
	glGenQueries(2, names);
	glBeginQuery(0x8914, names[0]);
	glEndQuery(0x8914);
	glGetQueryObjectuiv(names[0], 0x8867, (GLuint *)8);
	glGetQueryObjectuiv(names[0], 0x9194, (GLuint *)12);
	glGetQueryObjectuiv(names[0], 0x8866, (GLuint *)16);
	glGetQueryObjectuiv(names[0], 0x8866, (GLuint *)20);
	printf("query GL_SAMPLES_PASSED glBeginQuery glEndQuery "
	       "glGetQueryObjectuiv glGetQueryObjectuiv "
	       "glGetQueryObjectuiv\n");
	glBindBuffer(0x9192, 0);
	glBeginQuery(0x8914, names[1]);
	glEndQuery(0x8914);
	glGetQueryBufferObjectui64v(names[1], buffer, 0x8866, 24);
	printf("query GL_SAMPLES_PASSED glBeginQuery glEndQuery "
	       "glGetQueryBufferObjectui64v\n");
	printf("into %u 8, %u 12, %u 16, %u 24\n", buffer, buffer, buffer,
	       buffer);
	glBeginQuery(0x8914, names[1]);
	glEndQuery(0x8914);
	glGetQueryBufferObjectui64v(names[1], buffer, 0x82ea, 24);
	glDeleteQueries(2, names);
	printf("query GL_SAMPLES_PASSED glBeginQuery glEndQuery "
	       "glDeleteQueries\n");
	printf("errors %d\n", glGetError() != 0);
}

int main(void)
{
	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	nv_fences();
	apple_fences();
	egl_fences();
	queries();
	return 0;
}
