/* SPDX-License-Identifier: MIT */
/*
 * What calls cost, of both processors, in contexts of each kind.
 */
#include "tools/replay/time/profile.h"

#include <stdlib.h>
#include <string.h>

#include "tests/offscreen.h"
#include "tests/tap.h"

static struct procs gl;
static struct profile *profile;
static struct stopwatch *stopwatch;

enum function { CLEAR, VIEWPORT, BEGIN, VERTEX, END };

static void begin(enum offscreen kind)
{
	offscreen_begin(kind);
	ok(procs_open(&gl, offscreen_find, NULL), "%s", offscreen_names[kind]);
	profile = profile_open(0);
	stopwatch = profile_stopwatch(profile, &gl);
	if (kind != OFFSCREEN_ES1)
		ok(stopwatch, "%s has timestamps", offscreen_names[kind]);
}

/* The line of a table that ends with a word, or NULL. */
static char *line_of(const char *text, const char *word)
{
	char *copy = strdup(text), *line;
	size_t n = strlen(word);

	while ((line = strsep(&copy, "\n")))
		if (strlen(line) > n &&
		    strcmp(line + strlen(line) - n, word) == 0)
			return line;
	return NULL;
}

/* Column n of a line, from 0. */
static double column(const char *line, unsigned n)
{
	char *end;
	double number = -1;

	for (unsigned i = 0; line && i <= n; i++, line = end) {
		number = strtod(line, &end);
		if (end == line)
			return -1;
	}
	return number;
}

static char *printed(void)
{
	static char *text;
	static size_t n;
	FILE *out = open_memstream(&text, &n);

	profile_print(profile, out);
	fclose(out);
	return text;
}

static void clear(uint64_t number)
{
	profile_begin(profile, CLEAR, "glClear", number, stopwatch);
	GL(Clear, void, GLbitfield)(GL_COLOR_BUFFER_BIT);
	profile_end(profile);
}

static void viewport(uint64_t number)
{
	profile_begin(profile, VIEWPORT, "glViewport", number, NULL);
	GL(Viewport, void, GLint, GLint, GLsizei, GLsizei)(0, 0, 9, 9);
	profile_end(profile);
}

static void of_each_kind(void)
{
	for (int i = 0; i < OFFSCREEN_BARE; i++) {
		if (!offscreen_has((enum offscreen)i))
			continue;
		begin((enum offscreen)i);
		for (uint64_t j = 0; j < 300; j += 3) {
			clear(j);
			clear(j + 1);
			viewport(j + 2);
			profile_frame(profile, stopwatch, 0);
		}
		is_u64(gl.GetError(), GL_NO_ERROR);

		bool has_gpu = stopwatch;

		stopwatch_close(stopwatch);

		char *text = printed();

		ok(column(line_of(text, " glClear"), 0) == 200, "%s", text);
		ok(column(line_of(text, " glViewport"), 0) == 100);
		ok(column(line_of(text, " glClear"), 1) > 0);
		ok(column(line_of(text, " glViewport"), 6) == -1);
		ok((column(line_of(text, " glClear"), 6) >= 0) == has_gpu);
		profile_close(profile);
	}
}

/* Each pair is used again and again, and the ring has grown. */
static void many(void)
{
	unsigned n = 20000;

	begin(OFFSCREEN_COMPAT);
	gl.Enable(GL_SCISSOR_TEST);
	GL(Scissor, void, GLint, GLint, GLsizei, GLsizei)(0, 0, 1, 1);
	for (unsigned i = 0; i < n; i++) {
		clear(i);
		if (i == 100 || i == 10000)
			profile_frame(profile, stopwatch, 0);
	}
	stopwatch_close(stopwatch);
	ok(column(line_of(printed(), " glClear"), 0) == n);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

struct taken {
	uint64_t n, last;
	uint64_t ns;
};

static void take_call(void *context, const struct stopwatch_call *call,
		      uint64_t gpu_ns)
{
	struct taken *taken = context;

	ok(!taken->n || call->number > taken->last, "in order");
	taken->last = call->number;
	taken->n++;
	taken->ns += gpu_ns;
}

static void in_order(void)
{
	struct taken taken = {0};
	struct stopwatch *own;

	begin(OFFSCREEN_CORE);
	own = stopwatch_open(&gl, take_call, &taken);
	for (uint32_t i = 0; i < 500; i++) {
		stopwatch_start(own);
		GL(Clear, void, GLbitfield)(GL_COLOR_BUFFER_BIT);
		stopwatch_stop(own, &(struct stopwatch_call){.number = i});
		if (i == 40)
			stopwatch_collect(own);
	}
	stopwatch_start(own);
	stopwatch_close(own);
	is_u64(taken.n, 500);
	is_u64(taken.last, 499);
	ok(taken.ns > 0);
}

/* The program measures time itself, and results go to its buffer. */
static void with_the_program(void)
{
	GLuint query, buffer, now;
	GLuint64 ns = 0;
	GLint bound = 0;

	begin(OFFSCREEN_CORE);
	gl.GenQueries(1, &query);
	GL(GenBuffers, void, GLsizei, GLuint *)(1, &buffer);
	gl.BindBuffer(GL_QUERY_BUFFER, buffer);
	GL(BufferData, void, GLenum, GLsizeiptr, const void *, GLenum)
	(GL_QUERY_BUFFER, 64, NULL, GL_DYNAMIC_READ);
	GL(BeginQuery, void, GLenum, GLuint)(GL_TIME_ELAPSED, query);
	for (uint64_t i = 0; i < 1000; i++)
		clear(i);
	profile_frame(profile, stopwatch, 0);
	gl.GetQueryiv(GL_TIME_ELAPSED, GL_CURRENT_QUERY, (GLint *)&now);
	is_u64(now, query);
	GL(EndQuery, void, GLenum)(GL_TIME_ELAPSED);
	gl.GetIntegerv(GL_QUERY_BUFFER_BINDING, &bound);
	is_u64((GLuint)bound, buffer);
	stopwatch_close(stopwatch);
	gl.GetIntegerv(GL_QUERY_BUFFER_BINDING, &bound);
	is_u64((GLuint)bound, buffer);
	gl.BindBuffer(GL_QUERY_BUFFER, 0);
	gl.GetQueryObjectui64v(query, GL_QUERY_RESULT, &ns);
	ok(ns > 0);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

/* What is said of the stopwatch inside does not matter. */
static void triangle(uint64_t number, struct stopwatch *inside)
{
	profile_begin(profile, BEGIN, "glBegin", number, stopwatch);
	GL(Begin, void, GLenum)(GL_TRIANGLES);
	profile_end(profile);
	for (int i = 0; i < 3; i++) {
		profile_begin(profile, VERTEX, "glVertex2f", number, inside);
		GL(Vertex2f, void, GLfloat, GLfloat)
		(i == 1 ? 3 : -1, i == 2 ? 3 : -1);
		profile_end(profile);
	}
	profile_begin(profile, END, "glEnd", number, inside);
	GL(End, void, void)();
	profile_end(profile);
}

static void immediate(void)
{
	begin(OFFSCREEN_COMPAT);
	for (uint64_t i = 0; i < 10; i++)
		triangle(i, i % 2 ? stopwatch : NULL);
	clear(10);
	is_u64(gl.GetError(), GL_NO_ERROR);
	stopwatch_close(stopwatch);

	char *text = printed();

	ok(column(line_of(text, " glBegin"), 0) == 10);
	ok(column(line_of(text, " glVertex2f"), 0) == 30);
	ok(column(line_of(text, " glEnd"), 6) >= 0, "%s", text);
	ok(column(line_of(text, " glClear"), 6) >= 0, "%s", text);
	ok(column(line_of(text, " glVertex2f"), 6) == -1);
	ok(column(line_of(text, " glBegin"), 6) == -1);
}

/* Rows of three tables, without a graphics processor. */
static void tables(void)
{
	profile = profile_open(20);
	for (uint64_t i = 0; i < 3; i++) {
		profile_begin(profile, 7, "glShort", 10 * i, NULL);
		profile_end(profile);
		profile_begin(profile, 900, "glLong", 10 * i + 1, NULL);
		for (volatile unsigned j = 0; j < 3000000; j++)
			;
		profile_end(profile);
		if (i < 2)
			profile_frame(profile, NULL, 20 + i);
	}

	char *text = printed(), *at = strstr(text, " glLong");

	ok(at < strstr(text, " glShort"), "the longest comes first");
	ok(column(line_of(text, " glLong"), 3) >=
	   column(line_of(text, " glLong"), 1) / 3);
	ok(column(line_of(text, " glLong"), 4) > 0);
	at = strstr(text, "\n\n") + 2;
	ok(column(line_of(at, " glLong"), 1) >= 20);
	ok(strstr(at, "glLong") < strstr(at, "\n\n"));
	at = strstr(at, "\n\n") + 2;
	at = strchr(at, '\n') + 1;
	for (int i = 0; i < 3; i++, at = strchr(at, '\n') + 1) {
		ok(column(at, 0) == 20 + i);
		ok(column(at, 1) == 2);
		ok(column(at, 2) > 0);
	}
	ok(*at == '\0', "%s", at);
}

static const struct tap_test tests[] = {
	{"calls are counted and timed with contexts of each kind",
	 of_each_kind},
	{"no call of many is lost", many},
	{"times come in the order of the calls, each once", in_order},
	{"the program's own queries go on", with_the_program},
	{"what glBegin and glEnd draw is glEnd's work", immediate},
	{"functions, slow calls and frames have a table each", tables},
};
TAP_MAIN(tests)
