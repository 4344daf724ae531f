/* SPDX-License-Identifier: MIT */
/*
 * Fences with names, of NV_fence and APPLE_fence. They are like those of
 * fence.c, but belong to a context and can be set again.
 */
#include "preload/gl/events/alongside.h"
#include "preload/gl/events/async.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/state.h"
#include "writer/bytes.h"

/* How many names of one deletion are processed. */
#define MAX_DELETED 4096

struct fence {
	const struct fxp_call *call;
	const struct fxp_gl_context *context;
	uint32_t generation, id;
	bool is_end, is_signalled;
};

/* False: nothing can be recorded now, or no context is current. */
static bool find_fence(struct fence *f, const struct fxp_call *call,
		       uint64_t id)
{
	const struct fxw_thread *t = fxp_alongside_thread(call);

	*f = (struct fence){
		.call = call, .context = fxp_gl_current(), .id = (uint32_t)id};
	if (!t || !f->context || !f->id)
		return false;
	f->generation = t->generation;
	return true;
}

/* Differs from the names of the context's queries. */
static struct fxp_gl_key key_of(const struct fence *f)
{
	return (struct fxp_gl_key){(uintptr_t)f->context, 1ull << 62 | f->id,
				   f->generation};
}

static void build_fence(struct fxw_record *r, const void *what)
{
	const struct fence *f = what;

	fxw_arg_uint32(r, FXW_NAME("id"), f->id);
	if (f->is_end)
		fxw_arg_bool(r, FXW_NAME("signaled"), f->is_signalled);
}

static void emit_fence(const struct fence *f, unsigned type)
{
	/* addresses of contexts differ by 16 at least: no query has this */
	struct fxp_gl_async async = {.type = type,
				     .name = FXW_NAME("fence"),
				     .id = (1 + (uintptr_t)f->context) ^
					   (uint64_t)f->id << 20,
				     .build = build_fence,
				     .what = f};

	(void)fxp_gl_emit_async(f->call, &async);
}

static void end_fence(const struct fxp_call *call, uint64_t id,
		      bool is_signalled)
{
	struct fxp_gl_key key;
	struct fence f;

	if (!find_fence(&f, call, id))
		return;
	key = key_of(&f);
	if (!fxp_gl_pending_remove(&key))
		return;
	f.is_end = true;
	f.is_signalled = is_signalled;
	emit_fence(&f, FXT_EVENT_ASYNC_END);
}

static void begin_fence(const struct fxp_call *call, uint64_t id)
{
	struct fxp_gl_key key;
	struct fence f;

	end_fence(call, id, false);
	if (!find_fence(&f, call, id))
		return;
	key = key_of(&f);
	if (fxp_gl_pending_store(&key, 1))
		emit_fence(&f, FXT_EVENT_ASYNC_BEGIN);
}

static void delete_fences(const struct fxp_call *call, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[0], slot[1]);
	int32_t n = (int32_t)slot[0];

	if (n > MAX_DELETED)
		return;
	for (int32_t i = 0; names && i < n; i++)
		end_fence(call, names[i], false);
}

static bool is_set(uint64_t params)
{
	const void *p = (const void *)(uintptr_t)params;

	return p && fxp_gl_is_there(p, 4) && fxw_load4(p);
}

bool fxp_gl_alongside_named_fence(unsigned what, const struct fxp_call *call,
				  const uint64_t *slot)
{
	switch (what) {
	case FXG_ALONGSIDE_SET_FENCE:
		begin_fence(call, slot[0]);
		return true;
	case FXG_ALONGSIDE_TEST_FENCE:
		if (slot[1])
			end_fence(call, slot[0], true);
		return true;
	case FXG_ALONGSIDE_FINISH_FENCE:
		end_fence(call, slot[0], true);
		return true;
	case FXG_ALONGSIDE_GET_FENCE:
		if ((uint32_t)slot[1] == GL_FENCE_STATUS_NV && is_set(slot[2]))
			end_fence(call, slot[0], true);
		return true;
	case FXG_ALONGSIDE_DELETE_FENCES:
		delete_fences(call, slot);
		return true;
	case FXG_ALONGSIDE_TEST_OBJECT:
		if ((uint32_t)slot[0] == GL_FENCE_APPLE && slot[2])
			end_fence(call, slot[1], true);
		return true;
	case FXG_ALONGSIDE_FINISH_OBJECT:
		if ((uint32_t)slot[0] == GL_FENCE_APPLE)
			end_fence(call, slot[1], true);
		return true;
	default:
		return false;
	}
}
