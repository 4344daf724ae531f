/* SPDX-License-Identifier: MIT */
/*
 * The half of the recorder that a shim of another library carries: generated
 * wrappers call it, it calls libfxtrace.so. Compiled into the shim, never into
 * libfxtrace.so; see gen/API.md, "Shims of other libraries".
 *
 *	cc -shared -fPIC -DFXP_SHIM=NAME ... table_NAME.c wrap_NAME.c shim.c
 *
 * A shim is loaded behind libfxtrace.so (LD_PRELOAD=libfxtrace.so:shim.so).
 * Without it, or before its constructor, calls pass through unrecorded.
 */
#include "preload/preload.h"

#include <dlfcn.h>

#define GLUE(a, b) a##b
#define API(name) GLUE(fxp_, name)

extern struct fxp_api API(FXP_SHIM) __attribute__((visibility("hidden")));

/* Absent unless libfxtrace.so is there. */
extern int fxtrace_register(struct fxp_api *api) __attribute__((weak));

/* The recorder's; NULL before we have joined it. */
const uint32_t *fxp_shim_generation;

static const struct fxp_runtime *runtime(const struct fxp_api *api)
{
	/* acquire: pairs with the release in fxtrace_register */
	return __atomic_load_n(&api->runtime, __ATOMIC_ACQUIRE);
}

void *fxp_cold(struct fxp_api *api, unsigned function)
{
	const struct fxg_table *table = api->table;
	const struct fxg_function *f = &table->functions[function];
	/* from this object on: the definition that the wrapper hides */
	void *real = dlsym(RTLD_NEXT, table->text + table->strings[f->name]);

	if (real && runtime(api))
		runtime(api)->cold(api, function, real);
	return real;
}

void fxp_begin_step(struct fxp_call *call, struct fxp_slot *cell,
		    const uint64_t *slot)
{
	runtime(&API(FXP_SHIM))->begin(call, cell, slot);
}

void fxp_end(struct fxp_call *call, const uint64_t *slot)
{
	runtime(&API(FXP_SHIM))->end(call, slot);
}

void fxp_leaf_begin_step(struct fxp_call *call, struct fxp_slot *cell)
{
	runtime(&API(FXP_SHIM))->leaf_begin(call, cell);
}

void fxp_leaf_end(struct fxp_call *call, const uint64_t *slot)
{
	runtime(&API(FXP_SHIM))->leaf_end(call, slot);
}

bool fxp_decide(struct fxp_slot *slot)
{
	return slot->api && runtime(&API(FXP_SHIM))->decide(slot);
}

/* Of a library, which reads what it is given itself: plainly. */
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

/* tail.S comes here for tail-jumped functions. */
void *fxp_tail(struct fxp_api *api, struct fxp_slot *slots, uint32_t function,
	       const uint64_t *arguments, void *const *return_address);
void *fxp_tail(struct fxp_api *api, struct fxp_slot *slots, uint32_t function,
	       const uint64_t *arguments, void *const *return_address)
{
	void *real = fxp_real(api, slots, function);

	if (fxp_is_on(slots, function))
		return runtime(api)->tail(api, slots, function, arguments,
					  return_address);
	return real;
}

static __attribute__((constructor)) void join(void)
{
	if (fxtrace_register)
		/* refused: calls pass through */
		(void)fxtrace_register(&API(FXP_SHIM));
	if (runtime(&API(FXP_SHIM)))
		__atomic_store_n(&fxp_shim_generation,
				 runtime(&API(FXP_SHIM))->generation,
				 __ATOMIC_RELAXED);
}
