/* SPDX-License-Identifier: MIT */
/*
 * Calls as lines of text and JSON, for every kind of value that an archive can
 * hold.
 */
#include "tools/print/print.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/build_archive.h"
#include "tests/tap.h"

/* Type ids of describe(). */
enum {
	INT = 1,
	SIZE,
	MODE,
	OFLAGS,
	WHENCE,
	STR,
	VOID,
	MEMORY,
	STAT,
	STAT_OUT,
	STRINGS,
	FLOAT,
	CHAR,
	LONG_DOUBLE,
	PID,
	INT_OUT,
	LONG_DOUBLE_OUT,
};

static struct build b;
static struct print print;
static bool is_json;

/* The archive's calls as printed. */
static const char *printed(void)
{
	static const struct fxr_calls_options options;
	static struct fxr_call call;
	struct fxr_reader *reader = fxr_open_memory(b.words, build_bytes(&b));
	struct fxr_calls *calls = fxr_calls_open(reader, &options);
	struct pen out = {0};

	print.out = &out;
	print.world = fxr_calls_world(calls);
	while (fxr_calls_next(calls, &call))
		if (is_json)
			print_call_json(&print, &call);
		else
			print_call(&print, &call);
	pen_byte(&out, '\0');
	fxr_calls_close(calls);
	fxr_close(reader);
	return pen_take(&out).bytes;
}

static void describe_stat(void)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_STRUCT, "struct stat", 16);
	pack_varint(&p, 2);
	pack_text(&p, "mode");
	pack_varint(&p, MODE);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	pack_text(&p, "size");
	pack_varint(&p, SIZE);
	pack_varint(&p, 8);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	build_entry(&b, FXW_ENTRY_TYPE, STAT, &p);
	build_ptr(&b, STAT_OUT, STAT, FXG_OUT);
}

static void describe(void)
{
	build_begin(&b);
	build_int(&b, INT, "int", 4, true, FXG_DEC);
	build_int(&b, SIZE, "size_t", 8, false, FXG_DEC);
	build_int(&b, MODE, "mode_t", 4, false, FXG_OCT);
	build_enum(&b, OFLAGS, FXG_FLAGS, "int", INT);
	build_enumerator(&b, OFLAGS, 0, 3, "O_RDONLY");
	build_enumerator(&b, OFLAGS, 0x80000, 0x80000, "O_CLOEXEC");
	build_enum(&b, WHENCE, FXG_ENUM, "int", INT);
	build_enumerator(&b, WHENCE, 1, UINT64_MAX, "SEEK_CUR");
	build_str(&b, STR);
	build_plain_type(&b, VOID, FXG_VOID, "void", 0);
	build_ptr(&b, MEMORY, VOID, FXG_IN);
	build_ptr(&b, STRINGS, STR, FXG_IN);
	build_plain_type(&b, FLOAT, FXG_FLOAT, "float", 4);
	build_int(&b, CHAR, "char", 1, true, FXG_CHAR);
	build_plain_type(&b, LONG_DOUBLE, FXG_FLOAT, "long double", 16);
	build_int(&b, PID, "pid_t", 4, true, FXG_DEC);
	build_ptr(&b, INT_OUT, INT, FXG_INOUT);
	describe_stat();
}

/* A function of one parameter x. */
static void describe_f(uint64_t ret, uint64_t type)
{
	const struct build_param params[] = {{"x", type}, {NULL, 0}};

	describe();
	build_function(&b, 1, "f", ret, params, 0);
}

/* Puts f(x) with the argument that was appended. */
static void f(void)
{
	build_call(&b, 1000, 2000, "f");
}

static void a_line(void)
{
	static const struct build_param params[] = {{"dirfd", INT},
						    {"pathname", STR},
						    {"flags", OFLAGS},
						    {NULL, 0}};

	describe();
	build_function(&b, 1, "openat", INT, params, 0);
	arg_string(&b, "dirfd", "AT_FDCWD");
	arg_string(&b, "flags", "O_RDONLY|O_CLOEXEC");
	build_begin_call(&b, 123456, "openat");
	arg_string(&b, "pathname", "/etc/passwd");
	arg_i32(&b, "ret", 3);
	build_end_call(&b, 124700, "openat");
	is_str(printed(),
	       "0 0.000123 100/101 openat(dirfd=AT_FDCWD, "
	       "pathname=\"/etc/passwd\", flags=O_RDONLY|O_CLOEXEC) = 3 "
	       "<1.2us>\n");
}

static void results(void)
{
	static const struct build_param none[] = {{NULL, 0}};

	describe();
	build_function(&b, 1, "nothing", VOID, none, 0);
	build_function(&b, 2, "leave", VOID, none, FXG_F_NORETURN | FXG_F_TAIL);
	print.is_stable = true;
	arg_i32(&b, "ret", -1);
	arg_string(&b, "errno", "ENOENT");
	build_call(&b, 10, 11, "failed");
	build_call(&b, 20, 21, "nothing");
	build_call(&b, 30, 31, "unknown");
	arg_pointer(&b, "ret", 0);
	build_call(&b, 40, 41, "null");
	arg_pointer(&b, "ret", UINT64_MAX);
	arg_string(&b, "errno", "EINVAL");
	build_call(&b, 45, 46, "mmap");
	build_begin_call(&b, 50, "left");
	arg_string(&b, "@flags", "abandoned");
	build_end_call(&b, 60, "left");
	build_begin_call(&b, 70, "execve");
	build_begin_call(&b, 75, "deferred");
	arg_string(&b, "@flags", "late");
	build_end_call(&b, 76, "deferred");
	build_call(&b, 80, 81, "leave");
	build_begin_call(&b, 90, "pause");
	is_str(printed(), "0 failed() = -1 ENOENT\n"
			  "1 nothing() = void\n"
			  "2 unknown() = ?\n"
			  "3 null() = NULL\n"
			  "4 mmap() = -1 EINVAL\n"
			  "5 left() = ? <abandoned>\n"
			  "6 execve() = ? <replaced>\n"
			  "7 deferred() = ? <late>\n"
			  "8 leave() = ? <no return>\n"
			  "9 pause() = ? <unfinished>\n");
}

/* f's line without its number; the archive is used up. */
static const char *f_line(void)
{
	print.is_stable = true;
	f();
	return printed() + 2;
}

static void integers(void)
{
	describe_f(INT, INT);
	arg_i32(&b, "x", INT32_MIN);
	f();
	arg_u32(&b, "x", UINT32_MAX);
	f();
	arg_i64(&b, "x", INT64_MIN);
	f();
	arg_u64(&b, "x", UINT64_MAX);
	f();
	arg_bool(&b, "x", true);
	is_str(f_line(), "f(x=-2147483648) = ?\n"
			 "1 f(x=4294967295) = ?\n"
			 "2 f(x=-9223372036854775808) = ?\n"
			 "3 f(x=18446744073709551615) = ?\n"
			 "4 f(x=true) = ?\n");
}

static void octal(void)
{
	describe_f(INT, MODE);
	arg_u32(&b, "x", 0644);
	f();
	arg_u32(&b, "x", 0);
	is_str(f_line(), "f(x=0644) = ?\n1 f(x=0) = ?\n");
}

static void characters(void)
{
	describe_f(INT, CHAR);
	arg_i32(&b, "x", 'a');
	f();
	arg_i32(&b, "x", '\n');
	f();
	arg_i32(&b, "x", -1);
	is_str(f_line(), "f(x='a') = ?\n1 f(x='\\n') = ?\n2 f(x=-1) = ?\n");
}

static void doubles(void)
{
	describe_f(INT, FLOAT);
	arg_double(&b, "x", (double)0.1f);
	f();
	arg_double(&b, "y", 0.1);
	arg_double(&b, "z", 1e300);
	arg_double(&b, "w", (double)INFINITY);
	is_str(f_line(), "f(x=0.1) = ?\n1 f(y=0.1, z=1e+300, w=inf) = ?\n");
}

static void long_doubles(void)
{
	long double number = 1.5L;
	unsigned char bytes[16] = {0};

	memcpy(bytes, &number, LDBL_MANT_DIG == 64 ? 10 : 16);
	describe_f(INT, LONG_DOUBLE);
	arg_blob(&b, "x", bytes, 16);
	is_str(f_line(), "f(x=1.5) = ?\n");
}

static void texts(void)
{
	describe_f(INT, STR);
	arg_string(&b, "x", "a\"\\\n\t\033\177\xc3\xa9");
	f();
	arg_null(&b, "x");
	f();
	arg_string(&b, "x", "");
	f();
	arg_blob(&b, "x", "\xff\xc3", 2);
	is_str(f_line(), "f(x=\"a\\\"\\\\\\n\\t\\033\\177\xc3\xa9\") = ?\n"
			 "1 f(x=NULL) = ?\n"
			 "2 f(x=\"\") = ?\n"
			 "3 f(x=\"\\377\\303\") = ?\n");
}

static void cut_values(void)
{
	describe_f(INT, STR);
	arg_string(&b, "x", "abc");
	arg_u64(&b, "x.size", 5000);
	f();
	arg_null(&b, "x");
	arg_u64(&b, "x.size", 12);
	is_str(f_line(), "f(x=\"abc\"...[5000]) = ?\n1 f(x=?[12]) = ?\n");
}

static void constants(void)
{
	describe_f(INT, OFLAGS);
	arg_string(&b, "x", "O_RDWR|0x400");
	f();
	arg_i32(&b, "x", 0x80400);
	is_str(f_line(),
	       "f(x=O_RDWR|0x400) = ?\n1 f(x=O_RDONLY|O_CLOEXEC|0x400) = ?\n");
}

static void enumerated(void)
{
	describe_f(INT, WHENCE);
	arg_string(&b, "x", "SEEK_SET");
	f();
	arg_i32(&b, "x", 77);
	f();
	arg_i32(&b, "x", 1);
	is_str(f_line(), "f(x=SEEK_SET) = ?\n1 f(x=77) = ?\n"
			 "2 f(x=SEEK_CUR) = ?\n");
}

/* f's line for a format and the encoded values that it took. */
static const char *printf_line(const char *format, const void *bytes, size_t n)
{
	build_varargs(FXG_VA_PRINTF, 0);
	describe_f(INT, STR);
	build_varargs(FXG_VA_NONE, 0);
	arg_string(&b, "x", format);
	arg_blob(&b, FXG_ARGS, bytes, n);
	return f_line();
}

static void formatted_text(void)
{
	is_str(printf_line("%d %s\n", "\x0b\2\4\3\7\1x", 7),
	       "f(x=\"%d %s\\n\", ...=[3, \"x\"], text=\"3 x\\n\") = ?\n");
	is_str(printf_line("%x %c %p", "\x0b\3\4\x1f\4A\x0d\5", 8),
	       "f(x=\"%x %c %p\", ...=[0x1f, 'A', PTR], "
	       "text=\"1f A PTR\") = ?\n");
}

static void ill_matched_values(void)
{
	is_str(printf_line("a %s", "\x0b\1\4\5", 4),
	       "f(x=\"a %s\", ...=[5], text=\"a \"...) = ?\n");
	is_str(printf_line("%d", "\x0b\1\7\1x", 5),
	       "f(x=\"%d\", ...=[\"x\"], text=\"\"...) = ?\n");
	is_str(printf_line("%d %d", "\x0b\1\4\5", 4),
	       "f(x=\"%d %d\", ...=[5], text=\"5 \"...) = ?\n");
	is_str(printf_line("%f", "\x0b\1\4\5", 4),
	       "f(x=\"%f\", ...=[5], text=\"\"...) = ?\n");
	is_str(printf_line("%*d", "\x0b\2\4\xff\xff\xff\x7f\4\5", 9),
	       "f(x=\"%*d\", ...=[268435455, 5], text=\"\"...) = ?\n");
	is_str(printf_line("%n%y%s%n", "\x0b\1\x0d\5", 4),
	       "f(x=\"%n%y%s%n\", ...=[PTR], text=\"\"...) = ?\n");
}

static void cut_elements(void)
{
	is_str(printf_line("<%s>", "\x0b\1\x0b\2\7\2ab\4\x09", 10),
	       "f(x=\"<%s>\", ...=[\"ab\"...[9]], text=\"<ab\"...) = ?\n");
}

static void json_of_printf(void)
{
	is_json = true;
	is_str(strstr(printf_line("%s", "\x0b\1\7\1x", 5), ",\"args\""),
	       ",\"args\":{\"x\":\"%s\",\"...\":[\"x\"]},\"text\":\"x\"}\n");
}

static void withheld_values(void)
{
	describe_f(STR, INT);
	arg_null(&b, "x");
	arg_null(&b, "ret");
	arg_u64(&b, "ret.size", 7);
	is_str(f_line(), "f(x=?) = ?[7]\n");
}

static void untyped_text(void)
{
	build_begin(&b);
	arg_string(&b, "x", "O_RDWR");
	is_str(f_line(), "f(x=\"O_RDWR\") = ?\n");
}

static void pointers(void)
{
	describe_f(INT, MEMORY);
	arg_pointer(&b, "x", 0x7f0012);
	f();
	arg_pointer(&b, "x@", 0x10);
	arg_blob(&b, "x", "ab", 2);
	build_call(&b, 3000, 3001, "f");
	is_str(printed(),
	       "0 0.000001 100/101 f(x=0x7f0012) = ? <1.0us>\n"
	       "1 0.000003 100/101 f(x@=0x10, x=\"ab\") = ? <1ns>\n");
	print.is_stable = true;
	is_str(printed(), "0 f(x=PTR) = ?\n1 f(x@=PTR, x=\"ab\") = ?\n");
}

static void memory(void)
{
	static const char bytes[40] = "0123456789\0\xff";

	describe_f(INT, MEMORY);
	arg_blob(&b, "x", bytes, 40);
	f();
	arg_blob(&b, "x", bytes, 32);
	arg_u64(&b, "x.size", 99);
	f();
	arg_blob(&b, "x", "", 0);
	is_str(f_line(),
	       "f(x=\"0123456789\\000\\377\\000\\000\\000\\000\\000\\000\\000"
	       "\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000"
	       "\\000\"...[40]) = ?\n"
	       "1 f(x=\"0123456789\\000\\377\\000\\000\\000\\000\\000\\000\\000"
	       "\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000"
	       "\\000\"...[99]) = ?\n"
	       "2 f(x=\"\") = ?\n");
}

static void hexdump(void)
{
	describe_f(INT, MEMORY);
	arg_blob(&b, "x", "0123456789abcdef\n", 17);
	print.has_blobs = true;
	is_str(f_line(),
	       "f(x=\"0123456789abcdef\\n\") = ?\n"
	       "    x:\n"
	       "      000000  30 31 32 33 34 35 36 37 38 39 61 62 63 "
	       "64 65 66  |0123456789abcdef|\n"
	       "      000010  0a                                      "
	       "         |.|\n");
}

/* {mode=mode, size=size}, encoded */
static void pack_stat(struct pack *p, unsigned mode, unsigned size)
{
	pack_byte(p, 0x0c);
	pack_varint(p, STAT);
	pack_byte(p, 4);
	pack_varint(p, mode);
	pack_byte(p, 4);
	pack_varint(p, size);
}

static void structs(void)
{
	struct pack p = {.n = 0};

	describe_f(INT, STAT_OUT);
	pack_stat(&p, 0100644, 5);
	arg_blob(&b, "x", p.bytes, p.n);
	f();
	arg_u32(&b, "x.mode", 040755);
	arg_u64(&b, "x.size", 4096);
	is_str(f_line(), "f(x={mode=0100644, size=5}) = ?\n"
			 "1 f(x={mode=040755, size=4096}) = ?\n");
}

static void arrays(void)
{
	struct pack p = {.n = 0};

	describe_f(INT, STAT_OUT);
	pack_byte(&p, 0x0b);
	pack_varint(&p, 2);
	pack_stat(&p, 1, 2);
	pack_byte(&p, 0x00);
	arg_blob(&b, "x", p.bytes, p.n);
	arg_u64(&b, "x.size", 9);
	is_str(f_line(), "f(x=[{mode=01, size=2}, NULL]...[9]) = ?\n");
}

static void string_arrays(void)
{
	struct pack p = {.n = 0};

	describe_f(INT, STRINGS);
	pack_byte(&p, 0x0b);
	pack_varint(&p, 2);
	pack_byte(&p, 0x07);
	pack_text(&p, "ls");
	pack_byte(&p, 0x07);
	pack_text(&p, "-l");
	arg_blob(&b, "x", p.bytes, p.n);
	is_str(f_line(), "f(x=[\"ls\", \"-l\"]) = ?\n");
}

/* One array with every tag of the encoding that has no type of its own. */
static void every_tag(void)
{
	static const unsigned char bytes[] = {
		0x0b, 13,   0x00,   0x01, 0x02, 0x03, 5,      0x04, 0xac, 0x02,
		0x05, 0,    0,	    0x20, 0x41, 0x06, 0,      0,    0,	  0,
		0,    0,    0xf8,   0x3f, 0x07, 1,    'a',    0x08, 2,	  0xff,
		'b',  0x09, WHENCE, 0x04, 1,	0x0a, OFLAGS, 0x04, 0x80, 0x08,
		0x0d, 0x10, 0x0f,   2,	  'x',	0xe9, 0x01,
	};

	describe_f(INT, STAT_OUT);
	arg_blob(&b, "x", bytes, sizeof(bytes));
	is_str(f_line(),
	       "f(x=[NULL, false, true, -5, 300, 10, 1.5, \"a\", "
	       "{mode=\"\\377b\"}, "
	       "SEEK_CUR, O_RDONLY|0x400, PTR, \"x\xc3\xa9\"]) = ?\n");
}

static void bad_encoding(void)
{
	describe_f(INT, STAT_OUT);
	arg_blob(&b, "x", "\x0b\x7f\x0c", 3);
	f();
	arg_blob(&b, "x", "\x02\x02", 2);
	f();
	arg_blob(&b, "x", "\x0c\x7e", 2);
	is_str(f_line(), "f(x=\"\\013\\177\\014\") = ?\n"
			 "1 f(x=\"\\002\\002\") = ?\n"
			 "2 f(x=\"\\014~\") = ?\n");
}

static void nested_too_deep(void)
{
	static unsigned char bytes[4000];
	size_t i;

	for (i = 0; i < sizeof(bytes); i += 2) {
		bytes[i] = 0x0b;
		bytes[i + 1] = 1;
	}
	describe_f(INT, STAT_OUT);
	arg_blob(&b, "x", bytes, sizeof(bytes));
	ok(strstr(f_line(), "...[4000]) = ?\n"));
}

static void encoded_long_double(void)
{
	struct pack p = {.n = 0};
	long double number = -0.5L;
	unsigned char bytes[16] = {0};
	size_t i;

	memcpy(bytes, &number, LDBL_MANT_DIG == 64 ? 10 : 16);
	describe();
	build_ptr(&b, LONG_DOUBLE_OUT, LONG_DOUBLE, FXG_OUT);
	build_function(
		&b, 1, "f", INT,
		(struct build_param[]){{"x", LONG_DOUBLE_OUT}, {NULL, 0}}, 0);
	pack_byte(&p, 0x0b);
	pack_varint(&p, 1);
	pack_byte(&p, 0x08);
	pack_varint(&p, 16);
	for (i = 0; i < 16; i++)
		pack_byte(&p, bytes[i]);
	arg_blob(&b, "x", p.bytes, p.n);
	is_str(f_line(), "f(x=[-0.5]) = ?\n");
}

static void before_and_after(void)
{
	describe_f(INT, INT_OUT);
	arg_i32(&b, "x", 28);
	build_begin_call(&b, 10, "f");
	arg_i32(&b, "x'", 16);
	build_end_call(&b, 20, "f");
	arg_i32(&b, "x'", 7);
	is_str(f_line(), "f(x=28 => 16) = ?\n1 f(x'=7) = ?\n");
}

static void process_ids(void)
{
	describe_f(PID, PID);
	arg_i32(&b, "x", 1234);
	arg_i32(&b, "ret", -1);
	is_str(f_line(), "f(x=PID) = -1\n");
}

static void odd_names(void)
{
	build_begin(&b);
	arg_i32(&b, "a\033[31m", 1);
	arg_i32(&b, "", 2);
	arg_i32(&b, "@odd", 3);
	arg_i32(&b, ".b", 4);
	is_str(f_line(), "f(a\\033[31m=1, =2, @odd=3, .b=4) = ?\n");
}

static void order(void)
{
	describe_f(VOID, INT);
	arg_i32(&b, "@seq", 7);
	build_call(&b, 3000, 3001, "f");
	arg_i32(&b, "x", 1);
	arg_i32(&b, "@seq", 8);
	build_call(&b, 3002, 3003, "f");
	is_str(printed(), "0 0.000003 100/101 f(@seq=7) = void <1ns>\n"
			  "1 0.000003 100/101 f(x=1, @seq=8) = void <1ns>\n");
	print.is_stable = true;
	is_str(printed(), "0 f() = void\n1 f(x=1) = void\n");
}

static unsigned n_unlike;

static void expect_duration(struct pen *out, uint64_t ns)
{
	char want[32];

	snprintf(want, sizeof(want), "%.1fus", (double)ns / 1e3);
	print_duration(out, ns);
	pen_byte(out, '\0');
	n_unlike += strcmp(pen_take(out).bytes, want) != 0;
}

static void durations(void)
{
	static const uint64_t ns[] = {0,	 999,	    1000,
				      999949,	 999950,    1000000,
				      999949999, 999950000, 61234000000};
	struct pen out = {0};

	for (size_t i = 0; i < sizeof(ns) / sizeof(ns[0]); i++) {
		print_duration(&out, ns[i]);
		pen_byte(&out, ' ');
	}
	pen_byte(&out, '\0');
	is_str(pen_take(&out).bytes,
	       "0ns 999ns 1.0us 999.9us 1.0ms 1.0ms 999.9ms 1.000s 61.234s ");
	/* every tenth and twentieth of a unit, as printf rounds it */
	for (uint64_t n = 1000; n < 999950; n += n % 100 ? 50 : 49)
		expect_duration(&out, n);
	is_u64(n_unlike, 0);
	pen_fini(&out);
}

static void json_line(void)
{
	describe_f(INT, INT_OUT);
	build_object(&b, FXT_OBJECT_PROCESS, 100, "pro\"g");
	arg_i32(&b, "x", 28);
	build_begin_call(&b, 10, "f");
	arg_i32(&b, "x'", 16);
	arg_i32(&b, "ret", -1);
	arg_string(&b, "errno", "ENOENT");
	arg_string(&b, "@flags", "late|cut");
	build_end_call(&b, 20, "f");
	is_json = true;
	is_str(printed(),
	       "{\"number\":0,\"begin_ns\":10,\"end_ns\":20,\"duration_ns\":10,"
	       "\"pid\":100,\"tid\":101,\"process\":\"pro\\\"g\","
	       "\"category\":\"libc:io\",\"name\":\"f\",\"state\":\"done\","
	       "\"marks\":[\"late\",\"cut\"],\"args\":{\"x\":28,\"x'\":16},"
	       "\"ret\":-1,\"errno\":\"ENOENT\"}\n");
}

/* args of the JSON of f's one call */
static const char *json_args(void)
{
	static char text[1000];
	const char *args;

	is_json = true;
	f();
	args = strstr(printed(), "\"args\":");
	snprintf(text, sizeof(text), "%s", args ? args + 7 : "none");
	if (strlen(text) > 2)
		text[strlen(text) - 2] = '\0';
	return text;
}

static void json_values(void)
{
	build_begin(&b);
	arg_null(&b, "a");
	arg_bool(&b, "b", false);
	arg_u64(&b, "c", UINT64_MAX);
	arg_double(&b, "d", (double)NAN);
	arg_string(&b, "e", "\x01\"\\\xc3\xa9");
	arg_string(&b, "f", "\xff");
	arg_pointer(&b, "g", 0x10);
	arg_pointer(&b, "h", 0);
	arg_blob(&b, "i", "ab", 2);
	arg_blob(&b, "j", "", 0);
	arg_double(&b, "\xff", 0.5);
	is_str(json_args(),
	       "{\"a\":null,\"b\":false,\"c\":18446744073709551615,"
	       "\"d\":{\"float\":\"NaN\"},\"e\":\"\\u0001\\\"\\\\\xc3\xa9\","
	       "\"f\":{\"base64\":\"/"
	       "w==\",\"bytes\":1},\"g\":{\"address\":\"0x10\"},"
	       "\"h\":null,\"i\":{\"base64\":\"YWI=\",\"bytes\":2},"
	       "\"j\":{\"base64\":\"\",\"bytes\":0},\"\\ufffd\":0.5}");
}

static void json_members(void)
{
	build_begin(&b);
	arg_i32(&b, "st.mode", 1);
	arg_i32(&b, "st.size", 2);
	arg_i32(&b, "st'.mode", 3);
	arg_string(&b, "s", "ab");
	arg_u64(&b, "s.size", 9);
	is_str(json_args(), "{\"st\":{\"mode\":1,\"size\":2},"
			    "\"st'\":{\"mode\":3},\"s\":\"ab\",\"s.size\":9}");
}

static void json_lists(void)
{
	struct pack p = {.n = 0};

	describe_f(INT, STAT_OUT);
	pack_byte(&p, 0x0b);
	pack_varint(&p, 2);
	pack_stat(&p, 1, 2);
	pack_byte(&p, 0x0a);
	pack_varint(&p, OFLAGS);
	pack_byte(&p, 4);
	pack_varint(&p, 0x80000);
	arg_blob(&b, "x", p.bytes, p.n);
	is_str(json_args(), "{\"x\":[{\"mode\":1,\"size\":2},"
			    "\"O_RDONLY|O_CLOEXEC\"]}");
}

static const struct tap_test tests[] = {
	{"what printf made is shown next to its values", formatted_text},
	{"values that do not fit their format end the text",
	 ill_matched_values},
	{"a string that was cut ends the text", cut_elements},
	{"JSON has the text, too", json_of_printf},
	{"values that are withheld are distinguished from NULL",
	 withheld_values},
	{"a call is a line", a_line},
	{"each way to end has its result", results},
	{"integers keep width and sign", integers},
	{"modes are octal", octal},
	{"characters are quoted", characters},
	{"floating point is as short as it can be", doubles},
	{"a long double is read from its bytes", long_doubles},
	{"text is quoted as in C", texts},
	{"a cut or withheld value has its true size", cut_values},
	{"flag sets are bare words", constants},
	{"constants are bare words, unknown ones numbers", enumerated},
	{"without a type a string is quoted", untyped_text},
	{"addresses are hex, and PTR where runs are compared", pointers},
	{"memory is shortened", memory},
	{"--blobs shows memory whole", hexdump},
	{"a struct shows its members, encoded or flattened", structs},
	{"an array shows its elements", arrays},
	{"an array of strings shows them quoted", string_arrays},
	{"every tag of the encoding is shown", every_tag},
	{"bytes that are no sound encoding are shown as memory", bad_encoding},
	{"nesting beyond any sense is shown as memory", nested_too_deep},
	{"a long double is read in an array too", encoded_long_double},
	{"an inout value shows both", before_and_after},
	{"process ids do not show where runs are compared", process_ids},
	{"control characters in names are escaped", odd_names},
	{"a call's place among those of all threads is behind its values",
	 order},
	{"durations have a unit that fits", durations},
	{"a call is a line of JSON", json_line},
	{"every value is valid JSON", json_values},
	{"members are objects in JSON", json_members},
	{"arrays and structs are such in JSON", json_lists},
};

TAP_MAIN(tests)
