/* SPDX-License-Identifier: MIT */
/*
 * The objects that the dynamic linker has loaded, for the archive's module
 * facts: path, load address, build id.
 *
 * The walk may run while other threads load and unload. Objects that they
 * remove are left out. Nothing allocates, locks or changes errno. It makes
 * system calls, so it is not allowed after a seccomp filter. After our own
 * relocation.
 */
#ifndef PRELOAD_SYMBOL_MODULES_H
#define PRELOAD_SYMBOL_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FXP_BUILD_ID_MAX_BYTES 32u

struct fxp_module {
	uintptr_t base;	   /* the offset of the file's addresses */
	uintptr_t header;  /* where its ELF header is mapped; 0 = not known */
	uintptr_t dynamic; /* its dynamic section: identifies it */
	uintptr_t
		bytes; /* from base to its last segment's end; 0 = not known */
	uintptr_t unwind; /* of its .eh_frame_hdr; 0 = it has none */
	uint32_t path_bytes;
	uint32_t build_id_bytes; /* 0 = it has none */
	uint8_t build_id[FXP_BUILD_ID_MAX_BYTES];
	bool is_program;
	bool is_fixed; /* private: cannot be unloaded */
	/* Private, but for reading path. */
	const void *node; /* the next */
	const void *previous;
	uint32_t n_left;
	uint32_t path_capacity;
	char *path; /* the caller's memory; NUL-terminated */
};

/* The program's own path at the first call of this function. It is not
 * NUL-terminated, and empty if the kernel does not provide it. Forked children
 * have their parent's. At start only. */
const char *fxp_program_path(uint32_t *n_bytes);

/*
 * Begins a walk; call fxp_module_next for the first module.
 * path, path_capacity  where each module's path goes, cut if longer; borrowed
 *                      until the walk ends; at least one byte
 */
void fxp_module_begin(struct fxp_module *m, char *path, uint32_t path_capacity);

/* Fills m in with the next module, the program first; false at the end. */
bool fxp_module_next(struct fxp_module *m);

/* The same without what is read of the module itself: header, bytes, unwind and
 * build id are unknown then. */
bool fxp_module_next_name(struct fxp_module *m);

/* Reads those of the module that fxp_module_next_name has found last. */
void fxp_module_describe(struct fxp_module *m);

/* Whether the walk has ended at its limit, 65,536 modules. */
bool fxp_module_is_cut(const struct fxp_module *m);

#endif
