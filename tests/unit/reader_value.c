/* SPDX-License-Identifier: MIT */
/*
 * The value encoding and the type registry, where printing does not already
 * show that they are right: limits, damage, ids of several tables.
 */
#include "tools/reader/value.h"

#include <string.h>

#include "tests/build_archive.h"
#include "tests/tap.h"
#include "tools/reader/number.h"
#include "writer/wire.h"

static struct fxr_types types;
static struct fxr_arena arena;

/* Puts one entry as provider 1 writes it. */
static void put_entry(unsigned kind, uint64_t id, const struct pack *body)
{
	struct pack entry = {.n = 0};

	pack_varint(&entry, kind);
	pack_varint(&entry, id);
	pack_varint(&entry, body->n);
	memcpy(entry.bytes + entry.n, body->bytes, body->n);
	fxr_types_put(&types, 1, entry.bytes, entry.n + body->n);
}

static void put_int(uint64_t id, const char *c_name)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_INT, c_name, 4);
	pack_varint(&p, 1);
	pack_varint(&p, FXG_DEC);
	put_entry(FXW_ENTRY_TYPE, id, &p);
}

static struct fxr_value *decode(const void *bytes, size_t n_bytes)
{
	return fxr_value_decode(&arena, &types, 1, NULL, bytes, n_bytes);
}

static void one_value(void)
{
	struct fxr_value *value = decode("\x04\xff\x7f", 3);

	ok(value && value->kind == FXR_VALUE_UINT);
	is_u64(value->as.u64, 0x3fff);
}

static void largest_numbers(void)
{
	struct fxr_value *value =
		decode("\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11);

	ok(value != NULL);
	is_u64(value->as.u64, UINT64_MAX);
	value = decode("\x03\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 11);
	ok(value != NULL);
	is_i64(value->as.i64, INT64_MIN);
}

static void not_one_value(void)
{
	ok(!decode("", 0));
	ok(!decode("\x04", 1));
	ok(!decode("\x04\x80", 2));
	ok(!decode("\x02\x02", 2));
	ok(!decode("\x10", 1));
	ok(!decode("\x07\x05"
		   "abc",
		   5));
	ok(!decode("\x05\x00\x00", 3));
	ok(!decode("\x0c\x63", 2));
}

static void huge_counts(void)
{
	ok(!decode("\x0b\xff\xff\xff\xff\x0f\x00", 7));
	ok(!decode("\x0f\xff\xff\xff\xff\x0f\x00", 7));
	ok(!decode("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00", 12));
}

static void depth(void)
{
	unsigned char bytes[100];
	unsigned n;

	for (n = 0; n < 50; n++) {
		bytes[2 * n] = 0x0b;
		bytes[2 * n + 1] = 1;
	}
	bytes[2 * 20] = 0;
	ok(decode(bytes, 41) != NULL);
	bytes[2 * 20] = 0x0b;
	bytes[2 * 40] = 0;
	ok(!decode(bytes, 81));
}

static void same_table(void)
{
	const struct fxr_type *type;

	fxr_types_put_table(&types, 1, fxr_text("aa", 2), 10);
	fxr_types_put_table(&types, 1, fxr_text("bb", 2), 100);
	put_int(12, "of a");
	put_int(102, "of b");
	fxr_types_put_table(&types, 2, fxr_text("bb", 2), 10);
	fxr_types_put_table(&types, 2, fxr_text("aa", 2), 500);
	type = fxr_type_find(&types, 2, 12);
	ok(type && fxr_is(type->c_name, "of b"));
	type = fxr_type_find(&types, 2, 502);
	ok(type && fxr_is(type->c_name, "of a"));
	type = fxr_type_find(&types, 1, 102);
	ok(type && fxr_is(type->c_name, "of b"));
	ok(!fxr_type_find(&types, 2, 13));
	ok(!fxr_type_find(&types, 3, 12));
}

static void repeated_entries(void)
{
	struct pack p = {.n = 0};
	const struct fxr_type *type;

	pack_word(&p, 1);
	pack_word(&p, 1);
	pack_text(&p, "ONE");
	put_entry(FXW_ENTRY_ENUMERATOR, 5, &p);
	ok(!fxr_type_find(&types, 1, 5));
	put_int(5, "first");
	put_int(5, "second");
	put_entry(FXW_ENTRY_ENUMERATOR, 5, &p);
	type = fxr_type_find(&types, 1, 5);
	ok(type && fxr_is(type->c_name, "first"));
	is_u64(type->n_enumerators, 1);
	ok(fxr_is(type->enumerators[0].name, "ONE"));
	is_u64(types.n_damaged, 0);
}

static void later_versions(void)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_BOOL, "bool", 1);
	pack_text(&p, "what a later version adds");
	put_entry(FXW_ENTRY_TYPE, 7, &p);
	put_entry(77, 7, &p);
	ok(fxr_type_find(&types, 1, 7) != NULL);
	is_u64(types.n_damaged, 0);
}

static void damaged_entries(void)
{
	struct pack p = {.n = 0};

	pack_varint(&p, FXG_INT);
	pack_varint(&p, 200); /* a name longer than the entry */
	put_entry(FXW_ENTRY_TYPE, 7, &p);
	put_entry(FXW_ENTRY_FUNCTION, 7, &p);
	put_entry(FXW_ENTRY_ENUMERATOR, 7, &p);
	put_entry(FXW_ENTRY_MODULE, 7, &p);
	is_u64(types.n_damaged, 4);
	ok(!fxr_type_find(&types, 1, 7));
	fxr_types_put(&types, 1, "\x01", 1);
	is_u64(types.n_damaged, 5);
}

static void pack_module(struct pack *p, uint64_t base, const char *path)
{
	p->n = 0;
	pack_word(p, base);
	pack_text(p, path);
	pack_text(p, "\x01\x02");
	pack_word(p, 1000);
}

static void modules_of_all_versions(void)
{
	struct pack p;

	pack_module(&p, 0x1000, "/lib/old.so");
	put_entry(FXW_ENTRY_MODULE, 0, &p);
	pack_module(&p, 0x9000, "/lib/new.so");
	pack_word(&p, 0x2000);
	put_entry(FXW_ENTRY_MODULE, 1, &p);
	is_u64(types.n_modules, 2);
	is_u64(types.modules[0].bytes, 0);
	is_u64(types.modules[0].ticks, 1000);
	is_u64(types.modules[1].bytes, 0x2000);
	ok(fxr_is(types.modules[1].path, "/lib/new.so"));
	pack_module(&p, 0x9000, "/lib/torn.so");
	pack_byte(&p, 1);
	put_entry(FXW_ENTRY_MODULE, 2, &p);
	is_u64(types.n_modules, 2);
	is_u64(types.n_damaged, 1);
}

static void pack_stack(struct pack *p, unsigned end, unsigned n,
		       uint64_t address)
{
	p->n = 0;
	pack_word(p, 77);
	pack_varint(p, end);
	pack_varint(p, n);
	pack_word(p, address);
	pack_word(p, FXW_STACK_EXACT | 0x2000);
}

static void stacks_by_id(void)
{
	struct pack p;
	struct fxr_stack stack;

	pack_stack(&p, FXW_STACK_DEEP, 2, 0x1000);
	put_entry(FXW_ENTRY_STACK, 300, &p);
	pack_stack(&p, FXW_STACK_WHOLE, 2, 0x7000);
	put_entry(FXW_ENTRY_STACK, 300, &p);
	put_entry(FXW_ENTRY_STACK, 1, &p);
	is_u64(types.n_damaged, 0);
	ok(fxr_stack_parse(fxr_stacks_find(&types.stacks, 1, 300), &stack));
	is_u64(stack.ticks, 77);
	is_u64(stack.end, FXW_STACK_DEEP);
	is_u64(stack.n, 2);
	is_u64(fxr_stack_address(&stack, 0), 0x1000);
	is_u64(fxr_stack_address(&stack, 1), FXW_STACK_EXACT | 0x2000);
	ok(fxr_stack_parse(fxr_stacks_find(&types.stacks, 1, 1), &stack));
	is_u64(fxr_stack_address(&stack, 0), 0x7000);
	is_u64(fxr_stacks_find(&types.stacks, 2, 1).n_bytes, 0);
	is_u64(fxr_stacks_find(&types.stacks, 1, 2).n_bytes, 0);
}

#define CODE_AT(id, low)                                                       \
	(FXW_STACK_CODE | (uint64_t)(id) << FXW_STACK_OFF_BITS | (low))

static void pack_code(struct pack *p, const char *name, uint64_t first_line,
		      const char *lines)
{
	p->n = 0;
	pack_text(p, "python");
	pack_text(p, name);
	pack_text(p, "a.py");
	pack_varint(p, first_line);
	pack_text(p, lines);
}

static bool is_text(struct fxr_text text, const char *want)
{
	return text.n_bytes == strlen(want) &&
	       !memcmp(text.bytes, want, text.n_bytes);
}

static void code_of_interpreters(void)
{
	const struct fxr_code *code;
	struct pack p;

	/* two units without a line, then one of the next line */
	pack_code(&p, "f", 7, "\xf9\xd8\x01\x02");
	put_entry(FXW_ENTRY_CODE, 5, &p);
	pack_code(&p, "g", 9, "");
	put_entry(FXW_ENTRY_CODE, 5, &p);
	put_entry(FXW_ENTRY_CODE, 1u << 20, &p);
	code = fxr_codes_find(&types.codes, 1, CODE_AT(5, 4));
	ok(code != NULL);
	ok(is_text(code->name, "f"));
	ok(is_text(code->file, "a.py"));
	ok(is_text(code->language, "python"));
	is_u64(fxr_code_line(code, CODE_AT(5, 0)), 0);
	is_u64(fxr_code_line(code, CODE_AT(5, 4)), 8);
	is_u64(fxr_code_line(code, CODE_AT(5, 6)), 0);
	code = fxr_codes_find(&types.codes, 1, CODE_AT(1u << 20, 123));
	ok(is_text(code->name, "g"));
	is_u64(fxr_code_line(code, CODE_AT(1u << 20, 123)), 123);
	ok(!fxr_codes_find(&types.codes, 1, CODE_AT(6, 4)));
	ok(!fxr_codes_find(&types.codes, 2, CODE_AT(5, 4)));
	ok(!fxr_codes_find(&types.codes, 1, UINT64_MAX));
}

static void damaged_code(void)
{
	struct pack p;

	pack_code(&p, "f", 1, "abc");
	p.n--;
	put_entry(FXW_ENTRY_CODE, 1, &p);
	pack_code(&p, "f", 1ull << 31, "abc");
	put_entry(FXW_ENTRY_CODE, 1, &p);
	is_u64(types.n_damaged, 2);
	ok(!fxr_codes_find(&types.codes, 1, CODE_AT(1, 0)));
}

static void damaged_stacks(void)
{
	struct pack p;

	pack_stack(&p, FXW_STACK_LOST, 3, 0x1000); /* of which 2 are there */
	put_entry(FXW_ENTRY_STACK, 1, &p);
	pack_stack(&p, 3, 2, 0x1000);
	put_entry(FXW_ENTRY_STACK, 1, &p);
	p.n = 7;
	put_entry(FXW_ENTRY_STACK, 1, &p);
	is_u64(types.n_damaged, 3);
	is_u64(fxr_stacks_find(&types.stacks, 1, 1).n_bytes, 0);
}

static void members_by_path(void)
{
	struct pack p = {.n = 0};
	const struct fxr_type *outer;

	put_int(1, "int");
	pack_type(&p, FXG_STRUCT, "inner", 4);
	pack_varint(&p, 1);
	pack_text(&p, "x");
	pack_varint(&p, 1);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	put_entry(FXW_ENTRY_TYPE, 2, &p);
	p.n = 0;
	pack_type(&p, FXG_STRUCT, "outer", 4);
	pack_varint(&p, 1);
	pack_text(&p, "in");
	pack_varint(&p, 2);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	put_entry(FXW_ENTRY_TYPE, 3, &p);
	outer = fxr_type_find(&types, 1, 3);
	ok(outer != NULL);
	ok(fxr_type_member(&types, outer, fxr_text("in.x", 4)) ==
	   fxr_type_find(&types, 1, 1));
	ok(!fxr_type_member(&types, outer, fxr_text("in.y", 4)));
	ok(!fxr_type_member(&types, outer, fxr_text("i", 1)));
	ok(!fxr_type_member(&types, NULL, fxr_text("i", 1)));
}

static void put_enumerator(uint64_t id, uint64_t value, const char *name)
{
	struct pack p = {.n = 0};

	pack_word(&p, value);
	pack_word(&p, UINT64_MAX);
	pack_text(&p, name);
	put_entry(FXW_ENTRY_ENUMERATOR, id, &p);
}

static void put_enum(uint64_t id, const char *name, uint64_t other)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_ENUM, name, 4);
	pack_varint(&p, 1);
	if (other)
		pack_varint(&p, other);
	put_entry(FXW_ENTRY_TYPE, id, &p);
}

static void numbers_of_others(void)
{
	struct fxr_value value = {.kind = FXR_VALUE_SYMBOL};
	uint64_t number;

	put_int(1, "int");
	put_enum(2, "all", 0);
	put_enum(3, "some", 2);
	put_enumerator(3, 5, "FIVE");
	put_enumerator(2, 6, "SIX");
	value.type = fxr_type_find(&types, 1, 3);
	value.as.text = fxr_text("FIVE", 4);
	ok(fxr_number(&types, &value, &number));
	is_u64(number, 5);
	value.as.text = fxr_text("SIX", 3);
	ok(fxr_number(&types, &value, &number));
	is_u64(number, 6);
	value.as.text = fxr_text("0x30", 4);
	ok(fxr_number(&types, &value, &number));
	is_u64(number, 0x30);
	value.as.text = fxr_text("SEVEN", 5);
	ok(!fxr_number(&types, &value, &number));
}

static const struct tap_test tests[] = {
	{"bytes are one value", one_value},
	{"numbers reach 64 bits both ways", largest_numbers},
	{"what is less or more than one value is refused", not_one_value},
	{"a count beyond the bytes is refused", huge_counts},
	{"nesting has an end", depth},
	{"ids of the same table mean the same in each process", same_table},
	{"entries may be repeated, in any order", repeated_entries},
	{"what later versions add is skipped", later_versions},
	{"damaged entries are counted, and change nothing", damaged_entries},
	{"a module may or may not say how large it is",
	 modules_of_all_versions},
	{"a stack is found by its process and id; the first one counts",
	 stacks_by_id},
	{"damaged stacks are counted, and are none", damaged_stacks},
	{"a function of an interpreter has its name, file and lines",
	 code_of_interpreters},
	{"a damaged one is counted, and is none", damaged_code},
	{"members are found by their path", members_by_path},
	{"what an enum does not name has the number of the one that does",
	 numbers_of_others},
};

TAP_MAIN(tests)
