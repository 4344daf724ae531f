/* SPDX-License-Identifier: MIT */
/*
 * Parts of JSON, see fragment.h.
 */
#include "tools/replay/state/fragment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/replay/state/part.h"

/* What is around a fragment, as json.h prints it. */
static const struct around {
	const char *before, *after;
} arounds[] = {
	[FRAGMENT_TOP] = {"{\n", "\n}"},
	[FRAGMENT_MEMBERS] = {"{\n  \"-\": {\n", "\n  }\n}"},
	[FRAGMENT_ELEMENTS] = {"{\n  \"-\": [\n", "\n  ]\n}"},
};

/* Takes what is between. */
static struct fragment cut(char *text, size_t n, const struct around *around)
{
	size_t n_before = strlen(around->before), n_after;
	struct fragment inner = {0};

	n_after = strlen(around->after);
	while (n && text[n - 1] == '\n')
		n--;
	if (n > n_before + n_after) {
		inner.n_bytes = n - n_before - n_after;
		inner.text = malloc(inner.n_bytes);
	}
	if (inner.text)
		memcpy(inner.text, text + n_before, inner.n_bytes);
	else
		inner.n_bytes = 0;
	return inner;
}

static struct fragment print_one(struct state *state, enum fragment_place place,
				 fragment_print *print, void *context)
{
	struct json outer = state->json;
	struct fragment made = {0};
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	if (out) {
		json_begin(&state->json, out);
		if (place == FRAGMENT_MEMBERS)
			json_map(&state->json, "-");
		if (place == FRAGMENT_ELEMENTS)
			json_list(&state->json, "-");
		print(state, context);
		json_end(&state->json);
		if (!fflush(out))
			made = cut(text, n, &arounds[place]);
		fclose(out);
	}
	free(text);
	state->json = outer;
	return made;
}

bool fragment_ask(struct fragment *fragment, struct state *state,
		  enum fragment_place place, fragment_print *print,
		  void *context)
{
	struct fragment now = print_one(state, place, print, context);
	bool is_same = fragment_is(fragment, &now);

	free(fragment->text);
	*fragment = now;
	return !is_same;
}

/* A member's value may be followed by more members, for a text that is put as
 * it is: so the first key is enough. */
void fragment_put(const struct fragment *fragment, struct json *json)
{
	const char *text = fragment->text, *key, *end;
	char name[64] = "";

	if (!fragment->n_bytes)
		return;
	key = memchr(text, '"', fragment->n_bytes);
	end = key ? strstr(key, "\": ") : NULL;
	if (!end || (size_t)(end - key) > sizeof(name))
		return;
	memcpy(name, key + 1, (size_t)(end - key) - 1);
	end += 3;
	json_raw(json, name, end, fragment->n_bytes - (size_t)(end - text));
}

bool fragment_is(const struct fragment *a, const struct fragment *b)
{
	return a->n_bytes == b->n_bytes &&
	       (!a->n_bytes || !memcmp(a->text, b->text, a->n_bytes));
}

void fragment_free(struct fragment *fragment)
{
	free(fragment->text);
	*fragment = (struct fragment){0};
}
