/* SPDX-License-Identifier: MIT */
/*
 * Values in apitrace's encoding, see value.h.
 */
#include "tools/convert/apitrace/value.h"

#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 24u

/* A number that has a name, or might have one. */
static void put_named(struct apitrace_values *values,
		      struct apitrace_pack *pack, const struct fxr_type *type,
		      uint64_t number)
{
	struct apitrace_sig *sig = NULL;

	if (type->class == FXG_ENUM || type->class == FXG_FLAGS)
		sig = apitrace_sigs_enum(values->sigs, type);
	if (sig && type->class == FXG_FLAGS) {
		apitrace_pack_byte(pack, APITRACE_BITMASK);
		apitrace_pack_ref(pack, sig);
		apitrace_pack_varint(pack, number);
		return;
	}
	if (sig) {
		apitrace_pack_byte(pack, APITRACE_ENUM);
		apitrace_pack_ref(pack, sig);
	}
	if (fxr_type_is_signed(values->types, type))
		apitrace_pack_int(pack, (int64_t)number);
	else
		apitrace_pack_uint(pack, number);
}

static void put_string(struct apitrace_pack *pack, struct fxr_text text)
{
	apitrace_pack_byte(pack, APITRACE_STRING);
	apitrace_pack_text(pack, text);
}

static void put_symbol(struct apitrace_values *values,
		       struct apitrace_pack *pack,
		       const struct fxr_value *value)
{
	const struct fxr_type *type =
		fxr_type_target(values->types, value->type);
	const struct fxr_type *named;
	uint64_t number;

	if (type && fxr_number_of_symbol(values->types, type, value->as.text,
					 &number)) {
		named = fxr_type_of_symbol(values->types, type, value->as.text);
		put_named(values, pack, named ? named : type, number);
		return;
	}
	values->n_unknown++;
	put_string(pack, value->as.text);
}

static void put_integer(struct apitrace_values *values,
			struct apitrace_pack *pack,
			const struct fxr_value *value)
{
	const struct fxr_type *type =
		fxr_type_target(values->types, value->type);

	if (type && (type->class == FXG_ENUM || type->class == FXG_FLAGS))
		put_named(values, pack, type, value->as.u64);
	else if (value->kind == FXR_VALUE_INT)
		apitrace_pack_int(pack, value->as.i64);
	else
		apitrace_pack_uint(pack, value->as.u64);
}

static void put_double(const struct fxr_types *types,
		       struct apitrace_pack *pack,
		       const struct fxr_value *value)
{
	const struct fxr_type *type = fxr_type_target(types, value->type);
	float number = (float)value->as.f64;

	if (type && type->size == 4) {
		apitrace_pack_byte(pack, APITRACE_FLOAT);
		apitrace_pack_bytes(pack, fxr_text((char *)&number, 4));
		return;
	}
	apitrace_pack_byte(pack, APITRACE_DOUBLE);
	apitrace_pack_bytes(pack, fxr_text((const char *)&value->as.f64, 8));
}

/* The character that begins here and its bytes; an invalid byte is itself. */
static unsigned wide_char(struct fxr_text text, size_t *n)
{
	unsigned first = (unsigned char)text.bytes[0], code;
	size_t want = first < 0xc0   ? 1
		      : first < 0xe0 ? 2
		      : first < 0xf0 ? 3
				     : 4;

	*n = 1;
	if (want == 1 || want > text.n_bytes)
		return first;
	code = first & (0xffu >> (want + 1));
	for (size_t i = 1; i < want; i++)
		code = code << 6 | ((unsigned char)text.bytes[i] & 0x3f);
	*n = want;
	return code;
}

static void put_wide(struct apitrace_pack *pack, struct fxr_text text)
{
	struct apitrace_pack chars = {0};
	uint64_t n_chars = 0;

	while (text.n_bytes) {
		size_t n;

		apitrace_pack_varint(&chars, wide_char(text, &n));
		text = fxr_text(text.bytes + n, text.n_bytes - n);
		n_chars++;
	}
	apitrace_pack_byte(pack, APITRACE_WSTRING);
	apitrace_pack_varint(pack, n_chars);
	apitrace_pack_all(pack, &chars);
	apitrace_pack_free(&chars);
}

static void put_text(struct apitrace_values *values, struct apitrace_pack *pack,
		     const struct fxr_value *value)
{
	const struct fxr_type *type =
		fxr_type_target(values->types, value->type);

	values->n_cut += value->as.text.n_bytes < value->true_bytes;
	/* apitrace's strings end at the first NUL: with one inside, it is
	 * memory */
	if (value->kind == FXR_VALUE_BYTES ||
	    value->kind == FXR_VALUE_LONG_DOUBLE ||
	    memchr(value->as.text.bytes, 0, value->as.text.n_bytes))
		apitrace_pack_blob(pack, value->as.text);
	else if (type && type->class == FXG_STR && type->n == 4)
		put_wide(pack, value->as.text);
	else
		put_string(pack, value->as.text);
}

static const struct fxr_type *element(const struct fxr_types *types,
				      const struct fxr_type *type)
{
	if (type && (type->class == FXG_ARRAY || type->class == FXG_PTR))
		return fxr_type_base(types, type);
	return NULL;
}

/* A list of attributes has pairs in the archive and one flat array in
 * apitrace. */
static bool is_pairs(const struct fxr_value *value)
{
	for (size_t i = 0; i < value->as.list.n; i++) {
		const struct fxr_value *item = &value->as.list.items[i];
		size_t n = item->kind == FXR_VALUE_STRUCT ? item->as.list.n : 0;

		if (!n || n > 2 || !fxr_is(item->as.list.items[0].name, "key"))
			return false;
	}
	return value->as.list.n;
}

static void put_pairs(struct apitrace_values *values,
		      struct apitrace_pack *pack, const struct fxr_value *value)
{
	size_t n = 0;

	for (size_t i = 0; i < value->as.list.n; i++)
		n += value->as.list.items[i].as.list.n;
	apitrace_pack_byte(pack, APITRACE_ARRAY);
	apitrace_pack_varint(pack, n);
	for (size_t i = 0; i < value->as.list.n; i++) {
		const struct fxr_value *item = &value->as.list.items[i];

		for (size_t j = 0; j < item->as.list.n; j++)
			apitrace_value_put(values, pack,
					   item->as.list.items[j].type,
					   &item->as.list.items[j]);
	}
}

static void put_array(struct apitrace_values *values,
		      struct apitrace_pack *pack,
		      const struct fxr_type *declared,
		      const struct fxr_value *value)
{
	const struct fxr_type *type = element(values->types, declared);

	if (is_pairs(value)) {
		put_pairs(values, pack, value);
		return;
	}
	apitrace_pack_byte(pack, APITRACE_ARRAY);
	apitrace_pack_varint(pack, value->as.list.n);
	for (size_t i = 0; i < value->as.list.n; i++)
		apitrace_value_put(values, pack, type,
				   &value->as.list.items[i]);
}

/* Whether the value has all members of the type, as it declares them. */
static bool is_whole(const struct fxr_type *type, const struct fxr_value *value)
{
	size_t n = value->as.list.n, i = 0;

	if (!type || type->n_members != n)
		return false;
	while (i < n &&
	       fxr_is_same(value->as.list.items[i].name, type->members[i].name))
		i++;
	return i == n;
}

static struct apitrace_sig *struct_sig(struct apitrace_values *values,
				       const struct fxr_type *type,
				       const struct fxr_value *value)
{
	struct fxr_text name = type ? type->c_name : fxr_text("", 0);
	size_t n = value->as.list.n;
	struct apitrace_sig *sig;
	struct fxr_text *names;

	if (is_whole(type, value))
		return apitrace_sigs_record(values->sigs, type);
	names = fxr_new(n + 1, sizeof(*names));
	for (size_t i = 0; i < n; i++)
		names[i] = value->as.list.items[i].name;
	sig = apitrace_sigs_struct(values->sigs, name, names, n);
	free(names);
	return sig;
}

static void put_struct(struct apitrace_values *values,
		       struct apitrace_pack *pack,
		       const struct fxr_value *value)
{
	const struct fxr_type *type =
		fxr_type_target(values->types, value->type);
	size_t n = value->as.list.n;
	bool is_repr = n == 2 && type && fxr_is(type->c_name, "repr");

	apitrace_pack_byte(pack, is_repr ? APITRACE_REPR : APITRACE_STRUCT);
	if (!is_repr)
		apitrace_pack_ref(pack, struct_sig(values, type, value));
	for (size_t i = 0; i < n; i++)
		apitrace_value_put(values, pack, value->as.list.items[i].type,
				   &value->as.list.items[i]);
}

/* Whether the value is the target of the declared pointer. */
static bool is_target(const struct fxr_type *declared,
		      const struct fxr_value *value)
{
	bool is_memory = value->kind == FXR_VALUE_BYTES;

	if (!declared || declared->class != FXG_PTR || is_memory ||
	    value->kind == FXR_VALUE_NULL || value->kind == FXR_VALUE_ARRAY ||
	    value->kind == FXR_VALUE_KOID)
		return false;
	return value->kind != FXR_VALUE_POINTER || value->type;
}

static void put_plain(struct apitrace_values *values,
		      struct apitrace_pack *pack,
		      const struct fxr_type *declared,
		      const struct fxr_value *value)
{
	switch (value->kind) {
	case FXR_VALUE_NULL:
		apitrace_pack_null(pack);
		return;
	case FXR_VALUE_BOOL:
		apitrace_pack_byte(pack, value->as.boolean ? APITRACE_TRUE
							   : APITRACE_FALSE);
		return;
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
	case FXR_VALUE_KOID:
		put_integer(values, pack, value);
		return;
	case FXR_VALUE_DOUBLE:
		put_double(values->types, pack, value);
		return;
	case FXR_VALUE_SYMBOL:
		put_symbol(values, pack, value);
		return;
	case FXR_VALUE_STRING:
	case FXR_VALUE_BYTES:
	case FXR_VALUE_LONG_DOUBLE:
		put_text(values, pack, value);
		return;
	case FXR_VALUE_POINTER:
		apitrace_pack_pointer(pack, value->as.u64);
		return;
	case FXR_VALUE_ARRAY:
		put_array(values, pack, declared, value);
		return;
	case FXR_VALUE_STRUCT:
		put_struct(values, pack, value);
		return;
	}
}

void apitrace_value_put(struct apitrace_values *values,
			struct apitrace_pack *pack,
			const struct fxr_type *declared,
			const struct fxr_value *value)
{
	if (is_target(declared, value)) {
		apitrace_pack_byte(pack, APITRACE_ARRAY);
		apitrace_pack_varint(pack, 1);
		declared = fxr_type_base(values->types, declared);
	}
	put_plain(values, pack, declared, value);
}
