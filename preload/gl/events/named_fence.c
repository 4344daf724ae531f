/* SPDX-License-Identifier: MIT */
/*
 * Fences with names, of NV_fence and APPLE_fence: like those of fence.c, but
 * a context's own, and to be set again.
 */
#include "preload/gl/events/alongside.h"
#include "preload/gl/events/async.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/state.h"
#include "writer/bytes.h"

/* Names that are looked at of those that are deleted at once. */
#define MAX_DELETED 4096

struct fence {
	const struct fxp_call *call;
	const struct fxp_gl_context *context;
	uint32_t generation, id;
	bool is_end, is_signalled;
};

/* False: nothing is recorded now, or no context is current. */
static bool look(struct fence *f, const struct fxp_call *call, uint64_t id)
{
	const struct fxw_thread *t = fxp_alongside_thread(call);

	*f = (struct fence){
		.call = call, .context = fxp_gl_current(), .id = (uint32_t)id};
	if (!t || !f->context || !f->id)
		return false;
	f->generation = t->generation;
	return true;
}

/* No name of a query, which the context has, too. */
static struct fxp_gl_key key_of(const struct fence *f)
{
	return (struct fxp_gl_key){(uintptr_t)f->context, 1ull << 62 | f->id,
				   f->generation};
}

static void build(struct fxw_record *r, const void *what)
{
	const struct fence *f = what;

	fxw_arg_uint32(r, FXW_NAME("id"), f->id);
	if (f->is_end)
		fxw_arg_bool(r, FXW_NAME("signaled"), f->is_signalled);
}

static void tell(const struct fence *f, unsigned type)
{
	/* contexts lie 16 bytes apart: no query has this */
	struct fxp_gl_async async = {.type = type,
				     .name = FXW_NAME("fence"),
				     .id = (1 + (uintptr_t)f->context) ^
					   (uint64_t)f->id << 20,
				     .build = build,
				     .what = f};

	(void)fxp_gl_emit_async(f->call, &async);
}

static void end(const struct fxp_call *call, uint64_t id, bool is_signalled)
{
	struct fxp_gl_key key;
	struct fence f;

	if (!look(&f, call, id))
		return;
	key = key_of(&f);
	if (!fxp_gl_take(&key))
		return;
	f.is_end = true;
	f.is_signalled = is_signalled;
	tell(&f, FXT_EVENT_ASYNC_END);
}

static void begin(const struct fxp_call *call, uint64_t id)
{
	struct fxp_gl_key key;
	struct fence f;

	end(call, id, false);
	if (!look(&f, call, id))
		return;
	key = key_of(&f);
	if (fxp_gl_keep(&key, 1))
		tell(&f, FXT_EVENT_ASYNC_BEGIN);
}

static void delete (const struct fxp_call *call, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[0], slot[1]);
	int32_t n = (int32_t)slot[0];

	if (n > MAX_DELETED)
		return;
	for (int32_t i = 0; names && i < n; i++)
		end(call, names[i], false);
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
		begin(call, slot[0]);
		return true;
	case FXG_ALONGSIDE_TEST_FENCE:
		if (slot[1])
			end(call, slot[0], true);
		return true;
	case FXG_ALONGSIDE_FINISH_FENCE:
		end(call, slot[0], true);
		return true;
	case FXG_ALONGSIDE_GET_FENCE:
		if ((uint32_t)slot[1] == GL_FENCE_STATUS_NV && is_set(slot[2]))
			end(call, slot[0], true);
		return true;
	case FXG_ALONGSIDE_DELETE_FENCES:
		delete (call, slot);
		return true;
	case FXG_ALONGSIDE_TEST_OBJECT:
		if ((uint32_t)slot[0] == GL_FENCE_APPLE && slot[2])
			end(call, slot[1], true);
		return true;
	case FXG_ALONGSIDE_FINISH_OBJECT:
		if ((uint32_t)slot[0] == GL_FENCE_APPLE)
			end(call, slot[1], true);
		return true;
	default:
		return false;
	}
}
