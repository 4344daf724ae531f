/* SPDX-License-Identifier: MIT */
/*
 * What an executable file says of itself, without running it: script or ELF,
 * its machine, its dynamic linker and libraries. Takes any bytes.
 */
#ifndef TOOLS_ELF_IMAGE_H
#define TOOLS_ELF_IMAGE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum image_kind {
	IMAGE_UNREADABLE, /* the kernel may run it all the same */
	IMAGE_SCRIPT,	  /* "#!" */
	IMAGE_ELF,
	IMAGE_OTHER, /* execvp has /bin/sh run it */
};

struct image {
	enum image_kind kind;
	/* Its interpreter: of "#! /bin/sh -e" and of PT_INTERP; "" = none */
	char interpreter[PATH_MAX];
	char argument[256]; /* SCRIPT: "-e" */
	/* ELF: */
	uint8_t class;	  /* ELFCLASS64 */
	uint8_t encoding; /* ELFDATA2LSB */
	uint16_t machine; /* EM_X86_64 */
	uint16_t type;	  /* ET_EXEC, ET_DYN */
	bool is_cut;	  /* its headers point outside the file */
	bool has_dynamic, is_go;
	/* DT_NEEDED and the names of dynamic symbols, each ended by NUL */
	char *strings;
	size_t n_string_bytes;
	size_t n_needed, *needed; /* offsets into strings */
};

/* Reads the file; image_fini frees what it holds. */
void image_init(struct image *image, const char *path);
void image_fini(struct image *image);

/* Whether it needs a library whose name begins so. */
bool image_needs(const struct image *image, const char *prefix);
/* Whether it imports or exports a symbol. */
bool image_has_symbol(const struct image *image, const char *name);

#endif
