/* SPDX-License-Identifier: MIT */
/*
 * Symbol lookup over the dynamic linker's list of objects: see real.h. The list
 * is found through _r_debug, the debugger's interface to the linker. Before our
 * relocation our own reference to it is still empty, and the kernel's auxiliary
 * vector is used.
 *
 * Objects present at our first look are permanent and are read directly. Later
 * ones may be unloaded while we read, so the kernel reads them for us. This
 * only concerns names that none of the first objects defines.
 *
 * No data with relocations (but the canary) and no reference to another object
 * (but the weak _r_debug): this file's code must run before relocation.
 */
#include "preload/symbol/real.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/prctl.h>

#include "preload/symbol/peek.h"
#include "preload/symbol/symbol.h"
#include "writer/sys.h"

#ifndef PR_GET_AUXV
#define PR_GET_AUXV 0x41555856 /* Linux 6.4 */
#endif

/* glibc's linker exports it; elsewhere it is missing and stays NULL */
extern struct r_debug _r_debug __attribute__((weak));
/* hidden: found relative to the code */
extern ElfW(Dyn) _DYNAMIC[] __attribute__((visibility("hidden")));
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

/* Our own address as the linker writes it while relocating us. */
static ElfW(Dyn) *volatile canary = _DYNAMIC;

/* The objects at our first look: the linker's own nodes. */
static struct {
	const struct link_map
		*head; /* stored last: then the others are valid */
	const struct link_map *own;
	const struct link_map *tail;
} first;

/* A node of the linker's list. */
struct cursor {
	struct link_map node;
	const struct link_map *at;
	enum fxp_access access;
	bool skips_own;	 /* skips our own definitions */
	bool stays;	 /* stops after the objects of our first look */
	uint32_t n_left; /* a torn list might never end */
	bool is_torn;	 /* the list changed under the walk */
};

#define OBJECTS_MAX 16384u
#define TRIES_MAX 8

/* The auxiliary vector, read once. Threads may race to read it: they store the
 * same bytes. */
static struct {
	ElfW(auxv_t) entries[48];
	long n_bytes; /* stored last; 0 = not read yet */
} auxiliary;

static long read_auxiliary(void)
{
	const size_t space = sizeof(auxiliary.entries);
	long n = sys_prctl(PR_GET_AUXV, (unsigned long)auxiliary.entries, space,
			   0, 0);
	int fd;

	if (n > 0)
		return n < (long)space ? n : (long)space;
	fd = sys_openat(AT_FDCWD, "/proc/self/auxv", O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0)
		return 0;
	n = sys_read(fd, auxiliary.entries, space);
	(void)sys_close(fd); /* it was only read */
	return n < 0 ? 0 : n;
}

uintptr_t fxp_real_auxiliary(unsigned long type)
{
	/* acquire: pairs with the release below */
	long n = __atomic_load_n(&auxiliary.n_bytes, __ATOMIC_ACQUIRE);
	size_t i;

	if (!n) {
		n = read_auxiliary();
		__atomic_store_n(&auxiliary.n_bytes, n, __ATOMIC_RELEASE);
	}
	for (i = 0; i < (size_t)n / sizeof(auxiliary.entries[0]); i++)
		if (auxiliary.entries[i].a_type == type)
			return auxiliary.entries[i].a_un.a_val;
	return 0;
}

/* Opens the dynamic linker, which is mapped for good. */
static bool open_linker(struct fxp_object *o)
{
	uintptr_t header = fxp_real_auxiliary(AT_BASE);
	uintptr_t segments = fxp_real_auxiliary(AT_PHDR);

	/* run as a command, the linker is the program */
	if (!header && segments)
		header = segments - sizeof(ElfW(Ehdr));
	return header && fxp_object_open_header(o, header);
}

static void *find_in(const struct fxp_object *o, const char *name)
{
	struct fxp_query q;
	void *found;

	fxp_symbol_query(&q, name, fxp_symbol_hash(name), NULL);
	found = fxp_symbol_find(o, &q);
	return found ? found : fxp_symbol_hidden(&q);
}

static const struct r_debug *find_debug(void)
{
	const struct r_debug *const *where;
	const struct r_debug *debug;
	struct fxp_object linker;

	if (fxp_real_relocated() && &_r_debug)
		return &_r_debug;
	if (!open_linker(&linker))
		return NULL;
	debug = find_in(&linker, "_r_debug");
	if (debug)
		return debug;
	where = find_in(&linker, "_dl_debug_addr"); /* musl's way */
	return where ? *where : NULL;
}

/* Fills `first` in; false while there is no list. Threads may race to it. */
static bool find_objects(void)
{
	const struct link_map *node, *none = NULL, *own = NULL, *tail = NULL;
	const struct r_debug *debug;

	/* acquire: pairs with the release below */
	if (__atomic_load_n(&first.head, __ATOMIC_ACQUIRE))
		return true;
	debug = find_debug();
	if (!debug || !debug->r_map)
		return false;
	for (node = debug->r_map; node; node = node->l_next) {
		if (node->l_ld == _DYNAMIC)
			own = node;
		tail = node;
	}
	__atomic_store_n(&first.own, own, __ATOMIC_RELAXED);
	/* the earliest look counts: a later one may see later objects */
	__atomic_compare_exchange_n(&first.tail, &none, tail, false,
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	__atomic_store_n(&first.head, debug->r_map, __ATOMIC_RELEASE);
	return true;
}

static bool load_node(struct cursor *c, const struct link_map *at)
{
	const struct link_map *previous = c->at;

	c->at = at;
	if (!at)
		return false;
	if (fxp_object_read(c->access, &c->node, at, sizeof(c->node)) &&
	    (c->access == FXP_LOAD || c->node.l_prev == previous) &&
	    c->n_left--)
		return true;
	c->is_torn = true;
	return false;
}

static bool next_node(struct cursor *c)
{
	if (c->at == first.tail) {
		if (c->stays)
			return false;
		c->access = FXP_PEEK;
	}
	return load_node(c, c->node.l_next);
}

/* The kernel's own object is in the list, but in no search order. */
static bool is_vdso(const struct cursor *c)
{
	const char *name = c->node.l_name;

	if (c->access == FXP_PEEK || c->at == first.head || !name)
		return false;
	return !name[0] || fxw_same(name, "linux-vdso.so.1") ||
	       fxw_same(name, "linux-gate.so.1");
}

/* Searches the object at the cursor and those behind it. */
static void *find_from(struct cursor *c, struct fxp_query *q)
{
	struct fxp_object o;
	void *found;

	do {
		/* A hidden one of the first objects has priority over objects
		 * that were loaded later, which may be invisible to the
		 * caller. */
		if (c->access == FXP_PEEK && q->hidden)
			break;
		if ((c->skips_own && c->at == first.own) || is_vdso(c) ||
		    !fxp_object_open(&o, c->node.l_addr, c->node.l_ld,
				     c->access))
			continue;
		found = fxp_symbol_find(&o, q);
		if (found)
			return found;
	} while (next_node(c));
	return fxp_symbol_hidden(q);
}

/* The scope of a search: the objects behind us, the permanent ones of those, or
 * all from the program on, with or without us. */
enum reach { BEHIND, BEHIND_STAYING, ALL, ALL_OTHERS };

static void *search_from(const struct link_map *from, enum reach reach,
			 struct fxp_query *q)
{
	bool is_behind = reach == BEHIND || reach == BEHIND_STAYING;
	struct cursor c;
	void *found = NULL;
	int tries;

	for (tries = 0; tries < TRIES_MAX; tries++) {
		c = (struct cursor){.access = FXP_LOAD,
				    .skips_own = reach == ALL_OTHERS,
				    .stays = reach == BEHIND_STAYING,
				    .n_left = OBJECTS_MAX};
		if (!load_node(&c, from) || (is_behind && !next_node(&c)))
			return NULL;
		found = find_from(&c, q);
		if (found || !c.is_torn)
			break;
		/* another thread loads or unloads: let it finish */
		if (!fxp_object_is_quiet())
			(void)sys_sched_yield();
	}
	return found;
}

static void *search(enum reach reach, struct fxp_query *q)
{
	bool is_behind = reach == BEHIND || reach == BEHIND_STAYING;

	if (!find_objects())
		return NULL;
	return search_from(is_behind ? first.own : first.head, reach, q);
}

void *fxp_real_find(const char *name, uint32_t gnu_hash)
{
	struct fxp_query q;

	fxp_symbol_query(&q, name, gnu_hash, NULL);
	return search(BEHIND, &q);
}

void *fxp_real_find_staying(const char *name, uint32_t gnu_hash)
{
	struct fxp_query q;

	fxp_symbol_query(&q, name, gnu_hash, NULL);
	return search(BEHIND_STAYING, &q);
}

void *fxp_real_find_version(const char *name, uint32_t gnu_hash,
			    const char *version, bool staying)
{
	enum reach reach = staying ? BEHIND_STAYING : BEHIND;
	struct fxp_query q;
	void *found = NULL;

	fxp_symbol_query(&q, name, gnu_hash, version);
	if (*version)
		found = search(reach, &q);
	if (found)
		return found;
	fxp_symbol_query(&q, name, gnu_hash, NULL);
	return search(reach, &q);
}

void *fxp_real_find_behind(const void *dynamic, const char *name,
			   uint32_t gnu_hash, const char *version)
{
	const struct link_map *from;
	struct fxp_query q;

	if (!find_objects())
		return NULL;
	for (from = first.head; from && from->l_ld != dynamic;
	     from = from == first.tail ? NULL : from->l_next)
		;
	if (!from)
		return NULL;
	fxp_symbol_query(&q, name, gnu_hash, *version ? version : NULL);
	q.is_strict = true;
	return search_from(from, BEHIND, &q);
}

bool fxp_real_in_program(uintptr_t address)
{
	uintptr_t at = fxp_real_auxiliary(AT_PHDR);
	const ElfW(Phdr) *segments = (const ElfW(Phdr) *)at;
	size_t n = fxp_real_auxiliary(AT_PHNUM), i;
	uintptr_t base = 0;

	for (i = 0; segments && i < n; i++)
		if (segments[i].p_type == PT_PHDR)
			base = at - segments[i].p_vaddr;
	for (i = 0; segments && i < n; i++)
		if (segments[i].p_type == PT_LOAD &&
		    address - base - segments[i].p_vaddr < segments[i].p_memsz)
			return true;
	return false;
}

/* The last component of the path of the object at the cursor, cut if it does
 * not fit. */
static void last_component(const struct cursor *c, char *name, size_t space)
{
	uintptr_t path = (uintptr_t)c->node.l_name;
	size_t n = 0;
	char piece[16]; /* aligned: touches no page without text */

	name[0] = '\0';
	for (; path; path++) {
		uintptr_t at = path % sizeof(piece);

		if ((!at || path == (uintptr_t)c->node.l_name) &&
		    !fxp_object_read(c->access, piece, (void *)(path - at),
				     sizeof(piece)))
			return;
		if (piece[at] == '/')
			n = 0;
		else if (n + 1 < space)
			name[n++] = piece[at];
		name[n] = '\0';
		if (!piece[at])
			return;
	}
}

uint32_t fxp_real_libraries(bool (*is_wanted)(const char *name),
			    struct fxp_object *objects, uint32_t space)
{
	struct cursor c = {.access = FXP_LOAD, .n_left = OBJECTS_MAX};
	uint32_t n = 0;
	char name[32];

	if (!find_objects() || !load_node(&c, first.head))
		return 0;
	do {
		last_component(&c, name, sizeof(name));
		if (n < space && c.at != first.own && is_wanted(name) &&
		    fxp_object_open(&objects[n], c.node.l_addr, c.node.l_ld,
				    c.access))
			n++;
	} while (next_node(&c));
	return n;
}

/* Our own definition, and its version, or NULL. */
static void *own(const char *name, uint32_t gnu_hash, const char **version)
{
	struct fxp_object o;
	struct fxp_query q;
	void *found;

	fxp_symbol_query(&q, name, gnu_hash, NULL);
	if (!find_objects() || !first.own ||
	    !fxp_object_open(&o, first.own->l_addr, first.own->l_ld, FXP_LOAD))
		return NULL;
	found = fxp_symbol_find(&o, &q);
	*version = fxp_symbol_version(&o, &q);
	/* of a version that not all libraries have: never the default one */
	return found ? found : fxp_symbol_hidden(&q);
}

void *fxp_real_own(const char *name, uint32_t gnu_hash)
{
	const char *version;

	return own(name, gnu_hash, &version);
}

bool fxp_real_is_behind_own(const char *name, uint32_t gnu_hash,
			    const void *definition)
{
	const char *version;

	return own(name, gnu_hash, &version) &&
	       fxp_real_find_version(name, gnu_hash, version ? version : "",
				     false) == definition;
}

void *fxp_real_find_object(const char *name)
{
	struct fxp_query q;

	fxp_symbol_query(&q, name, fxp_symbol_hash(name), NULL);
	return search(ALL, &q);
}

void *fxp_real_find_other(const char *name)
{
	struct fxp_query q;

	fxp_symbol_query(&q, name, fxp_symbol_hash(name), NULL);
	return search(ALL_OTHERS, &q);
}

void *fxp_real_vdso(const char *name)
{
	uintptr_t header = fxp_real_auxiliary(AT_SYSINFO_EHDR);
	struct fxp_object o;
	char byte;

	/* a checker that runs the program itself (valgrind) may not map it,
	 * whatever the kernel's vector says */
	if (!header || !fxp_peek(&byte, (const void *)header, 1) ||
	    !fxp_object_open_header(&o, header))
		return NULL;
	return find_in(&o, name);
}

bool fxp_real_relocated(void)
{
	return canary == _DYNAMIC;
}

/* Our own relocations: their table and its number of entries. */
static const ElfW(Rela) * own_relocations(size_t *n)
{
	const ElfW(Dyn) * entry;
	uintptr_t table = 0;

	*n = 0;
	for (entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
		if (entry->d_tag == DT_RELA)
			table = fxp_object_address((uintptr_t)__ehdr_start,
						   entry->d_un.d_ptr);
		else if (entry->d_tag == DT_RELASZ)
			*n = entry->d_un.d_val / sizeof(ElfW(Rela));
	}
	return (const ElfW(Rela) *)table;
}

void *fxp_real_pointer(void *const *where)
{
	uintptr_t base = (uintptr_t)__ehdr_start;
	uintptr_t value = *(volatile uintptr_t *)(uintptr_t)where;
	const ElfW(Rela) * rela;
	size_t n, i;

	if (fxp_real_relocated())
		return (void *)value;
	rela = own_relocations(&n);
	for (i = 0; rela && i < n; i++) {
		if (base + rela[i].r_offset == (uintptr_t)where)
			return (void *)(base + (uintptr_t)rela[i].r_addend);
	}
	/* packed relocations (DT_RELR) leave the file's address in place */
	return value ? (void *)fxp_object_address(base, value) : NULL;
}

const struct link_map *fxp_real_objects(void)
{
	return find_objects() ? first.head : NULL;
}

const struct link_map *fxp_real_last_object(void)
{
	return find_objects() ? first.tail : NULL;
}

void fxp_real_quiet(bool is_quiet)
{
	fxp_object_quiet(is_quiet);
}
