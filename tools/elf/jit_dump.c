/* SPDX-License-Identifier: MIT */
/*
 * Files of jitdump, see jit_dump.h. Opening one reads the fixed parts of its
 * records. Names and lines are read when an address is looked up.
 */
#include "tools/elf/jit_dump.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/elf/jit_lines.h"
#include "tools/elf/jit_tree.h"
#include "tools/reader/regular.h"

#define MAGIC 0x4a695444u
#define VERSION 1u
#define FLAG_COUNTER 1u /* JITDUMP_FLAGS_ARCH_TIMESTAMP */
#define V8_PADDING 0xdeadbeefu
#define HEADER_BYTES 40u
#define RECORD_BYTES 16u /* what each begins with */
#define LOAD_BYTES 56u	 /* before its name */
#define MOVE_BYTES 64u
#define WINDOW_BYTES (16u << 10)
/* Descriptions of lines that wait for their code: threads compile at the same
 * time. */
#define N_PENDING 8u
/* Of all names and lines that are looked up. */
#define MAX_DETAIL_BYTES ((size_t)256 << 20)

enum { CODE_LOAD, CODE_MOVE, CODE_LINES };

/* Name and lines of a load record. */
struct detail {
	struct perf_name name;
	struct jit_lines lines;
};

struct jit_dump {
	int fd;
	uint64_t n_bytes;
	bool is_swapped, is_v8, has_counter;
	struct jit_piece *codes; /* a tree: by start, the root in the middle */
	size_t n, capacity;
	struct {
		uint64_t start, at;
	} pending[N_PENDING];
	unsigned n_pending;
	struct fxr_arena arena;
	struct fxr_map detail_map; /* by the load record's place */
	struct detail *details;
	size_t n_details, details_capacity, detail_bytes;
	uint64_t window_at;
	size_t n_window;
	char window[WINDOW_BYTES];
	char trouble[128];
};

__attribute__((format(printf, 2, 3))) static void fail(struct jit_dump *dump,
						       const char *format, ...)
{
	va_list args;

	if (*dump->trouble)
		return;
	va_start(args, format);
	vsnprintf(dump->trouble, sizeof(dump->trouble), format, args);
	va_end(args);
}

static size_t read_at(const struct jit_dump *dump, uint64_t at, char *bytes,
		      size_t n_bytes)
{
	size_t n_read = 0;
	ssize_t n;

	while (n_read < n_bytes &&
	       (n = pread(dump->fd, bytes + n_read, n_bytes - n_read,
			  (off_t)(at + n_read))) > 0)
		n_read += (size_t)n;
	return n_read;
}

/* A few bytes of the file, until the next call; NULL: it has ended. */
static const char *look_at(struct jit_dump *dump, uint64_t at, size_t n_bytes)
{
	if (at < dump->window_at ||
	    at + n_bytes > dump->window_at + dump->n_window) {
		dump->window_at = at;
		dump->n_window = read_at(dump, at, dump->window, WINDOW_BYTES);
	}
	return n_bytes <= dump->n_window ? dump->window + (at - dump->window_at)
					 : NULL;
}

static uint64_t number(const struct jit_dump *dump, const char *bytes)
{
	return jit_u64(bytes, dump->is_swapped);
}

static uint32_t small(const struct jit_dump *dump, const char *bytes)
{
	return jit_u32(bytes, dump->is_swapped);
}

/* Returns where the records begin; 0: there are none. */
static uint64_t take_header(struct jit_dump *dump, uint64_t *pid)
{
	const char *bytes = look_at(dump, 0, HEADER_BYTES);
	uint32_t n_bytes;

	if (!bytes) {
		fail(dump, "it ends in its header");
		return 0;
	}
	dump->is_swapped = jit_u32(bytes, true) == MAGIC;
	if (small(dump, bytes) != MAGIC) {
		fail(dump, "it is no jitdump file");
		return 0;
	}
	n_bytes = small(dump, bytes + 8);
	if (n_bytes > dump->n_bytes) {
		fail(dump, "it ends in its header");
		return 0;
	}
	if (small(dump, bytes + 4) != VERSION || n_bytes < HEADER_BYTES) {
		fail(dump, "version %u of jitdump, with %u bytes of header",
		     small(dump, bytes + 4), n_bytes);
		return 0;
	}
	dump->is_v8 = small(dump, bytes + 16) == V8_PADDING;
	*pid = small(dump, bytes + 20);
	dump->has_counter = number(dump, bytes + 32) & FLAG_COUNTER;
	return n_bytes;
}

static void add_code(struct jit_dump *dump, struct jit_piece code,
		     uint64_t n_bytes)
{
	if (!n_bytes)
		return;
	code.order = (uint32_t)dump->n;
	code.last = code.start + (n_bytes - 1);
	if (code.last < code.start)
		code.last = UINT64_MAX;
	dump->codes = fxr_grow_bare(dump->codes, &dump->capacity, dump->n + 1,
				    sizeof(*dump->codes));
	dump->codes[dump->n++] = code;
}

/* The lines that were described last for code at that address. */
static uint64_t take_pending(struct jit_dump *dump, uint64_t start)
{
	for (unsigned i = 0; i < N_PENDING; i++) {
		unsigned at = (dump->n_pending - 1 - i) % N_PENDING;
		uint64_t found = dump->pending[at].at;

		if (!found || dump->pending[at].start != start)
			continue;
		dump->pending[at].at = 0;
		return found;
	}
	return 0;
}

static void take_load(struct jit_dump *dump, uint64_t at, uint32_t n_bytes)
{
	const char *record =
		n_bytes > LOAD_BYTES ? look_at(dump, at, LOAD_BYTES) : NULL;
	struct jit_piece code = {.at = at};
	uint64_t code_bytes;

	if (!record || number(dump, record + 40) > n_bytes - LOAD_BYTES) {
		fail(dump, "at byte %" PRIu64 ": code that does not fit", at);
		return;
	}
	code.time = number(dump, record + 8);
	code.start = number(dump, record + 24) ?: number(dump, record + 32);
	code.index = number(dump, record + 48);
	code_bytes = number(dump, record + 40);
	code.lines_at = take_pending(dump, code.start);
	add_code(dump, code, code_bytes);
}

/* Which code it was is found later. */
static void take_move(struct jit_dump *dump, uint64_t at, uint32_t n_bytes)
{
	const char *record =
		n_bytes >= MOVE_BYTES ? look_at(dump, at, MOVE_BYTES) : NULL;

	if (!record) {
		fail(dump, "at byte %" PRIu64 ": a move of %u bytes", at,
		     n_bytes);
		return;
	}
	add_code(dump,
		 (struct jit_piece){
			 .time = number(dump, record + 8),
			 .start = number(dump, record + 24)
					  ?: number(dump, record + 40),
			 .lines_at = number(dump, record + 32),
			 .index = number(dump, record + 56),
			 .is_move = true},
		 number(dump, record + 48));
}

static void take_lines(struct jit_dump *dump, uint64_t at, uint32_t n_bytes)
{
	const char *record = n_bytes >= RECORD_BYTES + 16
				     ? look_at(dump, at, RECORD_BYTES + 16)
				     : NULL;
	unsigned i = dump->n_pending++ % N_PENDING;

	dump->pending[i].at = record ? at : 0;
	if (record)
		dump->pending[i].start = number(dump, record + RECORD_BYTES);
	else
		fail(dump, "at byte %" PRIu64 ": lines in %u bytes", at,
		     n_bytes);
}

/* Takes one record and returns its size; 0: it has none. */
static uint32_t take_record(struct jit_dump *dump, uint64_t at)
{
	const char *record = look_at(dump, at, RECORD_BYTES);
	uint32_t n_bytes = record ? small(dump, record + 4) : 0;

	if (!record || n_bytes > dump->n_bytes - at) {
		fail(dump, "it ends in the record at byte %" PRIu64, at);
		return 0;
	}
	if (n_bytes < RECORD_BYTES) {
		fail(dump, "at byte %" PRIu64 ": a record of %u bytes", at,
		     n_bytes);
		return 0;
	}
	switch (small(dump, record)) {
	case CODE_LOAD:
		take_load(dump, at, n_bytes);
		break;
	case CODE_MOVE:
		take_move(dump, at, n_bytes);
		break;
	case CODE_LINES:
		take_lines(dump, at, n_bytes);
		break;
	}
	return n_bytes;
}

static void take_records(struct jit_dump *dump, uint64_t at)
{
	for (uint32_t i = 0; at < dump->n_bytes; i++) {
		uint32_t n_bytes;

		if (i == JIT_DUMP_MAX_RECORDS ||
		    dump->n == JIT_DUMP_MAX_CODES) {
			fail(dump, "what follows byte %" PRIu64 " is too much",
			     at);
			return;
		}
		n_bytes = take_record(dump, at);
		if (!n_bytes)
			return;
		at += n_bytes;
	}
}

/* Moved code is that of its number which was at its former address. Moves of
 * unknown code are dropped. */
static void find_moved(struct jit_dump *dump)
{
	struct fxr_map known = {0};
	size_t n = 0;

	for (size_t i = 0; i < dump->n; i++) {
		struct jit_piece code = dump->codes[i];

		if (code.is_move) {
			uint32_t from = fxr_map_find(&known, code.index,
						     code.lines_at, 0);

			if (from == FXR_NONE)
				continue;
			code.at = dump->codes[from].at;
			code.lines_at = dump->codes[from].lines_at;
		}
		fxr_map_put(&known, code.index, code.start, 0, (uint32_t)n);
		dump->codes[n++] = code;
	}
	dump->n = n;
	fxr_map_fini(&known);
}

static void put_in_order(struct jit_dump *dump)
{
	bool has_moves = false;

	for (size_t i = 0; i < dump->n && !has_moves; i++)
		has_moves = dump->codes[i].is_move;
	if (has_moves)
		find_moved(dump);
	jit_tree_make(dump->codes, dump->n);
}

struct jit_dump *jit_dump_open(const char *path, uint64_t not_before_ns,
			       uint64_t pid)
{
	int fd = regular_open(path, REGULAR_MAX_BYTES);
	uint64_t records_at, found_pid = pid;
	struct jit_dump *dump;
	struct stat st;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) || !perf_map_is_new(fd, not_before_ns)) {
		close(fd);
		return NULL;
	}
	dump = fxr_new(1, sizeof(*dump));
	dump->fd = fd;
	dump->n_bytes = (uint64_t)st.st_size;
	records_at = take_header(dump, &found_pid);
	if (found_pid != pid) {
		jit_dump_close(dump);
		return NULL;
	}
	if (records_at)
		take_records(dump, records_at);
	put_in_order(dump);
	return dump;
}

void jit_dump_close(struct jit_dump *dump)
{
	if (!dump)
		return;
	close(dump->fd);
	fxr_free(dump->codes);
	fxr_free(dump->details);
	fxr_map_fini(&dump->detail_map);
	fxr_arena_fini(&dump->arena);
	fxr_free(dump);
}

const char *jit_dump_trouble(const struct jit_dump *dump)
{
	return *dump->trouble ? dump->trouble : NULL;
}

bool jit_dump_has_counter(const struct jit_dump *dump)
{
	return dump->has_counter;
}

/* The name that a load record has behind its fixed part. */
static struct fxr_text read_name(struct jit_dump *dump, uint64_t at,
				 const char *fixed)
{
	size_t n_bytes =
		small(dump, fixed + 4) - LOAD_BYTES - number(dump, fixed + 40);
	char name[FXR_NAME_BYTES];

	if (n_bytes > sizeof(name))
		n_bytes = sizeof(name);
	n_bytes = read_at(dump, at + LOAD_BYTES, name, n_bytes);
	n_bytes = strnlen(name, n_bytes);
	return fxr_arena_text(
		&dump->arena,
		fxr_cut_text(fxr_text(name, n_bytes), FXR_NAME_BYTES - 1));
}

static void read_lines(struct jit_dump *dump, uint64_t at,
		       const struct jit_code *code, struct jit_lines *lines)
{
	const char *record = look_at(dump, at, RECORD_BYTES);
	uint32_t n_bytes = record ? small(dump, record + 4) : 0;
	char *bytes;

	if (n_bytes < RECORD_BYTES || n_bytes > JIT_LINES_MAX_BYTES)
		return;
	n_bytes -= RECORD_BYTES;
	bytes = fxr_new(n_bytes + 1, 1);
	if (read_at(dump, at + RECORD_BYTES, bytes, n_bytes) == n_bytes)
		*lines = jit_lines_parse(&dump->arena, bytes, n_bytes, code);
	fxr_free(bytes);
	dump->detail_bytes += 4 * (size_t)n_bytes;
}

/* Whether lines are of places in the code. Those that V8 writes for code that
 * is not optimised ("JS:^NAME", "JS:~NAME") are of its bytecode. */
static bool has_places(const struct jit_dump *dump, struct fxr_text name)
{
	const char *colon =
		name.n_bytes ? memchr(name.bytes, ':', name.n_bytes) : NULL;

	return !dump->is_v8 || !colon ||
	       colon == name.bytes + name.n_bytes - 1 ||
	       (colon[1] != '^' && colon[1] != '~');
}

/* Reads the name and the lines of a load record. */
static void read_detail(struct jit_dump *dump, const struct jit_piece *code,
			struct detail *detail)
{
	char fixed[LOAD_BYTES];
	struct jit_code whose = {.is_v8 = dump->is_v8,
				 .is_swapped = dump->is_swapped};
	struct fxr_text name;

	if (dump->detail_bytes > MAX_DETAIL_BYTES ||
	    read_at(dump, code->at, fixed, LOAD_BYTES) < LOAD_BYTES ||
	    small(dump, fixed + 4) < LOAD_BYTES ||
	    number(dump, fixed + 40) > small(dump, fixed + 4) - LOAD_BYTES)
		return;
	name = read_name(dump, code->at, fixed);
	perf_name_split(name, &detail->name);
	dump->detail_bytes += FXR_NAME_BYTES / 4;
	whose.start = number(dump, fixed + 24) ?: number(dump, fixed + 32);
	whose.n_bytes = number(dump, fixed + 40);
	whose.file = detail->name.file;
	if (code->lines_at && has_places(dump, name))
		read_lines(dump, code->lines_at, &whose, &detail->lines);
}

/* Borrowed until the next call. */
static const struct detail *detail_of(struct jit_dump *dump,
				      const struct jit_piece *code)
{
	uint32_t found = fxr_map_find(&dump->detail_map, code->at, 0, 0);

	if (found != FXR_NONE)
		return &dump->details[found];
	dump->details = fxr_grow(dump->details, &dump->details_capacity,
				 dump->n_details + 1, sizeof(*dump->details));
	read_detail(dump, code, &dump->details[dump->n_details]);
	fxr_map_put(&dump->detail_map, code->at, 0, 0,
		    (uint32_t)dump->n_details);
	return &dump->details[dump->n_details++];
}

bool jit_dump_find(struct jit_dump *dump, uint64_t address, uint64_t time,
		   struct perf_name *name, struct jit_span *span)
{
	const struct jit_piece *code =
		jit_tree_find(dump->codes, dump->n, address, time, span);
	const struct detail *detail;
	const struct jit_line *line;

	*name = (struct perf_name){0};
	if (!code)
		return false;
	detail = detail_of(dump, code);
	*name = detail->name;
	line = jit_lines_find(&detail->lines, address - code->start);
	if (line) {
		name->file = line->file;
		name->line = line->line;
	}
	return name->function.n_bytes > 0;
}
