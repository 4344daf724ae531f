/* SPDX-License-Identifier: MIT */
/*
 * The linker's error as an argument, see dl_text.h.
 */
#include "preload/value/dl_text.h"

#include "preload/runtime/readable.h"
#include "preload/symbol/dl_error.h"
#include "preload/symbol/error.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "writer/utf8.h"

#define N_PIECES 5u

/* A text in pieces, one behind the other. */
struct text {
	struct {
		const char *at;
		size_t n_bytes;
	} pieces[N_PIECES];
	unsigned n;
	size_t n_bytes;
};

static void add(struct text *text, const char *at, size_t n_bytes)
{
	text->pieces[text->n].at = at;
	text->pieces[text->n++].n_bytes = n_bytes;
	text->n_bytes += n_bytes;
}

/* False: it cannot be read. */
static bool add_verified(struct text *text, struct fxp_source *s,
			 const char *at, bool is_first)
{
	size_t n_bytes;

	if (!at || !fxp_readable(s, at, 1) ||
	    !fxp_string_length(s, at, fxp_limits.string_bytes, FXP_QUERY,
			       &n_bytes))
		return false;
	add(text, at, n_bytes);
	if (is_first && n_bytes)
		add(text, ": ", 2);
	return true;
}

/* What strerror says of it, but in English and without memory of its own. */
static void add_reason(struct text *text, int code)
{
	static const char unknown[] = "Unknown error";
	static const char function[] = "strerrordesc_np";
	const char *(*describe)(int) = (const char *(*)(int))fxp_real_find(
		function, fxp_symbol_hash(function));
	const char *reason = code && describe ? describe(code) : NULL;

	if (!code)
		return;
	add(text, ": ", 2);
	if (reason)
		add(text, reason, fxw_length(reason));
	else
		add(text, unknown, sizeof(unknown) - 1);
}

static bool make_text(struct text *text, struct fxp_source *s)
{
	static const char no_memory[] = "out of memory";
	struct fxp_dl_error error;

	*text = (struct text){.n = 0};
	if (s->cell->watch & FXP_REDACTED) /* it may be a name in the text */
		return false;
	switch (fxp_dl_error_read(fxp_error_address(), &error)) {
	case FXP_DL_NO_MEMORY:
		add(text, no_memory, sizeof(no_memory) - 1);
		return true;
	case FXP_DL_ERROR:
		if (!add_verified(text, s, error.object, true) ||
		    !add_verified(text, s, error.text, false))
			return false;
		add_reason(text, error.code);
		return true;
	default:
		return false;
	}
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Copies as much as there is space for. */
static void copy(char *to, const struct text *text, size_t n_left)
{
	for (unsigned i = 0; i < text->n && n_left; i++) {
		size_t n = smaller(text->pieces[i].n_bytes, n_left);

		fxw_copy(to, text->pieces[i].at, n);
		to += n;
		n_left -= n;
	}
}

void fxp_dl_text_put(struct fxw_record *r, struct fxp_source *s,
		     struct fxw_name name)
{
	size_t most = smaller(fxp_limits.string_bytes, fxp_capture_budget(r));
	struct text text;
	uint64_t *at;
	uint32_t n_words;
	size_t n;

	if (!make_text(&text, s)) {
		fxw_arg_string(r, name, "dlerror", sizeof("dlerror") - 1);
		return;
	}
	n = smaller(text.n_bytes, most);
	r->cut |= n < text.n_bytes;
	n_words = (uint32_t)fxt_words(n);
	at = fxw_put_arg(r, FXT_ARG_STRING, name, n_words, fxt_inline_ref(n));
	if (!at || !n_words)
		return;
	at[n_words - 1] = 0;
	copy((char *)at, &text, n);
	fxw_utf8_clean((char *)at, n);
}
