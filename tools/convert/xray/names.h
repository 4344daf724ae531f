/* SPDX-License-Identifier: MIT */
/*
 * Names of the functions that an XRay log has numbers for. They come from the
 * recorded program, whose xray_instr_map numbers them, or from the output of
 * `llvm-xray extract`.
 */
#ifndef TOOLS_CONVERT_XRAY_NAMES_H
#define TOOLS_CONVERT_XRAY_NAMES_H

#include "tools/reader/memory.h"

#define XRAY_NAME_BYTES 16u

struct xray_names;

/*
 * path   an ELF file or YAML; NULL: there are no names
 * error  why not, with the path, if NULL is returned
 */
struct xray_names *xray_names_open(const char *path, char *error,
				   size_t error_bytes);
void xray_names_close(struct xray_names *names);

/* Function `id`, or "#12" if there is no name; `room`, of XRAY_NAME_BYTES, may
 * hold that text. */
struct fxr_text xray_names_find(const struct xray_names *names, uint32_t id,
				char *space);

/* For readers of names: the first name of an id counts. */
void xray_names_put(struct xray_names *names, uint32_t id, const char *name);

/* Reads names from an ELF file that is open as `fd`; false: *what is wrong. */
bool xray_elf_read(struct xray_names *names, int fd, const char **what);

#endif
