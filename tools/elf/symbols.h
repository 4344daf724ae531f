/* SPDX-License-Identifier: MIT */
/*
 * Looks up an address of an ELF file: function, source file and line, and
 * functions that were inlined there. Uses libdw and the best of these sources:
 * - the file itself, its .symtab, .dynsym or .gnu_debugdata;
 * - its separate debug file (by build id or .gnu_debuglink), below
 *   /usr/lib/debug and in the caller's folders.
 *
 * libdw queries the servers of DEBUGINFOD_URLS, unless the program has unset
 * it. Files are only read if they are regular files, and only if their build id
 * is the recorded one. Results for each address are cached.
 *
 * Not thread-safe.
 */
#ifndef TOOLS_ELF_SYMBOLS_H
#define TOOLS_ELF_SYMBOLS_H

#include "tools/reader/memory.h"

/* A function that an address belongs to. Texts live until close; empty:
 * unknown. */
struct symbol {
	struct fxr_text function; /* as in the source, demangled */
	struct fxr_text file;	  /* of the source */
	uint32_t line;		  /* 0: unknown */
	bool is_inlined;	  /* into the symbol that follows */
};

struct symbols;

/* debug_path: folders with debug files in .build-id in addition to
 * /usr/lib/debug, between colons; or NULL. */
struct symbols *symbols_open(const char *debug_path);

/*
 * The functions at an address, the innermost first; at least one, which may be
 * empty.
 * path      of the file, as it was loaded.
 * build_id  its bytes, or empty: any file is accepted
 * address   in the file's own numbering (not where it was loaded).
 * n         how many there are.
 * Returns them, valid until the next call of symbols_find.
 */
const struct symbol *symbols_find(struct symbols *symbols, struct fxr_text path,
				  struct fxr_text build_id, uint64_t address,
				  size_t *n);

/* Bytes that the file's segments span, 0: the file is gone, or another one. */
uint64_t symbols_span(struct symbols *symbols, struct fxr_text path,
		      struct fxr_text build_id);

void symbols_close(struct symbols *symbols);

#endif
