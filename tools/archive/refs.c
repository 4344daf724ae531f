/* SPDX-License-Identifier: MIT */
/*
 * Finds string references, see refs.h.
 */
#include "tools/archive/refs.h"

#include "writer/fxt.h"

/* Notes a ref; returns the words of its text if it is inline. */
static uint64_t note_ref(struct refs *refs, uint64_t ref)
{
	ref &= 0xffff;
	if (ref & FXT_STRING_INLINE)
		return fxt_words(ref & 0x7fff);
	refs->bits[ref / 64] |= 1ull << (ref % 64);
	return 0;
}

static void note_args(struct refs *refs, const uint64_t *at, unsigned n)
{
	for (; n; n--, at += at[0] >> 4 & 0xfff) {
		(void)note_ref(refs, at[0] >> 16);
		if ((at[0] & 15) == FXT_ARG_STRING)
			(void)note_ref(refs, at[0] >> 32);
	}
}

static void note_event(struct refs *refs, const uint64_t *record)
{
	uint64_t head = record[0];
	uint64_t at = 2 + (head >> 24 & 0xff ? 0 : 2);

	at += note_ref(refs, head >> 32);
	at += note_ref(refs, head >> 48);
	note_args(refs, record + at, head >> 20 & 15);
}

static void note_object(struct refs *refs, const uint64_t *record)
{
	uint64_t head = record[0];
	bool is_user = (head & 15) == FXT_RECORD_USERSPACE_OBJECT;
	/* a process, not a thread: one word */
	uint64_t at = 2 + (is_user && !(head >> 16 & 0xff));

	at += note_ref(refs, head >> 24);
	note_args(refs, record + at, head >> 40 & 15);
}

void refs_note(struct refs *refs, const uint64_t *record)
{
	switch (record[0] & 15) {
	case FXT_RECORD_EVENT:
		note_event(refs, record);
		break;
	case FXT_RECORD_USERSPACE_OBJECT:
	case FXT_RECORD_KERNEL_OBJECT:
		note_object(refs, record);
		break;
	case FXT_RECORD_BLOB:
		(void)note_ref(refs, record[0] >> 16);
		break;
	}
}

bool refs_has(const struct refs *refs, const uint64_t *string_record)
{
	uint64_t index = string_record[0] >> 16 & 0x7fff;

	return refs->bits[index / 64] >> (index % 64) & 1;
}
