/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Buffers that the program writes to and reads while they are mapped, in all
 * the ways that there are. See ../replay.t.
 *	buffers [glx|egl]
 */
#include "tests/replay/draw.h"

enum { QUAD_BYTES = 8 * sizeof(float), N_SLOTS = 3 };

static GLuint buffers[12];
static float *coherent;	  /* mapped for good */
static uint8_t *unsynced; /* for good, but what is written must be flushed */

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void put_quad(void *at, float left, float top)
{
	const float quad[] = {left, -1, 1, -1, -1, top, 1, 1};

	memcpy(at, quad, sizeof(quad));
}

static void draw(GLuint buffer, size_t offset, GLsizei n)
{
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, (void *)offset);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, n);
}

static void mapped_whole(int frame)
{
	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBufferData(GL_ARRAY_BUFFER, QUAD_BYTES, NULL, GL_DYNAMIC_DRAW);
	put_quad(glMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY), step(frame), 0);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glColor3f(1, 0, 0);
	draw(buffers[0], 0, 4);
}

/* What is there is changed. */
static void changed(int frame)
{
	float *at;

	glBindBuffer(GL_ARRAY_BUFFER, buffers[1]);
	at = glMapBuffer(GL_ARRAY_BUFFER, GL_READ_WRITE);
	for (int i = 0; i < 8; i++)
		at[i] = at[i] * 0.9f + 0.05f * (float)(frame & 1);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glColor3f(0, 1, step(frame));
	draw(buffers[1], 0, 4);
}

static void flushed_parts(int frame)
{
	float *at;

	glBindBuffer(GL_ARRAY_BUFFER, buffers[2]);
	at = glMapBufferRange(GL_ARRAY_BUFFER, 16, 2 * QUAD_BYTES,
			      GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
	put_quad(at, -1, step(frame));
	glFlushMappedBufferRange(GL_ARRAY_BUFFER, 0, QUAD_BYTES);
	put_quad(at + 8, step(frame), 1);
	glFlushMappedBufferRange(GL_ARRAY_BUFFER, QUAD_BYTES, 8);
	glFlushMappedBufferRange(GL_ARRAY_BUFFER, QUAD_BYTES + 8,
				 QUAD_BYTES - 8);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glColor3f(0, step(frame), 1);
	draw(buffers[2], 16, 4);
	glColor3f(1, 1, 0);
	draw(buffers[2], 16 + QUAD_BYTES, 3);
}

static void invalidated(int frame)
{
	glBindBuffer(GL_ARRAY_BUFFER, buffers[3]);
	put_quad(glMapBufferRange(
			 GL_ARRAY_BUFFER, 0, QUAD_BYTES,
			 GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT |
				 (frame % 2 ? GL_MAP_UNSYNCHRONIZED_BIT : 0)),
		 -step(frame), 0.5f);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glColor3f(1, 0, 1);
	draw(buffers[3], 0, 3);
}

/* Never unmapped, each frame has a part of it, and fences say when. */
static void persistent(int frame)
{
	static GLsync fences[N_SLOTS];
	int slot = frame % N_SLOTS;

	if (fences[slot]) {
		glClientWaitSync(fences[slot], GL_SYNC_FLUSH_COMMANDS_BIT,
				 ~0ull);
		glDeleteSync(fences[slot]);
	}
	put_quad(coherent + slot * 8, step(frame), -0.5f);
	glColor3f(1, step(frame), 0);
	draw(buffers[4], (size_t)slot * QUAD_BYTES, 4);
	coherent[slot * 8] = -1; /* behind a draw, before another one */
	glFinish();
	glColor3f(0.5f, 1, 1);
	coherent[slot * 8 + 1] = 0;
	draw(buffers[4], (size_t)slot * QUAD_BYTES, 3);
	fences[slot] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

/* Persistent, but flushed when it has been written. */
static void flushed(int frame)
{
	put_quad(unsynced + 64, -1, step(frame));
	glBindBuffer(GL_ARRAY_BUFFER, buffers[5]);
	glFlushMappedBufferRange(GL_ARRAY_BUFFER, 64, QUAD_BYTES);
	glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
	glColor3f(step(frame), 0.5f, 0);
	draw(buffers[5], 64, 4);
}

/* Without being bound. */
static void by_name(int frame)
{
	GLuint made;
	void *at;

	glCreateBuffers(1, &made);
	glNamedBufferStorage(made, 3 * QUAD_BYTES, NULL,
			     GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT);
	at = glMapNamedBufferRange(made, QUAD_BYTES, QUAD_BYTES,
				   GL_MAP_WRITE_BIT |
					   GL_MAP_FLUSH_EXPLICIT_BIT);
	put_quad(at, 0, step(frame));
	glFlushMappedNamedBufferRange(made, 0, QUAD_BYTES);
	glUnmapNamedBuffer(made);
	glCopyNamedBufferSubData(made, made, QUAD_BYTES, 0, QUAD_BYTES);
	glNamedBufferSubData(made, 8, 8, (const float[]){1, step(frame)});
	glColor3f(0, 0, 1);
	draw(made, 0, 4);
	glDeleteBuffers(1, &made);
}

/* Two at once, one of which is read. */
static void copied_by_hand(int frame)
{
	float *from, *to;

	glNamedBufferData(buffers[7], QUAD_BYTES, NULL, GL_STREAM_DRAW);
	glBindBuffer(GL_COPY_READ_BUFFER, buffers[6]);
	glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[7]);
	from = glMapBufferRange(GL_COPY_READ_BUFFER, 0, QUAD_BYTES,
				GL_MAP_READ_BIT);
	to = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, QUAD_BYTES,
			      GL_MAP_WRITE_BIT);
	for (int i = 0; i < 8; i++)
		to[i] = from[7 - i] * step(frame);
	glUnmapBuffer(GL_COPY_WRITE_BUFFER);
	glUnmapBuffer(GL_COPY_READ_BUFFER);
	glColor3f(1, 1, step(frame));
	draw(buffers[7], 0, 4);
}

/* Filled by OpenGL itself, read back, drawn with what came. */
static void read_back(int frame)
{
	float got[8];
	const float value = step(frame) - 0.5f;

	glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[8]);
	glBufferData(GL_COPY_WRITE_BUFFER, QUAD_BYTES, NULL, GL_STATIC_COPY);
	glClearBufferSubData(GL_COPY_WRITE_BUFFER, GL_R32F, 0, QUAD_BYTES,
			     GL_RED, GL_FLOAT, &value);
	glBufferSubData(GL_COPY_WRITE_BUFFER, 8, 8, (const float[]){1, -1});
	glBindBuffer(GL_COPY_READ_BUFFER, buffers[1]);
	glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 24, 24,
			    8);
	glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, QUAD_BYTES, got);
	glColor3f(got[0] + 0.5f, 1, got[2]);
	draw(buffers[8], 0, 4);
}

/* Pixels on their way to OpenGL and back. */
static void of_pixels(int frame)
{
	uint8_t *at;

	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers[9]);
	glBufferData(GL_PIXEL_UNPACK_BUFFER, 4096, NULL, GL_STREAM_DRAW);
	at = glMapBuffer(GL_PIXEL_UNPACK_BUFFER, GL_WRITE_ONLY);
	noise(at, 4096, (uint32_t)frame);
	glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
	glRasterPos2f(-1, -1);
	glDrawPixels(16, 16, GL_RGBA, GL_UNSIGNED_BYTE, (void *)256);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[10]);
	glBufferData(GL_PIXEL_PACK_BUFFER, 2048, NULL, GL_STREAM_READ);
	glReadPixels(64, 64, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, (void *)128);
	at = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 128, 1024, GL_MAP_READ_BIT);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
	glRasterPos2f(0, 0);
	glDrawPixels(16, 16, GL_BGRA, GL_UNSIGNED_BYTE, at);
	glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers[10]);
	glRasterPos2f(0, -1);
	glDrawPixels(16, 8, GL_RGBA, GL_UNSIGNED_BYTE, (void *)128);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

/* Made, mapped, deleted while it is, and made again with the same name. */
static void deleted(int frame)
{
	GLuint names[2];

	glGenBuffers(2, names);
	for (int i = 0; i < 2; i++) {
		glBindBuffer(GL_ARRAY_BUFFER, names[i]);
		glBufferData(GL_ARRAY_BUFFER, QUAD_BYTES, NULL, GL_STREAM_DRAW);
		put_quad(glMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY), 0,
			 (float)i);
	}
	glDeleteBuffers(1, names + 1); /* unmaps it */
	glGenBuffers(1, names + 1);
	glBindBuffer(GL_ARRAY_BUFFER, names[1]);
	glBufferData(GL_ARRAY_BUFFER, QUAD_BYTES, NULL, GL_STREAM_DRAW);
	put_quad(glMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY), -step(frame), 1);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glColor3f(1, step(frame), 1);
	draw(names[1], 0, 4);
	glBindBuffer(GL_ARRAY_BUFFER, names[0]);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glColor3f(0, 1, 0);
	draw(names[0], 0, 3);
	glDeleteBuffers(2, names);
}

/* Mapped in one frame and unmapped in the next one, written in between. */
static void across_frames(int frame)
{
	static float *at;

	if (at) {
		at[1] = -step(frame);
		glUnmapNamedBuffer(buffers[11]);
	}
	glNamedBufferData(buffers[11], QUAD_BYTES, NULL, GL_STREAM_DRAW);
	glNamedBufferSubData(
		buffers[11], 0, QUAD_BYTES,
		(const float[]){-1, -1, 1, step(frame), 0, 1, 1, 1});
	glColor3f(0, step(frame), 0.5f);
	draw(buffers[11], 0, 4);
	at = glMapNamedBuffer(buffers[11], GL_READ_WRITE);
	at[0] = step(frame);
}

static void prepare(void)
{
	const GLbitfield always = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT;
	float quad[8];

	glGenBuffers(12, buffers);
	for (int i = 0; i < 12; i++)
		glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
	put_quad(quad, -1, 1);
	for (int i = 1; i <= 6; i += 5) {
		glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
		glBufferData(GL_ARRAY_BUFFER, QUAD_BYTES, quad, GL_STATIC_DRAW);
	}
	glBindBuffer(GL_ARRAY_BUFFER, buffers[2]);
	glBufferData(GL_ARRAY_BUFFER, 16 + 2 * QUAD_BYTES, NULL,
		     GL_STREAM_DRAW);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[3]);
	glBufferData(GL_ARRAY_BUFFER, QUAD_BYTES, NULL, GL_STREAM_DRAW);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[4]);
	glBufferStorage(GL_ARRAY_BUFFER, N_SLOTS * QUAD_BYTES, NULL,
			always | GL_MAP_COHERENT_BIT);
	coherent = glMapBufferRange(GL_ARRAY_BUFFER, 0, N_SLOTS * QUAD_BYTES,
				    always | GL_MAP_COHERENT_BIT);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[5]);
	glBufferStorage(GL_ARRAY_BUFFER, 256, NULL, always);
	unsynced = glMapBufferRange(GL_ARRAY_BUFFER, 0, 256,
				    always | GL_MAP_FLUSH_EXPLICIT_BIT);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		mapped_whole, changed,	 flushed_parts, invalidated,
		persistent,   flushed,	 by_name,	copied_by_hand,
		read_back,    of_pixels, deleted,	across_frames,
	};

	return draw_old(argc, argv, prepare, scenes, 12);
}
