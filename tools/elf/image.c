/* SPDX-License-Identifier: MIT */
/*
 * Reads executables, see image.h. Each number of the file is checked before
 * use. Tables are read up to a size that no real program has.
 */
#include "tools/elf/image.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_PROGRAM_HEADERS 256u
#define MAX_DYNAMIC 4096u
#define MAX_STRING_BYTES (16u << 20)
#define MAX_NEEDED 1024u

static bool read_at(int fd, uint64_t off, void *to, size_t n_bytes)
{
	return off <= INT64_MAX &&
	       pread(fd, to, n_bytes, (off_t)off) == (ssize_t)n_bytes;
}

/* "#! /bin/sh -e" */
static void read_script(struct image *image, char *line)
{
	char *name = line + 2, *rest;

	line[strcspn(line, "\r\n")] = '\0';
	name += strspn(name, " \t");
	rest = name + strcspn(name, " \t");
	if (*rest)
		*rest++ = '\0';
	rest += strspn(rest, " \t");
	snprintf(image->interpreter, sizeof(image->interpreter), "%s", name);
	snprintf(image->argument, sizeof(image->argument), "%.255s", rest);
}

/* Program headers of an image of 64 bits. */
struct headers {
	int fd;
	unsigned n;
	Elf64_Phdr at[MAX_PROGRAM_HEADERS];
};

/* The file offset of an address; false if it has none. */
static bool file_off(const struct headers *headers, uint64_t address,
		     uint64_t *off)
{
	for (unsigned i = 0; i < headers->n; i++) {
		const Elf64_Phdr *load = &headers->at[i];

		if (load->p_type != PT_LOAD || address < load->p_vaddr ||
		    address - load->p_vaddr >= load->p_filesz)
			continue;
		*off = load->p_offset + (address - load->p_vaddr);
		return true;
	}
	return false;
}

/* What the dynamic section says about strings. */
struct dynamic {
	uint64_t strings, n_string_bytes; /* address and size */
	size_t n_needed;
	uint64_t needed[MAX_NEEDED];
};

static void read_dynamic(const struct headers *headers,
			 const Elf64_Phdr *segment, struct dynamic *dynamic)
{
	Elf64_Dyn entry;

	for (uint64_t i = 0; i < MAX_DYNAMIC; i++) {
		if ((i + 1) * sizeof(entry) > segment->p_filesz ||
		    !read_at(headers->fd, segment->p_offset + i * sizeof(entry),
			     &entry, sizeof(entry)) ||
		    entry.d_tag == DT_NULL)
			break;
		if (entry.d_tag == DT_STRTAB)
			dynamic->strings = entry.d_un.d_ptr;
		else if (entry.d_tag == DT_STRSZ)
			dynamic->n_string_bytes = entry.d_un.d_val;
		else if (entry.d_tag == DT_NEEDED &&
			 dynamic->n_needed < MAX_NEEDED)
			dynamic->needed[dynamic->n_needed++] = entry.d_un.d_val;
	}
}

static void take_strings(struct image *image, const struct headers *headers,
			 const struct dynamic *dynamic)
{
	size_t n = dynamic->n_string_bytes;
	uint64_t off;

	if (!n || n > MAX_STRING_BYTES ||
	    !file_off(headers, dynamic->strings, &off))
		return;
	image->strings = malloc(n + 1);
	image->needed = calloc(MAX_NEEDED, sizeof(*image->needed));
	if (!image->strings || !image->needed ||
	    !read_at(headers->fd, off, image->strings, n))
		return;
	image->strings[n] = '\0';
	image->n_string_bytes = n;
	for (size_t i = 0; i < dynamic->n_needed; i++)
		if (dynamic->needed[i] < n)
			image->needed[image->n_needed++] = dynamic->needed[i];
}

/* Go's linker adds a note with its name to every program. */
static bool is_go_note(int fd, const Elf64_Phdr *segment)
{
	struct {
		Elf64_Nhdr head;
		char name[4];
	} note;

	return segment->p_filesz >= sizeof(note) &&
	       read_at(fd, segment->p_offset, &note, sizeof(note)) &&
	       note.head.n_namesz == 4 && !memcmp(note.name, "Go\0\0", 4);
}

static void read_segments(struct image *image, const struct headers *headers)
{
	static struct dynamic dynamic;

	dynamic.strings = dynamic.n_string_bytes = dynamic.n_needed = 0;
	for (unsigned i = 0; i < headers->n; i++) {
		const Elf64_Phdr *segment = &headers->at[i];
		size_t n = segment->p_filesz;

		switch (segment->p_type) {
		case PT_INTERP:
			if (n >= sizeof(image->interpreter) ||
			    !read_at(headers->fd, segment->p_offset,
				     image->interpreter, n))
				image->is_cut = true;
			image->interpreter[n < PATH_MAX ? n : 0] = '\0';
			break;
		case PT_DYNAMIC:
			image->has_dynamic = true;
			read_dynamic(headers, segment, &dynamic);
			break;
		case PT_NOTE:
			image->is_go |= is_go_note(headers->fd, segment);
			break;
		}
	}
	take_strings(image, headers, &dynamic);
}

static void read_elf(struct image *image, int fd, const Elf64_Ehdr *elf)
{
	static struct headers headers;

	image->class = elf->e_ident[EI_CLASS];
	image->encoding = elf->e_ident[EI_DATA];
	/* these two have the same offset in both classes */
	image->type = elf->e_type;
	image->machine = elf->e_machine;
	if (image->class != ELFCLASS64 || image->encoding != ELFDATA2LSB)
		return;
	headers.fd = fd;
	headers.n = elf->e_phnum;
	image->is_cut = elf->e_phentsize != sizeof(headers.at[0]) ||
			elf->e_phnum > MAX_PROGRAM_HEADERS ||
			!read_at(fd, elf->e_phoff, headers.at,
				 elf->e_phnum * sizeof(headers.at[0]));
	if (!image->is_cut)
		read_segments(image, &headers);
}

void image_init(struct image *image, const char *path)
{
	union {
		Elf64_Ehdr elf;
		char line[PATH_MAX];
	} head = {.line = ""};
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n;

	memset(image, 0, sizeof(*image));
	if (fd < 0)
		return;
	n = pread(fd, head.line, sizeof(head.line) - 1, 0);
	if (n >= 2 && memcmp(head.line, "#!", 2) == 0) {
		image->kind = IMAGE_SCRIPT;
		read_script(image, head.line);
	} else if (n >= SELFMAG && memcmp(head.line, ELFMAG, SELFMAG) == 0) {
		image->kind = IMAGE_ELF;
		image->is_cut = n < (ssize_t)sizeof(head.elf);
		read_elf(image, fd, &head.elf);
	} else if (n >= 0) {
		image->kind = IMAGE_OTHER;
	}
	close(fd);
}

void image_fini(struct image *image)
{
	free(image->strings);
	free(image->needed);
	image->strings = NULL;
	image->needed = NULL;
}

bool image_needs(const struct image *image, const char *prefix)
{
	for (size_t i = 0; i < image->n_needed; i++)
		if (strncmp(image->strings + image->needed[i], prefix,
			    strlen(prefix)) == 0)
			return true;
	return false;
}

bool image_has_symbol(const struct image *image, const char *name)
{
	const char *at = image->strings;
	size_t n_left = image->n_string_bytes, n = strlen(name) + 1;

	while (n_left >= n) {
		const char *found = memmem(at, n_left, name, n);

		if (!found)
			return false;
		if (found > image->strings && !found[-1])
			return true;
		n_left -= (size_t)(found + n - at);
		at = found + n;
	}
	return false;
}
