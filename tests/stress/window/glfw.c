/* SPDX-License-Identifier: MIT */
/*
 * A window of GLFW. Its functions are those that the program is linked with, or
 * those of glad's loader, by GLFW's way to find them or glad's own.
 *	glfw glx|egl|es
 */
#include <stdio.h>
#include <string.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "tests/stress/window/scene.h"

/* Of glad; 0: there is none, or it has found nothing. */
#ifdef GLAD_GL
static int load(void)
{
#ifdef BY_GLAD
	return gladLoaderLoadGL();
#else
	return gladLoadGL((GLADloadfunc)glfwGetProcAddress);
#endif
}
#else
static int load(void)
{
	return 1;
}
#endif

static GLFWwindow *window_of(const char *way)
{
	const int is_es = !strcmp(way, "es");

	if (!glfwInit())
		return NULL;
	if (strcmp(way, "glx") != 0)
		glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
	if (is_es) {
		glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
		glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 2);
	}
	return glfwCreateWindow(120, 90, "scene", NULL, NULL);
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "glx";
	GLFWwindow *window = window_of(way);

	if (!window)
		return 77;
	glfwMakeContextCurrent(window);
	if (!load() || !scene_begin(!strcmp(way, "es") ? "100" : "120"))
		return 1;
	printf("%s %s\n", glGetString(GL_VERSION), glGetString(GL_RENDERER));
	for (unsigned i = 0; i < 6 && !glfwWindowShouldClose(window); i++) {
		scene_draw(i);
		glfwSwapBuffers(window);
		glfwPollEvents();
	}
	glfwDestroyWindow(window);
	glfwTerminate();
	return 0;
}
