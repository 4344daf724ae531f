/* SPDX-License-Identifier: MIT */
/*
 * Debug messages of OpenGL as log records of the thread that they arrive on.
 * The library is handed a function of ours in place of the program's callback,
 * and as the user parameter the address of the pair that the program gave, so
 * that nothing has to be looked up. Asked for either (glGetPointerv), the
 * program gets its own back. A pair stays for ever, since a message may be on
 * its way; there are as many as a program can be thought to use.
 */
#include "preload/gl_beside.h"
#include "preload/gl_const.h"
#include "preload/gl_event.h"
#include "preload/gl_log.h"
#include "writer/engine.h"

#define MAX_PAIRS 64u

typedef void got(unsigned source, unsigned type, unsigned id, unsigned severity,
		 int length, const char *message, const void *user);
typedef void got_amd(unsigned id, unsigned category, unsigned severity,
		     int length, const char *message, void *user);

/* A callback that the program has set, and what it is called with. */
struct pair {
	uint32_t state; /* FREE ... */
	uint32_t function;
	void *callback;
	const void *user;
};
enum { FREE, CLAIMED, THERE };

static struct pair pairs[MAX_PAIRS];

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

/* The pair, made if it is new; NULL: there is no room. */
static struct pair *pair_of(unsigned function, void *callback, const void *user)
{
	for (struct pair *p = pairs; p < pairs + MAX_PAIRS; p++) {
		/* acquire: pairs with the release below */
		uint32_t state = __atomic_load_n(&p->state, __ATOMIC_ACQUIRE);

		if (state == THERE && p->function == function &&
		    p->callback == callback && p->user == user)
			return p;
		if (state != FREE ||
		    !__atomic_compare_exchange_n(&p->state, &state, CLAIMED,
						 false, __ATOMIC_RELAXED,
						 __ATOMIC_RELAXED))
			continue;
		p->function = function;
		p->callback = callback;
		p->user = user;
		__atomic_store_n(&p->state, THERE, __ATOMIC_RELEASE);
		return p;
	}
	return NULL;
}

/* Once: who reads the archive misses messages. */
static void tell_full(void)
{
	static uint32_t is_told;

	if (__atomic_exchange_n(&is_told, 1, __ATOMIC_RELAXED))
		return;
	fxw_cold_depth++;
	if (fxw_engine.control)
		(void)fxw_durable_notice(
			"more than 64 debug callbacks of OpenGL, or user "
			"parameters of theirs: messages to further ones are "
			"not recorded");
	fxw_cold_depth--;
}

static bool is_recorded(const struct pair *pair)
{
	return fxp_is_on(fxp_gl_slots, pair->function);
}

static void take(unsigned source, unsigned type, unsigned id, unsigned severity,
		 int length, const char *message, const void *user)
{
	const struct pair *pair = user;

	if (is_recorded(pair))
		fxp_gl_log(&(struct fxp_gl_message){
			.n_words = 3,
			.words = {{FXP_FN_gl_glDebugMessageInsert, 0, source},
				  {FXP_FN_gl_glDebugMessageInsert, 1, type},
				  {FXP_FN_gl_glDebugMessageInsert, 3,
				   severity}},
			.id = id,
			.text = message,
			.length = length});
	((got *)pair->callback)(source, type, id, severity, length, message,
				pair->user);
}

static void take_amd(unsigned id, unsigned category, unsigned severity,
		     int length, const char *message, void *user)
{
	const struct pair *pair = user;

	if (is_recorded(pair))
		fxp_gl_log(&(struct fxp_gl_message){
			.n_words = 2,
			.words = {{FXP_FN_gl_glDebugMessageInsertAMD, 0,
				   category},
				  {FXP_FN_gl_glDebugMessageInsertAMD, 1,
				   severity}},
			.id = id,
			.text = message,
			.length = length});
	((got_amd *)pair->callback)(id, category, severity, length, message,
				    (void *)pair->user);
}

static void set(unsigned function, void *callback, const void *user, void *ours)
{
	void (*real)(void *, const void *) =
		(void (*)(void *, const void *))fxp_real(&fxp_gl, fxp_gl_slots,
							 function);
	bool is_on = fxp_is_on(fxp_gl_slots, function);
	uint64_t slot[3] = {FXP_WORD(callback), FXP_WORD(user)};
	struct pair *pair = NULL;
	struct fxp_call call;

	if (is_on && callback)
		pair = pair_of(function, callback, user);
	if (is_on)
		fxp_begin(&call, &fxp_gl_slots[function], slot);
	if (is_on && callback && !pair)
		tell_full();
	if (pair)
		real(ours, pair);
	else
		real(callback, user);
	if (is_on)
		fxp_end(&call, slot);
}

void fxp_w_glDebugMessageCallback(void *callback, const void *user)
{
	set(FXP_FN_gl_glDebugMessageCallback, callback, user, (void *)take);
}

void fxp_w_glDebugMessageCallbackARB(void *callback, const void *user)
{
	set(FXP_FN_gl_glDebugMessageCallbackARB, callback, user, (void *)take);
}

void fxp_w_glDebugMessageCallbackKHR(void *callback, const void *user)
{
	set(FXP_FN_gl_glDebugMessageCallbackKHR, callback, user, (void *)take);
}

void fxp_w_glDebugMessageCallbackAMD(void *callback, void *user)
{
	set(FXP_FN_gl_glDebugMessageCallbackAMD, callback, user,
	    (void *)take_amd);
}

typedef void get_pointer(uint32_t pname, void **params);

static const struct pair *pair_at(const void *user)
{
	const struct pair *p = user;

	return p >= pairs && p < pairs + MAX_PAIRS ? p : NULL;
}

/* What the program has set, in place of what the library has from us. Its
 * user parameter can be asked for wherever its callback can. */
static void give_back(get_pointer *real, uint32_t pname, void **params)
{
	const struct pair *pair;
	void *user = NULL;

	if (!params || !fxp_gl_is_there(params, sizeof(*params)))
		return;
	if (pname == GL_DEBUG_CALLBACK_USER_PARAM) {
		pair = pair_at(*params);
		if (pair)
			*params = (void *)pair->user;
	} else if (*params == (void *)take) {
		real(GL_DEBUG_CALLBACK_USER_PARAM, &user);
		pair = pair_at(user);
		if (pair)
			*params = pair->callback;
	}
}

static void get(unsigned function, uint32_t pname, void **params)
{
	get_pointer *real =
		(get_pointer *)fxp_real(&fxp_gl, fxp_gl_slots, function);
	bool is_on = fxp_is_on(fxp_gl_slots, function);
	uint64_t slot[3] = {pname, FXP_WORD(params)};
	struct fxp_call call;

	if (is_on)
		fxp_begin(&call, &fxp_gl_slots[function], slot);
	real(pname, params);
	if (pname == GL_DEBUG_CALLBACK_FUNCTION ||
	    pname == GL_DEBUG_CALLBACK_USER_PARAM)
		give_back(real, pname, params);
	if (is_on)
		fxp_end(&call, slot);
}

void fxp_w_glGetPointerv(uint32_t pname, void **params)
{
	get(FXP_FN_gl_glGetPointerv, pname, params);
}

void fxp_w_glGetPointervEXT(uint32_t pname, void **params)
{
	get(FXP_FN_gl_glGetPointervEXT, pname, params);
}

void fxp_w_glGetPointervKHR(uint32_t pname, void **params)
{
	get(FXP_FN_gl_glGetPointervKHR, pname, params);
}
