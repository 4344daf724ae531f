/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Framebuffers of every kind, blits, samples, samplers, images, and which
 * buffers are drawn to and read from. See ../replay.t.
 *	targets [glx|egl]
 */
#include "tests/replay/draw.h"

static GLuint frames[8], textures[10], renders[6], samplers[2], programs[4];

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void cover(void)
{
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* Into the tile, from what is read now. */
static void blit(int i, int from_x, int from_y, int side, GLenum filter)
{
	int x = i % COLUMNS * SIDE, y = i / COLUMNS * SIDE;

	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
	glBlitFramebuffer(from_x, from_y, from_x + side, from_y + side, x, y,
			  x + SIDE, y + SIDE, GL_COLOR_BUFFER_BIT, filter);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void begin(GLuint name, int side)
{
	glBindFramebuffer(GL_FRAMEBUFFER, name);
	glDisable(GL_SCISSOR_TEST);
	glViewport(0, 0, side, side);
}

/* A texture is drawn to, and used for what is drawn to another one. */
static void to_textures(int frame)
{
	for (int i = 0; i < 2; i++) {
		begin(frames[i], 16);
		glBindTexture(GL_TEXTURE_2D, textures[i]);
		glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA,
			     GL_UNSIGNED_BYTE, NULL);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
				GL_NEAREST);
		glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
				       GL_TEXTURE_2D, textures[i], 0);
	}
	begin(frames[0], 16);
	glClearColor(step(frame), 1, 0, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glRectf(-0.5f, -0.5f, step(frame), 0.5f);
	begin(frames[1], 16);
	glClearColor(0, 0, step(frame), 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glBindTexture(GL_TEXTURE_2D, textures[0]);
	glUseProgram(programs[0]);
	glUniform1f(glGetUniformLocation(programs[0], "level"), 0.75f);
	cover();
	glUseProgram(0);
	blit(0, 0, 0, 16, GL_NEAREST);
}

/* Color, depth and stencil that are not shown. */
static void to_renderbuffers(int frame)
{
	begin(frames[2], 24);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT |
		GL_STENCIL_BUFFER_BIT);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_ALWAYS, 1, 1);
	glStencilOp(GL_KEEP, GL_INVERT, GL_REPLACE);
	glColor3f(1, step(frame), 0);
	glBegin(GL_TRIANGLES);
	glVertex3f(-1, -1, -1);
	glVertex3f(1, -1, 1);
	glVertex3f(0, 1, step(frame));
	glEnd();
	glColor3f(0, 1, 1);
	glRectf(-1, -0.2f, 1, 0.2f);
	glStencilFunc(GL_EQUAL, 0xfe, 0xfe);
	glDisable(GL_DEPTH_TEST);
	glColor3f(1, 1, 1);
	glRectf(-0.8f, -0.8f, 0.8f, 0.8f);
	glDisable(GL_STENCIL_TEST);
	blit(1, 0, 0, 24, GL_LINEAR);
}

static void of_samples(int frame)
{
	begin(frames[3], 16);
	glClearColor(0, step(frame), 0.5f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glEnable(GL_MULTISAMPLE);
	glBegin(GL_TRIANGLES);
	glColor3f(1, 1, 0);
	glVertex2f(-1, step(frame));
	glVertex2f(1, -0.9f);
	glVertex2f(0.3f, 1);
	glEnd();
	glEnable(GL_SAMPLE_MASK);
	glSampleMaski(0, 0x5u << (frame & 1));
	glColor3f(1, 0, 1);
	glRectf(-1, -1, 0, 0);
	glDisable(GL_SAMPLE_MASK);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, frames[3]);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, frames[4]);
	glBlitFramebuffer(0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT,
			  GL_NEAREST);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, frames[4]);
	blit(2, 0, 0, 16, GL_NEAREST);
}

/* Two at once, in an order of their own, one of which is of integers. */
static void to_many(int frame)
{
	const GLenum order[] = {GL_NONE, GL_COLOR_ATTACHMENT1,
				GL_COLOR_ATTACHMENT0};
	const float clear[] = {0, 0.5f, step(frame), 1, 1};

	begin(frames[5], 16);
	glDrawBuffers(3, order);
	glClearBufferfv(GL_COLOR, 1, clear);
	glClearBufferfv(GL_COLOR, 2, clear + 1);
	glColorMaski(2, 1, 0, 1, 1);
	glUseProgram(programs[1]);
	glUniform1f(glGetUniformLocation(programs[1], "level"), step(frame));
	glEnable(GL_SCISSOR_TEST);
	glScissor(2, 2, 10, 11);
	cover();
	glUseProgram(0);
	glDisable(GL_SCISSOR_TEST);
	glColorMaski(2, 1, 1, 1, 1);
	glReadBuffer(frame & 1 ? GL_COLOR_ATTACHMENT0 : GL_COLOR_ATTACHMENT1);
	blit(3, 1, 0, 15, GL_LINEAR);
}

/* Another look at the same texture. */
static void with_samplers(int frame)
{
	uint8_t pixels[8 * 8 * 4];

	glActiveTexture(GL_TEXTURE2);
	glBindTexture(GL_TEXTURE_2D, textures[2]);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE,
		     noise(pixels, sizeof(pixels), (uint32_t)frame));
	glBindSampler(2, samplers[frame & 1]);
	glSamplerParameterf(samplers[1], GL_TEXTURE_LOD_BIAS, step(frame));
	glSamplerParameterfv(samplers[0], GL_TEXTURE_BORDER_COLOR,
			     (const float[]){1, step(frame), 0, 1});
	glUseProgram(programs[0]);
	glUniform1i(glGetUniformLocation(programs[0], "image"), 2);
	glUniform1f(glGetUniformLocation(programs[0], "level"), 1.5f);
	cover();
	glUniform1i(glGetUniformLocation(programs[0], "image"), 0);
	glUseProgram(0);
	glBindSampler(2, 0);
	glActiveTexture(GL_TEXTURE0);
}

/* What is shown, what is not yet, and what was drawn there before. */
static void to_buffers(int frame)
{
	glDrawBuffer(GL_NONE);
	glRectf(-1, -1, 1, 1);
	glDrawBuffer(GL_BACK);
	glColor3f(1, step(frame), 0);
	glRectf(-1, -1, step(frame), 0);
	glReadBuffer(GL_BACK);
	glRasterPos2f(-0.2f, 0);
	glCopyPixels(0, 0, 14, 14, GL_COLOR);
}

/* Layers, and faces, of textures. */
static void to_layers(int frame)
{
	for (int i = 0; i < 4; i++) {
		begin(frames[6], 8);
		glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
					  textures[3], 0, (i + frame) % 4);
		glClearColor((float)i / 4, step(frame), 1, 1);
		glClear(GL_COLOR_BUFFER_BIT);
		glRectf((float)i / 4 - 1, -1, 0, 0);
		glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
				       GL_TEXTURE_CUBE_MAP_POSITIVE_X +
					       (GLenum)i,
				       textures[4], 0);
		glClear(GL_COLOR_BUFFER_BIT);
	}
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	tile(6);
	glBindTexture(GL_TEXTURE_2D_ARRAY, textures[3]);
	glUseProgram(programs[2]);
	glUniform1f(glGetUniformLocation(programs[2], "layer"),
		    (float)(frame % 4));
	cover();
	glUseProgram(0);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, frames[6]);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
	glBlitFramebuffer(0, 0, 8, 8, 2 * SIDE, SIDE, 2 * SIDE + 8, SIDE + 8,
			  GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* Stored to by shaders, and copied without them. */
static void to_images(int frame)
{
	glBindTexture(GL_TEXTURE_2D, textures[5]);
	glClearTexImage(textures[5], 0, GL_RGBA, GL_UNSIGNED_BYTE,
			(const uint8_t[]){0, (uint8_t)(frame * 20), 9, 255});
	glBindImageTexture(1, textures[5], 0, 0, 0, GL_WRITE_ONLY, GL_RGBA8);
	glUseProgram(programs[3]);
	glUniform1i(glGetUniformLocation(programs[3], "turn"), frame);
	glDispatchCompute(2, 2, 1);
	glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT |
			GL_FRAMEBUFFER_BARRIER_BIT);
	glCopyImageSubData(textures[5], GL_TEXTURE_2D, 0, 0, 0, 0, textures[6],
			   GL_TEXTURE_2D, 0, 4, 4, 0, 8, 8, 1);
	glUseProgram(programs[0]);
	glBindTexture(GL_TEXTURE_2D, textures[frame & 1 ? 6 : 5]);
	glUniform1f(glGetUniformLocation(programs[0], "level"), 1);
	cover();
	glUseProgram(0);
}

/* Depths as a texture, which is compared to. */
static void to_shadows(int frame)
{
	begin(frames[7], 16);
	glEnable(GL_DEPTH_TEST);
	glClearDepth(0.9);
	glClear(GL_DEPTH_BUFFER_BIT);
	glBegin(GL_TRIANGLES);
	glVertex3f(-1, -1, -1);
	glVertex3f(1, -1, step(frame));
	glVertex3f(0, 1, 0);
	glEnd();
	glClearDepth(1);
	glDisable(GL_DEPTH_TEST);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	tile(8);
	glBindTexture(GL_TEXTURE_2D, textures[7]);
	glUseProgram(programs[0]);
	cover();
	glUseProgram(0);
}

/* Without being bound. */
static void by_name(int frame)
{
	GLuint name, texture;

	glCreateTextures(GL_TEXTURE_2D, 1, &texture);
	glTextureStorage2D(texture, 2, GL_RGBA8, 16, 16);
	glTextureParameteri(texture, GL_TEXTURE_MAX_LEVEL, 0);
	glTextureSubImage2D(texture, 0, 2, 3, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE,
			    "abcdefgh");
	glCreateFramebuffers(1, &name);
	glNamedFramebufferTexture(name, GL_COLOR_ATTACHMENT0, texture, 0);
	glNamedFramebufferDrawBuffer(name, GL_COLOR_ATTACHMENT0);
	glClearNamedFramebufferfv(
		name, GL_COLOR, 0,
		(const float[]){step(frame), step(frame), 1, 1});
	glTextureSubImage2D(texture, 0, frame, 5, 1, 2, GL_RGBA,
			    GL_UNSIGNED_BYTE, "ABCDEFGH");
	glBlitNamedFramebuffer(name, 0, 0, 0, 16, 16, SIDE, 2 * SIDE, 2 * SIDE,
			       3 * SIDE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindTextureUnit(0, texture);
	glDeleteFramebuffers(1, &name);
	glDeleteTextures(1, &texture);
}

/* The tile next to it is read and drawn again; a view of another type. */
static void of_views(int frame)
{
	GLuint view;

	glGenTextures(1, &view);
	glTextureView(view, GL_TEXTURE_2D, textures[8], GL_RGBA8UI, 0, 1, 0, 1);
	glClearTexSubImage(view, 0, frame, 0, 0, 4, 9, 1, GL_RGBA_INTEGER,
			   GL_UNSIGNED_BYTE,
			   (const uint8_t[]){200, 100, (uint8_t)frame, 255});
	glDeleteTextures(1, &view);
	glBindTexture(GL_TEXTURE_2D, textures[8]);
	glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA,
			 (const int[]){GL_BLUE, GL_RED,
				       frame & 1 ? GL_ONE : GL_GREEN,
				       GL_ALPHA});
	glUseProgram(programs[0]);
	glUniform1f(glGetUniformLocation(programs[0], "level"), 1);
	cover();
	glUseProgram(0);
}

/* Left over from the frames before. */
static void over_frames(int frame)
{
	begin(frames[4], 16);
	glEnable(GL_SCISSOR_TEST);
	glScissor(frame, frame, 3, 3);
	glClearColor(1, 0, step(frame), 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glDisable(GL_SCISSOR_TEST);
	blit(11, 0, 0, 16, GL_NEAREST);
}

static void prepare_programs(void)
{
	const char *vertex = "#version 130\n"
			     "out vec2 place;\n"
			     "void main() { place = vec2(gl_VertexID & 1,\n"
			     "gl_VertexID >> 1); gl_Position =\n"
			     "vec4(place * 4.0 - 1.0, 0, 1); place *= 2.0; }\n";

	programs[0] = new_program(
		vertex, "#version 130\n"
			"uniform sampler2D image; uniform float level;\n"
			"in vec2 place; void main() { gl_FragColor =\n"
			"texture(image, place * 1.2 - 0.1) * level; }\n");
	programs[1] = new_program(
		vertex, "#version 430 compatibility\n"
			"uniform float level; in vec2 place;\n"
			"layout(location = 1) out vec4 first;\n"
			"layout(location = 2) out vec4 second;\n"
			"void main() { first = vec4(place, level, 1);\n"
			"second = vec4(level, place, 1); }\n");
	programs[2] = new_program(
		vertex,
		"#version 130\n#extension GL_EXT_texture_array : enable\n"
		"uniform sampler2DArray image; uniform float layer;\n"
		"in vec2 place; void main() { gl_FragColor =\n"
		"texture2DArray(image, vec3(place, layer)); }\n");
	programs[3] = glCreateProgram();
	glAttachShader(
		programs[3],
		new_shader(GL_COMPUTE_SHADER,
			   "#version 430 compatibility\n"
			   "layout(local_size_x = 8, local_size_y = 8) in;\n"
			   "layout(rgba8, binding = 1) writeonly uniform\n"
			   "image2D image; uniform int turn; void main() {\n"
			   "ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
			   "if ((at.x + turn) % 3 != 0) imageStore(image, at,\n"
			   "vec4(vec2(at) / 16.0, 0.5, 1)); }\n"));
	link_program(programs[3]);
}

static void prepare_storage(void)
{
	glBindTexture(GL_TEXTURE_2D_ARRAY, textures[3]);
	glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 8, 8, 4);
	glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glBindTexture(GL_TEXTURE_CUBE_MAP, textures[4]);
	glTexStorage2D(GL_TEXTURE_CUBE_MAP, 1, GL_RGBA8, 8, 8);
	for (int i = 5; i < 10; i++) {
		if (i == 7)
			continue;
		glBindTexture(GL_TEXTURE_2D, textures[i]);
		glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 16, 16);
		glClearTexImage(textures[i], 0, GL_RGBA, GL_UNSIGNED_BYTE,
				NULL);
	}
	glBindTexture(GL_TEXTURE_2D, textures[7]);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT24, 16, 16);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE,
			GL_COMPARE_REF_TO_TEXTURE);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_NONE);
}

static void attach(int frame, GLenum point, int render, GLenum format, int side,
		   int n_samples)
{
	glBindFramebuffer(GL_FRAMEBUFFER, frames[frame]);
	glBindRenderbuffer(GL_RENDERBUFFER, renders[render]);
	if (n_samples)
		glRenderbufferStorageMultisample(GL_RENDERBUFFER, n_samples,
						 format, side, side);
	else
		glRenderbufferStorage(GL_RENDERBUFFER, format, side, side);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER,
				  renders[render]);
}

static void prepare(void)
{
	glGenFramebuffers(8, frames);
	glGenTextures(10, textures);
	glGenRenderbuffers(6, renders);
	glGenSamplers(2, samplers);
	prepare_programs();
	prepare_storage();
	attach(2, GL_COLOR_ATTACHMENT0, 0, GL_RGB8, 24, 0);
	attach(2, GL_DEPTH_STENCIL_ATTACHMENT, 1, GL_DEPTH24_STENCIL8, 24, 0);
	attach(3, GL_COLOR_ATTACHMENT0, 2, GL_RGBA8, 16, 4);
	attach(4, GL_COLOR_ATTACHMENT0, 3, GL_RGBA8, 16, 0);
	attach(5, GL_COLOR_ATTACHMENT0, 4, GL_RGBA8, 16, 0);
	attach(5, GL_COLOR_ATTACHMENT1, 5, GL_RGBA16, 16, 0);
	glBindFramebuffer(GL_FRAMEBUFFER, frames[7]);
	glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, textures[7],
			     0);
	glDrawBuffer(GL_NONE);
	glReadBuffer(GL_NONE);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glSamplerParameteri(samplers[0], GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glSamplerParameteri(samplers[0], GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
	glSamplerParameteri(samplers[1], GL_TEXTURE_MIN_FILTER, GL_LINEAR);
	glSamplerParameteri(samplers[1], GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		to_textures,   to_renderbuffers, of_samples, to_many,
		with_samplers, to_buffers,	 to_layers,  to_images,
		to_shadows,    by_name,		 of_views,   over_frames,
	};

	return draw_old(argc, argv, prepare, scenes, 12);
}
