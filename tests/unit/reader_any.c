/* SPDX-License-Identifier: MIT */
/* LINK: tests/fuzz/reader.c */
/*
 * An archive with one of everything, cut at every word, with every bit flipped,
 * and damaged at random. The reader and the printers always come to an end.
 * Each run ends well or with an error that is reported (the target aborts if
 * not). Each run is over the very code that `make fuzz` runs.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "tests/build_archive.h"
#include "tests/damage.h"
#include "tests/fuzz/target.h"
#include "tests/tap.h"
#include "tools/reader/reader.h"
#include "writer/wire.h"

static struct build b;

static void types(void)
{
	static const struct build_param params[] = {
		{"fd", 1}, {"buf", 3}, {"st", 5}, {"flags", 6}, {NULL, 0}};
	struct pack p = {.n = 0};

	build_int(&b, 1, "int", 4, true, FXG_DEC);
	build_plain_type(&b, 2, FXG_VOID, "void", 0);
	build_ptr(&b, 3, 2, FXG_OUT);
	pack_type(&p, FXG_STRUCT, "struct stat", 8);
	pack_varint(&p, 2);
	pack_text(&p, "mode");
	pack_word(&p, 1);
	pack_text(&p, "self");
	pack_varint(&p, 4);
	pack_varint(&p, 4);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	build_entry(&b, FXW_ENTRY_TYPE, 4, &p);
	build_ptr(&b, 5, 4, FXG_OUT);
	build_enum(&b, 6, FXG_FLAGS, "int", 1);
	build_enumerator(&b, 6, 1, 3, "O_WRONLY");
	build_str(&b, 7);
	build_function(&b, 1, "read", 1, params, 0);
}

enum { PORT = 20, IPV4, BYTE, MAC, SET, RECORD, RAW, CHOICE };

static void put_member(struct pack *p, const char *name, uint64_t type,
		       uint64_t off)
{
	pack_text(p, name);
	pack_varint(p, type);
	pack_varint(p, off);
	pack_varint(p, 0);
	pack_varint(p, 0);
}

/* What follows the members: show, selector, default, next, length. */
static void put_rest(struct pack *p, unsigned show, const char *selector,
		     uint64_t other, const char *length)
{
	pack_varint(p, show);
	pack_varint(p, selector ? 2 : 0);
	if (selector) {
		pack_byte(p, (unsigned char)selector[0]);
		pack_byte(p, (unsigned char)selector[1]);
	}
	pack_varint(p, other);
	pack_varint(p, 1);
	pack_text(p, length);
}

/* Records in memory that has addresses and sets, chosen by fd. */
static void typed(void)
{
	static const struct build_param params[] = {
		{"fd", 1}, {"arg", CHOICE}, {NULL, 0}};
	struct pack p = {.n = 0};

	build_int(&b, PORT, "in_port_t", 2, false, FXG_PORT);
	build_int(&b, IPV4, "in_addr_t", 4, false, FXG_IPV4);
	build_int(&b, BYTE, "unsigned char", 1, false, FXG_MAC);
	pack_type(&p, FXG_ARRAY, "unsigned char[]", 6);
	pack_varint(&p, BYTE);
	pack_varint(&p, 6);
	build_entry(&b, FXW_ENTRY_TYPE, MAC, &p);
	p.n = 0;
	pack_type(&p, FXG_SET, "sigset_t", 2);
	pack_varint(&p, 6);
	pack_varint(&p, 2);
	build_entry(&b, FXW_ENTRY_TYPE, SET, &p);
	p.n = 0;
	pack_type(&p, FXG_STRUCT, "struct record", 16);
	pack_varint(&p, 4);
	put_member(&p, "port", PORT, 0);
	put_member(&p, "addr", IPV4, 2);
	put_member(&p, "mac", MAC, 6);
	put_member(&p, "set", SET, 12);
	put_rest(&p, FXG_ADDRESS, NULL, 0, "\4\1\2");
	p.bytes[p.n - 4] = 4; /* LOADS 1 SLOT 0 */
	pack_byte(&p, 0);
	build_entry(&b, FXW_ENTRY_TYPE, RECORD, &p);
	p.n = 0;
	pack_type(&p, FXG_PTR, "struct record *", 8);
	pack_varint(&p, RECORD);
	pack_varint(&p, FXG_IN);
	pack_varint(&p, FXG_RAW | FXG_SIZED);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	build_entry(&b, FXW_ENTRY_TYPE, RAW, &p);
	p.n = 0;
	pack_type(&p, FXG_UNION, "unsigned long", 8);
	pack_varint(&p, 0);
	put_rest(&p, FXG_DEC, "\2\0", 1, "");
	build_entry(&b, FXW_ENTRY_TYPE, CHOICE, &p);
	p.n = 0;
	pack_word(&p, 3);
	pack_varint(&p, RAW);
	pack_text(&p, "THREE");
	build_entry(&b, FXW_ENTRY_CASE, CHOICE, &p);
	build_function(&b, 2, "typed", 1, params, 0);
}

static void a_typed_call(uint64_t ticks)
{
	static const char memory[] = "\16\200abcd123456\7\7"
				     "\20\200abcd123456\377\7xy";

	arg_i32(&b, "fd", 3);
	arg_blob(&b, "arg", memory, sizeof(memory) - 1);
	arg_u64(&b, "arg.size", 99);
	build_begin_call(&b, ticks, "typed");
	build_end_call(&b, ticks + 5, "typed");
}

static void facts(void)
{
	arg_string(&b, "exe", "/bin/prog");
	arg_blob(&b, "argv", "\x0b\x01\x07\x02ls", 6);
	build_event(&b, FXT_EVENT_INSTANT, 1, "fxtrace:fact", "process", 0);
	arg_string(&b, "build_id", "0123456789abcdef");
	arg_u32(&b, "type_base", 0);
	build_event(&b, FXT_EVENT_INSTANT, 1, "fxtrace:fact", "table", 0);
	arg_u64(&b, "count", 5);
	build_event(&b, FXT_EVENT_INSTANT, 1, "fxtrace:loss", "loss", 0);
}

static void a_call(uint64_t ticks)
{
	arg_i32(&b, "fd", 3);
	arg_koid(&b, "data", 1);
	arg_string(&b, "path", "/etc/\xc3\xa9");
	build_begin_call(&b, ticks, "read");
	arg_blob(&b, "buf", "abc", 3);
	arg_u64(&b, "buf.size", 9);
	arg_blob(&b, "st", "\x0b\x02\x0c\x04\x04\x01\x00\x03\x05", 9);
	arg_i32(&b, "flags'", 0x401);
	arg_double(&b, "x", 0.5);
	arg_i64(&b, "ret", -1);
	arg_string(&b, "errno", "EBADF");
	arg_string(&b, "@flags", "late|cut");
	build_end_call(&b, ticks + 5, "read");
}

static void make(void)
{
	build_begin(&b);
	build_filler(&b, 4);
	facts();
	build_string(&b, 1, "indexed");
	build_thread(&b, 1, 100, 101);
	arg_koid(&b, "process", 100);
	build_object(&b, FXT_OBJECT_THREAD, 101, "worker");
	types();
	typed();
	build_blob(&b, "fxtrace:b/1", "abcdefgh", 8);
	a_call(10);
	build_provider(&b, 200, "other");
	build_init(&b, 2500000000);
	a_call(20);
	a_typed_call(25);
	build_section(&b, 100);
	build_begin_call(&b, 30, "pause");
}

static void run(const void *bytes, size_t n_bytes)
{
	ok(!LLVMFuzzerTestOneInput(bytes, n_bytes));
}

static void cut_everywhere(void)
{
	size_t n_bytes;

	make();
	for (n_bytes = 0; n_bytes <= build_bytes(&b); n_bytes += 8)
		run(b.words, n_bytes);
}

/* Where the last record ends that ends by n_bytes. */
static uint64_t last_end(size_t n_bytes)
{
	static struct fxr_record record;
	struct fxr_reader *reader = fxr_open_memory(b.words, build_bytes(&b));
	uint64_t end_off = 0;

	while (!fxr_next(reader, &record) &&
	       record.off + record.n_words * 8 <= n_bytes)
		end_off = record.off + record.n_words * 8;
	fxr_close(reader);
	return end_off;
}

static void cut_between(void)
{
	static struct fxr_record record;
	size_t n_bytes;

	make();
	for (n_bytes = 8; n_bytes <= build_bytes(&b); n_bytes += 8) {
		struct fxr_reader *reader = fxr_open_memory(b.words, n_bytes);
		uint64_t end_off = 0;

		while (!fxr_next(reader, &record))
			end_off = record.off + record.n_words * 8;
		is_u64(end_off, last_end(n_bytes));
		ok((end_off == n_bytes) == !fxr_error(reader), "cut at %u",
		   (unsigned)n_bytes);
		fxr_close(reader);
	}
}

static void flip_every_bit(void)
{
	unsigned char *bytes;
	size_t bit;

	make();
	bytes = (unsigned char *)b.words;
	for (bit = 0; bit < build_bytes(&b) * 8; bit++) {
		bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
		run(bytes, build_bytes(&b));
		bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
	}
}

static void damage_at_random(void)
{
	uint64_t seed = 0x5eed;
	unsigned char *copy;
	unsigned i;

	make();
	copy = malloc(build_bytes(&b));
	for (i = 0; copy && i < 3000; i++) {
		memcpy(copy, b.words, build_bytes(&b));
		run(copy, damage(copy, build_bytes(&b), &seed));
	}
	free(copy);
}

static void zero_words(void)
{
	size_t at;

	make();
	for (at = 0; at < b.n_words; at++) {
		uint64_t kept = b.words[at];

		b.words[at] = 0;
		run(b.words, build_bytes(&b));
		b.words[at] = UINT64_MAX;
		run(b.words, build_bytes(&b));
		b.words[at] = kept;
	}
}

static const struct tap_test tests[] = {
	{"an archive may be cut at any word", cut_everywhere},
	{"whatever is whole before a cut is read, and the cut is reported",
	 cut_between},
	{"any bit may be flipped", flip_every_bit},
	{"any word may be all zeros or all ones", zero_words},
	{"damage at random is survived", damage_at_random},
};

TAP_MAIN(tests)
