/* SPDX-License-Identifier: MIT */
/* Files of jitdump, as runtimes write them for perf inject. */
#include "tools/elf/jit_dump.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/tap.h"

static char path[64];
static char file[1 << 16];
static size_t n_file;
static bool is_swapped;

static void put32(uint32_t number)
{
	if (is_swapped)
		number = __builtin_bswap32(number);
	memcpy(file + n_file, &number, sizeof(number));
	n_file += sizeof(number);
}

static void put64(uint64_t number)
{
	if (is_swapped)
		number = __builtin_bswap64(number);
	memcpy(file + n_file, &number, sizeof(number));
	n_file += sizeof(number);
}

static void put_bytes(const char *bytes, size_t n_bytes)
{
	memcpy(file + n_file, bytes, n_bytes);
	n_file += n_bytes;
}

static void put_text(const char *text)
{
	put_bytes(text, strlen(text) + 1);
}

/* padding: what V8 sets to 0xdeadbeef */
static void put_header(uint32_t padding, uint64_t flags)
{
	n_file = 0;
	put32(0x4a695444);
	put32(1);
	put32(40);
	put32(62);
	put32(padding);
	put32(77); /* its pid */
	put64(0);
	put64(flags);
}

static void put_record(uint32_t id, uint32_t n_bytes, uint64_t time)
{
	put32(id);
	put32(16 + n_bytes);
	put64(time);
}

static void put_load(uint64_t time, uint64_t start, uint64_t n_bytes,
		     uint64_t index, const char *name)
{
	put_record(0, (uint32_t)(40 + strlen(name) + 1 + n_bytes), time);
	put32(77);
	put32(77);
	put64(start);
	put64(start);
	put64(n_bytes);
	put64(index);
	put_text(name);
	memset(file + n_file, 0xcc, n_bytes);
	n_file += n_bytes;
}

static void put_move(uint64_t time, uint64_t from, uint64_t to,
		     uint64_t n_bytes, uint64_t index)
{
	put_record(1, 48, time);
	put32(77);
	put32(77);
	put64(to);
	put64(from);
	put64(to);
	put64(n_bytes);
	put64(index);
}

/* Its entries follow, in so many bytes. */
static void put_lines(uint64_t start, uint64_t n, uint32_t n_bytes)
{
	put_record(2, 16 + n_bytes, 0);
	put64(start);
	put64(n);
}

static void put_line(uint64_t address, uint32_t line, const char *name)
{
	put64(address);
	put32(line);
	put32(0);
	put_text(name);
}

static struct jit_dump *opened(uint64_t pid)
{
	FILE *out;

	snprintf(path, sizeof(path), "/tmp/fxtrace-jit-dump-%d", getpid());
	out = fopen(path, "w");
	fwrite(file, 1, n_file, out);
	fclose(out);
	return jit_dump_open(path, 0, pid);
}

static void closed(struct jit_dump *dump)
{
	jit_dump_close(dump);
	unlink(path);
}

static struct jit_span span;

/* "FUNCTION|FILE|LINE" of an address, or "" */
static const char *at(struct jit_dump *dump, uint64_t address, uint64_t time)
{
	static char text[256];
	struct perf_name name;

	*text = '\0';
	span = (struct jit_span){0, UINT64_MAX};
	if (dump && jit_dump_find(dump, address, time, &name, &span))
		snprintf(text, sizeof(text), "%.*s|%.*s|%u",
			 (int)name.function.n_bytes, name.function.bytes,
			 (int)name.file.n_bytes, name.file.bytes, name.line);
	return text;
}

static void places(void)
{
	struct jit_dump *dump;

	put_header(0, 0);
	put_load(5, 0x2000, 0x10, 0, "second");
	put_record(4, 24, 6); /* how to unwind the next one */
	put_bytes("uuuuuuuuuuuuuuuuuuuuuuuu", 24);
	put_load(7, 0x1000, 0x20, 1, "first one");
	put_load(7, 0x1008, 0, 1, "empty");
	put_record(99, 0, 8); /* of later versions */
	put_load(8, UINT64_MAX - 7, 0x10, 2, "last");
	put_record(3, 0, 9);
	dump = opened(77);
	ok(dump && !jit_dump_trouble(dump) && !jit_dump_has_counter(dump));
	is_str(at(dump, 0x1000, JIT_LATEST), "first one||0");
	is_str(at(dump, 0x101f, JIT_LATEST), "first one||0");
	is_str(at(dump, 0x1020, JIT_LATEST), "");
	is_str(at(dump, 0xfff, JIT_LATEST), "");
	is_str(at(dump, 0x200f, JIT_LATEST), "second||0");
	is_str(at(dump, UINT64_MAX, JIT_LATEST), "last||0");
	closed(dump);
}

static void forms(void)
{
	struct jit_dump *dump;

	put_header(0, 1);
	put_load(1, 0x1000, 8, 0, "JS:^inner /tmp/a b.js:2:15");
	put_load(2, 0x2000, 8, 1, "py::outer:/srv/app.py");
	dump = opened(77);
	is_str(at(dump, 0x1000, JIT_LATEST), "inner /tmp/a|b.js|2");
	is_str(at(dump, 0x2000, JIT_LATEST), "outer|/srv/app.py|0");
	ok(jit_dump_has_counter(dump));
	closed(dump);
}

static void times(void)
{
	struct jit_dump *dump;

	put_header(0, 0);
	put_load(100, 0x1000, 0x100, 0, "old");
	put_load(200, 0x1040, 0x10, 1, "new");
	put_load(300, 0x1000, 0x20, 2, "newest");
	dump = opened(77);
	is_str(at(dump, 0x1010, 299), "old||0");
	is_u64(span.from, 100);
	is_u64(span.until, 300);
	is_str(at(dump, 0x1010, 300), "newest||0");
	is_str(at(dump, 0x1010, 50), "old||0"); /* it was just being made */
	is_u64(span.until, 100);
	is_str(at(dump, 0x1048, 150), "old||0");
	is_str(at(dump, 0x1048, 900), "new||0");
	is_str(at(dump, 0x1030, 900), "old||0");
	is_str(at(dump, 0x1010, JIT_LATEST), "newest||0");
	ok(!span.from && span.until == UINT64_MAX);
	closed(dump);
}

/* More than a search would try one by one. */
static void reused(void)
{
	struct jit_dump *dump;
	char name[16];

	put_header(0, 0);
	put_load(1, 0x1000, 0x800, 0, "below");
	for (unsigned i = 0; i < 300; i++) {
		snprintf(name, sizeof(name), "f%u", i);
		put_load(10 + i, 0x1400 + i % 3, 4, i, name);
	}
	dump = opened(77);
	is_str(at(dump, 0x1403, 12), "f2||0");
	is_str(at(dump, 0x1403, 250), "f240||0");
	is_str(at(dump, 0x1403, 2000), "f299||0");
	is_str(at(dump, 0x1410, 2000), "below||0");
	closed(dump);
}

static void moves(void)
{
	struct jit_dump *dump;

	put_header(0, 0);
	put_lines(0x1000, 1, 17 + 3);
	put_line(0x1008, 7, "a.c");
	put_load(10, 0x1000, 0x20, 4, "moved");
	put_load(11, 0x5000, 0x20, 4, "other"); /* of the same number */
	put_move(20, 0x1000, 0x3000, 0x20, 4);
	put_load(25, 0x1000, 0x20, 5, "behind it");
	put_move(30, 0x3000, 0x4000, 0x20, 4);
	put_move(30, 0x9000, 0x8000, 0x20, 4);
	dump = opened(77);
	ok(dump && !jit_dump_trouble(dump));
	is_str(at(dump, 0x1000, 15), "moved||0");
	is_str(at(dump, 0x1000, 40), "behind it||0");
	is_str(at(dump, 0x3008, 25), "moved|a.c|7");
	is_str(at(dump, 0x4008, 30), "moved|a.c|7");
	is_str(at(dump, 0x4000, 30), "moved||0");
	is_str(at(dump, 0x8000, 30), ""); /* unknown code */
	closed(dump);
}

static void lines(void)
{
	struct jit_dump *dump;

	put_header(0, 0);
	put_lines(0x1000, 4, 4 * 16 + 9 + 9 + 2 + 4);
	put_line(0x1010, 12, "/s/one.c");
	put_line(0x1000, 10, "/s/one.c");
	put_line(0x1018, 13, "\xff"); /* the same file */
	put_line(0x101c, 3, "x.h");
	put_lines(0x2000, 1, 16 + 4);
	put_line(0x2004, 5, "b.c"); /* before its code, which comes later */
	put_load(1, 0x1000, 0x20, 0, "f");
	put_load(2, 0x2000, 0x20, 1, "g");
	put_load(3, 0x1000, 0x20, 2, "h");
	dump = opened(77);
	is_str(at(dump, 0x1000, 1), "f|/s/one.c|10");
	is_str(at(dump, 0x100f, 1), "f|/s/one.c|10");
	is_str(at(dump, 0x1010, 1), "f|/s/one.c|12");
	is_str(at(dump, 0x1019, 1), "f|/s/one.c|13");
	is_str(at(dump, 0x101f, 1), "f|x.h|3");
	is_str(at(dump, 0x2003, 2), "g||0");
	is_str(at(dump, 0x2004, 2), "g|b.c|5");
	is_str(at(dump, 0x1010, 3), "h||0"); /* it has none of its own */
	closed(dump);
}

/* It adds an ELF header to each address, and node 20 writes freed memory as
 * names. */
static void lines_of_v8(void)
{
	struct jit_dump *dump;

	put_header(0xdeadbeef, 0);
	put_lines(0x1000, 2, 2 * 17 + 12 + 5);
	put_line(0x1040, 3, "/srv/js/a.js");
	put_line(0x104c, 9, "/x.js");
	put_load(1, 0x1000, 0x20, 0, "JS:*f /srv/js/a.js:2:10");
	put_lines(0x2000, 3, 3 * 17 + 12 + 9 + 12 + 3);
	put_line(0x2040, 3, "\xa9\x62\x0f\x2c");
	put_bytes("\0\0\0\xbf\xc8\xba\x53", 8);
	put_line(0x2048, 5, "\x01\x02"); /* an inlined file's */
	put_bytes("\0\0\x03\x04\x05\x06", 7);
	put_line(0x2050, 4, "");
	put_bytes("\x8d\x9e\x0a\x2e\x7f\0\0\xbf\xc8\xba\x53", 12);
	put_bytes("\0\0\0", 3);
	put_load(1, 0x2000, 0x20, 0, "JS:*g /srv/js/a.js:2:10");
	put_lines(0x3000, 1, 17 + 12);
	put_line(0x3040, 3, "/srv/js/a.js"); /* of its bytecode */
	put_load(1, 0x3000, 0x20, 0, "JS:^h /srv/js/a.js:2:10");
	dump = opened(77);
	is_str(at(dump, 0x1000, 1), "f|/srv/js/a.js|3");
	is_str(at(dump, 0x100c, 1), "f|/x.js|9");
	is_str(at(dump, 0x2007, 1), "g|/srv/js/a.js|3");
	is_str(at(dump, 0x2009, 1), "g|/srv/js/a.js|3");
	is_str(at(dump, 0x2010, 1), "g|/srv/js/a.js|4");
	is_str(at(dump, 0x3010, 1), "h|/srv/js/a.js|2");
	closed(dump);
}

static void lines_of_llvm(void)
{
	struct jit_dump *dump;

	put_header(0, 0);
	put_lines(0x1000, 2, 2 * 16 + 4 + 4);
	put_line(0x1040, 3, "a.c");
	put_line(0x1050, 4, "a.c");
	put_load(1, 0x1000, 0x80, 0, "f");
	put_lines(0x2000, 2, 2 * 16 + 4 + 4);
	put_line(0x2048, 3, "a.j");
	put_line(0x2050, 4, "a.j");
	put_load(1, 0x2000, 0x80, 1, "Java's");
	put_lines(0x3000, 2, 2 * 16 + 4 + 4);
	put_line(0x3048, 3, "a.c");
	put_line(0x3088, 4, "a.c");
	put_load(1, 0x3000, 0x80, 1, "g");
	dump = opened(77);
	is_str(at(dump, 0x1000, 1), "f|a.c|3");
	is_str(at(dump, 0x1010, 1), "f|a.c|4");
	is_str(at(dump, 0x2010, 1), "Java's||0");
	is_str(at(dump, 0x2048, 1), "Java's|a.j|3");
	is_str(at(dump, 0x3048, 1), "g|a.c|4");
	is_str(at(dump, 0x3008, 1), "g|a.c|3");
	closed(dump);
}

static void other_order(void)
{
	struct jit_dump *dump;

	is_swapped = true;
	put_header(0, 0);
	put_lines(0x1000, 1, 16 + 4);
	put_line(0x1004, 5, "b.c");
	put_load(1, 0x1000, 0x20, 0, "f");
	is_swapped = false;
	dump = opened(77);
	is_str(at(dump, 0x1004, 1), "f|b.c|5");
	closed(dump);
}

static void other_process(void)
{
	put_header(0, 0);
	put_load(1, 0x1000, 0x20, 0, "f");
	closed(opened(77));
	ok(!opened(78));
	ok(!jit_dump_open(path, UINT64_MAX, 77));
	unlink(path);
	ok(!jit_dump_open(path, 0, 77));
	ok(!jit_dump_open("/tmp", 0, 77));
}

/* The trouble of the file so far, and whether its first code has a name. */
static const char *trouble_with(const char *name)
{
	static char text[160];
	struct jit_dump *dump = opened(77);

	snprintf(text, sizeof(text), "%s",
		 dump && jit_dump_trouble(dump) ? jit_dump_trouble(dump) : "");
	is_str(at(dump, 0x1000, JIT_LATEST), name);
	closed(dump);
	return text;
}

static void damaged(void)
{
	n_file = 0;
	is_str(trouble_with(""), "it ends in its header");
	put_header(0, 0);
	file[0] = 'x';
	is_str(trouble_with(""), "it is no jitdump file");
	put_header(0, 0);
	file[4] = 2;
	is_str(trouble_with(""),
	       "version 2 of jitdump, with 40 bytes of header");
	put_header(0, 0);
	file[8] = 41;
	is_str(trouble_with(""), "it ends in its header");
	put_header(0, 0);
	is_str(trouble_with(""), "");
	put_load(1, 0x1000, 0x20, 0, "f");
	put_load(1, 0x2000, 0x20, 0, "g");
	n_file--;
	is_str(trouble_with("f||0"), "it ends in the record at byte 130");
	n_file = 130;
	put_text("odd");
	is_str(trouble_with("f||0"), "it ends in the record at byte 130");
	n_file = 130;
	put64(0);
	put64(0);
	is_str(trouble_with("f||0"), "at byte 130: a record of 0 bytes");
}

static void damaged_records(void)
{
	put_header(0, 0);
	put_load(1, 0x1000, 0x20, 0, "f");
	file[40 + 40] = 0x23; /* one byte more than there is */
	put_load(1, 0x1000, 0x20, 0, "g");
	is_str(trouble_with("g||0"), "at byte 40: code that does not fit");
	put_header(0, 0);
	put_load(1, 0x1000, 0x20, 0, "f");
	file[40 + 40] = 0x22; /* so that its name has no space */
	is_str(trouble_with(""), "");
	put_header(0, 0);
	put_record(1, 8, 0);
	put64(0);
	is_str(trouble_with(""), "at byte 40: a move of 24 bytes");
	put_header(0, 0);
	put_record(2, 8, 0);
	put64(0);
	is_str(trouble_with(""), "at byte 40: lines in 24 bytes");
	put_header(0, 0);
	put_lines(0x1000, UINT64_MAX, 16 + 4);
	put_line(0x1000, 5, "b.c");
	put_load(1, 0x1000, 0x20, 0, "f");
	is_str(trouble_with("f|b.c|5"), "");
	put_header(0, 0);
	put_lines(0x1000, 2, 16 + 4 + 16 + 3);
	put_line(0x1000, 5, "b.c");
	put_line(0x1000, 6, "c.c"); /* its end is not in the record */
	n_file--;
	put_load(1, 0x1000, 0x20, 0, "f");
	is_str(trouble_with("f|b.c|5"), "");
}

static const struct tap_test tests[] = {
	{"an address has the name of the code that has it", places},
	{"names of scripts are split", forms},
	{"of several codes the one of that time counts", times},
	{"a place may be used again and again", reused},
	{"moved code keeps its name and lines", moves},
	{"an address has the line before it", lines},
	{"V8's lines are where V8 means them", lines_of_v8},
	{"LLVM's lines, too, and Java's are not changed", lines_of_llvm},
	{"a file may have the other order of bytes", other_order},
	{"a file of another process or time is not used", other_process},
	{"a damaged file says where, and what precedes that is used", damaged},
	{"a damaged record is left out", damaged_records},
};
TAP_MAIN(tests)
