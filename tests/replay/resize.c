/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Windows whose sizes change, two windows of one context, two contexts of one
 * window, and a context that comes back to where it was. Without a display, a
 * window that changes is another pbuffer. See ../replay.t.
 *	resize [glx|egl]
 */
#include "tests/replay/draw.h"

static struct drawable first, second;
static void *context, *other;
static unsigned n_shown;

static void resize(struct drawable *it, int width, int height)
{
	if (way.is_egl) {
		struct drawable old = *it;

		*it = new_pbuffer(width, height);
		use(*it, context);
		eglDestroySurface(way.display, (void *)old.id);
		return;
	}
	X(int, XResizeWindow, void *, unsigned long, unsigned, unsigned)
	(way.display, it->id, (unsigned)width, (unsigned)height);
	X(int, XSync, void *, int)(way.display, 0);
	it->width = width;
	it->height = height;
}

static void draw(struct drawable at, float red)
{
	glClearColor(red, 0.5f, (float)n_shown / 40, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glBegin(GL_TRIANGLES);
	glColor3f(1, 0, 0);
	glVertex2f(-1, -1);
	glColor3f(0, red, 0);
	glVertex2f(1, -0.9f);
	glColor3f(0, 0, 1);
	glVertex2f(0.3f, 1);
	glEnd();
	show(n_shown++, at);
}

static void fit(struct drawable at)
{
	glViewport(0, 0, at.width, at.height);
}

/* Each frame has another size. */
static void of_sizes(void)
{
	static const int sizes[][2] = {{100, 80},  {101, 63}, {40, 90},
				       {200, 150}, {3, 5},    {100, 80}};

	for (int i = 0; i < 6; i++) {
		resize(&first, sizes[i][0], sizes[i][1]);
		fit(first);
		draw(first, (float)i / 6);
	}
}

/* In turn; the second time, the viewport stays the other one's. */
static void of_windows(void)
{
	for (int i = 0; i < 4; i++) {
		use(i & 1 ? first : second, context);
		if (i != 1)
			fit(i & 1 ? first : second);
		draw(i & 1 ? first : second, 0.3f + (float)i / 10);
	}
}

/* The other one has its own state, and this window's size to begin with. */
static void of_contexts(void)
{
	for (int i = 0; i < 4; i++) {
		use(second, i & 1 ? context : other);
		if (i < 2)
			glLineWidth(4);
		glPolygonMode(GL_FRONT_AND_BACK, i < 2 ? GL_FILL : GL_LINE);
		draw(second, (float)i / 5);
	}
}

/* Another window for another time, of another size than the first one. */
static void of_a_new_window(void)
{
	struct drawable third = new_window(64, 33);

	use(third, other);
	fit(third);
	draw(third, 0.9f);
	use(first, context);
	if (way.is_egl)
		eglDestroySurface(way.display, (void *)third.id);
	else
		X(int, XDestroyWindow, void *, unsigned long)
	(way.display, third.id);
	draw(first, 0.1f);
}

/* Its size changes while it is current, before its first frame, which has
 * either size: the part is drawn that both have. */
static void of_a_late_size(int width, int height)
{
	struct drawable late = new_window(60, 50), part = late;

	use(late, context);
	glViewport(0, 0, 60, 50);
	resize(&late, width, height);
	fit(late);
	if (part.width > width || way.is_egl)
		part = late;
	draw(part, 0.7f);
	draw(late, 0.4f);
}

int main(int argc, char **argv)
{
	if (!open_way(argc > 1 ? argv[1] : "glx"))
		return NO_OPENGL;
	context = new_context(NULL, NULL);
	first = new_window(90, 70);
	second = new_window(50, 120);
	if (!context || !use(first, context))
		return NO_OPENGL;
	draw(first, 1); /* with the viewport of a new context */
	other = new_context(context, NULL);
	of_sizes();
	of_windows();
	of_contexts();
	of_a_new_window();
	of_a_late_size(130, 110);
	of_a_late_size(40, 45);
	return 0;
}
