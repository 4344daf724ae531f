/* SPDX-License-Identifier: MIT */
/* GPU times of calls, by an OpenGL made here: its clock is set by the tests. */
#include "tools/replay/time/stopwatch.h"

#include <string.h>

#include "tests/tap.h"

#define BUFFER 7u
#define MAX_QUERIES 20000u
#define MOST_PAIRS 8192u /* that the stopwatch has */

static struct {
	uint64_t times[MAX_QUERIES];
	bool is_there[MAX_QUERIES], is_deleted[MAX_QUERIES];
	unsigned n, n_deleted, n_waited;
	uint64_t now;
	GLint bits;
	GLuint bound; /* results go to that buffer */
	bool is_buffer, is_late, is_lost, has_failed;
} gl;

static struct {
	uint64_t n, sum_ns;
	bool is_in_order;
} got;

static void gen(GLsizei n, GLuint *names)
{
	for (GLsizei i = 0; i < n; i++)
		names[i] = gl.n < MAX_QUERIES - 1 ? ++gl.n : 0;
}

static void delete (GLsizei n, const GLuint *names)
{
	for (GLsizei i = 0; i < n; i++) {
		gl.n_deleted += !gl.is_deleted[names[i]];
		gl.is_deleted[names[i]] = true;
	}
}

static void counter(GLuint name, GLenum target)
{
	gl.has_failed |= target != GL_TIMESTAMP || !name;
	gl.times[name] = gl.now;
	gl.is_there[name] = !gl.is_late;
}

static void get_query(GLenum target, GLenum what, GLint *to)
{
	gl.has_failed |= target != GL_TIMESTAMP;
	if (what == GL_QUERY_COUNTER_BITS && gl.bits >= 0)
		*to = gl.bits;
}

static void get_uint(GLuint name, GLenum what, GLuint *to)
{
	gl.has_failed |= what != GL_QUERY_RESULT_AVAILABLE;
	if (!gl.bound && !gl.is_lost)
		*to = gl.is_there[name];
}

static void get_u64(GLuint name, GLenum what, GLuint64 *to)
{
	gl.has_failed |= what != GL_QUERY_RESULT;
	gl.n_waited += !gl.is_there[name];
	if (!gl.bound && !gl.is_lost)
		*to = gl.times[name];
}

static void get_integer(GLenum what, GLint *to)
{
	if (what == GL_QUERY_BUFFER_BINDING)
		*to = (GLint)gl.bound;
}

static void bind(GLenum target, GLuint buffer)
{
	gl.has_failed |= target != GL_QUERY_BUFFER;
	gl.bound = buffer;
}

static GLboolean is_buffer(GLuint buffer)
{
	return buffer == BUFFER && gl.is_buffer;
}

static struct procs procs = {
	.GenQueries = gen,
	.DeleteQueries = delete,
	.QueryCounter = counter,
	.GetQueryiv = get_query,
	.GetQueryObjectuiv = get_uint,
	.GetQueryObjectui64v = get_u64,
	.GetIntegerv = get_integer,
	.BindBuffer = bind,
	.IsBuffer = is_buffer,
};

static void take(void *context, const struct stopwatch_call *call, uint64_t ns)
{
	ok(context == &got);
	got.is_in_order &= call->number == got.n++;
	got.sum_ns += ns;
}

static struct stopwatch *begin(void)
{
	struct stopwatch *stopwatch;

	gl.bits = 64;
	gl.is_buffer = got.is_in_order = true;
	stopwatch = stopwatch_open(&procs, take, &got);
	ok(stopwatch != NULL);
	return stopwatch;
}

/* Each call is as long as its number. */
static void run(struct stopwatch *stopwatch, uint64_t from, uint64_t n)
{
	for (uint64_t i = from; i < from + n; i++) {
		struct stopwatch_call call = {.number = i};

		stopwatch_start(stopwatch);
		gl.now += i;
		stopwatch_stop(stopwatch, &call);
		gl.now += 1000;
	}
}

static void arrive(void)
{
	gl.is_late = false;
	memset(gl.is_there, true, sizeof(gl.is_there));
}

static void is_taken(uint64_t n)
{
	is_u64(got.n, n);
	is_u64(got.sum_ns, n * (n - 1) / 2);
	ok(got.is_in_order && !gl.has_failed);
}

static void is_closed(struct stopwatch *stopwatch)
{
	stopwatch_close(stopwatch);
	is_u64(gl.n_deleted, gl.n);
}

static void times(void)
{
	struct stopwatch *stopwatch = begin();

	for (unsigned i = 0; i < 50; i++) {
		run(stopwatch, 5 * i, 5);
		stopwatch_collect(stopwatch);
		is_u64(got.n, 5 * (i + 1));
	}
	is_taken(250);
	is_u64(gl.n_waited, 0);
	is_closed(stopwatch);
}

/* None is waited for, but all are taken at the end. The ring has wrapped when
 * it grows. */
static void late(void)
{
	struct stopwatch *stopwatch = begin();

	run(stopwatch, 0, 40);
	stopwatch_collect(stopwatch);
	gl.is_late = true;
	run(stopwatch, 40, 1000);
	stopwatch_collect(stopwatch);
	is_u64(got.n, 40);
	is_u64(gl.n_waited, 0);
	is_closed(stopwatch);
	is_u64(gl.n_waited, 2 * 1000);
	is_taken(1040);
}

static void too_many(void)
{
	struct stopwatch *stopwatch = begin();

	gl.is_late = true;
	run(stopwatch, 0, MOST_PAIRS);
	is_u64(got.n, 0);
	run(stopwatch, MOST_PAIRS, 10);
	is_u64(got.n, 10);
	is_u64(gl.n_waited, 20);
	arrive();
	stopwatch_collect(stopwatch);
	is_taken(MOST_PAIRS + 10);
	is_closed(stopwatch);
}

/* The program's binding of a buffer is taken away and put back. */
static void to_buffer(void)
{
	struct stopwatch *stopwatch = begin();

	procs.has_query_buffer = true;
	gl.bound = BUFFER;
	run(stopwatch, 0, 3);
	stopwatch_collect(stopwatch);
	is_taken(3);
	is_u64(gl.bound, BUFFER);
	gl.is_late = true;
	run(stopwatch, 3, MOST_PAIRS + 1);
	is_u64(got.n, 4);
	is_u64(gl.bound, BUFFER);
	gl.is_buffer = false; /* deleted by another context */
	is_closed(stopwatch);
	is_taken(MOST_PAIRS + 4);
	is_u64(gl.bound, 0);
}

static void no_call(void)
{
	struct stopwatch *stopwatch = begin();
	struct stopwatch_call call = {.number = 0};

	stopwatch_stop(stopwatch, &call);
	stopwatch_start(stopwatch);
	gl.now = 1000;
	stopwatch_start(stopwatch);
	gl.now = 500; /* reset */
	stopwatch_stop(stopwatch, &call);
	stopwatch_stop(stopwatch, &call);
	is_closed(stopwatch);
	is_taken(1);
	stopwatch_close(NULL);
}

static void lost(void)
{
	struct stopwatch *stopwatch = begin();

	run(stopwatch, 5, 1);
	gl.is_lost = true;
	stopwatch_collect(stopwatch);
	is_u64(got.n, 0);
	is_closed(stopwatch);
	is_u64(got.n, 1);
	is_u64(got.sum_ns, 0);
}

/* A driver that fails writes nothing. */
static void none(void)
{
	void **needed[] = {
		(void **)&procs.GenQueries,
		(void **)&procs.DeleteQueries,
		(void **)&procs.QueryCounter,
		(void **)&procs.GetQueryiv,
		(void **)&procs.GetQueryObjectuiv,
		(void **)&procs.GetQueryObjectui64v,
	};

	for (gl.bits = -1; gl.bits < 2; gl.bits++) {
		struct stopwatch *made = stopwatch_open(&procs, take, &got);

		ok(!made == (gl.bits < 1));
		stopwatch_close(made);
	}
	for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++) {
		void *was = *needed[i];

		*needed[i] = NULL;
		ok(!stopwatch_open(&procs, take, &got), "%zu", i);
		*needed[i] = was;
	}
}

static const struct tap_test tests[] = {
	{"each call has its time", times},
	{"results that are late are taken at the end, in order", late},
	{"the oldest is waited for if too many are late", too_many},
	{"a buffer that results would go to stays bound", to_buffer},
	{"a start without a stop is no call", no_call},
	{"a context that is lost has no results, and calls of 0 ns", lost},
	{"a context without timestamps has no stopwatch", none},
};
TAP_MAIN(tests)
