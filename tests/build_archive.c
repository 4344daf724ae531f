/* SPDX-License-Identifier: MIT */
/*
 * Archives for tests, see build_archive.h. Uses the format's own packers, whose
 * tests do not depend on this.
 */
#include "tests/build_archive.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "writer/wire.h"

#define SPACE 4096u

/* Space for the largest record. */
static uint64_t *space(struct build *b)
{
	if (b->space - b->n_words < SPACE) {
		b->space = b->space * 2 + 2 * SPACE;
		b->words = realloc(b->words, b->space * 8);
		assert(b->words);
	}
	return b->words + b->n_words;
}

static void finish_record(struct build *b, size_t n_words)
{
	assert(n_words);
	b->n_words += n_words;
	b->n_args = 0;
	b->n_arg_words = 0;
}

static struct fxt_string text_of(const char *text)
{
	return fxt_inline_string(text, strlen(text));
}

void build_word(struct build *b, uint64_t word)
{
	*space(b) = word;
	b->n_words++;
}

void build_magic(struct build *b)
{
	memset(b, 0, sizeof(*b));
	b->pid = 100;
	b->tid = 101;
	build_word(b, FXT_MAGIC);
}

void build_begin(struct build *b)
{
	build_magic(b);
	build_provider(b, 100, "prog");
	build_init(b, 1000000000);
}

void build_free(struct build *b)
{
	free(b->words);
}

size_t build_bytes(const struct build *b)
{
	return b->n_words * 8;
}

void build_provider(struct build *b, uint32_t id, const char *name)
{
	struct fxt_metadata in = {
		.type = FXT_METADATA_PROVIDER_INFO,
		.provider_id = id,
		.name = name,
		.name_bytes = (uint8_t)strlen(name),
	};

	finish_record(b, fxt_pack_metadata(space(b), SPACE, &in));
}

void build_section(struct build *b, uint32_t id)
{
	build_word(b, fxt_provider_section(id));
}

void build_init(struct build *b, uint64_t ticks_per_second)
{
	struct fxt_init in = {.ticks_per_second = ticks_per_second};

	finish_record(b, fxt_pack_init(space(b), SPACE, &in));
}

void build_string(struct build *b, uint16_t index, const char *text)
{
	struct fxt_string_record in = {index, (uint16_t)strlen(text), text};

	finish_record(b, fxt_pack_string(space(b), SPACE, &in));
}

void build_thread(struct build *b, uint8_t index, uint64_t pid, uint64_t tid)
{
	struct fxt_thread in = {index, pid, tid};

	finish_record(b, fxt_pack_thread(space(b), SPACE, &in));
}

void build_blob(struct build *b, const char *name, const void *bytes,
		size_t n_bytes)
{
	struct fxt_blob in = {FXT_BLOB_DATA, text_of(name), bytes,
			      (uint32_t)n_bytes};

	finish_record(b, fxt_pack_blob(space(b), SPACE, &in));
}

void build_filler(struct build *b, size_t n_words)
{
	memset(space(b), 0x5a, n_words * 8);
	*space(b) = fxt_filler_header(n_words);
	finish_record(b, n_words);
}

static void put_arg(struct build *b, const char *name, struct fxt_arg *arg)
{
	size_t left = sizeof(b->args) / 8 - b->n_arg_words;
	size_t n_words;

	arg->name = text_of(name);
	n_words = fxt_pack_arg(b->args + b->n_arg_words, left, arg);
	assert(n_words);
	b->n_arg_words += n_words;
	b->n_args++;
}

void arg_null(struct build *b, const char *name)
{
	put_arg(b, name, &(struct fxt_arg){.type = FXT_ARG_NULL});
}

void arg_i32(struct build *b, const char *name, int32_t value)
{
	put_arg(b, name,
		&(struct fxt_arg){.type = FXT_ARG_INT32, .value.i32 = value});
}

void arg_u32(struct build *b, const char *name, uint32_t value)
{
	put_arg(b, name,
		&(struct fxt_arg){.type = FXT_ARG_UINT32, .value.u32 = value});
}

void arg_i64(struct build *b, const char *name, int64_t value)
{
	put_arg(b, name,
		&(struct fxt_arg){.type = FXT_ARG_INT64, .value.i64 = value});
}

void arg_u64(struct build *b, const char *name, uint64_t value)
{
	put_arg(b, name,
		&(struct fxt_arg){.type = FXT_ARG_UINT64, .value.u64 = value});
}

void arg_double(struct build *b, const char *name, double value)
{
	put_arg(b, name,
		&(struct fxt_arg){.type = FXT_ARG_DOUBLE, .value.f64 = value});
}

void arg_bool(struct build *b, const char *name, bool value)
{
	put_arg(b, name,
		&(struct fxt_arg){.type = FXT_ARG_BOOL,
				  .value.boolean = value});
}

void arg_string(struct build *b, const char *name, const char *text)
{
	put_arg(b, name,
		&(struct fxt_arg){.type = FXT_ARG_STRING,
				  .value.string = text_of(text)});
}

void arg_pointer(struct build *b, const char *name, uint64_t address)
{
	put_arg(b, name,
		&(struct fxt_arg){.type = FXT_ARG_POINTER,
				  .value.pointer = address});
}

void arg_koid(struct build *b, const char *name, uint64_t koid)
{
	put_arg(b, name,
		&(struct fxt_arg){.type = FXT_ARG_KOID, .value.koid = koid});
}

void arg_blob(struct build *b, const char *name, const void *bytes,
	      size_t n_bytes)
{
	put_arg(b, name,
		&(struct fxt_arg){.type = FXT_ARG_BLOB,
				  .value.blob = {bytes, (uint32_t)n_bytes}});
}

static struct fxt_args args_of(const struct build *b)
{
	return (struct fxt_args){b->args, b->n_arg_words, b->n_args, 0};
}

void build_object(struct build *b, unsigned type, uint64_t koid,
		  const char *name)
{
	struct fxt_kernel_object in = {type, koid, text_of(name), args_of(b)};

	finish_record(b, fxt_pack_kernel_object(space(b), SPACE, &in));
}

void build_event(struct build *b, unsigned type, uint64_t ticks,
		 const char *category, const char *name, uint64_t tail)
{
	struct fxt_event in = {
		.type = type,
		.ticks = ticks,
		.thread = {0, b->pid, b->tid},
		.category = text_of(category),
		.name = text_of(name),
		.args = args_of(b),
		.has_tail = type == FXT_EVENT_INSTANT,
		.tail = tail,
	};

	finish_record(b, fxt_pack_event(space(b), SPACE, &in));
}

void build_begin_call(struct build *b, uint64_t ticks, const char *name)
{
	build_event(b, FXT_EVENT_DURATION_BEGIN, ticks, "libc:io", name, 0);
}

void build_end_call(struct build *b, uint64_t ticks, const char *name)
{
	build_event(b, FXT_EVENT_DURATION_END, ticks, "libc:io", name, 0);
}

void build_call(struct build *b, uint64_t ticks, uint64_t end_ticks,
		const char *name)
{
	build_event(b, FXT_EVENT_DURATION_COMPLETE, ticks, "libc:io", name,
		    end_ticks);
}

void pack_byte(struct pack *p, unsigned byte)
{
	assert(p->n < sizeof(p->bytes));
	p->bytes[p->n++] = (unsigned char)byte;
}

void pack_varint(struct pack *p, uint64_t value)
{
	for (; value > 0x7f; value >>= 7)
		pack_byte(p, (unsigned)(value & 0x7f) | 0x80);
	pack_byte(p, (unsigned)value);
}

void pack_word(struct pack *p, uint64_t value)
{
	unsigned i;

	for (i = 0; i < 8; i++)
		pack_byte(p, (unsigned)(value >> 8 * i & 0xff));
}

void pack_text(struct pack *p, const char *text)
{
	pack_varint(p, strlen(text));
	while (*text)
		pack_byte(p, (unsigned char)*text++);
}

void build_entry(struct build *b, unsigned kind, uint64_t id,
		 const struct pack *body)
{
	struct pack entry = {.n = 0};

	pack_varint(&entry, kind);
	pack_varint(&entry, id);
	pack_varint(&entry, body->n);
	assert(entry.n + body->n <= sizeof(entry.bytes));
	memcpy(entry.bytes + entry.n, body->bytes, body->n);
	arg_blob(b, FXW_EVENT_ENTRY, entry.bytes, entry.n + body->n);
	build_event(b, FXT_EVENT_INSTANT, 1, FXW_CATEGORY_SIGNATURE,
		    FXW_EVENT_ENTRY, 0);
}

void pack_type(struct pack *p, unsigned class, const char *c_name,
	       uint64_t size)
{
	pack_varint(p, class);
	pack_text(p, c_name);
	pack_varint(p, size);
	pack_varint(p, size);
}

void build_int(struct build *b, uint64_t id, const char *c_name, uint64_t size,
	       bool is_signed, unsigned show)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_INT, c_name, size);
	pack_varint(&p, is_signed);
	pack_varint(&p, show);
	build_entry(b, FXW_ENTRY_TYPE, id, &p);
}

void build_plain_type(struct build *b, uint64_t id, unsigned class,
		      const char *c_name, uint64_t size)
{
	struct pack p = {.n = 0};

	pack_type(&p, class, c_name, size);
	build_entry(b, FXW_ENTRY_TYPE, id, &p);
}

void build_enum(struct build *b, uint64_t id, unsigned class,
		const char *c_name, uint64_t base)
{
	struct pack p = {.n = 0};

	pack_type(&p, class, c_name, 4);
	pack_varint(&p, base);
	build_entry(b, FXW_ENTRY_TYPE, id, &p);
}

void build_enumerator(struct build *b, uint64_t type, uint64_t value,
		      uint64_t mask, const char *name)
{
	struct pack p = {.n = 0};

	pack_word(&p, value);
	pack_word(&p, mask);
	pack_text(&p, name);
	build_entry(b, FXW_ENTRY_ENUMERATOR, type, &p);
}

void build_str(struct build *b, uint64_t id)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_STR, "const char *", 8);
	pack_varint(&p, 1);
	pack_varint(&p, FXG_IN);
	pack_varint(&p, FXG_NUL_ENDED);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	build_entry(b, FXW_ENTRY_TYPE, id, &p);
}

void build_ptr(struct build *b, uint64_t id, uint64_t target, unsigned dir)
{
	struct pack p = {.n = 0};

	pack_type(&p, FXG_PTR, "", 8);
	pack_varint(&p, target);
	pack_varint(&p, dir);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	pack_varint(&p, 0);
	build_entry(b, FXW_ENTRY_TYPE, id, &p);
}

static unsigned varargs_of, varargs_k;

void build_varargs(unsigned varargs, unsigned k)
{
	varargs_of = varargs;
	varargs_k = k;
}

void build_function(struct build *b, uint64_t id, const char *name,
		    uint64_t ret, const struct build_param *params,
		    unsigned flags)
{
	static const char *const texts[] = {"GLIBC_2.2.5", "libc.so.6", "sysv",
					    "0123456789abcdef"};
	struct pack p = {.n = 0};
	size_t n = 0, i;

	while (params[n].name)
		n++;
	pack_text(&p, "libc:io");
	pack_text(&p, name);
	for (i = 0; i < 4; i++)
		pack_text(&p, texts[i]);
	pack_varint(&p, ret);
	pack_varint(&p, n);
	pack_varint(&p, n);
	for (i = 0; i < n; i++) {
		pack_text(&p, params[i].name);
		pack_varint(&p, params[i].type);
	}
	pack_varint(&p, FXG_E_MINUS1);
	pack_varint(&p, flags);
	pack_varint(&p, varargs_of);
	pack_varint(&p, varargs_k);
	build_entry(b, FXW_ENTRY_FUNCTION, id, &p);
}
