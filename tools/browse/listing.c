/* SPDX-License-Identifier: MIT */
/*
 * The list of calls, all or filtered, see browse.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/browse/browse.h"
#include "tools/reader/memory.h"

/* Columns that a call is moved to the right for each one around it. */
#define INDENT 2u
/* So many pages of the texts that are kept. */
#define PAGES_ABOVE 3u

uint64_t listing_number(const struct browse *browse, uint64_t row)
{
	const struct found *found = browse->list.found;

	return found ? found_number(found, row) : row;
}

void listing_draw(struct browse *browse, uint64_t row)
{
	uint64_t number = listing_number(browse, row);
	unsigned indent = 0;

	/* what is around a call is shown if nothing is left out */
	if (!browse->list.found)
		indent = INDENT * indexed_at(browse->indexed, number)->depth;
	browse_put_call(browse, number, indent);
}

/* A call above those that were shown has its names only from the beginning on.
 * Then those above it get theirs on the way, until the next key. */
void listing_prepare(struct browse *browse, unsigned n_shown)
{
	const struct scroll *place = &browse->list.place;
	uint64_t end = place->top + n_shown;

	if (!place->n)
		return;
	if (browse_is_before(browse, listing_number(browse, place->top)))
		browse->n_above = (uint64_t)PAGES_ABOVE * n_shown;
	for (uint64_t row = place->top > browse->n_above
				    ? place->top - browse->n_above
				    : 0;
	     row < end && row < place->n && !browse->is_nameless; row++)
		browse_warm(browse, listing_number(browse, row));
}

void listing_go(struct browse *browse, uint64_t number)
{
	const struct found *found = browse->list.found;

	scroll_go(&browse->list.place,
		  found ? found_place(found, number) : number, browse_shown());
}

/* A filter finds nothing new in what it was opened for. */
static void open_found(struct browse *browse)
{
	struct listing *list = &browse->list;
	const char *why = "";

	found_close(list->found);
	list->found = NULL;
	scroll_resize(&list->place, browse->indexed->all.n);
	if (!list->text)
		return;
	list->found = found_open(browse->indexed, &list->words, &why);
	if (!list->found)
		browse_say(browse,
			   "%s: this archive does not know the time of day; "
			   "give seconds since its start",
			   why);
	else
		scroll_resize(&list->place, 0);
}

void listing_renew(struct browse *browse, const struct indexed_call *former)
{
	open_found(browse);
	if (former)
		listing_go(browse, indexed_again(browse->indexed, former));
}

bool listing_step(struct browse *browse)
{
	struct listing *list = &browse->list;
	bool goes_on;

	if (!list->found || found_is_done(list->found))
		return false;
	goes_on = found_step(list->found);
	scroll_resize(&list->place, found_n(list->found));
	return goes_on;
}

bool listing_filter(struct browse *browse, const char *text, char *why,
		    size_t why_bytes)
{
	struct listing *list = &browse->list;
	uint64_t number =
		list->place.n ? listing_number(browse, list->place.at) : 0;
	struct found_words chosen = {0};
	char *copy = NULL, *words = NULL;

	if (text[strspn(text, " ")]) {
		copy = strdup(text);
		words = strdup(text);
		if (!copy || !words)
			die("out of memory");
		if (!browse->parse(words, &chosen, why, why_bytes)) {
			free(copy);
			free(words);
			return false;
		}
	}
	listing_close(list);
	list->text = copy;
	list->split = words;
	list->words = chosen;
	if (!browse->indexed)
		return true;
	open_found(browse);
	(void)listing_step(browse);
	listing_go(browse, number);
	sums_ask(browse);
	return true;
}

static void ask_filter(struct browse *browse)
{
	const struct listing *list = &browse->list;
	char text[512] = "", why[256] = "";

	if (list->text)
		snprintf(text, sizeof(text), "%s", list->text);
	if (!browse_ask(browse, "filter: ", text, sizeof(text)))
		return;
	if (!listing_filter(browse, text, why, sizeof(why)))
		browse_say(browse, "%s", why);
}

bool listing_key(struct browse *browse, int key)
{
	struct listing *list = &browse->list;

	switch (key) {
	case 'f':
		ask_filter(browse);
		return true;
	case 'F':
		(void)listing_filter(browse, "", NULL, 0);
		return true;
	case PRESSED_ENTER:
		if (list->place.n)
			browse_open(browse,
				    listing_number(browse, list->place.at));
		return true;
	default:
		return false;
	}
}

void listing_close(struct listing *list)
{
	found_close(list->found);
	list->found = NULL;
	free(list->text);
	free(list->split);
}
