/* SPDX-License-Identifier: MIT */
/*
 * Frames of CPython, see python.h.
 *
 * Each run of the interpreter's loop has a mark on the stack. In 3.11 and 3.12
 * it is struct _PyCFrame, which leads to the innermost frame. From 3.12 on the
 * frames of a run end with one that is on the stack itself (owner:
 * FRAME_OWNED_BY_CSTACK, in 3.14 FRAME_OWNED_BY_INTERPRETER). From 3.13 on that
 * one is the mark.
 */
#include "preload/unwind/python.h"

#include "preload/runtime/readable.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "preload/unwind/python_code.h"
#include "writer/bytes.h"
#include "writer/engine.h"
#include "writer/sys.h"
#include "writer/thread.h"
#include "writer/wire.h"

#define COOKIE "xdebugpy"
/* Where the key of thread states is, in the runtime's state. */
#define KEY_SEARCH_BYTES 8192u
#define MAX_KEYS 1024u
/* A runtime that keeps states in another way is not searched for ever. */
#define MAX_SEARCHES 20000u
/* Frames and marks of one walk. Python's own limit is 1000. */
#define MAX_STEPS 20000u
#define OWNED_BY_STACK 3u
/* Bytes of a frame that are read, and of a mark. */
#define FRAME_BYTES 80u
#define MARK_BYTES 24u

/* Stored before is_there, and constant from then on. */
static struct fxp_python_layout layout;
static const uint8_t *runtime;
static void *(*get_specific)(unsigned key);
static bool is_there;
/* Number of the key, plus 1; 0: not found yet. */
static uint32_t state_key;
static uint32_t n_searches;

static void use_3_11(void)
{
	layout = (struct fxp_python_layout){
		.thread_id = 152,
		.current = 56,
		.mark_frame = 8,
		.mark_outer = 16,
		.previous = 48,
		.code = 32,
		.instruction = 56,
		.owner = 69,
		.is_entry = 68,
		.first_line = 72,
		.file = 112,
		.name = 128,
		.lines = 136,
		.first_instruction = 184,
		.text_state = 32,
		.text_length = 16,
		.text_ascii = 48,
		.text_wide = 72,
		.bytes_length = 16,
		.bytes_at = 32,
		.has_marks = 1,
		.has_entry = 1,
	};
}

static void use_3_12(void)
{
	layout = (struct fxp_python_layout){
		.thread_id = 136,
		.current = 56,
		.mark_frame = 0,
		.mark_outer = 8,
		.previous = 8,
		.code = 0,
		.instruction = 56,
		.owner = 70,
		.first_line = 68,
		.file = 112,
		.name = 128,
		.lines = 136,
		.first_instruction = 192,
		.text_state = 32,
		.text_length = 16,
		.text_ascii = 40,
		.text_wide = 56,
		.bytes_length = 16,
		.bytes_at = 32,
		.has_marks = 1,
	};
}

/* The runtime's state of 3.13 and 3.14 begins with 64-bit words. These are the
 * cookie, the version, whether threads run freely, and the sizes and offsets of
 * its structures. */
#define WORD_VERSION 1u
#define WORD_END 81u

/* Which word has what. */
struct words {
	uint8_t current_frame, thread_id;
	uint8_t frame_previous, frame_code, frame_instruction, frame_owner;
	uint8_t code_file, code_name; /* the qualified one */
	uint8_t code_lines, code_first_line, code_first_instruction;
	uint8_t bytes_length, bytes_at;
	uint8_t text_state, text_length, text_ascii;
};

static const struct words words_3_13 = {
	.current_frame = 23,
	.thread_id = 24,
	.frame_previous = 29,
	.frame_code = 30,
	.frame_instruction = 31,
	.frame_owner = 33,
	.code_file = 35,
	.code_name = 37,
	.code_lines = 38,
	.code_first_line = 39,
	.code_first_instruction = 43,
	.bytes_length = 65,
	.bytes_at = 66,
	.text_state = 68,
	.text_length = 69,
	.text_ascii = 70,
};

static const struct words words_3_14 = {
	.current_frame = 26,
	.thread_id = 27,
	.frame_previous = 32,
	.frame_code = 33,
	.frame_instruction = 34,
	.frame_owner = 36,
	.code_file = 40,
	.code_name = 42,
	.code_lines = 43,
	.code_first_line = 44,
	.code_first_instruction = 48,
	.bytes_length = 75,
	.bytes_at = 76,
	.text_state = 78,
	.text_length = 79,
	.text_ascii = 80,
};

/* An offset that is in a structure's first part; 0: it is too large, or not one
 * of a word. */
static uint16_t offset_at(unsigned word)
{
	uint64_t off = fxw_load8(runtime + 8u * word);

	return off < 4096 ? (uint16_t)off : 0;
}

static bool use_own(const struct words *at)
{
	layout = (struct fxp_python_layout){
		.thread_id = offset_at(at->thread_id),
		.current = offset_at(at->current_frame),
		.previous = offset_at(at->frame_previous),
		.code = offset_at(at->frame_code),
		.instruction = offset_at(at->frame_instruction),
		.owner = offset_at(at->frame_owner),
		.first_line = offset_at(at->code_first_line),
		.file = offset_at(at->code_file),
		.name = offset_at(at->code_name),
		.lines = offset_at(at->code_lines),
		.first_instruction = offset_at(at->code_first_instruction),
		.text_state = offset_at(at->text_state),
		.text_length = offset_at(at->text_length),
		.text_ascii = offset_at(at->text_ascii),
		.text_wide = (uint16_t)(offset_at(at->text_ascii) + 16),
		.bytes_length = offset_at(at->bytes_length),
		.bytes_at = offset_at(at->bytes_at),
	};
	return layout.current && layout.thread_id && layout.previous &&
	       layout.owner < FRAME_BYTES && layout.owner &&
	       layout.instruction + 8u <= FRAME_BYTES && layout.instruction &&
	       layout.code + 8u <= FRAME_BYTES && layout.file && layout.name &&
	       layout.lines && layout.first_instruction && layout.text_ascii &&
	       layout.text_length && layout.bytes_at && layout.bytes_length;
}

/* As in PY_VERSION_HEX, without the patch level; 0: an older one. */
static uint32_t find_version(void)
{
	const unsigned long *version;

	if (fxp_known_readable(runtime, 8u * WORD_END) &&
	    fxw_load8(runtime) == fxw_load8(COOKIE))
		return (uint32_t)fxw_load8(runtime + 8u * WORD_VERSION) >> 16;
	version = fxp_real_find_object("Py_Version");
	return version && fxp_known_readable(version, sizeof(*version))
		       ? (uint32_t)*version >> 16
		       : 0;
}

void fxp_python_look(void)
{
	static const char name[] = "pthread_getspecific";
	uint32_t version;

	if (is_there)
		return;
	runtime = fxp_real_find_object("_PyRuntime");
	if (!runtime)
		return;
	get_specific = (void *(*)(unsigned))fxp_real_find_staying(
		name, fxp_symbol_hash(name));
	version = find_version();
	if (version == 0x030b)
		use_3_11();
	else if (version == 0x030c)
		use_3_12();
	else if (version != 0x030d && version != 0x030e)
		return;
	else if (!use_own(version == 0x030d ? &words_3_13 : &words_3_14))
		return;
	/* release: pairs with the load in fxp_python_is_there */
	__atomic_store_n(&is_there, get_specific != NULL, __ATOMIC_RELEASE);
}

bool fxp_python_is_there(void)
{
	return __atomic_load_n(&is_there, __ATOMIC_ACQUIRE);
}

/* The state that the key leads to, if it is one of this thread; or 0. */
static uintptr_t state_of(unsigned key)
{
	uintptr_t state = (uintptr_t)get_specific(key);

	return state && state % 8 == 0 &&
			       fxp_known_readable((const void *)state, 256) &&
			       fxw_load8((const void *)(state +
							layout.thread_id)) ==
				       fxw_own_handle()
		       ? state
		       : 0;
}

/* The key is in the runtime's state as {int, pthread_key_t}, the first of which
 * is 1. Its place differs between patch levels. Other keys do not lead to what
 * has our thread's id in that place. */
static uintptr_t search_state(void)
{
	if (__atomic_load_n(&n_searches, __ATOMIC_RELAXED) >= MAX_SEARCHES ||
	    !fxp_known_readable(runtime, KEY_SEARCH_BYTES))
		return 0;
	__atomic_fetch_add(&n_searches, 1, __ATOMIC_RELAXED);
	for (uint32_t i = 0; i < KEY_SEARCH_BYTES; i += 4) {
		uint32_t key = fxw_load4(runtime + i + 4);
		uintptr_t state;

		if (fxw_load4(runtime + i) != 1 || key >= MAX_KEYS)
			continue;
		state = state_of(key);
		if (!state)
			continue;
		__atomic_store_n(&state_key, key + 1, __ATOMIC_RELAXED);
		return state;
	}
	return 0;
}

/* A word of the interpreter's memory. */
static bool load_word(uintptr_t at, uintptr_t *word)
{
	if (at % 8 || !fxp_known_readable((const void *)at, 8))
		return false;
	*word = fxw_load8((const void *)at);
	return true;
}

/* A frame's owner; FRAME_BYTES of it are mapped then. */
static bool load_owner(uintptr_t frame, unsigned *owner)
{
	if (!frame || frame % 8 ||
	    !fxp_known_readable((const void *)frame, FRAME_BYTES))
		return false;
	*owner = *(const uint8_t *)(frame + layout.owner);
	return true;
}

static uintptr_t previous_of(uintptr_t frame)
{
	return fxw_load8((const void *)(frame + layout.previous));
}

/* From 3.13 on: the mark behind the frame. */
static void find_mark(struct fxp_python *p)
{
	uintptr_t frame = p->frame;
	unsigned owner;

	p->mark = FXP_PYTHON_NONE;
	while (p->n_left && load_owner(frame, &owner)) {
		p->n_left--;
		if (owner == OWNED_BY_STACK) {
			p->mark = frame;
			return;
		}
		frame = previous_of(frame);
	}
}

/* 3.11, 3.12: the next mark, and where its frames begin. */
static void enter_mark(struct fxp_python *p, uintptr_t mark)
{
	p->mark = FXP_PYTHON_NONE;
	if (!p->n_left || !mark || mark % 8 ||
	    !fxp_known_readable((const void *)mark, MARK_BYTES))
		return;
	p->n_left--;
	p->mark = mark;
	p->frame = fxw_load8((const void *)(mark + layout.mark_frame));
	p->outer = fxw_load8((const void *)(mark + layout.mark_outer));
}

void fxp_python_begin(struct fxp_python *p)
{
	uint32_t key = __atomic_load_n(&state_key, __ATOMIC_RELAXED);
	uintptr_t state, current;

	*p = (struct fxp_python){.mark = FXP_PYTHON_NONE, .n_left = MAX_STEPS};
	state = key ? state_of(key - 1) : search_state();
	if (!state || !load_word(state + layout.current, &current))
		return;
	if (layout.has_marks) {
		enter_mark(p, current);
		return;
	}
	p->frame = current;
	find_mark(p);
}

void fxp_python_skip(struct fxp_python *p)
{
	if (p->mark == FXP_PYTHON_NONE)
		return;
	if (layout.has_marks) {
		enter_mark(p, p->outer);
		return;
	}
	p->frame = previous_of(p->mark);
	find_mark(p);
}

static uint64_t address_of(uintptr_t frame)
{
	/* later versions keep flags in the lowest bits */
	uintptr_t code =
		fxw_load8((const void *)(frame + layout.code)) & ~(uintptr_t)7;

	return fxp_python_address(
		&layout, code,
		fxw_load8((const void *)(frame + layout.instruction)));
}

bool fxp_python_take(struct fxp_python *p, uint64_t *address)
{
	uintptr_t frame = p->frame;
	unsigned owner;
	bool is_last;

	if (p->mark == FXP_PYTHON_NONE || !p->n_left ||
	    !load_owner(frame, &owner) ||
	    (!layout.has_entry && owner == OWNED_BY_STACK)) {
		fxp_python_skip(p);
		return false;
	}
	p->n_left--;
	*address = address_of(frame);
	is_last =
		layout.has_entry && *(const uint8_t *)(frame + layout.is_entry);
	p->frame = is_last ? 0 : previous_of(frame);
	return true;
}
