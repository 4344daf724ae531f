/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * What is written to mapped buffers, and where it is recorded.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "tests/double/gl_events.h"
#include "tests/guard.h"
#include "tests/tap.h"
#include "writer/engine.h"

#define WRITE GL_MAP_WRITE_BIT
#define PERSISTENT (GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT)
#define COHERENT (PERSISTENT | GL_MAP_COHERENT_BIT)
#define TARGET GL_ARRAY_BUFFER

static char *mapped;

static void is_written(unsigned n, int64_t at, uint64_t n_bytes)
{
	ok(n < n_gl_events && gl_events[n].kind == 'w', "event %u", n);
	is_i64((int64_t)(gl_events[n].address - AT(mapped)), at);
	is_u64(gl_events[n].n_bytes, n_bytes);
}

static void make_buffer(int64_t n_bytes)
{
	gl_begin_compat(1, 0);
	mapped = guard_alloc((size_t)n_bytes);
	GL(BIND_BUFFER, TARGET, 5);
	GL(BUFFER_DATA, TARGET, (uint64_t)n_bytes, 0, 0);
}

static void map_range(int64_t off, int64_t n_bytes, unsigned access)
{
	GL(MAP_BUFFER_RANGE, TARGET, (uint64_t)off, (uint64_t)n_bytes, access,
	   AT(mapped));
}

static void whole(void)
{
	make_buffer(100);
	GL(MAP_BUFFER, TARGET, GL_WRITE_ONLY, AT(mapped));
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	is_u64(n_gl_events, 0);
	BEFORE(UNMAPPING, TARGET);
	GL(UNMAP_BUFFER, TARGET, 1);
	is_written(0, 0, 100);
	BEFORE(UNMAPPING, TARGET);
	is_u64(n_gl_events, 1);
	GL(MAP_BUFFER, TARGET, GL_READ_ONLY, AT(mapped));
	BEFORE(UNMAPPING, TARGET);
	GL(UNMAP_BUFFER, TARGET, 1);
	is_u64(n_gl_events, 1);
	GL(MAP_BUFFER, TARGET, GL_READ_WRITE, 0); /* refused */
	BEFORE(UNMAPPING, TARGET);
	is_u64(n_gl_events, 1);
}

static void part(void)
{
	make_buffer(100);
	map_range(20, 30, WRITE);
	BEFORE(UNMAPPING, TARGET);
	is_written(0, 0, 30);
	GL(UNMAP_BUFFER, TARGET, 1);
	map_range(0, 30, GL_MAP_READ_BIT);
	BEFORE(UNMAPPING, TARGET);
	is_u64(n_gl_events, 1);
}

static void flushed(void)
{
	make_buffer(100);
	map_range(0, 100, WRITE | GL_MAP_FLUSH_EXPLICIT_BIT);
	BEFORE(FLUSH_MAPPED_RANGE, TARGET, 10, 20);
	is_written(0, 10, 20);
	BEFORE(FLUSH_MAPPED_RANGE, TARGET, 90, 11);
	BEFORE(FLUSH_MAPPED_RANGE, TARGET, 10, (uint64_t)-1);
	BEFORE(FLUSH_MAPPED_RANGE, TARGET, (uint64_t)-1, 10);
	BEFORE(FLUSH_MAPPED_RANGE, TARGET, INT64_MAX, INT64_MAX);
	BEFORE(UNMAPPING, TARGET);
	GL(UNMAP_BUFFER, TARGET, 1);
	BEFORE(FLUSH_MAPPED_RANGE, TARGET, 10, 20);
	is_u64(n_gl_events, 1);
}

static void by_name(void)
{
	uint32_t name = 9;

	make_buffer(100);
	GL(CREATE_BUFFERS, 1, AT(&name));
	GL(NAMED_BUFFER_STORAGE, 9, 100, 0, 0);
	GL(MAP_NAMED_BUFFER_RANGE, 9, 0, 100, WRITE | GL_MAP_FLUSH_EXPLICIT_BIT,
	   AT(mapped));
	BEFORE(FLUSH_MAPPED_NAMED_RANGE, 9, 10, 20);
	is_written(0, 10, 20);
	GL(UNMAP_NAMED_BUFFER, 9, 1);
	GL(MAP_NAMED_BUFFER, 9, GL_WRITE_ONLY, AT(mapped));
	BEFORE(UNMAPPING_NAMED, 9);
	is_written(1, 0, 100);
	BEFORE(UNMAPPING_NAMED, 77);
	is_u64(n_gl_events, 2);
}

static void coherent(void)
{
	make_buffer(20000);
	map_range(0, 20000, COHERENT);
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	is_u64(n_gl_events, 0);
	mapped[100]++;
	mapped[103]++;
	mapped[19999]++;
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	is_written(0, 100, 4);
	is_written(1, 19999, 1);
	BEFORE(SEES_MEMORY, 0);
	is_u64(n_gl_events, 2);
	for (int i = 5000; i < 15000; i++)
		mapped[i]++;
	BEFORE(SEES_MEMORY, 0);
	is_u64(n_gl_events, 3);
	is_written(2, 5000, 10000);
	mapped[0]++;
	BEFORE(UNMAPPING, TARGET);
	GL(UNMAP_BUFFER, TARGET, 1);
	is_written(3, 0, 1);
	mapped[0]++;
	BEFORE(SEES_MEMORY, 0);
	is_u64(n_gl_events, 4);
}

static void barriers(void)
{
	make_buffer(5000);
	map_range(0, 5000, PERSISTENT);
	mapped[7]++;
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	BEFORE(MEMORY_BARRIER, GL_MAP_READ_BIT);
	is_u64(n_gl_events, 0);
	BEFORE(MEMORY_BARRIER, GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
	is_written(0, 7, 1);
	mapped[9]++;
	BEFORE(UNMAPPING, TARGET);
	is_written(1, 9, 1);
}

/* What has been written is what indices are. */
static void indices(void)
{
	static float vertices[300];
	uint16_t *p;

	make_buffer(8);
	GL(BIND_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 6);
	GL(BUFFER_DATA, GL_ELEMENT_ARRAY_BUFFER, 8, 0, 0);
	GL(BIND_BUFFER, TARGET, 0);
	GL(VERTEX_POINTER, 3, GL_FLOAT, 0, AT(vertices));
	GL(ENABLE_CLIENT_STATE, GL_VERTEX_ARRAY);
	GL(MAP_BUFFER_RANGE, GL_ELEMENT_ARRAY_BUFFER, 4, 4, WRITE, AT(mapped));
	p = (uint16_t *)mapped;
	p[0] = 50;
	p[1] = 60;
	BEFORE(UNMAPPING, GL_ELEMENT_ARRAY_BUFFER);
	GL(UNMAP_BUFFER, GL_ELEMENT_ARRAY_BUFFER, 1);
	is_written(0, 0, 4);
	BEFORE(DRAW_ELEMENTS, GL_TRIANGLES, 2, GL_UNSIGNED_SHORT, 4);
	is_i64(gl_events[1].array.first, 50);
	is_i64(gl_events[1].array.count, 11);
}

/* Gone without being unmapped. */
static void gone(void)
{
	uint32_t name = 5;

	make_buffer(5000);
	map_range(0, 5000, COHERENT);
	mapped[7]++;
	GL(BUFFER_DATA, TARGET, 5000, 0, 0);
	BEFORE(SEES_MEMORY, 0);
	is_u64(n_gl_events, 0);
	map_range(0, 5000, COHERENT);
	mapped[7]++;
	GL(DELETE_BUFFERS, 1, AT(&name));
	BEFORE(SEES_MEMORY, 0);
	BEFORE(UNMAPPING, TARGET);
	is_u64(n_gl_events, 0);
	is_u64(fxp_gl_current()->group->n_coherent, 0);
	is_u64(fxp_gl_current()->group->n_watched, 0);
}

/* More at a time than are compared: the others are recorded whole. */
static void many(void)
{
	static char memory[100][64];

	gl_begin_compat(1, 0);
	for (unsigned i = 0; i < 100; i++) {
		GL(BIND_BUFFER, TARGET, i + 1);
		GL(BUFFER_DATA, TARGET, 64, 0, 0);
		GL(MAP_BUFFER_RANGE, TARGET, 0, 64, COHERENT, AT(memory[i]));
	}
	memory[3][5]++;
	BEFORE(SEES_MEMORY, 0);
	is_u64(n_gl_events, 1);
	for (unsigned i = 0; i < 100; i++) {
		GL(BIND_BUFFER, TARGET, i + 1);
		BEFORE(UNMAPPING, TARGET);
		GL(UNMAP_BUFFER, TARGET, 1);
	}
	is_u64(n_gl_events, 1 + 100 - FXP_GL_N_WATCHED);
}

static void new_buffer(int64_t n_bytes)
{
	mapped = mmap(NULL, (size_t)n_bytes, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	GL(BIND_BUFFER, TARGET, 5);
	GL(BUFFER_DATA, TARGET, (uint64_t)n_bytes, 0, 0);
}

/* Two contexts have it. */
static void share_buffer(int64_t n_bytes)
{
	gl_begin_compat(1, 0);
	gl_begin_compat(2, 1);
	new_buffer(n_bytes);
}

/* Another context may have unmapped it, and we observe it later. */
static void taken(void)
{
	share_buffer(1 << 20);
	map_range(0, 1 << 20, COHERENT);
	mapped[100]++;
	mapped[300000]++;
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	is_u64(n_gl_events, 2);
	is_written(0, 100, 1);
	is_written(1, 300000, 1);
	mapped[100]++;
	munmap(mapped + 4096, (1 << 20) - 4096);
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	munmap(mapped, 4096);
	BEFORE(SEES_MEMORY, 0);
	BEFORE(MEMORY_BARRIER, GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
	is_u64(n_gl_events, 2);
	GL(UNMAP_BUFFER, TARGET, 1);
}

/* The system calls that it takes may be forbidden. */
static void forbidden(void)
{
	share_buffer(5000);
	map_range(0, 5000, COHERENT);
	mapped[100]++;
	gl_unknown.n = 0;
	fxw_engine.no_system_calls = true;
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	BEFORE(SEES_MEMORY, 0);
	is_u64(n_gl_events, 0);
	is_u64(gl_unknown.n, 1);
	is_u64(gl_unknown.buffer, 5);
	BEFORE(UNMAPPING, TARGET);
	is_written(0, 100, 1);
	GL(UNMAP_BUFFER, TARGET, 1);
	fxw_engine.no_system_calls = false;
}

/* Between glBegin and glEnd it is neither unmapped nor deleted. */
static void kept(void)
{
	uint32_t name = 5;

	make_buffer(100);
	map_range(0, 100, COHERENT);
	GL(BEGIN, GL_TRIANGLES);
	BEFORE(UNMAPPING, TARGET);
	GL(UNMAP_BUFFER, TARGET, 0);
	BEFORE(DELETING_BUFFERS, 1, AT(&name));
	GL(END, 0);
	mapped[9]++;
	BEFORE(SEES_MEMORY, 0);
	is_u64(n_gl_events, 1);
}

#define ROUNDS 3000

static int is_over;

static void *see_memory_often(void *unused)
{
	fxp_gl_context_use(1, true);
	while (!__atomic_load_n(&is_over, __ATOMIC_ACQUIRE))
		BEFORE(SEES_MEMORY, 0);
	fxp_gl_context_use(0, true);
	return unused;
}

/* One thread looks at what the other maps and takes away. */
static void raced(void)
{
	uint32_t name = 5;
	pthread_t thread;

	gl_begin_compat(1, 0);
	gl_begin_compat(2, 1);
	if (pthread_create(&thread, NULL, see_memory_often, NULL) != 0)
		return;
	for (unsigned i = 0; i < ROUNDS; i++) {
		new_buffer(20000);
		map_range(0, 20000, COHERENT);
		if (i % 2) {
			BEFORE(UNMAPPING, TARGET);
			munmap(mapped, 20000);
			GL(UNMAP_BUFFER, TARGET, 1);
		} else {
			BEFORE(DELETING_BUFFERS, 1, AT(&name));
			munmap(mapped, 20000);
			GL(DELETE_BUFFERS, 1, AT(&name));
		}
	}
	__atomic_store_n(&is_over, 1, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	is_u64(n_gl_events, 0);
	is_u64(fxp_gl_current()->group->n_watched, 0);
	is_u64(fxp_gl_current()->group->n_coherent, 0);
	is_u64(fxp_gl_current()->group->n_looking, 0);
}

static size_t virtual_bytes(void)
{
	unsigned long n_pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");

	if (file) {
		if (fscanf(file, "%lu", &n_pages) != 1)
			n_pages = 0;
		fclose(file);
	}
	return n_pages * 4096;
}

/* A thread that always looks keeps what it looks at, not what others do. */
static void looked_at(void)
{
	char *large;
	pthread_t thread;
	size_t before;

	gl_begin_compat(1, 0);
	gl_begin_compat(2, 1);
	new_buffer(1 << 24);
	large = mapped;
	map_range(0, 1 << 24, COHERENT);
	is_over = 0;
	if (pthread_create(&thread, NULL, see_memory_often, NULL) != 0)
		return;
	GL(BIND_BUFFER, TARGET, 6);
	mapped = malloc(1 << 20);
	before = virtual_bytes();
	for (unsigned i = 0; i < 200; i++) {
		GL(BUFFER_DATA, TARGET, 1 << 20, 0, 0);
		map_range(0, 1 << 20, COHERENT);
		GL(UNMAP_BUFFER, TARGET, 1);
	}
	/* 2 MiB each */
	ok(virtual_bytes() - before < (size_t)100 << 20);
	__atomic_store_n(&is_over, 1, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	free(mapped);
	munmap(large, 1 << 24);
}

static const struct tap_test tests[] = {
	{"a mapping is recorded when it is unmapped, if it may be written",
	 whole},
	{"of a part, the part is recorded", part},
	{"what is flushed is recorded, and nothing else", flushed},
	{"a buffer is mapped by its name", by_name},
	{"a coherent mapping is recorded where it changed", coherent},
	{"a persistent mapping is recorded at barriers", barriers},
	{"indices come from mapped memory, too", indices},
	{"a buffer that goes is not looked at", gone},
	{"memory that is gone is not read where contexts share", taken},
	{"where memory may not be read, draws do not know what was written",
	 forbidden},
	{"a buffer is neither unmapped nor deleted by calls that fail", kept},
	{"one thread may take away what another one looks at", raced},
	{"a thread that always looks keeps no memory of others", looked_at},
	{"of very many mappings some are recorded when they end", many},
};

TAP_MAIN(tests)
