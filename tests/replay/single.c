/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * What only GLX has: windows with one buffer, which is never swapped, and an
 * accumulation buffer, which since Mesa 25 no driver has. See ../replay-glx.t.
 *	single
 */
#include "tests/replay/draw.h"

static int sums = 16; /* bits of the accumulation buffer */

static GLXFBConfig of_one_buffer(void)
{
	const int list[] = {GLX_DRAWABLE_TYPE,
			    GLX_WINDOW_BIT,
			    GLX_DOUBLEBUFFER,
			    0,
			    GLX_RED_SIZE,
			    8,
			    GLX_ACCUM_RED_SIZE,
			    sums,
			    GLX_ACCUM_GREEN_SIZE,
			    sums,
			    GLX_ACCUM_BLUE_SIZE,
			    sums,
			    0};
	void *visual = X(void *, XDefaultVisual, void *, int)(way.display, 0);
	int id = (int)X(unsigned long, XVisualIDFromVisual, void *)(visual);
	int n = 0;
	GLXFBConfig *configs = glXChooseFBConfig(way.display, 0, list, &n);

	/* the default visual has two buffers, but its depth is what counts */
	for (int i = 0; i < n; i++)
		if (attribute_of(configs[i], GLX_VISUAL_ID) == id)
			return configs[i];
	return n ? configs[0] : NULL;
}

static void triangle(float at)
{
	glClear(GL_COLOR_BUFFER_BIT);
	glBegin(GL_TRIANGLES);
	glColor3f(1, 0, at);
	glVertex2f(-1 + at, -1);
	glColor3f(0, 1, 0);
	glVertex2f(at, -1);
	glColor3f(0, 0, 1);
	glVertex2f(0, 1 - at);
	glEnd();
}

/* Four moments of a movement in one picture. */
static void blur(int frame)
{
	for (int i = 0; i < 4; i++) {
		triangle((float)(frame + i) / 20);
		if (sums)
			glAccum(i ? GL_ACCUM : GL_LOAD, 0.25f);
	}
	if (sums)
		glAccum(GL_RETURN, 1);
	glFlush();
}

int main(void)
{
	struct drawable window, other;
	GLboolean is_double = 1;
	void *context;

	if (!open_way("glx"))
		return NO_OPENGL;
	way.config = of_one_buffer();
	if (!way.config) {
		sums = 0;
		way.config = of_one_buffer();
	}
	if (!way.config)
		return NO_OPENGL;
	context = new_context(NULL, NULL);
	window = new_window(WIDTH, HEIGHT);
	if (!context || !use(window, context))
		return NO_OPENGL;
	glGetBooleanv(GL_DOUBLEBUFFER, &is_double);
	printf("double %d\naccumulation %d\n", is_double, sums);
	for (int i = 0; i < FRAMES; i++) {
		blur(i);
		printf("frame %d %08x\n", i, checksum(window));
	}
	/* another one of the same kind */
	other = new_window(WIDTH, HEIGHT);
	if (!use(other, context))
		return 1;
	blur(0);
	return 0;
}
