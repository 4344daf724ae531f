/* SPDX-License-Identifier: MIT */
/*
 * Timestamps around calls, see stopwatch.h. A ring of pairs of query objects:
 * pending pairs are from `first` to `first + n`. Timestamps do not disturb the
 * program's own queries of elapsed time.
 */
#include "tools/replay/time/stopwatch.h"

#include <stdlib.h>

/* The maximum of pending calls; then one is waited for. */
#define MAX_PAIRS 8192u
#define FIRST_PAIRS 64u

struct pair {
	GLuint start, stop;
	struct stopwatch_call call;
};

struct stopwatch {
	const struct procs *gl;
	stopwatch_take *take;
	void *context;
	struct pair *pairs; /* a ring */
	uint32_t n_pairs, first, n;
	bool is_running;
};

static bool has_timestamps(const struct procs *gl)
{
	GLint bits = 0;

	if (!gl->GenQueries || !gl->DeleteQueries || !gl->QueryCounter ||
	    !gl->GetQueryiv || !gl->GetQueryObjectuiv ||
	    !gl->GetQueryObjectui64v)
		return false;
	gl->GetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
	return bits > 0;
}

static bool make_pairs(struct stopwatch *stopwatch, struct pair *pairs,
		       uint32_t n)
{
	GLuint *names = calloc(n, 2 * sizeof(*names));

	if (!names)
		return false;
	stopwatch->gl->GenQueries((GLsizei)(2 * n), names);
	for (uint32_t i = 0; i < n; i++)
		pairs[i] = (struct pair){.start = names[2 * i],
					 .stop = names[2 * i + 1]};
	free(names);
	return true;
}

struct stopwatch *stopwatch_open(const struct procs *gl, stopwatch_take *take,
				 void *context)
{
	struct stopwatch *stopwatch;

	if (!has_timestamps(gl))
		return NULL;
	stopwatch = calloc(1, sizeof(*stopwatch));
	if (!stopwatch)
		return NULL;
	stopwatch->gl = gl;
	stopwatch->take = take;
	stopwatch->context = context;
	stopwatch->pairs = calloc(FIRST_PAIRS, sizeof(struct pair));
	if (stopwatch->pairs &&
	    make_pairs(stopwatch, stopwatch->pairs, FIRST_PAIRS)) {
		stopwatch->n_pairs = FIRST_PAIRS;
		return stopwatch;
	}
	free(stopwatch->pairs);
	free(stopwatch);
	return NULL;
}

/* Directs results to memory. Returns the previous binding. */
static GLuint unbind_buffer(const struct procs *gl)
{
	GLint buffer = 0;

	if (gl->has_query_buffer)
		gl->GetIntegerv(GL_QUERY_BUFFER_BINDING, &buffer);
	if (buffer)
		gl->BindBuffer(GL_QUERY_BUFFER, 0);
	return (GLuint)buffer;
}

static void bind_buffer(const struct procs *gl, GLuint buffer)
{
	/* one that another context deleted cannot be bound again */
	if (buffer && gl->IsBuffer(buffer))
		gl->BindBuffer(GL_QUERY_BUFFER, buffer);
}

static void take_first(struct stopwatch *stopwatch)
{
	const struct procs *gl = stopwatch->gl;
	const struct pair *pair = &stopwatch->pairs[stopwatch->first];
	GLuint64 start = 0, stop = 0;

	gl->GetQueryObjectui64v(pair->start, GL_QUERY_RESULT, &start);
	gl->GetQueryObjectui64v(pair->stop, GL_QUERY_RESULT, &stop);
	/* the clock was reset, or is too coarse */
	stopwatch->take(stopwatch->context, &pair->call,
			stop > start ? stop - start : 0);
	stopwatch->first = (stopwatch->first + 1) % stopwatch->n_pairs;
	stopwatch->n--;
}

static bool is_there(const struct stopwatch *stopwatch)
{
	GLuint there = 0;

	stopwatch->gl->GetQueryObjectuiv(
		stopwatch->pairs[stopwatch->first].stop,
		GL_QUERY_RESULT_AVAILABLE, &there);
	return there;
}

void stopwatch_collect(struct stopwatch *stopwatch)
{
	GLuint buffer;

	if (!stopwatch->n)
		return;
	buffer = unbind_buffer(stopwatch->gl);
	while (stopwatch->n && is_there(stopwatch))
		take_first(stopwatch);
	bind_buffer(stopwatch->gl, buffer);
}

/* Pending pairs keep their order: the new ring begins with them. */
static bool grow_ring(struct stopwatch *stopwatch)
{
	uint32_t n = stopwatch->n_pairs;
	struct pair *pairs;

	if (n >= MAX_PAIRS)
		return false;
	pairs = calloc(2 * (size_t)n, sizeof(*pairs));
	if (!pairs || !make_pairs(stopwatch, pairs + n, n)) {
		free(pairs);
		return false;
	}
	for (uint32_t i = 0; i < n; i++)
		pairs[i] = stopwatch->pairs[(stopwatch->first + i) % n];
	free(stopwatch->pairs);
	stopwatch->pairs = pairs;
	stopwatch->first = 0;
	stopwatch->n_pairs = 2 * n;
	return true;
}

static void make_space(struct stopwatch *stopwatch)
{
	GLuint buffer;

	if (stopwatch->n < stopwatch->n_pairs || grow_ring(stopwatch))
		return;
	buffer = unbind_buffer(stopwatch->gl);
	take_first(stopwatch);
	bind_buffer(stopwatch->gl, buffer);
}

static struct pair *next_pair(struct stopwatch *stopwatch)
{
	return &stopwatch->pairs[(stopwatch->first + stopwatch->n) %
				 stopwatch->n_pairs];
}

void stopwatch_start(struct stopwatch *stopwatch)
{
	make_space(stopwatch);
	stopwatch->gl->QueryCounter(next_pair(stopwatch)->start, GL_TIMESTAMP);
	stopwatch->is_running = true;
}

void stopwatch_stop(struct stopwatch *stopwatch,
		    const struct stopwatch_call *call)
{
	struct pair *pair = next_pair(stopwatch);

	if (!stopwatch->is_running)
		return;
	stopwatch->is_running = false;
	stopwatch->gl->QueryCounter(pair->stop, GL_TIMESTAMP);
	pair->call = *call;
	stopwatch->n++;
}

void stopwatch_close(struct stopwatch *stopwatch)
{
	GLuint buffer;

	if (!stopwatch)
		return;
	buffer = unbind_buffer(stopwatch->gl);
	while (stopwatch->n)
		take_first(stopwatch);
	bind_buffer(stopwatch->gl, buffer);
	for (uint32_t i = 0; i < stopwatch->n_pairs; i++) {
		GLuint names[2] = {stopwatch->pairs[i].start,
				   stopwatch->pairs[i].stop};

		stopwatch->gl->DeleteQueries(2, names);
	}
	free(stopwatch->pairs);
	free(stopwatch);
}
