/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl -lpthread */
/*
 * Two threads with a context each that draw to one window in turn. Both
 * contexts are current there all the time, which GLX allows. See ../replay.t.
 *	together [glx]
 */
#include <pthread.h>
#include "tests/replay/draw.h"

static struct {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int turn;
} shared = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static struct drawable window;
static void *contexts[2];

static void await(int turn)
{
	pthread_mutex_lock(&shared.mutex);
	while (shared.turn != turn)
		pthread_cond_wait(&shared.changed, &shared.mutex);
	pthread_mutex_unlock(&shared.mutex);
}

static void hand_over(void)
{
	glFinish();
	pthread_mutex_lock(&shared.mutex);
	shared.turn++;
	pthread_cond_broadcast(&shared.changed);
	pthread_mutex_unlock(&shared.mutex);
}

/* What the other one has drawn stays below, in depth and stencil, too. */
static void draw(int frame, int who)
{
	const float x = (float)frame / FRAMES - (float)who;

	if (!who) {
		glClearColor(0.2f, (float)frame / FRAMES, 0.7f, 1);
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT |
			GL_STENCIL_BUFFER_BIT);
	}
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(who ? GL_EQUAL : GL_ALWAYS, 1, 0xff);
	glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
	glColor3f((float)who, 1, x);
	glBegin(GL_TRIANGLES);
	glVertex3f(x, -1, -0.9f + (float)who);
	glVertex3f(x + 1, 0, 0.3f);
	glVertex3f(x - 0.5f, 1, 0.9f - (float)who);
	glEnd();
	glDisable(GL_STENCIL_TEST);
	glColor3f(1, x, (float)who);
	glRectf(-1, who ? -1 : 0.6f, -0.5f, who ? -0.6f : 1);
}

static void *second(void *unused)
{
	(void)unused;
	if (!use(window, contexts[1]))
		return NULL;
	for (int i = 0; i < FRAMES; i++) {
		await(2 * i + 1);
		draw(i, 1);
		show((unsigned)i, window);
		hand_over();
	}
	use((struct drawable){0, 0, 0, 0}, NULL);
	return contexts;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	void *result = NULL;

	if (!open_way(argc > 1 ? argv[1] : "glx"))
		return NO_OPENGL;
	window = new_window(96, 64);
	for (int i = 0; i < 2; i++)
		contexts[i] = new_context(NULL, NULL);
	if (!window.id || !contexts[0] || !contexts[1] ||
	    !use(window, contexts[0]))
		return NO_OPENGL;
	if (pthread_create(&thread, NULL, second, NULL))
		return 1;
	for (int i = 0; i < FRAMES; i++) {
		await(2 * i);
		draw(i, 0);
		hand_over();
	}
	pthread_join(thread, &result);
	return !result;
}
