/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl -lpthread */
/*
 * Two threads with a context each that share their objects. What one has made
 * is drawn by the other one, behind fences, and deleted by either. See
 * ../replay.t.
 *	shared [glx|egl [windows]]
 */
#include <pthread.h>
#include "tests/replay/draw.h"

/* What the two hand to each other, one at a time. */
static struct {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int turn;
	GLsync fence;
	GLuint texture, buffer, painted, program;
} shared = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};

static struct drawable places[2];
static void *contexts[2];

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void await(int turn)
{
	pthread_mutex_lock(&shared.mutex);
	while (shared.turn != turn)
		pthread_cond_wait(&shared.changed, &shared.mutex);
	pthread_mutex_unlock(&shared.mutex);
}

static void hand_over(void)
{
	shared.fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
	glFlush();
	pthread_mutex_lock(&shared.mutex);
	shared.turn++;
	pthread_cond_broadcast(&shared.changed);
	pthread_mutex_unlock(&shared.mutex);
}

/* New names each third time; data for both. */
static void make(int frame)
{
	uint8_t pixels[8 * 8 * 4];
	const float at[] = {-1, -1, 1, -1, step(frame), 1};

	if (frame % 3 == 2) {
		glDeleteTextures(1, &shared.texture);
		glDeleteBuffers(1, &shared.buffer);
		shared.texture = 0;
	}
	if (!shared.texture) {
		glGenTextures(1, &shared.texture);
		glGenBuffers(1, &shared.buffer);
	}
	glBindTexture(GL_TEXTURE_2D, shared.texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE,
		     noise(pixels, sizeof(pixels), (uint32_t)frame));
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glBindBuffer(GL_ARRAY_BUFFER, shared.buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof(at), at, GL_STREAM_DRAW);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glUseProgram(shared.program);
	glUniform1f(glGetUniformLocation(shared.program, "level"), step(frame));
	glUseProgram(0);
}

static void draw(GLuint texture, float red)
{
	glClearColor(red, 0.25f, 0.5f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glEnable(GL_TEXTURE_2D);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
	glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
	glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
	glEnable(GL_TEXTURE_GEN_S);
	glEnable(GL_TEXTURE_GEN_T);
	glEnableClientState(GL_VERTEX_ARRAY);
	glBindBuffer(GL_ARRAY_BUFFER, shared.buffer);
	glVertexPointer(2, GL_FLOAT, 0, NULL);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glDisable(GL_TEXTURE_2D);
	glUseProgram(shared.program);
	glRectf(-1, 0.5f, 0, 1);
	glUseProgram(0);
}

/* The second one's: to a texture that the first one will draw. */
static void paint(int frame)
{
	GLuint target;

	if (shared.painted && frame % 4 == 3)
		glDeleteTextures(1, &shared.painted);
	if (!shared.painted || frame % 4 == 3)
		glGenTextures(1, &shared.painted);
	glBindTexture(GL_TEXTURE_2D, shared.painted);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, NULL);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glGenFramebuffers(1, &target);
	glBindFramebuffer(GL_FRAMEBUFFER, target);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
			       GL_TEXTURE_2D, shared.painted, 0);
	glViewport(0, 0, 16, 16);
	draw(shared.texture, step(frame));
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glDeleteFramebuffers(1, &target);
}

static void second_turn(int frame)
{
	GLsync fence;

	await(2 * frame + 1);
	fence = shared.fence;
	glWaitSync(fence, 0, GL_TIMEOUT_IGNORED);
	glDeleteSync(fence);
	glViewport(0, 0, places[1].width, places[1].height);
	draw(shared.texture, 1 - step(frame));
	show(2 * (unsigned)frame, places[1]);
	paint(frame);
	hand_over();
}

static void first_turn(int frame)
{
	GLsync fence = shared.fence;

	await(2 * frame);
	if (frame) {
		fence = shared.fence;
		glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT,
				 GL_TIMEOUT_IGNORED);
		glDeleteSync(fence);
		draw(shared.painted, step(frame));
		show(2 * (unsigned)frame - 1, places[0]);
	}
	make(frame);
	hand_over();
}

static void *second(void *unused)
{
	(void)unused;
	if (!use(places[1], contexts[1]))
		return NULL;
	for (int i = 0; i < FRAMES; i++)
		second_turn(i);
	use((struct drawable){0, 0, 0, 0}, NULL);
	return places;
}

static void last_turn(void)
{
	await(2 * FRAMES);
	glClientWaitSync(shared.fence, 0, 1000000000);
	glDeleteSync(shared.fence);
	draw(shared.painted, 1);
	show(2 * FRAMES - 1, places[0]);
}

int main(int argc, char **argv)
{
	const char *fragment = "uniform float level;\n"
			       "void main() { gl_FragColor =\n"
			       "vec4(level, 1, level, 1); }\n";
	pthread_t thread;
	void *result = NULL;

	if (!open_way(argc > 1 ? argv[1] : "glx"))
		return NO_OPENGL;
	for (int i = 0; i < 2; i++) {
		contexts[i] = new_context(i ? contexts[0] : NULL, NULL);
		places[i] = argc > 2 ? new_window(80 - 20 * i, 60 + 10 * i)
				     : new_pbuffer(80 - 20 * i, 60 + 10 * i);
		if (!contexts[i] || !places[i].id)
			return NO_OPENGL;
	}
	if (!use(places[0], contexts[0]))
		return NO_OPENGL;
	shared.program = new_program("void main() {\n"
				     "gl_Position = gl_Vertex; }\n",
				     fragment);
	if (pthread_create(&thread, NULL, second, NULL))
		return 1;
	for (int i = 0; i < FRAMES; i++)
		first_turn(i);
	last_turn();
	pthread_join(thread, &result);
	return !result;
}
