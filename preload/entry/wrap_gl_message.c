/* SPDX-License-Identifier: MIT */
/*
 * Debug messages of OpenGL as log records of the thread that receives them.
 * Each callback of the program gets its own function of ours, which the library
 * is given in its place. The user parameter is unchanged. So the callback of a
 * message is known in any context, and a call that the library rejects changes
 * nothing. If the program queries its callback (glGetPointerv), it gets its
 * own.
 */
#include "ids_gl.h"
#include "preload/call/preload.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/events/log.h"
#include "preload/gl/state/callback.h"
#include "writer/engine.h"
#include "writer/thread.h"

/* As many as there are functions below. */
#define N_TAKERS 64u

typedef void got(unsigned source, unsigned type, unsigned id, unsigned severity,
		 int length, const char *message, const void *user);
typedef void got_amd(unsigned id, unsigned category, unsigned severity,
		     int length, const char *message, void *user);

static struct fxp_gl_callback_slot takers[N_TAKERS];

void fxp_w_glDebugMessageCallback(void *callback, const void *user)
	FXP_EXPORT("glDebugMessageCallback");
void fxp_w_glDebugMessageCallbackARB(void *callback, const void *user)
	FXP_EXPORT("glDebugMessageCallbackARB");
void fxp_w_glDebugMessageCallbackKHR(void *callback, const void *user)
	FXP_EXPORT("glDebugMessageCallbackKHR");
void fxp_w_glDebugMessageCallbackAMD(void *callback, void *user)
	FXP_EXPORT("glDebugMessageCallbackAMD");
void fxp_w_glGetPointerv(uint32_t pname, void **params)
	FXP_EXPORT("glGetPointerv");
void fxp_w_glGetPointervEXT(uint32_t pname, void **params)
	FXP_EXPORT("glGetPointervEXT");
void fxp_w_glGetPointervKHR(uint32_t pname, void **params)
	FXP_EXPORT("glGetPointervKHR");

/* Where a library was unloaded since it was set, its function is cold again:
 * the next definition has to be found first. */
static bool is_recorded(const struct fxp_gl_callback_slot *taker)
{
	(void)fxp_real(&fxp_gl, fxp_gl_slots, taker->function);
	return fxp_is_on(fxp_gl_slots, taker->function);
}

static __attribute__((noinline)) void took(
	unsigned source, unsigned type, unsigned id, unsigned severity,
	int length, const char *message, const void *user,
	const struct fxp_gl_callback_slot *taker)
{
	if (is_recorded(taker))
		fxp_gl_log(&(struct fxp_gl_message){
			.n_words = 3,
			.words = {{FXP_FN_gl_glDebugMessageInsert, 0, source},
				  {FXP_FN_gl_glDebugMessageInsert, 1, type},
				  {FXP_FN_gl_glDebugMessageInsert, 3,
				   severity}},
			.id = id,
			.text = message,
			.length = length});
	((got *)taker->callback)(source, type, id, severity, length, message,
				 user);
}

static __attribute__((noinline)) void took_amd(
	unsigned id, unsigned category, unsigned severity, int length,
	const char *message, void *user,
	const struct fxp_gl_callback_slot *taker)
{
	if (is_recorded(taker))
		fxp_gl_log(&(struct fxp_gl_message){
			.n_words = 2,
			.words = {{FXP_FN_gl_glDebugMessageInsertAMD, 0,
				   category},
				  {FXP_FN_gl_glDebugMessageInsertAMD, 1,
				   severity}},
			.id = id,
			.text = message,
			.length = length});
	((got_amd *)taker->callback)(id, category, severity, length, message,
				     user);
}

/* The functions, by their numbers' two octal digits. */
#define EIGHT(each, n)                                                         \
	each(n##0) each(n##1) each(n##2) each(n##3) each(n##4) each(n##5)      \
		each(n##6) each(n##7)
#define ALL(each)                                                              \
	EIGHT(each, 0)                                                         \
	EIGHT(each, 1)                                                         \
	EIGHT(each, 2)                                                         \
	EIGHT(each, 3)                                                         \
	EIGHT(each, 4)                                                         \
	EIGHT(each, 5)                                                         \
	EIGHT(each, 6)                                                         \
	EIGHT(each, 7)

#define TAKER(n)                                                               \
	static void take_##n(unsigned source, unsigned type, unsigned id,      \
			     unsigned severity, int length,                    \
			     const char *message, const void *user)            \
	{                                                                      \
		took(source, type, id, severity, length, message, user,        \
		     &takers[0##n]);                                           \
	}                                                                      \
	static void take_amd_##n(unsigned id, unsigned category,               \
				 unsigned severity, int length,                \
				 const char *message, void *user)              \
	{                                                                      \
		took_amd(id, category, severity, length, message, user,        \
			 &takers[0##n]);                                       \
	}
ALL(TAKER)

/* No table: each of its entries would be a relocation. */
#define CASE(n)                                                                \
	case 0##n:                                                             \
		return is_amd ? (void *)take_amd_##n : (void *)take_##n;
static void *function_of(unsigned i, bool is_amd)
{
	switch (i) {
		ALL(CASE)
	default:
		return NULL;
	}
}

static bool is_amd(unsigned function)
{
	return function == FXP_FN_gl_glDebugMessageCallbackAMD;
}

/* The function that the library gets instead; NULL: none is left. */
static void *function_for(unsigned function, void *callback)
{
	int i = fxp_gl_callback_slot_of(takers, N_TAKERS, function, callback);

	return i < 0 ? NULL : function_of((unsigned)i, is_amd(function));
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
			"more than 64 debug callbacks of OpenGL: messages to "
			"further ones are not recorded");
	fxw_cold_depth--;
}

static void set_callback(unsigned function, void *callback, const void *user)
{
	void (*real)(void *, const void *) =
		(void (*)(void *, const void *))fxp_real(&fxp_gl, fxp_gl_slots,
							 function);
	bool is_on = fxp_is_on(fxp_gl_slots, function);
	uint64_t slot[3] = {FXP_WORD(callback), FXP_WORD(user)};
	void *ours = NULL;
	struct fxp_call call;

	/* recording may begin later */
	if (callback)
		ours = function_for(function, callback);
	if (is_on && callback && !ours)
		report_full();
	if (is_on)
		fxp_begin(&call, &fxp_gl_slots[function], slot);
	real(ours ? ours : callback, user);
	if (is_on)
		fxp_end(&call, slot);
}

void fxp_w_glDebugMessageCallback(void *callback, const void *user)
{
	set_callback(FXP_FN_gl_glDebugMessageCallback, callback, user);
}

void fxp_w_glDebugMessageCallbackARB(void *callback, const void *user)
{
	set_callback(FXP_FN_gl_glDebugMessageCallbackARB, callback, user);
}

void fxp_w_glDebugMessageCallbackKHR(void *callback, const void *user)
{
	set_callback(FXP_FN_gl_glDebugMessageCallbackKHR, callback, user);
}

void fxp_w_glDebugMessageCallbackAMD(void *callback, void *user)
{
	set_callback(FXP_FN_gl_glDebugMessageCallbackAMD, callback, user);
}

typedef void get_pointer_fn(uint32_t pname, void **params);

/* Replaces our function by the program's callback. */
static void give_back(void **params)
{
	if (!params || !fxp_gl_is_there(params, sizeof(*params)) || !*params)
		return;
	for (unsigned i = 0; i < N_TAKERS; i++)
		if (*params == function_of(i, false) ||
		    *params == function_of(i, true)) {
			*params = takers[i].callback;
			return;
		}
}

static void get_pointer(unsigned function, uint32_t pname, void **params)
{
	get_pointer_fn *real =
		(get_pointer_fn *)fxp_real(&fxp_gl, fxp_gl_slots, function);
	bool is_on = fxp_is_on(fxp_gl_slots, function);
	uint64_t slot[3] = {pname, FXP_WORD(params)};
	struct fxp_call call;

	if (is_on)
		fxp_begin(&call, &fxp_gl_slots[function], slot);
	real(pname, params);
	if (pname == GL_DEBUG_CALLBACK_FUNCTION)
		give_back(params);
	if (is_on)
		fxp_end(&call, slot);
}

void fxp_w_glGetPointerv(uint32_t pname, void **params)
{
	get_pointer(FXP_FN_gl_glGetPointerv, pname, params);
}

void fxp_w_glGetPointervEXT(uint32_t pname, void **params)
{
	get_pointer(FXP_FN_gl_glGetPointervEXT, pname, params);
}

void fxp_w_glGetPointervKHR(uint32_t pname, void **params)
{
	get_pointer(FXP_FN_gl_glGetPointervKHR, pname, params);
}
