/* SPDX-License-Identifier: MIT */
/*
 * The wrappers of GL that cannot be generated, because they return addresses:
 * those of our wrappers. The real ones return an address for any name that
 * begins as GL's do, even for an unknown one. A name that we do not know passes
 * through, and a notice in the archive says so once.
 */
#include "preload/call/preload.h"

#include "preload/gl/driver/api.h"
#include "preload/gl/driver/real.h"
#include "preload/gl/driver/several.h"
#include "writer/bytes.h"
#include "writer/record.h"
#include "writer/utf8.h"

/* How many unknown names are reported at most, and how much of one. */
#define UNKNOWN_MAX 128u
#define UNKNOWN_BYTES 120u

void *fxp_w_glXGetProcAddress(const uint8_t *name)
	FXP_EXPORT("glXGetProcAddress");
void *fxp_w_glXGetProcAddressARB(const uint8_t *name)
	FXP_EXPORT("glXGetProcAddressARB");
void *fxp_w_eglGetProcAddress(const char *name) FXP_EXPORT("eglGetProcAddress");

/* Whether the name is a new one. The set of hashes is an open table that only
 * grows. Relaxed: an entry publishes nothing but its hash. */
static bool is_new(const char *name)
{
	static uint64_t reported[UNKNOWN_MAX];
	uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */

	for (; *name; name++)
		hash = (hash ^ (uint8_t)*name) * 0x100000001b3;
	for (unsigned i = 0; i < UNKNOWN_MAX; i++) {
		uint64_t *at = &reported[(hash + i) % UNKNOWN_MAX];
		uint64_t was = 0;

		if (__atomic_compare_exchange_n(at, &was, hash, false,
						__ATOMIC_RELAXED,
						__ATOMIC_RELAXED))
			return true;
		if (was == hash)
			return false;
	}
	return false;
}

static __attribute__((noinline)) void report_unknown(const char *name)
{
	static const char rest[] = " is unknown: its calls are not recorded";
	char text[UNKNOWN_BYTES + sizeof(rest)];
	size_t n = fxw_length_max(name, UNKNOWN_BYTES);

	fxw_copy(text, name, n);
	fxw_utf8_clean(text, n);
	fxw_copy(text + n, rest, sizeof(rest));
	(void)fxw_durable_notice(text);
}

static void *get_address(unsigned function, const char *name)
{
	void *(*real)(const char *) = (void *(*)(const char *))fxp_real(
		&fxp_gl, fxp_gl_slots, function);
	bool is_on = fxp_is_on(fxp_gl_slots, function);
	enum fxp_gl_found how = fxp_gl_several_noted(function)
					? FXP_GL_GIVEN_BY_OTHER
					: FXP_GL_GIVEN;
	uint64_t slot[2] = {FXP_WORD(name)};
	struct fxp_call call;
	void *address;

	if (is_on)
		fxp_begin(&call, &fxp_gl_slots[function], slot);
	address = real(name);
	if (address && function == FXP_FN_gl_eglGetProcAddress)
		fxp_gl_query_prepare();
	if (name)
		address = fxp_gl_ours(address, name, how);
	slot[1] = FXP_WORD(address);
	if (!is_on)
		return address;
	fxp_end(&call, slot);
	if (address && name && fxp_gl_function(name) < 0 && is_new(name))
		report_unknown(name);
	return address;
}

void *fxp_w_glXGetProcAddress(const uint8_t *name)
{
	return get_address(FXP_FN_gl_glXGetProcAddress, (const char *)name);
}

void *fxp_w_glXGetProcAddressARB(const uint8_t *name)
{
	return get_address(FXP_FN_gl_glXGetProcAddressARB, (const char *)name);
}

void *fxp_w_eglGetProcAddress(const char *name)
{
	return get_address(FXP_FN_gl_eglGetProcAddress, name);
}
