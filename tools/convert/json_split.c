/* SPDX-License-Identifier: MIT */
/*
 * See json_split.h. What is split may come from anybody's archive.
 */
#include "tools/convert/json_split.h"

#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>

struct splitting {
	struct json_members *to; /* NULL: only a string is wanted */
	yajl_gen json;		 /* of the current member */
	struct fxr_text name;
	unsigned depth;
	bool is_string; /* the only value so far is one: */
	struct fxr_text string;
	struct fxr_arena *arena;
};

static void end_value(struct splitting *s)
{
	const unsigned char *text;
	size_t n;

	if (s->depth != 1 || !s->to)
		return;
	yajl_gen_get_buf(s->json, &text, &n);
	s->to->members = fxr_grow(s->to->members, &s->to->capacity,
				  s->to->n + 1, sizeof(*s->to->members));
	s->to->members[s->to->n++] = (struct json_member){
		.name = s->name,
		.json = fxr_text(fxr_arena_copy(s->arena, text, n), n)};
	s->name = fxr_text("", 0);
	yajl_gen_reset(s->json, "");
	yajl_gen_clear(s->json);
}

static int on_null(void *context)
{
	struct splitting *s = context;

	yajl_gen_null(s->json);
	end_value(s);
	return 1;
}

static int on_boolean(void *context, int value)
{
	struct splitting *s = context;

	yajl_gen_bool(s->json, value);
	end_value(s);
	return 1;
}

static int on_number(void *context, const char *text, size_t n)
{
	struct splitting *s = context;

	yajl_gen_number(s->json, text, n);
	end_value(s);
	return 1;
}

static int on_string(void *context, const unsigned char *text, size_t n)
{
	struct splitting *s = context;

	if (!s->to && s->depth == 1) {
		s->is_string = true;
		s->string = fxr_text(fxr_arena_copy(s->arena, text, n), n);
		return 1;
	}
	yajl_gen_string(s->json, text, n);
	end_value(s);
	return 1;
}

static int on_key(void *context, const unsigned char *text, size_t n)
{
	struct splitting *s = context;

	if (s->depth == 1)
		s->name = fxr_text(fxr_arena_copy(s->arena, text, n), n);
	else
		yajl_gen_string(s->json, text, n);
	return 1;
}

static int on_begin(struct splitting *s, bool is_list)
{
	if (s->depth == JSON_MAX_DEPTH)
		return 0;
	if (s->depth++)
		(void)(is_list ? yajl_gen_array_open(s->json)
			       : yajl_gen_map_open(s->json));
	return 1;
}

static int on_end(struct splitting *s, bool is_list)
{
	if (--s->depth)
		(void)(is_list ? yajl_gen_array_close(s->json)
			       : yajl_gen_map_close(s->json));
	end_value(s);
	return 1;
}

static int on_map(void *context)
{
	return on_begin(context, false);
}

static int on_map_end(void *context)
{
	return on_end(context, false);
}

static int on_list(void *context)
{
	return on_begin(context, true);
}

static int on_list_end(void *context)
{
	return on_end(context, true);
}

static bool parse(struct splitting *s, struct fxr_text text)
{
	static const yajl_callbacks callbacks = {
		.yajl_null = on_null,
		.yajl_boolean = on_boolean,
		.yajl_number = on_number,
		.yajl_string = on_string,
		.yajl_start_map = on_map,
		.yajl_map_key = on_key,
		.yajl_end_map = on_map_end,
		.yajl_start_array = on_list,
		.yajl_end_array = on_list_end,
	};
	yajl_handle parser = yajl_alloc(&callbacks, NULL, s);
	bool is_sound;

	s->json = yajl_gen_alloc(NULL);
	is_sound = yajl_parse(parser, (const unsigned char *)text.bytes,
			      text.n_bytes) == yajl_status_ok &&
		   yajl_complete_parse(parser) == yajl_status_ok;
	yajl_free(parser);
	yajl_gen_free(s->json);
	return is_sound;
}

static bool is_container(struct fxr_text text)
{
	return text.n_bytes && (*text.bytes == '{' || *text.bytes == '[');
}

bool json_split(struct json_members *members, struct fxr_text text)
{
	struct splitting s = {.to = members, .arena = &members->arena};

	members->n = 0;
	fxr_arena_reset(&members->arena);
	if (is_container(text) && parse(&s, text))
		return true;
	members->n = 0;
	return false;
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

/* [text], which the parser can do with a bare value, too */
static struct fxr_text in_a_list(struct fxr_arena *arena, struct fxr_text text)
{
	char *bytes = fxr_arena_alloc(arena, text.n_bytes + 2);

	bytes[0] = '[';
	memcpy(bytes + 1, text.bytes, text.n_bytes);
	bytes[text.n_bytes + 1] = ']';
	return fxr_text(bytes, text.n_bytes + 2);
}

bool json_unquote(struct json_members *members, struct fxr_text json,
		  struct fxr_text *text)
{
	struct splitting s = {.arena = &members->arena};

	if (!json.n_bytes || *json.bytes != '"' ||
	    !parse(&s, in_a_list(&members->arena, json)) || !s.is_string)
		return false;
	*text = s.string;
	return true;
}

bool json_is_value(struct fxr_text text)
{
	struct json_members members = {0};
	struct fxr_arena arena = {0};
	bool is_one = text.n_bytes &&
		      json_split(&members, in_a_list(&arena, text)) &&
		      members.n == 1;

	fxr_arena_fini(&arena);
	json_members_fini(&members);
	return is_one;
}

void json_members_fini(struct json_members *members)
{
	fxr_arena_fini(&members->arena);
	free(members->members);
	*members = (struct json_members){0};
}
