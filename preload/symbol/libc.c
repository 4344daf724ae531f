/* SPDX-License-Identifier: MIT */
/*
 * glibc has a function that returns its version. musl has none: it is found by
 * the name of its file, and its version by the only text of that form among
 * its constants. That takes some 0.1 ms, in programs with musl.
 */
#include "preload/symbol/libc.h"

#include <elf.h>
#include <link.h>

#include "preload/arch/frame.h"
#include "preload/symbol/modules.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "writer/bytes.h"
#include "writer/large.h"
#include "writer/thread.h"

#define PATH_BYTES 4096u
#define VERSION_BYTES 16u
#define GLIBC "glibc "
#define MUSL "musl"

static struct {
	char text[sizeof(GLIBC) + 2 * VERSION_BYTES];
	bool is_known, is_glibc;
} found;

/* Only used at start, by one thread. */
static FXW_LARGE char path[PATH_BYTES];

const char *fxp_libc_text(void)
{
	return found.text[0] ? found.text : NULL;
}

bool fxp_libc_is_other(void)
{
	return found.is_known && !found.is_glibc;
}

static void set_text(const char *name, const char *version)
{
	size_t n = 0;

	while (*name && n < sizeof(found.text) - 1)
		found.text[n++] = *name++;
	while (*version && n < sizeof(found.text) - 1)
		found.text[n++] = *version++;
	found.text[n] = 0;
}

/* Whether the whole text is three numbers. */
static bool is_version(const char *text, size_t n)
{
	unsigned n_dots = 0;

	for (size_t i = 0; i < n; i++)
		if (text[i] == '.')
			n_dots++;
		else if (text[i] < '0' || text[i] > '9')
			return false;
	return n_dots == 2 && text[0] != '.' && text[n - 1] != '.';
}

/* The text of that form in constants; NULL: there is none. *is_only is false
 * if there are several. */
static const char *find_version(const char *at, const char *end, bool *is_only)
{
	const char *version = NULL;

	while (at < end) {
		size_t n = fxw_length_max(at, (size_t)(end - at));

		if (n >= 5 && n < VERSION_BYTES && at + n < end &&
		    is_version(at, n)) {
			*is_only = !version;
			version = at;
		}
		at += n + 1;
	}
	return version;
}

/* Looks through the constants of a mapped object. */
static const char *version_of(const struct fxp_module *m)
{
	const ElfW(Ehdr) *elf = (const void *)m->header;
	const ElfW(Phdr) * segment;
	const char *version = NULL;
	bool is_only = true;

	if (!elf)
		return NULL;
	segment = (const void *)(m->header + elf->e_phoff);
	for (unsigned i = 0; i < elf->e_phnum; i++) {
		const char *at = (const char *)(m->base + segment[i].p_vaddr);

		if (segment[i].p_type == PT_LOAD && segment[i].p_flags == PF_R)
			version = find_version(at, at + segment[i].p_filesz,
					       &is_only)
					  ?: version;
	}
	return version && is_only ? version : NULL;
}

static bool has_musl(const char *name)
{
	for (; *name; name++)
		if (fxw_length_max(name, sizeof(MUSL) - 1) ==
			    sizeof(MUSL) - 1 &&
		    fxw_equal(name, MUSL, sizeof(MUSL) - 1))
			return true;
	return false;
}

/* ld-musl-x86_64.so.1, libc.musl-x86_64.so.1, x86_64-linux-musl/libc.so */
static void look_for_musl(void)
{
	struct fxp_module m;
	const char *version;

	fxp_module_begin(&m, path, sizeof(path));
	while (fxp_module_next(&m)) {
		if (m.is_program || !has_musl(path))
			continue;
		version = version_of(&m);
		set_text(version ? MUSL " " : MUSL, version ? version : "");
		return;
	}
}

/* See fxw_handle_bytes. */
static void learn_handles(void)
{
	static const char name[] = "pthread_self";
	uintptr_t (*self)(void);
	uintptr_t handle;

	if (FXP_HANDLE_IS_POINTER)
		return;
	self = (uintptr_t(*)(void))fxp_real_find(name, fxp_symbol_hash(name));
	handle = self ? self() : 0;
	if (handle) /* before glibc 2.34 there is none without libpthread */
		fxw_handle_bytes = sys_thread_pointer() - handle;
}

void fxp_libc_identify(void)
{
	static const char name[] = "gnu_get_libc_version";
	const char *(*version)(void) = (const char *(*)(void))fxp_real_find(
		name, fxp_symbol_hash(name));

	learn_handles();
	found.is_known = true;
	found.is_glibc = version != NULL;
	if (version)
		set_text(GLIBC, version());
	else
		look_for_musl();
}
