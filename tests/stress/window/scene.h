/* SPDX-License-Identifier: MIT */
/*
 * What the programs in this folder draw, each by the OpenGL that its own way of
 * finding the functions gives it. scene.c is compiled for each, with the header
 * of that way in front of it (-include).
 */
#ifndef TESTS_STRESS_WINDOW_SCENE_H
#define TESTS_STRESS_WINDOW_SCENE_H

/* For the context that is current. version: of the shaders, "100", "120" or
 * "150". 0: they are refused. */
int scene_begin(const char *version);

/* The picture of that number. */
void scene_draw(unsigned number);

#endif
