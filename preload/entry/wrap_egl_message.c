/* SPDX-License-Identifier: MIT */
/*
 * Debug messages of EGL as log records of the thread that receives them. EGL's
 * callback has no user parameter. Each callback of the program therefore gets
 * its own function of ours, which EGL is given in its place. So threads that
 * set another callback need no synchronization, and a call that EGL rejects
 * changes nothing. If the program queries its callback (eglQueryDebugKHR), it
 * gets its own.
 */
#include "ids_gl.h"
#include "preload/call/preload.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/events/log.h"
#include "preload/gl/state/callback.h"
#include "preload/gl/events/async.h"
#include "writer/engine.h"
#include "writer/thread.h"

/* As many as there are functions below. */
#define N_TAKERS 8u

typedef void got(uint32_t error, const char *command, int32_t type,
		 const void *thread_label, const void *object_label,
		 const char *message);

static struct fxp_gl_callback_slot takers[N_TAKERS];

int32_t fxp_w_eglDebugMessageControlKHR(got *callback, const int64_t *list)
	FXP_EXPORT("eglDebugMessageControlKHR");
uint32_t fxp_w_eglQueryDebugKHR(int32_t attribute, got **value)
	FXP_EXPORT("eglQueryDebugKHR");

static __attribute__((noinline)) void took(
	const struct fxp_gl_callback_slot *taker, uint32_t error,
	const char *command, int32_t type, const void *thread_label,
	const void *object_label, const char *message)
{
	/* cold again, where a library was unloaded since it was set */
	(void)fxp_real(&fxp_gl, fxp_gl_slots,
		       FXP_FN_gl_eglDebugMessageControlKHR);
	if (fxp_is_on(fxp_gl_slots, FXP_FN_gl_eglDebugMessageControlKHR))
		fxp_gl_log(&(struct fxp_gl_message){
			.n_words = 2,
			.words = {{FXP_FN_gl_eglQueryDebugKHR, 0,
				   (uint32_t)type},
				  {FXP_FN_gl_eglGetError, FXP_GL_RET, error}},
			.command = command ? command : "",
			.thread_label = thread_label,
			.object_label = object_label,
			.text = message,
			.length = -1});
	((got *)taker->callback)(error, command, type, thread_label,
				 object_label, message);
}

#define TAKER(n)                                                               \
	static void take_##n(uint32_t error, const char *command,              \
			     int32_t type, const void *thread_label,           \
			     const void *object_label, const char *message)    \
	{                                                                      \
		took(&takers[n], error, command, type, thread_label,           \
		     object_label, message);                                   \
	}
TAKER(0)
TAKER(1)
TAKER(2)
TAKER(3)
TAKER(4)
TAKER(5)
TAKER(6)
TAKER(7)

/* No table: each of its entries would be a relocation. */
static got *function_of(unsigned i)
{
	switch (i) {
	case 0:
		return take_0;
	case 1:
		return take_1;
	case 2:
		return take_2;
	case 3:
		return take_3;
	case 4:
		return take_4;
	case 5:
		return take_5;
	case 6:
		return take_6;
	default:
		return take_7;
	}
}

/* The function that EGL gets instead; NULL: none is left. */
static got *function_for(got *callback)
{
	int i = fxp_gl_callback_slot_of(takers, N_TAKERS,
					FXP_FN_gl_eglDebugMessageControlKHR,
					(void *)callback);

	return i < 0 ? NULL : function_of((unsigned)i);
}

/* Once, so that a reader of the archive knows that messages are missing. */
static void report_full(void)
{
	static uint32_t is_told;

	if (__atomic_exchange_n(&is_told, 1, __ATOMIC_RELAXED))
		return;
	fxw_cold_depth++;
	if (fxw_engine.control)
		(void)fxw_durable_notice(
			"more than 8 debug callbacks of EGL: messages to "
			"further ones are not recorded");
	fxw_cold_depth--;
}

int32_t fxp_w_eglDebugMessageControlKHR(got *callback, const int64_t *list)
{
	const unsigned function = FXP_FN_gl_eglDebugMessageControlKHR;
	int32_t (*real)(got *, const int64_t *) =
		(int32_t(*)(got *, const int64_t *))fxp_real(
			&fxp_gl, fxp_gl_slots, function);
	uint64_t slot[3] = {FXP_WORD(callback), FXP_WORD(list)};
	/* even if nothing is recorded: recording may begin later */
	got *ours = callback ? function_for(callback) : NULL;
	struct fxp_call call;
	int32_t ret;

	if (!fxp_is_on(fxp_gl_slots, function))
		return real(ours ? ours : callback, list);
	if (callback && !ours)
		report_full();
	fxp_begin(&call, &fxp_gl_slots[function], slot);
	ret = real(ours ? ours : callback, list);
	slot[2] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

/* Replaces our function by the program's callback. */
static void give_back(got **value)
{
	if (!value || !fxp_gl_is_there(value, sizeof(*value)) || !*value)
		return;
	for (unsigned i = 0; i < N_TAKERS; i++)
		if (*value == function_of(i)) {
			*value = (got *)takers[i].callback;
			return;
		}
}

uint32_t fxp_w_eglQueryDebugKHR(int32_t attribute, got **value)
{
	const unsigned function = FXP_FN_gl_eglQueryDebugKHR;
	uint32_t (*real)(int32_t, got **) =
		(uint32_t(*)(int32_t, got **))fxp_real(&fxp_gl, fxp_gl_slots,
						       function);
	bool is_on = fxp_is_on(fxp_gl_slots, function);
	uint64_t slot[3] = {FXP_WORD((int64_t)attribute), FXP_WORD(value)};
	struct fxp_call call;
	uint32_t ret;

	if (is_on)
		fxp_begin(&call, &fxp_gl_slots[function], slot);
	ret = real(attribute, value);
	if (ret && attribute == EGL_DEBUG_CALLBACK_KHR)
		give_back(value);
	slot[2] = ret;
	if (is_on)
		fxp_end(&call, slot);
	return ret;
}
