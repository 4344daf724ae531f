/* SPDX-License-Identifier: MIT */
/*
 * Walks a region of an archive. The recorder leaves only whole records and zero
 * words. Anything else is damage: a disk's, or the traced program wrote there.
 * Behind damage the walk continues at the next zero word, or where several
 * sound records follow one another. A single word that looks sound is not
 * enough: the damage may hold any bytes.
 */
#include "tools/archive/walk.h"

#include <errno.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "writer/fxt.h"

enum {
	WINDOW_WORDS = 32768,
	SOUND_IN_A_ROW = 4, /* that end damage */
	RESYNC_WORDS = SOUND_IN_A_ROW * (FXT_RECORD_MAX_WORDS + 1),
};
_Static_assert(RESYNC_WORDS <= WINDOW_WORDS, "resync looks at one window");

void walk_init(struct walk *walk, int fd, uint64_t off, uint64_t end_off)
{
	*walk = (struct walk){.fd = fd,
			      .off = off,
			      .next_off = off,
			      .end_off = end_off,
			      .window_off = off};
	walk->words = malloc(WINDOW_WORDS * 8);
	if (!walk->words)
		die("out of memory");
}

void walk_fini(struct walk *walk)
{
	free(walk->words);
	walk->words = NULL;
}

/* Words of a string ref's inline text. */
static inline uint64_t ref_words(uint64_t ref)
{
	return ref & FXT_STRING_INLINE ? fxt_words(ref & 0x7fff) : 0;
}

/* Words of an argument's value behind its header and name, by its type. Types
 * that the recorder does not write, or of no fixed size, get more than any
 * record has. */
enum { NO_SUCH_WORDS = FXT_RECORD_MAX_WORDS + 1 };
static const uint16_t fixed_words[16] = {
	[FXT_ARG_NULL] = 0,
	[FXT_ARG_INT32... FXT_ARG_UINT32] = 0,
	[FXT_ARG_INT64... FXT_ARG_DOUBLE] = 1,
	[FXT_ARG_STRING] = NO_SUCH_WORDS,
	[FXT_ARG_POINTER... FXT_ARG_KOID] = 1,
	[FXT_ARG_BOOL] = 0,
	[FXT_ARG_BLOB... 15] = NO_SUCH_WORDS,
};

static inline uint64_t value_words(uint64_t head)
{
	if ((head & 15) == FXT_ARG_STRING)
		return ref_words(head >> 32 & 0xffff);
	if ((head & 15) == FXT_ARG_BLOB)
		return fxt_words(head >> 32);
	return fixed_words[head & 15];
}

/* Words of n arguments at `at`; past n_words if they do not fit. */
static inline uint64_t skip_args(const uint64_t *record, uint64_t n_words,
				 uint64_t at, unsigned n)
{
	for (; n && at < n_words; n--) {
		uint64_t head = record[at];
		uint64_t size = head >> 4 & 0xfff;

		if (size !=
		    1 + ref_words(head >> 16 & 0xffff) + value_words(head))
			return n_words + 1;
		at += size;
	}
	return n ? n_words + 1 : at;
}

static bool is_sound_event(const uint64_t *record, uint64_t n_words)
{
	uint64_t head = record[0];
	unsigned type = head >> 16 & 15;
	uint64_t at = 2 + (head >> 24 & 0xff ? 0 : 2) +
		      ref_words(head >> 32 & 0xffff) + ref_words(head >> 48);

	if (type > FXT_EVENT_FLOW_END)
		return false;
	at = skip_args(record, n_words, at, head >> 20 & 15);
	if (type == FXT_EVENT_INSTANT) /* with or without its scope */
		return at == n_words || at + 1 == n_words;
	if (type != FXT_EVENT_DURATION_BEGIN && type != FXT_EVENT_DURATION_END)
		at++;
	return at == n_words;
}

static bool is_sound_object(const uint64_t *record, uint64_t n_words)
{
	uint64_t head = record[0];
	bool is_user = (head & 15) == FXT_RECORD_USERSPACE_OBJECT;
	/* a process, not a thread: one word */
	uint64_t at = 2 + (is_user && !(head >> 16 & 0xff)) +
		      ref_words(head >> 24 & 0xffff);

	return skip_args(record, n_words, at, head >> 40 & 15) == n_words;
}

static bool is_sound_metadata(uint64_t head, uint64_t n_words)
{
	switch (head >> 16 & 15) {
	case FXT_METADATA_PROVIDER_INFO:
		return n_words == 1 + fxt_words(head >> 52 & 0xff);
	case FXT_METADATA_PROVIDER_SECTION:
	case FXT_METADATA_PROVIDER_EVENT:
		return n_words == 1;
	}
	return false;
}

bool walk_is_sound(const uint64_t *record, uint64_t n_words)
{
	uint64_t head = record[0];

	if ((head & 15) == FXT_RECORD_EVENT) /* most are */
		return is_sound_event(record, n_words);
	switch (head & 15) {
	case FXT_RECORD_METADATA:
		return is_sound_metadata(head, n_words);
	case FXT_RECORD_INIT:
		return n_words >= 2;
	case FXT_RECORD_STRING:
		return (head >> 16 & 0x7fff) &&
		       n_words == 1 + fxt_words(head >> 32 & 0x7fff);
	case FXT_RECORD_THREAD:
		return (head >> 16 & 0xff) && n_words == 3;
	case FXT_RECORD_BLOB:
		return n_words == 1 + ref_words(head >> 16 & 0xffff) +
					  fxt_words(head >> 32 & 0x7fff);
	case FXT_RECORD_USERSPACE_OBJECT:
	case FXT_RECORD_KERNEL_OBJECT:
		return is_sound_object(record, n_words);
	case FXT_RECORD_LOG:
		return n_words == 2 + (head >> 32 & 0xff ? 0 : 2) +
					  fxt_words(head >> 16 & 0x7fff);
	}
	return false;
}

/* The bits of an argument's header that say how long it is. */
static uint64_t size_mask(uint64_t head)
{
	switch (head & 15) {
	case FXT_ARG_STRING:
		return (1ull << 48) - 1;
	case FXT_ARG_BLOB:
		return UINT64_MAX;
	}
	return UINT32_MAX;
}

/* Learns the shape of a sound event. */
static void learn_shape(struct walk_shape *shape, const uint64_t *record)
{
	uint64_t head = record[0];
	unsigned n = head >> 20 & 15;
	uint64_t at = 2 + (head >> 24 & 0xff ? 0 : 2) +
		      ref_words(head >> 32 & 0xffff) + ref_words(head >> 48);

	if (n > WALK_SHAPE_ARGS)
		return;
	shape->head = head;
	for (unsigned i = 0; i < WALK_SHAPE_ARGS; i++) {
		/* a missing argument compares equal to anything */
		bool is_arg = i < n;
		uint64_t arg = is_arg ? record[at] : 0;

		shape->args[i].at = is_arg ? (uint32_t)at : 0;
		shape->args[i].mask = is_arg ? size_mask(arg) : 0;
		shape->args[i].want = arg & shape->args[i].mask;
		at += arg >> 4 & 0xfff;
	}
}

/* 0 if the argument has the same sizes as the shape's. */
static inline uint64_t differs(const struct walk_shape *shape, unsigned i,
			       const uint64_t *record)
{
	return (record[shape->args[i].at] & shape->args[i].mask) ^
	       shape->args[i].want;
}

bool walk_is_sound_by(struct walk_shapes *shapes, const uint64_t *record,
		      uint64_t n_words)
{
	uint64_t head = record[0];
	struct walk_shape *shape =
		&shapes->shapes[(head * 0x9e3779b97f4a7c15ull) >>
				(64 - WALK_SHAPE_BITS)];

	if ((head & 15) != FXT_RECORD_EVENT)
		return walk_is_sound(record, n_words);
	_Static_assert(WALK_SHAPE_ARGS == 4, "all of them are looked at");
	if (shape->head == head &&
	    !(differs(shape, 0, record) | differs(shape, 1, record) |
	      differs(shape, 2, record) | differs(shape, 3, record)))
		return true;
	if (!is_sound_event(record, n_words))
		return false;
	learn_shape(shape, record);
	return true;
}

/* Ensures that n words at next_off are in the window, fewer where the region
 * ends. Returns their number, or -1 with errno. */
static ssize_t fill_window(struct walk *walk, size_t n)
{
	uint64_t in_window = (walk->next_off - walk->window_off) / 8;
	uint64_t left = (walk->end_off - walk->next_off) / 8;
	size_t have = 0;

	if (n > left)
		n = (size_t)left;
	if (in_window + n <= walk->n_window_words)
		return (ssize_t)n;
	walk->window_off = walk->next_off;
	walk->n_window_words =
		left < WINDOW_WORDS ? (size_t)left : WINDOW_WORDS;
	while (have < walk->n_window_words * 8) {
		ssize_t got = pread(walk->fd, (char *)walk->words + have,
				    walk->n_window_words * 8 - have,
				    (off_t)(walk->window_off + have));

		if (got <= 0) {
			if (got == 0)
				errno = 0;
			walk->n_window_words = 0;
			return -1;
		}
		have += (size_t)got;
	}
	return (ssize_t)n;
}

static const uint64_t *item_word(const struct walk *walk, uint64_t word)
{
	return walk->words + (walk->next_off - walk->window_off) / 8 + word;
}

/* Returns n words as the item. */
static enum walk_kind take_item(struct walk *walk, enum walk_kind kind,
				uint64_t n)
{
	walk->off = walk->next_off;
	walk->item = item_word(walk, 0);
	walk->n_words = n;
	walk->next_off += n * 8;
	return kind;
}

/* Zero words from here to the window's end; a hole behind them is skipped
 * without being read. */
static enum walk_kind take_gap(struct walk *walk)
{
	uint64_t n = 1;
	uint64_t in_window =
		walk->n_window_words - (walk->next_off - walk->window_off) / 8;
	off_t data_off;

	while (n < in_window && *item_word(walk, n) == 0)
		n++;
	if (n < in_window)
		return take_item(walk, WALK_GAP, n);
	data_off = lseek(walk->fd, (off_t)(walk->next_off + n * 8), SEEK_DATA);
	if (data_off < 0 && errno == ENXIO)
		data_off = (off_t)walk->end_off;
	if (data_off > (off_t)walk->end_off)
		data_off = (off_t)walk->end_off;
	if (data_off > (off_t)(walk->next_off + n * 8))
		n = ((uint64_t)data_off - walk->next_off) / 8;
	return take_item(walk, WALK_GAP, n);
}

/* The size of the whole sound record at `word` of n_seen words from next_off,
 * or 0. */
static uint64_t sound_words(const struct walk *walk, uint64_t word,
			    uint64_t n_seen)
{
	uint64_t head = *item_word(walk, word);
	uint64_t n = head >> 4 & 0xfff;

	if (n == 0 || n > n_seen - word)
		return 0;
	return walk_is_sound(item_word(walk, word), n) ? n : 0;
}

static bool is_in_step(const struct walk *walk, uint64_t word, uint64_t n_seen)
{
	for (unsigned i = 0; i < SOUND_IN_A_ROW && word < n_seen; i++) {
		uint64_t n = sound_words(walk, word, n_seen);

		if (n == 0)
			return i > 0 && *item_word(walk, word) == 0;
		word += n;
	}
	return true;
}

static enum walk_kind take_broken(struct walk *walk)
{
	ssize_t n_seen = fill_window(walk, RESYNC_WORDS);
	uint64_t n = 1;

	if (n_seen < 0)
		return WALK_ERROR;
	while (n < (uint64_t)n_seen && *item_word(walk, n) != 0 &&
	       !is_in_step(walk, n, (uint64_t)n_seen))
		n++;
	return take_item(walk, WALK_BROKEN, n);
}

enum walk_kind walk_next(struct walk *walk)
{
	ssize_t n_seen = fill_window(walk, FXT_RECORD_MAX_WORDS);
	uint64_t n;

	if (n_seen < 0)
		return WALK_ERROR;
	if (n_seen == 0)
		return WALK_END;
	if (*item_word(walk, 0) == 0)
		return take_gap(walk);
	n = sound_words(walk, 0, (uint64_t)n_seen);
	return n ? take_item(walk, WALK_RECORD, n) : take_broken(walk);
}
