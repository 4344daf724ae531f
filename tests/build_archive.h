/* SPDX-License-Identifier: MIT */
/*
 * Small archives made in memory for tests of readers, record by record. Strings
 * and threads are inline unless a test puts records for them. Whatever is not
 * given has its default: provider 100, process 100, thread 101, 1 tick = 1 ns.
 */
#ifndef TESTS_BUILD_ARCHIVE_H
#define TESTS_BUILD_ARCHIVE_H

#include "writer/fxt.h"

struct build {
	uint64_t *words;
	size_t n_words, space;
	uint64_t pid, tid; /* of the events that follow */
	/* arguments of the next event, object or entry */
	uint64_t args[8192];
	size_t n_arg_words;
	unsigned n_args;
};

/* Magic, provider info, initialization record. */
void build_begin(struct build *b);
/* Nothing but the magic number. */
void build_magic(struct build *b);
void build_free(struct build *b);
size_t build_bytes(const struct build *b);
void build_word(struct build *b, uint64_t word);

void build_provider(struct build *b, uint32_t id, const char *name);
void build_section(struct build *b, uint32_t id);
void build_init(struct build *b, uint64_t ticks_per_second);
void build_string(struct build *b, uint16_t index, const char *text);
void build_thread(struct build *b, uint8_t index, uint64_t pid, uint64_t tid);
void build_blob(struct build *b, const char *name, const void *bytes,
		size_t n_bytes);
void build_filler(struct build *b, size_t n_words);

/* Arguments of the record that is put next. */
void arg_null(struct build *b, const char *name);
void arg_i32(struct build *b, const char *name, int32_t value);
void arg_u32(struct build *b, const char *name, uint32_t value);
void arg_i64(struct build *b, const char *name, int64_t value);
void arg_u64(struct build *b, const char *name, uint64_t value);
void arg_double(struct build *b, const char *name, double value);
void arg_bool(struct build *b, const char *name, bool value);
void arg_string(struct build *b, const char *name, const char *text);
void arg_pointer(struct build *b, const char *name, uint64_t address);
void arg_koid(struct build *b, const char *name, uint64_t koid);
void arg_blob(struct build *b, const char *name, const void *bytes,
	      size_t n_bytes);

void build_object(struct build *b, unsigned type, uint64_t koid,
		  const char *name);
/* tail: end of a complete event, scope of an instant */
void build_event(struct build *b, unsigned type, uint64_t ticks,
		 const char *category, const char *name, uint64_t tail);
/* Events of category "libc:io". */
void build_begin_call(struct build *b, uint64_t ticks, const char *name);
void build_end_call(struct build *b, uint64_t ticks, const char *name);
void build_call(struct build *b, uint64_t ticks, uint64_t end_ticks,
		const char *name);

/* Packed bytes of entries and encoded values. */
struct pack {
	unsigned char bytes[4096];
	size_t n;
};

void pack_byte(struct pack *p, unsigned byte);
void pack_varint(struct pack *p, uint64_t value);
void pack_word(struct pack *p, uint64_t value);
void pack_text(struct pack *p, const char *text);

/* Signature events with one entry each. */
void build_entry(struct build *b, unsigned kind, uint64_t id,
		 const struct pack *body);
/* class, name and size of a TYPE; the class's own fields follow by hand */
void pack_type(struct pack *p, unsigned class, const char *c_name,
	       uint64_t size);
void build_int(struct build *b, uint64_t id, const char *c_name, uint64_t size,
	       bool is_signed, unsigned show);
void build_plain_type(struct build *b, uint64_t id, unsigned class,
		      const char *c_name, uint64_t size);
/* ENUM and FLAGS */
void build_enum(struct build *b, uint64_t id, unsigned class,
		const char *c_name, uint64_t base);
void build_enumerator(struct build *b, uint64_t type, uint64_t value,
		      uint64_t mask, const char *name);
void build_str(struct build *b, uint64_t id);
void build_ptr(struct build *b, uint64_t id, uint64_t target, unsigned dir);

struct build_param {
	const char *name;
	uint64_t type;
};
/* Of functions that are put from now on: enum fxg_varargs and its parameter. */
void build_varargs(unsigned varargs, unsigned k);
/* params ended by a NULL name; category "libc:io" */
void build_function(struct build *b, uint64_t id, const char *name,
		    uint64_t ret, const struct build_param *params,
		    unsigned flags);

#endif
