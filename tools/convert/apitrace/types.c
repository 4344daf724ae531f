/* SPDX-License-Identifier: MIT */
/*
 * Types and values of an apitrace file for an archive, see types.h. A value
 * that the archive cannot hold directly becomes a blob in apitrace's own
 * encoding. Where the surrounding type would change its meaning, an enum's tag
 * gives the type.
 */
#include "tools/convert/apitrace/types.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "writer/utf8.h"

#define MAX_ENUMERATORS 4096u
#define MAX_TYPES (1u << 17)
/* Longer ones are memory: among values of any type, and of strings, such as
 * GL_EXTENSIONS. An event of the archive has space for 16 KiB. */
#define MAX_ANY_BYTES 8192u
#define MAX_STRING_BYTES 16000u

static struct fxr_text text(const char *word)
{
	return fxr_text(word, strlen(word));
}

static void add_type(struct apitrace_types *types, struct fxr_type type)
{
	type.is_known = true;
	types->shapes = fxr_grow(types->shapes, &types->shapes_capacity,
				 (size_t)types->n + 1, sizeof(*types->shapes));
	types->shapes[types->n] =
		(struct apitrace_shape){type.class, type.base};
	archive_out_type(types->archive, types->n++, &type);
}

static void add_plain(struct apitrace_types *types)
{
	static const struct {
		const char *c_name;
		unsigned class, size;
	} plain[] = {{"void", FXG_VOID, 0},	{"bool", FXG_BOOL, 1},
		     {"int64_t", FXG_INT, 8},	{"float", FXG_FLOAT, 4},
		     {"double", FXG_FLOAT, 8},	{"char *", FXG_STR, 8},
		     {"wchar_t *", FXG_STR, 8}, {"void *", FXG_OPAQUE, 8},
		     {"any", FXG_INT, 1},	{"any float", FXG_INT, 4},
		     {"any double", FXG_INT, 8}};

	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		add_type(types,
			 (struct fxr_type){
				 .class = plain[i].class,
				 .c_name = text(plain[i].c_name),
				 .size = plain[i].size,
				 .is_signed = plain[i].class == FXG_INT,
				 .dir = FXG_IN,
				 .n = types->n == APITRACE_T_WIDE ? 4 : 1});
}

void apitrace_types_open(struct apitrace_types *types,
			 struct archive_out *archive)
{
	static const char *const names[] = {"any *", "float *", "double *"};
	static const uint32_t bases[] = {APITRACE_T_ANY, APITRACE_T_FLOAT,
					 APITRACE_T_DOUBLE};
	struct fxr_member members[] = {
		{.name = text("human"), .type = APITRACE_T_ANY},
		{.name = text("machine"), .type = APITRACE_T_ANY}};

	*types = (struct apitrace_types){.archive = archive, .n = 1};
	add_plain(types);
	for (unsigned i = 0; i < 3; i++)
		add_type(types, (struct fxr_type){.class = FXG_ARRAY,
						  .c_name = text(names[i]),
						  .base = bases[i]});
	add_type(types, (struct fxr_type){.class = FXG_STRUCT,
					  .c_name = text("repr"),
					  .members = members,
					  .n_members = 2});
}

static void add_names(struct apitrace_types *types, uint32_t id,
		      const struct apitrace_value *value)
{
	const struct apitrace_definition *d = value->definition;
	bool is_bits = value->tag == APITRACE_BITMASK;

	for (size_t i = 0; i < d->n && i < MAX_ENUMERATORS; i++) {
		uint64_t number = d->numbers[i];

		archive_out_enumerator(
			types->archive, id,
			&(struct fxr_enumerator){.name = d->names[i],
						 .value = number,
						 .mask = is_bits && number
								 ? number
								 : UINT64_MAX});
	}
}

static void add_struct(struct apitrace_types *types,
		       const struct apitrace_definition *d)
{
	struct fxr_member *members = fxr_new(d->n + 1, sizeof(*members));

	for (size_t i = 0; i < d->n; i++)
		members[i] = (struct fxr_member){.name = d->names[i],
						 .type = APITRACE_T_ANY};
	add_type(types, (struct fxr_type){.class = FXG_STRUCT,
					  .c_name = d->name,
					  .members = members,
					  .n_members = d->n});
	free(members);
}

uint32_t apitrace_types_of(struct apitrace_types *types,
			   const struct apitrace_value *value)
{
	const struct apitrace_definition *d = value->definition;
	uint32_t id = fxr_map_find(&types->map, d->number, value->tag, 0);

	if (id != FXR_NONE)
		return id;
	if (types->n >= MAX_TYPES)
		return APITRACE_T_NONE;
	id = types->n;
	fxr_map_put(&types->map, d->number, value->tag, 0, id);
	if (value->tag == APITRACE_STRUCT) {
		add_struct(types, d);
		return id;
	}
	add_type(types,
		 (struct fxr_type){.class = value->tag == APITRACE_ENUM
						    ? FXG_ENUM
						    : FXG_FLAGS,
				   .c_name = text(value->tag == APITRACE_ENUM
							  ? "enum"
							  : "bitmask"),
				   .size = 8,
				   .base = APITRACE_T_INT});
	add_names(types, id, value);
	return id;
}

uint32_t apitrace_types_known(struct apitrace_types *types, uint32_t index,
			      const struct fxr_type *type)
{
	uint32_t id = fxr_map_find(&types->map, 0, index, 1);

	if (id != FXR_NONE)
		return id;
	if (types->n >= MAX_TYPES)
		return APITRACE_T_NONE;
	id = types->n;
	fxr_map_put(&types->map, 0, index, 1, id);
	add_type(types, *type);
	return id;
}

static bool is_real(uint32_t type)
{
	return type == APITRACE_T_FLOAT || type == APITRACE_T_DOUBLE;
}

static unsigned class_of(const struct apitrace_types *types, uint32_t type)
{
	return types->shapes[type].class;
}

uint32_t apitrace_types_named(struct apitrace_types *types, uint32_t base,
			      const struct apitrace_value *value)
{
	uint32_t number = value->definition->number;
	uint32_t id = fxr_map_find(&types->map, number, base, 2);

	if (id != FXR_NONE)
		return id;
	if (types->n >= MAX_TYPES)
		return base;
	id = types->n;
	fxr_map_put(&types->map, number, base, 2, id);
	add_type(types,
		 (struct fxr_type){.class = FXG_ENUM,
				   .c_name = text("enum"),
				   .size = base == APITRACE_T_FLOAT ? 4 : 8,
				   .base = base});
	add_names(types, id, value);
	return id;
}

/* Whether the value's name is in the type. */
static bool is_of_type(struct apitrace_types *types, uint32_t type,
		       const struct apitrace_value *value)
{
	return type == apitrace_types_of(types, value) ||
	       (value->tag == APITRACE_ENUM &&
		class_of(types, type) == FXG_ENUM &&
		is_real(types->shapes[type].base) &&
		type == apitrace_types_named(types, types->shapes[type].base,
					     value));
}

/* The type of the first value. */
static uint32_t first_type(struct apitrace_types *types,
			   const struct apitrace_value *value)
{
	switch (value->tag) {
	case APITRACE_NULL:
		return APITRACE_T_NONE;
	case APITRACE_FALSE:
	case APITRACE_TRUE:
		return APITRACE_T_BOOL;
	case APITRACE_NEGATIVE:
	case APITRACE_UINT:
		return APITRACE_T_INT;
	case APITRACE_FLOAT:
		return APITRACE_T_FLOAT;
	case APITRACE_DOUBLE:
		return APITRACE_T_DOUBLE;
	case APITRACE_STRING:
		return APITRACE_T_STRING;
	case APITRACE_OPAQUE:
		return APITRACE_T_POINTER;
	case APITRACE_ENUM:
	case APITRACE_BITMASK:
	case APITRACE_STRUCT:
		return apitrace_types_of(types, value);
	case APITRACE_ARRAY:
		if (value->n_items && value->items[0].tag == APITRACE_FLOAT)
			return APITRACE_T_FLOATS;
		if (value->n_items && value->items[0].tag == APITRACE_DOUBLE)
			return APITRACE_T_DOUBLES;
		return APITRACE_T_LIST;
	case APITRACE_REPR:
		return APITRACE_T_REPR;
	case APITRACE_BLOB:
	case APITRACE_WSTRING:
		break;
	}
	return APITRACE_T_ANY;
}

static bool is_any(uint32_t type)
{
	return type == APITRACE_T_ANY || type == APITRACE_T_ANY_FLOAT ||
	       type == APITRACE_T_ANY_DOUBLE;
}

/* A constant or a set of flags: whether its text is its whole value. */
static bool is_name(struct fxr_text name)
{
	if (!name.n_bytes || strchr("-0123456789", name.bytes[0]))
		return false;
	for (size_t i = 0; i < name.n_bytes; i++)
		if (name.bytes[i] <= ' ' || name.bytes[i] >= 127 ||
		    name.bytes[i] == '|')
			return false;
	return true;
}

/* Readers find the first constant of that name, so it has to be this number. */
static bool is_first_of_name(const struct apitrace_definition *d, size_t at)
{
	for (size_t i = 0; i < d->n && i < MAX_ENUMERATORS; i++)
		if (fxr_is_same(d->names[i], d->names[at]))
			return d->numbers[i] == d->numbers[at];
	return false;
}

static bool constant_name(const struct apitrace_value *value,
			  struct apitrace_pack *name)
{
	const struct apitrace_definition *d = value->definition;

	for (size_t i = 0; i < d->n && i < MAX_ENUMERATORS; i++) {
		if (d->numbers[i] != value->number)
			continue;
		apitrace_pack_bytes(name, d->names[i]);
		return is_name(d->names[i]) && is_first_of_name(d, i);
	}
	return false;
}

static bool flag_names(const struct apitrace_value *value,
		       struct apitrace_pack *name)
{
	const struct apitrace_definition *d = value->definition;
	uint64_t left = value->number;
	char rest[24];

	for (size_t i = 0; i < d->n && i < MAX_ENUMERATORS; i++) {
		uint64_t bits = d->numbers[i];

		if ((left & bits) != bits || (!bits && value->number))
			continue;
		if (!is_name(d->names[i]) || !is_first_of_name(d, i))
			return false;
		if (name->n_bytes)
			apitrace_pack_byte(name, '|');
		apitrace_pack_bytes(name, d->names[i]);
		left &= ~bits;
		if (!left)
			return true;
	}
	snprintf(rest, sizeof(rest), "%s%#" PRIx64, name->n_bytes ? "|" : "",
		 left);
	apitrace_pack_bytes(name, text(rest));
	return true;
}

static bool is_text(struct fxr_text bytes)
{
	return bytes.n_bytes <= MAX_STRING_BYTES &&
	       !memchr(bytes.bytes, 0, bytes.n_bytes) &&
	       fxw_utf8_cut(bytes.bytes, bytes.n_bytes) == bytes.n_bytes;
}

/* Constants and structs, which are only what they are named. */
static bool is_named_type(const struct apitrace_types *types, uint32_t type)
{
	return type >= APITRACE_T_FIRST &&
	       (class_of(types, type) == FXG_ENUM ||
		class_of(types, type) == FXG_FLAGS ||
		class_of(types, type) == FXG_STRUCT);
}

/* Numbers of that kind, some of which have names. */
static bool is_named_real(const struct apitrace_types *types, uint32_t type,
			  uint32_t base)
{
	return type >= APITRACE_T_FIRST && class_of(types, type) == FXG_ENUM &&
	       types->shapes[type].base == base;
}

/* Whether the value can be a plain argument of that type. */
static bool is_plain(struct apitrace_types *types, uint32_t type,
		     const struct apitrace_value *value)
{
	switch (value->tag) {
	case APITRACE_NULL:
		/* for a number, null would mean that it was not recorded */
		return type < APITRACE_T_FIRST
			       ? !is_any(type) && type != APITRACE_T_INT &&
					 type != APITRACE_T_BOOL
			       : class_of(types, type) == FXG_PTR ||
					 class_of(types, type) == FXG_STR;
	case APITRACE_OPAQUE:
	case APITRACE_FALSE:
	case APITRACE_TRUE:
		return true;
	case APITRACE_NEGATIVE:
	case APITRACE_UINT:
		return !is_named_type(types, type);
	case APITRACE_FLOAT:
		return type == APITRACE_T_FLOAT ||
		       type == APITRACE_T_ANY_FLOAT ||
		       is_named_real(types, type, APITRACE_T_FLOAT);
	case APITRACE_DOUBLE:
		return type == APITRACE_T_DOUBLE ||
		       type == APITRACE_T_ANY_DOUBLE ||
		       type == APITRACE_T_ANY ||
		       is_named_real(types, type, APITRACE_T_DOUBLE);
	case APITRACE_STRING:
		return (class_of(types, type) == FXG_STR ||
			(type == APITRACE_T_ANY &&
			 value->text.n_bytes <= MAX_ANY_BYTES)) &&
		       type != APITRACE_T_WIDE && is_text(value->text);
	case APITRACE_ENUM:
	case APITRACE_BITMASK:
		return is_named_type(types, type) &&
		       is_of_type(types, type, value);
	default:
		return false;
	}
}

void apitrace_types_emit(struct apitrace_types *types,
			 const struct apitrace_value *value)
{
	if (value->definition)
		(void)apitrace_types_of(types, value);
	for (size_t i = 0; i < value->n_items; i++)
		apitrace_types_emit(types, &value->items[i]);
}

uint32_t apitrace_types_fit(struct apitrace_types *types, uint32_t now,
			    const struct apitrace_value *value)
{
	apitrace_types_emit(types, value);
	if (now == APITRACE_T_NONE)
		now = first_type(types, value);
	if (now == APITRACE_T_NONE && value->tag != APITRACE_NULL)
		now = APITRACE_T_ANY;
	if (is_plain(types, now, value))
		return now;
	/* blobs of these types contain nothing that gives another type */
	if (now == APITRACE_T_FLOAT)
		return APITRACE_T_ANY_FLOAT;
	if (now == APITRACE_T_DOUBLE)
		return APITRACE_T_ANY_DOUBLE;
	if (now == APITRACE_T_STRING || now == APITRACE_T_POINTER)
		return APITRACE_T_ANY;
	return now;
}

static void put_type_tag(struct apitrace_pack *pack, uint32_t type)
{
	apitrace_pack_byte(pack, APITRACE_ENUM);
	apitrace_pack_varint(pack, type);
}

static void encode_value(struct apitrace_types *types,
			 struct apitrace_pack *pack, uint32_t type,
			 const struct apitrace_value *value);

static void encode_real(struct apitrace_pack *pack, uint32_t type,
			const struct apitrace_value *value)
{
	bool is_float = value->tag == APITRACE_FLOAT;
	bool is_around_float =
		type == APITRACE_T_FLOAT || type == APITRACE_T_ANY_FLOAT;

	if (is_float != is_around_float)
		put_type_tag(pack,
			     is_float ? APITRACE_T_FLOAT : APITRACE_T_DOUBLE);
	apitrace_pack_byte(pack, value->tag);
	apitrace_pack_bytes(pack, value->text);
}

static void encode_list(struct apitrace_types *types,
			struct apitrace_pack *pack, uint32_t type,
			const struct apitrace_value *value)
{
	uint32_t element = APITRACE_T_NONE;

	if (type == APITRACE_T_FLOATS)
		element = APITRACE_T_FLOAT;
	else if (type == APITRACE_T_DOUBLES)
		element = APITRACE_T_DOUBLE;
	else if (type == APITRACE_T_LIST)
		element = APITRACE_T_ANY;
	else if (type >= APITRACE_T_FIRST && class_of(types, type) == FXG_PTR)
		element = types->shapes[type].base;
	apitrace_pack_byte(pack, APITRACE_ARRAY);
	apitrace_pack_varint(pack, value->n_items);
	for (size_t i = 0; i < value->n_items; i++)
		encode_value(types, pack, element, &value->items[i]);
}

/* Members that were left out are NULL: the struct needs all of them. */
static void encode_struct(struct apitrace_types *types,
			  struct apitrace_pack *pack,
			  const struct apitrace_value *value)
{
	bool is_repr = value->tag == APITRACE_REPR;
	size_t n = is_repr ? 2 : value->definition->n;
	uint32_t type =
		is_repr ? APITRACE_T_REPR : apitrace_types_of(types, value);

	if (type == APITRACE_T_NONE) {
		encode_list(types, pack, type, value);
		return;
	}
	apitrace_pack_byte(pack, APITRACE_STRUCT);
	apitrace_pack_varint(pack, type);
	for (size_t i = 0; i < n; i++)
		if (i < value->n_items)
			encode_value(types, pack, APITRACE_T_ANY,
				     &value->items[i]);
		else
			apitrace_pack_null(pack);
}

static void encode_wide(struct apitrace_pack *pack, struct fxr_text chars)
{
	put_type_tag(pack, APITRACE_T_WIDE);
	apitrace_pack_byte(pack, APITRACE_WSTRING);
	apitrace_pack_varint(pack, chars.n_bytes / 4);
	for (size_t i = 0; i + 4 <= chars.n_bytes; i += 4) {
		uint32_t one;

		memcpy(&one, chars.bytes + i, 4);
		apitrace_pack_varint(pack, one);
	}
}

static void encode_named(struct apitrace_types *types,
			 struct apitrace_pack *pack,
			 const struct apitrace_value *value)
{
	uint32_t type = apitrace_types_of(types, value);

	if (type != APITRACE_T_NONE) {
		apitrace_pack_byte(pack, value->tag);
		apitrace_pack_varint(pack, type);
	}
	if (value->tag == APITRACE_BITMASK)
		apitrace_pack_uint(pack, value->number);
	else
		apitrace_pack_int(pack, (int64_t)value->number);
}

static void encode_integer(const struct apitrace_types *types,
			   struct apitrace_pack *pack, uint32_t type,
			   const struct apitrace_value *value)
{
	if (is_named_type(types, type))
		put_type_tag(pack, APITRACE_T_INT);
	if (value->tag == APITRACE_NEGATIVE)
		apitrace_pack_int(pack, (int64_t)value->number);
	else
		apitrace_pack_uint(pack, value->number);
}

/* type: what the reader assumes at this place. */
static void encode_value(struct apitrace_types *types,
			 struct apitrace_pack *pack, uint32_t type,
			 const struct apitrace_value *value)
{
	switch (value->tag) {
	case APITRACE_NULL:
	case APITRACE_FALSE:
	case APITRACE_TRUE:
		apitrace_pack_byte(pack, value->tag);
		return;
	case APITRACE_NEGATIVE:
	case APITRACE_UINT:
		encode_integer(types, pack, type, value);
		return;
	case APITRACE_FLOAT:
	case APITRACE_DOUBLE:
		encode_real(pack, type, value);
		return;
	case APITRACE_STRING:
		apitrace_pack_byte(pack, APITRACE_STRING);
		apitrace_pack_text(pack, value->text);
		return;
	case APITRACE_BLOB:
		if (!is_any(type))
			put_type_tag(pack, APITRACE_T_ANY);
		apitrace_pack_blob(pack, value->text);
		return;
	case APITRACE_ENUM:
	case APITRACE_BITMASK:
		encode_named(types, pack, value);
		return;
	case APITRACE_ARRAY:
		encode_list(types, pack, type, value);
		return;
	case APITRACE_STRUCT:
	case APITRACE_REPR:
		encode_struct(types, pack, value);
		return;
	case APITRACE_OPAQUE:
		apitrace_pack_pointer(pack, value->number);
		return;
	case APITRACE_WSTRING:
		encode_wide(pack, value->text);
		return;
	}
}

static void put_named(struct apitrace_types *types, struct fxr_text name,
		      const struct apitrace_value *value)
{
	struct apitrace_pack words = {0};
	bool is_known = value->tag == APITRACE_ENUM
				? constant_name(value, &words)
				: flag_names(value, &words);

	if (is_known)
		archive_out_string(
			types->archive, name,
			fxr_text((char *)words.bytes, words.n_bytes));
	else if (value->tag == APITRACE_ENUM)
		archive_out_int(types->archive, name, (int64_t)value->number);
	else
		archive_out_uint(types->archive, name, value->number);
	apitrace_pack_free(&words);
}

static void put_plain(struct apitrace_types *types, struct fxr_text name,
		      const struct apitrace_value *value)
{
	struct archive_out *archive = types->archive;

	switch (value->tag) {
	case APITRACE_NULL:
		archive_out_null(archive, name);
		return;
	case APITRACE_FALSE:
	case APITRACE_TRUE:
		archive_out_bool(archive, name, value->tag == APITRACE_TRUE);
		return;
	case APITRACE_NEGATIVE:
		archive_out_int(archive, name, (int64_t)value->number);
		return;
	case APITRACE_UINT:
		archive_out_uint(archive, name, value->number);
		return;
	case APITRACE_FLOAT:
	case APITRACE_DOUBLE:
		archive_out_double(archive, name, value->real);
		return;
	case APITRACE_STRING:
		archive_out_string(archive, name, value->text);
		return;
	case APITRACE_OPAQUE:
		archive_out_pointer(archive, name, value->number);
		return;
	default:
		put_named(types, name, value);
	}
}

/* Whether it is a string that is no plain argument: memory of a STR has no
 * tag. */
static bool is_raw(const struct apitrace_types *types, uint32_t type,
		   const struct apitrace_value *value)
{
	return class_of(types, type) == FXG_STR && type != APITRACE_T_WIDE &&
	       (value->tag == APITRACE_STRING || value->tag == APITRACE_BLOB);
}

void apitrace_types_put(struct apitrace_types *types, struct fxr_text name,
			uint32_t type, const struct apitrace_value *value)
{
	struct apitrace_pack pack = {0};

	if (is_plain(types, type, value)) {
		put_plain(types, name, value);
		return;
	}
	if (is_raw(types, type, value)) {
		archive_out_blob(types->archive, name, value->text);
		return;
	}
	encode_value(types, &pack, type, value);
	archive_out_blob(types->archive, name,
			 fxr_text((char *)pack.bytes, pack.n_bytes));
	apitrace_pack_free(&pack);
}

void apitrace_types_close(struct apitrace_types *types)
{
	fxr_map_fini(&types->map);
	free(types->shapes);
}
