/* SPDX-License-Identifier: MIT */
/*
 * Keeps a terminal as it is, see terminal.h.
 */
#include "tools/base/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tools/base/utf8.h"

enum { MAX_UTF8_BYTES = 4 };

/* What was written and may be the beginning of a character. */
static struct {
	char rest[MAX_UTF8_BYTES];
	size_t n_rest;
	struct pen clean;
} guard;

bool terminal_is_unsafe(const unsigned char *at, size_t n)
{
	unsigned low;

	if (n == 1)
		return at[0] < ' ' || at[0] == 0x7f;
	if (n == 2) /* C1; the Arabic letter mark */
		return (at[0] == 0xc2 && at[1] < 0xa0) ||
		       (at[0] == 0xd8 && at[1] == 0x9c);
	if (n != 3 || at[0] != 0xe2)
		return false;
	low = (at[1] & 0x3fu) << 6 | (at[2] & 0x3fu); /* of U+2000 */
	return low == 0x0e || low == 0x0f || (low >= 0x28 && low <= 0x2e) ||
	       (low >= 0x66 && low <= 0x6f);
}

/* May bytes that are no character yet become one? */
static bool may_go_on(const unsigned char *at, size_t n_bytes)
{
	size_t n = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;

	if (at[0] < 0xc2 || at[0] > 0xf4 || n_bytes >= n)
		return false;
	for (size_t i = 1; i < n_bytes; i++)
		if ((at[i] & 0xc0) != 0x80)
			return false;
	return true;
}

static bool is_line_end(const char *at, size_t n_bytes)
{
	return *at == '\n' || *at == '\t' ||
	       (*at == '\r' && n_bytes > 1 && at[1] == '\n');
}

size_t terminal_put(struct pen *out, const char *bytes, size_t n_bytes,
		    bool is_lines, bool is_end)
{
	size_t i = 0;

	while (i < n_bytes) {
		const unsigned char *at = (const unsigned char *)bytes + i;
		size_t left = n_bytes - i;
		size_t n = utf8_length(fxr_text(bytes + i, left));

		if (!is_end && ((!n && may_go_on(at, left)) ||
				(is_lines && left == 1 && *at == '\r')))
			break;
		if (n && (!terminal_is_unsafe(at, n) ||
			  (is_lines && is_line_end(bytes + i, left)))) {
			pen_bytes(out, at, n);
			i += n;
			continue;
		}
		/* byte by byte: the rest of it is unsafe by itself */
		pen_format(out, "\\%03o", *at);
		i++;
	}
	return i;
}

static bool write_all(const char *bytes, size_t n_bytes)
{
	while (n_bytes) {
		ssize_t n = write(STDOUT_FILENO, bytes, n_bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes += n;
		n_bytes -= (size_t)n;
	}
	return true;
}

static bool pass_on(void)
{
	struct fxr_text text = pen_take(&guard.clean);

	return write_all(text.bytes, text.n_bytes);
}

static ssize_t guarded_write(void *cookie, const char *bytes, size_t n_bytes)
{
	static struct pen all;
	struct fxr_text text;
	size_t n;

	(void)cookie;
	pen_bytes(&all, guard.rest, guard.n_rest);
	pen_bytes(&all, bytes, n_bytes);
	text = pen_take(&all);
	n = terminal_put(&guard.clean, text.bytes, text.n_bytes, true, false);
	guard.n_rest = text.n_bytes - n;
	memcpy(guard.rest, text.bytes + n, guard.n_rest);
	return pass_on() ? (ssize_t)n_bytes : 0;
}

static void end(void)
{
	(void)fflush(stdout);
	(void)terminal_put(&guard.clean, guard.rest, guard.n_rest, true, true);
	guard.n_rest = 0;
	(void)pass_on();
}

unsigned terminal_columns(void)
{
	struct winsize size = {0};

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

void terminal_guard(void)
{
	cookie_io_functions_t functions = {.write = guarded_write};
	FILE *guarded;

	if (!isatty(STDOUT_FILENO))
		return;
	(void)fflush(stdout);
	guarded = fopencookie(NULL, "w", functions);
	if (!guarded)
		return;
	setvbuf(guarded, NULL, _IOLBF, BUFSIZ);
	stdout = guarded;
	atexit(end);
}
