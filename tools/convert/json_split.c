/* SPDX-License-Identifier: MIT */
/*
 * See json_split.h. What is split may come from anybody's archive.
 */
#include "tools/convert/json_split.h"

#include "tools/convert/json_read.h"

static void add(struct json_members *members, struct fxr_text name,
		struct fxr_text json)
{
	members->members = fxr_grow(members->members, &members->capacity,
				    members->n + 1, sizeof(*members->members));
	members->members[members->n++] = (struct json_member){
		.name = name, .json = fxr_arena_text(&members->arena, json)};
}

/* One after the other, up to the container's end. */
static bool split(struct json_members *members, struct json_reader *r)
{
	struct fxr_text name = fxr_text("", 0);
	struct pen json = {0};

	while (json_next(r) != JSON_CLOSE) {
		if (r->kind == JSON_KEY) {
			name = fxr_arena_text(&members->arena, r->text);
			json_next(r);
		}
		if (!json_copy(r, &json))
			break;
		add(members, name, pen_take(&json));
	}
	pen_fini(&json);
	return r->kind == JSON_CLOSE && json_next(r) == JSON_END;
}

bool json_split(struct json_members *members, struct fxr_text text)
{
	struct json_reader r = json_reader_of_text(text);
	bool is_sound;

	members->n = 0;
	fxr_arena_reset(&members->arena);
	json_next(&r);
	is_sound = (r.kind == JSON_MAP || r.kind == JSON_LIST) &&
		   split(members, &r);
	if (!is_sound)
		members->n = 0;
	json_reader_fini(&r);
	return is_sound;
}

struct json_member *json_member(const struct json_members *members,
				const char *name)
{
	size_t i = members->n;

	while (i--)
		if (fxr_is(members->members[i].name, name))
			return &members->members[i];
	return NULL;
}

bool json_unquote(struct json_members *members, struct fxr_text json,
		  struct fxr_text *text)
{
	struct json_reader r = json_reader_of_text(json);
	bool is_string = json_next(&r) == JSON_TEXT;

	if (is_string)
		*text = fxr_arena_text(&members->arena, r.text);
	is_string = is_string && json_next(&r) == JSON_END;
	json_reader_fini(&r);
	return is_string;
}

bool json_is_value(struct fxr_text text)
{
	struct json_reader r = json_reader_of_text(text);
	bool is_value;

	json_next(&r);
	is_value = json_copy(&r, NULL) && json_next(&r) == JSON_END;
	json_reader_fini(&r);
	return is_value;
}

void json_members_fini(struct json_members *members)
{
	fxr_arena_fini(&members->arena);
	fxr_free(members->members);
	*members = (struct json_members){0};
}
