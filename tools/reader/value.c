/* SPDX-License-Identifier: MIT */
/*
 * Value trees, see value.h. The encoding is apitrace's ("Values" in its trace
 * format document) with bare type ids. A few bytes may announce a huge tree, so
 * depth and number of nodes are capped.
 */
#include "tools/reader/value.h"

#include <string.h>

#include "tools/reader/raw.h"

#define MAX_DEPTH 32u
#define MAX_NODES (1u << 18)

/* trace format of apitrace, Values */
enum tag {
	TAG_NULL,
	TAG_FALSE,
	TAG_TRUE,
	TAG_NEGATIVE,
	TAG_UINT,
	TAG_FLOAT,
	TAG_DOUBLE,
	TAG_STRING,
	TAG_BLOB,
	TAG_ENUM,
	TAG_BITMASK,
	TAG_ARRAY,
	TAG_STRUCT,
	TAG_OPAQUE,
	TAG_PAIR,
	TAG_WSTRING,
};

struct decoder {
	struct fxr_bytes in;
	struct fxr_arena *arena;
	const struct fxr_types *types;
	uint32_t provider;
	unsigned n_nodes, depth;
};

static void decode(struct decoder *decoder, const struct fxr_type *type,
		   struct fxr_value *value);

static const struct fxr_type *type_of_id(struct decoder *decoder)
{
	uint64_t id = fxr_get_varint(&decoder->in);

	if (id >= FXR_NONE)
		return NULL;
	return fxr_type_find(decoder->types, decoder->provider, (uint32_t)id);
}

/* n items in the arena; each takes at least one byte of the input. */
static bool make_items(struct decoder *decoder, struct fxr_value *value,
		       uint64_t n)
{
	uint64_t n_left = (uint64_t)(decoder->in.end - decoder->in.at);

	if (n > n_left || n > MAX_NODES - decoder->n_nodes) {
		decoder->in.is_bad = true;
		n = 0;
	}
	decoder->n_nodes += (unsigned)n;
	value->as.list.n = n;
	value->as.list.items =
		fxr_arena_alloc(decoder->arena, n * sizeof(*value));
	return n;
}

static void decode_array(struct decoder *decoder, const struct fxr_type *type,
			 struct fxr_value *value)
{
	const struct fxr_type *element = NULL;
	size_t i;

	value->kind = FXR_VALUE_ARRAY;
	if (type && (type->class == FXG_ARRAY || type->class == FXG_PTR))
		element = fxr_type_base(decoder->types, type);
	else if (type && type->class == FXG_STR)
		element = type;
	make_items(decoder, value, fxr_get_varint(&decoder->in));
	for (i = 0; i < value->as.list.n && !decoder->in.is_bad; i++)
		decode(decoder, element, &value->as.list.items[i]);
}

/* A member that was withheld: [NULL, its size]. */
static void settle_secret(struct fxr_value *value)
{
	const struct fxr_value *part = value->as.list.items;
	uint64_t n_bytes;

	if (value->kind != FXR_VALUE_ARRAY || value->as.list.n != 2 ||
	    part[0].kind != FXR_VALUE_NULL || part[1].kind != FXR_VALUE_UINT)
		return;
	n_bytes = part[1].as.u64;
	*value = (struct fxr_value){.type = value->type,
				    .true_bytes = n_bytes,
				    .is_withheld = true};
}

static void decode_struct(struct decoder *decoder, struct fxr_value *value)
{
	const struct fxr_type *type = type_of_id(decoder);
	size_t i;

	value->kind = FXR_VALUE_STRUCT;
	value->type = type;
	if (!type || (type->class != FXG_STRUCT && type->class != FXG_UNION)) {
		decoder->in.is_bad = true;
		return;
	}
	make_items(decoder, value, type->n_members);
	for (i = 0; i < value->as.list.n && !decoder->in.is_bad; i++) {
		const struct fxr_member *member = &type->members[i];

		decode(decoder,
		       fxr_type_find(decoder->types, type->provider,
				     member->type),
		       &value->as.list.items[i]);
		settle_secret(&value->as.list.items[i]);
		value->as.list.items[i].name = member->name;
	}
}

/* Low and high half: the human-readable one gives the value. */
static void decode_pair(struct decoder *decoder, const struct fxr_type *type,
			struct fxr_value *value)
{
	struct fxr_value machine = {0};

	decode(decoder, type, value);
	decode(decoder, type, &machine);
}

static void decode_float(struct decoder *decoder, struct fxr_value *value)
{
	unsigned char bytes[4];
	float number;
	unsigned i;

	for (i = 0; i < 4; i++)
		bytes[i] = (unsigned char)fxr_get_byte(&decoder->in);
	memcpy(&number, bytes, 4);
	value->kind = FXR_VALUE_DOUBLE;
	value->as.f64 = (double)number;
}

size_t fxr_utf8(char *to, uint64_t code)
{
	if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		code = 0xfffd;
	if (code < 0x80) {
		to[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		to[0] = (char)(0xc0 | code >> 6);
		to[1] = (char)(0x80 | (code & 0x3f));
		return 2;
	}
	if (code < 0x10000) {
		to[0] = (char)(0xe0 | code >> 12);
		to[1] = (char)(0x80 | (code >> 6 & 0x3f));
		to[2] = (char)(0x80 | (code & 0x3f));
		return 3;
	}
	to[0] = (char)(0xf0 | code >> 18);
	to[1] = (char)(0x80 | (code >> 12 & 0x3f));
	to[2] = (char)(0x80 | (code >> 6 & 0x3f));
	to[3] = (char)(0x80 | (code & 0x3f));
	return 4;
}

static void decode_wide(struct decoder *decoder, struct fxr_value *value)
{
	uint64_t n = fxr_get_varint(&decoder->in);
	size_t n_bytes = 0;
	char *to;
	uint64_t i;

	if (n > (uint64_t)(decoder->in.end - decoder->in.at)) {
		decoder->in.is_bad = true;
		return;
	}
	to = fxr_arena_alloc(decoder->arena, n * 4 + 1);
	for (i = 0; i < n; i++)
		n_bytes += fxr_utf8(to + n_bytes, fxr_get_varint(&decoder->in));
	value->kind = FXR_VALUE_STRING;
	value->as.text = fxr_text(to, n_bytes);
	value->true_bytes = n_bytes;
}

static void set_text(struct fxr_value *value, enum fxr_value_kind kind,
		     struct fxr_text text)
{
	value->kind = kind;
	value->as.text = text;
	value->true_bytes = text.n_bytes;
}

static void set_double(struct decoder *decoder, struct fxr_value *value)
{
	uint64_t bits = fxr_get_word(&decoder->in);

	value->kind = FXR_VALUE_DOUBLE;
	memcpy(&value->as.f64, &bits, 8);
}

static void set_uint(struct fxr_value *value, enum fxr_value_kind kind,
		     uint64_t number)
{
	value->kind = kind;
	value->as.u64 = number;
}

/* Raw bytes: of a struct, its members; else by their type. */
static void decode_blob(struct decoder *decoder, const struct fxr_type *type,
			struct fxr_value *value)
{
	struct fxr_text bytes = fxr_get_text(&decoder->in);
	unsigned class = type ? type->class : FXG_VOID;

	if (class == FXG_STRUCT || class == FXG_UNION || class == FXG_ARRAY ||
	    class == FXG_SET || class == FXG_PTR)
		fxr_raw_decode(decoder->arena, decoder->types, type, bytes,
			       value);
	else
		fxr_value_raw(value, type, bytes);
}

static void decode_tagged(struct decoder *decoder, unsigned tag,
			  const struct fxr_type *type, struct fxr_value *value)
{
	struct fxr_bytes *in = &decoder->in;

	switch (tag) {
	case TAG_NULL:
		return;
	case TAG_FALSE:
	case TAG_TRUE:
		value->kind = FXR_VALUE_BOOL;
		value->as.boolean = tag == TAG_TRUE;
		return;
	case TAG_NEGATIVE:
		set_uint(value, FXR_VALUE_INT, -fxr_get_varint(in));
		return;
	case TAG_UINT:
		set_uint(value, FXR_VALUE_UINT, fxr_get_varint(in));
		return;
	case TAG_FLOAT:
		decode_float(decoder, value);
		return;
	case TAG_DOUBLE:
		set_double(decoder, value);
		return;
	case TAG_STRING:
		set_text(value, FXR_VALUE_STRING, fxr_get_text(in));
		return;
	case TAG_BLOB:
		decode_blob(decoder, type, value);
		return;
	case TAG_ENUM:
	case TAG_BITMASK:
		type = type_of_id(decoder);
		decode(decoder, type, value);
		value->type = type;
		return;
	case TAG_ARRAY:
		decode_array(decoder, type, value);
		return;
	case TAG_STRUCT:
		decode_struct(decoder, value);
		return;
	case TAG_OPAQUE:
		set_uint(value, FXR_VALUE_POINTER, fxr_get_varint(in));
		return;
	case TAG_PAIR:
		decode_pair(decoder, type, value);
		return;
	case TAG_WSTRING:
		decode_wide(decoder, value);
		return;
	}
	in->is_bad = true;
}

static void decode(struct decoder *decoder, const struct fxr_type *type,
		   struct fxr_value *value)
{
	unsigned tag = fxr_get_byte(&decoder->in);

	/* A pointer to one target is shown as the target. */
	if (type && type->class == FXG_PTR && tag != TAG_ARRAY &&
	    !(tag == TAG_BLOB && type->flags & FXG_RAW))
		type = fxr_type_base(decoder->types, type);
	*value = (struct fxr_value){.type = type};
	if (++decoder->depth > MAX_DEPTH)
		decoder->in.is_bad = true;
	if (!decoder->in.is_bad)
		decode_tagged(decoder, tag, type, value);
	decoder->depth--;
}

struct fxr_value *fxr_value_decode(struct fxr_arena *arena,
				   const struct fxr_types *types,
				   uint32_t provider,
				   const struct fxr_type *type,
				   const void *bytes, size_t n_bytes)
{
	struct decoder decoder = {
		.in = {bytes, (const unsigned char *)bytes + n_bytes, false},
		.arena = arena,
		.types = types,
		.provider = provider,
	};
	struct fxr_value *value = fxr_arena_alloc(arena, sizeof(*value));

	decode(&decoder, type, value);
	if (decoder.in.is_bad || decoder.in.at != decoder.in.end)
		return NULL;
	return value;
}

void fxr_value_raw(struct fxr_value *value, const struct fxr_type *type,
		   struct fxr_text bytes)
{
	unsigned class = type ? type->class : FXG_VOID;
	float number;

	value->type = type;
	set_text(value, FXR_VALUE_BYTES, bytes);
	if (class == FXG_STR && type->n <= 1) { /* not UTF-8 */
		value->kind = FXR_VALUE_STRING;
	} else if (class == FXG_FLOAT && bytes.n_bytes == 16) {
		value->kind = FXR_VALUE_LONG_DOUBLE;
	} else if (class == FXG_FLOAT && bytes.n_bytes == 8) {
		value->kind = FXR_VALUE_DOUBLE;
		memcpy(&value->as.f64, bytes.bytes, 8);
	} else if (class == FXG_FLOAT && bytes.n_bytes == 4) {
		memcpy(&number, bytes.bytes, 4);
		value->kind = FXR_VALUE_DOUBLE;
		value->as.f64 = (double)number;
	}
}

bool fxr_is_raw(const struct fxr_types *types, const struct fxr_type *type)
{
	bool is_behind = type && type->class == FXG_PTR;

	if (is_behind && type->flags & FXG_RAW)
		return true;
	if (is_behind)
		type = fxr_type_base(types, type);
	if (!type)
		return true;
	switch (type->class) {
	case FXG_VOID:
	case FXG_OPAQUE:
	case FXG_FUNC:
	case FXG_ANY:
		return true;
	case FXG_STR:
	case FXG_FLOAT:
		/* itself if it is a value; behind a pointer it is an array */
		return !is_behind;
	}
	return false;
}

bool fxr_is_memory(const struct fxr_types *types, const struct fxr_type *type)
{
	return type && type->class == FXG_PTR && !(type->flags & FXG_RAW) &&
	       fxr_is_raw(types, type);
}
