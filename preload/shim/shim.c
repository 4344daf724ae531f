/* SPDX-License-Identifier: MIT */
/*
 * The half of the recorder that is in a shim of another library. Generated
 * wrappers call it, and it calls libfxtrace.so. It is compiled into the shim,
 * never into libfxtrace.so; see gen/API.md, "Shims of other libraries".
 *
 *	cc -shared -fPIC -DFXP_SHIM=NAME ... table_NAME.c wrap_NAME.c shim.c
 *
 * A shim is loaded behind libfxtrace.so (LD_PRELOAD=libfxtrace.so:shim.so).
 * Without it, or before its constructor, calls pass through and are lost.
 */
#include "preload/call/preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>

#define GLUE(a, b) a##b
#define API(name) GLUE(fxp_, name)

extern struct fxp_api API(FXP_SHIM) __attribute__((visibility("hidden")));

/* Absent unless libfxtrace.so is there. */
extern int fxtrace_register(struct fxp_api *api) __attribute__((weak));

/* The library's names, where the table has others to show. */
extern const char *const fxp_shim_symbols[]
	__attribute__((weak, visibility("hidden")));
extern ElfW(Dyn) _DYNAMIC[] __attribute__((visibility("hidden")));

/* The recorder's; NULL before we have registered with it. */
const uint32_t *fxp_shim_generation;

static const struct fxp_runtime *runtime_of(const struct fxp_api *api)
{
	/* acquire: pairs with the release in fxtrace_register */
	return __atomic_load_n(&api->runtime, __ATOMIC_ACQUIRE);
}

/* Called if the function has no definition any more. */
static long absent(void)
{
	errno = ENOSYS;
	return 0;
}

/* The definition that the wrapper hides. It is searched from this object on,
 * and in libraries that were loaded with RTLD_LOCAL. */
static void *find_definition(const struct fxp_api *api, const char *symbol,
			     const struct fxg_function *f)
{
	const struct fxg_table *table = api->table;
	const char *version = table->text + f->symver;
	int error = errno;
	void *library, *real;

	/* the recorder's own lookup makes no calls that it would record */
	if (runtime_of(api))
		return runtime_of(api)->find(_DYNAMIC, symbol, f->symbol_hash,
					     version);
	real = *version ? dlvsym(RTLD_NEXT, symbol, version)
			: dlsym(RTLD_NEXT, symbol);
	if (!real) {
		library = dlopen(table->soname, RTLD_LAZY | RTLD_NOLOAD);
		real = library ? dlsym(library, symbol) : NULL;
	}
	errno = error;
	return real;
}

int fxp_error_clear(void)
{
	int before = errno;

	errno = 0;
	return before;
}

void fxp_error_settle(int before)
{
	if (!errno)
		errno = before;
}

void *fxp_cold(struct fxp_api *api, unsigned function)
{
	const struct fxg_table *table = api->table;
	const struct fxg_function *f = &table->functions[function];
	const char *symbol = fxp_shim_symbols
				     ? fxp_shim_symbols[function]
				     : table->text + table->strings[f->name];
	void *real = find_definition(api, symbol, f);

	if (!real)
		return (void *)(uintptr_t)absent;
	if (runtime_of(api))
		runtime_of(api)->cold(api, function, real);
	return real;
}

void fxp_begin_step(struct fxp_call *call, struct fxp_slot *cell,
		    const uint64_t *slot)
{
	runtime_of(&API(FXP_SHIM))->begin(call, cell, slot);
}

void fxp_end(struct fxp_call *call, const uint64_t *slot)
{
	runtime_of(&API(FXP_SHIM))->end(call, slot);
}

void fxp_leaf_begin_step(struct fxp_call *call, struct fxp_slot *cell)
{
	runtime_of(&API(FXP_SHIM))->leaf_begin(call, cell);
}

void fxp_leaf_end(struct fxp_call *call, const uint64_t *slot)
{
	runtime_of(&API(FXP_SHIM))->leaf_end(call, slot);
}

bool fxp_decide(struct fxp_slot *slot)
{
	return slot->api && runtime_of(&API(FXP_SHIM))->decide(slot);
}

/* Reads memory of a library directly: the library reads it as well. */
uint64_t fxp_keep(const void *p, unsigned n_bytes, bool is_signed)
{
	unsigned unused_bits = 64 - n_bytes * 8;
	uint64_t word = 0;

	for (unsigned i = 0; p && i < n_bytes; i++)
		((uint8_t *)&word)[i] = ((const uint8_t *)p)[i];
	word <<= unused_bits;
	return is_signed ? (uint64_t)((int64_t)word >> unused_bits)
			 : word >> unused_bits;
}

/* tail.S calls this for tail-jumped functions. */
void *fxp_tail(struct fxp_api *api, struct fxp_slot *slots, uint32_t function,
	       const uint64_t *arguments, void *const *return_address);
void *fxp_tail(struct fxp_api *api, struct fxp_slot *slots, uint32_t function,
	       const uint64_t *arguments, void *const *return_address)
{
	void *real = fxp_real(api, slots, function);

	if (fxp_is_on(slots, function))
		return runtime_of(api)->tail(api, slots, function, arguments,
					     return_address);
	return real;
}

static __attribute__((constructor)) void register_shim(void)
{
	if (fxtrace_register)
		/* rejected: calls pass through */
		(void)fxtrace_register(&API(FXP_SHIM));
	if (runtime_of(&API(FXP_SHIM)))
		__atomic_store_n(&fxp_shim_generation,
				 runtime_of(&API(FXP_SHIM))->generation,
				 __ATOMIC_RELAXED);
}
