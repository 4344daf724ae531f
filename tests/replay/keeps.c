/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Whether depth stays with a surface of EGL when another context takes it over
 * (status 0), or each context has its own (1). Mesa 22 has the first, 25 the
 * second. See ../replay.t.
 */
#include "tests/replay/draw.h"

int main(void)
{
	struct drawable window;
	void *contexts[2];
	float depth = 0;

	if (!open_way("egl"))
		return NO_OPENGL;
	window = new_window(96, 64);
	for (int i = 0; i < 2; i++)
		contexts[i] = new_context(NULL, NULL);
	if (!window.id || !contexts[0] || !contexts[1] ||
	    !use(window, contexts[0]))
		return NO_OPENGL;
	glClearDepth(0.75);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	glFinish();
	use((struct drawable){0, 0, 0, 0}, NULL);
	if (!use(window, contexts[1]))
		return NO_OPENGL;
	glReadPixels(3, 3, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
	return depth < 0.74f || depth > 0.76f;
}
