/* SPDX-License-Identifier: MIT */
/*
 * Parts of JSON as text, that are kept and put together.
 */
#ifndef TOOLS_REPLAY_STATE_FRAGMENT_H
#define TOOLS_REPLAY_STATE_FRAGMENT_H

#include <stdbool.h>
#include <stddef.h>

struct json;
struct state;

/* Members or elements with commas between, indented, without a newline at the
 * end. Empty if n_bytes is 0. */
struct fragment {
	char *text;
	size_t n_bytes;
};

/* Where it is: in the outermost map; in a map or list that is a member of
 * it. */
enum fragment_place { FRAGMENT_TOP, FRAGMENT_MEMBERS, FRAGMENT_ELEMENTS };

typedef void fragment_print(struct state *state, void *context);

/* Queries it once more; empty without memory. Returns whether it has changed.
 */
bool fragment_ask(struct fragment *fragment, struct state *state,
		  enum fragment_place place, fragment_print *print,
		  void *context);
/* Puts its members into an open map. */
void fragment_put(const struct fragment *fragment, struct json *json);
bool fragment_is(const struct fragment *a, const struct fragment *b);
void fragment_free(struct fragment *fragment);

#endif
