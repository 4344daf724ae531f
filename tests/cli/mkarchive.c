/* SPDX-License-Identifier: MIT */
/*
 * Makes the archive of a process that was killed, word by word. Then sets
 * single fields and words of it as the command line says:
 *
 *	mkarchive OUT [header.FIELD=N | control.FIELD=N | slotI.FIELD=N |
 *		       durable+WORD=N | rolling+WORD=N | word+WORD=N |
 *		       reported=N | size=BYTES | hold=1]...
 *
 * reported=N: a loss of N calls of thread 7 has been reported. hold=1: keep it
 * mapped, as its own process, until killed; a line on stdout says when.
 *
 * The rolling region holds, by words: 0 read begins, 3 ends, 6 begins, 9 ends,
 * 12 filler, 312 nothing, 412 begins, 415 filler, 465 nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "writer/wire.h"

enum {
	DURABLE_BYTES = 32768,
	ROLLING_BYTES = 65536,
	DEAD_PID = 0x7ffffff0, /* over every pid_max */
	CATEGORY = 1,
	READ = 2,
	FD = 3,
};

struct field {
	const char *name;
	size_t off, n_bytes;
};
#define FIELD(prefix, type, field)                                             \
	{                                                                      \
		prefix #field, offsetof(struct type, field),                   \
			sizeof(((struct type *)0)->field)                      \
	}
static const struct field header_fields[] = {
	FIELD("header.", fxw_header, magic),
	FIELD("header.", fxw_header, version),
	FIELD("header.", fxw_header, mode),
	FIELD("header.", fxw_header, durable_bytes),
	FIELD("header.", fxw_header, rolling_bytes),
	FIELD("header.", fxw_header, control_off),
	FIELD("header.", fxw_header, durable_off),
	FIELD("header.", fxw_header, rolling_off),
	FIELD("header.", fxw_header, file_bytes),
	{0},
};
static const struct field control_fields[] = {
	FIELD("control.", fxw_control, magic),
	FIELD("control.", fxw_control, version),
	FIELD("control.", fxw_control, bytes),
	FIELD("control.", fxw_control, state),
	FIELD("control.", fxw_control, clock),
	FIELD("control.", fxw_control, pid),
	FIELD("control.", fxw_control, ticks_per_second),
	FIELD("control.", fxw_control, first.ticks),
	FIELD("control.", fxw_control, first.monotonic_ns),
	FIELD("control.", fxw_control, last.ticks),
	FIELD("control.", fxw_control, last.monotonic_ns),
	FIELD("control.", fxw_control, alloc),
	FIELD("control.", fxw_control, n_lost_unslotted),
	FIELD("control.", fxw_control, n_cut),
	{0},
};
static const struct field slot_fields[] = {
	FIELD("slot.", fxw_slot, tid),
	FIELD("slot.", fxw_slot, n_lost),
	FIELD("slot.", fxw_slot, n_lost_ends),
	{0},
};

/* The archive and where its parts begin. */
static struct {
	uint64_t *words;
	size_t n_bytes;
	struct fxw_header *header;
	struct fxw_control *control;
	uint64_t *durable, *rolling;
	const char *path;
} file;

static uint64_t *put_words(uint64_t *at, size_t n, const uint64_t *words)
{
	memcpy(at, words, n * 8);
	return at + n;
}
#define PUT(at, ...)                                                           \
	put_words(at, sizeof((uint64_t[]){__VA_ARGS__}) / 8,                   \
		  (uint64_t[]){__VA_ARGS__})

static uint64_t *put_text(uint64_t *at, const char *text)
{
	memcpy(at, text, strlen(text));
	return at + fxt_words(strlen(text));
}

static uint64_t *put_string(uint64_t *at, uint16_t index, const char *text)
{
	at = PUT(at, fxt_string_header(index, strlen(text)));
	return put_text(at, text);
}

static uint64_t *put_filler(uint64_t *at, size_t n_words)
{
	*at = fxt_filler_header(n_words);
	memset(at + 1, 0xee, (n_words - 1) * 8); /* may be anything */
	return at + n_words;
}

/* One half of a call of read: three words. */
static uint64_t *put_half(uint64_t *at, unsigned type, uint64_t ticks)
{
	return PUT(at, fxt_event_header(type, 3, 1, 1, CATEGORY, READ), ticks,
		   fxt_arg_header(FXT_ARG_INT32, 1, FD, 3));
}

static void make_durable(uint64_t *at)
{
	at = PUT(at, fxt_init_header(), 12345);
	at = put_string(at, CATEGORY, "libc:io");
	at = put_string(at, READ, "read");
	at += 100; /* handed out, never begun */
	at = put_string(at, FD, "fd");
	at = put_filler(at, 30);
	PUT(at, fxt_thread_header(1), DEAD_PID, DEAD_PID);
}

static void make_rolling(uint64_t *at)
{
	at = put_half(at, FXT_EVENT_DURATION_BEGIN, 10);
	at = put_half(at, FXT_EVENT_DURATION_END, 20);
	at = put_half(at, FXT_EVENT_DURATION_BEGIN, 30);
	at = put_half(at, FXT_EVENT_DURATION_END, 40);
	at = put_filler(at, 300);
	at += 100;
	at = put_half(at, FXT_EVENT_DURATION_BEGIN, 50);
	put_filler(at, 50);
}

static void make_control(uint64_t control_off)
{
	struct fxw_header *h = file.header;

	h->magic = FXW_HEADER_MAGIC;
	h->control_off = control_off;
	h->durable_off = (size_t)(file.durable - file.words) * 8;
	h->durable_bytes = DURABLE_BYTES;
	h->rolling_off = h->durable_off + DURABLE_BYTES;
	h->rolling_bytes = ROLLING_BYTES;
	h->total_bytes = sizeof(*h) + DURABLE_BYTES + ROLLING_BYTES;
	h->file_bytes = file.n_bytes;
	*file.control = (struct fxw_control){
		.magic = FXW_CONTROL_MAGIC,
		.version = FXW_CONTROL_VERSION,
		.bytes = sizeof(*file.control),
		.pid = DEAD_PID,
		.provider_id = 9,
		.alloc = 1ull << 32 | 465,
		.durable_alloc = 1ull << 32 | 146,
		.live = 1,
	};
}

static void make(void)
{
	uint64_t control_off =
		(8 + 16 + 8 + sizeof(struct fxw_header) + 63) & ~63ull;
	uint64_t durable_off = control_off + sizeof(struct fxw_control);
	uint64_t *at = file.words;

	file.n_bytes = durable_off + DURABLE_BYTES + ROLLING_BYTES;
	at = PUT(at, FXT_MAGIC, fxt_provider_info_header(9, 6));
	at = put_text(at, "victim");
	*at = fxt_filler_header((durable_off - 24) / 8);
	file.header = (struct fxw_header *)(at + 1);
	file.control = (struct fxw_control *)(file.words + control_off / 8);
	file.durable = file.words + durable_off / 8;
	file.rolling = file.durable + DURABLE_BYTES / 8;
	make_control(control_off);
	make_durable(file.durable);
	make_rolling(file.rolling);
}

/* As the recorder writes it, behind what the durable region holds. */
static void record_loss(uint64_t n_lost)
{
	uint64_t *start = file.durable + 200;
	uint64_t *at = PUT(start, 0, 60, DEAD_PID, 5);

	at = put_text(at, FXW_CATEGORY_LOSS);
	at = put_text(at, "loss");
	at = PUT(at, fxt_arg_header(FXT_ARG_UINT64, 3, fxt_inline_ref(5), 0));
	at = put_text(at, "count");
	at = PUT(at, n_lost,
		 fxt_arg_header(FXT_ARG_KOID, 3, fxt_inline_ref(6), 0));
	at = put_text(at, "thread");
	at = PUT(at, 7, FXT_SCOPE_THREAD);
	*start = fxt_event_header(FXT_EVENT_INSTANT, (size_t)(at - start), 2, 0,
				  fxt_inline_ref(12), fxt_inline_ref(4));
}

static int set_field(const struct field *fields, void *in, const char *name,
		     uint64_t value)
{
	for (; fields->name; fields++)
		if (strcmp(fields->name, name) == 0) {
			memcpy((char *)in + fields->off, &value,
			       fields->n_bytes);
			return 1;
		}
	return 0;
}

static int set_word(const char *name, const char *prefix, uint64_t *words,
		    uint64_t value)
{
	size_t n = strlen(prefix);

	if (strncmp(name, prefix, n) != 0)
		return 0;
	words[strtoull(name + n, NULL, 0)] = value;
	return 1;
}

/* "slot3.tid": slot 3's field "slot.tid". */
static int set_slot(const char *name, uint64_t value)
{
	char field[32] = "slot.";
	unsigned i;

	return sscanf(name, "slot%u.%20s", &i, field + 5) == 2 &&
	       i < FXW_SLOTS &&
	       set_field(slot_fields, &file.control->slots[i], field, value);
}

static void set(char *word)
{
	char *equals = strchr(word, '=');
	uint64_t value = equals ? strtoull(equals + 1, NULL, 0) : 0;

	if (equals)
		*equals = '\0';
	if (equals && strcmp(word, "size") == 0)
		file.n_bytes = value;
	else if (equals && strcmp(word, "reported") == 0)
		record_loss(value);
	else if (!equals ||
		 !(set_field(header_fields, file.header, word, value) ||
		   set_field(control_fields, file.control, word, value) ||
		   set_slot(word, value) ||
		   set_word(word, "durable+", file.durable, value) ||
		   set_word(word, "rolling+", file.rolling, value) ||
		   set_word(word, "word+", file.words, value))) {
		fprintf(stderr, "mkarchive: %s?\n", word);
		exit(2);
	}
}

static void hold(void)
{
	int fd = open(file.path, O_RDWR);

	if (fd < 0 ||
	    mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED)
		exit(1);
	puts("held");
	fflush(stdout);
	pause();
}

int main(int argc, char **argv)
{
	int holds = 0;
	FILE *out;

	if (argc < 2)
		return 2;
	file.path = argv[1];
	file.words = calloc(1, 1 << 20);
	if (!file.words)
		return 1;
	make();
	for (int i = 2; i < argc; i++) {
		if (strcmp(argv[i], "hold=1") == 0)
			holds = 1;
		else
			set(argv[i]);
	}
	if (holds)
		file.control->pid = (uint32_t)getpid();
	out = fopen(file.path, "w");
	if (!out || fwrite(file.words, 1, file.n_bytes, out) != file.n_bytes ||
	    fclose(out))
		return 1;
	if (holds)
		hold();
	return 0;
}
