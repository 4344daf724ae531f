/* SPDX-License-Identifier: MIT */
/*
 * Fences of extensions that no software implements, as far as a program can see
 * them: each is signalled at the second question.
 */
#include <stddef.h>
#include <stdint.h>

#define N_FENCES 16u
#define FENCE_STATUS_NV 0x84f3u
#define FENCE_APPLE 0x8a0bu
#define TIMEOUT_EXPIRED_NV 0x30eb
#define CONDITION_SATISFIED_NV 0x30ec
#define SYNC_STATUS_NV 0x30e7
#define SIGNALED_NV 0x30e8

void glGenFencesNV(int n, unsigned *fences);
void glDeleteFencesNV(int n, const unsigned *fences);
void glSetFenceNV(unsigned fence, unsigned condition);
unsigned char glTestFenceNV(unsigned fence);
void glFinishFenceNV(unsigned fence);
void glGetFenceivNV(unsigned fence, unsigned name, int *value);
void glSetFenceAPPLE(unsigned fence);
unsigned char glTestFenceAPPLE(unsigned fence);
void glFinishFenceAPPLE(unsigned fence);
unsigned char glTestObjectAPPLE(unsigned object, unsigned name);
void glFinishObjectAPPLE(unsigned object, int name);
void glDeleteFencesAPPLE(int n, const unsigned *fences);
void *eglCreateFenceSyncNV(void *display, unsigned condition, const int *list);
int eglClientWaitSyncNV(void *sync, int flags, uint64_t timeout);
unsigned eglSignalSyncNV(void *sync, unsigned mode);
unsigned eglGetSyncAttribNV(void *sync, int attribute, int *value);
unsigned eglFenceNV(void *sync);
unsigned eglDestroySyncNV(void *sync);

static unsigned n_queries[N_FENCES];

static int is_done(unsigned fence)
{
	return n_queries[fence % N_FENCES]++ > 0;
}

void glGenFencesNV(int n, unsigned *fences)
{
	for (int i = 0; i < n; i++)
		fences[i] = (unsigned)i + 1;
}

void glDeleteFencesNV(int n, const unsigned *fences)
{
	(void)n;
	(void)fences;
}

void glSetFenceNV(unsigned fence, unsigned condition)
{
	(void)condition;
	n_queries[fence % N_FENCES] = 0;
}

unsigned char glTestFenceNV(unsigned fence)
{
	return is_done(fence) != 0;
}

void glFinishFenceNV(unsigned fence)
{
	n_queries[fence % N_FENCES] = 1;
}

void glGetFenceivNV(unsigned fence, unsigned name, int *value)
{
	*value = name == FENCE_STATUS_NV ? is_done(fence) : 1;
}

void glSetFenceAPPLE(unsigned fence)
{
	n_queries[fence % N_FENCES] = 0;
}

unsigned char glTestFenceAPPLE(unsigned fence)
{
	return is_done(fence) != 0;
}

void glFinishFenceAPPLE(unsigned fence)
{
	n_queries[fence % N_FENCES] = 1;
}

unsigned char glTestObjectAPPLE(unsigned object, unsigned name)
{
	return object != FENCE_APPLE || is_done(name);
}

void glFinishObjectAPPLE(unsigned object, int name)
{
	if (object == FENCE_APPLE)
		n_queries[(unsigned)name % N_FENCES] = 1;
}

void glDeleteFencesAPPLE(int n, const unsigned *fences)
{
	(void)n;
	(void)fences;
}

static unsigned syncs[N_FENCES];

void *eglCreateFenceSyncNV(void *display, unsigned condition, const int *list)
{
	static unsigned n_syncs;

	(void)display;
	(void)condition;
	(void)list;
	return &syncs[n_syncs++ % N_FENCES];
}

static int is_signalled(void *sync)
{
	return (*(unsigned *)sync)++ > 0;
}

int eglClientWaitSyncNV(void *sync, int flags, uint64_t timeout)
{
	(void)flags;
	(void)timeout;
	return is_signalled(sync) ? CONDITION_SATISFIED_NV : TIMEOUT_EXPIRED_NV;
}

unsigned eglSignalSyncNV(void *sync, unsigned mode)
{
	*(unsigned *)sync = mode == SIGNALED_NV;
	return 1;
}

unsigned eglGetSyncAttribNV(void *sync, int attribute, int *value)
{
	*value = attribute == SYNC_STATUS_NV ? SIGNALED_NV + !is_signalled(sync)
					     : 0;
	return 1;
}

unsigned eglFenceNV(void *sync)
{
	*(unsigned *)sync = 0;
	return 1;
}

unsigned eglDestroySyncNV(void *sync)
{
	*(unsigned *)sync = 0;
	return 1;
}
