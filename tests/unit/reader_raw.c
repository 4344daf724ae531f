/* SPDX-License-Identifier: MIT */
/*
 * Memory decoded by types that an archive has, also by those that lie.
 */
#include "tools/reader/raw.h"

#include <string.h>

#include "tests/build_archive.h"
#include "tests/tap.h"
#include "tools/reader/expr.h"
#include "writer/wire.h"

enum {
	U16 = 10,
	INT,
	PAIR,
	SET,
	CHOICE,
	SELF,
	EMPTY,
	NOTHING,
	LONG,
	CHARS,
	ULONG
};

static struct fxr_types types;
static struct fxr_arena arena;

static void put_entry(unsigned kind, uint64_t id, const struct pack *body)
{
	struct pack entry = {.n = 0};

	pack_varint(&entry, kind);
	pack_varint(&entry, id);
	pack_varint(&entry, body->n);
	memcpy(entry.bytes + entry.n, body->bytes, body->n);
	fxr_types_put(&types, 1, entry.bytes, entry.n + body->n);
}

static void put_int(uint64_t id, unsigned size, bool is_signed, unsigned show)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_INT, "int", size);
	pack_varint(&p, is_signed);
	pack_varint(&p, show);
	put_entry(FXW_ENTRY_TYPE, id, &p);
}

static void put_field(struct pack *p, const char *name, uint64_t type,
		      uint64_t off, unsigned bit_off, unsigned bits)
{
	pack_text(p, name);
	pack_varint(p, type);
	pack_varint(p, off);
	pack_varint(p, bit_off);
	pack_varint(p, bits);
}

static void put_member(struct pack *p, const char *name, uint64_t type,
		       uint64_t off)
{
	put_field(p, name, type, off, 0, 0);
}

static void put_array(uint64_t id, uint64_t element, uint64_t n, unsigned size)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_ARRAY, "array", size);
	pack_varint(&p, element);
	pack_varint(&p, n);
	put_entry(FXW_ENTRY_TYPE, id, &p);
}

static void put_pair(void)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_STRUCT, "struct pair", 8);
	pack_varint(&p, 2);
	put_member(&p, "a", U16, 0);
	put_member(&p, "b", INT, 4);
	put_entry(FXW_ENTRY_TYPE, PAIR, &p); /* as older recorders end it */
}

static void put_choice(void)
{
	struct pack p = {.n = 0}, chosen = {.n = 0};

	pack_type(&p, FXG_UNION, "union choice", 8);
	pack_varint(&p, 0);
	pack_varint(&p, FXG_DEC);
	pack_text(&p, "\4\2\2"); /* LOADS 2 SLOT; 0 ends the text */
	p.bytes[p.n - 4] = 4;
	pack_byte(&p, 0);
	pack_varint(&p, 0); /* no default */
	pack_varint(&p, 0);
	put_entry(FXW_ENTRY_TYPE, CHOICE, &p);
	pack_word(&chosen, 1);
	pack_varint(&chosen, PAIR);
	pack_text(&chosen, "ONE");
	put_entry(FXW_ENTRY_CASE, CHOICE, &chosen);
}

static void put_set(void)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_SET, "set", 2);
	pack_varint(&p, INT);
	pack_varint(&p, 2); /* from 1 */
	put_entry(FXW_ENTRY_TYPE, SET, &p);
}

static void put_self(void)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_STRUCT, "struct self", 8);
	pack_varint(&p, 3);
	put_member(&p, "a", SELF, 0);
	put_member(&p, "b", SELF, 0);
	put_member(&p, "c", SELF, 0);
	put_entry(FXW_ENTRY_TYPE, SELF, &p);
}

static struct fxr_value decode(uint64_t type, const char *bytes, size_t n)
{
	struct fxr_value value;

	if (!types.n_types) {
		put_int(U16, 2, false, FXG_DEC);
		put_int(INT, 4, true, FXG_DEC);
		put_int(NOTHING, 0, true, FXG_DEC);
		put_pair();
		put_set();
		put_choice();
		put_self();
		put_array(EMPTY, NOTHING, 9, 0);
		put_array(LONG, U16, 1ull << 60, 1u << 30);
		put_array(CHARS, INT, 1, 16);
	}
	fxr_raw_decode(&arena, &types, fxr_type_find(&types, 1, (uint32_t)type),
		       fxr_text(bytes, n), &value);
	return value;
}

static void members_lie_at_their_offsets(void)
{
	struct fxr_value v = decode(PAIR, "\1\2xx\xff\xff\xff\xff", 8);

	is_u64(v.kind, FXR_VALUE_STRUCT);
	is_u64(v.as.list.n, 2);
	is_u64(v.as.list.items[0].as.u64, 0x201);
	is_i64(v.as.list.items[1].as.i64, -1);
	ok(fxr_is(v.as.list.items[1].name, "b"));
}

static void what_is_cut_is_not_there(void)
{
	struct fxr_value v = decode(PAIR, "\1\2xx", 4);

	is_u64(v.as.list.n, 1);
	v = decode(PAIR, "\1\2xxyz", 6);
	is_u64(v.as.list.n, 2);
	is_u64(v.as.list.items[1].kind, FXR_VALUE_BYTES);
	v = decode(PAIR, "", 0);
	is_u64(v.as.list.n, 0);
}

static void memory_chooses_its_case(void)
{
	struct fxr_value v = decode(CHOICE, "\1\0xx\2\0\0\0", 8);

	is_u64(v.kind, FXR_VALUE_STRUCT);
	v = decode(CHOICE, "\2\0xx\2\0\0\0", 8);
	is_u64(v.kind, FXR_VALUE_BYTES);
	v = decode(CHOICE, "\1", 1);
	is_u64(v.kind, FXR_VALUE_BYTES);
}

static void bits_are_values(void)
{
	struct fxr_value v = decode(SET, "\5\200", 2);

	is_u64(v.kind, FXR_VALUE_ARRAY);
	is_u64(v.as.list.n, 3);
	is_i64(v.as.list.items[0].as.i64, 1);
	is_i64(v.as.list.items[1].as.i64, 3);
	is_i64(v.as.list.items[2].as.i64, 16);
}

/* All widths of a field of one word, at all places that have space for it. */
static void bit_fields(void)
{
	static const uint64_t word = 0x9e3779b97f4a7c15;
	unsigned n_wrong = 0, type = 100;

	put_int(ULONG, 8, false, FXG_DEC);
	for (unsigned bits = 1; bits <= 64; bits++)
		for (unsigned off = 0; off <= 64 - bits; off += 7, type++) {
			uint64_t want =
				word >> off << (64 - bits) >> (64 - bits);
			struct pack p = {.n = 0};
			struct fxr_value v;

			pack_type(&p, FXG_STRUCT, "struct field", 8);
			pack_varint(&p, 1);
			put_field(&p, "f", ULONG, 0, off, bits);
			put_entry(FXW_ENTRY_TYPE, type, &p);
			v = decode(type, (const char *)&word, sizeof(word));
			n_wrong += v.as.list.n != 1 ||
				   v.as.list.items[0].as.u64 != want;
		}
	is_u64(n_wrong, 0);
}

static void lies_are_bounded(void)
{
	struct fxr_value v = decode(SELF, "12345678", 8);

	is_u64(v.kind, FXR_VALUE_STRUCT);
	v = decode(EMPTY, "12345678", 8);
	is_u64(v.kind, FXR_VALUE_BYTES);
	v = decode(LONG, "12345678", 8);
	is_u64(v.as.list.n, 4);
	v = decode(CHARS, "123456789", 9);
	is_u64(v.as.list.n, 1);
	v = decode(4711, "1", 1);
	is_u64(v.kind, FXR_VALUE_BYTES);
}

static void expressions_end(void)
{
	unsigned char many[300];
	int64_t value;

	memset(many, FXG_X_ADD, sizeof(many));
	ok(!fxr_eval_memory(fxr_text((char *)many, sizeof(many)),
			    fxr_text("", 0), &value));
	ok(!fxr_eval_memory(fxr_text("", 0), fxr_text("", 0), &value));
	ok(!fxr_eval_memory(fxr_text("\3\10\2\0", 4), fxr_text("1234567", 7),
			    &value));
	ok(fxr_eval_memory(fxr_text("\4\1\2\0", 4), fxr_text("\377", 1),
			   &value));
	is_i64(value, -1);
	ok(!fxr_eval_memory(fxr_text("\2\1", 2), fxr_text("", 0), &value));
	ok(!fxr_eval_memory(fxr_text("\x7f", 1), fxr_text("", 0), &value));
}

static const struct tap_test tests[] = {
	{"members lie at their offsets", members_lie_at_their_offsets},
	{"what was cut is not there", what_is_cut_is_not_there},
	{"memory chooses its case", memory_chooses_its_case},
	{"bits are values", bits_are_values},
	{"bit fields have all of their bits, whatever their width", bit_fields},
	{"types that lie cost no more than their bytes", lies_are_bounded},
	{"expressions that make no sense have no value", expressions_end},
};
TAP_MAIN(tests)
