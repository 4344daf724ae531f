/* SPDX-License-Identifier: MIT */
/*
 * Hooks of dlopen, dlsym and their like (tail.S). These functions look at their
 * return address: the caller's object has search paths, a place in the list of
 * objects, and a namespace. A call that does not depend on them is made from
 * here, with its result recorded. All others are jumped to.
 */
#include "preload/entry/tail.h"

#include <dlfcn.h>

#include "preload/call/call.h"
#include "preload/entry/custom.h"
#include "preload/gl/driver/api.h"
#include "preload/symbol/caller.h"
#include "preload/symbol/real.h"
#include "preload/symbol/search_path.h"
#include "preload/symbol/symbol.h"

static bool has(const char *text, char c)
{
	while (*text && *text != c)
		text++;
	return *text == c;
}

/* Whether the linker has to know the caller to open a file of that name. */
static bool is_by_caller(const char *name, uintptr_t caller)
{
	if (!name || !*name)
		return false;
	if (has(name, '$')) /* $ORIGIN is the caller's */
		return true;
	return !has(name, '/') && fxp_search_is_by_caller(name, caller);
}

/* The objects' list will have changed once no frame below that one is left. */
static void expect_objects(uintptr_t frame)
{
	if (!fxp_real_relocated() || !fxw_self || !fxw_self->slot)
		return;
	fxw_self->dlopen_frame = frame;
	fxw_self->modules_dirty = 1;
	fxw_thread_refresh(fxw_self);
}

/* Replace dlopen and dlmopen. */
static void *record_open(const char *name, int flags)
{
	void *(*real)(const char *, int) = fxp_custom_real(FXP_FN_libc_dlopen);
	uint64_t slot[3] = {FXP_WORD(name), FXP_WORD(flags)};
	struct fxp_call call;
	void *handle;

	fxp_custom_begin(&call, FXP_FN_libc_dlopen, slot);
	handle = real(name, flags);
	expect_objects(0); /* not before: the begin would have looked */
	slot[2] = FXP_WORD(handle);
	fxp_end(&call, slot);
	return handle;
}

static void *record_open_in(Lmid_t space, const char *name, int flags)
{
	void *(*real)(Lmid_t, const char *, int) =
		fxp_custom_real(FXP_FN_libc_dlmopen);
	uint64_t slot[4] = {FXP_WORD(space), FXP_WORD(name), FXP_WORD(flags)};
	struct fxp_call call;
	void *handle;

	fxp_custom_begin(&call, FXP_FN_libc_dlmopen, slot);
	handle = real(space, name, flags);
	expect_objects(0);
	slot[3] = FXP_WORD(handle);
	fxp_end(&call, slot);
	return handle;
}

void *fxp_tail_dlopen(struct fxp_api *api, struct fxp_slot *slots,
		      uint32_t function, const uint64_t *arguments,
		      void *const *return_address)
{
	bool is_plain = function == FXP_FN_libc_dlopen;
	const char *name = (const char *)(uintptr_t)arguments[!is_plain];
	bool is_recorded = false;
	void *real = fxp_real(api, slots, function);

	if (fxp_is_on(slots, function)) {
		is_recorded = fxp_real_relocated() &&
			      !is_by_caller(name, (uintptr_t)*return_address);
		if (!is_recorded)
			fxp_call_tail(api, function, arguments,
				      (uintptr_t)return_address, FXP_TAIL_ONCE);
	}
	fxp_callers_changed();
	if (!is_recorded) {
		expect_objects((uintptr_t)return_address);
		return real;
	}
	return is_plain ? (void *)(uintptr_t)record_open
			: (void *)(uintptr_t)record_open_in;
}

/* Turns a definition that was found by handle into our wrapper if the wrapper
 * calls the same definition. Then a lookup by any way finds the same function,
 * as it does without us. An interposer behind us that looks up the next
 * definition gets that one: our wrapper would call back into it. */
static void *ours_of(void *found, const char *name)
{
	uint32_t hash;

	if (!found || fxp_gl_function(name) >= 0)
		return fxp_gl_ours(found, name, FXP_GL_LOOKED_UP);
	hash = fxp_symbol_hash(name);
	return fxp_real_is_behind_own(name, hash, found)
		       ? fxp_real_own(name, hash)
		       : found;
}

/* Replaces dlsym and dlvsym if the result does not depend on the caller. */
static void *look_up_name(void *handle, const char *name)
{
	void *(*real)(void *, const char *) =
		fxp_custom_real(FXP_FN_libc_dlsym);
	uint64_t slot[3] = {FXP_WORD(handle), FXP_WORD(name)};
	struct fxp_call call;
	void *found;

	fxp_custom_begin(&call, FXP_FN_libc_dlsym, slot);
	found = ours_of(real(handle, name), name);
	slot[2] = FXP_WORD(found);
	fxp_end(&call, slot);
	return found;
}

static void *look_up_version(void *handle, const char *name,
			     const char *version)
{
	void *(*real)(void *, const char *, const char *) =
		fxp_custom_real(FXP_FN_libc_dlvsym);
	uint64_t slot[4] = {FXP_WORD(handle), FXP_WORD(name),
			    FXP_WORD(version)};
	struct fxp_call call;
	void *found;

	fxp_custom_begin(&call, FXP_FN_libc_dlvsym, slot);
	found = ours_of(real(handle, name, version), name);
	slot[3] = FXP_WORD(found);
	fxp_end(&call, slot);
	return found;
}

/* Whether dlsym finds only our wrapper, because the program has no libm, or an
 * older libc. Without us it would find nothing. */
static bool is_only_ours(const uint64_t *arguments)
{
	const void *handle = (const void *)(uintptr_t)arguments[0];
	const char *name = (const char *)(uintptr_t)arguments[1];

	/* we are not in the scope of any other handle */
	if (!name || (handle != RTLD_DEFAULT && handle != RTLD_NEXT &&
		      handle != fxp_real_objects()))
		return false;
	return fxp_real_own(name, fxp_symbol_hash(name)) &&
	       !fxp_real_find_other(name);
}

/* The same for GL. A library that the program has loaded with RTLD_LOCAL is in
 * no scope that the program's lookups search. This looks up the name behind us
 * in the global scope. */
static bool is_loaded_locally(const uint64_t *arguments, void *real,
			      uintptr_t caller)
{
	void *(*lookup)(void *, const char *) =
		(void *(*)(void *, const char *))real;
	const void *handle = (const void *)(uintptr_t)arguments[0];
	const char *name = (const char *)(uintptr_t)arguments[1];

	return name && (handle == RTLD_DEFAULT || handle == RTLD_NEXT) &&
	       fxp_gl_function(name) >= 0 &&
	       !fxp_real_find_staying(name, fxp_symbol_hash(name)) &&
	       fxp_real_in_program(caller) && !lookup(RTLD_NEXT, name);
}

/* Returns a lookup that fails: dlvsym with a version that no name has. Like
 * dlsym it depends on its caller, and it never finds our wrappers. NULL: there
 * is no dlvsym. */
static void *failing_lookup(const uint64_t *arguments)
{
	static const char version[] = "NONE";
	void *by_version = fxp_real_find("dlvsym", fxp_symbol_hash("dlvsym"));

	/* the registers as tail.S will load them */
	if (by_version)
		((uint64_t *)(uintptr_t)arguments)[2] = (uintptr_t)version;
	return by_version;
}

/* Whether the result depends on the caller's place, which must be visible. */
static bool is_by_place(uint64_t handle)
{
	return handle == (uintptr_t)RTLD_DEFAULT ||
	       handle == (uintptr_t)RTLD_NEXT || !fxp_real_relocated();
}

/* The program's own objects have the global scope, as we have. */
static bool is_global(uint64_t handle, uintptr_t caller)
{
	return handle == (uintptr_t)RTLD_DEFAULT && fxp_real_relocated() &&
	       fxp_real_in_program(caller);
}

void *fxp_tail_dlsym(struct fxp_api *api, struct fxp_slot *slots,
		     uint32_t function, const uint64_t *arguments,
		     void *const *return_address)
{
	uintptr_t caller = (uintptr_t)*return_address;
	void *real = fxp_real(api, slots, function), *by_version = NULL;

	if (fxp_real_relocated() &&
	    (is_only_ours(arguments) ||
	     is_loaded_locally(arguments, real, caller)))
		by_version = failing_lookup(arguments);
	else if (!is_by_place(arguments[0]) || is_global(arguments[0], caller))
		return (void *)(uintptr_t)look_up_name;
	if (fxp_is_on(slots, function))
		fxp_call_tail(api, function, arguments,
			      (uintptr_t)return_address, FXP_TAIL_ONCE);
	return by_version ? by_version : real;
}

void *fxp_tail_dlvsym(struct fxp_api *api, struct fxp_slot *slots,
		      uint32_t function, const uint64_t *arguments,
		      void *const *return_address)
{
	void *real;

	if (!is_by_place(arguments[0]))
		return (void *)(uintptr_t)look_up_version;
	real = fxp_tail(api, slots, function, arguments, return_address);
	if (fxp_real_relocated() && is_only_ours(arguments))
		(void)failing_lookup(arguments); /* of another version: none */
	return real;
}
