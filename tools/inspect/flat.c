/* SPDX-License-Identifier: MIT */
/*
 * State as paths and values, see flat.h.
 */
#include "tools/inspect/flat.h"

#include <inttypes.h>
#include "tools/base/json_c.h"
#include <limits.h>

#include "tools/base/pen.h"

struct flat {
	struct states *states;
	struct pen path;
};

struct json_object *flat_parse(enum state_place place, const char *json,
			       size_t n_bytes)
{
	bool is_whole = place == STATE_PLACE_UNIT;
	struct pen text = {0};
	struct json_tokener *parser = json_tokener_new();
	struct json_object *part = NULL;

	pen_put(&text, is_whole ? "" : "{");
	pen_bytes(&text, json, n_bytes);
	pen_put(&text, is_whole ? "" : "}");
	if (parser && text.n_bytes <= INT_MAX)
		part = json_tokener_parse_ex(parser, text.bytes,
					     (int)text.n_bytes);
	json_tokener_free(parser);
	pen_fini(&text);
	if (json_object_is_type(part, json_type_object))
		return part;
	json_object_put(part);
	return NULL;
}

int64_t flat_integer(struct json_object *object, const char *name)
{
	struct json_object *member = NULL;

	json_object_object_get_ex(object, name, &member);
	return json_object_is_type(member, json_type_int)
		       ? json_object_get_int64(member)
		       : 0;
}

const char *flat_string(struct json_object *object, const char *name)
{
	struct json_object *member = NULL;

	json_object_object_get_ex(object, name, &member);
	return json_object_is_type(member, json_type_string)
		       ? json_object_get_string(member)
		       : NULL;
}

static void set_value(struct flat *flat, struct json_object *value)
{
	struct fxr_text text;
	size_t n = 0;

	if (json_object_is_type(value, json_type_string)) {
		text = fxr_text(json_object_get_string(value),
				(size_t)json_object_get_string_len(value));
	} else {
		text.bytes = json_object_to_json_string_length(
			value,
			JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE,
			&n);
		text.n_bytes = n;
	}
	states_set(flat->states, fxr_text(flat->path.bytes, flat->path.n_bytes),
		   text);
}

/* A list without objects is one value. */
static bool is_value(struct json_object *list)
{
	size_t n = json_object_array_length(list);

	for (size_t i = 0; i < n; i++)
		if (json_object_is_type(json_object_array_get_idx(list, i),
					json_type_object))
			return false;
	return true;
}

static void put_element_name(struct flat *flat, struct json_object *element,
			     size_t i)
{
	static const char *const indices[] = {"unit", "index"};
	const char *name = flat_string(element, "name");

	for (size_t k = 0; k < 2; k++)
		if (json_object_object_get_ex(element, indices[k], NULL))
			i = (size_t)flat_integer(element, indices[k]);
	if (name)
		pen_format(&flat->path, ".%s", name);
	else
		pen_format(&flat->path, "[%zu]", i);
}

static void set(struct flat *flat, struct json_object *value);

static void set_members(struct flat *flat, struct json_object *object)
{
	size_t n = flat->path.n_bytes;

	json_object_object_foreach(object, name, member)
	{
		pen_format(&flat->path, "%s%s", n ? "." : "", name);
		set(flat, member);
		flat->path.n_bytes = n;
	}
}

static void set_elements(struct flat *flat, struct json_object *list)
{
	size_t n = flat->path.n_bytes;

	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *element =
			json_object_array_get_idx(list, i);

		put_element_name(flat, element, i);
		set(flat, element);
		flat->path.n_bytes = n;
	}
}

/* As deep as flat_parse has let it be. */
static void set(struct flat *flat, struct json_object *value)
{
	if (json_object_is_type(value, json_type_object))
		set_members(flat, value);
	else if (json_object_is_type(value, json_type_array) &&
		 !is_value(value))
		set_elements(flat, value);
	else
		set_value(flat, value);
}

void flat_set(struct states *states, enum state_place place,
	      struct json_object *part)
{
	struct flat flat = {.states = states};

	if (place == STATE_PLACE_VALUES)
		pen_put(&flat.path, "values");
	if (place == STATE_PLACE_UNIT)
		pen_format(&flat.path, "textures[%" PRId64 "]",
			   flat_integer(part, "unit"));
	set_members(&flat, part);
	pen_fini(&flat.path);
}
