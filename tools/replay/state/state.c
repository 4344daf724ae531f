/* SPDX-License-Identifier: MIT */
/*
 * A context's state by sections, see state.h.
 */
#include "tools/replay/state/state.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/memory.h"
#include "tools/replay/state/fragment.h"
#include "tools/replay/state/part.h"
#include "tools/replay/state/piece.h"
#include "tools/replay/state/values.h"

struct state_book {
	struct state state;
	struct pieces pieces;
	struct value_names names;
	bool has_names;
	uint32_t marks; /* to be queried */
	struct fragment values[SECTIONS], parts[SECTIONS];
	struct fragment *units;
	bool *is_unit_marked;
	GLint n_units;
	uint64_t revisions[SECTIONS];
};

static void put_string(struct state *state, const char *key, GLenum name)
{
	const char *text = (const char *)state->gl->GetString(name);

	if (state_is_ok(state) && text)
		json_text(&state->json, key, text);
}

static void put_extensions(struct state *state)
{
	const struct procs *gl = state->gl;
	GLint n;

	if (!gl->GetStringi) {
		put_string(state, "extensions", GL_EXTENSIONS);
		return;
	}
	n = state_get(state, GL_NUM_EXTENSIONS);
	json_list(&state->json, "extensions");
	for (GLint i = 0; i < n; i++)
		json_text(
			&state->json, NULL,
			(const char *)gl->GetStringi(GL_EXTENSIONS, (GLuint)i));
	json_close(&state->json);
}

static void put_context(struct state *state)
{
	const struct procs *gl = state->gl;

	json_map(&state->json, "context");
	json_text(&state->json, "api",
		  gl->is_es	? "OpenGL ES"
		  : gl->is_core ? "OpenGL, core"
				: "OpenGL, compatibility");
	put_string(state, "version", GL_VERSION);
	put_string(state, "vendor", GL_VENDOR);
	put_string(state, "renderer", GL_RENDERER);
	put_string(state, "shading_language", GL_SHADING_LANGUAGE_VERSION);
	put_extensions(state);
	json_close(&state->json);
}

/* What a section has in addition to values, in the order in which it is
 * printed: values follow the capabilities, and textures the buffers. */
static const struct part {
	enum section section;
	void (*put)(struct state *state);
} parts[] = {
	{SECTION_CONTEXT, put_context},
	{SECTION_ENABLES, state_enabled},
	{SECTION_VIEW, state_viewports},
	{SECTION_BLEND, state_draw_buffers},
	{SECTION_TARGET, state_framebuffers},
	{SECTION_PROGRAM, state_programs},
	{SECTION_ARRAYS, state_vertex_array},
	{SECTION_BUFFERS, state_buffers},
	{SECTION_IMAGES, state_images},
	{SECTION_QUERIES, state_queries},
	{SECTION_FIXED, state_fixed},
};
#define N_PARTS (sizeof(parts) / sizeof(parts[0]))
#define BEFORE_VALUES 2u
#define BEFORE_TEXTURES 8u

struct state_book *state_open(const struct procs *gl)
{
	struct state_book *book = fxr_new(1, sizeof(*book));

	book->state = (struct state){.gl = gl, .pieces = &book->pieces};
	book->marks = MARK_ALL;
	return book;
}

void state_close(struct state_book *book)
{
	if (!book)
		return;
	for (unsigned i = 0; i < SECTIONS; i++) {
		fragment_free(&book->values[i]);
		fragment_free(&book->parts[i]);
	}
	for (GLint i = 0; i < book->n_units; i++)
		fragment_free(&book->units[i]);
	free(book->units);
	free(book->is_unit_marked);
	free(book->names.names);
	pieces_fini(&book->pieces);
	free(book);
}

static GLint get(const struct state_book *book, GLenum name)
{
	GLint value = 0;

	book->state.gl->GetIntegerv(name, &value);
	return value;
}

static void mark_units(struct state_book *book, uint32_t marks)
{
	GLint active = 0;

	if (marks & MARK(UNIT) && book->state.gl->ActiveTexture)
		active = get(book, GL_ACTIVE_TEXTURE) - GL_TEXTURE0;
	for (GLint i = 0; i < book->n_units; i++)
		book->is_unit_marked[i] |=
			(marks & MARK(UNITS)) ||
			(marks & MARK(UNIT) && i == active) ||
			(marks & MARK(USED_UNITS) && book->units[i].n_bytes);
}

void state_mark(struct state_book *book, uint32_t marks, bool is_here)
{
	GLuint program = 0;

	if (!is_here && marks & MARK(UNIT))
		marks |= MARK(UNITS);
	if (!is_here && marks & MARK(UNIFORMS))
		marks |= MARK(ALL_UNIFORMS);
	if (!is_here)
		marks &= ~(MARK(UNIT) | MARK(UNIFORMS));
	if (marks & MARK(UNIFORMS) && book->state.gl->GetProgramiv)
		program = (GLuint)get(book, GL_CURRENT_PROGRAM);
	/* a pipeline's */
	if (marks & MARK(UNIFORMS) && !program)
		marks |= MARK(ALL_UNIFORMS);
	pieces_mark(&book->pieces, marks, program);
	mark_units(book, marks);
	book->marks |= marks;
}

struct asking {
	struct state_book *book;
	unsigned i; /* a section, a part or a unit */
};

static void put_values(struct state *state, void *context)
{
	const struct asking *asking = context;

	state_values(state, &asking->book->names, (enum section)asking->i);
}

static void put_part(struct state *state, void *context)
{
	const struct asking *asking = context;

	parts[asking->i].put(state);
}

static void put_unit(struct state *state, void *context)
{
	const struct asking *asking = context;

	state_unit(state, (GLint)asking->i);
}

static void ask_values(struct state_book *book, uint32_t marks)
{
	struct asking asking = {book, 0};

	if (!book->has_names)
		state_find_values(&book->state, &book->names);
	book->has_names = true;
	for (; asking.i < SECTIONS; asking.i++)
		if (marks >> asking.i & 1)
			book->revisions[asking.i] += fragment_ask(
				&book->values[asking.i], &book->state,
				FRAGMENT_MEMBERS, put_values, &asking);
}

static void ask_parts(struct state_book *book, uint32_t marks)
{
	struct asking asking = {book, 0};
	enum section section;

	/* what is set is a part of it */
	if (marks & (MARK(UNIFORMS) | MARK(ALL_UNIFORMS) | MARK(BYTES)))
		marks |= MARK(PROGRAM);
	for (; asking.i < N_PARTS; asking.i++) {
		section = parts[asking.i].section;
		if (marks >> section & 1)
			book->revisions[section] += fragment_ask(
				&book->parts[section], &book->state,
				FRAGMENT_TOP, put_part, &asking);
	}
}

static void make_units(struct state_book *book)
{
	GLint n = state_units(&book->state);

	if (book->units || n < 1)
		return;
	book->units = fxr_new((size_t)n, sizeof(*book->units));
	book->is_unit_marked = fxr_new((size_t)n, sizeof(bool));
	book->n_units = n;
	memset(book->is_unit_marked, true, (size_t)n);
}

static void ask_units(struct state_book *book)
{
	const struct procs *gl = book->state.gl;
	GLint active = gl->ActiveTexture ? get(book, GL_ACTIVE_TEXTURE) : 0;
	struct asking asking = {book, 0};

	for (; (GLint)asking.i < book->n_units; asking.i++) {
		if (!book->is_unit_marked[asking.i])
			continue;
		book->is_unit_marked[asking.i] = false;
		if (gl->ActiveTexture)
			gl->ActiveTexture(GL_TEXTURE0 + asking.i);
		book->revisions[SECTION_TEXTURES] +=
			fragment_ask(&book->units[asking.i], &book->state,
				     FRAGMENT_ELEMENTS, put_unit, &asking);
	}
	if (gl->ActiveTexture)
		gl->ActiveTexture((GLenum)active);
}

static bool has_debug(const struct procs *gl)
{
	return procs_is_since(gl, 43, 32) || procs_has(gl, "GL_KHR_debug");
}

GLenum state_ask(struct state_book *book)
{
	const struct procs *gl = book->state.gl;
	uint32_t marks = book->marks | MARK(VOLATILE);
	GLenum pending = gl->GetError();

	/* many errors follow, of which no message shall be left */
	book->state.is_debugged = gl->IsEnabled && has_debug(gl) &&
				  gl->IsEnabled(GL_DEBUG_OUTPUT);
	if (book->state.is_debugged)
		gl->Disable(GL_DEBUG_OUTPUT);
	(void)state_is_ok(&book->state);
	if (marks & MARK(USE))
		marks |= MARK(PROGRAM);
	book->marks = 0;
	ask_values(book, marks);
	ask_parts(book, marks);
	make_units(book);
	ask_units(book);
	(void)state_is_ok(&book->state);
	if (book->state.is_debugged)
		gl->Enable(GL_DEBUG_OUTPUT);
	return pending;
}

uint64_t state_revision(const struct state_book *book, enum section section)
{
	return book->revisions[section];
}

static void take_one(const struct fragment *fragment, enum state_place place,
		     state_take_part *take, void *context)
{
	if (fragment->n_bytes)
		take(context, place, fragment->text, fragment->n_bytes);
}

void state_each(const struct state_book *book, enum section section,
		state_take_part *take, void *context)
{
	take_one(&book->values[section], STATE_PLACE_VALUES, take, context);
	take_one(&book->parts[section], STATE_PLACE_TOP, take, context);
	for (GLint i = 0; section == SECTION_TEXTURES && i < book->n_units; i++)
		take_one(&book->units[i], STATE_PLACE_UNIT, take, context);
}

/* Puts a comma between. */
static void print_one(const struct fragment *fragment, bool *has_any, FILE *out)
{
	if (!fragment->n_bytes)
		return;
	if (*has_any)
		fputs(",\n", out);
	*has_any = true;
	fwrite(fragment->text, 1, fragment->n_bytes, out);
}

static void print_list(const char *head, const struct fragment *fragments,
		       size_t n, const char *end, FILE *out)
{
	bool has_any = false;

	fputs(head, out);
	for (size_t i = 0; i < n; i++)
		print_one(&fragments[i], &has_any, out);
	fputs(end, out);
}

void state_print(const struct state_book *book, uint64_t call, FILE *out)
{
	bool has_any = true;

	fprintf(out, "{\n  \"call\": %llu", (unsigned long long)call);
	for (unsigned i = 0; i < N_PARTS; i++) {
		if (i == BEFORE_VALUES)
			print_list(",\n  \"values\": {\n", book->values,
				   SECTIONS, "\n  }", out);
		if (i == BEFORE_TEXTURES && book->units)
			print_list(",\n  \"textures\": [\n", book->units,
				   (size_t)book->n_units, "\n  ]", out);
		print_one(&book->parts[parts[i].section], &has_any, out);
	}
	fputs("\n}\n", out);
}

/* The first line that differs, as the other one has it. */
static bool differs(const struct fragment *a, const struct fragment *b,
		    char line[STATE_LINE_BYTES])
{
	size_t i = 0, n;

	if (fragment_is(a, b))
		return false;
	while (i < a->n_bytes && i < b->n_bytes && a->text[i] == b->text[i])
		i++;
	while (i && (i >= b->n_bytes || b->text[i] != '\n'))
		i--;
	while (i < b->n_bytes && strchr(" \n", b->text[i]))
		i++;
	for (n = 0; i + n < b->n_bytes && b->text[i + n] != '\n'; n++)
		;
	snprintf(line, STATE_LINE_BYTES, "%.*s", (int)n,
		 b->n_bytes ? b->text + i : "");
	return true;
}

unsigned state_compare(const struct state_book *book,
		       const struct state_book *other, unsigned section,
		       char line[STATE_LINE_BYTES])
{
	for (; section < SECTIONS; section++) {
		/* its numbers go on while it is queried */
		if (section == SECTION_VOLATILE)
			continue;
		if (differs(&book->values[section], &other->values[section],
			    line) ||
		    differs(&book->parts[section], &other->parts[section],
			    line))
			return section;
		for (GLint i = 0; section == SECTION_TEXTURES &&
				  i < book->n_units && i < other->n_units;
		     i++)
			if (differs(&book->units[i], &other->units[i], line))
				return section;
	}
	return SECTIONS;
}
