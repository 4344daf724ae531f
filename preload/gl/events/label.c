/* SPDX-License-Identifier: MIT */
/*
 * The program's names of its objects (glObjectLabel and similar), as names of
 * userspace objects. An object with a number instead of an address gets the
 * address 2^63 + kind * 2^32 + number, where no memory is. Its arguments
 * identify it.
 */
#include "preload/gl/events/alongside.h"
#include "preload/gl/events/async.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/state.h"
#include "preload/runtime/readable.h"
#include "preload/call/trigger.h"
#include "writer/utf8.h"

/* Names are labels: longer ones are cut. */
#define MAX_BYTES 256u

struct label {
	uint32_t kind, number; /* kind 0: a pointer */
};

static void build_label(struct fxw_record *r, const void *what)
{
	const struct label *label = what;
	const struct fxp_gl_context *c = fxp_gl_current();
	uint32_t n = 0;
	const char *kind;

	if (!label->kind)
		return;
	kind = fxp_gl_constant(FXP_FN_gl_glObjectLabel, 0, label->kind, &n);
	if (kind)
		fxw_arg_string(r, FXW_NAME("identifier"), kind, n);
	else
		fxw_arg_uint32(r, FXW_NAME("identifier"), label->kind);
	fxw_arg_uint32(r, FXW_NAME("name"), label->number);
	if (c)
		fxw_arg_word(r, FXT_ARG_POINTER, FXW_NAME("context"),
			     c->handle);
}

/* Bytes of the text that form a name; FXW_NOT_UTF8: it is none. */
static size_t length_of(const char *text, int64_t length)
{
	size_t n = 0;

	if (!text)
		return 0;
	if (length < 0) {
		if (!fxp_string_length(NULL, text, MAX_BYTES, FXP_KNOWN, &n))
			return FXW_NOT_UTF8;
	} else {
		n = (size_t)length;
	}
	if (n > MAX_BYTES)
		n = MAX_BYTES;
	if (!fxp_gl_is_there(text, n))
		return FXW_NOT_UTF8;
	return n ? fxw_utf8_cut(text, n) : 0;
}

static void emit_label(const struct fxp_call *call, uint64_t pointer,
		       const struct label *label, const uint64_t *text)
{
	const char *bytes = (const char *)(uintptr_t)text[1];
	size_t n;

	if (call->cell->watch & FXP_REDACTED) /* it may be the name */
		return;
	n = length_of(bytes, (int32_t)text[0]);
	if (n != FXW_NOT_UTF8)
		(void)fxp_alongside_object(call, pointer,
					   fxw_name_inline(bytes, n),
					   build_label, label);
}

bool fxp_gl_alongside_label(unsigned what, const struct fxp_call *call,
			    const uint64_t *slot)
{
	struct label label = {0, 0};

	if (what == FXG_ALONGSIDE_POINTER_LABEL) {
		emit_label(call, slot[0], &label, slot + 1);
		return true;
	}
	if (what != FXG_ALONGSIDE_LABEL)
		return false;
	label = (struct label){(uint32_t)slot[0], (uint32_t)slot[1]};
	emit_label(call,
		   1ull << 63 | (uint64_t)(label.kind & 0x7fffffff) << 32 |
			   label.number,
		   &label, slot + 2);
	return true;
}
