/* SPDX-License-Identifier: MIT */
/*
 * Repeated strings, see intern.h. Two caches that never lock.
 *
 * Each thread has 64 sets of 8 entries, on its own page (fxw_thread_memory). A
 * new string is noted in one of the set's last four places, from which other
 * new strings evict it. So strings that occur only once cost nothing else. When
 * a string occurs again, its index is queried from the process's table, and it
 * moves to the first four places. There only other repeated strings evict it.
 *
 * The process's table gives each string one index and one record. An entry is
 * claimed by one compare-and-swap, its record written, and then published. It
 * never changes again. A thread that finds a claimed entry writes the string
 * inline.
 *
 * An entry of either is one word, stored at once. It has 32 bits of the
 * string's hash, a state, and the place of its record in the durable region. A
 * hash is only a hint: an index is used if the record there has the same bytes.
 * So no handler that interrupts a cache can cause a wrong string. At worst a
 * string is evicted and noted again.
 *
 * A fork may come between any two steps, in a handler. The child's caches are
 * in other memory: the thread's page and the table are wiped and left. The
 * interrupted code stores there, and reads 0 there. It loads the address of a
 * cache first, then that of the durable region, then entries. So an entry that
 * it finds is of that region's archive.
 */
#include "preload/value/intern.h"

#include <stdbool.h>
#include <stddef.h>

#include "preload/runtime/strings.h"
#include "preload/value/named.h"
#include "writer/engine.h"
#include "writer/memory.h"
#include "writer/sys.h"
#include "writer/thread.h"

#define SETS 64u
#define WAYS 8u
/* The places before it are for repeated strings. */
#define NEW_WAY 4u
_Static_assert(SETS *WAYS * 8 <= FXW_MEMORY_BYTES, "the thread's page");

/* 64 KiB; untouched pages take no memory. The durable region has space for some
 * 2,400 strings, see may_register. */
#define TABLE_ENTRIES 8192u
/* Entries tried before giving up: the string is then inline. */
#define PROBES 16u

/* An entry: 32 bits of the hash, the state, and 30 bits of value. The value is
 * the place of the record, in words, or (NOTED) when the string was seen. */
#define VALUE_BITS 30
#define VALUE ((1u << VALUE_BITS) - 1)
enum state {
	EMPTY = 0,
	KNOWN = 1,   /* there is a record */
	NOTED = 2,   /* thread: seen once; table: claimed */
	REFUSED = 3, /* there was no space for it: not tried again */
};

static uint64_t *process_table;

/* An entry without its value. */
static inline uint64_t head_for(uint64_t hash, enum state state)
{
	return hash >> 32 << 2 | state;
}

static inline uint64_t head_of(uint64_t entry)
{
	return entry >> VALUE_BITS;
}

static inline enum state state_of(uint64_t entry)
{
	return (enum state)(head_of(entry) & 3);
}

static inline uint64_t make_entry(uint64_t hash, enum state state,
				  uint32_t value)
{
	return head_for(hash, state) << VALUE_BITS | value;
}

/* In one piece and in this order, because of handlers. */
static inline uint64_t load_entry(const uint64_t *entry)
{
	return *(const volatile uint64_t *)entry;
}

static inline void store_entry(uint64_t *entry, uint64_t value)
{
	*(volatile uint64_t *)entry = value;
}

/* After the address of a cache and before its entries, see above. */
static inline const uint64_t *durable_words(void)
{
	return *(uint64_t *volatile *)&fxw_engine.durable.words;
}

/* An entry that the program has overwritten must not lead out of the region;
 * what is behind its limit is memory, too. */
static inline bool is_inside(uint64_t entry)
{
	return ((uint32_t)entry & VALUE) < fxw_engine.durable.limit_words;
}

static inline const uint64_t *record_of(const uint64_t *durable, uint64_t entry)
{
	return durable + (entry & VALUE);
}

/* Whether two places hold the same n > 16 bytes. */
static inline bool same_bytes(const char *a, const char *b, uint64_t n)
{
	const char *last = a + n - 16;
	fxw_v16 same = *(const fxw_v16 *)(b + n - 16) == *(const fxw_v16 *)last;

	do {
		same &= *(const fxw_v16 *)a == *(const fxw_v16 *)b;
		a += 16;
		b += 16;
	} while (a < last);
	return FXW_MASK16(same) == 0xffff;
}

/* Whether the string record at `record` holds these bytes. */
static inline bool has_bytes(const uint64_t *record, const char *p, uint64_t n)
{
	return record[0] >> 32 == n &&
	       same_bytes((const char *)(record + 1), p, n);
}

static inline uint16_t index_of(const uint64_t *record)
{
	return record[0] >> 16 & FXT_STRING_MAX_INDEX;
}

static uint64_t *make_table(void)
{
	uint64_t *other = NULL;
	uint64_t *t;
	int error;

	if (fxw_engine.no_system_calls)
		return NULL;
	t = fxw_memory_wiped(TABLE_ENTRIES * 8, &error);
	if (!t)
		return NULL;
	/* release: all of it is zero; pairs with the acquire in query_table */
	if (__atomic_compare_exchange_n(&process_table, &other, t, false,
					__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return t;
	(void)sys_munmap(t, TABLE_ENTRIES * 8);
	return other;
}

/*
 * Argument strings are registered while at most 3/8 of the durable region is in
 * use. The part up to the half is also for names of threads (writer/thread.c).
 * The part behind it is for functions that have not been called yet.
 */
static bool may_register(void)
{
	uint64_t used =
		__atomic_load_n(fxw_engine.durable.alloc, __ATOMIC_RELAXED);

	return fxw_sequence(used) != 0 && /* 0: closed, at the end */
	       fxw_offset_words(used) <= fxw_engine.durable.limit_words / 8 * 3;
}

/* A string that is being looked up. */
struct wanted {
	const char *p;
	uint64_t n;
	uint64_t hash;
	const uint64_t *durable; /* the region's first word */
	uint16_t index;		 /* out: once it is known */
};

/* A record and an index for the string. NULL: there is no space. */
static const uint64_t *add_record(struct wanted *w)
{
	uint16_t index = fxp_string_index(FXP_INTERN_LAST_INDEX);
	uint64_t *record =
		index ? fxw_durable_take(1 + (uint32_t)fxt_words(w->n)) : NULL;

	if (!record)
		return NULL;
	fxw_copy(record + 1, w->p, w->n);
	fxw_commit(record, fxt_string_header(index, w->n));
	w->index = index;
	return record;
}

/* Gives the claimed entry its record. Returns its new value. */
static uint64_t fill_entry(uint64_t *place, struct wanted *w)
{
	const uint64_t *record = add_record(w);
	uint64_t off = (uint64_t)(record - w->durable);
	uint64_t entry = make_entry(w->hash, REFUSED, 0);

	/* else a handler forked, and the record is in the child's archive */
	if (record && off < fxw_engine.durable.limit_words)
		entry = make_entry(w->hash, KNOWN, (uint32_t)off);
	/* release: the record before it; pairs with the acquire in
	 * find_or_add */
	__atomic_store_n(place, entry, __ATOMIC_RELEASE);
	return entry;
}

/* Whether a KNOWN entry is the string's. */
static bool is_string_of(struct wanted *w, uint64_t entry)
{
	const uint64_t *record = record_of(w->durable, entry);

	if (!is_inside(entry) || !has_bytes(record, w->p, w->n))
		return false;
	w->index = index_of(record);
	return true;
}

/* The string's entry in the process's table: KNOWN, REFUSED, or NOTED: another
 * thread is about to register it. */
static uint64_t find_or_add(uint64_t *table, struct wanted *w)
{
	uint64_t at = w->hash;

	for (uint32_t i = 0; i < PROBES; i++) {
		uint64_t *place = &table[(at + i) % TABLE_ENTRIES];
		/* acquire: pairs with the release in fill_entry */
		uint64_t entry = __atomic_load_n(place, __ATOMIC_ACQUIRE);

		if (entry == EMPTY) {
			if (!may_register())
				break;
			if (__atomic_compare_exchange_n(
				    place, &entry,
				    make_entry(w->hash, NOTED, 0), false,
				    __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
				return fill_entry(place, w);
		}
		if ((entry ^ w->hash) >> 32)
			continue;
		if (state_of(entry) != KNOWN || is_string_of(w, entry))
			return entry;
	}
	return make_entry(w->hash, REFUSED, 0);
}

/* Sets w->durable, too. 0: there is no table. */
static __attribute__((noinline)) uint64_t query_table(struct wanted *w)
{
	/* acquire: pairs with the release in make_table */
	uint64_t *table = __atomic_load_n(&process_table, __ATOMIC_ACQUIRE);
	uint64_t entry;

	fxw_cold_depth++;
	if (!table)
		table = make_table();
	w->durable = durable_words();
	entry = table ? find_or_add(table, w) : 0;
	fxw_cold_depth--;
	return entry;
}

/* Moves the last of the places for repeated strings to the place where the
 * first of them came from. */
static void promote_entry(uint64_t *set, uint32_t from, uint64_t entry)
{
	store_entry(&set[from], load_entry(&set[NEW_WAY - 1]));
	for (uint32_t i = NEW_WAY - 1; i; i--)
		store_entry(&set[i], load_entry(&set[i - 1]));
	store_entry(&set[0], entry);
}

/* Notes the entry in a random one of its places. With a fixed place, or with
 * turns, a cycle of strings would evict each other for ever. */
static void note_entry(uint64_t *set, uint64_t entry)
{
	uint64_t any = entry * FXP_INTERN_FACTOR >> 32;

	store_entry(&set[NEW_WAY + any % (WAYS - NEW_WAY)], entry);
}

/* The string is noted in one of its set's places. Returns an index, or 0.
 * `noted` is its entry if this call has noted it. */
static uint16_t second_sight(uint64_t *set, uint32_t way, uint64_t noted,
			     struct wanted *w)
{
	uint64_t entry;

	/* The same call: its record did not fit, or was rejected by the fast
	 * path, and is built again. */
	if (load_entry(&set[way]) == noted)
		return 0;
	entry = query_table(w);
	if (state_of(entry) == REFUSED)
		store_entry(&set[way], entry);
	if (state_of(entry) != KNOWN)
		return 0;
	promote_entry(set, way, entry);
	return w->index;
}

static inline uint64_t *set_of(struct fxw_thread *t, uint64_t hash)
{
	return (uint64_t *)fxw_thread_memory(t) + hash % SETS * WAYS;
}

/* The string's index, or 0, found in its whole set. */
static uint16_t find_index(struct fxw_thread *t, struct wanted *w)
{
	uint64_t *set = set_of(t, w->hash);
	/* the time of the thread's call, cut to the entry's bits */
	uint64_t noted =
		make_entry(w->hash, NOTED, (uint32_t)t->last_ticks & VALUE);

	for (uint32_t way = 0; way < WAYS; way++) {
		uint64_t entry = load_entry(&set[way]);

		if ((entry ^ w->hash) >> 32)
			continue;
		if (state_of(entry) == NOTED)
			return second_sight(set, way, noted, w);
		if (state_of(entry) == REFUSED)
			return 0;
		if (state_of(entry) == KNOWN && is_string_of(w, entry))
			return w->index;
	}
	note_entry(set, noted);
	return 0;
}

static inline uint64_t *put_index(uint64_t *at, uint16_t index)
{
	*at = fxt_arg_header(FXT_ARG_STRING, 1, (uint16_t)(*at >> 16), index);
	return at + 1;
}

/* The string is not in the first place of its set. From now on the value is the
 * copy in the record, which is known to be UTF-8. */
static __attribute__((noinline)) uint64_t *find_further(uint64_t *at,
							uint64_t *behind,
							uint64_t hash)
{
	struct fxw_thread *t = *(struct fxw_thread *volatile *)&fxw_self;
	struct wanted wanted = {
		.p = (const char *)(at + 1),
		.n = *at >> 32 & FXT_STRING_MAX_INDEX,
		.hash = hash,
		.durable = durable_words(),
	};
	/* a handler may have forked: in the child there is no thread */
	uint16_t index = t ? find_index(t, &wanted) : 0;

	return index ? put_index(at, index) : behind;
}

uint64_t *fxp_intern_arg(uint64_t *at, uint64_t *behind, const char *p)
{
	struct fxw_thread *t = *(struct fxw_thread *volatile *)&fxw_self;
	const uint64_t *durable = durable_words();
	uint64_t n = *at >> 32 & FXT_STRING_MAX_INDEX;
	uint64_t hash = fxp_intern_hash(p, n);
	uint64_t entry;

	if (__builtin_expect(!t, 0))
		return behind;
	entry = load_entry(set_of(t, hash));
	if (__builtin_expect(head_of(entry) == head_for(hash, KNOWN) &&
				     is_inside(entry) &&
				     has_bytes(record_of(durable, entry), p, n),
			     1))
		return put_index(at, index_of(record_of(durable, entry)));
	return find_further(at, behind, hash);
}

void fxp_intern_forget(void)
{
	/* not unmapped: code that the fork has interrupted may use it */
	process_table = NULL;
}
