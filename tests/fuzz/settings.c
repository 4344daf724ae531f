/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as what a user may say: a file of settings, conditions, lists of
 * calls and of callers. What is taken lies within the text; what is not taken
 * has a reason.
 */
#include "tests/fuzz/target.h"

#include <stdlib.h>
#include <string.h>

#include "preload/config/calls.h"
#include "writer/callers.h"
#include "writer/setting.h"
#include "writer/where.h"

static void want(int is_so)
{
	if (!is_so)
		abort();
}

static void want_within(struct fxw_piece piece, const char *text, size_t n)
{
	want(piece.at >= text && piece.at + piece.n <= text + n);
}

static void read_conditions(const char *text, size_t n_bytes)
{
	struct fxw_where wheres[FXW_WHERES];
	unsigned n = 0;
	const char *wrong = fxw_where_read(text, wheres, &n);

	want(wrong ? *wrong != 0 : n && n <= FXW_WHERES);
	for (unsigned i = 0; !wrong && i < n; i++) {
		struct fxw_piece rest = wheres[i].value, name;

		want_within(wheres[i].function, text, n_bytes);
		want_within(wheres[i].argument, text, n_bytes);
		want_within(wheres[i].value, text, n_bytes);
		while (fxw_piece_next(&rest, &name))
			want_within(name, text, n_bytes);
		(void)fxw_where_is_about(&wheres[i], "read");
		(void)fxw_where_text_fits(&wheres[i], text, n_bytes);
	}
}

static void read_settings(char *text, size_t n_bytes)
{
	struct fxw_settings settings = {.next = text};
	const char *end = text + n_bytes;

	for (struct fxw_setting s; fxw_settings_next(&settings, &s);) {
		want(s.key >= text && s.key + strlen(s.key) <= end);
		want(s.value >= text && s.value + strlen(s.value) <= end);
		want(settings.line > 0);
	}
	want(!settings.wrong || *settings.wrong);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	static const struct fxp_names names = {"read", "libc:io", "io",
					       "file desc"};
	/* of its own, so that a step too far is seen */
	char *text = malloc(n_bytes + 1);

	if (!text)
		return 0;
	memcpy(text, bytes, n_bytes);
	text[n_bytes] = 0;
	read_conditions(text, n_bytes);
	if (!fxp_calls_check(text))
		(void)fxp_calls_match(text, &names, true);
	if (!fxw_callers_check(text))
		(void)fxw_callers_fit(text, "libfoo.so.1", false);
	read_settings(text, n_bytes);
	free(text);
	return 0;
}
