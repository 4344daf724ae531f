/* SPDX-License-Identifier: MIT */
/*
 * The GL table's life and the real definitions of its functions, see api.h.
 */
#include "preload/gl/driver/api.h"

#include <stddef.h>

#include "gen/gen.h"
#include "preload/schema/facts.h"
#include "preload/gl/driver/library.h"
#include "preload/gl/driver/several.h"
#include "preload/symbol/real.h"
#include "preload/schema/sign.h"
#include "preload/symbol/symbol.h"
#include "writer/bytes.h"
#include "writer/thread.h"

/* generated */
void fxp_gl_fill(void) __attribute__((visibility("hidden")));

static struct fxp_bases bases;

void fxp_gl_reserve(void)
{
	fxp_sign_reserve(FXP_STRINGS_gl, &bases);
}

void fxp_gl_fill_in(void)
{
	/* acquire: pairs with the release in fxp_gl_fill */
	if (!__atomic_load_n(&fxp_gl.table, __ATOMIC_ACQUIRE))
		fxp_gl_fill();
}

void fxp_gl_register(void)
{
	static uint32_t is_chained;

	if (__atomic_load_n(&fxp_gl.string_base, __ATOMIC_ACQUIRE))
		return;
	__atomic_store_n(&fxp_gl.type_base, bases.type, __ATOMIC_RELAXED);
	/* release: its types before it is visible */
	__atomic_store_n(&fxp_gl.string_base, bases.string, __ATOMIC_RELEASE);
	if (__atomic_exchange_n(&is_chained, 1, __ATOMIC_RELAXED))
		return;
	fxw_cold_depth++;
	fxp_sign_chain(&fxp_gl);
	fxp_facts_table(&fxp_gl);
	fxw_cold_depth--;
}

static const char *name_of(unsigned function)
{
	const struct fxg_table *table = fxp_gl.table;

	return table->text + table->strings[table->functions[function].name];
}

static int compare(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (unsigned char)*a - (unsigned char)*b;
}

int fxp_gl_function(const char *name)
{
	const char *gl = *name == 'e' ? name + 1 : name;
	unsigned from = 0, to = FXP_N_gl;

	if (gl[0] != 'g' || gl[1] != 'l')
		return -1;
	fxp_gl_fill_in();
	while (from < to) {
		unsigned middle = (from + to) / 2;
		int order = compare(name, name_of(middle));

		if (!order)
			return (int)middle;
		if (order < 0)
			to = middle;
		else
			from = middle + 1;
	}
	return -1;
}

/* Its wrapper calls the function that the program was given. */
static void keep(unsigned function, void *given)
{
	struct fxp_slot *slot = &fxp_gl.slots[function];

	if (__atomic_load_n(&slot->state, __ATOMIC_ACQUIRE) == FXP_COLD ||
	    fxp_gl_several_has(function))
		__atomic_store_n(&slot->real,
				 fxp_gl_several_real(function, given),
				 __ATOMIC_RELAXED);
}

/* Whether an address that was given is one more way to what the wrapper calls:
 * all libraries of libglvnd lead to one. It has its own for functions of the
 * window system, by display. */
static bool is_same(const char *name, const void *given)
{
	return name[0] != 'g' || name[2] == 'X' || fxp_gl_is_dispatched(given);
}

/* The first definition, which the wrapper calls. */
static void *first_of(const char *name, uint32_t hash)
{
	void *real = fxp_real_find_staying(name, hash);

	return real ? real : fxp_gl_find_later(name, hash);
}

void *fxp_gl_ours(void *found, const char *name, enum fxp_gl_found how)
{
	int function = found ? fxp_gl_function(name) : -1;
	void *own, *first, *entry;
	bool is_given = how != FXP_GL_LOOKED_UP;
	uint32_t hash;

	if (function < 0)
		return found;
	hash = fxp_gl.table->functions[function].symbol_hash;
	own = fxp_real_own(name, hash);
	if (!own || own == found)
		return found;
	first = how == FXP_GL_GIVEN && is_same(name, found)
			? NULL
			: first_of(name, hash);
	if (how == FXP_GL_GIVEN && !first)
		keep((unsigned)function, found);
	if (first == found || (how == FXP_GL_GIVEN && !first))
		return own;
	if (!is_given && !fxp_gl_is_defined(name, hash, found))
		return found;
	entry = fxp_gl_several_entry((unsigned)function, own, found);
	if (entry)
		return entry;
	return is_given ? own : found; /* too many */
}
