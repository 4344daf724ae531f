/* SPDX-License-Identifier: MIT */
/*
 * The wrappers of GL that cannot be generated: those that hand out addresses.
 * They hand out our wrappers. The real ones answer for any name that begins as
 * GL's do, known or not: a name that we do not know passes through.
 */
#include "preload/preload.h"

#include "preload/gl_api.h"
#include "preload/gl_real.h"

void *fxp_w_glXGetProcAddress(const uint8_t *name)
	FXP_EXPORT("glXGetProcAddress");
void *fxp_w_glXGetProcAddressARB(const uint8_t *name)
	FXP_EXPORT("glXGetProcAddressARB");
void *fxp_w_eglGetProcAddress(const char *name) FXP_EXPORT("eglGetProcAddress");

static void *get_address(unsigned function, const char *name)
{
	void *(*real)(const char *) = (void *(*)(const char *))fxp_real(
		&fxp_gl, fxp_gl_slots, function);
	bool is_on = fxp_is_on(fxp_gl_slots, function);
	uint64_t slot[2] = {FXP_WORD(name)};
	struct fxp_call call;
	void *address;

	if (is_on)
		fxp_begin(&call, &fxp_gl_slots[function], slot);
	address = real(name);
	if (address && function == FXP_FN_gl_eglGetProcAddress)
		fxp_gl_ask_prepare();
	if (name)
		address = fxp_gl_ours(address, name, true);
	slot[1] = FXP_WORD(address);
	if (is_on)
		fxp_end(&call, slot);
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
