/* SPDX-License-Identifier: MIT */
/*
 * Reads the list as the dynamic linker does and looks for each file, see
 * search_list.h.
 */
#include "preload/symbol/search_list.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "preload/arch/names.h"
#include "preload/symbol/modules.h"
#include "preload/symbol/peek.h"
#include "preload/symbol/real.h"
#include "writer/bytes.h"
#include "writer/sys.h"

#define LIST_BYTES 4096u
#define PATH_BYTES 4096u
#define FOLDERS_MAX 64u
#define PIECE_BYTES 256u

/* Mapped for one search. It is too large for the stack, and a lock around
 * static memory would make results depend on other threads. */
struct search {
	const char *name;
	struct fxp_module m;
	struct sys_stat found;
	char list[LIST_BYTES];
	char origin[PATH_BYTES]; /* the object's folder; "" = not known */
	char path[PATH_BYTES];
	uint32_t n; /* bytes of path */
};

/* False if the list is too long or has gone. */
static bool read_list(struct search *s, uintptr_t from)
{
	uint32_t n = 0, piece;

	while (n + PIECE_BYTES <= LIST_BYTES) {
		/* never across a page's end: the next may not be mapped */
		piece = PIECE_BYTES -
			(uint32_t)((from + n) & (PIECE_BYTES - 1));
		if (!fxp_peek(s->list + n, (const void *)(from + n), piece))
			return false;
		if (fxw_length_max(s->list + n, piece) < piece)
			return true;
		n += piece;
	}
	return false;
}

/* Sets the folder that $ORIGIN means. */
static void find_origin(struct search *s, uintptr_t dynamic)
{
	struct fxp_module *m = &s->m;
	uint32_t n;

	fxp_module_begin(m, s->origin, PATH_BYTES);
	do {
		s->origin[0] = 0;
		if (!fxp_module_next_name(m))
			return;
	} while (m->dynamic != dynamic);
	n = m->path_bytes;
	/* a linker that was started as the program is not in its folder */
	if (s->origin[0] != '/' || n + 1 >= PATH_BYTES ||
	    (m->is_program && !fxp_real_auxiliary(AT_BASE)))
		n = 0;
	while (n && s->origin[n - 1] != '/')
		n--;
	s->origin[n] = 0;
}

/* False if the path is too long. */
static bool add(struct search *s, const char *text, size_t n)
{
	if (n >= PATH_BYTES - s->n)
		return false;
	fxw_copy(s->path + s->n, text, n);
	s->n += (uint32_t)n;
	s->path[s->n] = 0;
	return true;
}

/* The bytes of $ORIGIN at the start of a folder's name, or 0. */
static size_t origin_bytes(const char *folder, size_t n)
{
	static const char names[][10] = {"$ORIGIN", "${ORIGIN}"};

	for (unsigned i = 0; i < 2; i++) {
		size_t length = fxw_length(names[i]);

		if (n >= length && fxw_equal(folder, names[i], length) &&
		    (n == length || folder[length] == '/'))
			return length;
	}
	return 0;
}

/* Makes the path of one folder; false if that is not known. */
static bool make_path(struct search *s, const char *folder, size_t n)
{
	size_t skipped = origin_bytes(folder, n);

	s->n = 0;
	if (skipped &&
	    (!s->origin[0] || !add(s, s->origin, fxw_length(s->origin))))
		return false;
	for (size_t i = skipped; i < n; i++)
		if (folder[i] == '$')
			return false;
	if (!n)
		return add(s, "./", 2);
	return add(s, folder + skipped, n - skipped) && add(s, "/", 1);
}

/* Whether the folder may have an entry of that name. */
static bool may_have(struct search *s, const char *name)
{
	uint32_t n = s->n;
	int error;

	if (!add(s, name, fxw_length(name)))
		return true;
	error = sys_fstatat(AT_FDCWD, s->path, &s->found, 0);
	s->n = n;
	return error != -ENOENT && error != -ENOTDIR;
}

/* Variants of libraries are in folders that glibc looks for before the name.
 * All but the first one are those of glibc before 2.37. */
static bool folder_may_have(struct search *s, const char *folder, size_t n)
{
	static const char variants[][16] = {"glibc-hwcaps", FXP_VARIANTS};

	if (!make_path(s, folder, n) || may_have(s, s->name))
		return true;
	for (unsigned i = 0; i < sizeof(variants) / sizeof(*variants); i++)
		if (may_have(s, variants[i]))
			return true;
	return false;
}

static bool list_may_have(struct search *s)
{
	const char *at = s->list;

	if (!*at) /* the linker ignores it */
		return false;
	for (unsigned i = 0; i < FOLDERS_MAX; i++) {
		size_t n = 0;

		while (at[n] && at[n] != ':')
			n++;
		if (folder_may_have(s, at, n))
			return true;
		if (!at[n])
			return false;
		at += n + 1;
	}
	return true;
}

bool fxp_search_list_may_have(uintptr_t dynamic, uintptr_t list,
			      const char *name)
{
	struct search *s = sys_mmap(NULL, sizeof(*s), PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool result = true;

	if (!sys_mapped(s))
		return true;
	s->name = name;
	if (read_list(s, list)) {
		find_origin(s, dynamic);
		result = list_may_have(s);
	}
	sys_munmap(s, sizeof(*s));
	return result;
}
