/* SPDX-License-Identifier: MIT */
/*
 * Looks at the state of contexts, see look.h.
 */
#include "tools/replay/look.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/replay/call/kind.h"

#define MAX_SAID 20u
/* How many calls of each function are verified that does not draw. */
#define N_FIRST 16u

struct look_function {
	bool is_known;
	uint32_t marks;
	unsigned n_verified;
};

static struct look_function *function_of(struct look *look,
					 const struct fxr_call *call)
{
	size_t i = (size_t)(call->name - look->gl->world->names);
	struct look_function *function;

	look->functions = fxr_grow(look->functions, &look->functions_capacity,
				   i + 1, sizeof(*look->functions));
	function = &look->functions[i];
	if (!function->is_known)
		function->marks = section_marks(call->name->name.bytes);
	function->is_known = true;
	return function;
}

/* Objects are shared, so that it may concern every context. */
static void mark(struct look *look, uint32_t marks)
{
	uint32_t here = look->gl->thread ? look->gl->thread->context : 0;
	bool can = look_can(look);

	for (uint32_t i = 0; marks && i < look->books_capacity; i++) {
		if (!look->books[i])
			continue;
		if (i + 1 == here)
			state_mark(look->books[i], marks, can);
		else
			state_mark(look->books[i], marks & ~MARK(UNIT), false);
	}
}

void look_before(struct look *look, const struct fxr_call *call)
{
	const char *name = call->name->name.bytes;

	if (!fxr_is(call->name->category, "gl") || !strcmp(name, "memcpy") ||
	    !strncmp(name, "fxtrace_", 8))
		mark(look, function_of(look, call)->marks);
}

void look_made(struct look *look, const struct gl_call *call)
{
	uint32_t marks = function_of(look, call->call)->marks;

	/* the replay sets these before it draws them */
	if (call->function->has_arrays &&
	    gl_current(look->gl)->has_client_arrays)
		marks |= MARK(ARRAYS);
	mark(look, marks);
}

bool look_can(const struct look *look)
{
	const struct gl_thread *thread = look->gl->thread;
	const struct gl_context *context;

	if (!thread || !thread->context || thread->is_pending)
		return false;
	context = gl_current(look->gl);
	return context && !context->is_in_begin && !context->is_in_list;
}

/* The program gets the first error that nobody has requested. */
static void ask(struct look *look, struct state_book *book)
{
	struct gl_context *context = gl_current(look->gl);
	GLenum pending = state_ask(book);

	if (!context->pending)
		context->pending = pending;
}

static struct state_book *book_of(struct look *look, const struct procs *gl)
{
	size_t i = look->gl->thread->context - 1;

	look->books = fxr_grow(look->books, &look->books_capacity, i + 1,
			       sizeof(struct state_book *));
	if (!look->books[i])
		look->books[i] = state_open(gl);
	return look->books[i];
}

const struct state_book *look_state(struct look *look, const struct procs *gl)
{
	struct state_book *book = book_of(look, gl);

	ask(look, book);
	return book;
}

static void report(struct look *look, const struct fxr_call *call,
		   const struct state_book *book,
		   const struct state_book *fresh)
{
	char line[STATE_LINE_BYTES];
	unsigned section = 0;

	while ((section = state_compare(book, fresh, section, line)) <
	       SECTIONS) {
		if (look->n_different++ < MAX_SAID)
			say("call %llu, %s: unnoticed since call %llu, %s: %s",
			    (unsigned long long)call->number,
			    call->name->name.bytes,
			    (unsigned long long)look->last_verified,
			    section_names[section], line);
		section++;
	}
}

void look_verify(struct look *look, const struct procs *gl,
		 const struct fxr_call *call)
{
	const struct gl_function *function =
		&look->gl->functions[call->name - look->gl->world->names];
	struct state_book *book, *fresh;
	uint64_t n_before = look->n_different;

	if (function->how != GL_HOW_MADE ||
	    (!(function->kind & KIND_DRAW) &&
	     function_of(look, call)->n_verified++ >= N_FIRST))
		return;
	book = book_of(look, gl);
	fresh = state_open(gl);
	ask(look, book);
	ask(look, fresh);
	report(look, call, book, fresh);
	/* each is reported once */
	if (look->n_different != n_before)
		state_mark(book, MARK_ALL, true);
	state_close(fresh);
	look->n_verified++;
	look->last_verified = call->number;
}

void look_fini(struct look *look)
{
	for (size_t i = 0; i < look->books_capacity; i++)
		state_close(look->books[i]);
	free(look->books);
	free(look->functions);
}
