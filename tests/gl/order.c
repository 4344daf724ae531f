/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl -lpthread */
/*
 * Two threads whose contexts share their objects. They hand fences to each
 * other, then make and delete textures as fast as they can. So the one is given
 * the names that the other has just deleted. See ../order.t.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define ROUNDS 200

static void *(*find)(const char *name);
#define F(ret, name, ...)                                                      \
	ret (*name)(__VA_ARGS__) = (ret(*)(__VA_ARGS__))find(#name)

static struct {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	void *fence;
} baton = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL};

static void *display, *contexts[2];

static int start(void)
{
	static const int config_list[] = {0x3040, 0x40, 0x3033, 1, 0x3038};
	static const int context_list[] = {0x3098, 3, 0x3038};
	void *egl = dlopen("libEGL.so.1", RTLD_NOW), *config;
	int n = 0;

	if (!egl)
		return 0;
	find = (void *(*)(const char *))dlsym(egl, "eglGetProcAddress");
	F(void *, eglGetPlatformDisplay, unsigned, void *, const intptr_t *);
	F(unsigned, eglInitialize, void *, int *, int *);
	F(unsigned, eglChooseConfig, void *, const int *, void **, int, int *);
	F(unsigned, eglBindAPI, unsigned);
	F(void *, eglCreateContext, void *, void *, void *, const int *);
	display = eglGetPlatformDisplay(0x31dd, NULL, NULL);
	if (!display || !eglInitialize(display, NULL, NULL) ||
	    !eglBindAPI(0x30a0) ||
	    !eglChooseConfig(display, config_list, &config, 1, &n) || !n)
		return 0;
	contexts[0] = eglCreateContext(display, config, NULL, context_list);
	contexts[1] =
		eglCreateContext(display, config, contexts[0], context_list);
	return contexts[0] && contexts[1];
}

/* The fence that there is, or none, becomes another one. */
static void *change(int is_there, void *fence)
{
	void *old;

	pthread_mutex_lock(&baton.mutex);
	while ((baton.fence != NULL) != is_there)
		pthread_cond_wait(&baton.changed, &baton.mutex);
	old = baton.fence;
	baton.fence = fence;
	pthread_cond_broadcast(&baton.changed);
	pthread_mutex_unlock(&baton.mutex);
	return old;
}

static void fences(int who)
{
	F(void *, glFenceSync, unsigned, unsigned);
	F(unsigned, glClientWaitSync, void *, unsigned, uint64_t);
	F(void, glDeleteSync, void *);
	F(void, glFlush, void);

	for (int i = 0; i < ROUNDS; i++) {
		if (!who) {
			void *fence = glFenceSync(0x9117, 0);

			glFlush();
			change(0, fence);
		} else {
			void *fence = change(1, NULL);

			glClientWaitSync(fence, 1, UINT64_MAX);
			glDeleteSync(fence);
		}
	}
}

static void names(void)
{
	F(void, glGenTextures, int, unsigned *);
	F(void, glDeleteTextures, int, const unsigned *);

	for (int i = 0; i < ROUNDS; i++) {
		unsigned some[2];

		glGenTextures(2, some);
		glDeleteTextures(2, some);
	}
}

static void *run(void *who)
{
	F(unsigned, eglBindAPI, unsigned);
	F(unsigned, eglMakeCurrent, void *, void *, void *, void *);

	eglBindAPI(0x30a0);
	if (!eglMakeCurrent(display, NULL, NULL, contexts[(intptr_t)who]))
		return NULL;
	fences((int)(intptr_t)who);
	names();
	eglMakeCurrent(display, NULL, NULL, NULL);
	return contexts;
}

int main(void)
{
	pthread_t thread;
	void *is_done = NULL;

	if (!start()) {
		printf("no context\n");
		return 0;
	}
	pthread_create(&thread, NULL, run, (void *)1);
	if (!run(NULL))
		return 1;
	pthread_join(thread, &is_done);
	return is_done ? 0 : 1;
}
