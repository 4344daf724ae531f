/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Draws of every kind in states that are chosen at random: scissors, masks and
 * tests. Into a window, and a framebuffer object. See ../inspect_frames.t.
 *	reach [glx|egl [SEED]]
 */
#include "tests/replay/draw.h"

enum { SIZE = 200, N_DRAWS = 400 };

static uint32_t seed = 1;
static GLuint frames[2], renders[4], list;

static int any(int n)
{
	seed = seed * 1664525u + 1013904223u;
	return (int)((seed >> 8) % (uint32_t)n);
}

static float part(void)
{
	return (float)any(200) / 100 - 1;
}

static void set(GLenum what)
{
	if (any(2))
		glEnable(what);
	else
		glDisable(what);
}

static void scissor(void)
{
	static const int places[] = {-50, 0, 3, 64, 70, 127, 150, 199, 500};
	static const int sizes[] = {0, 1, 10, 64, 130, 1000};

	set(GL_SCISSOR_TEST);
	glScissor(places[any(9)], places[any(9)], sizes[any(6)], sizes[any(6)]);
}

static void choose_state(void)
{
	scissor();
	set(GL_DEPTH_TEST);
	set(GL_STENCIL_TEST);
	glDepthMask((GLboolean)any(2));
	glDepthFunc(any(4) ? GL_ALWAYS : GL_LESS);
	glStencilMask(any(3) ? 0xff : 0x0f);
	glStencilFunc(GL_ALWAYS, any(256), 0xff);
	glStencilOp(GL_KEEP, any(2) ? GL_INCR : GL_KEEP, GL_REPLACE);
	glColorMask(any(3) > 0, 1, any(3) > 0, any(3) > 0);
	glColor4f(part(), part(), part(), 1);
	glClearColor(part(), part(), 0.5f, 1);
	glClearDepth((part() + 1) / 2);
	glClearStencil(any(256));
	glRasterPos2f(part(), part());
}

static void hand_over(GLenum format, GLenum type)
{
	static uint32_t pixels[20 * 20];

	for (int i = 0; i < 20 * 20; i++)
		pixels[i] = (uint32_t)any(1 << 24) * 97u;
	glDrawPixels(20, 20, format, type, pixels);
}

static void clear_buffer(void)
{
	const float color[] = {part(), part(), part(), 1}, depth = part();
	const GLint stencil = any(256);

	switch (any(4)) {
	case 0:
		glClearBufferfv(GL_COLOR, 0, color);
		break;
	case 1:
		glClearBufferfv(GL_DEPTH, 0, &depth);
		break;
	case 2:
		glClearBufferiv(GL_STENCIL, 0, &stencil);
		break;
	default:
		glClearBufferfi(GL_DEPTH_STENCIL, 0, depth, stencil);
	}
}

static void triangle(void)
{
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 3; i++)
		glVertex3f(part(), part(), part());
	glEnd();
}

static void blit(GLuint to)
{
	int x = any(100), y = any(100), side = 1 + any(150);
	GLbitfield mask = any(2) ? GL_COLOR_BUFFER_BIT : 0;

	if (any(2))
		mask |= GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
	glBindFramebuffer(GL_READ_FRAMEBUFFER, frames[to == frames[0]]);
	glBlitFramebuffer(x, y, x + side, y + side, x, y, x + side, y + side,
			  mask, GL_NEAREST);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, to);
}

static void draw(GLuint to)
{
	switch (any(10)) {
	case 0:
		glClear((GLbitfield)(any(2) * GL_COLOR_BUFFER_BIT |
				     any(2) * GL_DEPTH_BUFFER_BIT |
				     any(2) * GL_STENCIL_BUFFER_BIT));
		break;
	case 1:
		clear_buffer();
		break;
	case 2:
		hand_over(GL_RGBA, GL_UNSIGNED_BYTE);
		break;
	case 3:
		hand_over(GL_DEPTH_COMPONENT, GL_UNSIGNED_INT);
		break;
	case 4:
		hand_over(GL_STENCIL_INDEX, GL_UNSIGNED_BYTE);
		break;
	case 5:
		glCallList(list);
		break;
	case 6:
		if (to)
			blit(to);
		break;
	case 7:
		glRectf(part(), part(), part(), part());
		break;
	default:
		triangle();
	}
}

/* It has a state of its own. */
static void prepare_list(void)
{
	list = glGenLists(1);
	glNewList(list, GL_COMPILE);
	glDisable(GL_SCISSOR_TEST);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_STENCIL_TEST);
	glDepthMask(1);
	glDepthFunc(GL_ALWAYS);
	glStencilMask(0xff);
	glRectf(-1, -0.5f, 1, 0.5f);
	glStencilMask(0);
	glDepthMask(0);
	glEnable(GL_SCISSOR_TEST);
	glScissor(0, 0, 1, 1);
	glEndList();
}

static void prepare_frames(void)
{
	glGenFramebuffers(2, frames);
	glGenRenderbuffers(4, renders);
	for (int i = 0; i < 2; i++) {
		glBindFramebuffer(GL_FRAMEBUFFER, frames[i]);
		for (int k = 0; k < 2; k++) {
			GLuint name = renders[2 * i + k];

			glBindRenderbuffer(GL_RENDERBUFFER, name);
			glRenderbufferStorage(
				GL_RENDERBUFFER,
				k ? GL_DEPTH24_STENCIL8 : GL_RGBA8, SIZE, 130);
			glFramebufferRenderbuffer(
				GL_FRAMEBUFFER,
				k ? GL_DEPTH_STENCIL_ATTACHMENT
				  : GL_COLOR_ATTACHMENT0,
				GL_RENDERBUFFER, name);
		}
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT |
			GL_STENCIL_BUFFER_BIT);
	}
}

int main(int argc, char **argv)
{
	struct drawable at;
	void *context;
	GLuint to = 0;

	if (!open_way(argc > 1 ? argv[1] : "egl"))
		return NO_OPENGL;
	if (argc > 2)
		seed = (uint32_t)atoi(argv[2]);
	context = new_context(NULL, NULL);
	at = new_window(SIZE, SIZE);
	if (!context || !use(at, context))
		return NO_OPENGL;
	prepare_frames();
	prepare_list();
	for (int i = 0; i < N_DRAWS; i++) {
		if (!any(10)) {
			to = any(2) ? frames[any(2)] : 0;
			glBindFramebuffer(GL_FRAMEBUFFER, to);
			glViewport(0, 0, SIZE, SIZE);
		}
		/* some of several viewports, too */
		if (i > N_DRAWS / 2 && !any(8))
			glScissorIndexed((GLuint)any(4), any(100), any(100),
					 any(90), any(90));
		choose_state();
		draw(to);
		if (!any(100)) {
			glBindFramebuffer(GL_FRAMEBUFFER, to = 0);
			swap(at);
		}
	}
	printf("errors %u\n", glGetError());
	return 0;
}
