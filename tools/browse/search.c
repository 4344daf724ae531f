/* SPDX-License-Identifier: MIT */
/*
 * The search for a text, see browse.h. It goes through the list, or through all
 * calls from the tree, a little at a time.
 */
#include <stdio.h>
#include <string.h>

#include "tools/browse/browse.h"
#include "tools/browse/clock.h"

#define STEP_NS 20000000ull
#define STEP_CALLS 64u

static bool compile(struct browse *browse)
{
	struct search *search = &browse->search;
	int flags = REG_EXTENDED | REG_NOSUB;
	char why[128];
	int error;

	/* without capitals it finds both, as in less and vi */
	if (!strpbrk(search->text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
		flags |= REG_ICASE;
	if (search->is_compiled)
		regfree(&search->pattern);
	error = regcomp(&search->pattern, search->text, flags);
	search->is_compiled = !error;
	if (!error)
		return true;
	regerror(error, &search->pattern, why, sizeof(why));
	browse_say(browse, "%s: %s", search->text, why);
	return false;
}

/* The row of the list that the search begins at. */
static uint64_t chosen_row(const struct browse *browse)
{
	uint64_t number;

	if (browse->view != VIEW_TREE)
		return browse->list.place.at;
	number = outline_number(browse);
	if (number == UINT64_MAX)
		number = 0;
	return browse->list.found ? found_place(browse->list.found, number)
				  : number;
}

static void start(struct browse *browse, bool is_back)
{
	struct search *search = &browse->search;
	uint64_t row = chosen_row(browse);

	search->is_back = is_back;
	search->is_running = browse->list.place.n;
	if (is_back && !row) {
		search->is_running = false;
		browse_say(browse, "%s: not found above", search->text);
	}
	search->next = is_back ? row - 1 : row + 1;
}

void search_ask(struct browse *browse)
{
	struct search *search = &browse->search;
	char text[sizeof(search->text)] = "";

	if (!browse_ask(browse, "/", text, sizeof(text)) || !*text)
		return;
	memcpy(search->text, text, sizeof(text));
	if (!compile(browse))
		return;
	start(browse, false);
	/* the chosen call itself, too */
	if (search->is_running)
		search->next--;
}

void search_again(struct browse *browse, bool is_back)
{
	if (!*browse->search.text)
		search_ask(browse);
	else if (browse->search.is_compiled)
		start(browse, is_back);
}

static void end(struct browse *browse, uint64_t row, bool is_found)
{
	struct search *search = &browse->search;

	search->is_running = false;
	if (is_found)
		browse_go(browse, listing_number(browse, row));
	else
		browse_say(browse, "%s: not found %s", search->text,
			   search->is_back ? "above" : "below");
}

bool search_step(struct browse *browse)
{
	struct search *search = &browse->search;
	uint64_t end_ns = clock_now_ns() + STEP_NS;
	unsigned n = 0;

	while (search->is_running) {
		uint64_t row = search->next;

		if (row >= browse->list.place.n) {
			end(browse, 0, false);
			return false;
		}
		if (!regexec(&search->pattern,
			     browse_text(browse, listing_number(browse, row)),
			     0, NULL, 0)) {
			end(browse, row, true);
			return false;
		}
		/* before the first one is behind all */
		search->next = search->is_back ? row - 1 : row + 1;
		if (++n % STEP_CALLS == 0 && clock_now_ns() > end_ns)
			return true;
	}
	return false;
}

void search_close(struct search *search)
{
	if (search->is_compiled)
		regfree(&search->pattern);
}
