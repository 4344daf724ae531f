/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Textures of which each picture shows one, uploaded before the first picture:
 * what a part of the pictures needs of them. Each scene is another way to come
 * by a texture, and is a program of its own. See ../trim.t.
 *	uploads SCENE
 */
#include "tests/replay/draw.h"

#define SIDES 64

static GLuint shows, shows_cube, textures[FRAMES + 2], frame_name;
static uint8_t pixels[SIDES * SIDES * 4];
static void *contexts[2];
static struct drawable at;

static void cover(GLuint program, int unit)
{
	const float strip[] = {-1, -1, 1, -1, -1, 1, 1, 1};

	glUseProgram(program);
	glUniform1i(glGetUniformLocation(program, "image"), unit);
	glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, strip);
	glEnableVertexAttribArray(0);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glDisableVertexAttribArray(0);
}

static void parameters(GLenum target)
{
	glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static void image(GLenum target, int seed)
{
	glTexImage2D(target, 0, GL_RGBA, SIDES, SIDES, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE,
		     noise(pixels, sizeof(pixels), (uint32_t)seed));
}

static void part(int y, int seed)
{
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, y, SIDES, SIDES / 2, GL_RGBA,
			GL_UNSIGNED_BYTE,
			noise(pixels, sizeof(pixels) / 2, (uint32_t)seed));
}

static void upload(int i)
{
	glBindTexture(GL_TEXTURE_2D, textures[i]);
	parameters(GL_TEXTURE_2D);
	image(GL_TEXTURE_2D, i);
}

static void upload_all(void)
{
	for (int i = 0; i < FRAMES + 2; i++)
		upload(i);
}

static void show_texture(int i)
{
	glBindTexture(GL_TEXTURE_2D, textures[i]);
	cover(shows, 0);
}

static void one_each(int frame)
{
	if (!frame)
		upload_all();
	show_texture(frame);
}

/* What is queried and made of a texture behind its upload. */
static void with_levels(int frame)
{
	for (int i = 0; i < FRAMES && !frame; i++) {
		glBindTexture(GL_TEXTURE_2D, textures[i]);
		image(GL_TEXTURE_2D, i);
		glGenerateMipmap(GL_TEXTURE_2D);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
				GL_LINEAR_MIPMAP_NEAREST);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER,
				GL_NEAREST);
	}
	show_texture(frame);
}

static void in_parts(int frame)
{
	for (int i = 0; i < FRAMES && !frame; i++) {
		glBindTexture(GL_TEXTURE_2D, textures[i]);
		parameters(GL_TEXTURE_2D);
		glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIDES, SIDES, 0,
			     GL_RGBA, GL_UNSIGNED_BYTE, NULL);
		part(0, i);
	}
	for (int i = 0; i < FRAMES && !frame; i++) {
		glBindTexture(GL_TEXTURE_2D, textures[i]);
		part(SIDES / 2, i + FRAMES);
	}
	show_texture(frame);
}

/* It is on another unit while it is uploaded, and is shown from there. */
static void on_other_unit(int frame)
{
	if (!frame) {
		upload_all();
		glActiveTexture(GL_TEXTURE1);
		glBindTexture(GL_TEXTURE_2D, textures[FRAMES]);
		glActiveTexture(GL_TEXTURE0);
		glBindTexture(GL_TEXTURE_2D, textures[FRAMES]);
		image(GL_TEXTURE_2D, 100);
	}
	glBindTexture(GL_TEXTURE_2D, textures[frame]);
	cover(shows, frame & 1);
}

/* It is bound once, and changed between pictures. */
static void always_bound(int frame)
{
	if (!frame)
		upload(0);
	if (frame % 3 == 0)
		image(GL_TEXTURE_2D, frame);
	cover(shows, 0);
}

/* It was attached before it was uploaded, and is looked at from there. */
static void attached(int frame)
{
	uint8_t seen[16] = {0};

	if (!frame) {
		upload_all();
		glBindFramebuffer(GL_FRAMEBUFFER, frame_name);
		glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
				       GL_TEXTURE_2D, textures[FRAMES], 0);
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
		glBindTexture(GL_TEXTURE_2D, textures[FRAMES]);
		image(GL_TEXTURE_2D, 100);
	}
	glBindTexture(GL_TEXTURE_2D, textures[frame]);
	glBindFramebuffer(GL_FRAMEBUFFER, frame_name);
	glReadPixels(3, 3, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, seen);
	glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, SIDES / 2, SIDES);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	cover(shows, 0);
}

/* Some of it is uploaded again in each picture. */
static void changed(int frame)
{
	if (!frame)
		upload_all();
	glBindTexture(GL_TEXTURE_2D, textures[FRAMES]);
	part(frame & 1 ? SIDES / 2 : 0, 100 + frame);
	cover(shows, 0);
}

static void of_cubes(int frame)
{
	for (int i = 0; i < FRAMES && !frame; i++) {
		glBindTexture(GL_TEXTURE_CUBE_MAP, textures[i]);
		parameters(GL_TEXTURE_CUBE_MAP);
		for (GLenum j = 0; j < 6; j++)
			image(GL_TEXTURE_CUBE_MAP_POSITIVE_X + j,
			      i * 6 + (int)j);
	}
	glBindTexture(GL_TEXTURE_CUBE_MAP, textures[frame]);
	cover(shows_cube, 0);
}

/* Names are given again, to others. */
static void deleted(int frame)
{
	if (!frame)
		upload_all();
	if (frame == 2) {
		glDeleteTextures(FRAMES, textures);
		glGenTextures(FRAMES, textures);
		for (int i = 0; i < FRAMES; i++)
			upload(FRAMES - 1 - i);
	}
	show_texture(frame);
}

/* What another context has bound is changed here, and shown there. */
static void shared(int frame)
{
	if (!frame) {
		upload_all();
		use(at, contexts[1]);
		glViewport(0, 0, WIDTH, HEIGHT);
		glBindTexture(GL_TEXTURE_2D, textures[FRAMES]);
		cover(shows, 0);
		use(at, contexts[0]);
		upload(FRAMES);
		upload(0);
	}
	if (frame == 1)
		use(at, contexts[1]);
	cover(shows, 0);
}

static const char vertices[] = "attribute vec2 corner; varying vec2 at;\n"
			       "void main() { at = corner * 0.5 + 0.5;\n"
			       "gl_Position = vec4(corner, 0, 1); }\n";

static void prepare(void)
{
	shows = unlinked_program(vertices,
				 "precision mediump float; varying vec2 at;\n"
				 "uniform sampler2D image; void main() {\n"
				 "gl_FragColor = texture2D(image, at); }\n");
	shows_cube = unlinked_program(
		vertices, "precision mediump float; varying vec2 at;\n"
			  "uniform samplerCube image; void main() {\n"
			  "gl_FragColor = textureCube(image,\n"
			  "vec3(at - 0.5, at.x * at.y - 0.3)); }\n");
	glBindAttribLocation(shows, 0, "corner");
	glBindAttribLocation(shows_cube, 0, "corner");
	link_program(shows);
	link_program(shows_cube);
	glGenTextures(FRAMES + 2, textures);
	glGenFramebuffers(1, &frame_name);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		one_each,     with_levels, in_parts, of_cubes, on_other_unit,
		always_bound, attached,	   changed,  deleted,  shared,
	};
	const int list[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
	int i = argc > 1 ? atoi(argv[1]) : 0;

	if (i < 0 || i > 9 || !open_way("es"))
		return NO_OPENGL;
	contexts[0] = new_context(NULL, list);
	contexts[1] = new_context(contexts[0], list);
	at = new_window(WIDTH, HEIGHT);
	if (!contexts[0] || !contexts[1] || !at.id || !use(at, contexts[0]))
		return NO_OPENGL;
	prepare();
	glViewport(0, 0, WIDTH, HEIGHT);
	for (int frame = 0; frame < FRAMES; frame++) {
		glClear(GL_COLOR_BUFFER_BIT);
		scenes[i](frame);
		show((unsigned)frame, at);
	}
	return 0;
}
