/* SPDX-License-Identifier: MIT */
/*
 * Queries all of a context's state, see part.h.
 */
#include "tools/replay/state/part.h"

#include <math.h>
#include <stdlib.h>

bool state_is_ok(struct state *state)
{
	bool is_ok = true;

	/* a lost context may return errors forever */
	for (int i = 0; i < 16 && state->gl->GetError() != GL_NO_ERROR; i++)
		is_ok = false;
	return is_ok;
}

GLint state_get(struct state *state, GLenum name)
{
	GLint values[64] = {0};

	state->gl->GetIntegerv(name, values);
	return state_is_ok(state) ? values[0] : 0;
}

/*
 * Whether an integer is the float value of the same state. If not, the float is
 * printed: queries as an integer round it, or scale it to the integer range.
 */
static bool is_near(GLfloat real, double integer)
{
	return fabs((double)real - integer) <= fabs(integer) * 1e-6;
}

struct answer {
	GLint integers[STATE_VALUES];
	GLint64 longs[STATE_VALUES];
	GLfloat reals[STATE_VALUES];
	bool has_integers, has_longs, has_reals;
};

static void put_value(struct state *state, const char *key, const char *text,
		      const struct answer *answer, unsigned i)
{
	GLfloat real = answer->reals[i];

	if (text)
		json_text(&state->json, key, text);
	else if (!answer->has_reals ||
		 is_near(real, (double)answer->integers[i]))
		json_integer(&state->json, key, answer->integers[i]);
	else if (answer->has_longs && is_near(real, (double)answer->longs[i]))
		json_integer(&state->json, key, answer->longs[i]);
	else
		json_real(&state->json, key, (double)real);
}

static bool query_name(struct state *state, const struct state_query *query,
		       const struct state_subject *subject, GLenum name,
		       struct answer *answer)
{
	answer->has_integers = answer->has_longs = answer->has_reals = false;
	if (query->integers) {
		query->integers(subject, name, answer->integers);
		answer->has_integers = state_is_ok(state);
	}
	if (query->floats && (answer->has_integers || !query->integers)) {
		query->floats(subject, name, answer->reals);
		answer->has_reals = state_is_ok(state);
	}
	if (query->longs && answer->has_integers) {
		query->longs(subject, name, answer->longs);
		answer->has_longs = state_is_ok(state);
	}
	if (!answer->has_integers && answer->has_reals)
		for (unsigned i = 0; i < 64; i++)
			answer->integers[i] = fabsf(answer->reals[i]) < 1e9f
						      ? (GLint)answer->reals[i]
						      : 0;
	return answer->has_integers || answer->has_reals;
}

static void put_answer(struct state *state, const struct state_query *query,
		       const struct parameters *parameters, GLenum name,
		       const char *key, const struct answer *answer)
{
	char text[PARAMETERS_TEXT];
	GLenum by;
	unsigned n = parameters_count(query->rule, name, &by);

	if (by) {
		GLint wanted = state_get(state, by);

		n = wanted < 0			      ? 0
		    : (unsigned)wanted > STATE_VALUES ? STATE_VALUES
						      : (unsigned)wanted;
	}
	if (n != 1 || by)
		json_row(&state->json, key);
	for (unsigned i = 0; i < n; i++)
		put_value(state, n == 1 && !by ? key : NULL,
			  parameters_value(parameters, name,
					   answer->integers[i], text),
			  answer, i);
	if (n != 1 || by)
		json_close(&state->json);
}

void state_read_one(struct state *state, const struct state_query *query,
		    const struct state_subject *subject, GLenum name,
		    const char *key)
{
	struct parameters parameters = parameters_of(query->function);
	struct answer *answer = calloc(1, sizeof(*answer));

	if (answer && query_name(state, query, subject, name, answer))
		put_answer(state, query, &parameters, name, key, answer);
	free(answer);
}

bool state_has(struct state *state, const struct state_query *query,
	       const struct state_subject *subject, GLenum name)
{
	struct answer *answer = calloc(1, sizeof(*answer));
	bool has = answer && query_name(state, query, subject, name, answer);

	free(answer);
	return has;
}

/* Names that were taken, by value: constants have several names. */
struct seen {
	uint8_t bits[0x10000 / 8];
};

static bool is_new(struct seen *seen, GLenum name)
{
	uint8_t bit = (uint8_t)(1 << name % 8);

	/* llvmpipe of Mesa 22.3 crashes when the device's UUID is queried */
	if (name >= GL_DEVICE_UUID_EXT && name <= GL_DEVICE_NODE_MASK_EXT)
		return false;
	/* never the same, but two states shall differ only in relevant
	 * values */
	if (name == GL_TIMESTAMP)
		return false;
	if (name >= 0x10000 || (seen->bits[name / 8] & bit))
		return false;
	seen->bits[name / 8] |= bit;
	return true;
}

/* The query in progress: all names of a function, or all constants. */
struct reading {
	struct state *state;
	const struct state_query *query;
	const struct state_subject *subject;
	struct parameters values;
	struct answer answer;
};

static void put_name(void *context, GLenum name, const char *text)
{
	struct reading *reading = context;

	if (query_name(reading->state, reading->query, reading->subject, name,
		       &reading->answer))
		put_answer(reading->state, reading->query, &reading->values,
			   name, parameters_best(&reading->values, name, text),
			   &reading->answer);
}

static void take_names(struct seen *seen, const char *function,
		       state_take *take, void *context)
{
	struct parameters names = parameters_of(function);
	const char *text;
	GLenum name;

	for (uint32_t i = 0; parameters_name(&names, i, &name, &text); i++)
		if (is_new(seen, name))
			take(context, name, text);
}

void state_names(const struct state_query *query, state_take *take,
		 void *context)
{
	struct seen seen = {0};
	const char *text;
	GLenum name;

	take_names(&seen, query->function, take, context);
	if (query->more)
		take_names(&seen, query->more, take, context);
	/* the first names of OpenGL's state are 0x0b00 and the following */
	for (uint32_t i = 0;
	     query->has_any_name && parameters_constant(i, &name, &text); i++)
		if (name >= GL_CURRENT_COLOR && is_new(&seen, name))
			take(context, name, text);
}

void state_read(struct state *state, const struct state_query *query,
		const struct state_subject *subject)
{
	struct reading *reading = calloc(1, sizeof(*reading));

	if (!reading)
		return;
	reading->state = state;
	reading->query = query;
	reading->subject = subject;
	reading->values = parameters_of(query->function);
	state_names(query, put_name, reading);
	free(reading);
}

void state_constant(struct state *state, const char *key, const char *function,
		    unsigned parameter, GLint value)
{
	const char *text = parameters_call(function, parameter, value);

	if (text)
		json_text(&state->json, key, text);
	else
		json_integer(&state->json, key, value);
}

void state_label(struct state *state, GLenum kind, GLuint name)
{
	const struct procs *gl = state->gl;
	GLchar label[1024] = "";
	GLsizei n = 0;

	if (!gl->GetObjectLabel)
		return;
	gl->GetObjectLabel(kind, name, sizeof(label), &n, label);
	if (state_is_ok(state) && n > 0)
		json_text(&state->json, "label", label);
}
