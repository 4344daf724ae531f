/* SPDX-License-Identifier: MIT */
/*
 * The walk over the loaded objects. Objects that were loaded at our first look
 * are permanent and are read directly. Others are read by the kernel, because
 * another thread may unload them. A node that is gone, or does not match its
 * predecessor, ends the walk.
 */
#include "preload/symbol/modules.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>

#include "preload/symbol/peek.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "writer/large.h"
#include "writer/sys.h"

/* More than any program has. A list torn by a race might not end. */
#define MODULES_MAX 65536u
#define PROGRAM_PATH_BYTES 4096u
#define SEGMENTS_MAX 128u
#define NOTES_MAX 64u

static bool read_at(const struct fxp_module *m, void *to, uintptr_t from,
		    size_t n)
{
	return fxp_object_read(m->is_fixed ? FXP_LOAD : FXP_PEEK, to,
			       (const void *)from, n);
}

/* Copies a string that may vanish or end at the end of its page. */
static void peek_path(struct fxp_module *m, uintptr_t from)
{
	uint32_t n = 0, piece, length;

	while (from && n + 1 < m->path_capacity) {
		/* never across a page's end: the next may not be mapped */
		piece = 256 - (uint32_t)((from + n) & 255);
		if (piece > m->path_capacity - 1 - n)
			piece = m->path_capacity - 1 - n;
		if (!read_at(m, m->path + n, from + n, piece))
			break;
		length = (uint32_t)fxw_length_max(m->path + n, piece);
		n += length;
		if (length < piece)
			break;
	}
	m->path[n] = 0;
	m->path_bytes = n;
}

static void read_path(struct fxp_module *m, const char *from)
{
	if (!from || !m->is_fixed) {
		peek_path(m, (uintptr_t)from);
		return;
	}
	m->path_bytes = (uint32_t)fxw_length_max(from, m->path_capacity - 1);
	fxw_copy(m->path, from, m->path_bytes);
	m->path[m->path_bytes] = 0;
}

static struct {
	char path[PROGRAM_PATH_BYTES];
	uint32_t n_bytes;
} program FXW_LARGE;

const char *fxp_program_path(uint32_t *n_bytes)
{
	if (!program.n_bytes) {
		long n = sys_readlinkat(AT_FDCWD, "/proc/self/exe",
					program.path, sizeof(program.path));

		program.n_bytes = n > 0 ? (uint32_t)n : 0;
	}
	*n_bytes = program.n_bytes;
	return program.path;
}

/* For the linker the program itself has no name. */
static void read_program_path(struct fxp_module *m)
{
	uint32_t n;
	const char *path = fxp_program_path(&n);

	m->path_bytes = n < m->path_capacity ? n : m->path_capacity - 1;
	fxw_copy(m->path, path, m->path_bytes);
	m->path[m->path_bytes] = 0;
}

/* The header's segment need not be loaded. The kernel's own copy takes two
 * system calls instead of one. */
static enum fxp_access header_access(const struct fxp_module *m, uintptr_t at)
{
	return m->is_fixed && !fxp_object_is_quiet() &&
			       fxp_peek_page((const void *)at)
		       ? FXP_LOAD
		       : FXP_PEEK;
}

/* Whether the bytes at `at` are the ELF header of the module: its dynamic
 * section is where its segments say. */
static bool is_header(const struct fxp_module *m, uintptr_t at,
		      ElfW(Ehdr) * file)
{
	ElfW(Phdr) segment;
	unsigned i;

	if (!at ||
	    !fxp_object_read(header_access(m, at), file, (const void *)at,
			     sizeof(*file)) ||
	    !fxw_equal(file->e_ident, ELFMAG, SELFMAG) ||
	    file->e_phnum > SEGMENTS_MAX)
		return false;
	for (i = 0; i < file->e_phnum; i++) {
		if (!read_at(m, &segment,
			     at + file->e_phoff + i * sizeof(segment),
			     sizeof(segment)))
			return false;
		if (segment.p_type == PT_DYNAMIC)
			return m->base + segment.p_vaddr == m->dynamic;
	}
	return false;
}

static bool find_header(struct fxp_module *m, ElfW(Ehdr) * file)
{
	uintptr_t behind = 0;

	if (is_header(m, m->base, file)) {
		m->header = m->base;
		return true;
	}
	/* a program linked to a fixed address: its base is 0 */
	if (m->is_program)
		behind = fxp_real_auxiliary(AT_PHDR);
	if (!behind || !is_header(m, behind - sizeof(*file), file))
		return false;
	m->header = behind - sizeof(*file);
	return true;
}

static uint32_t aligned(uint32_t n, uintptr_t alignment)
{
	return alignment == 8 ? (n + 7) & ~7u : (n + 3) & ~3u;
}

/* Finds the build id in the notes of one segment. */
static bool read_notes(struct fxp_module *m, const ElfW(Phdr) * segment)
{
	uintptr_t at = m->base + segment->p_vaddr;
	uintptr_t end = at + segment->p_memsz;
	uint32_t n_name, i;
	ElfW(Nhdr) note;
	char name[4];

	for (i = 0; i < NOTES_MAX && at + sizeof(note) < end; i++) {
		if (!read_at(m, &note, at, sizeof(note)))
			return false;
		at += sizeof(note);
		n_name = aligned(note.n_namesz, segment->p_align);
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    note.n_descsz <= sizeof(m->build_id) &&
		    read_at(m, name, at, sizeof(name)) &&
		    fxw_equal(name, ELF_NOTE_GNU, sizeof(name)) &&
		    read_at(m, m->build_id, at + n_name, note.n_descsz)) {
			m->build_id_bytes = note.n_descsz;
			return true;
		}
		at += n_name + aligned(note.n_descsz, segment->p_align);
	}
	return false;
}

/* Build id and size. Not inlined, so that the frames of both stay small. */
static __attribute__((noinline)) void read_segments(struct fxp_module *m)
{
	ElfW(Ehdr) file;
	ElfW(Phdr) segment;
	unsigned i;

	if (!find_header(m, &file))
		return;
	for (i = 0; i < file.e_phnum; i++) {
		if (!read_at(m, &segment,
			     m->header + file.e_phoff + i * sizeof(segment),
			     sizeof(segment)))
			return;
		if (segment.p_type == PT_NOTE && !m->build_id_bytes)
			(void)read_notes(m, &segment);
		if (segment.p_type == PT_GNU_EH_FRAME)
			m->unwind = m->base + segment.p_vaddr;
		if (segment.p_type == PT_LOAD &&
		    segment.p_vaddr + segment.p_memsz > m->bytes)
			m->bytes = segment.p_vaddr + segment.p_memsz;
	}
}

void fxp_module_begin(struct fxp_module *m, char *path, uint32_t path_capacity)
{
	*m = (struct fxp_module){
		.is_fixed = true,
		.node = fxp_real_objects(),
		.n_left = MODULES_MAX,
		.path_capacity = path_capacity,
		.path = path,
	};
}

bool fxp_module_next_name(struct fxp_module *m)
{
	struct link_map node;

	if (m->previous && m->previous == fxp_real_last_object())
		m->is_fixed = false;
	if (!m->node || !m->n_left ||
	    !read_at(m, &node, (uintptr_t)m->node, sizeof(node)) ||
	    node.l_prev != m->previous)
		return false;
	m->is_program = m->n_left-- == MODULES_MAX;
	m->base = node.l_addr;
	m->dynamic = (uintptr_t)node.l_ld;
	m->header = 0;
	m->build_id_bytes = 0;
	m->unwind = 0;
	m->bytes = 0;
	read_path(m, node.l_name);
	if (m->is_program && !m->path_bytes)
		read_program_path(m);
	m->previous = m->node;
	m->node = node.l_next;
	return true;
}

void fxp_module_describe(struct fxp_module *m)
{
	read_segments(m);
}

bool fxp_module_next(struct fxp_module *m)
{
	if (!fxp_module_next_name(m))
		return false;
	read_segments(m);
	return true;
}

bool fxp_module_is_cut(const struct fxp_module *m)
{
	return m->node && !m->n_left;
}
