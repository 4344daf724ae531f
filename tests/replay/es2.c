/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * OpenGL ES 2 without a display, every function of it looked up by name. See
 * ../replay.t.
 *	es2 [SCENE]
 */
#include "tests/replay/draw.h"

static GLuint plain, pictured, buffers[2], textures[3], frame_name, renders[2];
static GLint corner, color, shift, place, image, tint;

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void use_plain(const void *at, GLsizei stride)
{
	glUseProgram(plain);
	glUniform2f(shift, 0, 0);
	glVertexAttribPointer((GLuint)corner, 2, GL_FLOAT, 0, stride, at);
	glEnableVertexAttribArray((GLuint)corner);
	glVertexAttrib4f((GLuint)color, 1, 1, 1, 1);
}

static void stop(void)
{
	glDisableVertexAttribArray((GLuint)corner);
	glDisableVertexAttribArray((GLuint)color);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
	glUseProgram(0);
}

/* Covers the tile with what is bound, drawn by strips of client memory. */
static void cover(float r, float g, float b)
{
	const float strip[] = {-1, -1, 1, -1, -1, 1, 1, 1};
	const uint8_t corners[] = {0, 0, 255, 0, 0, 255, 255, 255};

	glUseProgram(pictured);
	glUniform1i(image, 0);
	glUniform3f(tint, r, g, b);
	glVertexAttribPointer((GLuint)glGetAttribLocation(pictured, "corner"),
			      2, GL_FLOAT, 0, 0, strip);
	glVertexAttribPointer((GLuint)place, 2, GL_UNSIGNED_BYTE, 1, 0,
			      corners);
	glEnableVertexAttribArray(
		(GLuint)glGetAttribLocation(pictured, "corner"));
	glEnableVertexAttribArray((GLuint)place);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	glDisableVertexAttribArray(
		(GLuint)glGetAttribLocation(pictured, "corner"));
	glDisableVertexAttribArray((GLuint)place);
	glUseProgram(0);
}

static void of_memory(int frame)
{
	float at[] = {-1, -1, 1, -1, 0, 1};
	uint8_t colors[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255};
	const uint8_t indices[] = {2, 1, 0};

	at[4] = step(frame);
	use_plain(at, 0);
	glVertexAttribPointer((GLuint)color, 4, GL_UNSIGNED_BYTE, 1, 0, colors);
	glEnableVertexAttribArray((GLuint)color);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	at[0] = 0;
	memset(colors, 255, 4);
	glDrawElements(GL_LINE_LOOP, 3, GL_UNSIGNED_BYTE, indices);
	stop();
}

static void of_buffers(int frame)
{
	const float at[] = {-1, -1, 1, -1, -1, 1, 1, 1};
	const uint16_t indices[] = {0, 1, 2, 1, 3, 2};

	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBufferData(GL_ARRAY_BUFFER, sizeof(at), at, GL_DYNAMIC_DRAW);
	glBufferSubData(GL_ARRAY_BUFFER, 4, 4, (const float[]){step(frame)});
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices,
		     GL_STATIC_DRAW);
	use_plain(NULL, 8);
	glVertexAttrib3f((GLuint)color, step(frame), 1, 0);
	glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT,
		       (void *)(frame & 1 ? 6ul : 0ul));
	stop();
}

static void of_fixed_numbers(int frame)
{
	const int32_t at[] = {-65536, -65536, 65536, 0, frame * 6000, 65536};
	const int16_t shorts[] = {-32768, 0, 32767, 16000, 0, 32767};

	use_plain(NULL, 0);
	glVertexAttribPointer((GLuint)corner, 2, GL_FIXED, 0, 0, at);
	glVertexAttrib4fv((GLuint)color, (const float[]){1, step(frame), 1, 1});
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glVertexAttribPointer((GLuint)corner, 2, GL_SHORT, 1, 0, shorts);
	glVertexAttrib2f((GLuint)color, 0, 1);
	glDrawArrays(GL_LINE_LOOP, 0, 3);
	stop();
}

static void with_texture(int frame)
{
	uint8_t pixels[7 * 5 * 3];
	const uint16_t small[4] = {0xf00f, 0x0f0f, 0x00ff, 0xffff};

	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glBindTexture(GL_TEXTURE_2D, textures[0]);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 7, 5, 0, GL_RGB,
		     GL_UNSIGNED_BYTE,
		     noise(pixels, sizeof(pixels), (uint32_t)frame));
	glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
	cover(1, 1, step(frame));
	glBindTexture(GL_TEXTURE_2D, textures[1]);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA,
		     GL_UNSIGNED_SHORT_4_4_4_4, small);
	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glEnable(GL_BLEND);
	glBlendFunc(GL_ONE, GL_ONE);
	cover(0.5f, step(frame), 0);
	glDisable(GL_BLEND);
}

/* To a texture, with depth of its own, which is drawn then. */
static void to_framebuffer(int frame)
{
	const float at[] = {-1, -1, 1, -1, 0, 1};

	glDisable(GL_SCISSOR_TEST);
	glBindFramebuffer(GL_FRAMEBUFFER, frame_name);
	glViewport(0, 0, 16, 16);
	glClearColor(step(frame), 0, 0.5f, 1);
	glClearDepthf(0.5f);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(frame & 1 ? GL_LEQUAL : GL_GEQUAL);
	use_plain(at, 0);
	glUniform2f(shift, 0.1f, step(frame) - 0.5f);
	glVertexAttrib3f((GLuint)color, 1, 1, 0);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	stop();
	glDisable(GL_DEPTH_TEST);
	glClearDepthf(1);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	tile(4);
	glBindTexture(GL_TEXTURE_2D, textures[2]);
	cover(1, 1, 1);
}

static void with_stencil(int frame)
{
	const float at[] = {-1, -1, 1, -1, 0, 1, -1, 0.5f, 1, 0.5f, 0, -1};

	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_ALWAYS, 1, 0xff);
	glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
	use_plain(at, 0);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glDrawArrays(GL_TRIANGLES, 3, 3);
	glStencilFunc(frame & 1 ? GL_EQUAL : GL_LESS, 1, 0xff);
	glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
	glScissor(SIDE + 2, SIDE + frame, SIDE - 4, SIDE - 12);
	glClearColor(0, 1, 0, 1);
	glVertexAttrib3f((GLuint)color, 1, step(frame), 0);
	glDrawArrays(GL_TRIANGLES, 0, 6);
	glDisable(GL_STENCIL_TEST);
	stop();
}

static void with_scissors(int frame)
{
	for (int i = 0; i < 4; i++) {
		glScissor(2 * SIDE + 4 * i, SIDE + 6 * i, 12 - i, frame + 4);
		glClearColor((float)i / 4, 1, step(frame), 1);
		glClear(GL_COLOR_BUFFER_BIT);
	}
	glColorMask(1, 0, 0, 1);
	glScissor(2 * SIDE, SIDE, SIDE, 5);
	glClear(GL_COLOR_BUFFER_BIT);
	glColorMask(1, 1, 1, 1);
}

/* Copied from what has been drawn, and read to be drawn again. */
static void of_copies(int frame)
{
	uint8_t pixels[8 * 8 * 4];

	glBindTexture(GL_TEXTURE_2D, textures[0]);
	glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 2, 8, 8, 0);
	glReadPixels(SIDE, 1 + frame, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	for (int i = 0; i < 256; i++)
		pixels[i] = (uint8_t)~pixels[i];
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 4, 8, 4, GL_RGBA, GL_UNSIGNED_BYTE,
			pixels);
	glGenerateMipmap(GL_TEXTURE_2D);
	cover(1, 1, 1);
}

static void prepare_programs(void)
{
	plain = new_program("uniform vec2 shift; attribute vec4 color;\n"
			    "attribute vec2 corner; varying vec4 shade;\n"
			    "void main() { shade = color;\n"
			    "gl_Position = vec4(corner + shift, 0, 1); }\n",
			    "precision mediump float; varying vec4 shade;\n"
			    "void main() { gl_FragColor = shade; }\n");
	corner = glGetAttribLocation(plain, "corner");
	color = glGetAttribLocation(plain, "color");
	shift = glGetUniformLocation(plain, "shift");
	pictured = new_program("attribute vec2 corner, place;\n"
			       "varying vec2 at; void main() { at = place;\n"
			       "gl_Position = vec4(corner, 0, 1); }\n",
			       "precision mediump float; varying vec2 at;\n"
			       "uniform sampler2D image; uniform vec3 tint;\n"
			       "void main() { gl_FragColor =\n"
			       "texture2D(image, at) * vec4(tint, 1); }\n");
	place = glGetAttribLocation(pictured, "place");
	tint = glGetUniformLocation(pictured, "tint");
	image = glGetUniformLocation(pictured, "image");
}

static void prepare(void)
{
	prepare_programs();
	glGenBuffers(2, buffers);
	glGenTextures(3, textures);
	glGenFramebuffers(1, &frame_name);
	glGenRenderbuffers(2, renders);
	glBindTexture(GL_TEXTURE_2D, textures[2]);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, NULL);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glBindFramebuffer(GL_FRAMEBUFFER, frame_name);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
			       GL_TEXTURE_2D, textures[2], 0);
	glBindRenderbuffer(GL_RENDERBUFFER, renders[1]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 16, 16);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT,
				  GL_RENDERBUFFER, renders[1]);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		of_memory,	of_buffers,   of_fixed_numbers, with_texture,
		to_framebuffer, with_stencil, with_scissors,	of_copies,
	};

	return draw_es(argc, argv, 2, prepare, scenes, 8);
}
