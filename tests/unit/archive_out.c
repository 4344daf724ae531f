/* SPDX-License-Identifier: MIT */
/*
 * Archives that converters write: what was put in is what the reader gives
 * back, whatever its size.
 */
#include "tools/convert/archive_out.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"
#include "tools/reader/calls.h"

#define T(text) fxr_text(text, strlen(text))

static char *bytes;
static size_t n_bytes;
static FILE *file;
static struct archive_out *out;
static struct fxr_reader *reader;
static struct fxr_calls *calls;
static struct fxr_call call;

static void begin(void)
{
	file = open_memstream(&bytes, &n_bytes);
	out = archive_out_open(file, T("maker"), 1000000000);
}

static void begin_call(const char *name)
{
	archive_out_event(out, FXT_EVENT_DURATION_BEGIN, 10, 100, 101, T("api"),
			  T(name));
}

static void end_call(const char *name)
{
	archive_out_commit(out, 0);
	archive_out_event(out, FXT_EVENT_DURATION_END, 20, 100, 101, T("api"),
			  T(name));
	archive_out_commit(out, 0);
}

/* The first call of what was written. */
static void read_back(void)
{
	static const struct fxr_calls_options options;

	archive_out_close(out);
	fclose(file);
	reader = fxr_open_memory(bytes, n_bytes);
	calls = fxr_calls_open(reader, &options);
	ok(!fxr_error(reader));
	ok(fxr_calls_next(calls, &call));
	is_u64(call.begin_ns, 10);
	is_u64(call.end_ns, 20);
}

static const struct fxr_value *value(const char *name)
{
	static const struct fxr_value none = {.kind = FXR_VALUE_NULL};

	for (size_t i = 0; i < call.n_args; i++)
		if (fxr_is(call.args[i].name, name))
			return &call.args[i].value;
	ok(false, "there is no %s", name);
	return &none;
}

static void every_kind(void)
{
	begin();
	archive_out_process(out, 100, T("app"));
	archive_out_thread(out, 100, 101, T("worker"));
	begin_call("f");
	archive_out_null(out, T("null"));
	archive_out_bool(out, T("bool"), true);
	archive_out_int(out, T("i32"), -5);
	archive_out_int(out, T("i64"), INT64_MIN);
	archive_out_uint(out, T("u32"), 4000000000u);
	archive_out_uint(out, T("u64"), UINT64_MAX);
	archive_out_double(out, T("double"), 2.5);
	archive_out_string(out, T("string"), T("text"));
	archive_out_string(out, T("bytes"), T("te\xffxt"));
	archive_out_pointer(out, T("pointer"), 0x1234);
	archive_out_blob(out, T("blob"), fxr_text("a\0b", 3));
	end_call("f");
	read_back();
	is_u64(value("null")->kind, FXR_VALUE_NULL);
	ok(value("bool")->as.boolean);
	is_i64(value("i32")->as.i64, -5);
	is_i64(value("i64")->as.i64, INT64_MIN);
	is_u64(value("u32")->as.u64, 4000000000u);
	is_u64(value("u64")->as.u64, UINT64_MAX);
	ok(value("double")->as.f64 == 2.5);
	ok(fxr_is(value("string")->as.text, "text"));
	ok(fxr_is(value("bytes")->as.text, "te\xffxt"));
	is_u64(value("pointer")->as.u64, 0x1234);
	is_u64(value("blob")->as.text.n_bytes, 3);
	is_mem(value("blob")->as.text.bytes, "a\0b", 3);
	ok(fxr_is(fxr_world_thread_name(fxr_calls_world(calls),
					call.thread->provider, call.thread->pid,
					101),
		  "worker"));
}

static void any_size(void)
{
	static const size_t sizes[] = {0,     1,      7,       8,      16384,
				       16385, 24000,  24001,   32000,  32001,
				       65536, 100000, 1000000, 3000000};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		char *text = malloc(sizes[i] + 1);

		for (size_t k = 0; k < sizes[i]; k++)
			text[k] = (char)('a' + k % 26);
		begin();
		begin_call("f");
		archive_out_string(out, T("text"), fxr_text(text, sizes[i]));
		archive_out_blob(out, T("blob"), fxr_text(text, sizes[i]));
		end_call("f");
		read_back();
		is_u64(value("text")->as.text.n_bytes,
		       sizes[i] > 1 << 20 ? 1 << 20 : sizes[i]);
		is_mem(value("text")->as.text.bytes, text,
		       value("text")->as.text.n_bytes);
		is_mem(value("blob")->as.text.bytes, text,
		       value("blob")->as.text.n_bytes);
		fxr_calls_close(calls);
		fxr_close(reader);
		free(bytes);
		free(text);
	}
}

static void too_many(void)
{
	char name[8];

	begin();
	begin_call("f");
	for (int i = 0; i < 17; i++) {
		snprintf(name, sizeof(name), "a%d", i);
		is_u64(archive_out_has_space(out), i < 15);
		archive_out_int(out, T(name), i);
	}
	is_u64(archive_out_n_dropped(out), 2);
	end_call("f");
	read_back();
	is_u64(call.n_args, 15);
	is_i64(value("a14")->as.i64, 14);
}

static void many_names(void)
{
	char name[32];
	int n = 40000, i;

	begin();
	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "function_%d", i);
		begin_call(name);
		archive_out_string(out, T("arg"), T(name));
		end_call(name);
	}
	read_back();
	for (i = 1; fxr_calls_next(calls, &call); i++)
		;
	is_u64(i, n);
	snprintf(name, sizeof(name), "function_%d", n - 1);
	ok(fxr_is(call.name->name, name));
	ok(fxr_is(value("arg")->as.text, name));
}

static void many_threads(void)
{
	int n = 0;

	begin();
	for (unsigned i = 0; i < 1000; i++) {
		archive_out_event(out, FXT_EVENT_DURATION_COMPLETE, 10,
				  100 + i / 4, 1000 + i, T("api"), T("f"));
		archive_out_commit(out, 20);
	}
	read_back();
	do
		n += call.thread->tid == 1000 + (unsigned)n &&
		     call.thread->pid == 100 + (unsigned)n / 4;
	while (fxr_calls_next(calls, &call));
	is_u64(n, 1000);
}

static void types(void)
{
	struct fxr_enumerator enumerators[2000];
	struct fxr_type number = {.class = FXG_INT,
				  .c_name = T("int"),
				  .size = 4,
				  .align = 4,
				  .is_signed = true};
	struct fxr_type choice = {.class = FXG_ENUM,
				  .c_name = T("enum choice"),
				  .size = 4,
				  .base = 1,
				  .enumerators = enumerators,
				  .n_enumerators = 2000};
	struct fxr_param param = {T("what"), 2};
	struct fxr_function function = {.category = T("api"),
					.name = T("f"),
					.ret = 1,
					.params = &param,
					.n_params = 1,
					.n_fixed = 1,
					.varargs = 3};
	const struct fxr_type *read;

	for (unsigned i = 0; i < 2000; i++)
		enumerators[i] = (struct fxr_enumerator){
			i, ~0ull, i == 1999 ? T("LAST") : T("SOME")};
	begin();
	archive_out_type(out, 1, &number);
	archive_out_type(out, 2, &choice);
	archive_out_function(out, 1, &function);
	begin_call("f");
	archive_out_int(out, T("what"), 1999);
	end_call("f");
	read_back();
	ok(call.function != NULL);
	is_u64(call.function->varargs, 3);
	read = value("what")->type;
	is_u64(read->n_enumerators, 2000);
	ok(fxr_is(read->enumerators[1999].name, "LAST"));
	read = fxr_type_base(&fxr_calls_world(calls)->types, read);
	ok(read->is_signed && fxr_is(read->c_name, "int"));
}

static const struct tap_test tests[] = {
	{"every kind of value is read back", every_kind},
	{"values of any size are read back", any_size},
	{"what finds no space is counted", too_many},
	{"more names than there are numbers", many_names},
	{"more threads than there are numbers", many_threads},
	{"types and functions are read back", types},
};
TAP_MAIN(tests)
