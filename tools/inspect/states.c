/* SPDX-License-Identifier: MIT */
/*
 * State of draws, see states.h.
 */
#include "tools/inspect/states.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/json.h"
#include "tools/inspect/forms.h"
#include "tools/inspect/states_read.h"

static const char too_long[] = "(longer than a page shows)";

struct states *states_open(uint64_t max_bytes)
{
	struct states *states = fxr_new(1, sizeof(*states));

	states->blocks = stock_open(max_bytes);
	states->max_bytes = max_bytes;
	return states;
}

static void touch(struct states *states, uint32_t number)
{
	struct path *path = &states->paths[number];

	if (path->is_touched)
		return;
	path->is_touched = true;
	states->touched =
		fxr_grow_bare(states->touched, &states->touched_capacity,
			      states->n_touched + 1, sizeof(*states->touched));
	states->touched[states->n_touched++] = number;
}

/* The list of a section's paths. */
static struct members *members_of(struct states *states, uint32_t section)
{
	uint32_t index = fxr_map_find(&states->section_map, section, 0, 0);

	if (index == FXR_NONE) {
		index = (uint32_t)states->n_sections++;
		fxr_map_put(&states->section_map, section, 0, 0, index);
		states->sections =
			fxr_grow(states->sections, &states->sections_capacity,
				 states->n_sections, sizeof(*states->sections));
	}
	return &states->sections[index];
}

void states_section(struct states *states, uint32_t section)
{
	struct members *members = members_of(states, section);
	size_t n = 0;

	for (size_t i = 0; i < members->n; i++) {
		struct path *path = &states->paths[members->list[i]];

		/* others have been set in another section since */
		if (path->section != section)
			continue;
		members->list[n++] = members->list[i];
		if (path->value == FXR_NONE)
			continue;
		path->value = FXR_NONE;
		touch(states, members->list[i]);
	}
	members->n = n;
	states->section = section;
}

/* Remembers that the path is in the section that is being set. */
static void join(struct states *states, uint32_t number)
{
	struct members *members = members_of(states, states->section);

	members->list = fxr_grow_bare(members->list, &members->capacity,
				      members->n + 1, sizeof(*members->list));
	members->list[members->n++] = number;
	states->paths[number].section = states->section;
}

static struct path *path_of(struct states *states, struct fxr_text text,
			    uint32_t *number)
{
	*number = dictionary_number(&states->path_texts, text);
	if (*number == states->n_paths) {
		states->paths =
			fxr_grow(states->paths, &states->paths_capacity,
				 ++states->n_paths, sizeof(*states->paths));
		states->paths[*number] =
			(struct path){.value = FXR_NONE, .kept = FXR_NONE};
		join(states, *number);
	} else if (states->paths[*number].section != states->section) {
		join(states, *number);
	}
	return &states->paths[*number];
}

void states_set(struct states *states, struct fxr_text text,
		struct fxr_text value)
{
	struct dictionary *values = &states->value_texts;
	struct path *path;
	uint32_t number;

	if (states->why)
		return;
	if (values->n_bytes + states->path_texts.n_bytes > states->max_bytes) {
		states->why = "state has more texts than a page may have";
		return;
	}
	if (value.n_bytes > STATES_MAX_TEXT_BYTES)
		value = fxr_text(too_long, strlen(too_long));
	path = path_of(states, text, &number);
	/* most stay as they were: no search is needed */
	if (path->kept != FXR_NONE &&
	    fxr_is_same(values->list[path->kept], value))
		path->value = path->kept;
	else
		path->value = dictionary_number(values, value);
	touch(states, number);
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void put_number(struct pen *out, uint64_t number)
{
	for (; number >= 0x80; number >>= 7)
		pen_byte(out, (char)(number | 0x80));
	pen_byte(out, (char)number);
}

/* One change; n: of this draw so far. */
static void put_change(struct states *states, uint32_t number, uint32_t *next)
{
	const struct path *path = &states->paths[number];

	put_number(&states->changes, number - *next);
	put_number(&states->changes,
		   path->value == FXR_NONE ? 0 : (uint64_t)path->value + 1);
	*next = number + 1;
}

static uint32_t put_all(struct states *states)
{
	uint32_t next = 0, n = 0;

	for (uint32_t i = 0; i < states->n_paths; i++) {
		states->paths[i].kept = states->paths[i].value;
		states->paths[i].is_touched = false;
		if (states->paths[i].value == FXR_NONE)
			continue;
		put_change(states, i, &next);
		n++;
	}
	return n;
}

static uint32_t put_touched(struct states *states)
{
	uint32_t next = 0, n = 0;

	if (states->n_touched)
		qsort(states->touched, states->n_touched,
		      sizeof(*states->touched), by_number);
	for (size_t i = 0; i < states->n_touched; i++) {
		struct path *path = &states->paths[states->touched[i]];

		path->is_touched = false;
		if (path->value == path->kept)
			continue;
		put_change(states, states->touched[i], &next);
		path->kept = path->value;
		n++;
	}
	return n;
}

/* The block that is complete goes to the others. */
static void end_block(struct states *states)
{
	struct pen block = {0};
	struct fxr_text text;
	const char *why;
	uint32_t item;

	put_number(&block, states->n_draws);
	text = pen_take(&states->block);
	pen_bytes(&block, text.bytes, text.n_bytes);
	text = pen_take(&block);
	why = stock_put(states->blocks, text.bytes, text.n_bytes, &item);
	if (why)
		states->why = why;
	else
		states->known_draw = states->last_draw;
	states->n_draws = 0;
	pen_fini(&block);
}

static void begin_block(struct states *states, uint32_t draw)
{
	states->firsts =
		fxr_grow_bare(states->firsts, &states->firsts_capacity,
			      states->n_blocks + 1, sizeof(*states->firsts));
	states->firsts[states->n_blocks++] = draw;
}

const char *states_draw(struct states *states, uint32_t draw)
{
	struct fxr_text changes;
	uint32_t n;

	if (!states->why && states->is_begun && draw <= states->last_draw)
		states->why = "draws do not come in their order";
	if (!states->why && states->n_draws == STATES_BLOCK)
		end_block(states);
	if (states->why)
		return states->why;
	if (!states->n_draws)
		begin_block(states, draw);
	n = states->n_draws ? put_touched(states) : put_all(states);
	states->n_touched = 0;
	put_number(&states->block,
		   draw - (states->n_draws ? states->last_draw : 0));
	put_number(&states->block, n);
	changes = pen_take(&states->changes);
	pen_bytes(&states->block, changes.bytes, changes.n_bytes);
	states->n_draws++;
	states->last_draw = draw;
	states->is_begun = true;
	return NULL;
}

uint64_t states_n_bytes(const struct states *states)
{
	uint64_t n = states->path_texts.n_bytes + states->value_texts.n_bytes +
		     states->block.n_bytes;

	for (uint32_t i = 0; i < stock_n(states->blocks); i++)
		n += stock_bytes(states->blocks, i);
	return n;
}

void states_write(struct states *states, FILE *out)
{
	struct pen text = {0};

	if (states->n_draws)
		end_block(states);
	dictionary_write(&states->path_texts, out, "path");
	dictionary_write(&states->value_texts, out, "value");
	stock_write(states->blocks, out, "state", NULL, 0);
	pen_put(&text, "{\"firsts\":[");
	for (uint32_t i = 0; i < stock_n(states->blocks); i++)
		pen_format(&text, "%s%" PRIu32, i ? "," : "",
			   states->firsts[i]);
	pen_format(&text, "],\"last\":%" PRIu32 ",\"paths\":%zu,\"values\":%zu",
		   states->known_draw, states->path_texts.n,
		   states->value_texts.n);
	if (states->why) {
		pen_put(&text, ",\"why\":");
		json_string(&text, fxr_text(states->why, strlen(states->why)));
	}
	pen_byte(&text, '}');
	forms_write(&text, out, "states");
	pen_fini(&text);
}

void states_close(struct states *states)
{
	stock_close(states->blocks);
	dictionary_fini(&states->path_texts);
	dictionary_fini(&states->value_texts);
	for (size_t i = 0; i < states->n_sections; i++)
		fxr_free(states->sections[i].list);
	fxr_map_fini(&states->section_map);
	pen_fini(&states->block);
	pen_fini(&states->changes);
	fxr_free(states->sections);
	fxr_free(states->paths);
	fxr_free(states->touched);
	fxr_free(states->firsts);
	fxr_free(states);
}
