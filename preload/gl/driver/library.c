/* SPDX-License-Identifier: MIT */
/*
 * Libraries of GL, see library.h.
 */
#include "preload/gl/driver/library.h"

#include <stddef.h>

#include "ids_gl.h"
#include "preload/symbol/real.h"
#include "preload/symbol/stack_module.h"
#include "preload/symbol/symbol.h"

#define MAX_LIBRARIES 16u

/* Loaded libraries of GL. Threads may race to find them: they find the same
 * ones. */
static struct {
	struct fxp_object objects[MAX_LIBRARIES];
	uint32_t n;
} loaded;
static uint32_t n_unloads;
/* Where libGLdispatch is; low 0: not known. Threads may race to find it. */
static struct {
	uintptr_t low, end;
} dispatch;

/* The rest of the text, NULL if it does not have this beginning. */
static const char *behind(const char *text, const char *begin)
{
	while (*begin && *text == *begin) {
		text++;
		begin++;
	}
	return *begin ? NULL : text;
}

/* libGL.so, libGL.so.1, libGL.so.1.7.0; but not libGLX_mesa.so.0, in which the
 * real ones look up symbols. */
static bool is_library(const char *name)
{
	/* an array: nothing for the linker to relocate */
	static const char names[][16] = {"libGL",  "libOpenGL", "libGLX",
					 "libEGL", "libGLESv2", "libGLESv1_CM"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *rest = behind(name, names[i]);

		rest = rest ? behind(rest, ".so") : NULL;
		if (rest && (!*rest || *rest == '.'))
			return true;
	}
	return false;
}

static void *find_loaded(const char *name, uint32_t hash)
{
	uint32_t n = __atomic_load_n(&loaded.n, __ATOMIC_ACQUIRE);
	struct fxp_query q;
	void *found;

	for (uint32_t i = 0; i < n; i++) {
		fxp_symbol_query(&q, name, hash, NULL);
		found = fxp_symbol_find(&loaded.objects[i], &q);
		if (found)
			return found;
	}
	return NULL;
}

static void find_libraries(void)
{
	uint32_t n =
		fxp_real_libraries(is_library, loaded.objects, MAX_LIBRARIES);

	/* release: the objects; pairs with find_loaded */
	__atomic_store_n(&loaded.n, n, __ATOMIC_RELEASE);
}

void fxp_gl_unloaded(void)
{
	__atomic_store_n(&dispatch.low, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&loaded.n, 0, __ATOMIC_RELAXED);
	__atomic_add_fetch(&n_unloads, 1, __ATOMIC_RELAXED);
}

uint32_t fxp_gl_unloads(void)
{
	return __atomic_load_n(&n_unloads, __ATOMIC_RELAXED);
}

void *fxp_gl_find_later(const char *name, uint32_t hash)
{
	void *found = find_loaded(name, hash);

	if (found)
		return found;
	find_libraries();
	return find_loaded(name, hash);
}

static bool is_loaded(const char *name, uint32_t hash, const void *found)
{
	uint32_t n = __atomic_load_n(&loaded.n, __ATOMIC_ACQUIRE);
	struct fxp_query q;

	for (uint32_t i = 0; i < n; i++) {
		fxp_symbol_query(&q, name, hash, NULL);
		if (fxp_symbol_find(&loaded.objects[i], &q) == found)
			return true;
	}
	return false;
}

bool fxp_gl_is_defined(const char *name, uint32_t hash, const void *found)
{
	if (is_loaded(name, hash, found))
		return true;
	find_libraries();
	return is_loaded(name, hash, found);
}

static bool is_dispatch_library(const char *name)
{
	return behind(name, "libGLdispatch.so");
}

static void find_dispatch(void)
{
	static const char name[] = "__glDispatchGetProcAddress";
	struct fxp_stack_module module;
	struct fxp_object object;
	struct fxp_query q;
	void *inside;

	if (!fxp_real_libraries(is_dispatch_library, &object, 1))
		return;
	fxp_symbol_query(&q, name, fxp_symbol_hash(name), NULL);
	inside = fxp_symbol_find(&object, &q);
	fxp_stack_modules_start();
	if (!inside || !fxp_stack_module_at((uintptr_t)inside, &module))
		return;
	__atomic_store_n(&dispatch.end, module.end, __ATOMIC_RELAXED);
	/* release: the end; pairs with fxp_gl_is_dispatched */
	__atomic_store_n(&dispatch.low, module.low, __ATOMIC_RELEASE);
}

bool fxp_gl_is_dispatched(const void *function)
{
	uintptr_t low = __atomic_load_n(&dispatch.low, __ATOMIC_ACQUIRE);

	if (!low) {
		find_dispatch();
		low = __atomic_load_n(&dispatch.low, __ATOMIC_ACQUIRE);
	}
	return low && (uintptr_t)function >= low &&
	       (uintptr_t)function <
		       __atomic_load_n(&dispatch.end, __ATOMIC_RELAXED);
}

void *fxp_gl_real(unsigned function, bool *stays)
{
	const struct fxg_table *table = fxp_gl.table;
	const char *name =
		table->text + table->strings[table->functions[function].name];
	uint32_t hash = fxp_gl.table->functions[function].symbol_hash;
	void *real = fxp_real_find_staying(name, hash);

	*stays = real != NULL;
	if (!real)
		real = fxp_gl_find_later(name, hash);
	if (!real) /* the address that the program was given, if any */
		real = __atomic_load_n(&fxp_gl.slots[function].real,
				       __ATOMIC_RELAXED);
	return real;
}
