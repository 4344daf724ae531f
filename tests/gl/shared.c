/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl -pthread */
/*
 * Draws by indices of a buffer that another thread's context deletes while it
 * is drawn from. OpenGL allows that: it is there until nothing uses it.
 */
#include <pthread.h>
#include <unistd.h>

#include "tests/gl/gl.h"

#define ROUNDS 60
#define N_INDICES (1 << 19)

static GLuint buffer;
static void *other;
static pthread_barrier_t barrier;

static void *delete_buffers(void *unused)
{
	F(unsigned, eglBindAPI, GLenum);
	F(unsigned, eglMakeCurrent, void *, void *, void *, void *);
	F(void, glDeleteBuffers, GLsizei, const GLuint *);

	eglBindAPI(0x30a2);
	if (!eglMakeCurrent(egl_display, NULL, NULL, other))
		printf("not current\n");
	for (unsigned i = 0; i < ROUNDS; i++) {
		pthread_barrier_wait(&barrier);
		usleep(i * 7 % 300);
		glDeleteBuffers(1, &buffer);
		pthread_barrier_wait(&barrier);
	}
	eglMakeCurrent(egl_display, NULL, NULL, NULL);
	return unused;
}

static void draw(const void *indices)
{
	F(void, glGenBuffers, GLsizei, GLuint *);
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	F(void, glDrawElements, GLenum, GLsizei, GLenum, const void *);

	glGenBuffers(1, &buffer);
	glBindBuffer(0x8893, buffer);
	glBufferData(0x8893, N_INDICES * 4, indices, 0x88e4);
	pthread_barrier_wait(&barrier);
	glDrawElements(0, N_INDICES, 0x1405, NULL);
	pthread_barrier_wait(&barrier);
	glBindBuffer(0x8893, 0);
}

int main(void)
{
	static const float vertices[12];
	int config_list[] = {0x3040, 8, 0x3033, 1, 0x3038}, n = 0;
	void *config, *indices = calloc(N_INDICES, 4);
	pthread_t thread;

	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	F(unsigned, eglChooseConfig, void *, const int *, void **, int, int *);
	F(void *, eglCreateContext, void *, void *, void *, const int *);
	F(void, glEnableClientState, GLenum);
	F(void, glVertexPointer, GLint, GLenum, GLsizei, const void *);
	eglChooseConfig(egl_display, config_list, &config, 1, &n);
	other = eglCreateContext(egl_display, config, egl_context, NULL);
	glEnableClientState(0x8074);
	glVertexPointer(3, 0x1406, 0, vertices);
	pthread_barrier_init(&barrier, NULL, 2);
	if (pthread_create(&thread, NULL, delete_buffers, NULL) != 0)
		return 1;
	for (unsigned i = 0; i < ROUNDS; i++)
		draw(indices);
	pthread_join(thread, NULL);
	printf("drawn\n");
	return 0;
}
