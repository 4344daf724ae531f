/* SPDX-License-Identifier: MIT */
/*
 * The members of a JSON object, or the items of a list, each as JSON text.
 * Numbers keep their digits.
 */
#ifndef TOOLS_CONVERT_JSON_SPLIT_H
#define TOOLS_CONVERT_JSON_SPLIT_H

#include <stdbool.h>

#include "tools/reader/memory.h"

struct json_member {
	struct fxr_text name; /* empty: of a list */
	struct fxr_text json;
	bool is_taken; /* for the user of this file */
};

/* All zero is an empty one. */
struct json_members {
	struct json_member *members;
	size_t n, capacity;
	struct fxr_arena arena;
};

/* Replaces the members by those of `text`. False: it is neither an object nor a
 * list, or is damaged. There are no members then. */
bool json_split(struct json_members *members, struct fxr_text text);
/* The last one of this name, or NULL. */
struct json_member *json_member(const struct json_members *members,
				const char *name);
/* The text that is quoted in a JSON string, which lives as long as the members.
 * False: it is no string. */
bool json_unquote(struct json_members *members, struct fxr_text json,
		  struct fxr_text *text);
/* Whether the text is one JSON value. */
bool json_is_value(struct fxr_text text);
void json_members_fini(struct json_members *members);

#endif
