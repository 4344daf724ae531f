/* SPDX-License-Identifier: MIT */
/*
 * An archive with one of everything, cut at every word, with every bit flipped,
 * and damaged at random: the reader and the printers always come to an end, and
 * each run ends well or with an error that is told (the target aborts if not).
 * Each run is over the very code that `make fuzz` runs.
 */
/* LINK: tests/fuzz/reader.c tests/build_archive.c writer/fxt.c */
/* LINK: tools/reader/reader.c tools/reader/layout.c tools/reader/tables.c */
/* LINK: tools/reader/memory.c tools/reader/source.c tools/reader/inflate.c */
/* LINK: tools/reader/calls.c tools/reader/join.c tools/reader/world.c */
/* LINK: tools/reader/types.c tools/reader/types_parse.c */
/* LINK: tools/reader/raw.c tools/reader/expr.c tools/reader/select.c */
/* LINK: tools/reader/value.c tools/reader/sort.c tools/print.c */
/* LINK: tools/print_value.c tools/print_shown.c */
/* LINK: tools/print_call.c tools/print_json.c */
/* LINK: tools/print_record.c writer/fxt_pack.c */
/* LINK: tools/reader/apply.c tools/reader/live.c tools/reader/unpack.c */
/* LINK: tools/reader/facts.c tools/reader/pair.c tools/reader/fill.c */
/* LINK: tools/reader/format.c tools/print_format.c writer/conversion.c */
/* LINK: tools/print_names.c tools/descriptors.c tools/fd_table.c */
/* LINK: tools/fd_rule.c tools/object.c tools/address.c tools/catalogue.c */
/* LINK: tools/select.c tools/die.c build/gen/table_libc.c */
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
	build_blob(&b, "fxtrace:b/1", "abcdefgh", 8);
	a_call(10);
	build_provider(&b, 200, "other");
	build_init(&b, 2500000000);
	a_call(20);
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
	{"whatever is whole before a cut is read, and the cut is told",
	 cut_between},
	{"any bit may be flipped", flip_every_bit},
	{"any word may be all zeros or all ones", zero_words},
	{"damage at random is survived", damage_at_random},
};

TAP_MAIN(tests)
