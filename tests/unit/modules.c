/* SPDX-License-Identifier: MIT */
/*
 * The walk over the loaded objects, against libc's own dl_iterate_phdr.
 */
#include "preload/symbol/modules.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/guard.h"
#include "tests/tap.h"

#define N_MAX 64
#define LATER_LIBRARY "libresolv.so.2"
#define N_LOADS 1000

/* The modules as libc lists them. */
static struct {
	struct {
		uintptr_t base;
		char path[512];
		uint8_t build_id[64];
		unsigned build_id_bytes;
		uintptr_t bytes;
	} modules[N_MAX];
	unsigned n;
} want;

static void note_build_id(const struct dl_phdr_info *info, unsigned segment)
{
	const char *at = (const char *)info->dlpi_addr +
			 info->dlpi_phdr[segment].p_vaddr;
	const char *end = at + info->dlpi_phdr[segment].p_memsz;
	const unsigned mask = info->dlpi_phdr[segment].p_align == 8 ? 7 : 3;
	const ElfW(Nhdr) * note;

	for (; at + sizeof(*note) < end;
	     at += sizeof(*note) + ((note->n_namesz + mask) & ~mask) +
		   ((note->n_descsz + mask) & ~mask)) {
		note = (const ElfW(Nhdr) *)at;
		if (note->n_type != NT_GNU_BUILD_ID ||
		    memcmp(at + sizeof(*note), "GNU", 4))
			continue;
		want.modules[want.n].build_id_bytes = note->n_descsz;
		memcpy(want.modules[want.n].build_id, at + sizeof(*note) + 4,
		       note->n_descsz);
	}
}

static int note_module(struct dl_phdr_info *info, size_t size, void *unused)
{
	unsigned i;

	(void)size;
	(void)unused;
	want.modules[want.n].base = info->dlpi_addr;
	strncpy(want.modules[want.n].path, info->dlpi_name, 511);
	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_NOTE)
			note_build_id(info, i);
		else if (info->dlpi_phdr[i].p_type == PT_LOAD)
			want.modules[want.n].bytes =
				info->dlpi_phdr[i].p_vaddr +
				info->dlpi_phdr[i].p_memsz;
	want.n++;
	return want.n == N_MAX;
}

static void list_wanted(void)
{
	memset(&want, 0, sizeof(want));
	dl_iterate_phdr(note_module, NULL);
}

/* Checks one walk against libc's list. */
static void is_wanted(void)
{
	struct fxp_module m;
	char path[512];
	unsigned i = 0;

	list_wanted();
	fxp_module_begin(&m, path, sizeof(path));
	while (fxp_module_next(&m) && i < want.n) {
		is_u64(m.base, want.modules[i].base);
		is_u64(m.bytes, want.modules[i].bytes);
		if (i)
			is_str(m.path, want.modules[i].path);
		is_u64(m.path_bytes, strlen(m.path));
		is_u64(m.build_id_bytes, want.modules[i].build_id_bytes);
		is_mem(m.build_id, want.modules[i].build_id, m.build_id_bytes);
		ok(m.is_program == !i);
		i++;
	}
	is_u64(i, want.n);
}

static void lists_modules(void)
{
	ok(access("/proc/self/exe", R_OK) == 0);
	is_wanted();
	ok(want.n >= 3);
}

static void lists_later_modules(void)
{
	struct fxp_module m;
	void *handle;
	char path[512];
	unsigned n;

	/* the first look comes before the library */
	fxp_module_begin(&m, path, sizeof(path));
	list_wanted();
	n = want.n;
	handle = dlopen(LATER_LIBRARY, RTLD_NOW);
	if (!handle)
		skip(dlerror());
	is_wanted();
	is_u64(want.n, n + 1);
	dlclose(handle);
	is_wanted();
	is_u64(want.n, n);
}

static void names_the_program(void)
{
	struct fxp_module m;
	char path[512], real[512] = "";

	ok(readlink("/proc/self/exe", real, sizeof(real) - 1) > 0);
	fxp_module_begin(&m, path, sizeof(path));
	ok(fxp_module_next(&m));
	ok(m.is_program);
	is_str(m.path, real);
}

static void finds_headers(void)
{
	struct fxp_module m;
	char path[512];

	fxp_module_begin(&m, path, sizeof(path));
	while (fxp_module_next(&m))
		if (ok(m.header != 0, "%s", m.path))
			is_mem((const void *)m.header, ELFMAG, SELFMAG);
}

static void cuts_paths(void)
{
	struct fxp_module m;
	char *path;
	uint32_t space;
	void *handle;

	fxp_module_begin(&m, NULL, 0); /* the first look */
	handle = dlopen(LATER_LIBRARY, RTLD_NOW);
	for (space = 1; space < 300; space += space < 20 ? 1 : 43) {
		path = guard_alloc(space);
		fxp_module_begin(&m, path, space);
		while (fxp_module_next(&m))
			ok(m.path_bytes < space && !path[m.path_bytes]);
		guard_free(path, space);
	}
	if (handle)
		dlclose(handle);
}

static _Atomic int n_loads;

static void *load_and_unload(void *unused)
{
	void *handle;

	while (n_loads < N_LOADS) {
		handle = dlopen(LATER_LIBRARY, RTLD_NOW);
		if (handle)
			dlclose(handle);
		n_loads++;
	}
	return unused;
}

static void survives_unloading(void)
{
	struct fxp_module m;
	char path[512];
	pthread_t thread;
	unsigned n, n_least = ~0u;

	list_wanted();
	fxp_module_begin(&m, path, sizeof(path)); /* the first look */
	if (pthread_create(&thread, NULL, load_and_unload, NULL))
		skip("no threads");
	while (n_loads < N_LOADS) {
		fxp_module_begin(&m, path, sizeof(path));
		for (n = 0; fxp_module_next(&m); n++)
			;
		if (n < n_least)
			n_least = n;
	}
	pthread_join(thread, NULL);
	ok(n_least >= want.n, "%u of %u", n_least, want.n);
}

static const struct tap_test tests[] = {
	{"the modules are those that libc lists", lists_modules},
	{"modules loaded later are listed until they go", lists_later_modules},
	{"the program has the name of its file", names_the_program},
	{"every module's ELF header is found", finds_headers},
	{"a path is cut to the space for it", cuts_paths},
	{"the walk survives modules that vanish", survives_unloading},
};
TAP_MAIN(tests)
