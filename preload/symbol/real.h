/* SPDX-License-Identifier: MIT */
/*
 * Finds the definitions that our exported names hide, by our own walk over the
 * dynamic linker's list of objects. dlsym allocates, locks and is itself a name
 * that we export. Everything here works before our own relocation, when an
 * IFUNC resolver of another library may already call us.
 *
 * Nothing allocates, locks or changes errno. Any thread, any signal handler.
 */
#ifndef PRELOAD_SYMBOL_REAL_H
#define PRELOAD_SYMBOL_REAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct link_map;

/*
 * The definition of `name` that the program would have got without us: the
 * first behind our own object in search order. So other preloaded libraries
 * have their turn. A default version is preferred, else the newest hidden one
 * is used. For an IFUNC it is the implementation that it selects.
 * name      borrowed for the call.
 * gnu_hash  fxp_symbol_hash(name), usually from a generated table.
 * Returns its address. NULL: no object behind us defines it (yet: a library
 * loaded later may), or the objects cannot be listed at all.
 * Makes system calls only before our relocation and for names that no object
 * of our first look defines.
 */
void *fxp_real_find(const char *name, uint32_t gnu_hash);

/* The same, but only among the permanent objects of our first look: the result
 * may be cached. Never makes a system call after our relocation. */
void *fxp_real_find_staying(const char *name, uint32_t gnu_hash);

/*
 * As both, but of this version ("GLIBC_2.2.5"), or without one, as the linker
 * would bind a reference to that version. Where no object has that, the
 * default one; "" = the default one.
 */
void *fxp_real_find_version(const char *name, uint32_t gnu_hash,
			    const char *version, bool staying);

/* Whether the definition is the one that our own of that name calls. Needs
 * relocation. */
bool fxp_real_is_behind_own(const char *name, uint32_t gnu_hash,
			    const void *definition);

/* As fxp_real_find, but behind another permanent object, such as a shim. Its
 * dynamic section identifies it. Only the definition with exactly this version
 * ("GLIBC_2.2.5") is found; "" = the default one. */
void *fxp_real_find_behind(const void *dynamic, const char *name,
			   uint32_t gnu_hash, const char *version);

/* Whether the address is in the program itself, not in a library. */
bool fxp_real_in_program(uintptr_t address);

struct fxp_object;

/* Fills in up to `space` objects in the linker's order, without us. The last
 * component of each one's path fits is_wanted. Returns how many. Makes system
 * calls. */
uint32_t fxp_real_libraries(bool (*is_wanted)(const char *name),
			    struct fxp_object *objects, uint32_t space);

/* Our own exported definition of that name, or NULL. Needs relocation. */
void *fxp_real_own(const char *name, uint32_t gnu_hash);

/*
 * The variable that `name` refers to in the whole program. It is searched from
 * the program itself on: a copy relocation puts libc's environ there.
 * Returns its address or NULL.
 */
void *fxp_real_find_object(const char *name);

/* What `name` would refer to if we were not loaded, or NULL. */
void *fxp_real_find_other(const char *name);

/* A function of the kernel's vdso, such as "__vdso_clock_gettime", or NULL. */
void *fxp_real_vdso(const char *name);

/* Whether our own object has been relocated. Before, pointers in initialised
 * data, symbols of other objects and thread-local variables must not be
 * touched. */
bool fxp_real_relocated(void);

/*
 * Value of a pointer variable of ours that was initialised with an address of
 * ours. Before relocation from its relocation entry, after by loading it.
 */
void *fxp_real_pointer(void *const *where);

/* First of the linker's objects (the program), or NULL. Objects loaded at
 * start are never freed, but later ones may vanish at any time. modules.h has a
 * safe walk. */
const struct link_map *fxp_real_objects(void);

/* The last of the permanent objects of our first look. */
const struct link_map *fxp_real_last_object(void);

/*
 * Whether to make no system call from now on, because the program has installed
 * a seccomp filter. Then objects that another thread is unloading are not
 * guarded against.
 */
void fxp_real_quiet(bool is_quiet);

/* Value of an entry of the auxiliary vector (AT_BASE ...), 0 if absent. The
 * first call makes system calls. It replaces libc's getauxval, which cannot be
 * called before relocation. */
uintptr_t fxp_real_auxiliary(unsigned long type);

#endif
