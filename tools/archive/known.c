/* SPDX-License-Identifier: MIT */
/*
 * A hash table of records, see known.h.
 */
#include "tools/archive/known.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "writer/wire.h"

#define FIRST_HEADS 1024u
#define NONE UINT32_MAX

struct entry {
	const uint64_t *record;
	uint32_t n_words;
	uint32_t provider_id;
	uint64_t hash;
	uint32_t next; /* of the same head */
	bool is_there;
};

struct known {
	struct entry *entries;
	size_t n, capacity;
	uint32_t *heads; /* n_heads, a power of two */
	size_t n_heads;
};

static void *grow(void *old, size_t n, size_t size)
{
	void *memory = realloc(old, n * size);

	if (!memory)
		die("out of memory");
	return memory;
}

struct known *known_new(void)
{
	struct known *known = grow(NULL, 1, sizeof(*known));

	*known = (struct known){.n_heads = FIRST_HEADS};
	known->heads = grow(NULL, FIRST_HEADS, sizeof(*known->heads));
	memset(known->heads, 0xff, FIRST_HEADS * sizeof(*known->heads));
	return known;
}

void known_free(struct known *known)
{
	if (!known)
		return;
	free(known->entries);
	free(known->heads);
	free(known);
}

/* Words of the record that distinguish it. Of an event: its type, thread and
 * time, since its end may have changed the rest. Of other records: all. */
struct key {
	uint64_t first;
	size_t n_words; /* after the header */
};

static struct key key_of(const uint64_t *record, size_t n_words)
{
	bool is_inline = !(record[0] >> 24 & 0xff);
	bool is_event = (record[0] & 15) == FXT_RECORD_EVENT &&
			n_words >= (is_inline ? 4u : 2u);

	if (!is_event || (is_inline && record[3] >= fxw_recorder_koid(0)))
		return (struct key){record[0], n_words - 1};
	/* type, event type, thread */
	return (struct key){record[0] & 0xff0f000full, is_inline ? 3 : 1};
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
	return hash ^ hash >> 29;
}

static uint64_t hash_of(uint32_t provider_id, const uint64_t *record,
			struct key key)
{
	uint64_t hash = mix(mix(4711, provider_id), key.first);

	for (size_t i = 1; i <= key.n_words; i++)
		hash = mix(hash, record[i]);
	return hash;
}

static void link_entry(struct known *known, size_t number)
{
	struct entry *entry = &known->entries[number];
	uint32_t *head = &known->heads[entry->hash & (known->n_heads - 1)];

	entry->next = *head;
	*head = (uint32_t)number;
}

static void grow_heads(struct known *known)
{
	known->n_heads *= 4;
	known->heads =
		grow(known->heads, known->n_heads, sizeof(*known->heads));
	memset(known->heads, 0xff, known->n_heads * sizeof(*known->heads));
	for (size_t i = 0; i < known->n; i++)
		link_entry(known, i);
}

size_t known_add(struct known *known, uint32_t provider_id,
		 const uint64_t *record, size_t n_words)
{
	struct key key = key_of(record, n_words);

	if (known->n == NONE)
		die("more records than can be counted");
	if (known->n == known->capacity) {
		known->capacity += known->capacity / 2 + 1024;
		known->entries = grow(known->entries, known->capacity,
				      sizeof(*known->entries));
	}
	known->entries[known->n] = (struct entry){
		.record = record,
		.n_words = (uint32_t)n_words,
		.provider_id = provider_id,
		.hash = hash_of(provider_id, record, key),
	};
	link_entry(known, known->n);
	if (++known->n > known->n_heads)
		grow_heads(known);
	return known->n - 1;
}

size_t known_count(const struct known *known)
{
	return known->n;
}

static bool is_same(const struct entry *entry, uint32_t provider_id,
		    const uint64_t *record, struct key key)
{
	struct key other = key_of(entry->record, entry->n_words);

	return entry->provider_id == provider_id && key.first == other.first &&
	       key.n_words == other.n_words &&
	       memcmp(entry->record + 1, record + 1, key.n_words * 8) == 0;
}

void known_note(struct known *known, uint32_t provider_id,
		const uint64_t *record, size_t n_words)
{
	struct key key = key_of(record, n_words);
	uint64_t hash = hash_of(provider_id, record, key);
	uint32_t i = known->heads[hash & (known->n_heads - 1)];

	for (; i != NONE; i = known->entries[i].next)
		if (known->entries[i].hash == hash &&
		    is_same(&known->entries[i], provider_id, record, key))
			known->entries[i].is_there = true;
}

bool known_is_there(const struct known *known, size_t number)
{
	return known->entries[number].is_there;
}
