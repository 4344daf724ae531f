/* SPDX-License-Identifier: MIT */
/*
 * Log records, see log.h. They are outside of calls, so they may be a thread's
 * first records.
 */
#include "preload/gl/events/log.h"

#include "preload/gl/events/alongside.h"
#include "preload/gl/events/async.h"
#include "preload/runtime/thread.h"
#include "writer/loss.h"
#include "writer/utf8.h"

/* OpenGL's messages are cut to this length. */
#define MAX_BYTES 4096u

/* Text that is composed; out NULL: it is only measured. Another thread may have
 * made it longer since then. The space is as it was measured. */
struct text {
	char *out;
	size_t n, space;
};

static void append(struct text *t, const char *bytes, size_t n)
{
	if (n > t->space - t->n)
		n = t->space - t->n;
	if (t->out)
		fxw_copy(t->out + t->n, bytes, n);
	t->n += n;
}

static void add_number(struct text *t, uint32_t number)
{
	char digits[10];
	unsigned at = sizeof(digits);

	do
		digits[--at] = (char)('0' + number % 10);
	while (number /= 10);
	append(t, digits + at, sizeof(digits) - at);
}

static void add_label(struct text *t, const char *name, const void *label)
{
	uint64_t value = (uintptr_t)label;
	char digits[16];
	unsigned at = sizeof(digits);

	if (!label)
		return;
	append(t, name, fxw_length(name));
	do
		digits[--at] = "0123456789abcdef"[value & 15];
	while (value >>= 4);
	append(t, digits + at, sizeof(digits) - at);
}

/* Of text that is not UTF-8, only ASCII is kept. */
static void add_ascii(struct text *t, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		append(t, (unsigned char)bytes[i] < 0x80 ? bytes + i : "?", 1);
}

static void add_message(struct text *t, const char *bytes, int32_t length)
{
	size_t n =
		length < 0 ? fxw_length_max(bytes, MAX_BYTES) : (size_t)length;
	size_t kept;

	if (n > MAX_BYTES)
		n = MAX_BYTES;
	kept = n ? fxw_utf8_cut(bytes, n) : 0;
	if (kept == FXW_NOT_UTF8)
		add_ascii(t, bytes, n);
	else
		append(t, bytes, kept);
}

static size_t compose_text(const struct fxp_gl_message *m, char *out,
			   size_t space)
{
	struct text t = {out, 0, space};

	for (unsigned i = 0; i < m->n_words; i++) {
		uint32_t n = 0;
		const char *name = fxp_gl_constant(m->words[i].function,
						   m->words[i].parameter,
						   m->words[i].value, &n);

		if (name)
			append(&t, name, n);
		else
			add_number(&t, m->words[i].value);
		append(&t, " ", 1);
	}
	if (m->command)
		add_message(&t, m->command, -1);
	else
		add_number(&t, m->id);
	add_label(&t, " thread=0x", m->thread_label);
	add_label(&t, " object=0x", m->object_label);
	if (m->text) {
		append(&t, ": ", 2);
		add_message(&t, m->text, m->length);
	}
	return t.n;
}

/* This thread, ready to write; NULL: it cannot record now. */
static struct fxw_thread *writing_thread(void)
{
	struct fxw_thread *t = fxw_self;

	if (!t || !t->slot)
		t = fxp_thread();
	if (!t || (t->is_shared && fxw_thread_is_other(t)))
		return NULL;
	if (t->vforked)
		fxw_thread_settle(t);
	return t;
}

/* False: no space. */
static __attribute__((noinline)) bool write_log(struct fxw_thread *t,
						const struct fxp_gl_message *m,
						size_t n)
{
	uint32_t n_text = (uint32_t)fxt_words(n);
	struct fxw_window w;
	uint64_t *at;

	if (t->stopped || !fxw_window_open(&w, t, FXW_FRAME))
		return false;
	do {
		fxw_window_put_event(&w, fxw_stamp(t));
		at = fxw_put(&w.record, n_text);
		if (at) {
			fxw_zero(at, n_text * 8ull);
			(void)compose_text(m, (char *)at, n);
			fxw_window_commit(
				&w,
				fxt_log_header(w.record.used_words, n, t->ref));
			return true;
		}
	} while (fxw_window_grow(&w));
	return false;
}

void fxp_gl_log(const struct fxp_gl_message *message)
{
	struct fxw_thread *t = writing_thread();

	if (t && !write_log(t, message, compose_text(message, NULL, SIZE_MAX)))
		fxw_loss_count(t);
}
