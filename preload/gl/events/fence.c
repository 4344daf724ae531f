/* SPDX-License-Identifier: MIT */
/*
 * Fences of OpenGL and EGL: an asynchronous event. It lasts from the creation
 * to a call that reports the fence as signalled, or to its deletion. A wait of
 * the server, or a wait that took too long, is an instant of it.
 */
#include "preload/gl/events/alongside.h"
#include "preload/gl/events/async.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "writer/bytes.h"

struct fence {
	uint64_t handle;
	bool is_end, is_signalled;
};

static void build_fence(struct fxw_record *r, const void *what)
{
	const struct fence *fence = what;

	fxw_arg_word(r, FXT_ARG_POINTER, FXW_NAME("sync"), fence->handle);
	if (fence->is_end)
		fxw_arg_bool(r, FXW_NAME("signaled"), fence->is_signalled);
}

static void emit_fence(const struct fxp_call *call, unsigned type,
		       const struct fence *fence)
{
	struct fxp_gl_async async = {.type = type,
				     .name = FXW_NAME("fence"),
				     .id = fence->handle,
				     .build = build_fence,
				     .what = fence};

	(void)fxp_gl_emit_async(call, &async);
}

/* False: nothing can be recorded now. */
static bool key_of(const struct fxp_call *call, uint64_t handle,
		   struct fxp_gl_key *key)
{
	const struct fxw_thread *t = fxp_alongside_thread(call);

	if (!t || !handle)
		return false;
	*key = (struct fxp_gl_key){FXP_GL_OF_FENCES, handle, t->generation};
	return true;
}

static void begin_fence(const struct fxp_call *call, uint64_t handle)
{
	struct fence fence = {.handle = handle};
	struct fxp_gl_key key;

	/* first: another thread may wait for it as soon as it has it */
	if (key_of(call, handle, &key) && fxp_gl_pending_store(&key, 1))
		emit_fence(call, FXT_EVENT_ASYNC_BEGIN, &fence);
}

static void note_wait(const struct fxp_call *call, uint64_t handle)
{
	struct fence fence = {.handle = handle};
	struct fxp_gl_key key;

	if (key_of(call, handle, &key) && fxp_gl_pending_value(&key))
		emit_fence(call, FXT_EVENT_ASYNC_INSTANT, &fence);
}

static void end_fence(const struct fxp_call *call, uint64_t handle,
		      bool is_signalled)
{
	struct fence fence = {handle, true, is_signalled};
	struct fxp_gl_key key;

	if (key_of(call, handle, &key) && fxp_gl_pending_remove(&key))
		emit_fence(call, FXT_EVENT_ASYNC_END, &fence);
}

static void end_wait(const struct fxp_call *call, uint64_t handle, bool is_over)
{
	if (is_over)
		end_fence(call, handle, true);
	else
		note_wait(call, handle);
}

/* Whether a call has stored that value there. */
static bool has_stored(uint64_t address, uint32_t value)
{
	const void *p = (const void *)(uintptr_t)address;

	return p && fxp_gl_is_there(p, 4) && fxw_load4(p) == value;
}

/* Fences of EGL_NV_sync: by the sync alone, without a display. */
static bool alongside_egl_nv(unsigned what, const struct fxp_call *call,
			     const uint64_t *slot)
{
	switch (what) {
	case FXG_ALONGSIDE_EGL_NV_CLIENT_WAIT:
		end_wait(call, slot[0],
			 (uint32_t)slot[3] == EGL_ALREADY_SIGNALED_NV ||
				 (uint32_t)slot[3] ==
					 EGL_CONDITION_SATISFIED_NV);
		return true;
	case FXG_ALONGSIDE_EGL_NV_SIGNAL:
		if (slot[2] && (uint32_t)slot[1] == EGL_SIGNALED_NV)
			end_fence(call, slot[0], true);
		return true;
	case FXG_ALONGSIDE_EGL_NV_GET_SYNC:
		if (slot[3] && (uint32_t)slot[1] == EGL_SYNC_STATUS_NV &&
		    has_stored(slot[2], EGL_SIGNALED_NV))
			end_fence(call, slot[0], true);
		return true;
	case FXG_ALONGSIDE_EGL_NV_AGAIN:
		if (!slot[1])
			return true;
		end_fence(call, slot[0], false);
		begin_fence(call, slot[0]);
		return true;
	case FXG_ALONGSIDE_EGL_NV_DESTROY_SYNC:
		end_fence(call, slot[0], false);
		return true;
	default:
		return false;
	}
}

static bool alongside_egl(unsigned what, const struct fxp_call *call,
			  const uint64_t *slot)
{
	switch (what) {
	case FXG_ALONGSIDE_EGL_FENCE:
		begin_fence(call, slot[3]);
		return true;
	case FXG_ALONGSIDE_EGL_CLIENT_WAIT:
		end_wait(call, slot[1],
			 (uint32_t)slot[4] == EGL_CONDITION_SATISFIED);
		return true;
	case FXG_ALONGSIDE_EGL_WAIT:
		note_wait(call, slot[1]);
		return true;
	case FXG_ALONGSIDE_EGL_SIGNAL:
		if (slot[3] && (uint32_t)slot[2] == EGL_SIGNALED)
			end_fence(call, slot[1], true);
		return true;
	case FXG_ALONGSIDE_EGL_GET_SYNC:
		if (slot[4] && (uint32_t)slot[2] == EGL_SYNC_STATUS &&
		    has_stored(slot[3], EGL_SIGNALED))
			end_fence(call, slot[1], true);
		return true;
	case FXG_ALONGSIDE_EGL_DESTROY_SYNC:
		end_fence(call, slot[1], false);
		return true;
	default:
		return alongside_egl_nv(what, call, slot);
	}
}

bool fxp_gl_alongside_fence(unsigned what, const struct fxp_call *call,
			    const uint64_t *slot)
{
	switch (what) {
	case FXG_ALONGSIDE_FENCE:
		begin_fence(call, slot[2]);
		return true;
	case FXG_ALONGSIDE_CLIENT_WAIT:
		end_wait(call, slot[0],
			 (uint32_t)slot[3] == GL_ALREADY_SIGNALED ||
				 (uint32_t)slot[3] == GL_CONDITION_SATISFIED);
		return true;
	case FXG_ALONGSIDE_WAIT:
		note_wait(call, slot[0]);
		return true;
	case FXG_ALONGSIDE_GET_SYNC:
		if ((uint32_t)slot[1] == GL_SYNC_STATUS &&
		    (int32_t)slot[2] > 0 && has_stored(slot[4], GL_SIGNALED))
			end_fence(call, slot[0], true);
		return true;
	case FXG_ALONGSIDE_DELETE_SYNC:
		end_fence(call, slot[0], false);
		return true;
	default:
		return alongside_egl(what, call, slot);
	}
}
