/* SPDX-License-Identifier: MIT */
/*
 * Mapped files, see mapped.h. A table of places. Each is free, a mapping, or
 * held by one thread that changes it. No thread waits long for a held place,
 * because its holder may be the code that a handler has interrupted. Changes
 * that are missed, or find no place, are emitted as unknown.
 *
 * Nothing is read directly: if a file is cut under its mapping, the program
 * would die. The kernel copies it, from the descriptor or from memory.
 */
#include "preload/shadow/mapped.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "preload/call/call.h"
#include "ids_libc.h"
#include "preload/symbol/peek.h"
#include "writer/bytes.h"
#include "writer/engine.h"
#include "writer/large.h"

#define PAGE_BYTES 4096u
#define PIECE_BYTES (256u << 10)
#define MAX_PLACES 512u
/* Tries for a place that another thread holds, before giving up. */
#define MAX_TRIES 1000u

bool fxp_mapped_is_on;

enum state { FREE, HELD, TAKEN };

/* A mapping of a regular file, or what is left of one. */
struct mapping {
	uint64_t low, end; /* whole pages */
	int64_t offset;	   /* in the file, of `low` */
	uint64_t dev, ino;
	int prot;
	bool is_shared;
};

struct place {
	uint32_t state; /* enum state */
	struct mapping mapping;
};

static FXW_LARGE struct place places[MAX_PLACES];
static uint32_t n_places; /* ever used: all places behind them are free */

static uint64_t page_end(uint64_t address, uint64_t n)
{
	return (address + n + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1);
}

static void emit_unknown(uint64_t address, uint64_t n, const char *reason)
{
	const uint64_t slot[] = {address, n, FXP_WORD(reason), 0};

	fxp_fake(&fxp_libc, FXP_FN_libc_fxtrace_mapping_unknown, slot);
}

/* Holds the place if it is a mapping. False: it is none, or its holder does not
 * release it. */
static bool hold_place(struct place *place)
{
	for (unsigned i = 0; i < MAX_TRIES; i++) {
		uint32_t state = TAKEN;

		/* acquire: pairs with the release in release_place */
		if (__atomic_compare_exchange_n(&place->state, &state, HELD,
						false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return true;
		if (state == FREE)
			return false;
		fxw_pause();
	}
	emit_unknown(0, 0, "a mapping was being changed at that moment");
	return false;
}

static void release_place(struct place *place, enum state state)
{
	/* release: pairs with the acquire in hold_place and add_mapping */
	__atomic_store_n(&place->state, state, __ATOMIC_RELEASE);
}

/* Adds a mapping. If there is no free place, it is emitted as unknown if it can
 * be written to. */
static void add_mapping(const struct mapping *mapping)
{
	for (uint32_t i = 0; i < MAX_PLACES; i++) {
		struct place *place = &places[i];
		uint32_t state = FREE, n = i + 1, seen;

		/* acquire: pairs with the release in release_place */
		if (!__atomic_compare_exchange_n(&place->state, &state, HELD,
						 false, __ATOMIC_ACQUIRE,
						 __ATOMIC_RELAXED))
			continue;
		place->mapping = *mapping;
		seen = __atomic_load_n(&n_places, __ATOMIC_RELAXED);
		while (seen < n && !__atomic_compare_exchange_n(
					   &n_places, &seen, n, false,
					   __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			;
		release_place(place, TAKEN);
		return;
	}
	if (mapping->is_shared)
		emit_unknown(mapping->low, mapping->end - mapping->low,
			     "too many files are mapped at once");
}

/* The place of a mapping that overlaps [low, end), held. *i is where the search
 * continues. NULL: there are no more. */
static struct place *next_place(uint32_t *i, uint64_t low, uint64_t end)
{
	uint32_t n = __atomic_load_n(&n_places, __ATOMIC_RELAXED);

	while (*i < n) {
		struct place *place = &places[(*i)++];

		if (!hold_place(place))
			continue;
		if (place->mapping.low < end && low < place->mapping.end)
			return place;
		release_place(place, TAKEN);
	}
	return NULL;
}

/* A copy of the next mapping's part in [low, end). */
static bool next_part(uint32_t *i, uint64_t low, uint64_t end,
		      struct mapping *part)
{
	struct place *place = next_place(i, low, end);

	if (!place)
		return false;
	*part = place->mapping;
	release_place(place, TAKEN);
	if (part->low < low) {
		part->offset += (int64_t)(low - part->low);
		part->low = low;
	}
	if (part->end > end)
		part->end = end;
	return true;
}

static bool is_zero(const uint8_t *p, size_t n)
{
	size_t i = 0;

	for (; i + 8 <= n; i += 8)
		if (fxw_load8(p + i))
			return false;
	for (; i < n; i++)
		if (p[i])
			return false;
	return true;
}

/* A buffer for copied pieces; NULL: there is no memory. */
static uint8_t *borrow_scratch(void)
{
	uint8_t *scratch =
		fxw_engine.no_system_calls
			? NULL
			: sys_mmap(NULL, PIECE_BYTES, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return scratch && sys_mapped(scratch) ? scratch : NULL;
}

static void give_back_scratch(uint8_t *scratch)
{
	(void)sys_munmap(scratch, PIECE_BYTES);
}

/* Reads up to a piece of memory, and stops at whole pages behind the file's
 * end, which are not readable. Less than 0: the kernel forbids it. */
static long read_memory(uint8_t *to, uint64_t address, uint64_t n)
{
	struct iovec local = {to, n < PIECE_BYTES ? n : PIECE_BYTES};
	struct iovec remote = {(void *)address, local.iov_len};
	long got = sys_process_vm_readv(sys_getpid(), &local, 1, &remote, 1);

	return got == -EFAULT ? 0 : got;
}

/* Emits the written bytes, piece by piece. */
static void emit_written(const struct mapping *part)
{
	uint8_t *scratch = borrow_scratch();
	uint64_t at = part->low;
	long n = -1;

	while (scratch && at < part->end) {
		n = read_memory(scratch, at, part->end - at);
		if (n <= 0)
			break;
		const uint64_t slot[] = {
			at,
			part->dev,
			part->ino,
			(uint64_t)part->offset + (at - part->low),
			is_zero(scratch, (size_t)n) ? 0 : FXP_WORD(scratch),
			FXP_WORD(n),
			0};

		fxp_fake(&fxp_libc, FXP_FN_libc_fxtrace_written, slot);
		at += (uint64_t)n;
	}
	if (n < 0)
		emit_unknown(part->low, part->end - part->low,
			     "its memory cannot be read");
	if (scratch)
		give_back_scratch(scratch);
}

static bool is_written(const struct mapping *mapping)
{
	return mapping->is_shared && (mapping->prot & PROT_WRITE);
}

static void emit_range(uint64_t low, uint64_t end)
{
	struct mapping part;

	for (uint32_t i = 0; next_part(&i, low, end, &part);)
		if (is_written(&part))
			emit_written(&part);
}

void fxp_mapped_emit(uint64_t address, uint64_t n)
{
	if (fxp_mapped_is_on)
		emit_range(address & ~(uint64_t)(PAGE_BYTES - 1),
			   page_end(address, n));
}

void fxp_mapped_emit_all(void)
{
	if (fxp_mapped_is_on && n_places && !fxw_engine.no_system_calls &&
	    (uint32_t)sys_getpid() == fxw_engine.pid)
		emit_range(0, UINT64_MAX);
}

/* Removes [low, end) from all mappings. If both sides of a mapping are left,
 * they need two places. */
static void remove_range(uint64_t low, uint64_t end)
{
	struct place *place;

	for (uint32_t i = 0; (place = next_place(&i, low, end)) != NULL;) {
		struct mapping *m = &place->mapping, behind = *m;
		bool has_front = m->low<low, has_back = m->end> end;

		if (has_back) {
			behind.offset += (int64_t)(end - behind.low);
			behind.low = end;
		}
		if (has_front)
			m->end = low;
		else if (has_back)
			*m = behind;
		release_place(place, has_front || has_back ? TAKEN : FREE);
		if (has_front && has_back)
			add_mapping(&behind);
	}
}

void fxp_mapped_gone(uint64_t address, uint64_t n)
{
	if (fxp_mapped_is_on)
		remove_range(address & ~(uint64_t)(PAGE_BYTES - 1),
			     page_end(address, n));
}

static void emit_found(uint64_t address, int fd, uint64_t offset,
		       const uint8_t *data, long n)
{
	const uint64_t slot[] = {
		address,     FXP_WORD(fd),
		offset,	     is_zero(data, (size_t)n) ? 0 : FXP_WORD(data),
		FXP_WORD(n), 0};

	fxp_fake(&fxp_libc, FXP_FN_libc_fxtrace_mapped, slot);
}

/* Emits the contents of a mapping: from its descriptor, or from memory if the
 * descriptor may be gone (-1). */
static void emit_contents(const struct mapping *m, int fd)
{
	uint8_t *scratch = borrow_scratch();
	uint64_t n_bytes = m->end - m->low, at = 0;
	long n = -1;

	while (scratch && at < n_bytes) {
		uint64_t left = n_bytes - at;

		n = fd < 0 ? read_memory(scratch, m->low + at, left)
			   : sys_pread64(fd, scratch,
					 left < PIECE_BYTES ? left
							    : PIECE_BYTES,
					 m->offset + (int64_t)at);
		if (n <= 0)
			break;
		emit_found(m->low + at, fd, (uint64_t)m->offset + at, scratch,
			   n);
		at += (uint64_t)n;
	}
	if (n < 0)
		emit_unknown(m->low, n_bytes, "the file cannot be read");
	if (scratch)
		give_back_scratch(scratch);
}

void fxp_mapped_new(const uint64_t *slot)
{
	int prot = (int)slot[2], flags = (int)slot[3], fd = (int)slot[4];
	int type = flags & MAP_TYPE;
	struct sys_stat st;
	struct mapping m;

	if (!fxp_mapped_is_on || (flags & MAP_ANONYMOUS) ||
	    fxw_engine.no_system_calls || sys_failed(sys_fstat(fd, &st)) ||
	    (st.mode & S_IFMT) != S_IFREG)
		return;
	m = (struct mapping){
		.low = slot[6],
		.end = page_end(slot[6], slot[1]),
		.offset = (int64_t)slot[5],
		.dev = st.dev,
		.ino = st.ino,
		.prot = prot,
		.is_shared = type == MAP_SHARED || type == MAP_SHARED_VALIDATE,
	};
	add_mapping(&m);
	if (!(prot & PROT_EXEC))
		emit_contents(&m, fd);
}

/* Emits the part that mremap has added at a mapping's end. */
static void emit_added(const struct mapping *m, uint64_t old_bytes)
{
	struct mapping added = *m;

	added.low += old_bytes;
	added.offset += (int64_t)old_bytes;
	if (added.low < added.end && !(m->prot & PROT_EXEC))
		emit_contents(&added, -1);
}

void fxp_mapped_moved(const uint64_t *slot)
{
	uint64_t low = slot[0], old_bytes = page_end(0, slot[1]);
	uint64_t new_bytes = page_end(0, slot[2]), to = slot[5];
	bool stays = !old_bytes || (slot[3] & MREMAP_DONTUNMAP);
	struct mapping m;
	uint32_t i = 0;
	bool found;

	if (!fxp_mapped_is_on)
		return;
	found = next_part(&i, low, low + (old_bytes ? old_bytes : 1), &m) &&
		m.low == low;
	if (!stays)
		remove_range(low, low + old_bytes);
	remove_range(to, to + new_bytes);
	if (!found)
		return;
	m.low = to;
	m.end = to + new_bytes;
	add_mapping(&m);
	if (old_bytes && new_bytes > old_bytes)
		emit_added(&m, old_bytes);
}

void fxp_mapped_protect_before(uint64_t address, uint64_t n, int prot)
{
	const int both = PROT_READ | PROT_WRITE;

	if (fxp_mapped_is_on && (prot & both) != both)
		fxp_mapped_emit(address, n);
}

void fxp_mapped_protected(uint64_t address, uint64_t n, int prot)
{
	uint64_t end = page_end(address, n);
	struct mapping part;

	if (!fxp_mapped_is_on)
		return;
	for (uint32_t i = 0; next_part(&i, address, end, &part);) {
		if (part.prot == prot)
			continue;
		part.prot = prot;
		remove_range(part.low, part.end);
		add_mapping(&part);
	}
}

void fxp_mapped_forked(void)
{
	bool is_torn = false;

	for (uint32_t i = 0; i < n_places; i++)
		if (places[i].state == HELD) {
			places[i].state = FREE;
			is_torn = true;
		}
	if (is_torn)
		emit_unknown(0, 0, "a mapping was being changed at a fork");
}
