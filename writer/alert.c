/* SPDX-License-Identifier: MIT */
/*
 * Reads lists of triggers, see alert.h.
 */
#include "writer/alert.h"

#include <stdbool.h>
#include <stddef.h>

#include "writer/duration.h"

#define MAX_SNAPSHOTS 9999u

/* Part of the list. */
struct part {
	const char *at, *end;
};

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Takes the word off the front; false if it is not there. */
static bool skip_word(struct part *part, const char *word)
{
	const char *at = part->at;

	for (; *word; word++, at++)
		if (at == part->end || *at != *word)
			return false;
	part->at = at;
	return true;
}

/* Copies a part and ends it; false if there is no space, or nothing. */
static bool copy_part(struct part part, char *to, size_t space)
{
	if (part.at == part.end || (size_t)(part.end - part.at) >= space)
		return false;
	while (part.at < part.end)
		*to++ = *part.at++;
	*to = 0;
	return true;
}

/* The place of the last > or =, or the end. */
static const char *find_sign(struct part part)
{
	const char *found = part.end;

	for (const char *at = part.at; at < part.end; at++)
		if (*at == '>' || *at == '=')
			found = at;
	return found;
}

/* SIG and capitals, digits: no function is called so. */
static bool is_signal(struct part part)
{
	if (!skip_word(&part, "SIG") || part.at == part.end)
		return false;
	for (; part.at < part.end; part.at++)
		if (!is_upper(*part.at) && !is_digit(*part.at))
			return false;
	return true;
}

static const char *read_time(struct part part, uint64_t *ns)
{
	return fxw_duration_read(part.at, part.end, ns)
		       ? NULL
		       : "expected a time behind >, like 10ms";
}

static const char *read_error(struct part part, char *error, size_t space)
{
	/* the recorder's table has other names, too: SIGINT */
	bool is_error = part.at < part.end && *part.at == 'E';

	for (const char *at = part.at; at < part.end; at++)
		is_error = is_error && (is_upper(*at) || is_digit(*at));
	return is_error && copy_part(part, error, space)
		       ? NULL
		       : "expected an error behind =, like ENOENT";
}

static const char *read_condition(struct part part, struct fxw_trigger *trigger)
{
	const char *sign = find_sign(part);
	struct part what = {part.at, sign};
	struct part value = {sign < part.end ? sign + 1 : sign, part.end};
	const char *wrong = NULL;

	for (unsigned i = 0; i < FXW_ALERT_BYTES && part.at + i < part.end; i++)
		trigger->name[i] = part.at[i];
	trigger->condition = FXW_ON_CALL;
	if (is_signal(part)) {
		trigger->condition = FXW_ON_SIGNAL;
	} else if (sign < part.end && *sign == '>') {
		trigger->condition = FXW_ON_SLOW;
		wrong = read_time(value, &trigger->least_ns);
	} else if (sign < part.end) {
		trigger->condition = FXW_ON_ERROR;
		wrong = read_error(value, trigger->error,
				   sizeof(trigger->error));
	}
	if (!wrong && !copy_part(what, trigger->what, sizeof(trigger->what)))
		wrong = "expected a function, glob, %category or signal";
	return wrong;
}

/* Whether it is a name: then a condition is about that function only. */
static bool is_exact(const char *calls)
{
	if (*calls == '+')
		calls++;
	if (*calls == '%')
		return false;
	for (; *calls; calls++)
		if (*calls == '*' || *calls == '?' || *calls == '[')
			return false;
	return true;
}

static const char *read_max(struct part part, uint32_t *max)
{
	*max = 0;
	for (; part.at < part.end; part.at++) {
		if (!is_digit(*part.at) || *max > MAX_SNAPSHOTS)
			return "expected a number from 1 to 9999 behind max=";
		*max = *max * 10 + (uint32_t)(*part.at - '0');
	}
	return *max && *max <= MAX_SNAPSHOTS
		       ? NULL
		       : "expected a number from 1 to 9999 behind max=";
}

static const char *read_option(struct part part, struct fxw_trigger *trigger)
{
	bool is_wait = skip_word(&part, "wait") && part.at == part.end;

	if (is_wait && trigger->condition != FXW_ON_SLOW)
		return ";wait is for conditions on time, like read>10ms";
	trigger->has_wait |= is_wait;
	if (is_wait)
		return NULL;
	if (trigger->action != FXW_SNAPSHOT)
		return ";every= and ;max= are for snapshots";
	if (skip_word(&part, "every="))
		return fxw_duration_read(part.at, part.end, &trigger->every_ns)
			       ? NULL
			       : "expected a time behind every=, like 10s";
	if (skip_word(&part, "max="))
		return read_max(part, &trigger->max);
	return "expected every=, max= or wait behind ;";
}

/* The part up to the next semicolon; `part` begins behind it then. */
static struct part take_option(struct part *part)
{
	struct part first = {part->at, part->at};

	while (first.end < part->end && *first.end != ';')
		first.end++;
	part->at = first.end < part->end ? first.end + 1 : part->end;
	return first;
}

/* A condition and its options. */
static const char *read_rule(struct part part, struct fxw_trigger *trigger)
{
	struct part condition = take_option(&part);
	const char *wrong = read_condition(condition, trigger);

	trigger->every_ns = FXW_TRIGGER_EVERY_NS;
	trigger->is_exact = is_exact(trigger->what);
	while (!wrong && part.at[-1] == ';')
		wrong = read_option(take_option(&part), trigger);
	return wrong;
}

static const char *read_item(struct part part, struct fxw_trigger *trigger)
{
	static const struct fxw_trigger none;

	*trigger = none;
	trigger->text = part.at;
	trigger->n_text = (uint32_t)(part.end - part.at);
	if (skip_word(&part, "snapshot:"))
		trigger->action = FXW_SNAPSHOT;
	else if (skip_word(&part, "start:"))
		trigger->action = FXW_START;
	else if (skip_word(&part, "stop:"))
		trigger->action = FXW_STOP;
	else
		return "expected snapshot:, start: or stop:";
	return read_rule(part, trigger);
}

/* The manager could not distinguish them. */
static bool are_alike(const struct fxw_trigger *a, const struct fxw_trigger *b)
{
	for (unsigned i = 0; i < FXW_ALERT_BYTES; i++)
		if (a->name[i] != b->name[i])
			return false;
	return a->action != b->action || a->every_ns != b->every_ns ||
	       a->max != b->max;
}

static struct part item_at(const char *at)
{
	struct part item = {at, at};

	while (*item.end && *item.end != ',')
		item.end++;
	return item;
}

const char *fxw_triggers_read(const char *text, struct fxw_trigger *triggers,
			      unsigned *n)
{
	*n = 0;
	for (;;) {
		struct part item = item_at(text);
		const char *wrong;

		if (*n == FXW_TRIGGERS)
			return "more than eight items";
		wrong = read_item(item, &triggers[*n]);
		if (wrong)
			return wrong;
		for (unsigned i = 0; i < *n; i++)
			if (are_alike(&triggers[i], &triggers[*n]))
				return "two actions, or different limits, on "
				       "conditions that begin with the same "
				       "14 letters";
		(*n)++;
		if (!*item.end)
			return NULL;
		text = item.end + 1;
	}
}
