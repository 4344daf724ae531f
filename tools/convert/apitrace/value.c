/* SPDX-License-Identifier: MIT */
/*
 * Values in apitrace's encoding, see value.h.
 */
#include "tools/convert/apitrace/value.h"

#include <stdlib.h>
#include <string.h>

/* Pointers to pointers that are followed: a type that leads to itself comes
 * from a damaged file. */
#define MAX_POINTERS 8u

static const struct fxtrace_type *target(const struct apitrace_values *values,
					 const struct fxtrace_type *type)
{
	for (unsigned i = 0;
	     i < MAX_POINTERS && type && type->kind == FXTRACE_TYPE_POINTER;
	     i++)
		type = fxtrace_type_base(values->archive, type);
	return type;
}

static const struct fxtrace_type *target_of(
	const struct apitrace_values *values, const struct fxtrace_value *value)
{
	return target(values, fxtrace_type_of(values->archive, value));
}

static bool has_names(const struct fxtrace_type *type)
{
	return type && (type->kind == FXTRACE_TYPE_ENUM ||
			type->kind == FXTRACE_TYPE_FLAGS);
}

bool apitrace_is_address(const struct fxtrace_value *value)
{
	/* a null pointer of the program is a number */
	return value->kind == FXTRACE_ADDRESS ||
	       (value->kind == FXTRACE_NULL && value->has_number);
}

bool apitrace_number(const struct fxtrace_value *value, uint64_t *number)
{
	*number = value->number;
	return value->has_number || value->kind == FXTRACE_OBJECT ||
	       (value->kind == FXTRACE_NULL && !value->is_withheld);
}

/* Whether some of it was left out when it was recorded. */
static bool is_cut(const struct fxtrace_value *value)
{
	switch (value->kind) {
	case FXTRACE_NULL:
		return value->is_withheld && value->true_size != UINT64_MAX;
	case FXTRACE_TEXT:
	case FXTRACE_BYTES:
		return value->true_size > value->n_bytes;
	case FXTRACE_LIST:
	case FXTRACE_RECORD:
		return value->true_size > value->n_items;
	default:
		return false;
	}
}

/* A number that has a name, or might have one. */
static void put_named(struct apitrace_values *values,
		      struct apitrace_pack *pack,
		      const struct fxtrace_type *type, uint64_t number)
{
	struct apitrace_sig *sig = NULL;

	if (has_names(type))
		sig = apitrace_sigs_enum(values->sigs, type);
	if (sig && type->kind == FXTRACE_TYPE_FLAGS) {
		apitrace_pack_byte(pack, APITRACE_BITMASK);
		apitrace_pack_ref(pack, sig);
		apitrace_pack_varint(pack, number);
		return;
	}
	if (sig) {
		apitrace_pack_byte(pack, APITRACE_ENUM);
		apitrace_pack_ref(pack, sig);
	}
	if (type->is_signed)
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
		       const struct fxtrace_value *value)
{
	const struct fxtrace_type *type = NULL;

	if (value->has_number) {
		type = fxtrace_type_of_constant(values->archive, value);
		type = type ?: target_of(values, value);
	}
	if (type) {
		put_named(values, pack, type, value->number);
		return;
	}
	values->n_unknown++;
	put_string(pack, apitrace_bytes(value));
}

static void put_integer(struct apitrace_values *values,
			struct apitrace_pack *pack,
			const struct fxtrace_value *value)
{
	const struct fxtrace_type *type = target_of(values, value);

	if (has_names(type))
		put_named(values, pack, type, value->number);
	else if (value->kind == FXTRACE_INT)
		apitrace_pack_int(pack, value->integer);
	else
		apitrace_pack_uint(pack, value->number);
}

static void put_double(struct apitrace_values *values,
		       struct apitrace_pack *pack,
		       const struct fxtrace_value *value)
{
	const struct fxtrace_type *type = target_of(values, value);
	float number = (float)value->real;

	if (type && type->n_bytes == 4) {
		apitrace_pack_byte(pack, APITRACE_FLOAT);
		apitrace_pack_bytes(pack, fxr_text((char *)&number, 4));
		return;
	}
	apitrace_pack_byte(pack, APITRACE_DOUBLE);
	apitrace_pack_bytes(pack, fxr_text((const char *)&value->real, 8));
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
		     const struct fxtrace_value *value)
{
	const struct fxtrace_type *type = target_of(values, value);
	struct fxr_text text = apitrace_bytes(value);

	/* apitrace's strings end at the first NUL: with one inside, it is
	 * memory */
	if (value->kind != FXTRACE_TEXT ||
	    (text.n_bytes && memchr(text.bytes, 0, text.n_bytes)))
		apitrace_pack_blob(pack, text);
	else if (type && type->kind == FXTRACE_TYPE_STRING &&
		 type->n_unit_bytes == 4)
		put_wide(pack, text);
	else
		put_string(pack, text);
}

static const struct fxtrace_type *element(struct apitrace_values *values,
					  const struct fxtrace_type *type)
{
	if (type && (type->kind == FXTRACE_TYPE_ARRAY ||
		     type->kind == FXTRACE_TYPE_POINTER))
		return fxtrace_type_base(values->archive, type);
	return NULL;
}

/* Whether it is a string that was too long for a record: memory in pieces. */
static bool is_string(const struct fxtrace_type *declared,
		      const struct fxtrace_value *value)
{
	return value->kind == FXTRACE_BYTES && declared &&
	       declared->kind == FXTRACE_TYPE_STRING &&
	       declared->n_unit_bytes == 1 && value->n_bytes &&
	       !memchr(value->bytes, 0, value->n_bytes);
}

/* A list of attributes has pairs in the archive and one flat array in
 * apitrace. */
static bool is_pairs(const struct fxtrace_value *value)
{
	for (size_t i = 0; i < value->n_items; i++) {
		const struct fxtrace_value *item = value->items[i];
		size_t n = item->kind == FXTRACE_RECORD ? item->n_items : 0;

		if (!n || n > 2 || strcmp(item->items[0]->name, "key") != 0)
			return false;
	}
	return value->n_items;
}

static void put_item(struct apitrace_values *values, struct apitrace_pack *pack,
		     const struct fxtrace_value *item)
{
	apitrace_value_put(values, pack, fxtrace_type_of(values->archive, item),
			   item);
}

static void put_pairs(struct apitrace_values *values,
		      struct apitrace_pack *pack,
		      const struct fxtrace_value *value)
{
	size_t n = 0;

	for (size_t i = 0; i < value->n_items; i++)
		n += value->items[i]->n_items;
	apitrace_pack_byte(pack, APITRACE_ARRAY);
	apitrace_pack_varint(pack, n);
	for (size_t i = 0; i < value->n_items; i++) {
		const struct fxtrace_value *item = value->items[i];

		for (size_t j = 0; j < item->n_items; j++)
			put_item(values, pack, item->items[j]);
	}
}

static void put_array(struct apitrace_values *values,
		      struct apitrace_pack *pack,
		      const struct fxtrace_type *declared,
		      const struct fxtrace_value *value)
{
	const struct fxtrace_type *type = element(values, declared);

	if (is_pairs(value)) {
		put_pairs(values, pack, value);
		return;
	}
	apitrace_pack_byte(pack, APITRACE_ARRAY);
	apitrace_pack_varint(pack, value->n_items);
	for (size_t i = 0; i < value->n_items; i++)
		apitrace_value_put(values, pack, type, value->items[i]);
}

/* Whether the value has all members of the type, as it declares them. */
static bool is_whole(const struct fxtrace_type *type,
		     const struct fxtrace_value *value)
{
	size_t n = value->n_items, i = 0;

	if (!type || type->n_members != n)
		return false;
	while (i < n &&
	       strcmp(value->items[i]->name, type->members[i].name) == 0)
		i++;
	return i == n;
}

static struct apitrace_sig *struct_sig(struct apitrace_values *values,
				       const struct fxtrace_type *type,
				       const struct fxtrace_value *value)
{
	const char *name = type ? type->name : "";
	size_t n = value->n_items;
	struct apitrace_sig *sig;
	struct fxr_text *names;

	if (is_whole(type, value))
		return apitrace_sigs_record(values->sigs, type);
	names = fxr_new(n + 1, sizeof(*names));
	for (size_t i = 0; i < n; i++)
		names[i] = fxr_text(value->items[i]->name,
				    value->items[i]->n_name_bytes);
	sig = apitrace_sigs_struct(values->sigs, fxr_text(name, strlen(name)),
				   names, n);
	free(names);
	return sig;
}

static void put_struct(struct apitrace_values *values,
		       struct apitrace_pack *pack,
		       const struct fxtrace_value *value,
		       const struct fxtrace_type *type)
{
	size_t n = value->n_items;
	bool is_repr = n == 2 && type && strcmp(type->name, "repr") == 0;

	apitrace_pack_byte(pack, is_repr ? APITRACE_REPR : APITRACE_STRUCT);
	if (!is_repr)
		apitrace_pack_ref(pack, struct_sig(values, type, value));
	for (size_t i = 0; i < n; i++)
		put_item(values, pack, value->items[i]);
}

static bool leads_to_string(struct apitrace_values *values,
			    const struct fxtrace_type *pointer)
{
	const struct fxtrace_type *type =
		fxtrace_type_base(values->archive, pointer);

	return type && type->kind == FXTRACE_TYPE_STRING;
}

/* Whether the value is the target of the declared pointer. */
static bool is_target(struct apitrace_values *values,
		      const struct fxtrace_type *declared,
		      const struct fxtrace_value *value)
{
	if (!declared || declared->kind != FXTRACE_TYPE_POINTER ||
	    value->kind == FXTRACE_BYTES || value->kind == FXTRACE_LIST ||
	    value->kind == FXTRACE_OBJECT)
		return false;
	if (apitrace_is_address(value))
		return fxtrace_type_of(values->archive, value);
	if (value->kind == FXTRACE_TEXT)
		return leads_to_string(values, declared);
	return value->kind != FXTRACE_NULL;
}

static void put_plain(struct apitrace_values *values,
		      struct apitrace_pack *pack,
		      const struct fxtrace_type *declared,
		      const struct fxtrace_value *value)
{
	switch (value->kind) {
	case FXTRACE_NULL:
		apitrace_pack_null(pack);
		return;
	case FXTRACE_BOOL:
		apitrace_pack_byte(pack, value->number ? APITRACE_TRUE
						       : APITRACE_FALSE);
		return;
	case FXTRACE_INT:
	case FXTRACE_UINT:
	case FXTRACE_OBJECT:
		put_integer(values, pack, value);
		return;
	case FXTRACE_DOUBLE:
		put_double(values, pack, value);
		return;
	case FXTRACE_SYMBOL:
		put_symbol(values, pack, value);
		return;
	case FXTRACE_TEXT:
	case FXTRACE_BYTES:
	case FXTRACE_LONG_DOUBLE:
		if (is_string(declared, value))
			put_string(pack, apitrace_bytes(value));
		else
			put_text(values, pack, value);
		return;
	case FXTRACE_ADDRESS:
		apitrace_pack_pointer(pack, value->number);
		return;
	case FXTRACE_LIST:
		put_array(values, pack, declared, value);
		return;
	case FXTRACE_RECORD:
		put_struct(values, pack, value, target_of(values, value));
		return;
	}
}

void apitrace_value_put(struct apitrace_values *values,
			struct apitrace_pack *pack,
			const struct fxtrace_type *declared,
			const struct fxtrace_value *value)
{
	values->n_cut += is_cut(value);
	if (is_target(values, declared, value)) {
		apitrace_pack_byte(pack, APITRACE_ARRAY);
		apitrace_pack_varint(pack, 1);
		declared = fxtrace_type_base(values->archive, declared);
	}
	put_plain(values, pack, declared, value);
}

void apitrace_value_put_members(struct apitrace_values *values,
				struct apitrace_pack *pack,
				const struct fxtrace_type *declared,
				const struct fxtrace_value *value)
{
	if (is_target(values, declared, value)) {
		apitrace_pack_byte(pack, APITRACE_ARRAY);
		apitrace_pack_varint(pack, 1);
	}
	put_struct(values, pack, value, target(values, declared));
}
