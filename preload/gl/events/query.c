/* SPDX-License-Identifier: MIT */
/*
 * Queries of OpenGL: an asynchronous event from where one begins to where a
 * call says that its result is there, or it begins anew or is deleted. Where
 * nothing more is counted (glEndQuery) is an instant of it, and so is a
 * question whose answer goes into a buffer, where nobody sees it arrive; a
 * result that does ends it, by the order of the calls.
 */
#include "preload/gl/events/alongside.h"
#include "preload/gl/events/async.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/state.h"
#include "writer/bytes.h"

/* Names that are looked at of those that are deleted at once. */
#define MAX_DELETED 4096

/* What is kept of a query: what it counts, and how far it is. */
#define IS_THERE (1ull << 63)
#define IS_COUNTED (1ull << 62)

struct query {
	const struct fxp_call *call;
	const struct fxw_thread *thread;
	const struct fxp_gl_context *context;
};

struct told {
	uint32_t id, target;
	/* where the answer goes; buffer 0: to the program */
	uint32_t buffer;
	uint64_t offset;
};

/* False: nothing is recorded now, or no context is current. */
static bool look(struct query *q, const struct fxp_call *call)
{
	*q = (struct query){call, fxp_alongside_thread(call), fxp_gl_current()};
	return q->thread && q->context;
}

static struct fxp_gl_key key_of(const struct query *q, uint64_t id)
{
	return (struct fxp_gl_key){(uintptr_t)q->context, id,
				   q->thread->generation};
}

/* Which query counts there, no name of one. */
static struct fxp_gl_key active_key(const struct query *q, uint32_t target,
				    uint64_t index)
{
	return key_of(q, 1ull << 63 | (index & 0xffff) << 32 | target);
}

static void build(struct fxw_record *r, const void *what)
{
	const struct told *told = what;
	uint32_t n = 0;
	const char *target =
		fxp_gl_constant(FXP_FN_gl_glBeginQuery, 0, told->target, &n);

	fxw_arg_uint32(r, FXW_NAME("id"), told->id);
	if (target)
		fxw_arg_string(r, FXW_NAME("target"), target, n);
	else
		fxw_arg_uint32(r, FXW_NAME("target"), told->target);
	if (told->buffer) {
		fxw_arg_uint32(r, FXW_NAME("buffer"), told->buffer);
		fxw_arg_uint64(r, FXW_NAME("offset"), told->offset);
	}
}

static void tell_told(const struct query *q, unsigned type,
		      const struct told *told)
{
	/* a context is its own, and its queries are */
	struct fxp_gl_async async = {.type = type,
				     .name = FXW_NAME("query"),
				     .id = (uintptr_t)q->context ^
					   (uint64_t)told->id << 20,
				     .build = build,
				     .what = told};

	(void)fxp_gl_emit_async(q->call, &async);
}

static void tell(const struct query *q, unsigned type, uint32_t id,
		 uint64_t kept)
{
	tell_told(q, type, &(struct told){.id = id, .target = (uint32_t)kept});
}

/* It is over, if it had begun. */
static void end(const struct query *q, uint32_t id)
{
	struct fxp_gl_key key = key_of(q, id);
	uint64_t kept = fxp_gl_take(&key);

	if (kept)
		tell(q, FXT_EVENT_ASYNC_END, id, kept);
}

static void begin(const struct query *q, uint32_t id, uint32_t target,
		  uint64_t flags)
{
	struct fxp_gl_key key = key_of(q, id);
	uint64_t kept = IS_THERE | flags | target;

	if (!id)
		return;
	end(q, id);
	if (fxp_gl_keep(&key, kept))
		tell(q, FXT_EVENT_ASYNC_BEGIN, id, kept);
}

static void begin_count(const struct query *q, uint32_t target, uint64_t index,
			uint32_t id)
{
	struct fxp_gl_key active = active_key(q, target, index);

	begin(q, id, target, 0);
	(void)fxp_gl_keep(&active, IS_THERE | id);
}

static void end_count(const struct query *q, uint32_t target, uint64_t index)
{
	struct fxp_gl_key key = active_key(q, target, index);
	uint32_t id = (uint32_t)fxp_gl_take(&key);
	uint64_t kept;

	key = key_of(q, id);
	kept = fxp_gl_kept(&key);
	if (!kept)
		return;
	(void)fxp_gl_keep(&key, kept | IS_COUNTED);
	tell(q, FXT_EVENT_ASYNC_INSTANT, id, kept);
}

/* The answer goes into a buffer. */
static void get_into(const struct query *q, uint32_t what, struct told *told)
{
	struct fxp_gl_key key = key_of(q, told->id);
	uint64_t kept = fxp_gl_kept(&key);

	if (!(kept & IS_COUNTED) || !told->buffer)
		return;
	told->target = (uint32_t)kept;
	if (what == GL_QUERY_RESULT && fxp_gl_take(&key))
		tell_told(q, FXT_EVENT_ASYNC_END, told);
	else if (what == GL_QUERY_RESULT_AVAILABLE ||
		 what == GL_QUERY_RESULT_NO_WAIT)
		tell_told(q, FXT_EVENT_ASYNC_INSTANT, told);
}

/* The result is there, or whether it is was asked. */
static void get(const struct query *q, uint32_t id, uint32_t what, uint64_t to)
{
	const void *p = (const void *)(uintptr_t)to;
	struct fxp_gl_key key = key_of(q, id);

	if (q->context->bound[FXP_GL_T_QUERY]) {
		get_into(q, what,
			 &(struct told){
				 .id = id,
				 .buffer = q->context->bound[FXP_GL_T_QUERY],
				 .offset = to});
		return;
	}
	/* of one that still counts there is none: an error */
	if (!(fxp_gl_kept(&key) & IS_COUNTED))
		return;
	if (what == GL_QUERY_RESULT ||
	    (what == GL_QUERY_RESULT_AVAILABLE && p && fxp_gl_is_there(p, 4) &&
	     fxw_load4(p)))
		end(q, id);
}

static void delete (const struct query *q, int64_t n, uint64_t names)
{
	const char *p = (const char *)(uintptr_t)names;

	if (n <= 0 || n > MAX_DELETED || !p ||
	    !fxp_gl_is_there(p, (uint64_t)n * 4))
		return;
	for (int64_t i = 0; i < n; i++)
		end(q, fxw_load4(p + i * 4));
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

static void follow(unsigned what, const struct query *q, const uint64_t *slot)
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
		begin(q, (uint32_t)slot[0], (uint32_t)slot[1], IS_COUNTED);
		break;
	case FXG_ALONGSIDE_GET_QUERY:
		get(q, (uint32_t)slot[0], (uint32_t)slot[1], slot[2]);
		break;
	case FXG_ALONGSIDE_GET_QUERY_BUFFER:
		get_into(q, (uint32_t)slot[2],
			 &(struct told){.id = (uint32_t)slot[0],
					.buffer = (uint32_t)slot[1],
					.offset = slot[3]});
		break;
	case FXG_ALONGSIDE_DELETE_QUERIES:
		delete (q, (int32_t)slot[0], slot[1]);
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
	if (look(&q, call))
		follow(what, &q, slot);
	return true;
}
