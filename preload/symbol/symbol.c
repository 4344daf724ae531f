/* SPDX-License-Identifier: MIT */
/*
 * Symbol lookup in one loaded object, by the layouts of the System V ABI
 * (dynamic section, DT_HASH) and of GNU (DT_GNU_HASH, symbol versions).
 *
 * No data with relocations and no reference to another object: this file's
 * code must run before relocation.
 */
#include "preload/symbol/symbol.h"

#include <elf.h>
#include <errno.h>
#include <link.h>

#include "preload/symbol/peek.h"

#ifndef STB_GNU_UNIQUE
#define STB_GNU_UNIQUE 10
#endif

/* More than any object has. The data of an object that is being unloaded may be
 * anything, and the walk must end. */
#define DYNAMIC_MAX 1024u
#define CHAIN_MAX 65536u

static bool is_quiet;

void fxp_object_quiet(bool quiet)
{
	__atomic_store_n(&is_quiet, quiet, __ATOMIC_RELAXED);
}

bool fxp_object_is_quiet(void)
{
	/* relaxed: it is set once, before the filter is installed */
	return __atomic_load_n(&is_quiet, __ATOMIC_RELAXED);
}

bool fxp_object_read(enum fxp_access access, void *to, const void *from,
		     size_t n)
{
	if (access == FXP_PEEK && !fxp_object_is_quiet()) {
		int error = fxp_peek_try(to, from, n);

		if (!error)
			return true;
		if (error == -EFAULT)
			return false;
		/* a sandbox forbids the careful read: trust the list */
	}
	fxw_copy(to, from, n);
	return true;
}

static bool read_at(const struct fxp_object *o, void *to, uintptr_t from,
		    size_t n)
{
	return fxp_object_read(o->access, to, (const void *)from, n);
}

static uint32_t read_u32(const struct fxp_object *o, uintptr_t from)
{
	uint32_t value = 0;

	return read_at(o, &value, from, sizeof(value)) ? value : 0;
}

static void store_dynamic(struct fxp_object *o, long tag, uintptr_t value)
{
	uintptr_t address = fxp_object_address(o->base, value);

	if (tag == DT_SYMTAB)
		o->symbols = address;
	else if (tag == DT_STRTAB)
		o->strings = address;
	else if (tag == DT_GNU_HASH)
		o->gnu_hash = address;
	else if (tag == DT_HASH)
		o->sysv_hash = address;
	else if (tag == DT_VERSYM)
		o->versions = address;
	else if (tag == DT_VERDEF)
		o->definitions = address;
	else if (tag == DT_VERDEFNUM)
		o->n_definitions = (uint32_t)value;
}

bool fxp_object_open(struct fxp_object *o, uintptr_t base, const void *dynamic,
		     enum fxp_access access)
{
	const ElfW(Dyn) *at = dynamic;
	ElfW(Dyn) entry;
	uint32_t i;

	*o = (struct fxp_object){.base = base, .access = access};
	for (i = 0; at && i < DYNAMIC_MAX; i++) {
		if (!fxp_object_read(access, &entry, &at[i], sizeof(entry)))
			return false;
		if (entry.d_tag == DT_NULL)
			break;
		store_dynamic(o, entry.d_tag, entry.d_un.d_ptr);
	}
	return o->symbols && o->strings && (o->gnu_hash || o->sysv_hash);
}

bool fxp_object_open_header(struct fxp_object *o, uintptr_t header)
{
	const ElfW(Ehdr) *file = (const ElfW(Ehdr) *)header;
	const ElfW(Phdr) *segment =
		(const ElfW(Phdr) *)(header + file->e_phoff);
	const ElfW(Phdr) *first = NULL, *dynamic = NULL;
	uintptr_t base = header;
	unsigned i;

	for (i = 0; i < file->e_phnum; i++) {
		if (segment[i].p_type == PT_LOAD && !first)
			first = &segment[i];
		else if (segment[i].p_type == PT_DYNAMIC)
			dynamic = &segment[i];
	}
	if (first)
		base = header + first->p_offset - first->p_vaddr;
	return fxp_object_open(
		o, base, dynamic ? (void *)(base + dynamic->p_vaddr) : NULL,
		FXP_LOAD);
}

static bool is_name(const struct fxp_object *o, uintptr_t at, const char *name,
		    uint32_t length)
{
	char chunk[64];
	uint32_t i, n;

	if (o->access == FXP_LOAD)
		return fxw_same((const char *)at, name);
	for (i = 0; i <= length; i += n) {
		n = length + 1 - i;
		if (n > sizeof(chunk))
			n = sizeof(chunk);
		if (!read_at(o, chunk, at + i, n) ||
		    !fxw_equal(chunk, name + i, n))
			return false;
	}
	return true;
}

/* Where the name of the object's version number `index` is; 0: it has none. */
static uintptr_t version_name(const struct fxp_object *o, unsigned index)
{
	uintptr_t at = o->definitions;
	ElfW(Verdef) definition;
	uint32_t i;

	for (i = 0; at && i < o->n_definitions; i++) {
		if (!read_at(o, &definition, at, sizeof(definition)))
			return 0;
		if (definition.vd_ndx == index) /* the first name is its own */
			return o->strings + read_u32(o, at + definition.vd_aux);
		at += definition.vd_next;
	}
	return 0;
}

static bool is_version(const struct fxp_object *o, const char *version,
		       unsigned index)
{
	uintptr_t name = version_name(o, index);

	return name && is_name(o, name, version, (uint32_t)fxw_length(version));
}

static bool is_definition(const struct fxp_query *q, const ElfW(Sym) * symbol)
{
	unsigned type = ELF64_ST_TYPE(symbol->st_info);
	unsigned bind = ELF64_ST_BIND(symbol->st_info);

	if (symbol->st_shndx == SHN_UNDEF)
		return false;
	if (bind != STB_GLOBAL && bind != STB_WEAK && bind != STB_GNU_UNIQUE)
		return false;
	if (q->is_thread_local)
		return type == STT_TLS;
	if (!symbol->st_value)
		return false;
	return type == STT_FUNC || type == STT_NOTYPE || type == STT_OBJECT ||
	       type == STT_GNU_IFUNC;
}

static void *resolve_address(void *address, unsigned type)
{
	/* the library's own choice, called as the linker would call it */
	return type == STT_GNU_IFUNC ? ((void *(*)(void))address)() : address;
}

/* A definition of the right name: returns it, or remembers it if hidden. */
static void *check_definition(const struct fxp_object *o, struct fxp_query *q,
			      const ElfW(Sym) * symbol, uint16_t version)
{
	void *address = (void *)((symbol->st_shndx == SHN_ABS ? 0 : o->base) +
				 symbol->st_value);
	unsigned type = ELF64_ST_TYPE(symbol->st_info);
	unsigned number = version & 0x7fff;

	/* as for the linker, one without a version is of each */
	if (q->version && (q->is_strict || number > VER_NDX_GLOBAL))
		return is_version(o, q->version, number)
			       ? resolve_address(address, type)
			       : NULL;
	if (number == VER_NDX_LOCAL)
		return NULL;
	if (number == version) {
		q->number = number;
		return resolve_address(address, type);
	}
	/* versions are numbered from the oldest to the newest */
	if (number > q->hidden_version) {
		q->hidden_version = number;
		q->hidden_type = type;
		q->hidden = address;
	}
	return NULL;
}

static void *try_symbol(const struct fxp_object *o, struct fxp_query *q,
			uint32_t index)
{
	uint16_t version = VER_NDX_GLOBAL;
	ElfW(Sym) symbol;

	if (!read_at(o, &symbol, o->symbols + index * sizeof(symbol),
		     sizeof(symbol)) ||
	    !is_definition(q, &symbol) ||
	    !is_name(o, o->strings + symbol.st_name, q->name, q->length))
		return NULL;
	if (o->versions &&
	    !read_at(o, &version, o->versions + index * sizeof(version),
		     sizeof(version)))
		return NULL;
	return check_definition(o, q, &symbol, version);
}

/* The head of a DT_GNU_HASH section. */
struct gnu_head {
	uint32_t n_buckets;
	uint32_t first_symbol; /* those before are in no bucket */
	uint32_t n_words;      /* of the Bloom filter, next */
	uint32_t shift;
	/* then: Bloom words, buckets, one chain word for each symbol */
};

/* Whether the name passes the Bloom filter. */
static bool may_have(const struct fxp_object *o, const struct gnu_head *head,
		     uint32_t hash)
{
	const unsigned bits = sizeof(ElfW(Addr)) * 8;
	uintptr_t words = o->gnu_hash + sizeof(*head);
	ElfW(Addr) word;

	if (!read_at(o, &word,
		     words + hash / bits % head->n_words * sizeof(word),
		     sizeof(word)))
		return false;
	return word >> hash % bits & word >> (hash >> head->shift) % bits & 1;
}

static void *find_gnu(const struct fxp_object *o, struct fxp_query *q)
{
	struct gnu_head head;
	uintptr_t buckets, chains;
	uint32_t index, chain, n_left = CHAIN_MAX;
	void *found;

	if (!read_at(o, &head, o->gnu_hash, sizeof(head)) || !head.n_buckets ||
	    !head.n_words || !may_have(o, &head, q->gnu_hash))
		return NULL;
	buckets =
		o->gnu_hash + sizeof(head) + head.n_words * sizeof(ElfW(Addr));
	chains = buckets + head.n_buckets * sizeof(index);
	index = read_u32(o, buckets + q->gnu_hash % head.n_buckets *
					      sizeof(index));
	if (index < head.first_symbol)
		return NULL;
	do {
		if (!read_at(o, &chain,
			     chains + (index - head.first_symbol) *
					      sizeof(chain),
			     sizeof(chain)))
			return NULL;
		/* the lowest bit is not part of the hash: it ends the chain */
		found = (chain ^ q->gnu_hash) >> 1 ? NULL
						   : try_symbol(o, q, index);
		index++;
	} while (!found && !(chain & 1) && n_left--);
	return found;
}

static uint32_t sysv_hash(const char *name)
{
	uint32_t hash = 0, high;

	for (; *name; name++) {
		hash = (hash << 4) + (uint8_t)*name;
		high = hash & 0xf0000000;
		hash = (hash ^ high >> 24) & ~high;
	}
	return hash;
}

/* DT_HASH: n_buckets, n_symbols, buckets, the next symbol of each symbol. */
static void *find_sysv(const struct fxp_object *o, struct fxp_query *q)
{
	uint32_t n_buckets = read_u32(o, o->sysv_hash);
	uint32_t n_left = read_u32(o, o->sysv_hash + 4);
	uintptr_t buckets = o->sysv_hash + 8;
	uintptr_t chains = buckets + n_buckets * sizeof(uint32_t);
	void *found = NULL;
	uint32_t index;

	if (!n_buckets)
		return NULL;
	index = read_u32(o, buckets + sysv_hash(q->name) % n_buckets *
					      sizeof(index));
	/* counted, so that a broken chain ends */
	for (; index && n_left && !found; n_left--) {
		found = try_symbol(o, q, index);
		index = read_u32(o, chains + index * sizeof(index));
	}
	return found;
}

void *fxp_symbol_find(const struct fxp_object *o, struct fxp_query *q)
{
	return o->gnu_hash ? find_gnu(o, q) : find_sysv(o, q);
}

void *fxp_symbol_hidden(const struct fxp_query *q)
{
	return q->hidden ? resolve_address(q->hidden, q->hidden_type) : NULL;
}

const char *fxp_symbol_version(const struct fxp_object *o,
			       const struct fxp_query *q)
{
	uint32_t number = q->number ? q->number : q->hidden_version;

	return number > VER_NDX_GLOBAL ? (const char *)version_name(o, number)
				       : NULL;
}

uint32_t fxp_symbol_hash(const char *name)
{
	uint32_t hash = 5381;

	for (; *name; name++)
		hash = hash * 33 + (uint8_t)*name;
	return hash;
}

void fxp_symbol_query(struct fxp_query *q, const char *name, uint32_t gnu_hash,
		      const char *version)
{
	*q = (struct fxp_query){
		.name = name,
		.version = version,
		.gnu_hash = gnu_hash,
		.length = (uint32_t)fxw_length(name),
	};
}

bool fxp_symbol_thread_offset(const struct fxp_object *o, const char *name,
			      intptr_t *off)
{
	struct fxp_query q;
	void *found;

	fxp_symbol_query(&q, name, fxp_symbol_hash(name), NULL);
	q.is_thread_local = true;
	found = fxp_symbol_find(o, &q);
	if (!found)
		found = fxp_symbol_hidden(&q);
	*off = (intptr_t)found - (intptr_t)o->base;
	return found;
}
