/* SPDX-License-Identifier: MIT */
/*
 * All that a generated wrapper may use: the cell of a function, the switch,
 * and the steps of a recorded call. The exported function only selects one of
 * them. A function that is off then costs a load of its cell and a jump:
 *
 *	ssize_t fxp_w_read(int fd, void *buf, size_t count)
 *	{
 *		uint32_t state = fxp_state(fxp_libc_slots, 7);
 *
 *		if (fxp_likely(state == FXP_ON))
 *			return fxp_on_read(fd, buf, count);
 *		else if (fxp_likely(state == FXP_OFF)) {
 *			ssize_t (*real)(int, void *, size_t) =
 *				fxp_known(&fxp_libc, fxp_libc_slots, 7);
 *
 *			return real(fd, buf, count);
 *		} else
 *			return fxp_rare_read(fd, buf, count);
 *	}
 *
 * The rare part, for first calls and new selections, decides and returns. The
 * wrapper of a recorded call is
 *
 *	static FXP_NOINLINE ssize_t fxp_on_read(int fd, void *buf, size_t count)
 *	{
 *		struct fxp_call call;
 *		uint64_t slot[4];
 *		ssize_t ret;
 *
 *		slot[0] = FXP_WORD(fd);
 *		slot[1] = FXP_WORD(buf);
 *		slot[2] = FXP_WORD(count);
 *		fxp_begin(&call, &fxp_libc_slots[7], slot);
 *		ssize_t (*real)(int, void *, size_t) =
 *			fxp_known(&fxp_libc, fxp_libc_slots, 7);
 *		ret = real(fd, buf, count);
 *		slot[3] = FXP_WORD(ret);
 *		fxp_end(&call, slot);
 *		return ret;
 *	}
 *
 * Variadic functions do all of this in one function, because `...` cannot be
 * passed on. Leaf functions have fxp_leaf_begin and fxp_leaf_end. A void
 * function passes slot[n_params] = 0. Tail-jumped functions are assembler, see
 * tail.S.
 *
 * Everything here runs in somebody else's process: any thread, any signal
 * handler, before relocation, after destructors. Nothing allocates, locks,
 * blocks, prints or changes errno.
 */
#ifndef PRELOAD_CALL_PRELOAD_H
#define PRELOAD_CALL_PRELOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/gen.h"
#include "preload/symbol/slot.h"
#include "preload/value/word.h"
#ifndef FXP_SHIM
#include "writer/engine.h"
#endif

/* Names the C function after the symbol that it interposes, and exports it. */
#define FXP_EXPORT(symbol)                                                     \
	__asm__(symbol) __attribute__((visibility("default")))

/*
 * Exports fxp_w_NAME, which is FXP_NEWER, under a symbol that not all versions
 * of the library have. Only references to exactly that version find it: those
 * of programs that were built with it. To all others, weak ones above all, the
 * symbol is as undefined as in the library that runs.
 */
#define FXP_NEWER __attribute__((visibility("default")))
#define FXP_EXPORT_NEWER(name, symbol, version)                                \
	__asm__(".symver fxp_w_" #name ", " symbol "@" version);

/* The same under the default version of a symbol, and under an older one. */
#define FXP_EXPORT_BOTH(name, symbol, version, older)                          \
	__asm__(".symver fxp_w_" #name ", " symbol "@@" version);              \
	FXP_EXPORT_NEWER(name, symbol, older)

/* A wrapper's parts are separate functions: the selection must not save
 * registers for the others. */
#define FXP_NOINLINE __attribute__((noinline, aligned(64)))
#define FXP_RARE __attribute__((noinline, cold))
#define fxp_likely(x) __builtin_expect(!!(x), 1)

/* Looks up the function and starts the recorder if it can be started (not
 * before our relocation). Returns the real definition, never NULL: an absent
 * function's stub returns -1 with ENOSYS. */
void *fxp_cold(struct fxp_api *api, unsigned function);

/* The real definition of a function that is not cold. */
static inline __attribute__((always_inline)) void *fxp_known(
	struct fxp_api *api, struct fxp_slot *slots, unsigned function)
{
	(void)api;
	/* No atomic, so that the call can use its memory operand: every store
	 * stores the same value. */
	return slots[function].real;
}

static inline __attribute__((always_inline)) void *fxp_real(
	struct fxp_api *api, struct fxp_slot *slots, unsigned function)
{
	/* acquire: pairs with the release in set_state */
	uint32_t state =
		__atomic_load_n(&slots[function].state, __ATOMIC_ACQUIRE);

	return fxp_likely(state != FXP_COLD) ? fxp_known(api, slots, function)
					     : fxp_cold(api, function);
}

/* The generation of the current selection of calls. */
#ifdef FXP_SHIM
extern const uint32_t *fxp_shim_generation
	__attribute__((visibility("hidden")));

static inline uint32_t fxp_generation(void)
{
	const uint32_t *generation =
		__atomic_load_n(&fxp_shim_generation, __ATOMIC_RELAXED);

	return generation ? __atomic_load_n(generation, __ATOMIC_RELAXED) : 0;
}
#else
static inline uint32_t fxp_generation(void)
{
	return fxw_generation();
}
#endif

/* Decides again whether a function is recorded, after a new selection of calls.
 * A cold function is not. */
bool fxp_decide(struct fxp_slot *slot);

/* FXP_ON or FXP_OFF; for anything else call fxp_is_on. */
static inline __attribute__((always_inline)) uint32_t fxp_state(
	struct fxp_slot *slots, unsigned function)
{
	/* acquire: pairs with the release in set_state; fxp_known comes next */
	return __atomic_load_n(&slots[function].state, __ATOMIC_ACQUIRE) -
	       fxp_generation();
}

static inline __attribute__((always_inline)) bool fxp_is_on(
	struct fxp_slot *slots, unsigned function)
{
	uint32_t state = fxp_state(slots, function);

	if (__builtin_expect(state == FXP_ON, 1))
		return true;
	return __builtin_expect(state != FXP_OFF, 0) &&
	       fxp_decide(&slots[function]);
}

/*
 * The steps. `slot` is the wrapper's array of n_params + 1 words. It must not
 * change from begin to end, but for slot[n_params], the return value. After the
 * end, errno is as the real function left it.
 */
void fxp_begin_step(struct fxp_call *call, struct fxp_slot *cell,
		    const uint64_t *slot);
void fxp_end(struct fxp_call *call, const uint64_t *slot);
void fxp_leaf_begin_step(struct fxp_call *call, struct fxp_slot *cell);
void fxp_leaf_end(struct fxp_call *call, const uint64_t *slot);

/* In the wrapper itself, because only there the end of its frame is known. */
static inline __attribute__((always_inline)) void fxp_begin(
	struct fxp_call *call, struct fxp_slot *cell, const uint64_t *slot)
{
	FXP_SET_FRAME(call);
	fxp_begin_step(call, cell, slot);
}

/* Around a call whose failure shows only in that it sets errno. Returns what
 * errno was, and clears it. Then gives that back unless the call has set it. */
int fxp_error_clear(void);
void fxp_error_settle(int before);

static inline __attribute__((always_inline)) void fxp_leaf_begin(
	struct fxp_call *call, struct fxp_slot *cell)
{
	FXP_SET_FRAME(call);
	fxp_leaf_begin_step(call, cell);
}

/*
 * A shim of another library carries wrappers and tables generated for it, and
 * preload/shim/shim.c, which passes the steps above on to libfxtrace.so through
 * these entries. They are described above. `cold` also gets the function's real
 * definition, which the shim has looked up behind itself.
 */
struct fxp_runtime {
	void (*cold)(struct fxp_api *api, unsigned function, void *real);
	void (*begin)(struct fxp_call *call, struct fxp_slot *cell,
		      const uint64_t *slot);
	void (*end)(struct fxp_call *call, const uint64_t *slot);
	void (*leaf_begin)(struct fxp_call *call, struct fxp_slot *cell);
	void (*leaf_end)(struct fxp_call *call, const uint64_t *slot);
	void *(*tail)(struct fxp_api *api, struct fxp_slot *slots,
		      uint32_t function, const uint64_t *arguments,
		      void *const *return_address);
	bool (*decide)(struct fxp_slot *slot);
	const uint32_t *generation;
	/* The definition of a symbol behind the shim with that dynamic section,
	 * in the load order of libraries; version "": the default one. NULL:
	 * there is none. */
	void *(*find)(const void *dynamic, const char *symbol,
		      uint32_t gnu_hash, const char *version);
};

/*
 * Registers a table at run time, for shims of other libraries.
 * api   as generated; borrowed for ever. api->runtime is filled in.
 * Returns 0, or -1 if string indexes (32,767) have run out: then calls of the
 * API pass through and are not recorded.
 * Any thread, but once for each api; not from a signal handler.
 */
__attribute__((visibility("default"))) int fxtrace_register(
	struct fxp_api *api);

#endif
