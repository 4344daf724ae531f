/* SPDX-License-Identifier: MIT */
/*
 * The shared library of a shim, from its file: its soname and the functions
 * that it exports.
 */
#ifndef TOOLS_SHIM_EXPORTED_H
#define TOOLS_SHIM_EXPORTED_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen/memory.h"

/* An exported function, in the version that new programs are linked with. */
struct shim_symbol {
	const char *name;
	const char *version; /* "" = none */
	uint64_t address;
	bool is_weak;
	bool is_protected; /* the library's own calls do not use the symbol */
	/* set later: */
	bool has_die;
	Dwarf_Die die;	      /* its description */
	const char *left_out; /* why it is not wrapped, NULL = it is */
	const char *notes;    /* annotations of an .api file, or NULL */
	unsigned level;	      /* how much of its memory is not recorded */
	unsigned line;	      /* of its prototype in the description */
};

struct shim_library {
	const char *path;
	const char *soname; /* or the file's name */
	const char *stem;   /* "z" of libz.so.1, "foo" of foo.so: a C name */
	int fd;
	Elf *elf;
	struct shim_symbol *symbols; /* sorted by name */
	size_t n_symbols, n_data;    /* data: variables, which are ignored */
};

/* Dies if it is no 64-bit library of this machine. */
void shim_library_open(struct shim_library *library, struct fxg_arena *arena,
		       const char *path);
void shim_library_close(struct shim_library *library);

/* NULL if it exports no such function. */
struct shim_symbol *shim_library_find(const struct shim_library *library,
				      const char *name);

#endif
