/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Draws that change nothing, or not what they should, each for another reason,
 *and right ones. Each is in a debug group, whose text is "NAME: BADGE|BADGE".
 *See
 * ../inspect_badges.t.
 *	undrawn [es]
 */
#include "tests/replay/draw.h"

static GLuint flat, pictured, cubic, integers, textures[8], frame_name;
static unsigned n_covers;

static const char vertex[] = "void main() { gl_Position = gl_Vertex; }";

/* Its color is never that of the one before. */
static void cover(void)
{
	n_covers++;
	glColor3f(n_covers % 2 ? 1 : 0.5f, (float)(n_covers % 7) / 7, 0.25f);
	glRectf(-1, -1, 1, 1);
}

static void begin(const char *text)
{
	tile((int)(n_covers++ % (COLUMNS * ROWS)));
	glDisable(GL_SCISSOR_TEST);
	glClearColor(0.25f, (float)(n_covers % 5) / 5, 0.75f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glPushAttrib(GL_ALL_ATTRIB_BITS);
	glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, text);
}

static void end(void)
{
	glPopDebugGroup();
	glPopAttrib();
	glUseProgram(0);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	while (glGetError())
		;
}

/* What a call says by itself. */
static void of_calls(void)
{
	static const float corners[] = {-1, -1, 1, -1, 0, 1};

	begin("right: ");
	cover();
	end();
	glVertexPointer(2, GL_FLOAT, 0, corners);
	glEnableClientState(GL_VERTEX_ARRAY);
	begin("right array: ");
	glDrawArrays(GL_TRIANGLES, 0, 3);
	end();
	begin("no vertex: changed no pixel|0 vertices");
	glDrawArrays(GL_TRIANGLES, 0, 0);
	end();
	begin("few: changed no pixel|2 vertices for GL_TRIANGLES");
	glDrawArrays(GL_TRIANGLES, 0, 2);
	end();
	begin("no instance: changed no pixel|0 instances");
	glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 0);
	end();
	begin("an error: changed no pixel|GL error");
	glDrawArrays(GL_TEXTURE_2D, 0, 3);
	end();
	glDisableClientState(GL_VERTEX_ARRAY);
	begin("nothing between: changed no pixel|0 vertices");
	glBegin(GL_TRIANGLES);
	glEnd();
	end();
	begin("no mask: changed no pixel|clears nothing");
	glClear(0);
	end();
	begin("no rectangle: changed no pixel|empty rectangle");
	glBlitFramebuffer(0, 0, 0, 8, 8, 8, 16, 16, GL_COLOR_BUFFER_BIT,
			  GL_NEAREST);
	end();
}

/* Where it would be. */
static void of_places(void)
{
	begin("incomplete: GL error|framebuffer incomplete: "
	      "MISSING_ATTACHMENT");
	glBindFramebuffer(GL_FRAMEBUFFER, frame_name);
	cover();
	end();
	begin("no viewport: changed no pixel|viewport empty");
	glViewport(0, 0, 0, 0);
	cover();
	end();
	begin("far viewport: changed no pixel|viewport outside of the target");
	glViewport(WIDTH, 0, 10, 10);
	cover();
	end();
	begin("clears without a viewport: ");
	glViewport(0, 0, 0, 0);
	glClearColor(1, 1, 0, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	end();
	glEnable(GL_SCISSOR_TEST);
	begin("no scissor: changed no pixel|scissor empty");
	glEnable(GL_SCISSOR_TEST);
	glScissor(5, 5, 0, 5);
	cover();
	end();
	begin("far scissor: changed no pixel|scissor outside of the target");
	glEnable(GL_SCISSOR_TEST);
	glScissor(-20, 5, 20, 5);
	glClear(GL_COLOR_BUFFER_BIT);
	end();
	begin("outside: changed no pixel");
	glRectf(2, 2, 3, 3);
	end();
	glDisable(GL_SCISSOR_TEST);
}

/* One capability that prevents it. */
static void of_tests(void)
{
	begin("discard: changed no pixel|rasterizer discard");
	glEnable(GL_RASTERIZER_DISCARD);
	cover();
	glDisable(GL_RASTERIZER_DISCARD);
	end();
	begin("culled: changed no pixel|culls front and back");
	glEnable(GL_CULL_FACE);
	glCullFace(GL_FRONT_AND_BACK);
	cover();
	end();
	begin("clears while it culls: ");
	glEnable(GL_CULL_FACE);
	glCullFace(GL_FRONT_AND_BACK);
	glClearColor(1, 1, 0, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	end();
	begin("one side: changed no pixel|culls GL_BACK");
	glEnable(GL_CULL_FACE);
	glRectf(1, -1, -1, 1);
	end();
	begin("alpha: changed no pixel|alpha func never");
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(GL_NEVER, 0);
	cover();
	end();
	begin("stencil: changed no pixel|stencil func never");
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_NEVER, 0, 255);
	cover();
	end();
	begin("depth: changed no pixel|depth func never");
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_NEVER);
	cover();
	end();
	glClear(GL_DEPTH_BUFFER_BIT);
	begin("hidden: changed no pixel|depth test GL_GREATER");
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_GREATER);
	cover();
	end();
}

/* What is written. */
static void of_masks(unsigned frame)
{
	GLuint hits[16];

	begin("mask: changed no pixel|color mask off");
	glColorMask(0, 0, 0, 0);
	cover();
	end();
	begin("depth alone: ");
	glColorMask(0, 0, 0, 0);
	glClearDepth(0.25 + frame * 0.25);
	glClear(GL_DEPTH_BUFFER_BIT);
	end();
	begin("mask of depth: changed no pixel|depth mask off");
	glDepthMask(0);
	glClearDepth(1);
	glClear(GL_DEPTH_BUFFER_BIT);
	end();
	begin("no depth is written: ");
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_ALWAYS);
	glDepthMask(0);
	cover();
	end();
	begin("blend: changed no pixel|blend leaves the target as it is");
	glEnable(GL_BLEND);
	glBlendFunc(GL_ZERO, GL_ONE);
	cover();
	end();
	begin("logic: changed no pixel|logic op leaves the target as it is");
	glEnable(GL_COLOR_LOGIC_OP);
	glLogicOp(GL_NOOP);
	cover();
	end();
	begin("no buffer: changed no pixel|no draw buffer");
	glDrawBuffer(GL_NONE);
	cover();
	end();
	begin("selects: changed no pixel|render mode GL_SELECT");
	glSelectBuffer(16, hits);
	glRenderMode(GL_SELECT);
	cover();
	glRenderMode(GL_RENDER);
	end();
}

static void image(GLenum target, GLint level, GLsizei side)
{
	static const uint8_t pixels[16 * 16 * 4] = {200, 100};

	glTexImage2D(target, level, GL_RGBA8, side, side, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, pixels);
}

static GLuint new_texture(int i, GLenum target, GLint filter)
{
	glBindTexture(target, textures[i]);
	glTexParameteri(target, GL_TEXTURE_MIN_FILTER, filter);
	glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	return textures[i];
}

static void make_textures(void)
{
	static const uint8_t pixels[16];

	glGenTextures(8, textures);
	new_texture(0, GL_TEXTURE_2D, GL_NEAREST);
	image(GL_TEXTURE_2D, 0, 4);
	new_texture(1, GL_TEXTURE_2D, GL_NEAREST_MIPMAP_NEAREST);
	image(GL_TEXTURE_2D, 0, 4);
	new_texture(2, GL_TEXTURE_2D, GL_LINEAR_MIPMAP_LINEAR);
	image(GL_TEXTURE_2D, 0, 4);
	image(GL_TEXTURE_2D, 1, 3);
	new_texture(3, GL_TEXTURE_2D, GL_LINEAR_MIPMAP_LINEAR);
	for (int level = 0; level < 3; level++)
		image(GL_TEXTURE_2D, level, 4 >> level);
	new_texture(4, GL_TEXTURE_2D, GL_NEAREST);
	new_texture(5, GL_TEXTURE_2D, GL_LINEAR);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8UI, 2, 2, 0, GL_RGBA_INTEGER,
		     GL_UNSIGNED_BYTE, pixels);
	new_texture(6, GL_TEXTURE_CUBE_MAP, GL_NEAREST);
	for (GLenum i = 0; i < 6; i++)
		if (i != 3)
			image(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, 4);
	glBindTexture(GL_TEXTURE_2D, 0);
	glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
}

static void of_textures(void)
{
	static const char *const texts[] = {
		"right texture: ",
		"one level: texture incomplete: no level 1 for its filter",
		"other size: texture incomplete: level 1 is 3x3x1, not 2x2x1",
		"all levels: ",
		"no image: texture incomplete: no image",
	};

	for (int i = 0; i < 5; i++) {
		begin(texts[i]);
		glUseProgram(pictured);
		glBindTexture(GL_TEXTURE_2D, textures[i]);
		cover();
		end();
	}
	begin("integers: texture incomplete: integers with a linear filter");
	glUseProgram(integers);
	glBindTexture(GL_TEXTURE_2D, textures[5]);
	cover();
	end();
	begin("cube: texture incomplete: no face \342\210\222Y");
	glUseProgram(cubic);
	glUniform1i(glGetUniformLocation(cubic, "cube"), 1);
	glActiveTexture(GL_TEXTURE1);
	glBindTexture(GL_TEXTURE_CUBE_MAP, textures[6]);
	cover();
	end();
	begin("unbound: no 2D texture at unit 5");
	glUseProgram(pictured);
	glUniform1i(glGetUniformLocation(pictured, "picture"), 5);
	cover();
	glUniform1i(glGetUniformLocation(pictured, "picture"), 0);
	end();
	glActiveTexture(GL_TEXTURE0);
}

static void of_programs(void)
{
	GLuint program = new_program(vertex, "uniform sampler2D a;"
					     "uniform samplerCube b;"
					     "void main() { gl_FragColor ="
					     "texture2D(a, vec2(0)) +"
					     "textureCube(b, vec3(1)); }");
	GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
	const char *text = "void main() { nonsense }";

	begin("no cube: no CUBE_MAP texture at unit 0");
	glBindTexture(GL_TEXTURE_2D, textures[0]);
	glUseProgram(program);
	glUniform1i(glGetUniformLocation(program, "a"), 1);
	glBindTexture(GL_TEXTURE_2D, 0);
	glActiveTexture(GL_TEXTURE1);
	glBindTexture(GL_TEXTURE_2D, textures[0]);
	cover();
	glActiveTexture(GL_TEXTURE0);
	end();
	begin("invalid: changed no pixel|GL error|"
	      "program's validation failed|no CUBE_MAP texture at unit 0");
	glUseProgram(program);
	glUniform1i(glGetUniformLocation(program, "a"), 0);
	glBindTexture(GL_TEXTURE_2D, textures[0]);
	glValidateProgram(program);
	cover();
	end();
	begin("unlinked: program not linked");
	glUseProgram(flat);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(flat, shader);
	glLinkProgram(flat);
	cover();
	end();
}

static void make_programs(void)
{
	flat = new_program(vertex, "void main() { gl_FragColor ="
				   "vec4(0, 1, 0, 1); }");
	pictured = new_program(vertex, "uniform sampler2D picture;"
				       "void main() { gl_FragColor ="
				       "texture2D(picture, vec2(0.1)); }");
	cubic = new_program(vertex, "uniform samplerCube cube;"
				    "void main() { gl_FragColor ="
				    "textureCube(cube, vec3(1, 0, 0)); }");
	integers = new_program("#version 130\n"
			       "void main() { gl_Position = gl_Vertex; }",
			       "#version 130\n"
			       "uniform usampler2D picture; void main()"
			       "{ gl_FragColor = vec4(texture(picture,"
			       "vec2(0.5))); }");
}

static void draw_all(unsigned frame)
{
	make_programs();
	of_calls();
	of_places();
	of_tests();
	of_masks(frame);
	of_textures();
	of_programs();
}

/* OpenGL ES draws nothing without a program. */
static void draw_few(void)
{
	static const float corners[] = {-1, -1, 1, -1, 0, 1};
	GLuint program =
		new_program("attribute vec2 corner;"
			    "void main() { gl_Position = vec4(corner, 0, 1); }",
			    "void main() { gl_FragColor = vec4(1); }");

	glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, corners);
	glEnableVertexAttribArray(0);
	glUseProgram(program);
	glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, "right: ");
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glPopDebugGroup();
	glUseProgram(0);
	glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1,
			 "none: changed no pixel|no program");
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glPopDebugGroup();
}

int main(int argc, char **argv)
{
	const int list[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
	int is_es = argc > 1 && !strcmp(argv[1], "es");
	struct drawable at;
	void *context;

	if (!open_way(is_es ? "es" : "egl"))
		return NO_OPENGL;
	context = new_context(NULL, is_es ? list : NULL);
	at = new_pbuffer(WIDTH, HEIGHT);
	if (!context || !at.id || !use(at, context))
		return NO_OPENGL;
	if (!is_es) {
		make_textures();
		glGenFramebuffers(1, &frame_name);
	}
	for (unsigned frame = 0; frame < 2; frame++) {
		glClearColor(0.5f, (float)frame, 0.5f, 1);
		glClear(GL_COLOR_BUFFER_BIT);
		if (is_es)
			draw_few();
		else
			draw_all(frame);
		swap(at);
	}
	return 0;
}
