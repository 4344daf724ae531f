/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl -pthread */
/*
 * Draws while another thread's context unmaps or deletes a buffer that is
 * mapped all the time. This thread neither draws from it nor writes to it then,
 * so its memory may go. What is written to one that stays is printed as in
 * shapes.c.
 */
#include <malloc.h>
#include <pthread.h>
#include <time.h>

#include "tests/gl/gl.h"

#define N_BYTES (1 << 20)
#define WRITE_ALL_THE_TIME 0xc2 /* write, persistent, coherent */

static GLuint buffer;
static void *other;
static pthread_barrier_t barrier;
static int is_gone, is_over;

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void *take_away(void *unused)
{
	F(unsigned, eglBindAPI, GLenum);
	F(unsigned, eglMakeCurrent, void *, void *, void *, void *);
	F(void, glDeleteBuffers, GLsizei, const GLuint *);
	F(void, glBindBuffer, GLenum, GLuint);
	F(GLboolean, glUnmapBuffer, GLenum);

	eglBindAPI(0x30a2);
	if (!eglMakeCurrent(egl_display, NULL, NULL, other))
		printf("not current\n");
	for (unsigned i = 0;; i++) {
		uint64_t until;

		pthread_barrier_wait(&barrier);
		if (is_over)
			break;
		until = now_ns() + i * 7919 % 400000;
		while (now_ns() < until)
			;
		if (i % 2) {
			glBindBuffer(0x8892, buffer);
			glUnmapBuffer(0x8892);
		}
		glDeleteBuffers(1, &buffer);
		__atomic_store_n(&is_gone, 1, __ATOMIC_RELEASE);
		pthread_barrier_wait(&barrier);
	}
	eglMakeCurrent(egl_display, NULL, NULL, NULL);
	return unused;
}

static char *map(void)
{
	F(void, glGenBuffers, GLsizei, GLuint *);
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferStorage, GLenum, intptr_t, const void *, GLbitfield);
	F(void *, glMapBufferRange, GLenum, intptr_t, intptr_t, GLbitfield);
	char *p;

	glGenBuffers(1, &buffer);
	glBindBuffer(0x8a11, buffer);
	glBufferStorage(0x8a11, N_BYTES, NULL, WRITE_ALL_THE_TIME);
	p = glMapBufferRange(0x8a11, 0, N_BYTES, WRITE_ALL_THE_TIME);
	/* it is gone once nothing refers to it */
	glBindBuffer(0x8a11, 0);
	return p;
}

static unsigned draw_for_ns(uint64_t ns)
{
	F(void, glDrawArrays, GLenum, GLint, GLsizei);
	uint64_t end = now_ns() + ns;
	unsigned n = 0;

	for (; n < 5000 && now_ns() < end; n++) {
		if (!map())
			break;
		is_gone = 0;
		pthread_barrier_wait(&barrier);
		for (unsigned i = 0;
		     i < 20 && !__atomic_load_n(&is_gone, __ATOMIC_ACQUIRE);
		     i++)
			glDrawArrays(0, 0, 0);
		pthread_barrier_wait(&barrier);
	}
	is_over = 1;
	pthread_barrier_wait(&barrier);
	return n;
}

/* Written where another context might take it away, too. */
static void write_some(void)
{
	F(void, glDrawArrays, GLenum, GLint, GLsizei);
	F(void, glDeleteBuffers, GLsizei, const GLuint *);
	static const struct {
		size_t at, n;
	} parts[] = {{0, 1},
		     {5000, 20000},
		     {N_BYTES / 2 + 100, 3},
		     {N_BYTES - 1, 1}};
	char *p = map();

	for (unsigned i = 0; p && i < sizeof(parts) / sizeof(parts[0]); i++) {
		memset(p + parts[i].at, 'x', parts[i].n);
		say("memcpy", "src", p + parts[i].at, parts[i].n);
		glDrawArrays(0, 0, 0);
	}
	glDeleteBuffers(1, &buffer);
}

int main(void)
{
	int config_list[] = {0x3040, 8, 0x3033, 1, 0x3038}, n = 0;
	void *config;
	pthread_t thread;

	/* what is freed is no memory any more */
	mallopt(M_MMAP_THRESHOLD, N_BYTES / 4);
	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	F(unsigned, eglChooseConfig, void *, const int *, void **, int, int *);
	F(void *, eglCreateContext, void *, void *, void *, const int *);
	eglChooseConfig(egl_display, config_list, &config, 1, &n);
	other = eglCreateContext(egl_display, config, egl_context, NULL);
	write_some();
	pthread_barrier_init(&barrier, NULL, 2);
	if (pthread_create(&thread, NULL, take_away, NULL) != 0)
		return 1;
	n = (int)draw_for_ns(1500000000);
	pthread_join(thread, NULL);
	fprintf(stderr, "# %d buffers\n", n);
	printf("error %x\n", ((GLenum(*)(void))find("glGetError"))());
	return 0;
}
