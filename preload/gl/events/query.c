/* SPDX-License-Identifier: MIT */
/*
 * Queries of OpenGL: an asynchronous event. It lasts from the begin to a call
 * that reports the result as available, to the query's next begin, or to its
 * deletion. The end of its counting (glEndQuery) is an instant of it. So is a
 * request whose answer goes into a buffer, where its arrival is not observed. A
 * result that goes there ends the event, because of the order of the calls.
 */
#include "preload/gl/events/alongside.h"
#include "preload/gl/events/async.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/state.h"
#include "writer/bytes.h"

/* How many names of one deletion are processed. */
#define MAX_DELETED 4096

/* The pending value of a query: its target, and its state. */
#define IS_THERE (1ull << 63)
#define IS_COUNTED (1ull << 62)

struct query {
	const struct fxp_call *call;
	const struct fxw_thread *thread;
	const struct fxp_gl_context *context;
};

struct state {
	uint32_t id, target;
	/* where the answer is stored; buffer 0: in the program's memory */
	uint32_t buffer;
	uint64_t offset;
};

/* False: nothing can be recorded now, or no context is current. */
static bool find_context(struct query *q, const struct fxp_call *call)
{
	*q = (struct query){call, fxp_alongside_thread(call), fxp_gl_current()};
	return q->thread && q->context;
}

static struct fxp_gl_key key_of(const struct query *q, uint64_t id)
{
	return (struct fxp_gl_key){(uintptr_t)q->context, id,
				   q->thread->generation};
}

/* The key of the active query of a target, which is no name of a query. */
static struct fxp_gl_key active_key(const struct query *q, uint32_t target,
				    uint64_t index)
{
	return key_of(q, 1ull << 63 | (index & 0xffff) << 32 | target);
}

static void build_query(struct fxw_record *r, const void *what)
{
	const struct state *state = what;
	uint32_t n = 0;
	const char *target =
		fxp_gl_constant(FXP_FN_gl_glBeginQuery, 0, state->target, &n);

	fxw_arg_uint32(r, FXW_NAME("id"), state->id);
	if (target)
		fxw_arg_string(r, FXW_NAME("target"), target, n);
	else
		fxw_arg_uint32(r, FXW_NAME("target"), state->target);
	if (state->buffer) {
		fxw_arg_uint32(r, FXW_NAME("buffer"), state->buffer);
		fxw_arg_uint64(r, FXW_NAME("offset"), state->offset);
	}
}

static void emit_state(const struct query *q, unsigned type,
		       const struct state *state)
{
	/* each context has its own queries */
	struct fxp_gl_async async = {.type = type,
				     .name = FXW_NAME("query"),
				     .id = (uintptr_t)q->context ^
					   (uint64_t)state->id << 20,
				     .build = build_query,
				     .what = state};

	(void)fxp_gl_emit_async(q->call, &async);
}

static void emit_query(const struct query *q, unsigned type, uint32_t id,
		       uint64_t kept)
{
	emit_state(q, type,
		   &(struct state){.id = id, .target = (uint32_t)kept});
}

/* Ends the event if it has begun. */
static void end_query(const struct query *q, uint32_t id)
{
	struct fxp_gl_key key = key_of(q, id);
	uint64_t kept = fxp_gl_pending_remove(&key);

	if (kept)
		emit_query(q, FXT_EVENT_ASYNC_END, id, kept);
}

static void begin_query(const struct query *q, uint32_t id, uint32_t target,
			uint64_t flags)
{
	struct fxp_gl_key key = key_of(q, id);
	uint64_t kept = IS_THERE | flags | target;

	if (!id)
		return;
	end_query(q, id);
	if (fxp_gl_pending_store(&key, kept))
		emit_query(q, FXT_EVENT_ASYNC_BEGIN, id, kept);
}

static void begin_count(const struct query *q, uint32_t target, uint64_t index,
			uint32_t id)
{
	struct fxp_gl_key active = active_key(q, target, index);

	begin_query(q, id, target, 0);
	(void)fxp_gl_pending_store(&active, IS_THERE | id);
}

static void end_count(const struct query *q, uint32_t target, uint64_t index)
{
	struct fxp_gl_key key = active_key(q, target, index);
	uint32_t id = (uint32_t)fxp_gl_pending_remove(&key);
	uint64_t kept;

	key = key_of(q, id);
	kept = fxp_gl_pending_value(&key);
	if (!kept)
		return;
	(void)fxp_gl_pending_store(&key, kept | IS_COUNTED);
	emit_query(q, FXT_EVENT_ASYNC_INSTANT, id, kept);
}

/* The answer is stored in a buffer. */
static void get_into(const struct query *q, uint32_t what, struct state *state)
{
	struct fxp_gl_key key = key_of(q, state->id);
	uint64_t kept = fxp_gl_pending_value(&key);

	if (!(kept & IS_COUNTED) || !state->buffer)
		return;
	state->target = (uint32_t)kept;
	if (what == GL_QUERY_RESULT && fxp_gl_pending_remove(&key))
		emit_state(q, FXT_EVENT_ASYNC_END, state);
	else if (what == GL_QUERY_RESULT_AVAILABLE ||
		 what == GL_QUERY_RESULT_NO_WAIT)
		emit_state(q, FXT_EVENT_ASYNC_INSTANT, state);
}

/* The program has queried the result, or whether it is available. */
static void get_result(const struct query *q, uint32_t id, uint32_t what,
		       uint64_t to)
{
	const void *p = (const void *)(uintptr_t)to;
	struct fxp_gl_key key = key_of(q, id);

	if (q->context->bound[FXP_GL_T_QUERY]) {
		get_into(q, what,
			 &(struct state){
				 .id = id,
				 .buffer = q->context->bound[FXP_GL_T_QUERY],
				 .offset = to});
		return;
	}
	/* a query that is still counting has no result: an error */
	if (!(fxp_gl_pending_value(&key) & IS_COUNTED))
		return;
	if (what == GL_QUERY_RESULT ||
	    (what == GL_QUERY_RESULT_AVAILABLE && p && fxp_gl_is_there(p, 4) &&
	     fxw_load4(p)))
		end_query(q, id);
}

static void delete_queries(const struct query *q, int64_t n, uint64_t names)
{
	const char *p = (const char *)(uintptr_t)names;

	if (n <= 0 || n > MAX_DELETED || !p ||
	    !fxp_gl_is_there(p, (uint64_t)n * 4))
		return;
	for (int64_t i = 0; i < n; i++)
		end_query(q, fxw_load4(p + i * 4));
}

static bool is_query(unsigned what)
{
	switch (what) {
	case FXG_ALONGSIDE_BEGIN_QUERY:
	case FXG_ALONGSIDE_BEGIN_QUERY_INDEXED:
	case FXG_ALONGSIDE_END_QUERY:
	case FXG_ALONGSIDE_END_QUERY_INDEXED:
	case FXG_ALONGSIDE_QUERY_COUNTER:
	case FXG_ALONGSIDE_GET_QUERY:
	case FXG_ALONGSIDE_GET_QUERY_BUFFER:
	case FXG_ALONGSIDE_DELETE_QUERIES:
		return true;
	default:
		return false;
	}
}

static void track_query(unsigned what, const struct query *q,
			const uint64_t *slot)
{
	switch (what) {
	case FXG_ALONGSIDE_BEGIN_QUERY:
		begin_count(q, (uint32_t)slot[0], 0, (uint32_t)slot[1]);
		break;
	case FXG_ALONGSIDE_BEGIN_QUERY_INDEXED:
		begin_count(q, (uint32_t)slot[0], slot[1], (uint32_t)slot[2]);
		break;
	case FXG_ALONGSIDE_END_QUERY:
		end_count(q, (uint32_t)slot[0], 0);
		break;
	case FXG_ALONGSIDE_END_QUERY_INDEXED:
		end_count(q, (uint32_t)slot[0], slot[1]);
		break;
	case FXG_ALONGSIDE_QUERY_COUNTER:
		begin_query(q, (uint32_t)slot[0], (uint32_t)slot[1],
			    IS_COUNTED);
		break;
	case FXG_ALONGSIDE_GET_QUERY:
		get_result(q, (uint32_t)slot[0], (uint32_t)slot[1], slot[2]);
		break;
	case FXG_ALONGSIDE_GET_QUERY_BUFFER:
		get_into(q, (uint32_t)slot[2],
			 &(struct state){.id = (uint32_t)slot[0],
					 .buffer = (uint32_t)slot[1],
					 .offset = slot[3]});
		break;
	case FXG_ALONGSIDE_DELETE_QUERIES:
		delete_queries(q, (int32_t)slot[0], slot[1]);
		break;
	default:
		break;
	}
}

bool fxp_gl_alongside_query(unsigned what, const struct fxp_call *call,
			    const uint64_t *slot)
{
	struct query q;

	if (!is_query(what))
		return false;
	if (find_context(&q, call))
		track_query(what, &q, slot);
	return true;
}
