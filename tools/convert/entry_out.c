/* SPDX-License-Identifier: MIT */
/*
 * Signature entries, see entry_out.h.
 */
#include "tools/convert/entry_out.h"

#include <stdlib.h>
#include <string.h>

static void put_bytes(struct entry_out *out, const void *bytes, size_t n)
{
	out->bytes = fxr_grow(out->bytes, &out->space, out->n_bytes + n + 1, 1);
	if (n)
		memcpy(out->bytes + out->n_bytes, bytes, n);
	out->n_bytes += n;
}

static void put_varint(struct entry_out *out, uint64_t value)
{
	unsigned char byte;

	for (; value >= 0x80; value >>= 7) {
		byte = (unsigned char)(value | 0x80);
		put_bytes(out, &byte, 1);
	}
	byte = (unsigned char)value;
	put_bytes(out, &byte, 1);
}

static void put_zigzag(struct entry_out *out, int64_t value)
{
	put_varint(out, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

static void put_word(struct entry_out *out, uint64_t word)
{
	unsigned char bytes[8];

	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (unsigned char)(word >> 8 * i);
	put_bytes(out, bytes, 8);
}

static void put_text(struct entry_out *out, struct fxr_text text)
{
	put_varint(out, text.n_bytes);
	put_bytes(out, text.bytes, text.n_bytes);
}

static void put_record(struct entry_out *out, const struct fxr_type *type)
{
	put_varint(out, type->n_members);
	for (size_t i = 0; i < type->n_members; i++) {
		const struct fxr_member *member = &type->members[i];

		put_text(out, member->name);
		put_varint(out, member->type);
		put_varint(out, member->byte_off);
		put_varint(out, member->bit_off);
		put_varint(out, member->bits);
	}
	put_varint(out, type->show);
	put_text(out, type->selector);
	put_varint(out, type->base);
	put_varint(out, type->next);
	put_text(out, type->length);
}

static void put_buffer(struct entry_out *out, const struct fxr_type *type)
{
	put_varint(out, type->dir);
	put_varint(out, type->flags);
	put_text(out, type->count);
	put_text(out, type->cap);
}

void entry_out_type(struct entry_out *out, const struct fxr_type *type)
{
	put_varint(out, type->class);
	put_text(out, type->c_name);
	put_varint(out, type->size);
	put_varint(out, type->align);
	switch (type->class) {
	case FXG_INT:
		put_varint(out, type->is_signed);
		put_varint(out, type->show);
		break;
	case FXG_ENUM:
	case FXG_FLAGS:
		put_varint(out, type->base);
		break;
	case FXG_HANDLE:
		put_varint(out, type->base);
		put_text(out, type->space);
		put_varint(out, type->scope);
		put_zigzag(out, type->null_value);
		break;
	case FXG_STR:
		put_varint(out, type->n);
		put_buffer(out, type);
		break;
	case FXG_PTR:
		put_varint(out, type->base);
		put_buffer(out, type);
		break;
	case FXG_ARRAY:
		put_varint(out, type->base);
		put_varint(out, type->n);
		break;
	case FXG_STRUCT:
	case FXG_UNION:
		put_record(out, type);
		break;
	case FXG_FUNC:
		put_varint(out, type->show);
		break;
	case FXG_SET:
		put_varint(out, type->base);
		put_zigzag(out, type->null_value);
		break;
	}
}

void entry_out_enumerator(struct entry_out *out,
			  const struct fxr_enumerator *enumerator)
{
	put_word(out, enumerator->value);
	put_word(out, enumerator->mask);
	put_text(out, enumerator->name);
}

void entry_out_case(struct entry_out *out, const struct fxr_case *one)
{
	put_word(out, one->value);
	put_varint(out, one->type);
	put_text(out, fxr_text("", 0));
}

void entry_out_function(struct entry_out *out,
			const struct fxr_function *function)
{
	put_text(out, function->category);
	put_text(out, function->name);
	put_text(out, function->symver);
	put_text(out, function->soname);
	put_text(out, function->abi);
	put_text(out, function->build_id);
	put_varint(out, function->ret);
	put_varint(out, function->n_params);
	put_varint(out, function->n_fixed);
	for (size_t i = 0; i < function->n_params; i++) {
		put_text(out, function->params[i].name);
		put_varint(out, function->params[i].type);
	}
	put_varint(out, function->error_rule);
	put_varint(out, function->flags);
	put_varint(out, function->varargs);
	put_varint(out, function->varargs_k);
}

void entry_out_append(struct entry_out *out, enum fxw_entry_kind kind,
		      uint32_t id, const struct entry_out *body)
{
	put_varint(out, kind);
	put_varint(out, id);
	put_varint(out, body->n_bytes);
	put_bytes(out, body->bytes, body->n_bytes);
}

void entry_out_free(struct entry_out *out)
{
	free(out->bytes);
	*out = (struct entry_out){0};
}
