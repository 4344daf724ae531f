/* SPDX-License-Identifier: MIT */
/*
 * Further definitions of functions of GL, see several.h.
 */
#include "preload/gl/driver/several.h"

#include <stddef.h>
#include <stdint.h>

#include "ids_gl.h"
#include "preload/gl/driver/several_sizes.h"
#include "preload/gl/driver/thread.h"
#include "preload/symbol/slot.h"
#include "writer/large.h"

#define PIECE_BYTES 16u

/* What the code of several_entry.S reads. */
struct fxp_gl_entry {
	void *own;  /* the wrapper */
	void *real; /* of an entry its definition, of a switch the first one */
};

extern struct fxp_api fxp_gl __attribute__((visibility("hidden")));
extern char fxp_gl_entries[] __attribute__((visibility("hidden")));
extern char fxp_gl_switches[] __attribute__((visibility("hidden")));
struct fxp_gl_entry fxp_gl_entry_records[SEVERAL_ENTRIES] FXW_LARGE
	__attribute__((visibility("hidden")));
struct fxp_gl_entry fxp_gl_switch_records[SEVERAL_SWITCHES] FXW_LARGE
	__attribute__((visibility("hidden")));

/* Function + 1, once its record is complete. */
static FXW_LARGE uint32_t entries[SEVERAL_ENTRIES], switches[SEVERAL_SWITCHES];
static uint32_t n_entries, n_switches;

/* How many are in use: the count goes on when there are no more. */
static uint32_t used(const uint32_t *n, uint32_t space)
{
	uint32_t count = __atomic_load_n(n, __ATOMIC_RELAXED);

	return count < space ? count : space;
}

static bool is_of(const uint32_t *at, unsigned function)
{
	/* acquire: pairs with the release in publish */
	return __atomic_load_n(at, __ATOMIC_ACQUIRE) == function + 1;
}

static void publish(uint32_t *at, unsigned function)
{
	/* release: its record; pairs with is_of */
	__atomic_store_n(at, function + 1, __ATOMIC_RELEASE);
}

/* Place of the function's switch, or SEVERAL_SWITCHES. Threads may race to make
 * one: the first in the list counts. */
static uint32_t find_switch(unsigned function)
{
	uint32_t n = used(&n_switches, SEVERAL_SWITCHES);

	for (uint32_t i = 0; i < n; i++)
		if (is_of(&switches[i], function))
			return i;
	return SEVERAL_SWITCHES;
}

static uint32_t make_switch(unsigned function, void *own)
{
	uint32_t i = find_switch(function);

	if (i < SEVERAL_SWITCHES)
		return i;
	i = __atomic_fetch_add(&n_switches, 1, __ATOMIC_RELAXED);
	if (i >= SEVERAL_SWITCHES)
		return SEVERAL_SWITCHES;
	fxp_gl_switch_records[i].own = own;
	publish(&switches[i], function);
	return find_switch(function);
}

static void *code_of(char *code, uint32_t i)
{
	return code + (size_t)i * PIECE_BYTES;
}

void *fxp_gl_several_real(unsigned function, void *real)
{
	uint32_t i = find_switch(function);
	void *at;

	if (i == SEVERAL_SWITCHES)
		return real;
	at = code_of(fxp_gl_switches, i);
	if (real != at)
		__atomic_store_n(&fxp_gl_switch_records[i].real, real,
				 __ATOMIC_RELEASE);
	return at;
}

/* A wrapper that has its real function already gets the switch. A cold one gets
 * it with its first call. */
static void turn(unsigned function)
{
	struct fxp_slot *slot = &fxp_gl.slots[function];
	void *real = __atomic_load_n(&slot->real, __ATOMIC_ACQUIRE);

	if (real)
		__atomic_store_n(&slot->real,
				 fxp_gl_several_real(function, real),
				 __ATOMIC_RELEASE);
}

static void *find_entry(unsigned function, const void *definition)
{
	uint32_t n = used(&n_entries, SEVERAL_ENTRIES);

	for (uint32_t i = 0; i < n; i++)
		if (is_of(&entries[i], function) &&
		    fxp_gl_entry_records[i].real == definition)
			return code_of(fxp_gl_entries, i);
	return NULL;
}

void *fxp_gl_several_entry(unsigned function, void *own, void *definition)
{
	void *entry = find_entry(function, definition);
	uint32_t i;

	if (entry || make_switch(function, own) == SEVERAL_SWITCHES)
		return entry;
	i = __atomic_fetch_add(&n_entries, 1, __ATOMIC_RELAXED);
	if (i >= SEVERAL_ENTRIES)
		return NULL;
	fxp_gl_entry_records[i] = (struct fxp_gl_entry){own, definition};
	publish(&entries[i], function);
	turn(function);
	return find_entry(function, definition);
}

bool fxp_gl_several_has(unsigned function)
{
	return find_switch(function) != SEVERAL_SWITCHES;
}

void *fxp_gl_several_noted(unsigned function)
{
	const struct fxp_gl_entry *record = fxp_gl_thread.entered;

	return record && is_of(&entries[record - fxp_gl_entry_records],
			       function)
		       ? record->real
		       : NULL;
}
